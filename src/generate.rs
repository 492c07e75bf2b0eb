//! Puzzles with exactly one solution, from a seed, with a wished number of qubits.
//!
//! A maker draws a random solution and a puzzle around it that has no other (the exact solver says so). To leave the wished
//! number of qubits, values of the solution are then given one at a time, in random order, as long as
//! the reduction leaves at least that many; where the number is stepped over, the next draw is tried. Every draw takes its randomness from the
//! seed alone.

mod binary_grid;
mod chess;
mod queens;
mod symbols;
mod tents;

use crate::classical::solutions_up_to;
use crate::error::{Error, Result};
use crate::grid::Cell;
use crate::model::Model;
use crate::puzzle::Puzzle;
use crate::reduce::{Level, reduce};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// What kind of puzzle is wished for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish {
    /// Rows and columns.
    pub size: usize,
    /// The same seed makes the same puzzle.
    pub seed: u64,
    /// Exactly this many qubits are left after the reduction; `None` gives no more than the rules need.
    pub qubits: Option<usize>,
    /// The reduction after which qubits are counted.
    pub level: Level,
}

/// A family that puzzles can be made for.
#[derive(Debug)]
pub struct Maker {
    /// The family's name.
    pub family: &'static str,
    sizes: RangeInclusive<usize>,
    only_even: bool,
    draw: fn(usize, &mut ChaCha8Rng) -> Option<Draft>,
}

/// All makers. Adding one: a file in `generate/`, a line here.
pub static MAKERS: &[Maker] = &[
    queens::QUEENS,
    queens::STAR_BATTLE,
    tents::MAKER,
    binary_grid::TANGO,
    binary_grid::TAKUZU,
    chess::MAKER,
    symbols::SUDOKU,
    symbols::QUEENS_SQUARED,
];

/// The puzzle file under a name, with some hints given.
type Writer = dyn Fn(&str, &[Hint]) -> String;

/// A puzzle with one solution, before values are given for the sake of qubits.
struct Draft {
    /// What may still be given, all of it true in the solution.
    hints: Vec<Hint>,
    /// The puzzle file with some hints given, under a name.
    write: Box<Writer>,
}

/// The cells that `given` says hold `value`, in reading order.
fn cells_given(given: &[Hint], value: bool) -> Vec<Cell> {
    let hints = given.iter().filter(|hint| hint.value == value);
    let mut cells: Vec<Cell> = hints.map(|hint| hint.cell).collect();
    cells.sort_unstable();
    cells
}

/// A value of the solution that a puzzle may give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hint {
    cell: Cell,
    value: bool,
}

/// Draws are tried this often before the wish is called unfulfillable.
const DRAWS: usize = 400;

/// The text of a puzzle file of `family` that has exactly one solution and leaves the wished number of qubits.
///
/// # Errors
/// If no maker knows the family, the size is out of its range, or no draw meets the wish; the error then
/// names the numbers of qubits that were met.
pub fn generate(family: &str, wish: &Wish) -> Result<String> {
    let maker = MAKERS
        .iter()
        .find(|maker| maker.family == family)
        .ok_or_else(|| {
            let names: Vec<_> = MAKERS.iter().map(|maker| maker.family).collect();
            Error::argument(
                "FAMILY",
                format!("found {family:?}"),
                format!("use one of {}", names.join(", ")),
            )
        })?;
    maker.check(wish.size)?;
    let mut rng = ChaCha8Rng::seed_from_u64(wish.seed);
    let mut met = BTreeSet::new();
    for _ in 0..DRAWS {
        let Some(draft) = (maker.draw)(wish.size, &mut rng) else {
            continue;
        };
        let name = maker.name(wish);
        let Some(target) = wish.qubits else {
            return Ok((draft.write)(&name, &[]));
        };
        let (hints, left) = give_until(&draft, target, wish.level, &mut rng)?;
        if left == target {
            return Ok((draft.write)(&name, &hints));
        }
        met.insert(left);
    }
    Err(unfulfilled(maker, wish, &met))
}

impl Maker {
    fn check(&self, size: usize) -> Result<()> {
        if self.sizes.contains(&size) && !(self.only_even && size % 2 == 1) {
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
        Err(Error::argument(
            "--size",
            format!("{size} for {}", self.family),
            remedy,
        ))
    }

    fn name(&self, wish: &Wish) -> String {
        let mut family = self.family.to_owned();
        family[..1].make_ascii_uppercase();
        let qubits = wish
            .qubits
            .map_or_else(String::new, |q| format!(", {q} qubits"));
        format!("{family} {0}×{0}, seed {1}{qubits}", wish.size, wish.seed)
    }
}

/// Gives hints in random order while at least `target` qubits are left; returns them and the number left.
fn give_until(
    draft: &Draft,
    target: usize,
    level: Level,
    rng: &mut ChaCha8Rng,
) -> Result<(Vec<Hint>, usize)> {
    let mut order = draft.hints.clone();
    order.shuffle(rng);
    // A piece decides more cells than an empty cell does: large steps first, small ones to hit the number.
    order.sort_by_key(|hint| !hint.value);
    let mut given = Vec::new();
    let mut left = qubits_left(draft, &given, level)?;
    for hint in order {
        if left <= target {
            break;
        }
        given.push(hint);
        match qubits_left(draft, &given, level)? {
            fewer if fewer >= target => left = fewer,
            _ => {
                given.pop();
            }
        }
    }
    Ok((given, left))
}

fn qubits_left(draft: &Draft, given: &[Hint], level: Level) -> Result<usize> {
    let puzzle = Puzzle::parse(&(draft.write)("draft", given), "draft")?;
    let reduction =
        reduce(&puzzle.model, level, None).map_err(|contradiction| Error::NoSolution {
            file: "draft".into(),
            reason: contradiction.to_string(),
        })?;
    Ok(reduction.qubits())
}

fn has_one_solution(model: &Model) -> bool {
    solutions_up_to(model, 2).len() == 1
}

fn unfulfilled(maker: &Maker, wish: &Wish, met: &BTreeSet<usize>) -> Error {
    let numbers: Vec<_> = met.iter().map(usize::to_string).collect();
    let found = format!(
        "no {} of size {} with one solution and {} qubits in {DRAWS} draws",
        maker.family,
        wish.size,
        wish.qubits
            .map_or_else(|| "any number of".to_owned(), |q| q.to_string())
    );
    let remedy = match numbers.as_slice() {
        [] => "try another --size or --seed".to_owned(),
        some => format!("numbers near that came up: {}", some.join(", ")),
    };
    Error::argument("--qubits", found, remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_maker_makes_puzzles_with_one_solution_at_the_wished_number_of_qubits() {
        for maker in MAKERS {
            for (size, qubits) in [(4, None), (4, Some(4)), (6, None), (6, Some(9))] {
                let wish = Wish {
                    size,
                    seed: 7,
                    qubits,
                    level: Level::Paper,
                };
                let text = generate(maker.family, &wish).unwrap();
                let puzzle = Puzzle::parse(&text, "made").unwrap();
                assert_eq!(puzzle.family, maker.family);
                assert!(has_one_solution(&puzzle.model), "{text}");
                let left = reduce(&puzzle.model, Level::Paper, None).unwrap().qubits();
                assert!(
                    qubits.is_none_or(|wished| wished == left),
                    "{left} qubits, not {qubits:?}:\n{text}"
                );
                assert_eq!(
                    generate(maker.family, &wish).unwrap(),
                    text,
                    "same seed, same puzzle"
                );
                let other = generate(maker.family, &Wish { seed: 8, ..wish }).unwrap();
                assert_ne!(other, text, "another seed, another puzzle");
            }
        }
    }

    #[test]
    fn wishes_that_cannot_be_met_are_refused_with_a_remedy() {
        let wish = |size, qubits| Wish {
            size,
            seed: 1,
            qubits,
            level: Level::Full,
        };
        for (family, wish, word) in [
            (
                "checkers",
                wish(4, None),
                "queens, star-battle, tents, tango, takuzu",
            ),
            ("tango", wish(5, None), "even"),
            ("queens", wish(3, None), "from 4"),
            ("queens", wish(4, Some(100)), "came up"),
        ] {
            let message = generate(family, &wish).unwrap_err().to_string();
            assert!(message.contains(word), "{message}");
        }
    }
}
