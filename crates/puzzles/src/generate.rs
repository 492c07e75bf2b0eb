//! Puzzles with exactly one solution, from a seed, with a requested difficulty and number of
//! qubits.
//!
//! A maker draws a random solution and a puzzle around it that has no other (the exact solver says
//! so). Where a number of qubits or a difficulty is asked for, values of the solution are then
//! given one at a time, in random order, until the board has it; where it is stepped over, the next
//! draw is tried. Every draw takes its randomness from the seed alone, so that boards of one seed
//! that differ in their number of qubits often have one layout; distinct layouts take it from the
//! seed and from what is asked for.

mod draft;
mod families;
mod repair;

use crate::ask::Ask;
use crate::classical::solutions_up_to;
use crate::error::{Error, Result};
use crate::model::Model;
use crate::puzzle::Puzzle;
use crate::reduce::{Difficulty, Rating, RuleSet};
use draft::{Draft, Measured, consistent};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// What kind of puzzle is wanted.
///
/// ```
/// use ketboard_puzzles::{GenerateOptions, Limits, Puzzle};
///
/// let options = GenerateOptions { size: 4, seed: 7, ..GenerateOptions::default() };
/// let puzzle = Puzzle::parse(&options.generate("tango", None)?, "made by seed 7")?;
/// assert_eq!(puzzle.model.all_solutions(&Limits::default()).solutions.len(), 1);
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
    /// The smallest space of registers that the reduction leaves has at least so many basis states,
    /// and fewer than twice as many.
    pub states: Option<u64>,
    /// The exact solver assumes at least so many values to list all solutions of what the reduction
    /// leaves.
    pub nodes: Option<u64>,
    /// Whether boards of one seed, of which different things are asked, each have their own
    /// regions, trees, signs or solution, instead of one with more or fewer givens.
    pub distinct_layouts: bool,
}

impl Default for GenerateOptions {
    fn default() -> Self {
        Self {
            size: 6,
            seed: 0,
            qubits: None,
            level: RuleSet::Paper,
            difficulty: None,
            stars: None,
            states: None,
            nodes: None,
            distinct_layouts: false,
        }
    }
}

/// A family that puzzles can be made for.
#[derive(Debug)]
pub struct Maker {
    /// The family's name.
    pub family: &'static str,
    sizes: RangeInclusive<usize>,
    step: usize,
    draw: DrawPuzzle,
}

/// A puzzle of this size and so many stars in each line.
type DrawPuzzle = fn(&GenerateOptions, &mut ChaCha8Rng) -> Option<Draft>;

const fn maker(
    family: &'static str,
    sizes: RangeInclusive<usize>,
    step: usize,
    draw: DrawPuzzle,
) -> Maker {
    Maker {
        family,
        sizes,
        step,
        draw,
    }
}

/// Draws until a request is given up.
const DRAWS: usize = 400;

impl GenerateOptions {
    /// The text of a puzzle file of `family` that has exactly one solution and is as wanted; its
    /// first line, a comment, says how hard it is. Fails if no maker knows the family, the size is
    /// out of its range, or no draw is as wanted, where the error names what came up; with
    /// [`Error::Stopped`] where `ask`, before each draw, says stop.
    pub fn generate(&self, family: &str, ask: Option<Ask<'_>>) -> Result<String> {
        let maker = Maker::of(family)?;
        maker.check(self)?;
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let wanted = Measured::wanted(self);
        if self.distinct_layouts {
            rng.set_stream(wanted.stream());
        }
        let mut met = BTreeSet::new();
        for _ in 0..DRAWS {
            if ask.is_some_and(|ask| ask().is_break()) {
                return Err(Error::Stopped);
            }
            let Some(draft) = (maker.draw)(self, &mut rng) else {
                continue;
            };
            let (hints, measured) = draft.give(self, &mut rng)?;
            if measured.fits(wanted) {
                return rated(&draft.text(&maker.name(self), &hints));
            }
            met.insert(measured);
        }
        Err(unfulfilled(maker, self, &met))
    }
}

fn rated(text: &str) -> Result<String> {
    let puzzle = Puzzle::parse(text, "draft")?;
    let rating = consistent(Rating::of(&puzzle.model))?;
    Ok(format!("# difficulty: {rating}\n{text}"))
}

impl Maker {
    /// All makers. A new one is a function in `generate/` and a line here.
    pub const ALL: &[Self] = &[
        maker("queens", 4..=12, 1, |o, rng| {
            families::in_regions("queens", o, rng)
        }),
        maker("n-queens", 4..=12, 1, families::n_queens),
        maker("star-battle", 4..=12, 1, |o, rng| {
            families::in_regions("star-battle", o, rng)
        }),
        maker("tents", 4..=8, 1, families::tents),
        maker("tango", 4..=10, 2, families::tango),
        maker("takuzu", 4..=10, 2, families::takuzu),
        maker("chess", 4..=10, 1, families::chess),
        maker("sudoku", 4..=9, 1, families::sudoku),
        maker("n-queens-squared", 4..=7, 1, families::queens_squared),
    ];

    fn of(family: &str) -> Result<&'static Self> {
        let maker = Maker::ALL.iter().find(|maker| maker.family == family);
        maker.ok_or_else(|| {
            let names: Vec<_> = Maker::ALL.iter().map(|maker| maker.family).collect();
            let remedy = format!("use one of {}", names.join(", "));
            Error::argument("FAMILY", format!("found {family:?}"), remedy)
        })
    }

    /// The sizes that it makes, ascending.
    pub fn sizes(&self) -> impl Iterator<Item = usize> + use<> {
        let (least, step) = (*self.sizes.start(), self.step);
        self.sizes
            .clone()
            .filter(move |size| (size - least) % step == 0)
    }

    /// Succeeds if it makes boards of this size and so many stars, with fewer qubits than
    /// variables.
    fn check(&self, options: &GenerateOptions) -> Result<()> {
        let (size, family) = (options.size, self.family);
        let wrong = |name, found, remedy: String| Err(Error::setting(name, found, remedy));
        match options.stars {
            Some(stars) if family != "star-battle" => {
                let remedy = "leave it out; only star-battle takes it";
                return wrong("stars", format!("{stars} for {family}"), remedy.to_owned());
            }
            Some(stars) if !(1..=2).contains(&stars) => {
                return wrong("stars", stars.to_string(), "give 1 or 2".to_owned());
            }
            _ => {}
        }
        let (mut least, most) = (*self.sizes.start(), *self.sizes.end());
        if options.stars == Some(2) {
            least = 8;
        }
        if size < least || self.sizes().all(|known| known != size) {
            let number = ["a number", "an even number"][self.step - 1];
            let remedy = format!("give {number} from {least} to {most}");
            return wrong("size", format!("{size} for {family}"), remedy);
        }
        let variables = match family {
            "sudoku" | "n-queens-squared" => size.pow(3),
            _ => size.pow(2),
        };
        match options.qubits.filter(|qubits| *qubits > variables) {
            Some(qubits) => wrong(
                "qubits",
                format!("{qubits} for {family} of size {size}, which has {variables} variables"),
                format!("ask for fewer than {variables}, or for a larger `size`"),
            ),
            None => Ok(()),
        }
    }

    fn name(&self, options: &GenerateOptions) -> String {
        let mut family = self.family.to_owned();
        family[..1].make_ascii_uppercase();
        let stars = options.stars.filter(|stars| *stars > 1);
        let stars = stars.map_or_else(String::new, |stars| format!(", {stars} stars"));
        let (size, seed) = (options.size, options.seed);
        let mut parts = vec![format!("{family} {size}×{size}{stars}, seed {seed}")];
        let wanted = Measured::wanted(options).parts().into_iter();
        parts.extend(
            wanted
                .filter(|part| part.0 != "difficulty")
                .map(|part| part.1),
        );
        parts.extend(options.distinct_layouts.then(|| "own layout".to_owned()));
        parts.join(", ")
    }
}

fn has_one_solution(model: &Model) -> bool {
    solutions_up_to(model, 2, None).len() == 1
}

/// The error where no draw was as wanted: what the draws were instead.
fn unfulfilled(maker: &Maker, options: &GenerateOptions, met: &BTreeSet<Measured>) -> Error {
    let words = Measured::wanted(options).to_string();
    let with = if words.is_empty() { "" } else { " and " };
    let (family, size) = (maker.family, options.size);
    let found =
        format!("no {family} of size {size} with one solution{with}{words} in {DRAWS} draws");
    let came_up: Vec<_> = met.iter().map(Measured::to_string).collect();
    let remedy = match came_up.is_empty() {
        true => "try another `size` or `seed`".to_owned(),
        false => format!("these came up: {}", came_up.join(", ")),
    };
    let parts = Measured::wanted(options).parts();
    Error::setting(parts.first().map_or("size", |part| part.0), found, remedy)
}

#[cfg(test)]
mod tests;
