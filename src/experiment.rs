//! Figures of records, and the records of what is no sweep: success probability against depth over
//! several puzzles and models, and the landscape at depth 1.
//!
//! An experiment makes pictures of records (plain numbers, one JSON line each), and the records of
//! what is no sweep. A model without rules has no success probability: its records have none, and
//! its curve is that of the ground-state probability, in a picture of its own.

mod compare;
mod device;
mod figures;
mod landscape;
mod pictures;
mod registers;
mod solved;
mod sweep;

pub(crate) use compare::{ComparisonRecord, write_comparison};
pub(crate) use device::{DeviceRecord, DeviceReport, device_record, peak, write_device};
pub(crate) use figures::{
    FEW, FIGURES, Figure, FigurePlan, WrittenFigures, draw_figures, first_few, pictures,
};
pub(crate) use landscape::{
    AngleLandscape, AngleRange, LandscapeRecord, LandscapeRegisters, landscape, read_landscapes,
};
pub(crate) use pictures::{
    board_picture, draw_landscape, draw_run, given_board, save_board, small_board, summed_of,
    symbols,
};
pub(crate) use registers::RegistersRecord;
pub(crate) use solved::{NoSolutionRecord, SolveRecord, Status};
pub(crate) use sweep::draw_chain;

use crate::pipeline::Problem;

fn label(problem: &Problem) -> String {
    let stem = std::path::Path::new(&problem.puzzle.file).file_stem();
    stem.map_or_else(
        || problem.puzzle.name.clone(),
        |stem| {
            stem.to_string_lossy()
                .replace("standard input", "standard-input")
        },
    )
}

/// The family of a puzzle; none for a model without rules.
fn family(problem: &Problem) -> Option<String> {
    let puzzle = &problem.puzzle;
    puzzle.has_board().then(|| puzzle.family.to_owned())
}
