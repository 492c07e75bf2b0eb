//! What settings mean to the stages of the pipeline.

use super::{RunStage, SETTINGS, Setting, Settings};
use crate::error::Result;
use ketboard_puzzles::{Encodings, Weights};
use ketboard_qaoa::{SearchSettings, mixers::MixerName};

impl Settings {
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

    /// What the engine is told of a search down to a depth, without a table of angles.
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
        let mut settings = self.clone();
        let guesses = self.mixer.is_some_and(MixerName::is_warm);
        for setting in SETTINGS {
            let is_of_search = match setting.stage {
                RunStage::Model | RunStage::Registers | RunStage::Precision => false,
                RunStage::Ansatz | RunStage::Search | RunStage::Shots => true,
                RunStage::Seed => !guesses,
            };
            if is_of_search {
                setting.reset(&mut settings);
            }
        }
        settings
    }
}
