//! A step along a line that satisfies the strong Wolfe conditions: φ(a) ≤ φ(0) + c₁ a φ′(0) and
//! |φ′(a)| ≤ c₂ |φ′(0)|.
//!
//! Bracket, then zoom: Nocedal and Wright 2006, algorithms 3.5 and 3.6, with quadratic
//! interpolation kept away from the ends. Written here because argmin's own line searches lose
//! their way at a value that is not finite (the Moré-Thuente step divides by the largest of three
//! *signed* numbers), never limit the first step, and have no limit of trials. φ may refuse
//! (`None`): then the search ends there.

use super::probe::WALL;

/// c₁: which part of the decrease that the slope promises must be kept.
const DECREASE: f64 = 1e-4;
/// c₂: which part of the slope may remain.
const CURVATURE: f64 = 0.9;
/// How much longer the next step of the bracketing is.
const GROWTH: f64 = 3.0;
/// How many steps the bracketing may take, and how many the zoom.
const TRIALS: usize = 20;

/// φ and φ′ at a step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Trial {
    pub(super) step: f64,
    pub(super) value: f64,
    pub(super) slope: f64,
}

/// A step that satisfies both conditions, tried first at `first` > 0; else the lowest step found
/// that satisfies the first; `None` where φ refuses, does not fall at `zero` (its step 0), or
/// nothing lower was found.
pub(super) fn strong_wolfe(
    phi: &mut dyn FnMut(f64) -> Option<Trial>,
    zero: Trial,
    first: f64,
) -> Option<Trial> {
    if zero.slope.is_nan() || zero.slope >= 0.0 {
        return None;
    }
    let mut before = zero;
    let mut step = first;
    for _ in 0..TRIALS {
        let here = phi(step)?;
        if !falls(&here, &zero) || here.value >= before.value {
            return zoom(phi, zero, before, here);
        }
        if is_flat(&here, &zero) {
            return Some(here);
        }
        if here.slope >= 0.0 {
            return zoom(phi, zero, here, before);
        }
        before = here;
        step *= GROWTH;
    }
    Some(before)
}

/// Narrows the interval between `low`, the lowest trial that falls enough, and `high`.
fn zoom(
    phi: &mut dyn FnMut(f64) -> Option<Trial>,
    zero: Trial,
    mut low: Trial,
    mut high: Trial,
) -> Option<Trial> {
    for _ in 0..TRIALS {
        let to_gain = low.slope * (high.step - low.step);
        if to_gain.abs() <= f64::EPSILON * low.value.abs() {
            break;
        }
        let here = phi(between(&low, &high))?;
        if !falls(&here, &zero) || here.value >= low.value {
            high = here;
            continue;
        }
        if is_flat(&here, &zero) {
            return Some(here);
        }
        if here.slope * (high.step - low.step) >= 0.0 {
            high = low;
        }
        low = here;
    }
    (low.value < zero.value).then_some(low)
}

/// The first condition: φ(a) ≤ φ(0) + c₁ a φ′(0).
fn falls(here: &Trial, zero: &Trial) -> bool {
    here.value <= zero.value + DECREASE * here.step * zero.slope
}

/// The second condition: |φ′(a)| ≤ c₂ |φ′(0)|.
fn is_flat(here: &Trial, zero: &Trial) -> bool {
    here.slope.abs() <= -CURVATURE * zero.slope
}

/// The lowest step of the parabola through `low`, its slope, and `high`; from a wall, a fifth of
/// the way.
fn between(low: &Trial, high: &Trial) -> f64 {
    let width = high.step - low.step;
    if high.value >= WALL {
        return low.step + 0.2 * width;
    }
    let bend = high.value - low.value - low.slope * width;
    let share = -low.slope * width / (2.0 * bend);
    let share = if share.is_finite() { share } else { 0.5 };
    low.step + share.clamp(0.1, 0.9) * width
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(f: impl Fn(f64) -> f64, first: f64) -> (Option<Trial>, usize) {
        let at = |step: f64| {
            let h = 1e-6;
            let value = f(step);
            let slope = (f(step + h) - f(step - h)) / (2.0 * h);
            let wall = !value.is_finite();
            Trial {
                step,
                value: if wall { WALL } else { value },
                slope: if wall { 0.0 } else { slope },
            }
        };
        let mut calls = 0;
        let found = strong_wolfe(
            &mut |step| {
                calls += 1;
                Some(at(step))
            },
            at(0.0),
            first,
        );
        (found, calls)
    }

    #[test]
    fn the_step_found_satisfies_both_conditions_whatever_the_first_one() {
        let lines: [fn(f64) -> f64; 4] = [
            |a| (a - 1.0).powi(2),
            |a| -(a).sin(),
            |a| (a - 3.0).powi(4) - a,
            |a| -a / (a * a + 2.0), // Moré and Thuente 1994, (5.1)
        ];
        for (k, f) in lines.into_iter().enumerate() {
            let slope = (f(1e-6) - f(-1e-6)) / 2e-6;
            for first in [1e-3, 0.1, 1.0, 10.0, 100.0] {
                let (found, calls) = on(f, first);
                let found = found.unwrap();
                assert!(
                    found.value <= f(0.0) + DECREASE * found.step * slope,
                    "line {k}"
                );
                assert!(found.slope.abs() <= CURVATURE * slope.abs(), "line {k}");
                assert!(calls <= 15, "line {k} from {first}: {calls} calls");
            }
        }
    }

    #[test]
    fn a_wall_in_the_way_is_backed_away_from() {
        let f = |a: f64| if a > 0.01 { f64::NAN } else { -a };
        let (found, _) = on(f, 1.0);
        let found = found.unwrap();
        assert!(0.0 < found.step && found.step <= 0.01, "{found:?}");
    }

    #[test]
    fn a_line_that_rises_or_refuses_yields_nothing() {
        assert_eq!(on(|a| a, 1.0).0, None);
        assert_eq!(on(|_| 1.0, 1.0).0, None);
        let zero = Trial {
            step: 0.0,
            value: 0.0,
            slope: -1.0,
        };
        assert_eq!(strong_wolfe(&mut |_| None, zero, 1.0), None);
    }

    #[test]
    fn a_line_without_end_is_left_after_a_limited_number_of_trials() {
        let (found, calls) = on(|a| -a, 1.0);
        assert!(found.unwrap().value < -1e6 && calls == TRIALS, "{calls}");
    }
}
