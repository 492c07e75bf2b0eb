//! The mixers by name: what turns the phases of the cost into probabilities.
//!
//! | name | H of e^{−iβH} | keeps |
//! |---|---|---|
//! | `x` | Σ X_k | nothing: all basis states |
//! | `xy-ring` | ½(XX + YY) on the edges of a ring, one after another as gates | one 1 in every one-hot register |
//! | `xy-complete` | Σ_{i<j} ½(XX + YY) in every one-hot register | one 1 in every one-hot register |
//! | `grover` | \|s⟩⟨s\| with the initial state s | the states of s |
//! | `warm` | Σ (2\|φ_k⟩⟨φ_k\| − 1) with the initial state ⊗φ_k | nothing |
//!
//! Every initial state is the top state of its H, so that one ramp (γ > 0, β < 0) serves all of them. (Hadfield et al., arXiv 1709.03489;
//! Bärtschi & Eidenbenz, arXiv 2006.00354; Egger, Mareček & Woerner, arXiv 2009.10095.)

/// A mixer of the ansatz.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mixer {
    /// e^{−iβΣX} on all qubits.
    #[default]
    X,
    /// XY gates around the ring of each one-hot register.
    XyRing,
    /// All pairs of each one-hot register at once.
    XyComplete,
    /// A phase on the initial state.
    Grover,
    /// X turned towards a guess, qubit by qubit.
    Warm,
}

impl Mixer {
    /// All mixers, in the order of the help text.
    pub const ALL: [Self; 5] = [
        Self::X,
        Self::XyRing,
        Self::XyComplete,
        Self::Grover,
        Self::Warm,
    ];

    /// The name on the command line and in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::XyRing => "xy-ring",
            Self::XyComplete => "xy-complete",
            Self::Grover => "grover",
            Self::Warm => "warm",
        }
    }

    /// The mixer of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mixer| mixer.name() == name)
    }
}
