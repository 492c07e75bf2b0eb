//! From a reduced model to a cost: one polynomial over the qubits, as a QUBO and as an Ising Hamiltonian.

mod polynomial;

pub use polynomial::Polynomial;
