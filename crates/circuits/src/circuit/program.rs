//! An ansatz of layers: preparation, then commuting phases and a mixer for each layer; QAOA, and
//! any of them written as gates in rounds of terms that share no qubit.
//!
//! With C = const + Σ c_S Π_{i∈S} z_i (|S| = 1: fields h, |S| = 2: couplings J), a layer is, up to
//! the phase e^{-iγ·const} (Farhi, Goldstone & Gutmann, arXiv 1411.4028, eq. 3 and 5),
//!
//! > e^{-iγC} = Π_S e^{-iγ c_S Z_S}, each an RZ(2γ c_S) between two ladders of CX,
//! > e^{-iβΣX} = Π_k RX_k(2β)

use super::{Circuit, Gate};
use crate::error::{Error, Result, finite_angle};
use ketboard_qaoa::Angles;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// An ansatz: `prepare` on |0…0⟩, then the layers. All gates and phases name variables 0 … `qubits`
/// − 1.
///
/// ```
/// use ketboard_circuits::{CompileSettings, Device, Program, compile};
/// use ketboard_qaoa::Angles;
///
/// let angles = Angles { gammas: vec![0.3], betas: vec![-0.5] };
/// let program = Program::qaoa(&[(vec![0, 1], 0.5), (vec![0, 2], 0.5)], 3, &angles);
/// let compiled = compile(&program, &Device::named("line-3")?, &CompileSettings::default(), None)?;
/// assert_eq!(compiled.placement.len(), 3);
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    /// Number of variables.
    pub qubits: usize,
    /// The gates before the first layer, any number of controls.
    pub prepare: Vec<Gate>,
    /// The layers, first one first.
    pub layers: Vec<ProgramLayer>,
}

/// Phases, which commute and may be done in any order, then gates.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ProgramLayer {
    /// (S, angle): e^{-i(angle/2) Z_S}, Z_S the product of Z over the variables in S.
    pub phases: Vec<(Vec<usize>, f64)>,
    /// The mixer, in this order, any number of controls.
    pub mixer: Vec<Gate>,
}

impl Program {
    /// The ansatz with this preparation and the mixer at each β. `terms` are the Ising terms of C
    /// (ascending qubits, coefficient of the product of their z); its constant is skipped.
    pub fn new(
        terms: &[(Vec<usize>, f64)],
        prepare: Vec<Gate>,
        mixer: impl Fn(f64) -> Vec<Gate>,
        (qubits, angles): (usize, &Angles),
    ) -> Self {
        let layer = |(gamma, beta)| ProgramLayer {
            phases: ProgramLayer::cost_phases(terms, gamma),
            mixer: mixer(beta),
        };
        Self {
            qubits,
            prepare,
            layers: angles.layers().map(layer).collect(),
        }
    }

    /// The standard ansatz: |+⟩ⁿ, then e^{-iγC} and RX(2β) on every qubit.
    pub fn qaoa(terms: &[(Vec<usize>, f64)], n: usize, angles: &Angles) -> Self {
        let prepare = (0..n).map(Gate::h).collect();
        let mixer = |beta: f64| (0..n).map(|q| Gate::rx(q, 2.0 * beta)).collect();
        Self::new(terms, prepare, mixer, (n, angles))
    }

    /// The program gate by gate on qubits that are all coupled, the phases of a layer by degree,
    /// and within a degree in rounds of disjoint sets: what every compiled circuit must equal.
    /// Fails if a gate or phase names a qubit twice or one that there is not, an angle is not
    /// finite, or there are no qubits.
    pub fn circuit(&self) -> Result<Circuit> {
        self.check()?;
        Ok(self.written())
    }

    /// [`Self::circuit`] of a program whose gates and phases are known to be on its qubits,
    /// whatever the angles; panics if one is not.
    pub fn written(&self) -> Circuit {
        let mut circuit = Circuit::new(self.qubits);
        circuit.extend(self.prepare.iter().cloned());
        for layer in &self.layers {
            for (set, angle) in in_rounds(&layer.phases, self.qubits) {
                circuit.extend(parity_rotation(set, *angle));
            }
            circuit.extend(layer.mixer.iter().cloned());
        }
        circuit
    }

    pub(crate) fn check(&self) -> Result<()> {
        let wrong = |found: String, remedy: &str| Err(Error::argument("program", found, remedy));
        if self.qubits == 0 {
            return wrong(
                "0 qubits".into(),
                "the reduction alone decided every cell; reduce less to leave some qubits",
            );
        }
        let gates = self.layers.iter().flat_map(|layer| &layer.mixer);
        let gates = self.prepare.iter().chain(gates);
        let gates = gates.map(|gate| (&gate.qubits, gate.op.angles()));
        let phases = self.layers.iter().flat_map(|layer| &layer.phases);
        let phases = phases.map(|(set, angle)| (set, vec![*angle]));
        for (on, angles) in gates.chain(phases) {
            let distinct = on.iter().enumerate().all(|(i, q)| !on[..i].contains(q));
            if !distinct || on.iter().any(|&q| q >= self.qubits) {
                let found = format!("a gate or phase on {on:?} of {} qubits", self.qubits);
                return wrong(found, "it acts on different qubits that there are");
            }
            for angle in angles {
                finite_angle(angle)?;
            }
        }
        Ok(())
    }
}

impl Circuit {
    /// The QAOA circuit |γ, β⟩ = Π_{k=p..1} e^{-iβ_k ΣX} e^{-iγ_k C} |+⟩ⁿ on `n` qubits. `terms`
    /// are the Ising terms (ascending qubits, coefficient of the product of their z); the empty
    /// term, the constant of C, is skipped. Panics if a term names a qubit twice, or one that is
    /// not below `n`.
    pub fn qaoa(terms: &[(Vec<usize>, f64)], n: usize, angles: &Angles) -> Self {
        Program::qaoa(terms, n, angles).written()
    }
}

impl ProgramLayer {
    /// e^{-iγC} but for its constant, as (qubits S, angle 2γc) of e^{-i(angle/2) Z_S}.
    pub fn cost_phases(terms: &[(Vec<usize>, f64)], gamma: f64) -> Vec<(Vec<usize>, f64)> {
        let terms = terms.iter().filter(|(set, c)| !set.is_empty() && *c != 0.0);
        let phase = |(set, c): &(Vec<usize>, f64)| (set.clone(), 2.0 * gamma * c);
        terms.map(phase).collect()
    }
}

/// e^{-i(angle/2) Z_S} as gates: the parity of the set S is carried to its last qubit, rotated
/// there, and carried back.
pub(crate) fn parity_rotation(set: &[usize], angle: f64) -> Vec<Gate> {
    let Some(&last) = set.last() else {
        return Vec::new();
    };
    let ladder = set.windows(2).map(|pair| Gate::cx(pair[0], pair[1]));
    let turn = std::iter::once(Gate::rz(last, angle));
    ladder.clone().chain(turn).chain(ladder.rev()).collect()
}

fn in_rounds(phases: &[(Vec<usize>, f64)], n: usize) -> Vec<&(Vec<usize>, f64)> {
    let mut by_degree: BTreeMap<usize, Vec<&(Vec<usize>, f64)>> = BTreeMap::new();
    for phase in phases {
        by_degree.entry(phase.0.len()).or_default().push(phase);
    }
    let mut ordered = Vec::new();
    for group in by_degree.values() {
        let sets: Vec<&[usize]> = group.iter().map(|(set, _)| set.as_slice()).collect();
        let rounds = disjoint_rounds(&sets, n);
        ordered.extend(rounds.into_iter().flatten().map(|i| group[i]));
    }
    ordered
}

// Rounds of terms that share no qubit: two schedules, of which the shorter is taken.
//
// Busiest first: round by round, the terms on the qubits with most terms still to come are taken
// greedily. Good for sparse problems. Tournament: the pair (i, j) plays in round i + j modulo n (n
// odd; one qubit sits out), the circle method of round-robin tournaments. Best possible for
// complete graphs: n − 1 rounds for n even, n for n odd. No bound below that is promised (Vizing's
// is the largest degree + 1).

/// More sets of three and more elements stay in their order: sorting takes the square of their
/// number.
const MANY: usize = 2048;

/// Indices of `sets` in rounds: every set once, those of one round disjoint.
pub(crate) fn disjoint_rounds(sets: &[&[usize]], n: usize) -> Vec<Vec<usize>> {
    if sets.len() > MANY && sets.iter().any(|set| set.len() > 2) {
        return (0..sets.len()).map(|i| vec![i]).collect();
    }
    let greedy = busiest_first(sets, n);
    match tournament(sets, n) {
        Some(rounds) if rounds.len() < greedy.len() => rounds,
        Some(_) | None => greedy,
    }
}

fn busiest_first(sets: &[&[usize]], n: usize) -> Vec<Vec<usize>> {
    let mut waiting: Vec<usize> = (0..sets.len()).collect();
    let mut rounds = Vec::new();
    while !waiting.is_empty() {
        let mut load = vec![0_usize; n];
        for &q in waiting.iter().flat_map(|&i| sets[i]) {
            load[q] += 1;
        }
        let urgency = |i: usize| {
            let mut loads: Vec<usize> = sets[i].iter().map(|&q| load[q]).collect();
            loads.sort_unstable_by_key(|&l| Reverse(l));
            loads
        };
        waiting.sort_by_cached_key(|&i| (Reverse(urgency(i)), i));
        let mut taken = vec![false; n];
        let (round, later): (Vec<usize>, Vec<usize>) = waiting.into_iter().partition(|&i| {
            let free = sets[i].iter().all(|&q| !taken[q]);
            if free {
                sets[i].iter().for_each(|&q| taken[q] = true);
            }
            free
        });
        rounds.push(round);
        waiting = later;
    }
    rounds
}

/// The circle method; `None` unless all sets are pairs, none of them twice.
fn tournament(sets: &[&[usize]], n: usize) -> Option<Vec<Vec<usize>>> {
    let circle = if n.is_multiple_of(2) {
        n.checked_sub(1)?
    } else {
        n
    };
    let mut rounds: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut met = BTreeSet::new();
    for (index, set) in sets.iter().enumerate() {
        let &[i, j] = *set else { return None };
        let (low, high) = (i.min(j), i.max(j));
        if !met.insert((low, high)) {
            return None;
        }
        // for n even the last qubit is paired with the i that has no partner: i + i ≡ round
        let round = if high == circle { 2 * low } else { low + high };
        rounds.entry(round % circle).or_default().push(index);
    }
    Some(rounds.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    fn complete_graph(n: usize) -> Vec<(Vec<usize>, f64)> {
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| vec![i, j]));
        pairs.map(|pair| (pair, 0.5)).collect()
    }

    #[test]
    fn a_layer_costs_two_cx_for_each_coupling() {
        let mut terms = complete_graph(5);
        terms.push((vec![], 7.0));
        terms.push((vec![2], 0.25));
        terms.push((vec![0, 1, 2], 1.0));
        let angles = Angles::from_flat(&[0.1, 0.2, 0.3, 0.4]);
        let circuit = Circuit::qaoa(&terms, 5, &angles);
        let expected = [
            ("cx", 2 * (2 * 10 + 4)),
            ("h", 5),
            ("rx", 2 * 5),
            ("rz", 2 * 12),
        ];
        let expected = expected.map(|(name, count)| (name.to_owned(), count));
        assert_eq!(circuit.gate_counts(), BTreeMap::from(expected));
        assert_eq!(circuit.two_qubit_gates(), 48);
    }

    #[test]
    fn the_couplings_of_a_complete_graph_are_done_in_parallel() {
        let angles = Angles::from_flat(&[0.1, 0.2]);
        for n in [2, 4, 6, 8, 12] {
            let circuit = Circuit::qaoa(&complete_graph(n), n, &angles);
            // H, then n − 1 rounds of cx rz cx, then RX
            assert_eq!(circuit.depth(), 1 + 3 * (n - 1) + 1, "n = {n}");
            assert_eq!(circuit.two_qubit_depth(), 2 * (n - 1), "n = {n}");
        }
    }

    fn random_graph(n: usize, seed: u64) -> Vec<Vec<usize>> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| vec![i, j]));
        pairs.filter(|_| rng.next_u32().is_multiple_of(2)).collect()
    }

    #[test]
    fn every_set_stands_in_one_round_and_a_round_is_disjoint() {
        let triples =
            (0..26).flat_map(|i| (0..i).flat_map(move |j| (0..j).map(move |k| vec![k, j, i])));
        let graphs = (0..50).map(|seed| random_graph(9, seed));
        for (seed, sets) in graphs.chain([triples.collect()]).enumerate() {
            let views: Vec<&[usize]> = sets.iter().map(Vec::as_slice).collect();
            let rounds = disjoint_rounds(&views, 26);
            let mut seen: Vec<usize> = rounds.iter().flatten().copied().collect();
            seen.sort_unstable();
            assert_eq!(seen, (0..sets.len()).collect::<Vec<_>>());
            for round in rounds {
                let mut used: Vec<usize> = round.iter().flat_map(|&i| sets[i].clone()).collect();
                used.sort_unstable();
                let all = used.len();
                used.dedup();
                assert_eq!(used.len(), all, "seed {seed}: {round:?}");
            }
        }
    }

    #[test]
    fn rounds_of_pairs_stay_near_the_largest_degree() {
        for seed in 0..50 {
            let sets = random_graph(16, seed);
            let views: Vec<&[usize]> = sets.iter().map(Vec::as_slice).collect();
            let degree = |q: usize| sets.iter().filter(|set| set.contains(&q)).count();
            let largest = (0..16).map(degree).max().unwrap();
            let rounds = disjoint_rounds(&views, 16).len();
            assert!(rounds <= largest + 2, "seed {seed}: {rounds}, {largest}");
        }
    }

    #[test]
    fn a_complete_graph_takes_the_fewest_rounds_there_can_be() {
        for n in 2..=13_usize {
            let sets: Vec<Vec<usize>> = (0..n)
                .flat_map(|i| (i + 1..n).map(move |j| vec![i, j]))
                .collect();
            let views: Vec<&[usize]> = sets.iter().map(Vec::as_slice).collect();
            let rounds = disjoint_rounds(&views, n);
            assert_eq!(
                rounds.len(),
                n - usize::from(n.is_multiple_of(2)),
                "n = {n}"
            );
            for round in rounds {
                let used: Vec<usize> = round.iter().flat_map(|&i| sets[i].clone()).collect();
                let distinct: BTreeSet<_> = used.iter().collect();
                assert_eq!(distinct.len(), used.len(), "n = {n}");
            }
        }
    }
}
