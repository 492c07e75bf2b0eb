//! The source paper's equations with unit weights (4, 9, 50), and that ground states are the
//! solutions, on small boards that are stated here by hand and enumerated.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use crate::tests::enumerated;

use crate::encode::{self, Weights};
use crate::model::{Constraint, Form, Kind, Model, Var};
use crate::reduce::{Reduced, Reduction};
use enumerated::{cells, energies, energy, unit};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn columns(x: &[Vec<Var>]) -> Vec<Vec<Var>> {
    (0..x[0].len())
        .map(|c| x.iter().map(|row| row[c]).collect())
        .collect()
}

/// Eq. 4 for `n` queens where `reach` is n, eq. 9 where it is 1 and there are regions.
fn queens(n: usize, reach: usize, regions: &[&str]) -> Model {
    let mut model = Model::default();
    let x = cells(&mut model, n, n);
    for (kind, lines) in [(Kind::Row, x.clone()), (Kind::Column, columns(&x))] {
        for line in lines {
            model.add(Constraint::exactly(kind, "line", 1, line));
        }
    }
    let mut letters: Vec<char> = regions.iter().flat_map(|row| row.chars()).collect();
    letters.sort_unstable();
    letters.dedup();
    for letter in letters {
        let inside = |(r, c): &(usize, usize)| regions[*r].chars().nth(*c) == Some(letter);
        let region = places(n).filter(inside).map(|(r, c)| x[r][c]).collect();
        model.add(Constraint::exactly(Kind::Region, letter, 1, region));
    }
    for (a, b) in places(n).flat_map(|a| places(n).map(move |b| (a, b))) {
        let (down, right) = (b.0.wrapping_sub(a.0), b.1.abs_diff(a.1));
        if (1..=reach).contains(&down) && down == right {
            model.add(Constraint::not_both(
                Kind::Diagonal,
                "pair",
                [x[a.0][a.1], x[b.0][b.1]],
            ));
        }
    }
    model
}

fn places(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |r| (0..n).map(move |c| (r, c)))
}

/// Eq. 50 on `rows`×`cols`, with windows of three that wrap where `torus`.
fn takuzu(rows: usize, cols: usize, torus: bool) -> Model {
    let mut model = Model::default();
    let x = cells(&mut model, rows, cols);
    for line in x.iter().cloned().chain(columns(&x)) {
        let length = line.len();
        for start in 0..if torus {
            length
        } else {
            length.saturating_sub(2)
        } {
            let window = (start..start + 3).map(|i| line[i % length]).collect();
            model.add(Constraint::one_of_two(
                Kind::Repetition,
                "window",
                1,
                window,
            ));
        }
        let half = length as u32 / 2;
        let balance = match length % 2 {
            0 => Constraint::exactly(Kind::Balance, "line", half, line),
            _ => Constraint::one_of_two(Kind::Balance, "line", half, line),
        };
        model.add(balance);
    }
    model
}

/// The solutions, by the rules alone.
fn solutions(model: &Model) -> Vec<Vec<bool>> {
    let board = |z: u64| {
        (0..model.len())
            .map(|i| z >> i & 1 == 1)
            .collect::<Vec<_>>()
    };
    let boards = (0..1 << model.len()).map(board);
    boards.filter(|board| model.is_solved_by(board)).collect()
}

/// The boards of the states whose energy is the zero-violation energy, none of which lies lower.
fn ground_boards(model: &Model, reduction: &Reduction) -> Vec<Vec<bool>> {
    let cost = unit(model, reduction);
    let zero_violation = cost.zero_violation_energy.unwrap();
    let energies = energies(&cost.polynomial);
    let gap = energies.iter().map(|e| e - zero_violation);
    assert!(
        gap.clone().all(|gap| gap == 0.0 || gap >= 1.0),
        "a broken rule costs at least 1"
    );
    let ground = gap.enumerate().filter(|(_, gap)| *gap == 0.0);
    let mut boards: Vec<_> = ground
        .map(|(z, _)| reduction.lift_index(z as u64))
        .collect();
    boards.sort_by_key(|board| board.iter().rev().copied().collect::<Vec<_>>());
    boards
}

#[test]
fn n_queens_with_unit_weights_is_equation_4_coefficient_by_coefficient() {
    let cost = unit(
        &queens(4, 4, &[]),
        &Reduction::givens_only(&queens(4, 4, &[])),
    );
    let p = &cost.polynomial;
    assert_eq!(p.offset(), 8.0, "2N squares of 1");
    assert_eq!(
        p.linear(),
        [-2.0; 16],
        "-1 from the row and -1 from the column"
    );
    for (a, b) in (0..16).flat_map(|b| (0..b).map(move |a| (a, b))) {
        let (down, right) = (b / 4 - a / 4, (b % 4_usize).abs_diff(a % 4));
        let expected = match (down, right) {
            (0, _) | (_, 0) => 2.0,
            _ if down == right => 1.0,
            _ => 0.0,
        };
        assert_eq!(p.coefficient(&[a, b]), expected, "cells {a} and {b}");
    }
    assert_eq!((p.degree(), cost.zero_violation_energy), (2, Some(0.0)));
}

#[test]
fn n_queens_counts_come_from_the_ground_states() {
    for (n, count) in [(1, 1), (2, 0), (3, 0), (4, 2)] {
        let model = queens(n, n, &[]);
        let boards = ground_boards(&model, &Reduction::givens_only(&model));
        assert_eq!(boards.len(), count, "{n} queens");
        assert_eq!(boards, solutions(&model), "{n} queens");
    }
}

#[test]
fn a_diagonal_line_as_a_set_of_0_or_1_has_the_same_solutions_and_a_quarter_for_each_line() {
    let pairs = queens(4, 4, &[]);
    let mut lines = queens(4, 0, &[]);
    let x = |(r, c): (usize, usize)| Var(4 * r + c);
    let mut count = 0;
    for sum in 0..7 {
        for anti in [false, true] {
            let on = |(r, c): &(usize, usize)| r + if anti { 3 - c } else { *c } == sum;
            let line: Vec<Var> = places(4).filter(on).map(x).collect();
            if line.len() > 1 {
                count += 1;
                lines.add(Constraint::one_of_two(Kind::Diagonal, "line", 0, line));
            }
        }
    }
    let reduction = Reduction::givens_only(&lines);
    let zero_violation = unit(&lines, &reduction).zero_violation_energy;
    assert_eq!((count, zero_violation), (10, Some(2.5)));
    assert_eq!(ground_boards(&lines, &reduction), solutions(&pairs));
}

#[test]
fn linkedin_queens_with_a_placed_queen_is_equation_9_with_all_regions() {
    let regions = ["AABB", "AACB", "DDCC", "DDCC"];
    let mut model = queens(4, 1, &regions);
    model.give(Var(1), true);
    let reduction = Reduction::givens_only(&model);
    let cost = unit(&model, &reduction);
    let letter = |cell: usize| regions[cell / 4].as_bytes()[cell % 4];
    for z in 0..1 << 15 {
        let board = reduction.lift_index(z);
        let ones: Vec<usize> = (0..16).filter(|&i| board[i]).collect();
        let miss = |group: &dyn Fn(usize) -> bool| {
            (1.0 - ones.iter().filter(|&&i| group(i)).count() as f64).powi(2)
        };
        let lines: f64 = (0..4)
            .map(|k| miss(&|i| i / 4 == k) + miss(&|i| i % 4 == k))
            .sum();
        let colors: f64 = (b'A'..=b'D').map(|l| miss(&|i| letter(i) == l)).sum();
        let below = |a: &usize, b: &usize| b / 4 == a / 4 + 1 && (a % 4).abs_diff(b % 4) == 1;
        let touching = ones
            .iter()
            .flat_map(|a| ones.iter().filter(move |b| below(a, b)));
        let expected = lines + colors + touching.count() as f64;
        assert_eq!(energy(&cost.polynomial, z), expected, "{z:015b}");
    }
    let boards = ground_boards(&model, &reduction);
    assert_eq!(boards, solutions(&model));
    assert_eq!(boards.len(), 1, "columns 2, 4, 1, 3");
}

#[test]
fn takuzu_on_the_plane_has_the_minimum_of_equation_50() {
    let small = takuzu(4, 4, false);
    let reduction = Reduction::givens_only(&small);
    let boards = ground_boards(&small, &reduction);
    assert_eq!(unit(&small, &reduction).zero_violation_energy, Some(4.0));
    assert_eq!(boards, solutions(&small));
    assert_eq!(boards.len(), 90, "4×4 boards with two ones in every line");

    let large = takuzu(6, 6, false);
    let cost = unit(&large, &Reduction::givens_only(&large));
    assert_eq!(cost.zero_violation_energy, Some(12.0));
    let solution = "101010 010101 101010 010101 101010 010101".replace(' ', "");
    let solution: Vec<bool> = solution.chars().map(|c| c == '1').collect();
    assert_eq!(cost.polynomial.value(|k| solution[k]), 12.0);
    let mut rng = ChaCha8Rng::seed_from_u64(50);
    for _ in 0..200 {
        let board: Vec<bool> = (0..36).map(|_| rng.random()).collect();
        let at = |row: usize, col: usize| f64::from(u8::from(board[6 * row + col]));
        let mut expected = 0.0;
        for line in [&at as &dyn Fn(usize, usize) -> f64, &|row, col| {
            at(col, row)
        }] {
            for k in 0..6 {
                let ones: f64 = (0..6).map(|i| line(k, i)).sum();
                let window = |i| 1.5 - line(k, i) - line(k, i + 1) - line(k, i + 2);
                expected += (3.0 - ones).powi(2);
                expected += (0..4).map(|i| window(i).powi(2)).sum::<f64>();
            }
        }
        assert_eq!(cost.polynomial.value(|k| board[k]), expected, "{board:?}");
        assert!(expected >= 13.0 || large.is_solved_by(&board), "{board:?}");
    }
}

/// The paper's ½(NM − N − M) holds on the plane with even sides only.
#[test]
fn the_zero_violation_energy_is_that_of_the_model_not_of_a_formula() {
    for (rows, cols, torus, by_formula) in [
        (4, 4, false, true),
        (2, 4, false, true),
        (4, 4, true, false),
        (4, 3, false, false),
        (3, 5, false, false),
    ] {
        let model = takuzu(rows, cols, torus);
        let reduction = Reduction::givens_only(&model);
        let cost = unit(&model, &reduction);
        let lowest = energies(&cost.polynomial)
            .into_iter()
            .fold(f64::INFINITY, f64::min);
        let formula = (rows * cols - rows - cols) as f64 / 2.0;
        assert_eq!(
            cost.zero_violation_energy,
            Some(lowest),
            "{rows}×{cols}, torus: {torus}"
        );
        assert_eq!(
            formula == lowest,
            by_formula,
            "{rows}×{cols}, torus: {torus}"
        );
        assert_eq!(
            ground_boards(&model, &reduction),
            solutions(&model),
            "{rows}×{cols}"
        );
    }
}

/// The reduction that merges `var` into `into` for each triple, and keeps the other variables.
fn merging(n: usize, merges: &[(usize, usize, bool)]) -> Reduction {
    let gone = |i: &usize| merges.iter().any(|(var, _, _)| var == i);
    let kept: Vec<usize> = (0..n).filter(|i| !gone(i)).collect();
    let image = |i: usize| {
        let merge = merges.iter().find(|(var, _, _)| *var == i);
        let (root, negated) = merge.map_or((i, false), |&(_, into, negated)| (into, negated));
        let qubit = kept.iter().position(|&k| k == root).unwrap();
        Reduced::Bit { qubit, negated }
    };
    let qubits = kept.iter().map(|&i| Var(i)).collect();
    Reduction {
        values: (0..n).map(image).collect(),
        variables: qubits,
        steps: Vec::new(),
    }
}

#[test]
fn signs_as_penalties_and_signs_substituted_have_the_same_solutions() {
    let mut model = takuzu(4, 4, false);
    let sign = |form| Constraint::new(Kind::Sign, "sign", form);
    model.add(sign(Form::equal([Var(0), Var(4)])));
    model.add(sign(Form::differ([Var(4), Var(5)])));
    model.add(sign(Form::differ([Var(10), Var(15)])));
    let penalties = Reduction::givens_only(&model);
    let substituted = merging(16, &[(4, 0, false), (5, 0, true), (15, 10, true)]);
    assert_eq!((penalties.qubits(), substituted.qubits()), (16, 13));
    let boards = ground_boards(&model, &penalties);
    assert_eq!(boards, ground_boards(&model, &substituted));
    assert_eq!(boards, solutions(&model));
    assert!(!boards.is_empty(), "the signs can be obeyed");
}

#[test]
fn weights_enter_the_zero_violation_energy_and_an_objective_takes_it_away() {
    let mut model = takuzu(4, 4, false);
    let weights =
        Weights::parse(["repetition=3", "balance=7"], encode::Encodings::default()).unwrap();
    let reduction = Reduction::givens_only(&model);
    let cost = encode::encode(&model, &reduction, &weights);
    let lowest = energies(&cost.polynomial)
        .into_iter()
        .fold(f64::INFINITY, f64::min);
    assert_eq!((cost.zero_violation_energy, lowest), (Some(12.0), 12.0));
    model.add_objective(Var(0), -1.0);
    assert_eq!(
        encode::encode(&model, &reduction, &weights).zero_violation_energy,
        None
    );
}
