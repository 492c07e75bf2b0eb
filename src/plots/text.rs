//! How wide a text is in the font that is drawn, and how to break it to a width.
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
}
