//! Puzzles as people share them, to puzzle files: letter grids, colored squares, JSON, game IDs,
//! URLs.
//!
//! An [`Importer`] is one way of writing a puzzle down: it says whether a text looks like it and
//! reads it. All stand in the table [`IMPORTERS`]. What was read is written as a puzzle file and
//! parsed again by the family itself, so that an import never makes a file that the program would
//! refuse. Nothing here knows a rule of a puzzle.

mod binary;
mod digits;
mod game_id;
mod json;
mod labels;
mod penpa;
mod penpa_tents;
mod puzz_link;
mod pzpr;
mod queens_emoji;
mod queens_json;
mod queens_letters;
mod queens_placement;
mod solo_id;
mod source;
mod star_battle_text;
mod sudoku_json;
mod sudoku_text;
mod takuzu_grid;
mod tango_json;
mod tango_text;
mod tents_id;
mod tents_text;
mod unruly_id;
mod walls;

use crate::error::{Error, Result};
use crate::puzzle::{
    BinaryGridLayout, FAMILIES, Puzzle, QueensLayout, StarBattleLayout, SudokuLayout, TentsLayout,
};
use source::PastedText;

/// All formats, in the order of the help text. A new one: a file in `import/`, a line here.
///
/// ```
/// use ketboard_puzzles::{IMPORTERS, ImportOptions, import};
///
/// for importer in IMPORTERS {
///     let family = Some(importer.families[0].to_owned());
///     let options = ImportOptions { family, ..ImportOptions::default() };
///     // no other format of the same family takes the sample for one of its own
///     assert_eq!(import(importer.sample, "a shared text", &options)?.format, importer.name);
/// }
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
pub static IMPORTERS: &[&Importer] = &[
    &queens_letters::IMPORTER,
    &queens_emoji::IMPORTER,
    &queens_json::IMPORTER,
    &queens_placement::IMPORTER,
    &tango_text::IMPORTER,
    &tango_json::IMPORTER,
    &takuzu_grid::IMPORTER,
    &takuzu_grid::IMPORTER_OF_ONE_AND_TWO,
    &unruly_id::IMPORTER,
    &tents_id::IMPORTER,
    &tents_text::IMPORTER,
    &solo_id::IMPORTER,
    &sudoku_text::IMPORTER,
    &sudoku_json::IMPORTER,
    &star_battle_text::IMPORTER,
    &penpa::IMPORTER,
    &puzz_link::IMPORTER,
    &puzz_link::TENTS,
    &puzz_link::SUDOKU,
];

/// The longest text that is read, in bytes.
const LONGEST_TEXT: usize = 1 << 20;

/// A way in which puzzles are written down elsewhere.
///
/// ```
/// use ketboard_puzzles::{IMPORTERS, ImportOptions, import};
///
/// let named = IMPORTERS.iter().find(|importer| importer.name == "sudoku-text");
/// let importer = named.expect("it is known");
/// let imported = import(importer.sample, "a shared text", &ImportOptions::default())?;
/// assert_eq!(imported.puzzle.family, importer.families[0]);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Debug)]
pub struct Importer {
    /// Its name, as `--format` takes it.
    pub name: &'static str,
    /// What it looks like, in one line.
    pub about: &'static str,
    /// The families its texts can be; the first one is meant where nothing else is asked for.
    pub families: &'static [&'static str],
    /// Whether its texts themselves tell the family, or the user has to.
    pub tells_family: bool,
    /// A complete small text.
    pub sample: &'static str,
    recognize: fn(&PastedText<'_>) -> bool,
    read: fn(&PastedText<'_>, &'static str) -> Result<Sheet>,
}

/// A puzzle that was read and is not yet written.
#[derive(Debug)]
enum Sheet {
    Queens(QueensLayout),
    Stars(StarBattleLayout),
    Binary(BinaryGridLayout),
    Tents(TentsLayout),
    Sudoku(SudokuLayout),
}

/// What the user knows about the text.
///
/// ```
/// use ketboard_puzzles::{ImportOptions, import};
///
/// let text = "1..0\n....\n.0..\n...1"; // a Takuzu, where nothing else is said
/// let tango = ImportOptions { family: Some("tango".into()), ..ImportOptions::default() };
/// assert_eq!(import(text, "pasted", &tango)?.puzzle.family, "tango");
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct ImportOptions {
    /// The family whose rules hold.
    pub family: Option<String>,
    /// The importer that is to read it.
    pub format: Option<String>,
    /// Stars in each row, column and region, where the text does not tell.
    pub stars: Option<u32>,
    /// The puzzle's own name; that of the source if absent.
    pub name: Option<String>,
}

/// A puzzle file made from a shared text.
///
/// ```
/// use ketboard_puzzles::{ImportOptions, import};
///
/// let takuzu = "1..0|....|.0..|...1".replace('|', "\n");
/// let imported = import(&takuzu, "pasted", &ImportOptions::default())?;
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
}

/// The puzzle file that says what `text` says; `source` is the text's name in messages.
///
/// ```
/// use ketboard_puzzles::{ImportOptions, import};
///
/// let tango = "0=. . .\n    x\n. . . .\n. . . .\n. . .x1\n"; // signs between and below cells
/// let imported = import(tango, "pasted", &ImportOptions::default())?;
/// assert_eq!((imported.format, imported.puzzle.look.signs.len()), ("tango-text", 3));
/// assert!(import("neither a file nor a board", "pasted", &ImportOptions::default()).is_err());
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
///
/// # Errors
/// A text that no importer recognizes, or several do; an unknown name in `wish`; whatever the
/// importer or the family refuses: the line, what was found, what would be right.
pub fn import(text: &str, source: &str, wish: &ImportOptions) -> Result<Imported> {
    if text.len() > LONGEST_TEXT {
        let found = format!("{} bytes of text", text.len());
        let remedy = format!("give one puzzle, at most {LONGEST_TEXT} bytes");
        return Err(Error::input(source, None, found, remedy));
    }
    let visible: String = text.chars().filter(|c| !is_invisible(*c)).collect();
    let shared = PastedText::new(source, &visible, wish.stars);
    let importer = choose(&shared, wish)?;
    let family = family_for(importer, source, wish)?;
    check_stars(importer, family, wish)?;
    let name = wish.name.as_deref().unwrap_or("Imported puzzle");
    let toml = (importer.read)(&shared, family)?.to_toml(name);
    let puzzle = Puzzle::parse(&toml, &format!("{source} as a puzzle file"))?;
    Ok(Imported {
        format: importer.name,
        toml,
        puzzle,
    })
}

/// Variation selectors, joiners and byte order marks: they change how a symbol looks, not which one
/// it is.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{fe0e}' | '\u{fe0f}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}'
    )
}

impl Sheet {
    fn to_toml(&self, name: &str) -> String {
        match self {
            Self::Queens(layout) => layout.to_toml(name),
            Self::Stars(layout) => layout.to_toml(name),
            Self::Binary(layout) => layout.to_toml(name),
            Self::Tents(layout) => layout.to_toml(name),
            Self::Sudoku(layout) => layout.to_toml(name),
        }
    }
}

/// The importer that is asked for, or the only one that recognizes the text.
fn choose(source: &PastedText<'_>, wish: &ImportOptions) -> Result<&'static Importer> {
    if let Some(name) = &wish.format {
        let named = IMPORTERS.iter().find(|importer| importer.name == name);
        return named.copied().ok_or_else(|| {
            let remedy = format!("known are {}", names(IMPORTERS));
            Error::setting("format", format!("unknown format {name:?}"), remedy)
        });
    }
    let fits = |importer: &Importer| match &wish.family {
        Some(family) => importer.families.contains(&family.as_str()),
        None => true,
    };
    let found: Vec<&'static Importer> = IMPORTERS
        .iter()
        .copied()
        .filter(|importer| fits(importer) && (importer.recognize)(source))
        .collect();
    match found[..] {
        [importer] => Ok(importer),
        [] => Err(unrecognized(source, wish)),
        _ => {
            let found = format!("the text can be read as {}", names(&found));
            Err(source.wrong(None, found, "choose one with the setting `format`"))
        }
    }
}

fn unrecognized(source: &PastedText<'_>, wish: &ImportOptions) -> Error {
    let start = source::clipped(source.text());
    let found = match &wish.family {
        Some(family) => format!(
            "{start} is in no format known for {}",
            family.escape_debug()
        ),
        None => format!("{start} is neither a file nor in a known format"),
    };
    let remedy = format!(
        "known are {}; choose one with the setting `format` to learn what is missing",
        names(IMPORTERS)
    );
    source.wrong(None, found, remedy)
}

fn names(importers: &[&Importer]) -> String {
    let names: Vec<&str> = importers.iter().map(|importer| importer.name).collect();
    names.join(", ")
}

/// Stars are asked for only where a drawing does not tell them.
fn check_stars(importer: &Importer, family: &str, wish: &ImportOptions) -> Result<()> {
    let asked = !importer.tells_family && family == "star-battle";
    match wish.stars {
        Some(stars) if !asked => {
            let found = format!("{stars} for a {family} in the format {}", importer.name);
            let remedy = "leave it out: only a drawn star battle does not tell its stars";
            Err(Error::setting("stars", found, remedy))
        }
        None if asked => {
            let found = "nothing, and a drawn star battle does not tell its stars";
            let remedy = "give `stars` 1 or 2: stars in each row, column and region";
            Err(Error::setting("stars", found, remedy))
        }
        Some(_) | None => Ok(()),
    }
}

/// The family whose rules hold: the one asked for, else the importer's first.
fn family_for(importer: &Importer, source: &str, wish: &ImportOptions) -> Result<&'static str> {
    let list = importer.families.join(" or the setting `as` ");
    let Some(name) = &wish.family else {
        if importer.tells_family {
            return Ok(importer.families[0]);
        }
        let found = format!(
            "a text in the format {} does not say which rules hold",
            importer.name
        );
        return Err(Error::input(
            source,
            None,
            found,
            format!("add the setting `as` {list}"),
        ));
    };
    let fitting = importer.families.iter().find(|family| *family == name);
    fitting.copied().ok_or_else(|| {
        let found = if FAMILIES.iter().any(|family| family.name == name) {
            format!("{} holds no {name} puzzle", importer.name)
        } else {
            format!("unknown family {name:?}")
        };
        Error::setting("as", found, format!("use the setting `as` {list}"))
    })
}
