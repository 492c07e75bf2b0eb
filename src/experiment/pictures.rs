//! The pictures of an experiment: from records and runs to the plots of [`crate::report`], saved as SVG and PNG.

use super::{Landscape, ModelRun, PuzzleRun, Run, label};
use crate::error::Result;
use crate::files::write_whole;
use crate::grid::Cell;
use crate::model::{Assignment, Model, Violation};
use crate::optimize::Stage;
use crate::pipeline::{Outcome, Problem, Truth};
use crate::puzzle::{Puzzle, Shapes, Sign, Slot};
use crate::report::{self, Heading, Quantity, SmallBoard, SymbolStyle};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The set that success probabilities sum, as plots name it; `valued` where boards differ in value.
pub(super) fn summed(valued: bool) -> &'static str {
    if valued {
        "all boards that obey the rules, and are best where values differ"
    } else {
        "all boards that obey the rules"
    }
}

fn has_values(run: &Run) -> bool {
    match run {
        Run::Puzzle(run) => run.problem.puzzle.model.has_objective(),
        Run::Model(_) => false,
    }
}

/// The set that ground-state probabilities sum, as plots name it.
const LOWEST_STATES: &str = "the states of lowest energy";

/// How many of the likeliest boards are drawn.
const BOARDS: usize = 8;

/// Draws `success` (of puzzles), `ground` (of models, which have no rules) and `expectation` against depth into `folder`;
/// returns the files written.
///
/// # Errors
/// If a file cannot be written.
pub fn draw_sweep(runs: &[Run], folder: &Path) -> Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    let caption = caption_of(runs);
    let success: Vec<_> = runs.iter().filter_map(success_curve).collect();
    if !success.is_empty() {
        let plot = report::SuccessAgainstDepth {
            heading: Heading::new("QAOA success probability against depth", &caption),
            summed: summed(runs.iter().any(has_values)).to_owned(),
            curves: success,
        };
        written.push(saved(
            &report::success_against_depth(&plot)?,
            folder,
            "success",
        )?);
    }
    let ground: Vec<_> = runs.iter().filter_map(ground_curve).collect();
    if !ground.is_empty() {
        let plot = report::SuccessAgainstDepth {
            heading: Heading::new("QAOA ground-state probability against depth", &caption),
            summed: LOWEST_STATES.to_owned(),
            curves: ground,
        };
        written.push(saved(
            &report::success_against_depth(&plot)?,
            folder,
            "ground",
        )?);
    }
    let plot = report::ExpectationAgainstDepth {
        heading: Heading::new("Expectation of the cost against depth", &caption),
        ordinate: ordinate(runs),
        curves: runs.iter().map(expectation_curve).collect(),
    };
    written.push(saved(
        &report::expectation_against_depth(&plot)?,
        folder,
        "expectation",
    )?);
    Ok(written)
}

/// Draws the optimizer's trace and the likeliest boards of one run; returns the files written.
///
/// # Errors
/// If a file cannot be written.
pub fn draw_run(
    problem: &Problem,
    truth: &Truth,
    outcome: &Outcome,
    folder: &Path,
) -> Result<Vec<PathBuf>> {
    let name = label(problem);
    let mut written = Vec::new();
    if !outcome.stages.is_empty() {
        let ground_energy = outcome.metrics.ground_energy;
        let title = &problem.puzzle.name;
        let trace = trace(title, problem.qubits(), &outcome.stages, ground_energy);
        let svg = report::optimizer_trace(&trace)?;
        written.push(saved(&svg, folder, &format!("trace-{name}"))?);
    }
    let svg = report::likeliest_boards(&boards(problem, truth, outcome))?;
    written.push(saved(&svg, folder, &format!("boards-{name}"))?);
    Ok(written)
}

/// Draws the optimizer's trace of a model's run; returns the files written. A model has no boards.
///
/// # Errors
/// If a file cannot be written.
pub fn draw_model_run(run: &ModelRun, folder: &Path) -> Result<Vec<PathBuf>> {
    let name = run.model.name();
    let ground_energy = run.records.first().map(|record| record.ground_energy);
    let Some(ground_energy) = ground_energy else {
        return Ok(Vec::new());
    };
    let trace = trace(&name, run.model.qubits(), &run.stages, ground_energy);
    let svg = report::optimizer_trace(&trace)?;
    Ok(vec![saved(&svg, folder, &format!("trace-{name}"))?])
}

/// Draws the landscape of ⟨C⟩ and of success, if it is known, and writes it as a table; returns the files written. `title` names
/// the puzzle or model.
///
/// # Errors
/// If a file cannot be written.
pub fn draw_landscape(
    found: &Landscape,
    title: &str,
    qubits: usize,
    folder: &Path,
    name: &str,
) -> Result<Vec<PathBuf>> {
    let title = format!("{title}: landscape at p = 1");
    let caption = format!(
        "{qubits} qubits, {}×{} points; the path is that of the best start",
        found.gammas.len(),
        found.betas.len()
    );
    let plot = |quantity, values: &[Vec<f64>]| report::Landscape {
        heading: Heading::new(&title, &caption),
        quantity,
        gammas: found.gammas.clone(),
        betas: found.betas.clone(),
        values: values.to_vec(),
        path: found.path.clone(),
    };
    let svg = report::landscape(&plot(Quantity::Expectation, &found.expectations))?;
    let mut written = vec![saved(&svg, folder, &format!("landscape-{name}"))?];
    if let Some(success) = &found.success {
        let quantity = Quantity::Probability(summed(found.best_value.is_some()).to_owned());
        let svg = report::landscape(&plot(quantity, success))?;
        written.push(saved(&svg, folder, &format!("landscape-success-{name}"))?);
    }
    let table = folder.join(format!("landscape-{name}.csv"));
    write_whole(&table, found.as_csv().as_bytes())?;
    written.push(table);
    Ok(written)
}

/// Draws the board with its givens, nothing deduced, to `path`: as SVG or PNG by its ending.
///
/// # Errors
/// If the path ends in neither, or the file cannot be written.
pub fn save_board(puzzle: &Puzzle, path: &Path) -> Result<()> {
    let svg = report::board_picture(&given_board(puzzle), symbols(puzzle.look.shapes))?;
    report::save_as(&svg, path)
}

/// The board with its givens, nothing deduced, for a picture.
pub fn given_board(puzzle: &Puzzle) -> SmallBoard {
    SmallBoard {
        rows: given_rows(puzzle),
        regions: regions(puzzle),
        givens: givens(puzzle),
        signs: signs(puzzle),
        ..SmallBoard::default()
    }
}

/// The givens as text, `.` where nothing is given; whatever takes a cell keeps its letter.
fn given_rows(puzzle: &Puzzle) -> Vec<String> {
    let known = givens(puzzle);
    let values = puzzle.model.givens().iter();
    let mut board = vec![false; puzzle.model.len()];
    for (var, value) in values {
        board[var.index()] = *value;
    }
    let shown = |(value, given): (char, &bool)| match value {
        '0' | '1' if !given => '.',
        _ => value,
    };
    let rows = symbol_rows(puzzle, &board).into_iter().zip(&known);
    rows.map(|(row, given)| row.chars().zip(given).map(shown).collect())
        .collect()
}

pub(super) fn saved(svg: &str, folder: &Path, name: &str) -> Result<PathBuf> {
    let path = folder.join(name);
    report::save(svg, &path)?;
    Ok(folder.join(format!("{name}.svg")))
}

fn caption_of(runs: &[Run]) -> String {
    let qubits: Vec<usize> = runs.iter().map(Run::qubits).collect();
    let least = qubits.iter().min().copied().unwrap_or(0);
    let most = qubits.iter().max().copied().unwrap_or(0);
    let settings = runs
        .iter()
        .flat_map(Run::records)
        .next()
        .map_or_else(String::new, |r| {
            format!(
                "; {}, {} starts at each depth, seed {}",
                r.optimizer, r.starts, r.seed
            )
        });
    let width = if least == most {
        format!("{least}")
    } else {
        format!("{least} to {most}")
    };
    let models = runs.iter().filter(|run| matches!(run, Run::Model(_)));
    let models = models.count();
    let counted = |number: usize, what: &str| match number {
        0 => None,
        1 => Some(format!("1 {what}")),
        _ => Some(format!("{number} {what}s")),
    };
    let kinds = [
        counted(runs.len() - models, "puzzle"),
        counted(models, "model"),
    ];
    let kinds: Vec<String> = kinds.into_iter().flatten().collect();
    let reduced = if models == runs.len() {
        ""
    } else {
        " after the reduction"
    };
    format!("{}, {width} qubits{reduced}{settings}", kinds.join(", "))
}

fn success_curve(run: &Run) -> Option<report::SuccessCurve> {
    let Run::Puzzle(puzzle) = run else {
        return None;
    };
    let PuzzleRun { records, .. } = &**puzzle;
    let points = records
        .iter()
        .map(|record| Some((record.depth, record.success_probability?)))
        .collect::<Option<Vec<_>>>()?;
    let random_guess = records.first()?.random_success_probability?;
    Some(report::SuccessCurve {
        puzzle: run.label(),
        points,
        random_guess,
    })
}

fn ground_curve(run: &Run) -> Option<report::SuccessCurve> {
    let Run::Model(model) = run else {
        return None;
    };
    let points = model.records.iter();
    Some(report::SuccessCurve {
        puzzle: run.label(),
        points: points.map(|r| (r.depth, r.ground_probability)).collect(),
        random_guess: model.random_ground_probability,
    })
}

/// Energies of different puzzles are compared above the energy of a board that breaks no rule.
fn ordinate(runs: &[Run]) -> report::Ordinate {
    let comparable = runs.iter().all(|run| run.zero_violation_energy().is_some());
    if comparable {
        report::Ordinate::AboveZeroViolation
    } else {
        report::Ordinate::Expectation
    }
}

fn expectation_curve(run: &Run) -> report::ExpectationCurve {
    let first = run.records().first();
    report::ExpectationCurve {
        puzzle: run.label(),
        points: run
            .records()
            .iter()
            .map(|record| (record.depth, record.expectation))
            .collect(),
        minimum: first.map_or(0.0, |record| record.ground_energy),
        mean: first.map_or(0.0, |record| record.mean_energy),
        zero_violation: run.zero_violation_energy().unwrap_or(0.0),
    }
}

fn trace(
    title: &str,
    qubits: usize,
    stages: &[Stage],
    ground_energy: f64,
) -> report::OptimizerTrace {
    let mut evaluations = Vec::new();
    let mut depth_starts = Vec::new();
    for stage in stages {
        depth_starts.push((evaluations.len(), stage.depth));
        evaluations.extend(stage.trace.iter().map(|point| point.value));
    }
    report::OptimizerTrace {
        heading: Heading::new(
            format!("{title}: optimizer's trace"),
            format!("{qubits} qubits; the best start at each depth"),
        ),
        evaluations,
        depth_starts,
        minimum: Some(ground_energy),
    }
}

fn boards(problem: &Problem, truth: &Truth, outcome: &Outcome) -> report::LikeliestBoards {
    let depth = outcome.stages.len();
    let success = outcome
        .metrics
        .success_probability
        .map_or_else(String::new, |p| {
            let summed = summed(problem.puzzle.model.has_objective());
            format!("; P({summed}, {} in all) = {p:.4}", truth.boards.len())
        });
    let boards = outcome
        .likeliest
        .iter()
        .take(BOARDS)
        .map(|(index, probability)| {
            small_board(
                &problem.puzzle,
                truth.best,
                &problem.lift_index(*index),
                *probability,
            )
        });
    report::LikeliestBoards {
        heading: Heading::new(
            format!("{}: likeliest boards at p = {depth}", problem.puzzle.name),
            format!("{} qubits{success}", problem.qubits()),
        ),
        style: symbols(problem.puzzle.look.shapes),
        boards: boards.collect(),
    }
}

fn symbols(shapes: Shapes) -> SymbolStyle {
    match shapes {
        Shapes::Queens => SymbolStyle::Queens,
        Shapes::Stars => SymbolStyle::Stars,
        Shapes::Tents => SymbolStyle::Tents,
        Shapes::Pieces => SymbolStyle::Pieces,
        Shapes::SunsAndMoons => SymbolStyle::SunsAndMoons,
        Shapes::Digits => SymbolStyle::Characters,
    }
}

fn small_board(
    puzzle: &Puzzle,
    best: Option<f64>,
    board: &Assignment,
    probability: f64,
) -> SmallBoard {
    let violations = puzzle.model.violations(board);
    let solves = violations.is_empty() && puzzle.model.is_best(board, best);
    let verdict = match violations.as_slice() {
        [] => obeying(puzzle.model.value(board), best),
        [one] => format!("breaks {}", name_of(&puzzle.model, one)),
        many => format!("breaks {} rules", many.len()),
    };
    SmallBoard {
        rows: symbol_rows(puzzle, board),
        regions: regions(puzzle),
        givens: givens(puzzle),
        signs: signs(puzzle),
        broken: broken_cells(puzzle, &violations),
        probability,
        obeys: solves,
        verdict,
    }
}

/// What to say of a board that obeys all rules.
fn obeying(value: Option<f64>, best: Option<f64>) -> String {
    match (value, best) {
        (None, _) => "obeys all rules".to_owned(),
        (Some(value), None) => format!("obeys all rules, value {value}"),
        (Some(value), Some(best)) => format!("obeys all rules, value {value} of best {best}"),
    }
}

/// The board as text, with the letter of whatever takes a cell; a capital where a piece stands, a small letter where it might.
fn symbol_rows(puzzle: &Puzzle, board: &Assignment) -> Vec<String> {
    let piece = |cell: Cell| puzzle.look.pieces.as_ref().and_then(|pieces| pieces[cell]);
    let shown = |(col, value): (usize, char), row| {
        let cell = Cell::new(row, col);
        match (&puzzle.slots[cell], piece(cell)) {
            (Slot::Fixture(fixture), _) => fixture.letter,
            (Slot::Bit(_), Some(letter)) if value == '1' => letter,
            (Slot::Bit(_), Some(letter)) => letter.to_ascii_lowercase(),
            (Slot::Missing | Slot::Bit(_) | Slot::Choice(_), _) => value,
        }
    };
    let rows = puzzle.board(board).into_iter().enumerate();
    rows.map(|(row, text)| {
        let cells = text.chars().enumerate();
        cells.map(|cell| shown(cell, row)).collect()
    })
    .collect()
}

fn name_of(model: &Model, violation: &Violation) -> String {
    match violation {
        Violation::Given(var) => format!("the given {}", model.name(*var)),
        Violation::Constraint(index) => model.constraints()[*index].name.clone(),
    }
}

/// Region numbers per cell, cells in no region numbered after all others; empty where the family has no regions.
fn regions(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    let Some(grid) = &puzzle.look.regions else {
        return Vec::new();
    };
    let outside = grid
        .iter()
        .filter_map(|(_, region)| *region)
        .max()
        .map_or(0, |most| most + 1);
    rows_of(puzzle, |cell| grid[cell].unwrap_or(outside))
}

fn givens(puzzle: &Puzzle) -> Vec<Vec<bool>> {
    rows_of(puzzle, |cell| puzzle.is_given(cell))
}

fn rows_of<T>(puzzle: &Puzzle, value: impl Fn(Cell) -> T) -> Vec<Vec<T>> {
    let row = |row| {
        (0..puzzle.slots.cols())
            .map(|col| value(Cell::new(row, col)))
            .collect()
    };
    (0..puzzle.slots.rows()).map(row).collect()
}

fn signs(puzzle: &Puzzle) -> Vec<report::Sign> {
    let at = |cell: &Cell| (cell.row, cell.col);
    let sign = |(a, b, sign): &(Cell, Cell, Sign)| match sign {
        Sign::Equal => report::Sign::Equal(at(a), at(b)),
        Sign::Differ => report::Sign::Opposite(at(a), at(b)),
    };
    puzzle.look.signs.iter().map(sign).collect()
}

fn broken_cells(puzzle: &Puzzle, violations: &[Violation]) -> Vec<(usize, usize)> {
    let mut vars = BTreeSet::new();
    for violation in violations {
        match violation {
            Violation::Given(var) => {
                vars.insert(*var);
            }
            Violation::Constraint(index) => {
                vars.extend(puzzle.model.constraints()[*index].vars());
            }
        }
    }
    let takes_part = |slot: &Slot| slot.vars().iter().any(|var| vars.contains(var));
    let cells = puzzle.slots.iter().filter(|(_, slot)| takes_part(slot));
    cells.map(|(cell, _)| (cell.row, cell.col)).collect()
}
