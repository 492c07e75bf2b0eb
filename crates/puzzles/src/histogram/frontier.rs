//! Partial assignments, those with equal fields together: for each list of fields the number of
//! them at every energy.
//!
//! A key is the fields on the open registers: what each of their levels costs more than their first
//! one. What is stored is counted as it grows, and given up before it is more than allowed.

use crate::ask::Ask;
use crate::encode::Polynomial;
use crate::error::Result;
use crate::registers::{RegisterLayout, tables_of};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasherDefault, DefaultHasher};

/// The energies of a quadratic cost over registers, in units.
#[derive(Clone, Debug)]
pub(super) struct RegisterEnergies {
    /// By register: of each level by itself.
    own: Vec<Vec<i64>>,
    /// By register, and by later register that it meets: at each of its levels those that it adds
    /// to the levels of the other.
    met: Vec<BTreeMap<usize, Vec<Vec<i64>>>>,
}

impl RegisterEnergies {
    /// # Errors
    /// If two registers have too many levels for a table.
    pub(super) fn new(cost: &Polynomial, layout: &RegisterLayout, unit: f64) -> Result<Self> {
        let dims = layout.dims();
        let mut energies = Self {
            own: dims.iter().map(|&levels| vec![0; levels]).collect(),
            met: vec![BTreeMap::new(); dims.len()],
        };
        for (registers, values) in tables_of(cost, layout)? {
            let units: Vec<i64> = values
                .iter()
                .map(|value| (value / unit).round() as i64)
                .collect();
            match registers[..] {
                [register] => energies.own[register] = units,
                [first, second] => {
                    let column = |level: usize| {
                        units
                            .iter()
                            .skip(level)
                            .step_by(dims[first])
                            .copied()
                            .collect()
                    };
                    energies.met[first].insert(second, (0..dims[first]).map(column).collect());
                }
                [..] => {}
            }
        }
        Ok(energies)
    }

    /// The registers that are not filled and meet one up to `register`, which are.
    fn open(&self, register: usize) -> Vec<usize> {
        let met = self.met[..=register].iter().flat_map(BTreeMap::keys);
        let open: BTreeSet<usize> = met.copied().filter(|r| *r > register).collect();
        open.into_iter().collect()
    }
}

/// Numbers of partial assignments by energy.
type Bins = BTreeMap<i64, u128>;

/// Hashes without a key of chance, so that the order of the fields, and with it where a count that
/// is too large stops, is that of every run.
type SameEveryTime = BuildHasherDefault<DefaultHasher>;

/// Bytes of a key beside its fields: box, list, slot in the map, and what the allocator adds.
const BYTES_OF_KEY: u64 = 96;

/// Bytes of a pair of energy and count, with the room that a growing map keeps.
const BYTES_OF_BIN: u64 = 48;

/// The frontier after some registers.
#[derive(Debug)]
pub(super) struct Frontier {
    /// The registers with fields, in the order of the keys.
    open: Vec<usize>,
    kept: HashMap<Box<[i32]>, Bins, SameEveryTime>,
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
    },
    /// Whoever was asked said stop.
    Stopped,
}

impl Frontier {
    /// Nothing is filled: one assignment of energy 0.
    pub(super) fn start(allowed: u64) -> Self {
        Self {
            open: Vec::new(),
            kept: HashMap::from_iter([(Box::default(), Bins::from([(0, 1)]))]),
            bytes: 0,
            allowed,
            most_fields: 1,
            most_bytes: 0,
        }
    }

    /// The frontier after this register too, those before it being filled.
    pub(super) fn fill(
        self,
        energies: &RegisterEnergies,
        register: usize,
        ask: Ask<'_>,
    ) -> std::result::Result<Self, Halt> {
        let mut next = Self {
            open: energies.open(register),
            kept: HashMap::default(),
            bytes: 0,
            // the old one is there until the new one is complete
            allowed: self.allowed.saturating_sub(self.bytes),
            ..self
        };
        let none: Vec<Vec<i64>> = energies.own.iter().map(|own| vec![0; own.len()]).collect();
        for (key, bins) in self.kept {
            if ask().is_break() {
                return Err(Halt::Stopped);
            }
            let mut fields = none.clone();
            let mut known = key.iter();
            for &other in &self.open {
                let levels = fields[other].iter_mut().skip(1);
                levels
                    .zip(known.by_ref())
                    .for_each(|(to, field)| *to = i64::from(*field));
            }
            for (level, own) in energies.own[register].iter().enumerate() {
                let mut energy = own + fields[register][level];
                let mut key = Vec::new();
                for &other in &next.open {
                    let added = energies.met[register].get(&other).map(|met| &met[level]);
                    let added = added.unwrap_or(&none[other]);
                    let first = fields[other][0] + added[0];
                    energy += first;
                    let levels = fields[other].iter().zip(added).skip(1);
                    key.extend(levels.map(|(field, added)| (field + added - first) as i32));
                }
                next.add(key.into(), &bins, energy);
            }
            if next.bytes > next.allowed {
                let fields = next.kept.len();
                return Err(Halt::Overflow { fields });
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

/// Adds `more`, moved by `energy`, to `bins`; returns how many energies are new.
fn add(bins: &mut Bins, more: &Bins, energy: i64) -> usize {
    let known = bins.len();
    for (e, states) in more {
        *bins.entry(e + energy).or_insert(0) += states;
    }
    bins.len() - known
}
