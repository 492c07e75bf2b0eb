//! Grover search: amplitude from a uniform superposition to what an oracle marks.
//!
//! With M of S states marked and sin²θ = M/S, k iterations of oracle and diffusion leave
//!
//! > P(marked) = sin²((2k + 1)θ)
//!
//! (Grover, Phys. Rev. Lett. 79, 325 (1997); Boyer, Brassard, Høyer & Tapp, Fortschr. Phys. 46, 493
//! (1998), arXiv quant-ph/9605034, cited as BBHT). Forms of the same search:
//! [`GroverCircuit::queens`], the N-queens circuit of "Solving N-Queens Puzzle with Q#" with all
//! its ancillas ([`GroverCircuit::queens_squared`]: its N-queens²); [`GroverCircuit::marked`], a
//! circuit that marks listed basis states; and [`GroverAmplitudes`], one number a candidate and no
//! qubits, for search spaces of any size. Nothing here knows a puzzle: the caller says what is
//! marked.
//!
//! Of the source's claims: its parity check on N − 1 columns is right, for a plainer reason than it
//! gives: N − 1 odd numbers add up to N − 1 or N − 1 plus an even number; N queens allow only the
//! former, so each is 1 and the last column has the one that is left. One ancilla for each pair of
//! rows is enough, because each row has one queen. But "from O(N!) to O(N³)" compares the gates of
//! *one* oracle call with a whole classical search: the search needs (π/4)√(Nᴺ/M) calls, 84 for N =
//! 6 and 335 for N = 8, and knows no permutations: its space is Nᴺ, not N!. And its target qubit
//! would double the sparse state, not widen it much: here there is none
//! ([`GroverCircuit::queens`]).

mod amplitudes;
mod circuit;
mod closed_form;
mod queens;
mod queens_squared;

pub use amplitudes::GroverAmplitudes;
pub use circuit::GroverCircuit;
pub use closed_form::{best_iterations, success_after};
pub use queens_squared::Diagonals;
