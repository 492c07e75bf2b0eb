//! Making a Star Battle in two steps, as the two models of the slides "Creating and Solving Star
//! Battle Games With Quantum Annealing" (Cruz, Magano, Amaro & Pratapsi, MIT iQuHACK 2021), here
//! by simulated annealing.
//!
//! 1. Placement, x_ij = 1 for a star: Σ_i (S − Σ_j x_ij)² + Σ_j (S − Σ_i x_ij)² + Σ_ij x_ij
//!    Σ_{neighbors} x_i'j'. The last sum runs over ordered pairs, as theirs: a touching pair
//!    costs 2.
//! 2. Growth, x_ij^c = 1 where cell ij is in region c: Σ_ij (1 − Σ_c x_ij^c)² + Σ_c (S − Σ_{stars}
//!    x_ij^c)² + Σ_c Σ_ij (x_ij^c Σ_{beside} x_i'j'^c − t)² + Σ_c (N − Σ_ij x_ij^c)², t = 2.5.
//!
//! The third term of growth is cubic, since x² = x; the slides call it a QUBO. It becomes one with
//! an auxiliary w = x x' per pair of cells side by side and region: (Σ w − t)² is the same where
//! each w is that product, and the penalty P (x x' − 2 w (x + x') + 3 w) sees to that (Rosenberg
//! 1975). A wrong w costs at least P and changes (Σ w − t)² at either end by at most max(|1 − 2t|,
//! |7 − 2t|); with P twice that, the lowest energy over w is the cubic energy.
//!
//! Neither model asks for connected regions or for one solution: `ketboard generate star-battle`
//! makes puzzles that have both. Run with `cargo run --release -p ketboard-puzzles --example
//! star_battle_models`.

use ketboard_puzzles::{
    AnnealSettings, Expression, Polynomial, Result, VariableArray, VariableSpace,
};

/// Row and column.
type Cell = (usize, usize);

/// The placement model: variable N i + j is the cell in row i and column j.
fn placement(size: usize, stars: u32) -> Result<Polynomial> {
    let mut space = VariableSpace::new();
    let x = space.array("x", [size, size])?;
    let lines = x.rows().chain(x.columns());
    let mut cost: Expression = lines.map(|line| line.sum().equals(stars)).sum();
    for (a, b) in pairs(size, |down, right| down.max(right) == 1) {
        cost += x[[a.0, a.1]] * x[[b.0, b.1]] * 2;
    }
    space.polynomial(&cost)
}

/// The growth model: where the stars are, how many a region has, the weight of its counts, and t.
struct Growth {
    size: usize,
    stars: Vec<Cell>,
    each: u32,
    weight: f64,
    wished: f64,
}

impl Growth {
    /// The model as it is, of degree 3. Variable N (N i + j) + c is x_ij^c.
    fn cubic(&self) -> Result<Polynomial> {
        let mut space = VariableSpace::new();
        let x = space.array("x", [self.size, self.size, self.size])?;
        let mut cost = self.counts(&x);
        let pairs = pairs(self.size, |down, right| down + right == 1);
        for region in 0..self.size {
            let at = |(row, col): Cell| x[[row, col, region]];
            for cell in cells(self.size) {
                let beside = pairs.iter().filter_map(|pair| other(*pair, cell));
                let beside: Expression = beside.map(at).sum();
                cost += (beside * at(cell) - self.wished).square();
            }
        }
        space.polynomial(&cost)
    }

    /// The model as a QUBO: the same variables, then an auxiliary for each region and pair of cells
    /// side by side.
    fn qubo(&self) -> Result<Polynomial> {
        let mut space = VariableSpace::new();
        let x = space.array("x", [self.size, self.size, self.size])?;
        let mut cost = self.counts(&x);
        let pairs = pairs(self.size, |down, right| down + right == 1);
        let w = space.array("w", [self.size, pairs.len()])?;
        let most = (1.0 - 2.0 * self.wished).abs();
        let penalty = 2.0 * most.max((7.0 - 2.0 * self.wished).abs());
        for region in 0..self.size {
            let at = |(row, col): Cell| x[[row, col, region]];
            for cell in cells(self.size) {
                let of_cell = (0..pairs.len()).filter(|k| other(pairs[*k], cell).is_some());
                let alike: Expression = of_cell.map(|k| w[[region, k]]).sum();
                cost += (alike - self.wished).square();
            }
            for (k, &(a, b)) in pairs.iter().enumerate() {
                let (a, b, w) = (at(a), at(b), w[[region, k]]);
                cost += (a * b - (a + b) * w * 2 + w * 3) * penalty;
            }
        }
        space.polynomial(&cost)
    }

    /// One region a cell, S stars and N cells a region.
    fn counts(&self, x: &VariableArray<3>) -> Expression {
        let at = |(row, col): Cell, region| x[[row, col, region]];
        let mut cost = Expression::default();
        for cell in cells(self.size) {
            let regions: Expression = (0..self.size).map(|region| at(cell, region)).sum();
            cost += regions.equals(1) * self.weight;
        }
        for region in 0..self.size {
            let stars: Expression = self.stars.iter().map(|star| at(*star, region)).sum();
            let all: Expression = cells(self.size).map(|cell| at(cell, region)).sum();
            cost += stars.equals(self.each) * self.weight + all.equals(self.size as f64);
        }
        cost
    }
}

/// All cells of a square, in reading order.
fn cells(size: usize) -> impl Iterator<Item = Cell> {
    (0..size * size).map(move |k| (k / size, k % size))
}

/// The pairs of cells that are as far apart, in rows and columns, as `near` says.
fn pairs(size: usize, near: impl Fn(usize, usize) -> bool) -> Vec<(Cell, Cell)> {
    let all = cells(size).flat_map(|a| cells(size).map(move |b| (a, b)));
    let near = |(a, b): &(Cell, Cell)| a < b && near(b.0 - a.0, a.1.abs_diff(b.1));
    all.filter(near).collect()
}

/// The other cell of a pair.
fn other((a, b): (Cell, Cell), cell: Cell) -> Option<Cell> {
    match (a == cell, b == cell) {
        (true, _) => Some(b),
        (_, true) => Some(a),
        _ => None,
    }
}

fn main() -> Result<()> {
    let (size, each) = (6, 1);
    let model = placement(size, each)?;
    let settings = AnnealSettings {
        restarts: 100,
        target_energy: Some(0.0),
        ..AnnealSettings::default()
    };
    let found = settings.anneal(model.n(), model.terms());
    let stars: Vec<Cell> = cells(size)
        .filter(|(row, col)| found.bits[row * size + col])
        .collect();
    println!("stars at {stars:?}, energy {}", found.energy);
    let growth = Growth {
        size,
        stars,
        each,
        weight: 8.0,
        wished: 2.5,
    };
    println!("as a QUBO growth has {} variables", growth.qubo()?.n());
    let model = growth.cubic()?;
    let settings = AnnealSettings {
        sweeps: 2000,
        restarts: 4,
        ..AnnealSettings::default()
    };
    let found = settings.anneal(model.n(), model.terms());
    for row in 0..size {
        let region = |col: usize| {
            let first = size * (size * row + col);
            let regions = (0..size).filter(|region| found.bits[first + region]);
            let letters: String = regions.map(|k| char::from(b'A' + k as u8)).collect();
            let star = if growth.stars.contains(&(row, col)) {
                "*"
            } else {
                " "
            };
            format!("{letters:>2}{star}")
        };
        println!("{}", (0..size).map(region).collect::<String>());
    }
    Ok(())
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
            let model = placement(size, stars).unwrap();
            for index in 0..1_usize << (size * size) {
                let placed: Vec<Cell> = cells(size)
                    .filter(|(row, col)| at(index)(row * size + col))
                    .collect();
                let ones = |line: &dyn Fn(&Cell) -> bool| placed.iter().filter(|c| line(c)).count();
                let full = (0..size).all(|k| {
                    ones(&|cell| cell.0 == k) == stars as usize
                        && ones(&|cell| cell.1 == k) == stars as usize
                });
                let apart = |a: &Cell, b: &Cell| a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)) > 1;
                let free = placed
                    .iter()
                    .all(|a| placed.iter().all(|b| a == b || apart(a, b)));
                assert_eq!(model.value(at(index)) == 0.0, full && free, "{index:b}");
            }
        }
    }

    /// The slides' formula, number by number.
    fn by_hand(growth: &Growth, index: usize) -> f64 {
        let n = growth.size;
        let inside =
            |i: usize, j: usize, c: usize| i < n && j < n && at(index)(n * (n * i + j) + c);
        let x = |i: usize, j: usize, c: usize| f64::from(u8::from(inside(i, j, c)));
        let mut sum = 0.0;
        for (i, j) in cells(n) {
            sum += growth.weight * (1.0 - (0..n).map(|c| x(i, j, c)).sum::<f64>()).powi(2);
            for c in 0..n {
                let up = x(i.wrapping_sub(1), j, c) + x(i, j.wrapping_sub(1), c);
                let beside = up + x(i + 1, j, c) + x(i, j + 1, c);
                sum += (x(i, j, c) * beside - growth.wished).powi(2);
            }
        }
        for c in 0..n {
            let stars: f64 = growth.stars.iter().map(|star| x(star.0, star.1, c)).sum();
            let all: f64 = cells(n).map(|(i, j)| x(i, j, c)).sum();
            sum += growth.weight * (f64::from(growth.each) - stars).powi(2);
            sum += (n as f64 - all).powi(2);
        }
        sum
    }

    #[test]
    fn the_cubic_is_the_formula_and_the_lowest_energy_of_the_qubo_over_its_auxiliaries() {
        for (weight, wished) in [(1.0, 2.5), (3.0, 6.0)] {
            let growth = Growth {
                size: 2,
                stars: vec![(0, 0), (1, 1)],
                each: 1,
                weight,
                wished,
            };
            let (cubic, qubo) = (growth.cubic().unwrap(), growth.qubo().unwrap());
            assert_eq!((cubic.n(), qubo.n()), (8, 16));
            assert_eq!((cubic.degree(), qubo.degree()), (3, 2));
            for index in 0..1_usize << 8 {
                let energies = (0..1_usize << 8).map(|w| qubo.value(at(w << 8 | index)));
                let lowest = energies.fold(f64::INFINITY, f64::min);
                assert_eq!(cubic.value(at(index)), by_hand(&growth, index), "{index:b}");
                assert_eq!(cubic.value(at(index)), lowest, "{index:b}");
            }
        }
    }
}
