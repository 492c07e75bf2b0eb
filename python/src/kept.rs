//! An ansatz with the memory of its last call, so that the next one takes none.

use crate::error::raised;
use crate::interrupt::Stop;
use ketboard_qaoa::{Ansatz, Evaluator, Result};
use pyo3::prelude::*;
use std::ops::ControlFlow;

/// What answers the engine between two passes.
type Answer = Box<dyn Fn() -> ControlFlow<()> + Send + Sync>;

self_cell::self_cell!(
    /// An evaluator together with what it borrows.
    pub(crate) struct Kept {
        owner: (Ansatz, Answer),
        #[covariant]
        dependent: Evaluator,
    }
);

impl Kept {
    /// Takes the memory for one state, of evaluations that this stops.
    pub(crate) fn of(ansatz: &Ansatz, stop: Stop) -> PyResult<Self> {
        let answer: Answer = Box::new(move || stop.answer());
        let kept = Self::try_new((ansatz.clone(), answer), |(ansatz, answer)| -> Result<_> {
            Ok(ansatz.evaluator()?.with_stop(answer))
        });
        kept.map_err(raised)
    }
}
