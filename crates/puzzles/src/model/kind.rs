//! The kinds of rules: the unit in which penalties are weighed.

use std::fmt;

/// The family of penalty terms a rule belongs to: the unit in which weights are given. The kinds of
/// puzzles have names of their own here; a model of one's own may name others.
///
/// ```
/// use ketboard_puzzles::Kind;
///
/// assert_eq!(Kind::Row.name(), "row");
/// assert_eq!(Kind::named("shift").name(), "shift"); // of a model of one's own
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Kind {
    /// One symbol in a cell.
    Cell,
    /// Count of a row.
    Row,
    /// Count of a column.
    Column,
    /// Count of a colored region.
    Region,
    /// Pieces that attack or touch each other.
    Diagonal,
    /// Windows of three.
    Repetition,
    /// As many zeros as ones in a line.
    Balance,
    /// = and x signs.
    Sign,
    /// No two equal lines.
    Distinct,
    /// Cells beside a tree, and beside none.
    Tree,
    /// One-to-one matchings.
    Matching,
    /// A kind of one's own, by its name; [`Kind::named`] makes it.
    Own(&'static str),
}

impl Kind {
    /// The kind of this name: that of puzzles where there is one, else a kind of one's own.
    ///
    /// ```
    /// use ketboard_puzzles::Kind;
    ///
    /// assert_eq!(Kind::named("row"), Kind::Row);
    /// assert_eq!(Kind::named("budget").name(), "budget");
    /// ```
    pub fn named(name: &'static str) -> Self {
        Self::known(name).unwrap_or(Self::Own(name))
    }

    /// The kind of [`Self::ALL`] that has this name.
    pub(crate) fn known(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// All kinds of puzzles, in the order of the help text.
    pub const ALL: [Self; 11] = [
        Self::Cell,
        Self::Row,
        Self::Column,
        Self::Region,
        Self::Diagonal,
        Self::Repetition,
        Self::Balance,
        Self::Sign,
        Self::Distinct,
        Self::Tree,
        Self::Matching,
    ];

    /// The name used on the command line and in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Own(name) => name,
            known => known.into(),
        }
    }

    /// Whether its rules have a penalty to weigh; the others are judged by the rules alone.
    pub fn has_penalty(self) -> bool {
        !matches!(self, Self::Distinct | Self::Matching)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
