//! Constraints as penalties: 0 exactly where the constraint holds, positive elsewhere.
//!
//! | constraint | penalty | auxiliaries | cheapest violation |
//! |---|---|---|---|
//! | e = k | (e − k)² | none | (e − k)² |
//! | l ≤ e ≤ l + 1 | (e − (l + ½))² − ¼ = (e − l)(e − l − 1) | none | 2 |
//! | l ≤ e ≤ u | (e − (l + ½ + s))² − ¼ = (e − l − s)(e − l − s − 1) | ⌊log₂(u − l)⌋ | 2 |
//!
//! The second line is the fractional term of the source paper (eq. 15) without its ¼, so that its
//! minimum is 0; source 001 calls it `between(e, 0, 1)`. In the third s = 2a₀ + 4a₁ + … + c·a_last
//! is made of auxiliary bits, c being trimmed so that s runs up to u − l − 1 and no further. Since
//! each s allows two values of e, the even ones suffice below the last bit: one auxiliary fewer
//! than the usual slack (e − l − s)² needs. One value of e may belong to several s, so a solution
//! may be several ground states. Penalties of a linear e have degree 2; an e of degree d gives
//! degree 2d, which the simulator takes and a QUBO file does not.

use super::{Expression, Variable, VariableSpace};
use crate::encode::Polynomial;
use crate::error::{Error, Result};

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

fn refused(found: impl Into<String>, remedy: impl Into<String>) -> Error {
    Error::argument("between", found, remedy)
}

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
