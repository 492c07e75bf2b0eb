//! The search for angles on puzzles and models, whole and stopped.

#[path = "optimize/layers_stopped.rs"]
mod layers_stopped;
#[path = "optimize/strategies.rs"]
mod strategies;
