//! The record of a run: one JSON line. A number that was not computed is absent.

use crate::pipeline::{AnnealedAtEqualLayers, KindKept, LayerNumbers, ShotEstimate};
use crate::settings::Settings;
use ketboard_puzzles::{ModelFile, RegisterLayout};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// All there is to say of one run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    /// Names the run: the puzzle's name, the first digits of the hash of input and setting, the
    /// depth.
    pub run: String,
    /// The stem of the file, or the name of the generated puzzle.
    pub name: String,
    /// The puzzle's family; absent for a model without rules.
    pub family: Option<String>,
    /// The number of QAOA layers p.
    pub depth: usize,
    /// The setting under which it was run.
    pub setting: Settings,
    /// The puzzle or the model that was run, as text.
    pub input: Input,

    /// The number of qubits n after the reduction, auxiliaries included.
    pub qubits: usize,
    /// Number of basis states: 2^qubits, or those of the registers.
    pub states: u64,
    /// The SHA-256 of the model's polynomial, in hexadecimal digits.
    pub model_hash: String,
    /// How many boards obey the rules (and are best, where boards differ in value); of a model
    /// without rules, how many assignments have the lowest energy.
    pub solutions: Option<usize>,
    /// The lowest energy of C over the space of the run.
    pub ground_energy: f64,
    /// The highest energy of C over the space of the run.
    pub highest_energy: Option<f64>,
    /// The mean energy over all basis states.
    pub mean_energy: f64,

    /// Angles of the cost layers; with an angle for each group, those of the first group in all
    /// layers, then those of the second, ….
    pub gammas: Vec<f64>,
    /// The natural unit of γ for this cost, √n/σ(C): angles of different puzzles compare in it.
    pub gamma_unit: Option<f64>,
    /// Angles of the mixer layers; with an angle for each qubit, qubit after qubit.
    pub betas: Vec<f64>,
    /// The groups of terms that have an angle of their own, by name; absent where all terms share
    /// one.
    pub groups: Option<Vec<String>>,
    /// Calls of the simulator up to and including this depth.
    pub evaluations: u64,
    /// The layers that these ran together ([`Stage::layers`](ketboard_qaoa::Stage::layers)); absent
    /// in records of before 0.3.
    pub search_layers: Option<u64>,

    /// The value of what was minimized, computed exactly.
    pub objective: f64,
    /// The same as the search measured it, by which it compares depths; absent where it is the same
    /// number.
    pub search_value: Option<f64>,
    /// The expectation ⟨C⟩ of the state, offset included.
    pub expectation: f64,
    /// Probability of all solutions: of the boards that obey the rules, or of the exact ground
    /// states of a model without rules.
    pub success_probability: Option<f64>,
    /// Probability of the states of lowest energy.
    pub ground_probability: f64,
    /// (highest − ⟨C⟩) / (highest − lowest), with the exact extremes; absent where C is constant.
    pub approximation_ratio: Option<f64>,
    /// Each kind of rule: how likely all of its rules hold, and how many are broken on average.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<KindKept>,
    /// What the shots of the final state showed.
    pub measured: Option<MeasuredRecord>,
    /// Shots until a solution was seen with 99 %, ⌈ln 0.01 / ln(1 − P)⌉, from the exact success
    /// probability.
    pub shots_to_99: Option<f64>,
    /// The same in layers of the circuit: shots · depth.
    pub layers_to_99: Option<f64>,
    /// What others reach on the same problem.
    pub baselines: Baselines,
    /// The circuit layer by layer.
    pub layers: Option<Layers>,

    /// The version of the program.
    pub version: String,
    /// The signs and orders that all numbers follow.
    pub conventions: Conventions,
}

/// Rounding of a sum of 2ⁿ probabilities that is still a probability.
const ROUNDING: f64 = 1e-9;

impl Record {
    /// What in the record contradicts itself, in words: its angles and layers are those of one
    /// circuit of its depth.
    pub(super) fn contradiction(&self) -> Option<String> {
        let probabilities = [
            ("success_probability", self.success_probability),
            ("ground_probability", Some(self.ground_probability)),
            ("random_guess", self.baselines.random_guess),
        ];
        let is_none = |p: f64| !(-ROUNDING..=1.0 + ROUNDING).contains(&p);
        for (key, value) in probabilities {
            if let Some(value) = value.filter(|value| is_none(*value)) {
                let right = "a probability lies between 0 and 1";
                return Some(format!("`{key}` is {value}, and {right}"));
            }
        }
        let depth = self.depth;
        let series = self.groups.as_ref().map_or(1, Vec::len);
        let (gammas, betas) = (self.gammas.len(), self.betas.len());
        let wrong = |key, angles| format!("`depth` is {depth}, and `{key}` has {angles} angles");
        if depth == 0 || Some(gammas) != depth.checked_mul(series) {
            return Some(wrong("gammas", gammas));
        }
        if betas == 0 || betas % depth != 0 {
            return Some(wrong("betas", betas));
        }
        let layers = self.layers.as_ref()?;
        let whole = |state: &LayerNumbers| {
            let cells = |of_glyph: &Vec<f64>| of_glyph.len() == layers.cells.len();
            state.broken.len() == self.rules.len()
                && state.marginals.len() == layers.glyphs.len()
                && state.marginals.iter().all(cells)
        };
        let is_whole = layers.states.len() == depth + 1 && layers.states.iter().all(whole);
        (!is_whole).then(|| format!("`layers` are not those of {depth} layers of this board"))
    }

    /// Annealing at equal layers. Records that do not tell the layers of the search hold annealing
    /// at another budget.
    pub(crate) fn annealing(&self) -> Option<&AnnealedAtEqualLayers> {
        self.search_layers.and(self.baselines.annealing.as_ref())
    }
}

/// What was run, whole: the record needs no other file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Input {
    /// The text of a puzzle file.
    Puzzle(String),
    /// The text of a model file.
    Model(String),
}

impl Input {
    /// The text of the file.
    pub(crate) fn text(&self) -> &str {
        let (Self::Puzzle(text) | Self::Model(text)) = self;
        text
    }
}

/// Shots of the final state, judged by the rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MeasuredRecord {
    /// How many shots were drawn.
    pub shots: u64,
    /// How many of them showed a board that obeys the rules.
    pub hits: u64,
    /// The success probability from these shots, with its 95 % interval (Wilson).
    pub success: ShotEstimate,
    /// Shots to 99 % from these shots, with the interval that follows; absent where nothing was
    /// hit.
    pub shots_to_99: Option<ShotEstimate>,
}

/// What others reach on the same problem.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Baselines {
    /// The probability that one uniformly random state of the same space obeys the rules (of a
    /// model: has the lowest energy).
    pub random_guess: Option<f64>,
    /// One run of annealing that sweeps over the board once for each layer of the search for the
    /// angles, up to and including this depth; absent where a run proposes more in any case.
    pub annealing: Option<AnnealedAtEqualLayers>,
    /// Grover's search with as many iterations as QAOA has layers, in closed form.
    pub grover: Option<f64>,
    /// What the exact solver needs on the same problem.
    pub exact_search: Option<Searched>,
}

/// The exact solver's search for all boards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Searched {
    /// How many values the solver assumed, the nodes of its search tree.
    pub nodes: u64,
}

/// What a circuit does to the board, layer by layer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Layers {
    /// The cells that the marginals are of, `r1c1`, ….
    pub cells: Vec<String>,
    /// The glyphs that a cell may show, but for the first (the empty one of two) where there are
    /// two.
    pub glyphs: Vec<String>,
    /// Layer 0 is the initial state, the last one the final state.
    pub states: Vec<LayerNumbers>,
}

/// The signs and orders that all numbers of a run follow, as records and the JSON of `solve` hold
/// them: the name and the meaning of each row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Conventions(serde_json::Map<String, serde_json::Value>);

impl Conventions {
    /// The card of a run on registers, or else on qubits.
    pub(crate) fn of(on_registers: bool) -> Self {
        let own: HashMap<_, _> = RegisterLayout::CONVENTIONS.iter().copied().collect();
        let row = |&(name, meaning): &(&'static str, &'static str)| {
            let own = own.get(name).filter(|_| on_registers);
            (name.to_owned(), (*own.unwrap_or(&meaning)).into())
        };
        Self(ModelFile::CONVENTIONS.iter().map(row).collect())
    }

    /// The name and the meaning of each row.
    pub(crate) fn card(&self) -> Vec<(String, String)> {
        let words = |meaning: &serde_json::Value| meaning.as_str().unwrap_or_default().to_owned();
        let rows = self.0.iter();
        rows.map(|(name, meaning)| (name.clone(), words(meaning)))
            .collect()
    }
}

/// What the records of a plan hold beside their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct RecordOptions {
    /// Which records hold the state after every layer.
    pub layers: LayersOf,
    /// Whether they hold what others reach on the same problem where it takes a search of its own:
    /// annealing at equal layers, the exact solver.
    pub baselines: bool,
}

impl Default for RecordOptions {
    /// Baselines, and no layers.
    fn default() -> Self {
        Self {
            layers: LayersOf::None,
            baselines: true,
        }
    }
}

/// Which records hold the state after every layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LayersOf {
    /// No record holds its layers.
    #[default]
    None,
    /// The record of the deepest circuit of each puzzle and setting.
    Deepest,
    /// Every record holds its layers.
    All,
}

/// What one record is to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wanted {
    pub depth: usize,
    pub layers: bool,
    pub baselines: bool,
}

impl RecordOptions {
    /// What the records of a chain at ascending depths hold.
    pub(super) fn at(&self, depths: &[usize]) -> Vec<Wanted> {
        let deepest = depths.last().copied();
        let wanted = |depth: &usize| Wanted {
            depth: *depth,
            layers: match self.layers {
                LayersOf::None => false,
                LayersOf::Deepest => Some(*depth) == deepest,
                LayersOf::All => true,
            },
            baselines: self.baselines,
        };
        depths.iter().map(wanted).collect()
    }
}

impl Wanted {
    /// What this record holds beside its numbers.
    pub(super) fn of(record: &Record) -> Self {
        let others = &record.baselines;
        Self {
            depth: record.depth,
            layers: record.layers.is_some(),
            baselines: others.annealing.is_some() || others.exact_search.is_some(),
        }
    }
}

/// The program and the processor that made a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct MadeBy {
    /// The version of the program.
    pub version: String,
    /// The commit that the program was built from, where that is known.
    pub commit: Option<String>,
    /// The instructions that the simulator used: `AVX-512`, `AVX2+FMA`, `NEON` or `plain`.
    pub instructions: String,
}

impl MadeBy {
    /// This program on this processor.
    pub(crate) fn this() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: option_env!("KETBOARD_COMMIT").map(str::to_owned),
            instructions: ketboard_qaoa::instructions().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_objects_that_are_read_back() {
        for (on_registers, state) in [
            (false, "|+>^n"),
            (true, "that which the mixer begins with, on registers"),
        ] {
            let card = Conventions::of(on_registers);
            let json = serde_json::to_value(&card).unwrap();
            assert_eq!(json["state"], state);
            assert_eq!(
                json.as_object().unwrap().len(),
                ModelFile::CONVENTIONS.len()
            );
            assert_eq!(serde_json::from_value::<Conventions>(json).unwrap(), card);
        }
    }

    #[test]
    fn every_row_of_registers_is_a_row_of_the_card() {
        for (name, _) in RegisterLayout::CONVENTIONS {
            assert!(
                ModelFile::CONVENTIONS
                    .iter()
                    .any(|(of_card, _)| of_card == name)
            );
        }
    }

    #[test]
    fn what_nobody_knows_stays_as_it_was_written() {
        let stated = serde_json::json!({"state": "|->^n"});
        let read: Conventions = serde_json::from_value(stated.clone()).unwrap();
        assert_eq!(read.card(), [("state".to_owned(), "|->^n".to_owned())]);
        assert_eq!(serde_json::to_value(&read).unwrap(), stated);
    }
}
