//! Measurements: drawn from a distribution, read from a file, decoded to boards and judged by the
//! rules.
//!
//! [`Counts::from_shots`] takes what the engine draws; [`read_results`] takes what a real machine
//! sends back; [`judge`] turns either into assignments and says which rules they break. What is
//! drawn is a basis state by its index; what a machine measured is a [`Bitstring`], of any number
//! of qubits, whose order in files [`BitOrder`] names. Readout errors are corrected only where a
//! caller asks for it ([`Counts::mitigated`]).

mod bit_order;
mod bitstring;
mod counts;
mod decode;
mod interval;
mod mitigation;
mod results;

pub use bit_order::BitOrder;
pub use bitstring::Bitstring;
pub use counts::{CountUnit, Counts};
pub use decode::{Judged, Summary, judge};
pub use interval::{Interval, wilson};
pub use results::{MeasuredResults, ResultHints, SaidBy, read_results};
