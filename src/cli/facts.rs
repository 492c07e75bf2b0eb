//! The numbers of a JSON object for people, a line each, and a board below them: for commands that
//! tell numbers and little else.

use super::options::TalkOptions;
use super::page::PrintedPage;
use super::show::{answer_marks, style};
use super::words::probability;
use ketboard_puzzles::{Assignment, Puzzle, draw_board};
use serde_json::Value;

/// The page of a puzzle and what was computed of it, with the board that was found; of a quiet
/// command the board's rows alone.
pub(super) fn page_with_board(
    talk: &TalkOptions,
    puzzle: &Puzzle,
    object: &Value,
    board: Option<&Assignment>,
) -> PrintedPage {
    let mut page = PrintedPage::default();
    if talk.quiet {
        if let Some(board) = board {
            page.drawing(puzzle.board(board).join("\n"));
        }
        return page;
    }
    page.line(format_args!("{} ({})", puzzle.name, puzzle.family));
    add_facts(&mut page, object);
    if let Some(board) = board {
        let drawn = draw_board(puzzle, &answer_marks(puzzle, board), style());
        page.drawing(format_args!("\n{drawn}"));
    }
    page
}

/// Adds a line for each value of an object, and a table for each list of objects in it.
fn add_facts(page: &mut PrintedPage, object: &Value) {
    /// Rows of a table that are printed; JSON has them all.
    const MOST_ROWS: usize = 24;
    for (key, value) in object.as_object().into_iter().flatten() {
        let name = key.replace('_', " ");
        match value {
            Value::Null => {}
            Value::Object(_) => {
                page.line(name);
                add_facts(page, value);
            }
            Value::Array(rows) if rows.first().is_some_and(Value::is_object) => {
                page.line(name);
                let columns = rows[0].as_object().into_iter().flatten();
                let keys: Vec<&String> = columns.map(|(key, _)| key).collect();
                let heads: Vec<String> = keys.iter().map(|key| key.replace('_', " ")).collect();
                let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
                let cells = |row: &Value| keys.iter().map(|key| in_words(&row[*key])).collect();
                page.table(true, &heads, rows.iter().take(MOST_ROWS).map(cells));
                if rows.len() > MOST_ROWS {
                    page.line(format_args!("and {} more", rows.len() - MOST_ROWS));
                }
            }
            value => page.line(format_args!("{name:<28} {}", in_words(value))),
        }
    }
}

/// A value with digits that say something; lists with commas.
fn in_words(value: &Value) -> String {
    match value {
        Value::Null => "?".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() && float.fract() != 0.0 => probability(float),
            Some(float) if number.is_f64() => float.to_string(),
            _ => number.to_string(),
        },
        Value::Array(list) => list.iter().map(in_words).collect::<Vec<_>>().join(", "),
        Value::Bool(_) | Value::Object(_) => value.to_string(),
    }
}
