//! The pictures of an experiment: from records and runs to the plots of [`crate::plots`], saved as
//! SVG and PNG.

use super::LandscapeRecord;
use crate::error::Result;
use crate::files::write_whole;
use crate::pipeline::{LikelyBoard, Outcome, Problem};
use crate::plots::{
    self, AxisKind, AxisOf, BoardSheet, CellGroup, Drawn, Heading, LineChart, PictureLayout,
    SmallBoard,
};
use ketboard_puzzles::{Assignment, Cell, Constraint, Model, Puzzle, Slot, Var, Violation};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

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
    layout: PictureLayout,
) -> Result<Vec<PathBuf>> {
    let mut boards = boards(problem, outcome);
    boards.heading.layout = layout;
    let mut pictures = vec![("boards", boards.drawn())];
    if !outcome.stages.is_empty() {
        let mut trace = trace(problem, outcome);
        trace.heading.layout = layout;
        pictures.push(("trace", trace.drawn()));
    }
    let save = |(what, drawn): &(&str, Drawn)| {
        plots::save(drawn, folder, &format!("{what}-{}", problem.stem()))
    };
    pictures.iter().map(save).collect()
}

/// The trace of a search: the values that the best start met at each depth.
fn trace(problem: &Problem, outcome: &Outcome) -> LineChart {
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
    plots::optimizer_trace(
        heading,
        &evaluations,
        &starts,
        outcome.metrics.ground_energy,
    )
}

/// Draws the landscape of ⟨C⟩ and of success, if it is known, and writes it as a record.
///
/// # Errors
/// If a file cannot be written.
pub(crate) fn draw_landscape(
    record: &LandscapeRecord,
    folder: &Path,
    layout: PictureLayout,
) -> Result<()> {
    let found = &record.landscape;
    let picture = |color, values: &[Vec<f64>]| {
        let (across, up) = (found.gammas.len(), found.betas.len());
        // the value at γ = 0, where the cost does nothing: that of the start state
        let rest = values.iter().flatten().next();
        let rest = rest
            .filter(|_| found.gammas.first() == Some(&0.0))
            .map(|value| {
                let value = plots::short(*value);
                format!("; at γ = 0 the state is the initial one, of value {value}")
            });
        let caption = format!(
            "{}, {across}×{up} points; the path is that of the first start that led as low as any{}.",
            record.space,
            rest.unwrap_or_default()
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
    let save = |drawn, what: &str| plots::save(&drawn, folder, &format!("{what}-{}", record.name));
    let drawn = picture(AxisOf::expectation(), &found.expectations)?;
    save(drawn, "landscape")?;
    if let Some(success) = &found.success {
        let of = summed(found.best_value.is_some());
        let color = AxisOf::probability_of(of, AxisKind::Probabilities);
        save(picture(color, success)?, "landscape-success")?;
    }
    let line = serde_json::to_string(record).expect("a landscape holds only finite numbers") + "\n";
    write_whole(&folder.join(record.file_name()), line.as_bytes())
}

/// Draws the board with its givens, nothing deduced, to `path`: as SVG or PNG by its ending.
///
/// # Errors
/// If the path ends in none of them, or the file cannot be written.
pub(crate) fn save_board(puzzle: &Puzzle, path: &Path) -> Result<()> {
    plots::save_as(&board_picture(puzzle), path)
}

/// The SVG of the board with its givens, nothing deduced.
///
/// # Errors
/// If there is no board that could be drawn.
pub(crate) fn board_picture(puzzle: &Puzzle) -> String {
    plots::board_picture(&given_board(puzzle), puzzle.look.shapes)
}

/// The board with its givens, nothing deduced, for a picture.
pub(crate) fn given_board(puzzle: &Puzzle) -> SmallBoard {
    SmallBoard {
        rows: given_rows(puzzle),
        regions: regions(puzzle),
        givens: givens(puzzle),
        signs: puzzle.look.signs.clone(),
        margins: puzzle.margins(),
        groups: groups(puzzle),
        joined: puzzle.look.topology,
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
    let rows = symbol_rows(puzzle, &puzzle.board(&board))
        .into_iter()
        .zip(&known);
    rows.map(|(row, given)| row.chars().zip(given).map(shown).collect())
        .collect()
}

/// The likeliest boards of a run.
fn boards(problem: &Problem, outcome: &Outcome) -> BoardSheet {
    let (puzzle, likeliest) = (&problem.puzzle, &outcome.likeliest);
    let success = outcome.metrics.success_probability;
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
        Some(rank) => {
            let number = plots::short_probability(likeliest[rank].1);
            format!(
                " The likeliest solution comes as no. {}, with P = {number}.",
                rank + 1
            )
        }
        None => format!(
            " No solution is among the {} likeliest states.",
            likeliest.len()
        ),
    };
    let depth = outcome.depth();
    BoardSheet {
        heading: Heading::new(
            format!("{}: likeliest {what} at p = {depth}", puzzle.name),
            format!("{}{success}.{solution}", space(problem)),
        ),
        style: puzzle.look.shapes,
        boards: shown.collect(),
    }
}

/// A likely board with its judgement, for a picture; `best` is the value of the best boards where
/// they differ and it is known. Without its variables, where its rows do not tell them, no broken
/// rule is named.
pub(crate) fn judged_board(
    puzzle: &Puzzle,
    best: Option<f64>,
    likely: &LikelyBoard,
    variables: Option<&Assignment>,
) -> SmallBoard {
    let (model, solves) = (&puzzle.model, likely.solves == Some(true));
    let violations = variables.map(|board| model.violations(board));
    let value = variables.and_then(|board| model.value(board));
    let words = match (violations.as_deref(), value, best) {
        _ if !puzzle.has_board() && solves => "an exact ground state".to_owned(),
        _ if !puzzle.has_board() => "no ground state".to_owned(),
        (None, ..) if !solves => "breaks rules".to_owned(),
        (None | Some([]), None, _) => "obeys all rules".to_owned(),
        (None | Some([]), Some(value), None) => format!("obeys all rules, value {value}"),
        (None | Some([]), Some(value), Some(best)) => {
            format!("obeys all rules, value {value} of best {best}")
        }
        (Some([one]), ..) => format!("breaks {}", name_of(model, one)),
        (Some(many), ..) => format!("breaks {} rules", many.len()),
    };
    let vars = |violation: &Violation| match violation {
        Violation::Given(var) => vec![*var],
        Violation::Constraint(index) => model.constraints()[*index].vars(),
    };
    let broken = violations.iter().flatten().flat_map(vars).collect();
    SmallBoard {
        rows: symbol_rows(puzzle, &likely.board),
        broken: cells_of(puzzle, &broken),
        title: format!("P = {}", plots::short_probability(likely.probability)),
        obeys: likely.solves,
        words,
        ..given_board(puzzle)
    }
}

/// The rows of a board with the letter of whatever takes a cell; a capital where a piece is, a
/// small letter where it might.
fn symbol_rows(puzzle: &Puzzle, rows: &[String]) -> Vec<String> {
    let piece = |cell: Cell| *puzzle.look.pieces.as_ref()?.get(cell)?;
    let shown = |(col, value): (usize, char), row| {
        let cell = Cell::new(row, col);
        match (puzzle.slots.get(cell), piece(cell)) {
            (Some(Slot::Tree), _) => 'T',
            (Some(Slot::Bit(_)), Some(letter)) if value == '1' => letter,
            (Some(Slot::Bit(_)), Some(letter)) => letter.to_ascii_lowercase(),
            _ => value,
        }
    };
    let row = |(row, text): (usize, &String)| {
        let cells = text.chars().enumerate();
        cells.map(|cell| shown(cell, row)).collect()
    };
    rows.iter().enumerate().map(row).collect()
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

/// The regions with their counts, where any is not 1; those that have numbers for names may overlap
/// others.
fn groups<'p>(puzzle: &'p Puzzle) -> Vec<CellGroup> {
    let group = |rule: &'p Constraint| -> Option<(&'p str, CellGroup)> {
        let name = rule.name.strip_prefix("region ")?;
        let group = CellGroup {
            cells: cells_of(puzzle, &rule.vars().into_iter().collect()),
            count: rule.form.count_text()?,
            overlaps: name.starts_with(|c: char| c.is_ascii_digit()),
        };
        Some((name, group))
    };
    // of several rules on a region the last one states its count
    let all: BTreeMap<&str, CellGroup> = puzzle
        .model
        .constraints()
        .iter()
        .filter_map(group)
        .collect();
    let is_plain = |group: &CellGroup| group.count == "1" && !group.overlaps;
    if all.values().all(is_plain) {
        Vec::new()
    } else {
        all.into_values().collect()
    }
}

/// The cells of any of these variables.
pub(crate) fn cells_of(puzzle: &Puzzle, vars: &BTreeSet<Var>) -> Vec<(usize, usize)> {
    let takes_part = |slot: &Slot| slot.vars().iter().any(|var| vars.contains(var));
    let cells = puzzle.slots.iter().filter(|(_, slot)| takes_part(slot));
    cells.map(|(cell, _)| (cell.row, cell.col)).collect()
}
