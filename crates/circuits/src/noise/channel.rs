//! The channels of the noise, as formulas and as Kraus operators; products of Pauli operators on up
//! to 64 qubits; readout errors; Student's confidence interval of a mean.
//!
//! - Depolarizing, on d = 2 or 4 levels: ρ ↦ (1 − λ)ρ + λ 1/d ⊗ tr ρ, which is each of the d² − 1
//!   Pauli errors with probability λ/d².
//! - Relaxation over a time t: amplitude damping and pure dephasing. The excited population keeps
//!   e₁ = e^{−t/T1}, the coherence e₂ = e^{−t/T2}; T2 ≤ 2 T1 (Nielsen & Chuang, §8.3.5 and §8.4.1).
//!
//! A device states the *average* infidelity r of a gate, as randomized benchmarking measures it.
//! With the entanglement fidelity F_e = 1 − r(d + 1)/d (Nielsen, Phys. Lett. A 303, 249 (2002)),
//! depolarizing alone has r = λ(d − 1)/d. The rate contains the relaxation during the gate, of
//! entanglement fidelity R = Π (1 + e₁ + 2e₂)/4 over its qubits, so depolarizing takes the rest: of
//! both together F_e = (1 − λ)R + λ/d², so
//!
//! > λ = (R − F_e)/(R − 1/d²), and 0 where relaxation alone is worse than the rate.
//!
//! For trajectories relaxation is split so that almost always nothing happens: with w = (e₁ −
//! e₂²)/(1 + e₁ − 2e₂) its Kraus operators are √w·1, diag(√(1 − w), ±√(e₁ − w)) with the sign of e₂
//! − w, and √(1 − e₁)|0⟩⟨1|. w is the largest weight that the identity can have.

use num_complex::Complex64;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Relaxation {
    /// t/T1.
    decay: f64,
    /// t/T2.
    dephasing: f64,
}

impl Relaxation {
    pub(crate) const NONE: Self = Self {
        decay: 0.0,
        dephasing: 0.0,
    };

    /// Over `time`, in the unit of `t1` and `t2`, which may be infinite; a T2 beyond 2 T1, which no
    /// process has, counts as 2 T1.
    pub(crate) fn over(time: f64, t1: f64, t2: f64) -> Self {
        Self {
            decay: time / t1,
            dephasing: time / t2.min(2.0 * t1),
        }
    }

    /// e₁: what is left of the excited population.
    pub(crate) fn population(self) -> f64 {
        libm::exp(-self.decay)
    }

    /// e₂: what is left of the coherence.
    pub(crate) fn coherence(self) -> f64 {
        libm::exp(-self.dephasing)
    }

    /// The entanglement fidelity with doing nothing, (1 + e₁ + 2e₂)/4.
    pub(crate) fn fidelity(self) -> f64 {
        (1.0 + self.population() + 2.0 * self.coherence()) / 4.0
    }

    /// 1 − w: the probability that anything happens, whatever the state.
    pub(crate) fn event_probability(self) -> f64 {
        // differences of numbers near 1, without losing their digits
        let (a, b) = (libm::expm1(-self.decay), libm::expm1(-self.dephasing));
        let twice = libm::expm1(-2.0 * self.dephasing);
        let (kept, all) = (a - twice, a - 2.0 * b);
        if all <= 0.0 {
            0.0
        } else {
            (1.0 - kept / all).clamp(0.0, 1.0)
        }
    }

    /// The diagonal of the Kraus operator of an event without a jump.
    pub(super) fn no_jump(self) -> [f64; 2] {
        let event = self.event_probability();
        let w = 1.0 - event;
        let excited = (self.population() - w).max(0.0).sqrt();
        [event.sqrt(), excited.copysign(self.coherence() - w)]
    }

    /// The probability of a jump from the excited state, 1 − e₁.
    pub(super) fn jump_probability(self) -> f64 {
        -libm::expm1(-self.decay)
    }

    /// The three Kraus operators, `[row][column]`.
    pub(crate) fn kraus(self) -> [[[Complex64; 2]; 2]; 3] {
        let diagonal = |a: f64, b: f64| [[a.into(), Complex64::ZERO], [Complex64::ZERO, b.into()]];
        let kept = (1.0 - self.event_probability()).sqrt();
        let [ground, excited] = self.no_jump();
        let mut jump = diagonal(0.0, 0.0);
        jump[0][1] = self.jump_probability().sqrt().into();
        [diagonal(kept, kept), diagonal(ground, excited), jump]
    }
}

/// λ of the depolarizing that, with `relaxation` (the product of its fidelities), makes up the
/// average gate infidelity `error` on 1 or 2 qubits.
pub(crate) fn depolarizing(error: f64, qubits: usize, relaxation: f64) -> f64 {
    let wanted = entanglement_fidelity(error, qubits);
    let least = 1.0 / (levels(qubits) * levels(qubits));
    ((relaxation - wanted) / (relaxation - least)).max(0.0)
}

/// F_e = 1 − r(d + 1)/d.
fn entanglement_fidelity(error: f64, qubits: usize) -> f64 {
    1.0 - error * (levels(qubits) + 1.0) / levels(qubits)
}

/// The probability of any of the d² − 1 errors under depolarizing λ.
pub(super) fn error_probability(lambda: f64, qubits: usize) -> f64 {
    lambda * (1.0 - 1.0 / (levels(qubits) * levels(qubits)))
}

/// d.
fn levels(qubits: usize) -> f64 {
    (1 << qubits) as f64
}

// Products of Pauli operators on up to 64 qubits: i^phase X^x Z^z.
//
// Bit k of x and z belongs to qubit k; X^x Z^z |j⟩ = (−1)^{z·j} |j ⊕ x⟩, and Y = iXZ. No
// amplitudes here.

/// i^phase · Π X_k^{x_k} Z_k^{z_k}.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Pauli {
    pub(super) x: u64,
    pub(super) z: u64,
    /// The power of i, 0 to 3.
    pub(super) phase: u8,
}

impl Pauli {
    pub(super) const IDENTITY: Self = Self {
        x: 0,
        z: 0,
        phase: 0,
    };

    pub(super) fn x(qubit: usize) -> Self {
        Self {
            x: 1 << qubit,
            ..Self::IDENTITY
        }
    }

    pub(super) fn z(qubit: usize) -> Self {
        Self {
            z: 1 << qubit,
            ..Self::IDENTITY
        }
    }

    /// The product, `other` applied first.
    pub(super) fn times(self, other: Self) -> Self {
        let crossings = (self.z & other.x).count_ones() as u8;
        Self {
            x: self.x ^ other.x,
            z: self.z ^ other.z,
            phase: (self.phase + other.phase + 2 * (crossings & 1)) & 3,
        }
    }

    pub(super) fn times_i(self, quarters: u8) -> Self {
        Self {
            phase: (self.phase + quarters) & 3,
            ..self
        }
    }

    pub(super) fn anticommutes_with(&self, other: &Self) -> bool {
        ((self.x & other.z) ^ (self.z & other.x)).count_ones() & 1 == 1
    }

    pub(super) fn is_diagonal(&self) -> bool {
        self.x == 0
    }
}

// Readout errors: each measured bit is flipped with a probability of its own.

/// For each true outcome, the probability that it is read as one that succeeds; bit i is read wrong
/// with probability `errors[i]`.
pub(super) fn success_of_outcomes(errors: &[f64], succeeds: &dyn Fn(u64) -> bool) -> Vec<f64> {
    let succeeds = |x: u64| if succeeds(x) { 1.0 } else { 0.0 };
    let mut success: Vec<f64> = (0..1_u64 << errors.len()).map(succeeds).collect();
    misread(&mut success, errors);
    success
}

/// f(x) becomes the mean of f over what x is read as. The matrix is symmetric, so it also turns a
/// distribution into the one that is read; errors of −r/(1 − 2r) undo those of r.
pub(crate) fn misread(values: &mut [f64], errors: &[f64]) {
    for (i, &error) in errors.iter().enumerate() {
        for block in values.chunks_exact_mut(2 << i) {
            let (zero, one) = block.split_at_mut(1 << i);
            for (a, b) in zero.iter_mut().zip(one) {
                (*a, *b) = (
                    (1.0 - error) * *a + error * *b,
                    (1.0 - error) * *b + error * *a,
                );
            }
        }
    }
}

// Student's confidence interval of a mean.

/// The mean of independent values, at least two, and half the width of its 95 % interval: mean ±
/// t₀.₉₇₅ s/√N.
pub(super) fn mean_of(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
    let deviation = (squares / (count - 1.0)).sqrt();
    (mean, student(values.len() - 1) * deviation / count.sqrt())
}

/// t₀.₉₇₅ with this many degrees of freedom, to 10⁻³ from 5 on, by the expansion in 1/ν (Abramowitz
/// & Stegun, 26.7.5).
fn student(freedom: usize) -> f64 {
    let z = 1.959_963_984_540_054_f64;
    let power = |k| z.powi(k);
    let g1 = (power(3) + z) / 4.0;
    let g2 = (5.0 * power(5) + 16.0 * power(3) + 3.0 * z) / 96.0;
    let g3 = (3.0 * power(7) + 19.0 * power(5) + 17.0 * power(3) - 15.0 * z) / 384.0;
    let g4 =
        (79.0 * power(9) + 776.0 * power(7) + 1482.0 * power(5) - 1920.0 * power(3) - 945.0 * z)
            / 92160.0;
    let nu = freedom as f64;
    z + (g1 + (g2 + (g3 + g4 / nu) / nu) / nu) / nu
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (time, T1, T2).
    const CASES: [(f64, f64, f64); 9] = [
        (0.0, 100.0, 80.0),
        (0.068, 185.0, 141.0),
        (3.0, 185.0, 185.0),
        (3.0, 185.0, 300.0),
        (50.0, 185.0, 370.0),
        (50.0, 185.0, 20.0),
        (1e-9, 3.0, 4.0),
        (5.0, f64::INFINITY, 7.0),
        (2e3, 1.0, 1.0),
    ];

    #[test]
    fn the_kraus_operators_are_complete_and_damp_as_t1_and_t2_say() {
        for (t, t1, t2) in CASES {
            let relaxation = Relaxation::over(t, t1, t2);
            let (e1, e2) = ((-t / t1).exp(), (-t / t2).exp());
            let operators = relaxation.kraus();
            for i in 0..2 {
                for j in 0..2 {
                    let gram = |k: &[[Complex64; 2]; 2]| {
                        k[0][i].conj() * k[0][j] + k[1][i].conj() * k[1][j]
                    };
                    let sum: Complex64 = operators.iter().map(gram).sum();
                    let identity = if i == j { 1.0 } else { 0.0 };
                    assert!((sum - identity).norm() < 1e-12, "{t} {t1} {t2}: {sum}");
                }
            }
            // Σ K |r⟩⟨c| K†, at [a][b]
            let at = |r: usize, c: usize, a: usize, b: usize| -> Complex64 {
                operators.iter().map(|k| k[a][r] * k[b][c].conj()).sum()
            };
            assert!((at(1, 1, 1, 1) - e1).norm() < 1e-12, "{t} {t1} {t2}");
            assert!((at(1, 1, 0, 0) - (1.0 - e1)).norm() < 1e-12);
            assert!((at(0, 1, 0, 1) - e2).norm() < 1e-12, "{t} {t1} {t2}");
            assert!((at(0, 0, 0, 0) - 1.0).norm() < 1e-12);
        }
    }

    #[test]
    fn pure_dephasing_is_a_phase_flip_and_equal_times_are_a_reset() {
        let dephasing = Relaxation::over(2.0, f64::INFINITY, 5.0);
        let flips = (1.0 - (-0.4_f64).exp()) / 2.0;
        assert!((dephasing.event_probability() - flips).abs() < 1e-15);
        let [a, b] = dephasing.no_jump();
        assert!((a + b).abs() < 1e-12 && (a * a - flips).abs() < 1e-12);
        let reset = Relaxation::over(2.0, 5.0, 5.0);
        assert!((reset.event_probability() - (1.0 - (-0.4_f64).exp())).abs() < 1e-15);
        assert_eq!(Relaxation::NONE.event_probability(), 0.0);
        assert_eq!(
            Relaxation::over(3.0, f64::INFINITY, f64::INFINITY),
            Relaxation::NONE
        );
    }

    #[test]
    fn times_add_up() {
        let [first, second, both] = [1.0, 2.0, 3.0].map(|t| Relaxation::over(t, 5.0, 4.0));
        let population = first.population() * second.population();
        assert!((population - both.population()).abs() < 1e-15);
        let coherence = first.coherence() * second.coherence();
        assert!((coherence - both.coherence()).abs() < 1e-15);
        let beyond = Relaxation::over(1.0, 5.0, 40.0);
        assert_eq!(
            beyond,
            Relaxation::over(1.0, 5.0, 10.0),
            "T2 is at most 2 T1"
        );
    }

    #[test]
    fn the_rate_of_a_gate_is_met_by_relaxation_and_depolarizing_together() {
        // without relaxation: r = λ(d − 1)/d
        assert!((depolarizing(0.003, 1, 1.0) - 0.006).abs() < 1e-15);
        assert!((depolarizing(0.003, 2, 1.0) - 0.004).abs() < 1e-15);
        let relaxation = Relaxation::over(0.068, 185.0, 141.0).fidelity().powi(2);
        let lambda = depolarizing(4.2e-3, 2, relaxation);
        let together = (1.0 - lambda) * relaxation + lambda / 16.0;
        assert!((together - entanglement_fidelity(4.2e-3, 2)).abs() < 1e-15);
        assert!(lambda < 4.2e-3 * 4.0 / 3.0);
        assert_eq!(depolarizing(1e-4, 2, 0.99), 0.0);
        assert!((error_probability(0.04, 1) - 0.03).abs() < 1e-15);
    }

    #[test]
    fn products_of_one_qubit_are_those_of_the_matrices() {
        let (x, z) = (Pauli::x(0), Pauli::z(0));
        let y = x.times(z).times_i(1);
        for pauli in [x, y, z] {
            assert_eq!(pauli.times(pauli), Pauli::IDENTITY);
        }
        assert_eq!(x.times(y), z.times_i(1));
        assert_eq!(y.times(z), x.times_i(1));
        assert_eq!(z.times(x), y.times_i(1));
        assert!(x.anticommutes_with(&y) && y.anticommutes_with(&z) && !z.anticommutes_with(&z));
        assert!(
            !x.times(Pauli::x(1))
                .anticommutes_with(&z.times(Pauli::z(1)))
        );
    }

    #[test]
    fn every_bit_is_flipped_with_its_own_probability() {
        let errors = [0.1, 0.0, 0.3];
        let read = success_of_outcomes(&errors, &|x| x == 0b101);
        for (x, value) in read.iter().enumerate() {
            let bit = |i: usize| x >> i & 1 == 0b101 >> i & 1;
            let right = |i: usize| if bit(i) { 1.0 - errors[i] } else { errors[i] };
            let expected: f64 = (0..3).map(right).product();
            assert!((value - expected).abs() < 1e-15, "{x:03b}");
        }
    }

    #[test]
    fn quantiles_are_those_of_the_table() {
        for (freedom, expected) in [(5, 2.5706), (9, 2.2622), (30, 2.0423), (1000, 1.9623)] {
            assert!((student(freedom) - expected).abs() < 1e-3, "{freedom}");
        }
    }

    #[test]
    fn the_interval_of_a_mean_is_the_textbook_s() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let (mean, half_width) = mean_of(&values);
        assert_eq!(mean, 3.5);
        // s = √3.5, t(5) = 2.5706
        assert!((half_width - 2.5706 * (3.5_f64 / 6.0).sqrt()).abs() < 1e-3);
    }
}
