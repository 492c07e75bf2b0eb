//! A mistake that an operator noticed and could not report; it stays with the expression until it
//! is used.

use crate::error::Error;

/// What went wrong while an expression was built; operators have no way to say it, so the
/// expression carries it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Fault {
    /// Variables of two spaces in one expression.
    SpacesMixed,
    /// A number that is infinite or NaN.
    NotFinite(f64),
    /// A whole number that no `f64` holds.
    Rounded(i128),
}

impl Fault {
    /// The error that whoever uses the expression gets.
    pub(super) fn error(self) -> Error {
        match self {
            Self::SpacesMixed => Error::argument(
                "expression",
                "variables of different spaces",
                "make all variables of a model in one Space",
            ),
            Self::NotFinite(value) => Error::NotFinite {
                what: "a number in the expression".to_owned(),
                value,
            },
            Self::Rounded(value) => Error::argument(
                "expression",
                format!("{value} is not an exact f64"),
                "whole numbers are exact up to 2^53",
            ),
        }
    }
}
