//! The built program, run as a user runs it.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What a run of the program left.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    pub(crate) fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Self {
            status: output.status.code().expect("no signal ended it"),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }

    /// The run, which must have ended well and quietly.
    pub(crate) fn done(self) -> Self {
        assert_eq!((self.status, self.err.as_str()), (0, ""), "{self:?}");
        self
    }

    /// The one JSON object on standard output.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.out.lines().count(), 1, "{self:?}");
        let value: Value = serde_json::from_str(&self.out).unwrap();
        assert!(value.is_object(), "{value}");
        value
    }
}

/// The program, on a pipe and without color, in `folder`.
pub(crate) fn command(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ketboard"));
    command
        .current_dir(folder)
        .args(line.split_whitespace())
        .stdin(Stdio::null())
        .env("RUST_BACKTRACE", "0")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("NO_COLOR");
    command
}

/// Runs `ketboard LINE` in `folder`; words are parted by blanks.
pub(crate) fn run_in(folder: &Path, line: &str) -> Run {
    Run::of(&command(folder, line).output().unwrap())
}

/// A folder to run in, with the shipped puzzles in `p/` and the given files beside them.
pub(crate) fn workplace(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = folder.path().join("p");
    std::fs::create_dir(&puzzles).unwrap();
    let entries = std::fs::read_dir(shipped()).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    for path in paths.filter(|path| path.extension().is_some_and(|e| e == "toml")) {
        std::fs::copy(&path, puzzles.join(path.file_name().unwrap())).unwrap();
    }
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// The folder of the shipped puzzles.
pub(crate) fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles")
}

/// Every file below `folder` with its content, by path, in order; but for the wall times of sweeps,
/// which differ from run to run.
pub(crate) fn files_below(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.push((path.clone(), Vec::new()));
            files.extend(files_below(&path));
        } else if !path.ends_with("times.jsonl") {
            let content = std::fs::read(&path).unwrap();
            files.push((path, content));
        }
    }
    files.sort();
    files
}

/// The names of the files in `folder`, in order.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// The numbers of a JSON list.
pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().unwrap();
    list.iter().map(|number| number.as_f64().unwrap()).collect()
}

/// The keys of a JSON object.
pub(crate) fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}
