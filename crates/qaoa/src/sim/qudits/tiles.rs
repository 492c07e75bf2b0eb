//! The energies of a run of neighboring states, by tables: never term by term.
//!
//! A tile is all combinations of the levels of the first qudits; the levels of the others are
//! the same on all of it. With these fixed, a table is a number (none of its qudits is inside),
//! one vector over a qudit, or a smaller table over some qudits:
//!
//! ```text
//! base[x]                      sum of the tables that lie inside, once for all tiles
//! for each tile:
//!     v_r[level], number       sums of the tables that reach inside by one qudit, or not at all
//!     E over qudits 0 .. r  =  E over qudits 0 .. r − 1  +  v_r[level of r], qudit by
//!         qudit
//!     E += base, and the tables that reach inside by several qudits, looked up
//! ```
//!
//! That is a few additions for each state, however many tables there are.

use super::space::QuditSpace;
use super::tables::{CostTable, Tables};
use crate::tasks;
use std::ops::Range;

/// States of a tile at most, if one qudit has not more.
pub(super) const LONGEST: usize = 1 << 12;
/// Tasks of a walk at most.
const TASKS: usize = 64;

/// The tables of a cost, sorted by what they reach of a tile.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    /// Qudits of a tile.
    qudits: usize,
    /// States of a tile.
    len: usize,
    /// Tiles of the space.
    count: usize,
    base: Vec<f64>,
    /// What does not reach inside.
    outer: Vec<Share>,
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
struct Share {
    values: Vec<f64>,
    outside: Strides,
    /// Where each combination of the levels inside stands, from where those outside say.
    from: Vec<usize>,
}

/// Tables over the same qudits inside.
#[derive(Clone, Debug)]
struct Inner {
    /// Combinations of the levels inside.
    len: usize,
    shares: Vec<Share>,
}

/// How many qudits, and how many states, the tiles of a space have.
pub(super) fn tile_of(space: &QuditSpace, longest: usize) -> (usize, usize) {
    let fits = |&r: &usize| space.below(r) <= longest;
    let qudits = (0..=space.qudits()).rfind(fits).unwrap_or(0);
    let qudits = qudits.max(1.min(space.qudits()));
    (qudits, space.below(qudits))
}

impl Tiles {
    pub(super) fn new(space: &QuditSpace, tables: &Tables, longest: usize) -> Self {
        let (qudits, len) = tile_of(space, longest);
        let mut tiles = Self {
            qudits,
            len,
            count: space.states() / len,
            base: vec![0.0; len],
            outer: Vec::new(),
            single: Vec::new(),
            several: Vec::new(),
            dims: space.dims().to_vec(),
        };
        let mut shared: Vec<(Vec<usize>, Inner)> = Vec::new();
        for table in &tables.list {
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

    fn sort_in(
        &mut self,
        space: &QuditSpace,
        table: &CostTable,
        shared: &mut Vec<(Vec<usize>, Inner)>,
    ) {
        let strides = strides(space, table);
        let (mut inside, outside): (Strides, Strides) =
            strides.into_iter().partition(|&(r, _)| r < self.qudits);
        inside.sort_unstable();
        let qudits: Vec<usize> = inside.iter().map(|&(r, _)| r).collect();
        let share = Share {
            values: table.values.clone(),
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

    /// States of a tile.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Writes the energies of a tile; `values` takes their number.
    pub(super) fn fill(&self, tile: usize, values: &mut Vec<f64>) {
        let levels = self.levels_outside(tile);
        let at = |outside: &[(usize, usize)]| -> usize {
            let place = |&(r, stride): &(usize, usize)| levels[r - self.qudits] * stride;
            outside.iter().map(place).sum()
        };
        let add = |sum: f64, share: &Share| sum + share.values[at(&share.outside)];
        let number = self.outer.iter().fold(0.0, add);
        values.clear();
        values.resize(self.len, number);
        let mut below = 1;
        for (r, &d) in self.dims[..self.qudits].iter().enumerate() {
            if let Some((_, inner)) = self.single.iter().find(|(qudit, _)| *qudit == r) {
                spread(values, below, &inner.sum(at));
            } else {
                repeat(values, below, d);
            }
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

    /// States of a part of a walk over all states.
    pub(super) fn part(&self) -> usize {
        self.count.div_ceil(TASKS) * self.len
    }

    /// Calls `work` with the first state and the energies of each tile of some states.
    pub(super) fn each(&self, states: Range<usize>, mut work: impl FnMut(usize, &[f64])) {
        let mut values = Vec::new();
        for tile in states.start / self.len..states.end / self.len {
            self.fill(tile, &mut values);
            work(tile * self.len, &values);
        }
    }

    /// Walks over some states; what each part of the walk found, in order.
    pub(super) fn walk<R: Send>(
        &self,
        states: Range<usize>,
        start: impl Fn() -> R + Sync,
        work: impl Fn(&mut R, usize, &[f64]) + Sync,
    ) -> Vec<R> {
        let part = |first: usize| {
            let mut result = start();
            let part = first..states.end.min(first + self.part());
            self.each(part, |first, energies| work(&mut result, first, energies));
            result
        };
        tasks::each(states.clone().step_by(self.part()), part)
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

/// From energies over the qudits below to those with one qudit more, whose levels add
/// `shares`.
fn spread(values: &mut [f64], below: usize, shares: &[f64]) {
    let (first, rest) = values[..below * shares.len()].split_at_mut(below);
    for (part, share) in rest.chunks_exact_mut(below).zip(&shares[1..]) {
        for (value, known) in part.iter_mut().zip(&*first) {
            *value = known + share;
        }
    }
    first.iter_mut().for_each(|value| *value += shares[0]);
}

/// The same where nothing is added.
fn repeat(values: &mut [f64], below: usize, d: usize) {
    let (first, rest) = values[..below * d].split_at_mut(below);
    for part in rest.chunks_exact_mut(below) {
        part.copy_from_slice(first);
    }
}

/// The qudits of a table with the strides of its values.
fn strides(space: &QuditSpace, table: &CostTable) -> Strides {
    let mut stride = 1;
    let next = |&r: &usize| {
        let own = (r, stride);
        stride *= space.dims()[r];
        own
    };
    table.qudits.iter().map(next).collect()
}

/// Where the values of all combinations of levels stand, the first qudit fastest.
fn combinations(space: &QuditSpace, qudits: &[(usize, usize)]) -> Vec<usize> {
    qudits.iter().fold(vec![0], |known, &(r, stride)| {
        let levels = 0..space.dims()[r];
        levels
            .flat_map(|level| known.iter().map(move |at| at + level * stride))
            .collect()
    })
}

/// Which combination of the levels of `qudits` each state of a tile has.
fn places(space: &QuditSpace, qudits: &[usize], len: usize) -> Vec<u32> {
    let place = |x: usize| {
        qudits
            .iter()
            .rev()
            .fold(0, |place, &r| place * space.dims()[r] + space.level(x, r)) as u32
    };
    (0..len).map(place).collect()
}
