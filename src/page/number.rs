//! Numbers for people: as many digits as say something.

/// A number to four digits: `0.1235`, `14.95`, `1234`, `3.1e-5`. Zeros at its end tell that it was
/// rounded: `15` is 15, and `15.00` is nearly so.
pub(super) fn short(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        return "0".to_owned();
    }
    if !(1e-3..1e6).contains(&size) {
        return format!("{value:.1e}");
    }
    let digits = (3 - libm::log10(size).floor() as i32).clamp(0, 6) as usize;
    let text = format!("{value:.digits$}");
    let exact = text.parse() == Ok(value);
    match text.contains('.') && exact {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// The value in the middle of sorted numbers, between two of them where there is none; `None` of
/// nothing.
pub(super) fn quantile(sorted: &[f64], part: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = part * last as f64;
    let (below, above) = (place.floor() as usize, place.ceil() as usize);
    Some(sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_keep_their_size() {
        for (value, text) in [
            (0.0, "0"),
            (0.12346, "0.1235"),
            (0.5, "0.5"),
            (1.0, "1"),
            (15.0, "15"),
            (14.95, "14.95"),
            (14.9996, "15.00"),
            (149.5, "149.5"),
            (12_345.6, "12346"),
            (-0.012_345_6, "-0.01235"),
            (0.0000312, "3.1e-5"),
            (2.5e9, "2.5e9"),
        ] {
            assert_eq!(short(value), text, "{value}");
        }
    }

    #[test]
    fn quantiles_lie_where_the_definition_puts_them() {
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[3.0], 0.25), Some(3.0));
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.5), Some(2.0));
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0], 0.25), Some(1.75));
    }
}
