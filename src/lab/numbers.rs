//! Whole numbers in a row, as plans and options write them.

use std::ops::RangeInclusive;

/// The numbers that `text` names: `1..8` (both ends included) or `1,2,4`; ascending, each once.
/// `None` where it names none, one outside of `range`, or more than a million.
pub(crate) fn whole_numbers(text: &str, range: &RangeInclusive<u64>) -> Option<Vec<u64>> {
    let number = |item: &str| {
        let number = item.trim().parse().ok();
        number.filter(|number| range.contains(number))
    };
    let mut list: Vec<u64> = match text.split_once("..") {
        Some((from, to)) => {
            let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
            (to.saturating_sub(from) < MOST)
                .then_some(from..=to)?
                .collect()
        }
        None => text.split(',').map(number).collect::<Option<_>>()?,
    };
    list.sort_unstable();
    list.dedup();
    (!list.is_empty()).then_some(list)
}

/// The most numbers that one text may name.
const MOST: u64 = 1_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_a_range_with_both_ends_or_a_list() {
        for (text, expected) in [
            ("1..3", vec![1, 2, 3]),
            ("2..=3", vec![2, 3]),
            ("4", vec![4]),
            ("4, 1,2,1", vec![1, 2, 4]),
        ] {
            assert_eq!(whole_numbers(text, &(1..=9)), Some(expected), "{text}");
        }
        for text in [
            "", "0", "0..3", "3..1", "-1", "1..", "1..x", "1.5", "10", "1,10",
        ] {
            assert_eq!(whole_numbers(text, &(1..=9)), None, "{text:?}");
        }
        assert_eq!(
            whole_numbers("0..18446744073709551615", &(0..=u64::MAX)),
            None
        );
    }
}
