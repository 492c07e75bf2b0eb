//! How wide a text is in the font that is drawn, how it is broken to a width; numbers for people.
//!
//! Widths are those of the letters that a PNG is drawn with (`letters`); a browser without that
//! font falls back to a narrower one.

pub(super) use super::letters::width;

/// The font family every text asks for.
pub(super) const FAMILY: &str = "DejaVu Sans, sans-serif";

/// The text as XML holds it; control characters become blanks.
pub(super) fn escaped(text: &str) -> String {
    let letter = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        '\u{FFFE}' | '\u{FFFF}' => '\u{FFFD}'.to_string(),
        c if c.is_control() && c != '\n' => " ".to_owned(),
        c => c.to_string(),
    };
    text.chars().map(letter).collect()
}

/// The sentences that are to be said and say something.
pub(super) fn joined(sentences: &[(bool, &str)], between: &str) -> String {
    let said = sentences
        .iter()
        .filter(|(is_said, text)| *is_said && !text.is_empty());
    let said: Vec<&str> = said.map(|(_, text)| *text).collect();
    said.join(between)
}

/// The text in lines no wider than `limit`, broken at blanks, and inside words only where one is
/// too wide alone.
pub(super) fn wrap(text: &str, limit: f64, size: f64, bold: bool) -> Vec<String> {
    let fits = |line: &str| width(line, size, bold) <= limit;
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_ascii_whitespace() {
        let longer = format!("{line} {word}").trim_start().to_owned();
        if fits(&longer) {
            line = longer;
            continue;
        }
        lines.push(std::mem::take(&mut line));
        for letter in word.chars() {
            if !fits(&format!("{line}{letter}")) {
                lines.push(std::mem::take(&mut line));
            }
            line.push(letter);
        }
    }
    lines.push(line);
    lines.retain(|line| !line.is_empty());
    lines
}

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
    fn a_width_grows_with_the_text_and_its_size() {
        let short = width("abc", 12.0, false);
        assert!(short > 15.0 && short < 30.0, "{short}");
        assert!((width("abc", 24.0, false) - 2.0 * short).abs() < 0.1);
        assert!(width("abcd", 12.0, false) > short);
        assert!(width("a&b <c>", 12.0, true) > short);
    }

    #[test]
    fn wrapped_lines_fit_and_lose_no_letter() {
        let text = "success probability of averyveryveryverylongword | ⟨C⟩ & more";
        for limit in [40.0, 90.0, 200.0, 2000.0] {
            let lines = wrap(text, limit, 12.0, false);
            assert!(
                lines.iter().all(|line| width(line, 12.0, false) <= limit),
                "{lines:?}"
            );
            let letters = |s: &str| s.replace(' ', "");
            assert_eq!(letters(&lines.concat()), letters(text));
        }
    }

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
