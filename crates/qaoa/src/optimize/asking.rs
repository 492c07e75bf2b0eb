//! How a search reports its progress, and how it is stopped.
//!
//! There is one callback. It is asked before every evaluation, again between the layers of a long
//! one, and when a start has ended. `Break` ends the search, which returns what it has; [`Asking`]
//! remembers the answer, and the callback is not asked again.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// A function that gets the progress of a search, from any thread, and may stop it.
pub type Callback<'a> = &'a (dyn Fn(&Progress) -> ControlFlow<()> + Sync);

/// The callback that ignores the progress and never stops.
pub fn go_on(_: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// How far a search is, reported before each evaluation, again between the layers of a long one,
/// and when a start has ended. An evaluation that is stopped has no value and does not count.
///
/// ```
/// use ketboard_qaoa::{Ansatz, Cost, SearchSettings, search::Progress};
/// use std::ops::ControlFlow;
///
/// let ansatz = Ansatz::new(Cost::from_terms(2, [(0b11, 1.0), (0b01, -1.0)])?);
/// let until_the_second_depth = |progress: &Progress| match progress.depth {
///     1 => ControlFlow::Continue(()),
///     _ => ControlFlow::Break(()),
/// };
/// let settings = SearchSettings { depth: 4, ..SearchSettings::default() };
/// let stages = ansatz.optimize(&settings, &until_the_second_depth)?;
/// assert_eq!(stages[0].depth, 1); // what stops returns what it has
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// The depth that is searched.
    pub depth: usize,
    /// The number of the start at this depth, from 0.
    pub start: usize,
    /// Finished evaluations from this start.
    pub evaluations: u64,
    /// The lowest value that this start has met, infinite before the first.
    pub best: f64,
    /// Whether the start has ended: reported once for each start, after its last evaluation. Where
    /// all end higher than the depth before, its angles and a layer of zeros are one start more.
    pub ended: bool,
}

impl Progress {
    /// What is told of a depth before its first evaluation.
    pub fn before(depth: usize) -> Self {
        Self {
            depth,
            start: 0,
            evaluations: 0,
            best: f64::INFINITY,
            ended: false,
        }
    }
}

/// A callback that is asked no more after it has said stop.
pub(crate) struct Asking<'a> {
    callback: Callback<'a>,
    stopped: AtomicBool,
    /// What was reported before the evaluation in progress; of several side by side the last.
    told: Mutex<Option<Progress>>,
}

impl<'a> Asking<'a> {
    pub(crate) fn new(callback: Callback<'a>) -> Self {
        Self {
            callback,
            stopped: AtomicBool::new(false),
            told: Mutex::new(None),
        }
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// The answer of the callback to this progress; `Break` once it has said stop.
    fn ask(&self, progress: &Progress) -> ControlFlow<()> {
        if self.is_stopped() {
            return ControlFlow::Break(());
        }
        let answer = (self.callback)(progress);
        if answer.is_break() {
            self.stopped.store(true, Ordering::Relaxed);
        }
        answer
    }

    /// Whether to go on with the evaluation in progress, which is reported again.
    pub(crate) fn ask_between_layers(&self) -> ControlFlow<()> {
        let told = *self.told.lock().unwrap_or_else(PoisonError::into_inner);
        match told {
            Some(progress) => self.ask(&progress),
            None if self.is_stopped() => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct AtStart<'a> {
    pub(crate) asking: &'a Asking<'a>,
    pub(crate) depth: usize,
    pub(crate) start: usize,
}

impl AtStart<'_> {
    pub(super) fn ask(&self, evaluations: u64, best: f64) -> ControlFlow<()> {
        let progress = self.progress(evaluations, best);
        let told = self.asking.told.lock();
        *told.unwrap_or_else(PoisonError::into_inner) = Some(progress);
        self.asking.ask(&progress)
    }

    pub(super) fn end(&self, evaluations: u64, best: f64) {
        let progress = Progress {
            ended: true,
            ..self.progress(evaluations, best)
        };
        let _stops_the_next_one = self.asking.ask(&progress);
    }

    fn progress(&self, evaluations: u64, best: f64) -> Progress {
        Progress {
            depth: self.depth,
            start: self.start,
            evaluations,
            best,
            ended: false,
        }
    }
}
