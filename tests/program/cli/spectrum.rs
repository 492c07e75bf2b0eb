//! The command `spectrum`: its JSON, its refusals.

use crate::program::{run_in, workplace};

const FOUR: &str = "family = \"n-queens\"\nsize = 4\n";

#[test]
fn spectrum_counts_energies_and_runs_the_grover_mixer() {
    let folder = workplace(&[("four.toml", FOUR)]);
    let run = |line: &str| run_in(folder.path(), line);
    let json = run("spectrum four.toml -p 2 --json").done().json();
    assert_eq!(
        (&json["states"], &json["solutions"]),
        (&"256".into(), &"2".into())
    );
    assert_eq!(
        (&json["levels"][0]["energy"], &json["levels"][0]["states"]),
        (&0.0.into(), &"2".into())
    );
    let depths = json["depths"].as_array().unwrap();
    assert_eq!(depths.len(), 2);
    let success = |depth: usize| depths[depth]["success_probability"].as_f64().unwrap();
    assert!(
        success(0) > 2.0 / 256.0 && success(1) > success(0),
        "{json}"
    );
    let cells = run("spectrum four.toml --reduce none --registers qubits --json")
        .done()
        .json();
    assert_eq!(
        (&cells["states"], &cells["solutions"]),
        (&"65536".into(), &"2".into())
    );
    let words = run("spectrum four.toml -p 1").done().out;
    assert!(
        words.contains("states                   256") && words.contains("grover success"),
        "{words}"
    );
}

#[test]
fn spectrum_refuses_what_it_cannot_count() {
    let folder = workplace(&[("nine.toml", "family = \"n-queens\"\nsize = 9\n")]);
    for (line, said) in [
        ("spectrum nine.toml --registers regions", "it has rows"),
        ("spectrum p/tango-4x4.toml --counts slack", "auxiliary"),
        (
            "spectrum p/takuzu-4x4.toml --reduce none --distinct-lines hobo",
            "--distinct-lines filter",
        ),
    ] {
        let run = run_in(folder.path(), line);
        assert_eq!(run.status, 2, "{line}: {}", run.err);
        assert!(run.err.contains(said), "{line}: {}", run.err);
    }
}
