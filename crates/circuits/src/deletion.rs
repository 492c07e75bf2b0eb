//! Deleting marked states: the hybrid Sudoku circuits of Pal, Chandra, Mongia, Behera & Panigrahi.
//!
//! "Solving Sudoku game using a hybrid classical-quantum algorithm", EPL 128, 40007 (2019); called
//! the source here. A cell has ⌈log₂ n⌉ element qubits, a clue qubit, and three ancillas P, Q, R
//! for its block, row and column. An open cell starts in the uniform superposition of its n
//! symbols. For each house a Hadamard on the ancilla divides the wave (QWD), each clue of the house
//! shifts the phase of its own symbol by π in the sub-wave |0⟩, and a second Hadamard combines
//! (QWC):
//!
//! > |ψ⟩|0⟩ → (1 − Π)|ψ⟩|0⟩ − Π|ψ⟩|1⟩, Π = Σ |s⟩⟨s| over the symbols of the clues
//!
//! Kept are runs whose ancillas are all 0: probability (k − 1)/k for one symbol of k, (k − m)/k for
//! m of them. A cell with one symbol left is a clue of the next iteration. Clue cells are basis
//! states, so that no two cells are ever entangled: the iteration is the product of its cells
//! ([`DeletionCircuit::cell`]), and the whole circuit ([`DeletionCircuit::board`]) says the same.
//!
//! The source's claims, and what is so:
//!
//! - "96 qubits; in the discussion 64 (16·4)". It is 16·(2 + 4) = 96, which is also its
//!   n²(log₂ n + 4); 64 counts four qubits a cell, as does its 4n + 3 for the clue qubit.
//! - "If a deletion is performed twice, we get back the original state". This holds on the same
//!   ancilla. On another one the state has amplitude 0 where the first ancilla is 0, so that
//!   nothing changes, with probability 1. So three ancillas are enough, and needed: a house shows a
//!   symbol once, three houses up to three times. Where the clues contradict each other a house may
//!   show it twice: [`Position::contradicts`].
//! - A deletion succeeds with probability (k − 1)/k. This is so; over an iteration it is Π k_c/n
//!   over the open cells c with k_c symbols left: 1/65536 for the first iteration of the source's
//!   own puzzle.
//! - It "does give the desired output deterministically": after repetitions, 65536 expected runs of
//!   that iteration. The cells are independent: each repeated by itself takes n/k_c runs, 32 in
//!   all.
//! - A Python program says which cells became clues, "without knowing the clue itself". It counts
//!   the symbols that no clue forbids; a program that sees that one is left knows which.
//! - The speed-up is "exponential … O(log k)". There is none: the classical half alone, naked
//!   singles, already solves every board this solves; the circuit adds repetitions.
//! - A 4×4 board "can always find a new constraint after one iteration otherwise uniqueness …
//!   fails". This is so: all 24·565 808 boards with exactly one solution and an open cell have a
//!   naked single (counted in `tests/deletion.rs`), so that the loop solves each of them.
//! - Fig. 6 has clues 1 in the first and 4 in the third cell, sets α₃ and β₃, and writes "deletion
//!   of 2 (∣00⟩)". γ₃ is meant, the third cell's; by table 1 ∣00⟩ is 1.
//! - On 9×9 boards a "cyclic entanglement" is collapsed to one state, and put back where that
//!   fails. That is a guess and backtracking, done by the classical half: after a wrong guess some
//!   cell has no symbol left, and runs fail forever, which only the classical half can tell from
//!   bad luck; no entanglement occurs. It solves every board, as depth-first search does.
//!
//! The recycling of failed runs (the source's V) is not here: a failed ancilla leaves the cell in
//! the deleted symbol, a basis state, and preparing it again is as cheap. Nothing here knows a
//! puzzle: cells are numbers, and the caller says which cells see each other.

mod circuit;
mod position;
mod run;

pub use circuit::{CellQubits, DeletionCircuit};
pub use position::Position;
pub use run::{CellOutcome, Deleted};
