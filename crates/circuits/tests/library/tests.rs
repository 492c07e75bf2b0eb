//! What holds for this crate, tested from within: no name is public for the sake of a test.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use crate::circuit::{Circuit, Gate};

mod circuits;
mod export;
#[path = "support/read_qasm.rs"]
mod read_qasm;
mod sample;
