//! Long work: outside the interpreter's lock, on threads that a forked process makes anew, until
//! the interpreter hears a signal.
//!
//! Python hears signals on its main thread alone, and only when it is asked. So long work goes to a
//! thread of its own, and the calling thread asks the interpreter fifty times a second. Callbacks
//! are called by that thread, too, and the work that waits for them has threads that no other call
//! uses: a callback may call whatever it likes.

use crate::arguments::whole;
use crate::error::{argument, raised};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
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
    /// Nothing is to end any more.
    pub(crate) fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
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

/// The threads of all calls that ask for no number, and the process that they are of: one that was
/// forked has none of its parent's.
static ALL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// A number of threads of the engine; 0 for as many as the machine has.
pub(crate) fn threads_of(threads: Option<i128>) -> PyResult<usize> {
    let count = threads.map_or(Ok(0), |threads| whole("threads", threads, 1))?;
    if count <= MOST_THREADS {
        return Ok(count);
    }
    let remedy = format!("give at most {MOST_THREADS}");
    Err(argument("threads", format!("found {count}"), &remedy))
}

/// So many threads, which no other call uses but where they are all.
fn pool_of(threads: usize) -> PyResult<Arc<ThreadPool>> {
    if threads > 0 {
        return fresh(threads);
    }
    let mut all = locked(&ALL);
    if let Some((process, pool)) = &*all
        && *process == std::process::id()
    {
        return Ok(Arc::clone(pool));
    }
    let pool = fresh(0)?;
    // those of a parent are not dropped: they would be asked to end, and are not there
    std::mem::forget(all.replace((std::process::id(), Arc::clone(&pool))));
    Ok(pool)
}

fn fresh(threads: usize) -> PyResult<Arc<ThreadPool>> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| argument("threads", error.to_string(), "ask for fewer"))?;
    Ok(Arc::new(pool))
}

/// Does brief work on so many threads, outside the interpreter's lock.
pub(crate) fn briefly<T: Send>(
    py: Python<'_>,
    threads: usize,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let pool = pool_of(threads)?;
    Ok(py.detach(|| pool.install(work)))
}

/// What a callback is called with, made under the lock of the interpreter.
type Message = Box<dyn FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send>;

/// What long work says to the thread that called for it.
enum Event {
    /// The callback is to hear this; the work waits until nothing can be sent any more.
    Call(Message, Sender<()>),
    /// The work has ended.
    Ended,
}

/// The way from long work to the callback, and back to the work.
#[derive(Clone)]
pub(crate) struct Listener {
    events: Option<Sender<Event>>,
    stop: Stop,
}

impl Listener {
    /// Calls the callback, and answers whether to go on.
    pub(crate) fn tell(
        &self,
        message: impl FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send + 'static,
    ) -> ControlFlow<()> {
        if let (Some(events), ControlFlow::Continue(())) = (&self.events, self.answer()) {
            let (done, wait) = channel();
            // nobody receives it any more where the calling thread has left
            if events.send(Event::Call(Box::new(message), done)).is_ok() {
                let _is_done = wait.recv();
            }
        }
        self.answer()
    }

    /// Whether to go on.
    pub(crate) fn answer(&self) -> ControlFlow<()> {
        self.stop.answer()
    }
}

/// Says that work has ended, also where it panicked.
struct End(Sender<Event>);

impl Drop for End {
    fn drop(&mut self) {
        drop(self.0.send(Event::Ended));
    }
}

/// Does long work on threads of the engine, while the calling thread listens for signals and calls
/// the callback. A signal, an error in the callback, and `False` as its answer end the work.
///
/// What the work made, and the error that ended it. Raises the error alone where the work did not
/// end in time.
pub(crate) fn listening<T: Send + 'static>(
    py: Python<'_>,
    (threads, stop): (usize, &Stop),
    callback: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Listener) -> T + Send + 'static,
) -> PyResult<(T, Option<PyErr>)> {
    let pool = match callback {
        None => pool_of(threads)?,
        Some(_) => fresh(threads)?,
    };
    let (events, inbox) = channel();
    let listener = Listener {
        events: callback.map(|_| events.clone()),
        stop: stop.clone(),
    };
    let thread = std::thread::spawn(move || {
        let _end = End(events);
        pool.install(|| work(&listener))
    });
    // what is received is moved out of a lock, because the receiver is of one thread
    let inbox = Mutex::new(inbox);
    let mut why: Option<(PyErr, Instant)> = None;
    loop {
        let event = py.detach(|| locked(&inbox).recv_timeout(PAUSE));
        let mut goes_on = py.check_signals().map(|()| true);
        let _waits_till_here = match event {
            Ok(Event::Call(message, waits)) => {
                // a callback that has said stop is asked no more
                if let (Ok(true), Some(callback)) = (&goes_on, callback)
                    && stop.answer().is_continue()
                {
                    goes_on = answer(py, callback, message);
                }
                Some(waits)
            }
            Err(RecvTimeoutError::Timeout) => None,
            Ok(Event::Ended) | Err(RecvTimeoutError::Disconnected) => {
                let why = why.map(|(why, _)| why).or(goes_on.err());
                let result = py.detach(|| thread.join());
                return result.map(|result| (result, why)).map_err(|_| {
                    let found = "a computation that ended without a result";
                    argument("thread", found, "report this as a mistake of ketboard")
                });
            }
        };
        if !matches!(goes_on, Ok(true)) {
            stop.0.store(true, Ordering::Relaxed);
        }
        if let Err(error) = goes_on {
            why.get_or_insert((error, Instant::now()));
        }
        if let Some((error, _)) = why.take_if(|(_, since)| since.elapsed() > GRACE) {
            // other calls do not wait for threads that are busy with what nobody wants
            drop(locked(&ALL).take());
            return Err(error);
        }
    }
}

/// Whether a callback answers to go on: anything but a false value, and `None`, too.
fn answer(py: Python<'_>, callback: &Bound<'_, PyAny>, message: Message) -> PyResult<bool> {
    let answer = callback.call1((message(py)?,))?;
    Ok(answer.is_none() || answer.is_truthy()?)
}

/// [`listening`] without a callback to work that is not asked whether to go on: what it made.
pub(crate) fn waiting<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (made, why) = listening(py, (0, &Stop::default()), None, |_| work())?;
    why.map_or(Ok(made), Err)
}

/// [`waiting`] for a call of the library, whose error is raised.
pub(crate) fn called<T: Send + 'static, E: Into<ketboard::Error> + Send + 'static>(
    py: Python<'_>,
    call: impl FnOnce() -> Result<T, E> + Send + 'static,
) -> PyResult<T> {
    waiting(py, call)?.map_err(raised)
}
