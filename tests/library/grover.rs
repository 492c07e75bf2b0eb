//! Grover search is the closed form at every iteration, its oracles mark exactly the solutions, and
//! its ancillas come back to zero.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "grover/boards.rs"]
pub(crate) mod boards;
#[path = "grover/compare.rs"]
mod compare;

use ketboard_circuits::{GroverAmplitudes, GroverCircuit, SparseState};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The columns of queens, row by row, of all boards that obey the rules: a checker of its own.
fn solutions(n: usize) -> Vec<Vec<usize>> {
    let apart = |board: &[usize], column: usize| {
        let rows = board.iter().rev().zip(1..);
        rows.clone().all(|(&other, _)| other != column)
            && rows
                .into_iter()
                .all(|(&other, d)| other.abs_diff(column) != d)
    };
    let mut boards = vec![vec![]];
    for _ in 0..n {
        let grown = boards.iter().flat_map(|board: &Vec<usize>| {
            let next = (0..n).filter(|&c| apart(board, c));
            next.map(|c| [board.as_slice(), &[c]].concat())
        });
        boards = grown.collect();
    }
    boards
}

/// The basis state of one queen a row.
fn state_of(board: &[usize]) -> u128 {
    let n = board.len();
    let squares = board.iter().enumerate();
    squares
        .map(|(row, column)| 1_u128 << (n * row + column))
        .sum()
}

fn data_of(state: u128, n: usize) -> u128 {
    state & ((1 << (n * n)) - 1)
}

#[test]
fn the_oracle_flips_exactly_the_solutions_among_all_boards_of_one_queen_a_row() {
    for n in [2, 3, 4, 5] {
        let search = GroverCircuit::queens(n).unwrap();
        let mut state = SparseState::new(search.layout.qubits()).unwrap();
        state.apply(&search.prepare).unwrap();
        assert_eq!(state.len(), n.pow(n as u32));
        let before = state.amplitudes();
        state.apply(&search.oracle).unwrap();
        let solved: Vec<u128> = solutions(n).iter().map(|board| state_of(board)).collect();
        for ((x, a), (y, b)) in before.iter().zip(state.amplitudes()) {
            assert_eq!(
                *x, y,
                "the ancillas are back at zero and the queens where they were"
            );
            let sign = if solved.contains(x) { -1.0 } else { 1.0 };
            assert!((b - a * sign).norm() < 1e-15, "n = {n}, {x:b}");
        }
    }
}

#[test]
fn the_diffusion_reflects_about_the_product_of_w_states() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let n = 3;
    let search = GroverCircuit::queens(n).unwrap();
    let mut state = SparseState::new(search.layout.qubits()).unwrap();
    state.apply(&search.prepare).unwrap();
    let phases: Vec<_> = (0..n * n)
        .map(|q| ketboard_circuits::Gate::p(q, rng.random_range(-3.0..3.0)))
        .collect();
    state.apply(&phases).unwrap();
    let before = state.amplitudes();
    state.apply(&search.diffusion).unwrap();
    let mean = before
        .iter()
        .map(|(_, a)| a)
        .sum::<num_complex::Complex64>()
        / 27.0;
    assert_eq!(state.len(), 27);
    for ((x, a), (y, b)) in before.iter().zip(state.amplitudes()) {
        assert_eq!(*x, y);
        assert!((b - (a - 2.0 * mean)).norm() < 1e-12, "{x:b}");
    }
}

/// The success probability after each iteration, with the ancillas looked at each time.
fn run_queens(n: usize, iterations: usize) -> Vec<f64> {
    let search = GroverCircuit::queens(n).unwrap();
    let solved: Vec<u128> = solutions(n).iter().map(|board| state_of(board)).collect();
    let mut state = SparseState::new(search.layout.qubits()).unwrap();
    state.apply(&search.prepare).unwrap();
    let iteration: Vec<_> = search.iteration().collect();
    let mut successes = Vec::new();
    for k in 0..=iterations {
        assert!(state.pairs().all(|(x, _)| data_of(x, n) == x), "k = {k}");
        successes.push(state.probability(|x| solved.contains(&x)));
        if k < iterations {
            state.apply(&iteration).unwrap();
        }
    }
    assert!((state.norm_squared() - 1.0).abs() < 1e-11);
    successes
}

fn assert_closed_form(successes: &[f64], marked: f64, space: f64, what: &str) {
    for (k, success) in successes.iter().enumerate() {
        let expected = GroverAmplitudes::success_after(k as f64, marked, space);
        assert!(
            (success - expected).abs() < 1e-10,
            "{what}, k = {k}: {success} {expected}"
        );
    }
}

#[test]
fn n_queens_with_all_ancillas_follow_the_closed_form_at_every_iteration() {
    for (n, found) in [(4, 2.0), (5, 10.0)] {
        let space = (n as f64).powi(n as i32);
        let best = GroverAmplitudes::best_iterations(found, space);
        let successes = run_queens(n, best + 3);
        assert_closed_form(&successes, found, space, &format!("N = {n}"));
        assert!(successes[best] > 0.97, "N = {n}: {}", successes[best]);
    }
}

#[test]
fn six_queens_with_all_56_qubits_follow_the_closed_form_to_its_maximum() {
    let search = GroverCircuit::queens(6).unwrap();
    assert_eq!((search.layout.qubits(), search.layout.ancillas()), (56, 20));
    let successes = run_queens(6, 84);
    assert_closed_form(&successes, 4.0, 46656.0, "N = 6");
    assert!(successes[84] > 0.9999, "{}", successes[84]);
}

#[test]
fn the_ancillas_are_those_of_the_source() {
    for n in 2..=8 {
        let layout = GroverCircuit::queens(n).unwrap().layout;
        assert_eq!(layout.ancillas(), (n - 1) + n * (n - 1) / 2);
        let data = layout.registers().iter().filter(|r| !r.is_ancilla);
        assert_eq!(data.map(|r| r.qubits.len()).sum::<usize>(), n * n);
        assert_eq!(layout.measured(), (0..n * n).collect::<Vec<_>>());
    }
    assert!(GroverCircuit::queens(1).is_err());
}

#[test]
fn a_register_of_digits_has_the_amplitudes_of_the_circuit() {
    let n = 4;
    let index = |board: &[usize]| board.iter().rev().fold(0, |index, digit| n * index + digit);
    let mut marked: Vec<usize> = solutions(n).iter().map(|board| index(board)).collect();
    marked.sort_unstable();
    let mut register = GroverAmplitudes::uniform(256, marked).unwrap();
    let search = GroverCircuit::queens(n).unwrap();
    for k in 0..5 {
        let circuit = search.with_iterations(k);
        let state = SparseState::of(&circuit).unwrap();
        // Each diffusion of the circuit is a sign away from that of the register.
        let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
        for (x, amplitude) in state.amplitudes() {
            let board: Vec<usize> = (0..n)
                .map(|row| (x >> (n * row) & 15).trailing_zeros() as usize)
                .collect();
            let expected = sign * register.values()[index(&board)];
            assert!((amplitude - expected).norm() < 1e-12, "k = {k}, {board:?}");
        }
        register.iterate();
    }
}

#[test]
fn marked_states_by_gates_by_amplitudes_and_by_formula_agree() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for n in 1..=7 {
        let space = 1_u64 << n;
        let marked: Vec<u64> = (0..space).filter(|_| rng.random_bool(0.15)).collect();
        let list = marked.iter().map(|&x| x as usize).collect();
        let mut register = GroverAmplitudes::uniform(space as usize, list).unwrap();
        let search = GroverCircuit::marked(n, &marked);
        for k in 0..6 {
            let state = search.with_iterations(k).simulate().unwrap();
            for (x, amplitude) in state.iter().enumerate() {
                let off = amplitude.norm_sqr() - register.probability(x);
                assert!(off.abs() < 1e-12, "n = {n}, k = {k}, x = {x}");
            }
            let success = [register.success()];
            let expected =
                GroverAmplitudes::success_after(k as f64, marked.len() as f64, space as f64);
            assert!((success[0] - expected).abs() < 1e-12, "n = {n}, k = {k}");
            register.iterate();
        }
        register.restart();
        assert_eq!(register.values()[0], (space as f64).sqrt().recip());
    }
}

#[test]
fn a_search_of_many_candidates_stays_on_the_closed_form_for_any_number_of_threads() {
    let space = 5_usize.pow(6);
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| {
            let mut search = GroverAmplitudes::uniform(space, vec![3, 77, 15_000]).unwrap();
            (0..100).for_each(|_| search.iterate());
            search
        })
    };
    let search = run(1);
    assert_eq!(search, run(3));
    let expected = GroverAmplitudes::success_after(100.0, 3.0, space as f64);
    assert!((search.success() - expected).abs() < 1e-10);
    assert!(GroverAmplitudes::uniform(8, vec![8]).is_err());
    assert!(GroverAmplitudes::uniform(0, vec![]).is_err());
    let error = GroverAmplitudes::uniform(usize::MAX / 8, vec![]).unwrap_err();
    assert!(error.to_string().contains("of memory"), "{error}");
}
