//! The cost C of a circuit: a real number for each basis state, which the circuit is to make small.
//!
//! > C = Σ_x E(x) |x⟩⟨x|
//!
//! A constant in all energies changes no measurement, but would take digits from their differences.
//! So it is kept apart: [`Cost`] adds it to every energy that it returns, and the simulator does
//! not know of it.

use crate::error::{Error, Result};
use crate::sim::{CostData, Diagonal};
use std::sync::Arc;

/// A diagonal cost over the basis states of qubits or qudits. A clone shares its memory.
///
/// ```
/// use ketboard_qaoa::Cost;
/// // C = 1 − 2x₀ + 4x₀x₁
/// let cost = Cost::from_terms(2, [(0b00, 1.0), (0b01, -2.0), (0b11, 4.0)])?;
/// let energies: Vec<f64> = (0..4).map(|x| cost.energy(x)).collect();
/// assert_eq!(energies, [1.0, -1.0, 1.0, 3.0]);
/// assert_eq!((cost.min(), cost.ground_states(0.0)), (-1.0, vec![0b01]));
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cost {
    pub(crate) diagonal: Arc<Diagonal>,
    pub(crate) constant: f64,
}

impl Cost {
    /// The cost E(x) = Σ c over the terms (mask, c) whose mask is a subset of the bits of x, over
    /// `n` qubits. Qubit k is bit k, mask 0 is the offset, and a mask may come more than once.
    /// Fails if 2ⁿ entries do not fit into memory, a qubit is not there, or a sum could leave the
    /// real line.
    pub fn from_terms(n: usize, terms: impl IntoIterator<Item = (u64, f64)>) -> Result<Self> {
        let (constant, terms) = without_constant(terms);
        Self::of(Diagonal::new(CostData::Terms(n, terms))?, constant)
    }

    fn of(diagonal: Diagonal, constant: f64) -> Result<Self> {
        let diagonal = Arc::new(diagonal);
        let cost = Self { diagonal, constant };
        let ends = [constant, cost.min(), cost.max()];
        match ends.into_iter().find(|energy| !energy.is_finite()) {
            None => Ok(cost),
            Some(value) => Err(Error::NotFinite {
                what: "the constant of the cost, or an energy with it,".into(),
                value,
            }),
        }
    }

    pub(crate) fn apart(&self) -> Self {
        let diagonal = Arc::clone(&self.diagonal);
        let constant = 0.0;
        Self { diagonal, constant }
    }

    /// The cost `offset` + Σ tables over qudits, of which qudit r has `dims[r]` levels. Qudit 0 is
    /// the fastest digit of the index of a basis state. A table is a few qudits, each named once,
    /// and a number for each combination of their levels, the first named qudit fastest. Fails if
    /// the index does not fit into memory, a table does not fit the qudits, or a sum could leave
    /// the real line.
    ///
    /// ```
    /// use ketboard_qaoa::Cost;
    /// let equal = (vec![0, 1], vec![1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    /// let cost = Cost::from_tables(vec![2, 3], 0.5, vec![equal])?;
    /// let energies: Vec<f64> = (0..6).map(|x| cost.energy(x)).collect();
    /// assert_eq!(energies, [1.5, 0.5, 0.5, 1.5, 0.5, 0.5]);
    /// # Ok::<(), ketboard_qaoa::Error>(())
    /// ```
    pub fn from_tables(
        dims: Vec<usize>,
        offset: f64,
        mut tables: Vec<(Vec<usize>, Vec<f64>)>,
    ) -> Result<Self> {
        let shares = tables.iter_mut().map(|(_, values)| take_common(values));
        let constant = shares.fold(offset, |sum, share| sum + share);
        Self::of(Diagonal::new(CostData::Tables(dims, tables))?, constant)
    }

    /// The cost of these values, one for each basis state of qudits of `dims` levels:
    /// [`Cost::from_tables`] with one table.
    pub fn from_values(dims: Vec<usize>, values: Vec<f64>) -> Result<Self> {
        let qudits = (0..dims.len()).collect();
        Self::from_tables(dims, 0.0, vec![(qudits, values)])
    }

    /// The cost with these energies, each with its number of states, for the Grover mixer: states
    /// of equal energy keep equal amplitudes, so that one amplitude serves all of them. A basis
    /// state of this cost is a level, in the given order. The number of states may be 10⁴⁰, and may
    /// be rounded. Fails if there is no state, an energy is not finite, or a count is not finite or
    /// below 0.
    ///
    /// ```
    /// use ketboard_qaoa::{Angles, Ansatz, Cost};
    /// // one solution among 4: one iteration of Grover search finds it
    /// let ansatz = Ansatz::new(Cost::from_histogram([(0.0, 1.0), (1.0, 3.0)])?);
    /// let pi = std::f64::consts::PI;
    /// let state = ansatz.state(&Angles::new(vec![pi], vec![pi])?)?;
    /// assert!((state.probability(0) - 1.0).abs() < 1e-12);
    /// # Ok::<(), ketboard_qaoa::Error>(())
    /// ```
    pub fn from_histogram(levels: impl IntoIterator<Item = (f64, f64)>) -> Result<Self> {
        let (mut energies, counts): (Vec<f64>, Vec<f64>) = levels.into_iter().unzip();
        let constant = take_common(&mut energies);
        Self::of(Diagonal::of_histogram(energies, &counts)?, constant)
    }

    /// The number of levels of each qudit, 2 of a qubit, the fastest digit of the index first.
    pub fn dims(&self) -> Vec<usize> {
        self.diagonal.space().dims().to_vec()
    }

    /// The number of basis states, Π d_r: 2ⁿ of n qubits, the number of levels of a histogram.
    pub fn states(&self) -> usize {
        self.diagonal.space().states()
    }

    /// The number of processes that share this cost and the states over it: more than 1 only for a
    /// large cost that was made within [`over_ranks`](crate::ranks::over_ranks).
    pub fn ranks(&self) -> usize {
        self.diagonal.team().map_or(1, |team| team.size())
    }

    /// The energy E(x) of basis state `index`. Panics if there is no such state.
    pub fn energy(&self, index: usize) -> f64 {
        self.diagonal.energy(index) + self.constant
    }

    /// How far the energy of basis state `index` is above the lowest, without loss of digits to the
    /// constant. Panics as [`Cost::energy`] does.
    pub fn above_min(&self, index: usize) -> f64 {
        self.diagonal.energy(index) - self.diagonal.min
    }

    /// E(x) of every basis state, by index: another 8 bytes for each, and n·2ⁿ additions.
    pub fn energies(&self) -> Vec<f64> {
        let mut energies = self.diagonal.energies();
        energies
            .iter_mut()
            .for_each(|energy| *energy += self.constant);
        energies
    }

    /// The lowest energy of all basis states, in the unit of the terms.
    pub fn min(&self) -> f64 {
        self.diagonal.min + self.constant
    }

    /// The highest energy of all basis states.
    pub fn max(&self) -> f64 {
        self.diagonal.max + self.constant
    }

    /// The mean energy over all basis states: ⟨C⟩ of a random guess.
    pub fn mean(&self) -> f64 {
        self.diagonal.mean + self.constant
    }

    /// The standard deviation σ(C) of the energy over all basis states.
    pub fn standard_deviation(&self) -> f64 {
        self.diagonal.standard_deviation
    }

    /// How far apart two energies may be that are equal in exact arithmetic: 8 ε Σ|c| of all terms
    /// but the constant ([`Cost::above_min`]).
    pub fn rounding(&self) -> f64 {
        self.diagonal.rounding
    }

    /// The basis states with E ≤ min + `tolerance`, ascending: a walk over all of them. With
    /// [`Cost::rounding`] as the tolerance these are the exact ground states.
    pub fn ground_states(&self, tolerance: f64) -> Vec<u64> {
        self.diagonal.ground_states(tolerance)
    }

    /// The number of basis states with E ≤ min + `tolerance`: a walk over all of them.
    pub fn ground_degeneracy(&self, tolerance: f64) -> u64 {
        self.diagonal.ground_degeneracy(tolerance)
    }

    /// How far the lowest energy above min + `tolerance` is above the lowest; `None` where there is
    /// none. With [`Cost::rounding`] as the tolerance it is the gap of the spectrum.
    pub fn gap(&self, tolerance: f64) -> Option<f64> {
        let above = self.diagonal.lowest_above(tolerance) - self.diagonal.min;
        Some(above).filter(|gap| gap.is_finite())
    }

    /// The distinct energies, ascending, where they are whole multiples of a unit and few: at most
    /// 65536, and not many more of their multiples than basis states.
    pub fn energy_levels(&self) -> Option<Vec<f64>> {
        let levels = self.diagonal.levels()?.iter();
        Some(levels.map(|level| level + self.constant).collect())
    }

    /// The number of qubits, or of qudits of more than one level.
    pub(crate) fn parts(&self) -> usize {
        match self.diagonal.weights() {
            Some(_) => 1,
            None => self
                .diagonal
                .space()
                .dims()
                .iter()
                .filter(|d| **d > 1)
                .count(),
        }
    }

    pub(crate) fn check_same_states(&self, other: &Self, name: &str) -> Result<()> {
        let (here, there) = (self.dims(), other.dims());
        let is_histogram = |cost: &Self| cost.diagonal.weights().is_some();
        let alike = is_histogram(self) == is_histogram(other);
        if alike && here == there {
            return Ok(());
        }
        Err(Error::argument(
            name,
            format!("it is over {there:?} levels, and the cost over {here:?}"),
            "make it the way the cost was made, over the same qubits or qudits",
        ))
    }
}

pub(crate) fn without_constant(
    terms: impl IntoIterator<Item = (u64, f64)>,
) -> (f64, Vec<(u64, f64)>) {
    let all = terms.into_iter();
    let (constants, others): (Vec<_>, Vec<_>) = all.partition(|(mask, _)| *mask == 0);
    let constant = constants.into_iter().fold(0.0, |sum, (_, c)| sum + c);
    (constant, others)
}

/// Takes from some numbers what they have in common, and returns it: the lowest of them, where all
/// are of one sign and none is more than twice another, so that nothing is rounded (Sterbenz 1974).
fn take_common(values: &mut [f64]) -> f64 {
    let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(0.5..=2.0).contains(&(highest / lowest)) || values.iter().any(|value| value.is_nan()) {
        return 0.0;
    }
    values.iter_mut().for_each(|value| *value -= lowest);
    lowest
}

impl Default for Cost {
    /// The cost 0 over no qubit: one basis state.
    fn default() -> Self {
        Self::from_terms(0, []).expect("one state fits into memory")
    }
}
