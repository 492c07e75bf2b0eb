//! Results that come back from a machine or its simulator, as JSON; what is not certain
//! is refused.
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
//! `result` says which is meant, counted through in the order of the file.
//!
//! An object that has a key twice is refused: one of two counts would be lost.
//!
//! Sources for the shapes: IBM, Sampler REST guide; docs.ionq.com, API v0.4, "Results formats";
//! Braket's schemas `gate_model_task_result` and `program_set_task_result`; client code of
//! pytket-quantinuum, `_convert_result`. A register is IonQ's `output_all` only where there is no
//! other, as it repeats them. Entry j of a Braket outcome belongs to `measuredQubits[j]`; numbers
//! beyond the circuit's are qubits of a machine, of which the file does not say what they hold.
//!
//! IonQ's two versions are the reverse of each other (docs.ionq.com, results formats of API v0.4,
//! read November 2026).

mod plain;
mod reader;
mod shape;

use super::{BitOrder, Bitstring, CountUnit, Counts};
use crate::error::{Error, Result};
use crate::unique_json;
use reader::ResultReader;
use serde_json::Value;
use shape::ResultShape;

/// Counts, and how they were read.
///
/// ```
/// use ketboard_circuits::{ResultHints, read_results};
///
/// let text = r#"{"results": [{"data": {"c": {"samples": ["0x1", "0x3"], "num_bits": 2}}}]}"#;
/// let measured = read_results(text, "job.json", 2, ResultHints::default())?;
/// assert_eq!((measured.counts.total(), measured.counts.distinct()), (2.0, 2));
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
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
/// use ketboard_circuits::{ResultHints, SaidBy, read_results};
///
/// let measured = read_results(r#"{"01": 3}"#, "counts.json", 2, ResultHints::default())?;
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
/// use ketboard_circuits::{BitOrder, Bitstring, ResultHints, read_results};
///
/// let of_qiskit = ResultHints { bit_order: Some(BitOrder::Right), ..ResultHints::default() };
/// let measured = read_results(r#"{"01": 3}"#, "counts.json", 2, of_qiskit)?;
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

/// All shapes of vendors; what none of them takes is [`plain`]. Adding one: a row here, in the
/// words of [`ResultShape`].
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
/// whole numbers, and neither bitstrings of `qubits` characters, one of them perhaps with a wrong
/// digit, nor bitstrings of a wrong width. A number below 2^n has fewer than n digits for every n >
/// 1.
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

/// The results in `text`, of a circuit that measured `qubits` qubits; `file` is for messages.
///
/// # Errors
/// If the text is no JSON of a known shape, an outcome does not fit the qubits, a count is no whole
/// number (or probabilities do not add up to 1), there are no counts, several results or registers
/// leave open which is meant, or a hint contradicts the file.
pub fn read_results(
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
        Error::input(file, Some(error.line()), found, plain::REMEDY)
    })?;
    let mut shapes = SHAPES.iter();
    let Some(shape) = shapes.find(|shape| shape.recognizes(&value, qubits)) else {
        return plain::read(&reader, &value);
    };
    reader.agreed(shape.order, &format!("a file of shape {}", shape.name))?;
    Ok(MeasuredResults {
        counts: reader.counts(shape.read(&reader, &value)?, shape.order)?,
        shape: shape.name,
        bit_order: shape.order,
        said_by: SaidBy::Shape,
    })
}
