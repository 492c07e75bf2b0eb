//! The playground's engine as WebAssembly: a question is written into memory, an answer read from
//! it.
//!
//! The page asks for [`room`] of so many bytes, writes a question there, calls [`answer`], and
//! reads as many bytes as that says from where [`answered`] points. What is asked and answered is
//! JSON, described at [`ketboard::Playground`]. Everything runs on the page's own worker; there is
//! one puzzle at a time.

use ketboard::Playground;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The puzzle, and the bytes that page and engine exchange.
struct Exchange {
    playground: Playground,
    bytes: Vec<u8>,
}

static EXCHANGE: Mutex<Option<Exchange>> = Mutex::new(None);

/// Calls `work` with the one exchange there is.
fn exchange<R>(work: impl FnOnce(&mut Exchange) -> R) -> R {
    let mut guard: MutexGuard<'_, _> = EXCHANGE.lock().unwrap_or_else(PoisonError::into_inner);
    work(guard.get_or_insert_with(|| Exchange {
        playground: Playground::default(),
        bytes: Vec::new(),
    }))
}

/// Where a question of so many bytes is to be written.
#[allow(unsafe_code, reason = "a browser calls functions by their names")]
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    exchange(|exchange| {
        exchange.bytes.clear();
        exchange.bytes.resize(length, 0);
        exchange.bytes.as_mut_ptr()
    })
}

/// Answers the question that was written, and says how long the answer is in bytes.
#[allow(unsafe_code, reason = "a browser calls functions by their names")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    exchange(|exchange| {
        let question = String::from_utf8_lossy(&exchange.bytes).into_owned();
        exchange.bytes = exchange.playground.answer(&question).into_bytes();
        exchange.bytes.len()
    })
}

/// Where the answer begins.
#[allow(unsafe_code, reason = "a browser calls functions by their names")]
#[unsafe(no_mangle)]
pub extern "C" fn answered() -> *const u8 {
    exchange(|exchange| exchange.bytes.as_ptr())
}
