//! What the benches of the simulator time: random costs that are the same in any language, a ramp
//! of angles, and the shortest of several calls.

#![allow(dead_code, reason = "each bench uses its own part")]

use ketboard_qaoa::Angles;
use std::time::Instant;

/// 64-bit splitmix: the same (n, seed) gives the same problem in any language.
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The high 32 bits, scaled to 0..m.
    pub(crate) fn below(&mut self, m: u64) -> f64 {
        (((self.next() >> 32) * m) >> 32) as f64
    }

    /// A real number from −1 to 1.
    pub(crate) fn real(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// Each pair coupled with probability 1/2 by 1, 2 or 3, fields −3 to 0.
pub(crate) fn random_qubo(n: usize, seed: u64) -> Vec<(u64, f64)> {
    let mut rng = SplitMix64(seed * 1_000_003 + n as u64);
    let mut terms: Vec<_> = (0..n).map(|i| (1 << i, -rng.below(4))).collect();
    for i in 0..n {
        for j in i + 1..n {
            let (coupled, strength) = (rng.below(2), 1.0 + rng.below(3));
            terms.push((1 << i | 1 << j, coupled * strength));
        }
    }
    terms
}

/// A ramp of so many layers.
pub(crate) fn ramp(layers: usize) -> Angles {
    let along = |k: usize| (k + 1) as f64 / layers as f64;
    Angles {
        gammas: (0..layers).map(|k| 0.1 * along(k)).collect(),
        betas: (0..layers).map(|k| -0.6 + 0.5 * along(k)).collect(),
    }
}

/// Seconds of the shortest of several calls.
pub(crate) fn shortest(calls: usize, mut call: impl FnMut()) -> f64 {
    let one = |_| {
        let start = Instant::now();
        call();
        start.elapsed().as_secs_f64()
    };
    (0..calls).map(one).fold(f64::INFINITY, f64::min)
}

/// Does `work` with one thread, and with two.
pub(crate) fn on_one_and_two_threads(mut work: impl FnMut() + Send) {
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().expect("two threads").install(&mut work);
    }
}

/// The numbers among the arguments, or others where there are none.
pub(crate) fn sizes_or(usual: impl IntoIterator<Item = usize>) -> Vec<usize> {
    let asked: Vec<usize> = std::env::args().filter_map(|a| a.parse().ok()).collect();
    if asked.is_empty() {
        usual.into_iter().collect()
    } else {
        asked
    }
}
