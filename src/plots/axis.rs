//! An axis: its range, its ticks and where a value lies on it.
//!
//! A value v lies at (v - low) / (high - low) of a linear axis and at log(v / low) / log(high /
//! low) of a logarithmic one. The axis of probabilities is logarithmic where the largest value is
//! more than 30 times the smallest. A probability below 1e-15 (rounding, or exactly 0) has no place
//! on such an axis: it is drawn as a triangle at the axis' floor.

use super::check::{finite, probability};
use crate::error::{Error, Result};

/// Below this a probability is rounding, not signal, for a logarithmic axis.
pub(crate) const NOTHING: f64 = 1e-15;

/// A longer time is of a probability that is rounding: it would stretch the axis and tell nothing.
pub(super) const LONGEST: f64 = 1e15;

/// Largest over smallest probability beyond which the axis is logarithmic.
const WIDE: f64 = 30.0;

/// The name of an axis, what it means, and which values it holds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AxisOf {
    pub title: String,
    pub kind: AxisKind,
    /// A sentence below the plot; empty where the title says all.
    pub meaning: String,
}

/// Which values an axis holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AxisKind {
    /// Depths, layers, sizes.
    WholeNumbers,
    /// Shares of a whole, from 0 to 1.
    Shares,
    /// Costs; those below 1 lie at 1.
    Costs,
    /// Any numbers.
    Numbers,
    /// Numbers from 0 on.
    Counts,
    /// Numbers whose signs matter: 0 is always on the axis.
    Signed,
    Probabilities,
    /// Probabilities on a logarithmic axis, but for those that are rounding.
    Decades,
    /// Times to solution, at least 1; an end of an interval may be infinite.
    Times,
}

/// The states of lowest energy, as the set whose probability is summed.
pub(crate) const LOWEST_STATES: &str = "the states of lowest energy";

impl AxisOf {
    /// An axis whose title says all.
    pub(crate) fn new(title: impl Into<String>, kind: AxisKind) -> Self {
        Self {
            title: title.into(),
            kind,
            meaning: String::new(),
        }
    }

    /// The axis of ⟨C⟩.
    pub(crate) fn expectation() -> Self {
        Self::new("⟨C⟩", AxisKind::Numbers)
    }

    /// The axis of the depth p.
    pub(crate) fn depth() -> Self {
        Self::new("depth p", AxisKind::WholeNumbers)
    }

    /// The axis of the probability of a set: `all boards that obey the rules`.
    pub(crate) fn probability_of(summed: &str, kind: AxisKind) -> Self {
        let title = match summed {
            LOWEST_STATES => "P(ground)",
            _ => "P(success)",
        };
        Self {
            meaning: format!("{title} is the probability of {summed}."),
            ..Self::new(title, kind)
        }
    }

    /// The value, if it has a place on the axis.
    pub(super) fn checked(&self, what: &str, value: f64) -> Result<f64> {
        let at_least = |least: f64| match finite(what, value)? {
            value if value >= least => Ok(value),
            value => {
                let found = format!("found {value}");
                let remedy = format!("{} are at least {least}", self.title);
                Err(Error::argument(what, found, remedy))
            }
        };
        match self.kind {
            AxisKind::Probabilities | AxisKind::Decades => probability(what, value),
            AxisKind::Costs | AxisKind::Counts => at_least(0.0),
            AxisKind::Times if value == f64::INFINITY => Ok(value),
            AxisKind::Times => at_least(1.0),
            _ => finite(what, value),
        }
    }

    /// The axis that holds these values.
    pub(super) fn holding(&self, values: &[f64]) -> Axis {
        let title = &*self.title;
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let (low, high) = if low <= high { (low, high) } else { (1.0, 1.0) };
        let last = (libm::log10(high) - 1e-9).ceil() as i32;
        match self.kind {
            AxisKind::WholeNumbers => {
                let most = if high < 1000.0 { 14 } else { 9 };
                Axis::whole_numbers(title, (low as usize, high as usize), most)
            }
            AxisKind::Shares => Axis::exact(title, (0.0, 1.0), 5),
            AxisKind::Numbers => Axis::roomy(title, (low, high), 7),
            AxisKind::Signed => Axis::roomy(title, (low.min(0.0), high.max(0.0)), 6),
            AxisKind::Counts if high > 0.0 => Axis::round(title, (0.0, high), 5),
            AxisKind::Counts => Axis::round(title, (0.0, 1.0), 5),
            AxisKind::Costs | AxisKind::Times => {
                let told = || values.iter().copied().filter(|v| *v <= LONGEST);
                let high = told().fold(1.0, f64::max);
                let low = told().fold(high, f64::min).max(1.0);
                let first = (libm::log10(low) + 1e-9).floor() as i32;
                let last = (libm::log10(high) - 1e-9).ceil() as i32;
                Axis::decades(title, (first, last))
            }
            AxisKind::Probabilities | AxisKind::Decades => {
                let told = values.iter().copied().filter(|v| *v >= NOTHING);
                let least = told.fold(high, f64::min);
                let is_wide = high > WIDE * least || self.kind == AxisKind::Decades;
                if high < NOTHING {
                    return Axis::round(title, (0.0, 1.0), 5);
                } else if !is_wide {
                    return Axis::round(title, (0.0, high), 5);
                }
                // values at the floor lie a decade lower, which is room enough
                let first = match low < NOTHING {
                    true => (libm::log10(least) + 1e-9).floor() as i32 - 1,
                    false => Axis::first_decade(least),
                };
                Axis::decades(title, (first, last))
            }
        }
    }
}

/// How values are spread over an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scale {
    Linear,
    Logarithmic,
}

/// A mark on an axis; one without a label is drawn lighter.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Tick {
    pub(super) value: f64,
    pub(super) label: Option<String>,
}

/// A range of values with its ticks and its name.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Axis {
    pub(super) title: String,
    pub(super) scale: Scale,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) ticks: Vec<Tick>,
}

impl Axis {
    /// A linear axis exactly from `low` to `high`, with about `count` round ticks inside.
    pub(super) fn exact(title: &str, (low, high): (f64, f64), count: usize) -> Self {
        let (low, high) = widened(low, high);
        let step = round_step((high - low) / count as f64);
        Self::linear(title, (low, high), step)
    }

    /// A linear axis that holds `low` and `high` and begins and ends on one of about `count` ticks.
    pub(super) fn round(title: &str, (low, high): (f64, f64), count: usize) -> Self {
        let (low, high) = widened(low, high);
        let step = round_step((high - low) / count as f64);
        let low = (low / step + 1e-9).floor() * step;
        let high = (high / step - 1e-9).ceil() * step;
        Self::linear(title, (low, high), step)
    }

    /// A linear axis that holds `low` and `high` with a little room at both ends, and about `count`
    /// round ticks.
    pub(super) fn roomy(title: &str, (low, high): (f64, f64), count: usize) -> Self {
        let (low, high) = widened(low, high);
        let room = 0.04 * (high - low);
        Self::exact(title, (low - room, high + room), count)
    }

    fn linear(title: &str, (low, high): (f64, f64), step: f64) -> Self {
        let first = (low / step - 1e-9).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        let largest = low.abs().max(high.abs());
        let tick = |k: i64| Tick {
            value: k as f64 * step,
            label: Some(decimal(k as f64 * step, step, largest)),
        };
        Self {
            title: title.to_owned(),
            scale: Scale::Linear,
            low,
            high,
            ticks: (first..=last).map(tick).collect(),
        }
    }

    /// A linear axis of whole numbers with a little room at both ends; at most `most` of them are
    /// marked.
    pub(super) fn whole_numbers(title: &str, (low, high): (usize, usize), most: usize) -> Self {
        let room = if low == high {
            0.5
        } else {
            0.04 * (high - low) as f64
        };
        let step = (0..)
            .flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)))
            .find(|step| (high - low) / step < most)
            .unwrap_or(1);
        let first = if low <= 1 || step == 1 {
            low
        } else {
            low.div_ceil(step) * step
        };
        let marks = if first < 2 && step > 1 {
            // 1, 10, 20, ... or 0, 10, 20, ...
            std::iter::once(first)
                .chain((1..).map(|k| k * step).take_while(|&v| v <= high))
                .collect()
        } else {
            (first..=high).step_by(step).collect::<Vec<_>>()
        };
        let tick = |value: usize| Tick {
            value: value as f64,
            label: Some(value.to_string()),
        };
        Self {
            title: title.to_owned(),
            scale: Scale::Linear,
            low: low as f64 - room,
            high: high as f64 + room,
            ticks: marks.into_iter().map(tick).collect(),
        }
    }

    /// A logarithmic axis from 10^`first` to 10^`last`.
    pub(super) fn decades(title: &str, (first, last): (i32, i32)) -> Self {
        let last = last.max(first + 1);
        let step = ((last - first) as usize).div_ceil(8);
        let labeled = (first..=last).step_by(step).map(|power| Tick {
            value: 10_f64.powi(power),
            label: Some(power_of_ten(power)),
        });
        let between = (first..last)
            .filter(|_| last - first <= 5)
            .flat_map(|power| (2..10).map(move |digit| f64::from(digit) * 10_f64.powi(power)))
            .map(|value| Tick { value, label: None });
        Self {
            title: title.to_owned(),
            scale: Scale::Logarithmic,
            low: 10_f64.powi(first),
            high: 10_f64.powi(last),
            ticks: labeled.chain(between).collect(),
        }
    }

    /// The power of ten with which an axis of decades begins that holds `low`, with a little room
    /// below it: a line on the axis itself is not seen.
    pub(super) fn first_decade(low: f64) -> i32 {
        (libm::log10(low) - 0.02).floor() as i32
    }

    /// Where a value lies: 0 at the low end, 1 at the high end.
    pub(super) fn share(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Logarithmic => libm::log(value / self.low) / libm::log(self.high / self.low),
        }
    }
}

/// The range, or one around it where it is too narrow to be told from a point.
fn widened(low: f64, high: f64) -> (f64, f64) {
    let size = low.abs().max(high.abs());
    if high - low > 1e-9 * size {
        return (low, high);
    }
    let room = if size == 0.0 { 1.0 } else { 0.1 * size };
    (low - room, high + room)
}

/// The least of 1, 2, 5 times a power of ten that is not below `least`.
fn round_step(least: f64) -> f64 {
    let power = libm::pow(10_f64, libm::log10(least).floor());
    [1.0, 2.0, 5.0, 10.0]
        .map(|digit| digit * power)
        .into_iter()
        .find(|step| *step >= least * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

/// A tick's value with the digits its step needs; a power of ten is split off where zeros would
/// fill the label.
fn decimal(value: f64, step: f64, largest: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let step_power = (libm::log10(step) + 1e-9).floor() as i32;
    let power = (libm::log10(largest) + 1e-9).floor() as i32;
    if (-3..6).contains(&power) && step_power >= -6 {
        return minus(format!("{value:.*}", (-step_power).max(0) as usize));
    }
    let digits = (power - step_power).max(0) as usize;
    let mantissa = value / 10_f64.powi(power);
    minus(format!("{mantissa:.digits$}×{}", power_of_ten(power)))
}

/// `10⁻³`; 1 for the power 0.
pub(super) fn power_of_ten(power: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    if power == 0 {
        return "1".into();
    }
    let raised = |c: char| c.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize]);
    format!(
        "10{}",
        power.to_string().chars().map(raised).collect::<String>()
    )
}

/// A probability in at most four digits that matter.
pub(crate) fn short_probability(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    if value >= 1e-3 {
        return format!("{value:.4}");
    }
    let power = libm::log10(value).floor() as i32;
    format!("{:.2}×{}", value / 10_f64.powi(power), power_of_ten(power))
}

/// Any number in at most four digits that matter.
pub(crate) fn short_number(value: f64) -> String {
    match value {
        value if value < 0.0 => format!("−{}", short_number(-value)),
        value if value < 1.0 => short_probability(value),
        value => format!("{value:.3}"),
    }
}

fn minus(text: String) -> String {
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<String> {
        axis.ticks
            .iter()
            .filter_map(|tick| tick.label.clone())
            .collect()
    }

    #[test]
    fn ticks_of_a_linear_axis_are_round_and_hold_the_data() {
        let cases: [((f64, f64), &[&str]); 5] = [
            ((0.0, 0.37), &["0", "0.1", "0.2", "0.3", "0.4"]),
            ((-1.5, 12.0), &["−5", "0", "5", "10", "15"]),
            (
                (0.0, 3.2e-9),
                &["0", "1×10⁻⁹", "2×10⁻⁹", "3×10⁻⁹", "4×10⁻⁹"],
            ),
            (
                (2e6, 2.4e6),
                &["2.0×10⁶", "2.1×10⁶", "2.2×10⁶", "2.3×10⁶", "2.4×10⁶"],
            ),
            ((0.0, 0.0), &["−1.0", "−0.5", "0", "0.5", "1.0"]),
        ];
        for (range, expected) in cases {
            let axis = Axis::round("", range, 5);
            assert_eq!(labels(&axis), expected, "{range:?}");
            assert!(axis.low <= range.0 && range.1 <= axis.high, "{range:?}");
        }
    }

    #[test]
    fn depths_are_marked_by_whole_numbers_and_never_by_too_many() {
        let marks = |range| labels(&Axis::whole_numbers("", range, 12));
        assert_eq!(marks((1, 1)), ["1"]);
        assert_eq!(marks((1, 8)), ["1", "2", "3", "4", "5", "6", "7", "8"]);
        assert_eq!(marks((1, 30)), ["1", "5", "10", "15", "20", "25", "30"]);
        assert_eq!(marks((10, 13)), ["10", "11", "12", "13"]);
        for high in 1..3000 {
            assert!(marks((1, high)).len() <= 13, "{high}");
        }
    }

    #[test]
    fn a_decade_is_as_long_as_the_next() {
        let axis = Axis::decades("", (-4, 0));
        for (value, share) in [
            (1e-4, 0.0),
            (1e-3, 0.25),
            (1e-2, 0.5),
            (0.1, 0.75),
            (1.0, 1.0),
        ] {
            assert!((axis.share(value) - share).abs() < 1e-12, "{value}");
        }
        assert_eq!(labels(&axis), ["10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "1"]);
        assert!(labels(&Axis::decades("", (-40, 0))).len() <= 9);
    }
}
