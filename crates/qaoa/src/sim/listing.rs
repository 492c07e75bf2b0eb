//! Distinct energies and their numbers: a hash table of their bits, which all threads add to.
//!
//! ```text
//! add: from the place that the bits are hashed to, go on to the first that holds them or is empty;
//!     put them there, unless another thread has just filled it
//! all have come: sort each run of taken places by hash; an energy's number is how many places
//!     before it are taken
//! ```
//!
//! Which places are taken does not depend on the order in which energies come, and after sorting
//! nor does what they hold: numbers are the same for any number of threads, and each energy can
//! still be found from the place it is hashed to. Runs do not go round the end of the table; there
//! is room behind it.
//!
//! Rounding may split a level in two, and does so the same way wherever the energies are made; −0
//! counts as 0.

use super::tabulate::MAX_LEVELS;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The energies met so far.
#[derive(Debug)]
pub(super) struct Listing {
    /// The complements of their bits, which are not 0: that is an empty place.
    places: Vec<AtomicU64>,
    /// The highest bits of a hash are a place's number, but for so many.
    shift: u32,
    len: AtomicUsize,
}

impl Listing {
    /// Room for the energies of so many states, or for as many as two bytes can number.
    pub(super) fn of(states: usize) -> Self {
        let most = states.min(MAX_LEVELS).next_power_of_two();
        let places = (0..5 * most).map(|_| AtomicU64::new(0));
        Self {
            places: places.collect(),
            shift: 64 - (4 * most).trailing_zeros(),
            len: AtomicUsize::new(0),
        }
    }

    /// Whether more have come than two bytes can number.
    pub(super) fn is_full(&self) -> bool {
        self.len.load(Relaxed) > MAX_LEVELS
    }

    /// Takes an energy in. Beyond 65536, it may be lost.
    #[inline(always)]
    pub(super) fn add(&self, energy: f64) {
        let stored = stored(energy);
        let first = (scattered(stored) >> self.shift) as usize;
        for place in &self.places[first..] {
            let mut found = place.load(Relaxed);
            if found == 0 {
                match place.compare_exchange(0, stored, Relaxed, Relaxed) {
                    Ok(_) => {
                        self.len.fetch_add(1, Relaxed);
                        return;
                    }
                    Err(other) => found = other,
                }
            }
            if found == stored {
                return;
            }
        }
    }

    /// The numbers of all, if two bytes are enough.
    pub(super) fn numbered(self) -> Option<Listed> {
        if self.is_full() {
            return None;
        }
        let places = self.places.into_iter().map(AtomicU64::into_inner);
        let mut places: Vec<u64> = places.collect();
        let (mut names, mut energies) = (vec![0; places.len()], Vec::new());
        let mut place = 0;
        while place < places.len() {
            let free = places[place..].iter().position(|stored| *stored == 0);
            let run = place..free.map_or(places.len(), |len| place + len);
            places[run.clone()].sort_unstable_by_key(|&stored| scattered(stored));
            for taken in run.clone() {
                names[taken] = energies.len() as u16;
                energies.push(f64::from_bits(!places[taken]));
            }
            place = run.end + 1;
        }
        Some(Listed {
            places,
            names,
            shift: self.shift,
            energies,
        })
    }
}

/// All energies, and a number for each.
#[derive(Debug)]
pub(super) struct Listed {
    places: Vec<u64>,
    names: Vec<u16>,
    shift: u32,
    /// All of them, in the order of their numbers.
    pub(super) energies: Vec<f64>,
}

impl Listed {
    /// The number of an energy that was added.
    #[inline(always)]
    pub(super) fn number(&self, energy: f64) -> u16 {
        let stored = stored(energy);
        let mut place = (scattered(stored) >> self.shift) as usize;
        while self.places[place] != stored {
            place += 1;
        }
        self.names[place]
    }
}

/// What is kept of an energy.
#[inline(always)]
fn stored(energy: f64) -> u64 {
    !(energy + 0.0).to_bits()
}

/// Fibonacci hashing, of which no two numbers have the same result; the highest bits are the best.
#[inline(always)]
fn scattered(bits: u64) -> u64 {
    (bits ^ bits >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Energies that say whether most differ.
pub(super) const SAMPLE: usize = 1 << 6;

/// Whether more than half of [`SAMPLE`] energies differ: they fall into as many of sixteen times as
/// many places.
pub(super) fn mostly_differ(energies: impl Iterator<Item = f64>) -> bool {
    let (mut taken, mut count) = ([false; 16 * SAMPLE], 0);
    for energy in energies {
        let place = (scattered(stored(energy)) >> (64 - SAMPLE.trailing_zeros() - 4)) as usize;
        count += usize::from(!taken[place]);
        taken[place] = true;
    }
    count > SAMPLE / 2
}

/// A number that distinct energies are not below: how many places they fall into. Cheaper than a
/// list where there are many.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    taken: Vec<bool>,
    count: usize,
}

/// Bits of the number of a place: four places for each of the levels that are to be told from more.
const PLACES: u32 = 18;

impl Sketch {
    pub(super) fn new() -> Self {
        Self {
            taken: vec![false; 1 << PLACES],
            count: 0,
        }
    }

    pub(super) fn take(&mut self, energy: f64) {
        let place = (scattered(stored(energy)) >> (64 - PLACES)) as usize;
        self.count += usize::from(!self.taken[place]);
        self.taken[place] = true;
    }

    pub(super) fn at_least(&self) -> usize {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Energies of which many are hashed to neighboring places, or are equal.
    fn energies() -> Vec<f64> {
        let few = (0..4000).map(|k| f64::from(k * k % 977) - 0.5 * f64::from(k % 3));
        few.chain([0.0, -0.0, 1e300, -1e-300]).collect()
    }

    #[test]
    fn energies_are_numbered_alike_in_whatever_order_they_come() {
        let energies = energies();
        let (there, back) = (Listing::of(4096), Listing::of(4096));
        energies.iter().for_each(|energy| there.add(*energy));
        energies.iter().rev().for_each(|energy| back.add(*energy));
        let (there, back) = (there.numbered().unwrap(), back.numbered().unwrap());
        assert_eq!(there.energies, back.energies);
        let mut distinct: Vec<f64> = energies.iter().map(|energy| energy + 0.0).collect();
        distinct.sort_by(f64::total_cmp);
        distinct.dedup();
        assert_eq!(there.energies.len(), distinct.len());
        for energy in energies {
            assert_eq!(there.energies[usize::from(there.number(energy))], energy);
            assert_eq!(there.number(energy), back.number(energy));
        }
    }

    #[test]
    fn two_bytes_number_65536_energies_and_no_more() {
        for (count, fit) in [(65_535, true), (65_536, true), (65_537, false)] {
            let listing = Listing::of(1 << 20);
            for k in (0..count).chain(0..count) {
                listing.add(f64::from(k).sqrt());
            }
            assert_eq!(listing.numbered().is_some(), fit, "{count}");
        }
    }

    #[test]
    fn a_sketch_counts_no_more_than_there_are() {
        let (mut sketch, energies) = (Sketch::new(), energies());
        energies.iter().for_each(|energy| sketch.take(*energy));
        let mut bits: Vec<u64> = energies.iter().map(|energy| stored(*energy)).collect();
        bits.sort_unstable();
        bits.dedup();
        assert!(sketch.at_least() <= bits.len() && sketch.at_least() > bits.len() * 9 / 10);
    }
}
