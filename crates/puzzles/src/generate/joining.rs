//! Pieces of a board joined into regions: neighbors that together hold the wished number of stars,
//! found by backtracking.

use super::regions::{RegionNumbers, grown_within, neighbors};
use crate::grid::Cell;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

/// Joins tried before a search is given up.
const TRIES: usize = 20_000;

/// Neighboring `pieces`, each in one piece, joined into as many regions as hold `each` of the
/// `stars`; numbered from 0.
///
/// Pieces without a star first go to a random neighbor. Where the pieces cannot be joined as they
/// are, for one that holds too many stars, say, all are split around their stars before. `None`
/// where there is no such way either, or it takes too long to find.
pub(super) fn joined(
    pieces: RegionNumbers,
    stars: &[Cell],
    each: usize,
    rng: &mut ChaCha8Rng,
) -> Option<RegionNumbers> {
    let pieces = with_stars(pieces, stars, rng)?;
    joined_whole(&pieces, stars, each, rng).or_else(|| {
        let split = grown_within(&pieces, stars, rng);
        joined_whole(&split, stars, each, rng)
    })
}

/// The pieces after each without a star went to a random neighbor.
fn with_stars(
    mut pieces: RegionNumbers,
    stars: &[Cell],
    rng: &mut ChaCha8Rng,
) -> Option<RegionNumbers> {
    while let Some(starless) = starless(&pieces, stars) {
        let beside: Vec<usize> = beside(&pieces, starless).into_iter().collect();
        let &heir = beside.choose(rng)?;
        pieces = pieces.map(|_, &piece| if piece == starless { heir } else { piece });
    }
    Some(pieces)
}

/// The pieces, each with a star, joined as they are.
fn joined_whole(
    pieces: &RegionNumbers,
    stars: &[Cell],
    each: usize,
    rng: &mut ChaCha8Rng,
) -> Option<RegionNumbers> {
    let mut joining = Joining::of(pieces, stars);
    let all = joining.join_rest(0, each, rng);
    all.then(|| pieces.map(|_, piece| joining.region_of[*piece].unwrap_or(0)))
}

/// The first piece without a star.
fn starless(pieces: &RegionNumbers, stars: &[Cell]) -> Option<usize> {
    let held: BTreeSet<usize> = stars.iter().map(|star| pieces[*star]).collect();
    let mut all = pieces.iter().map(|(_, piece)| *piece);
    all.find(|piece| !held.contains(piece))
}

/// The pieces next to a piece.
fn beside(pieces: &RegionNumbers, piece: usize) -> BTreeSet<usize> {
    let inside = pieces.iter().filter(|(_, other)| **other == piece);
    let near = inside.flat_map(|(cell, _)| neighbors(pieces, cell));
    near.map(|cell| pieces[cell])
        .filter(|other| *other != piece)
        .collect()
}

/// A search for groups of neighbors.
struct Joining {
    /// By piece: its stars; none where no piece has that number.
    stars: Vec<usize>,
    /// By piece: its neighbors.
    beside: Vec<Vec<usize>>,
    /// By piece: the region it was put into.
    region_of: Vec<Option<usize>>,
    tries: usize,
}

impl Joining {
    fn of(pieces: &RegionNumbers, stars: &[Cell]) -> Self {
        let count = 1 + pieces.iter().map(|(_, piece)| *piece).max().unwrap_or(0);
        let held = |piece| stars.iter().filter(|star| pieces[**star] == piece).count();
        let near = |piece| beside(pieces, piece).into_iter().collect();
        Self {
            stars: (0..count).map(held).collect(),
            beside: (0..count).map(near).collect(),
            region_of: vec![None; count],
            tries: 0,
        }
    }

    fn is_open(&self, piece: usize) -> bool {
        self.stars[piece] > 0 && self.region_of[piece].is_none()
    }

    /// Puts all open pieces into regions from number `region` on; whether that can be done.
    fn join_rest(&mut self, region: usize, each: usize, rng: &mut ChaCha8Rng) -> bool {
        let open = (0..self.stars.len()).filter(|piece| self.is_open(*piece));
        let open_beside = |piece: &usize| {
            let near = self.beside[*piece].iter();
            near.filter(|other| self.is_open(**other)).count()
        };
        match open.min_by_key(open_beside) {
            Some(loneliest) => self.take(loneliest, region, each, each, rng),
            None => true,
        }
    }

    /// Puts `piece` into `region`, which still lacks `missing` stars, and then all others
    /// somewhere.
    fn take(
        &mut self,
        piece: usize,
        region: usize,
        missing: usize,
        each: usize,
        rng: &mut ChaCha8Rng,
    ) -> bool {
        self.tries += 1;
        let Some(missing) = missing.checked_sub(self.stars[piece]) else {
            return false;
        };
        self.region_of[piece] = Some(region);
        let done = if missing == 0 {
            self.join_rest(region + 1, each, rng)
        } else {
            let mut next = self.open_beside_region(region);
            next.shuffle(rng);
            let tries = |joining: &Self| joining.tries < TRIES;
            next.into_iter()
                .any(|piece| tries(self) && self.take(piece, region, missing, each, rng))
        };
        if !done {
            self.region_of[piece] = None;
        }
        done
    }

    fn open_beside_region(&self, region: usize) -> Vec<usize> {
        let inside = |piece: &usize| self.region_of[*piece] == Some(region);
        let members = (0..self.stars.len()).filter(inside);
        let near: BTreeSet<usize> = members
            .flat_map(|piece| self.beside[piece].iter().copied())
            .filter(|piece| self.is_open(*piece))
            .collect();
        near.into_iter().collect()
    }
}
