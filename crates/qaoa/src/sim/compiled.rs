//! What the simulator compiles once for each precision: the verbs that walk over amplitudes.
//!
//! A generic function is compiled anew in every crate that calls it: the program, each example,
//! each bench, and whatever is built on this library. Here that would be megabytes of loops for
//! three sets of instructions, minutes of waiting, and slower loops, because what is not generic
//! cannot be inlined across crates. A trait's method for a type that is named is compiled where it
//! stands. So the generic verbs reach their loops through [`Compiled`], and only through it.
#![allow(
    private_interfaces,
    reason = "nobody outside the simulator can name this trait, or call it"
)]

use crate::sim::backward::adjoint::{Derivative, undo_layers};
use crate::sim::cost::diagonal::{Diagonal, EnergySource};
use crate::sim::forward::kernel::observe_piece;
use crate::sim::forward::turns::GroupRotations;
use crate::sim::instructions::Instructions;
use crate::sim::phase::phases::{PhaseFactors, fill};
use crate::sim::phase::shuffles::{Short, shorten};
use crate::sim::qudits;
use crate::sim::real::Real;
use crate::sim::vector::observable::apply;
use crate::sim::vector::state::QubitState;
use crate::sim::walk::circuit::QubitCircuit;
use crate::sim::walk::pass::Pass;
use crate::sim::walk::place::BlockPlace;
use crate::sim::walk::watch::Watch;

/// A trait of functions, and for f64 and f32 what each of them is.
macro_rules! compiled {
    ($(#[$doc:meta])* $trait:ident:
        $(fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? = $function:path;)*
    ) => {
        $(#[$doc])*
        pub(crate) trait $trait: Sized {
            $(fn $name($($argument: $type),*) $(-> $result)? where Self: Real;)*
        }
        compiled!(f64: $trait: $(fn $name($($argument: $type),*) $(-> $result)? = $function;)*);
        compiled!(f32: $trait: $(fn $name($($argument: $type),*) $(-> $result)? = $function;)*);
    };
    ($real:ident: $trait:ident:
        $(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? = $function:path;)*
    ) => {
        impl $trait for $real {
            $(fn $name($($argument: $type),*) $(-> $result)? {
                $function($($argument),*)
            })*
        }
    };
}

compiled! {
    /// The verbs of the precision; each is described where its function stands.
    Compiled:
    fn run(state: &mut QubitState<Self>, circuit: &QubitCircuit<'_>, value: bool) -> f64 = QubitState::run_layers;
    fn pass(
        state: &mut QubitState<Self>,
        pass: Pass,
        turns: [Option<&GroupRotations>; 2],
        phases: Option<PhaseFactors<'_, Self>>,
        observed: Option<&Diagonal>,
    ) -> f64 = QubitState::pass;
    fn shorten(
        short: &mut Short<Self>,
        angles: [f64; 2],
        table: Option<&mut [[Self; 2]]>,
        with: Instructions,
    ) = shorten;
    fn fill(table: &mut [[Self; 2]], energies: &[f64], gamma: f64, unit: Option<f64>, with: Instructions) = fill;
    fn observe(with: Instructions, place: BlockPlace, piece: &[Self], cost: &Diagonal, room: &mut Vec<f64>) -> f64 = observe_piece;
    fn undo_layers(
        state: &mut QubitState<Self>,
        image: &mut QubitState<Self>,
        circuit: &QubitCircuit<'_>,
        of_cost: bool,
        report: &mut dyn FnMut(usize, Derivative),
    ) -> f64 = undo_layers;
    fn apply(
        state: &mut QubitState<Self>,
        image: &mut QubitState<Self>,
        energies: EnergySource<'_>,
        by_state: Option<&(dyn Fn(usize) -> f64 + Sync)>,
    ) -> f64 = apply;
    fn run_qudits(
        state: &mut qudits::QuditState<Self>,
        circuit: &qudits::QuditCircuit<'_, Self>,
        value: bool,
    ) -> f64 = qudits::QuditState::run_each;
    fn undo_qudits(
        states: [&mut qudits::QuditState<Self>; 2],
        begin: qudits::QuditAdjointStart,
        circuit: &qudits::QuditCircuit<'_, Self>,
        by: [&mut [f64]; 2],
    ) -> f64 = qudits::undo_each;
    fn run_grover(
        state: &mut qudits::QuditState<Self>,
        cost: &qudits::QuditCost,
        angles: [&[f64]; 2],
        watch: Watch<'_>,
        value: bool,
    ) -> f64 = qudits::QuditState::run_grover;
    fn undo_grover(
        states: [&mut qudits::QuditState<Self>; 2],
        begin: qudits::QuditAdjointStart,
        cost: (&qudits::QuditCost, Watch<'_>),
        angles: [&[f64]; 2],
        by: [&mut [f64]; 2],
    ) -> f64 = qudits::undo_grover;
}
