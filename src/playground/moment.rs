//! The state at a moment of the circuit: between two layers, or within one, where the cost phase or
//! the mixer has gone a part of its way; and measurements of it.
//!
//! > t = 2.25: two layers, and then half of the cost phase of the third, e^{−iγ₃C/2};
//! > t = 2.75: two layers, the cost phase of the third, and half of its mixer, e^{−iβ₃B/2}
//!
//! A phase is relative to a board of mean energy that nothing but the start, the cost phases and
//! the mixer's own phase of the start state have rotated: so at t = 0 all are 0, the cost phase
//! rotates a board of energy E by −γ(E − ⟨C⟩₀), and the mixer alone rotates none.

use super::Question;
use super::circuit::Ready;
use crate::error::{Error, Result};
use crate::pipeline::{LikelyBoard, ShotEstimate, success_from_counts};
use ketboard_qaoa::{Angles, Ansatz, State};
use num_complex::Complex64;
use serde_json::{Value, json};
use std::f64::consts::TAU;

/// The most bars of a histogram of energies.
const MOST_BARS: usize = 40;

/// Into so many equal parts the circle of phases is cut.
const SECTORS: usize = 12;

/// The bars of a histogram of energies, and in which of them each basis state lies.
#[derive(Debug)]
pub(super) struct Bars {
    /// The lowest and the highest energy of each.
    ends: Vec<[f64; 2]>,
    of_state: Vec<u8>,
}

impl Bars {
    /// A bar for each energy, or where there are many, bars of at most an equal width.
    pub(super) fn of(ansatz: &Ansatz) -> Self {
        let energies = ansatz.cost().energies();
        let mut sorted = energies.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let within = |width: f64| {
            let mut ends: Vec<[f64; 2]> = Vec::new();
            for &energy in &sorted {
                match ends.last_mut() {
                    Some([low, high]) if energy - *low <= width => *high = energy,
                    _ => ends.push([energy; 2]),
                }
            }
            ends
        };
        let mut ends = within(1e-9);
        if ends.len() > MOST_BARS {
            ends = within((ansatz.cost().max() - ansatz.cost().min()) / MOST_BARS as f64);
        }
        let bar = |energy: &f64| ends.partition_point(|[low, _]| low <= energy) - 1;
        Self {
            of_state: energies.iter().map(|energy| bar(energy) as u8).collect(),
            ends,
        }
    }

    /// Energies, the share of all basis states, and the probability by sectors of the phase.
    fn histogram(&self, amplitudes: &[Complex64], phase: impl Fn(Complex64) -> f64) -> Value {
        let mut bars = vec![(0_u64, [0.0; SECTORS]); self.ends.len()];
        for (&bar, &amplitude) in self.of_state.iter().zip(amplitudes) {
            let (count, sectors) = &mut bars[bar as usize];
            *count += 1;
            sectors[sector(phase(amplitude))] += amplitude.norm_sqr();
        }
        let states = self.of_state.len() as f64;
        let bars = self.ends.iter().zip(&bars).map(|([low, high], (count, sectors))| {
            json!({"low": low, "high": high, "random": *count as f64 / states, "sectors": sectors})
        });
        bars.collect()
    }

    /// The share of shots that fell into each bar, with its interval.
    fn counts(&self, shots: &[(u64, u64)]) -> Vec<Option<ShotEstimate>> {
        let mut counts = vec![0; self.ends.len()];
        for &(state, count) in shots {
            counts[self.of_state[state as usize] as usize] += count;
        }
        let all = counts.iter().sum();
        counts
            .iter()
            .map(|&count| success_from_counts(count, all))
            .collect()
    }
}

/// The phase of an amplitude, from −π to π.
fn angle(amplitude: Complex64) -> f64 {
    libm::atan2(amplitude.im, amplitude.re)
}

/// The sector of a phase; the first one lies around 0.
fn sector(phase: f64) -> usize {
    let turns = phase / TAU + 0.5 / SECTORS as f64;
    ((turns - turns.floor()) * SECTORS as f64) as usize % SECTORS
}

impl Ready {
    /// The board, the histogram of energies and the likeliest boards at a moment.
    ///
    /// # Errors
    /// If no circuit runs, or there is no such moment.
    pub(super) fn state(&self, angles: &Angles, at: f64) -> Result<Value> {
        let (circuit, problem) = (self.circuit()?, &self.chain.problem);
        let ansatz = &circuit.named.ansatz;
        let (state, part) = self.at(angles, at)?;
        let start = ansatz.state(&Angles {
            gammas: vec![0.0; part.gammas.len()],
            betas: part.betas.clone(),
        })?;
        let mean = part.gammas.iter().sum::<f64>() * ansatz.cost().mean();
        let (first, _) = start.likeliest(1)[0];
        let turned = angle(start.amplitude(first as usize)) - mean;
        let phase = |a: Complex64| (angle(a) - turned).rem_euclid(TAU);
        let amplitudes = state.amplitudes();
        let layer = circuit.basis.layer(ansatz, problem, &state);
        let likeliest = layer.likeliest.iter().map(|likely| {
            let mut answer = self.judged(likely);
            answer["phase"] = json!(phase(amplitudes[likely.index as usize]));
            answer
        });
        let mut answer = json!(layer);
        answer["rules"] = json!(layer.rules);
        answer["bars"] = circuit.bars.histogram(&amplitudes, phase);
        answer["likeliest"] = likeliest.collect();
        Ok(answer)
    }

    /// So many shots of the state at a moment: how many fell on each energy, how many solve the
    /// puzzle, with a 95 % interval, and the board that was seen most often.
    ///
    /// # Errors
    /// As [`Ready::state`].
    pub(super) fn measure(&self, angles: &Angles, asked: &Question) -> Result<Value> {
        let (circuit, problem) = (self.circuit()?, &self.chain.problem);
        let shots = asked.shots;
        let (state, _) = self.at(angles, asked.at)?;
        let seen = state.sample(shots, asked.seed)?;
        let truth = &problem.truth;
        let solving = seen.iter().filter(|(x, _)| truth.indices.contains(*x));
        let hits: u64 = solving.map(|(_, count)| count).sum();
        let most = seen.iter().max_by_key(|(_, count)| count);
        Ok(json!({
            "shots": shots,
            "hits": hits,
            "success": truth.complete.then(|| success_from_counts(hits, shots)),
            "bars": circuit.bars.counts(&seen),
            "board": most.map(|&(index, count)| self.judged(&LikelyBoard {
                index,
                board: problem.puzzle.board(&problem.lift_index(index)),
                probability: count as f64 / shots as f64,
                solves: problem.can_judge().then(|| truth.indices.contains(index)),
            })),
        }))
    }

    /// The state at a moment, and the angles that have been applied by then.
    fn at(&self, whole: &Angles, at: f64) -> Result<(State, Angles)> {
        let depth = whole.depth();
        if !(0.0..=depth as f64).contains(&at) {
            let (found, remedy) = (at.to_string(), format!("give a time from 0 to {depth}"));
            return Err(Error::argument("at", found, remedy));
        }
        let part = until(whole, at);
        Ok((self.circuit()?.named.ansatz.state(&part)?, part))
    }
}

/// The angles that have been applied at a moment: those of a layer that is not ended in part.
fn until(angles: &Angles, moment: f64) -> Angles {
    let gone = |k: usize, from: f64| (2.0 * (moment - k as f64 - from)).clamp(0.0, 1.0);
    let part = |list: &[f64], from| {
        let parts = list.iter().enumerate();
        parts.map(|(k, angle)| angle * gone(k, from)).collect()
    };
    Angles {
        gammas: part(&angles.gammas, 0.0),
        betas: part(&angles.betas, 0.5),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_is_first_its_cost_phase_and_then_its_mixer() {
        let angles = Angles::new(vec![1.0, 2.0], vec![-1.0, -2.0]).unwrap();
        for (moment, gammas, betas) in [
            (0.0, [0.0, 0.0], [0.0, 0.0]),
            (0.25, [0.5, 0.0], [0.0, 0.0]),
            (0.5, [1.0, 0.0], [0.0, 0.0]),
            (1.0, [1.0, 0.0], [-1.0, 0.0]),
            (1.75, [1.0, 2.0], [-1.0, -1.0]),
            (2.0, [1.0, 2.0], [-1.0, -2.0]),
        ] {
            let part = until(&angles, moment);
            assert_eq!(part.gammas, gammas, "γ at {moment}");
            let betas = betas.map(|beta: f64| beta + 0.0);
            assert!(
                part.betas.iter().zip(betas).all(|(a, b)| *a == b),
                "β at {moment}"
            );
        }
    }

    #[test]
    fn the_first_sector_lies_around_the_phase_0() {
        let step = TAU / SECTORS as f64;
        for k in 0..SECTORS {
            for part in [-0.49, 0.0, 0.49] {
                assert_eq!(sector((k as f64 + part) * step), k);
                assert_eq!(sector((k as f64 + part) * step - TAU), k);
            }
        }
    }
}
