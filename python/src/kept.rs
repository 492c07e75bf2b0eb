//! An ansatz with the memory of its last call, so that the next one takes none.

use crate::error::raised;
use crate::interrupt::Stop;
use ketboard_qaoa::{Ansatz, Evaluator};
use pyo3::prelude::*;
use std::ops::ControlFlow;

/// What answers the engine between two passes.
type Answer = Box<dyn Fn() -> ControlFlow<()> + Send + Sync>;

/// An ansatz, and who stops its evaluations.
pub(crate) struct Watched {
    ansatz: Ansatz,
    answer: Answer,
    stop: Stop,
}

self_cell::self_cell!(
    /// An evaluator together with the ansatz that it borrows.
    pub(crate) struct Kept {
        owner: Watched,
        #[covariant]
        dependent: Evaluator,
    }
);

impl Kept {
    /// Takes the memory for one state.
    pub(crate) fn of(ansatz: &Ansatz) -> PyResult<Self> {
        let stop = Stop::default();
        let asked = stop.clone();
        let watched = Watched {
            ansatz: ansatz.clone(),
            answer: Box::new(move || asked.answer()),
            stop,
        };
        let kept = Self::try_new(watched, |watched| {
            let evaluator = watched.ansatz.evaluator()?;
            Ok(evaluator.with_stop(&*watched.answer))
        });
        kept.map_err(|error: ketboard_qaoa::Error| raised(error))
    }

    /// What stops its evaluations.
    pub(crate) fn stop(&self) -> Stop {
        self.borrow_owner().stop.clone()
    }
}
