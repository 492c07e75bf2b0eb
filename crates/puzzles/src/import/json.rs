//! Arrays in JSON and in JavaScript or TypeScript sources, where quotes may be single and a comma
//! may be last.

use super::source::{PastedText, clipped};
use crate::error::Result;
use serde_json::Value;

/// The array behind the first of `keys` that the text has, or the text itself where it is an array.
///
/// # Errors
/// No such array, or one that is no JSON.
pub(super) fn array(source: &PastedText<'_>, keys: &[&str]) -> Result<Vec<Value>> {
    let text = source.text();
    let behind = keys.iter().find_map(|key| behind(text, key));
    let itself = || text.starts_with('[').then_some(text);
    let Some(start) = behind.or_else(itself) else {
        let found = format!("no array behind {} in {}", keys.join(", "), clipped(text));
        return Err(source.wrong(None, found, "give an array of rows, each an array of cells"));
    };
    let cleaned = cleaned(balanced(start));
    serde_json::from_str(&cleaned).map_err(|error| {
        let line = text[..text.len() - start.len()].lines().count().max(1);
        let found = format!("an array that is no JSON ({error})");
        source.wrong(Some(line), found, "write [[\"A\", \"B\"], [\"A\", \"B\"]]")
    })
}

/// Whether the text has an array behind the key.
pub(super) fn has_array(text: &str, key: &str) -> bool {
    behind(text, key).is_some()
}

/// The text from the `[` on that follows `key:`, `"key":` or `key =`.
fn behind<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let starts = text.match_indices(key).filter(|(at, _)| {
        let before = text[..*at].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric() && c != '_')
    });
    starts
        .filter_map(|(at, _)| {
            let after = text[at + key.len()..].trim_start_matches(['"', '\'']);
            let value = after.trim_start().strip_prefix([':', '='])?;
            let value = value.trim_start();
            value.starts_with('[').then_some(value)
        })
        .next()
}

/// The text up to the bracket that closes its first one; all of it where none does.
fn balanced(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return &text[..=at];
        }
    }
    text
}

/// The same array with double quotes and without commas before a closing bracket.
fn cleaned(text: &str) -> String {
    let mut cleaned = String::new();
    for (at, c) in text.char_indices() {
        match c {
            '\'' | '`' => cleaned.push('"'),
            ',' if text[at + 1..].trim_start().starts_with(']') => {}
            _ => cleaned.push(c),
        }
    }
    cleaned
}
