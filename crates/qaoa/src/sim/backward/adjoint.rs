//! The adjoint gradient: a circuit is undone on two states at once, and all derivatives are read
//! off on the way.
//!
//! Let ψ be the state after layer k and λ = U†C|ψ_p⟩ the cost's image, carried back through the
//! layers U behind it. Then
//!
//! > ∂⟨C⟩/∂θ = 2 Re⟨λ|∂ψ/∂θ⟩,  ∂ψ/∂β_k = −iΣX ψ,  ∂ψ/∂γ_k = −iC ψ (between phase and rotation)
//! > ∂⟨C⟩/∂β_k = 2 Im⟨λ|ΣX|ψ⟩ after the rotation,  ∂⟨C⟩/∂γ_k = 2 Im⟨λ|C|ψ⟩ after the phase
//!
//! (Jones & Gacon 2020, arXiv 2009.02823, for a product of exponentials). ΣX commutes with the
//! rotations and C with the phases, so each may be read before or after its own exponential is
//! undone, and for each group of qubits in the pass that undoes it:
//!
//! ```text
//! for each pass of `pass::backward`, for each piece of ψ and λ:
//!     the first pass: λ = C ψ
//!     undo a turn on both, reading ⟨λ|ΣX|ψ⟩ ; undo a phase, reading ⟨λ|C|ψ⟩ ; undo a turn, reading
//!         ⟨λ|ΣX|ψ⟩
//!     the last pass: undo a turn on both, reading ⟨λ|ΣX|ψ⟩ ; read ⟨λ|C|ψ⟩, which a phase would not
//!         change
//! ```
//!
//! Departures: in φ, X becomes Y, and for one qubit's pair Im⟨λ|Y|φ⟩ = Re(λ₁* φ₀) − Re(λ₀* φ₁),
//! real and imaginary parts apart again; for two qubits at a time it is s_λ·d_φ − d_λ·s_φ with the
//! d and s that the turns of `rotation` need anyway. In f32 these sums are kept in f32 over the at
//! most 2¹² numbers a lane meets in one piece, and in f64 from there on.
//!
//! A p-layer gradient is p + 1 passes over one state and p + 1 over two (two groups); beside the
//! state it needs a second one and nothing else.

use crate::sim::backward::fused_undo::FusedUndo;
use crate::sim::cost::diagonal::Diagonal;
use crate::sim::cost::diagonal::EnergySource;
use crate::sim::cost::terms::TermList;
use crate::sim::forward::kernel::ChunkCut;
use crate::sim::forward::turns::{GroupRotations, Overlaps};
use crate::sim::instructions::Instructions;
use crate::sim::phase::phases::PhaseFactors;
use crate::sim::ranks::Request;
use crate::sim::real::Real;
use crate::sim::vector::block::{LANES, REALS};
use crate::sim::vector::observable::{DiagonalObservable, apply_weights};
use crate::sim::vector::observe::ApplyCost;
use crate::sim::vector::state::{QubitState, made, stops};
use crate::sim::walk::circuit::QubitCircuit;
use crate::sim::walk::pass::backward;
use crate::sim::walk::place::BlockPlace;
use crate::sim::walk::plan::PassPlan;
use crate::sim::walk::sweep::{ArrayUse, PassSums, Workspace, sweep};
use std::ops::ControlFlow;

/// Sets `state` to that of a circuit, then undoes the circuit on it and on `image`; returns ⟨C⟩ and
/// hands out the derivatives of each layer: by β, by γ, and by the coefficient of each term where
/// the layer's phase is a polynomial of its own. NaN, and derivatives of some layers at most, where
/// the circuit's watch says stop.
pub(in crate::sim) fn differentiate<T: Real>(
    state: &mut QubitState<T>,
    image: &mut QubitState<T>,
    circuit: &QubitCircuit<'_>,
    mut report: impl FnMut(usize, Derivative),
) -> f64 {
    match made(T::run(state, circuit, false)) {
        ControlFlow::Continue(()) => T::undo_layers(state, image, circuit, true, &mut report),
        ControlFlow::Break(()) => f64::NAN,
    }
}

/// The same for a value that is not ⟨C⟩: `weigh` says of the final state what λ begins as, by the
/// energies of `observable`.
pub(in crate::sim) fn differentiate_weighed<'a, T: Real>(
    state: &mut QubitState<T>,
    image: &mut QubitState<T>,
    circuit: &QubitCircuit<'_>,
    (observable, weigh): (
        &Diagonal,
        impl FnOnce(&QubitState<T>) -> DiagonalObservable<'a>,
    ),
    mut report: impl FnMut(usize, Derivative),
) -> f64 {
    if made(T::run(state, circuit, false)).is_break() {
        return f64::NAN;
    }
    let weighing = weigh(state);
    apply_weights(state, image, observable, &weighing.weights);
    let undone = T::undo_layers(state, image, circuit, false, &mut |k, derivative| {
        report(k, derivative.times(weighing.scale));
    });
    match made(undone) {
        ControlFlow::Continue(()) => weighing.value,
        ControlFlow::Break(()) => f64::NAN,
    }
}

/// Undoes a circuit on both states: λ begins as Cψ, which the first pass makes, where it is
/// `of_cost`, else as what the image holds. Returns ⟨C⟩ where λ begins as Cψ, NaN where the watch
/// says stop, else 0.
pub(in crate::sim) fn undo_layers<T: Real>(
    state: &mut QubitState<T>,
    image: &mut QubitState<T>,
    circuit: &QubitCircuit<'_>,
    of_cost: bool,
    report: &mut dyn FnMut(usize, Derivative),
) -> f64 {
    let Some(team) = state.team().cloned() else {
        return undo_passes(state, image, circuit, of_cost, report);
    };
    let request = Request::Undo {
        state: state.name(),
        image: image.name(),
        layers: circuit.layers(),
        of_cost,
    };
    let undo = || {
        let mut found = Vec::with_capacity(circuit.depth());
        let mut keep = |k, derivative| found.push((k, derivative));
        let value = undo_passes(state, image, circuit, of_cost, &mut keep);
        (value, found)
    };
    let (value, found) = team.lead(request, || circuit.to_words(), undo);
    for (k, derivative) in found {
        report(k, derivative);
    }
    value
}

/// The passes of [`undo_layers`] over the amplitudes at hand.
fn undo_passes<T: Real>(
    state: &mut QubitState<T>,
    image: &mut QubitState<T>,
    circuit: &QubitCircuit<'_>,
    of_cost: bool,
    report: &mut dyn FnMut(usize, Derivative),
) -> f64 {
    let team = state.team().cloned();
    let (n, depth) = (state.n(), circuit.depth());
    let plan = state.plan().clone();
    let groups = plan.groups(n);
    let (mut value, mut beta) = (0.0, Overlaps::default());
    let mut watched = circuit.watch.over(1 << n);
    for pass in backward(groups, depth) {
        if stops(team.as_ref(), &mut watched) {
            return f64::NAN;
        }
        let circuit = circuit.read_by(pass.group + 1 == groups);
        let (_, data, table, pool) = state.parts();
        let qubits = plan.group(n, pass.group);
        let turns = |k: Option<usize>| Some(circuit.turns::<T>(k?, -1.0, qubits.clone()));
        let (before, after) = (turns(pass.before), turns(pass.after));
        let overlapped = pass.phase.map(|k| circuit.polynomial(k));
        // C commutes with its phases: what comes after the last overlap nobody reads
        let spared = pass.last && matches!(overlapped, Some(Overlapped::Cost(_)));
        let undo = AdjointPass {
            tiles: pass.group == 0,
            image_of: (pass.first && of_cost).then(|| circuit.cost.energies()),
            before: before.as_ref(),
            phases: pass
                .phase
                .filter(|_| !spared)
                .map(|k| circuit.phases(k, -1.0, table, plan.instructions)),
            overlapped,
            after: after.as_ref(),
        };
        let keep = ArrayUse {
            read: [true, !(pass.first && of_cost)],
            write: !pass.last,
            sums: true,
        };
        let arrays = [data, image.parts().1];
        let sums = sweep(
            (&plan, team.as_deref()),
            qubits.clone(),
            arrays,
            keep,
            pool,
            |place, parts, scratch, sums| undo.apply(&plan, place, parts, scratch, sums),
        );
        value += sums.value;
        beta.add(&qubits, &sums.turns[0]);
        if let Some(k) = pass.phase {
            let of_layer = std::mem::take(&mut beta);
            report(k, Derivative::of(of_layer, &sums, undo.overlapped));
        }
        beta.add(&qubits, &sums.turns[1]);
    }
    value
}

/// The derivatives of ⟨C⟩ that belong to one layer.
pub(in crate::sim) struct Derivative {
    pub(in crate::sim) beta: f64,
    /// By the angle of each qubit, where they have their own.
    pub(in crate::sim) qubits: Vec<f64>,
    /// By the scale of the whole phase.
    pub(in crate::sim) gamma: f64,
    /// By the angle of each term, where the phase is rebuilt from its terms.
    pub(in crate::sim) terms: Vec<f64>,
}

impl Derivative {
    fn of(mut beta: Overlaps, sums: &PassSums, overlapped: Option<Overlapped<'_>>) -> Self {
        beta.each.iter_mut().for_each(|qubit| *qubit *= 2.0);
        let terms: Vec<f64> = sums.terms.iter().map(|sum| 2.0 * sum).collect();
        let gamma = match overlapped {
            Some(Overlapped::Terms(polynomial)) => {
                let pairs = polynomial.list.iter().zip(&terms);
                pairs.map(|((_, c), derivative)| c * derivative).sum()
            }
            Some(Overlapped::Cost(_) | Overlapped::Energies(_)) | None => 2.0 * sums.cost,
        };
        Self {
            beta: 2.0 * beta.all + beta.each.iter().sum::<f64>(),
            qubits: beta.each,
            gamma,
            terms,
        }
    }
}

impl Derivative {
    fn times(mut self, scale: f64) -> Self {
        self.beta *= scale;
        self.gamma *= scale;
        self.qubits.iter_mut().for_each(|qubit| *qubit *= scale);
        self.terms.iter_mut().for_each(|term| *term *= scale);
        self
    }
}

/// What ⟨λ|·|ψ⟩ is taken of between phase and turn.
#[derive(Clone, Copy)]
pub(in crate::sim) enum Overlapped<'a> {
    /// The cost.
    Cost(EnergySource<'a>),
    /// Each term of a polynomial.
    Terms(&'a TermList),
    /// The cost, which has as many terms as states.
    Energies(&'a TermList),
}

#[derive(Clone, Copy)]
struct AdjointPass<'a, T> {
    tiles: bool,
    /// The energies of the cost whose image λ begins as.
    image_of: Option<EnergySource<'a>>,
    before: Option<&'a GroupRotations>,
    phases: Option<PhaseFactors<'a, T>>,
    overlapped: Option<Overlapped<'a>>,
    after: Option<&'a GroupRotations>,
}

impl<T: Real> AdjointPass<'_, T> {
    fn apply(
        self,
        plan: &PassPlan,
        place: BlockPlace,
        [state, image]: [&mut [T]; 2],
        scratch: &mut Workspace<T>,
        sums: &mut PassSums,
    ) {
        let (blocks, with) = (state.len() / REALS, plan.instructions);
        let cut = ChunkCut::of(plan, 2, self.tiles, (place, blocks));
        let room = &mut scratch.energies;
        let rebuilt = self
            .image_of
            .map_or(&[][..], |e| e.rebuilt(place, blocks, with, room));
        // what is undone before a phase has to find λ; else it begins chunk by chunk, in the first
        // cache
        let whole = self.before.is_some();
        if whole {
            let both = [&mut *state, &mut *image];
            sums.value += self.begin(with, place, 0, both, rebuilt);
        }
        if let Some(PhaseFactors::Angles { terms, scale }) = self.phases {
            scratch.split.take(terms, scale, (place, blocks), with);
            scratch.overlaps.resize(blocks * LANES, T::ZERO);
        }
        let (before, after) = (self.before, self.after);
        let (near, far) = (cut.low..cut.chunk, cut.chunk..cut.all);
        let lanes = |turns: Option<&GroupRotations>| turns.filter(|_| cut.tiles)?.shared();
        let [of_before, of_after] = &mut sums.turns;
        if let Some(turns) = before {
            let both = [&mut *state, &mut *image];
            turns.undo(with, both, (cut, far.clone()), of_before);
        }
        let len = REALS << cut.chunk;
        let chunks = state.chunks_exact_mut(len).zip(image.chunks_exact_mut(len));
        for (number, (state, image)) in chunks.enumerate() {
            let first = number << cut.chunk;
            if !whole {
                let both = [&mut *state, &mut *image];
                sums.value += self.begin(with, place, first, both, rebuilt);
            }
            if let Some(turns) = before {
                let both = [&mut *state, &mut *image];
                turns.undo(with, both, (cut, near.clone()), of_before);
                turns.undo_lanes(with, [&mut *state, &mut *image], cut, of_before);
            }
            let found = with.run(FusedUndo {
                place,
                first,
                state: &mut *state,
                image: &mut *image,
                before: lanes(before),
                phases: self.phases,
                overlapped: self.overlapped,
                after: lanes(after),
                rebuilt: scratch.split.factors(),
                overlaps: &mut scratch.overlaps,
            });
            of_before.all += found.before;
            sums.cost += found.cost;
            of_after.all += found.after;
            if let Some(turns) = after {
                turns.undo_lanes(with, [&mut *state, &mut *image], cut, of_after);
                turns.undo(with, [state, image], (cut, near.clone()), of_after);
            }
        }
        if let Some(turns) = after {
            turns.undo(with, [state, image], (cut, far), of_after);
        }
        let (split, overlaps) = (&mut scratch.split, &scratch.overlaps);
        match self.overlapped {
            Some(Overlapped::Terms(terms)) => {
                split.gather(terms, place, with, overlaps, &mut sums.terms);
            }
            Some(Overlapped::Energies(terms)) => {
                sums.cost += split.weigh(terms, place, with, overlaps);
            }
            Some(Overlapped::Cost(_)) | None => {}
        }
    }

    /// λ = Cψ of the blocks from `first` on, where this pass begins it; returns their share of ⟨C⟩.
    fn begin(
        &self,
        with: Instructions,
        place: BlockPlace,
        first: usize,
        [state, image]: [&mut [T]; 2],
        rebuilt: &[f64],
    ) -> f64 {
        let Some(energies) = self.image_of else {
            return 0.0;
        };
        with.run(ApplyCost {
            place,
            first,
            state,
            image,
            energies,
            rebuilt,
        })
    }
}
