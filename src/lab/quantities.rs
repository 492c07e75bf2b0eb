//! The numbers of a record: what each is called and means, once for tables, pages and files; and
//! `summary.csv`, one row a run, with everything in which runs differ and their main numbers.

use crate::pipeline::{Record, ShotEstimate};
use crate::settings::SETTINGS;

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
    Quantity {
        key: "qubits",
        head: "qubits",
        meaning: "after the reduction",
        of: Exact(|r| Some(r.qubits as f64)),
    },
    Quantity {
        key: "states",
        head: "states",
        meaning: "2^qubits, or those of the registers",
        of: Exact(|r| Some(r.states as f64)),
    },
    Quantity {
        key: "depth",
        head: "p",
        meaning: "layers of the circuit",
        of: Exact(|r| Some(r.depth as f64)),
    },
    Quantity {
        key: "expectation",
        head: "⟨C⟩",
        meaning: "mean energy of the state",
        of: Exact(|r| Some(r.metrics.expectation)),
    },
    Quantity {
        key: "success_probability",
        head: "success",
        meaning: "the probability of all boards that obey the rules (and are best, where boards differ in value), found by an exact solver over the rules; of a model, which states no rules, the probability of its exact ground states",
        of: Exact(|r| r.metrics.success_probability),
    },
    Quantity {
        key: "ground_probability",
        head: "ground",
        meaning: "the probability of the states of lowest energy, which is another thing wherever a rule has no penalty",
        of: Exact(|r| Some(r.metrics.ground_probability)),
    },
    Quantity {
        key: "ground_energy",
        head: "lowest energy",
        meaning: "the least value of the cost",
        of: Exact(|r| Some(r.metrics.ground_energy)),
    },
    Quantity {
        key: "approximation_ratio",
        head: "ratio",
        meaning: "approximation ratio: (highest − ⟨C⟩) / (highest − lowest), with the exact extremes of C",
        of: Exact(|r| r.approximation_ratio),
    },
    Quantity {
        key: "evaluations",
        head: "calls",
        meaning: "calls of the simulator during the search for angles, up to and including this depth",
        of: Exact(|r| Some(r.evaluations? as f64)),
    },
    Quantity {
        key: "shots_to_99",
        head: "shots to 99 %",
        meaning: "measurements needed to see a solution with 99 % probability: ln 0.01 / ln(1 − P), with the exact success probability",
        of: Exact(|r| r.shots_to_99),
    },
    Quantity {
        key: "layers_to_99",
        head: "layers to 99 %",
        meaning: "shots to 99 % times depth",
        of: Exact(|r| r.layers_to_99),
    },
    Quantity {
        key: "measured_hits",
        head: "hits",
        meaning: "solutions among the shots that were drawn",
        of: Exact(|r| Some(r.measured.as_ref()?.hits as f64)),
    },
    Quantity {
        key: "measured_success",
        head: "measured",
        meaning: "success in the shots that were drawn",
        of: Measured(|r| Some(r.measured.as_ref()?.success)),
    },
    Quantity {
        key: "measured_shots_to_99",
        head: "measured shots to 99 %",
        meaning: "from the shots that were drawn",
        of: Measured(|r| r.measured.as_ref()?.shots_to_99),
    },
    Quantity {
        key: "random_success_probability",
        head: "random guess",
        meaning: "the probability that one uniformly random state of the same space obeys the rules",
        of: Exact(|r| r.metrics.random_success_probability),
    },
    Quantity {
        key: "grover",
        head: "Grover",
        meaning: "success of Grover's search with as many iterations as QAOA has layers, in closed form",
        of: Exact(|r| r.baselines.grover),
    },
    Quantity {
        key: "annealing",
        head: "annealing",
        meaning: "success of one run of simulated annealing, of the sweeps that the plan asks for or else of as many as the search for the angles ran layers up to this depth, within 5 %: a layer of a circuit and a sweep both look once at every term of the cost. In brackets the 95 % interval (Wilson) of its runs; ≤ where none succeeded",
        of: Measured(|r| Some(r.baselines.annealing?.success)),
    },
    Quantity {
        key: "exact_search_nodes",
        head: "exact search",
        meaning: "values assumed by the exact solver until it knew all boards; of a model, the energies of all states",
        of: Exact(|r| Some(r.baselines.exact_search_nodes? as f64)),
    },
];

/// Numbers that the table of a sweep leaves out.
static OTHERS: [Quantity; 2] = [
    Quantity {
        key: "solutions",
        head: "solutions",
        meaning: "boards that obey the rules, or ground states of a model",
        of: Exact(|r| Some(r.solutions? as f64)),
    },
    Quantity {
        key: "objective",
        head: "objective",
        meaning: "the value of what was minimized",
        of: Exact(|r| r.objective),
    },
];

/// `summary.csv` of records.
pub(super) fn table(records: &[Record]) -> String {
    let names = ["run", "name", "family"].map(str::to_owned).into_iter();
    let names = names.chain(QUANTITIES.iter().flat_map(Quantity::columns));
    let names = names.chain(SETTINGS.iter().map(|setting| setting.name.to_owned()));
    let mut table = names.collect::<Vec<_>>().join(",") + "\n";
    for record in records {
        let family = record.family.clone().unwrap_or_default();
        let mut row = vec![quoted(&record.run), quoted(&record.name), family];
        let numbers = QUANTITIES.iter().flat_map(|one| one.numbers(record));
        row.extend(numbers.map(|number| number.map_or_else(String::new, |n| n.to_string())));
        let settings = SETTINGS
            .iter()
            .map(|setting| setting.short(&record.setting));
        row.extend(settings.map(|value| quoted(&value)));
        table += &(row.join(",") + "\n");
    }
    table
}

/// A text as the table quotes it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
