//! Who may say *stop* between two passes over a state.
//!
//! A layer over 2²⁴ amplitudes takes a tenth of a second, and a circuit has many of them. So before
//! every pass over a state of [`LEAST`] amplitudes or more somebody is asked whether to go on. What
//! was stopped has no value (NaN), and its memory can be used again.

use std::fmt;
use std::ops::ControlFlow;

/// The fewest amplitudes of a state that is watched; a pass takes a tenth of a millisecond or more.
const LEAST: usize = 1 << 16;

/// Whether and whom the loops over layers ask; nobody, by default.
#[derive(Clone, Copy, Default)]
pub(crate) struct Watch<'a> {
    ask: Option<&'a (dyn Fn() -> ControlFlow<()> + Sync)>,
    least: usize,
}

impl<'a> Watch<'a> {
    pub(crate) const NONE: Self = Self {
        ask: None,
        least: LEAST,
    };

    /// `ask` is asked before every pass; `Break` ends the evaluation.
    pub(crate) fn new(ask: &'a (dyn Fn() -> ControlFlow<()> + Sync)) -> Self {
        Self {
            ask: Some(ask),
            least: LEAST,
        }
    }

    /// The same watch of states of any size.
    #[cfg(test)]
    pub(crate) fn of_any_state(self) -> Self {
        Self { least: 0, ..self }
    }

    /// Whether the next pass over so many amplitudes must not begin.
    pub(in crate::sim) fn stops(self, amplitudes: usize) -> bool {
        let ask = self.ask.filter(|_| amplitudes >= self.least);
        ask.is_some_and(|ask| ask().is_break())
    }
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asks = self.ask.is_some();
        f.debug_struct("Watch").field("asks", &asks).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn large_states_are_asked_about_before_every_pass_and_small_ones_never() {
        let asked = AtomicUsize::new(0);
        let ask = || match asked.fetch_add(1, Ordering::Relaxed) {
            0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        };
        let watch = Watch::new(&ask);
        assert!(!watch.stops(LEAST - 1) && !watch.stops(LEAST) && watch.stops(LEAST));
        assert!(watch.of_any_state().stops(1));
        assert!(!Watch::NONE.of_any_state().stops(LEAST));
        assert_eq!(asked.load(Ordering::Relaxed), 3);
    }
}
