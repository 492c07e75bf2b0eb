//! A state in either precision, at hand or shared by ranks: where a verb is asked of all ranks.

use super::circuit::{self, Circuit, Derivative, ImageStart};
use super::diagonal::Diagonal;
use super::memory;
use super::observable::{self, Weight};
use super::ranks::{CircuitData, Question, Request, Shared, Team};
use super::real::Precision;
use super::space::Space;
use super::vector::Vector;
use crate::error::Result;
use num_complex::Complex64;
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

/// Why a call that mixes states panics.
const OTHER: &str = "a state and its image are of one precision";

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
        let team = of_cost.team();
        memory::check_shared(team, space, precision.bytes_per_amplitude())?;
        let shared = Shared::new(team, None);
        let request = Request::Room(shared.name(), of_cost.name(), precision, beside);
        team.lead(&request, || {
            Self::of_space(space, precision, Some(shared), beside)
        })
    }

    /// Memory in f64 for a state over qudits of `dims` levels, in this process alone.
    ///
    /// # Errors
    /// As [`Amplitudes::room`].
    pub(crate) fn at_hand(dims: Vec<usize>) -> Result<Self> {
        Self::of_space(&Space::new(dims)?, Precision::F64, None, false)
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

    /// Sets all amplitudes to the same number, of a state of norm 1, at hand.
    pub(crate) fn fill_uniform(&mut self) {
        of_either!(self, vector => vector.fill_uniform());
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
        self.shared().map_or(1, |shared| shared.team().size())
    }

    /// Does something with the state, or, where it is shared, on all ranks.
    fn ask<R: Send>(
        &self,
        question: impl FnOnce() -> Question,
        answer: impl FnOnce() -> R + Send,
    ) -> R {
        match self.shared() {
            Some(shared) => {
                let request = Request::Ask(shared.name(), question());
                shared.team().lead(&request, answer)
            }
            None => answer(),
        }
    }

    /// The team that shares the state, and its name there.
    fn team(&self) -> Option<(Arc<Team>, u64)> {
        self.shared()
            .map(|shared| (Arc::clone(shared.team()), shared.name()))
    }

    /// [`circuit::run`] on all ranks.
    pub(in crate::sim) fn run(&mut self, circuit: &Circuit<'_>, value: bool) -> f64 {
        let team = self.team();
        let mut run = || of_either!(self, vector => circuit::run(vector, circuit, value));
        match team {
            Some((team, name)) => {
                team.lead(&Request::Run(name, CircuitData::of(circuit), value), run)
            }
            None => run(),
        }
    }

    /// [`circuit::undo`] on all ranks.
    pub(in crate::sim) fn undo(
        &mut self,
        image: &mut Self,
        circuit: &Circuit<'_>,
        begin: ImageStart,
    ) -> (f64, Vec<Derivative>) {
        let (team, image_of) = (self.team(), image.team());
        let undo = || match (self, image) {
            (Self::Double(state), Self::Double(image)) => {
                circuit::undo([state, image], circuit, begin)
            }
            (Self::Single(state), Self::Single(image)) => {
                circuit::undo([state, image], circuit, begin)
            }
            _ => panic!("{OTHER}"),
        };
        match (team, image_of) {
            (Some((team, name)), Some((_, image))) => {
                let request = Request::Undo([name, image], CircuitData::of(circuit), begin);
                team.lead(&request, undo)
            }
            _ => undo(),
        }
    }

    /// λ = Wψ/scale on all ranks, W by the energies of a cost.
    pub(in crate::sim) fn weigh(
        &mut self,
        image: &mut Self,
        cost: &Diagonal,
        weight: (&Weight, f64),
    ) {
        let (team, image_of) = (self.team(), image.team());
        let weigh = || match (self, image) {
            (Self::Double(state), Self::Double(image)) => {
                observable::apply(state, image, cost, weight)
            }
            (Self::Single(state), Self::Single(image)) => {
                observable::apply(state, image, cost, weight)
            }
            _ => panic!("{OTHER}"),
        };
        match (team, image_of) {
            (Some((team, name)), Some((_, image))) => {
                let cost = cost.shared().map_or(0, Shared::name);
                let request = Request::Weigh([name, image], cost, weight.0.clone(), weight.1);
                team.lead(&request, weigh);
            }
            _ => weigh(),
        }
    }

    /// √Σ|ψ|².
    pub(crate) fn norm(&self) -> f64 {
        self.ask(
            || Question::Norm,
            || of_either!(self, vector => vector.norm()),
        )
    }

    /// ⟨C⟩, or the probability of the states with E ≤ `most`.
    pub(crate) fn expectation(&self, cost: &Diagonal, most: Option<f64>) -> f64 {
        let name = cost.shared().map_or(0, Shared::name);
        self.ask(
            || Question::Expectation(name, most),
            || of_either!(self, vector => vector.expectation(cost, most)),
        )
    }

    /// (energy, probability) of each level of the cost, or of each basis state.
    pub(crate) fn levels(&self, cost: &Diagonal) -> Vec<(f64, f64)> {
        let name = cost.shared().map_or(0, Shared::name);
        self.ask(
            || Question::Levels(name),
            || of_either!(self, vector => vector.levels(cost)),
        )
    }

    /// Where ascending quantiles fall.
    pub(crate) fn measured(&self, quantiles: &[f64]) -> Vec<(u64, u64)> {
        self.ask(
            || Question::Measured(quantiles.to_vec()),
            || of_either!(self, vector => vector.measured(quantiles)),
        )
    }

    /// The `k` likeliest basis states.
    pub(crate) fn likeliest(&self, k: usize) -> Vec<(u64, f64)> {
        self.ask(
            || Question::Likeliest(k),
            || of_either!(self, vector => vector.likeliest(k)),
        )
    }

    /// Real and imaginary parts of some basis states.
    pub(crate) fn parts_of(&self, indices: &[u64]) -> Vec<[f64; 2]> {
        self.ask(
            || Question::Parts(indices.to_vec()),
            || of_either!(self, vector => vector.parts_of_each(indices)),
        )
    }

    /// |ψ|² of all basis states.
    pub(crate) fn probabilities(&self) -> Vec<f64> {
        self.ask(
            || Question::Probabilities,
            || of_either!(self, vector => vector.probabilities()),
        )
    }

    /// ψ of all basis states.
    pub(crate) fn amplitudes(&self) -> Vec<Complex64> {
        self.ask(
            || Question::Amplitudes,
            || of_either!(self, vector => vector.amplitudes()),
        )
    }
}
