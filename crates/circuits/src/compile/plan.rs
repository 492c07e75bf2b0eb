//! Meetings of coupled qubits in the order they are done: phases and swaps of one layer.

use super::network::Network;
use super::program::LoweredLayer;
use super::routing_state::{Meeting, Places, RoutingState};

/// Where the variables are at first, and who meets then.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RoutingPlan {
    /// Variable → qubit.
    pub(super) start: Vec<usize>,
    pub(super) meetings: Vec<(usize, usize, Meeting)>,
}

impl RoutingPlan {
    /// A network, its places on the qubits of `line`.
    pub(super) fn on_line(network: &Network, line: &[usize]) -> Self {
        let mut start = vec![0; network.order.len()];
        for (place, &variable) in network.order.iter().enumerate() {
            start[variable] = line[place];
        }
        let meetings = network.meetings.iter();
        Self {
            start,
            meetings: meetings
                .map(|&(place, meeting)| (line[place], line[place + 1], meeting))
                .collect(),
        }
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
