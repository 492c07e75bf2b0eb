//! The energies of all assignments as a polynomial, arranged so that a flip's neighbors are at
//! hand.
//!
//! E(x) = Σ c_S Π_{i∈S} x_i over x ∈ {0, 1}ⁿ. The field of x_i is ∂E/∂x_i = Σ_{S∋i} c_S Π_{j∈S,
//! j≠i} x_j: what E gains when x_i goes from 0 to 1. Terms of degree 2 are kept as neighbors of
//! each variable, higher ones as products with the list of those that each variable is in.

/// A polynomial over `n` binary variables; it never changes once it is built.
pub(super) struct AnnealCost {
    pub(super) terms: Vec<(Vec<usize>, f64)>,
    /// The coefficient of every x_i.
    pub(super) linear: Vec<f64>,
    /// For every variable the others it is multiplied with in terms of degree 2, and their
    /// coefficients.
    pub(super) neighbors: Vec<Vec<(usize, f64)>>,
    /// For every variable the terms of degree 3 or more that it is in.
    pub(super) products: Vec<Vec<usize>>,
}

impl AnnealCost {
    /// The landscape of `terms` over `n` variables; a variable named twice in a term counts once
    /// (x² = x).
    pub(super) fn new<V: AsRef<[usize]>>(
        n: usize,
        terms: impl IntoIterator<Item = (V, f64)>,
    ) -> Self {
        let mut landscape = Self {
            terms: Vec::new(),
            linear: vec![0.0; n],
            neighbors: vec![Vec::new(); n],
            products: vec![Vec::new(); n],
        };
        for (variables, coefficient) in terms {
            let mut variables = variables.as_ref().to_vec();
            variables.sort_unstable();
            variables.dedup();
            match variables[..] {
                [] => {}
                [i] => landscape.linear[i] += coefficient,
                [i, j] => {
                    landscape.neighbors[i].push((j, coefficient));
                    landscape.neighbors[j].push((i, coefficient));
                }
                [..] => {
                    let place = landscape.terms.len();
                    variables
                        .iter()
                        .for_each(|&i| landscape.products[i].push(place));
                }
            }
            landscape.terms.push((variables, coefficient));
        }
        landscape
    }

    /// Number of variables.
    pub(super) fn n(&self) -> usize {
        self.linear.len()
    }

    /// E at `bits`, summed in the order in which the terms were given.
    pub(super) fn energy(&self, bits: &[bool]) -> f64 {
        let holds = |term: &[usize]| term.iter().all(|&i| bits[i]);
        let at = self.terms.iter().filter(|(term, _)| holds(term));
        at.fold(0.0, |sum, (_, c)| sum + c)
    }

    /// What rounding may change in a sum of all terms: 10⁻¹⁴ Σ |c|.
    pub(super) fn rounding(&self) -> f64 {
        let magnitudes = self.terms.iter().map(|(_, c)| c.abs());
        1e-14 * magnitudes.fold(0.0, |sum, c| sum + c)
    }

    /// The coefficients of all terms that depend on an assignment.
    pub(super) fn coefficients(&self) -> Vec<f64> {
        let terms = self.terms.iter().filter(|(term, _)| !term.is_empty());
        terms.map(|(_, c)| *c).collect()
    }

    /// The most that a flip can change E.
    pub(super) fn most_change(&self) -> f64 {
        let changes = (0..self.n()).map(|i| self.largest_change(i));
        changes.fold(0.0, f64::max)
    }

    /// The most that flipping x_i can change E, whatever the other variables are: an upper bound,
    /// exact up to degree 2.
    pub(super) fn largest_change(&self, i: usize) -> f64 {
        let pairs = self.neighbors[i].iter().map(|(_, c)| *c);
        let products = self.products[i].iter().map(|&term| self.terms[term].1);
        let (mut up, mut down) = (self.linear[i], self.linear[i]);
        for c in pairs.chain(products) {
            up += c.max(0.0);
            down += c.min(0.0);
        }
        up.max(-down)
    }
}
