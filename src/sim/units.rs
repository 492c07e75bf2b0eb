//! Coefficients as whole multiples of one unit, where they are.
//!
//! ```text
//! unit = greatest common divisor of all |c|, remainders of rounding counting as none
//! multiples k = c / unit, rounded; they are taken if Σ|c − k·unit| stays below 2 ε Σ|c|
//! ```
//!
//! Coefficients that are whole numbers, as most are, have the divisor taken of integers. The others have it taken by remainders of f64; a quotient
//! that is whole up to its own rounding ends that at once.
//!
//! Remainders are exact: a quotient of few bits times each half of a number of 53 bits is not rounded.

use super::terms::Terms;

/// Sums of whole numbers below this are exact in f64.
const EXACT: f64 = 4_503_599_627_370_496.0;

impl Terms {
    /// A number u of which all coefficients are whole multiples, and the multiples; errors of all terms together stay below 2 ε Σ|c|.
    pub(super) fn in_units(&self) -> Option<(f64, Self)> {
        let unit = match whole_divisor(self) {
            Some(unit) => unit,
            None => divisor(self),
        };
        self.multiples_of(unit).or_else(|| {
            if unit < FINEST * self.size() {
                return None;
            }
            // the remainders have taken a few last digits along: the mean unit of all coefficients is without them
            let multiples = self.list.iter().map(|&(_, c)| (c, nearest(c / unit)));
            let sums = multiples.fold((0.0, 0.0), |(w, s), (c, k)| (w + c * k, s + k * k));
            self.multiples_of(sums.0 / sums.1)
        })
    }

    fn multiples_of(&self, unit: f64) -> Option<(f64, Self)> {
        let most = 2.0 * f64::EPSILON * self.size();
        let (mut errors, mut sum) = (0.0, 0.0);
        let mut list = Vec::with_capacity(self.list.len());
        for &(mask, c) in &self.list {
            let k = nearest(c / unit);
            errors += (c - k * unit).abs();
            sum += k.abs();
            if errors > most {
                return None;
            }
            list.push((mask, k));
        }
        (sum < EXACT).then_some((unit, Self { n: self.n, list }))
    }

    /// Takes the constant out.
    pub(super) fn take_constant(&mut self) -> f64 {
        let constants = self.list.iter().filter(|(mask, _)| *mask == 0);
        let constant = constants.fold(0.0, |sum, (_, c)| sum + c);
        self.list.retain(|(mask, c)| *mask != 0 && *c != 0.0);
        constant
    }

    /// Two numbers between which all energies lie.
    pub(super) fn bounds(&self) -> (f64, f64) {
        let add =
            |(low, high): (f64, f64), &(_, c): &(u64, f64)| (low + c.min(0.0), high + c.max(0.0));
        self.list.iter().fold((0.0, 0.0), add)
    }
}

/// A smaller part of all coefficients is no unit that a mean could mend: its multiples are not known.
const FINEST: f64 = 1.0 / 4_294_967_296.0;

/// Quotients of so few bits can be multiplied with half of a number exactly.
const SHORT: f64 = 16_777_216.0;

/// The greatest common divisor of coefficients that are whole numbers of 32 bits; 1 where all are zero.
fn whole_divisor(terms: &Terms) -> Option<f64> {
    let whole = |&(_, c): &(u64, f64)| f64::from(c as i32) == c;
    if !terms.list.iter().all(whole) {
        return None;
    }
    let mut divisor = 0;
    for &(_, c) in &terms.list {
        let mut rest = (c as i32).unsigned_abs();
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        if divisor == 1 {
            break;
        }
    }
    Some(f64::from(divisor.max(1)))
}

/// The greatest common divisor of all coefficients, up to rounding; 1 where all are zero.
fn divisor(terms: &Terms) -> f64 {
    let slack = f64::EPSILON * terms.size();
    let mut unit = 0.0_f64;
    for &(_, c) in &terms.list {
        let (mut a, mut b) = (c.abs().max(unit), c.abs().min(unit));
        while b > slack {
            let quotient = nearest(a / b);
            if quotient * b == a {
                a = b;
                break;
            }
            (a, b) = (b, remainder(a, b, quotient));
        }
        unit = a;
    }
    if unit == 0.0 { 1.0 } else { unit }
}

/// How far a is from the nearest multiple of b, exactly; the quotient is the nearest whole number, up to its rounding.
fn remainder(a: f64, b: f64, quotient: f64) -> f64 {
    if quotient > SHORT {
        let rest = a % b;
        return rest.min(b - rest);
    }
    let high = f64::from_bits(b.to_bits() & !0 << 26);
    ((a - quotient * high) - quotient * (b - high)).abs()
}

/// The nearest whole number, of a number below 2⁵².
fn nearest(x: f64) -> f64 {
    (x.abs() + EXACT - EXACT).copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainders_are_exact() {
        let mut a = 1.0_f64;
        for k in 1..2000 {
            a = (a * 1.618_033_988_749_895 + 0.1 / f64::from(k)) % 1e6;
            for b in [a / f64::from(k) + 1e-9, a.sqrt() / 3.0, a * 0.3, a / 7.0, a] {
                let rest = a % b;
                let found = remainder(a, b, nearest(a / b));
                assert_eq!(found, rest.min(b - rest), "{a} and {b}");
            }
        }
    }
}
