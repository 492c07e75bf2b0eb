//! Random numbers of annealing, the same in every version of every library: u64s of ChaCha alone.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// The next number in [0, 1), a multiple of 2⁻⁵³.
pub(crate) fn unit(rng: &mut ChaCha8Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// The next whole number below `n`, which is at least 1: the high half of a product with 64 random
/// bits, whose probabilities differ by n/2⁶⁴ at most.
pub(crate) fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    ((u128::from(rng.next_u64()) * n as u128) >> 64) as usize
}
