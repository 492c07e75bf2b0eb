//! Pairs in rounds of disjoint ones, for devices whose qubits are all coupled: nothing has to move.

use super::board::Meeting;
use super::plan::Plan;
use crate::circuit::disjoint_rounds;

/// The plan that stays where it begins.
pub(super) fn planned(start: &[usize], pairs: &[(usize, usize)]) -> Plan {
    let sets: Vec<[usize; 2]> = pairs.iter().map(|&(a, b)| [a, b]).collect();
    let views: Vec<&[usize]> = sets.iter().map(<[usize; 2]>::as_slice).collect();
    let rounds = disjoint_rounds(&views, start.len());
    let ordered = rounds.into_iter().flatten().map(|k| pairs[k]);
    Plan {
        start: start.to_vec(),
        meetings: ordered
            .map(|(a, b)| (start[a], start[b], Meeting::Phase))
            .collect(),
    }
}
