//! The numbers of a state beyond ⟨C⟩: rules kept, marginals of cells, likeliest boards, and these
//! layer by layer; extremes, shots, baselines.
//!
//! What does not depend on angles is computed once for all basis states ([`BasisStates`]) and then
//! serves every layer of every depth. Everything is exact and judged by the rules, never by energy.
//! Beyond [`MOST_STATES_READ`] basis states these numbers are absent, not estimated.

mod baselines;
mod cells;
mod rules;
mod variables;

pub(crate) use baselines::{
    Annealed, AnnealingBudget, ShotEstimate, annealing_beside, exact_search_nodes, grover_at_depth,
    shots_from_counts, shots_to_99, success_from_counts,
};
pub(crate) use cells::LikelyBoard;
pub(super) use cells::likeliest_boards;
pub(crate) use rules::KindKept;
pub(super) use rules::RuleCounts;
pub(super) use variables::Variables;

use super::Problem;
use crate::error::Result;
use cells::{Cells, ShownBoards};
use ketboard_puzzles::Kind;
use ketboard_qaoa::{Angles, Ansatz, Cost, State};
use serde::{Deserialize, Serialize};

/// The most basis states that are read one by one: 22 qubits. Some words, a two-byte count for each
/// kind of rule and, where states share boards, some hundred bytes a state are held then.
pub(crate) const MOST_STATES_READ: u128 = 1 << 22;

/// How many of the likeliest boards a layer lists.
const LIKELIEST: usize = 10;

/// What every basis state of a problem means: the rules it breaks, the glyphs of its cells, its
/// board.
#[derive(Clone, Debug)]
pub(crate) struct BasisStates {
    variables: Variables,
    rules: Vec<(Kind, RuleCounts)>,
    cells: Cells,
    shown: ShownBoards,
}

/// The state after some layers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LayerNumbers {
    /// ⟨C⟩, offset included.
    pub expectation: f64,
    /// Probability of all boards that obey the rules (and are best); absent where their enumeration
    /// was stopped by a limit.
    pub success_probability: Option<f64>,
    /// Each kind of rule that the puzzle has; records tell those of the final state alone.
    #[serde(skip)]
    pub rules: Vec<KindKept>,
    /// How many rules of each kind are broken on average, in the order of the record's `rules`.
    pub broken: Vec<f64>,
    /// For each glyph, for each cell, the probability that the cell shows it.
    pub marginals: Vec<Vec<f64>>,
    /// The ten likeliest boards, likeliest first.
    pub likeliest: Vec<LikelyBoard>,
}

impl BasisStates {
    /// Reads all basis states; `None` where there are more than [`MOST_STATES_READ`], or a kind has
    /// more than 65535 open rules.
    pub(crate) fn of(problem: &Problem) -> Option<Self> {
        if problem.states() > MOST_STATES_READ {
            return None;
        }
        let (model, cells) = (&problem.puzzle.model, Cells::of(problem));
        let variables = Variables::of(problem);
        let of_kind = |kind| {
            let rules = model.constraints().iter().filter(|rule| rule.kind == kind);
            let counts = RuleCounts::of(rules.collect(), &problem.reduction, &variables)?;
            Some((kind, counts))
        };
        let rules = model
            .kinds()
            .into_iter()
            .map(of_kind)
            .collect::<Option<_>>()?;
        Some(Self {
            rules,
            shown: ShownBoards::of_states(problem, &cells, &variables),
            cells,
            variables,
        })
    }

    /// Bytes for each basis state that reading them takes: what is kept, and what is needed beside
    /// it while it is made. None where there are more than [`MOST_STATES_READ`].
    pub(crate) fn bytes(problem: &Problem) -> (u128, u128) {
        if problem.states() > MOST_STATES_READ {
            return (0, 0);
        }
        let kinds = problem.puzzle.model.kinds().len() as u128;
        let words = 8 * problem.qubits().div_ceil(64) as u128;
        if Cells::of(problem).tell_all_apart(problem) {
            return (words + 2 * kinds, 0);
        }
        // a number and a first state; a board of each state, and a table of those known
        (words + 2 * kinds + 8, 300)
    }

    /// The cells that marginals are of, `r1c1`, …: all that hold a value, in reading order.
    pub(crate) fn cells(&self) -> &[String] {
        &self.cells.names
    }

    /// The glyphs that marginals are of, as [`Puzzle::board`](ketboard_puzzles::Puzzle::board)
    /// writes them: `1` of two-valued cells, all symbols of others. What is left to 1 is an empty
    /// cell, or one with several symbols.
    pub(crate) fn glyphs(&self) -> &[char] {
        &self.cells.glyphs
    }

    /// How well a state of these probabilities keeps each kind of rule that the puzzle has.
    pub(crate) fn rules_in(&self, probabilities: &[f64]) -> Vec<KindKept> {
        let kinds = self.rules.iter();
        kinds
            .map(|(kind, counts)| counts.kept(*kind, probabilities))
            .collect()
    }

    /// For each glyph, for each cell, the probability that the cell shows it.
    pub(crate) fn marginals_in(&self, probabilities: &[f64]) -> Vec<Vec<f64>> {
        self.cells.marginals(&self.variables, probabilities)
    }

    /// The `k` likeliest boards, likeliest first; basis states that show the same board are one.
    pub(crate) fn likeliest_in(
        &self,
        problem: &Problem,
        probabilities: &[f64],
        k: usize,
    ) -> Vec<LikelyBoard> {
        self.shown.likeliest(problem, probabilities, k)
    }

    /// The numbers of one state of the ansatz.
    pub(crate) fn layer(&self, ansatz: &Ansatz, problem: &Problem, state: &State) -> LayerNumbers {
        let (probabilities, truth) = (state.probabilities(), &problem.truth);
        let rules = self.rules_in(&probabilities);
        let solutions = truth.indices.iter();
        let success = || solutions.map(|x| probabilities[x as usize]).sum();
        LayerNumbers {
            expectation: state.expectation(ansatz.cost()),
            success_probability: truth.complete.then(success),
            broken: rules.iter().map(|rule| rule.broken).collect(),
            rules,
            marginals: self.marginals_in(&probabilities),
            likeliest: self.likeliest_in(problem, &probabilities, LIKELIEST),
        }
    }
}

/// The circuit of `depth` layers at `angles`, cut after 0, 1, …, `depth` of them: the numbers of
/// each of these states.
///
/// The angles are one series of `depth` numbers, or several one after the other (a γ for each group
/// of terms, a β for each qubit); a cut takes the first numbers of each.
///
/// # Errors
/// If a state does not fit into memory, or the angles do not fit the ansatz.
pub(crate) fn layer_by_layer(
    ansatz: &Ansatz,
    basis: &BasisStates,
    problem: &Problem,
    (angles, depth): (&Angles, usize),
) -> Result<Vec<LayerNumbers>> {
    let layers = (0..=depth).map(|layers| {
        let state = ansatz.state(&first_layers(angles, depth, layers))?;
        Ok(basis.layer(ansatz, problem, &state))
    });
    layers.collect()
}

/// The first `layers` numbers of every series of `depth`.
pub(crate) fn first_layers(angles: &Angles, depth: usize, layers: usize) -> Angles {
    let cut = |series: &[f64]| {
        let each = series.chunks(depth.max(1));
        each.flat_map(|one| &one[..layers.min(one.len())])
            .copied()
            .collect()
    };
    Angles {
        gammas: cut(&angles.gammas),
        betas: cut(&angles.betas),
    }
}

/// (highest − ⟨C⟩) / (highest − lowest) with the exact extremes of C; `None` where C is constant.
pub(crate) fn approximation_ratio(cost: &Cost, expectation: f64) -> Option<f64> {
    let (low, high) = (cost.min(), cost.max());
    (high - low > cost.rounding()).then(|| (high - expectation) / (high - low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_takes_the_first_layers_of_every_series() {
        let angles = Angles {
            gammas: vec![1.0, 2.0, 3.0, 10.0, 20.0, 30.0],
            betas: vec![-1.0, -2.0, -3.0],
        };
        let cut = |layers| first_layers(&angles, 3, layers);
        assert_eq!(cut(2).gammas, [1.0, 2.0, 10.0, 20.0]);
        assert_eq!(cut(2).betas, [-1.0, -2.0]);
        assert_eq!((cut(3), cut(0)), (angles.clone(), Angles::default()));
        assert_eq!(first_layers(&Angles::default(), 0, 0), Angles::default());
    }
}
