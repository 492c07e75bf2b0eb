//! A shared text and its lines, with the errors that name them.

use crate::error::Error;

/// Signs of a text that a message shows.
const SHOWN: usize = 30;

/// A text as it was shared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PastedText<'a> {
    name: &'a str,
    text: &'a str,
    stars: Option<u32>,
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
    pub(super) fn new(name: &'a str, text: &'a str, stars: Option<u32>) -> Self {
        Self { name, text, stars }
    }

    /// Stars in each row, column and region, where the user says them.
    pub(super) fn stars(&self) -> Option<u32> {
        self.stars
    }

    /// The text without blanks around it.
    pub(super) fn text(&self) -> &'a str {
        self.text.trim()
    }

    /// Whether the text is written as JSON, which only the readers of JSON know: whatever its
    /// letters look like, it draws no board.
    pub(super) fn is_json(&self) -> bool {
        self.text().starts_with(['{', '['])
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
        self.text
            .split(is_separator)
            .filter(|field| !field.is_empty())
    }

    /// Whether it holds numbers only, as a line with the size of a board does.
    pub(super) fn is_numbers(&self) -> bool {
        self.fields()
            .all(|field| field.bytes().all(|b| b.is_ascii_digit()))
    }
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '|')
}

/// The start of a text in quotes, on one line.
pub(super) fn clipped(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}
