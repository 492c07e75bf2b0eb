//! What a quasi-Newton search knows of the shape of a valley: H, an estimate of the inverse of the
//! matrix of second derivatives.
//!
//! With a step s and the change y of the gradient along it (Nocedal and Wright 2006, equation 6.17)
//!
//! > H ← (1 − ρ s yᵀ) H (1 − ρ y sᵀ) + ρ s sᵀ,  ρ = 1/(yᵀs)
//!
//! A layer deeper the angles are A x, A that of INTERP (`schedule`), and H becomes A H Aᵀ + c z zᵀ
//! for each series, with z the one direction that A does not reach, Σ_k (−1)^k (p over k) e_k.

use crate::ansatz::{AngleShape, Angles, interpolate_in};

/// What is assumed of a direction of which nothing is known.
pub(super) const UNKNOWN: f64 = 0.1;
/// The c of a layer more.
const NEW_LAYER: f64 = 0.2;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Metric(Vec<Vec<f64>>);

impl Metric {
    pub(super) fn scaled(n: usize, c: f64) -> Self {
        let row = |i| (0..n).map(|j| if i == j { c } else { 0.0 }).collect();
        Self((0..n).map(row).collect())
    }

    pub(super) fn times(&self, v: &[f64]) -> Vec<f64> {
        self.0.iter().map(|row| dot(row, v)).collect()
    }

    /// Learns from a step `s` and the change `y` of the gradient, yᵀs > 0.
    pub(super) fn learn(&mut self, s: &[f64], y: &[f64]) {
        let (sy, hy) = (dot(s, y), self.times(y));
        let stretch = (1.0 + dot(y, &hy) / sy) / sy;
        for (row, (si, hi)) in self.0.iter_mut().zip(s.iter().zip(&hy)) {
            for (entry, (sj, hj)) in row.iter_mut().zip(s.iter().zip(&hy)) {
                *entry += stretch * si * sj - (hi * sj + si * hj) / sy;
            }
        }
    }

    pub(super) fn forgetting(&self, places: &[usize]) -> Self {
        let mut rows = self.0.clone();
        for &i in places {
            rows.iter_mut().for_each(|row| row[i] = 0.0);
            rows[i].fill(0.0);
            rows[i][i] = UNKNOWN;
        }
        Self(rows)
    }

    /// The metric of the angles interpolated to a layer more.
    pub(super) fn interpolated(&self, shape: AngleShape) -> Self {
        let row =
            |row: &Vec<f64>| interpolate_in(&Angles::from_flat_in(row, shape), shape).to_flat();
        let half: Vec<_> = self.0.iter().map(row).collect(); // H Aᵀ
        let column = |j| row(&half.iter().map(|row| row[j]).collect());
        let depth = self.0.len() / shape.per_layer() + 1;
        let mut rows: Vec<_> = (0..depth * shape.per_layer()).map(column).collect();
        let out_of_reach = alternating(depth);
        let share = NEW_LAYER / dot(&out_of_reach, &out_of_reach);
        for (k, row) in rows.iter_mut().enumerate() {
            let series = &mut row[k / depth * depth..][..depth];
            let factor = share * out_of_reach[k % depth];
            let entries = series.iter_mut().zip(&out_of_reach);
            entries.for_each(|(entry, z)| *entry += factor * z);
        }
        Self(rows)
    }
}

/// (−½)^(p − 1) (p − 1 over k) (−1)^k for k = 0 … p − 1.
fn alternating(depth: usize) -> Vec<f64> {
    let mut z = vec![1.0];
    for _ in 1..depth {
        z.push(0.0);
        for k in (1..z.len()).rev() {
            z[k] = 0.5 * (z[k] - z[k - 1]);
        }
        z[0] *= 0.5;
    }
    z
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_abs_diff_eq;

    /// A symmetric, positive definite matrix.
    fn learned(n: usize) -> Metric {
        let mut metric = Metric::scaled(n, 1.0);
        for k in 0..n {
            let s: Vec<f64> = (0..n).map(|i| ((i * k + 1) as f64).cos()).collect();
            let y: Vec<f64> = s.iter().zip(1..).map(|(s, i)| s * f64::from(i)).collect();
            metric.learn(&s, &y);
        }
        metric
    }

    #[test]
    fn what_was_learned_last_holds_exactly_and_the_metric_stays_symmetric() {
        let (s, y) = ([0.5, -0.2, 0.1], [1.0, 0.4, 0.3]);
        let mut metric = learned(3);
        metric.learn(&s, &y);
        for (found, s) in metric.times(&y).iter().zip(s) {
            assert_abs_diff_eq!(*found, s, epsilon = 1e-12);
        }
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            assert_abs_diff_eq!(metric.0[i][j], metric.0[j][i], epsilon = 1e-12);
        }
    }

    #[test]
    fn a_layer_deeper_all_that_interpolation_reaches_is_kept_and_the_rest_is_new() {
        let shape = AngleShape {
            groups: 2,
            mixers: 1,
        };
        for depth in 1..6 {
            let n = 3 * depth;
            let (metric, up) = (learned(n), |x: &[f64]| {
                interpolate_in(&Angles::from_flat_in(x, shape), shape).to_flat()
            });
            let deeper = metric.interpolated(shape);
            let v: Vec<f64> = (0..n + 3).map(|k| ((k * k) as f64).sin()).collect();
            // Aᵀv, entry by entry
            let unit = |k| (0..n).map(|j| f64::from(u8::from(j == k))).collect();
            let down: Vec<f64> = (0..n)
                .map(|k| dot(&up(&Vec::from_iter::<Vec<f64>>(unit(k))), &v))
                .collect();
            let mut expected = up(&metric.times(&down));
            for series in 0..3 {
                let mut z = vec![0.0; n + 3];
                z[series * (depth + 1)..][..=depth].copy_from_slice(&alternating(depth + 1));
                for k in 0..n {
                    assert_abs_diff_eq!(dot(&up(&unit(k)), &z), 0.0, epsilon = 1e-14);
                }
                let share = NEW_LAYER * dot(&z, &v) / dot(&z, &z);
                expected
                    .iter_mut()
                    .zip(&z)
                    .for_each(|(e, z)| *e += share * z);
            }
            for (found, expected) in deeper.times(&v).iter().zip(expected) {
                assert_abs_diff_eq!(*found, expected, epsilon = 1e-12);
            }
        }
    }

    #[test]
    fn a_forgotten_coordinate_is_as_if_nothing_was_ever_learned_of_it() {
        let metric = learned(4).forgetting(&[1, 3]);
        assert_eq!(metric.times(&[0.0, 2.0, 0.0, 0.0]), [0.0, 0.2, 0.0, 0.0]);
        assert_eq!(
            metric.times(&[1.0, 5.0, 1.0, -5.0])[0],
            metric.times(&[1.0, 0.0, 1.0, 0.0])[0]
        );
    }
}
