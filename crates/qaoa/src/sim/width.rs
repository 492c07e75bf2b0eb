//! What the energies of a row are computed in: `i16`, `i32` or `f64`, and the vector operations on
//! each.
//!
//! Sums of `i16` and `i32` wrap around: what is summed up fits wherever the result does.

use pulp::Simd;
use pulp::bytemuck::Pod;

/// Lanes of a row.
pub(super) const ROW: usize = 32;

/// Energies of 32 neighboring states. Where the register has fewer, they stand there several times
/// over.
pub(super) type Row<W> = [W; ROW];

/// What energies are computed in.
pub(super) trait Width: Pod + Default + PartialOrd + Send + Sync {
    type Vector<S: Simd>: Copy;
    /// For each set of lane bits, all bits of the lanes that hold the set, and none of the others.
    const HOLDING: &'static [Row<Self>; ROW];

    fn of(c: f64) -> Self;
    fn wide(self) -> f64;
    /// The lowest 16 bits of the distance from `first`, between whole numbers.
    fn above(self, first: Self) -> u16;
    /// The distance from `first`, which is not above, between whole numbers.
    fn distance(self, first: Self) -> usize;
    /// The vectors of a slice of rows.
    fn vectors<S: Simd>(row: &[Self]) -> &[Self::Vector<S>];
    fn vectors_mut<S: Simd>(row: &mut [Self]) -> &mut [Self::Vector<S>];
    fn splat<S: Simd>(simd: S, x: Self) -> Self::Vector<S>;
    fn add<S: Simd>(simd: S, a: Self::Vector<S>, b: Self::Vector<S>) -> Self::Vector<S>;
    /// The bits that both have.
    fn and<S: Simd>(simd: S, a: Self::Vector<S>, b: Self::Vector<S>) -> Self::Vector<S>;
    fn min<S: Simd>(simd: S, a: Self::Vector<S>, b: Self::Vector<S>) -> Self::Vector<S>;
    fn max<S: Simd>(simd: S, a: Self::Vector<S>, b: Self::Vector<S>) -> Self::Vector<S>;
}

macro_rules! width {
    ($width:ident, $all:expr, $above:expr, $distance:expr, $vector:ident, $vectors:ident, $vectors_mut:ident, $splat:ident, $add:ident, $and:ident, $min:ident, $max:ident) => {
        impl Width for $width {
            type Vector<S: Simd> = S::$vector;
            const HOLDING: &'static [Row<Self>; ROW] = &{
                let mut table = [[0 as $width; ROW]; ROW];
                let mut set = 0;
                while set < ROW * ROW {
                    if set / ROW & (set % ROW) == set / ROW {
                        table[set / ROW][set % ROW] = $all;
                    }
                    set += 1;
                }
                table
            };

            #[inline(always)]
            fn of(c: f64) -> Self {
                c as Self
            }

            #[inline(always)]
            fn wide(self) -> f64 {
                f64::from(self)
            }

            #[inline(always)]
            fn above(self, first: Self) -> u16 {
                $above(self, first)
            }

            #[inline(always)]
            fn distance(self, first: Self) -> usize {
                $distance(self, first)
            }

            #[inline(always)]
            fn vectors<S: Simd>(row: &[Self]) -> &[S::$vector] {
                S::$vectors(row).0
            }

            #[inline(always)]
            fn vectors_mut<S: Simd>(row: &mut [Self]) -> &mut [S::$vector] {
                S::$vectors_mut(row).0
            }

            #[inline(always)]
            fn splat<S: Simd>(simd: S, x: Self) -> S::$vector {
                simd.$splat(x)
            }

            #[inline(always)]
            fn add<S: Simd>(simd: S, a: S::$vector, b: S::$vector) -> S::$vector {
                simd.$add(a, b)
            }

            #[inline(always)]
            fn and<S: Simd>(simd: S, a: S::$vector, b: S::$vector) -> S::$vector {
                simd.$and(a, b)
            }

            #[inline(always)]
            fn min<S: Simd>(simd: S, a: S::$vector, b: S::$vector) -> S::$vector {
                simd.$min(a, b)
            }

            #[inline(always)]
            fn max<S: Simd>(simd: S, a: S::$vector, b: S::$vector) -> S::$vector {
                simd.$max(a, b)
            }
        }
    };
}

width!(
    i16,
    -1,
    |a: i16, b: i16| a.wrapping_sub(b) as u16,
    |a: i16, b: i16| usize::from(a.wrapping_sub(b) as u16),
    i16s,
    as_simd_i16s,
    as_mut_simd_i16s,
    splat_i16s,
    add_i16s,
    and_i16s,
    min_i16s,
    max_i16s
);
width!(
    i32,
    -1,
    |a: i32, b: i32| a.wrapping_sub(b) as u16,
    |a: i32, b: i32| a.wrapping_sub(b) as u32 as usize,
    i32s,
    as_simd_i32s,
    as_mut_simd_i32s,
    splat_i32s,
    add_i32s,
    and_i32s,
    min_i32s,
    max_i32s
);
// adding 2⁵² leaves a whole number in the lowest bits
width!(
    f64,
    f64::from_bits(u64::MAX),
    |a: f64, b: f64| (a - b + 4_503_599_627_370_496.0).to_bits() as u16,
    |a: f64, b: f64| (a - b) as usize,
    f64s,
    as_simd_f64s,
    as_mut_simd_f64s,
    splat_f64s,
    add_f64s,
    and_f64s,
    min_f64s,
    max_f64s
);
