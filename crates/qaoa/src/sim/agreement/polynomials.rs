//! The costs on which every kernel is compared with the plain simulator.

/// How many distinct energies a cost has, and how many of its pairs are there.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Few,
    Dense,
    Irregular,
}

/// Fields and many pairs.
pub(super) fn terms(n: usize, kind: Kind) -> Vec<(u64, f64)> {
    let mut terms = vec![(0, 0.5)];
    for i in 0..n {
        let field = match kind {
            Kind::Few => ((i * 5) % 7) as f64 * 0.5 - 1.0,
            Kind::Dense => (i * i * 3 + 1) as f64 * 0.25,
            Kind::Irregular => 0.3 + (1.0 + i as f64).sqrt(),
        };
        terms.push((1 << i, field));
        for j in (i + 1..n).step_by(2) {
            terms.push((1 << i | 1 << j, 1.0 - ((i + 2 * j) % 4) as f64 * 0.5));
        }
    }
    if n > 2 {
        terms.push((1 << (n - 1) | 0b11, 1.5));
    }
    terms
}
