//! Ctrl-C and SIGTERM: work that can be stopped stops and prints what it has; all else ends at
//! once.

use super::activity;
use crate::files::remove_hidden;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit status of a command that was stopped: what a shell reports of a program that Ctrl-C
/// ended.
const STATUS: u8 = 130;

/// Whether a signal has come.
static ASKED: AtomicBool = AtomicBool::new(false);
/// Whether work is going on that looks at [`ASKED`].
static LISTENING: AtomicBool = AtomicBool::new(false);

/// Work that a signal stops gently, from here to the end of this value. A second signal ends the
/// program at once, and so does one after the work.
#[derive(Debug)]
pub(crate) struct Stopping(());

impl Stopping {
    /// Begins the work.
    pub(crate) fn listen() -> Self {
        LISTENING.store(true, Ordering::SeqCst);
        clean_up_on_signal();
        Self(())
    }

    /// What a callback answers: whether work goes on.
    pub(crate) fn answer(&self) -> ControlFlow<()> {
        if is_asked() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Drop for Stopping {
    fn drop(&mut self) {
        LISTENING.store(false, Ordering::SeqCst);
    }
}

/// Wipes away what is on the terminal before a signal ends the program.
pub(crate) fn clean_up_on_signal() {
    // Where no handler can be set, a signal ends the program at once, as it would without one;
    // where it is set, it stays.
    ctrlc::set_handler(on_signal).ok();
}

/// Whether a signal has come.
pub(crate) fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// The exit status of a command that was stopped.
pub(crate) fn stopped() -> ExitCode {
    ExitCode::from(STATUS)
}

/// What a signal does: the first one only asks work that listens to stop; any other ends the
/// program, with a clean terminal.
fn on_signal() {
    if LISTENING.load(Ordering::SeqCst) && !ASKED.swap(true, Ordering::SeqCst) {
        return;
    }
    activity::rest();
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[2K"); // what a progress bar has left
    }
    if remove_hidden() {
        eprintln!("stopped while files were being made: none of them is written");
    }
    std::process::exit(i32::from(STATUS));
}
