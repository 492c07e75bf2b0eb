//! Amplitudes and what Pauli operators do to them: αψ + βPψ, ⟨P⟩, and many diagonal rotations at
//! once; and the basis in which a circuit is simulated.
//!
//! Real and imaginary parts are apart, so that the loops vectorize. Σ_S θ_S (−1)^{S·x} at all x is
//! one Walsh–Hadamard transform, so that the phases of all diagonal rotations between two others
//! cost one pass however many they are. Sums run in the order of the index, whose bit k is qubit k.

use super::channel::Pauli;
use super::propagated::turned;
use super::propagated::{quarters, rotations};
use crate::circuit::Gate;
use ketboard_qaoa::sin_cos;
use num_complex::Complex64;
use std::f64::consts::FRAC_PI_2;

#[derive(Clone, Debug)]
pub(super) struct TrajectoryState {
    re: Vec<f64>,
    im: Vec<f64>,
    phases: Vec<f64>,
}

/// Bytes for each basis state.
pub(super) const BYTES: u128 = 24;

impl TrajectoryState {
    pub(super) fn new(qubits: usize) -> Self {
        let zeros = || vec![0.0; 1 << qubits];
        Self {
            re: zeros(),
            im: zeros(),
            phases: zeros(),
        }
    }

    pub(super) fn start(&mut self) {
        self.re.fill(0.0);
        self.im.fill(0.0);
        self.re[0] = 1.0;
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        self.re.copy_from_slice(&other.re);
        self.im.copy_from_slice(&other.im);
    }

    pub(super) fn probability(&self, x: usize) -> f64 {
        self.re[x] * self.re[x] + self.im[x] * self.im[x]
    }

    /// e^{−iθP/2}ψ.
    pub(super) fn rotate(&mut self, pauli: &Pauli, theta: f64) {
        let (sine, cosine) = libm::sincos(theta / 2.0);
        self.combine(pauli, cosine, Complex64::new(0.0, -sine));
    }

    /// αψ + βPψ.
    pub(super) fn combine(&mut self, pauli: &Pauli, alpha: f64, beta: Complex64) {
        let beta = beta * Complex64::I.powu(u32::from(pauli.phase));
        match (pauli.x.count_ones(), pauli.z & !pauli.x) {
            (0, _) => self.scale_by_parity(pauli.z, alpha, beta),
            (1, 0) => self.mix_one_qubit(pauli, alpha, beta),
            _ => self.mix(pauli, alpha, beta),
        }
    }

    fn scale_by_parity(&mut self, mask: u64, alpha: f64, beta: Complex64) {
        let factors = [alpha + beta, alpha - beta];
        for (x, (re, im)) in self.re.iter_mut().zip(&mut self.im).enumerate() {
            let value = factors[parity(x as u64 & mask)] * Complex64::new(*re, *im);
            (*re, *im) = (value.re, value.im);
        }
    }

    /// X or Y alone: the two halves of each block are mixed with one pair of factors.
    fn mix_one_qubit(&mut self, pauli: &Pauli, alpha: f64, beta: Complex64) {
        let half = pauli.x as usize;
        // P|1⟩ has the sign of z, P|0⟩ none
        let from_upper = if pauli.z == 0 { beta } else { -beta };
        let blocks = self.re.chunks_exact_mut(2 * half);
        for (re, im) in blocks.zip(self.im.chunks_exact_mut(2 * half)) {
            let (re0, re1) = re.split_at_mut(half);
            let (im0, im1) = im.split_at_mut(half);
            mix_halves((re0, im0), (re1, im1), alpha, (from_upper, beta));
        }
    }

    fn mix(&mut self, pauli: &Pauli, alpha: f64, beta: Complex64) {
        let top = 1 << (63 - pauli.x.leading_zeros());
        let below = top - 1;
        let partner_sign = parity(pauli.z & pauli.x);
        let signed = [beta, -beta];
        for pair in 0..self.re.len() / 2 {
            let j = (pair & !below) << 1 | pair & below;
            let k = j ^ pauli.x as usize;
            let sign = parity(pauli.z & j as u64);
            let (a, b) = (self.at(j), self.at(k));
            self.put(j, alpha * a + signed[sign ^ partner_sign] * b);
            self.put(k, alpha * b + signed[sign] * a);
        }
    }

    pub(super) fn at(&self, x: usize) -> Complex64 {
        Complex64::new(self.re[x], self.im[x])
    }

    fn put(&mut self, x: usize, value: Complex64) {
        (self.re[x], self.im[x]) = (value.re, value.im);
    }

    /// ⟨P⟩ of a Hermitian P; the state has norm 1.
    pub(super) fn expectation(&self, pauli: &Pauli) -> f64 {
        let factor = Complex64::I.powu(u32::from(pauli.phase));
        let term = |x: usize| {
            // ⟨x ⊕ p| P |x⟩ = factor·(−1)^{z·x}
            let value = self.at(x ^ pauli.x as usize).conj() * factor * self.at(x);
            [value.re, -value.re][parity(pauli.z & x as u64)]
        };
        (0..self.re.len()).map(term).sum()
    }

    /// Π e^{−iθZ_S/2}ψ over (mask of S, θ).
    pub(super) fn rotate_diagonal(&mut self, rotations: impl Iterator<Item = (u64, f64)>) {
        self.phases.fill(0.0);
        for (mask, theta) in rotations {
            self.phases[mask as usize] -= theta / 2.0;
        }
        pulp::Arch::new().dispatch(DiagonalRotations {
            re: &mut self.re,
            im: &mut self.im,
            phases: &mut self.phases,
        });
    }
}

fn parity(bits: u64) -> usize {
    (bits.count_ones() & 1) as usize
}

/// The lower and the upper amplitudes of a qubit: α lower + b₀ upper, α upper + b₁ lower.
fn mix_halves(
    lower: (&mut [f64], &mut [f64]),
    upper: (&mut [f64], &mut [f64]),
    alpha: f64,
    (b0, b1): (Complex64, Complex64),
) {
    let lower = lower.0.iter_mut().zip(lower.1);
    for ((re0, im0), (re1, im1)) in lower.zip(upper.0.iter_mut().zip(upper.1)) {
        let (r0, i0, r1, i1) = (*re0, *im0, *re1, *im1);
        *re0 = alpha * r0 + (b0.re * r1 - b0.im * i1);
        *im0 = alpha * i0 + (b0.re * i1 + b0.im * r1);
        *re1 = alpha * r1 + (b1.re * r0 - b1.im * i0);
        *im1 = alpha * i1 + (b1.re * i0 + b1.im * r0);
    }
}

/// ψ_x becomes e^{iφ_x}ψ_x, where φ is the Walsh–Hadamard transform of `phases`.
struct DiagonalRotations<'a> {
    re: &'a mut [f64],
    im: &'a mut [f64],
    phases: &'a mut [f64],
}

impl pulp::WithSimd for DiagonalRotations<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, simd: S) {
        transform(self.phases);
        let lanes = S::F64_LANES;
        let amplitudes = self.re.chunks_mut(lanes).zip(self.im.chunks_mut(lanes));
        for ((re, im), phases) in amplitudes.zip(self.phases.chunks(lanes)) {
            let [sine, cosine] = sin_cos(simd, simd.partial_load_f64s(phases));
            let (r, i) = (simd.partial_load_f64s(re), simd.partial_load_f64s(im));
            let turned = simd.sub_f64s(simd.mul_f64s(cosine, r), simd.mul_f64s(sine, i));
            simd.partial_store_f64s(re, turned);
            let turned = simd.add_f64s(simd.mul_f64s(cosine, i), simd.mul_f64s(sine, r));
            simd.partial_store_f64s(im, turned);
        }
    }
}

/// f_x becomes Σ_S f_S (−1)^{S·x}.
#[inline(always)]
fn transform(f: &mut [f64]) {
    let mut half = 1;
    while half < f.len() {
        for block in f.chunks_exact_mut(2 * half) {
            let (lower, upper) = block.split_at_mut(half);
            for (a, b) in lower.iter_mut().zip(upper) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

// The basis in which a circuit is simulated: Clifford turns V of the start, so that rotations are
// cheap.
//
// First the rotations that commute with each other (of QAOA: all cost layers) become diagonal.
// With R = isZ, a quarter turn about R takes s to −Z and leaves what is diagonal and commutes with
// s. Then, by CX, CZ and a phase, which keep diagonal operators diagonal, the first others (of
// QAOA: the mixer) become X of one qubit each. How a compiler began (some qubits |0⟩, some |+⟩,
// parities) then no longer matters.

/// Quarter turns, first applied first, for rotations about these operators.
pub(super) fn start_turns(operators: Vec<Pauli>) -> Vec<(Pauli, u8)> {
    let mut basis = Basis {
        operators,
        turns: Vec::new(),
    };
    basis.make_diagonal();
    basis.make_single();
    basis.turns
}

/// Operators in the basis so far, and the quarter turns that led to it.
struct Basis {
    operators: Vec<Pauli>,
    turns: Vec<(Pauli, u8)>,
}

impl Basis {
    fn turn(&mut self, axis: Pauli, quarters: u8) {
        for operator in &mut self.operators {
            *operator = turned(*operator, &axis, quarters);
        }
        self.turns.push((axis, quarters));
    }

    fn gate(&mut self, gate: &Gate) {
        for (axis, theta) in rotations(gate) {
            let quarters = quarters(theta).expect("these gates are Clifford");
            self.turn(axis, quarters);
        }
    }

    /// Greedily, in the order of the circuit: all that commute with those before them.
    fn make_diagonal(&mut self) {
        let mut chosen: Vec<Pauli> = Vec::new();
        let mut places = Vec::new();
        for (i, operator) in self.operators.iter().enumerate() {
            if chosen.contains(operator) {
                continue;
            }
            if !chosen.iter().any(|other| other.anticommutes_with(operator)) {
                chosen.push(*operator);
                places.push(i);
            }
        }
        for i in places {
            let operator = self.operators[i];
            if !operator.is_diagonal() {
                let qubit = operator.x.trailing_zeros() as usize;
                self.turn(operator.times(Pauli::z(qubit)).times_i(1), 1);
            }
        }
    }

    /// The first others that commute with each other: each X of a qubit of its own.
    fn make_single(&mut self) {
        let mut taken = 0_u64;
        for i in 0..self.operators.len() {
            let operator = self.operators[i];
            let free = operator.x & !taken;
            if free == 0 || operator.z & taken != 0 {
                continue;
            }
            let pivot = free.trailing_zeros() as usize;
            for qubit in bits(operator.x & !(1 << pivot)) {
                self.gate(&Gate::cx(pivot, qubit));
            }
            for qubit in bits(self.operators[i].z & !(1 << pivot)) {
                self.gate(&Gate::z(qubit).when(pivot, true));
            }
            if self.operators[i].z >> pivot & 1 == 1 {
                self.gate(&Gate::rz(pivot, FRAC_PI_2));
            }
            taken |= 1 << pivot;
        }
    }
}

fn bits(mask: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |k| mask >> k & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::Op;
    use rand::{Rng, RngExt};
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    const N: usize = 5;

    fn random_state(random: &mut ChaCha8Rng) -> TrajectoryState {
        let mut state = TrajectoryState::new(N);
        let mut draw = || random.random_range(-1.0..1.0);
        for x in 0..1 << N {
            (state.re[x], state.im[x]) = (draw(), draw());
        }
        let norm = (0..1 << N)
            .map(|x| state.probability(x))
            .sum::<f64>()
            .sqrt();
        state
            .re
            .iter_mut()
            .chain(&mut state.im)
            .for_each(|v| *v /= norm);
        state
    }

    fn random_hermitian(random: &mut ChaCha8Rng) -> Pauli {
        let mask = (1 << N) - 1;
        let (x, z) = (random.next_u64() & mask, random.next_u64() & mask);
        let sign = 2 * (random.next_u64() & 1) as u8;
        Pauli {
            x,
            z,
            phase: ((x & z).count_ones() as u8 + sign) & 3,
        }
    }

    /// Pψ by the definition.
    fn applied(state: &TrajectoryState, pauli: &Pauli) -> Vec<Complex64> {
        let mut image = vec![Complex64::ZERO; 1 << N];
        for j in 0..1_usize << N {
            let sign = [1.0, -1.0][parity(pauli.z & j as u64)];
            let factor = Complex64::I.powu(u32::from(pauli.phase)) * sign;
            image[j ^ pauli.x as usize] = factor * state.at(j);
        }
        image
    }

    #[test]
    fn a_pauli_operator_acts_as_its_definition_says() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..200 {
            let state = random_state(&mut random);
            let pauli = random_hermitian(&mut random);
            let image = applied(&state, &pauli);
            let (alpha, beta) = (0.3, Complex64::new(-0.2, 0.9));
            let mut combined = state.clone();
            combined.combine(&pauli, alpha, beta);
            let mut mean = Complex64::ZERO;
            for (x, value) in image.iter().enumerate() {
                let expected = alpha * state.at(x) + beta * value;
                assert!((combined.at(x) - expected).norm() < 1e-15, "{pauli:?}");
                mean += state.at(x).conj() * value;
            }
            assert!((state.expectation(&pauli) - mean.re).abs() < 1e-14);
            assert!(mean.im.abs() < 1e-14, "{pauli:?} is not Hermitian");
        }
    }

    #[test]
    fn diagonal_rotations_together_are_the_same_as_one_by_one() {
        let mut random = ChaCha8Rng::seed_from_u64(2);
        let mut together = random_state(&mut random);
        let mut one_by_one = together.clone();
        let rotations: Vec<(u64, f64)> = (0..40)
            .map(|_| (random.next_u64() & 31, random.random_range(-9.0..9.0)))
            .collect();
        together.rotate_diagonal(rotations.iter().copied());
        for (z, theta) in rotations {
            one_by_one.rotate(
                &Pauli {
                    z,
                    ..Pauli::IDENTITY
                },
                theta,
            );
        }
        for x in 0..1 << N {
            assert!((together.at(x) - one_by_one.at(x)).norm() < 1e-13);
        }
    }

    #[test]
    fn sine_and_cosine_are_those_of_the_standard_library() {
        for k in -40_000..40_000 {
            let x = f64::from(k) * 0.0123;
            let [sine, cosine] = sin_cos(pulp::Scalar::new(), x);
            assert!((sine - x.sin()).abs() < 1e-15 && (cosine - x.cos()).abs() < 1e-15);
        }
    }

    /// Three cost terms and a mixer on each of three qubits, seen through a Clifford circuit.
    #[test]
    fn cost_terms_become_diagonal_and_mixers_single_whatever_stood_before() {
        let (x, z) = (Pauli::x, Pauli::z);
        let cost = [z(0).times(z(1)), z(1).times(z(2)), z(0), z(2)];
        let layer: Vec<Pauli> = cost.into_iter().chain([x(0), x(1), x(2)]).collect();
        let mut hidden = Basis {
            operators: [layer.clone(), layer].concat(),
            turns: Vec::new(),
        };
        for gate in [
            Gate::new(Op::Sx, 1),
            Gate::cx(1, 2),
            Gate::pair(Op::Ecr, 2, 0),
            Gate::rz(0, FRAC_PI_2),
            Gate::z(1).when(0, true),
            Gate::new(Op::Sx, 2),
        ] {
            hidden.gate(&gate);
        }
        let seen = hidden.operators.clone();
        assert!(seen[..4].iter().any(|p| !p.is_diagonal()));
        let mut found = seen.clone();
        for (axis, quarters) in start_turns(seen) {
            for operator in &mut found {
                *operator = turned(*operator, &axis, quarters);
            }
        }
        for layer in found.chunks(7) {
            assert!(layer[..4].iter().all(Pauli::is_diagonal), "{layer:?}");
            for mixer in &layer[4..] {
                assert_eq!((mixer.x.count_ones(), mixer.z), (1, 0), "{layer:?}");
            }
        }
    }
}
