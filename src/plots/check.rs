//! What numbers may be drawn at all.

use crate::error::{Error, Result};

/// Beyond this a difference of two numbers could leave the range of `f64`.
const LARGEST: f64 = 1e150;

/// Rounding of a sum of 2ⁿ probabilities that is still a probability.
const ROUNDING: f64 = 1e-9;

/// The value, if it can be drawn.
pub(super) fn finite(what: &str, value: f64) -> Result<f64> {
    if !value.is_finite() {
        return Err(Error::Engine(ketboard_qaoa::Error::NotFinite {
            what: what.to_owned(),
            value,
        }));
    }
    if value.abs() > LARGEST {
        return Err(Error::argument(
            what,
            format!("found {value:e}"),
            "numbers up to 1e150 can be drawn",
        ));
    }
    Ok(value)
}

/// The value inside [0, 1], if it is a probability up to rounding.
pub(super) fn probability(what: &str, value: f64) -> Result<f64> {
    let value = finite(what, value)?;
    if (-ROUNDING..=1.0 + ROUNDING).contains(&value) {
        return Ok(value.clamp(0.0, 1.0));
    }
    Err(Error::argument(
        what,
        format!("found {value}"),
        "a probability lies between 0 and 1",
    ))
}

/// Refuses an empty list by its name.
pub(super) fn some<T>(what: &str, items: &[T]) -> Result<()> {
    if items.is_empty() {
        return Err(Error::argument(
            what,
            "there are none",
            "give at least one to draw",
        ));
    }
    Ok(())
}
