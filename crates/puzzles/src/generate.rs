//! Puzzles with exactly one solution, from a seed, with a wished difficulty and number of qubits.
//!
//! A maker draws a random solution and a puzzle around it that has no other (the exact solver says
//! so). Where a number of qubits or a difficulty is wished, values of the solution are then given
//! one at a time, in random order, as long as the board does not fall below the wish; where it is
//! stepped over, the next draw is tried. Every draw takes its randomness from the seed alone. The
//! file says how hard it is.

mod binary_grid;
mod chess;
mod hints;
mod joining;
mod n_queens;
mod placement;
mod queens;
mod regions;
mod rivals;
mod star_battle;
mod symbols;
mod tents;
mod wish;

pub use wish::GenerateOptions;

use crate::ask::Ask;
use crate::classical::solutions_up_to;
use crate::error::{Error, Result};
use crate::grid::Cell;
use crate::model::Model;
use crate::puzzle::{Puzzle, PuzzleText};
use crate::reduce::difficulty;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::ops::{ControlFlow, RangeInclusive};
use wish::Standing;

/// A family that puzzles can be made for.
///
/// ```
/// use ketboard_puzzles::{FAMILIES, MAKERS};
///
/// let known = |name| FAMILIES.iter().any(|family| family.name == name);
/// assert!(MAKERS.iter().all(|maker| known(maker.family)));
/// ```
#[derive(Debug)]
pub struct Maker {
    /// The family's name.
    pub family: &'static str,
    sizes: RangeInclusive<usize>,
    only_even: bool,
    draw: fn(usize, &mut ChaCha8Rng) -> Option<PuzzleDraft>,
}

/// All makers. Adding one: a file in `generate/`, a line here.
///
/// ```
/// use ketboard_puzzles::MAKERS;
///
/// let tango = MAKERS.iter().find(|maker| maker.family == "tango").expect("it can be made");
/// assert!(tango.sizes().all(|size| size % 2 == 0)); // as many suns as moons in each line
/// ```
pub static MAKERS: &[Maker] = &[
    queens::QUEENS,
    n_queens::MAKER,
    queens::STAR_BATTLE,
    tents::MAKER,
    binary_grid::TANGO,
    binary_grid::TAKUZU,
    chess::MAKER,
    symbols::SUDOKU,
    symbols::QUEENS_SQUARED,
];

/// Draws until a wish is given up.
const DRAWS: usize = 400;

/// The puzzle file under a name, with some hints given.
type Writer = dyn Fn(&str, &[Hint]) -> String;

/// A puzzle with one solution, before values are given for the sake of qubits.
struct PuzzleDraft {
    /// What may still be given, all of it true in the solution.
    hints: Vec<Hint>,
    /// The puzzle file with some hints given, under a name.
    write: Box<Writer>,
}

/// The file with the cells that hold a piece, behind `key`, and those that are empty.
fn with_given(file: PuzzleText, key: &str, given: &[Hint]) -> PuzzleText {
    let cells = |value: bool| {
        let hints = given.iter().filter(|hint| hint.value == value);
        hints.map(|hint| hint.cell).collect::<BTreeSet<Cell>>()
    };
    file.list(key, cells(true).iter())
        .list("empty", cells(false).iter())
}

/// A value of the solution that a puzzle may give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hint {
    cell: Cell,
    value: bool,
}

/// The text of a puzzle file of `family` that has exactly one solution and is as wished; its first
/// line, a comment, says how hard it is.
///
/// ```
/// use ketboard_puzzles::{GenerateOptions, Puzzle, RuleSet, generate, reduce};
///
/// let wish = GenerateOptions { size: 4, qubits: Some(4), ..GenerateOptions::default() };
/// let puzzle = Puzzle::parse(&generate("takuzu", &wish)?, "made by seed 0")?;
/// let reduction = reduce(&puzzle.model, RuleSet::Paper, None).expect("it has a solution");
/// assert_eq!(reduction.qubits(), 4);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
///
/// # Errors
/// If no maker knows the family, the size is out of its range, or no draw meets the wish; the error
/// then names what was met.
pub fn generate(family: &str, wish: &GenerateOptions) -> Result<String> {
    generate_asking(family, wish, &|| ControlFlow::Continue(()))
}

/// [`generate`], asking before each draw whether to go on.
///
/// # Errors
/// As [`generate`]; [`Error::Stopped`] where `ask` says stop, since an unfinished puzzle is none.
pub fn generate_asking(family: &str, wish: &GenerateOptions, ask: Ask<'_>) -> Result<String> {
    let maker = wish.maker(family)?;
    maker.check(wish.size)?;
    maker.check_qubits(wish)?;
    let mut rng = ChaCha8Rng::seed_from_u64(wish.seed);
    let mut met = BTreeSet::new();
    for _ in 0..DRAWS {
        if ask().is_break() {
            return Err(Error::Stopped);
        }
        let Some(draft) = (maker.draw)(wish.size, &mut rng) else {
            continue;
        };
        let (hints, standing) = hints::give(&draft, wish, &mut rng)?;
        if standing.fits(wish) {
            return rated((draft.write)(&maker.name(wish), &hints));
        }
        met.insert(standing);
    }
    Err(unfulfilled(maker, wish, &met))
}

/// The file with a comment that says how hard it is.
fn rated(text: String) -> Result<String> {
    let puzzle = Puzzle::parse(&text, "draft")?;
    let rating = difficulty(&puzzle.model).map_err(|contradiction| Error::NoSolution {
        file: "draft".into(),
        reason: contradiction.to_string(),
    })?;
    Ok(format!("# difficulty: {rating}\n{text}"))
}

impl Maker {
    /// The sizes that it makes, ascending.
    pub fn sizes(&self) -> impl Iterator<Item = usize> + use<> {
        let step = if self.only_even { 2 } else { 1 };
        self.sizes.clone().filter(move |size| size % step == 0)
    }

    /// Succeeds if the maker makes boards of this size.
    fn check(&self, size: usize) -> Result<()> {
        if self.sizes().any(|known| known == size) {
            return Ok(());
        }
        let even = if self.only_even {
            "an even number"
        } else {
            "a number"
        };
        let remedy = format!(
            "give {even} from {} to {}",
            self.sizes.start(),
            self.sizes.end()
        );
        Err(Error::setting(
            "size",
            format!("{size} for {}", self.family),
            remedy,
        ))
    }

    /// Refuses more qubits than a board of that size has variables.
    fn check_qubits(&self, wish: &GenerateOptions) -> Result<()> {
        let cells = wish.size * wish.size;
        let variables = match self.family {
            "sudoku" | "n-queens-squared" => cells * wish.size,
            _ => cells,
        };
        match wish.qubits {
            Some(qubits) if qubits > variables => Err(Error::setting(
                "qubits",
                format!(
                    "{qubits} for {} of size {}, which has {variables} variables",
                    self.family, wish.size
                ),
                format!("wish for fewer than {variables}, or for a larger `size`"),
            )),
            Some(_) | None => Ok(()),
        }
    }

    /// The name of the puzzle: its family, size, seed and qubits.
    fn name(&self, wish: &GenerateOptions) -> String {
        let mut family = self.family.to_owned();
        family[..1].make_ascii_uppercase();
        let stars = wish.stars.filter(|stars| *stars > 1);
        let stars = stars.map_or_else(String::new, |stars| format!(", {stars} stars"));
        let qubits = wish
            .qubits
            .map_or_else(String::new, |q| format!(", {q} qubits"));
        format!(
            "{family} {0}×{0}{stars}, seed {1}{qubits}",
            wish.size, wish.seed
        )
    }
}

/// Whether exactly one assignment obeys all rules.
fn has_one_solution(model: &Model) -> bool {
    solutions_up_to(model, 2).len() == 1
}

/// The error where no draw was as wished: what the draws were instead.
fn unfulfilled(maker: &Maker, wish: &GenerateOptions, met: &BTreeSet<Standing>) -> Error {
    let words = wish.words();
    let with = if words.is_empty() { "" } else { " and " };
    let found = format!(
        "no {} of size {} with one solution{with}{words} in {} draws",
        maker.family, wish.size, DRAWS
    );
    let came_up: Vec<_> = met.iter().map(Standing::to_string).collect();
    let remedy = if came_up.is_empty() {
        "try another `size` or `seed`".to_owned()
    } else {
        format!("these came up: {}", came_up.join(", "))
    };
    let name = match (wish.qubits, wish.difficulty) {
        (Some(_), _) => "qubits",
        (None, Some(_)) => "difficulty",
        (None, None) => "size",
    };
    Error::setting(name, found, remedy)
}

#[cfg(test)]
mod tests;
