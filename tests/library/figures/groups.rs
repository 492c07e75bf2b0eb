//! What the lines of a chart are told apart by.

use super::{plan, study};
use crate::experiment::{FigurePlan, figures};
use crate::pipeline::Record;
use ketboard_qaoa::Objective;
use std::collections::BTreeSet;

#[test]
fn lines_are_told_apart_by_what_the_plan_says() {
    let records = study(1, &[Objective::Expectation, Objective::Success]);
    let records: Vec<&Record> = records.iter().collect();
    let drawn = |by: &[&str], puzzles: &[&str]| {
        let own = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect();
        let plan = FigurePlan {
            by: own(by),
            puzzles: own(puzzles),
            ..plan(&["success"])
        };
        figures(&records, &plan).map(|mut drawn| drawn.pictures.remove(0).1)
    };
    let curves = |table: &str| -> BTreeSet<String> {
        let rows = table
            .lines()
            .skip(1)
            .filter(|row| !row.contains("annealing"));
        let names = rows.filter_map(|row| row.split('"').nth(1));
        let own = names.filter(|name| !name.contains("guess") && !name.contains("Grover"));
        own.map(str::to_owned).collect()
    };
    let of = |by: &[&str], puzzles: &[&str]| curves(&drawn(by, puzzles).unwrap().table);
    let named = |names: &[&str]| {
        names
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(of(&[], &[]), named(&["expectation", "success"]));
    assert_eq!(of(&["family"], &[]), named(&["queens", "sudoku", "tango"]));
    assert_eq!(of(&["objective"], &[]), named(&["expectation", "success"]));
    let both = named(&["tango, expectation", "tango, success"]);
    assert_eq!(of(&["family", "objective"], &["tan*"]), both);
    // a random guess at the boards of one family says nothing of those of another
    let guesses = |by: &[&str]| {
        let table = drawn(by, &[]).unwrap().table;
        table
            .lines()
            .filter(|row| row.contains("guess") && row.contains(",1,"))
            .count()
    };
    assert_eq!((guesses(&["objective"]), guesses(&["family"])), (1, 3));
    let error = drawn(&["famly"], &[]).unwrap_err().to_string();
    assert!(
        error.contains("there is no setting \"famly\"; choose of family, qubits, "),
        "{error}"
    );
}
