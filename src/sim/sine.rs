//! Sine and cosine without a branch, so that loops over many angles become vectors.
//!
//! A polynomial on |r| ≤ π/4 after the nearest multiple of π/2 is taken out in three parts (Cody & Waite 1980); the judge is the standard
//! library, in the tests of those who use it (`phases`, and `noise` for the rotations of a noisy circuit).
#![allow(
    clippy::needless_range_loop,
    reason = "lane loops must not depend on closures being inlined"
)]

use super::real::Vectors;
use pulp::Simd;

/// π/2 in three parts, the first two of 33 bits.
const HALF_PI: [f64; 3] = [
    1.570_796_326_734_125_6,
    6.077_100_506_303_966e-11,
    2.022_266_248_795_950_6e-21,
];

/// (sin x, cos x) for |x| < 10⁶, to about one unit in the last place, without a branch; beyond, digits are lost as x grows.
#[inline(always)]
pub(crate) fn sin_cos<S: Simd>(x: f64) -> (f64, f64) {
    // adding 1.5·2⁵² leaves the nearest whole number in the lowest bits
    const TO_WHOLE: f64 = 6_755_399_441_055_744.0;
    let shifted = x * std::f64::consts::FRAC_2_PI + TO_WHOLE;
    let quadrant = shifted.to_bits();
    let turns = shifted - TO_WHOLE;
    let r = turns.mul_sub::<S>(HALF_PI[0], x);
    let r = turns.mul_sub::<S>(HALF_PI[1], r);
    let r = turns.mul_sub::<S>(HALF_PI[2], r);
    let square = r * r;
    let sine = polynomial::<S, 6>(&SINE, square).fused_with::<S>(square * r, r);
    let cosine = polynomial::<S, 6>(&COSINE, square)
        .fused_with::<S>(square * square, (-0.5_f64).fused_with::<S>(square, 1.0));
    let (a, b) = if quadrant & 1 == 0 {
        (sine, cosine)
    } else {
        (cosine, sine)
    };
    let sign = |bit: u64| f64::from_bits(bit << 62 & 1 << 63 | 1.0_f64.to_bits());
    (a * sign(quadrant), b * sign(quadrant.wrapping_add(1)))
}

/// The minimax coefficients of FreeBSD's k_sin.c: (sin r − r)/r³ in r².
const SINE: [f64; 6] = [
    -1.666_666_666_666_663_2e-1,
    8.333_333_333_322_49e-3,
    -1.984_126_982_985_795e-4,
    2.755_731_370_707_006_8e-6,
    -2.505_076_025_340_686_3e-8,
    1.589_690_995_211_55e-10,
];

/// The minimax coefficients of FreeBSD's k_cos.c: (cos r − 1 + r²/2)/r⁴ in r².
const COSINE: [f64; 6] = [
    4.166_666_666_666_66e-2,
    -1.388_888_888_887_411e-3,
    2.480_158_728_947_673e-5,
    -2.755_731_435_139_066_3e-7,
    2.087_572_321_298_175e-9,
    -1.135_964_755_778_819_5e-11,
];

#[inline(always)]
fn polynomial<S: Simd, const N: usize>(coefficients: &[f64; N], x: f64) -> f64 {
    let mut sum = coefficients[N - 1];
    for i in (0..N - 1).rev() {
        sum = sum.fused_with::<S>(x, coefficients[i]);
    }
    sum
}

/// Multiply-adds that are fused exactly where the vectors of `S` are.
trait Fused {
    /// self·b + c.
    fn fused_with<S: Simd>(self, b: f64, c: f64) -> f64;
    /// c − self·b.
    fn mul_sub<S: Simd>(self, b: f64, c: f64) -> f64;
}

impl Fused for f64 {
    #[inline(always)]
    fn fused_with<S: Simd>(self, b: f64, c: f64) -> f64 {
        <f64 as Vectors>::fused::<S>(self, b, c)
    }

    #[inline(always)]
    fn mul_sub<S: Simd>(self, b: f64, c: f64) -> f64 {
        <f64 as Vectors>::fused::<S>(-self, b, c)
    }
}
