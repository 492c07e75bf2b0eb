//! The engine behind the page in the browser: questions in JSON, answers in JSON.
//!
//! > question → read, edit, generate → reduce → layers, state, measure, optimize, landscape → take
//!
//! A [`Playground`] keeps one puzzle, reduced to as many qubits as the page asks for, and answers
//! about it. Every number is computed by the stages that the commands use
//! ([`crate::pipeline`]); here it is only put into words that a script can read. It opens no file,
//! looks at no clock and needs no second thread, so that it runs as WebAssembly, too.

mod circuit;
mod edit;
mod moment;
mod puzzle;

use crate::error::{Error, Result};
use crate::json::to_json;
use circuit::{Ready, angles};
use puzzle::Current;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A puzzle under a student's hands: what the page in the browser asks, this answers.
///
/// A question is one JSON object whose key `do` says what is wanted: `about`, `read`, `generate`,
/// `blank`, `edit`, `reduce`, `layers`, `state`, `measure`, `optimize`, `landscape`, `baselines`
/// or `take`.
/// An answer is one JSON object; where a question cannot be answered it has the key `error`.
///
/// ```
/// use ketboard::Playground;
///
/// let mut playground = Playground::default();
/// playground.answer(r#"{"do": "generate", "family": "tango", "size": 4, "seed": 1}"#);
/// let reduced = playground.answer(r#"{"do": "reduce", "settings": {"target_qubits": 6}}"#);
/// assert!(reduced.contains(r#""qubits":6"#), "{reduced}");
/// let angles = r#""gammas": [0.2], "betas": [-0.4], "at": 1"#;
/// let state = playground.answer(&format!(r#"{{"do": "state", {angles}}}"#));
/// assert!(state.contains("success_probability"), "{state}");
/// ```
#[derive(Debug, Default)]
pub struct Playground {
    puzzle: Option<Current>,
    ready: Option<Ready>,
}

/// What the page asks, and what that needs; all else is left out.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Question {
    #[serde(rename = "do")]
    what: String,
    /// A puzzle file, or a puzzle as people share it.
    text: String,
    family: String,
    size: usize,
    seed: u64,
    /// One cell, or two with a sign between them: row and column from 0.
    cells: Vec<[usize; 2]>,
    /// What the cells get; `.` takes it away.
    symbol: char,
    /// How the puzzle is reduced, encoded and run: settings by name, with their values as records
    /// hold them.
    settings: Map<String, Value>,
    gammas: Vec<f64>,
    betas: Vec<f64>,
    /// A moment of the circuit, counted in layers: 1.25 is halfway through the cost phase of the
    /// second.
    at: f64,
    shots: u64,
    depth: usize,
    format: String,
}

impl Playground {
    /// The answer to a question.
    pub fn answer(&mut self, question: &str) -> String {
        let asked = serde_json::from_str(question).map_err(|error| unknown(error.to_string()));
        let answered = asked.and_then(|question| self.ask(question));
        let answer = answered.unwrap_or_else(|error| json!({"error": error.to_string()}));
        to_json(&answer).to_string()
    }

    fn ask(&mut self, asked: Question) -> Result<Value> {
        let angles = angles(&asked)?;
        match asked.what.as_str() {
            "about" => Ok(puzzle::about()),
            "read" => self.take_up(Current::read(&asked.text)),
            "generate" => self.take_up(Current::generate(&asked)),
            "blank" => self.take_up(Current::blank(&asked)),
            "edit" => {
                let edited = self.current()?.edited(&asked);
                self.take_up(edited)
            }
            "reduce" => {
                self.ready = None;
                let ready = Ready::of(self.current()?, &asked)?;
                Ok(self.ready.insert(ready).tell())
            }
            "layers" => self.ready()?.layers(&angles),
            "state" => self.ready()?.state(&angles, asked.at),
            "measure" => self.ready()?.measure(&angles, &asked),
            "optimize" => self.ready()?.optimize(asked.depth, asked.seed),
            "landscape" => self.ready()?.landscape(),
            "baselines" => self.ready()?.baselines(asked.depth),
            "take" => self.ready()?.take(&angles, &asked.format),
            other => Err(unknown(format!("found the question {other:?}"))),
        }
    }

    /// Goes on with another puzzle; where there is none, the one before stays.
    fn take_up(&mut self, puzzle: Result<Current>) -> Result<Value> {
        let puzzle = puzzle?;
        let answer = puzzle.tell()?;
        (self.puzzle, self.ready) = (Some(puzzle), None);
        Ok(answer)
    }

    fn current(&self) -> Result<&Current> {
        self.puzzle.as_ref().ok_or_else(|| missing("puzzle"))
    }

    fn ready(&mut self) -> Result<&mut Ready> {
        self.ready.as_mut().ok_or_else(|| missing("circuit"))
    }
}

/// A question that is none.
fn unknown(found: String) -> Error {
    let remedy = "send one JSON object whose key \"do\" names a question";
    Error::argument("question", found, remedy)
}

fn missing(what: &str) -> Error {
    let remedy = "send \"read\" with a puzzle, then \"reduce\" with settings";
    Error::argument("question", format!("there is no {what} yet"), remedy)
}
