//! Confidence intervals of a mean.

/// A mean and the half width of its 95 % interval.
///
/// ```
/// use ketboard_circuits::NoiseInterval;
///
/// let success = NoiseInterval { mean: 0.01, half_width: 0.02 };
/// assert_eq!(success.of_probability(), (0.0, 0.03));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NoiseInterval {
    /// The mean.
    pub mean: f64,
    /// Half the width; 0 for a number that is exact.
    pub half_width: f64,
}

impl NoiseInterval {
    /// A number without uncertainty.
    pub fn exact(mean: f64) -> Self {
        Self {
            mean,
            half_width: 0.0,
        }
    }

    /// Student's interval of the mean of independent values: mean ± t₀.₉₇₅ s/√N, for at least two
    /// values.
    pub(crate) fn of_mean(values: &[f64]) -> Self {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
        let deviation = (squares / (count - 1.0)).sqrt();
        Self {
            mean,
            half_width: student(values.len() - 1) * deviation / count.sqrt(),
        }
    }

    /// The ends of the interval of a probability.
    pub fn of_probability(self) -> (f64, f64) {
        let (low, high) = (self.mean - self.half_width, self.mean + self.half_width);
        (low.max(0.0), high.min(1.0))
    }

    /// `share` of this and the rest of a number that is exact.
    pub(crate) fn mixed_with(self, exact: f64, share: f64) -> Self {
        Self {
            mean: share * self.mean + (1.0 - share) * exact,
            half_width: share * self.half_width,
        }
    }
}

/// t₀.₉₇₅ with this many degrees of freedom, to 10⁻³ from 5 on, by the expansion in 1/ν (Abramowitz
/// & Stegun, 26.7.5).
fn student(freedom: usize) -> f64 {
    let z = 1.959_963_984_540_054_f64;
    let power = |k| z.powi(k);
    let g1 = (power(3) + z) / 4.0;
    let g2 = (5.0 * power(5) + 16.0 * power(3) + 3.0 * z) / 96.0;
    let g3 = (3.0 * power(7) + 19.0 * power(5) + 17.0 * power(3) - 15.0 * z) / 384.0;
    let g4 =
        (79.0 * power(9) + 776.0 * power(7) + 1482.0 * power(5) - 1920.0 * power(3) - 945.0 * z)
            / 92160.0;
    let nu = freedom as f64;
    z + (g1 + (g2 + (g3 + g4 / nu) / nu) / nu) / nu
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_table() {
        for (freedom, expected) in [(5, 2.5706), (9, 2.2622), (30, 2.0423), (1000, 1.9623)] {
            assert!((student(freedom) - expected).abs() < 1e-3, "{freedom}");
        }
    }

    #[test]
    fn the_interval_of_a_mean_is_the_textbook_s() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let interval = NoiseInterval::of_mean(&values);
        assert_eq!(interval.mean, 3.5);
        // s = √3.5, t(5) = 2.5706
        assert!((interval.half_width - 2.5706 * (3.5_f64 / 6.0).sqrt()).abs() < 1e-3);
        let mixed = interval.mixed_with(0.5, 0.5);
        assert!((mixed.mean - 2.0).abs() < 1e-15);
        assert!((mixed.half_width * 2.0 - interval.half_width).abs() < 1e-15);
        assert_eq!(NoiseInterval::exact(0.25).of_probability(), (0.25, 0.25));
    }
}
