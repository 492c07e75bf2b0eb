//! Coefficients as sums of whole multiples of a few units, c = a·u + b·v + …, where they are: costs
//! and penalties, say, with weights that have no common unit.
//!
//! ```text
//! for each |c| that has not been met:
//!     |c| = a/d·u for a unit u, or a/d·u + b/d·v for two of them with small b and d:     divide u
//!         and v by as much of d as they need
//!     fewer units than allowed:                                                          |c| is
//!         one more
//!     else give up
//! they are taken if Σ|c − a·u − b·v − …| stays below 2 ε Σ|c|
//! ```
//!
//! Real coefficients mostly end this at the first that is one too many. The constant is left out,
//! so that a cost of one unit and any offset is among these, too. Energies then are numbered by as
//! many whole numbers, and equal ones are equal, bit for bit.

use super::rows::Rows;
use super::terms::Terms;
use super::units::{denominator, nearest};

/// Denominators that are tried for multiples of one unit; no more, or coefficients of any kind
/// would be multiples up to rounding.
const DENOMINATORS: f64 = 64.0;
/// The same for sums of two.
const MIXED_DENOMINATORS: u32 = 16;
/// Multiples of the second unit that are tried in such sums.
const MIXED: u32 = 32;
/// So many of them are tried before one is looked for among them.
const AT_ONCE: usize = 8;
/// Units at most.
pub(super) const UNITS: usize = 3;
/// The largest multiple that is taken.
const MOST: f64 = 1_048_576.0;
/// Different coefficients at most.
const DIFFERENT: usize = 256;

/// The units, and the multiples of each in each term but the constant.
#[derive(Clone, Debug)]
pub(super) struct SeveralUnits {
    n: usize,
    units: [f64; UNITS],
    constant: f64,
    list: Vec<(u64, [f64; UNITS])>,
}

impl Terms {
    /// At most `most` numbers of which all coefficients but the constant are sums of whole
    /// multiples; errors of all terms together stay below 2 ε Σ|c|.
    pub(super) fn in_several_units(&self, most: usize) -> Option<SeveralUnits> {
        let mut found = Found {
            most,
            ..Found::default()
        };
        // at first with the number of a known coefficient: its multiples still change
        let (mut constant, mut list) = (0.0, Vec::with_capacity(self.list.len()));
        for &(mask, c) in &self.list {
            if mask == 0 {
                constant += c;
            } else if c != 0.0 {
                list.push((mask, [c, found.place(c.abs())? as f64, 0.0]));
            }
        }
        let (mut errors, mut size) = (0.0, 0.0);
        for (_, multiples) in &mut list {
            let [c, place, _] = *multiples;
            *multiples = found.known[place as usize].1.map(|k| k.copysign(k * c));
            errors += (c - sum(found.units, *multiples)).abs();
            size += c.abs();
        }
        let close = errors <= 2.0 * f64::EPSILON * size;
        close.then_some(SeveralUnits {
            n: self.n,
            units: found.units,
            constant,
            list,
        })
    }
}

/// Σ multiple · unit.
#[inline(always)]
fn sum(units: [f64; UNITS], multiples: [f64; UNITS]) -> f64 {
    multiples[0] * units[0] + multiples[1] * units[1] + multiples[2] * units[2]
}

/// Energies numbered by the multiples of the units in them, each counted from its lowest: (a·width +
/// b)·width' + c.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    units: [f64; UNITS],
    constant: f64,
    lows: [f64; UNITS],
    /// How many multiples there may be, of all units but the first.
    widths: [f64; UNITS - 1],
    /// How many numbers there are; most may belong to no state.
    pub(super) count: usize,
    /// The number of a state without anything set.
    pub(super) origin: f64,
    /// Whether 16 bits hold all of them, counted from the origin.
    pub(super) short: bool,
    /// The numbers as a polynomial, but for the origin.
    pub(super) numbers: Terms,
}

impl SeveralUnits {
    /// Whether two would not do.
    pub(super) fn are_three(&self) -> bool {
        self.units[UNITS - 1] != 0.0
    }

    /// The numbering between bounds that are not looked at more closely, where there are at most
    /// `most` numbers.
    pub(super) fn keys(&self, most: usize) -> Option<Keys> {
        self.keys_between(self.ranges()?, most)
    }

    /// The numbering between the lowest and the highest multiples of each unit, where there are at
    /// most `most` numbers.
    pub(super) fn exact_keys(&self, most: usize) -> Option<Keys> {
        let mut exact = self.ranges()?;
        for (i, range) in exact.iter_mut().enumerate() {
            if range.1 > 1 {
                *range = extent(&self.polynomial(|multiples| multiples[i]))?;
            }
        }
        self.keys_between(exact, most)
    }

    /// The numbering, from the lowest multiples of each unit and how many there may be.
    fn keys_between(&self, ranges: [(f64, usize); UNITS], most: usize) -> Option<Keys> {
        let count = ranges
            .iter()
            .try_fold(1_usize, |n, (_, k)| n.checked_mul(*k));
        let count = count.filter(|&count| count <= most)?;
        let (lows, counts) = (ranges.map(|range| range.0), ranges.map(|range| range.1));
        let widths = [counts[1] as f64, counts[2] as f64];
        let number = |[a, b, c]: [f64; UNITS]| (a * widths[0] + b) * widths[1] + c;
        let (numbers, origin) = (self.polynomial(number), -number(lows));
        let bounds = numbers.bounds();
        range(bounds)?;
        Some(Keys {
            units: self.units,
            constant: self.constant,
            lows,
            widths,
            count,
            origin,
            short: bounds.0.min(-origin) >= i16::MIN.into() && bounds.1 <= i16::MAX.into(),
            numbers,
        })
    }

    /// The lower bounds of the multiples of each unit, and how many whole numbers there are up to
    /// the upper bounds.
    fn ranges(&self) -> Option<[(f64, usize); UNITS]> {
        let mut bounds = [(0.0, 0.0); UNITS];
        for (_, multiples) in &self.list {
            for (bounds, k) in bounds.iter_mut().zip(multiples) {
                *bounds = (bounds.0 + k.min(0.0), bounds.1 + k.max(0.0));
            }
        }
        let [a, b, c] = bounds.map(range);
        Some([a?, b?, c?])
    }

    /// A polynomial with coefficients from the multiples.
    fn polynomial(&self, coefficient: impl Fn([f64; UNITS]) -> f64) -> Terms {
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
    #[inline(always)]
    pub(super) fn energy(&self, number: usize) -> f64 {
        let number = f64::from(number as i32);
        let (ab, c) = divided(number, self.widths[1]);
        let (a, b) = divided(ab, self.widths[0]);
        let multiples = [self.lows[0] + a, self.lows[1] + b, self.lows[2] + c];
        self.constant + sum(self.units, multiples)
    }
}

/// Quotient and remainder of whole numbers, both below 2²⁴.
#[inline(always)]
fn divided(number: f64, by: f64) -> (f64, f64) {
    // at least half a part above the whole number, and as much below the next
    let quotient = nearest((number + 0.5) * (1.0 / by) - 0.5);
    (quotient, number - quotient * by)
}

/// The lower bound of whole numbers, and how many there are between both, where they fit into 32
/// bits.
fn range((low, high): (f64, f64)) -> Option<(f64, usize)> {
    let fit = low >= i32::MIN.into() && high <= i32::MAX.into();
    fit.then_some((low, (high - low) as usize + 1))
}

/// The same between the lowest and the highest value of a polynomial whose bounds fit.
fn extent(whole: &Terms) -> Option<(f64, usize)> {
    let (low, high) = Rows::<i32>::of(whole).extremes();
    range((low.into(), high.into()))
}

/// The units of the coefficients met so far.
#[derive(Clone, Debug, Default)]
struct Found {
    most: usize,
    /// 0 where there is none yet.
    units: [f64; UNITS],
    /// Coefficients and their multiples of all.
    known: Vec<(f64, [f64; UNITS])>,
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
    fn begin(&mut self, c: f64) -> Option<[f64; UNITS]> {
        let mut units = self.units.iter().take(self.most);
        let new = units.position(|unit| *unit == 0.0)?;
        self.units[new] = c;
        let mut multiples = [0.0; UNITS];
        multiples[new] = 1.0;
        Some(multiples)
    }

    /// The multiples of all units, which are divided so that they are whole.
    fn multiples(&mut self, c: f64) -> Option<[f64; UNITS]> {
        let found = fraction(c, self.units);
        let (denominator, fractions) = found.or_else(|| of_pair(c, self.units))?;
        let mut multiples = fractions;
        for i in 0..UNITS {
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

/// (d, multiples) with c = a/d·u up to rounding for a unit u.
fn fraction(c: f64, units: [f64; UNITS]) -> Option<(f64, [f64; UNITS])> {
    for (i, unit) in units.into_iter().enumerate() {
        // infinite where there is no unit
        let ratio = c / unit;
        if ratio <= MOST
            && let Some(d) = denominator(ratio, DENOMINATORS)
        {
            let mut multiples = [0.0; UNITS];
            multiples[i] = nearest(d * ratio);
            return Some((d, multiples));
        }
    }
    None
}

/// (d, multiples) with c = a/d·u + b/d·v up to rounding for two units, and small b and d.
fn of_pair(c: f64, units: [f64; UNITS]) -> Option<(f64, [f64; UNITS])> {
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        if let Some((d, [a, b])) = of_both(c, [units[i], units[j]]) {
            let mut multiples = [0.0; UNITS];
            (multiples[i], multiples[j]) = (a, b);
            return Some((d, multiples));
        }
    }
    None
}

/// (d, [a, b]) of one pair.
fn of_both(c: f64, [u, v]: [f64; 2]) -> Option<(f64, [f64; 2])> {
    let (c, v) = (c / u, v / u);
    let there = v > 0.0 && c.max(v) <= MOST;
    if !there {
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
            let two = terms(&coefficients).in_several_units(2);
            let two = two.unwrap_or_else(|| panic!("{coefficients:?}"));
            for (c, (_, multiples)) in coefficients.iter().zip(&two.list) {
                assert!(multiples.iter().all(|k| k.fract() == 0.0));
                let sum = sum(two.units, *multiples);
                assert!((sum - c).abs() <= 4.0 * f64::EPSILON * c.abs(), "{c}");
            }
        }
    }

    #[test]
    fn coefficients_of_one_unit_more_are_not() {
        let mut coefficients = vec![1.0, 2.0, 2.0_f64.sqrt(), -4.0, 3.0_f64.sqrt()];
        assert!(terms(&coefficients).in_several_units(2).is_none());
        coefficients.push(coefficients[4] - 2.0 * coefficients[2]);
        let three = terms(&coefficients).in_several_units(3).unwrap();
        assert_eq!(three.list[5].1, [0.0, -2.0, 1.0]);
        coefficients.push(5.0_f64.sqrt());
        assert!(terms(&coefficients).in_several_units(3).is_none());
        let reals = [0.32145, 0.718_281_828, 0.577_215_664_9, 0.915_965_594_2];
        let irrational = reals.map(f64::sqrt);
        assert!(terms(&irrational).in_several_units(3).is_none());
    }

    #[test]
    fn numbers_of_states_tell_their_energies() {
        let (root, third) = (3.0_f64.sqrt(), 5.0_f64.sqrt());
        for (most, last) in [(2, root), (3, third)] {
            let mut terms = terms(&[1.0, -root, 2.0, 2.0 * root - 1.0]);
            let more = [(0b0011, -2.5), (0b1110, last), (0, 0.123), (0b1000, 0.0)];
            terms.list.extend(more);
            let units = terms.in_several_units(most).unwrap();
            let keys = units.exact_keys(1 << 16).unwrap();
            let energies = super::super::reference::energies(4, &terms.list);
            for (x, energy) in energies.iter().enumerate() {
                let list = keys.numbers.list.iter();
                let within = list.filter(|(mask, _)| mask & !(x as u64) == 0);
                let number = keys.origin + within.map(|(_, c)| c).sum::<f64>();
                assert!(number >= 0.0 && number < keys.count as f64);
                assert!((keys.energy(number as usize) - energy).abs() < 1e-14, "{x}");
            }
            assert!(units.exact_keys(keys.count - 1).is_none());
            assert!(units.keys(1 << 16).unwrap().count >= keys.count);
        }
    }
}
