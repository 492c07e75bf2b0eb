//! JSON that stays inside its script, and words that stay words in a shell.

/// JSON as the content of a `script` element: the same value, without the `<` that could end the
/// element or open a comment.
pub(super) fn json(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// A word as a shell reads it back: as it is, or in quotes where the shell would split or change
/// it.
pub(crate) fn shell(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_.:=/,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_quoted_only_where_a_shell_would_split_or_change_it() {
        for (word, quoted) in [
            ("queens-4x4.toml", "queens-4x4.toml"),
            ("my study/a b", "'my study/a b'"),
            ("it's", "'it'\\''s'"),
            ("", "''"),
        ] {
            assert_eq!(shell(word), quoted);
        }
    }

    #[test]
    fn json_keeps_its_value_and_cannot_leave_its_script() {
        let value = serde_json::json!(["</script><!--<script>", "a < b", "\\<"]);
        let escaped = json(&value.to_string());
        assert!(!escaped.contains('<'), "{escaped}");
        let read: serde_json::Value = serde_json::from_str(&escaped).unwrap();
        assert_eq!(read, value);
    }
}
