//! Puzzles as people share them, to puzzle files: grids, arrays, game IDs, addresses.
//!
//! Here, too: a shared text and its lines, with the errors that name them.
//!
//! An [`Importer`] is one way of writing a puzzle down; all are in the table [`Importer::ALL`], and
//! the first that knows a text reads it, as rows of labels. What the labels mean is the family's
//! matter: that of the family asked for, else of the one whose own rules the board does not break.
//! What was read is written as a puzzle file and parsed again by the family itself, so that an
//! import never makes a file that the program would refuse.

mod grid;
mod runs;
mod sheet;

use crate::error::{Error, Result};
use crate::puzzle::Puzzle;
use crate::reduce::RuleSet;
use sheet::{Draft, READINGS, Reading, Sheet};

/// The longest text that is read, in bytes.
const LONGEST_TEXT: usize = 1 << 20;

/// A way in which puzzles are written down elsewhere.
///
/// ```
/// use ketboard_puzzles::{Importer, ImportOptions};
///
/// let named = Importer::ALL.iter().find(|importer| importer.name == "game-id");
/// let importer = named.expect("it is known");
/// let imported = ImportOptions::default().import(importer.sample, "a shared text")?;
/// assert!(importer.families.contains(&imported.puzzle.family));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Debug)]
pub struct Importer {
    /// Its name.
    pub name: &'static str,
    /// What it looks like, in one line.
    pub about: &'static str,
    /// The families its texts can be.
    pub families: &'static [&'static str],
    /// A complete small text.
    pub sample: &'static str,
    /// What a text says; nothing where it is not of this form.
    read: fn(&PastedText<'_>, &ImportOptions) -> Option<Result<Sheet>>,
}

impl Importer {
    /// All forms, in the order in which they are tried. A new one: a file in `import/`, a line.
    ///
    /// ```
    /// use ketboard_puzzles::{Importer, ImportOptions};
    ///
    /// for importer in Importer::ALL {
    ///     let imported = ImportOptions::default().import(importer.sample, "a shared text")?;
    ///     // no form before it takes the sample for one of its own
    ///     assert_eq!(imported.format, importer.name);
    /// }
    /// # Ok::<(), ketboard_puzzles::Error>(())
    /// ```
    pub const ALL: &[&Self] = &[
        &runs::LINK,
        &runs::GAME_ID,
        &grid::IMPORTER,
        &grid::TENTS,
        &grid::GRID,
    ];
}

/// What the user knows about the text.
///
/// ```
/// use ketboard_puzzles::ImportOptions;
///
/// let text = "1..0\n....\n.0..\n...1"; // a Takuzu, where nothing else is said
/// let tango = ImportOptions { family: Some("tango".into()), ..ImportOptions::default() };
/// assert_eq!(tango.import(text, "pasted")?.puzzle.family, "tango");
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct ImportOptions {
    /// The family whose rules hold.
    pub family: Option<String>,
    /// Stars in each row, column and region, where the text does not tell.
    pub stars: Option<u32>,
    /// The puzzle's own name; that of the source if absent.
    pub name: Option<String>,
}

/// A puzzle file made from a shared text.
///
/// ```
/// use ketboard_puzzles::ImportOptions;
///
/// let takuzu = "1..0|....|.0..|...1".replace('|', "\n");
/// let imported = ImportOptions::default().import(&takuzu, "pasted")?;
/// assert_eq!(imported.puzzle.family, "takuzu");
/// assert!(imported.toml.contains("family = \"takuzu\""));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Imported {
    /// The importer that read it.
    pub format: &'static str,
    /// The puzzle file.
    pub toml: String,
    /// The puzzle in it.
    pub puzzle: Puzzle,
    /// What the text says beside the puzzle, by name: it was not read.
    pub unread: Vec<String>,
}

impl ImportOptions {
    /// The puzzle file that says what `text` says; `source` is the text's name in messages.
    ///
    /// ```
    /// use ketboard_puzzles::ImportOptions;
    ///
    /// let tango = "0...\n....\n....\n...1\nr1c1 = r1c2\nr1c3 x r2c3\n"; // signs listed below
    /// let imported = ImportOptions::default().import(tango, "pasted")?;
    /// assert_eq!((imported.format, imported.puzzle.look.signs.len()), ("grid", 2));
    /// assert!(ImportOptions::default().import("neither a file nor a board", "pasted").is_err());
    /// # Ok::<(), ketboard_puzzles::Error>(())
    /// ```
    ///
    /// # Errors
    /// A text that is of no known form; one that may be several families; a family that the text
    /// cannot be; whatever the form or the family refuses: the line, what was found, what would be
    /// right.
    pub fn import(&self, text: &str, source: &str) -> Result<Imported> {
        if text.len() > LONGEST_TEXT {
            let found = format!("{} bytes of text", text.len());
            let remedy = format!("give one puzzle, at most {LONGEST_TEXT} bytes");
            return Err(Error::input(source, None, found, remedy));
        }
        let visible: String = text.chars().filter(|c| !is_invisible(*c)).collect();
        let source = &PastedText::new(source, &visible);
        let asked = asked(self)?;
        let read = |importer: &&'static Importer| Some((*importer, (importer.read)(source, self)?));
        let found = Importer::ALL.iter().find_map(read);
        let (importer, sheet) = found.ok_or_else(|| unrecognized(source))?;
        let mut sheet = sheet?;
        if let Some(reading) = asked.filter(|reading| !sheet.can_be(reading.family)) {
            let (form, can_be, family) = (importer.name, &sheet.families, reading.family);
            let found = format!(
                "this {form} is a {} board, and no {family} board",
                can_be[0]
            );
            let remedy = format!(
                "use the setting `as` {}",
                can_be.join(" or the setting `as` ")
            );
            return Err(Error::setting("as", found, remedy));
        }
        sheet.stars = stars(source, &sheet, self)?;
        let name = self.name.as_deref().or(sheet.name.as_deref());
        let draft = |reading| Draft {
            source,
            name: name.unwrap_or("Imported puzzle"),
            sheet: &sheet,
            reading,
        };
        let usual = match sheet.stars {
            Some(stars) if stars > 1 || self.stars.is_some() => Some("star-battle"),
            _ => sheet.families.first().copied(),
        };
        let is_usual = |reading: &&Reading| Some(reading.family) == usual;
        let (toml, puzzle) = match asked.or_else(|| READINGS.iter().find(is_usual)) {
            Some(reading) => draft(reading).read(),
            None => guessed(draft, source, &sheet),
        }?;
        Ok(Imported {
            format: importer.name,
            toml,
            puzzle,
            unread: sheet.unread,
        })
    }
}

/// Marks that change how a symbol looks, and nothing else.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{fe0e}' | '\u{fe0f}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}'
    )
}

/// The reading of the family asked for.
fn asked(options: &ImportOptions) -> Result<Option<&'static Reading>> {
    let Some(name) = &options.family else {
        return Ok(None);
    };
    let reading = READINGS.iter().find(|reading| reading.family == name);
    reading.map(Some).ok_or_else(|| {
        let found = format!("{name:?}, which no shared text is");
        let known: Vec<&str> = READINGS.iter().map(|reading| reading.family).collect();
        Error::setting("as", found, format!("use one of {}", known.join(", ")))
    })
}

/// The stars of the board, which text and user do not tell differently; only a star battle has
/// more than one in each line.
fn stars(source: &PastedText<'_>, sheet: &Sheet, options: &ImportOptions) -> Result<Option<u32>> {
    let stars = options.stars.or(sheet.stars);
    let family = match &options.family {
        Some(family) => family,
        None if sheet.can_be("star-battle") => "star-battle",
        None => sheet.families[0],
    };
    let refused = |found, remedy| Err(Error::setting("stars", found, remedy));
    match (stars, sheet.stars) {
        (Some(0), _) => {
            let remedy = "a star battle has at least one";
            Err(source.wrong(None, "0 stars a line", remedy))
        }
        (Some(asked), Some(stated)) if asked != stated => refused(
            format!("{asked}, where the text has {stated}"),
            "leave it out",
        ),
        (Some(stars), _) if family != "star-battle" && (stars > 1 || options.stars.is_some()) => {
            let remedy = "leave it out, or use the setting `as` star-battle";
            refused(format!("{stars} for a {family} board"), remedy)
        }
        _ => Ok(stars),
    }
}

fn unrecognized(source: &PastedText<'_>) -> Error {
    let shown = clipped(source.text());
    let found = format!("{shown} is neither a file nor a board of a known form");
    let remedy = "give one line a row and one symbol a cell, arrays, a game ID or a puzz.link address, and the family with the setting `as`";
    source.wrong(None, found, remedy)
}

/// The board as the only family that its labels suggest and whose own rules it does not break.
fn guessed<'a>(
    draft: impl Fn(&'static Reading) -> Draft<'a>,
    source: &PastedText<'_>,
    sheet: &Sheet,
) -> Result<(String, Puzzle)> {
    let suggested = |reading: &&Reading| sheet.can_be(reading.family) && (reading.suggests)(sheet);
    let drafts = READINGS.iter().filter(suggested).map(draft);
    let mut found: Vec<Candidate<'a>> = drafts.map(|draft| (draft, draft.read())).collect();
    // what is left of several is tested further
    let keep = |found: &mut Vec<_>, is: fn(&Candidate<'a>) -> bool| {
        if found.len() > 1 && found.iter().any(is) {
            found.retain(is);
        }
    };
    let is_no_queens = |(draft, _): &Candidate<'a>| draft.reading.family != "queens";
    if sheet.labels().any(|label| label == ".") {
        keep(&mut found, is_no_queens);
    }
    for rules in [RuleSet::None, RuleSet::Full] {
        if rules == RuleSet::None || found.len() > 1 {
            for (draft, result) in &mut found {
                let puzzle = result.as_ref().ok().map(|(_, puzzle)| puzzle);
                if let Some(broken) = puzzle.and_then(|puzzle| draft.broken(puzzle, rules)) {
                    *result = Err(broken);
                }
            }
            keep(&mut found, |(_, result)| result.is_ok());
            // numbers of regions, which touch their like, break the rules of numbers in rows
            keep(&mut found, is_no_queens);
        }
    }
    if let [(first, Ok(_)), (second, _), ..] = &found[..] {
        let [first, second] = [first, second].map(|draft| draft.reading.family);
        let found = format!("a board that may be {first} or {second}");
        let remedy = format!("use the setting `as` {first} or the setting `as` {second}");
        return Err(source.wrong(None, found, remedy));
    }
    let first = found.into_iter().next();
    first.map_or_else(|| Err(unrecognized(source)), |(_, result)| result)
}

/// A draft, and what its family makes of the board.
type Candidate<'a> = (Draft<'a>, Result<(String, Puzzle)>);

// A shared text and its lines, with the errors that name them.

/// Signs of a text that a message shows.
const SHOWN: usize = 30;

/// A text as it was shared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PastedText<'a> {
    pub(super) name: &'a str,
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
