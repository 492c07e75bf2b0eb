//! How wide a text is in the font that is drawn, and how to break it to a width.
//!
//! Widths are those of the letters that a PNG is drawn with (`letters`); a browser without that
//! font falls back to a narrower one.

use super::letters::advance;

/// The font family every text asks for.
pub(super) const FAMILY: &str = "DejaVu Sans, sans-serif";

/// The text without what XML cannot hold; control characters become blanks.
pub(super) fn clean(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\u{FFFE}' | '\u{FFFF}' => '\u{FFFD}',
            c if c.is_control() => ' ',
            c => c,
        })
        .collect()
}

/// The advance of the text in pixels at a font size in pixels.
pub(super) fn width(text: &str, size: f64, bold: bool) -> f64 {
    advance(&clean(text), size, bold)
}

/// The text in lines no wider than `limit`, broken at blanks, and inside words only where one is
/// too wide alone.
pub(super) fn wrap(text: &str, limit: f64, size: f64, bold: bool) -> Vec<String> {
    let fits = |line: &str| width(line, size, bold) <= limit;
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in clean(text).split_whitespace() {
        let longer = if line.is_empty() {
            word.to_owned()
        } else {
            format!("{line} {word}")
        };
        if fits(&longer) {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for letter in word.chars() {
            if !line.is_empty() && !fits(&format!("{line}{letter}")) {
                lines.push(std::mem::take(&mut line));
            }
            line.push(letter);
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// The text, or as much of it as `limit` holds with an ellipsis behind it.
pub(super) fn shorten(text: &str, limit: f64, size: f64) -> String {
    if width(text, size, false) <= limit {
        return text.to_owned();
    }
    let mut kept: String = text.to_owned();
    while kept.pop().is_some() {
        let short = format!("{}…", kept.trim_end());
        if width(&short, size, false) <= limit {
            return short;
        }
    }
    String::new()
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
    fn a_shortened_text_fits_and_says_that_it_is_short() {
        let short = shorten("a-puzzle-of-a-very-long-name", 80.0, 12.0);
        assert!(
            short.ends_with('…') && width(&short, 12.0, false) <= 80.0,
            "{short}"
        );
        assert_eq!(shorten("short", 80.0, 12.0), "short");
    }
}
