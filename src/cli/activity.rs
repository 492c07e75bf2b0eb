//! One line on a terminal that says what the program is doing, where no progress bar says it.
//!
//! The line appears after a second, on standard error, in a thread of its own, so that work need
//! not report to be seen. It is wiped away before a progress bar or anything else is shown, and
//! when a signal ends the program. On a pipe, and with `--quiet`, there is none.

use super::stopping;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::borrow::Cow;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a command may take without a word.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the line is drawn.
const TICK: Duration = Duration::from_millis(250);

/// Whether there is anybody to read it.
static WANTED: AtomicBool = AtomicBool::new(false);

/// The line, while something goes on.
static LINE: Mutex<Option<ProgressBar>> = Mutex::new(None);

fn line() -> MutexGuard<'static, Option<ProgressBar>> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Shows from now on what the program is doing, if it is to talk and standard error is a terminal.
pub(crate) fn begin(quiet: bool) {
    if !quiet && std::io::stderr().is_terminal() {
        stopping::clean_up_on_signal();
        WANTED.store(true, Ordering::Relaxed);
        doing("reading what was given");
    }
}

/// What the program is doing now.
pub(crate) fn doing(what: impl Into<Cow<'static, str>>) {
    if !WANTED.load(Ordering::Relaxed) {
        return;
    }
    let mut line = line();
    let bar = line.get_or_insert_with(|| {
        let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}")
            .expect("the template names only fields that exist");
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let bar = bar.with_style(style);
        let later = bar.clone();
        std::thread::spawn(move || {
            std::thread::sleep(PATIENCE);
            if !later.is_finished() {
                later.set_draw_target(ProgressDrawTarget::stderr());
                later.enable_steady_tick(TICK);
            }
        });
        bar
    });
    bar.set_message(what);
}

/// Wipes the line away until something else is done.
pub(crate) fn rest() {
    if let Some(bar) = line().take() {
        bar.finish_and_clear();
    }
}

/// Prints something in the place of the line, which then comes back.
pub(crate) fn beside(print: impl FnOnce()) {
    match &*line() {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}
