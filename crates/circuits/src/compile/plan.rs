//! Meetings of coupled qubits in the order they are done: phases and swaps of one layer.

use super::lowered::LoweredLayer;
use super::routing_state::{Meeting, Places, RoutingState};
use crate::circuit::Chains;

/// Where the variables are at first, and who meets then.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RoutingPlan {
    /// Variable → qubit.
    pub(super) start: Vec<usize>,
    pub(super) meetings: Vec<(usize, usize, Meeting)>,
}

impl RoutingPlan {
    /// The same with qubit i of the plan on `line[i]`.
    pub(super) fn on(self, line: &[usize]) -> Self {
        let meetings = self.meetings.into_iter();
        Self {
            start: self.start.into_iter().map(|place| line[place]).collect(),
            meetings: meetings
                .map(|(a, b, meeting)| (line[a], line[b], meeting))
                .collect(),
        }
    }

    /// Two-qubit gates and depth on `qubits` qubits; where these are `plus` at first, one gate less
    /// for the first meeting of a qubit that still is |+⟩.
    pub(super) fn cost(&self, qubits: usize, plus: bool) -> (usize, usize) {
        let mut untouched = vec![plus; qubits];
        let mut chains = Chains::new(qubits);
        let mut gates = 0;
        for &(a, b, meeting) in &self.meetings {
            let duration = meeting.gates() - usize::from(untouched[a] || untouched[b]);
            gates += duration;
            chains.add(&[a, b], duration);
            (untouched[a], untouched[b]) = (false, false);
        }
        (gates, chains.longest())
    }

    /// Where the variables are in the end.
    pub(super) fn end(&self) -> Vec<usize> {
        let meetings = self.meetings.iter().flat_map(|&(a, b, _)| [a, b]);
        let last = self.start.iter().copied().chain(meetings).max();
        let mut places = Places::new(&self.start, last.map_or(0, |last| last + 1));
        for &(a, b, meeting) in &self.meetings {
            if meeting != Meeting::Phase {
                places.exchange(a, b);
            }
        }
        places.at
    }

    /// The same pairs in the opposite order, from where this one ends to where it began.
    pub(super) fn reversed(&self) -> Self {
        Self {
            start: self.end(),
            meetings: self.meetings.iter().rev().copied().collect(),
        }
    }

    pub(super) fn emit(&self, state: &mut RoutingState, layer: &LoweredLayer) {
        for &(a, b, meeting) in &self.meetings {
            state.meet(a, b, layer, meeting);
        }
    }
}
