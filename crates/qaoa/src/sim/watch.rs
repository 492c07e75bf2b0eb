//! Who may say *stop* between two passes over a state.
//!
//! A layer over 2²⁴ amplitudes takes a tenth of a second, and a circuit has many of them, forward
//! and backward. So the loops over passes ask between two of them whether to go on, once [`PAUSE`]
//! has gone by since they last asked: a circuit of short passes is asked about now and then. From
//! [`LARGE`] amplitudes on they ask before every pass, because one that begins a moment too early
//! would take longer than all the rest of the way to a stop. States of fewer than [`LEAST`]
//! amplitudes are not asked about, and never look at the clock. Where there is no clock
//! (WebAssembly), they ask before every pass.
//!
//! What was stopped has no value (NaN), and leaves a state that is none. The memory can be used
//! again: every evaluation begins at the start.

use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How long the loops go on without asking.
const PAUSE: Duration = Duration::from_millis(50);

/// The fewest amplitudes of a state that is watched: its layers take about as long as a thousand
/// looks at the clock.
const LEAST: usize = 1 << 16;

/// The fewest amplitudes of a state that is asked about before every pass, of ten milliseconds or
/// more.
const LARGE: usize = 1 << 22;

/// Who is asked.
type AskBetweenPasses<'a> = &'a (dyn Fn() -> ControlFlow<()> + Sync);

/// Whether and whom the loops over layers ask; nobody, by default.
#[derive(Clone, Copy)]
pub(crate) struct Watch<'a> {
    ask: Option<AskBetweenPasses<'a>>,
    pause: Duration,
}

impl<'a> Watch<'a> {
    /// The watch that asks nobody.
    pub(crate) const NONE: Self = Self {
        ask: None,
        pause: PAUSE,
    };

    /// `ask` is asked between two passes, about every 50 ms or before every long pass; `Break` ends
    /// the evaluation.
    pub(crate) fn new(ask: AskBetweenPasses<'a>) -> Self {
        Self {
            ask: Some(ask),
            pause: PAUSE,
        }
    }

    /// The same watch that asks before every pass, of a state of any size.
    #[cfg(test)]
    pub(crate) fn at_every_pass(self) -> Self {
        Self {
            pause: Duration::ZERO,
            ..self
        }
    }

    /// A watch over the passes of one evaluation of a state of this number of amplitudes.
    pub(in crate::sim) fn over(self, amplitudes: usize) -> Passes<'a> {
        let ask = self.ask;
        let ask = ask.filter(|_| self.pause.is_zero() || amplitudes >= LEAST);
        let without_clock = cfg!(target_family = "wasm");
        let every = without_clock || self.pause.is_zero() || amplitudes >= LARGE;
        Passes {
            ask,
            pause: self.pause,
            asked: ask.filter(|_| !every).map(|_| Instant::now()),
        }
    }
}

impl Default for Watch<'_> {
    fn default() -> Self {
        Self::NONE
    }
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asks = self.ask.is_some();
        let Self { ask: _, pause } = self;
        f.debug_struct("Watch")
            .field("asks", &asks)
            .field("pause", pause)
            .finish()
    }
}

/// The passes of one evaluation.
pub(in crate::sim) struct Passes<'a> {
    ask: Option<AskBetweenPasses<'a>>,
    pause: Duration,
    /// When somebody was asked last; `None` where that does not matter.
    asked: Option<Instant>,
}

impl Passes<'_> {
    /// Whether the next pass must not begin.
    pub(in crate::sim) fn stop_here(&mut self) -> bool {
        let Some(ask) = self.ask else {
            return false;
        };
        if let Some(asked) = &mut self.asked {
            if asked.elapsed() < self.pause {
                return false;
            }
            *asked = Instant::now();
        }
        ask().is_break()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn small_states_and_short_times_are_not_asked_about() {
        let asked = AtomicUsize::new(0);
        let ask = || {
            asked.fetch_add(1, Ordering::Relaxed);
            ControlFlow::Break(())
        };
        let watch = Watch::new(&ask);
        let mut small = watch.over(LEAST - 1);
        std::thread::sleep(PAUSE);
        assert!(!small.stop_here(), "a small state");
        let mut long = Watch {
            pause: Duration::from_secs(3600),
            ..watch
        }
        .over(LEAST);
        assert!(!long.stop_here(), "an hour has not gone by");
        assert_eq!(asked.load(Ordering::Relaxed), 0);
        let mut due = watch.over(LEAST);
        std::thread::sleep(PAUSE);
        assert!(due.stop_here());
        assert!(watch.at_every_pass().over(1).stop_here());
        assert!(!Watch::NONE.at_every_pass().over(LEAST).stop_here());
        assert_eq!(asked.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn a_large_state_is_asked_about_before_every_pass() {
        let asked = AtomicUsize::new(0);
        let ask = || {
            asked.fetch_add(1, Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        let mut large = Watch::new(&ask).over(LARGE);
        for pass in 0..3 {
            assert_eq!(asked.load(Ordering::Relaxed), pass);
            assert!(!large.stop_here());
        }
    }
}
