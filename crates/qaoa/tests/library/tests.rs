//! What holds for this crate, tested from within: no name is public for the sake of a test.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod ansatz;
mod goldens;
pub(crate) mod optimize;
mod qaoa;
mod ranks;
mod simulator;
