//! MPI for the engine: what `ketboard-qaoa` asks of a message-passing library ([`Ranks`]), answered
//! by collective calls of Open MPI or MPICH through rsmpi.
//!
//! Without the feature `mpi` this crate is empty, and needs no MPI to be compiled.
//!
//! [`Ranks`]: ketboard_qaoa::ranks::Ranks

#[cfg(feature = "mpi")]
mod world;

#[cfg(feature = "mpi")]
pub use world::run;
