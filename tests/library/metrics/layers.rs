//! The circuit layer by layer, and the extremes of the cost.

use super::{shipped, truth};
use crate::pipeline::{
    BasisStates, LayerNumbers, Problem, approximation_ratio, layer_by_layer, measure,
};
use crate::tests::ansatz_of;
use ketboard_puzzles::{Limits, RegisterChoice};
use ketboard_qaoa::{Angles, Ansatz, Cost, Precision, mixers::MixerName};

fn angles() -> Angles {
    Angles::new(vec![0.2, 0.35, 0.5], vec![-0.6, -0.4, -0.2]).unwrap()
}

/// The layers of the problem at [`angles`], in a precision; what holds of all of them is checked on
/// the way.
fn layers(problem: &Problem, ansatz: &Ansatz) -> Vec<LayerNumbers> {
    let problem = &crate::tests::knowing(problem.clone(), &Limits::NONE);
    let truth = problem.truth.clone();
    let basis = BasisStates::of(problem).unwrap();
    let layers = layer_by_layer(ansatz, &basis, problem, (&angles(), 3)).unwrap();
    assert_eq!(layers.len(), 4);
    for (l, layer) in layers.iter().enumerate() {
        let cut = Angles::new(angles().gammas[..l].into(), angles().betas[..l].into()).unwrap();
        let (metrics, state) = measure(ansatz, &truth, &cut).unwrap();
        assert_eq!(layer.expectation, metrics.expectation);
        let [here, there] = [layer.success_probability, metrics.success_probability];
        assert!(
            (here.unwrap() - there.unwrap()).abs() < 1e-12,
            "{here:?} {there:?}"
        );
        let state = state.probabilities();
        assert_eq!(layer.rules, basis.rules_in(&state));
        assert_eq!(layer.marginals, basis.marginals_in(&state));
        assert_eq!(layer.likeliest, basis.likeliest_in(problem, &state, 10));
        let solved = layer
            .likeliest
            .iter()
            .filter(|board| board.solves == Some(true));
        let solved: f64 = solved.map(|board| board.probability).sum();
        assert!(solved < here.unwrap() + 1e-6);
    }
    layers
}

#[test]
fn every_layer_has_the_numbers_of_the_circuit_that_ends_there() {
    let problem = shipped("queens-5x5.toml", 9);
    let ansatz = ansatz_of(&problem);
    let found = layers(&problem, &ansatz);
    let first = &found[0];
    assert!((first.expectation - ansatz.cost().mean()).abs() < 1e-12);
    let random = truth(&problem).indices.fraction();
    assert!((first.success_probability.unwrap() - random).abs() < 1e-15);
    let coarse = layers(&problem, &ansatz.with_precision(Precision::F32));
    for (a, b) in found.iter().zip(&coarse) {
        assert!((a.expectation - b.expectation).abs() < 1e-4);
        for (a, b) in a.rules.iter().zip(&b.rules) {
            assert!((a.kept - b.kept).abs() < 1e-5 && (a.broken - b.broken).abs() < 1e-4);
        }
    }
}

#[test]
fn registers_keep_their_rules_in_every_layer() {
    let problem = crate::tests::on_registers(
        &shipped("n-queens-4x4.toml", 16),
        Some(RegisterChoice::Rows),
        Some(MixerName::XY_COMPLETE),
    )
    .unwrap();
    let ansatz = crate::tests::ansatz_of(&problem);
    for layer in layers(&problem, &ansatz) {
        let rule = |kind| layer.rules.iter().find(|rule| rule.kind == kind).unwrap();
        let rows = rule("row");
        assert!(
            (rows.kept - 1.0).abs() < 1e-12 && rows.broken == 0.0,
            "{rows:?}"
        );
        assert!(rule("column").kept < 0.9);
    }
    layers(&problem, &ansatz.with_precision(Precision::F32));
}

#[test]
fn the_extremes_are_those_of_all_states_and_the_ratio_runs_from_0_to_1() {
    /// Whether the cost is not constant.
    fn check(cost: &Cost) -> bool {
        let energies: Vec<f64> = (0..cost.states()).map(|x| cost.energy(x)).collect();
        let highest = energies.iter().copied().fold(f64::MIN, f64::max);
        assert!((cost.max() - highest).abs() <= cost.rounding());
        if approximation_ratio(cost, highest).is_none() {
            assert!(energies.iter().all(|e| highest - e <= cost.rounding()));
            return false;
        }
        let ratio = |energy| approximation_ratio(cost, energy).unwrap();
        assert_eq!((ratio(cost.max()), ratio(cost.min())), (0.0, 1.0));
        let middle = (cost.max() + cost.min()) / 2.0;
        assert!((ratio(middle) - 0.5).abs() < 1e-12);
        true
    }
    let mut registers = 0;
    for board in ["tango-6x6.toml", "sudoku-4x4.toml", "n-queens-4x4.toml"] {
        let problem = shipped(board, 12);
        assert!(
            check(&problem.energies(ketboard_qaoa::Precision::F64).unwrap()),
            "{board}"
        );
        let problem =
            crate::tests::on_registers(&problem, Some(RegisterChoice::Rows), None).unwrap();
        let ansatz = crate::tests::ansatz_of(&problem);
        registers += u8::from(check(ansatz.cost()));
    }
    assert!(registers > 0);
    let flat = Cost::from_terms(3, [(0, 2.5)]).unwrap();
    assert_eq!(approximation_ratio(&flat, 2.5), None);
}

#[test]
fn what_is_not_known_of_the_solutions_is_left_out() {
    let problem = shipped("queens-holes-5x5.toml", 8);
    let basis = BasisStates::of(&problem).unwrap();
    let ansatz = ansatz_of(&problem);
    let layers = layer_by_layer(&ansatz, &basis, &problem, (&angles(), 3)).unwrap();
    assert!(
        layers
            .iter()
            .all(|layer| layer.success_probability.is_none())
    );
    assert!(layers.iter().all(|layer| !layer.rules.is_empty()));
}
