//! One pass over one or more state vectors, in pieces that stay in the cache, by all threads.
//!
//! A layer acts on every qubit, but a qubit far up in the index pairs amplitudes that are far
//! apart. So the qubits are cut into groups, and a pass works on the qubits of one group:
//!
//! ```text
//! group 0 (tiles):        for each run of 2^tile neighboring amplitudes: work on it in place
//! other groups (columns): for each narrow strip through all rows that differ in the group's
//!     qubits:
//!                             gather the strip into a buffer, work on it, write it back
//! ```
//!
//! Gathering is a departure from working in place: rows are a power of two apart, and fall into the
//! same few sets of the cache. Safe Rust gives each task its own rows as slices; they are split for
//! whole tasks of many strips, so that the list of slices stays small beside the state. There are
//! at most [`MOST_TASKS`] tasks in a pass, whatever the number of threads, and what they return is
//! summed in their order, never in the order of completion: sums are the same bits for any number
//! of threads.
//!
//! An array may hold the share of one of several ranks: the blocks of the highest qubits' one value
//! (`ranks`). Its tasks are then a run of those of the whole state, all groups but the highest
//! lie within it, and the columns of the highest are brought together by an `exchange`. Each rank
//! sums its own tasks, then all add up the ranks' sums by the same halving: the same bits again.

use crate::sim::forward::turns::Overlaps;
use crate::sim::phase::split::Split;
use crate::sim::ranks::Team;
use crate::sim::real::Real;
use crate::sim::vector::block::{LANE_QUBITS, LANES, REALS};
use crate::sim::vector::buffer::{BESIDE, Buffer};
use crate::sim::walk::place::BlockPlace;
use crate::sim::walk::plan::PassPlan;
use crate::sim::walk::pool::{self, Pool, pairwise, zip_chunks};
use std::ops::Range;

pub(in crate::sim) mod exchange;

/// Tasks of a pass at most: enough for threads to share evenly.
const MOST_TASKS: usize = 64;

/// Tasks of a pass over so many blocks, at most: of a few microseconds at least.
fn tasks(plan: &PassPlan, blocks: usize) -> usize {
    (blocks * LANES / plan.least_task).clamp(1, MOST_TASKS)
}

/// What the pieces of a pass add up: a few numbers, and one for each term where these are asked
/// for.
#[derive(Clone, Default, Debug)]
pub(in crate::sim) struct PassSums {
    /// ⟨C⟩.
    pub(in crate::sim) value: f64,
    /// Overlaps with the cost.
    pub(in crate::sim) cost: f64,
    /// Overlaps with X for the turn before the phase, and for the one after it.
    pub(in crate::sim) turns: [Overlaps; 2],
    /// Overlaps with each term of a polynomial.
    pub(in crate::sim) terms: Vec<f64>,
}

impl PassSums {
    fn plus(mut self, other: &Self) -> Self {
        self.value += other.value;
        self.cost += other.cost;
        for (sums, parts) in self.turns.iter_mut().zip(&other.turns) {
            sums.all += parts.all;
            add_list(&mut sums.each, &parts.each);
        }
        add_list(&mut self.terms, &other.terms);
        self
    }

    fn to_words(&self) -> Vec<u64> {
        let [before, after] = &self.turns;
        let four = [self.value, self.cost, before.all, after.all];
        let lists = [&before.each, &after.each, &self.terms];
        let all = four.iter().chain(lists.into_iter().flatten());
        all.map(|sum| sum.to_bits()).collect()
    }

    /// Sums of the same lengths as these, from their words.
    fn with_words(&self, words: &[u64]) -> Self {
        let mut numbers = words.iter().map(|word| f64::from_bits(*word));
        let mut next = || numbers.next().unwrap_or_default();
        let mut sums = self.clone();
        sums.value = next();
        sums.cost = next();
        sums.turns.iter_mut().for_each(|turn| turn.all = next());
        let [before, after] = &mut sums.turns;
        for list in [&mut before.each, &mut after.each, &mut sums.terms] {
            list.iter_mut().for_each(|sum| *sum = next());
        }
        sums
    }
}

fn add_list(sums: &mut Vec<f64>, parts: &Vec<f64>) {
    if sums.is_empty() {
        sums.clone_from(parts);
    } else {
        let pairs = sums.iter_mut().zip(parts);
        pairs.for_each(|(sum, part)| *sum += part);
    }
}

/// Room for what a thread needs beside the state, taken once and used again.
#[derive(Debug)]
pub(in crate::sim) struct Workspace<T> {
    columns: [Option<Buffer<T>>; 2],
    /// The energy of each amplitude of a piece.
    pub(in crate::sim) energies: Vec<f64>,
    /// The phases of a polynomial.
    pub(in crate::sim) split: Split<T>,
    /// What is to be summed over the terms, for each amplitude of a piece.
    pub(in crate::sim) overlaps: Vec<T>,
}

/// The scratch memory of a state.
pub(in crate::sim) type Workspaces<T> = Pool<Workspace<T>>;

impl<T> Default for Workspace<T> {
    fn default() -> Self {
        Self {
            columns: [None, None],
            energies: Vec::new(),
            split: Split::default(),
            overlaps: Vec::new(),
        }
    }
}

/// Which of the arrays of a pass hold anything yet, whether what is done to them is kept, and
/// whether anything is summed.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct ArrayUse<const K: usize> {
    pub(in crate::sim) read: [bool; K],
    pub(in crate::sim) write: bool,
    pub(in crate::sim) sums: bool,
}

/// The blocks of a state that an array holds: all, or the share of this rank.
#[derive(Clone, Copy)]
struct Held<'t> {
    blocks: usize,
    team: Option<&'t Team>,
}

impl Held<'_> {
    fn ranks(&self) -> usize {
        self.team.map_or(1, Team::size)
    }

    /// The state's number of the first block.
    fn offset(&self) -> usize {
        self.team.map_or(0, |team| team.rank() * self.blocks)
    }

    /// Whether a group of qubits is spread over the ranks.
    fn spreads(&self, qubits: &Range<usize>) -> bool {
        self.team.is_some() && 1 << qubits.end == self.blocks * self.ranks() * LANES
    }

    /// Tasks of a pass over the array: this rank's part of the state's, where they are summed.
    fn tasks(&self, plan: &PassPlan, summed: bool) -> usize {
        match summed {
            true => (tasks(plan, self.blocks * self.ranks()) / self.ranks()).max(1),
            false => tasks(plan, self.blocks),
        }
    }

    /// The sums of the state from those of the array.
    fn all(&self, sums: PassSums) -> PassSums {
        let Some(team) = self.team else { return sums };
        let words = team.gather(&sums.to_words());
        let of_rank = |words: &[u64]| sums.with_words(words);
        let len = words.len() / team.size();
        let of_ranks: Vec<_> = words.chunks_exact(len).map(of_rank).collect();
        pairwise(&of_ranks, PassSums::plus)
    }
}

/// Calls `work` for every piece of `arrays`, which have equal lengths, for the group of `qubits`;
/// returns the sums. With a team the arrays hold the share of this rank, and all ranks call it.
pub(in crate::sim) fn sweep<T: Real, const K: usize>(
    (plan, team): (&PassPlan, Option<&Team>),
    qubits: Range<usize>,
    arrays: [&mut [T]; K],
    keep: ArrayUse<K>,
    pool: &Workspaces<T>,
    work: impl Fn(BlockPlace, [&mut [T]; K], &mut Workspace<T>, &mut PassSums) + Sync,
) -> PassSums {
    let blocks = arrays[0].len() / REALS;
    let held = Held { blocks, team };
    let sums = if held.spreads(&qubits) {
        exchange::columns(plan, held, qubits, arrays, keep, pool, work)
    } else if qubits.start > 0 {
        columns(plan, held, qubits, arrays, keep, pool, work)
    } else {
        tiles(plan, held, qubits, arrays, keep, pool, work)
    };
    if keep.sums { held.all(sums) } else { sums }
}

fn tiles<T: Real, const K: usize>(
    plan: &PassPlan,
    held: Held<'_>,
    qubits: Range<usize>,
    arrays: [&mut [T]; K],
    keep: ArrayUse<K>,
    pool: &Workspaces<T>,
    work: impl Fn(BlockPlace, [&mut [T]; K], &mut Workspace<T>, &mut PassSums) + Sync,
) -> PassSums {
    let (blocks, offset) = (held.blocks, held.offset());
    let tile = blocks.min(1 << (qubits.end.max(LANE_QUBITS) - LANE_QUBITS));
    if tile == blocks {
        let mut sums = PassSums::default();
        let place = BlockPlace::tile(0, tile).after(offset);
        pool.with(|scratch| work(place, arrays, scratch, &mut sums));
        return sums;
    }
    let tiles = (blocks / tile / held.tasks(plan, keep.sums)).max(1);
    let tasks = zip_chunks(arrays, tiles * tile * REALS)
        .enumerate()
        .collect();
    run(plan, blocks, tasks, pool, |(task, parts), scratch, sums| {
        for (i, part) in zip_chunks(parts, tile * REALS).enumerate() {
            let place = BlockPlace::tile(task * tiles + i, tile).after(offset);
            work(place, part, scratch, sums);
        }
    })
}

/// Adds up what `work` returns for every tile of a vector that stays as it is.
pub(in crate::sim) fn read_tiles<T: Real>(
    (plan, team): (&PassPlan, Option<&Team>),
    qubits: Range<usize>,
    data: &[T],
    pool: &Workspaces<T>,
    work: impl Fn(BlockPlace, &[T], &mut Workspace<T>) -> f64 + Sync,
) -> f64 {
    let blocks = data.len() / REALS;
    let held = Held { blocks, team };
    let offset = held.offset();
    let tile = blocks.min(1 << (qubits.end.max(LANE_QUBITS) - LANE_QUBITS));
    let tiles = (blocks / tile / held.tasks(plan, true)).max(1);
    let tasks = data
        .chunks_exact(tiles * tile * REALS)
        .enumerate()
        .collect();
    let sums = run(
        plan,
        blocks,
        tasks,
        pool,
        |(task, part): (usize, &[T]), scratch, sums| {
            for (i, piece) in part.chunks_exact(tile * REALS).enumerate() {
                let place = BlockPlace::tile(task * tiles + i, tile).after(offset);
                sums.value += work(place, piece, scratch);
            }
        },
    );
    held.all(sums).value
}

fn columns<T: Real, const K: usize>(
    plan: &PassPlan,
    held: Held<'_>,
    qubits: Range<usize>,
    arrays: [&mut [T]; K],
    keep: ArrayUse<K>,
    pool: &Workspaces<T>,
    work: impl Fn(BlockPlace, [&mut [T]; K], &mut Workspace<T>, &mut PassSums) + Sync,
) -> PassSums {
    let (blocks, offset) = (held.blocks, held.offset());
    let stride = 1_usize << (qubits.start - LANE_QUBITS);
    let rows = 1_usize << qubits.len();
    let width = plan.width(rows, K, size_of::<T>()).min(stride);
    let outer = blocks / (rows * stride);
    let strips = (stride * outer / width / held.tasks(plan, keep.sums)).max(1) * width;
    let group = strips.min(stride);
    let mut tasks = Vec::with_capacity(blocks / (rows * group));
    for (i, parts) in zip_chunks(arrays, rows * stride * REALS).enumerate() {
        tasks.extend(groups(i * rows * stride, parts, stride, group));
    }
    run(plan, blocks, tasks, pool, |group, scratch, sums| {
        let first = group.first;
        group.for_each_strip(width, keep, scratch, |at, parts, scratch| {
            let place = BlockPlace::strip(first + at, width, stride).after(offset);
            work(place, parts, scratch, sums);
        });
    })
}

/// Neighboring strips of a column pass: `rows[k]` holds a piece of each row of array k.
struct ColumnGroup<'a, T, const K: usize> {
    first: usize,
    rows: [Vec<&'a mut [T]>; K],
}

impl<T: Real, const K: usize> ColumnGroup<'_, T, K> {
    fn for_each_strip(
        mut self,
        width: usize,
        keep: ArrayUse<K>,
        scratch: &mut Workspace<T>,
        mut work: impl FnMut(usize, [&mut [T]; K], &mut Workspace<T>),
    ) {
        let numbers = width * REALS;
        let len = self.rows[0].len() * numbers;
        let mut taken: [_; K] =
            std::array::from_fn(|k| buffer_of(&mut scratch.columns[k], k * BESIDE, len));
        for start in (0..self.rows[0][0].len()).step_by(numbers) {
            let strip = start..start + numbers;
            let arrays = taken.iter_mut().zip(&self.rows).zip(keep.read);
            for ((buffer, rows), _) in arrays.filter(|(_, read)| *read) {
                for (part, row) in buffer[..len].chunks_exact_mut(numbers).zip(rows) {
                    part.copy_from_slice(&row[strip.clone()]);
                }
            }
            let parts = taken.each_mut().map(|buffer| &mut buffer[..len]);
            work(start / REALS, parts, scratch);
            if keep.write {
                for (buffer, rows) in taken.iter().zip(&mut self.rows) {
                    for (row, part) in rows.iter_mut().zip(buffer.chunks_exact(numbers)) {
                        row[strip.clone()].copy_from_slice(part);
                    }
                }
            }
        }
        for (room, buffer) in scratch.columns.iter_mut().zip(taken) {
            *room = Some(buffer);
        }
    }
}

/// The buffer of a thread, made anew, some lines after a page, where there is none or it is too
/// short.
fn buffer_of<T: Real>(room: &mut Option<Buffer<T>>, lines: usize, len: usize) -> Buffer<T> {
    match room.take() {
        Some(buffer) if buffer.len() >= len => buffer,
        Some(_) | None => {
            Buffer::zeros_after(lines, len).expect("memory for a buffer of the cache's size")
        }
    }
}

fn groups<T, const K: usize>(
    first: usize,
    arrays: [&mut [T]; K],
    stride: usize,
    group: usize,
) -> Vec<ColumnGroup<'_, T, K>> {
    let rows = arrays[0].len() / (stride * REALS);
    let empty = |i| ColumnGroup {
        first: first + i * group,
        rows: std::array::from_fn(|_| Vec::with_capacity(rows)),
    };
    let mut groups: Vec<_> = (0..stride / group).map(empty).collect();
    for (k, array) in arrays.into_iter().enumerate() {
        for row in array.chunks_exact_mut(stride * REALS) {
            let pieces = row.chunks_exact_mut(group * REALS);
            for (group, piece) in groups.iter_mut().zip(pieces) {
                group.rows[k].push(piece);
            }
        }
    }
    groups
}

/// The sum of what `work` adds up for each task.
fn run<T: Real, Task: Send>(
    plan: &PassPlan,
    blocks: usize,
    tasks: Vec<Task>,
    pool: &Workspaces<T>,
    work: impl Fn(Task, &mut Workspace<T>, &mut PassSums) + Sync,
) -> PassSums {
    let side_by_side = blocks >> (plan.parallel_from - LANE_QUBITS) > 0;
    pairwise(&pool::run(pool, side_by_side, tasks, work), PassSums::plus)
}
