//! A puzzle or model under a setting, ready to run, with what records say of where it came from.

use super::{Input, RunSource};
use crate::error::Result;
use crate::pipeline::{Problem, Source};
use crate::settings::Settings;

/// What a chain of runs is about.
#[derive(Clone, Debug)]
pub(crate) struct RunSubject {
    /// The name that records and pictures carry.
    pub name: String,
    /// What it was made of.
    pub input: Input,
    /// What runs, with its solutions.
    pub problem: Problem,
}

impl RunSubject {
    /// The puzzle or model of a source under a setting.
    ///
    /// # Errors
    /// A source that is neither puzzle nor model; a setting that makes no sense for it; nothing
    /// left to run; too large for the memory there is.
    pub(crate) fn prepare(source: &RunSource, setting: &Settings) -> Result<Self> {
        Self::of(source, source.parse()?, setting)
    }

    /// The same of a source that was parsed.
    pub(super) fn of(source: &RunSource, parsed: Source, setting: &Settings) -> Result<Self> {
        let problem = Problem::open(parsed, setting)?;
        problem.needs_qubits("depth to sweep")?;
        Ok(Self {
            name: source.name.clone(),
            input: source.input.clone(),
            problem,
        })
    }
}
