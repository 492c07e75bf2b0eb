//! From a reduced model to a cost: one polynomial over the qubits, as a QUBO and as an Ising
//! Hamiltonian.
//!
//! C(x) = Σ_kind λ_kind Σ_{rules of the kind} penalty + Σ w x, in which every variable is replaced
//! by what the reduction made of it (a constant, a variable that is left, or 1 minus that), and
//! every variable that is left by its image over the qubits: its [`QubitLayout`], by default one
//! qubit each. So C at a basis state is the energy of the whole board that the state stands for,
//! offsets included. Unit weights give eq. 4, 9 and 50 of the source paper (Mata Ali & Mencia).
//! [`Encodings`] chooses between penalties and layouts that keep the same boards. Nothing here
//! knows a puzzle, and nothing is dropped: a rule without a penalty is listed in
//! [`EncodedCost::unencoded`].

mod block;
mod conventions;
mod distinct;
mod drop_region;
mod encodings;
mod hash;
mod images;
mod ising;
mod layout;
mod model_file;
mod penalty;
mod polynomial;
mod reading;
mod symbols;
mod walls;
mod weights;

pub use conventions::{CONVENTIONS, REGISTER_CONVENTIONS};
pub use encodings::{DistinctLines, Encodings, Symbols, TwoValued};
pub use hash::model_hash;
pub use ising::Ising;
pub use layout::QubitLayout;
pub use model_file::ModelFile;
pub use polynomial::Polynomial;
pub use reading::Reading;
pub use weights::Weights;

use crate::error::Result;
use crate::model::{Kind, Model};
use crate::reduce::{Reduced, Reduction};
use images::Images;
use std::collections::BTreeMap;

/// The cost of a reduced model, to be minimized.
///
/// ```
/// use ketboard_puzzles::{Puzzle, RuleSet, Weights, encode, reduce};
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 6\nqueens = ['r1c2']", "six queens")?;
/// let reduction = reduce(&puzzle.model, RuleSet::Full, None).expect("it has a solution");
/// let cost = encode(&puzzle.model, &reduction, &Weights::default());
/// assert_eq!(cost.zero_violation_energy, Some(0.0));
/// assert!(cost.unencoded.is_empty());
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct EncodedCost {
    /// The energy of every basis state, as a polynomial over the qubits.
    pub polynomial: Polynomial,
    /// What each qubit means.
    pub layout: QubitLayout,
    /// The energy of a board that breaks none of the encoded rules, at its best auxiliaries; `None`
    /// where the model has an objective, which then decides between such boards.
    pub zero_violation_energy: Option<f64>,
    /// The rules that have no penalty, as indices into [`Model::constraints`].
    pub unencoded: Vec<usize>,
    /// The sum of the unit penalties of each kind, over all qubits.
    pub penalties: BTreeMap<Kind, Polynomial>,
    /// The weights of these kinds.
    weights: Weights,
    /// The price of a domain wall too many.
    walls: Polynomial,
    /// Σ w x of the model.
    objective: Polynomial,
}

/// The cost over the qubits of `reduction` in the source paper's encodings: its value at every
/// basis state is the energy of the lifted board.
///
/// ```
/// use ketboard_puzzles::{Constraint, Kind, Model, Reduction, Weights, encode};
///
/// let mut model = Model::default();
/// let cells = ["r1c1", "r1c2"].map(|cell| model.add_variable(cell)).to_vec();
/// model.add(Constraint::exactly(Kind::Row, "row 1", 1, cells));
/// let weights = Weights::from_pairs([(Kind::Row, 3.0)])?;
/// let cost = encode(&model, &Reduction::givens_only(&model), &weights).polynomial;
/// assert_eq!((cost.value(|k| k == 0), cost.value(|_| false)), (0.0, 3.0)); // 3 (1 − x0 − x1)²
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
pub fn encode(model: &Model, reduction: &Reduction, weights: &Weights) -> EncodedCost {
    let paper = Encodings::default();
    encode_as(model, reduction, weights, paper).expect("the paper's penalties are quadratic")
}

/// The cost in the encodings of one's choice. Its least value over the auxiliaries is, wherever
/// every block of the layout holds a symbol, the energy of the board that the state stands for.
///
/// ```
/// use ketboard_puzzles::{
///     Constraint, Encodings, Kind, Model, Reduction, TwoValued, Weights, encode_as,
/// };
///
/// let mut model = Model::default();
/// let cells = ["r1c1", "r1c2", "r1c3"].map(|cell| model.add_variable(cell)).to_vec();
/// model.add(Constraint::one_of_two(Kind::Repetition, "r1c1 to r1c3", 1, cells));
/// let open = Reduction::givens_only(&model);
/// let slack = Encodings { counts: TwoValued::Slack, ..Encodings::default() };
/// let cost = encode_as(&model, &open, &Weights::default(), slack)?;
/// assert_eq!(cost.layout.auxiliaries(), 3..4); // (1 + s − Σx)²
/// assert_eq!(cost.zero_violation_energy, Some(0.0));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
///
/// # Errors
/// If the products of distinct lines would have too many terms.
pub fn encode_as(
    model: &Model,
    reduction: &Reduction,
    weights: &Weights,
    encodings: Encodings,
) -> Result<EncodedCost> {
    let weights = weights.or_those_of(model);
    let names = (0..reduction.qubits()).map(|k| model.name(reduction.variable(k)).to_owned());
    let groups = symbols::groups(model, reduction, encodings.symbols);
    let mut layout = QubitLayout::new(&groups, &names.collect::<Vec<_>>());
    let images = Images::new(reduction, &layout);
    if encodings.distinct_lines == DistinctLines::Hobo {
        distinct::check_products(model, &images)?;
    }
    let mut penalties = BTreeMap::new();
    let mut unencoded = Vec::new();
    for (index, rule) in model.constraints().iter().enumerate() {
        // auxiliaries are added to the layout in the order of the rules
        match penalty::unit(rule, model, &images, encodings, &mut layout) {
            Some(term) => {
                let sum: &mut Polynomial = penalties.entry(rule.kind).or_default();
                sum.widen(term.n());
                sum.add_scaled(&term, 1.0);
            }
            None => unencoded.push(index),
        }
    }
    let mut objective = images.constant(0.0);
    for &(var, weight) in model.objective() {
        objective.add_scaled(images.of(var), weight);
    }
    let walls = match encodings.symbols {
        Symbols::DomainWall => {
            walls::penalty(&groups, model, reduction, &layout, (&weights, encodings))
        }
        Symbols::OneHot | Symbols::Binary => images.constant(0.0),
    };
    let n = layout.qubits();
    let mut polynomial = objective.clone();
    polynomial.widen(n);
    for (kind, sum) in &mut penalties {
        sum.widen(n);
        // Unit penalties are multiples of 1/4 and add up exactly; only the weight can round.
        polynomial.add_scaled(sum, weights.of(*kind));
    }
    polynomial.add_scaled(&walls, 1.0);
    Ok(EncodedCost {
        polynomial,
        layout,
        zero_violation_energy: zero_violation_energy(model, &weights, encodings),
        unencoded,
        weights,
        penalties,
        walls,
        objective,
    })
}

/// Coefficients below this part of the cost's largest are what rounding left.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

impl EncodedCost {
    /// The cost in parts, what an ansatz with an angle for each of them needs:
    ///
    /// > C = const + Σ_kind λ_kind · (its rules) + (walls) + (objective)
    ///
    /// The parts that depend on some qubit, by name: kinds of rules in their order, then `walls`,
    /// what a domain wall too many costs, then `objective`. They have no constant: it would turn
    /// the phase of all states alike.
    pub fn parts(&self) -> Vec<(String, Polynomial)> {
        let largest = self.polynomial.terms().map(|(_, c)| c.abs());
        let negligible = ROUNDING * largest.fold(0.0, f64::max);
        let kinds = self.penalties.iter();
        let kinds = kinds.map(|(kind, sum)| (kind.name(), sum, self.weights.of(*kind)));
        let others = [("walls", &self.walls), ("objective", &self.objective)];
        let others = others.map(|(name, sum)| (name, sum, 1.0));
        let part = |(name, sum, weight): (&str, &Polynomial, f64)| {
            let terms = sum.terms().map(|(set, c)| (set.to_vec(), weight * c));
            let kept = terms.filter(|(set, c)| !set.is_empty() && c.abs() > negligible);
            let kept: Vec<(Vec<usize>, f64)> = kept.collect();
            let part = || Polynomial::from_terms(self.layout.qubits(), &kept);
            (!kept.is_empty()).then(|| (name.to_owned(), part()))
        };
        kinds.chain(others).filter_map(part).collect()
    }
}

impl Symbols {
    /// How many disjoint groups of variables the layouts of [`Symbols`] hold together.
    ///
    /// ```
    /// use ketboard_puzzles::{Puzzle, Reduction, Symbols};
    ///
    /// let text = "family = 'n-queens-squared'\nsize = 3\ndiagonals = false";
    /// let puzzle = Puzzle::parse(text, "Latin square")?;
    /// let open = Reduction::givens_only(&puzzle.model);
    /// assert_eq!(Symbols::groups(&puzzle.model, &open), 9); // one color in each of nine cells
    /// # Ok::<(), ketboard_puzzles::Error>(())
    /// ```
    pub fn groups(model: &Model, reduction: &Reduction) -> usize {
        symbols::groups(model, reduction, Self::OneHot).len()
    }
}

/// Σ weight × the least unit penalty, over all rules that have one; `None` where the model has an
/// objective.
fn zero_violation_energy(model: &Model, weights: &Weights, encodings: Encodings) -> Option<f64> {
    let unit_sum = |kind: Kind| {
        let of_kind = model.constraints().iter().filter(|c| c.kind == kind);
        let energies = of_kind.filter_map(|c| encodings.energy_where_it_holds(&c.form));
        energies.fold(0.0, |sum, energy| sum + energy)
    };
    let weighted = |sum: f64, kind: &Kind| sum + weights.of(*kind) * unit_sum(*kind);
    model
        .objective()
        .is_empty()
        .then(|| model.kinds().iter().fold(0.0, weighted))
}

/// How each variable of the model is read off a basis state, in their order.
fn readings(reduction: &Reduction, layout: &QubitLayout) -> Vec<Reading> {
    let reading = |value: &Reduced| match *value {
        Reduced::Const(value) => Reading::constant(value),
        Reduced::Bit { qubit, negated } => match (layout.reading(qubit).clone(), negated) {
            (reading, true) => reading.complement(),
            (reading, false) => reading,
        },
    };
    reduction.values().iter().map(reading).collect()
}
