//! Ctrl-C and threads: work that runs outside the interpreter's lock and can be stopped.
//!
//! Python hears signals on its main thread alone, and only when it is asked. So long work goes to a
//! thread of its own, and the calling thread asks the interpreter fifty times a second.

use crate::error::argument;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long the calling thread waits before it asks the interpreter again.
const PAUSE: Duration = Duration::from_millis(20);

/// Says stop to work that is under way, and why.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop {
    asked: Arc<AtomicBool>,
    why: Arc<Mutex<Option<PyErr>>>,
}

impl Stop {
    /// Nothing is to end any more.
    pub(crate) fn reset(&self) {
        self.asked.store(false, Ordering::Relaxed);
        drop(self.why());
    }

    /// The work is to end, without an error.
    pub(crate) fn ask(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// The work is to end with this error; the first one counts.
    pub(crate) fn ask_for(&self, why: PyErr) {
        let mut known = self.why.lock().unwrap_or_else(PoisonError::into_inner);
        known.get_or_insert(why);
        drop(known);
        self.ask();
    }

    /// What the library is answered when it asks whether to go on.
    pub(crate) fn answer(&self) -> ControlFlow<()> {
        match self.asked.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// The error that the work was to end with.
    pub(crate) fn why(&self) -> Option<PyErr> {
        let mut known = self.why.lock().unwrap_or_else(PoisonError::into_inner);
        known.take()
    }
}

/// Does long work on a thread of its own, on these threads of the engine, while the calling
/// thread listens for signals.
///
/// # Errors
/// If the work ended without a result.
pub(crate) fn listening<T: Send>(
    py: Python<'_>,
    pool: Option<&ThreadPool>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (done, wait) = channel();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let result = match pool {
                Some(pool) => pool.install(work),
                None => work(),
            };
            // Nobody waits any more only where the calling thread has panicked.
            drop(done.send(result));
        });
        // What is received is moved out of a lock, because the receiver is of one thread.
        let wait = Mutex::new(wait);
        loop {
            let next = py.detach(|| {
                let wait = wait.lock().unwrap_or_else(PoisonError::into_inner);
                wait.recv_timeout(PAUSE)
            });
            match next {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(signal) = py.check_signals() {
                        stop.ask_for(signal);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let found = "a computation that ended without a result";
                    return Err(argument(
                        "thread",
                        found,
                        "report this as a mistake of ketboard",
                    ));
                }
            }
        }
    })
}

/// The threads that are asked for.
///
/// # Errors
/// If there are none, or the system gives fewer.
pub(crate) fn pool_of(threads: usize) -> PyResult<ThreadPool> {
    if threads == 0 {
        return Err(argument("threads", "found 0", "give at least one thread"));
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| argument("threads", error.to_string(), "ask for fewer threads"))
}
