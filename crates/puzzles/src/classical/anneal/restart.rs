//! One restart of a search: from a random assignment down to a local minimum, or to the target.

use super::AnnealSettings;
use super::cooling::{End, Walk, cool, descend, temperatures};
use super::landscape::AnnealCost;
use super::walk::BitWalk;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::cmp::Ordering;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// How far the energy of a walk may be off, as a part of [`AnnealCost::rounding`]; within it the
/// full sum decides.
const DRIFT: f64 = 1e5;

/// What all restarts share.
pub(super) struct RestartSearch<'a> {
    landscape: &'a AnnealCost,
    settings: &'a AnnealSettings<'a>,
    rounding: f64,
    /// Whether whoever is asked has said stop.
    asked: AtomicBool,
    /// The lowest number of a restart that arrived; none with a higher one is needed.
    first_arrived: AtomicU64,
}

/// What one restart found.
#[derive(Debug)]
pub(super) struct Restart {
    pub(super) number: u64,
    pub(super) bits: Vec<bool>,
    pub(super) energy: f64,
    pub(super) sweeps: u64,
    pub(super) descents: u64,
    pub(super) flips: u64,
    /// Whether it ended at the target with a wanted assignment.
    pub(super) arrived: bool,
    /// Whether its last assignment is wanted.
    pub(super) wanted: bool,
    /// Whether it ran to its own end, and was not interrupted.
    pub(super) whole: bool,
}

impl Restart {
    /// One that arrived, then wanted ones, then lower energies, then lower numbers.
    pub(super) fn better_first(a: &Self, b: &Self) -> Ordering {
        let arrived = b.arrived.cmp(&a.arrived);
        let wanted = arrived.then(b.wanted.cmp(&a.wanted));
        let energy = wanted.then(a.energy.total_cmp(&b.energy));
        energy.then(a.number.cmp(&b.number))
    }
}

impl<'a> RestartSearch<'a> {
    pub(super) fn new(landscape: &'a AnnealCost, settings: &'a AnnealSettings<'a>) -> Self {
        Self {
            landscape,
            settings,
            rounding: landscape.rounding(),
            asked: AtomicBool::new(false),
            first_arrived: AtomicU64::new(u64::MAX),
        }
    }

    /// Whether the restart with this number is not made superfluous by an earlier one that arrived.
    pub(super) fn needs(&self, number: u64) -> bool {
        number <= self.first_arrived.load(Relaxed)
    }

    /// Whether an energy, summed over all terms, is at most the target.
    pub(super) fn at_target(&self, energy: f64) -> bool {
        let target = self.settings.target_energy;
        target.is_some_and(|target| energy <= target + self.rounding)
    }

    /// Whether this assignment is wanted; where nothing is said of it each one is.
    fn is_wanted(&self, bits: &[bool]) -> bool {
        self.settings.wanted.is_none_or(|wanted| wanted(bits))
    }

    /// Whether whoever is asked says stop; after that it stays so.
    fn is_stopped(&self) -> bool {
        let says_stop = || self.settings.ask.is_some_and(|ask| ask().is_break());
        let stopped = self.asked.load(Relaxed) || says_stop();
        self.asked.fetch_or(stopped, Relaxed);
        stopped
    }

    /// Whether the restart with this number is to be begun: it is needed, and the first or
    /// not stopped.
    pub(super) fn begins(&self, number: u64) -> bool {
        self.needs(number) && (number == 0 || !self.is_stopped())
    }

    /// Runs the restart with this number; `None` where an earlier one arrives meanwhile.
    pub(super) fn restart(&self, number: u64) -> Option<Restart> {
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
        let (mut end, mut flips, mut descents) = (cooled.end, walk.flips(), 0);
        if cooled.end != End::Arrived {
            let lowest: Vec<bool> = cooled.lowest.iter().map(|bit| *bit == 1).collect();
            walk = BitWalk::from(landscape, &lowest);
            let descent = descend(&mut walk, self.rounding, arrived);
            if descent.end == End::Arrived {
                end = End::Arrived;
            }
            descents = descent.passes;
            flips += walk.flips();
        }
        let arrived = end == End::Arrived;
        if arrived {
            self.first_arrived.fetch_min(number, Relaxed);
        }
        let bits = walk.bits().to_vec();
        Some(Restart {
            number,
            energy: landscape.energy(&bits),
            wanted: arrived || self.is_wanted(&bits),
            bits,
            sweeps: cooled.passes,
            descents,
            flips,
            arrived,
            whole: end != End::Interrupted,
        })
    }

    /// Whether the walk is at the target with a wanted assignment.
    fn has_arrived(&self, walk: &BitWalk<'_>) -> bool {
        let target = self.settings.target_energy;
        target.is_some_and(|target| walk.energy() <= target + DRIFT * self.rounding)
            && self.at_target(self.landscape.energy(walk.bits()))
            && self.is_wanted(walk.bits())
    }
}
