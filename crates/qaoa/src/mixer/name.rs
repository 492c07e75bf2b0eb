//! The mixers that a setting can name. What each of them is stands in [`Mixer`](super::Mixer).

/// The name of a mixer, as settings and records write it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MixerName {
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

impl MixerName {
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

    /// The mixer that is called so.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mixer| mixer.name() == name)
    }
}
