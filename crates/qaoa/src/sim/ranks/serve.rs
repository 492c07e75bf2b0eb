//! What rank 0 asks of the others, and what a rank does that is asked: it holds its shares of costs
//! and states by their names.

use super::team::Team;
use crate::error::Result;
use crate::sim::amplitudes::Amplitudes;
use crate::sim::circuit::{Circuit, ImageStart, LayerPhases};
use crate::sim::diagonal::{CostData, Diagonal};
use crate::sim::memory;
use crate::sim::mixing::Mixing;
use crate::sim::observable::Weight;
use crate::sim::real::Precision;
use crate::sim::space::Space;
use crate::sim::terms::TermList;
use crate::sim::watch::Watch;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;

/// A request of rank 0.
#[derive(Serialize, Deserialize, Debug)]
pub(in crate::sim) enum Request {
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
    /// Run a circuit; its value alone may be asked for.
    Run(u64, CircuitData, bool),
    /// Undo a circuit on a state and an image.
    Undo([u64; 2], CircuitData, ImageStart),
    /// Weigh a state by the energies of a cost; an image takes it.
    Weigh([u64; 2], u64, Weight, f64),
    /// Ask something of a state.
    Ask(u64, Question),
    /// The program has ended.
    End,
}

/// What is asked of a state; costs by their names.
#[derive(Serialize, Deserialize, Debug)]
pub(in crate::sim) enum Question {
    Norm,
    /// ⟨C⟩, or the probability of the states up to an energy.
    Expectation(u64, Option<f64>),
    Levels(u64),
    Measured(Vec<f64>),
    Likeliest(usize),
    Parts(Vec<u64>),
    Probabilities,
    Amplitudes,
}

/// A circuit, its cost by its name.
#[derive(Serialize, Deserialize, Debug)]
pub(in crate::sim) struct CircuitData {
    cost: u64,
    mixing: Mixing,
    gammas: Vec<f64>,
    /// The polynomial of each layer, where it is not the cost.
    polynomials: Option<Vec<TermList>>,
    betas: Vec<f64>,
}

impl CircuitData {
    pub(in crate::sim) fn of(circuit: &Circuit<'_>) -> Self {
        let (gammas, polynomials) = match circuit.phases {
            LayerPhases::Cost(gammas) => (gammas.to_vec(), None),
            LayerPhases::Polynomials(of) => (Vec::new(), Some(of.to_vec())),
        };
        Self {
            cost: circuit.cost.shared().map_or(0, Shared::name),
            mixing: circuit.mixing.clone(),
            gammas,
            polynomials,
            betas: circuit.betas.to_vec(),
        }
    }

    /// Calls `run` with the circuit.
    fn with<R>(&self, costs: &HashMap<u64, Diagonal>, run: impl FnOnce(&Circuit<'_>) -> R) -> R {
        run(&Circuit {
            cost: costs.get(&self.cost).expect(LOST),
            mixing: &self.mixing,
            phases: match &self.polynomials {
                Some(polynomials) => LayerPhases::Polynomials(polynomials),
                None => LayerPhases::Cost(&self.gammas),
            },
            betas: &self.betas,
            watch: Watch::NONE,
        })
    }
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
    fn answer(&mut self, team: &Arc<Team>, request: Request) {
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
            Request::Run(state, circuit, value) => {
                let state = self.states.get_mut(&state).expect(LOST);
                circuit.with(&self.costs, |circuit| state.run(circuit, value));
            }
            Request::Undo([state, image], circuit, begin) => {
                let mut image_of = self.states.remove(&image).expect(LOST);
                let state = self.states.get_mut(&state).expect(LOST);
                circuit.with(&self.costs, |circuit| {
                    let _own_part = state.undo(&mut image_of, circuit, begin);
                });
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
            Request::Ask(state, question) => {
                let state = self.states.get(&state).expect(LOST);
                let cost = |name: u64| self.costs.get(&name).expect(LOST);
                match question {
                    Question::Norm => drop(state.norm()),
                    Question::Expectation(name, most) => drop(state.expectation(cost(name), most)),
                    Question::Levels(name) => drop(state.levels(cost(name))),
                    Question::Measured(quantiles) => drop(state.measured(&quantiles)),
                    Question::Likeliest(k) => drop(state.likeliest(k)),
                    Question::Parts(indices) => drop(state.parts_of(&indices)),
                    Question::Probabilities => drop(state.probabilities()),
                    Question::Amplitudes => drop(state.amplitudes()),
                }
            }
        }
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

    /// Makes a cost on all ranks.
    pub(in crate::sim) fn make_cost(
        self,
        data: &CostData,
        make: impl FnOnce(Self) -> Result<Diagonal> + Send,
    ) -> Result<Diagonal> {
        let (team, request) = (
            Arc::clone(&self.team),
            Request::Cost(self.name, data.clone()),
        );
        team.lead(&request, || make(self))
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
