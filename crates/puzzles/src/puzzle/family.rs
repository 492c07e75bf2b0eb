//! The table of puzzle families: a record each, from which parsing, help and tests are derived.

use super::file::{Document, nearest};
use super::{Puzzle, binary_grid, chess, n_queens_squared, queens, sudoku, tents};
use crate::error::Result;

/// All families, in the order of the help text. A new one: a file in `puzzle/`, a line here.
///
/// ```
/// use ketboard_puzzles::FAMILIES;
///
/// let tents = FAMILIES.iter().find(|family| family.name == "tents").expect("it is known");
/// assert!(tents.about.starts_with("a tent beside each tree"));
/// assert!(tents.keys.iter().any(|key| key.name == "row_counts"));
/// ```
pub static FAMILIES: &[&Family] = &[
    &queens::N_QUEENS,
    &queens::QUEENS,
    &queens::STAR_BATTLE,
    &tents::FAMILY,
    &binary_grid::TANGO,
    &binary_grid::TAKUZU,
    &chess::FAMILY,
    &sudoku::FAMILY,
    &n_queens_squared::FAMILY,
];

/// The keys of every family.
///
/// ```
/// use ketboard_puzzles::{COMMON_KEYS, Puzzle};
///
/// assert!(COMMON_KEYS.iter().any(|key| key.name == "name"));
/// let puzzle = Puzzle::parse("family = 'n-queens'\nname = 'My board'\nsize = 4", "mine.toml")?;
/// assert_eq!(puzzle.name, "My board");
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
pub static COMMON_KEYS: &[Key] = &[
    key("family", "which rules hold"),
    key("name", "the puzzle's own name; the file's if absent"),
    key(
        "topology",
        "plane, cylinder (columns wrap) or torus; plane if absent",
    ),
];

/// A family of puzzles.
///
/// ```
/// use ketboard_puzzles::{FAMILIES, Puzzle};
///
/// for family in FAMILIES {
///     assert_eq!(Puzzle::parse(family.sample, family.name)?.family, family.name);
/// }
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Family {
    /// Its name in puzzle files.
    pub name: &'static str,
    /// Its rules in one line.
    pub about: &'static str,
    /// What else people call it; a file that does is told the name.
    pub also_called: &'static [&'static str],
    /// The keys it knows beside [`COMMON_KEYS`].
    pub keys: &'static [Key],
    /// States the rules of a file whose keys are known.
    pub parse: fn(&Document<'_>) -> Result<Puzzle>,
    /// A complete small puzzle file.
    pub sample: &'static str,
}

/// A key of a puzzle file.
///
/// ```
/// use ketboard_puzzles::{FAMILIES, Puzzle};
///
/// let n_queens = FAMILIES.iter().find(|family| family.name == "n-queens").expect("it is known");
/// assert!(n_queens.keys.iter().any(|key| key.name == "size"));
/// // what is no key is answered with the one most like it
/// let error = Puzzle::parse("family = 'n-queens'\nsiez = 4", "mine.toml").unwrap_err();
/// assert!(error.to_string().contains("did you mean `size`?"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Key {
    /// As it is written.
    pub name: &'static str,
    /// What stands behind it.
    pub about: &'static str,
}

/// A key with its phrase.
pub(crate) const fn key(name: &'static str, about: &'static str) -> Key {
    Key { name, about }
}

impl Family {
    /// The family with this name.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        FAMILIES.iter().copied().find(|family| family.name == name)
    }

    /// Whether it has this key of its own.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.keys.iter().any(|key| key.name == name)
    }

    /// The family a file names.
    ///
    /// # Errors
    /// No key `family`, or a name that no family has.
    pub(crate) fn of(document: &Document<'_>) -> Result<&'static Self> {
        let names = || FAMILIES.iter().map(|family| family.name);
        let list = names().collect::<Vec<_>>().join(", ");
        let remedy = format!("add family = \"...\", one of {list}");
        let value = document.root().require("family", &remedy)?;
        let name = value.text(&format!("a text in quotes, one of {list}"))?;
        Self::named(name).ok_or_else(|| {
            let meant = Self::meant_by(name);
            let question =
                meant.map_or_else(String::new, |meant| format!("did you mean {meant:?}? "));
            let remedy = format!("{question}known are {list}");
            value.wrong(format!("unknown family {name:?}"), remedy)
        })
    }

    /// The family that people call so, or whose name a slip of the pen turns into this word: one
    /// with at most a third of its letters changed.
    pub(crate) fn meant_by(name: &str) -> Option<&'static str> {
        let name = name.to_lowercase().replace([' ', '_'], "-");
        let called = FAMILIES.iter().flat_map(|family| {
            let names = std::iter::once(&family.name).chain(family.also_called);
            names.map(|called| (*called, family.name))
        });
        let called: Vec<(&str, &str)> = called.collect();
        let near = nearest(&name, called.iter().map(|(called, _)| *called))?;
        let edits = strsim::damerau_levenshtein(&name, near);
        let (_, family) = called.into_iter().find(|(called, _)| *called == near)?;
        (edits <= name.chars().count() / 3).then_some(family)
    }

    /// Checks that the file has no key that the family does not know.
    ///
    /// # Errors
    /// The first such key, and the nearest known one.
    pub(crate) fn check_keys(&self, document: &Document<'_>) -> Result<()> {
        let keys = COMMON_KEYS.iter().chain(self.keys);
        let names: Vec<&str> = keys.map(|key| key.name).collect();
        document.root().refuse_unknown(&names)
    }
}
