//! The numbers of a record: what each is called and means, once for tables, pages and files.

use super::Record;
use crate::pipeline::ShotEstimate;

/// A number of a record.
#[derive(Debug)]
pub(crate) struct Quantity {
    /// Its name in files.
    pub(crate) key: &'static str,
    /// Its name above a column.
    pub(crate) head: &'static str,
    /// What it is, in words.
    pub(crate) meaning: &'static str,
    of: NumberOf,
}

/// How a number is read of a record; nothing where it was not computed.
#[derive(Debug)]
enum NumberOf {
    Exact(fn(&Record) -> Option<f64>),
    /// With its 95 % interval, of which the upper end may be infinite.
    Measured(fn(&Record) -> Option<ShotEstimate>),
}
use NumberOf::{Exact, Measured};

impl Quantity {
    const fn new(
        key: &'static str,
        head: &'static str,
        meaning: &'static str,
        of: NumberOf,
    ) -> Self {
        Self {
            key,
            head,
            meaning,
            of,
        }
    }

    /// The number of a record, with the ends of its interval where it is measured.
    fn found(&self, record: &Record) -> [Option<f64>; 3] {
        let found = match self.of {
            Exact(of) => return [of(record), None, None],
            Measured(of) => of(record),
        };
        found.map_or([None; 3], |one| [Some(one.value), Some(one.low), one.high])
    }

    /// The number of a record.
    pub(crate) fn value(&self, record: &Record) -> Option<f64> {
        self.found(record)[0]
    }

    /// The interval of the number, where it is measured and the interval has an end.
    pub(crate) fn interval(&self, record: &Record) -> Option<(f64, f64)> {
        let [_, low, high] = self.found(record);
        low.zip(high)
    }

    /// The names of the columns that hold it in a file: of what is measured the ends as well.
    pub(crate) fn columns(&self) -> Vec<String> {
        let ends = match self.of {
            Exact(_) => &[""][..],
            Measured(_) => &["", "_low", "_high"],
        };
        ends.iter()
            .map(|end| format!("{}{end}", self.key))
            .collect()
    }

    /// The numbers of these columns.
    pub(crate) fn numbers(&self, record: &Record) -> Vec<Option<f64>> {
        self.found(record)[..self.columns().len()].to_vec()
    }
}

/// All numbers: those of the table of a sweep, in its order, and others.
pub(crate) fn quantities() -> impl Iterator<Item = &'static Quantity> {
    QUANTITIES.iter().chain(&OTHERS)
}

/// The number of this key.
///
/// # Panics
/// Where there is none.
pub(crate) fn quantity(key: &str) -> &'static Quantity {
    quantities()
        .find(|quantity| quantity.key == key)
        .expect("the key is that of a quantity")
}

/// The numbers of the table of a sweep, in their order.
pub(crate) static QUANTITIES: [Quantity; 18] = [
    Quantity::new(
        "qubits",
        "qubits",
        "after the reduction",
        Exact(|r| Some(r.qubits as f64)),
    ),
    Quantity::new(
        "states",
        "states",
        "2^qubits, or those of the registers",
        Exact(|r| Some(r.states as f64)),
    ),
    Quantity::new(
        "depth",
        "p",
        "layers of the circuit",
        Exact(|r| Some(r.depth as f64)),
    ),
    Quantity::new(
        "expectation",
        "⟨C⟩",
        "mean energy of the state",
        Exact(|r| Some(r.expectation)),
    ),
    Quantity::new(
        "success_probability",
        "success",
        "the probability of all boards that obey the rules (and are best, where boards differ in value), found by an exact solver over the rules; of a model, which states no rules, the probability of its exact ground states",
        Exact(|r| r.success_probability),
    ),
    Quantity::new(
        "ground_probability",
        "ground",
        "the probability of the states of lowest energy, which is another thing wherever a rule has no penalty",
        Exact(|r| Some(r.ground_probability)),
    ),
    Quantity::new(
        "ground_energy",
        "lowest energy",
        "the least value of the cost",
        Exact(|r| Some(r.ground_energy)),
    ),
    Quantity::new(
        "approximation_ratio",
        "ratio",
        "approximation ratio: (highest − ⟨C⟩) / (highest − lowest), with the exact extremes of C",
        Exact(|r| r.approximation_ratio),
    ),
    Quantity::new(
        "evaluations",
        "calls",
        "calls of the simulator during the search for angles, up to and including this depth",
        Exact(|r| Some(r.evaluations as f64)),
    ),
    Quantity::new(
        "shots_to_99",
        "shots to 99 %",
        "measurements needed to see a solution with 99 % probability: ln 0.01 / ln(1 − P), with the exact success probability",
        Exact(|r| r.shots_to_99),
    ),
    Quantity::new(
        "layers_to_99",
        "layers to 99 %",
        "shots to 99 % times depth",
        Exact(|r| r.layers_to_99),
    ),
    Quantity::new(
        "measured_hits",
        "hits",
        "solutions among the shots that were drawn",
        Exact(|r| Some(r.measured.as_ref()?.hits as f64)),
    ),
    Quantity::new(
        "measured_success",
        "measured",
        "success in the shots that were drawn",
        Measured(|r| Some(r.measured.as_ref()?.success)),
    ),
    Quantity::new(
        "measured_shots_to_99",
        "measured shots to 99 %",
        "from the shots that were drawn",
        Measured(|r| r.measured.as_ref()?.shots_to_99),
    ),
    Quantity::new(
        "random_guess",
        "random guess",
        "the probability that one uniformly random state of the same space obeys the rules",
        Exact(|r| r.baselines.random_guess),
    ),
    Quantity::new(
        "grover",
        "Grover",
        "success of Grover's search with as many iterations as QAOA has layers, in closed form",
        Exact(|r| r.baselines.grover),
    ),
    Quantity::new(
        "annealing",
        "annealing",
        "success of one run of simulated annealing of as many sweeps as the search for the angles ran layers up to this depth, within 5 %: a layer of a circuit and a sweep both look once at every term of the cost. In brackets the 95 % interval (Wilson) of its runs; ≤ where none succeeded",
        Measured(|r| Some(r.annealing()?.success)),
    ),
    Quantity::new(
        "exact_search_nodes",
        "exact search",
        "values assumed by the exact solver until it knew all boards; of a model, the energies of all states",
        Exact(|r| Some(r.baselines.exact_search.as_ref()?.nodes as f64)),
    ),
];

/// Numbers that the table of a sweep leaves out.
static OTHERS: [Quantity; 2] = [
    Quantity::new(
        "solutions",
        "solutions",
        "boards that obey the rules, or ground states of a model",
        Exact(|r| Some(r.solutions? as f64)),
    ),
    Quantity::new(
        "objective",
        "objective",
        "the value of what was minimized",
        Exact(|r| Some(r.objective)),
    ),
];
