//! Numbers in words, for people.

pub(crate) use crate::page::plural;

/// A time with two digits or more and a unit: `53 ms`, `4.1 s`, `2.5 h`.
pub(crate) fn seconds(time: f64) -> String {
    /// Units of time, longest first, in seconds.
    const UNITS: [(f64, &str); 7] = [
        (365.25 * 86400.0, "years"),
        (86400.0, "days"),
        (3600.0, "h"),
        (60.0, "min"),
        (1.0, "s"),
        (1e-3, "ms"),
        (1e-6, "µs"),
    ];
    // 0.9999 ms are 1 ms, in spite of rounding.
    let fits = |unit: &&(f64, &str)| time >= unit.0 * 0.9995;
    let (size, unit) = UNITS.iter().find(fits).copied().unwrap_or((1e-9, "ns"));
    let number = time / size;
    match number {
        number if number >= 1e6 => format!("{number:.1e} {unit}"),
        number
            if number >= 9.95
                || number.round() >= 1.0 && (number - number.round()).abs() < 5e-3 =>
        {
            format!("{number:.0} {unit}")
        }
        number if number >= 0.095 => format!("{number:.1} {unit}"),
        number => format!("{number:.1e} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_no_plural() {
        assert_eq!(plural(1, "shot"), "1 shot");
        assert_eq!(plural(0, "shot"), "0 shots");
    }

    #[test]
    fn times_have_the_unit_in_which_they_are_short() {
        for (time, text) in [
            (1e-6, "1 µs"),
            (1e-7, "100 ns"),
            (2.5e-12, "2.5e-3 ns"),
            (0.0531, "53 ms"),
            (0.99999, "1 s"),
            (4.115, "4.1 s"),
            (59.0, "59 s"),
            (90.0, "1.5 min"),
            (9000.0, "2.5 h"),
            (200_000.0, "2.3 days"),
            (3.2e9, "101 years"),
            (1e15, "3.2e7 years"),
        ] {
            assert_eq!(seconds(time), text, "{time}");
        }
    }
}
