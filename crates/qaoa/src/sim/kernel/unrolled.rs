//! Loops over CPU registers, written out.

/// Does something for each number below `$count`, at most 4, written out: the compiler leaves a
/// long loop a loop, and an array that is indexed in a loop does not stay in registers.
macro_rules! written_out {
    (@ [$($number:literal)*] $count:ident, $k:ident, $body:expr) => {{
        $(
            if const { $count > $number } {
                let $k: usize = const { $number % $count };
                $body
            }
        )*
    }};
    ($count:ident, |$k:ident| $body:expr) => {
        written_out!(@ [0 1 2 3] $count, $k, $body)
    };
}
pub(in crate::sim) use written_out;
