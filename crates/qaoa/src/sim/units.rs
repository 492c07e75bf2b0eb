//! Coefficients as whole multiples of one unit, where they are.
//!
//! ```text
//! for each |c|: a, b = the larger and the smaller of it and the unit so far
//!     a/b = n + 1/(n' + 1/(n'' + …)), each n the nearest whole number, until what is left is its
//!         rounding: then a/b = p/q, and the unit is b/q
//!     there is none if rounding has grown to 1/256 first
//! multiples k = c / unit, rounded; they are taken if Σ|c − k·unit| stays below 2 ε Σ|c|
//! ```
//!
//! After a convergent p/q the rest is known but for about ε q² a/b: ratios with p·q up to 2⁴² are
//! recognized. Whole coefficients, as most are, have the divisor taken of integers.

/// Sums of whole numbers below this are exact in f64, and the nearest of them are found by adding.
const EXACT: f64 = 2_251_799_813_685_248.0;

const ROUNDING: f64 = 4.0 * f64::EPSILON;
/// Rounding so large that a rest may be any other.
const UNKNOWN: f64 = 1.0 / 256.0;

/// A number u of which all coefficients are whole multiples, up to errors of 2 ε Σ|c| together;
/// `size` is Σ|c|.
pub(in crate::sim) fn unit_of(coefficients: &[f64], size: f64) -> Option<f64> {
    let unit = whole_unit(coefficients).or_else(|| divisor(coefficients))?;
    if has_unit(coefficients, unit, size) {
        return Some(unit);
    }
    // its digits are those of one coefficient: the mean unit of all is closer
    let multiples = coefficients.iter().map(|&c| (c, nearest(c / unit)));
    let sums = multiples.fold((0.0, 0.0), |(w, s), (c, k)| (w + c * k, s + k * k));
    let mean = sums.0 / sums.1;
    has_unit(coefficients, mean, size).then_some(mean)
}

fn has_unit(coefficients: &[f64], unit: f64, size: f64) -> bool {
    let off = |&c: &f64| (c - nearest(c / unit) * unit).abs();
    let errors: f64 = coefficients.iter().map(off).sum();
    errors <= 2.0 * f64::EPSILON * size && size < EXACT * unit
}

/// The greatest common divisor of whole coefficients of 32 bits; 1 where all are zero.
fn whole_unit(coefficients: &[f64]) -> Option<f64> {
    if !coefficients.iter().all(|&c| f64::from(c as i32) == c) {
        return None;
    }
    let mut divisor = 0;
    for &c in coefficients {
        let mut rest = (c as i32).unsigned_abs();
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        if divisor == 1 {
            break;
        }
    }
    Some(f64::from(divisor.max(1)))
}

/// The greatest common divisor of all coefficients, up to rounding; 1 where all are zero.
fn divisor(coefficients: &[f64]) -> Option<f64> {
    let mut unit = 0.0_f64;
    for &c in coefficients {
        let (a, b) = (c.abs().max(unit), c.abs().min(unit));
        unit = if b == 0.0 { a } else { common(a, b)? };
    }
    Some(if unit == 0.0 { 1.0 } else { unit })
}

/// The greatest common divisor of a ≥ b > 0, up to rounding.
fn common(a: f64, b: f64) -> Option<f64> {
    let q = denominator(a / b)?;
    Some(if q == 1.0 { b } else { b / q })
}

/// The denominator of a positive ratio of whole numbers, up to rounding, where there is one.
fn denominator(ratio: f64) -> Option<f64> {
    let (mut x, mut q, mut before) = (ratio, 1.0, 0.0);
    let mut rounding = ROUNDING * ratio;
    loop {
        let rest = x - nearest(x);
        if rest.abs() <= rounding {
            return Some(f64::abs(q));
        }
        x = 1.0 / rest;
        (q, before) = (nearest(x) * q + before, q);
        rounding = ROUNDING * ratio * (q * q);
        // what is not a number is not known
        let known = rounding <= UNKNOWN;
        if !known {
            return None;
        }
    }
}

#[inline(always)]
pub(in crate::sim) fn nearest(x: f64) -> f64 {
    // adding 1.5·2⁵² leaves it in the lowest bits
    const TO_WHOLE: f64 = 6_755_399_441_055_744.0;
    x + TO_WHOLE - TO_WHOLE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(coefficients: &[f64]) -> Option<f64> {
        unit_of(coefficients, coefficients.iter().map(|c| c.abs()).sum())
    }

    #[test]
    fn a_unit_is_found_in_its_rounded_multiples() {
        for unit_of_all in [1.0, 0.7, 1e-9, 3.0_f64.sqrt() * 1e200, 0.01] {
            for multiples in [
                vec![3, -5, 7],
                vec![0, 6, 9, -15],
                vec![1_000_003, 999_983],
                vec![1 << 40, 1, 5],
                vec![100_000_000, 1234, -77],
                vec![12, 4_000_000_011, 18],
            ] {
                let coefficients = multiples.iter().map(|k| *k as f64 * unit_of_all);
                let coefficients: Vec<f64> = coefficients.collect();
                let found = unit(&coefficients).unwrap_or_else(|| panic!("{multiples:?}"));
                let quotient = found / unit_of_all;
                let divisor = nearest(quotient);
                assert!((quotient - divisor).abs() < 1e-14 * quotient, "{quotient}");
                assert!(multiples.iter().all(|k| k % divisor as i64 == 0));
            }
        }
        assert_eq!(unit(&[0.0, -0.0]), Some(1.0));
        assert_eq!(unit(&[]), Some(1.0));
    }

    #[test]
    fn coefficients_without_a_unit_have_none() {
        let root = 2.0_f64.sqrt();
        for coefficients in [
            vec![1.0, root],
            vec![1.0, 2.0, 4.0, 5.0_f64.sqrt()],
            vec![std::f64::consts::PI, std::f64::consts::E],
            vec![1e-300, 1e300, 3.0],
            vec![1.0, 1.0 + 1e-12],
        ] {
            assert_eq!(unit(&coefficients), None, "{coefficients:?}");
        }
    }
}
