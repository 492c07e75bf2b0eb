//! The table of puzzle families: a record each, from which parsing, help and tests are derived.

use super::board::Board;
use super::file::DocumentValue;
use super::{binary_grid, chess, n_queens_squared, queens, sudoku, tents};
use crate::error::Result;

/// A family of puzzles.
///
/// ```
/// use ketboard_puzzles::{Family, Puzzle};
///
/// for family in Family::ALL {
///     assert_eq!(Puzzle::parse(family.sample, family.name)?.family, family.name);
/// }
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Debug)]
pub struct Family {
    /// Its name in puzzle files.
    pub name: &'static str,
    /// Its rules in one line.
    pub about: &'static str,
    /// What else people call it; the error for such a file names the family.
    pub also_called: &'static [&'static str],
    /// The keys it knows beside [`Family::COMMON_KEYS`], and what each is.
    pub keys: &'static [(&'static str, &'static str)],
    /// States the rules of a file, given as its root, whose keys are known.
    pub(super) parse: for<'a> fn(&DocumentValue<'a>) -> Result<Board<'a>>,
    /// A complete small puzzle file.
    pub sample: &'static str,
}

impl Family {
    /// All families, in the order of the help text. A new one: a file in `puzzle/`, a line here.
    ///
    /// ```
    /// use ketboard_puzzles::Family;
    ///
    /// let tents = Family::ALL.iter().find(|family| family.name == "tents").expect("it is known");
    /// assert!(tents.about.starts_with("a tent beside each tree"));
    /// assert!(tents.keys.iter().any(|(key, _)| *key == "row_counts"));
    /// ```
    pub const ALL: &[&Self] = &[
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

    /// The keys of every family, and what each is.
    ///
    /// ```
    /// use ketboard_puzzles::{Family, Puzzle};
    ///
    /// assert!(Family::COMMON_KEYS.iter().any(|(key, _)| *key == "name"));
    /// let text = "family = 'n-queens'\nname = 'My board'\nsize = 4";
    /// let puzzle = Puzzle::parse(text, "mine.toml")?;
    /// assert_eq!(puzzle.name, "My board");
    /// # Ok::<(), ketboard_puzzles::Error>(())
    /// ```
    pub const COMMON_KEYS: &[(&str, &str)] = &[
        ("family", "which rules hold"),
        ("name", "the puzzle's own name; the file's if absent"),
        (
            "topology",
            "plane, cylinder (columns wrap) or torus; plane if absent",
        ),
    ];

    /// Whether it has this key of its own.
    pub fn knows(&self, name: &str) -> bool {
        self.keys.iter().any(|(key, _)| *key == name)
    }

    /// The family that a file names, if it has no key that the family does not know.
    ///
    /// # Errors
    /// No key `family`, a name that no family has; an unknown key, and the nearest known one.
    pub(crate) fn of(root: &DocumentValue<'_>) -> Result<&'static Self> {
        let names: Vec<&str> = Family::ALL.iter().map(|family| family.name).collect();
        let list = names.join(", ");
        let value = root.require("family", &format!("add family = \"...\", one of {list}"))?;
        let name = value.text(&format!("a text in quotes, one of {list}"))?;
        let unknown = || {
            let question = Self::meant_by(name).map(|meant| format!("did you mean {meant:?}? "));
            let remedy = format!("{}known are {list}", question.unwrap_or_default());
            value.wrong(format!("unknown family {name:?}"), remedy)
        };
        let family = Family::ALL.iter().find(|family| family.name == name);
        let family = *family.ok_or_else(unknown)?;
        let keys = Family::COMMON_KEYS.iter().chain(family.keys);
        root.refuse_unknown(&keys.map(|(key, _)| *key).collect::<Vec<_>>())?;
        Ok(family)
    }

    /// The family that people call so, or whose name a slip of the pen turns into this word: one
    /// with at most a third of its letters changed.
    pub(crate) fn meant_by(name: &str) -> Option<&'static str> {
        let name = name.to_lowercase().replace([' ', '_'], "-");
        let called = Family::ALL.iter().flat_map(|family| {
            let names = std::iter::once(&family.name).chain(family.also_called);
            names.map(|called| (*called, family.name))
        });
        let edits = |(called, family)| (strsim::damerau_levenshtein(&name, called), family);
        let (edits, family) = called.map(edits).min_by_key(|(edits, _)| *edits)?;
        (edits <= name.chars().count() / 3).then_some(family)
    }
}
