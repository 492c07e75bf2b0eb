//! Values of a state that are not ⟨C⟩: any function f of the probabilities p_x of the basis states.
//!
//! > ∂f/∂θ = Σ_x ∂f/∂p_x · ∂p_x/∂θ = 2 Re⟨ψ|W|∂ψ/∂θ⟩,  W = diag(∂f/∂p_x)
//!
//! So the adjoint method serves f as it does ⟨C⟩, with λ = Wψ in the place of Cψ (`adjoint`), W
//! taken at the final state. W is a number for each level of the cost, or −1 at the marked states
//! and 0 elsewhere. It may be given divided by a scale, so that Wψ keeps to the range of f32.
//!
//! A cost of too many levels to be stored has as many as basis states here: 16 bytes for each of
//! them, and as many again where W is made of them.

use crate::sim::cost::diagonal::{Diagonal, EnergySource, LevelIndex};
use crate::sim::ranks::{Request, to_numbers, to_words};
use crate::sim::real::Real;
use crate::sim::vector::block::{LANES, REALS};
use crate::sim::vector::marks::Marks;
use crate::sim::vector::observe::ApplyCost;
use crate::sim::vector::state::QubitState;
use crate::sim::walk::sweep::{ArrayUse, sweep};
use crate::tasks::each;

/// A value, and its derivatives by the probabilities of the basis states.
#[derive(Clone, Debug)]
pub(crate) struct DiagonalObservable<'a> {
    /// The value f of the final state.
    pub value: f64,
    /// The number that the weights are to be multiplied by.
    pub scale: f64,
    /// The derivatives ∂f/∂p_x of the final state, divided by the scale.
    pub weights: ObservableWeights<'a>,
}

/// How such a value is measured: by the levels of an observable of type `C`, on a state of type
/// `S`.
pub(crate) struct Weigh<'f, 'w, C, S> {
    /// Whose levels [`ObservableWeights::Levels`] belong to.
    pub observable: &'f C,
    /// The value and the weights of the final state; asked once.
    pub of_state: &'f mut dyn FnMut(&S) -> DiagonalObservable<'w>,
}

/// A number for each basis state.
#[derive(Clone, Debug)]
pub(crate) enum ObservableWeights<'a> {
    /// In the order of `QubitState::levels`.
    Levels(Vec<f64>),
    /// −1 for the marked states, 0 for all others.
    Marked(&'a Marks),
}

impl ObservableWeights<'_> {
    /// What ranks are asked that λ = Wψ be made of a state, its image and a cost of these names:
    /// weights of all states are dealt out, those of levels and the marks are told.
    pub(in crate::sim) fn asked(
        &self,
        [state, image, cost]: [u64; 3],
        by_state: bool,
    ) -> (Request, Vec<u64>) {
        match self {
            Self::Levels(_) if by_state => {
                (Request::WeighStates { state, image, cost }, Vec::new())
            }
            Self::Levels(weights) => (
                Request::WeighLevels { state, image, cost },
                to_words(weights),
            ),
            Self::Marked(marks) => (
                Request::WeighMarked { state, image, cost },
                marks.iter().collect(),
            ),
        }
    }
}

/// Parts that a state is walked in at most, whatever the number of threads.
const PARTS: usize = 64;

impl<T: Real> QubitState<T> {
    /// (energy, probability) of each level of the cost; of each basis state where the cost has more
    /// than 65536 levels.
    ///
    /// Some levels may belong to no state.
    ///
    /// # Panics
    /// If the cost is over another number of qubits.
    pub(crate) fn levels(&self, cost: &Diagonal) -> Vec<(f64, f64)> {
        assert_eq!(self.n(), cost.n(), "qubits of the state and of the cost");
        if matches!(cost.index(), LevelIndex::Absent) {
            let energies = cost.energies_of_states();
            return energies.into_iter().zip(self.probabilities()).collect();
        }
        let name = cost.name();
        let sums = self.lead(
            |state| Request::ByLevel { state, cost: name },
            Vec::new,
            || self.sums_of_levels(cost),
        );
        cost.entries().iter().copied().zip(sums).collect()
    }

    /// Σ|φ_x|² over the states of each level.
    pub(in crate::sim) fn sums_of_levels(&self, cost: &Diagonal) -> Vec<f64> {
        let levels = cost.entries().len();
        match cost.index() {
            LevelIndex::Bytes(index) => self.by_level(index, levels),
            LevelIndex::Words(index) => self.by_level(index, levels),
            LevelIndex::Absent => Vec::new(),
        }
    }

    fn by_level<N: Copy + Into<u64> + Sync>(
        &self,
        index: &[[N; LANES]],
        levels: usize,
    ) -> Vec<f64> {
        let (blocks, _) = self.numbers().as_chunks::<REALS>();
        let ranks = self.team().map_or(1, |team| team.size());
        let len = (blocks.len() * ranks).div_ceil(PARTS).max(1 << 10);
        let part = |(blocks, index): (&[[T; REALS]], &[[N; LANES]])| {
            let mut sums = vec![0.0; levels];
            for (block, numbers) in blocks.iter().zip(index) {
                for (l, number) in numbers.iter().enumerate() {
                    let (re, im) = (block[l].wide(), block[l + LANES].wide());
                    sums[(*number).into() as usize] += re * re + im * im;
                }
            }
            sums
        };
        if blocks.len() * ranks <= len {
            return part((blocks, index));
        }
        let mut parts: Vec<Vec<f64>> = each(blocks.chunks(len).zip(index.chunks(len)), part);
        if let Some(team) = self.team() {
            let all = team.join(&to_words(parts.iter().flatten()));
            parts = all.chunks(levels).map(to_numbers).collect();
        }
        let mut sums = vec![0.0; levels];
        for part in parts {
            sums.iter_mut().zip(part).for_each(|(sum, p)| *sum += p);
        }
        sums
    }
}

/// λ = Wψ.
pub(in crate::sim) fn apply_weights<T: Real>(
    state: &mut QubitState<T>,
    image: &mut QubitState<T>,
    cost: &Diagonal,
    weights: &ObservableWeights<'_>,
) {
    let Some(team) = state.team().cloned() else {
        return apply_here(state, image, cost, weights);
    };
    let by_state = matches!(cost.index(), LevelIndex::Absent);
    let names = [state.name(), image.name(), cost.name()];
    let (request, list) = weights.asked(names, by_state);
    team.lead(
        request,
        || list,
        || match weights {
            ObservableWeights::Levels(weights) if by_state => {
                apply_dealt(state, image, cost, &to_words(weights));
            }
            ObservableWeights::Levels(_) | ObservableWeights::Marked(_) => {
                apply_here(state, image, cost, weights)
            }
        },
    );
}

/// The same with a weight for each state, of which rank 0 has all, and deals them out.
pub(in crate::sim) fn apply_dealt<T: Real>(
    state: &mut QubitState<T>,
    image: &mut QubitState<T>,
    cost: &Diagonal,
    weights: &[u64],
) {
    let each = state.states_here();
    let own = state.team().map(|team| team.deal(weights, each));
    let weights = ObservableWeights::Levels(to_numbers(&own.unwrap_or_default()));
    apply_here(state, image, cost, &weights);
}

/// The same of the amplitudes at hand; where there is a weight for each state, of those.
pub(in crate::sim) fn apply_here<T: Real>(
    state: &mut QubitState<T>,
    image: &mut QubitState<T>,
    cost: &Diagonal,
    weights: &ObservableWeights<'_>,
) {
    let first = state.first_state();
    let rebuilt = EnergySource::Rebuilt(cost.terms());
    match (weights, cost.index()) {
        (ObservableWeights::Levels(weights), LevelIndex::Bytes(index)) => {
            T::apply(state, image, EnergySource::Bytes(index, weights), None)
        }
        (ObservableWeights::Levels(weights), LevelIndex::Words(index)) => {
            T::apply(state, image, EnergySource::Words(index, weights), None)
        }
        (ObservableWeights::Levels(weights), LevelIndex::Absent) => {
            // fewer than four qubits leave lanes that are no basis states
            let weight = |x: usize| weights.get(x - first).copied().unwrap_or(0.0);
            T::apply(state, image, rebuilt, Some(&weight))
        }
        (ObservableWeights::Marked(marks), _) => {
            let weight = |x: usize| if marks.contains(x) { -1.0 } else { 0.0 };
            T::apply(state, image, rebuilt, Some(&weight))
        }
    };
}

/// λ = Eψ, E from the energies or, where it is given, from a function of the basis state; returns Σ
/// E|ψ|².
pub(in crate::sim) fn apply<T: Real>(
    state: &mut QubitState<T>,
    image: &mut QubitState<T>,
    energies: EnergySource<'_>,
    by_state: Option<&(dyn Fn(usize) -> f64 + Sync)>,
) -> f64 {
    let n = state.n();
    let team = state.team().cloned();
    let (plan, data, _, pool) = state.parts();
    let arrays = [data, image.parts().1];
    let keep = ArrayUse {
        read: [true, false],
        write: true,
        sums: true,
    };
    let sums = sweep(
        (plan, team.as_deref()),
        plan.group(n, 0),
        arrays,
        keep,
        pool,
        |place, [state, image], scratch, sums| {
            let blocks = state.len() / REALS;
            let room = &mut scratch.energies;
            let rebuilt = if let Some(weight) = by_state {
                let first = place.block_in_state(0) * LANES;
                let states = first..first + blocks * LANES;
                room.clear();
                room.extend(states.map(weight));
                &*room
            } else {
                energies.rebuilt(place, blocks, plan.instructions, room)
            };
            sums.value += plan.instructions.run(ApplyCost {
                place,
                first: 0,
                state,
                image,
                energies,
                rebuilt,
            });
        },
    );
    sums.value
}
