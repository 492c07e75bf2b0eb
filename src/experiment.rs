//! Figures of records, and the records of what is no sweep: success probability against depth over
//! several puzzles and models, and the landscape at depth 1.
//!
//! An experiment makes pictures of records (plain numbers, one JSON line each), and the records of
//! what is no sweep. The success probability of a model without rules is that of its exact ground
//! states.

mod boards;
mod decoded;
mod device;
mod figures;
mod landscape;
mod pictures;

pub(crate) use boards::{board_picture, cells_of, given_board, judged_board};
pub(crate) use decoded::Decoded;
pub(crate) use device::{device_circuit, device_report, write_device};
pub(crate) use figures::{
    FIGURES, Figure, FigurePlan, Figures, draw_figures, figures, spread, without_seed,
};
#[cfg(test)]
pub(crate) use landscape::angle_range;
pub(crate) use landscape::{AngleLandscape, angle_axes, landscape};
pub(crate) use pictures::{draw_landscape, draw_run};
