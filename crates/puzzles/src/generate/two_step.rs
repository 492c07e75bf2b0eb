//! Making a Star Battle in two steps, as the two models of the slides "Creating and Solving Star
//! Battle Games With Quantum Annealing" (Cruz, Magano, Amaro & Pratapsi, MIT iQuHACK 2021).
//!
//! 1. Placement, x_ij = 1 for a star: Σ_i (S − Σ_j x_ij)² + Σ_j (S − Σ_i x_ij)² + Σ_ij x_ij
//!    Σ_{neighbors} x_i'j'. The last sum runs over ordered pairs, as theirs: a touching pair
//!    costs 2.
//! 2. Growth, x_ij^c = 1 where cell ij is in region c: Σ_ij (1 − Σ_c x_ij^c)² + Σ_c (S − Σ_{stars}
//!    x_ij^c)² + Σ_c Σ_ij (x_ij^c Σ_{beside} x_i'j'^c − t)² + Σ_c (N − Σ_ij x_ij^c)², t = 2.5.
//!
//! The third term of growth is cubic, since x² = x; the slides call it a QUBO. Here it is a
//! polynomial of degree 3, or a QUBO with an auxiliary w = x x' per pair of cells side by side and
//! region: (Σ w − t)² is the same where each w is that product, and the penalty P (x x' − 2 w (x +
//! x') + 3 w) sees to that (Rosenberg 1975). A wrong w costs at least P and changes (Σ w − t)² at
//! either end by at most max(|1 − 2t|, |7 − 2t|); with P twice that, the lowest energy over w is
//! the cubic energy.
//!
//! Neither model ensures connected regions or one solution: that is checked and seen to afterwards,
//! elsewhere.

use super::placement::TOUCHING;
use super::regions::neighbors;
use crate::encode::Polynomial;
use crate::error::Result;
use crate::expression::{Expression, VariableArray, VariableSpace};
use crate::grid::{Cell, Grid, Topology};

/// The placement model: variable N i + j is the cell in row i and column j. Its lowest energy,
/// where there is a placement, is 0.
///
/// # Errors
/// If the board has more than 2¹⁶ cells.
pub(crate) fn placement_model(size: usize, stars: u32) -> Result<Polynomial> {
    let mut space = VariableSpace::new();
    let x = space.array("x", [size, size])?;
    let lines = x.rows().chain(x.columns());
    let mut cost: Expression = lines.map(|line| line.sum().equals(stars)).sum();
    for cell in cells(size) {
        for &step in TOUCHING {
            if let Some(other) = Topology::Plane.step((size, size), cell, step) {
                cost += x[[cell.row, cell.col]] * x[[other.row, other.col]] * 2;
            }
        }
    }
    space.polynomial(&cost)
}

fn cells(size: usize) -> impl Iterator<Item = Cell> {
    (0..size * size).map(move |k| Cell::new(k / size, k % size))
}

/// The growth model of a board with stars.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Growth {
    /// Rows, columns, and regions.
    pub size: usize,
    /// Where the stars are.
    pub stars: Vec<Cell>,
    /// Stars in each region.
    pub each: u32,
    /// How the terms are weighted.
    pub weights: GrowthWeights,
}

/// A weight per term of the growth model, and the number of neighbors that a cell wishes for in its
/// region.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct GrowthWeights {
    /// Of each cell being in one region.
    pub one_region: f64,
    /// Of the stars of each region.
    pub stars: f64,
    /// Of regions having N cells.
    pub cells: f64,
    /// Of neighbors in the same region.
    pub beside: f64,
    /// t, the neighbors wished for.
    pub wished: f64,
}

impl Default for GrowthWeights {
    /// Those of the source: weight 1 for all, t = 2.5.
    fn default() -> Self {
        Self {
            one_region: 1.0,
            stars: 1.0,
            cells: 1.0,
            beside: 1.0,
            wished: 2.5,
        }
    }
}

impl Growth {
    /// The model as it is, of degree 3. Variable N (N i + j) + c is x_ij^c.
    ///
    /// # Errors
    /// If it has more than 2¹⁶ variables, or a weight is not finite.
    pub(crate) fn cubic(&self) -> Result<Polynomial> {
        let mut space = VariableSpace::new();
        let x = self.variables(&mut space)?;
        let mut cost = self.counts(&x);
        let board = Grid::from_fn(self.size, self.size, |_| ());
        for region in 0..self.size {
            let at = |cell: Cell| x[[cell.row, cell.col, region]];
            for cell in cells(self.size) {
                let beside: Expression = neighbors(&board, cell).map(at).sum();
                cost += (beside * at(cell) - self.weights.wished).square() * self.weights.beside;
            }
        }
        space.polynomial(&cost)
    }

    /// The model as a QUBO: the same variables, then an auxiliary for each region and pair of cells
    /// side by side. Its lowest energy over the auxiliaries is that of [`Self::cubic`].
    ///
    /// # Errors
    /// If it has more than 2¹⁶ variables, or a weight is not finite.
    pub(crate) fn qubo(&self) -> Result<Polynomial> {
        let mut space = VariableSpace::new();
        let x = self.variables(&mut space)?;
        let mut cost = self.counts(&x);
        let pairs = self.pairs();
        let w = space.array("w", [self.size, pairs.len()])?;
        let GrowthWeights { beside, wished, .. } = self.weights;
        let penalty = 2.0 * (1.0 - 2.0 * wished).abs().max((7.0 - 2.0 * wished).abs());
        for region in 0..self.size {
            let at = |cell: Cell| x[[cell.row, cell.col, region]];
            for cell in cells(self.size) {
                let of_cell = (0..pairs.len()).filter(|k| pairs[*k].contains(&cell));
                let alike: Expression = of_cell.map(|k| w[[region, k]]).sum();
                cost += (alike - wished).square() * beside;
            }
            for (k, [a, b]) in pairs.iter().map(|pair| pair.map(at)).enumerate() {
                let w = w[[region, k]];
                cost += (a * b - (a + b) * w * 2 + w * 3) * (beside * penalty);
            }
        }
        space.polynomial(&cost)
    }

    /// The regions that an assignment of either model stands for; `None` where a cell is in none or
    /// in several.
    pub(crate) fn regions(&self, bits: &[bool]) -> Option<Grid<usize>> {
        let size = self.size;
        let of = |cell: Cell| {
            let first = size * (size * cell.row + cell.col);
            let mut ones = (0..size).filter(|region| bits[first + region]);
            ones.next().filter(|_| ones.next().is_none())
        };
        let regions = Grid::from_fn(size, size, of);
        let all = regions.iter().all(|(_, region)| region.is_some());
        all.then(|| regions.map(|_, region| region.unwrap_or(0)))
    }

    fn variables(&self, space: &mut VariableSpace) -> Result<VariableArray<3>> {
        space.array("x", [self.size, self.size, self.size])
    }

    /// One region a cell, S stars and N cells a region.
    fn counts(&self, x: &VariableArray<3>) -> Expression {
        let weights = self.weights;
        let at = |cell: Cell, region| x[[cell.row, cell.col, region]];
        let mut cost = Expression::default();
        for cell in cells(self.size) {
            let regions: Expression = (0..self.size).map(|region| at(cell, region)).sum();
            cost += regions.equals(1) * weights.one_region;
        }
        for region in 0..self.size {
            let stars: Expression = self.stars.iter().map(|star| at(*star, region)).sum();
            cost += stars.equals(self.each) * weights.stars;
            let all: Expression = cells(self.size).map(|cell| at(cell, region)).sum();
            cost += all.equals(self.size as f64) * weights.cells;
        }
        cost
    }

    /// The pairs of cells side by side.
    fn pairs(&self) -> Vec<[Cell; 2]> {
        let board = Grid::from_fn(self.size, self.size, |_| ());
        let after = |cell| neighbors(&board, cell).filter(move |next| *next > cell);
        cells(self.size)
            .flat_map(|cell| after(cell).map(move |next| [cell, next]))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(index: usize) -> impl Fn(usize) -> bool {
        move |k| index >> k & 1 == 1
    }

    #[test]
    fn the_placement_model_is_0_exactly_at_placements() {
        for (size, stars) in [(1, 1), (2, 1), (3, 1), (4, 1), (4, 2)] {
            let model = placement_model(size, stars).unwrap();
            for index in 0..1_usize << (size * size) {
                let star = |row: usize, col: usize| at(index)(row * size + col);
                let ones = |line: &dyn Fn(usize) -> bool| (0..size).filter(|k| line(*k)).count();
                let full = (0..size).all(|k| {
                    ones(&|j| star(k, j)) == stars as usize
                        && ones(&|i| star(i, k)) == stars as usize
                });
                let placed: Vec<Cell> = cells(size).filter(|c| star(c.row, c.col)).collect();
                let apart =
                    |a: &Cell, b: &Cell| a.row.abs_diff(b.row).max(a.col.abs_diff(b.col)) > 1;
                let free = placed
                    .iter()
                    .all(|a| placed.iter().all(|b| a == b || apart(a, b)));
                assert_eq!(
                    model.value(at(index)) == 0.0,
                    full && free,
                    "{size}: {index:b}"
                );
            }
        }
    }

    /// The slides' formula, number by number.
    fn by_hand(growth: &Growth, index: usize) -> f64 {
        let (n, weights) = (growth.size, growth.weights);
        let inside =
            |i: usize, j: usize, c: usize| i < n && j < n && at(index)(n * (n * i + j) + c);
        let x = |i: usize, j: usize, c: usize| f64::from(u8::from(inside(i, j, c)));
        let mut sum = 0.0;
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
            sum += weights.one_region * (1.0 - (0..n).map(|c| x(i, j, c)).sum::<f64>()).powi(2);
            for c in 0..n {
                let up = x(i.wrapping_sub(1), j, c) + x(i, j.wrapping_sub(1), c);
                let beside = up + x(i + 1, j, c) + x(i, j + 1, c);
                sum += weights.beside * (x(i, j, c) * beside - weights.wished).powi(2);
            }
        }
        for c in 0..n {
            let stars: f64 = growth.stars.iter().map(|s| x(s.row, s.col, c)).sum();
            let all: f64 = cells(n).map(|cell| x(cell.row, cell.col, c)).sum();
            sum += weights.stars * (f64::from(growth.each) - stars).powi(2);
            sum += weights.cells * (n as f64 - all).powi(2);
        }
        sum
    }

    #[test]
    fn the_cubic_is_the_formula_and_the_lowest_energy_of_the_qubo_over_its_auxiliaries() {
        let chosen = GrowthWeights {
            one_region: 3.0,
            wished: 6.0,
            ..GrowthWeights::default()
        };
        for weights in [GrowthWeights::default(), chosen] {
            let stars = vec![Cell::new(0, 0), Cell::new(1, 1)];
            let growth = Growth {
                size: 2,
                stars,
                each: 1,
                weights,
            };
            let (cubic, qubo) = (growth.cubic().unwrap(), growth.qubo().unwrap());
            assert_eq!((cubic.n(), qubo.n(), qubo.degree()), (8, 16, 2));
            assert_eq!(cubic.degree(), 3);
            for index in 0..1_usize << 8 {
                let energies = (0..1_usize << 8).map(|w| qubo.value(at(w << 8 | index)));
                let lowest = energies.fold(f64::INFINITY, f64::min);
                assert_eq!(cubic.value(at(index)), by_hand(&growth, index), "{index:b}");
                assert_eq!(cubic.value(at(index)), lowest, "{index:b}");
            }
        }
    }

    #[test]
    fn on_three_rows_too_every_auxiliary_is_a_product_at_the_lowest_energy() {
        let growth = Growth {
            size: 3,
            stars: Vec::new(),
            each: 0,
            weights: GrowthWeights::default(),
        };
        let (cubic, qubo) = (growth.cubic().unwrap(), growth.qubo().unwrap());
        let pairs = growth.pairs();
        assert_eq!((cubic.n(), qubo.n()), (27, 27 + 36));
        // Only the first region has cells: its nine variables and twelve auxiliaries are
        // enumerated.
        let mut by_mask: Vec<(u64, f64)> = qubo.masks().collect();
        let free = cells(3).map(|cell| 1_u64 << (3 * (3 * cell.row + cell.col)));
        let free = free.fold(0xfff << 27, |mask, bit| mask | bit);
        by_mask.retain(|(mask, _)| mask & !free == 0);
        for index in 0..512_u64 {
            let cell = |k: usize| index >> k & 1;
            let x = (0..9).map(|k| cell(k) << (3 * k)).sum::<u64>();
            let terms: Vec<(u64, f64)> = by_mask
                .iter()
                .filter(|(mask, _)| mask & !(x | 0xfff << 27) == 0)
                .map(|(mask, c)| (mask >> 27, *c))
                .collect();
            let energy = |w: u64| {
                let at = terms.iter().filter(|(mask, _)| mask & !w == 0);
                at.map(|(_, c)| c).sum::<f64>()
            };
            let number = |cell: Cell| 3 * cell.row + cell.col;
            let product = |[a, b]: [Cell; 2]| cell(number(a)) & cell(number(b));
            let products = pairs
                .iter()
                .enumerate()
                .map(|(k, pair)| product(*pair) << k);
            let expected = cubic.value(|k| x >> k & 1 == 1);
            assert_eq!(energy(products.sum()), expected, "{index:b}");
            let lowest = (0..1 << 12).map(energy).fold(f64::INFINITY, f64::min);
            assert_eq!(lowest, expected, "{index:b}");
        }
    }

    #[test]
    fn regions_are_read_where_each_cell_has_one() {
        let growth = Growth {
            size: 2,
            stars: Vec::new(),
            each: 0,
            weights: GrowthWeights::default(),
        };
        let rows = |bits: [u8; 8]| {
            let regions = growth.regions(&bits.map(|bit| bit == 1))?;
            Some(
                regions
                    .iter()
                    .map(|(_, region)| *region)
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(rows([1, 0, 0, 1, 0, 1, 1, 0]), Some(vec![0, 1, 1, 0]));
        assert_eq!(rows([1, 1, 0, 1, 0, 1, 1, 0]), None);
        assert_eq!(rows([0, 0, 0, 1, 0, 1, 1, 0]), None);
    }
}
