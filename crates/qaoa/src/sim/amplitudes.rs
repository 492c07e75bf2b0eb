//! A state in either precision, at hand or shared by ranks: where a verb is asked of all ranks.

use super::circuit::{self, Circuit, Derivative};
use super::diagonal::Diagonal;
use super::memory;
use super::observable::{self, Weight};
use super::ranks::{Request, Shared, Team};
use super::real::Precision;
use super::space::Space;
use super::vector::{Question, Vector};
use crate::error::Result;
use bytemuck::allocation::cast_vec;
use std::sync::Arc;

/// The amplitudes of a state, or this rank's share of them.
#[derive(Clone, Debug)]
pub(crate) enum Amplitudes {
    Double(Vector<f64>),
    Single(Vector<f32>),
}

/// The same expression for either precision.
macro_rules! of_either {
    ($amplitudes:expr, $vector:ident => $answer:expr) => {
        match $amplitudes {
            Amplitudes::Double($vector) => $answer,
            Amplitudes::Single($vector) => $answer,
        }
    };
}

/// The same of a state and its image.
macro_rules! of_both {
    ($states:expr, [$state:ident, $image:ident] => $answer:expr) => {
        match $states {
            (Amplitudes::Double($state), Amplitudes::Double($image)) => $answer,
            (Amplitudes::Single($state), Amplitudes::Single($image)) => $answer,
            _ => panic!("a state and its image are of one precision"),
        }
    };
}

/// Does something with a state, or asks all ranks for it where they share the state.
fn lead<'r, R: Send>(
    shared: Option<(Arc<Team>, u64)>,
    request: impl FnOnce(u64) -> Request<'r>,
    work: impl FnOnce() -> R + Send,
) -> R {
    match shared {
        Some((team, name)) => team.lead(&request(name), work),
        None => work(),
    }
}

impl Amplitudes {
    /// Memory for a state over the basis states of a cost, shared by those who share the cost;
    /// `beside` another one that is worked on together with it.
    ///
    /// # Errors
    /// If its amplitudes do not fit into memory; nothing is allocated then.
    pub(crate) fn room(cost: &Diagonal, precision: Precision, beside: bool) -> Result<Self> {
        let space = cost.space();
        let Some(of_cost) = cost.shared() else {
            return Self::of_space(space, precision, None, beside);
        };
        let team = &of_cost.team;
        memory::check_shared(team, space, precision.bytes_per_amplitude())?;
        let shared = Shared::new(team, None);
        let request = Request::Room(shared.name, of_cost.name, precision, beside);
        team.lead(&request, || {
            Self::of_space(space, precision, Some(shared), beside)
        })
    }

    /// Memory for a state, or for this rank's share of it.
    ///
    /// # Errors
    /// As [`Amplitudes::room`].
    pub(in crate::sim) fn of_space(
        space: &Space,
        precision: Precision,
        shared: Option<Shared>,
        beside: bool,
    ) -> Result<Self> {
        Ok(match precision {
            Precision::F64 => Self::Double(Vector::room(space, shared, beside)?),
            Precision::F32 => Self::Single(Vector::room(space, shared, beside)?),
        })
    }

    fn shared(&self) -> Option<&Shared> {
        of_either!(self, vector => vector.shared.as_ref())
    }

    pub(crate) fn space(&self) -> &Space {
        of_either!(self, vector => vector.space())
    }

    pub(crate) fn precision(&self) -> Precision {
        of_either!(self, vector => vector.precision())
    }

    /// The number of processes that share the state.
    pub(crate) fn ranks(&self) -> usize {
        self.shared().map_or(1, |shared| shared.team.size())
    }

    /// The team that shares the state, and its name there.
    fn team(&self) -> Option<(Arc<Team>, u64)> {
        let name = |shared: &Shared| (Arc::clone(&shared.team), shared.name);
        self.shared().map(name)
    }

    /// [`circuit::run`] on all ranks.
    pub(crate) fn run(&mut self, circuit: &Circuit<'_>, value: bool) -> f64 {
        let gates = || circuit.gates.clone();
        lead(
            self.team(),
            |name| Request::Run(name, name_of(circuit.cost), gates(), value),
            || of_either!(self, vector => circuit::run(vector, circuit, value)),
        )
    }

    /// [`circuit::undo`] on all ranks, with the image λ that begins as Cψ, or as Wψ/scale, W by the
    /// energies of a cost.
    pub(crate) fn undo(
        &mut self,
        image: &mut Self,
        circuit: &Circuit<'_>,
        weighed: Option<(&Diagonal, &Weight, f64)>,
    ) -> (f64, Vec<Derivative>) {
        let (image_of, cost) = (image.name(), name_of(circuit.cost));
        let by_name =
            || weighed.map(|(cost, weight, scale)| (name_of(cost), weight.clone(), scale));
        lead(
            self.team(),
            |name| Request::Undo([name, image_of], cost, circuit.gates.clone(), by_name()),
            || {
                of_both!((self, image), [state, image] => {
                    if let Some((cost, weight, scale)) = weighed {
                        observable::apply(state, image, cost, (weight, scale));
                    }
                    circuit::undo([state, image], circuit, weighed.is_none())
                })
            },
        )
    }

    /// The answer to a question, on all ranks; where it is about energies, those of a cost.
    pub(crate) fn ask(&self, question: Question<'_>, cost: Option<&Diagonal>) -> Vec<f64> {
        lead(
            self.team(),
            |name| Request::Ask(name, cost.map(name_of), question.clone()),
            || of_either!(self, vector => vector.answer(&question, cost)),
        )
    }

    /// The answer to a question whose answer is pairs.
    pub(crate) fn ask_pairs(
        &self,
        question: Question<'_>,
        cost: Option<&Diagonal>,
    ) -> Vec<[f64; 2]> {
        cast_vec(self.ask(question, cost))
    }

    /// The name that the state has among ranks.
    fn name(&self) -> u64 {
        self.shared().map_or(0, |shared| shared.name)
    }
}

/// The name of a cost that is shared.
fn name_of(cost: &Diagonal) -> u64 {
    cost.shared().map_or(0, |shared| shared.name)
}
