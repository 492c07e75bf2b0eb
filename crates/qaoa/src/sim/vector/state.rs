//! The state vector of n qubits and the verbs of QAOA on it.

use crate::error::Result;
use crate::sim::cost::diagonal::Diagonal;
use crate::sim::forward::kernel::QubitPass;
use crate::sim::forward::turns::GroupRotations;
use crate::sim::memory::{self, Purpose};
use crate::sim::phase::phases::{FactorTables, PhaseFactors};
use crate::sim::ranks::{Request, Shared, Team};
use crate::sim::real::{Precision, Real};
use crate::sim::vector::block::{AmplitudeBlock, LANES, Lanes, REALS, blocks};
use crate::sim::vector::buffer::{BESIDE, Buffer};
use crate::sim::walk::circuit::QubitCircuit;
use crate::sim::walk::pass::{Pass, forward};
use crate::sim::walk::place::BlockPlace;
use crate::sim::walk::plan::PassPlan;
use crate::sim::walk::sweep::{ArrayUse, Workspace, Workspaces, read_tiles, sweep};
use crate::sim::walk::watch::{Passes, Watch};
use std::f64::consts::FRAC_1_SQRT_2;
use std::ops::ControlFlow;
use std::sync::Arc;

mod amplitudes;
mod share;

/// 2ⁿ amplitudes in the precision of `T`: [`f64`], unless another is named.
#[derive(Clone, Debug)]
pub(crate) struct QubitState<T: Real = f64> {
    n: usize,
    plan: PassPlan,
    data: Buffer<T>,
    /// Room for the phases of a layer.
    table: FactorTables<T>,
    /// Room for what the threads need.
    pool: Workspaces<T>,
    /// Where the amplitudes are the share of a rank.
    shared: Option<Shared>,
}

impl<T: Real> QubitState<T> {
    /// |+⟩ⁿ, the equal superposition of all basis states.
    ///
    /// # Errors
    /// If 2ⁿ amplitudes do not fit into memory; nothing is allocated then.
    pub(crate) fn plus(n: usize) -> Result<Self> {
        let mut state = match Team::of(n) {
            Some(team) => Self::shared_room(&team, n, false)?,
            None => Self::room(n, false)?,
        };
        state.reset();
        Ok(state)
    }

    /// Memory for a state of a cost's basis states, to be made: all amplitudes are 0. `beside`
    /// another state that is worked on together with it: arrays of a power of two of bytes that
    /// begin alike compete for the same places of the cache and of memory. Of 2²⁴ amplitudes in f64
    /// a gradient took 1.6 times as long, of 2¹⁶ 1.05 times.
    ///
    /// # Errors
    /// As [`QubitState::plus`].
    pub(crate) fn room_of(cost: &Diagonal, beside: bool) -> Result<Self> {
        match cost.share() {
            Some(shared) => Self::shared_room(shared.team(), cost.n(), beside),
            None => Self::room(cost.n(), beside),
        }
    }

    /// The same of so many qubits, in this process.
    pub(crate) fn room(n: usize, beside: bool) -> Result<Self> {
        memory::check(n, Purpose::State, T::PRECISION)?;
        let refusal = |_| memory::refusal(n, Purpose::State, T::PRECISION);
        let lines = if beside { BESIDE } else { 0 };
        let data = Buffer::zeros_after(lines, blocks(n) * REALS).map_err(refusal)?;
        Ok(Self::in_buffer(n, PassPlan::of(n), data))
    }

    fn in_buffer(n: usize, plan: PassPlan, data: Buffer<T>) -> Self {
        Self {
            n,
            plan,
            data,
            table: FactorTables::default(),
            pool: Workspaces::default(),
            shared: None,
        }
    }

    /// Makes the state |+⟩ⁿ again, in the memory it has.
    pub(crate) fn reset(&mut self) {
        let pass = Pass {
            first: true,
            ..Pass::default()
        };
        let reset = |state: &mut Self| T::pass(state, pass, [None; 2], None, None);
        self.lead_mut(|state| Request::Reset { state }, Vec::new, reset);
    }

    /// The precision of the amplitudes.
    pub(crate) fn precision(&self) -> Precision {
        T::PRECISION
    }

    /// Number of qubits.
    pub(crate) fn n(&self) -> usize {
        self.n
    }

    /// √Σ|ψ_x|²: 1 but for rounding.
    pub(crate) fn norm(&self) -> f64 {
        let square = || self.sum(None, |weights, _| weights.iter().sum());
        self.lead(|state| Request::Norm { state }, Vec::new, square)
            .sqrt()
    }

    /// ⟨C⟩ = Σ E(x) |ψ_x|².
    ///
    /// # Panics
    /// If the cost is over another number of qubits, as all verbs that take a cost.
    pub(crate) fn expectation(&self, diagonal: &Diagonal) -> f64 {
        self.assert_fits(diagonal);
        let of_piece = |place, piece: &[T], scratch: &mut Workspace<T>| {
            let with = self.plan.instructions;
            T::observe(with, place, piece, diagonal, &mut scratch.energies)
        };
        let cost = diagonal.name();
        self.lead(
            |state| Request::Expectation { state, cost },
            Vec::new,
            || self.sum_over_pieces(of_piece),
        )
    }

    /// Σ |ψ_x|² over the basis states with E(x) ≤ `energy`.
    pub(crate) fn probability_where_energy_at_most(&self, diagonal: &Diagonal, energy: f64) -> f64 {
        self.assert_fits(diagonal);
        let of_block = |weights: &Lanes<f64>, energies: &Lanes<f64>| {
            let low = weights.iter().zip(energies).filter(|(_, e)| **e <= energy);
            low.map(|(weight, _)| weight).sum()
        };
        let cost = diagonal.name();
        self.lead(
            |state| Request::UpTo { state, cost },
            || vec![energy.to_bits()],
            || self.sum(Some(diagonal), of_block),
        )
    }

    /// The amplitudes as they are stored.
    pub(in crate::sim) fn numbers(&self) -> &[T] {
        &self.data
    }

    /// Makes the state that the layers e^{−iβ_k ΣX} e^{−iγ_k C} make of |+⟩ⁿ, first layer first:
    /// all layers at once pass over the memory less often than one after the other. `Break` where
    /// the watch said stop, and what the memory holds then is no state.
    ///
    /// # Panics
    /// If there are not as many γ as β.
    pub(crate) fn prepare_watched(
        &mut self,
        diagonal: &Diagonal,
        gammas: &[f64],
        betas: &[f64],
        watch: Watch<'_>,
    ) -> ControlFlow<()> {
        self.assert_fits(diagonal);
        let circuit = QubitCircuit::new(diagonal, gammas, betas).watched_by(watch);
        made(T::run(self, &circuit, false))
    }

    /// ⟨C⟩ in the state of [`QubitState::prepare_watched`], without making it: what the memory
    /// holds afterwards is no state. NaN where the watch said stop.
    ///
    /// # Panics
    /// If there are not as many γ as β.
    pub(crate) fn value_watched(
        &mut self,
        diagonal: &Diagonal,
        gammas: &[f64],
        betas: &[f64],
        watch: Watch<'_>,
    ) -> f64 {
        self.assert_fits(diagonal);
        let circuit = QubitCircuit::new(diagonal, gammas, betas).watched_by(watch);
        T::run(self, &circuit, true)
    }

    /// The passes of [`QubitState::run_layers`] over the amplitudes at hand.
    fn run_passes(&mut self, circuit: &QubitCircuit<'_>, alone: bool) -> f64 {
        let (n, with) = (self.n, self.plan.instructions);
        let groups = self.plan.groups(n);
        let mut table = std::mem::take(&mut self.table);
        let mut value = 0.0;
        let mut watched = circuit.watch.over(1 << n);
        for pass in forward(groups, circuit.depth()) {
            if stops(self.team(), &mut watched) {
                value = f64::NAN;
                break;
            }
            let circuit = circuit.read_by(pass.group + 1 == groups);
            let qubits = self.plan.group(n, pass.group);
            let turns = |k: Option<usize>| Some(circuit.turns::<T>(k?, 1.0, qubits.clone()));
            let phases = pass.phase.map(|k| circuit.phases(k, 1.0, &mut table, with));
            let last = pass.last && alone;
            let (before, after) = (turns(pass.before), turns(pass.after));
            let turns = [before.as_ref(), after.as_ref()];
            let observed = last.then_some(circuit.cost);
            value = self.pass(pass, turns, phases, observed);
        }
        self.table = table;
        value
    }

    /// One pass; returns ⟨C⟩ of the cost that is observed, of a state that is then not written
    /// back.
    pub(in crate::sim) fn pass(
        &mut self,
        pass: Pass,
        [before, after]: [Option<&GroupRotations>; 2],
        phases: Option<PhaseFactors<'_, T>>,
        observed: Option<&Diagonal>,
    ) -> f64 {
        let work = QubitPass {
            n: self.n,
            tiles: pass.group == 0,
            start: pass.first.then(|| size_of_plus(self.n)),
            before,
            phases,
            after,
            observed,
        };
        if self.plan.groups(self.n) == 1 {
            // one piece: nothing is cut, and no lock taken
            let place = BlockPlace::tile(0, self.data.len() / REALS);
            return work.apply(&self.plan, place, &mut self.data, self.pool.own());
        }
        let keep = ArrayUse {
            read: [!pass.first],
            write: observed.is_none(),
            sums: observed.is_some(),
        };
        let team = self.shared.as_ref().map(|shared| &**shared.team());
        let (plan, data, pool) = (&self.plan, &mut self.data, &self.pool);
        let qubits = plan.group(self.n, pass.group);
        let sums = sweep(
            (plan, team),
            qubits,
            [data],
            keep,
            pool,
            |place, [piece], scratch, sums| sums.value += work.apply(plan, place, piece, scratch),
        );
        sums.value
    }

    /// The parts an adjoint pass works on: the plan, the amplitudes, room for a table of phases and
    /// for the threads.
    pub(in crate::sim) fn parts(
        &mut self,
    ) -> (&PassPlan, &mut [T], &mut FactorTables<T>, &Workspaces<T>) {
        (&self.plan, &mut self.data, &mut self.table, &self.pool)
    }

    pub(in crate::sim) fn plan(&self) -> &PassPlan {
        &self.plan
    }

    fn assert_fits(&self, diagonal: &Diagonal) {
        assert_eq!(self.n, diagonal.n(), "qubits of the state and of the cost");
        let shared = [self.shared.is_some(), diagonal.share().is_some()];
        assert_eq!(shared[0], shared[1], "ranks of the state and of the cost");
    }

    /// Σ f(weights, energies) over all blocks in a fixed order; energies are those of `cost`, or 0.
    fn sum(
        &self,
        cost: Option<&Diagonal>,
        f: impl Fn(&Lanes<f64>, &Lanes<f64>) -> f64 + Sync,
    ) -> f64 {
        let energies = cost.map(Diagonal::energies);
        self.sum_over_pieces(|place, piece, scratch| {
            let (stored, _) = piece.as_chunks::<REALS>();
            let (with, room) = (self.plan.instructions, &mut scratch.energies);
            let rebuilt = energies.map_or(&[][..], |e| e.rebuilt(place, stored.len(), with, room));
            let (rebuilt, _) = rebuilt.as_chunks::<LANES>();
            let of = |(j, stored): (usize, &[T; REALS])| {
                let energies =
                    energies.map_or([0.0; LANES], |e| e.block(place.block(j), rebuilt.get(j)));
                f(&AmplitudeBlock::load(stored).weights(), &energies)
            };
            stored.iter().enumerate().map(of).sum()
        })
    }

    fn sum_over_pieces(
        &self,
        f: impl Fn(BlockPlace, &[T], &mut Workspace<T>) -> f64 + Sync,
    ) -> f64 {
        let tile = self.plan.group(self.n, 0);
        let team = self.shared.as_ref().map(|shared| &**shared.team());
        read_tiles((&self.plan, team), tile, &self.data, &self.pool, f)
    }
}

/// Whether the next pass must not begin: on all ranks alike.
pub(in crate::sim) fn stops(team: Option<&Arc<Team>>, watched: &mut Passes<'_>) -> bool {
    match team {
        Some(team) => team.agree(|| watched.stop_here()),
        None => watched.stop_here(),
    }
}

/// Whether a run that makes a state made one: it has no value, unless the watch stopped it.
pub(in crate::sim) fn made(value: f64) -> ControlFlow<()> {
    if value.is_nan() {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// √(1/2ⁿ), the size of all amplitudes of |+⟩ⁿ.
fn size_of_plus(n: usize) -> f64 {
    let odd = if n % 2 == 1 { FRAC_1_SQRT_2 } else { 1.0 };
    odd * 0.5_f64.powi(n as i32 / 2)
}
