//! What settings mean to the stages of the pipeline.

use super::{RunStage, SETTINGS, Setting, Settings};
use crate::error::{Error, Result};
use crate::pipeline::{
    Guess, Problem, ReductionPlan, RegisterPlan, SearchPlan, Unprepared, WarmStart,
};
use ketboard_puzzles::{Contradiction, Encodings, Puzzle, RuleSet, Weights};
use ketboard_qaoa::{MixerName, SearchSettings, Strategy};

impl Settings {
    /// The puzzle reduced, encoded and on its registers; the contradiction where deduction finds
    /// that there is no solution.
    ///
    /// # Errors
    /// Settings that make no sense together, or not for this puzzle; no legal filling of a
    /// register.
    pub(crate) fn problem(
        &self,
        puzzle: Puzzle,
    ) -> Result<std::result::Result<Problem, Box<Contradiction>>> {
        let mut weights = Weights::parse(&self.weights, self.encodings())?;
        for (kind, weight) in &self.own_weights {
            weights.set(*kind, *weight)?;
        }
        let registers = self.register_plan()?;
        let problem = match Problem::new(puzzle, &self.reduction()?, weights) {
            Ok(problem) => problem.encoded_as(self.encodings())?,
            Err(Unprepared::NoSolution(contradiction)) => return Ok(Err(contradiction)),
            Err(Unprepared::TooLarge(error)) => return Err(error),
        };
        let problem = match &self.drop_region {
            Some(which) => problem.without_region(which)?,
            None => problem,
        };
        problem.on_registers(&registers).map(Ok)
    }

    /// How rules become penalties, and variables qubits.
    pub(crate) fn encodings(&self) -> Encodings {
        Encodings {
            distinct_lines: self.distinct_lines,
            counts: self.counts,
            symbols: self.symbols,
        }
    }

    /// How far the puzzle is reduced. A space of registers needs no deduction beyond the paper's.
    ///
    /// # Errors
    /// Registers and a mixer that make no sense together.
    pub(crate) fn reduction(&self) -> Result<ReductionPlan> {
        let mut plan = ReductionPlan {
            level: self.reduce,
            target_qubits: self.target_qubits,
        };
        if plan == ReductionPlan::default() && self.register_plan()?.keeps_rules()? {
            plan.level = Some(RuleSet::Paper);
        }
        Ok(plan)
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

    /// The registers and the mixer that are meant, by name, also where the settings leave them to
    /// each other; `None` where they make no sense together.
    pub(crate) fn space(&self) -> Option<(&'static str, &'static str)> {
        let (choice, mixer) = self.register_plan().ok()?.meant().ok()?;
        Some((choice.name(), mixer.name))
    }

    /// The same settings with the registers and the mixer that are meant.
    pub(super) fn with_space(&self) -> Self {
        let meant = self.register_plan().and_then(|plan| plan.meant());
        let mut settings = self.clone();
        if let Ok((choice, mixer)) = meant {
            (settings.registers, settings.mixer) = (Some(choice), Some(mixer));
        }
        settings
    }

    fn register_plan(&self) -> Result<RegisterPlan> {
        let given = [
            ("warm_start", self.warm_start.is_some()),
            ("warm_epsilon", self.warm_epsilon.is_some()),
        ];
        let given = given.iter().find(|(_, is)| *is);
        if let (Some((option, _)), true) = (given, !self.mixer.is_some_and(MixerName::is_warm)) {
            let found = "only `mixer` warm begins with a guess";
            return Err(Error::setting(*option, found, "add `mixer` warm"));
        }
        let guess = match &self.warm_start {
            None => Guess::Annealed { seed: self.seed },
            Some(board) => Guess::Board {
                file: board.file.clone(),
                rows: board.text.lines().map(str::to_owned).collect(),
            },
        };
        Ok(RegisterPlan {
            choice: self.registers,
            mixer: self.mixer,
            warm: WarmStart {
                guess,
                epsilon: self.warm_epsilon.unwrap_or(WarmStart::default().epsilon),
            },
        })
    }

    /// How many starts the search has at a depth.
    pub(crate) fn starts_of_depth(&self, depth: usize) -> usize {
        let search = self.search(depth);
        search.map_or(self.starts, |plan| plan.settings.starts_of_depth(depth))
    }

    /// How angles are found down to a depth, and how the final state is sampled.
    ///
    /// # Errors
    /// A table of angles beside a strategy that takes none.
    pub(crate) fn search(&self, depth: usize) -> Result<SearchPlan> {
        let table = self.transfer_table.as_ref().map(|table| table.table);
        if table.is_some() && self.strategy != Strategy::Transfer {
            let found = format!("given with `strategy` {}", self.strategy.name());
            let remedy = "give it with `strategy` transfer, which alone uses it";
            return Err(Error::setting("transfer_table", found, remedy));
        }
        let settings = SearchSettings {
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
        };
        let plan = SearchPlan {
            settings,
            precision: self.precision,
            table,
            ansatz: self.ansatz,
            shots: self.shots,
            seed: self.seed,
        };
        Ok(plan.for_family(None))
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
