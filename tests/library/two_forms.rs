//! Where the source paper gives two forms of one thing, both are there and have the same solutions
//! and the same ground states: diagonals as pairs or lines, soft regions as a fraction or pairs,
//! all regions or one dropped, signs as penalties or substituted.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use ketboard_puzzles::{
    Assignment, EncodedCost, Encodings, Form, Kind, Limits, Model, Puzzle, Reduction, RuleSet,
    Weights, encode, reduce,
};
use ketboard_qaoa::Cost;

fn model(text: &str) -> Model {
    let puzzle = Puzzle::parse(text, "forms.toml");
    puzzle
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
        .model
}

fn solutions(model: &Model) -> Vec<Assignment> {
    model.all_solutions(&Limits::NONE).solutions
}

/// The boards of zero-violation energy, which none lies below.
fn ground_boards(cost: &EncodedCost, reduction: &Reduction) -> Vec<Assignment> {
    let n = reduction.qubits();
    let diagonal = Cost::from_terms(n, cost.polynomial.masks()).unwrap();
    let zero = cost.zero_violation_energy.unwrap();
    assert!(
        diagonal.min() >= zero,
        "{} lies below {zero}",
        diagonal.min()
    );
    let ground = (0..1_u64 << n).filter(|x| diagonal.energy(*x as usize) == zero);
    let mut boards: Vec<_> = ground.map(|x| reduction.lift_index(x)).collect();
    boards.sort();
    boards
}

fn encoded(model: &Model, reduction: &Reduction) -> EncodedCost {
    encode(model, reduction, &Weights::default())
}

const REGIONS: &str = "regions = '''\nAABB\nAABB\nCCDD\nCCDD\n'''\n";

#[test]
fn pairs_and_lines_and_fractions_and_pairs_have_the_same_boards_and_ground_states() {
    let soft = "[region_counts]\nA = [0, 1]\nB = [0, 1]\nC = [0, 1]\nD = [0, 1]\n";
    let boards = [
        ("size = 4\n", ""),
        ("size = 4\nqueens = ['r1c2']\n", ""),
        ("size = 4\ntopology = 'cylinder'\n", ""),
        (
            "size = 3\ntopology = 'torus'\nrow_counts = [1, 0, 1]\ncol_counts = [1, 0, 1]\n",
            "",
        ),
        ("size = 4\nrays = [[1, 2]]\nattacks = [[2, 1]]\n", ""),
        ("board = '''\n.#..\n....\n..#.\n....\n'''\n", ""),
        (REGIONS, soft),
        (REGIONS, "[region_counts]\nA = [1, 2]\nD = [0, 1]\n"),
        ("size = 4\ncol_counts = [[0, 1], [0, 1], 1, [1, 2]]\n", ""),
    ];
    let mut solved = 0;
    for (keys, tables) in boards {
        let mut forms = Vec::new();
        for (diagonal, soft) in [
            ("pairs", "fraction"),
            ("lines", "fraction"),
            ("pairs", "pairs"),
            ("lines", "pairs"),
        ] {
            let text = format!(
                "family = 'n-queens'\n{keys}diagonal_form = '{diagonal}'\nsoft_form = '{soft}'\n{tables}"
            );
            let model = model(&text);
            let found = solutions(&model);
            for level in [RuleSet::None, RuleSet::Paper, RuleSet::Full] {
                let Ok(reduction) = reduce(&model, level, None) else {
                    assert!(found.is_empty(), "{text}");
                    continue;
                };
                let cost = encoded(&model, &reduction);
                assert_eq!(ground_boards(&cost, &reduction), found, "{text}");
            }
            forms.push(found);
        }
        assert!(
            forms.iter().all(|found| *found == forms[0]),
            "{keys}{tables}"
        );
        solved += usize::from(!forms[0].is_empty());
    }
    assert!(
        solved >= 6,
        "boards without solutions prove little: {solved}"
    );
}

#[test]
fn the_single_sum_of_equation_18_has_counts_only_and_equation_21_no_soft_count() {
    let tables = "[region_counts]\nA = [0, 1]\nB = [0, 1]\nC = [0, 1]\nD = [0, 1]\n";
    let forms = |keys: &str| {
        let text = format!("family = 'n-queens'\n{REGIONS}{keys}{tables}");
        let rules = model(&text).constraints().to_vec();
        let pairs = |kind| {
            let times = rules.iter().filter(|rule| rule.kind == kind);
            let times = times.filter_map(|rule| match &rule.form {
                Form::Sum(sum) => sum.product,
                _ => None,
            });
            times.collect::<Vec<_>>()
        };
        (pairs(Kind::Diagonal), pairs(Kind::Region))
    };
    assert_eq!(forms("diagonal_form = 'lines'\n"), (vec![], vec![]));
    let (diagonal, region) = forms("soft_form = 'pairs'\n");
    assert_eq!(diagonal, [1; 28], "each pair once, eq. 3");
    assert_eq!(region, [2; 24], "ordered pairs, eq. 21");
    assert_eq!(forms("").1, Vec::<u32>::new(), "eq. 20");
}

/// Boards whose regions are a partition with fitting counts.
const PARTITIONS: [&str; 4] = [
    "family = 'queens'\nregions = '''\nAABB\nAACB\nDDCC\nDDCC\n'''\n",
    "family = 'queens'\nregions = '''\nAABB\nAACB\nDDCC\nDDCC\n'''\nqueens = ['r1c2']\n",
    "family = 'queens'\nregions = '''\nAABB\nAABB\nAABB\nBBBB\n'''\n[region_counts]\nA = 2\nB = 2\n",
    // r4c4 is in no region and empty
    "family = 'queens'\nregions = '''\nAABB\nAACB\nDDCC\nDDC.\n'''\nempty = ['r4c4']\n",
];

#[test]
fn all_regions_and_one_dropped_have_the_same_ground_states() {
    for text in PARTITIONS {
        let model = model(text);
        let found = solutions(&model);
        assert!(!found.is_empty(), "{text}");
        for level in [RuleSet::None, RuleSet::Paper] {
            let reduction = reduce(&model, level, None).unwrap();
            let whole = encoded(&model, &reduction);
            assert_eq!(ground_boards(&whole, &reduction), found, "{text}");
            for which in ["auto", "A", "B"] {
                let less = model.without_region(&reduction, which).unwrap();
                let less = encoded(&less, &reduction);
                assert_eq!(
                    ground_boards(&less, &reduction),
                    found,
                    "{text} without {which}"
                );
                let terms = |cost: &EncodedCost| cost.polynomial.terms().count();
                assert!(terms(&less) <= terms(&whole), "{text}");
            }
        }
    }
}

#[test]
fn dropping_a_region_leaves_its_term_out_with_its_weight() {
    let model = model(PARTITIONS[0]);
    let reduction = Reduction::givens_only(&model);
    let weights = Weights::parse(["region=2.5"], Encodings::default()).unwrap();
    let whole = encode(&model, &reduction, &weights);
    let less = model.without_region(&reduction, "A").unwrap();
    let less = encode(&less, &reduction, &weights);
    for x in 0..1_u64 << 16 {
        let board = reduction.lift_index(x);
        let in_a = [0, 1, 4, 5].iter().filter(|k| board[**k]).count() as f64;
        let value = |cost: &EncodedCost| cost.polynomial.value(|k| board[k]);
        assert_eq!(
            value(&whole) - value(&less),
            2.5 * (1.0 - in_a).powi(2),
            "{x:b}"
        );
    }
}

#[test]
fn signs_as_penalties_and_signs_substituted_have_the_same_ground_states_on_files() {
    let tango = include_str!("../../examples/puzzles/tango-4x4.toml");
    let distant = "family = 'takuzu'\nunique_lines = false\ngrid = '''\n....\n....\n....\n....\n'''\n\
                   signs = ['r1c1 x r4c4', 'r2c2 = r3c3', 'r1c2 x r1c3']\n";
    for text in [tango, distant] {
        let model = model(text);
        let found = solutions(&model);
        let penalties = reduce(&model, RuleSet::None, None).unwrap();
        let substituted = reduce(&model, RuleSet::Paper, None).unwrap();
        assert!(substituted.qubits() < penalties.qubits(), "{text}");
        for reduction in [penalties, substituted] {
            let cost = encoded(&model, &reduction);
            assert_eq!(ground_boards(&cost, &reduction), found, "{text}");
        }
    }
}

#[test]
fn one_or_two_queens_in_a_region_and_placed_queens_that_count() {
    let text = include_str!("../../examples/puzzles/queens-one-or-two-5x5.toml");
    let model = model(text);
    let found = solutions(&model);
    assert_eq!(found.len(), 1);
    let reduction = reduce(&model, RuleSet::Paper, None).unwrap();
    let cost = encoded(&model, &reduction);
    // four two-valued counts, the placed queen subtracted from its own: a quarter each
    assert_eq!(cost.zero_violation_energy, Some(1.0));
    assert_eq!(ground_boards(&cost, &reduction), found);
}
