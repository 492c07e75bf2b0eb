//! Partial assignments, those with equal fields together: for each list of fields the number of
//! them at every energy.
//!
//! A key is the fields on the open variables, in as few bytes each as hold the largest possible
//! one. What is stored is counted as it grows, and given up before it is more than allowed.

use super::cost::{RegisterCouplings, RegisterEnergies};
use crate::ask::Ask;
use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

/// Numbers of partial assignments by rising energy.
type Bins = Vec<(i64, u128)>;

/// Bytes of a key beside its fields: box, list, slot in the map, and what the allocator adds.
const BYTES_OF_KEY: u64 = 96;

/// Bytes of a pair of energy and count, with the room that a growing list keeps.
const BYTES_OF_BIN: u64 = 48;

/// The frontier after some registers.
#[derive(Debug)]
pub(super) struct Frontier {
    /// The variables with fields, in the order of the keys.
    open: Vec<usize>,
    kept: HashMap<Box<[u8]>, Bins, BuildHasherDefault<FieldHasher>>,
    /// Bytes of a field.
    width: usize,
    bytes: u64,
    allowed: u64,
    pub(super) most_fields: usize,
    pub(super) most_bytes: u64,
}

/// Why a frontier is not completed.
#[derive(Debug)]
pub(super) enum Halt {
    /// It needs more memory than it is allowed.
    Overflow(Overflow),
    /// Whoever was asked said stop.
    Stopped,
}

/// A frontier that outgrew what it was allowed.
#[derive(Debug)]
pub(super) struct Overflow {
    /// Different fields at that time.
    pub(super) fields: usize,
    /// Registers that were filled completely.
    pub(super) filled: usize,
}

/// What a step works with.
struct FillStep<'a> {
    register: &'a RegisterCouplings,
    /// The levels' fields on variables that are not filled yet, in the order of the levels.
    fields: Vec<Vec<(usize, i32)>>,
    /// The registers still to be filled with a field on them.
    touched: Vec<&'a RegisterCouplings>,
}

impl Frontier {
    /// Nothing is filled: one assignment of energy 0.
    pub(super) fn start(energies: &RegisterEnergies, allowed: u64) -> Self {
        let width = match energies.largest_field() {
            // a difference of two fields is up to twice as large
            0..64 => 1,
            64..16384 => 2,
            _ => 4,
        };
        let mut kept = HashMap::default();
        kept.insert(Box::default(), vec![(0, 1)]);
        Self {
            open: Vec::new(),
            kept,
            width,
            bytes: 0,
            allowed,
            most_fields: 1,
            most_bytes: 0,
        }
    }

    /// The frontier after register `order[step]` too, those before it being filled.
    pub(super) fn fill(
        self,
        energies: &RegisterEnergies,
        order: &[usize],
        step: usize,
        ask: Ask<'_>,
    ) -> Result<Self, Halt> {
        let (work, open) = FillStep::new(energies, order, step);
        let mut next = Self {
            open,
            kept: HashMap::default(),
            bytes: 0,
            // the old one is there until the new one is complete
            allowed: self.allowed.saturating_sub(self.bytes),
            ..self
        };
        let mut fields = vec![0; energies.variables()];
        let mut after = fields.clone();
        let mut key = Vec::new();
        for (old, bins) in self.kept {
            if ask().is_break() {
                return Err(Halt::Stopped);
            }
            read(&old, next.width, &self.open, &mut fields);
            for (level, added) in work.register.levels.iter().zip(&work.fields) {
                after.copy_from_slice(&fields);
                added.iter().for_each(|&(v, c)| after[v] += c);
                let own = level
                    .ones
                    .iter()
                    .map(|&u| i64::from(fields[u]))
                    .sum::<i64>();
                let moved = work
                    .touched
                    .iter()
                    .map(|register| register.normalize(&mut after));
                let energy = level.energy + own + moved.sum::<i64>();
                write(&after, next.width, &next.open, &mut key);
                next.add(&key, &bins, energy);
            }
            if next.bytes > next.allowed {
                return Err(Halt::Overflow(Overflow {
                    fields: next.kept.len(),
                    filled: step,
                }));
            }
        }
        next.most_fields = next.most_fields.max(next.kept.len());
        next.most_bytes = next.most_bytes.max(next.bytes + self.bytes);
        next.allowed = self.allowed;
        Ok(next)
    }

    /// Adds the assignments of `bins`, whose energy rises by `energy`, to those of a key.
    fn add(&mut self, key: &[u8], bins: &Bins, energy: i64) {
        let grown = match self.kept.get_mut(key) {
            Some(known) => add(known, bins, energy),
            None => {
                let moved = bins.iter().map(|&(e, n)| (e + energy, n)).collect();
                self.kept.insert(key.into(), moved);
                self.bytes += BYTES_OF_KEY + key.len() as u64;
                bins.len()
            }
        };
        self.bytes += BYTES_OF_BIN * grown as u64;
    }

    /// The number of assignments at every energy, rising, all fields together.
    pub(super) fn energies(self) -> Bins {
        let mut all = Bins::new();
        for bins in self.kept.values() {
            add(&mut all, bins, 0);
        }
        all
    }
}

impl<'a> FillStep<'a> {
    /// The work of a step, and the variables that have fields after it.
    fn new(energies: &'a RegisterEnergies, order: &[usize], step: usize) -> (Self, Vec<usize>) {
        let (filled, left) = order.split_at(step + 1);
        let all = &energies.registers;
        let ones = filled.iter().flat_map(|&r| all[r].ones_of_some_level());
        let met: BTreeSet<usize> = ones
            .flat_map(|u| energies.couplings[u].iter().map(|(v, _)| *v))
            .collect();
        let is_met = |v: &usize| met.contains(v);
        let left: BTreeSet<usize> = left.iter().copied().collect();
        let mut touched: Vec<&RegisterCouplings> = Vec::new();
        let mut open = Vec::new();
        for &r in &left {
            let register = &all[r];
            if !register.ones_of_some_level().any(|v| is_met(&v)) {
                continue;
            }
            touched.push(register);
            // where fields are compared after a shift, all of them are fields
            let shifts = register.ones.is_some();
            open.extend(register.live.iter().filter(|v| shifts || is_met(v)));
        }
        let is_left = |v: usize| left.iter().any(|&r| all[r].holds(v));
        let left: Vec<bool> = (0..energies.variables()).map(is_left).collect();
        let register = &all[order[step]];
        let fields = register.levels.iter().map(|level| {
            let on_left = level.fields.iter().filter(|(v, _)| left[*v]);
            on_left.copied().collect()
        });
        let fields = fields.collect();
        let work = Self {
            register,
            fields,
            touched,
        };
        (work, open)
    }
}

/// The fields of a key at their variables.
fn read(key: &[u8], width: usize, open: &[usize], fields: &mut [i32]) {
    fields.fill(0);
    for (bytes, &variable) in key.chunks_exact(width).zip(open) {
        let negative = bytes[width - 1] >= 0x80;
        let mut whole = if negative { [0xff; 4] } else { [0; 4] };
        whole[..width].copy_from_slice(bytes);
        fields[variable] = i32::from_le_bytes(whole);
    }
}

/// The key of fields.
fn write(fields: &[i32], width: usize, open: &[usize], key: &mut Vec<u8>) {
    key.clear();
    for &variable in open {
        key.extend_from_slice(&fields[variable].to_le_bytes()[..width]);
    }
}

/// Adds `more`, moved by `energy`, to `bins`; returns how many energies are new.
fn add(bins: &mut Bins, more: &[(i64, u128)], energy: i64) -> usize {
    let known = bins.len();
    let mut place = 0;
    for &(e, states) in more {
        let wanted = e + energy;
        while place < known && bins[place].0 < wanted {
            place += 1;
        }
        if place < known && bins[place].0 == wanted {
            bins[place].1 += states;
        } else {
            bins.push((wanted, states));
        }
    }
    let new = bins.len() - known;
    if new > 0 {
        bins.sort_unstable_by_key(|(e, _)| *e);
    }
    new
}

/// A fast hash of short keys: words are mixed by a multiplication, as in Firefox.
#[derive(Debug, Default)]
struct FieldHasher(u64);

impl Hasher for FieldHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let mixed = self.0.rotate_left(5) ^ u64::from_le_bytes(word);
            self.0 = mixed.wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
