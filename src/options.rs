//! All options of a run of QAOA on a puzzle, in one builder.
//!
//! The defaults are those of the program: the paper's reduction, going on to 16 qubits where it
//! leaves more; the paper's encodings and weights; plain qubits under ΣX; the smooth valley of
//! each depth and those beside it, by quasi-Newton steps from the exact gradient.

use crate::pipeline::SearchPlan;
use crate::settings::{SETTINGS, Settings, setting};
use crate::{Error, Result};
use ketboard_puzzles::{Kind, Weights};
use ketboard_qaoa::{SearchSettings, search::Progress};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// How a puzzle is reduced, encoded and run: a method for what is often set, and [`Self::set`] for
/// every setting by its name.
///
/// ```
/// use ketboard::{Options, Puzzle};
///
/// let options = Options::default().depth(2).seed(7).target_qubits(5);
/// let run = Puzzle::read("examples/puzzles/tango-4x4.toml")?.solve(&options)?;
/// assert_eq!((run.depth(), run.problem().qubits()), (2, 5));
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    pub(crate) settings: Settings,
    depth: usize,
    listener: ProgressListener,
}

/// What hears of the search and answers whether it goes on.
type OnProgress = dyn Fn(&Progress) -> ControlFlow<()> + Send + Sync;

/// What hears of the search, if anything does.
#[derive(Clone, Default)]
struct ProgressListener(Option<Arc<OnProgress>>);

impl fmt::Debug for ProgressListener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "listens" } else { "none" })
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            settings: Settings::default(),
            depth: SearchSettings::default().depth,
            listener: ProgressListener::default(),
        }
    }
}

impl Options {
    /// The number of layers p; 4 by default. At 0 the start state is sampled.
    pub fn depth(mut self, layers: usize) -> Self {
        self.depth = layers;
        self
    }

    /// The setting of a name, from its value as plans and records write it. Names and values are
    /// those of the reference (`ketboard manual`); where a value is a file, it is the text in it.
    ///
    /// ```
    /// use ketboard::{Options, Puzzle};
    ///
    /// let options = Options::default().set("target_qubits", "5")?.set("objective", "cvar:0.5")?;
    /// let run = Puzzle::read("examples/puzzles/tango-4x4.toml")?.solve(&options.depth(1))?;
    /// let angles = run.angles();
    /// assert_eq!((run.problem().qubits(), angles.gammas.len()), (5, 1));
    /// let slip = Options::default().set("mixer", "y").unwrap_err().to_string();
    /// assert!(slip.starts_with("`mixer`: found 'y'; give default, x, "), "{slip}");
    /// # Ok::<(), ketboard::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no setting of that name or the text is none of its values.
    pub fn set(mut self, name: &str, value: &str) -> Result<Self> {
        let Some(known) = setting(name) else {
            let names: Vec<&str> = SETTINGS.iter().map(|one| one.name).collect();
            let remedy = format!("known are {}", names.join(", "));
            return Err(Error::argument(
                "setting",
                format!("found '{name}'"),
                remedy,
            ));
        };
        known.set(&mut self.settings, value)?;
        Ok(self)
    }

    /// The seed of everything random: perturbed starts, optimizers that draw, the samples. The same
    /// seed gives the same run, for any number of threads.
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = seed;
        self
    }

    /// The number of samples that are drawn from the final state and checked against the rules;
    /// 1024 by default.
    pub fn shots(mut self, shots: u64) -> Self {
        self.settings.shots = shots;
        self
    }

    /// The reduction stops as soon as at most this many qubits are left; unless `reduce`
    /// is set, it uses all rules.
    pub fn target_qubits(mut self, qubits: usize) -> Self {
        self.settings.target_qubits = Some(qubits);
        self
    }

    /// The weight of the penalties of one kind of rule; each kind weighs 1 by default.
    ///
    /// # Errors
    /// If the weight is not a positive finite number.
    pub fn weight(mut self, kind: Kind, weight: f64) -> Result<Self> {
        Weights::default().set(kind, weight)?;
        if let Kind::Own(_) = kind {
            self.settings.own_weights.insert(kind, weight);
        } else {
            self.settings.weights.push(format!("{kind}={weight}"));
        }
        Ok(self)
    }

    /// A listener that hears of the search and can stop it.
    ///
    /// It is asked at every evaluation, and between the layers of evaluations that take long; where
    /// it answers [`ControlFlow::Break`], the run ends with the best angles found so far.
    pub fn progress(
        mut self,
        listener: impl Fn(&Progress) -> ControlFlow<()> + Send + Sync + 'static,
    ) -> Self {
        self.listener = ProgressListener(Some(Arc::new(listener)));
        self
    }

    /// The listener's answer.
    pub(crate) fn hear(&self, progress: &Progress) -> ControlFlow<()> {
        let listener = self.listener.0.as_ref();
        listener.map_or(ControlFlow::Continue(()), |listener| listener(progress))
    }

    /// How angles are searched for and the final state is sampled.
    ///
    /// # Errors
    /// If the options make no sense together.
    pub(crate) fn search(&self) -> Result<SearchPlan> {
        self.settings.search(self.depth)
    }
}
