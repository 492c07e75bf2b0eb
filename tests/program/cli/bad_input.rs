//! What bad input gets: one clear line with its place and its remedy, status 2, nothing printed,
//! nothing written.

use crate::program::{Run, command, files_below, run_in, workplace};

/// A run that must be refused: nothing on standard output, and on standard error one line that holds
/// `parts`, or what clap says of a wrong command line.
pub(crate) fn refused(run: &Run, line: &str, parts: &[&str]) {
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{line}: {run:?}");
    let is_usage = run.err.ends_with("try '--help'.\n");
    assert!(
        is_usage || run.err.lines().count() == 1,
        "{line}: {}",
        run.err
    );
    assert!(run.err.starts_with("error: "), "{line}: {}", run.err);
    assert!(
        run.err.contains("; ") || run.err.contains(": ") || run.err.contains('['),
        "a remedy: {}",
        run.err
    );
    for part in parts {
        assert!(
            run.err.contains(part),
            "{line}: {:?} lacks {part:?}",
            run.err
        );
    }
}

/// Runs a table of command lines beside `files`; each must be refused and leave the folder as it
/// was.
pub(crate) fn all_refused(files: &[(&str, &str)], table: &[(&str, &[&str])]) {
    let folder = workplace(files);
    let before = files_below(folder.path());
    for (line, parts) in table {
        refused(&run_in(folder.path(), line), line, parts);
        assert!(
            files_below(folder.path()) == before,
            "{line} left something behind"
        );
    }
}

fn tango(grid: &str, more: &str) -> String {
    format!("family = \"tango\"\ngrid = \"\"\"\n{grid}\n\"\"\"\n{more}\n")
}

fn queens(more: &str) -> String {
    format!("family = \"queens\"\nregions = \"\"\"\nAABB\nAABB\nCCDD\nCCDD\n\"\"\"\n{more}\n")
}

#[test]
fn a_wrong_puzzle_file_is_refused_at_its_line_by_every_command() {
    const OPEN: &str = "....\n....\n....\n....";
    let table = [
        (
            "family = \"tango\"\ngrid = \n".to_owned(),
            2,
            "invalid TOML",
        ),
        (tango(OPEN, "sings = []"), 8, "did you mean `signs`?"),
        (
            "family = \"Binairo\"\n".to_owned(),
            1,
            "did you mean \"takuzu\"?",
        ),
        (
            "family = \"hashi\"\n".to_owned(),
            1,
            "unknown family \"hashi\"; known are",
        ),
        (
            "family = \"quens\"\n".to_owned(),
            1,
            "did you mean \"queens\"?",
        ),
        ("size = 4\n".to_owned(), 1, "found no `family`"),
        (String::new(), 1, "found no `family`"),
        (tango("....\n...\n....\n....", ""), 4, "every row needs 4"),
        (
            tango("....\n..2.\n....\n....", ""),
            4,
            "r2c3 of `grid` is '2'",
        ),
        (tango("...\n...\n...", ""), 3, "even number"),
        (tango(OPEN, "signs = [\"r1c1 = r1c1\"]"), 8, "itself"),
        (tango(OPEN, "signs = [\"r1c1 = r9c1\"]"), 8, "r1c1 to r4c4"),
        (queens("queens = [\"r5c1\"]"), 8, "r1c1 to r4c4"),
        (queens("row_counts = [1, 1, 1, 3]"), 8, "add up"),
        (
            queens("queens = [\"r1c1\"]\nempty = [\"r1c1\"]"),
            9,
            "keep it in one",
        ),
        (
            "family = \"n-queens\"\nsize = -4\n".to_owned(),
            2,
            "from 1 to 100",
        ),
    ];
    let folder = workplace(&[("counts.json", "{\"0\": 1}")]);
    for (text, at, part) in table {
        std::fs::write(folder.path().join("bad.toml"), &text).unwrap();
        let before = files_below(folder.path());
        for line in [
            "show bad.toml",
            "solve bad.toml --out r --json",
            "qubo bad.toml -o m.json",
            "sweep p/tango-4x4.toml bad.toml --out s",
            "landscape bad.toml --out l",
            "export bad.toml -o c.qasm",
            "decode bad.toml counts.json",
            "classical bad.toml --json",
        ] {
            let place = format!("error: bad.toml:{at}: ");
            refused(&run_in(folder.path(), line), line, &[&place, part]);
        }
        assert!(
            files_below(folder.path()) == before,
            "{text} left something behind"
        );
    }
}

#[test]
fn numbers_out_of_range_are_refused_with_their_range() {
    all_refused(
        &[(
            "m.json",
            r#"{"n": 1, "offset": 0, "linear": [1], "quadratic": []}"#,
        )],
        &[
            (
                "solve p/tango-4x4.toml --depth -1",
                &["'--depth <P>'", "from 0 to 1000"],
            ),
            (
                "solve p/tango-4x4.toml -p two",
                &["'--depth <P>'", "whole number"],
            ),
            (
                "solve p/tango-4x4.toml --threads 0",
                &["--threads", "from 1"],
            ),
            ("solve p/tango-4x4.toml --starts 0", &["--starts", "from 1"]),
            ("solve p/tango-4x4.toml --shots 0", &["--shots", "from 1"]),
            ("solve p/tango-4x4.toml --shots -3", &["--shots", "from 1"]),
            (
                "solve p/tango-4x4.toml --iterations 1.5",
                &["--iterations", "whole number"],
            ),
            ("solve p/tango-4x4.toml --seed -1", &["--seed", "from 0"]),
            (
                "solve p/tango-4x4.toml --target-qubits -2",
                &["--target-qubits", "from 0"],
            ),
            (
                "sweep p/tango-4x4.toml --out s --depths 0..3",
                &["--depths", "1..8"],
            ),
            (
                "sweep p/tango-4x4.toml --out s --depths 8..1",
                &["--depths", "1..8"],
            ),
            (
                "sweep p/tango-4x4.toml --out s --depths -1",
                &["--depths", "1..8"],
            ),
            (
                "sweep p/tango-4x4.toml --out s --depths 1..9999999999",
                &["--depths", "1..8"],
            ),
            (
                "landscape p/tango-4x4.toml --out l --points 1",
                &["--points", "from 2"],
            ),
            (
                "landscape p/tango-4x4.toml --out l --gamma-max nan",
                &["--gamma-max", "finite"],
            ),
            (
                "landscape p/tango-4x4.toml --out l --gamma-max -1",
                &["--gamma-max", "above 0"],
            ),
            (
                "landscape p/tango-4x4.toml --out l --beta-max inf",
                &["--beta-max", "finite"],
            ),
            (
                "landscape p/tango-4x4.toml --out l --beta-max 1e308",
                &["--beta-max", "1e308", "at most 2^53"],
            ),
            (
                "evaluate m.json --gammas nan --betas 1",
                &["--gammas", "finite"],
            ),
            (
                "evaluate m.json --gammas 1 --betas -inf",
                &["--betas", "finite"],
            ),
            (
                "evaluate m.json --gammas 1,x --betas 1,2",
                &["--gammas", "0.1,0.2"],
            ),
            (
                "evaluate m.json --gammas 1,2 --betas 1",
                &["2 gammas and 1 betas", "each layer"],
            ),
            (
                "bench m.json --gammas NaN --betas 1",
                &["--gammas", "finite"],
            ),
            ("bench m.json --runs 0", &["--runs", "from 1"]),
            ("bench m.json --layers 0", &["--layers", "from 1"]),
            ("generate queens --size 3", &["--size", "4 to 12"]),
            (
                "generate tango --size 5 -o t.toml",
                &["--size", "even number"],
            ),
            ("generate tango --size -4", &["--size", "from 1"]),
            (
                "generate star-battle --size 6 --stars 2",
                &["--size", "8 to 12"],
            ),
            (
                "generate queens --size 6 --stars 2",
                &["--stars", "only star-battle"],
            ),
            (
                "generate queens --size 4 --difficulty beyond -o t.toml",
                &["--difficulty", "these came up: difficulty medium"],
            ),
        ],
    );
}

#[test]
fn names_that_are_not_known_are_refused_with_those_that_are() {
    all_refused(
        &[],
        &[
            (
                "qubo p/tango-4x4.toml --format xml -o m",
                &["xml", "json, dimod, qubo, lp, ising"],
            ),
            (
                "export p/tango-4x4.toml --to tango -o c",
                &["tango", "qasm3"],
            ),
            (
                "solve p/tango-4x4.toml --optimizer adam",
                &["adam", "lbfgs, nelder-mead"],
            ),
            (
                "solve p/tango-4x4.toml --reduce some",
                &["some", "none, paper, full"],
            ),
            (
                "solve p/tango-4x4.toml --weight row=-1",
                &["--weight", "row=-1", "kind=λ"],
            ),
            (
                "solve p/tango-4x4.toml --weight foo=2",
                &["\"foo\"", "balance"],
            ),
            (
                "decode p/tango-4x4.toml c.json --bit-order left",
                &["left", "qubit0-right"],
            ),
            (
                "generate kakuro --size 4",
                &[
                    "kakuro",
                    "queens, n-queens, star-battle, tents, tango, takuzu",
                ],
            ),
            (
                "generate tango --size 4 --difficulty brutal",
                &["brutal", "easy, medium, hard, beyond"],
            ),
            (
                "classical p/tango-4x4.toml --method luck",
                &["luck", "exact"],
            ),
            (
                "solv p/tango-4x4.toml",
                &["unrecognized subcommand 'solv'", "'solve'"],
            ),
            (
                "sweep p/tango-4x4.toml --out s --depth 3",
                &["'--depth'", "'--depths'"],
            ),
            ("solve", &["<FILE>", "--help"]),
            ("sweep p/tango-4x4.toml", &["--out <DIR>"]),
            ("evaluate m.json --gammas 1", &["--betas"]),
            (
                "sweep p/tango-4x4.toml p/tango-4x4.toml --out s",
                &["one name"],
            ),
        ],
    );
}

#[test]
fn line_breaks_in_what_was_given_are_told_in_one_line() {
    let folder = workplace(&[
        ("key.toml", "family = \"tango\"\n\"a\\nb\" = 1\n"),
        ("value.toml", "family = \"tan\\ngo\"\n"),
    ]);
    for (words, parts) in [
        (
            vec!["solve", "no such\nfile.toml"],
            vec!["no such\\nfile.toml"],
        ),
        (vec!["solve", "key.toml"], vec!["unknown key `a b`"]),
        (vec!["solve", "value.toml"], vec!["tan\\ngo"]),
        (
            vec!["show", "p/tango-4x4.toml", "-o", "a\r\nb.txt"],
            vec!["a\\r\\nb.txt"],
        ),
        (
            vec![
                "solve",
                "p/tango-4x4.toml",
                "--weight",
                "row\u{1b}[2K\u{2028}x=1",
            ],
            vec!["--weight <KIND=λ>", "kind=λ"],
        ),
        (
            vec!["solve", "p/tango-4x4.toml", "--reduce", "pa\nper"],
            vec!["--reduce", "none, paper, full"],
        ),
        (
            vec!["solve", "p/tango-4x4.toml", "--strategy", "ramp\nramp"],
            vec!["--strategy <NAME>", "fourier:4"],
        ),
        (
            vec!["compare", "p/tango-4x4.toml", "--strategy", "fourier:\n4"],
            vec!["--strategy <NAME>"],
        ),
        (
            vec![
                "sweep",
                "p/tango-4x4.toml",
                "--out",
                "s",
                "--depths",
                "1\n2",
            ],
            vec!["depths"],
        ),
    ] {
        let output = command(folder.path(), "").args(&words).output().unwrap();
        refused(&Run::of(&output), &words.join(" "), &parts);
    }
}

#[test]
fn a_board_as_people_share_it_is_answered_with_the_command_that_reads_it() {
    let folder = workplace(&[
        ("board.txt", "AABB\nAABB\nCCDD\nCCDD\n"),
        ("notes.txt", "buy milk\n"),
    ]);
    let run = run_in(folder.path(), "solve board.txt");
    let remedy = "`ketboard import board.txt --output board.toml`";
    assert!(run.status == 2 && run.err.contains(remedy), "{run:?}");
    let run = run_in(folder.path(), "solve notes.txt");
    assert!(
        run.status == 2 && run.err.contains("invalid TOML"),
        "{run:?}"
    );
}

#[test]
fn instructions_that_nobody_knows_are_refused() {
    let folder = workplace(&[]);
    for (value, status) in [("avx1024", 2), ("portable", 0), ("", 0)] {
        let mut command = command(folder.path(), "show p/tango-4x4.toml --quiet");
        command.env("KETBOARD_INSTRUCTIONS", value);
        let run = Run::of(&command.output().unwrap());
        assert_eq!(run.status, status, "{value}: {run:?}");
        let named = run.err.contains("KETBOARD_INSTRUCTIONS: found \"avx1024\"");
        assert_eq!(named, status == 2, "{value}: {run:?}");
    }
}
