//! The pictures of a sweep that its records alone do not give: of a chain the optimizer's trace,
//! and the likeliest boards where the records hold no layers.

use super::pictures::{BOARDS, FinalState, boards, space, trace};
use crate::error::Result;
use crate::lab::{Chain, Record};
use crate::plots::save;
use std::path::{Path, PathBuf};

/// Draws the optimizer's trace, where its values are known, and of a puzzle the likeliest boards at
/// the angles of a record of the chain, where it holds no layers to draw them from; returns the
/// pictures written.
///
/// # Errors
/// If the state does not fit into memory, or a file cannot be written.
pub(crate) fn draw_chain(
    chain: &Chain,
    record: &Record,
    values: &[(usize, Vec<f64>)],
    folder: &Path,
) -> Result<Vec<PathBuf>> {
    let (name, mut written) = (&record.name, Vec::new());
    let problem = &chain.problem;
    let (title, space) = (&problem.puzzle.name, space(problem));
    if !values.is_empty() {
        let drawn = trace(title, &space, values, record.ground_energy)?;
        written.push(save(&drawn, folder, &format!("trace-{name}"))?);
    }
    if problem.puzzle.has_board() && record.layers.is_none() {
        let found = FinalState {
            depth: record.depth,
            success: record.success_probability,
            likeliest: &chain.likeliest(record, BOARDS)?,
        };
        let drawn = boards(problem, &found).drawn()?;
        written.push(save(&drawn, folder, &format!("boards-{name}"))?);
    }
    Ok(written)
}
