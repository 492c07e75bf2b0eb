//! A circuit on a state, and undone on a state and the adjoint state.
//!
//! Passes walk to and fro over the groups of qudits (`pass`); what one does to a piece is in
//! `turn`. Let ψ be the state after layer k and λ = U†C|ψ_p⟩, U the layers behind it. Then (Jones &
//! Gacon 2020, arXiv 2009.02823)
//!
//! > ∂⟨C⟩/∂β_k = 2 Im⟨λ|H|ψ⟩ after the turn,  ∂⟨C⟩/∂γ_k = 2 Im⟨λ|C|ψ⟩ after the phase
//!
//! H commutes with the turns and C with the phases, so each may be read before or after its own
//! exponential is undone, and for each group of qudits in the pass that undoes it:
//!
//! ```text
//! for each pass backward, for each piece of ψ and λ:
//!     the first pass: λ = C ψ
//!     undo a turn on both, reading ⟨λ|H|ψ⟩ ; undo a phase, reading ⟨λ|C|ψ⟩ ; undo a turn, reading
//!         ⟨λ|H|ψ⟩
//! ```
//!
//! A gradient needs one second state and nothing else. So a pass is the same for one state (M = 1),
//! which is run, and for two (M = 2), which are undone. The Grover mixer is in `grover`.

use super::cut::Cut;
use super::diagonal::{Diagonal, LevelNumbers};
use super::grover::Start;
use super::instructions::Instructions;
use super::kernel::line::Overlapped;
use super::kernel::observe::weigh;
use super::kernel::phases::{PhaseSource, PhaseTable, scale_of};
use super::kernel::product::PhaseProduct;
use super::kernel::rotate::{GroupRotations, Rotation};
use super::mixing::{Mixing, QuditMixing};
use super::pass::{self, Pass};
use super::piece::{Parts, Piece, Place, Room, again};
use super::real::Real;
use super::sums::{Overlaps, Sums};
use super::sweep::{Ground, Use};
use super::terms::TermList;
use super::turn::{PassTurns, PieceWork};
use super::vector::Vector;
use super::watch::Watch;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Layers over the states of a cost.
#[derive(Clone, Debug)]
pub(crate) struct Circuit<'a> {
    pub(crate) cost: &'a Diagonal,
    pub(crate) gates: Gates<'a>,
    pub(crate) watch: Watch<'a>,
}

/// What the layers do, first layer first: what a request to other ranks says of a circuit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Gates<'a> {
    pub(crate) mixing: Cow<'a, Mixing>,
    pub(crate) phases: LayerPhases<'a>,
    /// One for each layer; or those of each qubit, qubit after qubit.
    pub(crate) betas: Cow<'a, [f64]>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum LayerPhases<'a> {
    /// γ_k·C.
    Cost(Cow<'a, [f64]>),
    /// A polynomial for each layer.
    Polynomials(Vec<TermList>),
}

#[derive(Clone, Debug)]
pub(crate) struct Derivative {
    pub(crate) layer: usize,
    pub(crate) beta: f64,
    pub(crate) qubits: Vec<f64>,
    pub(crate) gamma: f64,
    pub(crate) terms: Vec<f64>,
}

impl Circuit<'_> {
    fn depth(&self) -> usize {
        match &self.gates.phases {
            LayerPhases::Cost(gammas) => gammas.len(),
            LayerPhases::Polynomials(polynomials) => polynomials.len(),
        }
    }

    fn passes(&self, groups: usize, back: bool) -> Vec<Pass> {
        let (depth, from_tiles) = (self.depth(), self.cost.is_rebuilt_in_runs());
        match (&*self.gates.mixing, back) {
            (Mixing::Grover, _) => pass::whole(depth, back),
            (_, false) => pass::forward(groups, depth, from_tiles),
            (_, true) => pass::backward(groups, depth, from_tiles),
        }
    }

    /// The turns of a pass, or their inverse where `sign` is −1; `totals` are those of the pass
    /// before.
    fn turns<T: Real>(
        &self,
        cut: &Cut,
        pass: Pass,
        sign: f64,
        totals: [f64; 4],
    ) -> PassTurns<'_, T> {
        let (depth, betas) = (self.depth(), &self.gates.betas);
        let (layers, group) = ([pass.before, pass.after], cut.group(pass.group));
        match &*self.gates.mixing {
            Mixing::Grover => {
                let beta = pass.before.map(|k| sign * betas[k]);
                PassTurns::whole(Start::of(self.cost), beta, totals)
            }
            Mixing::Each(list) => {
                let space = self.cost.space();
                PassTurns::of_qudits(space, cut, pass.group, |layer, r| {
                    list[r].turn(space.dims()[r], sign * betas[layers[layer]?])
                })
            }
            Mixing::X => PassTurns::Qubits(layers.map(|layer| {
                let k = layer?;
                if betas.len() == depth {
                    return Some(GroupRotations::All(Rotation::new::<T>(sign * betas[k])));
                }
                let angle = |qubit: usize| sign * betas[qubit * depth + k];
                let each = group.clone().map(|qubit| Rotation::new::<T>(angle(qubit)));
                Some(GroupRotations::Each(each.collect()))
            })),
        }
    }

    fn make_table<T: Real>(
        &self,
        table: &mut PhaseTable<T>,
        layer: Option<usize>,
        sign: f64,
        with: Instructions,
    ) {
        if let (LayerPhases::Cost(gammas), Some(k)) = (&self.gates.phases, layer) {
            table.make(self.cost, sign * gammas[k], with);
        }
    }

    fn polynomial(&self, layer: Option<usize>) -> Option<&TermList> {
        match &self.gates.phases {
            LayerPhases::Polynomials(of) => Some(&of[layer?]),
            LayerPhases::Cost(_) => None,
        }
    }

    /// The phases of a layer on a piece, and the energies where these are `wanted`.
    fn phases<'p, T: Real>(
        &self,
        (layer, sign): (Option<usize>, f64),
        wanted: bool,
        (place, numbers): (Place, LevelNumbers<'p>),
        table: &'p PhaseTable<T>,
        (energies, product): (&'p mut Vec<f64>, &'p mut PhaseProduct<T>),
        with: Instructions,
    ) -> PhaseSource<'p, T> {
        if let Some(polynomial) = self.polynomial(layer) {
            product.take(polynomial, sign, place, with);
            return PhaseSource::Product(product.factors(&[]));
        }
        if layer.is_none() && !wanted {
            return PhaseSource::Nothing;
        }
        if self.cost.stores_levels() {
            return PhaseSource::Levels(numbers, table);
        }
        let gamma = match (&self.gates.phases, layer) {
            (LayerPhases::Cost(gammas), Some(k)) => sign * gammas[k],
            _ => 0.0,
        };
        let is_x = *self.gates.mixing == Mixing::X;
        let polynomial = self.cost.polynomial.as_ref().filter(|_| is_x);
        if wanted || polynomial.is_none() {
            self.cost.fill(place, energies);
        }
        match (layer, polynomial) {
            (Some(_), Some(terms)) => product.take(terms, gamma, place, with),
            (Some(_), None) => product.take_energies(energies, gamma * self.cost.unit, with),
            (None, _) => {}
        }
        PhaseSource::Product(product.factors(energies))
    }
}

struct Walk<'a, T> {
    circuit: &'a Circuit<'a>,
    table: PhaseTable<T>,
    /// ⟨s|ψ⟩ and ⟨s|λ⟩ after the last pass, where the whole space is turned.
    totals: [f64; 4],
}

impl<'a, T: Real> Walk<'a, T> {
    fn new(circuit: &'a Circuit<'a>, vector: &mut Vector<T>) -> Self {
        let mut table = std::mem::take(&mut vector.table);
        table.take_energies(circuit.cost);
        Self {
            circuit,
            table,
            totals: [0.0; 4],
        }
    }

    /// One pass over M states; none where the watch says stop, on all ranks alike. Where it is
    /// `weighed`, ⟨C⟩ is taken: of one state after its turns, and it is not written back then; of
    /// two before them, and λ becomes Cψ.
    fn pass<const M: usize>(
        &mut self,
        (ground, parts): (Ground<'_, T>, Parts<'_, T, M>),
        pass: Pass,
        weighed: bool,
    ) -> Option<Sums> {
        let Self {
            circuit,
            table,
            totals,
        } = self;
        let stops = match ground.team {
            Some(team) => team.agree(|| circuit.watch.stops(ground.states)),
            None => circuit.watch.stops(ground.states),
        };
        if stops {
            return None;
        }
        let (cost, cut, back) = (circuit.cost, ground.cut, M == 2);
        let (with, sign) = (cut.instructions, if back { -1.0 } else { 1.0 });
        let is_whole = *circuit.gates.mixing == Mixing::Grover;
        let keep = Use {
            read: std::array::from_fn(|m| match back {
                true => m == 0 || !weighed,
                false => !pass.first,
            }),
            write: if back { !pass.last } else { !weighed },
            numbers: weighed || pass.phase.is_some(),
            sums: back || weighed || is_whole,
        };
        circuit.make_table(table, pass.phase, sign, with);
        let turns = circuit.turns(cut, pass, sign, *totals);
        let polynomial = circuit.polynomial(pass.phase).filter(|_| back);
        let (begins, table) = (pass.first && !back, &*table);
        let product_start = match &*circuit.gates.mixing {
            Mixing::Each(list) if begins => Some(ProductStart::new::<T>(cost, cut, list)),
            _ => None,
        };
        let uniform = (ground.states as f64).sqrt().recip();
        let mut sums = ground.sweep(
            pass.group,
            parts,
            keep,
            |piece: Piece<'_, T, M>, room, sums| {
                let Piece {
                    place,
                    mut states,
                    numbers,
                } = piece;
                let Room {
                    energies,
                    product,
                    overlaps,
                    batch,
                    transposed,
                } = room;
                let at = (place, numbers);
                let of_cost = |states: &mut Parts<'_, T, M>, energies: &mut _, product: &mut _| {
                    let rooms = (energies, product);
                    let energies = circuit.phases((None, sign), true, at, table, rooms, with);
                    weigh(with, states, energies, scale_of(cost))
                };
                if weighed && back {
                    sums.value += of_cost(&mut states, energies, product);
                }
                if let Some(start) = &product_start {
                    start.fill(place, &mut states[0]);
                }
                let wanted = back && pass.phase.is_some() && polynomial.is_none();
                let rooms = (&mut *energies, &mut *product);
                let len = states[0][0].len();
                let work = PieceWork {
                    with,
                    chunk: cut.limits.chunk,
                    is_tile: pass.group == 0,
                    start: (begins && product_start.is_none()).then_some(uniform),
                    phases: circuit.phases((pass.phase, sign), wanted, at, table, rooms, with),
                    overlapped: match polynomial {
                        None if wanted => Overlapped::Cost,
                        None => Overlapped::Nothing,
                        Some(_) => {
                            overlaps.resize(len.max(overlaps.len()), T::ZERO);
                            Overlapped::Each(&mut overlaps[..len])
                        }
                    },
                    batch,
                    transposed,
                };
                let to = (place, again(&mut states));
                match &turns {
                    PassTurns::Qubits(turns) => work.qubits(turns, to, sums),
                    PassTurns::Qudits { near, run, far } => {
                        work.qudits([near, far], *run, to, sums);
                    }
                    PassTurns::Whole(start, added) => work.whole((*start, *added), to, sums),
                }
                if let Some(terms) = polynomial {
                    product.gather(terms, place, with, &overlaps[..len], &mut sums.terms);
                }
                if weighed && !back {
                    sums.value += of_cost(&mut states, energies, product);
                }
            },
        );
        if is_whole && back {
            sums.turns[0].all = totals[2] * totals[1] - totals[3] * totals[0];
        }
        *totals = sums.totals;
        Some(sums)
    }
}

/// Runs a circuit from the start of its mixer. Returns ⟨C⟩ where that alone is asked for, and the
/// last pass is then not written back; NaN after a stop, else 0.
pub(in crate::sim) fn run<T: Real>(
    vector: &mut Vector<T>,
    circuit: &Circuit<'_>,
    value: bool,
) -> f64 {
    let mut walk = Walk::new(circuit, vector);
    let mut found = 0.0;
    for pass in circuit.passes(vector.cut.groups(), false) {
        let (ground, parts) = vector.ground(circuit.cost);
        let sums = walk.pass((ground, [parts]), pass, pass.last && value);
        found = sums.map_or(f64::NAN, |sums| sums.value);
        if found.is_nan() {
            break;
        }
    }
    vector.table = walk.table;
    found
}

/// Undoes a circuit of at least one layer on its state and on λ, which begins as Cψ (`of_cost`), or
/// as it was given. Returns ⟨C⟩ in the first case, and the derivatives of all layers; NaN after a
/// stop.
pub(in crate::sim) fn undo<T: Real>(
    [vector, image]: [&mut Vector<T>; 2],
    circuit: &Circuit<'_>,
    of_cost: bool,
) -> (f64, Vec<Derivative>) {
    let (depth, cost) = (circuit.depth(), circuit.cost);
    let mut walk = Walk::new(circuit, vector);
    let (mut value, mut betas) = (0.0, vec![Overlaps::default(); depth]);
    let mut found = Vec::with_capacity(depth);
    for pass in circuit.passes(vector.cut.groups(), true) {
        let qubits = vector.cut.group(pass.group);
        let (ground, parts) = vector.ground(cost);
        let parts = [parts, image.parts()];
        let Some(sums) = walk.pass((ground, parts), pass, pass.first && of_cost) else {
            value = f64::NAN;
            break;
        };
        value += sums.value;
        for (layer, of_turn) in [pass.before, pass.after].into_iter().zip(&sums.turns) {
            if let Some(k) = layer {
                betas[k].add(&qubits, of_turn);
            }
        }
        if let Some(layer) = pass.phase {
            found.push(Derivative {
                layer,
                beta: 0.0,
                qubits: Vec::new(),
                gamma: 2.0 * scale_of(cost) * sums.cost,
                terms: sums.terms.iter().map(|sum| 2.0 * sum).collect(),
            });
        }
    }
    vector.table = walk.table;
    for derivative in &mut found {
        let of_layer = &betas[derivative.layer];
        derivative.qubits = of_layer.each.iter().map(|qubit| 2.0 * qubit).collect();
        derivative.beta = 2.0 * of_layer.all + derivative.qubits.iter().sum::<f64>();
    }
    (value, found)
}

/// The start ⊗φ_r of qudits: its factor of the qudits of group 0, and those above.
struct ProductStart<'a> {
    low: Vec<f64>,
    above: Vec<(usize, &'a QuditMixing)>,
    cost: &'a Diagonal,
}

impl<'a> ProductStart<'a> {
    fn new<T: Real>(cost: &'a Diagonal, cut: &Cut, list: &'a [QuditMixing]) -> Self {
        let (space, tile) = (cost.space(), cut.group(0));
        let with = |known: Vec<f64>, r: usize| {
            let d = space.dims()[r];
            let part = |level| {
                let amplitude = list[r].start::<T>(d, level);
                known.iter().map(move |a| a * amplitude)
            };
            (0..d).flat_map(part).collect()
        };
        Self {
            above: (tile.end..).zip(&list[tile.end..]).collect(),
            low: tile.fold(vec![1.0], with),
            cost,
        }
    }

    fn fill<T: Real>(&self, place: Place, [re, im]: &mut [&mut [T]; 2]) {
        let space = self.cost.space();
        let factor = |&(r, mixing): &(usize, &QuditMixing)| {
            mixing.start::<T>(space.dims()[r], space.level(place.first, r))
        };
        let above: f64 = self.above.iter().map(factor).product();
        for (re, low) in re.iter_mut().zip(&self.low) {
            *re = T::of(above * low);
        }
        im.fill(T::ZERO);
    }
}
