//! Measurements: drawn from a distribution, read from a file, decoded to boards and judged by the
//! rules.
//!
//! [`Counts::from_shots`] takes what the engine draws; [`MeasuredResults::read`] takes what a real
//! machine sends back; [`Counts::judge`] turns either into assignments and says which rules they
//! break. What is drawn is a basis state by its index; what a machine measured is a [`Bitstring`],
//! whose order in files [`BitOrder`] names. Only [`Counts::mitigated`] corrects readout errors.

mod counts;
mod decode;
mod mitigation;
mod results;

pub use counts::BitOrder;
pub use counts::Bitstring;
pub use counts::{CountUnit, Counts};
pub use decode::wilson;
pub use decode::{Judged, Summary};
pub use results::{MeasuredResults, ResultHints, SaidBy};
