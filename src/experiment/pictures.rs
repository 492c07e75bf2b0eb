//! The pictures of an experiment: from records and runs to the plots of [`crate::plots`], saved as
//! SVG and PNG.

use super::LandscapeRecord;
use crate::error::Result;
use crate::files::write_whole;
use crate::lab::{Chain, Record};
use crate::pipeline::{Judge, LIKELIEST, Outcome, Problem};
use crate::plots::{
    self, AxisKind, AxisOf, BoardSheet, CellGroup, Drawn, Heading, PictureLayout, SmallBoard,
};
use ketboard_puzzles::{Assignment, Cell, Constraint, Model, Puzzle, Slot, Var, Violation};
use ketboard_qaoa::Stage;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The set that the success probability of a problem sums, as plots name it.
pub(super) fn summed_of(problem: &Problem) -> &'static str {
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
    let values = |stage: &Stage| stage.trace().map(|(_, value)| value).collect();
    let stages = outcome.stages.iter();
    let values: Vec<(usize, Vec<f64>)> = stages.map(|s| (s.depth, values(s))).collect();
    let metrics = &outcome.metrics;
    let mut written = draw_trace(problem, &values, metrics.ground_energy, folder)?;
    let (depth, success) = (outcome.stages.len(), metrics.success_probability);
    let boards = boards(problem, depth, success, &outcome.likeliest);
    written.extend(draw_boards(problem, &boards, folder)?);
    Ok(written)
}

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
    let problem = &chain.problem;
    let mut written = draw_trace(problem, values, record.ground_energy, folder)?;
    if problem.puzzle.has_board() && record.layers.is_none() {
        let likeliest = chain.likeliest(record, LIKELIEST)?;
        let boards = boards(
            problem,
            record.depth,
            record.success_probability,
            &likeliest,
        );
        written.extend(draw_boards(problem, &boards, folder)?);
    }
    Ok(written)
}

fn draw_boards(problem: &Problem, boards: &BoardSheet, folder: &Path) -> Result<Option<PathBuf>> {
    plots::save(
        &boards.drawn()?,
        folder,
        &format!("boards-{}", problem.stem()),
    )
    .map(Some)
}

/// Draws the trace of a search, from the values that the best start met at each depth.
fn draw_trace(
    problem: &Problem,
    values: &[(usize, Vec<f64>)],
    ground_energy: f64,
    folder: &Path,
) -> Result<Vec<PathBuf>> {
    if values.is_empty() {
        return Ok(Vec::new());
    }
    let mut evaluations = Vec::new();
    let mut starts = Vec::new();
    for (depth, values) in values {
        starts.push((evaluations.len(), *depth));
        evaluations.extend(values);
    }
    let heading = Heading::new(
        format!("{}: optimizer's trace", problem.puzzle.name),
        format!("{}; the best start at each depth.", space(problem)),
    );
    let chart = plots::optimizer_trace(heading, &evaluations, &starts, ground_energy)?;
    let name = format!("trace-{}", problem.stem());
    Ok(vec![plots::save(&chart.drawn()?, folder, &name)?])
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

/// The likeliest boards of a state, of which the `likeliest` basis states are known.
fn boards(
    problem: &Problem,
    depth: usize,
    success: Option<f64>,
    likeliest: &[(u64, f64)],
) -> BoardSheet {
    let puzzle = &problem.puzzle;
    let success = success.map_or_else(String::new, |p| {
        let summed = summed_of(problem);
        let number = plots::short_probability(p);
        let count = problem.truth.boards.len();
        format!("; P(success) = {number}, the probability of {summed} ({count} in all)")
    });
    let (what, by_rules) = match problem.judge {
        Judge::Rules => ("boards", true),
        Judge::Energy => ("states", false),
    };
    let shown = likeliest.iter().take(BOARDS).map(|(index, probability)| {
        let board = problem.lift_index(*index);
        let shown = small_board(puzzle, problem.truth.best, &board, *probability);
        match by_rules {
            true => shown,
            false => judged_by_energy(shown, problem.solves(&board)),
        }
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
    BoardSheet {
        heading: Heading::new(
            format!("{}: likeliest {what} at p = {depth}", puzzle.name),
            format!("{}{success}.{solution}", space(problem)),
        ),
        style: puzzle.look.shapes,
        boards: shown.collect(),
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
        broken: broken_cells(puzzle, &violations),
        ..shown_board(puzzle, &puzzle.board(board), probability, solves, verdict)
    }
}

/// A board as its rows tell it, judged already.
pub(super) fn shown_board(
    puzzle: &Puzzle,
    rows: &[String],
    probability: f64,
    solves: bool,
    verdict: impl Into<String>,
) -> SmallBoard {
    SmallBoard {
        rows: symbol_rows(puzzle, rows),
        title: format!("P = {}", plots::short_probability(probability)),
        obeys: Some(solves),
        words: verdict.into(),
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

/// The rows of a board with the letter of whatever takes a cell; a capital where a piece stands, a
/// small letter where it might.
fn symbol_rows(puzzle: &Puzzle, rows: &[String]) -> Vec<String> {
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
    match all.values().all(is_plain) {
        true => Vec::new(),
        false => all.into_values().collect(),
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
    cells_of(puzzle, &vars)
}

/// The cells that any of these variables stands for.
pub(crate) fn cells_of(puzzle: &Puzzle, vars: &BTreeSet<Var>) -> Vec<(usize, usize)> {
    let takes_part = |slot: &Slot| slot.vars().iter().any(|var| vars.contains(var));
    let cells = puzzle.slots.iter().filter(|(_, slot)| takes_part(slot));
    cells.map(|(cell, _)| (cell.row, cell.col)).collect()
}
