//! What bad files get: those that cannot be read, cannot be written, do not fit together, or ask
//! for too much.

use crate::cli::bad_input::{all_refused, refused};
use crate::program::{run_in, workplace};

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = workplace(&[]);
    std::fs::write(
        folder.path().join("latin.toml"),
        b"family = \"tango\"\nname = \"\xe9\"\n",
    )
    .unwrap();
    for (line, parts) in [
        ("solve none.toml", ["cannot read none.toml", "No such file"]),
        (
            "classical none.toml --json",
            ["cannot read none.toml", "check the path"],
        ),
        ("show p", ["cannot read p", "directory"]),
        ("show latin.toml", ["latin.toml:2: ", "UTF-8"]),
        (
            "evaluate none.json --gammas 1 --betas 1",
            ["cannot read none.json", "check the path"],
        ),
        (
            "bench none.json",
            ["cannot read none.json", "check the path"],
        ),
        (
            "decode p/tango-4x4.toml none.json",
            ["cannot read none.json", "check the path"],
        ),
        (
            "export p/tango-4x4.toml --angles none.json",
            ["cannot read none.json", "check the path"],
        ),
    ] {
        refused(&run_in(folder.path(), line), line, &parts);
    }
}

#[cfg(unix)]
#[test]
fn what_may_not_be_read_or_written_is_refused_and_kept() {
    use std::os::unix::fs::PermissionsExt;
    let folder = workplace(&[
        ("kept.json", "kept"),
        ("secret.toml", "family = \"tango\"\n"),
    ]);
    let mode = |name: &str, bits: u32| {
        let permissions = std::fs::Permissions::from_mode(bits);
        std::fs::set_permissions(folder.path().join(name), permissions).unwrap();
    };
    mode("kept.json", 0o444);
    let line = "qubo p/tango-4x4.toml -o kept.json";
    refused(
        &run_in(folder.path(), line),
        line,
        &["cannot write kept.json", "can be written"],
    );
    assert_eq!(
        std::fs::read(folder.path().join("kept.json")).unwrap(),
        b"kept"
    );
    mode("secret.toml", 0o000);
    // The superuser reads everything; for everybody else this is a file that cannot be read.
    if std::fs::read(folder.path().join("secret.toml")).is_err() {
        let line = "show secret.toml";
        refused(
            &run_in(folder.path(), line),
            line,
            &["cannot read secret.toml"],
        );
    }
}

#[test]
fn too_many_qubits_are_refused_with_what_would_fit() {
    let folder = workplace(&[]);
    let line = "generate queens --size 7 --qubits 12 --seed 1";
    let seven = run_in(folder.path(), line).done().out;
    let givens = seven.matches("\"r").count();
    let needed = format!("{} qubits need", 49 - givens);
    assert!(givens < 12, "no memory holds the rest: {seven}");
    let eight = "family = \"n-queens\"\nsize = 8\n";
    let linear = vec!["1"; 40].join(", ");
    let model = format!("{{\"n\": 40, \"offset\": 0, \"linear\": [{linear}], \"quadratic\": []}}");
    let (needed, remedy) = (needed.as_str(), "use --target-qubits");
    all_refused(
        &[
            ("seven.toml", &seven),
            ("eight.toml", eight),
            ("m.json", &model),
        ],
        &[
            (
                "solve seven.toml --reduce none",
                &[needed, "are free", remedy],
            ),
            (
                "solve seven.toml --reduce none --out r --json",
                &[needed, remedy],
            ),
            (
                "landscape seven.toml --reduce none --out l",
                &[needed, remedy],
            ),
            ("sweep seven.toml --reduce none --out s", &[needed, remedy]),
            (
                "export seven.toml --reduce none -o c.qasm",
                &[needed, remedy],
            ),
            (
                "solve eight.toml",
                &["64 qubits need", "give more cells in the puzzle file"],
            ),
            (
                "evaluate m.json --gammas 1 --betas 1 --probs p.json",
                &["40 qubits need 17 TiB", "give a model of at most"],
            ),
            (
                "bench m.json --runs 1",
                &["40 qubits need 17 TiB", "give a model of at most"],
            ),
        ],
    );
}

#[test]
fn outputs_that_cannot_be_written_are_refused_without_a_trace() {
    let model = r#"{"n": 1, "offset": 0, "linear": [1], "quadratic": []}"#;
    all_refused(
        &[("m.json", model), ("file", "")],
        &[
            (
                "qubo p/tango-4x4.toml -o file/none/m.json",
                &["cannot write file/none/m.json: "],
            ),
            (
                "qubo p/tango-4x4.toml -o p",
                &["cannot write p: is a directory"],
            ),
            (
                "qubo p/tango-4x4.toml -o file/m.json",
                &["cannot write file/m.json"],
            ),
            (
                "export p/tango-4x4.toml -o file/none/c.qasm",
                &["cannot write file/none/c.qasm"],
            ),
            (
                "generate tango --size 4 -o file/none/t.toml",
                &["cannot write file/none/t.toml"],
            ),
            (
                "evaluate m.json --gammas 1 --betas 1 --probs p",
                &["cannot write p: is a directory"],
            ),
            ("solve p/tango-4x4.toml --out file", &["cannot write file"]),
            (
                "solve p/tango-4x4.toml --out file/deep",
                &["cannot write file/deep"],
            ),
            ("sweep p/tango-4x4.toml --out file", &["cannot write file"]),
            (
                "landscape p/tango-4x4.toml --out file",
                &["cannot write file"],
            ),
        ],
    );
}

#[test]
fn wrong_counts_angles_and_models_are_refused_at_their_place() {
    let files = [
        ("narrow.json", "{\n \"counts\": {\n  \"01\": 5\n }\n}"),
        ("letters.json", "{\"0110o110\": 5}"),
        ("negative.json", "{\"01100110\": -5}"),
        ("empty.json", "{}"),
        ("none.txt", "no json"),
        (
            "other.json",
            "{\"gammas\": [1], \"betas\": [1], \"model_hash\": \"0\"}",
        ),
        ("uneven.json", "{\"gammas\": [1], \"betas\": [1, 2]}"),
        ("half.json", "{\n\"gammas\": [1]\n}"),
        ("infinite.json", "{\"gammas\": [1e999], \"betas\": [1]}"),
        (
            "short.json",
            "{\"n\": 2, \"offset\": 0,\n \"linear\": [1], \"quadratic\": []}",
        ),
        (
            "far.json",
            "{\"n\": 1, \"offset\": 0, \"linear\": [1],\n \"quadratic\": [[0, 7, 1]]}",
        ),
        (
            "single.toml",
            "family = \"takuzu\"\ngrid = \"\"\"\n....\n...1\n..0.\n1...\n\"\"\"\n\
             [[equal]]\ncells = [\"r1c1\", \"r2c3\", \"r4c4\"]\n\
             [[equal]]\ncells = [\"r1c4\", \"r3c2\"]\n\
             [[differ]]\ncells = [\"r1c1\", \"r1c4\"]\n",
        ),
    ];
    all_refused(
        &files,
        &[
            (
                "decode p/tango-4x4.toml narrow.json",
                &["narrow.json:3: ", "2 bits", "8 qubits"],
            ),
            (
                "decode p/tango-4x4.toml letters.json",
                &["letters.json:1: ", "'o'"],
            ),
            (
                "decode p/tango-4x4.toml negative.json --json",
                &["negative.json:1: ", "-5"],
            ),
            (
                "decode p/tango-4x4.toml empty.json",
                &["empty.json", "no counts"],
            ),
            (
                "decode p/tango-4x4.toml none.txt",
                &["none.txt:1: ", "no JSON"],
            ),
            (
                "export p/tango-4x4.toml --angles other.json",
                &["other.json", "another model", "--reduce"],
            ),
            (
                "export p/tango-4x4.toml --angles uneven.json",
                &["uneven.json", "1 gammas and 2 betas"],
            ),
            (
                "export p/tango-4x4.toml --angles half.json",
                &["half.json:3: ", "`betas`"],
            ),
            (
                "export p/tango-4x4.toml --angles infinite.json",
                &["infinite.json:1: ", "out of range"],
            ),
            (
                "export p/tango-4x4.toml --angles none.txt",
                &["none.txt:1: ", "gammas"],
            ),
            (
                "evaluate short.json --gammas 1 --betas 1",
                &["short.json: ", "n is 2"],
            ),
            (
                "evaluate far.json --gammas 1 --betas 1",
                &["far.json: ", "quadratic[0]", "7"],
            ),
            (
                "bench none.txt",
                &["none.txt:1: ", "a model is a JSON object"],
            ),
            (
                "sweep p/tango-6x6.toml --reduce full --out s",
                &["leaves no qubit", "--reduce paper"],
            ),
            (
                "landscape p/tango-6x6.toml --reduce full --out l",
                &["leaves no qubit", "--reduce paper"],
            ),
            (
                "sweep single.toml --reduce full --target-qubits 6 --mixer xy-ring --out s",
                &["single.toml: ", "a single state", "--registers qubits"],
            ),
            (
                "landscape single.toml --reduce full --target-qubits 6 --mixer xy-ring --out l",
                &["single.toml: ", "a single state", "--registers qubits"],
            ),
        ],
    );
}

/// The memory that is free on the machine says nothing of a limit on the process.
#[cfg(target_os = "linux")]
#[test]
fn a_state_beyond_the_limit_of_the_process_is_refused_in_one_line_that_says_so_and_nothing_is_written()
 {
    let folder = workplace(&[("blank.toml", "family = \"n-queens\"\nsize = 5\n")]);
    let program = env!("CARGO_BIN_EXE_ketboard");
    for command in [
        "solve blank.toml --depth 1",
        "sweep blank.toml --depths 1 --out new/folder",
    ] {
        let line = format!("ulimit -v 900000; exec {program} {command} --reduce none --threads 1");
        let output = std::process::Command::new("sh")
            .args(["-c", &line])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {told}");
        assert!(told.contains("25 qubits need"), "{command}: {told}");
        assert!(told.contains(" MiB are free"), "{command}: {told}");
        assert_eq!(told.lines().count(), 1, "{command}: {told}");
        assert!(!folder.path().join("new").exists(), "{command}");
    }
}
