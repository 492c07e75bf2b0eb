//! The settings of a run: everything that, beside the puzzle and the depth, decides what it does.
//!
//! [`SETTINGS`] is their one table: a name, the values that are allowed, a help text, and how a
//! value is read and written. The options of the commands, the keys of plans, the fields of
//! records, the labels of figures and the reference in the docs are made from it. So a new setting
//! is a row of the table, and the place that uses it.

mod angle_table;
mod ansatz_kind;
mod given;
mod meant;
mod setting;
mod table;
mod value;

pub use angle_table::AngleTable;
pub(crate) use ansatz_kind::AnsatzKind;
pub(crate) use given::{GivenAngles, ReadAngles};
pub(crate) use setting::{Offered, RunStage, Setting, differences, digits_of};
pub(crate) use table::{SETTINGS, Settings, setting};
pub(crate) use value::{Allowed, RULES};

/// A table of angles, and the text from which it was read. Tables are kept until the program ends,
/// each once.
#[derive(Clone, Debug)]
pub(crate) struct TransferTable {
    text: String,
    /// What was read from it.
    pub table: &'static AngleTable,
}
