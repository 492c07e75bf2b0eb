//! The closed form sin²((2k + 1)θ), sin²θ = M/S, and the number of iterations that makes it largest
//! (BBHT, §3).

use std::f64::consts::FRAC_PI_4;

/// The probability of a marked state after `iterations`, where `marked` of `space` states are
/// marked.
pub fn success_after(iterations: f64, marked: f64, space: f64) -> f64 {
    let theta = angle(marked, space);
    libm::sin((2.0 * iterations + 1.0) * theta).powi(2)
}

/// The number of iterations after which success is first largest: ⌊π/4θ⌋, one fewer where that
/// gains nothing. 0 where nothing is marked.
pub fn best_iterations(marked: f64, space: f64) -> usize {
    let theta = angle(marked, space);
    if theta > 0.0 {
        (FRAC_PI_4 / theta - 1.0).ceil().max(0.0) as usize
    } else {
        0
    }
}

fn angle(marked: f64, space: f64) -> f64 {
    libm::asin((marked / space).clamp(0.0, 1.0).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_four_is_found_for_certain_by_one_iteration() {
        assert_eq!(best_iterations(1.0, 4.0), 1);
        assert!((success_after(1.0, 1.0, 4.0) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn no_other_number_up_to_the_first_maximum_is_better() {
        for space in 1..200 {
            for marked in 1..=space {
                let (marked, space) = (f64::from(marked), f64::from(space));
                let best = best_iterations(marked, space);
                let most = success_after(best as f64, marked, space);
                for k in 0..=best + 1 {
                    let other = success_after(k as f64, marked, space);
                    assert!(other <= most + 1e-12, "{k} of {marked}/{space}");
                }
            }
        }
        assert_eq!(best_iterations(0.0, 64.0), 0);
    }

    #[test]
    fn the_counts_of_n_queens_are_those_of_the_documentation() {
        let of = |n: i32, solutions: f64| best_iterations(solutions, f64::from(n).powi(n));
        assert_eq!(
            [of(4, 2.0), of(5, 10.0), of(6, 4.0), of(8, 92.0)],
            [8, 13, 84, 335]
        );
    }
}
