//! The JSON Schemas of what commands print and write, made from the types that are written.

use super::compare::ComparisonRecord;
use super::device::DeviceReport;
use super::landscape::{LandscapeRecord, LandscapeReport};
use super::solved::{NoSolutionRecord, SolveRecord};
use crate::lab::Record;
use crate::settings::Settings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;

/// An object of JSON that the program writes.
#[derive(Debug)]
pub(crate) struct JsonKind {
    /// The name of the kind, as `ketboard schema` takes it.
    pub name: &'static str,
    /// Which command writes such objects.
    pub about: &'static str,
    /// The function that makes the JSON Schema of the kind.
    pub schema: fn() -> Value,
}

/// Every kind of object that a command writes, in the order of the help.
pub(crate) static KINDS: &[JsonKind] = &[
    JsonKind {
        name: "solve",
        about: "the JSON of solve and of evaluate",
        schema: schema_of::<SolveRecord>,
    },
    JsonKind {
        name: "no-solution",
        about: "the JSON of commands where the puzzle has no solution",
        schema: schema_of::<NoSolutionRecord>,
    },
    JsonKind {
        name: "record",
        about: "a line of records.jsonl, which a sweep writes",
        schema: schema_of::<Record>,
    },
    JsonKind {
        name: "settings",
        about: "the settings in a record",
        schema: schema_of::<Settings>,
    },
    JsonKind {
        name: "compare",
        about: "the JSON of compare",
        schema: schema_of::<ComparisonRecord>,
    },
    JsonKind {
        name: "device",
        about: "the JSON of device",
        schema: schema_of::<DeviceReport>,
    },
    JsonKind {
        name: "landscape",
        about: "the JSON of landscape",
        schema: schema_of::<LandscapeReport>,
    },
    JsonKind {
        name: "landscape-record",
        about: "the file that landscape writes and plot reads",
        schema: schema_of::<LandscapeRecord>,
    },
];

fn schema_of<T: JsonSchema>() -> Value {
    SchemaGenerator::default()
        .into_root_schema_for::<T>()
        .to_value()
}
