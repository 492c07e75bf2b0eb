//! The mixer M of a circuit: the Hamiltonian that moves probability between basis states, and its
//! top state |s⟩, where the circuit starts.
//!
//! | constructor | H of e^{−iβH} | start | keeps |
//! |---|---|---|---|
//! | [`Mixer::x`] | ΣX_q over qubits, d\|u⟩⟨u\| − 1 over qudits | uniform | all basis states |
//! | [`Mixer::x_per_qubit`] | Σ β_q X_q, an angle for each qubit | uniform | all basis states |
//! | [`Mixer::xy_complete`] | Σ_{i<j} \|i⟩⟨j\| + \|j⟩⟨i\| of each qudit | uniform | its levels |
//! | [`Mixer::xy_ring`] | the same on a ring, one edge after another | uniform | the same |
//! | [`Mixer::xy_path`] | the same on a path, one edge after another | uniform | the same |
//! | [`Mixer::xy_graph`] | the same on any graph, one edge after another | uniform | the same |
//! | [`Mixer::warm_start`] | d\|φ⟩⟨φ\| − 1 on each qudit | ⊗φ | all basis states |
//! | [`Mixer::grover`] | \|s⟩⟨s\| over all qudits at once | uniform | all basis states of s |
//! | [`Mixer::product`] | one mixer for each qudit | product of theirs | what each of them keeps |
//!
//! As one-hot qubits, \|i⟩⟨j\| + \|j⟩⟨i\| is ½(XX + YY). Every start but that of an irregular graph
//! is the top state of its H, so that one ramp (γ > 0, β < 0) serves all. Sources are in
//! `mixer/catalog.rs`, where a new mixer is a constructor, and a record in `MIXERS` if settings can
//! name it.

mod catalog;
mod name;

pub use name::{MixerAction, MixerName};

use crate::error::Result;
use crate::sim::{Mixing, QuditMixing as Generator, Space};
use std::fmt;
use std::sync::Arc;

/// A mixer with its data: what it does to each qudit, or to all of them at once.
///
/// ```
/// use ketboard_qaoa::{Angles, Ansatz, Cost, Mixer};
/// // one queen in each of two rows of three squares; sharing a column costs 1
/// let attacked = (0..9).map(|x| f64::from(u8::from(x % 3 == x / 3))).collect();
/// let cost = Cost::from_values(vec![3, 3], attacked)?;
/// let angles = Angles::new(vec![0.6], vec![-0.4])?;
/// let path = Mixer::xy_graph([[0, 1], [1, 2]]);
/// for mixer in [Mixer::xy_complete(), Mixer::xy_ring(), path, Mixer::grover()] {
///     let ansatz = Ansatz::new(cost.clone()).with_mixer(mixer)?;
///     assert!(ansatz.expectation(&angles)? < cost.mean());
/// }
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone)]
pub struct Mixer {
    name: &'static str,
    action: MixerForm,
}

#[derive(Clone)]
enum MixerForm {
    EachQubit,
    /// Each qudit by itself.
    EachQudit(Arc<OfQudit>),
    /// All qudits at once, as a projector on the start.
    Whole,
}

/// The generator of a qudit, by its number and its number of levels.
type OfQudit = dyn Fn(usize, usize) -> Result<Generator> + Send + Sync;

impl Mixer {
    fn of_qudits(
        name: &'static str,
        generator: impl Fn(usize, usize) -> Result<Generator> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name,
            action: MixerForm::EachQudit(Arc::new(generator)),
        }
    }

    /// The mixer of this name on qudits. A graph mixes those that `one_hot` marks; the others mix
    /// all their levels at once. `starts` are those of a guess, for [`MixerName::WARM`].
    pub fn named(name: MixerName, one_hot: &[bool], starts: Vec<Vec<f64>>) -> Self {
        match name.acts {
            MixerAction::Qubits | MixerAction::AllLevels => Self::xy_complete(),
            MixerAction::Whole => Self::grover(),
            MixerAction::WarmQubits => Self::warm_start(starts),
            MixerAction::Edges(edges) => {
                let one_hot = one_hot.to_vec();
                Self::of_qudits(name.name, move |qudit, d| {
                    let moves = one_hot.get(qudit).copied().unwrap_or(false);
                    Ok(if moves {
                        Generator::Edges(edges(d))
                    } else {
                        Generator::Complete
                    })
                })
            }
        }
    }

    /// The mixer's name: `xy-ring`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn has_angle_per_qubit(&self) -> bool {
        matches!(self.action, MixerForm::EachQubit)
    }

    pub(crate) fn is_whole(&self) -> bool {
        matches!(self.action, MixerForm::Whole)
    }

    /// What this mixer does to the qudits of a space. Fails if it does not fit them.
    pub(crate) fn on(&self, space: &Space) -> Result<Mixing> {
        match &self.action {
            MixerForm::Whole => Ok(Mixing::Grover),
            MixerForm::EachQubit => Ok(Mixing::X),
            MixerForm::EachQudit(generator) => {
                let dims = space.dims().iter().enumerate();
                let each = dims.map(|(r, &d)| generator(r, d));
                Mixing::each(space, each.collect::<Result<_>>()?)
            }
        }
    }
}

/// The natural unit of β, 2/gap, with the gap between the two eigenvalues of H: 1 for ΣX; the mean
/// of d over the qudits for the complete graph of d levels; 1 for a projector on the whole start,
/// and where a qudit mixes by gates on edges.
pub(crate) fn beta_unit(mixing: &Mixing, space: &Space) -> f64 {
    let list = match mixing {
        Mixing::X => return 1.0,
        Mixing::Grover => return 2.0,
        Mixing::Each(list) => list,
    };
    if list.iter().any(|one| matches!(one, Generator::Edges(_))) {
        return 1.0;
    }
    let open = space.dims().iter().filter(|d| **d > 1);
    let (count, sum) = open.fold((0, 0), |(count, sum), d| (count + 1, sum + d));
    match count {
        0 => 1.0,
        _ => 2.0 * f64::from(count) / sum as f64,
    }
}

impl fmt::Debug for Mixer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, action: _ } = self;
        f.debug_struct("Mixer")
            .field("name", name)
            .finish_non_exhaustive()
    }
}
