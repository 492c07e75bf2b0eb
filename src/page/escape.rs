//! Text that stays text inside a page, JSON that stays inside its script, and words that stay words
//! in a shell.

/// `text` as the content of an element or of a quoted attribute.
pub(super) fn text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

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
    fn no_text_becomes_markup() {
        let escaped = text("<b title=\"x\">&'</b>");
        assert_eq!(escaped, "&lt;b title=&quot;x&quot;&gt;&amp;&#39;&lt;/b&gt;");
        assert_eq!(text("⟨C⟩ of 6×6"), "⟨C⟩ of 6×6");
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
