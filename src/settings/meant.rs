//! What settings mean to the stages of the pipeline, also where they are left out.
//!
//! With neither `reduce` nor `target_qubits` the reduction is automatic: the paper's rules, and,
//! only where they leave more than [`AUTOMATIC_QUBITS`], further deductions until that many are
//! left.

use super::{RunStage, SETTINGS, Setting, Settings};
use crate::error::{Error, Result};
use ketboard_puzzles::{
    Contradiction, Encodings, Model, Reduction, RegisterChoice, RuleSet, Weights, reduce,
};
use ketboard_qaoa::{
    SearchSettings,
    mixers::{MixerAction, MixerName},
};

/// The number of qubits to which the automatic plan reduces a board that the paper's rules leave
/// larger: a state that thousands of evaluations visit in seconds.
const AUTOMATIC_QUBITS: usize = 16;

impl Settings {
    /// The reduction of `model`.
    ///
    /// # Errors
    /// The contradiction, with its steps, where the deductions show that no solution exists.
    pub(crate) fn reduction_of(
        &self,
        model: &Model,
    ) -> std::result::Result<Reduction, Contradiction> {
        match (self.reduce, self.target_qubits) {
            (Some(level), target) => reduce(model, level, target),
            (None, Some(target)) => reduce(model, RuleSet::Full, Some(target)),
            (None, None) => match reduce(model, RuleSet::Paper, None)? {
                paper if paper.qubits() <= AUTOMATIC_QUBITS => Ok(paper),
                _ => reduce(model, RuleSet::Full, Some(AUTOMATIC_QUBITS)),
            },
        }
    }

    /// The number of qubits that the reduction aims at, where it aims at one.
    pub(crate) fn reduction_target(&self) -> Option<usize> {
        let automatic = self.reduce.is_none().then_some(AUTOMATIC_QUBITS);
        self.target_qubits.or(automatic)
    }

    /// The reduction in words: `paper`, `full, down to 12 qubits`, `the paper's rules, then further
    /// deductions down to 16 qubits`.
    pub(crate) fn reduction_in_words(&self) -> String {
        match (self.reduce, self.target_qubits) {
            (Some(level), None) => level.name().to_owned(),
            (Some(level), Some(n)) => format!("{}, down to {n} qubits", level.name()),
            (None, Some(n)) => format!("full, down to {n} qubits"),
            (None, None) => format!(
                "the paper's rules, then further deductions down to {AUTOMATIC_QUBITS} qubits"
            ),
        }
    }

    /// The same settings with the paper's rules where no reduction is named: for models of any
    /// width, which nothing has to hold in memory.
    pub(crate) fn by_the_paper_alone(&self) -> Self {
        let mut settings = self.clone();
        if settings.reduce.is_none() && settings.target_qubits.is_none() {
            settings.reduce = Some(RuleSet::Paper);
        }
        settings
    }

    /// The registers and the mixer that are meant; `None` for plain qubits under ΣX.
    ///
    /// # Errors
    /// If the registers and the mixer make no sense together, or a warm start is without its
    /// mixer.
    pub(crate) fn registers_and_mixer(&self) -> Result<Option<(RegisterChoice, MixerName)>> {
        use RegisterChoice::{Auto, OneHot, Qubits};
        self.check_warm_start()?;
        let choice = self.registers;
        let Some(mixer) = self.mixer else {
            let choice = choice.filter(|&choice| choice != Qubits);
            return Ok(choice.map(|choice| (choice, MixerName::XY_COMPLETE)));
        };
        let named = choice.map_or("", |choice| choice.name());
        let (found, remedy) = match (mixer.acts, choice) {
            (MixerAction::Qubits, None | Some(Qubits)) => return Ok(None),
            (MixerAction::Qubits, Some(_)) => (
                format!("x leaves the legal states of `registers` {named}"),
                "use `mixer` xy-complete, xy-ring or grover; or `registers` qubits",
            ),
            (MixerAction::Edges(_) | MixerAction::AllLevels, None)
            | (MixerAction::Edges(_), Some(Auto)) => return Ok(Some((OneHot, mixer))),
            (MixerAction::Edges(_) | MixerAction::AllLevels, Some(Qubits)) => (
                format!(
                    "{} mixes the levels of a register, and a qubit alone has none to exchange",
                    mixer.name
                ),
                "use `mixer` x; or `registers` auto, rows, columns or regions",
            ),
            (MixerAction::WarmQubits, Some(other)) if other != Qubits => (
                format!("warm turns single qubits, and `registers` {named} has none"),
                "use `registers` qubits",
            ),
            (_, choice) => return Ok(Some((choice.unwrap_or_default(), mixer))),
        };
        Err(Error::setting("mixer", found, remedy))
    }

    fn check_warm_start(&self) -> Result<()> {
        let is_warm = self.mixer.is_some_and(MixerName::is_warm);
        let of_warm = |one: &&Setting| one.name.starts_with("warm_") && one.is_changed(self);
        match SETTINGS.iter().find(of_warm) {
            Some(one) if !is_warm => {
                let found = "only `mixer` warm begins with a guess";
                Err(Error::setting(one.name, found, "add `mixer` warm"))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The names of the registers and the mixer that are meant; `None` where they make no sense
    /// together.
    pub(crate) fn space(&self) -> Option<(&'static str, &'static str)> {
        let meant = self.with_space().ok()?;
        Some((meant.registers?.name(), meant.mixer?.name))
    }

    /// The same settings with the registers and the mixer that are meant.
    ///
    /// # Errors
    /// As [`Self::registers_and_mixer`].
    pub(crate) fn with_space(&self) -> Result<Self> {
        let meant = self.registers_and_mixer()?;
        let (choice, mixer) = meant.unwrap_or((RegisterChoice::Qubits, MixerName::X));
        Ok(Self {
            registers: Some(choice),
            mixer: Some(mixer),
            ..self.clone()
        })
    }

    /// The same with the reduction that is meant, too: a space of registers needs no deduction
    /// beyond the paper's.
    ///
    /// # Errors
    /// As [`Self::registers_and_mixer`].
    pub(crate) fn meant(&self) -> Result<Self> {
        let settings = self.with_space()?;
        Ok(match settings.registers {
            None | Some(RegisterChoice::Qubits) => settings,
            Some(_) => settings.by_the_paper_alone(),
        })
    }

    /// How rules become penalties, and variables qubits.
    pub(crate) fn encodings(&self) -> Encodings {
        Encodings {
            distinct_lines: self.distinct_lines,
            counts: self.counts,
            symbols: self.symbols,
        }
    }

    /// The weights of the penalty terms.
    ///
    /// # Errors
    /// If a text names no kind that has penalties, or a weight is no positive number.
    pub(crate) fn weights_of_kinds(&self) -> Result<Weights> {
        let mut weights = Weights::parse(&self.weights, self.encodings())?;
        for (kind, weight) in &self.own_weights {
            weights.set(*kind, *weight)?;
        }
        Ok(weights)
    }

    /// The settings of the engine for a search down to a depth, without a table of angles.
    pub(crate) fn search_settings(&self, depth: usize) -> SearchSettings {
        SearchSettings {
            depth,
            effort: self.effort.unwrap_or_default(),
            starts: self.starts,
            seed: self.seed,
            optimizer: self.optimizer,
            iterations: self.iterations,
            strategy: self.strategy,
            objective: self.objective,
            objective_shots: self.objective_shots,
            ..SearchSettings::default()
        }
    }

    /// How many starts the search has at a depth.
    pub(crate) fn starts_of_depth(&self, depth: usize) -> usize {
        self.search_settings(depth).starts_of_depth(depth)
    }

    /// The name of the first setting here that only rules give a meaning.
    pub(crate) fn first_for_rules(&self) -> Option<&'static str> {
        let for_rules = |setting: &&Setting| {
            matches!(setting.stage, RunStage::Model | RunStage::Registers)
                && setting.is_changed(self)
        };
        let first = SETTINGS.iter().find(for_rules).map(Setting::option);
        first.or((!self.own_weights.is_empty()).then_some("weight"))
    }

    /// The same settings without what the search alone reads: where these are equal, the cost is
    /// one.
    pub(crate) fn without_search(&self) -> Self {
        self.searched_as(&Self::default())
    }

    /// The same settings with what the search alone reads from others.
    pub(crate) fn searched_as(&self, other: &Self) -> Self {
        let mut settings = self.clone();
        let guesses = self.mixer.is_some_and(MixerName::is_warm);
        for setting in SETTINGS {
            let is_of_search = match setting.stage {
                RunStage::Model | RunStage::Registers | RunStage::Precision => false,
                RunStage::Ansatz | RunStage::Search | RunStage::Shots => true,
                RunStage::Seed => !guesses,
            };
            if is_of_search {
                let taken = setting.set(&mut settings, &setting.get(other));
                taken.expect("what settings have is one of the values");
            }
        }
        settings
    }
}
