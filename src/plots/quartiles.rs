//! The three numbers that cut a sorted sample into quarters.
//!
//! The quantile q of v_0 <= ... <= v_{n-1} is read at position q (n - 1), linearly between its
//! neighbors (Hyndman and Fan 1996, type 7).

/// Lower quartile, median and upper quartile.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Quartiles {
    pub(super) lower: f64,
    pub(super) median: f64,
    pub(super) upper: f64,
}

/// The quartiles of a sample; `None` of an empty one.
pub(super) fn quartiles(sample: impl IntoIterator<Item = f64>) -> Option<Quartiles> {
    let mut sorted: Vec<f64> = sample.into_iter().collect();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let at = |share: f64| {
        let place = share * last as f64;
        let below = place.floor() as usize;
        let above = (below + 1).min(last);
        // Between equal numbers there is no way to go, and none from a number to infinity.
        if place == below as f64 || sorted[below] == sorted[above] {
            return sorted[below];
        }
        sorted[below] + (place - below as f64) * (sorted[above] - sorted[below])
    };
    Some(Quartiles {
        lower: at(0.25),
        median: at(0.5),
        upper: at(0.75),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_of_small_samples_are_those_counted_by_hand() {
        let cases: [(&[f64], [f64; 3]); 4] = [
            (&[7.0], [7.0, 7.0, 7.0]),
            (&[3.0, 1.0], [1.5, 2.0, 2.5]),
            (&[5.0, 1.0, 3.0], [2.0, 3.0, 4.0]),
            (&[4.0, 1.0, 2.0, 3.0], [1.75, 2.5, 3.25]),
        ];
        for (sample, [lower, median, upper]) in cases {
            let expected = Quartiles {
                lower,
                median,
                upper,
            };
            assert_eq!(
                quartiles(sample.iter().copied()),
                Some(expected),
                "{sample:?}"
            );
        }
        assert_eq!(quartiles([]), None);
    }

    #[test]
    fn a_median_is_infinite_only_where_half_of_the_sample_is() {
        let median = |sample: &[f64]| quartiles(sample.iter().copied()).map(|q| q.median);
        let never = f64::INFINITY;
        assert_eq!(median(&[1.0, 2.0, never]), Some(2.0));
        assert_eq!(median(&[1.0, never, never]), Some(never));
        assert_eq!(median(&[1.0, never]), Some(never));
    }
}
