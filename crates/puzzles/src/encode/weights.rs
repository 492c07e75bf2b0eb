//! A weight λ > 0 for each kind of penalty; 1 reproduces the source paper.
//!
//! The paper gives every term weight 1; in practice some rules must count more than others. Weights
//! belong to the penalties only: an objective brings its own. A puzzle may state other defaults
//! ([`Model::weight`]), such as the λ of an objective, to which rules must not give way.

use super::Encodings;
use crate::error::{Error, Result};
use crate::model::{Kind, Model};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The allowed weights. An `f64` holds 16 digits: outside of this range one kind would drown the
/// others.
const RANGE: RangeInclusive<f64> = 1e-6..=1e6;

/// How much each kind of broken rule costs; 1 unless set.
///
/// ```
/// use ketboard_puzzles::{Encodings, Kind, Weights};
///
/// let weights = Weights::parse(["row=2", "column=1.5"], Encodings::default())?;
/// assert_eq!((weights.of(Kind::Row), weights.of(Kind::Cell)), (2.0, 1.0));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Weights(BTreeMap<Kind, f64>);

impl Weights {
    /// The weights of these kinds; 1 for all others.
    ///
    /// # Errors
    /// As [`Self::set`].
    pub fn from_pairs(pairs: impl IntoIterator<Item = (Kind, f64)>) -> Result<Self> {
        let mut weights = Self::default();
        for (kind, weight) in pairs {
            weights.set(kind, weight)?;
        }
        Ok(weights)
    }

    /// The weights written as `kind=λ`: `["row=2", "sign=0.5"]`, of rules that have a penalty in
    /// `encodings`: `distinct=2` weighs distinct lines where they are encoded. A later text
    /// replaces an earlier one.
    ///
    /// # Errors
    /// If a text is not `kind=λ`, the kind is unknown, or as [`Self::set`].
    pub fn parse(
        texts: impl IntoIterator<Item = impl AsRef<str>>,
        encodings: Encodings,
    ) -> Result<Self> {
        let mut weights = Self::default();
        for text in texts {
            let (kind, weight) = pair(text.as_ref())?;
            weights.insert(kind, weight, encodings)?;
        }
        Ok(weights)
    }

    /// Sets the weight of one kind.
    ///
    /// # Errors
    /// If `weight` is not a number between 10⁻⁶ and 10⁶, or the kind has no penalty to weigh.
    pub fn set(&mut self, kind: Kind, weight: f64) -> Result<()> {
        self.insert(kind, weight, Encodings::default())
    }

    /// Sets the weight of a kind, if its rules have a penalty in these encodings.
    fn insert(&mut self, kind: Kind, weight: f64, encodings: Encodings) -> Result<()> {
        if !encodings.weigh(kind) {
            let way = match kind {
                Kind::Distinct => " unless `distinct_lines` is hobo or qubo",
                _ => "",
            };
            let found = format!("{kind} rules have no penalty{way}; they are judged as they are");
            return Err(refused(found));
        }
        if !RANGE.contains(&weight) {
            return Err(refused(format!("{kind}={weight:?}")));
        }
        self.0.insert(kind, weight);
        Ok(())
    }

    /// These weights, and those that `model` states for the kinds without one.
    #[must_use]
    pub fn or_those_of(&self, model: &Model) -> Self {
        let kinds = Kind::ALL.into_iter().chain(model.kinds());
        let all = kinds.map(|kind| (kind, model.weight(kind)));
        let stated = all.filter(|(_, weight)| *weight != 1.0);
        let own = self.0.iter().map(|(kind, weight)| (*kind, *weight));
        Self(stated.chain(own).collect())
    }

    /// The kinds that were given a weight.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        self.0.keys().copied()
    }

    /// The weight of a kind.
    pub fn of(&self, kind: Kind) -> f64 {
        self.0.get(&kind).copied().unwrap_or(1.0)
    }
}

/// A kind and its weight, from `kind=λ`.
fn pair(text: &str) -> Result<(Kind, f64)> {
    let unclear = || refused(format!("found {text:?}"));
    let (name, number) = text.split_once('=').ok_or_else(unclear)?;
    let name = name.trim();
    let kind = Kind::known(name).ok_or_else(|| refused(format!("unknown kind {name:?}")))?;
    Ok((kind, number.trim().parse().map_err(|_| unclear())?))
}

/// The error of a weight that cannot be, with the kinds that have one.
fn refused(found: impl Into<String>) -> Error {
    let kinds = Kind::ALL.iter().filter(|kind| kind.has_penalty());
    let names: Vec<_> = kinds.map(|kind| kind.name()).collect();
    let remedy = format!(
        "a weight is kind=λ with 0.000001 ≤ λ ≤ 1000000; the kinds are {}",
        names.join(", ")
    );
    Error::setting("weight", found, remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_is_one_unless_it_is_set() {
        let weights =
            Weights::parse(["row=2", " sign = 0.5 ", "row=3"], Encodings::default()).unwrap();
        for kind in Kind::ALL {
            let expected = match kind {
                Kind::Row => 3.0,
                Kind::Sign => 0.5,
                Kind::Cell
                | Kind::Column
                | Kind::Region
                | Kind::Diagonal
                | Kind::Repetition
                | Kind::Balance
                | Kind::Distinct
                | Kind::Tree
                | Kind::Matching
                | Kind::Own(_) => 1.0,
            };
            assert_eq!(weights.of(kind), expected, "{kind}");
        }
    }

    #[test]
    fn what_is_not_a_weight_is_refused_with_the_known_kinds() {
        let wrong = [
            "row",
            "rows=1",
            "row=0",
            "row=-1",
            "row=NaN",
            "row=inf",
            "row=",
            "row=1e300",
            "row=two",
            "=1",
            "",
            "distinct=2",
            "matching=2",
        ];
        for text in wrong {
            let message = Weights::parse([text], Encodings::default())
                .unwrap_err()
                .to_string();
            assert!(
                message.contains("diagonal, repetition"),
                "{text:?}: {message}"
            );
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }
}
