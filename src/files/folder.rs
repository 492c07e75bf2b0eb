//! A folder of results that appear together or not at all.
//!
//! The files are written into a hidden folder inside the target and moved up when all are there.
//! Folders that had to be made are removed again where nothing came of it.

use super::plain;
use crate::error::{Error, Result};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Lets `fill` write files into a folder that it is handed, then moves them into `target`,
/// replacing files of the same names; the files, sorted by name.
///
/// # Errors
/// What `fill` reports, or [`ketboard_puzzles::Error::Write`]; `target` is then as it was before.
pub(crate) fn fill_folder(
    target: &Path,
    fill: impl FnOnce(&Path) -> Result<()>,
) -> Result<Vec<PathBuf>> {
    let made = make_missing(target).map_err(|source| Error::write(target, source))?;
    let files = fill_and_move(target, fill);
    if files.as_ref().map_or(true, Vec::is_empty) {
        remove_made(&made);
    }
    files
}

/// Removes folders that were made, innermost first; what was put there meanwhile stays.
pub(super) fn remove_made(made: &[PathBuf]) {
    for folder in made.iter().rev() {
        std::fs::remove_dir(folder).ok();
    }
}

/// Succeeds if files can be written into `target`, before the work that makes them; leaves no
/// trace.
///
/// # Errors
/// As [`fill_folder`].
pub(crate) fn check_folder(target: &Path) -> Result<()> {
    fill_folder(target, |_| Ok(())).map(drop)
}

fn fill_and_move(target: &Path, fill: impl FnOnce(&Path) -> Result<()>) -> Result<Vec<PathBuf>> {
    let hidden = tempfile::Builder::new()
        .prefix(".ketboard-")
        .tempdir_in(target)
        .map_err(|source| Error::write(target, plain(source)))?;
    let _listed = Listed::new(hidden.path());
    fill(hidden.path()).map_err(|error| renamed(error, hidden.path(), target))?;
    let moves = moves(hidden.path(), target)?;
    for (from, to) in &moves {
        std::fs::rename(from, to).map_err(|source| Error::write(to, source))?;
    }
    Ok(moves.into_iter().map(|(_, to)| to).collect())
}

/// The hidden folders that are being filled.
static HIDDEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn hidden() -> MutexGuard<'static, Vec<PathBuf>> {
    HIDDEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A hidden folder, which is among the others as long as this lives.
struct Listed<'a>(&'a Path);

impl<'a> Listed<'a> {
    fn new(path: &'a Path) -> Self {
        hidden().push(path.to_owned());
        Self(path)
    }
}

impl Drop for Listed<'_> {
    fn drop(&mut self) {
        hidden().retain(|path| path != self.0);
    }
}

/// Removes the folders that are being filled, before a signal ends the program; whether there were
/// any.
pub(crate) fn remove_hidden() -> bool {
    let hidden = hidden();
    for path in hidden.iter() {
        std::fs::remove_dir_all(path).ok();
    }
    !hidden.is_empty()
}

/// Each file with the place it goes to; refused before the first move where a folder is in the way.
fn moves(hidden: &Path, target: &Path) -> Result<Vec<(PathBuf, PathBuf)>> {
    let entries = std::fs::read_dir(hidden).map_err(|source| Error::write(target, source))?;
    let mut moves = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|source| Error::write(target, source))?;
        let to = target.join(entry.file_name());
        if to.is_dir() {
            return Err(Error::write(&to, ErrorKind::IsADirectory));
        }
        moves.push((entry.path(), to));
    }
    moves.sort();
    Ok(moves)
}

/// The folders that had to be made, outermost first.
pub(super) fn make_missing(target: &Path) -> io::Result<Vec<PathBuf>> {
    let missing = target.ancestors().take_while(|folder| !folder.exists());
    let mut made: Vec<PathBuf> = missing
        .filter(|folder| !folder.as_os_str().is_empty())
        .map(Path::to_owned)
        .collect();
    made.reverse();
    std::fs::create_dir_all(target)?;
    Ok(made)
}

/// The error with the name under which the user knows the file.
fn renamed(error: Error, hidden: &Path, target: &Path) -> Error {
    let Error::Input(ketboard_puzzles::Error::Write { path, source }) = error else {
        return error;
    };
    let path = match path.strip_prefix(hidden) {
        Ok(inside) => target.join(inside),
        Err(_) => path,
    };
    Error::write(path, source)
}
