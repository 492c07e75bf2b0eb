//! What a search tells on its way, and how it is told to stop.
//!
//! There is one callback. It is asked before every evaluation, between the layers of a long one,
//! and when a start has ended; `Break` ends the search, which returns what it has. The callback is
//! not asked again then: [`Asking`] remembers the answer for all who ask.

use super::Calls;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Who hears of a search, from any thread, and may stop it.
///
/// ```
/// use ketboard_qaoa::{Callback, Progress, go_on};
/// use std::ops::ControlFlow;
/// let quiet: Callback<'_> = &go_on;
/// let patient: Callback<'_> = &|progress: &Progress| match progress.calls.evaluations() {
///     0..1000 => ControlFlow::Continue(()),
///     _ => ControlFlow::Break(()),
/// };
/// ```
pub type Callback<'a> = &'a (dyn Fn(&Progress) -> ControlFlow<()> + Sync);

/// The callback of whoever wants to hear nothing and never stops.
pub fn go_on(_: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// How far a search is.
///
/// ```
/// use ketboard_qaoa::{Ansatz, Cost, Progress, SearchSettings};
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
    /// When this is told.
    pub moment: Moment,
    /// The depth that is searched.
    pub depth: usize,
    /// The number of the start at this depth, from 0.
    pub start: usize,
    /// Finished calls of the objective by this start.
    pub calls: Calls,
    /// The lowest value that this start has met, infinite before the first.
    pub best: f64,
}

/// When progress is told.
///
/// ```
/// use ketboard_qaoa::{Ansatz, Cost, Moment, SearchSettings};
/// use std::ops::ControlFlow;
/// use std::sync::atomic::{AtomicU64, Ordering};
/// let ends = AtomicU64::new(0);
/// let listener = |progress: &ketboard_qaoa::Progress| {
///     ends.fetch_add(u64::from(progress.moment == Moment::End), Ordering::Relaxed);
///     ControlFlow::Continue(())
/// };
/// let settings = SearchSettings { depth: 1, starts: 2, ..SearchSettings::default() };
/// Ansatz::new(Cost::from_terms(2, [(0b11, 1.0)])?).optimize(&settings, &listener)?;
/// assert_eq!(ends.into_inner(), 2); // one for each start
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// Before an evaluation, which does not begin if the answer is to stop.
    Evaluation,
    /// Between two layers of an evaluation, which has no value and does not count if the answer is
    /// to stop.
    Layer,
    /// After the last evaluation of a start.
    End,
}

/// A callback that several parts of a search ask, and that is asked no more after it has said stop.
///
/// ```
/// use ketboard_qaoa::Asking;
/// use std::ops::ControlFlow;
/// let asking = Asking::new(&|_| ControlFlow::Break(()));
/// assert!(!asking.is_stopped()); // nobody was asked yet
/// ```
pub struct Asking<'a> {
    callback: Callback<'a>,
    stopped: AtomicBool,
    /// What was told before the evaluation that is under way.
    told: Mutex<Option<Progress>>,
}

impl<'a> Asking<'a> {
    /// Asks this callback at every moment.
    pub fn new(callback: Callback<'a>) -> Self {
        Self {
            callback,
            stopped: AtomicBool::new(false),
            told: Mutex::new(None),
        }
    }

    /// Whether somebody was told to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Whether to go on.
    pub fn ask(&self, progress: &Progress) -> ControlFlow<()> {
        if self.is_stopped() {
            return ControlFlow::Break(());
        }
        let answer = (self.callback)(progress);
        if answer.is_break() {
            self.stopped.store(true, Ordering::Relaxed);
        }
        answer
    }

    /// Whether to go on with an evaluation that is under way: what [`Asking::remember`] was given
    /// is told again.
    pub fn ask_between_layers(&self) -> ControlFlow<()> {
        let told = *self.told.lock().unwrap_or_else(PoisonError::into_inner);
        match told {
            Some(progress) => self.ask(&Progress {
                moment: Moment::Layer,
                ..progress
            }),
            None if self.is_stopped() => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    /// Keeps what is to be told between the layers of the next evaluation.
    pub fn remember(&self, progress: &Progress) {
        *self.told.lock().unwrap_or_else(PoisonError::into_inner) = Some(*progress);
    }
}

impl std::fmt::Debug for Asking<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            callback: _,
            stopped,
            told,
        } = self;
        f.debug_struct("Asking")
            .field("stopped", stopped)
            .field("told", told)
            .finish_non_exhaustive()
    }
}

/// One start that asks.
#[derive(Clone, Copy, Debug)]
pub(super) struct AtStart<'a> {
    pub(super) asking: &'a Asking<'a>,
    pub(super) depth: usize,
    pub(super) start: usize,
    /// Calls of the start before those that are told of.
    pub(super) before: Calls,
    /// Whether no other start runs beside it, so that its evaluations may ask on their way.
    pub(super) alone: bool,
}

impl AtStart<'_> {
    /// Whether the next evaluation may begin.
    pub(super) fn ask(&self, calls: Calls, best: f64) -> ControlFlow<()> {
        let progress = self.progress(Moment::Evaluation, calls, best);
        if self.alone {
            self.asking.remember(&progress);
        }
        self.asking.ask(&progress)
    }

    /// Tells that the start has ended.
    pub(super) fn end(&self, best: f64) {
        let progress = self.progress(Moment::End, Calls::default(), best);
        let _stops_the_next_one = self.asking.ask(&progress);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.asking.is_stopped()
    }

    fn progress(&self, moment: Moment, calls: Calls, best: f64) -> Progress {
        let mut all = self.before;
        all += calls;
        Progress {
            moment,
            depth: self.depth,
            start: self.start,
            calls: all,
            best,
        }
    }
}
