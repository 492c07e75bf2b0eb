//! Files that are written whole or not at all.

use crate::error::{Error, Result};
use std::io::Write;
use std::path::Path;

/// Writes `bytes` to `path`: to a temporary name in the same folder, then by one rename.
///
/// # Errors
/// [`Error::Write`], and then nothing is left behind.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let failed = |source| Error::Write {
        path: path.to_owned(),
        source,
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    file.write_all(bytes).map_err(failed)?;
    give_usual_permissions(file.as_file()).map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
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

/// Temporary files are private to their owner; results are meant to be shared.
#[cfg(unix)]
fn give_usual_permissions(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn give_usual_permissions(_: &std::fs::File) -> std::io::Result<()> {
    Ok(())
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
}
