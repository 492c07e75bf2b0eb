//! QAOA circuits on registers against the register state of the simulator, which knows no qubits:
//! angle by angle.

use super::formula;
use super::registers::{Kind, assert_is, cases, interleaved, random_angles, random_terms};
use crate::circuit::{CostTerms, Qudit, RegisterAnsatz};
use ketboard_qaoa::{Ansatz, Cost, Mixer, mixers::MixerName};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The cost as tables: one for each term, over the registers of its qubits.
fn tables(terms: &CostTerms, registers: &[Qudit]) -> Vec<(Vec<usize>, Vec<f64>)> {
    let touched = |set: &[usize]| -> Vec<usize> {
        let touches = |r: &usize| registers[*r].qubits().iter().any(|q| set.contains(q));
        (0..registers.len()).filter(touches).collect()
    };
    let table = |(set, coefficient): &(Vec<usize>, f64)| {
        let over = touched(set);
        let of: Vec<Qudit> = over.iter().map(|&r| registers[r].clone()).collect();
        let dims: Vec<usize> = of.iter().map(Qudit::levels).collect();
        let value = |s| {
            let x = formula::basis_state(&of, &formula::levels(s, &dims));
            formula::energy(&[(set.clone(), *coefficient)], x)
        };
        (over, (0..dims.iter().product()).map(value).collect())
    };
    let terms = terms.iter().filter(|(set, _)| !set.is_empty());
    terms.map(table).collect()
}

fn mixer_of(mixer: MixerName, registers: &[Qudit]) -> Mixer {
    let starts = |register: &Qudit| match register {
        Qudit::Qubit {
            warm: Some(theta), ..
        } => {
            let (sin, cos) = (theta / 2.0).sin_cos();
            vec![cos, sin]
        }
        Qudit::OneHot { .. } | Qudit::Lines { .. } | Qudit::Qubit { .. } => {
            let d = register.levels();
            vec![(d as f64).sqrt().recip(); d]
        }
    };
    let warm = Mixer::warm_start(registers.iter().map(starts).collect());
    let each = |register: &Qudit| match register {
        Qudit::Qubit { warm: Some(_), .. } => warm.clone(),
        Qudit::OneHot { .. } if mixer == MixerName::XY_RING => Mixer::xy_ring(),
        Qudit::OneHot { .. } if mixer == MixerName::XY_PATH => Mixer::xy_path(),
        Qudit::OneHot { .. } | Qudit::Lines { .. } | Qudit::Qubit { .. } => Mixer::xy_complete(),
    };
    if mixer == MixerName::GROVER {
        Mixer::grover()
    } else {
        Mixer::product(registers.iter().map(each).collect())
    }
}

/// The level of each register in a basis state.
fn digits(mut index: usize, dims: &[usize]) -> Vec<usize> {
    let digit = |d: &usize| {
        let level = index % d;
        index /= d;
        level
    };
    dims.iter().map(digit).collect()
}

#[test]
fn every_circuit_has_the_amplitudes_of_the_register_state_angle_by_angle() {
    let mut rng = ChaCha8Rng::seed_from_u64(54);
    let plain = |kind: &Kind| match kind {
        // the register state's Grover mixer starts uniform
        Kind::Warm => Kind::Plain,
        Kind::OneHot(_) | Kind::Lines(..) | Kind::Plain => *kind,
    };
    for (number, (mixer, kinds)) in cases().iter().enumerate() {
        let kinds: Vec<Kind> = match *mixer == MixerName::GROVER {
            true => kinds.iter().map(plain).collect(),
            false => kinds.clone(),
        };
        let (n, registers) = interleaved(&kinds, &mut rng);
        let ansatz = RegisterAnsatz::new(n, registers.clone(), *mixer).unwrap();
        let terms = random_terms(n, &mut rng);
        let constant = terms.iter().filter(|t| t.0.is_empty()).map(|t| t.1).sum();
        let dims: Vec<usize> = registers.iter().map(Qudit::levels).collect();
        let cost = Cost::from_tables(dims.clone(), constant, tables(&terms, &registers)).unwrap();
        let qudits = Ansatz::new(cost)
            .with_mixer(mixer_of(*mixer, &registers))
            .unwrap();
        let mut evaluator = qudits.evaluator().unwrap();
        for depth in 1..=3 {
            let angles = random_angles(depth, &mut rng);
            let phase = formula::left_out(&ansatz, *mixer, &terms, &angles);
            let state = evaluator.state(&angles);
            let place = |s| formula::basis_state(&registers, &digits(s, &dims));
            let expected: Vec<_> = (0..qudits.states())
                .map(|s| (place(s), state.amplitude(s) / phase))
                .collect();
            let amplitudes = ansatz.circuit(&terms, &angles).unwrap().simulate().unwrap();
            let what = format!("case {number}, {}, p = {depth}", mixer.name);
            assert_is(&amplitudes, &expected, [1e-12, 1e-14], &what);
        }
    }
}
