//! Numbers as every reader of OpenQASM takes them.

use crate::error::{Result, finite_angle};

/// A number with 17 significant digits, which name exactly one f64: `-0.50000000000000000`. Digits
/// on both sides of the point, no exponent, no negative zero.
///
/// # Errors
/// If it is not finite.
pub(super) fn literal(value: f64) -> Result<String> {
    if finite_angle(value)? == 0.0 {
        return Ok("0.0".to_owned());
    }
    let scientific = format!("{value:.16e}");
    let exponent = scientific.split_once('e').map_or("0", |(_, digits)| digits);
    let exponent: i64 = exponent.parse().expect("format! wrote the exponent");
    let decimals = usize::try_from(16 - exponent).unwrap_or(0).max(1);
    Ok(format!("{value:.decimals$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_is_plain_and_names_the_same_number() {
        let values = [
            0.5,
            -0.5,
            0.1,
            1.0,
            -9.999999999999999,
            12.566370614359172,
            1e-9,
            -2.5e-12,
            3e20,
            1e-300,
            f64::MIN_POSITIVE,
            f64::MAX,
        ];
        for value in values {
            let text = literal(value).unwrap();
            let digits = text.strip_prefix('-').unwrap_or(&text);
            let (before, after) = digits.split_once('.').unwrap();
            for side in [before, after] {
                assert!(
                    !side.is_empty() && side.bytes().all(|b| b.is_ascii_digit()),
                    "{text}"
                );
            }
            assert_eq!(
                text.parse::<f64>().unwrap().to_bits(),
                value.to_bits(),
                "{text}"
            );
        }
        assert_eq!(literal(0.5).unwrap(), "0.50000000000000000");
        assert_eq!(literal(-0.0).unwrap(), "0.0");
    }

    #[test]
    fn an_angle_that_is_not_finite_is_refused() {
        for value in [f64::NAN, f64::INFINITY] {
            assert!(literal(value).is_err(), "{value}");
        }
    }
}
