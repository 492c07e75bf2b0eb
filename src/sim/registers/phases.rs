//! e^{−iγE}, and what else is done to each amplitude by its energy.
//!
//! Costs of at most 65536 levels have one phase for each level and layer; others have their energies rebuilt in each piece.

use super::cost::RegisterCost;
use super::kernel::line;
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
    factors: &mut Vec<[T; 2]>,
) {
    let levels = Levels::of(phases, piece.numbers, energies);
    let len = piece.arrays[0].len();
    for start in (0..len).step_by(RUN) {
        let end = (start + RUN).min(len);
        let rows = Rows {
            start,
            rows: (end - start).div_ceil(line::<T>()),
            apart: line::<T>(),
            lanes: line::<T>(),
            lanes_apart: 1,
        };
        with.run(LookUp {
            levels,
            rows,
            factors,
        });
        for [re, im] in piece.arrays.as_chunks_mut::<2>().0 {
            with.run(Multiply {
                factors,
                re: &mut re[start..end],
                im: &mut im[start..end],
            });
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
}

/// Rows of a line each: lane m of row l is state `start` + l·`apart` + m·`lanes_apart` of the piece. Lanes from number `lanes` on stand for no state.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    pub(super) start: usize,
    pub(super) rows: usize,
    pub(super) apart: usize,
    pub(super) lanes: usize,
    pub(super) lanes_apart: usize,
}

/// Writes the phases of rows, in the order in which [`Real::apart`](crate::sim::real::Vectors::apart) takes them apart.
pub(super) struct LookUp<'a, 'b, T> {
    pub(super) levels: Levels<'a, T>,
    pub(super) rows: Rows,
    pub(super) factors: &'b mut Vec<[T; 2]>,
}

impl<T: Real> WithSimd for LookUp<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let slots = slots::<T, S>(simd);
        self.factors
            .resize(self.rows.rows * line::<T>(), [T::ZERO; 2]);
        let factors = &mut self.factors[..];
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
        let numbers = &numbers[self.start..];
        if self.lanes_apart == 1 {
            let rows = numbers.chunks(self.apart);
            for (row, factors) in rows.zip(factors.chunks_exact_mut(line::<T>())) {
                for (number, &slot) in row.iter().zip(slots) {
                    factors[slot % line::<T>()] = phase(*number);
                }
            }
            return;
        }
        let lanes = numbers.chunks_exact(self.lanes_apart).take(self.lanes);
        for (lane, &slot) in lanes.zip(slots) {
            let factors = factors.chunks_exact_mut(line::<T>());
            for (number, factors) in lane.iter().zip(factors) {
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

/// Numbers times factors that were looked up.
pub(super) struct Multiply<'a, T> {
    pub(super) factors: &'a [[T; 2]],
    pub(super) re: &'a mut [T],
    pub(super) im: &'a mut [T],
}

impl<T: Real> WithSimd for Multiply<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { factors, re, im } = self;
        let whole = re.len() / line::<T>() * line::<T>();
        let ((re, last_re), (im, last_im)) = (re.split_at_mut(whole), im.split_at_mut(whole));
        let (factors, last) = factors.split_at(whole);
        let pairs = T::vectors::<S>(factors.as_flattened()).as_chunks::<2>().0;
        let parts = T::vectors_mut::<S>(re)
            .iter_mut()
            .zip(T::vectors_mut::<S>(im));
        for ((re, im), pair) in parts.zip(pairs) {
            let [c, s] = T::apart(simd, *pair);
            let (a, b) = (*re, *im);
            *re = T::sub_mul(simd, b, s, T::mul(simd, a, c));
            *im = T::mul_add(simd, b, c, T::mul(simd, a, s));
        }
        let slots = slots::<T, S>(simd);
        for ((re, im), &slot) in last_re.iter_mut().zip(last_im).zip(&slots) {
            let ([c, s], a, b) = (last[slot], *re, *im);
            *re = T::fused::<S>(a, c, b.times(s).negative());
            *im = T::fused::<S>(a, s, b.times(c));
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
