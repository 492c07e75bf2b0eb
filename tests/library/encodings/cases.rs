//! The boards: shipped ones, ones made by hand, and random models under random reductions.

use ketboard_puzzles::{
    Constraint, DistinctLines, Encodings, Form, Kind, Model, Puzzle, Reduced, Reduction, RuleSet,
    Symbols, TwoValued, Var, reduce,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::path::PathBuf;

/// A model and what a reduction left of it.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) model: Model,
    pub(crate) reduction: Reduction,
}

pub(crate) fn all_encodings() -> Vec<Encodings> {
    let mut list = Vec::new();
    for distinct_lines in DistinctLines::ALL {
        for counts in TwoValued::ALL {
            list.extend(Symbols::ALL.map(|symbols| Encodings {
                distinct_lines,
                counts,
                symbols,
            }));
        }
    }
    list
}

pub(crate) fn shipped(name: &str) -> Puzzle {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    Puzzle::read(&folder.join(name)).unwrap()
}

/// A Takuzu in which balance and windows alone leave boards with equal lines.
pub(crate) const EQUAL_LINES: &str = "family = 'takuzu'\ngrid = '''\n.11.\n1...\n....\n1...\n'''";

/// The same without rules on the ones of a line: witnesses are needed both ways.
pub(crate) fn unbalanced() -> Model {
    let mut model = Model::default();
    let x = grid(&mut model, 3, 2);
    for (a, b) in [(0, 1), (0, 2), (1, 2)] {
        model.add(distinct(
            &format!("rows {} and {}", a + 1, b + 1),
            &x[a],
            &x[b],
        ));
    }
    model
}

pub(crate) fn grid(model: &mut Model, rows: usize, cols: usize) -> Vec<Vec<Var>> {
    let name = |r: usize, c: usize| format!("r{}c{}", r + 1, c + 1);
    (0..rows)
        .map(|r| (0..cols).map(|c| model.add_variable(name(r, c))).collect())
        .collect()
}

pub(crate) fn distinct(name: &str, a: &[Var], b: &[Var]) -> Constraint {
    Constraint::new(
        Kind::Distinct,
        name.to_owned(),
        Form::Distinct([a.to_vec(), b.to_vec()]),
    )
}

/// Three cells in a row with `symbols` symbols each, neighbors different: a Latin path.
pub(crate) fn symbols_in_cells(symbols: usize) -> Model {
    let mut model = Model::default();
    let cells: Vec<Vec<Var>> = (1..=3)
        .map(|c| {
            let symbol = |s| format!("r1c{c}={s}");
            (1..=symbols)
                .map(|s| model.add_variable(symbol(s)))
                .collect()
        })
        .collect();
    for (c, cell) in cells.iter().enumerate() {
        let name = format!("cell {}", c + 1);
        model.add(Constraint::exactly(Kind::Region, name, 1, cell.clone()));
    }
    for pair in cells.windows(2) {
        for (&a, &b) in pair[0].iter().zip(&pair[1]) {
            model.add(Constraint::not_both(Kind::Row, "neighbors", [a, b]));
        }
    }
    model.add(Constraint::new(
        Kind::Sign,
        "ends differ",
        Form::differ([cells[0][1], cells[2][1]]),
    ));
    model
}

/// Shipped and hand-made boards, as they are and after the paper's rules, and where many qubits
/// remain after a few of all rules.
pub(crate) fn cases() -> Vec<Case> {
    let shipped = [
        "takuzu-4x4.toml",
        "tango-4x4.toml",
        "n-queens-4x4.toml",
        "queens-4x4.toml",
        "tents-4x4.toml",
    ];
    let mut models: Vec<(String, Model)> = shipped
        .iter()
        .map(|name| ((*name).to_owned(), self::shipped(name).model))
        .collect();
    let equal = Puzzle::parse(EQUAL_LINES, "equal.toml").unwrap();
    models.push(("equal lines".into(), equal.model));
    models.push(("unbalanced".into(), unbalanced()));
    models.push(("three symbols".into(), symbols_in_cells(3)));
    models.push(("four symbols".into(), symbols_in_cells(4)));
    let mut list = Vec::new();
    for (name, model) in models {
        for (level, target) in [
            (RuleSet::None, None),
            (RuleSet::Paper, None),
            (RuleSet::Full, Some(9)),
        ] {
            list.push(Case {
                name: format!("{name}, {} to {target:?}", level.name()),
                reduction: reduce(&model, level, target).unwrap(),
                model: model.clone(),
            });
        }
    }
    list
}

/// Models of seven variables with rules of every form, under reductions that merge and negate at
/// random.
pub(crate) fn random_cases(count: u64) -> Vec<Case> {
    let case = |seed| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = random_model(&mut rng);
        let qubits = rng.random_range(3..=7);
        Case {
            name: format!("seed {seed}"),
            reduction: random_reduction(7, qubits, &mut rng),
            model,
        }
    };
    (0..count).map(case).collect()
}

fn random_model(rng: &mut ChaCha8Rng) -> Model {
    let mut model = Model::default();
    let x = grid(&mut model, 1, 7).swap_remove(0);
    // two lines with the same number of ones, so that witnesses of one direction are enough
    if rng.random() {
        for line in [&x[0..3], &x[3..6]] {
            model.add(Constraint::exactly(Kind::Balance, "line", 1, line.to_vec()));
        }
        model.add(distinct("lines", &x[0..3], &x[3..6]));
    }
    for _ in 0..5 {
        let pair = [x[rng.random_range(0..7)], x[rng.random_range(0..7)]];
        let vars: Vec<Var> = x.iter().copied().filter(|_| rng.random()).collect();
        let form = match rng.random_range(0..7) {
            0 => Form::equal(pair),
            1 => Form::differ(pair),
            2 => Form::not_both(pair, 2),
            3 => Form::Distinct([x[0..2].to_vec(), vec![pair[0], x[5]]]),
            4 => Form::sum(&vars, 1, 1),
            5 => {
                let count = rng.random_range(0..4);
                Form::sum(&vars, count, count)
            }
            _ => {
                let count = rng.random_range(0..3);
                Form::sum(&vars, count, count + 1)
            }
        };
        let kind = Kind::ALL[rng.random_range(0..Kind::ALL.len())];
        model.add(Constraint::new(kind, "rule", form));
    }
    model
}

fn random_reduction(n: usize, qubits: usize, rng: &mut ChaCha8Rng) -> Reduction {
    let mut values: Vec<Reduced> = (0..n)
        .map(|_| match rng.random_range(0..qubits + 1) {
            0 => Reduced::Const(rng.random()),
            k => Reduced::Bit {
                qubit: k - 1,
                negated: rng.random(),
            },
        })
        .collect();
    for (qubit, value) in values.iter_mut().take(qubits).enumerate() {
        *value = Reduced::Bit {
            qubit,
            negated: false,
        };
    }
    Reduction {
        values,
        variables: (0..qubits).map(Var).collect(),
        steps: Vec::new(),
    }
}
