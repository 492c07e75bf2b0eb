//! Registers: whatever is chosen, on every board, no solution is lost, every state has the energy
//! of its board, and the whole way from a puzzle to a judged board runs on the space.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "registers/boards.rs"]
mod boards;
#[path = "registers/pipeline.rs"]
mod pipeline;
