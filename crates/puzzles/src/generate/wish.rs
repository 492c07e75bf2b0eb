//! What kind of puzzle is wished for, and how far a board meets it.

use super::star_battle::TWO_STARS;
use super::{MAKERS, Maker};
use crate::error::{Error, Result};
use crate::reduce::{Difficulty, RuleSet};

/// What kind of puzzle is wished for.
///
/// ```
/// use ketboard_puzzles::{GenerateOptions, Limits, Puzzle, all_solutions, generate};
///
/// let wish = GenerateOptions { size: 4, seed: 7, ..GenerateOptions::default() };
/// let puzzle = Puzzle::parse(&generate("tango", &wish)?, "made by seed 7")?;
/// assert_eq!(all_solutions(&puzzle.model, &Limits::default()).solutions.len(), 1);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GenerateOptions {
    /// Rows and columns.
    pub size: usize,
    /// The same seed makes the same puzzle.
    pub seed: u64,
    /// Exactly this many qubits are left after the reduction; `None` gives no more than the rules
    /// need.
    pub qubits: Option<usize>,
    /// The reduction after which qubits are counted.
    pub level: RuleSet,
    /// The hardest deduction that solving the board takes; `None` takes what comes.
    pub difficulty: Option<Difficulty>,
    /// Stars in each row, column and region of a Star Battle; `None` is 1.
    pub stars: Option<u32>,
}

impl Default for GenerateOptions {
    /// Size 6, seed 0, and nothing more.
    fn default() -> Self {
        Self {
            size: 6,
            seed: 0,
            qubits: None,
            level: RuleSet::Paper,
            difficulty: None,
            stars: None,
        }
    }
}

impl GenerateOptions {
    /// The maker for this wish.
    pub(super) fn maker(&self, family: &str) -> Result<&'static Maker> {
        let maker = MAKERS.iter().find(|maker| maker.family == family);
        let maker = maker.ok_or_else(|| {
            let names: Vec<_> = MAKERS.iter().map(|maker| maker.family).collect();
            let remedy = format!("use one of {}", names.join(", "));
            Error::argument("FAMILY", format!("found {family:?}"), remedy)
        })?;
        match (family, self.stars) {
            (_, None) | ("star-battle", Some(1)) => Ok(maker),
            ("star-battle", Some(2)) => Ok(&TWO_STARS),
            ("star-battle", Some(stars)) => {
                Err(Error::setting("stars", stars.to_string(), "give 1 or 2"))
            }
            (_, Some(stars)) => {
                let remedy = "leave it out; only star-battle takes it";
                Err(Error::setting(
                    "stars",
                    format!("{stars} for {family}"),
                    remedy,
                ))
            }
        }
    }

    /// The wished numbers in words: `9 qubits and difficulty hard`.
    pub(super) fn words(&self) -> String {
        Standing {
            difficulty: self.difficulty,
            qubits: self.qubits,
        }
        .to_string()
    }
}

/// Where a board stands, in what is wished; what is not wished is not measured.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Standing {
    pub(super) difficulty: Option<Difficulty>,
    pub(super) qubits: Option<usize>,
}

impl Standing {
    /// Whether it is just as wished.
    pub(super) fn fits(&self, wish: &GenerateOptions) -> bool {
        (self.difficulty, self.qubits) == (wish.difficulty, wish.qubits)
    }

    /// Whether it is as wished or above, where hints may still bring it down.
    pub(super) fn reaches(&self, wish: &GenerateOptions) -> bool {
        self.difficulty >= wish.difficulty && self.qubits >= wish.qubits
    }
}

impl std::fmt::Display for Standing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let qubits = self.qubits.map(|qubits| format!("{qubits} qubits"));
        let named = |difficulty: Difficulty| format!("difficulty {}", difficulty.name());
        let parts = [qubits, self.difficulty.map(named)];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&parts.join(" and "))
    }
}
