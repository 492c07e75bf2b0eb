//! Ansätze on plain qubits by name: which terms of the cost, and which qubits of the mixer, have
//! angles of their own.
//!
//! | name | γ of a layer | β of a layer |
//! |---|---|---|
//! | `standard` | one | one |
//! | `per-rule` | one for each kind of rule (row, column, region, …) | one |
//! | `multi-angle` | one for each term of the polynomial | one for each qubit |
//!
//! `multi-angle` is that of Herrman et al. 2022, Sci. Rep. 12, 6781: its terms are the products of
//! 0/1 variables, as the polynomial lists them. The constant of C has no angle: it turns all phases
//! alike. With equal angles each of them is the standard ansatz.

use ketboard_qaoa::angles::AngleShape;

/// An ansatz on plain qubits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum AnsatzKind {
    /// One γ and one β in each layer.
    #[default]
    Standard,
    /// A γ for each kind of rule.
    PerRule,
    /// A γ for each term and a β for each qubit.
    MultiAngle,
}

impl AnsatzKind {
    /// All of them, in the order of the help text.
    pub(crate) const ALL: [Self; 3] = [Self::Standard, Self::PerRule, Self::MultiAngle];

    /// The name on the command line and in records.
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }

    /// The shape of its angles for a cost in so many parts over so many qubits.
    pub(crate) fn shape(self, parts: usize, qubits: usize) -> AngleShape {
        match self {
            Self::Standard => AngleShape::STANDARD,
            Self::PerRule => AngleShape {
                groups: parts,
                mixers: 1,
            },
            Self::MultiAngle => AngleShape {
                groups: parts,
                mixers: qubits.max(1),
            },
        }
    }
}
