//! The adjoint gradient on registers: a circuit is undone on two states at once, and all derivatives are read off on the way.
//!
//! As for qubits (`sim::adjoint`; Jones & Gacon 2020, arXiv 2009.02823), with λ = U†C|ψ_p⟩ carried back beside ψ:
//!
//! > ∂⟨C⟩/∂β_k = 2 Im⟨λ|H|ψ⟩,  ∂⟨C⟩/∂γ_k = 2 Im⟨λ|C|ψ⟩
//!
//! `undo` reads the first while a turn is undone, register by register; for a ring ∂/∂β is the sum over its gates, each read at its own place. Beside the state
//! it needs a second one and nothing else.

use super::cost::{Index, RegisterCost};
use super::forward::{Circuit, Turns, value_of};
use super::mixing::Mixing;
use super::phases::{multiply, rebuild, with_energies};
use super::state::RegisterState;
use super::sweep::{Keep, Piece, Room, Sums};
use super::turns::Turner;
use super::undo::undo;
use crate::sim::pass::{self, Pass};
use crate::sim::real::Real;

/// Returns ⟨C⟩ in the state of the layers (γ_k, β_k) and writes its derivatives by each γ and β. `image` is room for a second state; what both hold
/// afterwards is no state.
///
/// # Panics
/// If the lists differ in length, or the cost, the mixing or a state is of another space.
pub fn gradient<T: Real>(
    [state, image]: [&mut RegisterState<T>; 2],
    cost: &RegisterCost,
    mixing: &Mixing,
    [gammas, betas]: [&[f64]; 2],
    [by_gamma, by_beta]: [&mut [f64]; 2],
) -> f64 {
    state.assert_circuit(cost, mixing, gammas, betas);
    image.assert_fits(cost);
    assert_eq!(by_gamma.len(), gammas.len(), "one derivative for each γ");
    assert_eq!(by_beta.len(), betas.len(), "one derivative for each β");
    if gammas.is_empty() {
        return state.value_of(cost, mixing, gammas, betas);
    }
    let Some(turner) = Turner::new(mixing, state.space()) else {
        return state.undo_grover(image, cost, [gammas, betas], [by_gamma, by_beta]);
    };
    let circuit = Circuit {
        cost,
        turner: &turner,
        gammas,
        betas,
    };
    state.run_each(&circuit, false);
    by_beta.fill(0.0);
    let mut value = 0.0;
    for pass in backward(state.cut().groups(), gammas.len(), cost) {
        let sums = state.undo_pass(image, &circuit, pass);
        value += sums.value;
        if let Some(k) = pass.before {
            by_beta[k] += 2.0 * sums.turns[0];
        }
        if let Some(k) = pass.after {
            by_beta[k] += 2.0 * sums.turns[1];
        }
        if let Some(k) = pass.phase {
            by_gamma[k] = 2.0 * sums.cost;
        }
    }
    value
}

impl<T: Real> RegisterState<T> {
    fn undo_pass(&mut self, image: &mut Self, circuit: &Circuit<'_, T>, pass: Pass) -> Sums {
        let mut table = std::mem::take(&mut self.table);
        let phases = pass.phase.map(|k| circuit.phases(k, -1.0, &mut table));
        let turns = Turns::new(self.space(), self.cut().group(pass.group), circuit.turner);
        let (ground, [re, im]) = self.ground(circuit.cost);
        let (_, [image_re, image_im]) = image.ground(circuit.cost);
        let keep = Keep {
            read: [true, true, !pass.first, !pass.first],
            write: !pass.last,
            numbers: pass.first || pass.phase.is_some(),
        };
        let arrays = [re, im, image_re, image_im];
        let sums = ground.sweep(pass.group, arrays, keep, |mut piece, room, sums| {
            if keep.numbers {
                rebuild(circuit.cost, &piece, room);
            }
            if pass.first {
                sums.value += begin(circuit.cost, &mut piece, room);
            }
            if let Some(k) = pass.before {
                sums.turns[0] += turns.undo(circuit.betas[k], &mut piece);
            }
            if let Some(phases) = phases {
                sums.cost += overlap(circuit.cost, &piece, room);
                multiply(phases, &mut piece, &room.energies);
            }
            if let Some(k) = pass.after {
                sums.turns[1] += turns.undo(circuit.betas[k], &mut piece);
            }
        });
        self.table = table;
        sums
    }
}

impl<T: Real> Turns<'_, T> {
    fn undo(&self, beta: f64, piece: &mut Piece<'_, T, 4>) -> f64 {
        let mut sum = 0.0;
        for (r, inner) in self.inner(piece.width) {
            let arrays = piece.arrays.each_mut().map(|array| &mut **array);
            sum += undo(self.turner.turn(r, -beta), inner, arrays);
        }
        sum
    }
}

/// λ = Cψ; returns the piece's share of ⟨C⟩.
pub(super) fn begin<T: Real>(cost: &RegisterCost, piece: &mut Piece<'_, T, 4>, room: &Room) -> f64 {
    let [re, im, image_re, image_im] = &mut piece.arrays;
    with_energies(cost, piece.numbers, &room.energies, |x, energy| {
        let energy = T::of(energy);
        image_re[x] = energy.times(re[x]);
        image_im[x] = energy.times(im[x]);
    });
    value_of(cost, piece, room)
}

/// Im⟨λ|C|ψ⟩.
pub(super) fn overlap<T: Real>(cost: &RegisterCost, piece: &Piece<'_, T, 4>, room: &Room) -> f64 {
    let [re, im, image_re, image_im] = &piece.arrays;
    let mut sums = [0.0; 8];
    with_energies(cost, piece.numbers, &room.energies, |x, energy| {
        let product = image_re[x].wide() * im[x].wide() - image_im[x].wide() * re[x].wide();
        sums[x % 8] += energy * product;
    });
    sums.iter().sum()
}

/// The passes that undo `layers` layers, last layer first.
fn backward(groups: usize, layers: usize, cost: &RegisterCost) -> Vec<Pass> {
    if !matches!(cost.index(), Index::Absent) || groups == 1 {
        return pass::backward(groups, layers).collect();
    }
    let begin = Pass {
        group: 0,
        first: true,
        ..Pass::default()
    };
    let layer = |k: usize| {
        (0..groups).rev().map(move |group| Pass {
            group,
            first: false,
            before: Some(k),
            phase: (group == 0).then_some(k),
            after: None,
            last: k == 0 && group == 0,
        })
    };
    let rest = (0..layers).rev().flat_map(layer);
    std::iter::once(begin).chain(rest).collect()
}
