//! Values on the command line: numbers, each with its range in the message, and names.

use crate::lab::whole_numbers;
use clap::builder::{PossibleValuesParser, TypedValueParser};

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

/// A number.
pub(crate) fn finite(text: &str) -> std::result::Result<f64, &'static str> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or("give a finite number")
}

/// One of some values by its name: the parser of an option's value.
pub(crate) fn named<T: Clone + Send + Sync + 'static, const N: usize>(
    all: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let names = PossibleValuesParser::new(all.each_ref().map(|(name, _)| *name));
    names.try_map(move |given| {
        let found = all.iter().find(|(name, _)| *name == given);
        found.map(|(_, value)| value.clone()).ok_or("no such name")
    })
}

/// Depths of circuits, ascending and without repetition.
#[derive(Debug, Clone)]
pub(crate) struct Depths(pub(crate) Vec<usize>);

/// Depths from 1 up: `1..8` (both ends) or `1,2,4`; else what would be right.
pub(crate) fn depths(text: &str) -> std::result::Result<Depths, String> {
    let found = whole_numbers(text, &(1..=DEEPEST as u64)).ok_or_else(|| {
        format!("give a range such as 1..8 (both ends included) or a list such as 1,2,4, from 1 to {DEEPEST}")
    })?;
    Ok(Depths(
        found.into_iter().map(|depth| depth as usize).collect(),
    ))
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
            assert_eq!(depths(text).unwrap().0, expected, "{text}");
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
}
