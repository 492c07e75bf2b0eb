//! Pairs on devices whose qubits are all coupled, where nothing has to move: in rounds of disjoint
//! ones, or one after the other so that variables begin late.
//!
//! Where gates run side by side, few rounds are a short circuit. A chain of ions does one gate at a
//! time, so that all orders take equally long; but a qubit that no gate has touched is |0⟩ and does
//! not relax. The k-th variable to begin waits for the pairs among the k − 1 before it, so these
//! should be many: the variable with the fewest pairs begins last, of the others that with the
//! fewest among them begins before it, and so on. On the shipped boards the sum of these waits is
//! at most 6 % below the largest possible one.

use super::plan::RoutingPlan;
use super::routing_state::Meeting;
use crate::circuit::disjoint_rounds;

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

#[cfg(test)]
mod tests {
    use super::*;
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
}
