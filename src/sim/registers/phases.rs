//! e^{−iγE}, and what else is done to each amplitude by its energy.
//!
//! Costs of at most 65536 levels have one phase for each level and layer; others have their energies rebuilt in each piece.

use super::cost::RegisterCost;
use super::lines::{aligned, line};
use super::sweep::{Numbers, Piece};
use crate::sim::plan::Instructions;
use crate::sim::real::Real;
use pulp::{Arch, Simd, WithSimd};

/// e^{i(factor − γE)} for each level, or what it takes to compute it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Phases<'a, T> {
    Table(&'a [[T; 2]]),
    Rebuilt { gamma: f64, factor: f64 },
}

/// Room for the phases of a layer.
#[derive(Clone, Debug)]
pub(super) struct PhaseTable<T>(Vec<[T; 2]>);

impl<T> Default for PhaseTable<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Real> PhaseTable<T> {
    /// The phases of a layer, times e^{i·factor}.
    pub(super) fn phases(&mut self, cost: &RegisterCost, gamma: f64, factor: f64) -> Phases<'_, T> {
        let entries = cost.entries();
        if entries.is_empty() {
            return Phases::Rebuilt { gamma, factor };
        }
        self.0.clear();
        self.0
            .extend(entries.iter().map(|energy| phase(gamma, factor, *energy)));
        // a byte has 256 values: with as many entries no number is out of range
        self.0.resize(entries.len().max(1 << 8), [T::ZERO; 2]);
        Phases::Table(&self.0)
    }
}

#[inline(always)]
fn phase<T: Real>(gamma: f64, factor: f64, energy: f64) -> [T; 2] {
    let (sine, cosine) = (factor - gamma * energy).sin_cos();
    [T::of(cosine), T::of(sine)]
}

impl<T> Phases<'_, T> {
    /// Whether they are computed from the energies of each piece.
    pub(super) fn of_energies(&self) -> bool {
        matches!(self, Self::Rebuilt { .. })
    }
}

/// Writes the energies of a piece; where the cost keeps no numbers of levels, it must be a run of whole tiles.
pub(super) fn find_energies<T, const K: usize>(
    cost: &RegisterCost,
    piece: &Piece<'_, T, K>,
    energies: &mut Vec<f64>,
) {
    let entries = cost.entries();
    energies.clear();
    match piece.numbers {
        Numbers::Bytes(numbers) => {
            energies.extend(numbers.iter().map(|number| entries[usize::from(*number)]));
        }
        Numbers::Words(numbers) => {
            energies.extend(numbers.iter().map(|number| entries[usize::from(*number)]));
        }
        Numbers::Absent => cost.rebuild(piece.first, piece.width, energies),
    }
}

/// Multiplies the phases to K/2 states.
pub(super) fn multiply<T: Real, const K: usize>(
    with: Instructions,
    phases: Phases<'_, T>,
    piece: &mut Piece<'_, T, K>,
    energies: &[f64],
    room: &mut Vec<T>,
) {
    let levels = Levels::of(phases, piece.numbers, energies);
    let len = piece.arrays[0].len();
    let factors = aligned(room, 2 * RUN);
    for start in (0..len).step_by(RUN) {
        let (end, lanes) = ((start + RUN).min(len), line::<T>());
        let apart = [lanes, 1];
        let whole = Rows {
            rows: (end - start) / lanes,
            lanes,
            apart,
        };
        let rest = Rows {
            rows: 1,
            lanes: (end - start) % lanes,
            apart,
        };
        for (rows, start) in [(whole, start), (rest, end - rest.lanes)] {
            with.run(LookUp {
                levels: levels.from(start),
                rows,
                factors: &mut *factors,
            });
            for [re, im] in piece.arrays.as_chunks_mut::<2>().0 {
                let (re, im) = (&mut re[start..], &mut im[start..]);
                with.run(Multiply {
                    factors: &*factors,
                    rows,
                    re,
                    im,
                });
            }
        }
    }
}

/// States whose phases are looked up before they are multiplied: the phases stay in the first cache.
const RUN: usize = 1 << 10;
/// Numbers of a line at most.
const LANES: usize = 16;

/// Where the phases of a piece come from.
#[derive(Clone, Copy)]
pub(super) enum Levels<'a, T> {
    Bytes(&'a [[T; 2]], &'a [u8]),
    Words(&'a [[T; 2]], &'a [u16]),
    Energies([f64; 2], &'a [f64]),
}

impl<'a, T> Levels<'a, T> {
    pub(super) fn of(phases: Phases<'a, T>, numbers: Numbers<'a>, energies: &'a [f64]) -> Self {
        match (phases, numbers) {
            (Phases::Table(table), Numbers::Bytes(numbers)) => Self::Bytes(table, numbers),
            (Phases::Table(table), Numbers::Words(numbers)) => Self::Words(table, numbers),
            (Phases::Rebuilt { gamma, factor }, _) => Self::Energies([gamma, factor], energies),
            (Phases::Table(_), Numbers::Absent) => unreachable!("a cost with a table has numbers"),
        }
    }

    /// Those from a state of the piece on.
    pub(super) fn from(self, start: usize) -> Self {
        match self {
            Self::Bytes(table, numbers) => Self::Bytes(table, &numbers[start..]),
            Self::Words(table, numbers) => Self::Words(table, &numbers[start..]),
            Self::Energies(angles, energies) => Self::Energies(angles, &energies[start..]),
        }
    }
}

/// Rows of a line, or of a part of one: lane m of row l is number l·`apart[0]` + m·`apart[1]`.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    pub(super) rows: usize,
    pub(super) lanes: usize,
    pub(super) apart: [usize; 2],
}

/// Writes the phases of rows, in the order in which [`apart`](crate::sim::real::Vectors::apart) takes them apart.
pub(super) struct LookUp<'a, 'b, T> {
    pub(super) levels: Levels<'a, T>,
    pub(super) rows: Rows,
    pub(super) factors: &'b mut [T],
}

impl<T: Real> WithSimd for LookUp<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let slots = slots::<T, S>(simd);
        let factors = self.factors.as_chunks_mut::<2>().0;
        match self.levels {
            Levels::Bytes(table, numbers) => {
                let table: &[[T; 2]; 1 << 8] = table.first_chunk().expect("a byte's phases");
                let phase = |number: u8| table[usize::from(number)];
                self.rows.fill(numbers, &slots, factors, phase);
            }
            Levels::Words(table, numbers) => {
                let phase = |number: u16| table[usize::from(number)];
                self.rows.fill(numbers, &slots, factors, phase);
            }
            Levels::Energies([gamma, factor], energies) => {
                let phase = |energy: f64| phase(gamma, factor, energy);
                self.rows.fill(energies, &slots, factors, phase);
            }
        }
    }
}

impl Rows {
    #[inline(always)]
    fn fill<T: Real, N: Copy>(
        self,
        numbers: &[N],
        slots: &[usize; LANES],
        factors: &mut [[T; 2]],
        phase: impl Fn(N) -> [T; 2],
    ) {
        let [row, lane] = self.apart;
        if lane == 1 {
            let rows = numbers
                .chunks(row)
                .zip(factors.chunks_exact_mut(line::<T>()));
            for (numbers, factors) in rows.take(self.rows) {
                for (number, &slot) in numbers[..self.lanes].iter().zip(slots) {
                    factors[slot % line::<T>()] = phase(*number);
                }
            }
            return;
        }
        for (numbers, &slot) in numbers.chunks(lane).take(self.lanes).zip(slots) {
            let factors = factors.chunks_exact_mut(line::<T>());
            for (number, factors) in numbers.iter().zip(factors).take(self.rows) {
                factors[slot % line::<T>()] = phase(*number);
            }
        }
    }
}

/// Where the phase of each lane of a line is to be written, so that `apart` brings it there: asked of `apart` itself, and constants once compiled.
#[inline(always)]
fn slots<T: Real, S: Simd>(simd: S) -> [usize; LANES] {
    let mut numbered = [[T::ZERO; 2]; LANES];
    for l in 0..LANES {
        numbered[l] = [T::whole(l as u16); 2];
    }
    let lanes = T::lanes::<S>();
    let pairs = T::vectors::<S>(numbered.as_flattened());
    let mut slots = [0; LANES];
    for k in 0..LANES / lanes {
        let [re, _] = T::apart(simd, [pairs[2 * k], pairs[2 * k + 1]]);
        let found: &[T] = pulp::bytemuck::cast_slice(std::slice::from_ref(&re));
        for l in 0..lanes {
            slots[k * lanes + l] = found[l].wide() as usize;
        }
    }
    slots
}

/// Rows times factors that were looked up; the lanes of a row are neighbors.
pub(super) struct Multiply<'a, T> {
    pub(super) factors: &'a [T],
    pub(super) rows: Rows,
    pub(super) re: &'a mut [T],
    pub(super) im: &'a mut [T],
}

impl<T: Real> WithSimd for Multiply<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            factors,
            rows,
            re,
            im,
        } = self;
        let Rows { rows, lanes, apart } = rows;
        let parts = re.chunks_mut(apart[0]).zip(im.chunks_mut(apart[0]));
        let slots = slots::<T, S>(simd);
        for ((re, im), factors) in parts.zip(factors.chunks_exact(2 * line::<T>())).take(rows) {
            if lanes < line::<T>() {
                for ((re, im), slot) in re[..lanes].iter_mut().zip(im).zip(slots) {
                    let (c, s) = (factors[2 * slot], factors[2 * slot + 1]);
                    let (a, b) = (*re, *im);
                    *re = T::fused::<S>(a, c, b.times(s).negative());
                    *im = T::fused::<S>(a, s, b.times(c));
                }
                continue;
            }
            let pairs = T::vectors::<S>(factors).as_chunks::<2>().0;
            let (re, im) = (&mut re[..line::<T>()], &mut im[..line::<T>()]);
            let parts = T::vectors_mut::<S>(re)
                .iter_mut()
                .zip(T::vectors_mut::<S>(im));
            for ((re, im), pair) in parts.zip(pairs) {
                let [c, s] = T::apart(simd, *pair);
                let (a, b) = (*re, *im);
                *re = T::sub_mul(simd, b, s, T::mul(simd, a, c));
                *im = T::mul_add(simd, b, c, T::mul(simd, a, s));
            }
        }
    }
}

/// Σ E |ψ|².
pub(super) fn observe<T: Real>(energies: &[f64], re: &[T], im: &[T]) -> f64 {
    let of = Observe { energies, re, im };
    Arch::new().dispatch(of)
}

struct Observe<'a, T> {
    energies: &'a [f64],
    re: &'a [T],
    im: &'a [T],
}

impl<T: Real> WithSimd for Observe<'_, T> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f64 {
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
    Arch::new().dispatch(Overlap { energies, arrays })
}

struct Overlap<'a, 'b, T> {
    energies: &'a [f64],
    arrays: &'a [&'b mut [T]; 4],
}

impl<T: Real> WithSimd for Overlap<'_, '_, T> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f64 {
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
