//! Coefficients as sums of whole multiples of two units, c = a·u + b·v, where they are: costs and penalties, say, with weights that have no common unit.
//!
//! ```text
//! for each |c| that has not been met:
//!     no unit yet:                                                   u = |c|
//!     |c| = a/d·u or b/d·v, or a/d·u + b/d·v with small b and d:     divide u and v by as much of d as they need
//!     only u there:                                                  v = |c|
//!     else give up
//! they are taken if Σ|c − a·u − b·v| stays below 2 ε Σ|c|
//! ```
//!
//! Real coefficients mostly end this at the third. The constant is left out, so that a cost of one unit and any offset is among these, too.
//! Energies then are numbered by two whole numbers, and equal ones are equal, bit for bit.

use super::rows::Rows;
use super::terms::Terms;
use super::units::{denominator, nearest};

/// Denominators that are tried for multiples of one unit; no more, or coefficients of any kind would be multiples up to rounding.
const DENOMINATORS: f64 = 64.0;
/// The same for sums of both.
const MIXED_DENOMINATORS: u32 = 16;
/// Multiples of the second unit that are tried in such sums.
const MIXED: u32 = 32;
/// So many of them are tried before one is looked for among them.
const AT_ONCE: usize = 8;
/// The largest multiple that is taken.
const MOST: f64 = 1_048_576.0;
/// Different coefficients at most.
const DIFFERENT: usize = 256;

/// The units, and the multiples of both in each term but the constant.
#[derive(Clone, Debug)]
pub(super) struct TwoUnits {
    n: usize,
    units: [f64; 2],
    constant: f64,
    list: Vec<(u64, [f64; 2])>,
}

impl Terms {
    /// Two numbers of which all coefficients but the constant are sums of whole multiples; errors of all terms together stay below 2 ε Σ|c|.
    pub(super) fn in_two_units(&self) -> Option<TwoUnits> {
        let mut found = Found::default();
        // at first with the number of a known coefficient: its multiples still change
        let (mut constant, mut list) = (0.0, Vec::with_capacity(self.list.len()));
        for &(mask, c) in &self.list {
            if mask == 0 {
                constant += c;
            } else if c != 0.0 {
                list.push((mask, [c, found.place(c.abs())? as f64]));
            }
        }
        let (mut errors, mut size) = (0.0, 0.0);
        for (_, multiples) in &mut list {
            let [c, place] = *multiples;
            let [a, b] = found.known[place as usize].1.map(|k| k.copysign(k * c));
            errors += (c - (a * found.units[0] + b * found.units[1])).abs();
            size += c.abs();
            *multiples = [a, b];
        }
        let close = errors <= 2.0 * f64::EPSILON * size;
        close.then_some(TwoUnits {
            n: self.n,
            units: found.units,
            constant,
            list,
        })
    }
}

/// Energies numbered by the multiples of both units in them: (a − lowest a)·width + b − lowest b.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    units: [f64; 2],
    constant: f64,
    lows: [f64; 2],
    width: u32,
    /// How many numbers there are; most may belong to no state.
    pub(super) count: usize,
    /// The number of a state without anything set.
    pub(super) origin: f64,
    /// Whether 16 bits hold all of them, counted from the origin.
    pub(super) short: bool,
    /// The numbers as a polynomial, but for the origin.
    pub(super) numbers: Terms,
}

impl TwoUnits {
    /// The numbering between bounds that are not looked at more closely, where there are at most `most` numbers.
    pub(super) fn keys(&self, most: usize) -> Option<Keys> {
        let [a, b] = self.bounds();
        self.keys_between([range(a)?, range(b)?], most)
    }

    /// The numbering between the lowest and the highest multiples of each unit, where there are at most `most` numbers.
    pub(super) fn exact_keys(&self, most: usize) -> Option<Keys> {
        let [a, b] = self.bounds();
        range(a).and(range(b))?;
        let exact = |unit: usize| extent(&self.polynomial(|multiples| multiples[unit]));
        self.keys_between([range(exact(0))?, range(exact(1))?], most)
    }

    /// The numbering, from the lowest multiples of each unit and how many there may be.
    fn keys_between(&self, [a, b]: [(f64, usize); 2], most: usize) -> Option<Keys> {
        let count = a.1.checked_mul(b.1).filter(|&count| count <= most)?;
        let width = b.1 as f64;
        let numbers = self.polynomial(|[a, b]| a * width + b);
        let bounds = numbers.bounds();
        range(bounds)?;
        let origin = -(a.0 * width + b.0);
        Some(Keys {
            units: self.units,
            constant: self.constant,
            lows: [a.0, b.0],
            width: u32::try_from(b.1).ok()?,
            count,
            origin,
            short: bounds.0.min(-origin) >= i16::MIN.into() && bounds.1 <= i16::MAX.into(),
            numbers,
        })
    }

    /// Numbers between which the multiples of each unit lie.
    fn bounds(&self) -> [(f64, f64); 2] {
        let mut bounds = [(0.0, 0.0); 2];
        for (_, multiples) in &self.list {
            for (bounds, k) in bounds.iter_mut().zip(multiples) {
                *bounds = (bounds.0 + k.min(0.0), bounds.1 + k.max(0.0));
            }
        }
        bounds
    }

    /// A polynomial with coefficients from the multiples.
    fn polynomial(&self, coefficient: impl Fn([f64; 2]) -> f64) -> Terms {
        let list = self.list.iter();
        let list = list.map(|(mask, multiples)| (*mask, coefficient(*multiples)));
        Terms {
            n: self.n,
            list: list.collect(),
        }
    }
}

impl Keys {
    /// The energy of a number.
    pub(super) fn energy(&self, number: usize) -> f64 {
        let row = number as u32 / self.width;
        let a = self.lows[0] + f64::from(row);
        let b = self.lows[1] + f64::from(number as u32 - row * self.width);
        self.constant + (a * self.units[0] + b * self.units[1])
    }
}

/// The lower bound of whole numbers, and how many there are between both, where they fit into 32 bits.
fn range((low, high): (f64, f64)) -> Option<(f64, usize)> {
    let fit = low >= i32::MIN.into() && high <= i32::MAX.into();
    fit.then_some((low, (high - low) as usize + 1))
}

/// The lowest and the highest value of a polynomial whose bounds fit into 32 bits.
fn extent(whole: &Terms) -> (f64, f64) {
    let (low, high) = Rows::<i32>::of(whole).extremes();
    (low.into(), high.into())
}

/// The units of the coefficients met so far.
#[derive(Clone, Debug, Default)]
struct Found {
    /// 0 where there is none yet.
    units: [f64; 2],
    /// Coefficients and their multiples of both.
    known: Vec<(f64, [f64; 2])>,
}

impl Found {
    /// The number of a coefficient among the known ones, with which it is counted from now on.
    fn place(&mut self, c: f64) -> Option<usize> {
        if let Some(place) = self.known.iter().position(|(known, _)| *known == c) {
            return Some(place);
        }
        let multiples = self.multiples(c).or_else(|| self.begin(c))?;
        let fits = multiples.iter().all(|k| k.abs() <= MOST) && self.known.len() < DIFFERENT;
        self.known.push((c, multiples));
        fits.then_some(self.known.len() - 1)
    }

    /// A coefficient as a unit of its own, where there is room for one.
    fn begin(&mut self, c: f64) -> Option<[f64; 2]> {
        let new = self.units.iter().position(|unit| *unit == 0.0)?;
        self.units[new] = c;
        let mut multiples = [0.0; 2];
        multiples[new] = 1.0;
        Some(multiples)
    }

    /// The multiples of both units, which are divided so that they are whole.
    fn multiples(&mut self, c: f64) -> Option<[f64; 2]> {
        let [u, v] = self.units;
        let (denominator, fractions) = fraction(c, [u, v]).or_else(|| sum(c, [u, v]))?;
        let mut multiples = fractions;
        for i in 0..2 {
            let common = common_divisor(fractions[i], denominator);
            multiples[i] = fractions[i] / common;
            self.divide(i, denominator / common)?;
        }
        Some(multiples)
    }

    fn divide(&mut self, i: usize, by: f64) -> Option<()> {
        self.units[i] /= by;
        for (_, multiples) in &mut self.known {
            multiples[i] *= by;
            if multiples[i].abs() > MOST {
                return None;
            }
        }
        Some(())
    }
}

/// (d, [a, 0]) with c = a/d·u up to rounding, or (d, [0, b]) with c = b/d·v.
fn fraction(c: f64, units: [f64; 2]) -> Option<(f64, [f64; 2])> {
    for (i, unit) in units.into_iter().enumerate() {
        // infinite where there is no unit
        let ratio = c / unit;
        if ratio <= MOST
            && let Some(d) = denominator(ratio, DENOMINATORS)
        {
            let mut multiples = [0.0; 2];
            multiples[i] = nearest(d * ratio);
            return Some((d, multiples));
        }
    }
    None
}

/// (d, [a, b]) with c = a/d·u + b/d·v up to rounding, and small b and d.
fn sum(c: f64, [u, v]: [f64; 2]) -> Option<(f64, [f64; 2])> {
    let (c, v) = (c / u, v / u);
    if v == 0.0 || c.max(v) > MOST {
        return None;
    }
    for d in (1..=MIXED_DENOMINATORS).map(f64::from) {
        let fits = |b: f64| is_whole(d * c - b * v, d * c + b.abs() * v);
        for first in (1..=MIXED).step_by(AT_ONCE) {
            let some = (first..).take(AT_ONCE).map(f64::from);
            // all of them, without a branch between
            let any = some.clone().fold(false, |any, b| any | fits(b) | fits(-b));
            if any {
                let b = some.flat_map(|b| [b, -b]).find(|b| fits(*b))?;
                return Some((d, [nearest(d * c - b * v), b]));
            }
        }
    }
    None
}

/// Whether x is a whole number other than 0, up to the rounding of parts of this size.
fn is_whole(x: f64, size: f64) -> bool {
    let nearest = nearest(x);
    ((x - nearest).abs() <= 4.0 * f64::EPSILON * size) & (nearest != 0.0)
}

/// The greatest common divisor of whole numbers.
fn common_divisor(a: f64, b: f64) -> f64 {
    let (mut a, mut b) = (a.abs() as u64, b as u64);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(coefficients: &[f64]) -> Terms {
        let list = coefficients.iter().enumerate();
        Terms {
            n: coefficients.len(),
            list: list.map(|(i, c)| (1 << i, *c)).collect(),
        }
    }

    #[test]
    fn sums_of_whole_multiples_of_two_units_are_found_out_and_are_the_coefficients() {
        let root = 2.0_f64.sqrt();
        for coefficients in [
            vec![1.0, root, -3.0, 2.0 * root],
            vec![root, 2.0 * root + 3.0, -5.0, 7.0, root - 1.0],
            vec![2.0, 3.0, 5.0 * root, -2.0 * root, 3.0 * root + 1.0],
            vec![0.3, 0.7 / 3.0, 0.1 * root, 1.1 / 3.0 * root - 0.2],
            vec![0.25, -1.5, 17.0],
            vec![1e-9 * root, 3e-9, 9e-9],
        ] {
            let two = terms(&coefficients).in_two_units();
            let two = two.unwrap_or_else(|| panic!("{coefficients:?}"));
            for (c, (_, [a, b])) in coefficients.iter().zip(&two.list) {
                assert!(a.fract() == 0.0 && b.fract() == 0.0);
                let sum = a * two.units[0] + b * two.units[1];
                assert!((sum - c).abs() <= 4.0 * f64::EPSILON * c.abs(), "{c}");
            }
        }
    }

    #[test]
    fn coefficients_of_three_units_are_not() {
        let coefficients = [1.0, 2.0, 2.0_f64.sqrt(), -4.0, 3.0_f64.sqrt()];
        assert!(terms(&coefficients).in_two_units().is_none());
        let reals = [0.32145, 0.718_281_828, 0.577_215_664_9, 0.915_965_594_2];
        let irrational = reals.map(f64::sqrt);
        assert!(terms(&irrational).in_two_units().is_none());
    }

    #[test]
    fn numbers_of_states_tell_their_energies() {
        let root = 3.0_f64.sqrt();
        let mut terms = terms(&[1.0, -root, 2.0, 2.0 * root - 1.0]);
        terms
            .list
            .extend([(0b0011, -2.5), (0b1110, root), (0, 0.123), (0b1000, 0.0)]);
        let keys = terms
            .in_two_units()
            .and_then(|two| two.exact_keys(1 << 16))
            .unwrap();
        for (x, energy) in super::super::reference::energies(4, &terms.list)
            .iter()
            .enumerate()
        {
            let within = keys
                .numbers
                .list
                .iter()
                .filter(|(mask, _)| mask & !(x as u64) == 0);
            let number = keys.origin + within.map(|(_, c)| c).sum::<f64>();
            assert!(number >= 0.0 && number < keys.count as f64);
            assert!((keys.energy(number as usize) - energy).abs() < 1e-14, "{x}");
        }
        let two = terms.in_two_units().unwrap();
        assert!(two.exact_keys(keys.count - 1).is_none());
        let rough = two.keys(1 << 16).unwrap();
        assert!(rough.count >= keys.count);
    }
}
