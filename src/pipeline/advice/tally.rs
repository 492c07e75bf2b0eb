//! Counts and minima over states, added up in any order with the same result.

use super::walk::GrayWalk;
use ketboard_qaoa::Cost;

/// The states that break a certain number of rules.
///
/// ```
/// use ketboard::puzzles::{RuleSet, Weights, reduce};
/// use ketboard::{Puzzle, advise};
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4\nqueens = ['r1c2']")?;
/// let reduction = reduce(&puzzle.model, RuleSet::None, None).expect("it has a solution");
/// let advice = advise(&puzzle.model, &reduction, &Weights::default())?;
/// let states: u64 = advice.all.iter().map(|broken| broken.states).sum();
/// assert_eq!(states, 1 << advice.qubits); // every state, by how many rules it breaks
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Broken {
    /// How many rules are broken.
    pub rules: usize,
    /// How many states break that many.
    pub states: u64,
    /// The lowest energy among them.
    pub lowest_energy: f64,
}

/// What a kind costs.
pub(super) struct Priced {
    /// λ.
    pub(super) weight: f64,
    /// Its unit penalties where all its rules hold.
    pub(super) held: f64,
    /// Its unit penalties at every state.
    pub(super) penalties: Cost,
}

/// States by the number of rules they break: [`Broken`] by position, with room for numbers that do
/// not occur.
#[derive(Clone, Default, Debug)]
pub(super) struct StatesByCount(Vec<(u64, f64)>);

impl StatesByCount {
    fn add(&mut self, rules: usize, states: u64, energy: f64) {
        if self.0.len() <= rules {
            self.0.resize(rules + 1, (0, f64::INFINITY));
        }
        let (count, lowest) = &mut self.0[rules];
        *count += states;
        *lowest = lowest.min(energy);
    }

    fn merge(&mut self, other: &Self) {
        for (rules, &(states, lowest)) in other.0.iter().enumerate() {
            self.add(rules, states, lowest);
        }
    }

    /// The numbers that occur, fewest broken rules first.
    pub(super) fn rows(&self) -> Vec<Broken> {
        let rows = self.0.iter().enumerate();
        rows.filter(|(_, (states, _))| *states > 0)
            .map(|(rules, &(states, lowest_energy))| Broken {
                rules,
                states,
                lowest_energy,
            })
            .collect()
    }
}

/// For every p that the unit penalties of a kind cost beyond what they must: the lowest energy
/// without them. Ascending.
pub(super) type Breaking = Vec<(f64, f64)>;

fn offer(breaking: &mut Breaking, excess: f64, rest: f64) {
    match breaking.binary_search_by(|(known, _)| known.total_cmp(&excess)) {
        Ok(at) => breaking[at].1 = breaking[at].1.min(rest),
        Err(at) => breaking.insert(at, (excess, rest)),
    }
}

/// What is known of one kind.
#[derive(Clone, Default, Debug)]
pub(super) struct OfKind {
    pub(super) counted: StatesByCount,
    /// Over the states that break any encoded rule.
    pub(super) breaking: Breaking,
}

/// What a set of states has to say.
#[derive(Clone, Debug)]
pub(super) struct StateTally {
    pub(super) all: StatesByCount,
    pub(super) kinds: Vec<OfKind>,
    pub(super) unencoded: StatesByCount,
}

impl StateTally {
    pub(super) fn new(kinds: usize) -> Self {
        Self {
            all: StatesByCount::default(),
            kinds: vec![OfKind::default(); kinds],
            unencoded: StatesByCount::default(),
        }
    }

    /// Adds the state `index`, where `at` stands.
    pub(super) fn add(
        &mut self,
        index: usize,
        at: &GrayWalk<'_>,
        energies: &Cost,
        priced: &[Priced],
    ) {
        let energy = energies.energy(index);
        let broken = at.broken().iter().sum();
        self.all.add(broken, 1, energy);
        for (of_kind, &broken) in self.kinds.iter_mut().zip(at.broken()) {
            of_kind.counted.add(broken, 1, energy);
        }
        if broken == 0 {
            self.unencoded.add(at.broken_unencoded(), 1, energy);
            return;
        }
        for (of_kind, priced) in self.kinds.iter_mut().zip(priced) {
            let excess = priced.penalties.energy(index) - priced.held;
            offer(
                &mut of_kind.breaking,
                excess,
                energy - priced.weight * excess,
            );
        }
    }

    pub(super) fn merged(mut self, other: Self) -> Self {
        self.all.merge(&other.all);
        self.unencoded.merge(&other.unencoded);
        for (mine, theirs) in self.kinds.iter_mut().zip(&other.kinds) {
            mine.counted.merge(&theirs.counted);
            for &(excess, rest) in &theirs.breaking {
                offer(&mut mine.breaking, excess, rest);
            }
        }
        self
    }
}
