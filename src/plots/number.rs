//! Numbers for people: as many digits as say something.

/// A number to four digits: `0.1235`, `14.95`, `1234`, `3.1e-5`. Zeros at its end tell that it was
/// rounded: `15` is 15, and `15.00` is nearly so.
pub(crate) fn short(value: f64) -> String {
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
    if text.contains('.') && exact {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
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
}
