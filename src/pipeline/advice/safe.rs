//! Which weights of a kind are safe while the others stay as they are.

use std::fmt;

/// The weights of a kind for which every state of lowest energy obeys the encoded rules (and so is
/// the best of those that do).
///
/// ```
/// use ketboard::SafeWeight;
/// assert_eq!(SafeWeight::Above(2.5).to_string(), "λ > 2.5");
/// assert_eq!(SafeWeight::NotNeeded.to_string(), "not needed");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SafeWeight {
    /// Any weight above this positive number, and no other.
    Above(f64),
    /// Any positive weight, and not 0.
    Any,
    /// Any positive weight, and 0 too: the other penalties see to it.
    NotNeeded,
    /// None: a state that breaks rules of other kinds alone has too low an energy.
    OthersTooSmall,
}

impl fmt::Display for SafeWeight {
    /// `λ > 2.5`, `any λ > 0`, `not needed`, `none: another weight is too small`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Above(bound) => write!(f, "λ > {bound}"),
            Self::Any => f.write_str("any λ > 0"),
            Self::NotNeeded => f.write_str("not needed"),
            Self::OthersTooSmall => f.write_str("none: another weight is too small"),
        }
    }
}

/// The safe weights, where `best` is the lowest energy of a state that obeys, and `breaking` gives
/// for each p the lowest energy without this kind of the states that break a rule and cost p times
/// the weight.
pub(super) fn safe_weight(best: f64, breaking: &[(f64, f64)], rounding: f64) -> SafeWeight {
    let mut bound = f64::NEG_INFINITY;
    for &(excess, rest) in breaking {
        if excess > rounding {
            bound = bound.max((best - rest) / excess);
        } else if rest <= best + rounding {
            return SafeWeight::OthersTooSmall;
        }
    }
    if bound > rounding {
        SafeWeight::Above(bound)
    } else if bound >= -rounding {
        SafeWeight::Any
    } else {
        SafeWeight::NotNeeded
    }
}
