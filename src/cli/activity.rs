//! One line on a terminal that says what the program is doing, where no progress bar says it.
//!
//! The line appears after a second, on standard error, in a thread of its own, so that work need
//! not report to be seen. It rests while a progress bar is shown, and is wiped away before anything
//! is printed and when a signal ends the program. On a pipe, and with `--quiet`, there is none.

use super::stopping;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::borrow::Cow;
use std::io::IsTerminal;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a command may take without a word.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the line is drawn.
const TICK: Duration = Duration::from_millis(250);

/// What the line says and whether it is shown.
static LINE: Mutex<ActivityLine> = Mutex::new(ActivityLine {
    wanted: false,
    since: None,
    what: Cow::Borrowed("reading what was given"),
    bar: None,
});

struct ActivityLine {
    /// Whether there is anybody to read it.
    wanted: bool,
    /// Since when nothing else has been shown; `None` while it rests.
    since: Option<Instant>,
    what: Cow<'static, str>,
    /// The line, where it is shown.
    bar: Option<ProgressBar>,
}

/// Shows from now on what the program is doing, if it is to talk and standard error is a terminal.
pub(crate) fn begin(quiet: bool) {
    if quiet || !std::io::stderr().is_terminal() {
        return;
    }
    stopping::clean_up_on_signal();
    let mut line = line();
    line.since = Some(Instant::now());
    if std::mem::replace(&mut line.wanted, true) {
        return;
    }
    // Without a thread there is no line, and everything else as ever.
    let drawn = || {
        loop {
            std::thread::sleep(TICK);
            self::line().draw();
        }
    };
    std::thread::Builder::new().spawn(drawn).ok();
}

/// What the program is doing now.
pub(crate) fn doing(what: impl Into<Cow<'static, str>>) {
    let mut line = line();
    line.what = what.into();
    line.since.get_or_insert_with(Instant::now);
}

/// Wipes the line away: something else is shown.
pub(crate) fn rest() {
    let mut line = line();
    line.since = None;
    line.wipe();
}

/// Wipes the line away for the time of `print`; it comes back after a while.
pub(crate) fn beside(print: impl FnOnce()) {
    let mut line = line();
    line.wipe();
    print();
    if let Some(since) = &mut line.since {
        *since = Instant::now();
    }
}

fn line() -> MutexGuard<'static, ActivityLine> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ActivityLine {
    fn draw(&mut self) {
        let Some(since) = self.since else {
            return;
        };
        if !self.wanted || since.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| new_line(since.elapsed()));
        bar.set_message(self.what.clone());
        bar.tick();
    }

    fn wipe(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// A line that is cut where the terminal ends.
fn new_line(elapsed: Duration) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}")
        .expect("the template names only fields that exist");
    let target = ProgressDrawTarget::stderr();
    ProgressBar::with_draw_target(None, target)
        .with_style(style)
        .with_elapsed(elapsed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_that_waits_since(since: Option<Instant>, wanted: bool) -> ActivityLine {
        ActivityLine {
            wanted,
            since,
            what: "counting".into(),
            bar: None,
        }
    }

    #[test]
    fn the_line_appears_after_a_second_and_only_where_it_is_wanted() {
        let long_ago = Instant::now().checked_sub(2 * PATIENCE);
        for (since, wanted, shown) in [
            (long_ago, true, true),
            (long_ago, false, false),
            (Some(Instant::now()), true, false),
            (None, true, false),
        ] {
            let mut line = line_that_waits_since(since, wanted);
            line.draw();
            assert_eq!(line.bar.is_some(), shown, "{since:?} {wanted}");
            line.wipe();
            assert!(line.bar.is_none());
        }
    }

    #[test]
    fn the_line_says_what_is_done_now() {
        let mut line = line_that_waits_since(Instant::now().checked_sub(2 * PATIENCE), true);
        line.draw();
        line.what = "drawing".into();
        line.draw();
        assert_eq!(
            line.bar.as_ref().map(ProgressBar::message),
            Some("drawing".to_owned())
        );
    }
}
