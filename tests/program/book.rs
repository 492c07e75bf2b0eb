//! The book under `docs/` and the README, held against the program: every command that they show is
//! run, what they say it prints is what it prints, and every link leads somewhere.
//!
//! With `KETBOARD_UPDATE_BOOK=1` the pages are written anew instead: outputs without `…`,
//! and pictures that commands of a page draw.

#[path = "book/links.rs"]
mod links;
#[path = "book/page.rs"]
mod page;

use crate::program::{run_in, shipped};
use page::Block;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Pictures of the book, and the results that they are copied from: a book cannot show what lies
/// outside its folder.
const COPIES: [(&str, &str); 4] = [
    ("success.svg", "results/study/depth/success.svg"),
    ("device.svg", "results/device/device.svg"),
    ("gates.svg", "results/encodings/gates.svg"),
    (
        "marginals.svg",
        "results/study/depth/marginals-queens-5x5-10-qubits-seed-1.svg",
    ),
];

/// First words of lines that are shown to be typed and not run here: they build, fetch, or need MPI.
const NOT_RUN: [&str; 8] = [
    "apt-get",
    "cargo",
    "cd",
    "git",
    "man",
    "mpirun",
    "rustup",
    "web/build",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn updates() -> bool {
    std::env::var_os("KETBOARD_UPDATE_BOOK").is_some()
}

/// The README and every page of the book.
fn pages() -> Vec<PathBuf> {
    let mut pages = links::markdown_below(&root().join("docs/src"));
    pages.push(root().join("README.md"));
    pages
}

/// A folder as a reader of the book has it: a checkout, with the puzzles and boards that it names.
fn checkout() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (from, to) in [
        (shipped(), "examples/puzzles"),
        (
            root().join("results/registers/boards"),
            "results/registers/boards",
        ),
    ] {
        let target = folder.path().join(to);
        std::fs::create_dir_all(&target).unwrap();
        for entry in std::fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                std::fs::copy(&path, target.join(path.file_name().unwrap())).unwrap();
            }
        }
    }
    folder
}

/// What a terminal shows of a line, run by the shell in `folder`; the same as an error where the
/// command does not end well.
fn shown(line: &str, folder: &Path) -> Result<String, String> {
    let program = Path::new(env!("CARGO_BIN_EXE_ketboard"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{line}")])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("CLICOLOR_FORCE")
        .env_remove("NO_COLOR")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    match output.status.code() {
        Some(0) => Ok(text),
        status => Err(format!("$ {line}\n{text}ends with status {status:?}")),
    }
}

fn is_run(line: &str) -> bool {
    !NOT_RUN.contains(&line.split_whitespace().next().unwrap_or_default())
}

/// Runs all commands of a page, in the order of the page and in one folder; what differs is told.
fn run_page(path: &Path) -> Vec<String> {
    let text = read(path);
    let folder = checkout();
    let mut wrong = Vec::new();
    let mut updated = text.clone();
    for block in page::blocks(&text) {
        match block {
            Block::File { name, text } => {
                std::fs::write(folder.path().join(name), text).unwrap();
            }
            Block::Picture { made, shown } => {
                let made = std::fs::read(folder.path().join(&made)).unwrap();
                let kept = path.parent().unwrap().join(&shown);
                if updates() {
                    std::fs::write(&kept, &made).unwrap();
                }
                if std::fs::read(&kept).unwrap() != made {
                    wrong.push(format!("{}: {shown} shows another picture", path.display()));
                }
            }
            Block::Lines(lines) => {
                for line in lines.into_iter().filter(|line| is_run(line)) {
                    wrong.extend(shown(&line, folder.path()).err());
                }
            }
            Block::Console(commands) => {
                for command in commands.into_iter().filter(|c| is_run(&c.line)) {
                    let found = match shown(&command.line, folder.path()) {
                        Ok(found) => found,
                        Err(failed) => {
                            wrong.push(format!("{}\n{failed}", path.display()));
                            continue;
                        }
                    };
                    if page::matches(&command.output, &found) {
                        continue;
                    }
                    if updates() && !page::leaves_out(&command.output) {
                        updated = page::replaced(&updated, &command, &found);
                    } else {
                        wrong.push(format!(
                            "{}\n$ {}\n{}",
                            path.display(),
                            command.line,
                            first_difference(&found, &command.output).unwrap_or_default()
                        ));
                    }
                }
            }
        }
    }
    if updated != text {
        std::fs::write(path, updated).unwrap();
    }
    wrong
}

/// The first line in which what was printed is not what a page shows.
fn first_difference(found: &str, shown: &str) -> Option<String> {
    let (mut found, mut shown) = (found.lines(), shown.lines());
    let mut number = 0;
    loop {
        number += 1;
        let pair = (found.next(), shown.next());
        match pair {
            (None, None) => return None,
            (found, shown) if found == shown => {}
            (found, shown) => {
                let [found, shown] = [found, shown].map(|line| line.unwrap_or("(no line)"));
                return Some(format!("line {number}: {found}\ninstead of: {shown}"));
            }
        }
    }
}

#[test]
fn every_command_of_the_book_and_the_readme_prints_what_they_show() {
    let pages = pages();
    let halves = [0, 1].map(|half| pages.iter().skip(half).step_by(2).collect::<Vec<_>>());
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let run = |half: Vec<&PathBuf>| half.into_iter().flat_map(|p| run_page(p)).collect();
        let threads = halves.map(|half| scope.spawn(move || -> Vec<String> { run(half) }));
        let joined = threads.into_iter().map(|thread| thread.join().unwrap());
        joined.flatten().collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn parts_of_scripts_that_a_page_shows_stand_in_the_script() {
    let trimmed =
        |text: &str| -> Vec<String> { text.lines().map(|l| l.trim().to_owned()).collect() };
    let mut shown = 0;
    for path in pages() {
        let text = read(&path);
        for part in text.split("<!-- part of: ").skip(1) {
            let (script, rest) = part.split_once(" -->\n\n```python\n").unwrap();
            let (block, _) = rest.split_once("\n```").unwrap();
            let (script, block) = (trimmed(&read(&root().join(script))), trimmed(block));
            let stands = script.windows(block.len()).any(|lines| lines == block);
            assert!(
                stands,
                "{}: copy the part of the script anew",
                path.display()
            );
            shown += 1;
        }
    }
    assert!(shown > 0, "no page shows a part of a script");
}

#[test]
fn pictures_of_the_book_are_those_of_the_results() {
    for (copy, original) in COPIES {
        let copy = root().join("docs/src/figures").join(copy);
        if updates() {
            std::fs::copy(root().join(original), &copy).unwrap();
        }
        let same = std::fs::read(&copy).unwrap() == std::fs::read(root().join(original)).unwrap();
        assert!(same, "copy {original} to {}", copy.display());
    }
}

#[test]
fn every_shell_completes_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let help = run_in(folder.path(), "--help").done().out;
    let groups = help.split("Puzzle:\n").nth(1).unwrap();
    let groups = groups.split("Options:").next().unwrap();
    let commands: Vec<&str> = groups
        .lines()
        .filter(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(commands.len(), 16, "{commands:?}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run_in(folder.path(), &format!("completions {shell}"))
            .done()
            .out;
        for command in &commands {
            assert!(script.contains(command), "{shell} does not know {command}");
        }
    }
}
