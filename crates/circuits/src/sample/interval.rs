//! How sure a measured frequency is.

/// The ends of a confidence interval.
///
/// ```
/// use ketboard_circuits::wilson;
///
/// let (low, high) = wilson(0, 10); // nothing seen is not impossible
/// assert!(low == 0.0 && (high - 0.2775).abs() < 1e-4);
/// ```
pub type Interval = (f64, f64);

/// How many standard deviations a 95 % interval reaches.
pub(super) const Z: f64 = 1.959_963_984_540_054;

/// The 95 % confidence interval of a probability that was met `hits` times in `trials`: Wilson, J.
/// Am. Stat. Assoc. 22, 209 (1927).
///
/// With z = 1.96, its center is (p̂ + z²/2n)/(1 + z²/n), its half width z√(p̂(1 − p̂)/n +
/// z²/4n²)/(1 + z²/n).
pub fn wilson(hits: u64, trials: u64) -> Interval {
    of_mean(hits as f64 / trials as f64, trials as f64, [0.0, 1.0])
}

/// The 95 % confidence interval of a probability p from the mean p̂ of n independent numbers, whose
/// mean square is `failing` where the event does not happen and `succeeding` where it does: all p
/// with (p̂ − p)² ≤ z²σ²(p)/n, where σ²(p) = p·succeeding + (1 − p)·failing − p².
pub(super) fn of_mean(share: f64, n: f64, [failing, succeeding]: [f64; 2]) -> Interval {
    let (weight, more) = (1.0 + Z * Z / n, succeeding - failing);
    let center = (share + Z * Z * more / (2.0 * n)) / weight;
    let variance = share * (more - share) + weight * failing;
    let half = Z * (variance / n + Z * Z * more * more / (4.0 * n * n)).sqrt() / weight;
    // where no number deviates, the two terms cancel but for rounding
    let low = if share == 0.0 && failing == 0.0 {
        0.0
    } else {
        center - half
    };
    let high = if share == 1.0 && succeeding == 1.0 {
        1.0
    } else {
        center + half
    };
    (low.max(0.0), high.min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_the_tables() {
        // Computed with scipy.stats.binomtest(...).proportion_ci(method="wilson").
        for (hits, trials, low, high) in [
            (0, 10, 0.0, 0.277_532_8),
            (5, 10, 0.236_593_1, 0.763_406_9),
            (10, 10, 0.722_467_2, 1.0),
        ] {
            let (a, b) = wilson(hits, trials);
            assert!((a - low).abs() < 1e-6 && (b - high).abs() < 1e-6, "{a} {b}");
        }
    }

    #[test]
    fn the_interval_is_where_the_deviation_is_196_standard_deviations() {
        for (hits, trials) in [(1, 40), (17, 40), (39, 40), (3, 1000)] {
            let share = hits as f64 / trials as f64;
            let (low, high) = wilson(hits, trials);
            for end in [low, high] {
                let deviation = (end * (1.0 - end) / trials as f64).sqrt();
                assert!(((share - end).abs() / deviation - 1.96).abs() < 1e-4);
            }
        }
    }
}
