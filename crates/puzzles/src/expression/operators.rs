//! + − * of expressions, variables and numbers in any combination, owned or by reference; sums of
//!   iterators.
//!
//! The right operand is anything that converts into an [`Expression`]. A number on the left is an
//! `i32` or an `f64` (of a variable `n: usize`, write `x * n`): no generic impl may be written for
//! a foreign type.

use super::{Expression, Variable};
use crate::encode::Polynomial;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

impl From<&Expression> for Expression {
    fn from(expression: &Expression) -> Self {
        expression.clone()
    }
}

impl From<Variable> for Expression {
    fn from(variable: Variable) -> Self {
        let mut polynomial = Polynomial::zero(variable.index() + 1);
        polynomial.add_term(&[variable.index()], 1.0);
        Self {
            polynomial,
            home: Some(variable.home()),
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
    ($trait:ident, $method:ident, $assign:ident, <$right:ident> for $left:ty) => {
        impl<$right: Into<Expression>> $trait<$right> for $left {
            type Output = Expression;
            fn $method(self, right: $right) -> Expression {
                let mut out = Expression::from(self);
                out.$assign(right);
                out
            }
        }
    };
    ($trait:ident, $method:ident, $assign:ident, $right:ty, for $left:ty) => {
        impl $trait<$right> for $left {
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
        binary!(Add, add, add_assign, <R> for $left);
        binary!(Sub, sub, sub_assign, <R> for $left);
        binary!(Mul, mul, mul_assign, <R> for $left);
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
        binary!(Add, add, add_assign, $right, for $number);
        binary!(Sub, sub, sub_assign, $right, for $number);
        binary!(Mul, mul, mul_assign, $right, for $number);
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
