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

use super::adjoint::{Begin, Derivative, undo_layers};
use super::circuit::Circuit;
use super::diagonal::{Diagonal, Energies};
use super::kernel::observe_piece;
use super::pass::Pass;
use super::phases::{Phases, fill};
use super::place::Place;
use super::plan::Instructions;
use super::real::Real;
use super::registers;
use super::shuffles::{Short, shorten};
use super::state::{End, State};
use super::turns::Turns;
use super::watch::Watch;
use super::weighing::apply;

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
    fn run(state: &mut State<Self>, circuit: &Circuit<'_>, start: bool, end: End) -> f64 = State::run_layers;
    fn pass(
        state: &mut State<Self>,
        pass: Pass,
        turns: [Option<&Turns>; 2],
        phases: Option<Phases<'_, Self>>,
        observed: Option<&Diagonal>,
    ) -> f64 = State::pass;
    fn shorten(
        short: &mut Short<Self>,
        angles: [f64; 2],
        table: Option<&mut [[Self; 2]]>,
        with: Instructions,
    ) = shorten;
    fn fill(table: &mut [[Self; 2]], energies: &[f64], gamma: f64, unit: Option<f64>, with: Instructions) = fill;
    fn observe(with: Instructions, place: Place, piece: &[Self], cost: &Diagonal, room: &mut Vec<f64>) -> f64 = observe_piece;
    fn undo_layers(
        state: &mut State<Self>,
        image: &mut State<Self>,
        circuit: &Circuit<'_>,
        begin: Begin,
        report: &mut dyn FnMut(usize, Derivative),
    ) -> f64 = undo_layers;
    fn apply(
        state: &mut State<Self>,
        image: &mut State<Self>,
        energies: Energies<'_>,
        by_state: Option<&(dyn Fn(usize) -> f64 + Sync)>,
    ) -> f64 = apply;
    fn run_registers(
        state: &mut registers::RegisterState<Self>,
        circuit: &registers::Circuit<'_, Self>,
        value: bool,
    ) -> f64 = registers::RegisterState::run_each;
    fn undo_registers(
        states: [&mut registers::RegisterState<Self>; 2],
        begin: registers::Begin,
        circuit: &registers::Circuit<'_, Self>,
        by: [&mut [f64]; 2],
    ) -> f64 = registers::undo_each;
    fn run_grover(
        state: &mut registers::RegisterState<Self>,
        cost: &registers::RegisterCost,
        angles: [&[f64]; 2],
        watch: Watch<'_>,
        value: bool,
    ) -> f64 = registers::RegisterState::run_grover;
    fn undo_grover(
        states: [&mut registers::RegisterState<Self>; 2],
        begin: registers::Begin,
        cost: (&registers::RegisterCost, Watch<'_>),
        angles: [&[f64]; 2],
        by: [&mut [f64]; 2],
    ) -> f64 = registers::undo_grover;
}
