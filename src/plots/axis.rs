//! An axis: its range, its ticks and where a value lies on it.
//!
//! A value v lies at (v - low) / (high - low) of a linear axis and at log(v / low) / log(high /
//! low) of a logarithmic one. An axis ends where its data end, but for a little room. The axis of
//! probabilities is logarithmic where the largest value is more than 30 times the smallest. A
//! probability below 1e-15 (rounding, or exactly 0) has no place on such an axis: it is drawn as a
//! triangle at the axis' floor.

/// Below this a probability is rounding, not signal, for a logarithmic axis.
pub(crate) const NOTHING: f64 = 1e-15;

/// Largest over smallest probability beyond which the axis is logarithmic.
const WIDE: f64 = 30.0;

/// The part of an axis that is left free at its ends.
const ROOM: f64 = 0.04;

/// The name of an axis, what it means, and which values it holds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AxisOf {
    pub title: String,
    pub kind: AxisKind,
    /// A sentence for the caption; empty where the title says all.
    pub meaning: String,
}

/// Which values an axis holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AxisKind {
    /// Depths, layers, sizes: no tick is between two of them.
    WholeNumbers,
    /// Any numbers.
    Numbers,
    /// Numbers beside which 0 is always on the axis.
    FromZero,
    Probabilities,
    /// Probabilities on a logarithmic axis, but for those that are rounding.
    Decades,
    /// Calls, shots, layers on a logarithmic axis: those below 1 lie at 1, and one that never ends
    /// has no place.
    Costs,
}

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
        Self {
            meaning: format!("P(success) is the probability of {summed}."),
            ..Self::new("P(success)", kind)
        }
    }

    /// The axis that holds these values, with about so many ticks.
    pub(super) fn holding(&self, values: &[f64], ticks: usize) -> Axis {
        let ends = |least: f64| {
            let known = values.iter().filter(|v| v.is_finite() && **v >= least);
            let known = known.map(|v| (*v, *v));
            known.reduce(|(low, high), (v, _)| (low.min(v), high.max(v)))
        };
        let title = &*self.title;
        let (low, high) = ends(f64::MIN).unwrap_or((1.0, 1.0));
        let is_wide =
            |&(least, most): &(f64, f64)| self.kind == AxisKind::Decades || most > WIDE * least;
        // the floor, at which what is rounding is drawn, is below the rest
        let floor = if low < NOTHING { 0.1 } else { 1.0 };
        let decades = match self.kind {
            AxisKind::Costs => Some((low.max(1.0), high.max(1.0))),
            AxisKind::Decades | AxisKind::Probabilities => {
                let seen = ends(NOTHING).filter(is_wide);
                seen.map(|(least, most)| (floor * least, most))
            }
            _ => None,
        };
        if let Some(ends) = decades {
            return Axis::logarithmic(title, ends);
        }
        let is_whole = self.kind == AxisKind::WholeNumbers;
        let is_from_zero = !is_whole && self.kind != AxisKind::Numbers;
        let (low, high) = match self.kind {
            AxisKind::WholeNumbers if low == high => (low - 0.5, high + 0.5),
            _ if !is_from_zero => (low, high),
            // where nothing is seen, the whole of it
            _ if low >= 0.0 && high < NOTHING => (0.0, 1.0),
            _ => (low.min(0.0), high.max(0.0)),
        };
        let (low, high) = widened(low, high);
        let room = |end: f64| {
            if is_from_zero && end == 0.0 {
                0.0
            } else {
                ROOM * (high - low)
            }
        };
        let least = if is_whole { 1.0 } else { 0.0 };
        let mut axis = Axis::linear(title, (low - room(low), high + room(high)), ticks, least);
        if is_whole {
            axis.ticks.retain(|tick| (low..=high).contains(&tick.value));
        }
        axis
    }
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
    pub(super) is_logarithmic: bool,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) ticks: Vec<Tick>,
}

impl Axis {
    /// A linear axis exactly from `low` to `high`, with about `count` round ticks inside, no closer
    /// to each other than `least`.
    pub(super) fn linear(title: &str, (low, high): (f64, f64), count: usize, least: f64) -> Self {
        let (low, high) = widened(low, high);
        let step = round_step((high - low) / count as f64).max(least);
        let first = (low / step - 1e-9).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        let largest = low.abs().max(high.abs());
        let tick = |k: i64| Tick {
            value: k as f64 * step,
            label: Some(decimal(k as f64 * step, step, largest)),
        };
        Self {
            title: title.to_owned(),
            is_logarithmic: false,
            low,
            high,
            ticks: (first..=last).map(tick).collect(),
        }
    }

    /// A logarithmic axis that holds `low` and `high` with a little room at both ends: of not too
    /// many decades each is labeled, of less than two what lies between them as well.
    pub(super) fn logarithmic(title: &str, (low, high): (f64, f64)) -> Self {
        let (low, high) = if low < high {
            (low, high)
        } else {
            (low / 2.0, high * 2.0)
        };
        let room = libm::pow(high / low, ROOM);
        let (low, high) = (low / room, high * room);
        let first = libm::log10(low).ceil() as i32;
        let last = libm::log10(high).floor() as i32;
        let count = last - first + 1;
        let step = ((count + 7) / 8).max(1);
        let digits = (first - 1..=last).flat_map(|power| (1..10).map(move |digit| (power, digit)));
        let tick = |(power, digit): (i32, i32)| {
            let value = f64::from(digit) * 10_f64.powi(power);
            let label = match digit {
                1 if (power - first) % step == 0 => Some(power_of_ten(power)),
                2 | 5 if count < 2 => Some(decimal(value, value, value)),
                _ => None,
            };
            let is_shown = (low..=high).contains(&value) && (label.is_some() || count < 6);
            is_shown.then_some(Tick { value, label })
        };
        Self {
            title: title.to_owned(),
            is_logarithmic: true,
            low,
            high,
            ticks: digits.filter_map(tick).collect(),
        }
    }

    /// Where a value lies: 0 at the low end, 1 at the high end.
    pub(super) fn share(&self, value: f64) -> f64 {
        if self.is_logarithmic {
            libm::log(value / self.low) / libm::log(self.high / self.low)
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }
}

/// The range, or one around it where it is as narrow as a point.
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
fn power_of_ten(power: i32) -> String {
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
    fn ticks_of_a_linear_axis_are_round_and_inside_it() {
        let cases: [((f64, f64), &[&str]); 5] = [
            ((0.0, 0.4), &["0", "0.1", "0.2", "0.3", "0.4"]),
            ((-1.5, 12.0), &["0", "5", "10"]),
            ((0.0, 4e-9), &["0", "1×10⁻⁹", "2×10⁻⁹", "3×10⁻⁹", "4×10⁻⁹"]),
            (
                (2e6, 2.4e6),
                &["2.0×10⁶", "2.1×10⁶", "2.2×10⁶", "2.3×10⁶", "2.4×10⁶"],
            ),
            ((0.0, 0.0), &["−1.0", "−0.5", "0", "0.5", "1.0"]),
        ];
        for (range, expected) in cases {
            let axis = Axis::linear("", range, 5, 0.0);
            assert_eq!(labels(&axis), expected, "{range:?}");
            assert!(axis.low <= range.0 && range.1 <= axis.high, "{range:?}");
        }
    }

    #[test]
    fn depths_are_marked_by_whole_numbers_and_never_by_too_many() {
        let depths = AxisOf::depth();
        let marks = |low: u32, high: u32| {
            let values: Vec<f64> = [low, high].map(f64::from).to_vec();
            labels(&depths.holding(&values, 12))
        };
        assert_eq!(marks(1, 1), ["1"]);
        assert_eq!(marks(1, 8), ["1", "2", "3", "4", "5", "6", "7", "8"]);
        assert_eq!(marks(1, 30), ["5", "10", "15", "20", "25", "30"]);
        assert_eq!(marks(10, 13), ["10", "11", "12", "13"]);
        for high in 2..3000 {
            let marks = marks(1, high);
            assert!(
                marks.len() <= 14 && marks.iter().all(|m| !m.contains('.')),
                "{high}"
            );
        }
    }

    #[test]
    fn an_axis_ends_where_its_data_end() {
        let y = AxisOf::new("", AxisKind::Probabilities);
        for values in [[0.2, 0.37], [2e-4, 0.6]] {
            let axis = y.holding(&values, 5);
            let shares = values.map(|value| axis.share(value));
            let from = if axis.is_logarithmic { 0.04 } else { 0.54 };
            assert!((shares[0] - from).abs() < 0.03 && (shares[1] - 0.96).abs() < 0.01);
        }
    }

    #[test]
    fn a_decade_is_as_long_as_the_next() {
        let axis = Axis::logarithmic("", (1e-4, 1.0));
        let place = |value: f64| axis.share(value);
        for power in [1e-4, 1e-3, 1e-2] {
            let (one, next) = (place(10.0 * power) - place(power), place(1.0) - place(0.1));
            assert!((one - next).abs() < 1e-12, "{power}");
        }
        assert_eq!(labels(&axis), ["10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "1"]);
        assert_eq!(labels(&Axis::logarithmic("", (0.2, 0.9))), ["0.2", "0.5"]);
        assert!(labels(&Axis::logarithmic("", (1e-40, 1.0))).len() <= 9);
    }
}
