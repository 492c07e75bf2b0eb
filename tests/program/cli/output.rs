//! Where the output goes: pipes that close, full disks, colors, and files that appear together or
//! not at all.

use crate::program::{command, names, run_in, workplace};
use std::io::{BufRead, BufReader};
use std::process::Stdio;

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let eight = "family = \"n-queens\"\nsize = 8\n";
    let folder = workplace(&[("eight.toml", eight)]);
    for line in [
        "show eight.toml",
        "classical eight.toml --json",
        "qubo eight.toml",
        "--help",
    ] {
        let mut child = command(folder.path(), line)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut reader = BufReader::with_capacity(16, child.stdout.take().unwrap());
        reader.read_until(b'\n', &mut Vec::new()).ok();
        drop(reader);
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            (output.status.code(), told.as_str()),
            (Some(0), ""),
            "{line}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_devices_stay_devices() {
    let folder = workplace(&[]);
    let full = || {
        std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap()
    };
    for line in [
        "show p/tango-4x4.toml",
        "qubo p/tango-4x4.toml",
        "show p/tango-4x4.toml --json",
    ] {
        let output = command(folder.path(), line)
            .stdout(full())
            .output()
            .unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(
            told.starts_with("error: cannot write standard output: No space"),
            "{told}"
        );
        assert_eq!(told.lines().count(), 1, "{told}");
    }
    let device = run_in(folder.path(), "qubo p/tango-4x4.toml -o /dev/full");
    assert_eq!(device.status, 2, "{device:?}");
    assert!(std::path::Path::new("/dev/full").exists());
    run_in(folder.path(), "qubo p/tango-4x4.toml -o /dev/null").done();
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn colors_come_where_they_are_wanted_and_nowhere_else() {
    let folder = workplace(&[]);
    let text = |variables: &[(&str, &str)]| {
        let mut command = command(folder.path(), "show p/queens-5x5.toml");
        command.envs(variables.iter().copied());
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let escape = '\u{1b}';
    assert!(!text(&[]).contains(escape), "a pipe gets plain text");
    assert!(
        text(&[]).contains("[♛]"),
        "which tells givens apart all the same"
    );
    let colored = text(&[("CLICOLOR_FORCE", "1")]);
    assert!(colored.contains(escape), "{colored}");
    assert!(!colored.contains("[♛]"), "{colored}");
    assert!(!text(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]).contains(escape));
}

#[test]
fn nothing_that_the_program_says_is_colored_where_no_color_is_set() {
    let folder = workplace(&[]);
    for line in [
        "--help",
        "solve -h",
        "solve --dept 3",
        "show missing.toml",
        "show p/tango-4x4.toml",
    ] {
        let said = |variables: &[(&str, &str)]| {
            let mut command = command(folder.path(), line);
            let output = command.envs(variables.iter().copied()).output().unwrap();
            [output.stdout, output.stderr].concat()
        };
        let forced = ("CLICOLOR_FORCE", "1");
        assert!(said(&[forced]).contains(&0x1b), "{line} has no color");
        let plain = said(&[forced, ("NO_COLOR", "1")]);
        assert!(!plain.contains(&0x1b) && !plain.is_empty(), "{line}");
    }
}

#[test]
fn names_from_a_file_change_no_terminal_and_make_no_lines() {
    let shipped =
        std::fs::read_to_string(crate::program::shipped().join("tango-4x4.toml")).unwrap();
    let rest = shipped.lines().filter(|line| !line.starts_with("name"));
    let rest: Vec<&str> = rest.collect();
    let puzzle = format!(
        "name = \"\\u001b[31mred\\n\\u001b]0;title\\u0007\"\n{}",
        rest.join("\n")
    );
    let model =
        r#"{"n": 1, "offset": 0, "linear": [-1], "quadratic": [], "cells": {"a\u001b[2Jb": "x0"}}"#;
    let folder = workplace(&[("x.toml", &puzzle), ("m.json", model)]);
    for line in [
        "show x.toml",
        "solve x.toml -p 1 --starts 1",
        "evaluate x.toml --gammas 0.1 --betas -0.1",
        "classical x.toml",
        "compare x.toml -p 1 --starts 1",
        "export x.toml --depth 1 --starts 1",
        "landscape x.toml --out l",
        "sweep x.toml --depths 1 --starts 1 --out s",
        "report s",
        "verify s",
    ] {
        let run = run_in(folder.path(), line);
        assert!(matches!(run.status, 0 | 1), "{line}: {run:?}");
        let printed = format!("{}{}", run.out, run.err);
        let raw = printed.chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(raw, None, "{line}: {printed:?}");
        assert!(!printed.contains("red\n"), "{line}: {printed:?}");
    }
    let shown = run_in(folder.path(), "show x.toml").out;
    assert!(
        shown.starts_with("\\u{1b}[31mred\\n\\u{1b}]0;title\\u{7} ("),
        "{shown}"
    );
}

#[test]
fn what_is_long_is_shown_in_short() {
    let folder = workplace(&[]);
    let long = "long".repeat(20_000);
    for line in [
        format!("show {long}"),
        format!("{long} p/tango-4x4.toml"),
        format!("solve p/tango-4x4.toml --{long}"),
        format!("solve p/tango-4x4.toml --mixer {long}"),
        format!("solve p/tango-4x4.toml --weight {long}=1"),
        format!("evaluate p/tango-4x4.toml --gammas {long} --betas 1"),
        format!("generate {long} --size 4"),
    ] {
        let run = run_in(folder.path(), &line);
        let start: String = line.chars().take(60).collect();
        assert_eq!(run.status, 2, "{start}: {}", run.err);
        assert!(
            run.err.contains("longlong") && run.err.len() < 4000,
            "{start}: {}",
            run.err
        );
    }
}

#[test]
fn no_progress_bar_reaches_a_pipe() {
    let folder = workplace(&[]);
    for line in [
        "solve p/takuzu-4x4.toml --depth 1",
        "sweep p/takuzu-4x4.toml --depths 1 --out s",
        "export p/takuzu-4x4.toml --depth 1",
    ] {
        // `done` asserts that standard error stays empty.
        let out = run_in(folder.path(), line).done().out;
        assert!(!out.contains('\r') && !out.contains('\u{1b}'), "{out}");
    }
}

#[test]
fn results_appear_together_or_not_at_all() {
    let folder = workplace(&[]);
    let puzzle = "p/takuzu-4x4.toml";
    for (line, in_the_way) in [
        (
            format!("solve {puzzle} --depth 1 --out r"),
            "boards-takuzu-4x4.svg",
        ),
        (format!("sweep {puzzle} --depths 1 --out r"), "summary.csv"),
        (
            format!("landscape {puzzle} --points 3 --out r"),
            "landscape-takuzu-4x4.json",
        ),
    ] {
        let blocked = folder.path().join("r").join(in_the_way);
        std::fs::create_dir_all(&blocked).unwrap();
        let run = run_in(folder.path(), &line);
        assert_eq!(run.status, 2, "{run:?}");
        let told = format!("error: cannot write r/{in_the_way}: ");
        assert!(run.err.starts_with(&told), "{run:?}");
        assert_eq!(names(&folder.path().join("r")), [in_the_way], "{line}");
        std::fs::remove_dir_all(folder.path().join("r")).unwrap();
    }
    let model = r#"{"n": 1, "offset": 0, "linear": [1], "quadratic": []}"#;
    std::fs::write(folder.path().join("m.json"), model).unwrap();
    let line = "evaluate m.json --gammas 1 --betas 1 --probs m.json/none.json";
    assert_eq!(run_in(folder.path(), line).status, 2);
    assert_eq!(names(folder.path()), ["m.json", "p"]);
}

#[test]
fn solve_keeps_result_counts_and_pictures_in_its_folder() {
    let folder = workplace(&[]);
    let line = "solve p/tango-4x4.toml --depth 2 --out deep/r --json";
    let printed = run_in(folder.path(), line).done().json();
    let kept = std::fs::read_to_string(folder.path().join("deep/r/result.json")).unwrap();
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&kept).unwrap(),
        printed
    );
    assert_eq!(
        names(&folder.path().join("deep/r")),
        [
            "boards-tango-4x4.png",
            "boards-tango-4x4.svg",
            "boards-tango-4x4.txt",
            "counts.json",
            "result.json",
            "trace-tango-4x4.png",
            "trace-tango-4x4.svg",
            "trace-tango-4x4.txt",
        ]
    );
}

#[test]
fn solve_tells_what_to_try_exactly_where_it_ends_below_a_random_guess() {
    let folder = workplace(&[]);
    let told = |seed: u64| {
        let search = "--strategy multi-start --starts 1";
        let line = format!("solve p/tango-4x4.toml --depth 3 {search} --seed {seed}");
        let json = run_in(folder.path(), &format!("{line} --json")).json();
        let of = |key: &str| json[key].as_f64().unwrap();
        let worse = of("success_probability") < of("random_success_probability");
        let says = run_in(folder.path(), &line)
            .out
            .contains("Worse than a random guess");
        assert_eq!(says, worse, "seed {seed}");
        says
    };
    let told = [0, 6].map(told);
    assert_eq!(told, [false, true], "a seed of each kind");
}

#[test]
fn the_version_tells_commit_and_instructions() {
    let folder = workplace(&[]);
    let short = run_in(folder.path(), "-V").done().out;
    assert_eq!(short, concat!("ketboard ", env!("CARGO_PKG_VERSION"), "\n"));
    let long = run_in(folder.path(), "--version").done().out;
    let lines: Vec<&str> = long.lines().collect();
    assert_eq!(lines[0], short.trim_end());
    let told = |key: &str| lines.iter().find_map(|line| line.strip_prefix(key));
    let instructions = told("instructions ").unwrap();
    assert!(
        ["AVX-512", "AVX2+FMA", "NEON", "plain"].contains(&instructions),
        "{long}"
    );
    if let Some(commit) = told("commit ") {
        assert!(
            commit.len() >= 12 && commit.bytes().all(|b| b.is_ascii_hexdigit()),
            "{long}"
        );
    }
    let git = |arguments: &[&str]| {
        let mut git = std::process::Command::new("git");
        let output = git
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(arguments)
            .output();
        output.is_ok_and(|output| output.status.success())
    };
    // built in a checkout, it knows where it comes from
    assert_eq!(
        told("commit ").is_some(),
        git(&["ls-files", "--error-unmatch", "build.rs"]),
        "{long}"
    );
}
