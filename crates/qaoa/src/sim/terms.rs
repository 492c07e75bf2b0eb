//! A cost as a polynomial, E(x) = Σ_{S ⊆ x} c_S, and the transforms between its coefficients and
//! its values.
//!
//! > values from coefficients: for each bit: E(x with the bit) += E(x without it)
//! > sums over values for each coefficient, W_S = Σ_{x ⊇ S} w(x): for each bit: w(x without it) +=
//! >   w(x with it)
//!
//! On amplitudes that share all but t of their bits, the terms whose other part is within the
//! shared bits are added to a small array at the place of their free part; then either transform
//! takes t/2 additions for each amplitude, however many terms there are.

use super::instructions::{InstructionSet, Instructions, Operation};
use super::piece::Place;
use super::real::{Real, across, line};
use super::units::{nearest, unit_of};
use crate::error::{Error, Result};
use std::sync::OnceLock;

/// Coefficients c_S by the mask of S, over n ≤ 63 variables.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub(crate) struct TermList {
    pub(in crate::sim) n: usize,
    pub(in crate::sim) list: Vec<(u64, f64)>,
    /// E(x) of all states, where one piece holds them all or there are as many terms.
    #[serde(skip)]
    values: OnceLock<Vec<f64>>,
}

const KEPT: usize = 14;

impl TermList {
    pub(in crate::sim) fn new(n: usize, list: Vec<(u64, f64)>) -> Self {
        let values = OnceLock::new();
        Self { n, list, values }
    }

    /// Fails if a mask names a qubit that is not there, or a sum of coefficients could leave the
    /// real line.
    pub(in crate::sim) fn checked(n: usize, list: Vec<(u64, f64)>) -> Result<Self> {
        if let Some((mask, _)) = list.iter().find(|(mask, _)| mask >> n != 0) {
            return Err(Error::argument(
                "terms",
                format!("a term over qubit {} of {n}", mask.ilog2()),
                "number the qubits from 0 and count them all",
            ));
        }
        let terms = Self::new(n, list);
        let size = terms.size();
        if size.is_finite() {
            return Ok(terms);
        }
        let culprit = terms.list.iter().find(|(_, c)| !c.is_finite());
        Err(Error::NotFinite {
            what: culprit.map_or("the sum of all coefficients".into(), |(mask, _)| {
                format!("the coefficient of the qubits {mask:#b}")
            }),
            value: culprit.map_or(size, |&(_, c)| c),
        })
    }

    /// Σ_x E(x) / 2ⁿ = Σ_S c_S / 2^|S|.
    pub(in crate::sim) fn mean(&self) -> f64 {
        let share = |mask: u64| 0.5_f64.powi(mask.count_ones() as i32);
        self.list.iter().map(|&(mask, c)| c * share(mask)).sum()
    }

    /// Σ_S |c_S|, which no sum of terms exceeds.
    pub(in crate::sim) fn size(&self) -> f64 {
        self.list.iter().map(|(_, c)| c.abs()).sum()
    }

    /// A number of which all coefficients are whole multiples, and the polynomial of the multiples.
    pub(in crate::sim) fn in_units(&self) -> Option<(f64, Self)> {
        let coefficients: Vec<f64> = self.list.iter().map(|(_, c)| *c).collect();
        let unit = unit_of(&coefficients, self.size())?;
        let multiples = self.list.iter().map(|&(mask, c)| (mask, nearest(c / unit)));
        Some((unit, Self::new(self.n, multiples.collect())))
    }

    pub(in crate::sim) fn with(&self, coefficients: impl Iterator<Item = f64>) -> Self {
        let masks = self.list.iter().map(|(mask, _)| *mask);
        Self::new(self.n, masks.zip(coefficients).collect())
    }

    /// Whether E(x) of all states takes no more memory than the terms. Then it is kept, as to look
    /// at every term in every piece would take 4ⁿ steps.
    pub(in crate::sim) fn is_dense(&self) -> bool {
        self.list.len() >= 1 << (self.n.max(1) - 1)
    }

    fn kept(&self) -> &[f64] {
        self.values.get_or_init(|| {
            let mut values = vec![0.0; 1 << self.n];
            for &(mask, c) in &self.list {
                values[mask as usize] += c;
            }
            transform::<true>(Instructions::best(), &mut values, self.n);
            values
        })
    }

    /// Writes E(x) of all amplitudes of a piece.
    pub(in crate::sim) fn fill(&self, place: Place, values: &mut Vec<f64>) {
        values.clear();
        if self.is_dense() || self.n <= KEPT && place.len() == 1 << self.n {
            let kept = self.kept();
            for row in place.rows() {
                values.extend_from_slice(&kept[row]);
            }
            return;
        }
        values.resize(place.len(), 0.0);
        self.each_within(place, |_, c, at| values[at] += c);
        let bits = place.len().trailing_zeros() as usize;
        transform::<true>(Instructions::best(), values, bits);
    }

    pub(in crate::sim) fn energy(&self, state: usize) -> f64 {
        let within = self
            .list
            .iter()
            .filter(|(mask, _)| mask & !(state as u64) == 0);
        within.fold(0.0, |sum, (_, c)| sum + c)
    }

    /// Calls `each` for the terms that are not zero on all of a piece, with the place of their free
    /// part; the piece's width, and how many rows it has, are powers of two.
    pub(in crate::sim) fn each_within(
        &self,
        place: Place,
        mut each: impl FnMut(usize, f64, usize),
    ) {
        let row_bits = (place.rows - 1) * place.stride;
        let free = (place.width - 1) | row_bits;
        for (term, &(mask, c)) in self.list.iter().enumerate() {
            let mask = mask as usize;
            if mask & !(place.first | free) == 0 {
                let row = (mask & row_bits) / place.stride;
                each(term, c, row * place.width + (mask & (place.width - 1)));
            }
        }
    }
}

/// The transform over the lowest `bits` bits, upward (values from coefficients) or down; less than
/// a line of values is lengthened by zeros.
pub(in crate::sim) fn transform<const UP: bool>(
    with: Instructions,
    values: &mut Vec<f64>,
    bits: usize,
) {
    let len = values.len();
    values.resize(len.max(line::<f64>()), 0.0);
    Transform::<UP> { values, bits }.run(with);
    values.truncate(len);
}

struct Transform<'a, const UP: bool> {
    values: &'a mut [f64],
    bits: usize,
}

impl<const UP: bool> Operation for Transform<'_, UP> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        for values in f64::lines_mut::<S>(self.values) {
            *values = add_across::<S, UP, 1>(simd, *values);
            *values = add_across::<S, UP, 2>(simd, *values);
            *values = add_across::<S, UP, 4>(simd, *values);
        }
        for bit in 3..self.bits {
            for pair in self.values.chunks_exact_mut(2 << bit) {
                let (without, with) = pair.split_at_mut(1 << bit);
                let (from, to) = if UP { (without, with) } else { (with, without) };
                let (from, to) = (f64::vectors::<S>(from), f64::vectors_mut::<S>(to));
                for (sum, part) in to.iter_mut().zip(from) {
                    *sum = simd.add_f64s(*sum, *part);
                }
            }
        }
    }
}

/// The transform over the bit worth `FLIP` within a line.
#[inline(always)]
fn add_across<S: InstructionSet, const UP: bool, const FLIP: usize>(
    simd: S,
    values: S::F64Line,
) -> S::F64Line {
    let receiving = &RECEIVING[usize::from(UP)][FLIP.ilog2() as usize];
    let receiving = f64::lines::<S>(receiving)[0];
    let others = across::<f64, S, FLIP>(values);
    let mut sums = values;
    for (m, sum) in sums.as_mut().iter_mut().enumerate() {
        *sum = <f64 as Real>::mul_add(simd, others.as_ref()[m], receiving.as_ref()[m], *sum);
    }
    sums
}

/// Masks, downward and upward, for each bit of a lane: 1 in lanes that receive, 0 in lanes that
/// give.
const RECEIVING: [[[f64; 8]; 3]; 2] = {
    let mut receiving = [[[0.0; 8]; 3]; 2];
    let mut at = 0;
    while at < 3 * 8 {
        let (bit, lane) = (at / 8, at % 8);
        receiving[lane >> bit & 1][bit][lane] = 1.0;
        at += 1;
    }
    receiving
};
