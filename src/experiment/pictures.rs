//! The pictures of an experiment: from records and runs to the plots of [`crate::plots`], saved as
//! SVG and PNG.

use super::{AngleLandscape, LandscapeRecord};
use crate::error::Result;
use crate::files::write_whole;
use crate::pipeline::{Judge, Outcome, Problem};
use crate::plots::{self, AxisKind, AxisOf, BoardSheet, Drawn, Heading, PictureLayout, SmallBoard};
use ketboard_puzzles::{Assignment, Cell, Form, Model, Puzzle, Slot, Violation};
use ketboard_qaoa::Stage;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The set that the success probability of a problem sums, as plots name it.
pub(crate) fn summed_of(problem: &Problem) -> &'static str {
    match problem.judge {
        Judge::Rules => summed(problem.puzzle.model.has_objective()),
        Judge::Energy => GROUND_STATES,
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

/// How many of the likeliest boards are drawn.
pub(super) const BOARDS: usize = 10;

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

/// Draws the optimizer's trace and the likeliest boards of one run; returns the pictures written.
///
/// # Errors
/// If a file cannot be written.
pub(crate) fn draw_run(
    problem: &Problem,
    outcome: &Outcome,
    folder: &Path,
) -> Result<Vec<PathBuf>> {
    let name = problem.stem();
    let mut written = Vec::new();
    if !outcome.stages.is_empty() {
        let values = |stage: &Stage| stage.trace().map(|(_, value)| value).collect();
        let stages = outcome.stages.iter();
        let values: Vec<(usize, Vec<f64>)> = stages.map(|s| (s.depth, values(s))).collect();
        let (title, lowest) = (&problem.puzzle.name, outcome.metrics.ground_energy);
        let drawn = trace(title, &space(problem), &values, lowest)?;
        written.push(plots::save(&drawn, folder, &format!("trace-{name}"))?);
    }
    let found = FinalState {
        depth: outcome.stages.len(),
        success: outcome.metrics.success_probability,
        likeliest: &outcome.likeliest,
    };
    let drawn = boards(problem, &found).drawn()?;
    written.push(plots::save(&drawn, folder, &format!("boards-{name}"))?);
    Ok(written)
}

/// Draws the landscape of ⟨C⟩ and of success, if it is known, and writes it as a table and as a
/// record.
///
/// # Errors
/// If a file cannot be written.
pub(crate) fn draw_landscape(record: &LandscapeRecord, folder: &Path) -> Result<()> {
    for (name, drawn) in landscape_pictures(record, PictureLayout::default())? {
        plots::save(&drawn, folder, &name)?;
    }
    let line = serde_json::to_string(record).expect("a landscape holds only finite numbers") + "\n";
    write_whole(&folder.join(record.file_name()), line.as_bytes())?;
    let table = folder.join(format!("landscape-{}.csv", record.name));
    write_whole(&table, record.landscape.as_csv().as_bytes())
}

/// The pictures of a landscape, with the names of their files without an extension.
pub(super) fn landscape_pictures(
    record: &LandscapeRecord,
    layout: PictureLayout,
) -> Result<Vec<(String, Drawn)>> {
    let found = &record.landscape;
    let picture = |color, values: &[Vec<f64>]| {
        let caption = format!(
            "{}, {}×{} points; the path is that of the best start{}.",
            record.space,
            found.gammas.len(),
            found.betas.len(),
            at_rest(found, values)
        );
        plots::landscape(&plots::LandscapePlot {
            heading: Heading {
                layout,
                ..Heading::new(format!("{}: landscape at p = 1", record.title), caption)
            },
            color,
            gammas: found.gammas.clone(),
            betas: found.betas.clone(),
            values: values.to_vec(),
            path: found.path.clone(),
        })
    };
    let drawn = picture(AxisOf::expectation(), &found.expectations)?;
    let mut pictures = vec![(format!("landscape-{}", record.name), drawn)];
    if let Some(success) = &found.success {
        let of = summed(found.best_value.is_some());
        let color = AxisOf::probability_of(of, AxisKind::Probabilities);
        let name = format!("landscape-success-{}", record.name);
        pictures.push((name, picture(color, success)?));
    }
    Ok(pictures)
}

/// What a circuit that does nothing gives, where the grid begins at γ = 0: on a uniform start a
/// random guess.
fn at_rest(found: &AngleLandscape, values: &[Vec<f64>]) -> String {
    match (
        found.gammas.first(),
        values.first().and_then(|row| row.first()),
    ) {
        (Some(0.0), Some(value)) => {
            let value = plots::short_number(*value);
            format!("; at γ = 0 the state is the initial one, of value {value}")
        }
        (Some(_) | None, _) => String::new(),
    }
}

/// Draws the board with its givens, nothing deduced, to `path`: as SVG or PNG by its ending.
///
/// # Errors
/// If the path ends in none of them, or the file cannot be written.
pub(crate) fn save_board(puzzle: &Puzzle, path: &Path) -> Result<()> {
    plots::save_as(&board_picture(puzzle)?, path)
}

/// The SVG of the board with its givens, nothing deduced.
///
/// # Errors
/// If there is no board that could be drawn.
pub(crate) fn board_picture(puzzle: &Puzzle) -> Result<String> {
    plots::board_picture(&given_board(puzzle), puzzle.look.shapes)
}

/// The board with its givens, nothing deduced, for a picture.
pub(crate) fn given_board(puzzle: &Puzzle) -> SmallBoard {
    SmallBoard {
        rows: given_rows(puzzle),
        regions: regions(puzzle),
        givens: givens(puzzle),
        signs: puzzle.look.signs.clone(),
        margins: margins(puzzle),
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

/// The picture of the trace of a search, from the values that the best start met at each depth.
pub(super) fn trace(
    title: &str,
    space: &str,
    values: &[(usize, Vec<f64>)],
    ground_energy: f64,
) -> Result<Drawn> {
    let mut evaluations = Vec::new();
    let mut starts = Vec::new();
    for (depth, values) in values {
        starts.push((evaluations.len(), *depth));
        evaluations.extend(values);
    }
    let heading = Heading::new(
        format!("{title}: optimizer's trace"),
        format!("{space}; the best start at each depth."),
    );
    plots::optimizer_trace(heading, &evaluations, &starts, ground_energy)?.drawn()
}

/// What a picture of the likeliest boards tells of the state.
pub(super) struct FinalState<'f> {
    pub(super) depth: usize,
    pub(super) success: Option<f64>,
    pub(super) likeliest: &'f [(u64, f64)],
}

/// The likeliest boards of a state.
pub(super) fn boards(problem: &Problem, found: &FinalState<'_>) -> BoardSheet {
    let puzzle = &problem.puzzle;
    let success = found.success.map_or_else(String::new, |p| {
        let summed = summed_of(problem);
        let number = plots::short_probability(p);
        let count = problem.truth.boards.len();
        format!("; P(success) = {number}, success being {summed} ({count} in all)")
    });
    let (what, by_rules) = match problem.judge {
        Judge::Rules => ("boards", true),
        Judge::Energy => ("states", false),
    };
    let likeliest = found.likeliest.iter().take(BOARDS);
    let boards = likeliest.map(|(index, probability)| {
        let board = problem.lift_index(*index);
        let shown = small_board(puzzle, problem.truth.best, &board, *probability);
        match by_rules {
            true => shown,
            false => judged_by_energy(shown, problem.solves(&board)),
        }
    });
    BoardSheet {
        heading: Heading::new(
            format!("{}: likeliest {what} at p = {}", puzzle.name, found.depth),
            format!("{}{success}.", space(problem)),
        ),
        style: puzzle.look.shapes,
        boards: boards.collect(),
    }
}

/// A board with its judgement, for a picture; `best` is the value of the best boards where they
/// differ and it is known.
pub(crate) fn small_board(
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
        broken: broken_cells(puzzle, &violations),
        title: format!("P = {}", plots::short_probability(probability)),
        obeys: Some(solves),
        words: verdict,
        ..given_board(puzzle)
    }
}

/// The values of a model's variables in place of a board, where the energy judges and no rule does.
pub(super) fn judged_by_energy(shown: SmallBoard, solves: bool) -> SmallBoard {
    let verdict = match solves {
        true => "an exact ground state",
        false => "no ground state",
    };
    SmallBoard {
        obeys: Some(solves),
        words: verdict.to_owned(),
        ..shown
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

/// The board as text, with the letter of whatever takes a cell; a capital where a piece stands, a
/// small letter where it might.
pub(super) fn symbol_rows(puzzle: &Puzzle, board: &Assignment) -> Vec<String> {
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

/// Region numbers per cell, cells in no region numbered after all others; empty where the family
/// has no regions.
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

/// How many are to stand in each row and each column, where these numbers differ; a question mark
/// where that is not told.
fn margins(puzzle: &Puzzle) -> [Vec<String>; 2] {
    let count = |name: String| {
        let named = puzzle
            .model
            .constraints()
            .iter()
            .filter(|rule| rule.name == name);
        let mut counts = named.filter_map(|rule| match &rule.form {
            Form::Sum(sum) if sum.least == sum.most => Some(sum.least.to_string()),
            Form::Sum(sum) => Some(format!("{}–{}", sum.least, sum.most)),
            _ => None,
        });
        counts.next_back().unwrap_or_else(|| "?".to_owned())
    };
    let counts = |part: &str, lines: usize| -> Vec<String> {
        (1..=lines)
            .map(|line| count(format!("{part} {line}")))
            .collect()
    };
    let rows = counts("row", puzzle.slots.rows());
    let columns = counts("column", puzzle.slots.cols());
    match rows.iter().chain(&columns).all(|count| *count == rows[0]) {
        true => Default::default(),
        false => [rows, columns],
    }
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
