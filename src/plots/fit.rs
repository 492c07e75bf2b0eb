//! P ≈ c·2^(−a n): least squares of y = log₂ P on n, with the 95 % interval of a.
//!
//! a = −Sxy/Sxx; its standard error is √(Σ residual² / (N − 2) / Sxx), and its interval a ± t·error
//! with Student's t at 0.975 and N − 2 degrees of freedom (Draper and Smith, *Applied Regression
//! Analysis*, 3rd ed., 1998, eq. 1.4.9). The interval says how far a straight line through *these*
//! puzzles is known; it holds where log₂ P scatters around a line alike at every n. At ν degrees of
//! freedom t = √ν tan θ, with a density of θ proportional to cos^(ν − 1) θ, summed in small steps.

use std::f64::consts::FRAC_PI_2;

/// A straight line through log₂ P.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ExponentialFit {
    /// a: P is halved every 1/a qubits.
    pub exponent: f64,
    /// The 95 % interval of a.
    pub interval: (f64, f64),
    /// The intercept log₂ c of the line.
    pub intercept: f64,
    /// The number of points that were fitted.
    pub points: usize,
    /// The least and the largest n of them.
    pub sizes: [f64; 2],
}

impl ExponentialFit {
    /// The probability P = c·2^(−a n) of the fit at n qubits.
    pub(crate) fn value(&self, qubits: f64) -> f64 {
        libm::exp2(self.intercept - self.exponent * qubits)
    }
}

/// The line through points (n, P) with P > 0; `None` where these have fewer than three sizes n.
pub(crate) fn exponential_fit(points: &[(f64, f64)]) -> Option<ExponentialFit> {
    let logs: Vec<(f64, f64)> = points
        .iter()
        .filter(|point| point.1 > 0.0)
        .map(|&(n, p)| (n, libm::log2(p)))
        .collect();
    let mut sizes: Vec<f64> = logs.iter().map(|point| point.0).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.dedup();
    if sizes.len() < 3 {
        return None;
    }
    let count = logs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let sxx: f64 = logs.iter().map(|point| (point.0 - x).powi(2)).sum();
    let sxy: f64 = logs.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let slope = sxy / sxx;
    let residual = |point: &(f64, f64)| (point.1 - y - slope * (point.0 - x)).powi(2);
    let left: f64 = logs.iter().map(residual).sum();
    let error = (left / (count - 2.0) / sxx).sqrt();
    let half = student_t(logs.len() - 2, 0.95) * error;
    Some(ExponentialFit {
        exponent: -slope,
        interval: (-slope - half, -slope + half),
        intercept: y - slope * x,
        points: logs.len(),
        sizes: [sizes[0], sizes[sizes.len() - 1]],
    })
}

/// The t with P(|T| ≤ t) = `inside` at so many degrees of freedom.
fn student_t(freedom: usize, inside: f64) -> f64 {
    const STEPS: u32 = 20_000;
    let step = FRAC_PI_2 / f64::from(STEPS);
    let power = freedom as f64 - 1.0;
    let density = |k| libm::pow(libm::cos((f64::from(k) + 0.5) * step), power);
    let mut left = inside * (0..STEPS).map(density).sum::<f64>();
    let mut steps = 0.0;
    for part in (0..STEPS).map(density) {
        steps += (left / part).clamp(0.0, 1.0);
        left -= part;
    }
    (freedom as f64).sqrt() * libm::tan(steps * step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        // Abramowitz and Stegun, table 26.10, A(t|ν) = 0.95 and 0.99
        let table = [
            (1, 12.706, 63.657),
            (2, 4.303, 9.925),
            (3, 3.182, 5.841),
            (4, 2.776, 4.604),
            (5, 2.571, 4.032),
            (10, 2.228, 3.169),
            (29, 2.045, 2.756),
            (30, 2.042, 2.750),
            (120, 1.980, 2.617),
        ];
        for (freedom, at_95, at_99) in table {
            assert!((student_t(freedom, 0.95) - at_95).abs() < 6e-4, "{freedom}");
            assert!((student_t(freedom, 0.99) - at_99).abs() < 6e-4, "{freedom}");
        }
    }

    #[test]
    fn an_exact_law_is_found_with_no_width() {
        let points: Vec<_> = (4..10)
            .map(|n| (f64::from(n), 8.0 * (-0.5 * f64::from(n)).exp2()))
            .collect();
        let fit = exponential_fit(&points).unwrap();
        assert!((fit.exponent - 0.5).abs() < 1e-12 && (fit.intercept - 3.0).abs() < 1e-11);
        assert!(fit.interval.1 - fit.interval.0 < 1e-6);
        assert!((fit.value(20.0) - 8.0 / 1024.0).abs() < 1e-12);
    }

    #[test]
    fn a_small_sample_gives_the_interval_computed_by_hand() {
        // log₂ P = −1, −2, −2, −3 at n = 1, 2, 3, 4: x̄ = 2.5, ȳ = −2, Sxx = 5, Sxy = −3, so a =
        // 0.6 and log₂ c = −0.5. Residuals 0.1, −0.3, 0.3, −0.1: Σ² = 0.2, error √(0.1/5) = √0.02,
        // t(2) = 4.302653.
        let points = [(1.0, 0.5), (2.0, 0.25), (3.0, 0.25), (4.0, 0.125)];
        let fit = exponential_fit(&points).unwrap();
        let half = 4.302_653 * 0.02_f64.sqrt();
        assert!((fit.exponent - 0.6).abs() < 1e-12 && (fit.intercept + 0.5).abs() < 1e-12);
        assert!((fit.interval.0 - (0.6 - half)).abs() < 1e-6);
        assert!((fit.interval.1 - (0.6 + half)).abs() < 1e-6);
        let with_zero = [&points[..], &[(5.0, 0.0)]].concat();
        assert_eq!(exponential_fit(&with_zero).unwrap(), fit);
    }

    #[test]
    fn fewer_than_three_sizes_are_no_law() {
        for points in [
            &[][..],
            &[(1.0, 0.5), (2.0, 0.2)],
            &[(3.0, 0.5), (3.0, 0.2), (3.0, 0.1)],
            &[(3.0, 0.5), (3.0, 0.4), (4.0, 0.2), (4.0, 0.1)],
            &[(1.0, 0.5), (2.0, 0.2), (3.0, 0.0)],
        ] {
            assert!(exponential_fit(points).is_none(), "{points:?}");
        }
    }
}
