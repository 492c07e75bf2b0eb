//! What a circuit costs on a machine with error correction: qubits, T gates, and a surface code
//! that holds them.
//!
//! [`clifford_t`] writes a circuit over Clifford gates, T and RZ, exactly; [`LogicalCost`] counts
//! what it wrote, with RZ synthesized from T gates; [`PhysicalCost`] puts the result on a surface
//! code under [`Assumptions`] that anyone may change. The decompositions:
//!
//! - A Toffoli gate becomes 7 T and 6 CX (Nielsen & Chuang, fig. 4.9).
//! - X, Y or Z under k ≥ 3 controls becomes 8(k − 2) + 7 T with k − 2 clean ancillas: ANDs of the
//!   controls by relative-phase Toffolis of 4 T, undone (Maslov, Phys. Rev. A 93, 022311 (2016)).
//! - Any other gate under k ≥ 2 controls becomes 8(k − 1) T with k − 1 clean ancillas, and the gate
//!   under one control (as above).
//! - Under one control, H becomes 2 T, a phase 3 phases of half the angle, and a rotation 2
//!   rotations of half the angle (Barenco et al. 1995, lemmas 5.4, 7.5).
//! - RX, RY, RZ and phases are Clifford gates at multiples of π/2, 1 T at those of π/4, and else
//!   ⌈3 log₂(1/ε)⌉ T (Ross & Selinger, arXiv 1403.2975, leading term).
//!
//! About half as many T gates are possible where an AND of 4 T is undone by a measurement and a
//! correction (Jones 2013; Gidney 2018). Our circuits have no measurement in the middle, so depths
//! and the surface code are those of the table; [`MeasuredAnds`] is the second account.
//!
//! The source "Solving N-Queens Puzzle with Q#" ran Azure's estimator on its circuits for N = 4 and
//! 5 and links the numbers, its text holds none; ours are in the table of [`LogicalCost`].

mod clifford_t;
mod logical;
mod physical;

pub use clifford_t::clifford_t;
pub use logical::{LogicalCost, MeasuredAnds};
pub use physical::{Assumptions, PhysicalCost};
