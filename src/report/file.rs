//! A picture on disk: `.svg` and `.png` side by side, each whole or not there.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::raster::png;
use crate::error::{Error, Result};

/// Pixels of the PNG per pixel of the SVG.
const SCALE: f32 = 2.0;

/// Writes `path.svg` and, at twice the pixels, `path.png`; `path` carries no extension of its own.
///
/// Both are written under temporary names in the same folder first, then renamed; files of these names are replaced.
///
/// # Errors
/// [`Error::Write`] with the file that could not be written, and whatever [`png`] refuses.
pub fn save(svg: &str, path: impl AsRef<Path>) -> Result<()> {
    let picture = png(svg, SCALE)?;
    let svg_path = with_extension(path.as_ref(), ".svg");
    let text = Pending::write(svg_path.clone(), svg.as_bytes())?;
    let pixels = Pending::write(with_extension(path.as_ref(), ".png"), &picture)?;
    text.rename()?;
    pixels.rename().inspect_err(|_| {
        // One without the other would look finished.
        std::fs::remove_file(&svg_path).ok();
    })
}

/// A file that is written but does not have its name yet; dropped, it is removed.
struct Pending {
    file: NamedTempFile,
    target: PathBuf,
}

impl Pending {
    fn write(target: PathBuf, bytes: &[u8]) -> Result<Self> {
        let written = temporary_beside(&target).and_then(|mut file| {
            file.write_all(bytes)?;
            Ok(file)
        });
        match written {
            Ok(file) => Ok(Self { file, target }),
            Err(source) => Err(Error::Write {
                path: target,
                source,
            }),
        }
    }

    fn rename(self) -> Result<()> {
        let Self { file, target } = self;
        match file.persist(&target) {
            Ok(_) => Ok(()),
            Err(e) => Err(Error::Write {
                path: target,
                source: e.error,
            }),
        }
    }
}

fn temporary_beside(target: &Path) -> io::Result<NamedTempFile> {
    let folder = match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        Some(_) | None => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".ketboard-");
    // A temporary file is private by default; a picture is as readable as any new file of the user.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// `sweep.v2` to `sweep.v2.png`: appended, never replaced.
fn with_extension(path: &Path, extension: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(extension);
    PathBuf::from(name)
}
