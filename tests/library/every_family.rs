//! What must hold for every family, by its sample and by every puzzle that is shipped: a new family
//! is walked through here without a line.
//!
//! Files: their text survives being parsed and written again, and mistakes get the standard errors.
//! Boards: the judge agrees with the exact solver, pictures and rows have the board's shape.
//! Models: every reduction keeps the solutions, and the ground states are exactly the boards that
//! obey the encoded rules, at every level of reduction.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use ketboard_puzzles::{
    Assignment, CellMark, DrawStyle, EncodedCost, Encodings, Error, Family, Ising, Limits, Model,
    Puzzle, Reduction, RuleSet, Weights, encode, reduce,
};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Boards are enumerated up to this many qubits.
const ENUMERATED: usize = 20;

/// Every state is judged by the rules up to this many qubits.
const JUDGED: usize = 16;

/// The text and the name of every sample and of every shipped file.
fn texts() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "toml"));
    files.sort();
    assert!(files.len() >= 10, "at least ten boards are shipped");
    let shipped = files.iter().map(|path| {
        let text = std::fs::read_to_string(path).unwrap();
        (text, path.display().to_string())
    });
    let samples = Family::ALL.iter().map(|family| {
        let name = format!("the sample of {}", family.name);
        (family.sample.to_owned(), name)
    });
    samples.chain(shipped).collect()
}

fn boards() -> Vec<Puzzle> {
    let texts = texts();
    let parse = |(text, name): &(String, String)| Puzzle::parse(text, name).unwrap();
    texts.iter().map(parse).collect()
}

/// The reductions to try on a board: each level, and the dial at several stops.
fn reductions(model: &Model) -> Vec<Reduction> {
    let mut list = Vec::new();
    for level in [RuleSet::None, RuleSet::Paper, RuleSet::Full] {
        list.push(reduce(model, level, None).unwrap());
    }
    for target in [4, 8, 12, 16, 20] {
        list.push(reduce(model, RuleSet::Full, Some(target)).unwrap());
    }
    list
}

fn solutions(model: &Model) -> BTreeSet<Assignment> {
    let found = model.all_solutions(&Limits::default());
    assert!(
        found.complete,
        "the boards are small enough to list all solutions"
    );
    found.solutions.into_iter().collect()
}

/// The model without the rules that the QUBO does not carry.
fn encoded_part(model: &Model) -> Model {
    let mut part = Model::default();
    for name in model.names() {
        part.add_variable(name.clone());
    }
    for (var, value) in model.givens() {
        part.give(*var, *value);
    }
    let encoded = |form| Encodings::default().energy_where_it_holds(form).is_some();
    for constraint in model.constraints().iter().filter(|c| encoded(&c.form)) {
        part.add(constraint.clone());
    }
    part
}

/// Those of `boards` that have the lowest objective; all of them where there is none.
fn best(model: &Model, boards: BTreeSet<Assignment>) -> BTreeSet<Assignment> {
    let value = |board: &Assignment| {
        let terms = model.objective().iter();
        let placed = terms.filter(|(var, _)| board[var.index()]);
        placed.map(|(_, weight)| weight).sum::<f64>()
    };
    let least = boards.iter().map(value).fold(f64::INFINITY, f64::min);
    let is_best = |board: &Assignment| value(board) <= least + 1e-9;
    boards.into_iter().filter(is_best).collect()
}

fn energies(cost: &EncodedCost) -> Vec<f64> {
    let n = cost.polynomial.n();
    let diagonal = ketboard_qaoa::Cost::from_terms(n, cost.polynomial.masks()).unwrap();
    (0..1 << n).map(|index| diagonal.energy(index)).collect()
}

#[test]
fn every_family_has_a_shipped_board_and_a_picture() {
    let samples: Vec<&str> = Family::ALL.iter().map(|family| family.sample).collect();
    let mut texts = texts();
    texts.retain(|(text, _)| !samples.contains(&text.as_str()));
    let parse = |(text, name): &(String, String)| Puzzle::parse(text, name).unwrap().family;
    let shipped: BTreeSet<&str> = texts.iter().map(parse).collect();
    for family in Family::ALL.iter().map(|family| family.name) {
        assert!(shipped.contains(family), "no example of {family}");
        let file = format!("docs/src/boards/{family}.svg");
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(&file);
        assert!(
            path.exists(),
            "ketboard show PUZZLE -o {file} makes its picture"
        );
    }
}

#[test]
fn every_shipped_board_has_exactly_one_solution_or_its_file_says_how_many() {
    for (text, name) in texts() {
        let puzzle = Puzzle::parse(&text, &name).unwrap();
        let best = best(&puzzle.model, solutions(&puzzle.model));
        let count = puzzle.different_boards(best.into_iter().collect()).len();
        let says = format!("# {count} solutions");
        let sample = Family::ALL.iter().any(|family| family.sample == text);
        assert!(
            count == 1 || count > 1 && (sample || text.contains(&says)),
            "{name} has {count} solutions: say `{says}`"
        );
    }
}

/// A file without its comments, layout and kinds of quotes: its TOML read and written again.
fn rewritten(text: &str) -> String {
    toml::to_string(&text.parse::<toml::Table>().unwrap()).unwrap()
}

#[test]
fn the_text_of_every_board_survives_being_read_and_written() {
    for (text, name) in texts() {
        let before = Puzzle::parse(&text, &name).unwrap();
        let mut again = Puzzle::parse(&rewritten(&text), &name).unwrap();
        let lines = before.given_lines.clone();
        assert!(again.given_lines.keys().eq(lines.keys()), "{name}");
        again.given_lines = lines;
        assert_eq!(before, again, "{name}");
    }
}

/// The message of a refused file; it must be one line that names the file and the remedy.
fn refusal(text: &str) -> String {
    let error = Puzzle::parse(text, "bad.toml").unwrap_err();
    let message = error.to_string();
    let is_input = matches!(&error, Error::Input { line: Some(_), found, remedy, .. } if !found.is_empty() && !remedy.is_empty());
    assert!(is_input && message.starts_with("bad.toml:"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

#[test]
fn every_family_refuses_an_unknown_key_and_names_the_nearest() {
    for family in Family::ALL {
        for key in family.keys() {
            let misspelled = format!("{}{key}", &key[..1]);
            let text = format!("{misspelled} = 1\n{}", family.sample);
            let message = refusal(&text);
            assert!(message.starts_with("bad.toml:1: "), "{message}");
            assert!(
                message.contains(&format!("unknown key `{misspelled}`")),
                "{message}"
            );
            assert!(
                message.contains(&format!("did you mean `{key}`")),
                "{message}"
            );
        }
    }
}

#[test]
fn a_value_of_the_wrong_type_is_refused_behind_every_key_of_every_family() {
    for family in Family::ALL {
        for key in Family::COMMON_KEYS.iter().copied().chain(family.keys()) {
            let mut table: toml::Table = family.sample.parse().unwrap();
            let moment: toml::value::Datetime = "1979-05-27".parse().unwrap();
            table.insert(key.to_owned(), toml::Value::Datetime(moment));
            let message = refusal(&toml::to_string(&table).unwrap());
            let named = message.contains(&format!("`{key}`"));
            assert!(named, "{}, {key}: {message}", family.name);
        }
    }
}

/// The sample with only those of its keys that are `kept`.
fn sample_with(family: &Family, kept: impl Fn(&str) -> bool) -> String {
    let mut table: toml::Table = family.sample.parse().unwrap();
    table.retain(|key, _| kept(key));
    toml::to_string(&table).unwrap()
}

#[test]
fn a_key_that_is_missing_is_missed_or_was_not_needed() {
    for family in Family::ALL {
        let nothing = refusal(&sample_with(family, |key| key == "family"));
        assert!(nothing.contains("found no "), "{}: {nothing}", family.name);
        let homeless = refusal(&sample_with(family, |key| key != "family"));
        assert!(homeless.contains("no `family`"), "{homeless}");
        assert!(homeless.contains(family.name), "{homeless}");
        for key in family.keys() {
            let text = sample_with(family, |name| name != key);
            if Puzzle::parse(&text, "bad.toml").is_err() {
                refusal(&text);
            }
        }
    }
}

#[test]
fn the_judge_and_the_exact_solver_agree_on_every_board_that_is_left() {
    let mut judged = 0;
    for puzzle in boards() {
        let expected = solutions(&puzzle.model);
        for reduction in reductions(&puzzle.model) {
            if reduction.qubits() > JUDGED {
                continue;
            }
            let states = (0..1_u64 << reduction.qubits()).map(|index| reduction.lift_index(index));
            let found: BTreeSet<_> = states.filter(|x| puzzle.model.is_solved_by(x)).collect();
            assert_eq!(found, expected, "{} at {}", puzzle.file, reduction.qubits());
            judged += 1;
        }
    }
    assert!(
        judged >= 40,
        "only {judged} reduced boards were small enough"
    );
}

#[test]
fn pictures_and_rows_have_the_shape_of_the_board() {
    for puzzle in boards() {
        let (rows, cols) = (puzzle.slots.rows(), puzzle.slots.cols());
        for board in solutions(&puzzle.model).iter().take(3) {
            let text = puzzle.board(board);
            assert_eq!(text.len(), rows, "{}", puzzle.file);
            for row in &text {
                assert_eq!(row.chars().count(), cols, "{}: {text:?}", puzzle.file);
                let known = row.chars().all(|c| c == '#' || c.is_ascii_alphanumeric());
                assert!(known, "{}: {text:?}", puzzle.file);
            }
            let marks: Vec<CellMark> = board.iter().map(|&value| CellMark::Answer(value)).collect();
            let drawing = puzzle.drawn(&marks, DrawStyle::Plain);
            let numbered = |row: usize| {
                let number = format!("{row} ");
                let mut lines = drawing.lines().skip(1);
                lines.any(|line| line.trim_start().starts_with(&number))
            };
            assert!((1..=rows).all(numbered), "{}:\n{drawing}", puzzle.file);
            let lines = drawing.lines().count();
            assert!(lines > 2 * rows, "{}:\n{drawing}", puzzle.file);
            let header = drawing.lines().next().unwrap().split_whitespace();
            let columns: Vec<String> = (1..=cols).map(|col| col.to_string()).collect();
            assert!(header.eq(columns.iter().map(String::as_str)), "{drawing}");
        }
    }
}

#[test]
fn every_reduction_keeps_the_solutions() {
    for puzzle in boards() {
        let before = solutions(&puzzle.model);
        for reduction in reductions(&puzzle.model) {
            let after = solutions(&reduction.reduced_model(&puzzle.model));
            assert_eq!(
                before,
                after,
                "{} at {} qubits",
                puzzle.file,
                reduction.qubits()
            );
            for solution in &before {
                let bits = reduction
                    .project(solution)
                    .expect("a solution is not excluded");
                assert_eq!(&reduction.lift(&bits), solution, "{}", puzzle.file);
            }
        }
    }
}

#[test]
fn the_ground_states_decode_to_exactly_the_boards_that_obey_the_encoded_rules() {
    let mut enumerated = 0;
    for puzzle in boards() {
        let expected = best(&puzzle.model, solutions(&encoded_part(&puzzle.model)));
        let all = best(&puzzle.model, solutions(&puzzle.model));
        for reduction in reductions(&puzzle.model) {
            if reduction.qubits() > ENUMERATED {
                continue;
            }
            let cost = encode(&puzzle.model, &reduction, &Weights::default());
            let energies = energies(&cost);
            let lowest = energies.iter().copied().fold(f64::INFINITY, f64::min);
            if let Some(zero) = cost.zero_violation_energy {
                assert_eq!(
                    lowest, zero,
                    "{}: a solved board breaks no rule",
                    puzzle.file
                );
            }
            let level = lowest + 1e-9;
            let ground = energies.iter().enumerate().filter(|(_, e)| **e <= level);
            let boards: BTreeSet<_> = ground
                .map(|(index, _)| reduction.lift_index(index as u64))
                .collect();
            let reachable: BTreeSet<_> = expected
                .iter()
                .filter(|board| reduction.project(board).is_some())
                .cloned()
                .collect();
            assert_eq!(
                boards,
                reachable,
                "{} at {} qubits",
                puzzle.file,
                reduction.qubits()
            );
            assert!(
                all.iter().all(|board| boards.contains(board)),
                "{}: a solution is lost",
                puzzle.file
            );
            enumerated += 1;
        }
    }
    assert!(
        enumerated >= 30,
        "only {enumerated} reduced boards were small enough to enumerate"
    );
}

#[test]
fn qubo_and_ising_agree_at_every_basis_state() {
    for puzzle in boards() {
        for reduction in reductions(&puzzle.model)
            .into_iter()
            .filter(|r| r.qubits() <= 14)
        {
            let cost = encode(&puzzle.model, &reduction, &Weights::default());
            let ising = Ising::from(&cost.polynomial);
            for (index, energy) in energies(&cost).into_iter().enumerate() {
                let at = |k: usize| index >> k & 1 == 1;
                assert_eq!(
                    cost.polynomial.value(at),
                    energy,
                    "{}: QUBO at {index}",
                    puzzle.file
                );
                assert_eq!(ising.value(at), energy, "{}: Ising at {index}", puzzle.file);
            }
        }
    }
}

#[test]
fn the_reduced_energy_is_the_energy_of_the_whole_board() {
    for puzzle in boards() {
        let whole = encode(
            &puzzle.model,
            &nothing_known(&puzzle.model),
            &Weights::default(),
        );
        for reduction in reductions(&puzzle.model)
            .into_iter()
            .filter(|r| r.qubits() <= 10)
        {
            let cost = encode(&puzzle.model, &reduction, &Weights::default());
            for (index, energy) in energies(&cost).into_iter().enumerate() {
                let board = reduction.lift_index(index as u64);
                assert_eq!(
                    whole.polynomial.value(|k| board[k]),
                    energy,
                    "{} at {index}",
                    puzzle.file
                );
            }
        }
    }
}

/// Every variable a qubit, givens included.
fn nothing_known(model: &Model) -> Reduction {
    let mut free = Model::default();
    for name in model.names() {
        free.add_variable(name.clone());
    }
    Reduction::givens_only(&free)
}

#[test]
fn n_queens_counts_come_out_of_the_ground_states() {
    for (size, expected) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10)] {
        let text = format!("family = \"n-queens\"\nname = \"{size} queens\"\nsize = {size}\n");
        let puzzle = Puzzle::parse(&text, "n-queens.toml").unwrap();
        let cost = encode(
            &puzzle.model,
            &Reduction::givens_only(&puzzle.model),
            &Weights::default(),
        );
        let ground = energies(&cost)
            .into_iter()
            .filter(|energy| *energy == 0.0)
            .count();
        assert_eq!(ground, expected, "N = {size}");
    }
}
