//! Quantiles of a sample, and how sure its median is.

/// The quantile at `share` of a sample: read at position share·(n − 1) of its sorted values,
/// linearly between neighbors (Hyndman and Fan 1996, type 7). `None` of an empty sample.
pub fn quantile(sample: impl IntoIterator<Item = f64>, share: f64) -> Option<f64> {
    let sorted = sorted(sample);
    let place = share * sorted.len().checked_sub(1)? as f64;
    let (below, above) = (
        sorted[place.floor() as usize],
        sorted[place.ceil() as usize],
    );
    // Between equal numbers there is no way to go, and none from infinity to infinity.
    let rest = place - place.floor();
    Some(if below == above {
        below
    } else {
        below + rest * (above - below)
    })
}

/// The 95 % interval of the median of whatever a sample was drawn from, which may be distributed in
/// any way.
///
/// It reaches from the k-th smallest to the k-th largest value. Each lies beyond the median as
/// often as a fair coin shows fewer than k heads in n throws; k is the largest for which this is at
/// most 2.5 % (David and Nagaraja, *Order Statistics*, 3rd ed., 2003, section 7.1). `None` below
/// six values, whose whole range holds the median less often.
pub fn median_interval(sample: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    let sorted = sorted(sample);
    let factorial = |n: usize| libm::lgamma(n as f64 + 1.0);
    let n = sorted.len();
    let heads = |k: usize| {
        let ways = factorial(n) - factorial(k) - factorial(n - k);
        libm::exp(ways - n as f64 * std::f64::consts::LN_2)
    };
    let mut beyond = 0.0;
    let is_left_out = |k: &usize| {
        beyond += heads(*k);
        beyond <= 0.025
    };
    let k = (0..n).take_while(is_left_out).count().checked_sub(1)?;
    Some((sorted[k], sorted[n - 1 - k]))
}

fn sorted(sample: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut sorted: Vec<f64> = sample.into_iter().collect();
    sorted.sort_by(f64::total_cmp);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_counted_by_hand() {
        let never = f64::INFINITY;
        for (sample, shares) in [
            (&[7.0][..], [7.0, 7.0, 7.0]),
            (&[3.0, 1.0], [1.5, 2.0, 2.5]),
            (&[5.0, 1.0, 3.0], [2.0, 3.0, 4.0]),
            (&[4.0, 1.0, 2.0, 3.0], [1.75, 2.5, 3.25]),
            (&[1.0, 2.0, never], [1.5, 2.0, never]),
            (&[never, never, 1.0], [never, never, never]),
        ] {
            let found = [0.25, 0.5, 0.75].map(|share| quantile(sample.to_vec(), share));
            assert_eq!(found, shares.map(Some), "{sample:?}");
            assert_eq!(quantile(sample.to_vec(), 0.5), Some(shares[1]));
        }
        assert_eq!(quantile([], 0.5), None);
    }

    #[test]
    fn an_interval_of_a_median_has_the_ranks_of_the_tables() {
        // Conover, Practical Nonparametric Statistics, 3rd ed., 1999, table A3 at p = 1/2.
        for (n, rank) in [
            (6, 1),
            (8, 1),
            (9, 2),
            (12, 3),
            (15, 4),
            (20, 6),
            (80, 31),
            (2000, 956),
        ] {
            let sample = (1..=n).rev().map(f64::from);
            let expected = (f64::from(rank), f64::from(n + 1 - rank));
            assert_eq!(median_interval(sample), Some(expected), "{n}");
        }
        for n in 0..6 {
            assert_eq!(median_interval((0..n).map(f64::from)), None, "{n}");
        }
    }
}
