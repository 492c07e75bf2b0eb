//! A cost in parts, one for each kind of rule: what an ansatz with an angle for each of them needs.
//!
//! > C = const + Σ_kind λ_kind · (its rules) + (walls) + (objective)
//!
//! A product of qubits that several kinds share is in each of their parts with the share of that
//! kind, so that the parts add up to the cost. Parts have no constant: it would turn the phase of
//! all states alike. What the cost of a domain wall too many adds is a part of its own; what a
//! region that was left out takes away belongs to the regions.

use super::{EncodedCost, Encodings, Pieces, Polynomial, Weights};
use crate::error::Result;
use crate::model::{Kind, Model};
use crate::reduce::Reduction;

/// Coefficients below this part of the cost's largest are what rounding left.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// The parts of a cost that depend on some qubit, by name: kinds of rules in their order, then
/// `walls`, then `objective`.
///
/// ```
/// use ketboard_puzzles::{Encodings, Puzzle, Reduction, Weights, cost_parts, encode};
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4", "four queens")?;
/// let (model, weights) = (&puzzle.model, &Weights::default());
/// let open = Reduction::givens_only(model);
/// let cost = encode(model, &open, weights);
/// let parts = cost_parts(&cost, model, &open, weights, Encodings::default())?;
/// let sum: f64 = parts.iter().map(|(_, part)| part.value(|k| k < 3)).sum();
/// assert_eq!(sum + cost.polynomial.offset(), cost.polynomial.value(|k| k < 3));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
///
/// # Errors
/// As [`super::encode_as`].
pub fn parts(
    cost: &EncodedCost,
    model: &Model,
    reduction: &Reduction,
    weights: &Weights,
    encodings: Encodings,
) -> Result<Vec<(String, Polynomial)>> {
    let weights = &weights.or_those_of(model);
    let n = cost.layout.qubits();
    let scaled = |polynomial: &Polynomial, factor: f64| {
        let mut sum = Polynomial::zero(n);
        sum.add_scaled(polynomial, factor);
        sum
    };
    let pieces = Pieces::of(model, reduction, weights, encodings)?;
    let kinds = pieces.kinds.iter();
    let kinds = kinds.map(|(kind, sum)| (kind.to_string(), scaled(sum, weights.of(*kind))));
    let others = [("walls", &pieces.walls), ("objective", &pieces.objective)];
    let others = others.map(|(name, part)| (name.to_owned(), scaled(part, 1.0)));
    let mut parts: Vec<(String, Polynomial)> = kinds.chain(others).collect();
    let mut rest = scaled(&cost.polynomial, 1.0);
    for (_, part) in &parts {
        rest.add_scaled(part, -1.0);
    }
    let region = Kind::Region.to_string();
    if let Some((_, part)) = parts.iter_mut().find(|(name, _)| *name == region) {
        part.add_scaled(&rest, 1.0);
    }
    let largest = cost.polynomial.terms().map(|(_, c)| c.abs());
    let negligible = ROUNDING * largest.fold(0.0, f64::max);
    let parts = parts
        .into_iter()
        .map(|(name, part)| (name, significant(&part, negligible)));
    Ok(parts
        .filter(|(_, part)| part.terms().next().is_some())
        .collect())
}

/// A polynomial without its constant, and without what rounding left.
fn significant(part: &Polynomial, negligible: f64) -> Polynomial {
    let mut kept = Polynomial::zero(part.n());
    for (variables, c) in part.terms() {
        if !variables.is_empty() && c.abs() > negligible {
            kept.add_term(variables, c);
        }
    }
    kept
}
