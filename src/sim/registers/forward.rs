//! A circuit on registers, pass by pass.
//!
//! Turns of different registers commute and the phase is diagonal, so that passes walk to and fro over the groups of registers as they do for qubits
//! (`sim::pass`): a layer costs one pass where there are two groups. Where energies are rebuilt from tables, which is done in runs of memory only,
//! every layer begins at group 0 and costs a pass for each group. The mixing of the whole space at once is in `grover`.

use super::cost::{Index, RegisterCost};
use super::cut::Cut;
use super::lines::{Fibers, aligned, line};
use super::low::{turn_low, undo_low};
use super::mixing::Mixing;
use super::pair::{room_for_sums, turn_all};
use super::phases::{Levels, LookUp, Multiply, Phases, Rows, find_energies, multiply, observe};
use super::space::Space;
use super::state::RegisterState;
use super::sweep::{Keep, Piece, Room, Sums};
use super::turns::{Turn, Turner};
use super::undo::undo;
use crate::sim::pass::{self, Pass};
use crate::sim::plan::Instructions;
use crate::sim::real::Real;
use std::ops::Range;

/// The layers e^{−iβ_k H} e^{−iγ_k C}, H of each register by itself.
pub(super) struct Circuit<'a, T> {
    pub(super) cost: &'a RegisterCost,
    pub(super) turner: &'a Turner<T>,
    pub(super) gammas: &'a [f64],
    pub(super) betas: &'a [f64],
}

impl<T: Real> RegisterState<T> {
    /// Makes the state that the layers e^{−iβ_k H} e^{−iγ_k C} make of the mixing's start, first layer first.
    ///
    /// # Panics
    /// If there are not as many γ as β, or the cost or the mixing is of another space, which [`Mixing::check`] tells.
    pub fn prepare(&mut self, cost: &RegisterCost, mixing: &Mixing, gammas: &[f64], betas: &[f64]) {
        self.run(cost, mixing, gammas, betas, false);
    }

    /// ⟨C⟩ in the state of [`RegisterState::prepare`], without making it: what the memory holds afterwards is no state.
    ///
    /// # Panics
    /// As [`RegisterState::prepare`].
    pub fn value_of(
        &mut self,
        cost: &RegisterCost,
        mixing: &Mixing,
        gammas: &[f64],
        betas: &[f64],
    ) -> f64 {
        self.run(cost, mixing, gammas, betas, true)
    }

    fn run(
        &mut self,
        cost: &RegisterCost,
        mixing: &Mixing,
        gammas: &[f64],
        betas: &[f64],
        value: bool,
    ) -> f64 {
        self.assert_circuit(cost, mixing, gammas, betas);
        match Turner::new(mixing, self.space()) {
            None => self.run_grover(cost, gammas, betas, value),
            Some(turner) => {
                let circuit = Circuit {
                    cost,
                    turner: &turner,
                    gammas,
                    betas,
                };
                self.run_each(&circuit, value)
            }
        }
    }

    pub(super) fn assert_circuit(
        &self,
        cost: &RegisterCost,
        mixing: &Mixing,
        gammas: &[f64],
        betas: &[f64],
    ) {
        self.assert_fits(cost);
        assert_eq!(gammas.len(), betas.len(), "one γ and one β for each layer");
        let fits = mixing.check(self.space());
        assert!(fits.is_ok(), "a mixing of another space");
    }

    /// Runs a circuit of turns; returns ⟨C⟩ where only that is asked for.
    pub(super) fn run_each(&mut self, circuit: &Circuit<'_, T>, value: bool) -> f64 {
        let mut table = std::mem::take(&mut self.table);
        let start = Start::new(self.space(), self.cut().group(0), circuit.turner);
        let mut sums = Sums::default();
        for pass in forward(self.cut().groups(), circuit.gammas.len(), circuit.cost) {
            let observed = pass.last && value;
            let keep = Keep {
                read: [!pass.first; 2],
                write: !observed,
                numbers: observed || pass.phase.is_some(),
            };
            let phases = pass.phase.map(|k| circuit.phases(k, 1.0, &mut table));
            let betas = [pass.before, pass.after].map(|k| k.map(|k| circuit.betas[k]));
            let turns = Turns::new(self.space(), self.cut(), pass.group, circuit.turner, betas);
            let (ground, data) = self.ground(circuit.cost);
            sums = ground.sweep(pass.group, data, keep, |mut piece, room, sums| {
                if pass.first {
                    start.fill(ground.space, &mut piece);
                }
                if observed || phases.is_some_and(|phases| phases.of_energies()) {
                    find_energies(circuit.cost, &piece, &mut room.energies);
                }
                turns.apply(phases, &mut piece, room);
                if observed {
                    sums.value += observe(&room.energies, piece.arrays[0], piece.arrays[1]);
                }
            });
        }
        self.table = table;
        sums.value
    }
}

impl<T: Real> Circuit<'_, T> {
    /// The phases of a layer (`sign` 1) or what undoes them (−1), with the factor that its turns leave out.
    pub(super) fn phases<'b>(
        &'b self,
        layer: usize,
        sign: f64,
        table: &'b mut super::phases::PhaseTable<T>,
    ) -> Phases<'b, T> {
        let factor = self.turner.angle(self.betas[layer]);
        table.phases(self.cost, sign * self.gammas[layer], sign * factor)
    }
}

/// The passes of `layers` layers, in order.
fn forward(groups: usize, layers: usize, cost: &RegisterCost) -> Vec<Pass> {
    if !matches!(cost.index(), Index::Absent) || groups == 1 || layers == 0 {
        return pass::forward(groups, layers).collect();
    }
    let layer = |k: usize| {
        (0..groups).map(move |group| Pass {
            group,
            first: k == 0 && group == 0,
            before: (group > 0).then_some(k),
            phase: (group == 0).then_some(k),
            after: (group == 0).then_some(k),
            last: false,
        })
    };
    let end = Pass {
        group: 0,
        last: true,
        ..Pass::default()
    };
    (0..layers).flat_map(layer).chain([end]).collect()
}

/// States of a run that is transposed at most, unless one register has more: a batch of runs and its phases stay in the first cache.
const LONGEST_RUN: usize = 100;

/// What a pass turns, in the two layers that it may belong to: before the phases, and after them.
pub(super) struct Turns<'a, T> {
    with: Instructions,
    /// The first registers, whose levels stand close together, with their strides.
    low: [List<'a, T>; 2],
    /// Combinations of their levels.
    run: usize,
    /// The others, with their strides in units of a row, or of a state in group 0.
    far: [List<'a, T>; 2],
    columns: bool,
}

/// Turns that are not still, with how far apart levels stand.
type List<'a, T> = Vec<(Turn<'a, T>, usize)>;

impl<'a, T: Real> Turns<'a, T> {
    pub(super) fn new(
        space: &Space,
        cut: &Cut,
        group: usize,
        turner: &'a Turner<T>,
        betas: [Option<f64>; 2],
    ) -> Self {
        let group = cut.group(group);
        let (below, columns) = (space.below(group.start), group.start > 0);
        let tile = space.below(group.end);
        let close = |&r: &usize| {
            let run = space.below(r + 1);
            let wanted = space.below(r) < line::<T>() || run <= LONGEST_RUN;
            !columns && wanted && tile / run >= line::<T>()
        };
        let low = group.start..group.start + group.clone().take_while(close).count();
        let far = low.end..group.end;
        let list = |registers: &Range<usize>| {
            betas.map(|beta| {
                let turn = |r: usize| Some((turner.turn(r, beta?), space.below(r) / below));
                let turns = registers.clone().filter_map(turn);
                turns
                    .filter(|(turn, _)| !matches!(turn, Turn::Still))
                    .collect()
            })
        };
        let mut far: [List<'a, T>; 2] = list(&far);
        if far[0].len() % 2 == 1 {
            // what is not one of a pair comes first: memory is read in its longest runs then
            far[0].rotate_right(1);
        }
        Self {
            with: cut.instructions,
            run: space.below(low.end),
            low: list(&low),
            far,
            columns,
        }
    }

    /// The turns of a layer, the phases of the next one, and its turns: each of the three where there is one.
    pub(super) fn apply(
        &self,
        phases: Option<Phases<'_, T>>,
        piece: &mut Piece<'_, T, 2>,
        room: &mut Room<T>,
    ) {
        if self.columns {
            return self.apply_to_columns(phases, piece, room);
        }
        let [before, after] = &self.far;
        self.turn(before, 1, Fibers::ALL, piece, room);
        if self.run > 1 {
            let levels = phases.map(|phases| Levels::of(phases, piece.numbers, &room.energies));
            let arrays = reborrowed(&mut piece.arrays);
            let [before, after] = &self.low;
            let rooms = [&mut room.batch, &mut room.factors, &mut room.sums];
            turn_low(self.with, self.run, [before, after], levels, arrays, rooms);
        } else if let Some(phases) = phases {
            multiply(self.with, phases, piece, &room.energies, &mut room.factors);
        }
        self.turn(after, 1, Fibers::ALL, piece, room);
    }

    fn turn(
        &self,
        list: &List<'_, T>,
        unit: usize,
        fibers: Fibers,
        piece: &mut Piece<'_, T, 2>,
        room: &mut Room<T>,
    ) {
        let turns = list.iter().map(|&(turn, stride)| (turn, stride * unit));
        let sums = aligned(&mut room.sums, room_for_sums::<T>());
        turn_all(
            self.with,
            turns,
            fibers,
            reborrowed(&mut piece.arrays),
            sums,
        );
    }

    /// The same for rows of `width` states, a line of each row at a time: so much stays in the first cache, unless there are very many rows.
    fn apply_to_columns(
        &self,
        phases: Option<Phases<'_, T>>,
        piece: &mut Piece<'_, T, 2>,
        room: &mut Room<T>,
    ) {
        let width = piece.width;
        let rows = piece.arrays[0].len() / width;
        let [before, after] = &self.far;
        for from in (0..width).step_by(line::<T>()) {
            let to = (from + line::<T>()).min(width);
            let fibers = Fibers { width, from, to };
            self.turn(before, width, fibers, piece, room);
            if let Some(phases) = phases {
                let levels = Levels::of(phases, piece.numbers, &room.energies).from(from);
                let factors = aligned(&mut room.factors, 2 * rows * line::<T>());
                let rows = Rows {
                    rows,
                    lanes: to - from,
                    apart: [width, 1],
                };
                let factors_of = &mut *factors;
                self.with.run(LookUp {
                    levels,
                    rows,
                    factors: factors_of,
                });
                let [re, im] = reborrowed(&mut piece.arrays);
                let (re, im) = (&mut re[from..], &mut im[from..]);
                self.with.run(Multiply {
                    factors,
                    rows,
                    re,
                    im,
                });
            }
            self.turn(after, width, fibers, piece, room);
        }
    }

    /// Undoes the turns of one of the two layers on ψ and λ, where they are the inverse ones; returns Im⟨λ|H|ψ⟩.
    pub(super) fn undo(
        &self,
        layer: usize,
        piece: &mut Piece<'_, T, 4>,
        room: &mut Room<T>,
    ) -> f64 {
        let unit = if self.columns { piece.width } else { 1 };
        let mut sum = 0.0;
        for &(turn, stride) in &self.far[layer] {
            sum += undo(
                self.with,
                turn,
                stride * unit,
                reborrowed(&mut piece.arrays),
            );
        }
        if !self.low[layer].is_empty() {
            let arrays = reborrowed(&mut piece.arrays);
            sum += undo_low(self.with, self.run, &self.low[layer], arrays, room);
        }
        sum
    }
}

fn reborrowed<'a, T, const K: usize>(arrays: &'a mut [&mut [T]; K]) -> [&'a mut [T]; K] {
    arrays.each_mut().map(|array| &mut **array)
}

/// The start ⊗φ_r: its factor of the registers of group 0.
struct Start<'a, T> {
    low: Vec<f64>,
    turner: &'a Turner<T>,
    above: Range<usize>,
}

impl<'a, T: Real> Start<'a, T> {
    fn new(space: &Space, tile: Range<usize>, turner: &'a Turner<T>) -> Self {
        let with = |known: Vec<f64>, r: usize| {
            let levels = 0..space.dims()[r];
            let part = |level| {
                let amplitude = turner.start(r, level);
                known.iter().map(move |a| a * amplitude)
            };
            levels.flat_map(part).collect()
        };
        Self {
            above: tile.end..space.registers(),
            low: tile.fold(vec![1.0], with),
            turner,
        }
    }

    fn fill(&self, space: &Space, piece: &mut Piece<'_, T, 2>) {
        let factor = |r: usize| self.turner.start(r, space.level(piece.first, r));
        let above: f64 = self.above.clone().map(factor).product();
        let [re, im] = &mut piece.arrays;
        for (re, low) in re.iter_mut().zip(&self.low) {
            *re = T::of(above * low);
        }
        im.fill(T::ZERO);
    }
}
