//! Long work: outside the interpreter's lock, on threads that a forked process makes anew, until
//! the interpreter hears a signal.
//!
//! Python hears signals on its main thread alone, and only when it is asked. So work goes to the
//! threads of the engine, and the calling thread asks the interpreter fifty times a second.
//! Callbacks are called by that thread, too, and the work that waits for them has threads that no
//! other call uses: a callback may call whatever it likes.

use crate::arguments::whole;
use crate::error::{argument, raised};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What a lock holds, also after a panic.
pub(crate) fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How long the calling thread waits before it asks the interpreter again.
const PAUSE: Duration = Duration::from_millis(20);

/// How long work may go on that is to end; then it is left to itself, and its result is lost.
const GRACE: Duration = Duration::from_secs(2);

/// The most threads that can be asked for.
const MOST_THREADS: usize = 1024;

/// Says stop to work that is under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Whether the work is to end.
    pub(crate) fn set(&self, ends: bool) {
        self.0.store(ends, Ordering::Relaxed);
    }

    /// What the library is answered when it asks whether to go on.
    pub(crate) fn answer(&self) -> ControlFlow<()> {
        if self.0.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// The threads of all calls that ask for no number, by process: one that was forked has none of its
/// parent's, whose entry stays, because threads that are not there cannot be asked to end.
static SHARED: Mutex<BTreeMap<u32, Arc<ThreadPool>>> = Mutex::new(BTreeMap::new());

/// A number of threads of the engine; 0 for as many as the machine has.
pub(crate) fn threads_of(threads: Option<i128>) -> PyResult<usize> {
    let count = threads.map_or(Ok(0), |threads| whole("threads", threads, 1))?;
    if count <= MOST_THREADS {
        return Ok(count);
    }
    let remedy = format!("give at most {MOST_THREADS}");
    Err(argument("threads", format!("found {count}"), &remedy))
}

/// So many threads; those of no number are shared with other calls, unless these are alone.
fn pool_of(threads: usize, alone: bool) -> PyResult<Arc<ThreadPool>> {
    let (process, is_shared) = (std::process::id(), threads == 0 && !alone);
    let mut shared = locked(&SHARED);
    if let Some(pool) = shared.get(&process).filter(|_| is_shared) {
        return Ok(Arc::clone(pool));
    }
    // the calling thread says that work ended in a panic, which would end the process
    let builder = ThreadPoolBuilder::new().panic_handler(|_| ());
    let pool = builder.num_threads(threads).build();
    let pool = pool.map_err(|error| argument("threads", error.to_string(), "ask for fewer"))?;
    let pool = Arc::new(pool);
    if is_shared {
        shared.insert(process, Arc::clone(&pool));
    }
    Ok(pool)
}

/// What a callback is called with, made under the lock of the interpreter.
pub(crate) type Message = Box<dyn FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send>;

/// The way from work to the callback, and back to the work.
#[derive(Clone)]
pub(crate) struct Listener {
    /// What the callback is to hear, and what the work waits for until that is dropped.
    calls: Sender<(Message, Sender<()>)>,
    has_callback: bool,
    /// What answers whether to go on.
    pub(crate) stop: Stop,
}

impl Listener {
    /// Calls the callback, and answers whether to go on.
    pub(crate) fn tell(&self, message: Message) -> ControlFlow<()> {
        if self.has_callback && self.stop.answer().is_continue() {
            let (done, wait) = channel();
            // nobody receives it any more where the calling thread has left
            if self.calls.send((message, done)).is_ok() {
                let _is_done = wait.recv();
            }
        }
        self.stop.answer()
    }
}

/// Does work on threads of the engine, while the calling thread listens for signals and calls the
/// callback. A signal, an error in the callback, and a false value as its answer, but for `None`,
/// end the work.
///
/// What the work made, and the error that ended it. Raises the error alone where the work did not
/// end in time.
pub(crate) fn listening<T: Send + 'static>(
    py: Python<'_>,
    (threads, stop): (usize, Stop),
    callback: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Listener) -> T + Send + 'static,
) -> PyResult<(T, Option<PyErr>)> {
    let pool = pool_of(threads, callback.is_some())?;
    let (calls, inbox) = channel();
    let (end, result) = channel();
    let listener = Listener {
        calls,
        has_callback: callback.is_some(),
        stop: stop.clone(),
    };
    // the end of the work, a panic included, drops the listener, which ends the calls
    pool.spawn(move || drop(end.send(work(&listener))));
    // what is received is moved out of a lock, because the receiver is of one thread
    let inbox = Mutex::new(inbox);
    let mut why: Option<(PyErr, Instant)> = None;
    loop {
        let call = py.detach(|| locked(&inbox).recv_timeout(PAUSE));
        let has_ended = matches!(call, Err(RecvTimeoutError::Disconnected));
        let (message, _waits_till_here) = call.ok().unzip();
        let mut goes_on = py.check_signals().map(|()| true);
        // a callback that has said stop is asked no more
        if let (Ok(true), Some(message), Some(callback)) = (&goes_on, message, callback)
            && stop.answer().is_continue()
        {
            let answer = message(py).and_then(|message| callback.call1((message,)));
            goes_on = answer.and_then(|answer| Ok(answer.is_none() || answer.is_truthy()?));
        }
        if !matches!(goes_on, Ok(true)) {
            stop.set(true);
        }
        if let Err(error) = goes_on {
            why.get_or_insert((error, Instant::now()));
        }
        if has_ended {
            let why = why.map(|(error, _)| error);
            return result.recv().map(|made| (made, why)).map_err(|_| {
                let found = "a computation that ended without a result";
                argument("thread", found, "report this as a mistake of ketboard")
            });
        }
        if let Some((error, _)) = why.take_if(|(_, since)| since.elapsed() > GRACE) {
            // other calls do not wait for threads that are busy with what nobody wants
            locked(&SHARED).remove(&std::process::id());
            return Err(error);
        }
    }
}

/// [`listening`] without a callback to a call of the library, whose error is raised.
pub(crate) fn called<T: Send + 'static, E: Into<ketboard::Error> + Send + 'static>(
    py: Python<'_>,
    threads: usize,
    call: impl FnOnce(&Listener) -> Result<T, E> + Send + 'static,
) -> PyResult<T> {
    let (made, why) = listening(py, (threads, Stop::default()), None, call)?;
    why.map_or_else(|| made.map_err(raised), Err)
}
