//! The pictures of an experiment: from records and runs to the plots of [`crate::plots`], saved as
//! SVG and PNG.

use super::AngleLandscape;
use super::boards::{BOARDS, judged_board};
use crate::error::Result;
use crate::files::write_whole;
use crate::json::to_json;
use crate::pipeline::{LikelyBoard, Outcome, Problem};
use crate::plots::{self, AxisKind, AxisOf, BoardSheet, Drawn, Heading, PictureLayout};
use std::path::Path;

/// The set that the success probability of a problem sums, as plots name it.
pub(crate) fn summed_of(problem: &Problem) -> &'static str {
    if problem.is_model {
        GROUND_STATES
    } else {
        summed(problem.puzzle.model.has_objective())
    }
}

/// What success sums of a model without rules.
pub(super) const GROUND_STATES: &str =
    "the exact ground states of the model, which states no rules";

/// The set that success probabilities of puzzles sum; `valued` where boards differ in value.
pub(super) fn summed(valued: bool) -> &'static str {
    if valued {
        "all boards that obey the rules, and are best where values differ"
    } else {
        "all boards that obey the rules"
    }
}

/// The space that a problem's states span: `14 qubits`, or `64 qubits on registers rows, mixer
/// xy-complete, 524288 states`.
pub(super) fn space(problem: &Problem) -> String {
    let qubits = problem.qubits();
    match &problem.registers {
        None => format!("{qubits} qubits"),
        Some(known) => format!(
            "{qubits} qubits on registers {}, mixer {}, {} states",
            known.choice.name(),
            known.mixer.name,
            problem.states()
        ),
    }
}

/// Draws the optimizer's trace and the likeliest boards of one run.
///
/// # Errors
/// If a file cannot be written.
pub(crate) fn draw_run(
    problem: &Problem,
    outcome: &Outcome,
    folder: &Path,
    layout: PictureLayout,
) -> Result<()> {
    let name = |what: &str| format!("{what}-{}", problem.stem());
    if !outcome.stages.is_empty() {
        plots::save(&trace(problem, outcome, layout), folder, &name("trace"))?;
    }
    plots::save(
        &boards(problem, outcome).drawn(layout),
        folder,
        &name("boards"),
    )
}

/// The trace of a search: the values that the best start met at each depth.
fn trace(problem: &Problem, outcome: &Outcome, layout: PictureLayout) -> Drawn {
    let mut evaluations = Vec::new();
    let mut starts = Vec::new();
    for stage in &outcome.stages {
        starts.push((evaluations.len(), stage.depth));
        evaluations.extend(stage.trace().map(|(_, value)| value));
    }
    let heading = Heading::new(
        format!("{}: optimizer's trace", problem.puzzle.name),
        format!("{}; the best start at each depth.", space(problem)),
    );
    let lowest = outcome.record.metrics.ground_energy;
    plots::optimizer_trace(heading, &evaluations, &starts, lowest).drawn(layout)
}

/// The likeliest boards of a run.
fn boards(problem: &Problem, outcome: &Outcome) -> BoardSheet {
    let (puzzle, likeliest) = (&problem.puzzle, &outcome.likeliest);
    let success = outcome.record.metrics.success_probability;
    let success = success.map_or_else(String::new, |p| {
        let summed = summed_of(problem);
        let number = plots::short_probability(p);
        let count = problem.truth.boards.len();
        format!("; P(success) = {number}, the probability of {summed} ({count} in all)")
    });
    let what = if problem.is_model { "states" } else { "boards" };
    let shown = likeliest.iter().take(BOARDS).map(|(index, probability)| {
        let likely = LikelyBoard::of_state(problem, *index, *probability);
        let board = problem.lift_index(*index);
        judged_board(puzzle, problem.truth.best, &likely, Some(&board))
    });
    let solves = |(index, _): &(u64, f64)| problem.solves(&problem.lift_index(*index));
    let solution = match likeliest.iter().position(solves) {
        Some(rank) if rank < BOARDS => String::new(),
        Some(rank) => format!(
            " The likeliest solution comes as no. {}, with P = {}.",
            rank + 1,
            plots::short_probability(likeliest[rank].1)
        ),
        None => format!(
            " No solution is among the {} likeliest states.",
            likeliest.len()
        ),
    };
    let depth = outcome.record.depth;
    BoardSheet {
        heading: Heading::new(
            format!("{}: likeliest {what} at p = {depth}", puzzle.name),
            format!("{}{success}.{solution}", space(problem)),
        ),
        style: puzzle.look.shapes,
        boards: shown.collect(),
    }
}

/// Draws the landscape of ⟨C⟩ and of success, if it is known, and writes its numbers as JSON.
///
/// # Errors
/// If a file cannot be written.
pub(crate) fn draw_landscape(
    found: &AngleLandscape,
    folder: &Path,
    layout: PictureLayout,
) -> Result<()> {
    let name = |what: &str| format!("{what}-{}", found.name);
    let draw = |what: &str, color, values: &[Vec<f64>]| {
        let caption = format!(
            "{}, {}×{} points; the path is that of the first start that led as low as any; at γ = 0 the state is the \
             initial one, of value {}.",
            found.space,
            found.gammas.len(),
            found.betas.len(),
            plots::short(values[0][0])
        );
        let plot = plots::LandscapePlot {
            heading: Heading::new(format!("{}: landscape at p = 1", found.title), caption),
            color,
            gammas: found.gammas.clone(),
            betas: found.betas.clone(),
            values: values.to_vec(),
            path: found.path.clone(),
        };
        plots::save(&plots::landscape(&plot, layout), folder, &name(what))
    };
    draw("landscape", AxisOf::expectation(), &found.expectations)?;
    if let Some(success) = &found.success {
        let of = summed(found.best_value.is_some());
        let color = AxisOf::probability_of(of, AxisKind::Probabilities);
        draw("landscape-success", color, success)?;
    }
    let line = format!("{}\n", to_json(found));
    write_whole(&folder.join(name("landscape") + ".json"), line.as_bytes())
}
