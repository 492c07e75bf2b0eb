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

/// A request of rank 0; costs and states by their names.
#[derive(Serialize, Deserialize, Debug)]
pub(in crate::sim) enum Request<'a> {
    /// Work on so many threads.
    Threads(usize),
    /// Tell how much memory is free.
    Memory,
    /// Make a cost.
    Cost(u64, CostData),
    /// Take memory for a state over the space of a cost, perhaps beside another.
    Room(u64, u64, Precision, bool),
    /// Make a state as another is.
    Copy(u64, u64),
    /// Forget a cost or a state.
    Drop(u64),
    /// Run a circuit over a cost; its value alone may be asked for.
    Run(u64, u64, Gates<'a>, bool),
    /// Undo a circuit over a cost on a state and an image, which may begin as Cψ.
    Undo([u64; 2], u64, Gates<'a>, bool),
    /// Weigh a state by the energies of a cost; an image takes it.
    Weigh([u64; 2], u64, Weight, f64),
    /// Ask something of a state, perhaps by the energies of a cost.
    Ask(u64, Option<u64>, Question<'a>),
    /// List the probabilities of a state.
    Probabilities(u64),
    /// The program has ended.
    End,
}

/// Why a rank cannot go on; the process that it is of ends then, and all with it.
const LOST: &str = "rank 0 asks for what it had made";
const MEMORY: &str = "memory that was free when rank 0 asked";

/// Does what rank 0 asks for, until its program ends.
pub(super) fn serve(team: &Arc<Team>) {
    let mut shares = Shares::default();
    loop {
        match team.next_request() {
            Request::End => return,
            Request::Threads(threads) => team.take_crew(threads),
            request => team.with_crew(|| shares.answer(team, request)),
        }
    }
}

/// The shares of a rank.
#[derive(Default)]
struct Shares {
    costs: HashMap<u64, Diagonal>,
    states: HashMap<u64, Amplitudes>,
}

impl Shares {
    fn answer(&mut self, team: &Arc<Team>, request: Request<'_>) {
        match request {
            Request::Threads(_) | Request::End => {}
            Request::Memory => {
                let _least = memory::free(team);
            }
            Request::Cost(name, data) => {
                let shared = Some(Shared::new(team, Some(name)));
                let dims = data.dims();
                let cost =
                    Space::new(dims).and_then(|space| Diagonal::of_space(space, data, shared));
                self.costs.insert(name, cost.expect(MEMORY));
            }
            Request::Room(name, cost, precision, beside) => {
                let shared = Some(Shared::new(team, Some(name)));
                let space = self.costs.get(&cost).expect(LOST).space();
                let room = Amplitudes::of_space(space, precision, shared, beside);
                self.states.insert(name, room.expect(MEMORY));
            }
            Request::Copy(name, of) => {
                let copy = self.states.get(&of).expect(LOST).clone();
                self.states.insert(name, copy);
            }
            Request::Drop(name) => {
                let _own_part = (self.costs.remove(&name), self.states.remove(&name));
            }
            Request::Run(state, cost, gates, value) => {
                let circuit = circuit(&self.costs, cost, gates);
                let state = self.states.get_mut(&state).expect(LOST);
                let _own_part = state.run(&circuit, value);
            }
            Request::Undo([state, image], cost, gates, of_cost) => {
                let circuit = circuit(&self.costs, cost, gates);
                let mut image_of = self.states.remove(&image).expect(LOST);
                let state = self.states.get_mut(&state).expect(LOST);
                let _own_part = state.undo(&mut image_of, &circuit, of_cost);
                self.states.insert(image, image_of);
            }
            Request::Weigh([state, image], cost, weight, scale) => {
                let mut image_of = self.states.remove(&image).expect(LOST);
                let (state, cost) = (self.states.get_mut(&state), self.costs.get(&cost));
                state
                    .expect(LOST)
                    .weigh(&mut image_of, cost.expect(LOST), (&weight, scale));
                self.states.insert(image, image_of);
            }
            Request::Ask(state, cost, question) => {
                let state = self.states.get(&state).expect(LOST);
                let cost = cost.map(|name| self.costs.get(&name).expect(LOST));
                let _own_part = state.ask(question, cost);
            }
            Request::Probabilities(state) => {
                let _own_part = self.states.get(&state).expect(LOST).probabilities();
            }
        }
    }
}

/// A circuit that rank 0 has told of.
fn circuit<'a>(costs: &'a HashMap<u64, Diagonal>, cost: u64, gates: Gates<'a>) -> Circuit<'a> {
    Circuit {
        cost: costs.get(&cost).expect(LOST),
        gates,
        watch: Watch::NONE,
    }
}

/// The team that shares a cost or a state, and its name there. On rank 0 the end of this value is
/// the end of all shares.
#[derive(Debug)]
pub(crate) struct Shared {
    team: Arc<Team>,
    name: u64,
}

impl Shared {
    /// A new name, on rank 0; on others the one that rank 0 gave.
    pub(in crate::sim) fn new(team: &Arc<Team>, given: Option<u64>) -> Self {
        Self {
            team: Arc::clone(team),
            name: given.unwrap_or_else(|| team.name()),
        }
    }

    pub(crate) fn team(&self) -> &Arc<Team> {
        &self.team
    }

    pub(in crate::sim) fn name(&self) -> u64 {
        self.name
    }
}

impl Clone for Shared {
    /// The name of a copy, which all ranks make of their shares.
    fn clone(&self) -> Self {
        let copy = Self::new(&self.team, (self.team.rank() > 0).then_some(self.name));
        self.team.lead(&Request::Copy(copy.name, self.name), || ());
        copy
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
