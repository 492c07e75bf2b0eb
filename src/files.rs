//! Files that are written whole or not at all.

use crate::error::{Error, Result};
use std::io::Write;
use std::path::Path;

/// Writes `bytes` to `path`: to a temporary name in the same folder, then by one rename.
///
/// # Errors
/// [`Error::Write`], and then nothing is left behind.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    write_together(&[(path, bytes)])
}

/// Writes several files that belong together: all under temporary names first, then by renames.
///
/// # Errors
/// [`Error::Write`] with the file that could not be written; then none of them is there under a new name.
pub fn write_together(files: &[(&Path, &[u8])]) -> Result<()> {
    let pending = files
        .iter()
        .map(|(path, bytes)| pending(path, bytes))
        .collect::<Result<Vec<_>>>()?;
    for (done, (file, (path, _))) in pending.into_iter().zip(files).enumerate() {
        if let Err(error) = file.persist(path) {
            for (renamed, _) in &files[..done] {
                std::fs::remove_file(renamed).ok();
            }
            return Err(Error::Write {
                path: (*path).to_owned(),
                source: error.error,
            });
        }
    }
    Ok(())
}

/// A file that is written but does not have its name yet; dropped, it is removed.
fn pending(path: &Path, bytes: &[u8]) -> Result<tempfile::NamedTempFile> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        Some(_) | None => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".ketboard-");
    // A temporary file is private to its owner; a result is as readable as any new file of the user.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let written = if path.is_dir() {
        Err(std::io::Error::from(std::io::ErrorKind::IsADirectory))
    } else {
        builder
            .tempfile_in(folder)
            .and_then(|mut file| file.write_all(bytes).map(|()| file))
    };
    written.map_err(|source| Error::Write {
        path: path.to_owned(),
        source,
    })
}

/// Makes sure that `folder` exists.
///
/// # Errors
/// [`Error::Write`] if it cannot be made.
pub fn make_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).map_err(|source| Error::Write {
        path: folder.to_owned(),
        source,
    })
}

/// The text of a file.
///
/// # Errors
/// [`Error::Read`], also for a file that is not UTF-8.
pub fn read_text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|source| Error::Read {
        path: path.to_owned(),
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_whole_and_a_failure_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write_whole(&path, b"one").unwrap();
        write_whole(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        let missing = folder.path().join("no such folder").join("a.txt");
        assert!(matches!(
            write_whole(&missing, b"x"),
            Err(Error::Write { .. })
        ));
        assert_eq!(
            std::fs::read_dir(folder.path()).unwrap().count(),
            1,
            "only a.txt is there"
        );
    }

    #[test]
    fn files_that_belong_together_are_all_written_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let (first, second) = (folder.path().join("a"), folder.path().join("b"));
        std::fs::create_dir(&second).unwrap();
        assert!(write_together(&[(&first, b"1"), (&second, b"2")]).is_err());
        let left = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, 1, "only the folder is there");
    }
}
