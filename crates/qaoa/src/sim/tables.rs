//! A cost as tables, numbers for each combination of the levels of a few qudits, and the energies
//! of a run of neighboring states by them: never table by table for each state.
//!
//! A tile is all combinations of the levels of the first qudits; the levels of the others are the
//! same on all of it. With these fixed, a table is a number (none of its qudits is inside), one
//! vector over a qudit, or a smaller table over some qudits:
//!
//! ```text
//! base[x]                      sum of the tables that lie inside, once for all tiles
//! for each tile:
//!     v_r[level], number       sums of the tables that reach inside by one qudit, or not at all
//!     E over qudits 0 .. r  =  E over qudits 0 .. r − 1  +  v_r[level of r], qudit by qudit
//!     E += base, and the tables that reach inside by several qudits, looked up
//! ```

use super::space::Space;
use super::units::{nearest, unit_of};
use crate::error::{Error, Result};

/// The qudits, each named once, and the share of the cost for each combination of their levels, the
/// first named qudit fastest. Without qudits it is a constant.
pub(in crate::sim) type Table = (Vec<usize>, Vec<f64>);

/// Fails if a table names a qudit that is not there or names one twice, has not one value for each
/// combination, or a sum of values could leave the real line.
pub(in crate::sim) fn check_tables(space: &Space, tables: &[Table]) -> Result<()> {
    for (number, table) in tables.iter().enumerate() {
        check(space, table).map_err(|(found, remedy)| {
            Error::argument(format!("table {number} of the cost"), found, remedy)
        })?;
    }
    let mut values = tables.iter().flat_map(|(_, values)| values);
    let (what, value) = match values.find(|value| !value.is_finite()) {
        Some(&value) => ("a value of the cost's tables", value),
        None => (
            "the sum of the largest values of all tables",
            size_of_tables(tables),
        ),
    };
    if value.is_finite() {
        return Ok(());
    }
    let what = what.into();
    Err(Error::NotFinite { what, value })
}

fn check(space: &Space, (qudits, values): &Table) -> std::result::Result<(), (String, String)> {
    let mut expected = 1_usize;
    for (k, &r) in qudits.iter().enumerate() {
        let Some(&d) = space.dims().get(r) else {
            let remedy = format!("there are {}, counted from 0", space.qudits());
            return Err((format!("qudit {r}"), remedy));
        };
        if qudits[..k].contains(&r) {
            let remedy = "name each qudit once".into();
            return Err((format!("qudit {r} twice"), remedy));
        }
        expected = expected.saturating_mul(d);
    }
    if values.len() == expected {
        return Ok(());
    }
    Err((
        format!("{} values", values.len()),
        format!("give one for each of {expected} combinations of levels"),
    ))
}

/// Σ max |value| over the tables, which no energy exceeds.
pub(in crate::sim) fn size_of_tables(tables: &[Table]) -> f64 {
    let largest = |(_, values): &Table| values.iter().map(|v| v.abs()).fold(0.0, f64::max);
    tables.iter().map(largest).sum()
}

pub(in crate::sim) fn mean_of_tables(tables: &[Table]) -> f64 {
    let mean = |(_, values): &Table| values.iter().sum::<f64>() / values.len() as f64;
    tables.iter().map(mean).sum()
}

/// A number of which all values are whole multiples, and tables of the multiples.
pub(in crate::sim) fn tables_in_units(tables: &[Table]) -> Option<(f64, Vec<Table>)> {
    let values: Vec<f64> = tables
        .iter()
        .flat_map(|(_, values)| values)
        .copied()
        .collect();
    let unit = unit_of(&values, values.iter().map(|v| v.abs()).sum())?;
    let whole = tables.iter().map(|(qudits, values)| {
        let multiples = values.iter().map(|v| nearest(v / unit));
        (qudits.clone(), multiples.collect())
    });
    Some((unit, whole.collect()))
}

/// The tables of a cost, sorted by what they reach of a tile.
#[derive(Clone, Debug)]
pub(in crate::sim) struct Tiles {
    qudits: usize,
    len: usize,
    base: Vec<f64>,
    outer: Vec<OpenTable>,
    /// What reaches inside by one qudit: the qudit, and its share of the tables.
    single: Vec<(usize, Inner)>,
    /// What reaches inside by several: where each state looks, and the shares.
    several: Vec<(Vec<u32>, Inner)>,
    dims: Vec<usize>,
}

/// Qudits of a table with the strides of its values.
type Strides = Vec<(usize, usize)>;

/// A table of which a part, or nothing, is inside.
#[derive(Clone, Debug)]
struct OpenTable {
    values: Vec<f64>,
    outside: Strides,
    /// Where each combination of the levels inside is, from where those outside say.
    from: Vec<usize>,
}

/// Tables over the same qudits inside.
#[derive(Clone, Debug)]
struct Inner {
    len: usize,
    shares: Vec<OpenTable>,
}

pub(in crate::sim) fn tile_of(space: &Space, longest: usize) -> usize {
    let fits = |&r: &usize| space.below(r) <= longest;
    let qudits = (0..=space.qudits()).rfind(fits).unwrap_or(0);
    qudits.max(1.min(space.qudits()))
}

impl Tiles {
    pub(in crate::sim) fn new(space: &Space, tables: &[Table], longest: usize) -> Self {
        let qudits = tile_of(space, longest);
        let len = space.below(qudits);
        let mut tiles = Self {
            qudits,
            len,
            base: vec![0.0; len],
            outer: Vec::new(),
            single: Vec::new(),
            several: Vec::new(),
            dims: space.dims().to_vec(),
        };
        let mut shared: Vec<(Vec<usize>, Inner)> = Vec::new();
        for table in tables {
            tiles.sort_in(space, table, &mut shared);
        }
        for (inside, inner) in shared {
            match inside[..] {
                [r] => tiles.single.push((r, inner)),
                _ => tiles.several.push((places(space, &inside, len), inner)),
            }
        }
        tiles
    }

    fn sort_in(&mut self, space: &Space, table: &Table, shared: &mut Vec<(Vec<usize>, Inner)>) {
        let strides = strides(space, table);
        let (mut inside, outside): (Strides, Strides) =
            strides.into_iter().partition(|&(r, _)| r < self.qudits);
        inside.sort_unstable();
        let qudits: Vec<usize> = inside.iter().map(|&(r, _)| r).collect();
        let share = OpenTable {
            values: table.1.clone(),
            outside,
            from: combinations(space, &inside),
        };
        if share.outside.is_empty() {
            let places = places(space, &qudits, self.len);
            for (energy, place) in self.base.iter_mut().zip(places) {
                *energy += share.values[share.from[place as usize]];
            }
        } else if inside.is_empty() {
            self.outer.push(share);
        } else {
            let known = shared.iter().position(|(others, _)| *others == qudits);
            let at = known.unwrap_or_else(|| {
                let (len, shares) = (share.from.len(), Vec::new());
                shared.push((qudits, Inner { len, shares }));
                shared.len() - 1
            });
            shared[at].1.shares.push(share);
        }
    }

    pub(in crate::sim) fn len(&self) -> usize {
        self.len
    }

    /// Adds the energies of a tile to the end of `energies`.
    pub(in crate::sim) fn extend(&self, tile: usize, energies: &mut Vec<f64>) {
        let levels = self.levels_outside(tile);
        let at = |outside: &[(usize, usize)]| -> usize {
            let place = |&(r, stride): &(usize, usize)| levels[r - self.qudits] * stride;
            outside.iter().map(place).sum()
        };
        let add = |sum: f64, share: &OpenTable| sum + share.values[at(&share.outside)];
        let number = self.outer.iter().fold(0.0, add);
        let start = energies.len();
        energies.resize(start + self.len, number);
        let values = &mut energies[start..];
        let mut below = 1;
        for (r, &d) in self.dims[..self.qudits].iter().enumerate() {
            let single = self.single.iter().find(|(qudit, _)| *qudit == r);
            let shares = single.map_or_else(|| vec![0.0; d], |(_, inner)| inner.sum(at));
            spread(values, below, &shares);
            below *= d;
        }
        for (places, inner) in &self.several {
            let shares = inner.sum(at);
            for (value, &place) in values.iter_mut().zip(places) {
                *value += shares[place as usize];
            }
        }
        for (value, share) in values.iter_mut().zip(&self.base) {
            *value += share;
        }
    }

    fn levels_outside(&self, mut tile: usize) -> Vec<usize> {
        let next = |&d: &usize| {
            let level = tile % d;
            tile /= d;
            level
        };
        self.dims[self.qudits..].iter().map(next).collect()
    }
}

impl Inner {
    fn sum(&self, at: impl Fn(&[(usize, usize)]) -> usize) -> Vec<f64> {
        let mut sums = vec![0.0; self.len];
        for share in &self.shares {
            let first = at(&share.outside);
            for (sum, from) in sums.iter_mut().zip(&share.from) {
                *sum += share.values[first + from];
            }
        }
        sums
    }
}

/// From energies over the qudits below to those with one qudit more, whose levels add `shares`.
fn spread(values: &mut [f64], below: usize, shares: &[f64]) {
    let (first, rest) = values[..below * shares.len()].split_at_mut(below);
    for (part, share) in rest.chunks_exact_mut(below).zip(&shares[1..]) {
        for (value, known) in part.iter_mut().zip(&*first) {
            *value = known + share;
        }
    }
    first.iter_mut().for_each(|value| *value += shares[0]);
}

fn strides(space: &Space, table: &Table) -> Strides {
    let mut stride = 1;
    let next = |&r: &usize| {
        let own = (r, stride);
        stride *= space.dims()[r];
        own
    };
    table.0.iter().map(next).collect()
}

/// Where the values of all combinations of levels are, the first qudit fastest.
fn combinations(space: &Space, qudits: &[(usize, usize)]) -> Vec<usize> {
    qudits.iter().fold(vec![0], |known, &(r, stride)| {
        let levels = 0..space.dims()[r];
        levels
            .flat_map(|level| known.iter().map(move |at| at + level * stride))
            .collect()
    })
}

/// Which combination of the levels of `qudits` each state of a tile has.
fn places(space: &Space, qudits: &[usize], len: usize) -> Vec<u32> {
    let place = |x: usize| {
        qudits
            .iter()
            .rev()
            .fold(0, |place, &r| place * space.dims()[r] + space.level(x, r)) as u32
    };
    (0..len).map(place).collect()
}
