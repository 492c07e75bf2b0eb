//! Readout errors: each measured bit is flipped with a probability of its own.

/// For each outcome as it is, the probability that it is read as one that succeeds; bit i is read
/// wrong with probability `errors[i]`.
pub(super) fn success_of_outcomes(errors: &[f64], succeeds: &dyn Fn(u64) -> bool) -> Vec<f64> {
    let succeeds = |x: u64| if succeeds(x) { 1.0 } else { 0.0 };
    let mut success: Vec<f64> = (0..1_u64 << errors.len()).map(succeeds).collect();
    misread(&mut success, errors);
    success
}

/// f(x) becomes the mean of f over what x is read as. The matrix is symmetric, so it turns a
/// distribution into the one that is read, too; errors of −r/(1 − 2r) undo those of r.
pub(crate) fn misread(values: &mut [f64], errors: &[f64]) {
    for (i, &error) in errors.iter().enumerate() {
        for block in values.chunks_exact_mut(2 << i) {
            let (zero, one) = block.split_at_mut(1 << i);
            for (a, b) in zero.iter_mut().zip(one) {
                (*a, *b) = (
                    (1.0 - error) * *a + error * *b,
                    (1.0 - error) * *b + error * *a,
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_is_flipped_with_its_own_probability() {
        let errors = [0.1, 0.0, 0.3];
        let read = success_of_outcomes(&errors, &|x| x == 0b101);
        for (x, value) in read.iter().enumerate() {
            let bit = |i: usize| x >> i & 1 == 0b101 >> i & 1;
            let right = |i: usize| if bit(i) { 1.0 - errors[i] } else { errors[i] };
            let expected: f64 = (0..3).map(right).product();
            assert!((value - expected).abs() < 1e-15, "{x:03b}");
        }
    }
}
