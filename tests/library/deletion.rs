//! Deletion does what its formula says, the whole circuit is the product of its cells, and the loop
//! finds boards that obey the rules.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "deletion/boards.rs"]
mod boards;
#[path = "deletion/claims.rs"]
mod claims;

use ketboard_circuits::{Circuit, DeletionCircuit, Gate, Position, SparseState};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A cell (the first) with clues that it sees, each through the houses listed.
fn one_cell(symbols: usize, clues: &[(usize, &[usize])]) -> Position {
    let mut peers = vec![[vec![], vec![], vec![]]; 1 + clues.len()];
    for (at, (_, houses)) in (1..).zip(clues) {
        for &house in *houses {
            peers[0][house].push(at);
            peers[at][house].push(0);
        }
    }
    Position {
        symbols,
        names: (0..=clues.len())
            .map(|cell| format!("cell{cell}"))
            .collect(),
        peers,
        clues: std::iter::once(None)
            .chain(clues.iter().map(|&(symbol, _)| Some(symbol)))
            .collect(),
    }
}

/// A board of n = rows·cols symbols with random clues; no house holds a symbol twice, but a cell
/// may have none left.
fn random_board((rows, cols): (usize, usize), share: f64, rng: &mut ChaCha8Rng) -> Position {
    let n = rows * cols;
    let place = |cell: usize| (cell / n, cell % n);
    let block = |(row, col): (usize, usize)| (row / rows, col / cols);
    let others = |cell: usize, house: usize| {
        let same = |other: &usize| {
            let (a, b) = (place(cell), place(*other));
            *other != cell && [block(a) == block(b), a.0 == b.0, a.1 == b.1][house]
        };
        (0..n * n).filter(same).collect()
    };
    let mut position = Position {
        symbols: n,
        names: (0..n * n).map(|cell| format!("cell{cell}")).collect(),
        peers: (0..n * n)
            .map(|cell| [0, 1, 2].map(|house| others(cell, house)))
            .collect(),
        clues: vec![None; n * n],
    };
    for cell in 0..n * n {
        let left = position.candidates(cell);
        if !left.is_empty() && rng.random_bool(share) {
            position.clues[cell] = Some(left[rng.random_range(0..left.len())]);
        }
    }
    position
}

fn assert_close(found: f64, expected: f64, what: &str) {
    assert!(
        (found - expected).abs() < 1e-10,
        "{what}: {found} {expected}"
    );
}

#[test]
fn one_of_k_states_is_deleted_with_probability_k_minus_1_over_k() {
    for n in 1..=9 {
        let mut clues: Vec<(usize, &[usize])> = Vec::new();
        for gone in 0..n.min(4) {
            let position = one_cell(n, &clues);
            let deleted = DeletionCircuit::cell(&position, 0).run(&position).unwrap();
            let cell = &deleted.cells[0];
            let left = (n - gone) as f64;
            for (house, kept) in cell.kept.iter().enumerate().take(gone.min(3)) {
                let k = (n - house) as f64;
                // the fourth clue stands in the third house as well, which then deletes two at once
                let m = if house == 2 && gone == 4 { 2.0 } else { 1.0 };
                assert_close(*kept, (k - m) / k, &format!("n = {n}, house {house}"));
            }
            assert_close(deleted.probability(), left / n as f64, &format!("n = {n}"));
            assert_eq!(cell.symbols.len(), n - gone);
            for (symbol, probability) in &cell.symbols {
                assert!(*symbol >= gone);
                assert_close(*probability, 1.0 / left, &format!("n = {n}"));
            }
            clues.push((gone, [&[0][..], &[1], &[2], &[2]][gone]));
        }
    }
}

#[test]
fn several_clues_of_a_house_are_deleted_by_one_wave() {
    for n in 2..=9 {
        for m in 1..n {
            let clues: Vec<(usize, &[usize])> = (0..m).map(|s| (s, &[1][..])).collect();
            let position = one_cell(n, &clues);
            let deleted = DeletionCircuit::cell(&position, 0).run(&position).unwrap();
            let expected = (n - m) as f64 / n as f64;
            assert_close(deleted.cells[0].kept[1], expected, &format!("{m} of {n}"));
            assert_eq!(deleted.cells[0].kept[0], 1.0);
        }
    }
}

#[test]
fn a_symbol_seen_again_through_another_house_changes_nothing_and_costs_nothing() {
    let clues: [(usize, &[usize]); 3] = [(2, &[0, 1]), (2, &[2]), (1, &[0])];
    let position = one_cell(4, &clues);
    let deleted = DeletionCircuit::cell(&position, 0).run(&position).unwrap();
    let [block, row, column] = deleted.cells[0].kept;
    assert_close(block, 0.5, "1 and 2 of four");
    assert_close(row, 1.0, "2 again");
    assert_close(column, 1.0, "2 once more");
    let symbols: Vec<_> = deleted.cells[0].symbols.keys().copied().collect();
    assert_eq!(symbols, [0, 3]);
}

#[test]
fn the_same_ancilla_twice_gives_the_state_back() {
    let position = one_cell(4, &[(2, &[0])]);
    let search = DeletionCircuit::cell(&position, 0);
    let ancilla = search.cells[0].ancillas.as_ref().unwrap().qubit(0);
    let wave = DeletionCircuit::divided(
        ancilla,
        vec![DeletionCircuit::mark(
            &search.cells[1],
            &search.cells[0],
            ancilla,
            2,
        )],
    );
    let state_after = |waves: usize| {
        let mut circuit = search.layout.clone();
        circuit.extend([Gate::h(0), Gate::h(1)]);
        circuit.extend([
            Gate::x(search.cells[1].element.qubit(1)),
            Gate::x(search.cells[1].clue),
        ]);
        (0..waves).for_each(|_| circuit.extend(wave.clone()));
        circuit.simulate().unwrap()
    };
    let [none, once, twice] = [0, 1, 2].map(state_after);
    let apart = |a: &[num_complex::Complex64], b: &[num_complex::Complex64]| {
        let pairs = a.iter().zip(b);
        pairs.map(|(a, b)| (a - b).norm()).fold(0.0, f64::max)
    };
    assert!(apart(&none, &twice) < 1e-14);
    assert!(apart(&none, &once) > 0.4);
}

#[test]
fn a_symbol_that_a_house_holds_twice_is_not_deleted_so_such_boards_are_refused_before() {
    let position = one_cell(4, &[(2, &[1]), (2, &[1])]);
    let deleted = DeletionCircuit::cell(&position, 0).run(&position).unwrap();
    assert_close(deleted.probability(), 1.0, "the two phases cancel");
    assert_eq!(deleted.cells[0].symbols.len(), 4);
    assert!(
        !position.contradicts(),
        "the two clues do not see each other here"
    );
    let mut block = figure_6();
    assert!(!block.contradicts());
    block.clues[1] = Some(3);
    assert!(block.contradicts());
}

#[test]
fn a_cell_whose_every_symbol_is_forbidden_is_never_kept() {
    let clues: Vec<(usize, &[usize])> = (0..4)
        .map(|s| (s, [&[0][..], &[1], &[2], &[1]][s]))
        .collect();
    let position = one_cell(4, &clues);
    let deleted = DeletionCircuit::cell(&position, 0).run(&position).unwrap();
    assert_eq!(deleted.probability(), 0.0);
    assert!(deleted.cells[0].symbols.is_empty());
    assert!(position.candidates(0).is_empty());
}

#[test]
fn the_layout_has_six_qubits_a_cell() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for (shape, qubits) in [((2, 2), 96), ((2, 3), 36 * 7), ((3, 3), 81 * 8)] {
        let circuit = DeletionCircuit::board(&random_board(shape, 0.3, &mut rng));
        assert_eq!(circuit.layout.qubits(), qubits);
        let cells = circuit.cells.len();
        assert_eq!(circuit.layout.ancillas(), 3 * cells);
        let data = circuit.layout.registers().iter();
        let data = data.filter(|register| !register.is_ancilla);
        assert_eq!(
            data.map(|r| r.qubits.len()).sum::<usize>(),
            qubits - 3 * cells
        );
    }
}

#[test]
fn the_whole_circuit_of_96_qubits_is_the_product_of_its_cells() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut contradictions = 0;
    for share in [0.3, 0.4, 0.5, 0.7, 1.0].into_iter().cycle().take(25) {
        let position = random_board((2, 2), share, &mut rng);
        let whole = DeletionCircuit::board(&position).run(&position).unwrap();
        let mut product = 1.0;
        for cell in 0..position.cells() {
            let one = DeletionCircuit::cell(&position, cell)
                .run(&position)
                .unwrap();
            let n = if position.clues[cell].is_some() { 1 } else { 4 };
            let left = position.candidates(cell);
            assert_close(
                one.probability(),
                left.len() as f64 / f64::from(n),
                "a cell",
            );
            let symbols: Vec<usize> = one.cells[0].symbols.keys().copied().collect();
            assert_eq!(symbols, left, "the classical program predicts what is left");
            if let Some(in_whole) = whole.cells.get(cell) {
                for (a, b) in in_whole.kept.iter().zip(one.cells[0].kept) {
                    assert_close(*a, b, "an ancilla");
                }
                if whole.probability() > 0.0 {
                    assert_eq!(in_whole.symbols.keys().copied().collect::<Vec<_>>(), left);
                }
            }
            product *= one.probability();
        }
        assert_close(whole.probability(), product, "all cells");
        contradictions += usize::from(product == 0.0);
    }
    assert!((3..23).contains(&contradictions), "{contradictions}");
}

/// The block of the source's figure 6: four cells, clues 1 and 4 in the first and the third.
fn figure_6() -> Position {
    let block = |cell: usize| (0..4).filter(|&other| other != cell).collect();
    Position {
        symbols: 4,
        names: ["alpha", "beta", "gamma", "theta"]
            .map(String::from)
            .to_vec(),
        peers: (0..4).map(|cell| [block(cell), vec![], vec![]]).collect(),
        clues: vec![Some(0), None, Some(3), None],
    }
}

#[test]
fn keeping_each_ancilla_when_it_is_done_is_keeping_all_at_the_end() {
    let position = figure_6();
    let search = DeletionCircuit::board(&position);
    assert_eq!(search.layout.qubits(), 24);
    let at_once = search.run(&position).unwrap();
    assert_close(
        at_once.probability(),
        0.25,
        "2 and 3 are left of four, twice",
    );
    let state = SparseState::of(&search.circuit()).unwrap();
    let ancillas: Vec<_> = search
        .cells
        .iter()
        .filter_map(|c| c.ancillas.clone())
        .collect();
    let kept = |x: u128| ancillas.iter().all(|register| register.value(x) == 0);
    assert_close(state.probability(kept), 0.25, "at the end");
    for cell in &at_once.cells {
        let element = &search.cells[cell.cell].element;
        for symbol in 0..4 {
            let both = state.probability(|x| kept(x) && element.value(x) == symbol as u128);
            let expected = cell.symbols.get(&symbol).copied().unwrap_or(0.0);
            assert_close(both / 0.25, expected, "a symbol");
        }
    }
}

#[test]
fn the_dense_simulator_and_the_decomposed_circuit_say_the_same() {
    let position = one_cell(4, &[(1, &[0]), (3, &[1, 2])]);
    let search = DeletionCircuit::cell(&position, 0);
    let ancillas = search.cells[0].ancillas.clone().unwrap();
    let kept_in = |circuit: &Circuit| {
        let amplitudes = circuit.simulate().unwrap();
        let kept = (0..)
            .zip(&amplitudes)
            .filter(|(x, _)| ancillas.value(*x) == 0);
        kept.map(|(_, a)| a.norm_sqr()).sum::<f64>()
    };
    let circuit = search.circuit();
    assert_close(kept_in(&circuit), 0.5, "dense");
    assert_close(kept_in(&circuit.decomposed()), 0.5, "decomposed");
    assert_close(search.run(&position).unwrap().probability(), 0.5, "sparse");
    assert_eq!(circuit.measured(), [0, 1, 3, 4, 5]);
}
