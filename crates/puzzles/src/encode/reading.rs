//! What the measured qubits say of a variable: a constant, a qubit, or several qubits together; or
//! the negation of one of these.
//!
//! As text: `0`, `1`, `x3`, `!x3`, `x3 & !x4` (1 exactly where x3 is 1 and x4 is 0), `!(x3 & !x4)`.

use std::fmt;

/// A qubit, or its negation.
///
/// ```
/// use ketboard_puzzles::{Literal, Reading};
///
/// let reading = Reading::parse("x0 & !x3").expect("two qubits together");
/// let Reading::All { literals, .. } = reading else { panic!("no constant") };
/// assert_eq!(literals[1], Literal { qubit: 3, negated: true });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literal {
    /// The qubit: bit `qubit` of a basis index.
    pub qubit: usize,
    /// Whether the negation is meant.
    pub negated: bool,
}

/// How to read the value of a variable off a basis state.
///
/// ```
/// use ketboard_puzzles::Reading;
///
/// let reading = Reading::parse("!(x3 & !x4)").expect("two qubits together");
/// assert!(matches!(&reading, Reading::All { negated: true, literals } if literals.len() == 2));
/// assert_eq!(reading.qubits().collect::<Vec<_>>(), [3, 4]);
/// assert_eq!(Reading::parse("1"), Some(Reading::Const(true)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reading {
    /// The same at every basis state.
    Const(bool),
    /// 1 exactly where all literals are 1; where `negated`, 0 exactly there. There is at least one
    /// literal.
    All {
        /// The qubits that must be 1, or 0 where they are negated.
        literals: Vec<Literal>,
        /// Whether the variable is the negation of that.
        negated: bool,
    },
}

impl Literal {
    /// Its value where qubit k is `at(k)`.
    pub(crate) fn value(self, at: impl Fn(usize) -> bool) -> bool {
        at(self.qubit) != self.negated
    }
}

impl Reading {
    /// The value of one literal.
    pub(crate) fn literal(literal: Literal) -> Self {
        Self::All {
            literals: vec![literal],
            negated: false,
        }
    }

    /// 1 minus this; of a single qubit the literal itself is negated.
    #[must_use]
    pub(crate) fn complement(self) -> Self {
        match self {
            Self::Const(value) => Self::Const(!value),
            Self::All { literals, negated } => match literals.as_slice() {
                [Literal { qubit, negated: of }] => Self::literal(Literal {
                    qubit: *qubit,
                    negated: *of == negated,
                }),
                _ => Self::All {
                    literals,
                    negated: !negated,
                },
            },
        }
    }

    /// The value where qubit k is `at(k)`.
    pub(crate) fn value(&self, at: impl Fn(usize) -> bool) -> bool {
        match self {
            Self::Const(value) => *value,
            Self::All { literals, negated } => {
                literals.iter().all(|literal| literal.value(&at)) != *negated
            }
        }
    }

    /// The qubits it depends on.
    pub fn qubits(&self) -> impl Iterator<Item = usize> {
        let literals = match self {
            Self::Const(_) => [].as_slice(),
            Self::All { literals, .. } => literals.as_slice(),
        };
        literals.iter().map(|literal| literal.qubit)
    }

    /// The meaning of a text, or `None` if it has none.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "0" => return Some(Self::Const(false)),
            "1" => return Some(Self::Const(true)),
            _ => {}
        }
        let inner = text.strip_prefix("!(").map(|rest| rest.strip_suffix(')'));
        let (negated, inner) = match inner {
            Some(inner) => (true, inner?),
            None => (false, text),
        };
        let literals: Vec<Literal> = inner.split(" & ").map(literal).collect::<Option<_>>()?;
        // one literal has one spelling
        let plain = literals.len() > 1 || !negated;
        plain.then_some(Self::All { literals, negated })
    }
}

/// The meaning of `x3` or `!x3`; `None` for any other text.
fn literal(text: &str) -> Option<Literal> {
    let (negated, rest) = match text.strip_prefix('!') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let digits = rest.strip_prefix('x')?;
    let plain = digits.bytes().all(|b| b.is_ascii_digit());
    let qubit = digits.parse().ok().filter(|_| plain)?;
    Some(Literal { qubit, negated })
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.negated { "!" } else { "" };
        write!(f, "{mark}x{}", self.qubit)
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Const(value) => write!(f, "{}", u8::from(*value)),
            Self::All { literals, negated } => {
                let texts: Vec<_> = literals.iter().map(Literal::to_string).collect();
                let all = texts.join(" & ");
                if *negated {
                    write!(f, "!({all})")
                } else {
                    f.write_str(&all)
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<Reading> {
        let bit = |qubit, negated| Literal { qubit, negated };
        let pair = Reading::All {
            literals: vec![bit(0, false), bit(17, true)],
            negated: false,
        };
        vec![
            Reading::Const(false),
            Reading::Const(true),
            Reading::literal(bit(0, false)),
            Reading::literal(bit(17, true)),
            pair.clone(),
            pair.complement(),
        ]
    }

    #[test]
    fn a_reading_survives_being_written_and_read() {
        for reading in samples() {
            let text = reading.to_string();
            assert_eq!(Reading::parse(&text), Some(reading), "{text}");
        }
        for text in [
            "",
            "2",
            "x",
            "!x",
            "!",
            "!1",
            "x-1",
            "x+1",
            "y0",
            "x0 ",
            "!!x0",
            "x0 &",
            "x0&x1",
            "!(x0)",
            "(x0 & x1)",
            "!(x0 & x1",
            "0 & x1",
        ] {
            assert_eq!(Reading::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_complement_is_the_other_value_everywhere_and_its_own_inverse() {
        for reading in samples() {
            let other = reading.clone().complement();
            for z in 0..4_u64 {
                let at = |k: usize| z >> (k % 2) & 1 == 1;
                assert_ne!(reading.value(at), other.value(at), "{reading} and {other}");
            }
            assert_eq!(other.complement(), reading);
        }
    }
}
