//! Partial assignments, those with equal fields together: for each list of fields the number of
//! them at every energy.
//!
//! A key is the fields on the open variables. What is stored is counted as it grows, and given up
//! before it is more than allowed.

use super::cost::{RegisterCouplings, RegisterEnergies};
use crate::ask::Ask;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Numbers of partial assignments by energy.
type Bins = BTreeMap<i64, u128>;

/// Bytes of a key beside its fields: box, list, slot in the map, and what the allocator adds.
const BYTES_OF_KEY: u64 = 96;

/// Bytes of a pair of energy and count, with the room that a growing map keeps.
const BYTES_OF_BIN: u64 = 48;

/// The frontier after some registers.
#[derive(Debug)]
pub(super) struct Frontier {
    /// The variables with fields, in the order of the keys.
    open: Vec<usize>,
    kept: HashMap<Box<[i32]>, Bins>,
    bytes: u64,
    allowed: u64,
    pub(super) most_fields: usize,
    pub(super) most_bytes: u64,
}

/// Why a frontier is not completed.
#[derive(Debug)]
pub(super) enum Halt {
    /// It needs more memory than it is allowed.
    Overflow {
        /// Different fields at that time.
        fields: usize,
        /// Registers that were filled completely.
        filled: usize,
    },
    /// Whoever was asked said stop.
    Stopped,
}

impl Frontier {
    /// Nothing is filled: one assignment of energy 0.
    pub(super) fn start(allowed: u64) -> Self {
        Self {
            open: Vec::new(),
            kept: HashMap::from([(Box::default(), Bins::from([(0, 1)]))]),
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
        let register = &energies.registers[order[step]];
        let (touched, open) = touched(energies, &order[..=step], &order[step + 1..]);
        let left: BTreeSet<usize> = order[step + 1..]
            .iter()
            .flat_map(|&r| energies.registers[r].ones_of_some_level())
            .collect();
        let mut next = Self {
            open,
            kept: HashMap::new(),
            bytes: 0,
            // the old one is there until the new one is complete
            allowed: self.allowed.saturating_sub(self.bytes),
            ..self
        };
        let mut fields = vec![0; energies.variables()];
        for (old, bins) in self.kept {
            if ask().is_break() {
                return Err(Halt::Stopped);
            }
            fields.fill(0);
            for (field, &variable) in old.iter().zip(&self.open) {
                fields[variable] = *field;
            }
            for level in &register.levels {
                let own: i64 = level.ones.iter().map(|&u| i64::from(fields[u])).sum();
                let mut after = fields.clone();
                for (v, c) in level.fields.iter().filter(|(v, _)| left.contains(v)) {
                    after[*v] += c;
                }
                let moved: i64 = touched
                    .iter()
                    .map(|register| register.normalize(&mut after))
                    .sum();
                let key = next.open.iter().map(|&v| after[v]).collect();
                next.add(key, &bins, level.energy + own + moved);
            }
            if next.bytes > next.allowed {
                let fields = next.kept.len();
                return Err(Halt::Overflow {
                    fields,
                    filled: step,
                });
            }
        }
        next.most_fields = next.most_fields.max(next.kept.len());
        next.most_bytes = next.most_bytes.max(next.bytes + self.bytes);
        next.allowed = self.allowed;
        Ok(next)
    }

    /// Adds the assignments of `bins`, whose energy rises by `energy`, to those of a key.
    fn add(&mut self, key: Box<[i32]>, bins: &Bins, energy: i64) {
        let bytes_of_key = BYTES_OF_KEY + 4 * key.len() as u64;
        let known = self.kept.entry(key).or_default();
        if known.is_empty() {
            self.bytes += bytes_of_key;
        }
        self.bytes += BYTES_OF_BIN * add(known, bins, energy) as u64;
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

/// The registers still to be filled that have a field on them after those that are, and the
/// variables of these fields.
fn touched<'a>(
    energies: &'a RegisterEnergies,
    filled: &[usize],
    left: &[usize],
) -> (Vec<&'a RegisterCouplings>, Vec<usize>) {
    let ones = filled
        .iter()
        .flat_map(|&r| energies.registers[r].ones_of_some_level());
    let met: BTreeSet<usize> = ones
        .flat_map(|u| energies.couplings[u].iter().map(|(v, _)| *v))
        .collect();
    let left: BTreeSet<usize> = left.iter().copied().collect();
    let left = left.iter().map(|&r| &energies.registers[r]);
    let is_touched =
        |register: &&RegisterCouplings| register.ones_of_some_level().any(|v| met.contains(&v));
    let touched: Vec<&RegisterCouplings> = left.filter(is_touched).collect();
    let open = touched.iter().flat_map(|register| {
        // where fields are compared after a shift, all of them are fields
        let shifts = register.ones.is_some();
        register
            .live
            .iter()
            .filter(|v| shifts || met.contains(v))
            .copied()
            .collect::<Vec<_>>()
    });
    let open = open.collect();
    (touched, open)
}

/// Adds `more`, moved by `energy`, to `bins`; returns how many energies are new.
fn add(bins: &mut Bins, more: &Bins, energy: i64) -> usize {
    let known = bins.len();
    for (e, states) in more {
        *bins.entry(e + energy).or_insert(0) += states;
    }
    bins.len() - known
}
