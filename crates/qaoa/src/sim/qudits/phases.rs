//! e^{−iγE}, and what else is done to each amplitude by its energy.
//!
//! Costs of at most 65536 levels have one phase for each level and layer; others have their
//! energies rebuilt in each piece.

use super::cost::QuditCost;
use super::factors::{LineRows, Looking, PhaseSource, multiply_by};
use super::lines::line;
use super::shuffled::PhaseGrid;
use super::sweep::{StateTile, TileLevels};
use crate::sim::instructions::Instructions;
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::real::Real;

/// e^{i(factor − γE)} for each level, or what it takes to compute it.
#[derive(Clone, Copy, Debug)]
pub(super) enum QuditPhases<'a, T> {
    Table(&'a [[T; 2]], Option<&'a PhaseGrid<T>>),
    Rebuilt { gamma: f64, factor: f64 },
}

/// Room for the phases of a layer.
#[derive(Clone, Debug)]
pub(super) struct PhaseTable<T> {
    all: Vec<[T; 2]>,
    grid: Option<PhaseGrid<T>>,
}

impl<T> Default for PhaseTable<T> {
    fn default() -> Self {
        let (all, grid) = (Vec::new(), None);
        Self { all, grid }
    }
}

impl<T: Real> PhaseTable<T> {
    /// The phases of a layer, times e^{i·factor}.
    pub(super) fn phases(
        &mut self,
        cost: &QuditCost,
        gamma: f64,
        factor: f64,
    ) -> QuditPhases<'_, T> {
        let entries = cost.entries();
        if entries.is_empty() {
            return QuditPhases::Rebuilt { gamma, factor };
        }
        self.grid = PhaseGrid::new(entries, cost.step(), gamma, factor);
        self.all.clear();
        match &self.grid {
            Some(grid) => self.all.extend((0..entries.len()).map(|k| grid.phase(k))),
            None => {
                let phases = entries.iter().map(|energy| phase(gamma, factor, *energy));
                self.all.extend(phases);
            }
        }
        // a byte has 256 values: with as many entries no number is out of range
        self.all.resize(entries.len().max(1 << 8), [T::ZERO; 2]);
        QuditPhases::Table(&self.all, self.grid.as_ref())
    }
}

#[inline(always)]
pub(super) fn phase<T: Real>(gamma: f64, factor: f64, energy: f64) -> [T; 2] {
    let (sine, cosine) = libm::sincos(factor - gamma * energy);
    [T::of(cosine), T::of(sine)]
}

impl<T> QuditPhases<'_, T> {
    /// Whether they are computed from the energies of each piece.
    pub(super) fn of_energies(&self) -> bool {
        matches!(self, Self::Rebuilt { .. })
    }
}

/// Writes the energies of a piece; where the cost keeps no numbers of levels, it must be a run of
/// whole tiles.
pub(super) fn find_energies<T, const K: usize>(
    cost: &QuditCost,
    piece: &StateTile<'_, T, K>,
    energies: &mut Vec<f64>,
) {
    let entries = cost.entries();
    energies.clear();
    match piece.numbers {
        TileLevels::Bytes(numbers) => {
            energies.extend(numbers.iter().map(|number| entries[usize::from(*number)]));
        }
        TileLevels::Words(numbers) => {
            energies.extend(numbers.iter().map(|number| entries[usize::from(*number)]));
        }
        TileLevels::Absent => cost.rebuild(piece.first, piece.width, energies),
    }
}

/// Multiplies the phases to K/2 states.
pub(super) fn multiply<T: Real, const K: usize>(
    with: Instructions,
    phases: QuditPhases<'_, T>,
    piece: &mut StateTile<'_, T, K>,
    energies: &[f64],
    room: &mut Looking<T>,
) {
    let levels = PhaseSource::of(phases, piece.numbers, energies);
    let (len, lanes) = (piece.arrays[0].len(), line::<T>());
    for start in (0..len).step_by(RUN) {
        let end = (start + RUN).min(len);
        let rows = |rows, lanes| LineRows {
            rows,
            lanes,
            apart: [line::<T>(), 1],
        };
        let whole = rows((end - start) / lanes, lanes);
        let rest = rows(1, (end - start) % lanes);
        for (rows, start) in [(whole, start), (rest, end - rest.lanes)] {
            let levels = levels.from(start);
            let (states, _) = piece.arrays.as_chunks_mut::<2>();
            let mut states = states
                .iter_mut()
                .map(|[re, im]| [&mut re[start..], &mut im[start..]]);
            match [states.next(), states.next()] {
                [Some(state), Some(image)] => {
                    multiply_by(with, levels, [rows; 2], &mut [state, image], room);
                }
                [Some(state), None] => multiply_by(with, levels, [rows; 2], &mut [state], room),
                [None, _] => {}
            }
        }
    }
}

/// States whose phases are looked up before they are multiplied: the phases stay in the first
/// cache.
const RUN: usize = 1 << 10;
/// Sums side by side.
const LANES: usize = 16;

/// Σ E |ψ|².
pub(super) fn observe<T: Real>(energies: &[f64], re: &[T], im: &[T]) -> f64 {
    let of = ObserveQudits { energies, re, im };
    Instructions::best().run(of)
}

struct ObserveQudits<'a, T> {
    energies: &'a [f64],
    re: &'a [T],
    im: &'a [T],
}

impl<T: Real> Operation for ObserveQudits<'_, T> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, _: S) -> f64 {
        let mut sums = [0.0; LANES];
        let parts = self.re.chunks(LANES).zip(self.im.chunks(LANES));
        for ((re, im), energies) in parts.zip(self.energies.chunks(LANES)) {
            for (sum, ((re, im), energy)) in sums.iter_mut().zip(re.iter().zip(im).zip(energies)) {
                let (a, b) = (re.wide(), im.wide());
                *sum += energy * (a * a + b * b);
            }
        }
        sums.iter().sum()
    }
}

/// λ = Cψ.
pub(super) fn apply_cost<T: Real>(energies: &[f64], arrays: &mut [&mut [T]; 4]) {
    let [re, im, image_re, image_im] = arrays;
    for (image, part) in [(image_re, re), (image_im, im)] {
        for ((image, part), energy) in image.iter_mut().zip(part.iter()).zip(energies) {
            *image = T::of(*energy).times(*part);
        }
    }
}

/// Im⟨λ|C|ψ⟩.
pub(super) fn overlap<T: Real>(energies: &[f64], arrays: &[&mut [T]; 4]) -> f64 {
    Instructions::best().run(Overlap { energies, arrays })
}

struct Overlap<'a, 'b, T> {
    energies: &'a [f64],
    arrays: &'a [&'b mut [T]; 4],
}

impl<T: Real> Operation for Overlap<'_, '_, T> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, _: S) -> f64 {
        let mut sums = [0.0; LANES];
        let [re, im, image_re, image_im] = self.arrays.each_ref().map(|array| array.chunks(LANES));
        let parts = re.zip(im).zip(image_re.zip(image_im));
        for (((re, im), (image_re, image_im)), energies) in parts.zip(self.energies.chunks(LANES)) {
            let parts = re.iter().zip(im).zip(image_re.iter().zip(image_im));
            for (sum, (((re, im), (image_re, image_im)), energy)) in
                sums.iter_mut().zip(parts.zip(energies))
            {
                let product = image_re.wide() * im.wide() - image_im.wide() * re.wide();
                *sum += energy * product;
            }
        }
        sums.iter().sum()
    }
}
