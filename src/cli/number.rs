//! Numbers on the command line, each with its range in the message.

use super::angle_list::{AngleList, SPELLING};
use crate::{Error, Result};

/// A whole number in a range, both ends included: the parser of an option's value.
pub(crate) fn within<const FROM: usize, const TO: usize>(
    text: &str,
) -> std::result::Result<usize, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (FROM..=TO).contains(number))
        .ok_or_else(|| format!("give a whole number from {FROM} to {TO}"))
}

/// A seed.
pub(crate) fn seed(text: &str) -> std::result::Result<u64, String> {
    text.parse()
        .map_err(|_| format!("give a whole number from 0 to {}", u64::MAX))
}

/// A list of angles such as `0.1,pi/4`, or a ramp `0..0.8:4`; `option` is its name in messages.
///
/// # Errors
/// The first item that is none.
pub(crate) fn list(option: &str, text: &str) -> Result<Vec<f64>> {
    Ok(angle_list(option, text)?.angles)
}

/// [`list`], which still knows whether it is a ramp.
///
/// # Errors
/// As [`list`].
pub(crate) fn angle_list(option: &str, text: &str) -> Result<AngleList> {
    AngleList::parse(text)
        .map_err(|item| Error::argument(option, format!("found {item:?}"), SPELLING))
}

/// Depths from 1 up: `1..8` (both ends) or `1,2,4`; ascending and without repetition.
///
/// # Errors
/// What is neither.
pub(crate) fn depths(text: &str) -> Result<Vec<usize>> {
    let wrong = || {
        let remedy = format!(
            "give a range such as 1..8 (both ends included) or a list such as 1,2,4, from 1 to {DEEPEST}"
        );
        Error::argument("--depths", format!("found {text:?}"), remedy)
    };
    let number = |item: &str| within::<1, DEEPEST>(item.trim()).map_err(|_| wrong());
    let mut list = match text.split_once("..") {
        Some((from, to)) => (number(from)?..=number(to.trim_start_matches('='))?).collect(),
        None => text.split(',').map(number).collect::<Result<Vec<_>>>()?,
    };
    list.sort_unstable();
    list.dedup();
    if list.is_empty() {
        Err(wrong())
    } else {
        Ok(list)
    }
}

/// The deepest circuit that can be asked for.
pub(crate) const DEEPEST: usize = 1000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_ranges_with_both_ends_or_lists() {
        for (text, expected) in [
            ("1..3", vec![1, 2, 3]),
            ("2..=3", vec![2, 3]),
            ("4", vec![4]),
            ("4, 1,2,1", vec![1, 2, 4]),
        ] {
            assert_eq!(depths(text).unwrap(), expected, "{text}");
        }
        for text in [
            "",
            "0",
            "0..3",
            "3..1",
            "-1",
            "1..",
            "1..x",
            "1.5",
            "1..99999999999",
        ] {
            assert!(depths(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_list_holds_finite_numbers_and_may_be_empty() {
        assert_eq!(list("--gammas", "0.5, -1e-3").unwrap(), [0.5, -0.001]);
        assert!(list("--gammas", " ").unwrap().is_empty());
        for text in ["nan", "inf", "1e999", "1,,2", "1;2", "x"] {
            assert!(list("--gammas", text).is_err(), "{text:?}");
        }
    }
}
