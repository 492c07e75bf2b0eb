//! The share of a table that one of several ranks holds, in two orders: that of the index, for
//! passes that stay within a rank, and that of the columns, for the pass over the highest group of
//! qubits, where a rank has all rows of its share of the columns (`sweep`).

use super::{EnergyWalk, LevelNumber, LevelNumbers, MAX_LEVELS, TASKS, zeros};
use crate::error::Result;
use crate::sim::cost::energies::LevelIndex;
use crate::sim::ranks::Team;
use crate::sim::vector::block::{LANE_QUBITS, LANES};

/// Where the blocks of a table stand in the state.
#[derive(Clone, Copy)]
pub(super) enum Order {
    /// One after the other, from a block on.
    Index { offset: usize },
    /// `share` blocks of each row from a block on; rows are `stride` blocks apart.
    Columns {
        first: usize,
        share: usize,
        stride: usize,
    },
}

impl Order {
    /// All of a state, or this rank's share.
    pub(super) fn of_index(n: usize, team: Option<&Team>) -> Self {
        let offset = team.map_or(0, |team| team.rank() << (n - team.bits() - LANE_QUBITS));
        Self::Index { offset }
    }

    /// This rank's columns of the highest group.
    fn of_columns(n: usize, team: &Team) -> Self {
        let plan = team.plan(n);
        let highest = plan.group(n, plan.groups(n) - 1);
        let stride = 1 << (highest.start - LANE_QUBITS);
        let share = stride / team.size();
        Self::Columns {
            first: team.rank() * share,
            share,
            stride,
        }
    }

    /// The state's number of the table's block.
    fn block(self, number: usize) -> usize {
        match self {
            Self::Index { offset } => offset + number,
            Self::Columns {
                first,
                share,
                stride,
            } => number / share * stride + first + number % share,
        }
    }

    /// Blocks that follow each other in the state, at most.
    fn most(self) -> usize {
        match self {
            Self::Index { .. } => usize::MAX,
            Self::Columns { share, .. } => share,
        }
    }
}

/// A table in both orders.
pub(super) struct Both<N: pulp::bytemuck::Pod> {
    pub(super) index: LevelNumbers<N>,
    pub(super) columns: Option<LevelNumbers<N>>,
}

impl EnergyWalk<'_> {
    /// The state's table, or this rank's share in both orders; `number` writes the numbers of
    /// energies.
    ///
    /// # Errors
    /// If there is no room for them.
    pub(super) fn in_orders<N: LevelNumber>(
        &self,
        number: impl Fn(&[f64], &mut [N]) + Sync,
    ) -> Result<Both<N>> {
        let n = self.terms.n;
        let columns = self.team.map(|team| Order::of_columns(n, team));
        let columns = columns.map(|order| self.in_order(order, &number));
        Ok(Both {
            index: self.in_order(Order::of_index(n, self.team), &number)?,
            columns: columns.transpose()?,
        })
    }

    fn in_order<N: LevelNumber>(
        &self,
        order: Order,
        number: &(impl Fn(&[f64], &mut [N]) + Sync),
    ) -> Result<LevelNumbers<N>> {
        let held = self.terms.n - self.team.map_or(0, Team::bits);
        let mut table = zeros(held)?;
        let states = &mut table.as_flattened_mut()[..1 << held];
        let run = self.tile_len().min(order.most().saturating_mul(LANES));
        let part_len = (states.len() / self.parts()).max(run);
        let part = |(part, numbers): (usize, &mut [N])| {
            let mut energies = Vec::new();
            for (at, numbers) in numbers.chunks_mut(run).enumerate() {
                let block = (part * part_len + at * run) / LANES;
                self.write(order.block(block) * LANES, run, &mut energies);
                number(&energies, numbers);
            }
        };
        let parts = states.chunks_mut(part_len).enumerate();
        if self.parts() == 1 {
            parts.for_each(part);
        } else {
            crate::tasks::each(parts, part);
        }
        Ok(table)
    }

    /// Parts of the walk over this rank's share.
    pub(super) fn shared_parts(team: &Team) -> usize {
        (TASKS / team.size()).max(1)
    }

    /// [`EnergyWalk::numbered`] over ranks: every rank lists the distances of its own states as
    /// they come; one list after the other they come as in one walk.
    pub(super) fn numbered_over(
        &self,
        team: &Team,
        lowest: f64,
        count: usize,
    ) -> Result<Option<(Both<u16>, Vec<usize>)>> {
        let distance = |energy: f64| (energy - lowest) as usize;
        let mut seen = vec![false; count];
        let mut own = Vec::new();
        for (first, len) in self.own_tiles() {
            let mut energies = Vec::new();
            self.write(first, len, &mut energies);
            for distance in energies.into_iter().map(distance) {
                if !std::mem::replace(&mut seen[distance], true) {
                    own.push(distance as u64);
                }
            }
            if own.len() > MAX_LEVELS {
                break;
            }
        }
        let (mut names, mut left) = (vec![None; count], Vec::new());
        for distance in team.join(&own) {
            let distance = distance as usize;
            if names[distance].is_none() {
                names[distance] = Some(left.len() as u16);
                left.push(distance);
            }
        }
        if left.len() > MAX_LEVELS {
            return Ok(None);
        }
        let both = self.in_orders(|energies, numbers: &mut [u16]| {
            for (number, energy) in numbers.iter_mut().zip(energies) {
                *number = names[distance(*energy)].unwrap_or_default();
            }
        })?;
        Ok(Some((both, left)))
    }
}

impl Both<u16> {
    /// Numbers of `levels` levels, in a byte each where that is enough: of the index, and of the
    /// columns.
    ///
    /// # Errors
    /// As [`LevelIndex::narrow`].
    pub(super) fn narrow(
        self,
        n: usize,
        levels: usize,
    ) -> Result<(LevelIndex, Option<LevelIndex>)> {
        let narrow = |numbers| LevelIndex::narrow(n, numbers, levels);
        Ok((narrow(self.index)?, self.columns.map(narrow).transpose()?))
    }
}
