//! Sine and cosine of a vector of angles: a polynomial on |r| ≤ π/4 after the nearest multiple of
//! π/2 is taken out in three parts (Cody & Waite 1980). The standard library judges it in tests.

use pulp::Simd;

/// π/2 in three parts, the first two of 33 bits.
const HALF_PI: [f64; 3] = [
    1.570_796_326_734_125_6,
    6.077_100_506_303_966e-11,
    2.022_266_248_795_950_6e-21,
];

/// [sin x, cos x] for |x| < 10⁶, to about one unit in the last place; beyond, digits are lost as x
/// grows.
#[inline(always)]
pub fn sin_cos<S: Simd>(simd: S, x: S::f64s) -> [S::f64s; 2] {
    let to_quadrants = simd.splat_f64s(std::f64::consts::FRAC_2_PI);
    let turns = whole(simd, simd.mul_f64s(x, to_quadrants));
    let mut r = x;
    for part in HALF_PI {
        r = sub_mul(simd, turns, simd.splat_f64s(part), r);
    }
    let square = simd.mul_f64s(r, r);
    let sine = polynomial(simd, &SINE, square);
    let sine = mul_add(simd, sine, simd.mul_f64s(square, r), r);
    let one = simd.splat_f64s(1.0);
    let parabola = mul_add(simd, simd.splat_f64s(-0.5), square, one);
    let cosine = polynomial(simd, &COSINE, square);
    let cosine = mul_add(simd, cosine, simd.mul_f64s(square, square), parabola);
    let s = sine_of_quadrants(simd, turns);
    let c = sine_of_quadrants(simd, simd.add_f64s(turns, one));
    [
        mul_add(simd, c, sine, simd.mul_f64s(s, cosine)),
        sub_mul(simd, s, sine, simd.mul_f64s(c, cosine)),
    ]
}

/// The sum a·b + c, rounded once, but for WebAssembly's.
#[inline(always)]
fn mul_add<S: Simd>(simd: S, a: S::f64s, b: S::f64s, c: S::f64s) -> S::f64s {
    #[cfg(target_family = "wasm")]
    return simd.add_f64s(simd.mul_f64s(a, b), c);
    #[cfg(not(target_family = "wasm"))]
    simd.mul_add_f64s(a, b, c)
}

#[inline(always)]
fn sub_mul<S: Simd>(simd: S, a: S::f64s, b: S::f64s, c: S::f64s) -> S::f64s {
    #[cfg(target_family = "wasm")]
    return simd.sub_f64s(c, simd.mul_f64s(a, b));
    #[cfg(not(target_family = "wasm"))]
    simd.negate_mul_add_f64s(a, b, c)
}

/// The nearest whole numbers, of two the even one.
#[inline(always)]
fn whole<S: Simd>(simd: S, x: S::f64s) -> S::f64s {
    // adding 1.5·2⁵² leaves no place for a fraction
    let large = simd.splat_f64s(6_755_399_441_055_744.0);
    simd.sub_f64s(simd.add_f64s(x, large), large)
}

/// sin(πq/2) of a whole number q: how far it is from 2h, where h is the nearest whole number to
/// q/2, and the even one where q is odd.
#[inline(always)]
fn sine_of_quadrants<S: Simd>(simd: S, q: S::f64s) -> S::f64s {
    let halves = whole(simd, simd.mul_f64s(q, simd.splat_f64s(0.5)));
    sub_mul(simd, simd.splat_f64s(2.0), halves, q)
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
fn polynomial<S: Simd, const N: usize>(simd: S, coefficients: &[f64; N], x: S::f64s) -> S::f64s {
    let mut sum = simd.splat_f64s(coefficients[N - 1]);
    for i in (0..N - 1).rev() {
        sum = mul_add(simd, sum, x, simd.splat_f64s(coefficients[i]));
    }
    sum
}
