//! A number that all coefficients are multiples of, so that energies are integers and equal ones
//! are exactly equal.
//!
//! Euclid's algorithm on real numbers: coefficients are sums of weights times quarters, and a
//! remainder below 10⁻⁹ of the largest is rounding.

use crate::error::{Error, Result};

/// What counts as rounding, relative to the largest coefficient.
const ROUNDING: f64 = 1e-9;

/// The most units in one coefficient: sums of thousands of them stay far within an i32.
const MOST_UNITS: f64 = 1e5;

/// The largest number of which all `coefficients` are multiples; 1 where all are 0.
///
/// # Errors
/// If it is less than a hundred-thousandth of the largest coefficient, or one is not finite.
pub(super) fn common_unit(coefficients: &[f64]) -> Result<f64> {
    let largest = coefficients
        .iter()
        .fold(0.0, |most: f64, c| most.max(c.abs()));
    if let Some(&value) = coefficients.iter().find(|c| !c.is_finite()) {
        let remedy = "it must be a finite number";
        return Err(Error::argument(
            "a coefficient of the cost",
            value.to_string(),
            remedy,
        ));
    }
    if largest == 0.0 {
        return Ok(1.0);
    }
    let divisor = |unit: f64, c: &f64| shared(unit, c.abs(), ROUNDING * largest);
    let rough = coefficients.iter().fold(0.0, divisor);
    let units = (largest / rough).round();
    if units > MOST_UNITS {
        return Err(Error::setting(
            "weight",
            format!(
                "the largest coefficient, {largest}, is {units:.0} common units of all of them"
            ),
            "choose weights that are multiples of 0.01, or whole numbers",
        ));
    }
    Ok(largest / units)
}

/// The greatest common divisor of two numbers ≥ 0, up to `rounding`.
fn shared(mut a: f64, mut b: f64, rounding: f64) -> f64 {
    while b > rounding {
        let rest = a % b;
        // just below a multiple is a multiple
        let rest = rest.min(b - rest);
        (a, b) = (b, rest);
    }
    a
}
