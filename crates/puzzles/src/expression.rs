//! A model of one's own: variables, arrays of them, and expressions, written as one would on paper.
//!
//! An [`Expression`] is a polynomial over the binary variables of a [`VariableSpace`]; + − * join
//! expressions, variables and numbers, and x² = x holds by construction. [`Expression::equals`] and
//! [`Expression::between`] make penalties: 0 exactly where the constraint holds, positive
//! elsewhere. The sum of the penalties is a cost whose ground states obey all constraints, if any
//! assignment does. The notation follows source 001 (PyQBPP's N-queens), where these are
//! `sum(...) == k` and `between`.
//!
//! ```
//! use ketboard_puzzles::{Expression, VariableSpace};
//! let mut space = VariableSpace::new();
//! let x = space.array("x", [3, 3])?;
//! // One in each row, at most one in each column.
//! let mut cost: Expression = x.rows().map(|row| row.sum().equals(1)).sum();
//! for column in x.columns() {
//!     cost += column.sum().between(0, 1, &mut space)?;
//! }
//! let diagonal: Vec<bool> = (0..9).map(|k| k % 4 == 0).collect();
//! assert_eq!(cost.value(&diagonal)?, 0.0);
//! assert_eq!(cost.value(&[false; 9])?, 3.0);
//! # Ok::<(), ketboard_puzzles::Error>(())
//! ```
//!
//! Operators cannot answer with an error, so a mistake (two spaces mixed, a whole number that no
//! `f64` is) makes a coefficient NaN, which is reported where the expression is used. Numbers are
//! `f64`: whole numbers and dyadic fractions stay exact. Nothing is solved here:
//! [`VariableSpace::polynomial`] hands the cost on, and `pipeline::minimize` runs it.

mod array;
mod constraint;
mod operators;
mod space;

pub use array::VariableArray;
pub use space::{Variable, VariableSpace};

use crate::encode::Polynomial;
use crate::error::{Error, Result};
use space::Home;

/// A polynomial over the variables of one [`VariableSpace`].
///
/// ```
/// use ketboard_puzzles::VariableSpace;
///
/// let mut space = VariableSpace::new();
/// let (a, b) = (space.variable("a")?, space.variable("b")?);
/// let cost = (a + b - 1.0).square(); // exactly one of the two
/// assert_eq!((cost.degree(), cost.value(&[true, false])?), (2, 0.0));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Expression {
    polynomial: Polynomial,
    /// The space of its variables; none for a constant.
    home: Option<Home>,
}

impl Expression {
    /// The square e² of the expression.
    pub fn square(&self) -> Self {
        self * self
    }

    /// The value where the variable of index i is `values[i]`.
    ///
    /// # Errors
    /// If the expression carries a mistake, its value is not finite, or a variable of it has no
    /// value.
    pub fn value(&self, values: &[bool]) -> Result<f64> {
        self.check()?;
        let named = self.polynomial.terms().flat_map(|(variables, _)| variables);
        let needed = named.max().map_or(0, |last| last + 1);
        if needed > values.len() {
            let found = format!("{} values for {needed} variables", values.len());
            let remedy = "give one value for each variable of the space, auxiliaries included";
            return Err(Error::argument("values", found, remedy));
        }
        let value = self.polynomial.value(|i| values[i]);
        finite("the value of the expression", value)
    }

    /// The largest number of variables in a term; 2 or less makes a QUBO.
    pub fn degree(&self) -> usize {
        self.polynomial.degree()
    }

    /// Adds `factor`·`other` in place.
    fn accumulate(&mut self, other: &Self, factor: f64) {
        self.polynomial.widen(other.polynomial.n());
        self.polynomial.add_scaled(&other.polynomial, factor);
        self.meet(other);
    }

    /// The product with another polynomial, in which x² is x.
    fn product(&self, other: &Self) -> Self {
        let mut product = Self {
            polynomial: self.polynomial.times(&other.polynomial),
            home: self.home,
        };
        product.meet(other);
        product
    }

    /// Takes over the space of the other operand; NaN where that is another one.
    fn meet(&mut self, other: &Self) {
        if matches!((self.home, other.home), (Some(a), Some(b)) if a != b) {
            self.polynomial.add_term(&[], f64::NAN);
        }
        self.home = self.home.or(other.home);
    }

    /// Succeeds if no mistake was made on the way to this expression.
    fn check(&self) -> Result<()> {
        let what = "a coefficient of the expression (NaN where variables of two spaces meet)";
        let mut terms = self.polynomial.terms();
        terms.try_for_each(|(_, c)| finite(what, c).map(drop))
    }
}

/// The value again.
///
/// # Errors
/// If it is infinite or no number.
fn finite(what: &str, value: f64) -> Result<f64> {
    let wrong = || Error::argument(what, value.to_string(), "it must be a finite number");
    value.is_finite().then_some(value).ok_or_else(wrong)
}
