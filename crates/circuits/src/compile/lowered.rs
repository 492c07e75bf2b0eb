//! A program as it is routed: one-qubit gates, CX, and phases. Before anything is placed, gates are
//! decomposed ([`Circuit::decomposed`]), S, T, P and Z become RZ and Y becomes RY up to a global
//! phase, and the phases on equal sets of variables are added up. Also: pairs on devices whose
//! qubits are all coupled, where nothing has to move, and leaving out gates that do nothing.

use super::route::Meeting;
use super::strategy::RoutingPlan;
use crate::circuit::{Circuit, Gate, Op, Program, disjoint_rounds};
use crate::error::Result;
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub(super) struct Lowered {
    pub(super) qubits: usize,
    pub(super) prepare: Vec<Gate>,
    /// Whether the preparation is one H on every qubit.
    pub(super) starts_in_plus: bool,
    pub(super) layers: Vec<LoweredLayer>,
}

#[derive(Clone, Debug)]
pub(super) struct LoweredLayer {
    /// The angle of each set of variables, ascending; none is 0.
    pub(super) phases: BTreeMap<Vec<usize>, f64>,
    pub(super) mixer: Vec<Gate>,
}

impl Lowered {
    pub(super) fn of(program: &Program) -> Result<Self> {
        program.check()?;
        let steps = |gates: &[Gate]| {
            let mut circuit = Circuit::new(program.qubits);
            circuit.extend(gates.iter().cloned());
            circuit.decomposed().elementary().gates().to_vec()
        };
        let prepare = steps(&program.prepare);
        let layers = program.layers.iter().map(|layer| LoweredLayer {
            phases: added_up(&layer.phases),
            mixer: steps(&layer.mixer),
        });
        let mut plus = vec![0; program.qubits];
        for gate in &prepare {
            match gate.op {
                Op::H => plus[gate.target()] += 1,
                _ => plus.fill(2),
            }
        }
        Ok(Self {
            qubits: program.qubits,
            starts_in_plus: plus.iter().all(|&count| count == 1),
            layers: layers.collect(),
            prepare,
        })
    }

    /// The pairs of all layers, each once, ascending.
    pub(super) fn pairs(&self) -> Vec<(usize, usize)> {
        let pairs = self.layers.iter().flat_map(LoweredLayer::pairs);
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }
}

impl LoweredLayer {
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.phases.keys().filter_map(|set| match set[..] {
            [a, b] => Some((a, b)),
            _ => None,
        })
    }

    /// The angle of a pair; none where this layer does not couple it.
    pub(super) fn angle(&self, a: usize, b: usize) -> Option<f64> {
        self.phases.get(&[a.min(b), a.max(b)][..]).copied()
    }
}

/// Each set once, ascending; those that add up to nothing are left out.
fn added_up(phases: &[(Vec<usize>, f64)]) -> BTreeMap<Vec<usize>, f64> {
    let mut sums: BTreeMap<Vec<usize>, f64> = BTreeMap::new();
    for (set, angle) in phases {
        let mut set = set.clone();
        set.sort_unstable();
        *sums.entry(set).or_default() += angle;
    }
    sums.retain(|_, angle| *angle != 0.0);
    sums
}

// Pairs on devices whose qubits are all coupled, where nothing has to move: in rounds of disjoint
// ones, or one after the other so that variables begin late.
//
// Where gates run side by side, few rounds are a short circuit. A chain of ions does one gate at a
// time, so that all orders take equally long; but a qubit that no gate has touched is |0⟩ and does
// not relax. The k-th variable to begin waits for the pairs among the k − 1 before it, so these
// should be many: the variable with the fewest pairs begins last, of the others that with the
// fewest among them begins before it, and so on. On the shipped boards the sum of these waits is
// at most 6 % below the largest possible one.

/// The plan that stays where it begins, in rounds of disjoint pairs.
pub(super) fn planned(start: &[usize], pairs: &[(usize, usize)]) -> RoutingPlan {
    let sets: Vec<[usize; 2]> = pairs.iter().map(|&(a, b)| [a, b]).collect();
    let views: Vec<&[usize]> = sets.iter().map(<[usize; 2]>::as_slice).collect();
    let rounds = disjoint_rounds(&views, start.len());
    staying(start, rounds.into_iter().flatten().map(|k| pairs[k]))
}

/// The plan that stays where it begins, in an order in which variables begin late.
pub(super) fn late(start: &[usize], pairs: &[(usize, usize)]) -> RoutingPlan {
    let order = late_order(start.len(), pairs);
    let mut begins = vec![0; start.len()];
    for (k, &variable) in order.iter().enumerate() {
        begins[variable] = k;
    }
    let mut pairs = pairs.to_vec();
    pairs.sort_by_key(|&(a, b)| {
        let (a, b) = (begins[a], begins[b]);
        (a.max(b), a.min(b))
    });
    staying(start, pairs.into_iter())
}

/// The variables in the order in which they begin.
fn late_order(n: usize, pairs: &[(usize, usize)]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..n).collect();
    let mut order = Vec::with_capacity(n);
    while !left.is_empty() {
        let is_left = |v: usize| left.binary_search(&v).is_ok();
        let open = |v: usize| {
            let of_it = pairs.iter().filter(|&&(a, b)| a == v || b == v);
            of_it.filter(|&&(a, b)| is_left(a) && is_left(b)).count()
        };
        let fewest = (0..left.len()).min_by_key(|&k| open(left[k]));
        order.push(left.remove(fewest.expect("some are left")));
    }
    order.reverse();
    order
}

fn staying(start: &[usize], pairs: impl Iterator<Item = (usize, usize)>) -> RoutingPlan {
    RoutingPlan {
        start: start.to_vec(),
        meetings: pairs
            .map(|(a, b)| (start[a], start[b], Meeting::Phase))
            .collect(),
    }
}

// Gates that do nothing are left out: CX that meets its equal, CX whose target still is |+⟩.
//
// X|+⟩ = |+⟩, so a CX on a qubit that has seen one H and nothing else is the identity, whatever
// its control.

/// The same circuit on |0…0⟩ with fewer gates.
pub(super) fn tidied(gates: Vec<Gate>, qubits: usize) -> Vec<Gate> {
    without_equals(without_idle(gates, qubits), qubits)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Zero,
    Plus,
    Other,
}

fn without_idle(gates: Vec<Gate>, qubits: usize) -> Vec<Gate> {
    let mut seen = vec![Seen::Zero; qubits];
    let mut kept = Vec::with_capacity(gates.len());
    for gate in gates {
        let cx = gate.both().filter(|_| gate.op == Op::X);
        if cx.is_some_and(|(a, b)| seen[b] == Seen::Plus || seen[a] == Seen::Zero) {
            continue;
        }
        let first_h = gate.op == Op::H && seen[gate.target()] == Seen::Zero;
        for &q in &gate.qubits {
            seen[q] = if first_h { Seen::Plus } else { Seen::Other };
        }
        kept.push(gate);
    }
    kept
}

/// Equal CX, one after the other on both of their qubits, cancel.
fn without_equals(gates: Vec<Gate>, qubits: usize) -> Vec<Gate> {
    let mut kept: Vec<Option<Gate>> = Vec::with_capacity(gates.len());
    let mut on: Vec<Vec<usize>> = vec![Vec::new(); qubits];
    for gate in gates {
        let before: Vec<Option<usize>> =
            gate.qubits.iter().map(|&q| on[q].last().copied()).collect();
        if let [Some(i), Some(j)] = before[..]
            && i == j
            && gate.op == Op::X
            && kept[i].as_ref() == Some(&gate)
        {
            kept[i] = None;
            for &q in &gate.qubits {
                on[q].pop();
            }
            continue;
        }
        gate.qubits.iter().for_each(|&q| on[q].push(kept.len()));
        kept.push(Some(gate));
    }
    kept.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::Circuit;
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    /// Σ over the variables in this order of the pairs among those before: how late they begin.
    fn waited(order: &[usize], pairs: &[(usize, usize)]) -> usize {
        let among = |k: usize| {
            let before = &order[..k];
            let both = |&&(a, b): &&(usize, usize)| before.contains(&a) && before.contains(&b);
            pairs.iter().filter(both).count()
        };
        (0..order.len()).map(among).sum()
    }

    /// The most of all orders, by what the set of those that have begun allows.
    fn most(n: usize, pairs: &[(usize, usize)]) -> usize {
        let mut best = vec![0; 1 << n];
        for set in 1..1_usize << n {
            let last = (0..n).filter(|v| set >> v & 1 == 1);
            let after = last.map(|v| {
                let before = set & !(1 << v);
                let both = |&&(a, b): &&(usize, usize)| before >> a & before >> b & 1 == 1;
                best[before] + pairs.iter().filter(both).count()
            });
            best[set] = after.max().unwrap_or(0);
        }
        best[(1 << n) - 1]
    }

    #[test]
    fn variables_begin_nearly_as_late_as_in_the_best_order_of_all() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for density in [0.2, 0.5, 0.9] {
            for n in [3, 6, 9] {
                let all = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
                let pairs: Vec<_> = all.filter(|_| rng.random_bool(density)).collect();
                let (found, best) = (waited(&late_order(n, &pairs), &pairs), most(n, &pairs));
                assert!(found <= best, "n = {n}: {found} of {best}");
                assert!(10 * found >= 8 * best, "n = {n}: {found} of {best}");
            }
        }
    }

    #[test]
    fn every_pair_meets_once_and_nothing_moves() {
        let pairs = [(0, 3), (1, 3), (0, 1), (2, 4)];
        let start = [7, 2, 5, 0, 1];
        for plan in [planned(&start, &pairs), late(&start, &pairs)] {
            let mut met: Vec<_> = plan.meetings.iter().map(|&(a, b, _)| (a, b)).collect();
            met.sort_unstable();
            assert_eq!(met, [(2, 0), (5, 1), (7, 0), (7, 2)]);
            assert_eq!(plan.end(), start);
        }
    }

    #[test]
    fn what_is_left_does_the_same_on_zero() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut left_out = 0;
        for _ in 0..200 {
            let n = 4;
            let mut gates: Vec<Gate> = (0..n)
                .filter(|_| rng.random_bool(0.7))
                .map(Gate::h)
                .collect();
            for _ in 0..12 {
                let a = rng.random_range(0..n);
                let b = (a + rng.random_range(1..n)) % n;
                match rng.random_range(0..6) {
                    0 => gates.push(Gate::rz(a, 0.3)),
                    1 => gates.push(Gate::h(a)),
                    2 => gates.extend([Gate::cx(a, b), Gate::cx(a, b)]),
                    _ => gates.push(Gate::cx(a, b)),
                }
            }
            let fewer = tidied(gates.clone(), n);
            left_out += gates.len() - fewer.len();
            let run = |gates: Vec<Gate>| {
                let mut circuit = Circuit::new(n);
                circuit.extend(gates);
                circuit.simulate().unwrap()
            };
            for (a, b) in run(gates).into_iter().zip(run(fewer)) {
                assert!((a - b).norm() < 1e-12);
            }
        }
        assert!(left_out > 400);
    }
}
