//! QAOA on qudits: the exact state over a product of qudits r with d_r levels each, and the
//! verbs on it.
//!
//! > layer(γ, β) = e^{−iβH} e^{−iγC},  index = Σ level_r · stride_r, qudit 0 fastest
//!
//! A qudit keeps a rule by construction (one queen in a row, a legal row of suns and moons), so
//! that states which break it need no amplitude. H is one of three ([`Mixing`], CONVENTIONS.md): in
//! each qudit by itself d|φ⟩⟨φ| − 1 (the complete graph of its levels) or the gates of a ring,
//! or one projector |s⟩⟨s| on the whole start. C is a sum of tables over a few qudits each
//! ([`QuditCost`]). With d = 2 everywhere and the complete graph this is the ansatz of
//! [`State`](super::State), H = ΣX.
//!
//! `cut`, `layout` and `sweep` say how a pass over memory is cut into pieces that stay in the
//! cache, `round` what is done to a piece, `pair`, `kernel`,
//! `factors`, `shuffled` and `undo` the loops over its numbers, `forward` and `backward` a whole
//! circuit, and [`reference`](mod@reference) the plain twin that judges it all. Over several
//! processes each holds a `share`, and the rows of the highest group come together by an
//! `exchange`. Nothing here knows what a level stands for.

#[cfg(test)]
mod agreement;
mod backward;
mod cost;
mod cut;
mod exchange;
mod factors;
mod forward;
mod grover;
mod kernel;
mod layout;
mod lines;
mod low;
mod mixing;
mod observable;
mod outcomes;
mod pair;
mod phases;
#[cfg(test)]
pub(crate) mod reference;
mod round;
mod share;
mod shuffled;
mod space;
mod start_weights;
mod state;
mod sums;
mod sweep;
mod tables;
mod tiles;
mod transpose;
mod turns;
mod undo;

#[cfg(test)]
pub(crate) use backward::gradient;
pub(crate) use backward::gradient_watched;
pub(super) use backward::{QuditAdjointStart, undo_each};
pub(crate) use cost::QuditCost;
#[cfg(test)]
pub(super) use cut::TESTED as TESTED_LIMITS;
pub(super) use cut::TileLimits;
pub(super) use forward::QuditCircuit;
pub(super) use grover::undo_grover;
pub(crate) use mixing::{Mixing, QuditMixing, ring_edges};
pub(super) use observable::{apply_dealt, apply_here};
pub use share::check_shared_qudits;
pub(super) use share::with_layers;
pub(crate) use space::QuditSpace;
pub(crate) use state::QuditState;
pub use tables::CostTable;
