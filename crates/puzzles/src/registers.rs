//! Registers: parts of a reduced board whose own rules a state keeps by construction.
//!
//! > space = Π_r levels_r,  level of register r = one assignment of its variables that obeys every
//! >   rule wholly inside them
//!
//! A register holds a set of the reduced variables: a row with exactly one queen has as many levels
//! as open cells, a row of Takuzu its legal fillings with the givens in them, a row of Sudoku its
//! permutations, a variable alone 0 and 1. Registers are disjoint and hold every variable, so that
//! every board that obeys the rules is one state of the space, and a state breaks only rules that
//! lie in several registers. These are the cost, as tables ([`RegisterTables`]).
//!
//! One-hot registers with XY mixers: Hadfield et al., Algorithms 12, 34 (2019), arXiv 1709.03489;
//! the source paper of the puzzles (Mata Ali & Mencia) names spaces of several levels as future
//! work. Annealing walks over the levels as the baseline of a run in this space.

mod choice;
mod meaning;
mod products;
mod tables;

pub use choice::RegisterChoice;
pub use meaning::{RegisterForm, RegisterLayout, RegisterMeaning};
pub use products::AnnealedLevels;
pub(crate) use tables::tables_of;
pub use tables::{RegisterTables, RulePlaces};
