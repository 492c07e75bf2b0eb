//! Full disks, folders that cannot be written, changed plans, puzzles without a solution: a clear error, and nothing is lost.

use super::{SMALL, text};
use crate::program::{command, names, run_in, workplace};
use std::process::{Command, Stdio};

/// A shell that lets no file grow beyond so many blocks; a write beyond fails as on a full disk.
#[cfg(unix)]
fn on_a_small_disk(folder: &std::path::Path, blocks: usize, line: &str) -> std::process::Output {
    let program = env!("CARGO_BIN_EXE_ketboard");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec {program} {line}");
    let mut shell = Command::new("sh");
    shell
        .current_dir(folder)
        .args(["-c", &script])
        .stdin(Stdio::null());
    shell.output().unwrap()
}

#[cfg(unix)]
#[test]
fn a_full_disk_ends_a_sweep_with_a_clear_error_and_keeps_what_is_done() {
    let folder = workplace(&[("plan.toml", SMALL)]);
    let at = folder.path();
    run_in(at, "sweep plan.toml --out alone --quiet --no-plots").done();
    let whole = text(&at.join("alone"), "records.jsonl");
    let full = on_a_small_disk(at, 30, "sweep plan.toml --out small --quiet --no-plots");
    let told = String::from_utf8(full.stderr).unwrap();
    assert_eq!(full.status.code(), Some(2), "{told}");
    assert!(
        told.starts_with("error: --out: cannot write small/records.jsonl: "),
        "{told}"
    );
    assert!(
        told.contains("finished runs are kept") && told.contains("give the same command again"),
        "{told}"
    );
    assert_eq!(told.lines().count(), 1, "{told}");
    let kept = text(&at.join("small"), "records.jsonl");
    assert!(kept.ends_with('\n') && kept.len() < whole.len(), "{kept}");
    assert!(
        kept.lines()
            .all(|line| whole.lines().any(|known| known == line))
    );
    run_in(at, "sweep plan.toml --out small --quiet --no-plots").done();
    assert!(text(&at.join("small"), "records.jsonl") == whole);
}

#[test]
fn a_folder_that_cannot_be_written_is_told_before_anything_runs() {
    let folder = workplace(&[("plan.toml", SMALL), ("file", "mine")]);
    for (out, told) in [
        ("file", "cannot write file"),
        ("file/below", "cannot write file/below"),
    ] {
        let run = run_in(
            folder.path(),
            &format!("sweep plan.toml --out {out} --quiet --no-plots"),
        );
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{run:?}");
        assert!(run.err.contains(told), "{run:?}");
    }
    assert_eq!(text(folder.path(), "file"), "mine");
    #[cfg(target_os = "linux")]
    {
        let run = run_in(
            folder.path(),
            "sweep plan.toml --out /proc/ketboard --quiet",
        );
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.err.contains("cannot write /proc/ketboard"), "{run:?}");
    }
}

#[test]
fn a_folder_of_another_plan_is_left_as_it_is() {
    let folder = workplace(&[("plan.toml", SMALL)]);
    let at = folder.path();
    run_in(at, "sweep plan.toml --out o --quiet --no-plots").done();
    let before = text(&at.join("o"), "records.jsonl");
    let tango = text(&at.join("p"), "tango-4x4.toml");
    for (from, to, key) in [
        (
            "depths = \"1..4\"",
            "depths = \"1..5\"",
            "depths[4] was nothing, and is 5",
        ),
        (
            "starts = 2",
            "starts = 3",
            "starts[0] was \"2\", and is \"3\"",
        ),
        (
            "seeds = \"0..1\"",
            "seeds = \"0..2\"",
            "seeds[2] was nothing, and is \"2\"",
        ),
    ] {
        std::fs::write(at.join("plan.toml"), SMALL.replace(from, to)).unwrap();
        let run = run_in(at, "sweep plan.toml --out o --quiet --no-plots");
        assert_eq!(run.status, 2, "{run:?}");
        assert!(
            run.err.contains("o holds runs of another plan: ") && run.err.contains(key),
            "{run:?}"
        );
        assert_eq!(text(&at.join("o"), "records.jsonl"), before);
    }
    std::fs::write(at.join("plan.toml"), SMALL).unwrap();
    std::fs::write(
        at.join("p/tango-4x4.toml"),
        format!("{tango}\n# a remark\n"),
    )
    .unwrap();
    let run = run_in(at, "sweep plan.toml --out o --quiet --no-plots");
    assert!(run.err.contains("puzzles.tango-4x4 was "), "{run:?}");

    std::fs::create_dir(at.join("foreign")).unwrap();
    std::fs::write(at.join("foreign/records.jsonl"), "{\"mine\": true}\n").unwrap();
    let run = run_in(at, "sweep plan.toml --out foreign --quiet");
    assert!(
        run.status == 2 && run.err.contains("records without a plan"),
        "{run:?}"
    );
    assert_eq!(names(&at.join("foreign")), ["records.jsonl"]);
}

#[test]
fn two_sweeps_do_not_write_into_one_folder() {
    let folder = workplace(&[(
        "plan.toml",
        "puzzles = \"p/queens-5x5.toml\"\nreduce = \"none\"\ntarget_qubits = 14\ndepths = \"1..40\"\n",
    )]);
    let at = folder.path();
    let mut first = command(at, "sweep plan.toml --out o --quiet --no-plots")
        .spawn()
        .unwrap();
    while !at.join("o/plan.json").exists() {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let second = run_in(at, "sweep plan.toml --out o --quiet --no-plots");
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(second.status, 2, "{second:?}");
    assert!(
        second.err.contains("another sweep is writing to o"),
        "{second:?}"
    );
}

#[test]
fn a_puzzle_without_a_solution_is_named_and_nothing_runs() {
    let none = "family = \"n-queens\"\nsize = 3\n";
    let plan = "puzzles = [\"p/tango-4x4.toml\", \"three.toml\"]\n";
    let folder = workplace(&[("plan.toml", plan), ("three.toml", none)]);
    let run = run_in(folder.path(), "sweep plan.toml --out o --quiet --no-plots");
    assert_eq!((run.status, run.out.as_str()), (1, ""), "{run:?}");
    assert!(
        run.err
            .starts_with("error: three.toml: the puzzle has no solution"),
        "{run:?}"
    );
    assert!(!names(folder.path()).contains(&"o".to_owned()));
}
