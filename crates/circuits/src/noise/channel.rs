//! The channels of the noise, as formulas and as Kraus operators.
//!
//! * Depolarizing, on d = 2 or 4 levels: ρ ↦ (1 − λ)ρ + λ 1/d ⊗ tr ρ, which is each of the d² − 1
//!   Pauli errors with probability λ/d².
//! * Relaxation over a time t: amplitude damping and pure dephasing. The excited population keeps
//!   e₁ = e^{−t/T1}, the coherence e₂ = e^{−t/T2}; T2 ≤ 2 T1 (Nielsen & Chuang, §8.3.5 and §8.4.1).
//!
//! A device states the *average* infidelity r of a gate, as randomized benchmarking measures it.
//! With the entanglement fidelity F_e = 1 − r(d + 1)/d (Nielsen, Phys. Lett. A 303, 249 (2002)),
//! depolarizing alone has r = λ(d − 1)/d, so λ = 2r on one qubit and 4r/3 on two. The rate contains
//! the relaxation that happens during the gate. So the gate's relaxation, of entanglement fidelity
//! R = Π (1 + e₁ + 2e₂)/4 over its qubits, is applied as such, and depolarizing takes the rest: of
//! both together F_e = (1 − λ)R + λ/d², so
//!
//! > λ = (R − F_e)/(R − 1/d²), and 0 where relaxation alone is worse than the rate.
//!
//! For trajectories relaxation is split so that almost always nothing happens: with w = (e₁ −
//! e₂²)/(1 + e₁ − 2e₂) its Kraus operators are √w·1, diag(√(1 − w), ±√(e₁ − w)) with the sign of e₂
//! − w, and √(1 − e₁)|0⟩⟨1|. w is the largest weight that the identity can have: what is left of
//! the coherences' block of the Choi matrix is then of rank one.

use num_complex::Complex64;

/// Relaxation over some time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Relaxation {
    /// t/T1.
    decay: f64,
    /// t/T2.
    dephasing: f64,
}

impl Relaxation {
    /// No relaxation.
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
pub(crate) fn entanglement_fidelity(error: f64, qubits: usize) -> f64 {
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
}
