//! The numbers of a JSON object for people, as lines and tables: for commands that tell numbers and
//! little else.

use super::classical::solved_marks;
use super::options::TalkOptions;
use super::page::PrintedPage;
use super::show::style;
use super::words::probability;
use ketboard_puzzles::{Assignment, Puzzle, draw_board};
use serde_json::Value;

/// Rows of a table that are printed; JSON has them all.
const MOST_ROWS: usize = 24;

/// The page of a puzzle and what was computed of it, with the board that was found; of a quiet
/// command the board's rows alone.
pub(super) fn page_with_board(
    talk: &TalkOptions,
    puzzle: &Puzzle,
    object: &Value,
    board: Option<&Assignment>,
) -> PrintedPage {
    let mut page = PrintedPage::default();
    if talk.speaks() {
        page.line(format_args!("{} ({})", puzzle.name, puzzle.family));
        add_facts(&mut page, object);
    }
    match board {
        Some(board) if talk.quiet => page.drawing(puzzle.board(board).join("\n")),
        Some(board) => {
            let drawn = draw_board(puzzle, &solved_marks(puzzle, board), style());
            page.drawing(format_args!("\n{drawn}"));
        }
        None => {}
    }
    page
}

/// Adds a line for each value of an object, and a table for each of its lists of objects.
fn add_facts(page: &mut PrintedPage, object: &Value) {
    for (key, value) in object.as_object().into_iter().flatten() {
        let name = key.replace('_', " ");
        match value {
            Value::Object(_) => {
                page.line(name);
                add_facts(page, value);
            }
            Value::Array(rows) if rows.first().is_some_and(Value::is_object) => {
                add_table(page, &name, rows);
            }
            value => page.line(format_args!("{name:<28} {}", in_words(value))),
        }
    }
}

fn add_table(page: &mut PrintedPage, name: &str, rows: &[Value]) {
    let columns = rows[0].as_object().into_iter().flatten();
    let columns: Vec<&String> = columns.map(|(key, _)| key).collect();
    let heads = columns
        .iter()
        .map(|key| format!("{:>14}", key.replace('_', " ")));
    page.line(name);
    page.line(heads.collect::<Vec<_>>().join("  "));
    for row in rows.iter().take(MOST_ROWS) {
        let cell =
            |(key, head): (&&String, usize)| format!("{:>head$}", in_words(&row[key.as_str()]));
        let widths = columns.iter().map(|key| key.len().max(14));
        let cells = columns.iter().zip(widths).map(cell);
        page.line(cells.collect::<Vec<_>>().join("  "));
    }
    if rows.len() > MOST_ROWS {
        let more = rows.len() - MOST_ROWS;
        page.line(format_args!("{:>14}", format!("and {more} more")));
    }
}

/// A value with digits that say something; lists with commas.
fn in_words(value: &Value) -> String {
    match value {
        Value::Null => "?".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) => match (number.is_f64(), number.as_f64()) {
            (true, Some(number)) if number.fract() != 0.0 => probability(number),
            (true, Some(number)) => number.to_string(),
            _ => number.to_string(),
        },
        Value::Array(list) => list.iter().map(in_words).collect::<Vec<_>>().join(", "),
        Value::Bool(_) | Value::Object(_) => value.to_string(),
    }
}
