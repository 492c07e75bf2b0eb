//! Files that are written whole or not at all.
//!
//! Bytes go to a temporary name in the same folder first; one rename gives them their name. What is
//! no regular file (a pipe, `/dev/null`) is written to as it is: renaming over it would replace
//! it.

mod folder;

pub(crate) use folder::{check_folder, fill_folder, remove_hidden};
use folder::{make_missing, remove_made};

use crate::error::{Error, Result};
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Writes `bytes` to `path`.
///
/// # Errors
/// [`ketboard_puzzles::Error::Write`], and then nothing is left behind.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let write = || match beside(path)? {
        Some((mut file, target)) => {
            file.write_all(bytes).map_err(plain)?;
            file.persist(target).map(drop).map_err(|error| error.error)
        }
        None => File::options().write(true).open(path)?.write_all(bytes),
    };
    write().map_err(|source| Error::write(path, source))
}

/// Succeeds if [`write_output`] can write `path`, before the work that makes its content; leaves no
/// trace.
///
/// # Errors
/// As [`write_output`].
pub(crate) fn check_target(path: &Path) -> Result<()> {
    let made = make_missing(folder_of(path)).map_err(|source| Error::write(path, source))?;
    let written = beside(path).map(drop);
    remove_made(&made);
    written.map_err(|source| Error::write(path, source))
}

/// Bytes of a stream that are read; a puzzle is far shorter, and a stream may have no end.
const LONGEST_INPUT: u64 = 1 << 24;

/// Whether a file is standard input: `-`.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of a file in messages.
pub(crate) fn shown_name(path: &Path) -> String {
    if is_standard_input(path) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Whether a path can be read once only: standard input, a pipe, a device.
pub(crate) fn is_stream(path: &Path) -> bool {
    let is_other = |found: std::fs::Metadata| !found.is_file() && !found.is_dir();
    is_standard_input(path) || std::fs::metadata(path).is_ok_and(is_other)
}

/// Writes `bytes` to `path`, into folders that are made where they are missing.
///
/// # Errors
/// As [`write_whole`]; then the folders are gone again.
pub(crate) fn write_output(path: &Path, bytes: &[u8]) -> Result<()> {
    let made = make_missing(folder_of(path)).map_err(|source| Error::write(path, source))?;
    let written = write_whole(path, bytes);
    if written.is_err() {
        remove_made(&made);
    }
    written
}

/// The text of a file; `-` is standard input.
///
/// # Errors
/// [`ketboard_puzzles::Error::Read`]; the first line with bytes that are no UTF-8.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    if !is_stream(path) {
        return read_file(path);
    }
    let mut bytes = Vec::new();
    let read = if is_standard_input(path) {
        io::stdin().take(LONGEST_INPUT).read_to_end(&mut bytes)
    } else {
        let file = File::open(path);
        file.and_then(|file| file.take(LONGEST_INPUT).read_to_end(&mut bytes))
    };
    read.map_err(|error| Error::read(shown_name(path), error.kind()))?;
    text_in(path, bytes)
}

/// The text of a regular file.
///
/// # Errors
/// As [`read_text`]; a pipe or a device.
pub(crate) fn read_file(path: &Path) -> Result<String> {
    text_in(path, read_bytes(path)?)
}

/// The text of bytes, without the byte-order mark that some editors begin it with.
fn text_in(path: &Path, mut bytes: Vec<u8>) -> Result<String> {
    if bytes.starts_with("\u{feff}".as_bytes()) {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let found = "the text is not UTF-8";
        Error::input(shown_name(path), Some(line), found, "save it as UTF-8")
    })
}

/// The bytes of a file.
///
/// # Errors
/// [`ketboard_puzzles::Error::Read`]; a pipe or a device, which may have no end.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    if is_stream(path) {
        let found = "a pipe or a device, which may have no end";
        return Err(Error::input(shown_name(path), None, found, "give a file"));
    }
    std::fs::read(path).map_err(|source| Error::read(path, source))
}

/// A new file beside the one of this path, under a name that nobody else has, and the path that it
/// is to get; none for a pipe or a device. Dropped, it is removed.
fn beside(path: &Path) -> io::Result<Option<(NamedTempFile, PathBuf)>> {
    let target = match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => return Ok(None),
        Ok(found) if found.permissions().readonly() => {
            return Err(ErrorKind::PermissionDenied.into());
        }
        // A link keeps pointing where it points.
        Ok(_) => std::fs::canonicalize(path)?,
        Err(_) => path.to_owned(),
    };
    let folder = folder_of(&target);
    std::fs::metadata(folder)?;
    let file = temporary_in(folder).map_err(plain)?;
    Ok(Some((file, target)))
}

/// A file of a name of its own in a folder, on the same disk as what it will replace.
fn temporary_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".ketboard-");
    // A temporary file is private to its owner; a result is as readable as any new file of the
    // user.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// The folder of a file; the current one where its path names none.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    }
}

/// The system's answer without the name of the temporary file, which says nothing to the user.
fn plain(error: io::Error) -> io::Error {
    error.kind().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let name = |entry: io::Result<std::fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<_> = entries
            .map(|entry| name(entry).to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_written_whole_and_a_failure_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write_whole(&path, b"one").unwrap();
        write_whole(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        let missing = folder.path().join("no such folder").join("a.txt");
        for wrong in [missing.as_path(), folder.path()] {
            let error = write_whole(wrong, b"x").unwrap_err().to_string();
            assert!(error.contains(&wrong.display().to_string()), "{error}");
            assert!(!error.contains(".ketboard-"), "{error}");
        }
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[test]
    fn an_output_makes_its_folders_and_a_failure_removes_them() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b/c.txt");
        check_target(&deep).unwrap();
        assert!(names(folder.path()).is_empty(), "a check leaves no trace");
        write_output(&deep, b"x").unwrap();
        assert_eq!(std::fs::read(&deep).unwrap(), b"x");
        let below_a_file = deep.join("d/e.txt");
        for result in [
            check_target(&below_a_file),
            write_output(&below_a_file, b"x"),
        ] {
            let error = result.unwrap_err().to_string();
            assert!(error.contains("c.txt/d/e.txt"), "{error}");
        }
        assert_eq!(names(&folder.path().join("a/b")), ["c.txt"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        std::fs::write(&file, b"old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read(&file).unwrap(), b"new");
        let null = Path::new("/dev/null");
        write_whole(null, b"gone").unwrap();
        assert!(
            std::fs::metadata(null)
                .unwrap()
                .file_type()
                .is_char_device()
        );
    }

    #[test]
    fn a_file_that_may_not_be_written_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        std::fs::write(&path, b"kept").unwrap();
        let mut permissions = std::fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(&path, permissions).unwrap();
        assert!(write_whole(&path, b"lost").is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"kept");
    }

    #[test]
    fn a_folder_is_filled_at_once_or_left_as_it_was() {
        let outside = tempfile::tempdir().unwrap();
        let target = outside.path().join("deep/results");
        let write = |folder: &Path, name: &str| write_whole(&folder.join(name), b"x");
        let two = |folder: &Path| write(folder, "a").and_then(|()| write(folder, "b"));

        let broken = fill_folder(&target, |folder| {
            two(folder)?;
            write(folder, "none/c")
        });
        let message = broken.unwrap_err().to_string();
        let named = target.join("none/c").display().to_string();
        assert!(message.contains(&named), "{message}");
        assert!(names(outside.path()).is_empty(), "what was made is gone");
        check_folder(&target).unwrap();
        assert!(names(outside.path()).is_empty(), "a check leaves no trace");

        let files = fill_folder(&target, two).unwrap();
        assert_eq!(files, [target.join("a"), target.join("b")]);
        assert_eq!(names(&target), ["a", "b"]);

        std::fs::create_dir(target.join("c")).unwrap();
        let in_the_way = fill_folder(&target, |folder| {
            write(folder, "0")?;
            write(folder, "c")
        });
        assert!(in_the_way.is_err());
        assert_eq!(names(&target), ["a", "b", "c"], "nothing new appeared");
    }
}
