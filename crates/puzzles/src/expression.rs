//! A model of your own: variables, arrays of them, and expressions, written as one would on paper.
//!
//! Here, too: constraints as penalties; + − * of expressions, variables and numbers in any
//! combination, owned or by reference; sums of iterators; one integer type on the left.
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

mod space;

use crate::encode::Polynomial;
use crate::error::{Error, Result, finite};
use space::Home;
pub use space::{Variable, VariableArray, VariableSpace};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

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

// Constraints as penalties: 0 exactly where the constraint holds, positive elsewhere.
//
// | constraint | penalty | auxiliaries | cheapest violation |
// |---|---|---|---|
// | e = k | (e − k)² | none | (e − k)² |
// | l ≤ e ≤ l + 1 | (e − (l + ½))² − ¼ = (e − l)(e − l − 1) | none | 2 |
// | l ≤ e ≤ u | (e − (l + ½ + s))² − ¼ = (e − l − s)(e − l − s − 1) | ⌊log₂(u − l)⌋ | 2 |
//
// The second line is the fractional term of the source paper (eq. 15) without its ¼, so that its
// minimum is 0; source 001 calls it `between(e, 0, 1)`. In the third s = 2a₀ + 4a₁ + … + c·a_last
// is made of auxiliary bits, c being trimmed so that s runs up to u − l − 1 and no further. Since
// each s allows two values of e, the even ones suffice below the last bit: one auxiliary fewer
// than the usual slack (e − l − s)² needs. One value of e may belong to several s, so a solution
// may be several ground states. Penalties of a linear e have degree 2; an e of degree d gives
// degree 2d, which the simulator takes and a QUBO file does not.

/// Σ |coefficient| up to which squares are exact: 2²⁶ · 2²⁶ < 2⁵³.
const EXACT: i64 = 1 << 26;

impl Expression {
    /// (e − k)²: 0 exactly where e = k, which may be a number or an expression.
    pub fn equals(&self, k: impl Into<Self>) -> Self {
        (self - k).square()
    }

    /// A penalty that, minimized over its auxiliary variables, is 0 exactly where `least` ≤ e ≤
    /// `most`, and at least 1 elsewhere.
    ///
    /// The range is first cut to what the signs of the coefficients allow e to be: a bound that
    /// cannot be broken costs nothing, and where no value lies in the range the penalty is positive
    /// everywhere. Of what is left, a range of one value is [`Self::equals`], one of two needs no
    /// auxiliary either, and one of u − l + 1 values adds ⌊log₂(u − l)⌋ auxiliaries to `space`.
    ///
    /// # Errors
    /// If `least` > `most`, the expression takes values that are not whole, its numbers are too
    /// large for exact squares (beyond 2²⁶), or it belongs to another space. Then no variable was
    /// added.
    pub fn between(&self, least: i64, most: i64, space: &mut VariableSpace) -> Result<Self> {
        if least > most {
            let remedy = "the lower bound comes first and is at most the upper one";
            return Err(refused(format!("{least} to {most}"), remedy));
        }
        let [low, high] = bounds(&space.polynomial(self)?)?;
        let [from, to] = [least.max(low), most.min(high)];
        if [from, to] == [low, high] {
            return Ok(Self::default());
        }
        if from > to {
            let nearest = if least > high { least } else { most };
            return within_reach(nearest).map(|nearest| self.equals(nearest));
        }
        if from == to {
            return Ok(self.equals(from));
        }
        let steps = steps(to - from);
        let slack = space.slack(steps.len())?;
        let term = |(step, bit): (i64, Variable)| bit * step;
        let above: Self = self - from - steps.into_iter().zip(slack).map(term).sum::<Self>();
        Ok(&above * (&above - 1))
    }
}

/// The coefficients of ⌊log₂ `width`⌋ auxiliary bits whose sums s cover 0 ..= `width` by the pairs
/// s, s + 1, and nothing else.
fn steps(width: i64) -> Vec<i64> {
    let count = width.ilog2();
    let mut steps: Vec<i64> = (1..count).map(|i| 1 << i).collect();
    // The bits before the last reach 2^count − 1; the last one lifts that to the width.
    steps.extend((count > 0).then(|| width + 1 - (1 << count)));
    steps
}

/// Bounds of a polynomial of whole coefficients: the constant and the negative, or the positive
/// ones.
fn bounds(polynomial: &Polynomial) -> Result<[i64; 2]> {
    let [mut low, mut high, mut size] = [0; 3];
    for (variables, c) in polynomial.terms() {
        // A polynomial takes whole values everywhere exactly if its coefficients are whole.
        if c.fract() != 0.0 {
            let remedy = "scale the expression so that its coefficients are whole numbers";
            return Err(refused(format!("a coefficient is {c}"), remedy));
        }
        // `as` saturates, and what is too large is refused below
        let whole = within_reach(c as i64)?;
        size = within_reach(size + whole.abs())?;
        let constant = variables.is_empty();
        low += if constant { whole } else { whole.min(0) };
        high += if constant { whole } else { whole.max(0) };
    }
    Ok([low, high])
}

fn within_reach(number: i64) -> Result<i64> {
    if (-EXACT..=EXACT).contains(&number) {
        return Ok(number);
    }
    let remedy = format!("numbers whose sizes add up to at most {EXACT} have exact squares");
    Err(refused(number.to_string(), remedy))
}

/// The error of bounds that cannot be.
fn refused(found: impl Into<String>, remedy: impl Into<String>) -> Error {
    Error::argument("between", found, remedy)
}

// + − * of expressions, variables and numbers in any combination, owned or by reference; sums of
//   iterators.
//
// The right operand is anything that converts into an [`Expression`]. A number on the left is an
// `i32` or an `f64` (of a variable `n: usize`, write `x * n`): no generic impl may be written for
// a foreign type.

impl From<&Expression> for Expression {
    fn from(expression: &Expression) -> Self {
        expression.clone()
    }
}

impl From<Variable> for Expression {
    fn from(variable: Variable) -> Self {
        let mut polynomial = Polynomial::constant(variable.index() + 1, 0.0);
        polynomial.add_term(&[variable.index()], 1.0);
        Self {
            polynomial,
            home: Some(variable.home),
        }
    }
}

impl From<&Variable> for Expression {
    fn from(variable: &Variable) -> Self {
        Self::from(*variable)
    }
}

impl From<f64> for Expression {
    fn from(number: f64) -> Self {
        Self {
            polynomial: Polynomial::constant(0, number),
            home: None,
        }
    }
}

impl<R: Into<Self>> AddAssign<R> for Expression {
    fn add_assign(&mut self, right: R) {
        self.accumulate(&right.into(), 1.0);
    }
}

impl<R: Into<Self>> SubAssign<R> for Expression {
    fn sub_assign(&mut self, right: R) {
        self.accumulate(&right.into(), -1.0);
    }
}

impl<R: Into<Self>> MulAssign<R> for Expression {
    fn mul_assign(&mut self, right: R) {
        *self = self.product(&right.into());
    }
}

impl<E: Into<Self>> Sum<E> for Expression {
    fn sum<I: Iterator<Item = E>>(terms: I) -> Self {
        let mut sum = Self::default();
        terms.for_each(|term| sum += term);
        sum
    }
}

/// a ∘ b as `let mut out = a; out ∘= b`.
macro_rules! binary {
    ($trait:ident, $method:ident, $assign:ident, [$($open:tt)*] $right:ty, for $left:ty) => {
        impl $($open)* $trait<$right> for $left {
            type Output = Expression;

            fn $method(self, right: $right) -> Expression {
                let mut out = Expression::from(self);
                out.$assign(right);
                out
            }
        }
    };
}

macro_rules! left_operands {
    ($($left:ty),*) => {$(
        binary!(Add, add, add_assign, [<R: Into<Expression>>] R, for $left);
        binary!(Sub, sub, sub_assign, [<R: Into<Expression>>] R, for $left);
        binary!(Mul, mul, mul_assign, [<R: Into<Expression>>] R, for $left);
        impl Neg for $left {
            type Output = Expression;
            fn neg(self) -> Expression {
                let mut out = Expression::default();
                out -= self;
                out
            }
        }
    )*};
}

left_operands!(Expression, &Expression, Variable, &Variable);

macro_rules! number_times {
    ($number:ty: $($right:ty),*) => {$(
        binary!(Add, add, add_assign, [] $right, for $number);
        binary!(Sub, sub, sub_assign, [] $right, for $number);
        binary!(Mul, mul, mul_assign, [] $right, for $number);
    )*};
}

macro_rules! whole_numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Expression {
            fn from(number: $number) -> Self {
                let exact = number as f64 as i128 == number as i128;
                Self::from(if exact { number as f64 } else { f64::NAN })
            }
        }
    )*};
}

whole_numbers!(i32, i64, u32, usize);

// One integer type on the left: with several, the type of `3 * x - y` would be open until the end
// of the function.
number_times!(i32: Expression, &Expression, Variable, &Variable);
number_times!(f64: Expression, &Expression, Variable, &Variable);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_of_the_steps_cover_the_range_by_pairs_and_nothing_else() {
        for width in 1..200 {
            let steps = steps(width);
            let mut covered = vec![false; width as usize + 1];
            for chosen in 0..1_usize << steps.len() {
                let taken = steps
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| chosen >> i & 1 == 1);
                let s = taken.map(|(_, step)| *step as usize).sum::<usize>();
                covered[s] = true;
                covered[s + 1] = true;
            }
            assert!(covered.iter().all(|c| *c), "{width}: {steps:?}");
        }
    }
}
