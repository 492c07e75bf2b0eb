//! Same seed, same bytes: for any number of threads and on any processor, in what is printed and in
//! every file.

use crate::program::{Run, command, files_below, run_in, workplace};

/// Boards on either side of where starts stop running side by side and share one state instead.
const RUNS: [(&str, &str); 3] = [
    ("p/tango-4x4.toml", "--depth 2"),
    ("p/n-queens-4x4.toml", "--depth 1 --starts 2 --iterations 8"),
    (
        "p/queens-5x5.toml --reduce none",
        "--depth 1 --starts 1 --iterations 2",
    ),
];

#[test]
fn solve_prints_the_same_bytes_for_one_thread_and_two() {
    let folder = workplace(&[]);
    for (board, search) in RUNS {
        let line = |threads: usize, seed: u64| {
            format!("solve {board} {search} --seed {seed} --threads {threads} --json --no-times")
        };
        let run = |threads, seed| run_in(folder.path(), &line(threads, seed)).out;
        let [one, two] = [1, 2].map(|threads| run(threads, 3));
        assert!(one.starts_with("{\"status\":"), "{one}");
        assert_eq!(one, two, "{board}");
        assert!(!one.contains("wall_s"), "{one}");
    }
}

#[test]
fn files_have_the_same_bytes_for_one_thread_and_two() {
    let folder = workplace(&[]);
    for line in [
        "solve p/tango-4x4.toml --depth 2 --no-times",
        "sweep p/tango-4x4.toml p/takuzu-4x4.toml --depths 1..2 --starts 3",
        "sweep p/n-queens-4x4.toml --depths 1 --starts 1 --iterations 5",
        "landscape p/takuzu-4x4.toml --points 4",
    ] {
        let contents = |threads: usize| {
            let out = folder.path().join("out");
            let line = format!("{line} --seed 11 --threads {threads} --out out");
            run_in(folder.path(), &line).done();
            let files = files_below(&out);
            std::fs::remove_dir_all(&out).unwrap();
            files
        };
        let (one, two) = (contents(1), contents(2));
        assert!(one.len() > 3, "{line}");
        for (a, b) in one.iter().zip(&two) {
            assert!(a == b, "{line}: {} differs", a.0.display());
        }
        assert_eq!(one.len(), two.len());
    }
}

#[test]
fn another_seed_gives_other_samples() {
    let folder = workplace(&[]);
    let counts = |seed: u64| {
        let line = format!("solve p/tango-4x4.toml --depth 1 --seed {seed} --out s{seed}");
        run_in(folder.path(), &line);
        std::fs::read(folder.path().join(format!("s{seed}/counts.json"))).unwrap()
    };
    assert_ne!(counts(1), counts(2));
}

#[test]
fn small_studies_have_the_same_bytes_with_the_portable_instructions() {
    let folder = workplace(&[]);
    for line in [
        "solve p/tango-4x4.toml --depth 3 --no-times",
        "sweep p/tango-4x4.toml p/queens-5x5.toml --depths 1..3 --starts 3 --iterations 40",
        "sweep p/takuzu-4x4.toml --precision f32 --depths 1..2 --starts 2 --iterations 20",
        "sweep p/tango-4x4.toml --ansatz multi-angle --depths 1..2 --starts 1 --iterations 20",
        "sweep p/n-queens-4x4.toml --registers rows --reduce none --depths 1..2 --starts 2 --iterations 20",
        "sweep p/n-queens-4x4.toml --mixer grover --depths 1..2 --starts 2 --iterations 20",
        "landscape p/takuzu-4x4.toml --points 6",
    ] {
        let contents = |forced: &str| {
            let line = format!("{line} --seed 5 --out out");
            let mut command = command(folder.path(), &line);
            command.env("KETBOARD_INSTRUCTIONS", forced);
            let run = Run::of(&command.output().unwrap());
            assert_eq!(run.status, 0, "{line}: {}", run.err);
            let files = files_below(&folder.path().join("out"));
            std::fs::remove_dir_all(folder.path().join("out")).unwrap();
            files
        };
        let (native, portable) = (contents(""), contents("portable"));
        assert!(!native.is_empty(), "{line}");
        for (a, b) in native.iter().zip(&portable) {
            assert!(a == b, "{line}: {} differs", a.0.display());
        }
        assert_eq!(native.len(), portable.len(), "{line}");
    }
}
