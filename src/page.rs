//! The report page: one HTML file that holds a study whole, made from its records alone.
//!
//! The page needs no network and no other file: its style, its script and its data are in it, and
//! a Content-Security-Policy forbids the browser to load anything else. Tables, settings and
//! conventions are plain HTML and can be read without a script. The data hold every number of every
//! record as it is there, and the figures as [`crate::plots`] drew them: the script shows these
//! pictures, reads values from them, and fills the cells of boards. What a record only implies (its
//! reduction, its energies) is made again from its input and setting, and left out, with the
//! reason, where the model's hash differs.
//!
//! Nothing here runs a circuit, and nothing here reads a file: records in, text out.

mod board;
mod chain;
mod data;
mod escape;
mod frame;
mod model;
mod pictures;
mod plan;
mod playground;
mod settings;
mod table;

pub(crate) use crate::plots::short;
pub(crate) use board::PageBoard;
pub(crate) use escape::shell;
pub(crate) use frame::{PageSource, page};
pub(crate) use model::{board_after, left, plural};
