//! The program as its users meet it, run as a process of its own: commands, their JSON, their
//! messages, their files.
#![allow(
    clippy::disallowed_methods,
    reason = "tests compare with the system's functions"
)]
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod anneal;
mod book;
mod cli;
mod figures;
mod goldens;
mod import;
mod lab;
mod program;
