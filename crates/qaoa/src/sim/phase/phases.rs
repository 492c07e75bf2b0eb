//! e^{−iγE(x)}: from a table of the cost's levels, or computed from the angles of a piece.
//!
//! No sine is taken for an amplitude where the cost takes few values: there is one table for a
//! layer, with the factor of the rotation that follows in it. Where energies are whole numbers of
//! units, level k = w·a + b has the factor of level w·a times that of b units: a sine is taken for
//! each a and each b instead of for each level, and all factors are as far off as that of the
//! largest angle. The products are explicit vectors: the compiler would make them for many rows at
//! once, and scatter them. In f32 phases of few levels are products of two shorter tables, which
//! the processor may pick out of registers (`shuffles`). Costs of too many values, and layers with
//! an angle for each group of terms, have their phases rebuilt in each piece, as products of three
//! short tables (`split`).
#![allow(
    clippy::needless_range_loop,
    reason = "lane loops must not depend on closures being inlined"
)]

use crate::sim::cost::diagonal::{Diagonal, EnergySource, LevelIndex};
use crate::sim::cost::terms::TermList;
use crate::sim::instructions::Instructions;
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::phase::factors::rotors;
use crate::sim::phase::shuffles::Short;
use crate::sim::real::{Precision, Real, Vectors};
use crate::sim::vector::block::{Aligned, LANES, Lanes, REALS};

/// A factor for each basis state.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) enum PhaseFactors<'a, T> {
    /// One complex number for each of at most 256 levels.
    Bytes(&'a [[u8; LANES]], &'a [[T; 2]; 1 << 8]),
    /// Two short tables for at most 256 levels on a grid.
    Shuffled(&'a [[u8; LANES]], &'a Short<T>),
    /// One complex number for each of at most 65536 levels.
    Words(&'a [[u16; LANES]], &'a [[T; 2]; 1 << 16]),
    /// e^{−iθ} for angles θ = scale·E of a polynomial, rebuilt in each piece.
    Angles {
        /// E.
        terms: &'a TermList,
        /// θ/E.
        scale: f64,
    },
}

/// Room for the tables of a layer, kept from layer to layer.
#[derive(Clone, Debug)]
pub(in crate::sim) struct FactorTables<T> {
    levels: Vec<[T; 2]>,
    short: Short<T>,
}

impl<T: Real> Default for FactorTables<T> {
    fn default() -> Self {
        Self {
            levels: Vec::new(),
            short: Short::EMPTY,
        }
    }
}

impl<T: Real> FactorTables<T> {
    /// e^{−iγE(x)} for each basis state.
    pub(in crate::sim) fn phases<'a>(
        &'a mut self,
        cost: &'a Diagonal,
        gamma: f64,
        with: Instructions,
    ) -> PhaseFactors<'a, T> {
        let short = T::PRECISION == Precision::F32;
        if let (EnergySource::ByteGrid(index, grid), true) = (cost.energies(), short) {
            let angles = [gamma * grid.energy(0.0), gamma * grid.unit];
            self.levels
                .resize((1 << 8).max(self.levels.len()), [T::ZERO; 2]);
            let levels = &mut self.levels[..cost.entries().len()];
            let table = (!with.shuffle()).then_some(levels);
            let wanted = table.is_some();
            T::shorten(&mut self.short, angles, table, with);
            return match self.levels.first_chunk() {
                Some(table) if wanted => PhaseFactors::Bytes(index, table),
                _ => PhaseFactors::Shuffled(index, &self.short),
            };
        }
        if matches!(cost.index(), LevelIndex::Absent) {
            return PhaseFactors::Angles {
                terms: cost.terms(),
                scale: gamma,
            };
        }
        let len = match cost.index() {
            LevelIndex::Bytes(_) => 1 << 8,
            LevelIndex::Words(_) | LevelIndex::Absent => 1 << 16,
        };
        self.levels.resize(len.max(self.levels.len()), [T::ZERO; 2]);
        let unit = cost.unit().filter(|_| cost.entries().len() > 2 * LANES);
        T::fill(&mut self.levels, cost.entries(), gamma, unit, with);
        let full = "the table has been given this length";
        match cost.index() {
            LevelIndex::Bytes(index) => {
                PhaseFactors::Bytes(index, self.levels.first_chunk().expect(full))
            }
            LevelIndex::Words(index) => {
                PhaseFactors::Words(index, self.levels.first_chunk().expect(full))
            }
            LevelIndex::Absent => unreachable!("returned above"),
        }
    }
}

/// Writes e^{−iγE} of the levels' energies, which are on a grid where there is a unit.
pub(in crate::sim) fn fill<T: Real>(
    table: &mut [[T; 2]],
    energies: &[f64],
    gamma: f64,
    unit: Option<f64>,
    with: Instructions,
) {
    match unit {
        Some(unit) => with.run(FillGrid {
            table,
            energies,
            gamma,
            step: gamma * unit,
        }),
        None => with.run(FillFactors {
            table,
            energies,
            gamma,
        }),
    }
}

struct FillFactors<'a, T> {
    table: &'a mut [[T; 2]],
    energies: &'a [f64],
    gamma: f64,
}

impl<T: Real> Operation for FillFactors<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        let (rows, _) = self.table.as_chunks_mut::<LANES>();
        let (full, rest) = self.energies.as_chunks::<LANES>();
        for (row, energies) in rows.iter_mut().zip(full) {
            fill_row(simd, row, energies, self.gamma);
        }
        if !rest.is_empty() {
            let mut energies = [0.0; LANES];
            energies[..rest.len()].copy_from_slice(rest);
            fill_row(simd, &mut rows[full.len()], &energies, self.gamma);
        }
    }
}

#[inline(always)]
fn fill_row<T: Real, S: InstructionSet>(
    simd: S,
    row: &mut [[T; 2]; LANES],
    energies: &Lanes<f64>,
    gamma: f64,
) {
    let mut angles = Aligned([0.0; LANES]);
    for l in 0..LANES {
        angles.0[l] = gamma * energies[l];
    }
    let [re, im] = rotors::<T, S>(simd, &angles.0);
    for l in 0..LANES {
        row[l] = [re[l], im[l]];
    }
}

/// The same where neighboring levels are one unit apart: a table of products.
struct FillGrid<'a, T> {
    table: &'a mut [[T; 2]],
    energies: &'a [f64],
    gamma: f64,
    /// γ times the unit.
    step: f64,
}

impl<T: Real> Operation for FillGrid<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        if self.energies.len() > 1 << 8 {
            self.fill::<S, { 1 << 8 }>(simd);
        } else {
            self.fill::<S, LANES>(simd);
        }
    }
}

impl<T: Real> FillGrid<'_, T> {
    /// Rows of `W` levels.
    #[inline(always)]
    fn fill<S: InstructionSet, const W: usize>(self, simd: S) {
        // e^{−iγb} and i times that
        let (mut low, mut crossed) = (Aligned([[0.0; 2]; W]), Aligned([[0.0; 2]; W]));
        for first in (0..W).step_by(LANES) {
            let mut angles = [0.0; LANES];
            for l in 0..LANES {
                angles[l] = self.step * (first + l) as f64;
            }
            let [re, im] = rotors::<f64, S>(simd, &angles);
            for l in 0..LANES {
                low.0[first + l] = [re[l], im[l]];
                crossed.0[first + l] = [-im[l], re[l]];
            }
        }
        let (low, _) = S::as_simd_f64s(low.0.as_flattened());
        let (crossed, _) = S::as_simd_f64s(crossed.0.as_flattened());
        let rows = self.table.as_chunks_mut::<W>().0.chunks_mut(LANES);
        for (rows, energies) in rows.zip(self.energies.chunks(LANES * W)) {
            let mut angles = [0.0; LANES];
            for (angle, energies) in angles.iter_mut().zip(energies.chunks(W)) {
                *angle = self.gamma * energies[0];
            }
            let [re, im] = rotors::<f64, S>(simd, &angles);
            for (l, row) in rows.iter_mut().take(energies.len().div_ceil(W)).enumerate() {
                let (re, im) = (simd.splat_f64s(re[l]), simd.splat_f64s(im[l]));
                let (parts, _) = row.as_flattened_mut().as_chunks_mut::<REALS>();
                for (part, to) in parts.iter_mut().enumerate() {
                    let mut products = Aligned([0.0; REALS]);
                    let (stored, _) = S::as_mut_simd_f64s(&mut products.0);
                    for v in 0..stored.len() {
                        let at = part * stored.len() + v;
                        let other = simd.mul_f64s(re, low[at]);
                        stored[v] = <f64 as Vectors>::mul_add(simd, im, crossed[at], other);
                    }
                    for k in 0..REALS {
                        to[k] = T::of(products.0[k]);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::instructions::Instructions;

    /// None where it is picked out of registers, which `shuffles` judges.
    fn factors<T: Real>(phases: PhaseFactors<'_, T>, x: usize) -> Option<[f64; 2]> {
        let factor = match phases {
            PhaseFactors::Bytes(index, table) => table[usize::from(index[x / LANES][x % LANES])],
            PhaseFactors::Words(index, table) => table[usize::from(index[x / LANES][x % LANES])],
            PhaseFactors::Shuffled(..) => return None,
            PhaseFactors::Angles { .. } => panic!("a cost of whole numbers has a table"),
        };
        Some(factor.map(T::wide))
    }

    /// Few levels, more than one row of products, and more than a byte numbers.
    #[test]
    fn tables_of_products_hold_the_phases_of_every_state() {
        for (n, scale) in [(6, 1.0), (7, 1.0), (7, 0.3), (11, 1.0), (13, 2.5)] {
            let terms = (0..n).map(|i| (1_u64 << i, scale * ((i * i + 3) as f64 - 40.0)));
            let cost = Diagonal::from_terms(n, terms).unwrap();
            for instructions in Instructions::all() {
                for gamma in [0.0, 0.1, -0.7, 2.9] {
                    let (mut double, mut single) =
                        (FactorTables::<f64>::default(), FactorTables::default());
                    let double = double.phases(&cost, gamma, instructions);
                    let single: PhaseFactors<'_, f32> = single.phases(&cost, gamma, instructions);
                    let largest =
                        gamma.abs() * (cost.max() - cost.min() + cost.min().abs() + 256.0);
                    for x in 0..1 << n {
                        let angle = gamma * cost.energy(x);
                        let expected = [angle.cos(), -angle.sin()];
                        let near = |found: Option<[f64; 2]>, within: f64| {
                            let found = found.unwrap_or(expected);
                            (0..2).all(|i| (found[i] - expected[i]).abs() < within)
                        };
                        // as far off as the largest angles that are multiplied
                        let within = 1e-15 + 4e-16 * largest;
                        assert!(near(factors(double, x), within), "{n}, {gamma}, {x}");
                        assert!(near(factors(single, x), within + 1e-7), "{n}, {gamma}, {x}");
                    }
                }
            }
        }
    }
}
