//! How many shots show a solution nearly certainly: from the exact success probability, and from
//! measured shots with their interval.
//!
//! > shots to 99 % = ⌈ln 0.01 / ln(1 − P)⌉
//!
//! The time to solution of Rønnow et al., Science 345, 420 (2014), arXiv 1401.2910, in shots. It
//! falls with P, so the ends of an interval of P are those of an interval of shots, turned round.

use ketboard_circuits::wilson;
use serde::{Deserialize, Serialize};

/// The probability with which a solution shall be seen.
const NEARLY_CERTAIN: f64 = 0.99;

/// An estimate with its 95 % confidence interval; an end is absent where it is infinite.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShotEstimate {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: Option<f64>,
}

/// The least number of shots of which one succeeds with probability 0.99; `None` where none can.
pub(crate) fn shots_to_99(success: f64) -> Option<f64> {
    if success.is_nan() || success <= 0.0 {
        return None;
    }
    if success >= NEARLY_CERTAIN {
        return Some(1.0);
    }
    // ln(1 − P) by ln_1p: 1 − P is 1 for the small ones.
    Some((libm::log(1.0 - NEARLY_CERTAIN) / libm::log1p(-success)).ceil())
}

/// The success probability from `hits` in `shots`, with the interval of Wilson; `None` without
/// shots.
pub(crate) fn success_from_counts(hits: u64, shots: u64) -> Option<ShotEstimate> {
    let (low, high) = (shots > 0).then(|| wilson(hits, shots))?;
    Some(ShotEstimate {
        value: hits as f64 / shots as f64,
        low,
        high: Some(high),
    })
}

/// The shots to 99 % from `hits` in `shots`; `None` where nothing was hit.
pub(crate) fn shots_from_counts(hits: u64, shots: u64) -> Option<ShotEstimate> {
    let success = success_from_counts(hits, shots)?;
    Some(ShotEstimate {
        value: shots_to_99(success.value)?,
        low: shots_to_99(success.high?)?,
        high: shots_to_99(success.low),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_shots_are_enough_and_one_fewer_is_not() {
        for success in [1e-12, 6.1e-5, 0.01, 0.0525, 0.3, 0.5, 0.9, 0.95] {
            let shots = shots_to_99(success).unwrap();
            let seen = |shots: f64| -(shots * (-success).ln_1p()).exp_m1();
            assert!(seen(shots) >= 0.99 - 1e-12, "{success}: {shots}");
            assert!(seen(shots - 1.0) < 0.99, "{success}: {shots}");
        }
        assert_eq!([0.99, 1.0, 1.0 + 1e-12].map(shots_to_99), [Some(1.0); 3]);
        assert_eq!([0.0, -1e-20, f64::NAN].map(shots_to_99), [None; 3]);
    }

    #[test]
    fn the_interval_of_shots_is_that_of_success_turned_round() {
        let success = success_from_counts(30, 1000).unwrap();
        let shots = shots_from_counts(30, 1000).unwrap();
        // scipy.stats.binomtest(30, 1000).proportion_ci(method="wilson")
        assert!((success.low - 0.021_093_739).abs() < 1e-8, "{success:?}");
        assert!(
            (success.high.unwrap() - 0.042_503_414).abs() < 1e-8,
            "{success:?}"
        );
        assert_eq!(shots.value, (0.01_f64.ln() / 0.97_f64.ln()).ceil());
        assert_eq!(Some(shots.low), shots_to_99(success.high.unwrap()));
        assert_eq!(shots.high, shots_to_99(success.low));
        assert!(shots.low < shots.value && shots.value < shots.high.unwrap());
    }

    #[test]
    fn what_was_never_hit_has_no_number_of_shots_and_what_was_always_hit_one() {
        assert_eq!(shots_from_counts(0, 1000), None);
        assert_eq!(
            (shots_from_counts(0, 0), success_from_counts(0, 0)),
            (None, None)
        );
        assert_eq!(success_from_counts(0, 1000).unwrap().low, 0.0);
        let always = shots_from_counts(1000, 1000).unwrap();
        assert_eq!(
            (always.value, always.low, always.high),
            (1.0, 1.0, Some(1.0))
        );
        assert_eq!(shots_from_counts(20, 20).unwrap().high, Some(3.0));
    }
}
