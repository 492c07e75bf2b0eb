//! A whole program by one method: placement, preparation, and layer after layer.

use super::anneal::SearchWeights;
use super::graph::Graph;
use super::network::{CoupledPairs, LineStart};
use super::plan::RoutingPlan;
use super::program::{Lowered, LoweredLayer, LoweredStep};
use super::routing_state::RoutingState;
use super::{CompileMethod, direct, network, parity, rounds, route};
use crate::circuit::{Gate, Op};

/// What is to be routed, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoutingTask<'a> {
    pub(super) program: &'a Lowered,
    pub(super) graph: &'a Graph,
    pub(super) all_to_all: bool,
    /// Whether a variable that begins late waits less, as gates run one at a time, and waits count.
    pub(super) begins_late: bool,
    pub(super) weights: SearchWeights,
    pub(super) seed: u64,
}

/// Gates on the qubits of the device.
#[derive(Clone, Debug)]
pub(super) struct Routed {
    /// Variable → qubit, first and last.
    pub(super) start: Vec<usize>,
    pub(super) end: Vec<usize>,
    pub(super) gates: Vec<Gate>,
}

/// The program by a method; none where it needs a line and there is none.
pub(super) fn routed(
    setting: &RoutingTask,
    method: CompileMethod,
    line: Option<&[usize]>,
) -> Option<Routed> {
    let along;
    let (graph, line) = match method {
        CompileMethod::Direct => (setting.graph, &[][..]),
        CompileMethod::SwapNetwork | CompileMethod::Mixed => {
            let line = line?;
            along = setting.graph.along(line);
            (&along, line)
        }
    };
    let router = MethodRouter {
        setting,
        method,
        graph,
        line,
        pairs: setting.program.pairs(),
    };
    router.run()
}

struct MethodRouter<'a> {
    setting: &'a RoutingTask<'a>,
    method: CompileMethod,
    /// The couplings that may be used.
    graph: &'a Graph,
    /// The line, for methods on a line.
    line: &'a [usize],
    pairs: Vec<(usize, usize)>,
}

impl MethodRouter<'_> {
    fn run(&self) -> Option<Routed> {
        let program = self.setting.program;
        let free = program
            .prepare
            .iter()
            .all(|step| matches!(step, LoweredStep::One(..)));
        let start = match (free, program.starts_in_plus) {
            (true, true) => LineStart::Plus,
            (true, false) => LineStart::Free,
            (false, _) => LineStart::Fixed,
        };
        let (placement, mut plan) = self.beginning(start)?;
        let mut board = RoutingState::new(&placement, self.graph.len());
        self.route(&mut board, &program.prepare);
        for (k, layer) in program.layers.iter().enumerate() {
            let first_from_plus = k == 0 && program.starts_in_plus;
            if k == 0 && self.method == CompileMethod::Mixed {
                self.walk(&mut board, layer, first_from_plus);
            } else {
                let here = plan.take().filter(|plan| plan.start == board.at);
                let now = here.unwrap_or_else(|| self.plan_from(&board.at));
                now.emit(&mut board, layer);
                plan = Some(now.reversed());
            }
            // only now: a parity walk from |+⟩ begins with no variable in its place, and what is
            // untouched costs less
            self.singles(&mut board, layer);
            self.ladders(&mut board, layer);
            self.route(&mut board, &layer.mixer);
        }
        Some(Routed {
            start: placement,
            end: board.at,
            gates: board.gates,
        })
    }

    /// Where the variables begin, with the first layer's plan where that was found together with
    /// it.
    fn beginning(&self, start: LineStart) -> Option<(Vec<usize>, Option<RoutingPlan>)> {
        let RoutingTask {
            program,
            graph,
            weights,
            seed,
            ..
        } = *self.setting;
        let n = program.qubits;
        let pairs = CoupledPairs::new(n, &self.pairs);
        match self.method {
            CompileMethod::SwapNetwork => {
                let start = if start == LineStart::Fixed {
                    LineStart::Free
                } else {
                    start
                };
                let plan = RoutingPlan::on_line(
                    &network::annealed(&pairs, start, weights, seed),
                    self.line,
                );
                Some((plan.start.clone(), Some(plan)))
            }
            CompileMethod::Mixed if start == LineStart::Plus && program.layers.len() > 1 => {
                let swaps = program.layers.len() - 1;
                let network = parity::annealed_with_swaps(&pairs, swaps, weights, seed);
                let plan = RoutingPlan::on_line(&network, self.line);
                Some((plan.start.clone(), Some(plan)))
            }
            CompileMethod::Mixed => {
                let mut chain: Vec<usize> = (0..n).collect();
                if start == LineStart::Plus && n > 1 {
                    chain = parity::annealed_chain(&pairs, weights, seed);
                    chain.reverse();
                }
                let mut placement = vec![0; n];
                for (place, &variable) in chain.iter().enumerate() {
                    placement[variable] = self.line[place];
                }
                Some((placement, None))
            }
            CompileMethod::Direct if self.setting.all_to_all => {
                let placement: Vec<usize> = (0..n).collect();
                let plan = match self.setting.begins_late {
                    true => rounds::late(&placement, &self.pairs),
                    false => rounds::planned(&placement, &self.pairs),
                };
                Some((placement, Some(plan)))
            }
            CompileMethod::Direct => {
                let near = self.near();
                let plan = direct::planned(graph, n, &self.pairs, &near, weights, seed)?;
                Some((plan.start.clone(), Some(plan)))
            }
        }
    }

    /// The pairs that a placement should bring near to each other: all that ever meet.
    fn near(&self) -> Vec<(usize, usize)> {
        let program = self.setting.program;
        let mixers = program.layers.iter().flat_map(|layer| &layer.mixer);
        let steps = program
            .prepare
            .iter()
            .chain(mixers)
            .filter_map(|step| match *step {
                LoweredStep::Cx(a, b) => Some((a.min(b), a.max(b))),
                LoweredStep::One(..) => None,
            });
        let ladders = program.layers.iter().flat_map(|layer| &layer.higher);
        let ladders = ladders.flat_map(|(set, _)| set.windows(2).map(|pair| (pair[0], pair[1])));
        let mut near: Vec<_> = self
            .pairs
            .iter()
            .copied()
            .chain(steps)
            .chain(ladders)
            .collect();
        near.sort_unstable();
        near.dedup();
        near
    }

    fn plan_from(&self, at: &[usize]) -> RoutingPlan {
        let RoutingTask {
            program,
            weights,
            seed,
            ..
        } = *self.setting;
        match self.method {
            CompileMethod::Direct if self.setting.all_to_all => rounds::planned(at, &self.pairs),
            CompileMethod::Direct => {
                direct::planned_from(self.graph, at, &self.pairs, weights, seed)
            }
            CompileMethod::SwapNetwork | CompileMethod::Mixed => {
                let pairs = CoupledPairs::new(program.qubits, &self.pairs);
                let order = self.order(at);
                let network = network::cheaper(&order, &pairs, LineStart::Fixed, weights);
                RoutingPlan::on_line(&network, self.line)
            }
        }
    }

    /// Place on the line → variable.
    fn order(&self, at: &[usize]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..at.len()).collect();
        let place = |qubit: usize| self.line.iter().position(|&q| q == qubit);
        order.sort_by_key(|&variable| place(at[variable]));
        order
    }

    fn singles(&self, board: &mut RoutingState, layer: &LoweredLayer) {
        for &(variable, angle) in &layer.singles {
            board.one(Op::Rz(angle), board.at[variable]);
        }
    }

    /// A layer by parities: the chain runs along the line as the variables stand, reversed where it
    /// may begin anywhere.
    fn walk(&self, board: &mut RoutingState, layer: &LoweredLayer, from_plus: bool) {
        if layer.pairs.is_empty() {
            return;
        }
        let mut chain = self.order(&board.at);
        let walk = if from_plus {
            // this walk ends in the chain reversed, so it keeps the placement
            chain.reverse();
            parity::from_plus(chain.len())
        } else {
            parity::from_plain(chain.len())
        };
        for (&(control, target), phase) in walk.cnots.iter().zip(&walk.phases) {
            let angle = phase.and_then(|(a, b)| layer.angle(chain[a], chain[b]));
            if let Some(angle) = angle {
                board.one(Op::Rz(angle), self.line[target]);
            }
            board.cx(self.line[control], self.line[target]);
        }
        let mut placement = board.at.clone();
        for (place, &variable) in chain.iter().rev().enumerate() {
            placement[variable] = self.line[place];
        }
        board.place(&placement);
    }

    /// Phases on more than two variables, nearest first, each between two ladders of CX from
    /// neighbor to neighbor.
    fn ladders(&self, board: &mut RoutingState, layer: &LoweredLayer) {
        let mut left: Vec<&(Vec<usize>, f64)> = layer.higher.iter().collect();
        while !left.is_empty() {
            let length = |set: &[usize]| -> usize {
                let chain = self.chained(set, &board.at);
                let steps = chain.windows(2);
                steps
                    .map(|pair| self.steps(board.at[pair[0]], board.at[pair[1]]))
                    .sum()
            };
            let nearest = (0..left.len()).min_by_key(|&k| length(&left[k].0));
            let (set, angle) = left.remove(nearest.expect("some are left"));
            let chain = self.chained(set, &board.at);
            let ladder = chain
                .windows(2)
                .map(|pair| LoweredStep::Cx(pair[0], pair[1]));
            let turn = LoweredStep::One(Op::Rz(*angle), chain[chain.len() - 1]);
            let steps: Vec<LoweredStep> =
                ladder.clone().chain([turn]).chain(ladder.rev()).collect();
            self.route(board, &steps);
        }
    }

    fn steps(&self, a: usize, b: usize) -> usize {
        usize::from(self.graph.distance(a, b))
    }

    /// The variables of a set, from one to the nearest that is left, beginning where that is
    /// shortest.
    fn chained(&self, set: &[usize], at: &[usize]) -> Vec<usize> {
        let from = |first: usize| {
            let mut chain = vec![first];
            let mut length = 0;
            while chain.len() < set.len() {
                let last = at[chain[chain.len() - 1]];
                let left = set.iter().filter(|v| !chain.contains(v));
                let next = left.min_by_key(|v| self.steps(last, at[**v]));
                let next = *next.expect("the chain is shorter than the set");
                length += self.steps(last, at[next]);
                chain.push(next);
            }
            (length, chain)
        };
        let chains = set.iter().map(|&first| from(first));
        let best = chains.min_by_key(|(length, _)| *length);
        best.expect("a set of three or more").1
    }

    fn route(&self, board: &mut RoutingState, steps: &[LoweredStep]) {
        route::route(board, self.graph, steps, self.setting.seed);
    }
}
