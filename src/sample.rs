//! Measurements: drawn from a distribution, read from a file, decoded to boards and judged by the rules.
//!
//! [`draw`] and [`draw_from`] replace the machine; [`read_results`] takes what a real machine sends back; [`judge`] turns either
//! into assignments and says which rules they break. Inside the program an outcome is a basis index (qubit k is
//! bit k); in files it is a bitstring, whose order [`BitOrder`] names. Readout errors are undone only where a caller asks for it
//! ([`mitigated`]).

mod bit_order;
mod counts;
mod decode;
mod draw;
mod interval;
mod mitigation;
mod results;

pub use bit_order::BitOrder;
pub use counts::{Counts, Unit};
pub use decode::{Judged, Summary, judge, judge_by, summarize};
pub use draw::{draw, draw_from};
pub use interval::{Interval, wilson};
pub use mitigation::{MOST_MITIGATED_QUBITS, mitigated, resampled};
pub use results::{Hints, Measured, SaidBy, read_results};
