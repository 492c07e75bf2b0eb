//! A shared text and its lines, with the errors that name them.

use crate::error::Error;

/// Signs of a text that a message shows.
const SHOWN: usize = 30;

/// A text as it was shared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PastedText<'a> {
    name: &'a str,
    text: &'a str,
}

/// A line that is not blank.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextLine<'a> {
    /// 1-based.
    pub(super) number: usize,
    /// Without blanks at its end; those at its start are kept.
    pub(super) text: &'a str,
}

impl<'a> PastedText<'a> {
    pub(super) fn new(name: &'a str, text: &'a str) -> Self {
        Self { name, text }
    }

    pub(super) fn name(&self) -> &'a str {
        self.name
    }

    /// The text without blanks around it.
    pub(super) fn text(&self) -> &'a str {
        self.text.trim()
    }

    pub(super) fn lines(&self) -> Vec<TextLine<'a>> {
        let lines = self.text.lines().enumerate();
        lines
            .map(|(index, text)| TextLine {
                number: index + 1,
                text: text.trim_end(),
            })
            .filter(|line| !line.text.is_empty())
            .collect()
    }

    /// An error of this text.
    pub(super) fn wrong(
        &self,
        line: Option<usize>,
        found: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Error {
        Error::input(self.name, line, found, remedy)
    }
}

impl<'a> TextLine<'a> {
    /// Its symbols; blanks and the marks between fields are none.
    pub(super) fn symbols(&self) -> impl Iterator<Item = char> + use<'a> {
        self.text.chars().filter(|c| !is_separator(*c))
    }

    /// Its fields between blanks and marks.
    pub(super) fn fields(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let fields = self.text.split(is_separator);
        fields.filter(|field| !field.is_empty())
    }

    /// Its fields as numbers; `None` where one is none.
    pub(super) fn numbers(&self) -> Option<Vec<usize>> {
        self.fields().map(number).collect()
    }
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '|')
}

/// A count as people and spreadsheets write it: `9` or `9.0`.
pub(super) fn number(text: &str) -> Option<usize> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, "0"));
    let is_whole = !rest.is_empty() && rest.bytes().all(|b| b == b'0');
    whole.parse().ok().filter(|_| is_whole)
}

/// The start of a text in quotes, on one line.
pub(super) fn clipped(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}
