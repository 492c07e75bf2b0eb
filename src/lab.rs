//! The laboratory: plans of runs, a record for each run, and the check that a record can be trusted.
//!
//! A *setting* says how a puzzle is run, a *run* is one puzzle under one setting at one depth, and a [`Record`] is all there is to say of
//! it: inputs, angles, numbers, versions. A record can be run again alone and gives the same bytes, so it holds no wall time.
//!
//! A [`Plan`] crosses puzzles with settings and depths. A [`Laboratory`] is a plan that is ready: it tells what the runs will take
//! ([`Laboratory::forecast`]) and makes them ([`Laboratory::run`]), each kept in the folder's journal as it is done. [`Results`] are such a folder.

mod axes;
mod chain;
mod contents;
mod difference;
mod folder;
mod forecast;
mod journal;
mod laboratory;
mod learn;
mod made_by;
mod meaning;
mod numbers;
mod plan;
mod planned;
mod read;
mod record;
mod recorder;
mod run;
mod setting;
mod source;
mod subject;
mod summary;
mod verify;

pub use axes::{AXES, Axes, Axis, Misfit};
pub use chain::Chain;
pub use contents::{Contents, LayersOf};
pub use difference::{Difference, difference};
pub use folder::Astray;
pub use forecast::Forecast;
pub use journal::{PLAN, RECORDS, SUMMARY, TIMES};
pub use laboratory::{Laboratory, LeftOut};
pub use learn::{Lesson, SettingMap, learn, lessons};
pub use made_by::MadeBy;
pub use numbers::whole_numbers;
pub use plan::{DEEPEST, Plan};
pub use read::read_records;
pub use record::{
    Annealed, Baselines, Estimate, Input, Layer, Layers, Likely, Measured, Record, Rule, Searched,
};
pub use run::{Heard, Listener, Results, hear_nothing};
pub use setting::Setting;
pub use source::{Source, refuse_equal_names};
pub use subject::{Subject, SubjectKind, Unsolvable, prepared};
pub use verify::{Extent, Farthest, Mistake, TOLERANCE, Verification, Wrong};
