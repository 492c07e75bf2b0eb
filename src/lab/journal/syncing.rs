//! Syncing beside the work: a thread that tells the disk to take what was written, as soon as it is
//! written, and keeps what the disk refuses.

use std::fs::File;
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// A file whose writes are synced by a thread of its own.
#[derive(Debug)]
pub(super) struct Syncing {
    /// Asks for a sync; gone once the last one was asked for.
    asks: Option<Sender<()>>,
    refusals: Receiver<io::Error>,
    thread: Option<JoinHandle<()>>,
}

impl Syncing {
    /// # Errors
    /// If the file cannot be opened twice.
    pub(super) fn of(file: &File) -> io::Result<Self> {
        let file = file.try_clone()?;
        let (asks, asked) = channel();
        let (refuse, refusals) = channel();
        let thread = std::thread::spawn(move || {
            while asked.recv().is_ok() {
                while asked.try_recv().is_ok() {} // one sync serves all that was written before it
                if let Err(error) = file.sync_data() {
                    refuse.send(error).ok(); // where nobody listens any more, nothing is written either
                }
            }
        });
        Ok(Self {
            asks: Some(asks),
            refusals,
            thread: Some(thread),
        })
    }

    /// Asks for what was written to be synced.
    ///
    /// # Errors
    /// What the disk refused since the last call.
    pub(super) fn ask(&mut self) -> io::Result<()> {
        if let Some(asks) = &self.asks {
            asks.send(()).ok(); // the thread lives as long as it is asked
        }
        self.refused()
    }

    /// Waits until all is synced.
    ///
    /// # Errors
    /// As [`Self::ask`].
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.asks = None;
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
        self.refused()
    }

    fn refused(&self) -> io::Result<()> {
        self.refusals.try_recv().map_or(Ok(()), Err)
    }
}

impl Drop for Syncing {
    fn drop(&mut self) {
        self.finish().ok(); // whoever wants to know has asked
    }
}
