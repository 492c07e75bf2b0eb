//! The loops over numbers: what is done to the amplitudes of one state, or of a state and the
//! adjoint state at once. Each is an operation compiled for every set of instructions; the plain
//! twins that judge them are `reference` and `qudit_reference`.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

pub(in crate::sim) mod fiber;
pub(in crate::sim) mod line;
pub(in crate::sim) mod observe;
pub(in crate::sim) mod phases;
mod pick;
pub(in crate::sim) mod product;
pub(in crate::sim) mod rotate;
mod rotors;
pub(in crate::sim) mod transpose;

/// Does something for each number below `$count`, at most 4, written out: the compiler leaves a
/// long loop a loop, and an array that is indexed in a loop does not stay in registers. For plain
/// arrays, which are in memory, a loop is compiled sooner.
macro_rules! written_out {
    (@ [$($number:literal)*] $count:ident, $k:ident, $body:expr) => {{
        if const { $crate::sim::kernel::is_plain::<S>() } {
            for $k in 0..$count {
                $body
            }
        } else {$(
            if const { $count > $number } {
                let $k: usize = const { $number % $count };
                $body
            }
        )*}
    }};
    ($count:ident, |$k:ident| $body:expr) => {
        written_out!(@ [0 1 2 3] $count, $k, $body)
    };
}
use written_out;

/// Whether vectors are plain arrays on a processor with wider ones.
const fn is_plain<S: pulp::Simd>() -> bool {
    cfg!(target_arch = "x86_64") && size_of::<S::f64s>() == 16
}
