//! Results that come back from a machine or its simulator, as JSON; what is not certain is refused.
//!
//! Every vendor's shape is a record in a table. A file is recognized by its shape alone; the shape
//! then says which character is qubit 0 (only [plain](self) bitstrings leave that open), and what
//! was taken is part of the answer.
//!
//! - `ibm-sampler`: Sampler V2 over REST, `results[i].data.<register>.samples`. Qubit 0 is the
//!   lowest bit of the hexadecimal number.
//! - `ionq-v2`: IonQ, registers of bitstrings or lists of bits. Qubit 0 is the first character.
//! - `ionq-v1`: IonQ's older results, also through Azure, whole numbers as names. Qubit 0 is the
//!   lowest bit of the number.
//! - `quantinuum`: `results.<register>`, a bitstring for each shot. Qubit 0 is the last character.
//! - `braket`: `measurements`, `measurementCounts` or `measurementProbabilities`. Qubit 0 is the
//!   first character, in the order of `measuredQubits`.
//! - `braket-program-set`: `programResults[i].executableResults[k]`, each as `braket`.
//! - `plain`: `{"0110": 12, …}` and this program's own counts. Qubit 0 is where `bit_order` says,
//!   else it is the first character.
//!
//! A file may hold the results of several circuits, or of one at several sets of angles: the hint
//! `result` says which is meant, in the order of the file. An object that has a key twice is
//! refused: one of two counts would be lost.
//!
//! Sources for the shapes: IBM, Sampler REST guide; docs.ionq.com, API v0.4, "Results formats"
//! (November 2026); Braket's schemas `gate_model_task_result` and `program_set_task_result`; client
//! code of pytket-quantinuum, `_convert_result`. IonQ's `output_all` repeats the other registers,
//! and is read only where there is none. Entry j of a Braket outcome belongs to
//! `measuredQubits[j]`; numbers beyond the circuit's are qubits of a machine, of which the file
//! does not say what they hold.

mod reader;

use super::{BitOrder, Bitstring, CountUnit, Counts};
use crate::error::{Error, Result};
use crate::unique_json;
use reader::{Outcomes, ResultReader, brief};
use serde_json::{Map, Value};

/// Counts, and how they were read.
///
/// ```
/// use ketboard_circuits::{MeasuredResults, ResultHints};
///
/// let text = r#"{"results": [{"data": {"c": {"samples": ["0x1", "0x3"], "num_bits": 2}}}]}"#;
/// let measured = MeasuredResults::read(text, "job.json", 2, ResultHints::default())?;
/// assert_eq!((measured.counts.total(), measured.counts.distinct()), (2.0, 2));
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct MeasuredResults {
    /// What was seen how often.
    pub counts: Counts<Bitstring>,
    /// The name of the file's shape.
    pub shape: &'static str,
    /// The position of qubit 0 in the names of the outcomes.
    pub bit_order: BitOrder,
    /// Who said so.
    pub said_by: SaidBy,
}

/// Who says where qubit 0 is.
///
/// ```
/// use ketboard_circuits::{MeasuredResults, ResultHints, SaidBy};
///
/// let measured = MeasuredResults::read(r#"{"01": 3}"#, "counts.json", 2, ResultHints::default())?;
/// assert_eq!(measured.said_by, SaidBy::Nobody); // it may be Qiskit's order
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SaidBy {
    /// The caller.
    Caller,
    /// A key in the file.
    File,
    /// The shape of the file: its vendor has one order.
    Shape,
    /// Nobody; it was taken for the order this program writes.
    Nobody,
}

/// What a caller knows about a file of results.
///
/// ```
/// use ketboard_circuits::{MeasuredResults, BitOrder, Bitstring, ResultHints};
///
/// let of_qiskit = ResultHints { bit_order: Some(BitOrder::Right), ..ResultHints::default() };
/// let measured = MeasuredResults::read(r#"{"01": 3}"#, "counts.json", 2, of_qiskit)?;
/// assert_eq!(measured.counts.weight(&Bitstring::from_iter([true, false])), 3.0);
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ResultHints {
    /// The position of qubit 0 in the names of the outcomes, if it is known.
    pub bit_order: Option<BitOrder>,
    /// Which of several results is meant, from 1.
    pub result: Option<usize>,
}

/// Braket's ways to say an outcome.
const OF_BRAKET: &[(&str, Option<CountUnit>)] = &[
    ("measurements", None),
    ("measurementCounts", Some(CountUnit::Shots)),
    ("measurementProbabilities", Some(CountUnit::Probability)),
];

/// All shapes of vendors; what none of them takes is [`plain`]. A new one is a row here.
static SHAPES: &[ResultShape] = &[
    ResultShape {
        name: "ibm-sampler",
        order: BitOrder::Number,
        lists: "results",
        paths: &[("data/@/samples", None)],
        is_it: None,
    },
    ResultShape {
        name: "quantinuum",
        order: BitOrder::Right,
        lists: "",
        paths: &[("results/@", None)],
        is_it: None,
    },
    ResultShape {
        name: "ionq-v2",
        order: BitOrder::Left,
        lists: "",
        paths: &[
            ("probabilities/registers/@", Some(CountUnit::Probability)),
            ("histogram/registers/@", Some(CountUnit::Shots)),
            ("shots/+/registers/@", None),
        ],
        is_it: None,
    },
    ResultShape {
        name: "ionq-v1",
        order: BitOrder::Number,
        lists: "",
        paths: &[("histogram", None), ("", None)],
        is_it: Some(is_ionq_v1),
    },
    ResultShape {
        name: "braket-program-set",
        order: BitOrder::Left,
        lists: "programResults/executableResults",
        paths: OF_BRAKET,
        is_it: None,
    },
    ResultShape {
        name: "braket",
        order: BitOrder::Left,
        lists: "",
        paths: OF_BRAKET,
        is_it: None,
    },
];

/// Whether these are `{"6": 0.5, "9": 0.5}`, the same under `histogram`, or a list of such names:
/// whole numbers, and no bitstrings of `qubits` characters with a wrong digit or of a wrong width.
/// A number below 2^n has fewer than n digits for every n > 1.
fn is_ionq_v1(value: &Value, qubits: usize) -> bool {
    let names: Option<Vec<&str>> = match value.get("histogram").unwrap_or(value) {
        Value::Array(shots) => shots.iter().map(Value::as_str).collect(),
        Value::Object(map) => Some(map.keys().map(String::as_str).collect()),
        _ => None,
    };
    let names = names.unwrap_or_default();
    let is_whole = |name: &&str| {
        let is_short = qubits == 1 || name.len() != qubits;
        let digits = !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
        is_short && digits && (*name == "0" || !name.starts_with('0'))
    };
    let is_binary = |name: &&str| name.bytes().all(|b| b == b'0' || b == b'1');
    !names.is_empty() && names.iter().all(is_whole) && (qubits == 1 || !names.iter().all(is_binary))
}

impl MeasuredResults {
    /// The results in `text`, of a circuit that measured `qubits` qubits; `file` is for messages.
    /// Fails if the text is no JSON of a known shape, an outcome does not fit the qubits, a count
    /// is no whole number (or probabilities do not add up to 1), there are no counts, several
    /// results or registers leave open which is meant, or a hint contradicts the file.
    pub fn read(
        text: &str,
        file: &str,
        qubits: usize,
        hints: ResultHints,
    ) -> Result<MeasuredResults> {
        let reader = ResultReader {
            text,
            file,
            qubits,
            hints,
        };
        let value = unique_json::parsed(text).map_err(|error| {
            let found = format!("this is no JSON that can be read ({error})");
            Error::input(file, Some(error.line()), found, REMEDY)
        })?;
        let mut shapes = SHAPES.iter();
        let Some(shape) = shapes.find(|shape| shape.recognizes(&value, qubits)) else {
            return read_plain(&reader, &value);
        };
        reader.agreed(shape.order, &format!("a file of shape {}", shape.name))?;
        Ok(MeasuredResults {
            counts: reader.counts(shape.read(&reader, &value)?, shape.order)?,
            shape: shape.name,
            bit_order: shape.order,
            said_by: SaidBy::Shape,
        })
    }
}

// Plain counts: `{"0110": 12, …}`, the same under `counts` or `probabilities` beside `bit_order`
// and `shots`, or a list of shots, each a bitstring or a list of bits in the order of the qubits.
//
// This program writes the second form, Qiskit's `get_counts` the first (with qubit 0 last). A file
// that names its `bit_order` must agree with the caller; where nobody says, names that all start
// with `0x` are numbers, and in others the first character is qubit 0.

pub(super) const REMEDY: &str = "results are {\"0110\": 12, ...}, or the same under \"counts\" or \"probabilities\" beside \
    \"bit_order\" and \"shots\", or a list of bitstrings, one for each shot, or what IBM, IonQ, Braket and Quantinuum send";

fn read_plain(reader: &ResultReader<'_>, value: &Value) -> Result<MeasuredResults> {
    let mut said = reader.hints.bit_order.map(|order| (order, SaidBy::Caller));
    let mut unit = None;
    let mut outcomes = value;
    let wrapped = value
        .as_object()
        .filter(|o| KEYS[..2].iter().any(|key| o.contains_key(*key)));
    if let Some(object) = wrapped {
        let unknown = object.keys().find(|key| !KEYS.contains(&key.as_str()));
        if let Some(key) = unknown {
            return Err(reader.wrong(Some(key), format!("unknown key {key:?}"), REMEDY));
        }
        outcomes = match (object.get("counts"), object.get("probabilities")) {
            (Some(counts), None) => counts,
            (None, Some(probabilities)) => {
                unit = Some(CountUnit::Probability);
                probabilities
            }
            _ => {
                let found = "counts and probabilities in one file";
                return Err(reader.wrong(Some("probabilities"), found, "give one of them"));
            }
        };
        if let Some(order) = object.get("bit_order") {
            said = Some((agreed_order(reader, order)?, SaidBy::File));
        }
    }
    if let Some(status) = outcomes.get("status") {
        let status = brief(status);
        let found = format!("this describes a job whose status is {status}, and holds no results");
        let remedy = "give the results of the job, once it is done";
        return Err(reader.wrong(Some("status"), found, remedy));
    }
    if unit.is_some() && !outcomes.is_object() {
        let found = format!("{} is no object", brief(outcomes));
        return Err(reader.wrong(None, found, REMEDY));
    }
    let are_bits = outcomes.get(0).is_some_and(|shot| !shot.is_string());
    let outcomes = reader.outcomes(outcomes, unit)?;
    let (bit_order, said_by) = said.unwrap_or_else(|| guessed(outcomes.names()));
    if bit_order == BitOrder::Number && are_bits {
        let remedy = "a list of bits has no numbers: give the setting `bit_order` qubit0-left or qubit0-right";
        return Err(reader.wrong(None, "shots are lists of bits", remedy));
    }
    let counts = reader.counts(outcomes, bit_order)?;
    if let Some(stated) = wrapped.and_then(|object| object.get("shots")) {
        check_shots(reader, stated, &counts)?;
    }
    Ok(MeasuredResults {
        counts,
        shape: "plain",
        bit_order,
        said_by,
    })
}

/// The keys of an object that holds counts.
const KEYS: [&str; 4] = ["counts", "probabilities", "bit_order", "shots"];

/// The order of names where nobody says it.
fn guessed<'a>(mut names: impl Iterator<Item = &'a str> + Clone) -> (BitOrder, SaidBy) {
    let is_any = names.clone().next().is_some();
    if is_any && names.all(|name| name.starts_with("0x")) {
        (BitOrder::Number, SaidBy::Shape)
    } else {
        (BitOrder::Left, SaidBy::Nobody)
    }
}

/// The order that the caller and the file agree on.
fn agreed_order(reader: &ResultReader<'_>, stated: &Value) -> Result<BitOrder> {
    let Some(order) = stated.as_str().and_then(BitOrder::from_name) else {
        let found = format!("bit_order is {}", brief(stated));
        let remedy = format!("it is one of {}", BitOrder::names());
        return Err(reader.wrong(Some("bit_order"), found, remedy));
    };
    reader.agreed(order, "this file")?;
    Ok(order)
}

fn check_shots(
    reader: &ResultReader<'_>,
    stated: &Value,
    counts: &Counts<Bitstring>,
) -> Result<()> {
    let total = counts.total();
    let is_right = match counts.unit() {
        CountUnit::Shots => stated.as_f64() == Some(total),
        CountUnit::Probability => stated.is_u64(),
    };
    if is_right {
        return Ok(());
    }
    let found = format!("shots is {}, the counts add up to {total}", brief(stated));
    Err(reader.wrong(Some("shots"), found, "correct the number, or leave it out"))
}

// Where a vendor's file holds the outcomes.

/// A shape that a vendor's results come in.
struct ResultShape {
    name: &'static str,
    order: BitOrder,
    /// Keys to the lists of several results, each counted through.
    lists: &'static str,
    /// The keys to the outcomes of a result, of which the first that are there are read: `@` is the
    /// only entry of an object, `+` every entry of a list, each one shot. Lists of outcomes that
    /// are names are sets of them, counted through, too.
    paths: &'static [(&'static str, Option<CountUnit>)],
    /// Whether a file is of this shape, for so many qubits, where its keys do not say.
    is_it: Option<fn(&Value, usize) -> bool>,
}

fn keys(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|key| !key.is_empty())
}

impl ResultShape {
    fn recognizes(&self, value: &Value, qubits: usize) -> bool {
        match (self.is_it, keys(self.lists).next()) {
            (Some(is_it), _) => is_it(value, qubits),
            (None, Some(key)) => value.get(key).is_some_and(Value::is_array),
            (None, None) => self.paths.iter().any(|(path, _)| leads(value, path)),
        }
    }

    fn read(&self, reader: &ResultReader<'_>, value: &Value) -> Result<Outcomes> {
        let mut results = vec![value];
        for key in keys(self.lists) {
            let mut inner = Vec::new();
            for result in results {
                let list = reader.child(result, key)?.as_array();
                let wrong = || reader.wrong(Some(key), format!("{key} is no list"), WHOLE);
                inner.extend(list.ok_or_else(wrong)?);
            }
            results = inner;
        }
        // what cannot be read is refused where it is meant
        let mut all = Vec::new();
        for result in results {
            let path = self.paths.iter().find(|(path, _)| leads(result, path));
            let (path, unit) = *path.unwrap_or(&self.paths[0]);
            match reader.at(result, path) {
                Err(error) => all.push(Err(error)),
                Ok((parent, found)) => {
                    all.extend(sets(&found).into_iter().map(|set| Ok((parent, set, unit))));
                }
            }
        }
        let key = keys(self.lists).next().unwrap_or(self.paths[0].0);
        let (parent, set, unit) = all.swap_remove(reader.chosen(all.len(), key)?)?;
        let outcomes = reader.outcomes(&set, unit)?;
        if self.paths[0].0.ends_with("samples")
            && let Some(sample) = outcomes.names().find(|name| !name.starts_with("0x"))
        {
            let remedy = "a sample is a hexadecimal number: \"0x3\"";
            return Err(reader.wrong(Some(sample), format!("a sample is {sample:?}"), remedy));
        }
        if let Some(bits) = parent.get("num_bits").and_then(Value::as_u64)
            && bits != reader.qubits as u64
        {
            let found = format!("{bits} bits, the circuit has {} qubits", reader.qubits);
            let remedy = "decode with the options of the export";
            return Err(reader.wrong(Some("num_bits"), found, remedy));
        }
        match parent.get("measuredQubits") {
            Some(places) if !places.is_null() => reader.permuted(outcomes, places),
            _ => Ok(outcomes),
        }
    }
}

const WHOLE: &str = "give the whole result as the service sent it";

/// Whether the value has something there, as far as the keys of the path say.
fn leads(value: &Value, path: &str) -> bool {
    let mut now = value;
    for key in keys(path) {
        let inner = match key {
            "@" => return now.is_object(),
            "+" => now.get(0),
            key => now.get(key),
        };
        match inner {
            Some(inner) => now = inner,
            None => return false,
        }
    }
    !now.is_null()
}

/// The lists of hexadecimal names in nested lists of them, or else the outcomes themselves.
fn sets(outcomes: &Value) -> Vec<Value> {
    let is_part =
        |part: &Value| part.is_array() || part.as_str().is_some_and(|name| name.starts_with("0x"));
    let is_set = |list: &Value| list.as_array().is_some_and(|list| list.iter().any(is_part));
    match outcomes.as_array() {
        Some(lists) if !lists.is_empty() && lists.iter().all(is_set) => {
            lists.iter().flat_map(sets).collect()
        }
        _ => vec![outcomes.clone()],
    }
}

impl ResultReader<'_> {
    fn child<'v>(&self, value: &'v Value, key: &str) -> Result<&'v Value> {
        value.get(key).ok_or_else(|| {
            let found = format!("missing field `{key}` in {}", brief(value));
            self.wrong(None, found, WHOLE)
        })
    }

    /// What a path leads to, with the object that holds it.
    fn at<'v>(&self, value: &'v Value, path: &str) -> Result<(&'v Value, Value)> {
        if let Some((before, after)) = path.split_once("/+/") {
            let (parent, list) = (value, self.child(value, before)?);
            let shots = list.as_array().into_iter().flatten();
            let shots = shots.map(|shot| Ok(self.at(shot, after)?.1));
            return Ok((parent, shots.collect::<Result<Vec<_>>>()?.into()));
        }
        let (mut parent, mut now) = (value, value);
        for key in keys(path) {
            parent = now;
            now = match (key, now) {
                ("@", Value::Object(registers)) => self.register(registers)?,
                _ => self.child(now, key)?,
            };
        }
        Ok((parent, now.clone()))
    }

    /// The one classical register of a result, or `output_all` where there is none.
    fn register<'v>(&self, registers: &'v Map<String, Value>) -> Result<&'v Value> {
        let is_own = |name: &&String| registers.len() == 1 || name.as_str() != "output_all";
        let names: Vec<&String> = registers.keys().filter(is_own).collect();
        self.only_register(&names)?;
        Ok(&registers[names[0]])
    }
}
