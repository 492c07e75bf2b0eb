//! Queens problems with their own attack sets (eq. 12 of the source paper): a reach for each cell,
//! for each direction, lines that skip cells, lines of another slope. The model against a naive
//! reading on every board, and its ground states.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use ketboard_puzzles::{Assignment, Puzzle, RuleSet, Weights, encode, reduce};
use ketboard_qaoa::Cost;

/// Whether a queen on a cell (row, column) attacks another that is so far away (down, right).
type Attacks = fn((i64, i64), (i64, i64)) -> bool;

const REACHES: [[i64; 4]; 4] = [[2, 0, 1, 3], [0, 1, 1, 0], [1, 0, 2, 0], [0, 3, 0, 1]];

/// Keys of a 4×4 board without other attacks than these.
const BOARDS: &[(&str, Attacks)] = &[
    (
        "diagonals = '''\n2013\n0110\n1020\n0301\n'''",
        |(row, col), (down, right)| {
            down.abs() == right.abs() && down.abs() <= REACHES[row as usize][col as usize]
        },
    ),
    // up to two cells down and right, one cell down and left
    (
        "diagonals = 'none'\nattacks = [[1, 1], [2, 2], [1, -1]]",
        |_, step| [(1, 1), (2, 2), (1, -1)].contains(&step),
    ),
    // every second cell of the falling diagonal
    ("diagonals = 'none'\nrays = [[2, 2]]", |_, (down, right)| {
        down == right && down > 0 && down % 2 == 0
    }),
    (
        "diagonals = 'none'\nrays = [[1, 2], [-1, 2]]",
        |_, (down, right)| right > 0 && right == 2 * down.abs(),
    ),
    (
        "diagonals = 'adjacent'\nattacks = [[2, 1]]\nrays = [[1, 3]]",
        |_, step| step.0.abs() == 1 && step.1.abs() == 1 || step == (2, 1) || step == (1, 3),
    ),
];

/// One queen in each row and column, none attacked by another.
fn obeys(attacks: Attacks, board: &[bool]) -> bool {
    let queens: Vec<(i64, i64)> = (0..16)
        .filter(|k| board[*k as usize])
        .map(|k| (k / 4, k % 4))
        .collect();
    let alone = |line: fn(&(i64, i64)) -> i64| {
        (0..4).all(|k| queens.iter().filter(|queen| line(queen) == k).count() == 1)
    };
    let safe = |a: &(i64, i64), b: &(i64, i64)| a == b || !attacks(*a, (b.0 - a.0, b.1 - a.1));
    alone(|queen| queen.0)
        && alone(|queen| queen.1)
        && queens.iter().all(|a| queens.iter().all(|b| safe(a, b)))
}

#[test]
fn every_attack_set_agrees_with_the_rules_and_its_ground_states_are_the_solutions() {
    for (keys, attacks) in BOARDS {
        let text = format!("family = 'n-queens'\nsize = 4\n{keys}\n");
        let model = Puzzle::parse(&text, "attacks.toml").unwrap().model;
        let boards =
            (0..1_u32 << 16).map(|x| (0..16).map(|k| x >> k & 1 == 1).collect::<Assignment>());
        let mut expected: Vec<Assignment> = Vec::new();
        for board in boards {
            let obeying = obeys(*attacks, &board);
            assert_eq!(model.is_solved_by(&board), obeying, "{keys}: {board:?}");
            expected.extend(obeying.then_some(board));
        }
        expected.sort();
        assert!(
            !expected.is_empty() && expected.len() < 24,
            "{keys} forbids some and not all"
        );
        for level in [RuleSet::None, RuleSet::Paper, RuleSet::Full] {
            let reduction = reduce(&model, level, None).unwrap();
            let cost = encode(&model, &reduction, &Weights::default());
            let diagonal = Cost::from_terms(reduction.qubits(), cost.polynomial.masks()).unwrap();
            let states = 0..1_u64 << reduction.qubits();
            let ground = states.filter(|x| diagonal.energy(*x as usize) == 0.0);
            let mut found: Vec<_> = ground.map(|x| reduction.lift_index(x)).collect();
            found.sort();
            assert_eq!(found, expected, "{keys} {level:?}");
        }
    }
}
