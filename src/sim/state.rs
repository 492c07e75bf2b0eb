//! The state vector of n qubits and the verbs of QAOA on it.

use super::block::{Block, LANES, blocks};
use super::diagonal::{Diagonal, Phases};
use super::kernel;
use super::layer::Layer;
use super::memory::{self, Purpose};
use super::rotation::Rotation;
use super::sweep::{Place, Plan, Sums, sum_tiles, tiles};
use crate::error::Result;
use num_complex::Complex64;
use rayon::prelude::*;
use std::borrow::Borrow;

/// 2ⁿ amplitudes.
#[derive(Clone, Debug)]
pub struct State {
    n: usize,
    plan: Plan,
    blocks: Vec<Block>,
    /// Room for the phases of each level, kept from layer to layer.
    table: Vec<[f64; 2]>,
}

impl State {
    /// |+⟩ⁿ, the equal superposition of all basis states.
    ///
    /// # Errors
    /// If 2ⁿ amplitudes do not fit into memory; nothing is allocated then.
    pub fn plus(n: usize) -> Result<Self> {
        memory::check(n, Purpose::State)?;
        Ok(Self::plus_with(n, Plan::default()))
    }

    pub(super) fn plus_with(n: usize, plan: Plan) -> Self {
        let mut state = Self::zero(n, plan);
        state.reset();
        state
    }

    /// The zero vector, room for a state to come.
    pub(super) fn zero(n: usize, plan: Plan) -> Self {
        Self {
            n,
            plan,
            blocks: vec![Block::ZERO; blocks(n)],
            table: Vec::new(),
        }
    }

    /// Makes the state |+⟩ⁿ again, in the memory it has.
    pub fn reset(&mut self) {
        let size = 0.5_f64.powf(self.n as f64 / 2.0);
        let lanes = LANES.min(1 << self.n);
        let fill = |place: Place, [blocks]: [&mut [Block]; 1]| {
            for (j, block) in blocks.iter_mut().enumerate() {
                for l in 0..lanes {
                    let i = power_of_i((place.block(j) * LANES + l).count_ones());
                    (block.re[l], block.im[l]) = (size * i.re, size * i.im);
                }
            }
            Sums::default()
        };
        tiles(self.plan, [&mut self.blocks], fill);
    }

    /// Number of qubits.
    pub fn n(&self) -> usize {
        self.n
    }

    /// ψ_x of basis state `index` < 2ⁿ; qubit k is bit k.
    pub fn amplitude(&self, index: usize) -> Complex64 {
        let (block, l) = (&self.blocks[index / LANES], index % LANES);
        let phi = Complex64::new(block.re[l], block.im[l]);
        phi * power_of_i(3 * index.count_ones())
    }

    /// |ψ_x|² of basis state `index` < 2ⁿ.
    pub fn probability(&self, index: usize) -> f64 {
        let (block, l) = (&self.blocks[index / LANES], index % LANES);
        block.re[l] * block.re[l] + block.im[l] * block.im[l]
    }

    /// |ψ_x|² of all basis states: another 8 bytes for each.
    pub fn probabilities(&self) -> Vec<f64> {
        let states = (0..1_usize << self.n).into_par_iter();
        states.map(|x| self.probability(x)).collect()
    }

    /// √Σ|ψ_x|²: 1 but for rounding.
    pub fn norm(&self) -> f64 {
        self.sum(|_, block| block.weights().iter().sum()).sqrt()
    }

    /// ⟨C⟩ = Σ E(x) |ψ_x|².
    ///
    /// # Panics
    /// If the cost is over another number of qubits, as all verbs that take a cost.
    pub fn expectation(&self, diagonal: &Diagonal) -> f64 {
        self.assert_fits(diagonal);
        self.sum_over_tiles(|place, blocks| kernel::observe(place, blocks, diagonal))
    }

    /// Σ |ψ_x|² over the listed basis states.
    pub fn probability_of<I>(&self, indices: I) -> f64
    where
        I: IntoIterator,
        I::Item: Borrow<u64>,
    {
        let of = |x: I::Item| usize::try_from(*x.borrow()).map_or(0.0, |x| self.probability(x));
        indices.into_iter().map(of).sum()
    }

    /// Σ |ψ_x|² over the basis states with E(x) ≤ `energy`.
    pub fn probability_where_energy_at_most(&self, diagonal: &Diagonal, energy: f64) -> f64 {
        self.assert_fits(diagonal);
        self.sum(|b, block| {
            let low = diagonal.energies(b).map(|e| e <= energy);
            let weights = block.weights().into_iter().zip(low);
            weights.filter(|&(_, low)| low).map(|(w, _)| w).sum()
        })
    }

    /// The `k` likeliest basis states with their probabilities, likeliest first, equal ones by index.
    pub fn likeliest(&self, k: usize) -> Vec<(u64, f64)> {
        let better = |a: &(u64, f64), b: &(u64, f64)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        let k = k.min(1 << self.n);
        let mut best: Vec<(u64, f64)> = Vec::new();
        let mut floor = f64::NEG_INFINITY;
        for x in 0..if k == 0 { 0 } else { 1_usize << self.n } {
            let probability = self.probability(x);
            if probability > floor {
                best.push((x as u64, probability));
            }
            if best.len() == 2 * k {
                floor = best.select_nth_unstable_by(k - 1, better).1.1;
                best.truncate(k);
            }
        }
        best.sort_unstable_by(better);
        best.truncate(k);
        best
    }

    /// Applies e^{−iγC}.
    pub fn phase(&mut self, diagonal: &Diagonal, gamma: f64) {
        self.assert_fits(diagonal);
        let phases = diagonal.phases(gamma, 1.0, &mut self.table);
        tiles(self.plan, [&mut self.blocks], |place, [blocks]| {
            kernel::phase(place, blocks, phases);
            Sums::default()
        });
    }

    /// Applies e^{−iβΣX}.
    pub fn rotate_x(&mut self, beta: f64) {
        let rotation = Rotation::new(self.n, beta);
        let phases = Phases::Uniform(rotation.factor());
        Layer {
            phases,
            observed: None,
        }
        .apply(self.n, self.plan, &mut self.blocks, rotation);
    }

    /// Applies one layer, e^{−iβΣX} e^{−iγC}.
    pub fn layer(&mut self, diagonal: &Diagonal, gamma: f64, beta: f64) {
        self.layer_observed(diagonal, gamma, beta, None);
    }

    /// Applies one layer and returns ⟨C⟩ after it, at less than the cost of another pass.
    pub fn last_layer(&mut self, diagonal: &Diagonal, gamma: f64, beta: f64) -> f64 {
        self.layer_observed(diagonal, gamma, beta, Some(diagonal))
    }

    fn layer_observed(
        &mut self,
        diagonal: &Diagonal,
        gamma: f64,
        beta: f64,
        observed: Option<&Diagonal>,
    ) -> f64 {
        self.assert_fits(diagonal);
        let rotation = Rotation::new(self.n, beta);
        let phases = diagonal.phases(gamma, rotation.factor(), &mut self.table);
        Layer { phases, observed }.apply(self.n, self.plan, &mut self.blocks, rotation)
    }

    /// The parts an adjoint step works on: n, the plan, the amplitudes, and room for a table of phases.
    pub(super) fn parts(&mut self) -> (usize, Plan, &mut [Block], &mut Vec<[f64; 2]>) {
        (self.n, self.plan, &mut self.blocks, &mut self.table)
    }

    fn assert_fits(&self, diagonal: &Diagonal) {
        assert_eq!(self.n, diagonal.n(), "qubits of the state and of the cost");
    }

    /// Σ f(block) in a fixed order.
    fn sum(&self, f: impl Fn(usize, &Block) -> f64 + Sync) -> f64 {
        self.sum_over_tiles(|place, blocks| {
            let numbered = blocks.iter().enumerate();
            numbered.map(|(j, block)| f(place.block(j), block)).sum()
        })
    }

    fn sum_over_tiles(&self, f: impl Fn(Place, &[Block]) -> f64 + Sync) -> f64 {
        sum_tiles(self.plan, &self.blocks, f)
    }
}

/// i^k.
fn power_of_i(k: u32) -> Complex64 {
    match k % 4 {
        0 => Complex64::new(1.0, 0.0),
        1 => Complex64::new(0.0, 1.0),
        2 => Complex64::new(-1.0, 0.0),
        _ => Complex64::new(0.0, -1.0),
    }
}
