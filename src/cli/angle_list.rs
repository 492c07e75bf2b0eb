//! Angles as people write them: numbers, multiples of π, and linear ramps.

use crate::{Error, Result};
use std::f64::consts::PI;

/// What a list of angles may hold, for messages.
const SPELLING: &str =
    "give finite numbers, e.g. 0.1,0.2 or pi/8,-3pi/8,0.25*pi, or a ramp such as 0..0.8:4";

/// A list of angles in radians.
#[derive(Debug)]
pub(crate) struct AngleList {
    /// The angles, first layer first; of several series one after the other.
    pub(crate) angles: Vec<f64>,
    /// Whether they are a ramp, which serves every series alike.
    pub(crate) is_ramp: bool,
}

impl AngleList {
    /// The list of an option: angles with commas between them, or `FROM..TO:P`, the values of a
    /// straight line at the midpoints of P layers, t = (k + ½)/P, as the search's own ramps are.
    ///
    /// # Errors
    /// The first item that is no angle, or the ramp that is none.
    pub(crate) fn given(option: &str, text: &str) -> Result<Self> {
        let wrong = |item: &str| Error::argument(option, format!("found {item:?}"), SPELLING);
        let (text, is_ramp) = (text.trim(), text.contains(".."));
        let angles = if is_ramp {
            ramp(text).ok_or_else(|| wrong(text))?
        } else if text.is_empty() {
            Vec::new()
        } else {
            let each = text.split(',');
            each.map(|item| angle(item).ok_or_else(|| wrong(item)))
                .collect::<Result<_>>()?
        };
        Ok(Self { angles, is_ramp })
    }

    /// The angles of `series` series: a ramp is repeated for each of them.
    pub(crate) fn of_series(&self, series: usize) -> Vec<f64> {
        match self.is_ramp {
            true => self.angles.repeat(series),
            false => self.angles.clone(),
        }
    }
}

/// The deepest ramp.
const DEEPEST: usize = super::number::DEEPEST;

/// `0..0.8:4`.
fn ramp(text: &str) -> Option<Vec<f64>> {
    let (from, rest) = text.split_once("..")?;
    let (to, layers) = rest.split_once(':')?;
    let (from, to) = (angle(from)?, angle(to)?);
    let layers = layers.trim().parse::<usize>().ok()?;
    let midpoint = |k: usize| from + (to - from) * ((k as f64 + 0.5) / layers as f64);
    (1..=DEEPEST)
        .contains(&layers)
        .then(|| (0..layers).map(midpoint).collect())
}

/// An angle: `0.25`, `pi/2`, `-3pi/8`, `0.25*pi`, `π`.
pub(crate) fn angle(text: &str) -> Option<f64> {
    let text = text.trim();
    let (sign, size) = match text.strip_prefix(['-', '−']) {
        Some(size) => (-1.0, size),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let (above, below) = match size.split_once('/') {
        Some((above, below)) => (product(above)?, product(below)?),
        None => (product(size)?, 1.0),
    };
    let value = sign * (above / below);
    value.is_finite().then_some(value)
}

/// The product of factors with `*` between them, such as `3*pi`; `None` where one is no factor.
fn product(text: &str) -> Option<f64> {
    let mut factors = text.split('*').map(factor);
    let first = factors.next()??;
    factors.try_fold(first, |product, factor| Some(product * factor?))
}

/// A number, `pi`, or a number before it.
fn factor(text: &str) -> Option<f64> {
    let text = text.trim();
    let before = ["pi", "Pi", "PI", "π"]
        .iter()
        .find_map(|pi| text.strip_suffix(pi));
    match before.map(str::trim_end) {
        Some("") => Some(PI),
        Some(number) => Some(plain(number)? * PI),
        None => plain(text),
    }
}

/// A number without a sign.
fn plain(text: &str) -> Option<f64> {
    let begins = text.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    begins.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_angle_is_a_number_or_a_multiple_of_pi() {
        for (text, value) in [
            ("0.1", 0.1),
            (" -1e-3 ", -0.001),
            ("+.5", 0.5),
            ("pi", PI),
            ("-π", -PI),
            ("pi/2", PI / 2.0),
            ("-3pi/8", -3.0 * PI / 8.0),
            ("3 * pi / 8", 3.0 * PI / 8.0),
            ("0.25*pi", 0.25 * PI),
            ("pi*0.25", 0.25 * PI),
            ("1/3", 1.0 / 3.0),
        ] {
            assert_eq!(angle(text), Some(value), "{text}");
        }
        for text in [
            "", "-", "pie", "p/2", "pi/", "/2", "1/0", "pi/0", "nan", "inf", "1e999", "--1",
            "2pi3", "*pi", "1;2", "x",
        ] {
            assert_eq!(angle(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_ramp_is_that_of_the_engine_and_serves_every_series() {
        let gammas = AngleList::given("--gammas", "0..0.8:2").unwrap();
        let betas = AngleList::given("--gammas", "-0.4..0:2").unwrap();
        let ramp = ketboard_qaoa::Angles::ramp(2, 0.8, 0.4);
        for (ours, theirs) in [(&gammas, &ramp.gammas), (&betas, &ramp.betas)] {
            for (a, b) in ours.angles.iter().zip(theirs) {
                assert!((a - b).abs() < 1e-15, "{ours:?} {theirs:?}");
            }
        }
        assert_eq!(gammas.of_series(2), [0.2, 0.6000000000000001].repeat(2));
        let quarter = AngleList::given("--gammas", "-pi/4..0:1").unwrap();
        assert_eq!(quarter.angles, [-PI / 8.0]);
        assert_eq!(
            AngleList::given("--gammas", "0.1,0.2")
                .unwrap()
                .of_series(2)
                .len(),
            2
        );
        for text in ["0..1", "0..1:0", "0..1:x", "0..1:1001", "..1:2", "0..:2"] {
            assert!(AngleList::given("--gammas", text).is_err(), "{text:?}");
        }
    }
}
