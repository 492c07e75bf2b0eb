//! A state in either precision, in one process or shared by ranks, which then all do their part.

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

#[derive(Debug)]
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

impl Amplitudes {
    /// Memory for a state over the basis states of a cost, shared as the cost is; `beside` another
    /// one that is worked on together with it. Fails if its amplitudes do not fit; nothing is
    /// allocated then.
    pub(crate) fn room(cost: &Diagonal, precision: Precision, beside: bool) -> Result<Self> {
        let space = cost.space();
        let Some(team) = cost.team() else {
            return Self::of_space(space, precision, None, beside);
        };
        memory::check_shared(team, space, precision.bytes_per_amplitude())?;
        let request = Request::Room(cost.name(), precision, beside);
        team.lead(&request, || {
            Self::of_space(space, precision, Some(team), beside)
        })
    }

    pub(in crate::sim) fn of_space(
        space: &Space,
        precision: Precision,
        team: Option<&Arc<Team>>,
        beside: bool,
    ) -> Result<Self> {
        Ok(match precision {
            Precision::F64 => Self::Double(Vector::room(space, team, beside)?),
            Precision::F32 => Self::Single(Vector::room(space, team, beside)?),
        })
    }

    pub(crate) fn space(&self) -> &Space {
        of_either!(self, vector => vector.space())
    }

    pub(crate) fn precision(&self) -> Precision {
        of_either!(self, vector => vector.precision())
    }

    fn shared(&self) -> Option<&Shared> {
        of_either!(self, vector => vector.shared.as_ref())
    }

    fn team(&self) -> Option<Arc<Team>> {
        self.shared().map(|shared| Arc::clone(&shared.team))
    }

    /// The name that the state has among ranks.
    pub(in crate::sim) fn name(&self) -> u64 {
        self.shared().map_or(0, |shared| shared.name)
    }

    pub(crate) fn ranks(&self) -> usize {
        self.shared().map_or(1, |shared| shared.team.size())
    }

    /// [`circuit::run`] on all ranks.
    pub(crate) fn run(&mut self, circuit: &Circuit<'_>, value: bool) -> f64 {
        let (team, names) = (self.team(), [self.name(), circuit.cost.name()]);
        let mut work = || of_either!(self, vector => circuit::run(vector, circuit, value));
        let Some(team) = team else { return work() };
        team.lead(&Request::Run(names, circuit.gates.clone(), value), work)
    }

    /// [`circuit::undo`] on all ranks; λ begins as Cψ, or as Wψ/scale, W by the energies of a cost.
    pub(crate) fn undo(
        &mut self,
        image: &mut Self,
        circuit: &Circuit<'_>,
        weighed: Option<(&Diagonal, &Weight, f64)>,
    ) -> (f64, Vec<Derivative>) {
        let names = [self.name(), image.name(), circuit.cost.name()];
        let team = self.team();
        let work = || {
            of_both!((self, image), [state, image] => {
                if let Some((cost, weight, scale)) = weighed {
                    observable::apply(state, image, cost, (weight, scale));
                }
                circuit::undo([state, image], circuit, weighed.is_none())
            })
        };
        let Some(team) = team else { return work() };
        let by_name = weighed.map(|(cost, weight, scale)| (cost.name(), weight.clone(), scale));
        team.lead(&Request::Undo(names, circuit.gates.clone(), by_name), work)
    }

    /// The answer to a question, on all ranks; where it is about energies, those of a cost.
    pub(crate) fn ask(&self, question: Question<'_>, cost: Option<&Diagonal>) -> Vec<f64> {
        let work = || of_either!(self, vector => vector.answer(&question, cost));
        let Some(team) = self.team() else {
            return work();
        };
        let request = Request::Ask(self.name(), cost.map(Diagonal::name), question.clone());
        team.lead(&request, work)
    }

    pub(crate) fn ask_pairs(
        &self,
        question: Question<'_>,
        cost: Option<&Diagonal>,
    ) -> Vec<[f64; 2]> {
        cast_vec(self.ask(question, cost))
    }
}
