//! The sweep: plans of runs, a record for each run, and the check that a record can be
//! trusted.
//!
//! A *setting* says how a puzzle is run, a *run* is one puzzle under one setting at one depth, and
//! a [`Record`] is all there is to say of it: inputs, angles, numbers, versions. A record can be
//! run again alone and gives the same bytes, so it holds no wall time.
//!
//! A [`SweepPlan`] crosses puzzles with settings and depths. A [`PreparedSweep`] is a plan that is
//! ready: it says what the runs will take ([`PreparedSweep::forecast`]) and makes them
//! ([`PreparedSweep::run`]), each kept in the folder's journal as it is done. [`Results`] are such
//! a folder. A [`Shard`] is a part of a plan, in a folder of its own.

mod chain;
mod forecast;
mod journal;
mod plan;
mod quantities;
mod read;
mod record;
mod sweep;
mod verify;

pub(crate) use chain::Chain;
pub(crate) use journal::PLAN;
pub(crate) use plan::{Axes, RunSource, Shard, SweepPlan, whole_numbers};
pub(crate) use quantities::{Quantity, quantities, quantity};
pub(crate) use read::{read_records, records_of_texts};
pub(crate) use record::{RecordOptions, made_by};
pub(crate) use sweep::{PreparedSweep, RunListener, SweepEvent};
pub use verify::Verified;
pub(crate) use verify::verify;
