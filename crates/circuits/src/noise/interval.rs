//! Student's confidence interval of a mean.

/// The mean of independent values, at least two, and half the width of its 95 % interval: mean ±
/// t₀.₉₇₅ s/√N.
pub(super) fn mean_of(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
    let deviation = (squares / (count - 1.0)).sqrt();
    (mean, student(values.len() - 1) * deviation / count.sqrt())
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
        let (mean, half_width) = mean_of(&values);
        assert_eq!(mean, 3.5);
        // s = √3.5, t(5) = 2.5706
        assert!((half_width - 2.5706 * (3.5_f64 / 6.0).sqrt()).abs() < 1e-3);
    }
}
