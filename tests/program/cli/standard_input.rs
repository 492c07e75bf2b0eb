//! Puzzles on standard input, printed boards read again, folders that are made, and puzzles with
//! several solutions.

use crate::program::{command, names, run_in, workplace};
use serde_json::Value;
use std::fs::File;
use std::path::Path;

/// What the program prints, with a file as its standard input.
fn fed(folder: &Path, line: &str, file: &str) -> String {
    let input = File::open(folder.join(file)).unwrap();
    let output = command(folder, line).stdin(input).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), told.as_str()),
        (Some(0), ""),
        "{line}"
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_command_that_takes_a_file_reads_standard_input() {
    let folder = workplace(&[]);
    let at = folder.path();
    run_in(at, "qubo p/takuzu-4x4.toml -o m.json --quiet").done();
    for line in [
        "show FILE --json",
        "solve FILE --depth 1 --starts 1 --json --no-times",
        "evaluate FILE --gammas 0.2 --betas -0.3 --json",
        "qubo FILE",
        "classical FILE --json",
        "export FILE --depth 1 --starts 1 --to ionq",
        "grover FILE --json",
        "resources FILE --json",
        "compare FILE --depth 1 --starts 1 --json --no-times",
    ] {
        let named = run_in(at, &line.replace("FILE", "p/takuzu-4x4.toml"));
        let fed = fed(at, &line.replace("FILE", "-"), "p/takuzu-4x4.toml");
        let plain = |text: &str| {
            text.replace("p/takuzu-4x4.toml", "standard input")
                .replace("takuzu-4x4", "standard-input")
        };
        assert_eq!(plain(&fed), plain(&named.done().out), "{line}");
    }
    let line = "evaluate FILE --gammas 0.2 --betas -0.3 --json";
    let named = run_in(at, &line.replace("FILE", "m.json")).done().out;
    let fed_model = fed(at, &line.replace("FILE", "-"), "m.json");
    assert_eq!(fed_model.replace("standard-input", "m"), named);
    let line = "sweep - --depths 1 --starts 1 --out s --json";
    let json: Value = serde_json::from_str(&fed(at, line, "p/takuzu-4x4.toml")).unwrap();
    assert_eq!(json["records"][0]["name"], "standard-input");
    let line = "landscape - --points 3 --starts 1 --out l --quiet";
    fed(at, line, "m.json");
    let files = names(&at.join("l"));
    assert!(
        files.contains(&"landscape-standard-input.json".to_owned()),
        "{files:?}"
    );
    let empty = run_in(at, "show -");
    assert_eq!(empty.status, 2);
    assert!(empty.err.contains("standard input"), "{empty:?}");
}

#[test]
fn an_output_makes_its_missing_folders() {
    let folder = workplace(&[]);
    let at = folder.path();
    for line in [
        "qubo p/takuzu-4x4.toml -o a/b/m.json",
        "show p/takuzu-4x4.toml -o c/board.svg",
        "generate tango --size 4 -o d/t.toml",
        "export p/takuzu-4x4.toml --depth 1 --starts 1 -o e/f/c.qasm",
    ] {
        run_in(at, line).done();
        let file = line.rsplit(' ').next().unwrap();
        assert!(at.join(file).is_file(), "{line}");
    }
    let wrong = run_in(at, "export p/takuzu-4x4.toml --weight none=1 -o g/h/c.qasm");
    assert_eq!(wrong.status, 2);
    assert!(!at.join("g").exists(), "what fails leaves no folder");
}

#[test]
fn suns_and_moons_of_a_printed_board_are_read() {
    let digits =
        "family = \"tango\"\nname = \"t\"\ngrid = \"\"\"\n01..\n1...\n....\n....\n\"\"\"\n";
    let drawn =
        "family = \"tango\"\nname = \"t\"\ngrid = \"\"\"\n○☾··\n🌙...\n....\n....\n\"\"\"\n";
    let emoji =
        "family = \"tango\"\nname = \"t\"\ngrid = \"\"\"\n☀️🌙..\n☾...\n....\n....\n\"\"\"\n";
    let pasted = "○☾··\n☾···\n····\n····\n";
    let folder = workplace(&[
        ("digits.toml", digits),
        ("drawn.toml", drawn),
        ("emoji.toml", emoji),
        ("pasted.txt", pasted),
    ]);
    let at = folder.path();
    let model = |file: &str| run_in(at, &format!("qubo {file}")).done().out;
    assert_eq!(model("drawn.toml"), model("digits.toml"));
    assert_eq!(model("emoji.toml"), model("digits.toml"));
    run_in(
        at,
        "import pasted.txt --as tango --name t -o pasted.toml --quiet",
    )
    .done();
    assert_eq!(model("pasted.toml"), model("digits.toml"));
}

#[test]
fn show_tells_several_solutions_and_where_they_differ() {
    let six = "family = \"n-queens\"\nsize = 6\n";
    let two = "family = \"n-queens\"\nsize = 6\nqueens = [\"r1c2\"]\n";
    let ten = "family = \"n-queens\"\nsize = 10\n";
    let folder = workplace(&[("six.toml", six), ("two.toml", two), ("ten.toml", ten)]);
    let at = folder.path();
    let text = run_in(at, "show six.toml").done().out;
    assert!(text.contains("Solutions differ in: r1c2, r1c3,"), "{text}");
    let json = run_in(at, "show six.toml --json").done().json();
    let exact = run_in(at, "classical six.toml --json").done().json();
    assert_eq!(
        (&json["solutions"], &exact["solutions"]),
        (&4.into(), &4.into())
    );
    let differs = |cell: &Value| {
        let (row, col) = cell.as_str().unwrap()[1..].split_once('c').unwrap();
        let (row, col): (usize, usize) = (row.parse().unwrap(), col.parse().unwrap());
        let boards = exact["boards"].as_array().unwrap().iter();
        let mut symbols = boards.map(|board| {
            let row = board[row - 1].as_str().unwrap();
            row.chars().nth(col - 1).unwrap()
        });
        let first = symbols.next();
        symbols.any(|symbol| Some(symbol) != first)
    };
    let cells = json["differing_cells"].as_array().unwrap();
    assert!(cells.len() == 24 && cells.iter().all(differs), "{json}");
    let one = run_in(at, "show two.toml").done().out;
    assert!(!one.contains("Solutions differ"), "{one}");
    let json = run_in(at, "show two.toml --json").done().json();
    assert_eq!(json["solutions"], 1);
    assert!(json.get("differing_cells").is_none());
    let many = run_in(at, "show ten.toml").done().out;
    assert!(
        many.contains("solutions at least       100\n") && many.contains("Solutions differ in:"),
        "{many}"
    );
}

#[test]
fn depths_say_over_which_gates_they_are_counted() {
    let folder = workplace(&[]);
    let at = folder.path();
    let resources = "resources p/takuzu-4x4.toml";
    let compare = "compare p/takuzu-4x4.toml --depth 1 --starts 1";
    for (line, gates) in [
        (resources, "Clifford + T + RZ"),
        (compare, "one-qubit gates and CX"),
    ] {
        let text = run_in(at, line).done().out;
        assert!(text.contains(gates), "{text}");
        let json = run_in(at, &format!("{line} --json")).done().json();
        assert_eq!(json["gate_set"], gates);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_with_a_name_is_read_once_and_known_to_all_that_ask() {
    use std::io::Write;
    let folder = workplace(&[]);
    let at = folder.path();
    run_in(at, "qubo p/takuzu-4x4.toml -o m.json --quiet").done();
    for file in ["p/takuzu-4x4.toml", "m.json"] {
        let mut program = command(at, "solve /dev/stdin --depth 1 --starts 1 --json");
        let mut program = program
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = program.stdin.take().unwrap();
        input
            .write_all(&std::fs::read(at.join(file)).unwrap())
            .unwrap();
        drop(input);
        let output = program.wait_with_output().unwrap();
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(json["status"], "solved", "{file}");
    }
}
