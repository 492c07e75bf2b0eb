//! What the measured qubits say of a variable: a constant, a qubit, or several qubits together; or
//! the negation of one of these.
//!
//! As text: `0`, `1`, `x3`, `!x3`, `x3 & !x4` (1 exactly where x3 is 1 and x4 is 0), `!(x3 & !x4)`.

use std::fmt;

/// How to read the value of a variable off a basis state.
///
/// ```
/// use ketboard_puzzles::Reading;
///
/// let reading = Reading::parse("!(x3 & !x4)").expect("two qubits together");
/// assert_eq!(reading.qubits().collect::<Vec<_>>(), [3, 4]);
/// assert_eq!(reading.to_string(), "!(x3 & !x4)");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Qubits that must be 1, or 0 where they are negated; with none of them it is a constant.
    literals: Vec<(usize, bool)>,
    /// Whether the variable is 0 where all literals hold, and else 1.
    negated: bool,
}

impl Reading {
    /// The same at every basis state.
    pub(crate) fn constant(value: bool) -> Self {
        Self {
            literals: Vec::new(),
            negated: !value,
        }
    }

    /// 1 where all of these qubits are 1, or 0 where they are negated.
    pub(crate) fn all(literals: Vec<(usize, bool)>) -> Self {
        Self {
            literals,
            negated: false,
        }
    }

    /// 1 minus this; of a single qubit the literal itself is negated.
    #[must_use]
    pub(crate) fn complement(mut self) -> Self {
        match &mut self.literals[..] {
            [(_, negated)] => *negated = !*negated,
            _ => self.negated = !self.negated,
        }
        self
    }

    /// The value where qubit k is `at(k)`.
    pub(crate) fn value(&self, at: impl Fn(usize) -> bool) -> bool {
        let holds = |(qubit, negated): &(usize, bool)| at(*qubit) != *negated;
        self.literals.iter().all(holds) != self.negated
    }

    /// The qubits that it is read off, and whether each must be 0.
    pub(super) fn literals(&self) -> &[(usize, bool)] {
        &self.literals
    }

    /// The qubits it depends on.
    pub fn qubits(&self) -> impl Iterator<Item = usize> {
        self.literals.iter().map(|(qubit, _)| *qubit)
    }

    /// The meaning of a text, or `None` if it has none.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(value) = ["0", "1"].iter().position(|known| *known == text) {
            return Some(Self::constant(value == 1));
        }
        let inner = text.strip_prefix("!(").map(|rest| rest.strip_suffix(')'));
        let (negated, inner) = match inner {
            Some(inner) => (true, inner?),
            None => (false, text),
        };
        let literals: Vec<_> = inner.split(" & ").map(literal).collect::<Option<_>>()?;
        // one literal has one spelling
        let plain = literals.len() > 1 || !negated;
        plain.then_some(Self { literals, negated })
    }
}

/// The meaning of `x3` or `!x3`; `None` for any other text.
fn literal(text: &str) -> Option<(usize, bool)> {
    let rest = text.strip_prefix('!');
    let digits = rest.unwrap_or(text).strip_prefix('x')?;
    let plain = digits.bytes().all(|b| b.is_ascii_digit());
    Some((digits.parse().ok().filter(|_| plain)?, rest.is_some()))
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |negated| if negated { "!" } else { "" };
        let literals = self.literals.iter();
        let texts = literals.map(|(qubit, negated)| format!("{}x{qubit}", mark(*negated)));
        let all = texts.collect::<Vec<_>>().join(" & ");
        match (self.literals.is_empty(), self.negated) {
            (true, negated) => write!(f, "{}", u8::from(!negated)),
            (false, true) => write!(f, "!({all})"),
            (false, false) => f.write_str(&all),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<Reading> {
        let pair = Reading::all(vec![(0, false), (17, true)]);
        vec![
            Reading::constant(false),
            Reading::constant(true),
            Reading::all(vec![(0, false)]),
            Reading::all(vec![(17, true)]),
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
