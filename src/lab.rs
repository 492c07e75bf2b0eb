//! The laboratory: plans of runs, a record for each run, and the check that a record can be trusted.
//!
//! A *setting* says how a puzzle is run, a *run* is one puzzle under one setting at one depth, and a [`Record`] is all there is to say of
//! it: inputs, angles, numbers, versions. A record can be run again alone and gives the same bytes, so it holds no wall time.

mod read;
mod record;
mod setting;

pub use read::read_records;
pub use record::{
    Annealed, Baselines, Estimate, Input, Layer, Layers, Likely, Measured, Record, Rule, Searched,
};
pub use setting::Setting;
