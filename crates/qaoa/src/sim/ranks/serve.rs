//! What a rank does that is asked: it holds its shares by their names, and does what rank 0 says.

use super::request::{Layers, Request, to_numbers};
use super::{Team, memory};
use crate::sim::cost::diagonal::Diagonal;
use crate::sim::cost::terms::TermList;
use crate::sim::qudits::{self, QuditAdjointStart, QuditCost, QuditState, with_layers};
use crate::sim::real::Real;
use crate::sim::vector::marks::Marks;
use crate::sim::vector::observable::{self, ObservableWeights};
use crate::sim::vector::state::QubitState;
use crate::sim::walk::circuit::{LayerAngles, QubitCircuit};
use crate::sim::walk::watch::Watch;
use std::collections::HashMap;
use std::sync::Arc;

/// A share of a state.
enum HeldState {
    Double(Box<QubitState<f64>>),
    Single(Box<QubitState<f32>>),
    Qudits(Box<QuditState<f64>>),
    QuditsSingle(Box<QuditState<f32>>),
}

/// The shares of a rank.
#[derive(Default)]
struct Shares {
    costs: HashMap<u64, Diagonal>,
    qudit_costs: HashMap<u64, QuditCost>,
    states: HashMap<u64, HeldState>,
}

/// Why a rank cannot go on; the process that it is of ends then, and all with it.
const LOST: &str = "rank 0 asks for what it had made";
const MEMORY: &str = "memory that was free when rank 0 asked";

/// Does what rank 0 asks for, until its program ends.
pub(super) fn serve(team: &Arc<Team>) {
    let mut shares = Shares::default();
    loop {
        let (request, list) = team.next_request();
        if request == (Request::End {}) {
            return;
        }
        if let Request::Threads { threads } = request {
            team.take_crew(threads);
        }
        team.with_crew(|| shares.answer(team, request, &list));
    }
}

impl Shares {
    fn answer(&mut self, team: &Arc<Team>, request: Request, list: &[u64]) {
        match request {
            Request::Threads { .. } | Request::End {} => {}
            Request::Memory {} => {
                let _least = memory::free(team);
            }
            Request::Cost { name, n } => {
                let cost = Diagonal::asked(team, name, n, list).expect(MEMORY);
                self.costs.insert(name, cost);
            }
            Request::TableCost { name } => {
                let cost = QuditCost::asked(team, name, list).expect(MEMORY);
                self.qudit_costs.insert(name, cost);
            }
            Request::DropCost { name } => {
                let _own_part = (self.costs.remove(&name), self.qudit_costs.remove(&name));
            }
            Request::Ground { cost, listed } => {
                let most = f64::from_bits(list[0]);
                let _own_part = match self.qudit_costs.get(&cost) {
                    Some(cost) => cost.states_up_to(most, listed),
                    None => self.cost(cost).states_up_to(most, listed),
                };
            }
            Request::Levels { cost } => {
                let _own_part = self.cost(cost).seen_anywhere();
            }
            Request::Energies { cost } => {
                let _own_part = self.cost(cost).energies_of_all_states();
            }
            Request::Room {
                name,
                n,
                single,
                beside,
            } => {
                let state = match single {
                    false => HeldState::Double(room(team, name, n, beside)),
                    true => HeldState::Single(room(team, name, n, beside)),
                };
                self.states.insert(name, state);
            }
            Request::QuditRoom { name, cost, single } => {
                let cost = self.qudit_costs.get(&cost).expect(LOST);
                let state = match single {
                    false => HeldState::Qudits(qudit_room(team, name, cost)),
                    true => HeldState::QuditsSingle(qudit_room(team, name, cost)),
                };
                self.states.insert(name, state);
            }
            Request::DropState { name } => drop(self.states.remove(&name)),
            Request::Copy { name, of } => {
                let copy = match self.states.get(&of).expect(LOST) {
                    HeldState::Double(state) => HeldState::Double(state.clone()),
                    HeldState::Single(state) => HeldState::Single(state.clone()),
                    HeldState::Qudits(state) => HeldState::Qudits(state.clone()),
                    HeldState::QuditsSingle(state) => HeldState::QuditsSingle(state.clone()),
                };
                self.states.insert(name, copy);
            }
            Request::Undo { state, image, .. }
            | Request::UndoQudits { state, image, .. }
            | Request::WeighLevels { state, image, .. }
            | Request::WeighStates { state, image, .. }
            | Request::WeighMarked { state, image, .. } => {
                let mut image_of = self.states.remove(&image).expect(LOST);
                match (self.states.get_mut(&state), &mut image_of) {
                    (Some(HeldState::Double(state)), HeldState::Double(image)) => {
                        on_both(&self.costs, [state, image], request, list);
                    }
                    (Some(HeldState::Single(state)), HeldState::Single(image)) => {
                        on_both(&self.costs, [state, image], request, list);
                    }
                    (Some(HeldState::Qudits(state)), HeldState::Qudits(image)) => {
                        on_both_qudits(&self.qudit_costs, [state, image], request, list);
                    }
                    (Some(HeldState::QuditsSingle(state)), HeldState::QuditsSingle(image)) => {
                        on_both_qudits(&self.qudit_costs, [state, image], request, list);
                    }
                    _ => panic!("{LOST}"),
                }
                self.states.insert(image, image_of);
            }
            Request::Reset { state }
            | Request::Run { state, .. }
            | Request::RunQudits { state, .. }
            | Request::Norm { state }
            | Request::Expectation { state, .. }
            | Request::UpTo { state, .. }
            | Request::ByLevel { state, .. }
            | Request::Measured { state }
            | Request::Likeliest { state, .. }
            | Request::Parts { state }
            | Request::AllParts { state }
            | Request::Probabilities { state } => match self.states.get_mut(&state) {
                Some(HeldState::Double(state)) => on_one(&self.costs, state, request, list),
                Some(HeldState::Single(state)) => on_one(&self.costs, state, request, list),
                Some(HeldState::Qudits(state)) => {
                    on_one_of_qudits(&self.qudit_costs, state, request, list);
                }
                Some(HeldState::QuditsSingle(state)) => {
                    on_one_of_qudits(&self.qudit_costs, state, request, list);
                }
                None => panic!("{LOST}"),
            },
        }
    }

    fn cost(&self, name: u64) -> &Diagonal {
        self.costs.get(&name).expect(LOST)
    }
}

/// A share of the memory for a state.
fn room<T: Real>(team: &Arc<Team>, name: u64, n: usize, beside: bool) -> Box<QubitState<T>> {
    Box::new(QubitState::asked(team, name, n, beside).expect(MEMORY))
}

/// The same over the qudits of a cost.
fn qudit_room<T: Real>(team: &Arc<Team>, name: u64, cost: &QuditCost) -> Box<QuditState<T>> {
    Box::new(QuditState::asked(team, name, cost).expect(MEMORY))
}

/// What is asked of one state of either kind: the same verbs that rank 0 calls.
macro_rules! answer {
    ($state:ident, $costs:ident, $request:ident, $list:ident) => {{
        let cost = |name: u64| $costs.get(&name).expect(LOST);
        match $request {
            Request::Norm { .. } => {
                let _own_part = $state.norm();
            }
            Request::Expectation { cost: name, .. } => {
                let _own_part = $state.expectation(cost(name));
            }
            Request::UpTo { cost: name, .. } => {
                let most = f64::from_bits($list[0]);
                let _own_part = $state.probability_where_energy_at_most(cost(name), most);
            }
            Request::ByLevel { cost: name, .. } => {
                let _own_part = $state.sums_of_levels(cost(name));
            }
            Request::Measured { .. } => {
                let _own_part = $state.measured(&to_numbers($list));
            }
            Request::Likeliest { k, .. } => {
                let _own_part = $state.likeliest(k);
            }
            Request::Parts { .. } => {
                let _own_part = $state.parts_of_each($list);
            }
            Request::AllParts { .. } => {
                let _own_part = $state.amplitudes();
            }
            Request::Probabilities { .. } => {
                let _own_part = $state.probabilities();
            }
            _ => unreachable!("a request of another kind"),
        }
    }};
}

/// The weights that are asked for of two states of either kind.
macro_rules! weigh {
    ($state:ident, $image:ident, $costs:ident, $request:ident, $list:ident, $verbs:path, $states:expr) => {{
        use $verbs::{apply_dealt, apply_here};
        let cost = |name: u64| $costs.get(&name).expect(LOST);
        match $request {
            Request::WeighLevels { cost: name, .. } => {
                let weights = ObservableWeights::Levels(to_numbers($list));
                apply_here($state, $image, cost(name), &weights);
            }
            Request::WeighStates { cost: name, .. } => {
                apply_dealt($state, $image, cost(name), &[]);
            }
            Request::WeighMarked { cost: name, .. } => {
                let marks = Marks::new($states, $list.iter().copied());
                apply_here(
                    $state,
                    $image,
                    cost(name),
                    &ObservableWeights::Marked(&marks),
                );
            }
            _ => unreachable!("a request of another kind"),
        }
    }};
}

type Costs = HashMap<u64, Diagonal>;
type QuditCosts = HashMap<u64, QuditCost>;

/// What is asked of one state.
fn on_one<T: Real>(costs: &Costs, state: &mut QubitState<T>, request: Request, list: &[u64]) {
    match request {
        Request::Reset { .. } => state.reset(),
        Request::Run { layers, value, .. } => with_circuit(costs, layers, list, |circuit| {
            T::run(state, circuit, value);
        }),
        _ => answer!(state, costs, request, list),
    }
}

fn on_one_of_qudits<T: Real>(
    costs: &QuditCosts,
    state: &mut QuditState<T>,
    request: Request,
    list: &[u64],
) {
    match request {
        Request::RunQudits {
            cost, depth, value, ..
        } => {
            let cost = costs.get(&cost).expect(LOST);
            with_layers(cost, depth, list, |layers| state.run(layers, value));
        }
        _ => answer!(state, costs, request, list),
    }
}

/// What is asked of two states.
fn on_both<T: Real>(
    costs: &Costs,
    [state, image]: [&mut QubitState<T>; 2],
    request: Request,
    list: &[u64],
) {
    match request {
        Request::Undo {
            layers, of_cost, ..
        } => with_circuit(costs, layers, list, |circuit| {
            T::undo_layers(state, image, circuit, of_cost, &mut |_, _| {});
        }),
        _ => {
            let states = 1 << state.n();
            weigh!(state, image, costs, request, list, observable, states)
        }
    }
}

fn on_both_qudits<T: Real>(
    costs: &QuditCosts,
    [state, image]: [&mut QuditState<T>; 2],
    request: Request,
    list: &[u64],
) {
    match request {
        Request::UndoQudits {
            cost,
            depth,
            of_cost,
            ..
        } => {
            let cost = costs.get(&cost).expect(LOST);
            let begin = match of_cost {
                true => QuditAdjointStart::Cost,
                false => QuditAdjointStart::Given,
            };
            let mut by = [vec![0.0; depth], vec![0.0; depth]];
            let by = by.each_mut().map(|list| &mut list[..]);
            with_layers(cost, depth, list, |layers| {
                QuditState::undo([state, image], begin, layers, by)
            });
        }
        _ => {
            let states = state.space().states();
            weigh!(state, image, costs, request, list, qudits, states)
        }
    }
}

/// Calls `run` with the circuit of a request.
fn with_circuit(costs: &Costs, layers: Layers, list: &[u64], run: impl FnOnce(&QubitCircuit<'_>)) {
    let cost = costs.get(&layers.cost).expect(LOST);
    let depth = layers.depth;
    let circuit = |angles, betas| QubitCircuit {
        cost,
        angles,
        betas,
        watch: Watch::NONE,
    };
    let Some(terms) = layers.terms else {
        let numbers = to_numbers(list);
        let (gammas, betas) = numbers.split_at(depth);
        return run(&circuit(LayerAngles::Cost(gammas), betas));
    };
    let (masks, numbers) = list.split_at(terms);
    let numbers = to_numbers(numbers);
    let (coefficients, betas) = numbers.split_at(terms * depth);
    let polynomial = |k: usize| {
        let of_layer = coefficients[k * terms..][..terms].iter().copied();
        TermList::new(cost.n(), masks.iter().copied().zip(of_layer).collect())
    };
    let polynomials: Vec<TermList> = (0..depth).map(polynomial).collect();
    run(&circuit(LayerAngles::Polynomials(&polynomials), betas));
}
