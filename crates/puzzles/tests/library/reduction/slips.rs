//! Two slips of the source paper's initial conditions, on boards where they show: what it calls
//! zero energy must be exactly the solutions.

use crate::model::{Assignment, Form, Model, Var};
use crate::reduce::{Reduced, Reduction, RuleSet, reduce};
use crate::tests::reduction::boards::{self, queens, random_regions};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Queens on 400 boards of 5x5 with random regions and one queen placed, and all solutions.
fn placed_queens() -> impl Iterator<Item = (Model, usize, Vec<Assignment>)> {
    let mut rng = ChaCha8Rng::seed_from_u64(2026);
    let placements: Vec<_> = boards::permutations(5)
        .iter()
        .map(|p| boards::placement(p))
        .collect();
    (0..400).map(move |_| {
        let (mut model, cells) = queens(&random_regions(&mut rng, 5), 1);
        let queen = rng.random_range(0..25);
        model.give(cells[queen / 5][queen % 5], true);
        let solved = placements.iter().filter(|x| model.is_solved_by(x));
        let mut solutions: Vec<_> = solved.cloned().collect();
        solutions.sort();
        (model, queen, solutions)
    })
}

/// Zero energy as the paper writes it: pairs of open cells (eq. 7), and lines with an open cell
/// whose count is lowered by the placed queens (eq. 5, 6, 8); the rest is left out.
fn has_zero_energy_in_the_paper(model: &Model, reduction: &Reduction, x: &[bool]) -> bool {
    let open = |var: &Var| matches!(reduction.value(*var), Reduced::Bit { .. });
    model.constraints().iter().all(|constraint| {
        let vars = constraint.vars();
        let dropped = match &constraint.form {
            Form::Sum(sum) if sum.least == 0 && sum.product.is_some() => !vars.iter().all(open),
            _ => !vars.iter().any(open),
        };
        dropped || constraint.holds(x)
    })
}

fn zero_energy_boards(model: &Model, reduction: &Reduction) -> Vec<Assignment> {
    let boards = (0..1_u64 << reduction.qubits()).map(|index| reduction.lift_index(index));
    let mut found: Vec<_> = boards
        .filter(|x| has_zero_energy_in_the_paper(model, reduction, x))
        .collect();
    found.sort();
    found
}

#[test]
fn slip_2_cells_that_a_placed_queen_attacks_are_cleared() {
    for (model, queen, solutions) in placed_queens() {
        let Ok(reduction) = reduce(&model, RuleSet::Paper, None) else {
            continue;
        };
        for (dr, dc) in [(-1_isize, -1_isize), (-1, 1), (1, -1), (1, 1)] {
            let near = (queen / 5)
                .checked_add_signed(dr)
                .zip((queen % 5).checked_add_signed(dc));
            if let Some((r, c)) = near.filter(|&(r, c)| r < 5 && c < 5) {
                let value = reduction.value(Var(r * 5 + c));
                assert_eq!(
                    value,
                    Reduced::Const(false),
                    "queen {queen}, neighbor {r} {c}"
                );
            }
        }
        assert_eq!(
            zero_energy_boards(&model, &reduction),
            solutions,
            "queen {queen}"
        );
    }
}

#[test]
fn slip_3_a_line_that_needs_a_queen_and_has_no_open_cell_is_a_contradiction() {
    let mut starved = 0;
    for (model, queen, solutions) in placed_queens() {
        match reduce(&model, RuleSet::Paper, None) {
            Ok(reduction) => assert_eq!(zero_energy_boards(&model, &reduction), solutions),
            Err(contradiction) => {
                starved += 1;
                assert_eq!(solutions.len(), 0, "queen {queen}");
                let line = &model.constraints()[contradiction.constraint.unwrap()];
                assert!(
                    contradiction.reason.starts_with(&line.name),
                    "{contradiction}"
                );
                assert!(
                    contradiction.reason.contains("; at most 0 can be 1"),
                    "{contradiction}"
                );
                assert!(!contradiction.relevant_steps().is_empty());
            }
        }
    }
    assert!(
        starved > 10,
        "{starved} of 400 boards have a line without an open cell"
    );
}
