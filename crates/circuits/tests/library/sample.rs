//! Counts files as machines send them, decoded on a board without symmetry.

#[path = "sample/results.rs"]
mod results;
#[path = "sample/several.rs"]
mod several;

use crate::sample::{
    BitOrder, Bitstring, CountUnit, Counts, MeasuredResults, ResultHints, Summary,
};
use ketboard_puzzles::{Constraint, Form, Kind, Model, Reduced, Reduction, Var};
use ketboard_qaoa::{Angles, Ansatz, Cost, sample_probabilities};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn read(text: &str, qubits: usize, order: Option<BitOrder>) -> crate::Result<Counts<Bitstring>> {
    let hints = ResultHints {
        bit_order: order,
        result: None,
    };
    MeasuredResults::read(text, "counts.json", qubits, hints).map(|measured| measured.counts)
}

fn listed(counts: &Counts<Bitstring>) -> Vec<(u64, f64)> {
    let index = |outcome: &Bitstring| outcome.index().expect("these files have few qubits");
    counts.iter().map(|(x, w)| (index(x), w)).collect()
}

#[test]
fn every_shape_of_file_is_read_to_the_same_counts() {
    // qubit 0 is 1 in 5 shots; qubits 1 and 3 are 1 in 2 shots
    let expected = vec![(0b0001, 5.0), (0b1010, 2.0)];
    for (text, order) in [
        (r#"{"1000": 5, "0101": 2}"#, None),
        (r#"{"1000": 5, "0101": 2}"#, Some(BitOrder::Left)),
        (r#"{"1000": 5.0, "0101": 2.0}"#, None),
        (r#"{"counts": {"1000": 5.0, "0101": 2}}"#, None),
        (
            r#"{"0001": 5, "1010": 2, "1111": 0}"#,
            Some(BitOrder::Right),
        ),
        (r#"{"00 01": 5, "10 10": 2}"#, Some(BitOrder::Right)),
        (r#"{"1": 5, "10": 2}"#, Some(BitOrder::Number)),
        (r#"{"0x1": 5, "0xa": 2}"#, None),
        (r#"{"counts": {"1000": 5, "0101": 2}}"#, None),
        (
            r#"{"counts": {"0001": 5, "1010": 2}, "bit_order": "qubit0-right"}"#,
            None,
        ),
        (
            r#"{"shots": 7, "bit_order": "qubit0-right", "counts": {"0001": 5, "1010": 2}}"#,
            Some(BitOrder::Right),
        ),
        (
            r#"["1000", "1000", "0101", "1000", "0101", "1000", "1000"]"#,
            None,
        ),
        (
            r#"[[1,0,0,0],[1,0,0,0],[0,1,0,1],[1,0,0,0],[0,1,0,1],[1,0,0,0],[1,0,0,0]]"#,
            None,
        ),
        (r#"["0x1", "0x1", "0x1", "0xa", "0xA", "0x1", "0x1"]"#, None),
    ] {
        let counts = read(text, 4, order).unwrap();
        assert_eq!(listed(&counts), expected, "{text}");
        assert_eq!(counts.unit(), CountUnit::Shots, "{text}");
    }
}

#[test]
fn probabilities_are_taken_as_weights() {
    for text in [
        r#"{"10": 0.25, "01": 0.75}"#,
        r#"{"probabilities": {"10": 0.25, "01": 0.75}, "bit_order": "qubit0-left"}"#,
    ] {
        let counts = read(text, 2, None).unwrap();
        assert_eq!(listed(&counts), vec![(1, 0.25), (2, 0.75)], "{text}");
        assert_eq!(counts.unit(), CountUnit::Probability);
    }
    for certain in [r#"{"probabilities": {"10": 1}}"#, r#"{"10": 1.0}"#] {
        let unit = read(certain, 2, None).unwrap().unit();
        assert_eq!(unit, CountUnit::Probability, "{certain}");
    }
}

#[test]
fn counts_written_are_read_back() {
    let files = [r#"{"1000": 5, "0101": 2}"#, r#"{"1000": 0.3, "0101": 0.7}"#];
    for text in files {
        let counts = read(text, 4, None).unwrap();
        let written = counts.to_json().to_string();
        assert_eq!(read(&written, 4, None).unwrap(), counts, "{written}");
    }
    let counts = read(r#"{"1000": 5, "0101": 2}"#, 4, None).unwrap();
    let expected = r#"{"shots":7,"bit_order":"qubit0-left","counts":{"1000":5,"0101":2}}"#;
    assert_eq!(counts.to_json().to_string(), expected);
}

#[test]
fn a_bad_file_is_refused_with_its_place_and_the_reason() {
    for (text, order, wanted) in [
        ("", None, "counts.json:1: this is no JSON that can be read"),
        (
            "{\"01\": 3,\n",
            None,
            "counts.json:2: this is no JSON that can be read",
        ),
        ("7", None, "neither an object nor a list"),
        ("{}", None, "there are no counts"),
        ("[]", None, "there are no counts"),
        (r#"{"counts": {}}"#, None, "there are no counts"),
        (r#"{"010": 0}"#, None, "there are no counts"),
        (
            "{\"010\": 1,\n \"01\": 2}",
            None,
            r#"counts.json:2: outcome "01": 2 bits, the circuit has 3 qubits"#,
        ),
        (r#"{"0120": 1}"#, None, "'2' is not 0 or 1"),
        (r#"{"10": 1}"#, None, "`bit_order` number"),
        (
            r#"{"6": 1, "9": 1}"#,
            None,
            "4 bits, the circuit has 3 qubits",
        ),
        (
            r#"{"8": 1}"#,
            Some(BitOrder::Number),
            "4 bits, the circuit has 3 qubits",
        ),
        (r#"{"0x1": 1}"#, Some(BitOrder::Left), "'x' is not 0 or 1"),
        (r#"{"010": -1}"#, None, "not negative"),
        (r#"{"010": "3"}"#, None, "which is no count"),
        (r#"{"010": 2.5, "011": 1}"#, None, "add up to 3.5"),
        (r#"{"010": 1.5}"#, None, "add up to 1.5"),
        (r#"{"probabilities": {"010": 12}}"#, None, "add up to 12"),
        (
            r#"{"counts": 3}"#,
            None,
            "3 is neither an object nor a list",
        ),
        (
            r#"{"counts": {"010": 1}, "probabilities": {"010": 1}}"#,
            None,
            "give one of them",
        ),
        (
            r#"{"counts": {"010": 1}, "sots": 1}"#,
            None,
            "unknown key \"sots\"",
        ),
        (
            r#"{"counts": {"010": 1}, "shots": 2}"#,
            None,
            "shots is 2, the counts add up to 1",
        ),
        (
            r#"{"counts": {"010": 1}, "bit_order": "left"}"#,
            None,
            "qubit0-left, qubit0-right, number",
        ),
        (
            r#"{"counts": {"010": 1}, "bit_order": "qubit0-left"}"#,
            Some(BitOrder::Right),
            "leave the setting `bit_order` out",
        ),
        (
            r#"{"measurementCount": {"010": 1}}"#,
            None,
            "which is no count",
        ),
        (r#"[3]"#, None, "shot 1 is 3"),
        (r#"[[0, 2, 1]]"#, None, "shot 1 is [0,2,1]"),
        (r#"[[0, 10]]"#, None, "shot 1 is [0,10]"),
        (r#"[[0, 1, 0]]"#, Some(BitOrder::Number), "lists of bits"),
        (r#"[[0, 1]]"#, None, "2 bits"),
        (r#"{"010": 9007199254740993}"#, None, "2^53"),
    ] {
        let error = read(text, 3, order).expect_err(text).to_string();
        assert!(error.contains(wanted), "{text}: {error}");
        assert!(
            error.starts_with("counts.json") && !error.contains('\n'),
            "{error}"
        );
    }
}

/// A line of four cells: r1c1 is given as 1, exactly one of r1c2 (qubit 0) and r1c3 (qubit 1) is 1,
/// r1c3 may not be 1 beside r1c1, and r1c4 is unlike r1c3 (merged into qubit 1). The one solution
/// is 1 1 0 1.
fn lopsided() -> (Model, Reduction) {
    let mut model = Model::default();
    let cells: Vec<Var> = (1..=4)
        .map(|c| model.add_variable(format!("r1c{c}")))
        .collect();
    model.give(cells[0], true);
    model.add(Constraint::exactly(
        Kind::Row,
        "row 1",
        1,
        vec![cells[1], cells[2]],
    ));
    model.add(Constraint::not_both(
        Kind::Diagonal,
        "r1c1 and r1c3",
        [cells[0], cells[2]],
    ));
    let sign = Form::differ([cells[2], cells[3]]);
    model.add(Constraint::new(Kind::Sign, "r1c3 x r1c4", sign));
    let bit = |qubit, negated| Reduced::Bit { qubit, negated };
    let values = vec![
        Reduced::Const(true),
        bit(0, false),
        bit(1, false),
        bit(1, true),
    ];
    let reduction = Reduction {
        values,
        variables: vec![cells[1], cells[2]],
        steps: Vec::new(),
    };
    (model, reduction)
}

#[test]
fn the_wrong_bit_order_gives_the_wrong_verdict_on_a_board_without_symmetry() {
    let (model, reduction) = lopsided();
    let text = r#"{"10": 8, "00": 1}"#;
    let first = |order| {
        let counts = read(text, 2, Some(order)).unwrap();
        let board = |x: &Bitstring| reduction.lift_index(x.index().unwrap());
        counts.judge(&model, board, None).swap_remove(0)
    };
    let right = first(BitOrder::Left);
    assert!(right.obeys());
    assert_eq!(right.assignment, vec![true, true, false, true]);
    let wrong = first(BitOrder::Right);
    assert!(!wrong.obeys());
    assert_eq!(wrong.assignment, vec![true, false, true, false]);
}

#[test]
fn outcomes_are_judged_by_every_rule_and_sorted_by_weight() {
    let (model, reduction) = lopsided();
    let counts = read(r#"{"10": 3, "00": 1, "01": 4, "11": 4}"#, 2, None).unwrap();
    let board = |x: &Bitstring| reduction.lift_index(x.index().unwrap());
    let judged = counts.judge(&model, board, None);
    let order: Vec<u64> = judged
        .iter()
        .map(|found| found.outcome.index().unwrap())
        .collect();
    assert_eq!(order, [0b10, 0b11, 0b01, 0b00]);
    for outcome in &judged {
        assert_eq!(outcome.violations, model.violations(&outcome.assignment));
        assert_eq!(outcome.obeys(), outcome.outcome.index() == Some(0b01));
    }
    let summary = Summary::of(&judged, &model);
    assert_eq!((summary.total, summary.obeying), (12.0, 3.0));
    let broken: Vec<(Kind, f64)> = summary.broken.into_iter().collect();
    let expected = [
        (Kind::Row, 5.0 / 12.0),
        (Kind::Diagonal, 8.0 / 12.0),
        (Kind::Sign, 0.0),
    ];
    assert_eq!(broken, expected);
}

#[test]
fn shots_fall_on_the_state_whose_share_of_the_cumulative_probability_they_lie_in() {
    let mut rng = ChaCha8Rng::seed_from_u64(24);
    for n in [0, 1, 2, 3, 7, 14, 16] {
        let terms = (0..2 * n).map(|_| {
            let mask = rng.random_range(0..1_u64 << n);
            (mask, 0.5 * f64::from(rng.random_range(-4..=4_i32)))
        });
        let cost = Cost::from_terms(n, terms.collect::<Vec<_>>()).unwrap();
        let angles = Angles::new(vec![0.4], vec![-0.3]).unwrap();
        let state = Ansatz::new(cost).state(&angles).unwrap();
        for shots in [5000, 1 << 21] {
            let drawn = sample_probabilities(1 << n, |x| state.probability(x), shots, 1).unwrap();
            assert_eq!(state.sample(shots, 1).unwrap(), drawn, "{n} qubits");
        }
    }
}
