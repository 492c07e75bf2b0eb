//! One restart of a search: from a random assignment down to a local minimum, or to the target.

use super::landscape::AnnealCost;
use super::schedule::CoolingSchedule;
use super::walk::BitWalk;
use super::{AnnealSettings, Ask, random};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::cmp::Ordering;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// How far the energy of a walk may be off, as a part of [`AnnealCost::rounding`]; within it the
/// full sum decides.
const DRIFT: f64 = 1e5;

/// What all restarts share.
pub(super) struct RestartSearch<'a, W> {
    landscape: &'a AnnealCost,
    settings: &'a AnnealSettings,
    wanted: &'a W,
    schedule: CoolingSchedule,
    rounding: f64,
    deadline: Option<Instant>,
    ask: Ask<'a>,
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
    /// Whether it ran to its own end, and not to that of the time.
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

/// A walk after the last temperature, or wherever it ended before.
struct Cooled<'a> {
    walk: BitWalk<'a>,
    /// The assignment of lowest energy that a sweep ended with.
    lowest: Vec<bool>,
    sweeps: u64,
    end: CoolingEnd,
}

/// Where cooling ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CoolingEnd {
    Cold,
    Late,
    Arrived,
}

/// What a sweep did.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sweep {
    Moved,
    Rested,
    Arrived,
}

impl<'a, W: Fn(&[bool]) -> bool + Sync> RestartSearch<'a, W> {
    pub(super) fn new(
        landscape: &'a AnnealCost,
        settings: &'a AnnealSettings,
        wanted: &'a W,
        ask: Ask<'a>,
    ) -> Self {
        Self {
            landscape,
            settings,
            wanted,
            schedule: CoolingSchedule::new(landscape, settings.sweeps),
            rounding: landscape.rounding(),
            // A limit beyond what the clock can count is none.
            deadline: settings
                .time_limit
                .and_then(|limit| Instant::now().checked_add(limit)),
            ask,
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

    /// Whether whoever is asked has said stop.
    pub(super) fn is_asked(&self) -> bool {
        self.asked.load(Relaxed)
    }

    fn is_late(&self) -> bool {
        if self.is_asked() || (self.ask)().is_break() {
            self.asked.store(true, Relaxed);
            return true;
        }
        self.deadline.is_some_and(|time| Instant::now() >= time)
    }

    /// Whether the restart with this number is to be begun: it is needed, and the first or in time.
    pub(super) fn begins(&self, number: u64) -> bool {
        self.needs(number) && (number == 0 || !self.is_late())
    }

    /// Runs the restart with this number; `None` where an earlier one arrives meanwhile.
    pub(super) fn restart(&self, number: u64) -> Option<Restart> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.settings.seed);
        rng.set_stream(number);
        let mut cooled = self.cool(number, &mut rng)?;
        let (mut flips, mut descents) = (cooled.walk.flips(), 0);
        if cooled.end != CoolingEnd::Arrived {
            cooled.walk = BitWalk::from(self.landscape, &cooled.lowest);
            let (last, passes) = self.descend(&mut cooled.walk);
            if last == Sweep::Arrived {
                cooled.end = CoolingEnd::Arrived;
            }
            descents = passes;
            flips += cooled.walk.flips();
        }
        let arrived = cooled.end == CoolingEnd::Arrived;
        if arrived {
            self.first_arrived.fetch_min(number, Relaxed);
        }
        let bits = cooled.walk.bits().to_vec();
        Some(Restart {
            number,
            energy: self.landscape.energy(&bits),
            wanted: arrived || (self.wanted)(&bits),
            bits,
            sweeps: cooled.sweeps,
            descents,
            flips,
            arrived,
            whole: cooled.end != CoolingEnd::Late,
        })
    }

    /// From a random assignment through all temperatures; `None` where an earlier restart arrives
    /// meanwhile.
    fn cool(&self, number: u64, rng: &mut ChaCha8Rng) -> Option<Cooled<'a>> {
        let n = self.landscape.n();
        let start: Vec<bool> = (0..n).map(|_| rng.next_u32() >> 31 == 1).collect();
        let walk = BitWalk::from(self.landscape, &start);
        let (mut least, mut cooled) = (
            walk.energy(),
            Cooled {
                lowest: start,
                sweeps: 0,
                end: CoolingEnd::Cold,
                walk,
            },
        );
        if self.has_arrived(&cooled.walk) {
            cooled.end = CoolingEnd::Arrived;
            return Some(cooled);
        }
        for temperature in self.schedule.temperatures() {
            if !self.needs(number) {
                return None;
            }
            if self.is_late() {
                cooled.end = CoolingEnd::Late;
                break;
            }
            cooled.sweeps += 1;
            if self.sweep(&mut cooled.walk, temperature, rng) == Sweep::Arrived {
                cooled.end = CoolingEnd::Arrived;
                break;
            }
            if cooled.walk.energy() < least {
                least = cooled.walk.energy();
                cooled.lowest.copy_from_slice(cooled.walk.bits());
            }
        }
        Some(cooled)
    }

    /// Proposes every flip once, in order.
    fn sweep(&self, walk: &mut BitWalk<'_>, temperature: f64, rng: &mut ChaCha8Rng) -> Sweep {
        self.pass(walk, |change| {
            change <= 0.0 || random::unit(rng) < libm::exp(-change / temperature)
        })
    }

    /// Makes every flip that lowers the energy until none is left or it arrives; how it ended,
    /// after how many passes.
    fn descend(&self, walk: &mut BitWalk<'_>) -> (Sweep, u64) {
        let mut passes = 0;
        loop {
            passes += 1;
            let did = self.pass(walk, |change| change < -self.rounding);
            if did != Sweep::Moved {
                return (did, passes);
            }
        }
    }

    /// Makes every flip whose change is accepted, in order, until the walk arrives.
    fn pass(&self, walk: &mut BitWalk<'_>, mut accepts: impl FnMut(f64) -> bool) -> Sweep {
        let mut outcome = Sweep::Rested;
        for i in 0..self.landscape.n() {
            if accepts(walk.change(i)) {
                walk.flip(i);
                outcome = Sweep::Moved;
                if self.has_arrived(walk) {
                    return Sweep::Arrived;
                }
            }
        }
        outcome
    }

    /// Whether the walk is at the target with a wanted assignment.
    fn has_arrived(&self, walk: &BitWalk<'_>) -> bool {
        let target = self.settings.target_energy;
        target.is_some_and(|target| walk.energy() <= target + DRIFT * self.rounding)
            && self.at_target(self.landscape.energy(walk.bits()))
            && (self.wanted)(walk.bits())
    }
}
