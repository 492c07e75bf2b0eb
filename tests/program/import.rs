//! `ketboard import` from outside: a file, standard input or a text; where it writes; what bad
//! input leaves behind.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const ID: &str = "6x6:DAGaHCCafc";

fn import(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ketboard"))
        .arg("import")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).ok();
    child.wait_with_output().unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_file_standard_input_and_a_text_say_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (
        folder.path().join("evening.txt"),
        folder.path().join("out.toml"),
    );
    std::fs::write(&file, ID).unwrap();
    let given = import(&[ID, "--name", "evening"], "");
    assert!(given.status.success(), "{given:?}");
    assert_eq!(import(&["-", "--name", "evening"], ID).stdout, given.stdout);
    assert_eq!(import(&[text(&file)], "").stdout, given.stdout);
    let written = import(&[text(&file), "-o", text(&out), "--quiet"], "");
    assert!(
        written.status.success() && written.stdout.is_empty(),
        "{written:?}"
    );
    assert_eq!(std::fs::read(&out).unwrap(), given.stdout);
}

#[test]
fn bad_input_ends_with_status_2_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.toml");
    let refused = import(&["6x6#12", "-o", text(&out)], "");
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(
        message.starts_with("error: text: \"6x6#12\", which holds no board; "),
        "{message}"
    );
    assert!(refused.stdout.is_empty() && !out.exists());
}

#[test]
fn json_output_is_one_object_that_holds_the_file() {
    let output = import(&[ID, "--json"], "");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["format"], "game-id");
    assert_eq!(json["family"], "takuzu");
    assert!(
        json["text"]
            .as_str()
            .unwrap()
            .contains("unique_lines = false")
    );
}
