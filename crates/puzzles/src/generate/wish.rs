//! What kind of puzzle is wished for, and how far a board meets it.

use super::star_battle::VARIANTS;
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
    /// How a Star Battle is made.
    pub method: StarMethod,
}

/// How a Star Battle is made.
///
/// ```
/// use ketboard_puzzles::{GenerateOptions, Limits, Puzzle, StarMethod, all_solutions, generate};
///
/// for method in StarMethod::ALL {
///     let wish = GenerateOptions { size: 5, method, ..GenerateOptions::default() };
///     let puzzle = Puzzle::parse(&generate("star-battle", &wish)?, "made by seed 0")?;
///     assert_eq!(all_solutions(&puzzle.model, &Limits::default()).solutions.len(), 1);
/// }
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StarMethod {
    /// Regions grow around the stars, each in one piece from the start.
    Direct,
    /// The cubic growth model is annealed.
    Cubic,
    /// The growth model with auxiliaries is annealed.
    Qubo,
}

impl StarMethod {
    /// All methods, the default first.
    pub const ALL: [Self; 3] = [Self::Direct, Self::Cubic, Self::Qubo];

    /// The name that users write.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Cubic => "cubic",
            Self::Qubo => "qubo",
        }
    }

    /// Draws are tried this often before the wish is called unfulfillable.
    pub(super) fn draws(self) -> usize {
        match self {
            Self::Direct => 400,
            Self::Cubic | Self::Qubo => 40,
        }
    }
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
            method: StarMethod::Direct,
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
        if family != "star-battle" {
            self.refuse_star_battles_own(family)?;
            return Ok(maker);
        }
        let stars = self.stars.unwrap_or(1);
        if (stars, self.method) == (1, StarMethod::Direct) {
            return Ok(maker);
        }
        let fits = |variant: &&super::star_battle::Variant| {
            (variant.stars, variant.method) == (stars, self.method)
        };
        let variant = VARIANTS.iter().find(fits);
        variant.map(|variant| &variant.maker).ok_or_else(|| {
            let found = format!("{stars} with `method` {}", self.method.name());
            let remedy = "give 1 or 2 with direct or cubic, 1 with qubo";
            Error::setting("stars", found, remedy)
        })
    }

    fn refuse_star_battles_own(&self, family: &str) -> Result<()> {
        let remedy = "leave it out; only star-battle takes it";
        if let Some(stars) = self.stars {
            let found = format!("{stars} for {family}");
            return Err(Error::setting("stars", found, remedy));
        }
        if self.method != StarMethod::Direct {
            let found = format!("{} for {family}", self.method.name());
            return Err(Error::setting("method", found, remedy));
        }
        Ok(())
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
