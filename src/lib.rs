//! Ketboard: QAOA on logic puzzles, from a puzzle file to a judged board.
//!
//! A puzzle is read ([`puzzle`]), stated as constraints over binary variables ([`model`]), reduced by its
//! initial conditions ([`reduce`]), written as a QUBO and a diagonal Ising Hamiltonian ([`encode`]), and handed to p layers
//! of QAOA on an exact state vector ([`sim`], [`qaoa`]):
//!
//! |γ, β⟩ = Π_{k=p..1} e^{-iβ_k ΣX} e^{-iγ_k C} |+⟩ⁿ
//!
//! whose angles are optimized ([`optimize`]), whose samples are decoded and judged by the rules ([`sample`],
//! [`classical`]), and whose circuit is exported ([`circuit`], [`export`]). [`pipeline`] joins the two halves; read it first.

pub mod circuit;
pub mod classical;
pub mod compile;
pub mod deletion;
pub mod device;
pub mod draw;
pub mod encode;
pub mod error;
pub mod experiment;
pub mod export;
pub mod expression;
pub mod files;
pub mod generate;
pub mod grid;
pub mod grover;
pub mod histogram;
pub mod html;
pub mod import;
pub mod lab;
pub mod model;
pub mod native;
pub mod noise;
pub mod optimize;
pub mod pipeline;
pub mod puzzle;
pub mod qaoa;
pub mod reduce;
pub mod registers;
pub mod report;
pub mod resources;
pub mod sample;
pub mod sim;

pub use error::{Error, Result};

/// The README's library example, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
