//! Low energies of a polynomial over bits, by simulated annealing (Kirkpatrick, Gelatt & Vecchi
//! 1983).
//!
//! Here, too: one restart of a search; random numbers of annealing, the same in every version of
//! every library.
//!
//! A restart begins at a random assignment, proposes every flip in turn, sweep after sweep, accepts
//! it with probability min(1, e^{−ΔE/T}) (Metropolis) at a temperature that falls geometrically,
//! and ends with a descent from the lowest energy that any sweep ended with, so that no single flip
//! lowers what it returns. Restarts run side by side.
//!
//! It proves nothing: that no lower energy exists, or that a puzzle has no solution, is for
//! [`Model::all_solutions`](crate::model::Model::all_solutions) to say.

mod cooling;

use crate::ask::Ask;
use cooling::{AnnealCost, BitWalk, End};
pub(crate) use cooling::{Walk, cool, descend, temperatures};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;
use std::cmp::Ordering;
use std::fmt;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// What says of an assignment whether it is wanted.
type WantedBits<'a> = &'a (dyn Fn(&[bool]) -> bool + Sync);

/// How long annealing looks, and for what.
///
/// ```
/// use ketboard_puzzles::AnnealSettings;
///
/// let settings = AnnealSettings { restarts: 10, sweeps: 100, ..AnnealSettings::default() };
/// let found = settings.anneal(2, [(vec![0], -1.0), (vec![0, 1], 3.0)]);
/// assert_eq!((found.energy, found.bits), (-1.0, vec![true, false]));
/// ```
#[derive(Clone, Copy)]
pub struct AnnealSettings<'a> {
    /// Sweeps over all variables in one restart; 0 only descends.
    pub sweeps: u64,
    /// The most restarts; 0 counts as 1.
    pub restarts: u64,
    /// Seed of everything random; restart k uses stream k of it.
    pub seed: u64,
    /// Stop where the energy is at most this, up to rounding. `None`: run all restarts.
    pub target_energy: Option<f64>,
    /// Whether an assignment is wanted; energies cannot tell all that makes a good one. `None`:
    /// each is.
    ///
    /// An assignment at or below the target that is not wanted does not stop the search. Where no
    /// restart ends at the target with a wanted assignment, a wanted one goes before a lower
    /// energy. It is asked wherever the target is reached, and at the end of every restart.
    pub wanted: Option<WantedBits<'a>>,
    /// What is asked between sweeps whether to go on.
    pub ask: Option<Ask<'a>>,
}

impl fmt::Debug for AnnealSettings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnnealSettings")
            .field("sweeps", &self.sweeps)
            .field("restarts", &self.restarts)
            .field("seed", &self.seed)
            .field("target_energy", &self.target_energy)
            .finish_non_exhaustive()
    }
}

impl Default for AnnealSettings<'_> {
    /// 1000 restarts of 4000 sweeps from seed 0, without target; each assignment is
    /// wanted.
    fn default() -> Self {
        Self {
            sweeps: 4000,
            restarts: 1000,
            seed: 0,
            target_energy: None,
            wanted: None,
            ask: None,
        }
    }
}

/// The best assignment found, and what it took.
///
/// ```
/// use ketboard_puzzles::{AnnealSettings, AnnealedBits};
///
/// // (1 - x0 - x1)^2: exactly one of two
/// let terms = [(vec![], 1.0), (vec![0], -1.0), (vec![1], -1.0), (vec![0, 1], 2.0)];
/// let settings = AnnealSettings { target_energy: Some(0.0), ..AnnealSettings::default() };
/// let found: AnnealedBits = settings.anneal(2, terms);
/// assert!(found.reached_target && found.bits[0] != found.bits[1]);
/// assert_eq!(found.restarts_run, 1); // of 1000: the first one reached the target
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct AnnealedBits {
    /// The energy at `bits`, summed over all terms in their order.
    pub energy: f64,
    /// The assignment: one value per variable.
    pub bits: Vec<bool>,
    /// Whether there is a target energy and `energy` is at most that, up to rounding.
    pub reached_target: bool,
    /// The restarts that were needed: up to the one that ended the search.
    pub restarts_run: u64,
    /// Sweeps of these restarts together.
    pub sweeps: u64,
    /// Passes over all variables in the descents that end these restarts, the last of each without
    /// a flip.
    pub descents: u64,
    /// Flips made by these restarts together.
    pub flips: u64,
    /// Whether `ask` said stop before there was a result.
    pub interrupted: bool,
}

impl AnnealSettings<'_> {
    /// The assignment of lowest energy Σ c Π x that the restarts find, of `n`
    /// variables.
    ///
    /// `terms` are (variables, coefficient) of any degree with finite coefficients, as
    /// `Polynomial::terms` has them.
    ///
    /// Unless `ask` says stop, the result depends on `n`, `terms` and `settings` alone, not on the
    /// number of threads: with a target it is that of the first restart, by number, that reaches
    /// it; else the lowest energy, of equal ones the first restart's. Where `ask` says stop, it is
    /// the same choice among the restarts begun by then, each cut short where it stood; at least
    /// restart 0 is begun.
    ///
    /// ```
    /// use ketboard_puzzles::AnnealSettings;
    ///
    /// // (1 - x0 - x1)^2 + x1: exactly one of two, and rather the first.
    /// let terms = [(vec![], 1.0), (vec![0], -1.0), (vec![0, 1], 2.0)];
    /// let settings = AnnealSettings::default();
    /// let found = settings.anneal(2, terms);
    /// assert_eq!((found.energy, found.bits), (0.0, vec![true, false]));
    ///
    /// // both assignments of x0 with x1 = 1 cost the same; wanted is that of two ones
    /// let both: &(dyn Fn(&[bool]) -> bool + Sync) = &|bits| bits[0];
    /// let settings = AnnealSettings { wanted: Some(both), restarts: 20, ..settings };
    /// assert_eq!(settings.anneal(2, [(vec![1], -1.0)]).bits, [true, true]);
    /// ```
    ///
    /// # Panics
    /// If a term names a variable that is not below `n`.
    pub fn anneal<V: AsRef<[usize]>>(
        &self,
        n: usize,
        terms: impl IntoIterator<Item = (V, f64)>,
    ) -> AnnealedBits {
        let landscape = AnnealCost::new(n, terms);
        let search = RestartSearch {
            rounding: landscape.rounding(),
            landscape: &landscape,
            settings: self,
            asked: AtomicBool::new(false),
            first_arrived: AtomicU64::new(u64::MAX),
        };
        // Restarts are handed out in order, so that the first to be needed are the first to be run.
        let numbers = (0..self.restarts.max(1)).take_while(|&number| search.begins(number));
        let restarts = numbers.par_bridge().filter_map(|k| search.restart(k));
        let mut run: Vec<Restart> = restarts.collect();
        run.retain(|restart| search.needs(restart.number));
        let arrived = run.iter().any(Restart::arrived);
        let whole = run.len() as u64 == self.restarts.max(1)
            && run.iter().all(|restart| restart.end != End::Interrupted);
        let sum = |count: fn(&Restart) -> u64| run.iter().map(count).sum();
        let best = run.iter().min_by(|a, b| a.better_first(b));
        let best = best.expect("restart 0 is always run and always needed");
        AnnealedBits {
            reached_target: search.at_target(best.energy),
            energy: best.energy,
            bits: best.bits.clone(),
            restarts_run: run.len() as u64,
            sweeps: sum(|restart| restart.sweeps),
            descents: sum(|restart| restart.descents),
            flips: sum(|restart| restart.flips),
            interrupted: !arrived && !whole,
        }
    }
}

// One restart of a search: from a random assignment down to a local minimum, or to the target.

/// How far the energy of a walk may be off, as a part of [`AnnealCost::rounding`]; within it the
/// full sum decides.
const DRIFT: f64 = 1e5;

/// What all restarts share.
struct RestartSearch<'a> {
    landscape: &'a AnnealCost,
    settings: &'a AnnealSettings<'a>,
    rounding: f64,
    /// Whether the callback has said stop.
    asked: AtomicBool,
    /// The lowest number of a restart that arrived; none with a higher one is needed.
    first_arrived: AtomicU64,
}

/// What one restart found.
#[derive(Debug)]
struct Restart {
    number: u64,
    bits: Vec<bool>,
    energy: f64,
    sweeps: u64,
    descents: u64,
    flips: u64,
    /// Whether its last assignment is wanted.
    wanted: bool,
    /// It arrived at the target with a wanted assignment, was interrupted, or neither.
    end: End,
}

impl Restart {
    fn arrived(&self) -> bool {
        self.end == End::Arrived
    }

    /// One that arrived, then wanted ones, then lower energies, then lower numbers.
    fn better_first(&self, other: &Self) -> Ordering {
        let arrived = other.arrived().cmp(&self.arrived());
        let wanted = arrived.then(other.wanted.cmp(&self.wanted));
        let energy = wanted.then(self.energy.total_cmp(&other.energy));
        energy.then(self.number.cmp(&other.number))
    }
}

impl RestartSearch<'_> {
    /// Whether the restart with this number is not made superfluous by an earlier one that arrived.
    fn needs(&self, number: u64) -> bool {
        number <= self.first_arrived.load(Relaxed)
    }

    /// Whether an energy, summed over all terms, is at most the target.
    fn at_target(&self, energy: f64) -> bool {
        let target = self.settings.target_energy;
        target.is_some_and(|target| energy <= target + self.rounding)
    }

    /// Whether this assignment is wanted; where nothing is said of it each one is.
    fn is_wanted(&self, bits: &[bool]) -> bool {
        self.settings.wanted.is_none_or(|wanted| wanted(bits))
    }

    /// Whether the callback says stop; after that it stays so.
    fn is_stopped(&self) -> bool {
        let says_stop = || self.settings.ask.is_some_and(|ask| ask().is_break());
        let stopped = self.asked.load(Relaxed) || says_stop();
        self.asked.fetch_or(stopped, Relaxed);
        stopped
    }

    /// Whether the restart with this number is to be begun: it is needed, and the first or
    /// not stopped.
    fn begins(&self, number: u64) -> bool {
        self.needs(number) && (number == 0 || !self.is_stopped())
    }

    /// Runs the restart with this number; `None` where an earlier one arrives meanwhile.
    fn restart(&self, number: u64) -> Option<Restart> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.settings.seed);
        rng.set_stream(number);
        let landscape = self.landscape;
        let bits: Vec<bool> = (0..landscape.n())
            .map(|_| rng.next_u32() >> 31 == 1)
            .collect();
        let mut walk = BitWalk::from(landscape, &bits);
        let (hot, sizes) = (landscape.most_change(), landscape.coefficients());
        let schedule = temperatures(hot, &sizes, self.settings.sweeps);
        let interrupted = || !self.needs(number) || self.is_stopped();
        let arrived = |walk: &BitWalk<'_>| self.has_arrived(walk);
        let cooled = cool(&mut walk, schedule, &mut rng, interrupted, arrived);
        if cooled.end == End::Interrupted && !self.needs(number) {
            return None;
        }
        let (mut end, mut flips, mut descents) = (cooled.end, walk.flips, 0);
        if cooled.end != End::Arrived {
            let lowest: Vec<bool> = cooled.lowest.iter().map(|bit| *bit == 1).collect();
            walk = BitWalk::from(landscape, &lowest);
            let descent = descend(&mut walk, self.rounding, arrived);
            if descent.end == End::Arrived {
                end = End::Arrived;
            }
            descents = descent.passes;
            flips += walk.flips;
        }
        let arrived = end == End::Arrived;
        if arrived {
            self.first_arrived.fetch_min(number, Relaxed);
        }
        let bits = walk.bits.clone();
        Some(Restart {
            number,
            energy: landscape.energy(&bits),
            wanted: arrived || self.is_wanted(&bits),
            bits,
            sweeps: cooled.passes,
            descents,
            flips,
            end,
        })
    }

    /// Whether the walk is at the target with a wanted assignment.
    fn has_arrived(&self, walk: &BitWalk<'_>) -> bool {
        let target = self.settings.target_energy;
        target.is_some_and(|target| walk.energy() <= target + DRIFT * self.rounding)
            && self.at_target(self.landscape.energy(&walk.bits))
            && self.is_wanted(&walk.bits)
    }
}

// Random numbers of annealing, the same in every version of every library: u64s of ChaCha alone.

/// The next number in [0, 1), a multiple of 2⁻⁵³.
pub(crate) fn unit(rng: &mut ChaCha8Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// The next whole number below `n`, which is at least 1: the high half of a product with 64 random
/// bits, whose probabilities differ by n/2⁶⁴ at most.
pub(crate) fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    ((u128::from(rng.next_u64()) * n as u128) >> 64) as usize
}
