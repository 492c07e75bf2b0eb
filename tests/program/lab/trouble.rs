//! Full disks, folders that cannot be written, changed plans, puzzles without a solution: a clear
//! error, and nothing is lost.

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
    let refused = |why: &str| {
        let run = run_in(at, "sweep plan.toml --out o --quiet --no-plots");
        assert_eq!(run.status, 2, "{run:?}");
        let told =
            "is not in the plan; give the plan and the puzzles as they were, or another folder";
        assert!(
            run.err.contains("o/records.jsonl:") && run.err.contains(told),
            "{why}: {run:?}"
        );
        assert_eq!(text(&at.join("o"), "records.jsonl"), before);
    };
    for (from, to) in [
        ("depths = \"1..4\"", "depths = \"2..5\""),
        ("starts = 2", "starts = 3"),
        ("seeds = \"0..1\"", "seeds = \"1..2\""),
        ("[\"ladder\", \"fourier\"]", "\"ladder\""),
    ] {
        std::fs::write(at.join("plan.toml"), SMALL.replace(from, to)).unwrap();
        refused(to);
    }
    std::fs::write(at.join("plan.toml"), SMALL).unwrap();
    std::fs::write(
        at.join("p/tango-4x4.toml"),
        format!("{tango}\n# a remark\n"),
    )
    .unwrap();
    refused("another text of a puzzle");
    std::fs::write(at.join("p/tango-4x4.toml"), &tango).unwrap();
    let (_, rest) = SMALL.split_once(']').unwrap();
    let fewer = "puzzles = [\"p/takuzu-4x4.toml\", \"p/n-queens-4x4.toml\"]";
    std::fs::write(at.join("plan.toml"), format!("{fewer}{rest}")).unwrap();
    refused("a puzzle less");

    std::fs::create_dir(at.join("foreign")).unwrap();
    std::fs::write(at.join("foreign/records.jsonl"), "{\"mine\": true}\n").unwrap();
    let run = run_in(at, "sweep plan.toml --out foreign --quiet");
    assert!(
        run.status == 2 && run.err.contains("what another command wrote, and no sweep"),
        "{run:?}"
    );
    assert_eq!(names(&at.join("foreign")), ["records.jsonl"]);
}

#[test]
fn a_folder_has_a_way_on_from_every_state() {
    let folder = workplace(&[("plan.toml", SMALL)]);
    let at = folder.path();
    run_in(at, "sweep plan.toml --out o --quiet --no-plots").done();
    let out = at.join("o");
    let (plan, whole) = (text(&out, "plan.json"), text(&out, "records.jsonl"));
    let lines: Vec<&str> = whole.lines().collect();
    let restored = |told: &str| {
        let run = run_in(at, "sweep plan.toml --out o --no-plots").done();
        assert!(run.out.contains(told), "{told}: {run:?}");
        assert!(text(&out, "records.jsonl") == whole, "{told}");
        assert_eq!(text(&out, "plan.json"), plan, "{told}");
    };
    std::fs::remove_file(out.join("plan.json")).unwrap();
    restored("wrote records.jsonl");
    std::fs::write(out.join("plan.json"), &plan[..plan.len() / 2]).unwrap();
    restored("wrote records.jsonl");
    std::fs::write(out.join("records.jsonl"), format!("{whole}{}\n", lines[0])).unwrap();
    restored("the line is in line 1 too, and counts once");
    std::fs::write(out.join("records.jsonl"), &whole[..whole.len() - 30]).unwrap();
    restored("the last line was torn (");

    let refused = |bytes: Vec<u8>, told: &[&str]| {
        std::fs::write(out.join("records.jsonl"), &bytes).unwrap();
        let run = run_in(at, "sweep plan.toml --out o --quiet --no-plots");
        assert_eq!(run.status, 2, "{run:?}");
        assert!(
            told.iter().all(|told| run.err.contains(told)),
            "{told:?}: {run:?}"
        );
        assert_eq!(std::fs::read(out.join("records.jsonl")).unwrap(), bytes);
    };
    let out_with_it = "take the line out: ";
    let bad = whole.replacen(lines[1], "{\"mine\": true}", 1);
    refused(
        bad.into_bytes(),
        &["records.jsonl:2: no record", out_with_it],
    );
    let mut bytes = whole.clone().into_bytes();
    bytes[lines[0].len() + 3] = 0xff;
    refused(
        bytes,
        &[
            "records.jsonl:2: no record: byte 3 of the line is no UTF-8",
            out_with_it,
        ],
    );
    let other = lines[0].replacen("\"ground_probability\":0.", "\"ground_probability\":0.1", 1);
    assert_ne!(other, lines[0]);
    refused(
        format!("{whole}{other}\n").into_bytes(),
        &["is in line 1 too, with other numbers", out_with_it],
    );
    // and what the remedy says is a way on
    let without: String = whole
        .lines()
        .enumerate()
        .filter(|(k, _)| *k != 1)
        .map(|(_, line)| format!("{line}\n"))
        .collect();
    std::fs::write(out.join("records.jsonl"), without).unwrap();
    restored("wrote records.jsonl");

    // a plan that is lost is not replaced by another one
    std::fs::remove_file(out.join("plan.json")).unwrap();
    std::fs::write(
        at.join("plan.toml"),
        SMALL.replace("starts = 2", "starts = 3"),
    )
    .unwrap();
    refused(
        whole.clone().into_bytes(),
        &[
            "is not in the plan",
            "give the plan and the puzzles as they were",
        ],
    );
    assert!(!out.join("plan.json").exists());

    let mut bytes = whole.clone().into_bytes();
    bytes[lines[0].len() + 3] = 0xff;
    std::fs::write(out.join("records.jsonl"), bytes).unwrap();
    let plot = run_in(at, "plot o");
    assert!(
        plot.status == 2 && plot.err.contains("records.jsonl:2: "),
        "{plot:?}"
    );
}

/// One reader serves all: what a folder's records are does not depend on who asks.
#[test]
fn every_command_reads_records_alike() {
    let folder = workplace(&[]);
    let at = folder.path();
    let sweep =
        "sweep p/tango-4x4.toml --depths 1..2 --starts 1 --iterations 5 --out o --quiet --no-plots";
    run_in(at, sweep).done();
    let path = at.join("o/records.jsonl");
    let whole = text(&at.join("o"), "records.jsonl");
    let first = whole.lines().next().unwrap();
    let table = text(&at.join("o"), "summary.csv");
    let readers = ["plot o --only success --quiet", "report o --quiet", sweep];
    // what does not count is said, or mended, and nothing changes
    for (lines, told) in [
        (
            format!("{whole}{first}\n"),
            ":3: the line is in line 1 too, and counts once",
        ),
        (
            format!("{whole}{{\"run\":"),
            ": the last line was torn (7 bytes without an end) and does not count",
        ),
        (format!("\n{whole}\n"), ""),
    ] {
        for reader in &readers[..2] {
            std::fs::write(&path, &lines).unwrap();
            let run = run_in(at, reader);
            assert_eq!(run.status, 0, "{reader}: {run:?}");
            assert_eq!(
                run.err.contains("records.jsonl"),
                !told.is_empty(),
                "{reader}: {run:?}"
            );
            assert!(run.err.contains(told), "{reader}: {run:?}");
        }
        assert_eq!(
            run_in(at, "verify o").status,
            i32::from(!told.is_empty()),
            "{told}"
        );
        run_in(at, sweep).done();
        assert_eq!(text(&at.join("o"), "summary.csv"), table);
    }
    // what cannot be believed is refused by all
    let deep = whole.replacen("\"depth\":2", "\"depth\":1000000000000", 1);
    let other = first.replacen("\"evaluations\":", "\"evaluations\":1", 1);
    for (lines, told) in [
        (
            deep,
            ":2: no record: `depth` is 1000000000000, and `gammas` has 2 angles",
        ),
        (
            whole.replacen("\"betas\":[", "\"betas\":[0.1,", 2),
            ":2: no record: `depth` is 2, and `betas` has 3 angles",
        ),
        (
            format!("{whole}{other}\n"),
            " is in line 1 too, with other numbers",
        ),
        (format!("{whole}{{\"mine\": 1}}\n"), ":3: no record: "),
    ] {
        std::fs::write(&path, &lines).unwrap();
        for reader in readers {
            let run = run_in(at, reader);
            assert_eq!((run.status, run.out.as_str()), (2, ""), "{reader}: {run:?}");
            assert!(run.err.contains(told), "{reader}: {run:?}");
        }
        assert_eq!(run_in(at, "verify o").status, 1, "{told}");
        assert_eq!(text(&at.join("o"), "records.jsonl"), lines);
    }
}

/// A file that has no end is not read to its end.
#[cfg(unix)]
#[test]
fn a_device_in_the_place_of_a_file_of_results_is_refused_by_every_command() {
    let folder = workplace(&[]);
    let at = folder.path();
    let sweep =
        "sweep p/tango-4x4.toml --depths 1 --starts 1 --iterations 5 --out o --quiet --no-plots";
    run_in(at, sweep).done();
    for (file, lines) in [
        (
            "records.jsonl",
            &["plot o", "report o", "verify o", sweep][..],
        ),
        ("plan.json", &[sweep]),
    ] {
        let path = at.join("o").join(file);
        let whole = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        for line in lines {
            let run = run_in(at, line);
            assert_eq!((run.status, run.out.as_str()), (2, ""), "{line}: {run:?}");
            let told = format!("{file}: a pipe or a device, which may have no end");
            assert!(run.err.contains(&told), "{line}: {run:?}");
        }
        std::fs::remove_file(&path).unwrap();
        std::fs::write(&path, whole).unwrap();
    }
}

#[test]
fn a_folder_that_another_command_filled_is_called_what_it_is() {
    let folder = workplace(&[]);
    let at = folder.path();
    let line = "grover p/tango-4x4.toml --target-qubits 4 --json";
    let found = run_in(at, line).done().out;
    std::fs::create_dir(at.join("c")).unwrap();
    std::fs::write(at.join("c/records.jsonl"), found).unwrap();
    for line in ["verify", "report"] {
        let run = run_in(at, &format!("{line} c"));
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{run:?}");
        let told = "c: the folder holds what another command wrote, and no sweep";
        assert!(run.err.contains(told), "{line}: {run:?}");
    }
}

/// A plan that has grown keeps what it has, and the folder is that of the whole plan.
#[test]
fn a_plan_that_grows_runs_only_what_is_new() {
    let first = "puzzles = [\"p/tango-4x4.toml\"]\ntarget_qubits = 4\ndepths = \"1..2\"\nstarts = 1\niterations = 5\n\
                 seeds = 0\n[record]\nlayers = \"deepest\"\n";
    let folder = workplace(&[]);
    let at = folder.path();
    for (case, from, to) in [
        ("depths", "\"1..2\"", "\"1..3\""),
        ("between", "\"1..2\"", "[1, 2, 4]"),
        ("puzzles", "toml\"]", "toml\", \"p/takuzu-4x4.toml\"]"),
        ("before", "[\"p/", "[\"p/takuzu-4x4.toml\", \"p/"),
        ("seeds", "seeds = 0", "seeds = \"0..1\""),
        (
            "value",
            "starts = 1",
            "starts = 1\nstrategy = [\"ramp\", \"ladder\"]",
        ),
    ] {
        let grown = first.replacen(from, to, 1);
        std::fs::write(at.join("plan.toml"), first).unwrap();
        run_in(
            at,
            &format!("sweep plan.toml --out {case} --quiet --no-plots"),
        )
        .done();
        let before = text(&at.join(case), "records.jsonl");
        let times = text(&at.join(case), "times.jsonl").lines().count();
        std::fs::write(at.join("plan.toml"), grown).unwrap();
        let told = run_in(at, &format!("sweep plan.toml --out {case} --no-plots"))
            .done()
            .out;
        assert!(
            told.contains("done already             2\n"),
            "{case}: {told}"
        );
        run_in(at, "sweep plan.toml --out alone --quiet --no-plots").done();
        let (grown, alone) = (
            text(&at.join(case), "records.jsonl"),
            text(&at.join("alone"), "records.jsonl"),
        );
        for line in before.lines() {
            assert!(grown.lines().any(|other| other == line), "{case}");
        }
        let new = grown.lines().count() - 2;
        assert!(
            new > 0 && text(&at.join(case), "times.jsonl").lines().count() == times + new,
            "{case}"
        );
        // but for the layers of what was the deepest
        if !["depths", "between"].contains(&case) {
            assert_eq!(grown, alone, "{case}");
        }
        assert_eq!(
            text(&at.join(case), "plan.json"),
            text(&at.join("alone"), "plan.json"),
            "{case}"
        );
        run_in(at, &format!("verify {case} --quiet")).done();
        std::fs::remove_dir_all(at.join("alone")).unwrap();
    }
}

#[test]
fn two_sweeps_that_begin_at_once_in_a_new_folder_know_of_each_other() {
    let folder = workplace(&[]);
    let at = folder.path();
    for round in 0..10 {
        let line = format!(
            "sweep p/n-queens-4x4.toml --depths 1 --starts 1 --iterations 2 --out deep/{round} --quiet --no-plots"
        );
        let start = || {
            let mut command = command(at, &line);
            command.stderr(Stdio::piped()).stdout(Stdio::piped());
            command.spawn().unwrap()
        };
        let both = [start(), start(), start()];
        for child in both {
            let ended = child.wait_with_output().unwrap();
            let told = String::from_utf8(ended.stderr).unwrap();
            let well = ended.status.success() || told.contains("another sweep is writing to");
            assert!(well, "{told}");
        }
    }
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
