//! Measurements: drawn from a distribution, read from a file, decoded to boards and judged by the rules.
//!
//! [`draw`] and [`draw_from`] replace the machine; [`read_counts`] takes what a real machine sends back; [`judge`] turns either
//! into assignments and says which rules they break. Inside the program an outcome is a basis index (qubit k is
//! bit k); in files it is a bitstring, whose order [`BitOrder`] names. There is no mitigation of errors here.

mod bit_order;
mod counts;
mod counts_file;
mod decode;
mod draw;

pub use bit_order::BitOrder;
pub use counts::{Counts, Unit};
pub use counts_file::read_counts;
pub use decode::{Judged, Summary, judge, judge_by, summarize};
pub use draw::{draw, draw_from};
