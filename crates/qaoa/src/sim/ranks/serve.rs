//! What rank 0 asks of the others, and what a rank does that is asked: it holds its shares of costs
//! and states by their names.

use super::team::Team;
use crate::sim::amplitudes::Amplitudes;
use crate::sim::circuit::{Circuit, Gates};
use crate::sim::diagonal::{CostData, Diagonal};
use crate::sim::memory;
use crate::sim::observable::Weight;
use crate::sim::real::Precision;
use crate::sim::space::Space;
use crate::sim::vector::Question;
use crate::sim::watch::Watch;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// A request of rank 0; costs and states by their names.
#[derive(Serialize, Deserialize, Debug)]
pub(in crate::sim) enum Request<'a> {
    /// Tell how much memory is free.
    Memory,
    /// Make a cost.
    Cost(CostData),
    /// Take memory for a state over the space of a cost, perhaps beside another.
    Room(u64, Precision, bool),
    /// Forget a cost or a state.
    Drop(u64),
    /// Run a circuit over a cost; its value alone may be asked for.
    Run([u64; 2], Gates<'a>, bool),
    /// Undo a circuit over a cost on a state and λ, which begins as Cψ, or as the state weighed by
    /// the energies of a cost, over a scale.
    Undo([u64; 3], Gates<'a>, Option<(u64, Weight, f64)>),
    /// Ask something of a state, perhaps by the energies of a cost.
    Ask(u64, Option<u64>, Question<'a>),
    /// The program has ended.
    End,
}

/// Why a rank cannot go on: its process ends then, and all with it.
const LOST: &str = "a rank could not make what rank 0 made: it may lack the memory";

/// Does what rank 0 asks for, until its program ends: this rank's part of it. What all ranks get as
/// an answer is rank 0's to use.
pub(super) fn serve(team: &Arc<Team>) {
    let mut costs: HashMap<u64, Diagonal> = HashMap::new();
    let mut states: HashMap<u64, Amplitudes> = HashMap::new();
    while let (threads, request) = team.next_request()
        && !matches!(request, Request::End)
    {
        let answer = || match request {
            Request::End => {}
            Request::Memory => {
                let _least = memory::free(team);
            }
            Request::Cost(data) => {
                let space = Space::new(data.dims());
                let cost = space.and_then(|space| Diagonal::of_space(space, data, Some(team)));
                costs.extend(cost.ok().map(|cost| (cost.name(), cost)));
            }
            Request::Room(of, precision, beside) => {
                let room =
                    Amplitudes::of_space(known(&costs, of).space(), precision, Some(team), beside);
                states.extend(room.ok().map(|room| (room.name(), room)));
            }
            Request::Drop(name) => drop((costs.remove(&name), states.remove(&name))),
            Request::Run([state, of], gates, value) => {
                let (cost, watch) = (known(&costs, of), Watch::NONE);
                let state = states.get_mut(&state).expect(LOST);
                state.run(&Circuit { cost, gates, watch }, value);
            }
            Request::Undo([state, image, of], gates, weighed) => {
                let mut image_of = states.remove(&image).expect(LOST);
                let weighed = weighed.as_ref();
                let weighed =
                    weighed.map(|(of, weight, scale)| (known(&costs, *of), weight, *scale));
                let (cost, watch) = (known(&costs, of), Watch::NONE);
                let state = states.get_mut(&state).expect(LOST);
                state.undo(&mut image_of, &Circuit { cost, gates, watch }, weighed);
                states.insert(image, image_of);
            }
            Request::Ask(state, of, question) => {
                let of = of.map(|of| known(&costs, of));
                known(&states, state).ask(question, of);
            }
        };
        team.crew(Some(threads)).run(answer);
    }
}

fn known<V>(shares: &HashMap<u64, V>, name: u64) -> &V {
    shares.get(&name).expect(LOST)
}

/// A share of a cost or a state, by its name; its end on rank 0 is the end of all shares.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) team: Arc<Team>,
    pub(in crate::sim) name: u64,
}

impl Shared {
    pub(in crate::sim) fn new(team: &Arc<Team>) -> Self {
        let (team, name) = (Arc::clone(team), team.next.fetch_add(1, Relaxed));
        Self { team, name }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        if self.team.rank() > 0 || std::thread::panicking() {
            return; // a program that panics ends all ranks
        }
        self.team.lead(&Request::Drop(self.name), || ());
    }
}
