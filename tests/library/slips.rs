//! The slips of the source documents that concern n-queens, queens, tents, tango and takuzu, each
//! with a test that fails if it comes back.
//!
//! The numbers are those of the list of slips: 1 to 6, 8 and 12 are of Mata Ali & Mencia, "A QUBO
//! Formulation for the Generalized LinkedIn Queens and Takuzu/Tango Game", 9 is about its chess
//! pieces, 11 is of the PyQBPP document. 7 is Tents & Trees in the form that mends it (the paper's
//! form is in `stars_and_tents.rs`). The other (10) is about generated regions. More cases stand in
//! `families.rs`, `reduction/slips.rs`, `encoding.rs` and `paper_equations.rs`.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use ketboard_puzzles::{
    Assignment, Constraint, EncodedCost, Form, Kind, Limits, Model, Puzzle, Reduction, RuleSet,
    Weights, encode, reduce,
};
use ketboard_qaoa::Cost;
use std::collections::BTreeSet;

fn model(text: &str) -> Model {
    Puzzle::parse(text, "slip.toml").unwrap().model
}

/// Four queens; the givens follow.
const FOUR_REGIONS: &str = "family = 'queens'\nregions = '''\nAABB\nAACB\nDDCC\nDDCC\n'''\n";

fn solutions(model: &Model) -> Vec<Assignment> {
    model.all_solutions(&Limits::default()).solutions
}

fn unit_cost(model: &Model, reduction: &Reduction) -> EncodedCost {
    encode(model, reduction, &Weights::default())
}

/// The boards whose energy is that of a board that breaks no rule, in increasing order.
fn zero_violation_boards(model: &Model, reduction: &Reduction) -> Vec<Assignment> {
    let cost = unit_cost(model, reduction);
    let n = reduction.qubits();
    let diagonal = Cost::from_terms(n, cost.polynomial.masks()).unwrap();
    let zero = cost.zero_violation_energy.unwrap();
    let states = (0..1_u64 << n).filter(|&x| diagonal.energy(x as usize) == zero);
    let mut boards: Vec<_> = states.map(|x| reduction.lift_index(x)).collect();
    boards.sort();
    boards
}

fn names<'m>(model: &'m Model, constraint: &Constraint) -> Vec<&'m str> {
    let vars = constraint.vars();
    vars.into_iter().map(|var| model.name(var)).collect()
}

#[test]
fn slip_1_a_diagonal_is_pairs_and_not_one_count_over_both_diagonals_of_a_cell() {
    for (size, diagonals, count) in [
        (4, "all", 2),
        (5, "all", 10),
        (6, "all", 4),
        (4, "adjacent", 2),
        (5, "adjacent", 14),
        (6, "adjacent", 90),
    ] {
        let text = format!("family = 'n-queens'\nsize = {size}\ndiagonals = '{diagonals}'");
        assert_eq!(solutions(&model(&text)).len(), count, "{text}");
    }
    let four = model("family = 'n-queens'\nsize = 4");
    let open = Reduction::givens_only(&four);
    assert_eq!(zero_violation_boards(&four, &open), solutions(&four));
}

#[test]
fn slip_2_a_placed_queen_clears_the_diagonal_cells_it_attacks() {
    for (family, cleared) in [
        (FOUR_REGIONS, vec!["r2c1", "r2c3"]),
        (
            "family = 'n-queens'\nsize = 4\n",
            vec!["r2c1", "r2c3", "r3c4"],
        ),
    ] {
        let model = model(&format!("{family}queens = ['r1c2']"));
        let reduction = reduce(&model, RuleSet::Paper, None).unwrap();
        let attacked: Vec<_> = reduction
            .steps
            .iter()
            .filter(|step| step.rule == "attacked cell")
            .map(|step| model.name(step.effect.var()))
            .collect();
        for cell in cleared {
            let by_region = cell == "r2c1" && family == FOUR_REGIONS;
            assert!(
                attacked.contains(&cell) || by_region,
                "{cell}: {attacked:?}"
            );
        }
        assert_eq!(zero_violation_boards(&model, &reduction), solutions(&model));
    }
}

#[test]
fn slip_2_a_pair_with_a_placed_queen_keeps_its_term() {
    // Columns 2, 3, 1, 4 break no pair but the one with the placed queen.
    let model = model("family = 'n-queens'\nsize = 4\nqueens = ['r1c2']");
    let reduction = Reduction::givens_only(&model);
    assert_eq!(solutions(&model).len(), 1);
    assert_eq!(zero_violation_boards(&model, &reduction), solutions(&model));
}

/// Columns 3, 1, 4, 2 would be a solution, were it not for region A, of which the queen takes all
/// cells.
const STARVED: &str =
    "family = 'queens'\nregions = '''\nAA..\n....\n....\n....\n'''\nqueens = ['r1c3']\n";

#[test]
fn slip_3_a_line_that_needs_a_queen_and_has_no_free_cell_is_a_contradiction() {
    let model = model(STARVED);
    assert_eq!(solutions(&model).len(), 0);
    let contradiction = reduce(&model, RuleSet::Paper, None).unwrap_err();
    let reason = contradiction.to_string();
    assert!(reason.contains("region A"), "{reason}");
}

#[test]
fn slip_3_a_line_without_a_free_cell_keeps_its_energy() {
    let model = model(&format!("{STARVED}empty = ['r1c1', 'r1c2']"));
    let reduction = Reduction::givens_only(&model);
    assert_eq!(zero_violation_boards(&model, &reduction).len(), 0);
}

#[test]
fn slip_4_a_row_sums_the_cells_of_that_row_and_a_column_those_of_that_column() {
    let wide = "family = 'queens'\nboard = '''\n....\n..#.\n....\n'''\nrow_counts = [1, 1, 2]\ncol_counts = [1, 1, 1, 1]";
    let tall = "family = 'takuzu'\ngrid = '''\n....\n....\n....\n....\n....\n....\n'''\nunique_lines = false";
    for text in [wide, tall] {
        let puzzle = Puzzle::parse(text, "slip.toml").unwrap();
        let counted = [Kind::Row, Kind::Column, Kind::Balance];
        let mut lines = 0;
        for constraint in puzzle.model.constraints() {
            if !counted.contains(&constraint.kind) {
                continue;
            }
            let (what, number) = constraint.name.split_once(' ').unwrap();
            let mark = format!("{}{number}", &what[..1]); // "row 2" is made of the cells with r2, "column 3" of those with c3
            let all = puzzle.model.names().iter();
            let expected: Vec<_> = all.filter(|name| name.contains(&mark)).collect();
            assert_eq!(
                names(&puzzle.model, constraint),
                expected,
                "{}",
                constraint.name
            );
            lines += 1;
        }
        assert_eq!(lines, puzzle.slots.rows() + puzzle.slots.cols());
    }
}

#[test]
fn slip_4_windows_reach_the_last_row_and_column_in_every_direction() {
    let text = "family = 'takuzu'\ngrid = '''\n....\n....\n....\n....\n'''\ndiagonals = true\nunique_lines = false";
    let model = model(text);
    let windows = model
        .constraints()
        .iter()
        .filter(|c| c.kind == Kind::Repetition);
    let windows: Vec<_> = windows.map(|window| names(&model, window)).collect();
    assert_eq!(windows.len(), 8 + 8 + 4 + 4);
    for last in [
        ["r4c2", "r4c3", "r4c4"],
        ["r2c4", "r3c4", "r4c4"],
        ["r2c2", "r3c3", "r4c4"],
        ["r2c4", "r3c3", "r4c2"],
    ] {
        assert!(windows.iter().any(|window| *window == last), "{last:?}");
    }
}

#[test]
fn slip_5_no_region_is_dropped() {
    let partial = "family = 'queens'\nregions = '''\nAAA.\nAA..\n...B\n..BB\n'''\n"; // cells in no region
    for (text, regions) in [(FOUR_REGIONS, 4), (partial, 2)] {
        let model = model(text);
        let stated = model
            .constraints()
            .iter()
            .filter(|c| c.kind == Kind::Region);
        assert_eq!(stated.count(), regions, "{text}");
        let open = Reduction::givens_only(&model);
        assert_eq!(zero_violation_boards(&model, &open), solutions(&model));
    }
}

#[test]
fn slip_6_a_mutual_attack_counts_twice_only_in_a_sum_over_ordered_pairs() {
    let times = |diagonals: &str| -> Vec<u32> {
        let text = format!("family = 'n-queens'\nsize = 2\ndiagonals = {diagonals}");
        let mut times = Vec::new();
        for constraint in model(&text).constraints() {
            if let Form::Sum(sum) = &constraint.form {
                times.extend(sum.product);
            }
        }
        times
    };
    assert_eq!(times("'adjacent'"), [1, 1], "eq. 7: unordered pairs");
    assert_eq!(times("'''\n11\n01\n'''"), [2, 1], "eq. 12: ordered pairs");
}

#[test]
fn slip_7_with_a_direction_for_each_tree_no_ground_state_leaves_a_tree_without_a_tent_of_its_own() {
    let file = |name: &str| format!("{}/examples/puzzles/{name}", env!("CARGO_MANIFEST_DIR"));
    let ground = |name: &str| {
        let puzzle = Puzzle::read(file(name).as_ref()).unwrap();
        let reduction = reduce(&puzzle.model, RuleSet::Paper, None).unwrap();
        let boards = zero_violation_boards(&puzzle.model, &reduction);
        let boards: BTreeSet<_> = boards.iter().map(|x| puzzle.board(x)).collect();
        let real = puzzle.different_boards(solutions(&puzzle.model));
        let real: BTreeSet<_> = real.iter().map(|x| puzzle.board(x)).collect();
        (boards, real)
    };
    let (paper, real) = ground("tents-unmatched.toml");
    assert!(
        paper.is_superset(&real) && paper.len() > real.len(),
        "eq. 22"
    );
    assert_eq!(ground("tents-matching.toml"), (real.clone(), real));
}

#[test]
fn slip_8_the_zero_violation_energy_is_computed_for_each_model() {
    let grid = |rows: &[&str], keys: &str| {
        format!(
            "family = 'takuzu'\ngrid = '''\n{}\n'''\nunique_lines = false\n{keys}",
            rows.join("\n")
        )
    };
    // ½(NM − N − M) is 4, 4 and 2.5 for these
    for (text, expected) in [
        (grid(&["...."; 4], ""), 4.0),
        (grid(&["...."; 4], "topology = 'torus'"), 8.0),
        (
            grid(&["..."; 4], "row_ones = [[1, 2], [1, 2], [1, 2], [1, 2]]"),
            2.5 + 1.0,
        ),
    ] {
        let model = model(&text);
        let open = Reduction::givens_only(&model);
        assert_eq!(
            unit_cost(&model, &open).zero_violation_energy,
            Some(expected),
            "{text}"
        );
        let boards = zero_violation_boards(&model, &open);
        assert!(!boards.is_empty(), "{text}");
        assert_eq!(boards, solutions(&model), "{text}");
    }
}

#[test]
fn slip_11_one_down_and_one_right_is_the_diagonal_of_constant_row_minus_column() {
    let attacked = |step: &str| {
        let text = format!("family = 'n-queens'\nsize = 3\ndiagonals = 'none'\nrays = [{step}]");
        let model = model(&text);
        let pairs = model
            .constraints()
            .iter()
            .filter(|c| c.kind == Kind::Diagonal);
        pairs.map(|pair| pair.name.clone()).collect::<Vec<_>>()
    };
    let falling = [
        "r1c1 and r2c2",
        "r1c1 and r3c3",
        "r1c2 and r2c3",
        "r2c1 and r3c2",
        "r2c2 and r3c3",
    ];
    let rising = [
        "r1c2 and r2c1",
        "r1c3 and r2c2",
        "r1c3 and r3c1",
        "r2c2 and r3c1",
        "r2c3 and r3c2",
    ];
    assert_eq!(attacked("[1, 1]"), falling);
    assert_eq!(attacked("[1, -1]"), rising);
}

#[test]
fn slip_12_every_kind_of_term_has_its_own_weight_and_the_default_is_one() {
    for (text, kinds) in [
        (
            FOUR_REGIONS,
            vec![Kind::Row, Kind::Column, Kind::Region, Kind::Diagonal],
        ),
        (
            "family = 'tango'\ngrid = '''\n....\n....\n....\n....\n'''\nsigns = ['r1c1 x r1c2']",
            vec![Kind::Repetition, Kind::Balance, Kind::Sign],
        ),
    ] {
        let model = model(text);
        let open = Reduction::givens_only(&model);
        let ones = Weights::from_pairs(
            Kind::ALL
                .iter()
                .filter(|k| k.has_penalty())
                .map(|k| (*k, 1.0)),
        );
        assert_eq!(
            encode(&model, &open, &ones.unwrap()).polynomial,
            unit_cost(&model, &open).polynomial
        );
        for kind in kinds {
            let tripled = Weights::from_pairs([(kind, 3.0)]).unwrap();
            let cost = encode(&model, &open, &tripled).polynomial;
            let mut expected = unit_cost(&model, &open).polynomial;
            for constraint in model.constraints().iter().filter(|c| c.kind == kind) {
                let mut alone = Model::default();
                for name in model.names() {
                    alone.add_variable(name.clone());
                }
                alone.add(constraint.clone());
                let penalty = unit_cost(&alone, &open).polynomial;
                let terms = penalty.terms();
                terms.for_each(|(variables, c)| expected.add_term(variables, 2.0 * c));
            }
            assert_eq!(cost, expected, "{kind}");
        }
    }
}

#[test]
fn slip_4_the_objective_counts_the_last_row_and_column_and_attacks_reach_them() {
    let model = model("family = 'chess'\ngoal = 'max'\npieces = '''\nRRR\nRRR\n'''");
    let worth: Vec<_> = model
        .objective()
        .iter()
        .map(|(var, weight)| (model.name(*var), *weight))
        .collect();
    let cells = ["r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3"];
    assert_eq!(worth, cells.map(|cell| (cell, -1.0)));
    let attacks: Vec<_> = model
        .constraints()
        .iter()
        .map(|rule| rule.name.as_str())
        .collect();
    for pair in ["r1c3 and r2c3", "r2c1 and r2c3"] {
        assert!(attacks.contains(&pair), "{attacks:?}");
    }
}

#[test]
fn slip_5_a_region_is_dropped_only_where_it_follows_from_the_other_rules() {
    let start = "family = 'queens'\nregions = '''\n";
    let open = |model: &Model| Reduction::givens_only(model);
    for (rest, needed) in [
        // boards that fill one region leave the other empty, and the other way round
        ("AA...\n.....\n.....\n.....\n...BB\n'''", true),
        ("AABB\nAABB\nCCDD\nCCDD\n'''", false),
        // the rows tell the total, and the other regions what is left of it
        (
            "AABB\nAABB\nCCDD\nCCDD\n'''\n[region_counts]\nA = [0, 1]",
            false,
        ),
        // no total is known, but two columns tell what is left of B
        (
            "AABB\nAABB\nCCDD\nCCDD\n'''\ncol_counts = [1, [0, 1], 1, 1]\nrow_counts = [[0, 1], 1, 1, 1]",
            false,
        ),
    ] {
        let model = model(&format!("{start}{rest}"));
        let found = model.without_region(&open(&model), "auto");
        assert_eq!(found.is_err(), needed, "{rest}");
        if let Err(error) = found {
            let message = error.to_string();
            assert!(
                message.starts_with("`drop_region`: no region's rule"),
                "{message}"
            );
        }
    }
    let model = model(FOUR_REGIONS);
    let error = model.without_region(&open(&model), "X").unwrap_err();
    assert!(error.to_string().contains("region A, region B"), "{error}");
}

#[test]
fn slip_6_of_chess_pieces_a_mutual_attack_counts_2_and_a_one_way_attack_1() {
    let model = model("family = 'chess'\ngoal = 'max'\npieces = '''\nNPN\nPKR\n'''");
    let mut times = Vec::new();
    for rule in model.constraints() {
        if let Form::Sum(sum) = &rule.form {
            times.extend(sum.product.map(|count| (rule.name.as_str(), count)));
        }
    }
    let expected = [
        ("r1c1 and r2c2", 1), // the king attacks the knight
        ("r1c1 and r2c3", 1), // the knight attacks the rook
        ("r1c2 and r2c1", 1), // the pawn below attacks the one above
        ("r1c2 and r2c2", 1), // the king attacks the pawn
        ("r1c3 and r2c1", 1), // the knight attacks the pawn
        ("r1c3 and r2c2", 1), // the king attacks the knight
        ("r1c3 and r2c3", 1), // the rook attacks the knight
        ("r2c1 and r2c2", 1), // the king attacks the pawn
        ("r2c1 and r2c3", 1), // the rook attacks the pawn, across the king
        ("r2c2 and r2c3", 2),
    ];
    assert_eq!(times, expected);
}

#[test]
fn slip_9_lambda_must_exceed_the_largest_weight_that_an_attack_can_gain() {
    // one-way: a pawn of weight 4 below one of weight 4; mutual: two rooks of weight 4, each pair
    // counted twice
    for (pieces, safe) in [("PP\nPP", 4.0), ("R\nR", 2.0)] {
        let board = |lambda: &str| {
            let letter = &pieces[..1];
            model(&format!(
                "family = 'chess'\ngoal = 'max'\npieces = '''\n{pieces}\n'''\n{lambda}\n[weights]\n{letter} = 4"
            ))
        };
        let ground = |model: &Model| {
            let open = Reduction::givens_only(model);
            let cost = unit_cost(model, &open).polynomial;
            let states: Vec<Assignment> = (0..1_u64 << open.qubits())
                .map(|x| open.lift_index(x))
                .collect();
            let energy = |board: &Assignment| cost.value(|k| board[k]);
            let lowest = states.iter().map(energy).fold(f64::INFINITY, f64::min);
            let mut found: Vec<_> = states
                .into_iter()
                .filter(|board| energy(board) == lowest)
                .collect();
            found.sort();
            found
        };
        let default = board("");
        assert_eq!(default.least_safe_weight(Kind::Diagonal), Some(safe));
        assert_eq!(default.weight(Kind::Diagonal), safe + 1.0);
        let best = default.best_solutions(&Limits::NONE).solutions;
        assert_eq!(ground(&default), best);
        assert_eq!(ground(&board(&format!("lambda = {}", safe + 0.25))), best);
        for too_small in [safe, safe - 0.25] {
            assert_ne!(
                ground(&board(&format!("lambda = {too_small}"))),
                best,
                "{pieces} {too_small}"
            );
        }
    }
}
