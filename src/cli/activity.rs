//! One line on a terminal that says what the program is doing, where no progress bar says it.
//!
//! The line appears on standard error once the program has run for a second, drawn by a thread of
//! its own, so that work need not report to be seen. It is wiped away before a progress bar or
//! anything else is shown, and when a signal ends the program. On a pipe, and with `--quiet`, there
//! is none.

use super::stopping;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::borrow::Cow;
use std::io::IsTerminal;
use std::sync::OnceLock;
use std::time::Duration;

/// How long the program may run without a word.
const QUIET: Duration = Duration::from_secs(1);

/// How often the line is drawn.
const TICK: Duration = Duration::from_millis(250);

/// The line, where anybody reads it.
static LINE: OnceLock<ProgressBar> = OnceLock::new();

/// Shows from now on what the program is doing, if it is to talk and standard error is a terminal.
pub(crate) fn begin(quiet: bool) {
    if quiet || !std::io::stderr().is_terminal() {
        return;
    }
    stopping::clean_up_on_signal();
    let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}")
        .expect("the template names only fields that exist");
    let hidden = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    let line = LINE.get_or_init(|| hidden.with_style(style));
    std::thread::spawn(|| {
        std::thread::sleep(QUIET);
        line.set_draw_target(ProgressDrawTarget::stderr());
    });
    doing("reading what was given");
}

/// What the program is doing now.
pub(crate) fn doing(what: impl Into<Cow<'static, str>>) {
    if let Some(line) = LINE.get() {
        if line.is_finished() {
            line.reset();
        }
        line.set_message(what);
        line.enable_steady_tick(TICK);
    }
}

/// Wipes the line away until something else is done.
pub(crate) fn rest() {
    if let Some(line) = LINE.get() {
        line.disable_steady_tick();
        line.finish_and_clear();
    }
}

/// Prints something in the place of the line, which then comes back.
pub(crate) fn beside(print: impl FnOnce()) {
    match LINE.get() {
        Some(line) => line.suspend(print),
        None => print(),
    }
}
