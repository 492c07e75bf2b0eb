//! The engine behind the page in the browser: questions in JSON, answers in JSON.
//!
//! > question → read, edit, generate → reduce → layers, state, measure, optimize, landscape → take
//!
//! A [`Playground`] keeps one puzzle, reduced to as many qubits as the page asks for, and answers
//! about it. Everything that it tells is computed by the stages that the commands use
//! ([`crate::pipeline`]); here it is only put into words that a script can read. It opens no file,
//! looks at no clock and needs no second thread, so that it runs as WebAssembly, too.

mod circuit;
mod edit;
mod moment;
mod pictures;
mod puzzle;
mod question;
mod take;

use crate::error::{Error, Result};
use crate::json::to_json;
use circuit::{Ready, angles};
use puzzle::Current;
use question::Question;
use serde_json::{Value, json};

/// A puzzle under a student's hands: what the page in the browser asks, this answers.
///
/// A question is one JSON object whose key `do` says what is wanted: `about`, `read`, `paste`,
/// `generate`, `blank`, `edit`, `sign`, `reduce`, `layers`, `state`, `measure`, `optimize`, `landscape`,
/// `baselines` or `take`.
/// An answer is one JSON object; where a question cannot be answered it has the key `error`.
///
/// ```
/// use ketboard::Playground;
///
/// let mut playground = Playground::default();
/// playground.answer(r#"{"do": "generate", "family": "tango", "size": 4, "seed": 1}"#);
/// let reduced = playground.answer(r#"{"do": "reduce", "qubits": 6}"#);
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

impl Playground {
    /// The answer to a question.
    pub fn answer(&mut self, question: &str) -> String {
        let answered = match serde_json::from_str(question) {
            Ok(question) => self.ask(question),
            Err(error) => Err(Error::argument(
                "question",
                error.to_string(),
                "send one JSON object whose key \"do\" names a question",
            )),
        };
        let answer = answered.unwrap_or_else(|error| json!({"error": error.to_string()}));
        to_json(&answer).to_string()
    }

    fn ask(&mut self, question: Question) -> Result<Value> {
        match question {
            Question::About => Ok(puzzle::about()),
            Question::Read { text } => self.take_up(Current::read(text)),
            Question::Paste { text } => self.take_up(Current::paste(&text)),
            Question::Generate { family, size, seed } => {
                self.take_up(Current::generate(&family, size, seed))
            }
            Question::Blank { family, size } => self.take_up(Current::blank(&family, size)),
            Question::Edit { cell, symbol } => {
                let edited = self.current()?.edited(cell, symbol);
                self.take_up(edited)
            }
            Question::Sign { cells, sign } => {
                let signed = self.current()?.signed(cells, sign);
                self.take_up(signed)
            }
            Question::Reduce {
                qubits,
                rules,
                registers,
            } => {
                self.ready = None;
                let ready = Ready::of(self.current()?, qubits, [rules, registers])?;
                Ok(self.ready.insert(ready).tell())
            }
            Question::Layers { gammas, betas } => self.ready()?.layers(&angles(gammas, betas)?),
            Question::State { gammas, betas, at } => {
                self.ready()?.state(&angles(gammas, betas)?, at)
            }
            Question::Measure {
                gammas,
                betas,
                at,
                shots,
                seed,
            } => self
                .ready()?
                .measure(&angles(gammas, betas)?, at, shots, seed),
            Question::Optimize { depth, seed } => self.ready()?.optimize(depth, seed),
            Question::Landscape => self.ready()?.landscape(),
            Question::Baselines { depth, seed } => self.ready()?.baselines(depth, seed),
            Question::Take {
                format,
                gammas,
                betas,
            } => {
                let angles = angles(gammas, betas)?;
                take::text(self.current()?, self.ready.as_ref(), &format, &angles)
            }
        }
    }

    /// Goes on with another puzzle; where there is none, the one before stays.
    fn take_up(&mut self, puzzle: Result<Current>) -> Result<Value> {
        let puzzle = puzzle?;
        let told = puzzle.tell()?;
        (self.puzzle, self.ready) = (Some(puzzle), None);
        Ok(told)
    }

    fn current(&self) -> Result<&Current> {
        self.puzzle.as_ref().ok_or_else(no_puzzle)
    }

    fn ready(&mut self) -> Result<&mut Ready> {
        self.ready.as_mut().ok_or_else(|| {
            let remedy = "send \"reduce\" with a number of qubits that fits";
            Error::argument("question", "no circuit is ready", remedy)
        })
    }
}

fn no_puzzle() -> Error {
    let remedy = "send \"read\", \"paste\" or \"generate\" first";
    Error::argument("question", "there is no puzzle yet", remedy)
}
