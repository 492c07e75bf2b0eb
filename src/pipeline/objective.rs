//! What a search minimizes, by name: `expectation`, `cvar:α`, `gibbs:η` or `success` ([`Goal`] says what each is).

use super::{StateSet, Truth};
use crate::error::{Error, Result};
use ketboard_qaoa::{Goal, Marks};
use std::fmt;

/// What a search minimizes.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Objective {
    /// ⟨C⟩.
    #[default]
    Expectation,
    /// The mean of the lowest part α of the energies, 0 < α ≤ 1.
    Cvar(f64),
    /// −ln⟨e^{−ηC}⟩, η > 0 in units of one over the unit of C.
    Gibbs(f64),
    /// −1 times the probability of all boards that obey the rules. It asks the exact solver for them: an upper bound of what a search can reach, and no way to
    /// solve a puzzle.
    Success,
}

/// The texts of the forms.
const FORMS: &str = "expectation, cvar:0.1 (0 < α ≤ 1), gibbs:1 (η > 0), success";

impl Objective {
    /// The objective of a text: `cvar:0.2`.
    ///
    /// ```
    /// use ketboard::Objective;
    /// assert_eq!(Objective::parse("cvar:0.25")?, Objective::Cvar(0.25));
    /// assert_eq!(Objective::Gibbs(2.0).to_string(), "gibbs:2");
    /// # Ok::<(), ketboard::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such form, or its parameter is out of range.
    pub fn parse(text: &str) -> Result<Self> {
        let wrong = || {
            Error::setting(
                "objective",
                format!("found '{text}'"),
                format!("use {FORMS}"),
            )
        };
        let (name, parameter) = match text.split_once(':') {
            None => (text, None),
            Some((name, parameter)) => (name, Some(parameter.parse::<f64>().map_err(|_| wrong())?)),
        };
        match (name, parameter) {
            ("expectation", None) => Ok(Self::Expectation),
            ("cvar", Some(alpha)) if alpha > 0.0 && alpha <= 1.0 => Ok(Self::Cvar(alpha)),
            ("gibbs", Some(eta)) if eta > 0.0 && eta.is_finite() => Ok(Self::Gibbs(eta)),
            ("success", None) => Ok(Self::Success),
            _ => Err(wrong()),
        }
    }

    /// The text of [`Objective::parse`].
    pub(crate) fn name(self) -> String {
        self.to_string()
    }

    /// The goal of an evaluator over so many basis states.
    ///
    /// # Errors
    /// If the solutions are asked for and not all known.
    pub(super) fn goal(self, truth: &Truth, states: usize) -> Result<Goal> {
        match self {
            Self::Expectation => Ok(Goal::Expectation),
            Self::Cvar(alpha) => Ok(Goal::Cvar(alpha)),
            Self::Gibbs(eta) => Ok(Goal::Gibbs(eta)),
            Self::Success => Ok(Goal::Success(Marks::new(states, known(truth)?.iter()))),
        }
    }
}

fn known(truth: &Truth) -> Result<&StateSet> {
    let found = match (truth.complete, truth.indices.is_empty()) {
        (true, false) => return Ok(&truth.indices),
        (true, true) => "success, and no basis state is a solution",
        (false, _) => "success, and the solutions are not all known",
    };
    let remedy = "it takes a puzzle of which the exact solver lists all boards; use expectation, cvar:0.1 or gibbs:1";
    Err(Error::setting("objective", found, remedy))
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expectation => f.write_str("expectation"),
            Self::Cvar(alpha) => write!(f, "cvar:{alpha}"),
            Self::Gibbs(eta) => write!(f, "gibbs:{eta}"),
            Self::Success => f.write_str("success"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_back_as_it_is_written() {
        for text in [
            "expectation",
            "cvar:0.25",
            "cvar:1",
            "gibbs:0.5",
            "gibbs:12",
            "success",
        ] {
            assert_eq!(Objective::parse(text).unwrap().name(), text);
        }
    }

    #[test]
    fn other_texts_are_refused_with_the_forms() {
        let texts = [
            "",
            "mean",
            "cvar",
            "cvar:0",
            "cvar:1.5",
            "cvar:x",
            "cvar:nan",
            "gibbs:-1",
            "gibbs:inf",
            "success:1",
            "expectation:0.5",
            "gibbs:",
        ];
        for text in texts {
            let refusal = Objective::parse(text).unwrap_err().to_string();
            assert!(refusal.contains("cvar:0.1"), "{text}: {refusal}");
        }
    }
}
