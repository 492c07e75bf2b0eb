//! The search where nobody knows how many states are marked: exponential guessing (BBHT, theorem
//! 3).
//!
//! With m = 1 at first: draw j uniformly among the integers below m, run j iterations, measure;
//! where the outcome is not marked, m grows to min(6/5·m, √S). On average at most (9/4)√(S/M)
//! iterations for M ≤ 3S/4, though M is unknown.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// By how much the bound of guesses grows; BBHT allows anything between 1 and 4/3.
const GROWTH: f64 = 1.2;

/// Calls, in √S, after which the search is given up. At the largest bound an attempt succeeds with
/// at least 1/4 and costs √S/2 on average: some 30 attempts in vain where anything is marked, which
/// is hardly ever seen.
const PATIENCE: f64 = 20.0;

/// What a search without a known number of marked states did.
///
/// ```
/// use ketboard_circuits::{Error, search_unknown};
///
/// let done = search_unknown(64.0, 1, |iterations, _seed| Ok::<_, Error>(iterations >= 2))?;
/// assert!(done.found);
/// assert!(done.oracle_calls() >= 2 && done.iterations.len() > 1);
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Attempts {
    /// Whether the last measurement gave a marked state.
    pub found: bool,
    /// The iterations of each attempt, in their order.
    pub iterations: Vec<usize>,
}

impl Attempts {
    /// Iterations over all attempts: calls of the quantum oracle. Each attempt checks its outcome
    /// once more, classically.
    pub fn oracle_calls(&self) -> usize {
        self.iterations.iter().sum()
    }
}

/// Guesses numbers of iterations until `attempt`, which runs so many and measures once with a seed,
/// finds a marked state, or 20√S iterations are spent.
///
/// # Errors
/// Those of `attempt`.
pub fn search_unknown<E>(
    space: f64,
    seed: u64,
    mut attempt: impl FnMut(usize, u64) -> std::result::Result<bool, E>,
) -> std::result::Result<Attempts, E> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut done = Attempts {
        found: false,
        iterations: Vec::new(),
    };
    let mut bound: f64 = 1.0;
    while done.oracle_calls() as f64 + done.iterations.len() as f64 <= PATIENCE * space.sqrt() {
        let iterations = below(bound.ceil() as u64, &mut rng);
        done.iterations.push(iterations);
        if attempt(iterations, rng.next_u64())? {
            done.found = true;
            break;
        }
        bound = (GROWTH * bound).min(space.sqrt()).max(1.0);
    }
    Ok(done)
}

/// A uniformly random number below `bound`, which is at most 2³²; the bias is below 2⁻³².
fn below(bound: u64, rng: &mut ChaCha8Rng) -> usize {
    let product = u128::from(rng.next_u64()) * u128::from(bound);
    usize::try_from(product >> 64)
        .expect("it is below a number that was made from a float of moderate size")
}
