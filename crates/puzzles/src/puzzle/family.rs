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
    /// The keys it knows beside [`Family::COMMON_KEYS`], with blanks between.
    pub(super) keys: &'static str,
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
    /// assert!(tents.knows("row_counts"));
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

    /// The keys of every family.
    pub const COMMON_KEYS: &[&str] = &["family", "name", "topology"];

    /// The keys it knows beside [`Family::COMMON_KEYS`].
    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        self.keys.split_whitespace()
    }

    /// What a key says in a file of this family.
    ///
    /// ```
    /// use ketboard_puzzles::Family;
    ///
    /// let queens = Family::ALL.iter().find(|family| family.name == "queens").expect("known");
    /// assert_eq!(queens.meaning("row_counts"), Some("queens in each row; 1 if absent"));
    /// let known = |family: &&Family| family.keys().all(|key| family.meaning(key).is_some());
    /// assert!(Family::ALL.iter().all(known) && queens.meaning("rows").is_none());
    /// ```
    pub fn meaning(&self, key: &str) -> Option<&'static str> {
        Some(match (self.name, key) {
            (_, "family") => "which rules hold",
            (_, "name") => "the puzzle's own name; the file's if absent",
            (_, "topology") => "plane, cylinder (columns wrap) or torus; plane if absent",
            (_, "size") => "rows and columns of a square board",
            (_, "board") => "the cells: grid of . and # (missing)",
            (_, "regions") => "grid of letters, . for a cell in no region",
            ("takuzu", "region_counts") => "ones in a region by its letter",
            (_, "region_counts") => "queens or pieces in a region by its letter; 1 if not named",
            (_, "region") => "a region that may overlap others: cells, count",
            ("tents", "row_counts") => "tents in each row, \"?\" where not shown",
            ("tents", "col_counts") => "tents in each column, \"?\" where not shown",
            (_, "row_counts") => "queens in each row; 1 if absent",
            (_, "col_counts") => "queens in each column; 1 if absent",
            ("takuzu", "diagonals") => "no three alike in a row on diagonals; false if absent",
            ("n-queens-squared", "diagonals") => "no color twice on a diagonal; true if absent",
            (_, "diagonals") => {
                "none, adjacent, all, a reach, or a grid with the reach of each cell"
            }
            (_, "attacks") => "further attacked offsets [down, right]",
            (_, "rays") => "further attacked directions [down, right], repeated to the edge",
            (_, "diagonal_form") => "pairs, or lines of 0 or 1; the same boards, other energies",
            (_, "soft_form") => "counts [0, 1] as a fraction or as pairs; the same boards",
            (_, "stars") => "stars in each row, column and region; 1 if absent",
            (_, "queens") => "cells with a queen, or a star",
            (_, "empty") => "cells without one",
            (_, "trees") => "grid of T (tree), . (open) and # (missing)",
            (_, "tents") => "cells with a tent",
            (_, "form") => "counts (if absent): a variable a cell; matching: one a direction",
            ("sudoku", "grid") => "grid of digits, then letters from A; . or 0 is open",
            ("n-queens-squared", "grid") => "grid of colors 1, 2, … that are given; . is open",
            (_, "grid") => "grid of 0 (sun), 1 (moon), . (open) and # (missing)",
            (_, "box") => "[rows, cols] of a box; the squarest if absent; [1, n]: none",
            (_, "signs") => "pairs of cells: \"r1c1 = r1c2\" alike, \"r1c1 x r1c2\" different",
            (_, "unique_lines") => "no two rows and no two columns are equal; true if absent",
            (_, "row_ones") => "ones in each row; half its cells if absent",
            (_, "col_ones") => "ones in each column; half its cells if absent",
            (_, "equal") => "cells that are all alike: cells",
            (_, "differ") => "two cells that differ: cells",
            (_, "pieces") => "what a cell may hold: K Q R B N P, letters of [moves], # (missing)",
            (_, "goal") => "regions (one piece in each) or max (the largest sum of weights)",
            (_, "weights") => "worth of a piece by its letter; 1 if absent",
            (_, "lambda") => "weight of an attack with goal max; safe if absent",
            (_, "moves") => "pieces of your own: A = { leaps = [[1, 2]], rays = [[1, 1]] }",
            (_, "placed") => "cells with their piece",
            _ => return None,
        })
    }

    /// Whether it has this key of its own.
    pub fn knows(&self, name: &str) -> bool {
        self.keys().any(|key| key == name)
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
        let keys = Family::COMMON_KEYS.iter().copied().chain(family.keys());
        root.refuse_unknown(&keys.collect::<Vec<_>>())?;
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
