//! The record of a run: what `solve --json` prints, and a line of a sweep. A number that was not
//! computed is absent.

use super::{
    Annealed, AnnealingBudget, KindKept, LayerNumbers, LikelyBoard, Metrics, ShotEstimate,
};
use crate::settings::{Settings, digits_of};
use ketboard_puzzles::{ModelFile, RegisterLayout};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// All there is to say of one run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    /// What a single run found.
    #[serde(flatten)]
    pub found: Found,
    /// Names the run: the puzzle's name, the first digits of the hash of input and setting, the
    /// depth.
    pub run: String,
    /// The stem of the file, or the name of the generated puzzle.
    pub name: String,
    /// The puzzle's family; absent for a model without rules.
    pub family: Option<String>,
    /// The number of QAOA layers p; 0 where the reduction left no qubit.
    pub depth: usize,
    /// The setting under which it was run.
    pub setting: Settings,
    /// The puzzle or the model that was run, as text; absent for one that a program made.
    #[serde(default, skip_serializing_if = "Input::is_unknown")]
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
    /// The highest energy of C over the space of the run.
    pub highest_energy: f64,
    /// The mean energy over all basis states.
    pub mean_energy: f64,
    /// The standard deviation σ(C) of the energy over all basis states.
    pub standard_deviation: f64,
    /// How far the second lowest energy is above the lowest; absent where C is constant.
    pub gap: Option<f64>,
    /// How many states have the second lowest energy.
    pub first_excited_states: Option<u64>,

    /// Angles of the cost layers; with an angle for each group, those of the first group in all
    /// layers, then those of the second, ….
    pub gammas: Vec<f64>,
    /// The natural unit of γ for this cost, √n/σ(C): angles of different puzzles compare in it.
    pub gamma_unit: f64,
    /// Angles of the mixer layers; with an angle for each qubit, qubit after qubit.
    pub betas: Vec<f64>,
    /// The groups of terms that have an angle of their own, by name; absent where all terms share
    /// one.
    pub groups: Option<Vec<String>>,
    /// Calls of the simulator up to and including this depth; absent where nothing was searched.
    pub evaluations: Option<u64>,
    /// The layers that these ran together ([`Stage::layers`](ketboard_qaoa::Stage::layers)).
    pub search_layers: Option<u64>,

    /// The value of what was minimized, computed exactly; absent where nothing was.
    pub objective: Option<f64>,
    /// The same as the search measured it, by which it compares depths; absent where it is the same
    /// number.
    pub search_value: Option<f64>,
    /// The numbers of the final state.
    #[serde(flatten)]
    pub metrics: Metrics,
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

/// What is said of a single run, and not of each of a sweep.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Found {
    /// `solved` where a sample is a solution, else `unsolved`.
    pub status: Option<String>,
    /// The most frequent sample that is a solution, one string a row, one character a cell.
    pub board: Option<Vec<String>>,
    /// The value of that board, where boards differ in value.
    pub value: Option<f64>,
    /// The best value that a board has.
    pub best_value: Option<f64>,
    /// The registers in order, the last of which is the most significant; absent on plain qubits.
    pub registers: Option<Value>,
    /// The mixer of the registers.
    pub mixer: Option<String>,
    /// The energy of a board that breaks no rule.
    pub zero_violation_energy: Option<f64>,
    /// Whether the states of lowest energy are exactly the boards that obey the rules.
    pub lowest_energy_agrees_with_rules: Option<bool>,
    /// How often each bitstring was measured.
    pub counts: Option<Value>,
    /// The likeliest boards; absent where boards have several basis states, too many to read.
    pub likeliest: Option<Vec<LikelyBoard>>,
    /// The shots that break only rules that are not in the cost, where there are such rules.
    pub shots_dropped: Option<u64>,
    /// At given angles the numbers after some of the layers, the last included.
    pub after_layers: Option<Vec<AfterLayers>>,
    /// What is to be noticed in the weights of rules.
    pub warning: Option<String>,
    /// The norm of the state at given angles.
    pub norm: Option<f64>,
    /// The number of qubits, at given angles.
    pub n: Option<usize>,
    /// Seconds from the start of the command.
    pub wall_s: Option<f64>,
    /// Whether the search was stopped before it was done: all else is of the angles found until
    /// there, or of the start where there are none.
    pub stopped: Option<bool>,
}

/// The numbers after some layers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct AfterLayers {
    /// How many layers.
    pub layer: usize,
    #[serde(flatten)]
    pub metrics: Metrics,
}

/// Rounding of a sum of 2ⁿ probabilities that is still a probability.
const ROUNDING: f64 = 1e-9;

impl Record {
    /// What in the record contradicts itself, in words: its angles and layers are those of one
    /// circuit of its depth.
    pub(crate) fn contradiction(&self) -> Option<String> {
        if self.input.is_unknown() {
            return Some("`input` is missing, the puzzle or model that was run".to_owned());
        }
        let metrics = &self.metrics;
        let success = metrics.success_probability.unwrap_or(0.0);
        let guess = metrics.random_success_probability.unwrap_or(0.0);
        let all = [success, guess, metrics.ground_probability];
        let is_none = |p: &f64| !(-ROUNDING..=1.0 + ROUNDING).contains(p);
        if let Some(wrong) = all.into_iter().find(is_none) {
            return Some(format!("a probability is {wrong}; it lies between 0 and 1"));
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
}

/// What was run, whole: the record needs no other file. The text is empty where there is none.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Input {
    /// The text of a puzzle file.
    Puzzle(String),
    /// The text of a model file.
    Model(String),
}

impl Default for Input {
    fn default() -> Self {
        Self::Puzzle(String::new())
    }
}

impl Input {
    /// The text of a file, by what it looks like.
    pub(crate) fn of(text: String) -> Self {
        if ModelFile::looks_like(&text) {
            Self::Model(text)
        } else {
            Self::Puzzle(text)
        }
    }

    /// Whether there is no text.
    pub(crate) fn is_unknown(&self) -> bool {
        self.text().is_empty()
    }

    /// The text of the file.
    pub(crate) fn text(&self) -> &str {
        let (Self::Puzzle(text) | Self::Model(text)) = self;
        text
    }

    /// The SHA-256 of the text, in hexadecimal digits.
    pub(crate) fn hash(&self) -> String {
        digits_of(&Sha256::digest(self.text()))
    }
}

/// A text that equal settings share.
pub(crate) fn key_of(setting: &Settings) -> String {
    serde_json::to_string(setting).expect("a setting holds texts and finite numbers")
}

/// The first part of the name of a run: the puzzle's, and the first digits of the hash of input, or
/// else model, and setting.
pub(crate) fn chain_name(name: &str, input: &str, setting: &Settings) -> String {
    let mut hasher = Sha256::new();
    hasher.update(input);
    hasher.update(key_of(setting));
    format!("{name}-{}", digits_of(&hasher.finalize()[..4]))
}

/// Shots of the final state, judged by the rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MeasuredRecord {
    /// How many shots were drawn.
    pub shots: u64,
    /// How many of them showed a solution.
    pub hits: u64,
    /// How many obey the rules, where boards differ in value.
    pub obeying: Option<u64>,
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
    /// One run of annealing that sweeps over the board as often as was asked for, or once for each
    /// layer of the search for the angles, up to and including this depth; absent where a run
    /// proposes more in any case.
    pub annealing: Option<Annealed>,
    /// Grover's search with as many iterations as QAOA has layers, in closed form.
    pub grover: Option<f64>,
    /// How many values the exact solver assumes until it knows all boards, the nodes of its search
    /// tree.
    pub exact_search_nodes: Option<u64>,
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

/// What one record is to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Wanted {
    pub depth: usize,
    pub layers: bool,
    pub baselines: bool,
    pub annealing: AnnealingBudget,
}

impl Wanted {
    /// What this record holds beside its numbers.
    pub(crate) fn of(record: &Record) -> Self {
        let others = &record.baselines;
        Self {
            depth: record.depth,
            layers: record.layers.is_some(),
            baselines: others.annealing.is_some() || others.exact_search_nodes.is_some(),
            annealing: others.annealing.map(Annealed::budget).unwrap_or_default(),
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
