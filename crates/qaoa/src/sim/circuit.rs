//! A circuit on a state, and undone on a state and the adjoint state.
//!
//! Passes walk to and fro over the groups of qudits (`pass`); what one does to a piece is in
//! `turn`. Let ψ be the state after layer k and λ = U†C|ψ_p⟩ the cost's image, carried back through
//! the layers U behind it. Then
//!
//! > ∂⟨C⟩/∂β_k = 2 Im⟨λ|H|ψ⟩ after the turn,  ∂⟨C⟩/∂γ_k = 2 Im⟨λ|C|ψ⟩ after the phase
//!
//! (Jones & Gacon 2020, arXiv 2009.02823, for a product of exponentials). H commutes with the turns
//! and C with the phases, so each may be read before or after its own exponential is undone, and
//! for each group of qudits in the pass that undoes it:
//!
//! ```text
//! for each pass backward, for each piece of ψ and λ:
//!     the first pass: λ = C ψ
//!     undo a turn on both, reading ⟨λ|H|ψ⟩ ; undo a phase, reading ⟨λ|C|ψ⟩ ; undo a turn, reading
//!         ⟨λ|H|ψ⟩
//! ```
//!
//! Beside the state a gradient needs a second one and nothing else. The Grover mixer, which turns
//! the whole space at once, is in `grover`.

use super::diagonal::Diagonal;
use super::grover;
use super::instructions::Instructions;
use super::kernel::line::Overlapped;
use super::kernel::observe::{observe, weigh};
use super::kernel::rotate::{GroupRotations, Rotation};
use super::mixing::{Mixing, QuditTurns};
use super::pass::{Pass, backward, backward_from_tiles, forward, forward_from_tiles};
use super::phases::{PhaseSource, PhaseTable, scale_of};
use super::piece::{Piece, Room, again};
use super::product::PhaseProduct;
use super::real::Real;
use super::sums::{Overlaps, Sums};
use super::sweep::Use;
use super::terms::TermList;
use super::turn::{PassTurns, PieceWork};
use super::vector::Vector;
use super::watch::{Passes, Watch};
use std::sync::Arc;

/// Layers over the states of a cost.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Circuit<'a> {
    pub(in crate::sim) cost: &'a Diagonal,
    pub(in crate::sim) mixing: &'a Mixing,
    pub(in crate::sim) phases: LayerPhases<'a>,
    /// One for each layer; or those of each qubit, qubit after qubit.
    pub(in crate::sim) betas: &'a [f64],
    /// Who is asked between its passes.
    pub(in crate::sim) watch: Watch<'a>,
}

/// What the phase of each layer is.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) enum LayerPhases<'a> {
    /// γ_k·C.
    Cost(&'a [f64]),
    /// A polynomial for each layer.
    Polynomials(&'a [TermList]),
}

/// The derivatives of a value that belong to one layer.
#[derive(Clone, Debug)]
pub(in crate::sim) struct Derivative {
    pub(in crate::sim) layer: usize,
    pub(in crate::sim) beta: f64,
    /// By the angle of each qubit, where they have their own.
    pub(in crate::sim) qubits: Vec<f64>,
    pub(in crate::sim) gamma: f64,
    /// By the angle of each term, where each layer has a polynomial.
    pub(in crate::sim) terms: Vec<f64>,
}

impl Circuit<'_> {
    pub(in crate::sim) fn depth(&self) -> usize {
        match self.phases {
            LayerPhases::Cost(gammas) => gammas.len(),
            LayerPhases::Polynomials(polynomials) => polynomials.len(),
        }
    }

    /// Whether energies are rebuilt in each piece.
    fn rebuilds(&self) -> bool {
        !self.cost.stores_levels()
    }

    /// The turns of layers on a group of qudits, or their inverse where `sign` is −1.
    fn turns<'t, T: Real>(
        &self,
        vector: &Vector<T>,
        group: usize,
        layers: [Option<usize>; 2],
        sign: f64,
        qudits: Option<&'t QuditTurns<T>>,
    ) -> PassTurns<'t, T> {
        if let Some(qudits) = qudits {
            let of = |layer: usize, r| qudits.turn(r, sign * self.betas[layers[layer]?]);
            return PassTurns::of_qudits(vector.space(), vector.cut(), group, of);
        }
        let (depth, group) = (self.depth(), vector.cut().group(group));
        PassTurns::Qubits(layers.map(|layer| {
            let k = layer?;
            if self.betas.len() == depth {
                return Some(GroupRotations::All(Rotation::new::<T>(
                    sign * self.betas[k],
                )));
            }
            let angle = |qubit: usize| sign * self.betas[qubit * depth + k];
            let each = group.clone().map(|qubit| Rotation::new::<T>(angle(qubit)));
            Some(GroupRotations::Each(each.collect()))
        }))
    }

    /// Makes the phases of a layer where they are the same for all pieces.
    pub(in crate::sim) fn make_table<T: Real>(
        &self,
        table: &mut PhaseTable<T>,
        layer: Option<usize>,
        sign: f64,
        with: Instructions,
    ) {
        if let (LayerPhases::Cost(gammas), Some(k)) = (self.phases, layer) {
            table.make(self.cost, sign * gammas[k], with);
        }
    }

    /// The phases of a layer on a piece, and the energies where these are `wanted`.
    pub(in crate::sim) fn phases<'p, T: Real, const M: usize>(
        &self,
        (layer, sign): (Option<usize>, f64),
        wanted: bool,
        piece: &Piece<'p, T, M>,
        table: &'p PhaseTable<T>,
        (energies, product): (&'p mut Vec<f64>, &'p mut PhaseProduct<T>),
        with: Instructions,
    ) -> PhaseSource<'p, T> {
        if let (LayerPhases::Polynomials(of), Some(k)) = (self.phases, layer) {
            product.take(&of[k], sign, piece.place, with);
            return PhaseSource::Product(product.factors(&[]));
        }
        if !self.rebuilds() {
            return match layer.is_some() || wanted {
                true => table.of(self.cost, piece.numbers),
                false => PhaseSource::Nothing,
            };
        }
        let gamma = match (self.phases, layer) {
            (LayerPhases::Cost(gammas), Some(k)) => sign * gammas[k],
            _ => 0.0,
        };
        let polynomial = self.cost.polynomial().filter(|_| *self.mixing == Mixing::X);
        if wanted || polynomial.is_none() && layer.is_some() {
            self.cost.fill(piece.place, energies);
        }
        match (layer, polynomial) {
            (None, _) if !wanted => return PhaseSource::Nothing,
            (Some(_), Some(terms)) => product.take(terms, gamma, piece.place, with),
            (Some(_), None) => product.take_energies(energies, gamma * self.cost.unit(), with),
            (None, _) => {}
        }
        PhaseSource::Product(product.factors(energies))
    }
}

/// Whether the next pass must not begin: on all ranks alike.
pub(in crate::sim) fn stops<T: Real>(vector: &Vector<T>, watched: &mut Passes<'_>) -> bool {
    match vector.team() {
        Some(team) => team.agree(|| watched.stop_here()),
        None => watched.stop_here(),
    }
}

/// Runs a circuit from the start of its mixer; returns ⟨C⟩ where that alone is asked for, and the
/// last pass is then not written back; NaN where the watch said stop, else 0.
pub(in crate::sim) fn run<T: Real>(
    vector: &mut Vector<T>,
    circuit: &Circuit<'_>,
    value: bool,
) -> f64 {
    if *circuit.mixing == Mixing::Grover {
        return grover::run(vector, circuit, value);
    }
    let (groups, depth, cost) = (vector.cut().groups(), circuit.depth(), circuit.cost);
    let qudits = qudit_turns(vector, circuit.mixing);
    let with = vector.cut().instructions;
    let mut table = std::mem::take(vector.table());
    table.take_energies(cost);
    let size = 1.0 / (vector.space().states() as f64).sqrt();
    let start = ProductStart::new(vector, qudits.as_ref());
    let mut sums = Sums::default();
    let mut watched = circuit.watch.over(vector.space().states());
    let mut pass_on = |vector: &mut Vector<T>, pass: Pass| {
        if stops(vector, &mut watched) {
            return f64::NAN;
        }
        let observed = pass.last && value;
        let keep = Use {
            read: [!pass.first],
            write: !observed,
            numbers: observed || pass.phase.is_some(),
            sums: observed,
        };
        circuit.make_table(&mut table, pass.phase, 1.0, with);
        let layers = [pass.before, pass.after];
        let turns = circuit.turns(vector, pass.group, layers, 1.0, qudits.as_ref());
        let chunk = vector.cut().limits.chunk;
        let (ground, parts) = vector.ground(cost);
        sums = ground.sweep(
            pass.group,
            [parts],
            keep,
            |mut piece: Piece<'_, T, 1>, room, sums| {
                if let (true, Some(start)) = (pass.first, &start) {
                    start.fill(&mut piece);
                }
                let Room {
                    energies,
                    product,
                    batch,
                    sums: room_for_sums,
                    ..
                } = room;
                let layer = (pass.phase, 1.0);
                let rooms = (&mut *energies, &mut *product);
                let phases = circuit.phases(layer, false, &piece, &table, rooms, with);
                let work = PieceWork {
                    with,
                    chunk,
                    is_tile: pass.group == 0,
                    start: (pass.first && start.is_none()).then_some(size),
                    phases,
                    overlapped: Overlapped::Nothing,
                    batch,
                    sums: room_for_sums,
                };
                work.apply(&turns, (piece.place, again(&mut piece.states)), sums);
                if observed {
                    let (layer, rooms) = ((None, 1.0), (energies, product));
                    let of_cost = circuit.phases(layer, true, &piece, &table, rooms, with);
                    let [re, im] = &piece.states[0];
                    sums.value += observe(with, [re, im], of_cost, scale_of(cost));
                }
            },
        );
        sums.value
    };
    let mut found = 0.0;
    let mut each = |pass: Pass| {
        found = pass_on(vector, pass);
        !found.is_nan()
    };
    match cost.is_rebuilt_in_runs() {
        true => forward_from_tiles(groups, depth).into_iter().all(&mut each),
        false => forward(groups, depth).all(&mut each),
    };
    *vector.table() = table;
    found
}

/// What each qudit is turned by, where they are not all qubits turned by X.
fn qudit_turns<T: Real>(vector: &Vector<T>, mixing: &Mixing) -> Option<QuditTurns<T>> {
    match mixing {
        Mixing::Each(list) => Some(QuditTurns::new(list, vector.space())),
        Mixing::X | Mixing::Grover => None,
    }
}

/// What λ is before the first turn is undone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub(in crate::sim) enum ImageStart {
    /// Cψ, made in the first pass.
    Cost,
    /// What the image holds.
    Given,
}

/// Undoes a circuit of at least one layer on its state and on the image; returns ⟨C⟩ where λ begins
/// as Cψ, and the derivatives of all layers. NaN where the watch says stop, and then no
/// derivatives.
pub(in crate::sim) fn undo<T: Real>(
    [vector, image]: [&mut Vector<T>; 2],
    circuit: &Circuit<'_>,
    begin: ImageStart,
) -> (f64, Vec<Derivative>) {
    if *circuit.mixing == Mixing::Grover {
        return grover::undo([vector, image], circuit, begin);
    }
    let (groups, depth, cost) = (vector.cut().groups(), circuit.depth(), circuit.cost);
    let qudits = qudit_turns(vector, circuit.mixing);
    let with = vector.cut().instructions;
    let mut table = std::mem::take(vector.table());
    table.take_energies(cost);
    let mut watched = circuit.watch.over(vector.space().states());
    let (mut value, mut betas) = (0.0, vec![Overlaps::default(); depth]);
    let mut found = Vec::with_capacity(depth);
    let mut pass_on = |pass: Pass| {
        if stops(vector, &mut watched) {
            value = f64::NAN;
            return false;
        }
        let of_cost = pass.first && begin == ImageStart::Cost;
        let polynomial = match (circuit.phases, pass.phase) {
            (LayerPhases::Polynomials(of), Some(k)) => Some(&of[k]),
            _ => None,
        };
        let keep = Use {
            read: [true, !of_cost],
            write: !pass.last,
            numbers: of_cost || pass.phase.is_some(),
            sums: true,
        };
        circuit.make_table(&mut table, pass.phase, -1.0, with);
        let layers = [pass.before, pass.after];
        let turns = circuit.turns(vector, pass.group, layers, -1.0, qudits.as_ref());
        let (chunk, qubits) = (vector.cut().limits.chunk, vector.cut().group(pass.group));
        let (ground, parts) = vector.ground(cost);
        let parts = [parts, image.parts()];
        let sums = ground.sweep(
            pass.group,
            parts,
            keep,
            |mut piece: Piece<'_, T, 2>, room, sums| {
                let Room {
                    energies,
                    product,
                    overlaps,
                    batch,
                    sums: room_for_sums,
                } = room;
                if of_cost {
                    let layer = (None, -1.0);
                    let phases =
                        circuit.phases(layer, true, &piece, &table, (energies, product), with);
                    sums.value += weigh(with, again(&mut piece.states), phases, 0, scale_of(cost));
                }
                let wanted = pass.phase.is_some() && polynomial.is_none();
                let layer = (pass.phase, -1.0);
                let phases =
                    circuit.phases(layer, wanted, &piece, &table, (energies, product), with);
                let len = piece.states[0][0].len();
                let work = PieceWork {
                    with,
                    chunk,
                    is_tile: pass.group == 0,
                    start: None,
                    phases,
                    overlapped: match polynomial {
                        _ if pass.phase.is_none() => Overlapped::Nothing,
                        None => Overlapped::Cost,
                        Some(_) => {
                            overlaps.resize(len.max(overlaps.len()), T::ZERO);
                            Overlapped::Each(&mut overlaps[..len])
                        }
                    },
                    batch,
                    sums: room_for_sums,
                };
                work.apply(&turns, (piece.place, again(&mut piece.states)), sums);
                if let Some(terms) = polynomial {
                    product.gather(terms, piece.place, with, &overlaps[..len], &mut sums.terms);
                }
            },
        );
        value += sums.value;
        for (layer, of_turn) in layers.into_iter().zip(&sums.turns) {
            if let Some(k) = layer {
                betas[k].add(&qubits, of_turn);
            }
        }
        if let Some(layer) = pass.phase {
            let terms: Vec<f64> = sums.terms.iter().map(|sum| 2.0 * sum).collect();
            found.push(Derivative {
                layer,
                beta: 0.0,
                qubits: Vec::new(),
                gamma: 2.0 * scale_of(cost) * sums.cost,
                terms,
            });
        }
        true
    };
    match cost.is_rebuilt_in_runs() {
        true => backward_from_tiles(groups, depth)
            .into_iter()
            .all(&mut pass_on),
        false => backward(groups, depth).all(&mut pass_on),
    };
    *vector.table() = table;
    for derivative in &mut found {
        let of_layer = &betas[derivative.layer];
        derivative.qubits = of_layer.each.iter().map(|qubit| 2.0 * qubit).collect();
        derivative.beta = 2.0 * of_layer.all + derivative.qubits.iter().sum::<f64>();
    }
    (value, found)
}

/// The start ⊗φ_r of qudits: its factor of the qudits of group 0.
struct ProductStart<'a, T> {
    low: Vec<f64>,
    turns: &'a QuditTurns<T>,
    above: std::ops::Range<usize>,
    space: Arc<super::space::Space>,
}

impl<'a, T: Real> ProductStart<'a, T> {
    /// None of qubits, whose start is uniform.
    fn new(vector: &Vector<T>, turns: Option<&'a QuditTurns<T>>) -> Option<Self> {
        let (turns, space, tile) = (turns?, vector.shared_space(), vector.cut().group(0));
        let with = |known: Vec<f64>, r: usize| {
            let part = |level| {
                let amplitude = turns.start(r, level);
                known.iter().map(move |a| a * amplitude)
            };
            (0..space.dims()[r]).flat_map(part).collect()
        };
        Some(Self {
            above: tile.end..space.qudits(),
            low: tile.fold(vec![1.0], with),
            turns,
            space,
        })
    }

    fn fill(&self, piece: &mut Piece<'_, T, 1>) {
        let first = piece.place.first;
        let factor = |r: usize| self.turns.start(r, self.space.level(first, r));
        let above: f64 = self.above.clone().map(factor).product();
        let [re, im] = &mut piece.states[0];
        for (re, low) in re.iter_mut().zip(&self.low) {
            *re = T::of(above * low);
        }
        im.fill(T::ZERO);
    }
}
