//! What encodings cost, and what they leave out: known places, sure witnesses, products too large.

use crate::tests::encodings::cases::{distinct, grid, symbols_in_cells, unbalanced};
use ketboard_puzzles::{
    Constraint, DistinctLines, EncodedCost, Encodings, Kind, Model, ModelFile, Reduction, Symbols,
    TwoValued, Weights,
};

fn lines(model: &Model, distinct_lines: DistinctLines) -> EncodedCost {
    let encodings = Encodings {
        distinct_lines,
        ..Encodings::default()
    };
    let reduction = Reduction::givens_only(model);
    encodings
        .encode(model, &reduction, &Weights::default())
        .unwrap()
}

/// Two rows of four that must differ, `known` cells given.
fn two_rows(known: &[(usize, usize, bool)], balanced: bool) -> Model {
    let mut model = Model::default();
    let x = grid(&mut model, 2, 4);
    for &(row, column, value) in known {
        model.give(x[row][column], value);
    }
    for row in x.iter().filter(|_| balanced) {
        model.add(Constraint::exactly(Kind::Balance, "row", 2, row.clone()));
    }
    model.add(distinct("rows 1 and 2", &x[0], &x[1]));
    model
}

#[test]
fn a_product_has_the_degree_of_its_open_cells_and_witnesses_are_as_many_as_can_be() {
    let product = |model: &Model| lines(model, DistinctLines::Hobo).polynomial.degree();
    let witnesses = |model: &Model| {
        let cost = lines(model, DistinctLines::Qubo);
        assert!(cost.polynomial.degree() <= 2);
        cost.layout.auxiliaries().len()
    };
    let open = two_rows(&[], true);
    assert_eq!((product(&open), witnesses(&open)), (8, 4));
    let unbalanced = two_rows(&[], false);
    assert_eq!((product(&unbalanced), witnesses(&unbalanced)), (8, 8));
    // one known cell: it can be a witness in one direction only, and the other has fewer
    let one = two_rows(&[(0, 0, true)], true);
    assert_eq!((product(&one), witnesses(&one)), (7, 3));
    // equal known cells fall out
    let same = two_rows(&[(0, 0, true), (1, 0, true)], true);
    assert_eq!((product(&same), witnesses(&same)), (6, 3));
    // a single possible witness needs no auxiliary
    let row: Vec<_> = (0..4).map(|c| (0, c, c != 0)).collect();
    assert_eq!(witnesses(&two_rows(&row, true)), 0);
}

#[test]
fn lines_that_differ_for_sure_have_no_term_and_lines_that_are_equal_cost_one() {
    for way in [DistinctLines::Hobo, DistinctLines::Qubo] {
        let differ = two_rows(&[(0, 2, true), (1, 2, false)], false);
        assert_eq!(lines(&differ, way).polynomial.terms().count(), 0);
        let all = |row, value| (0..4).map(move |c| (row, c, value));
        let equal: Vec<_> = all(0, true).chain(all(1, true)).collect();
        let cost = lines(&two_rows(&equal, false), way);
        assert_eq!((cost.polynomial.n(), cost.polynomial.offset()), (0, 1.0));
    }
}

#[test]
fn a_product_that_is_too_large_is_refused_with_the_ways_that_are_not() {
    let mut model = Model::default();
    let x = grid(&mut model, 2, 10);
    model.add(distinct("rows 1 and 2", &x[0], &x[1]));
    let encodings = Encodings {
        distinct_lines: DistinctLines::Hobo,
        ..Encodings::default()
    };
    let reduction = Reduction::givens_only(&model);
    let refused = encodings
        .encode(&model, &reduction, &Weights::default())
        .unwrap_err();
    let message = refused.to_string();
    for part in ["`distinct_lines` hobo", "rows 1 and 2", "qubo or filter"] {
        assert!(message.contains(part), "{message}");
    }
    assert_eq!(lines(&model, DistinctLines::Qubo).polynomial.n(), 40);
}

#[test]
fn a_slack_stands_only_where_both_counts_can_be_reached_and_something_else_too() {
    let slacks = |of: u32, count| {
        let mut model = Model::default();
        let x = grid(&mut model, 1, of as usize).swap_remove(0);
        model.add(Constraint::one_of_two(Kind::Repetition, "window", count, x));
        let encodings = Encodings {
            counts: TwoValued::Slack,
            ..Encodings::default()
        };
        let reduction = Reduction::givens_only(&model);
        let cost = encodings
            .encode(&model, &reduction, &Weights::default())
            .unwrap();
        cost.layout.auxiliaries().len()
    };
    assert_eq!((slacks(3, 1), slacks(3, 0), slacks(4, 2)), (1, 1, 1));
    assert_eq!((slacks(1, 0), slacks(3, 3), slacks(2, 5)), (0, 0, 0));
}

#[test]
fn symbols_take_one_qubit_fewer_or_the_bits_of_their_number_and_every_qubit_is_named() {
    for (symbols, walls, bits) in [(2, 3, 3), (3, 6, 6), (4, 9, 6), (5, 12, 9)] {
        let model = symbols_in_cells(symbols);
        let reduction = Reduction::givens_only(&model);
        for (way, qubits) in [(Symbols::DomainWall, walls), (Symbols::Binary, bits)] {
            let encodings = Encodings {
                symbols: way,
                ..Encodings::default()
            };
            let cost = encodings
                .encode(&model, &reduction, &Weights::default())
                .unwrap();
            assert_eq!(
                cost.layout.qubits(),
                qubits,
                "{symbols} symbols, {encodings}"
            );
            let names = cost.layout.names();
            assert!(names.iter().all(|name| name.contains("cell ")), "{names:?}");
            let degree = cost.polynomial.degree();
            match way {
                Symbols::OneHot | Symbols::DomainWall => assert_eq!(degree, 2),
                Symbols::Binary => assert!(degree <= 2 * qubits / 3, "{degree}"),
            }
        }
    }
}

#[test]
fn a_written_model_tells_its_auxiliaries_and_how_cells_are_read() {
    let model = unbalanced();
    let reduction = Reduction::givens_only(&model);
    let cost = lines(&model, DistinctLines::Qubo);
    let file = ModelFile::new(&model, &reduction, &cost);
    assert_eq!(file.auxiliaries.len(), 12);
    assert_eq!(
        file.auxiliaries[0],
        (6, "aux: rows 1 and 2, witness r1c1".to_owned())
    );
    let formats = ketboard_puzzles::ModelFormat::ALL.iter();
    let json = { formats }.find(|format| format.name == "json").unwrap();
    let text = (json.write)(&file).unwrap();
    assert_eq!(ModelFile::parse(&text, "model.json").unwrap(), file);
    assert!(
        text.contains("\"x6\":\"aux: rows 1 and 2, witness r1c1\""),
        "{text}"
    );

    let walls = Encodings {
        symbols: Symbols::DomainWall,
        ..Encodings::default()
    };
    let model = symbols_in_cells(3);
    let reduction = Reduction::givens_only(&model);
    let cost = walls
        .encode(&model, &reduction, &Weights::default())
        .unwrap();
    let file = ModelFile::new(&model, &reduction, &cost);
    let texts: Vec<String> = file.cells.iter().map(|(_, text)| text.clone()).collect();
    assert_eq!(texts[..4], ["!x0", "x0 & !x1", "x1", "!x2"]);
}

#[test]
fn distinct_lines_are_weighed_where_they_are_encoded_and_only_there() {
    let hobo = Encodings {
        distinct_lines: DistinctLines::Hobo,
        ..Encodings::default()
    };
    let weights = Weights::parse(["distinct=2.5"], hobo).unwrap();
    let model = two_rows(&[], false);
    let reduction = Reduction::givens_only(&model);
    let cost = hobo.encode(&model, &reduction, &weights).unwrap();
    let offset_of_equal_rows = cost.polynomial.value(|_| true);
    assert_eq!((offset_of_equal_rows, cost.polynomial.offset()), (2.5, 2.5));
    let refused = Weights::parse(["distinct=2.5"], Encodings::default())
        .unwrap_err()
        .to_string();
    assert!(
        refused.contains("`distinct_lines` is hobo or qubo"),
        "{refused}"
    );
    assert!(Weights::parse(["matching=2"], hobo).is_err());
}
