//! Distinct energies, numbered in the order they come in: a hash table of their bits.
//!
//! Rounding may split a level in two, and does so the same way wherever the energies are made; −0 counts as 0.

use super::tabulate::MAX_LEVELS;

/// The energies met so far.
#[derive(Clone, Debug)]
pub(super) struct Listing {
    /// Bits and number of an energy, at most a quarter of a power of two of them taken.
    places: Vec<(u64, u16)>,
    energies: Vec<f64>,
}

/// The bits of no finite energy.
const EMPTY: (u64, u16) = (u64::MAX, 0);

impl Listing {
    pub(super) fn new() -> Self {
        Self {
            places: vec![EMPTY; 1 << 9],
            energies: Vec::new(),
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.energies.len()
    }

    /// All of them, in the order of their numbers.
    pub(super) fn into_energies(self) -> Vec<f64> {
        self.energies
    }

    /// The number of an energy, which is a new one where it has not been met; none beyond 65536.
    #[inline(always)]
    pub(super) fn number(&mut self, energy: f64) -> Option<u16> {
        let bits = (energy + 0.0).to_bits();
        let place = self.place_of(bits);
        let (found, number) = self.places[place];
        if found == bits {
            return Some(number);
        }
        self.append(bits, place)
    }

    /// The place where these bits are, or where they would be: Fibonacci hashing, and the next places where that one is taken.
    #[inline(always)]
    fn place_of(&self, bits: u64) -> usize {
        let last = self.places.len() - 1;
        let product = (bits ^ bits >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut place = (product >> 40) as usize & last;
        while self.places[place].0 != bits && self.places[place] != EMPTY {
            place = (place + 1) & last;
        }
        place
    }

    #[inline(never)]
    fn append(&mut self, bits: u64, place: usize) -> Option<u16> {
        if self.len() == MAX_LEVELS {
            return None;
        }
        let number = self.len() as u16;
        self.energies.push(f64::from_bits(bits));
        self.places[place] = (bits, number);
        if 4 * self.len() > self.places.len() {
            self.grow();
        }
        Some(number)
    }

    fn grow(&mut self) {
        let roomy = vec![EMPTY; 4 * self.places.len()];
        for (bits, number) in std::mem::replace(&mut self.places, roomy) {
            if (bits, number) != EMPTY {
                let place = self.place_of(bits);
                self.places[place] = (bits, number);
            }
        }
    }
}
