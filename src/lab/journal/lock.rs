//! One sweep at a time in a folder: a lock of the operating system on a hidden file. It ends with
//! the process, however that ends.

use crate::error::{Error, Result};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

/// A folder that is locked.
#[derive(Debug)]
pub(in crate::lab) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// The lock of a folder; `None` where another process holds it.
    ///
    /// # Errors
    /// If the file cannot be made.
    pub(super) fn take(folder: &Path) -> Result<Option<Self>> {
        let path = folder.join(".lock");
        loop {
            let file = File::options()
                .create(true)
                .truncate(false)
                .write(true)
                .open(&path);
            let file = file.map_err(|source| Error::write(&path, source))?;
            match file.try_lock() {
                Ok(()) if is_still(&file, &path) => {
                    return Ok(Some(Self { path, _file: file }));
                }
                Ok(()) => {} // its holder has removed it meanwhile
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(source)) => {
                    return Err(Error::write(&path, source));
                }
            }
        }
    }
}

impl Drop for Lock {
    /// Removes the file; the lock itself ends when the file is closed.
    fn drop(&mut self) {
        // Where it cannot be removed it is in nobody's way: only the lock counts.
        std::fs::remove_file(&self.path).ok();
    }
}

/// Whether the path still names the open file.
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |found: std::fs::Metadata| (found.dev(), found.ino());
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(open), Ok(named)) => id(open) == id(named),
        (Err(_), _) | (_, Err(_)) => false,
    }
}

/// Elsewhere an open file cannot be removed.
#[cfg(not(unix))]
fn is_still(_: &File, _: &Path) -> bool {
    true
}
