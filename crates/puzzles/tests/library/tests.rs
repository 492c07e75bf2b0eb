//! What holds for this crate, tested from within: no name is public for the sake of a test.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod anneal;
mod classical;
mod draw;
mod encoding;
#[path = "support/enumerated.rs"]
mod enumerated;
mod families;
mod goldens;
mod import;
mod model_formats;
mod model_mistakes;
mod paper_equations;
mod puzzle_files;
mod reduction;
