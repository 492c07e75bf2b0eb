//! From a reduced model to a cost: one polynomial over the qubits, as a QUBO and as an Ising
//! Hamiltonian.
//!
//! Here, too: a model without the rule of one region.
//!
//! C(x) = Σ_kind λ_kind Σ_{rules of the kind} penalty + Σ w x, in which every variable is replaced
//! by what the reduction made of it (a constant, a variable that is left, or 1 minus that), and
//! every variable that is left by its image over the qubits: its [`QubitLayout`], by default one
//! qubit each. So C at a basis state is the energy of the whole board that the state means,
//! offsets included. Unit weights give eq. 4, 9 and 50 of the source paper (Mata Ali & Mencia).
//! [`Encodings`] chooses between penalties and layouts that keep the same boards. Nothing here
//! knows a puzzle, and nothing is dropped: a rule without a penalty is listed in
//! [`EncodedCost::unencoded`].

mod encodings;
mod layout;
mod model_file;
mod penalty;
mod polynomial;
mod walls;

use crate::classical::{Limits, for_each_solution};
use crate::error::{Error, Result};
use crate::model::{Kind, Model, Var};
use crate::reduce::{Reduced, Reduction};
pub use encodings::{DistinctLines, Encodings, Symbols, TwoValued, Weights};
pub use layout::{QubitLayout, Reading};
pub use model_file::ModelFile;
use penalty::{Images, Penalties};
pub use polynomial::{Ising, Polynomial};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

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
    pub(crate) weights: Weights,
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
    paper
        .encode(model, reduction, weights)
        .expect("the paper's penalties are quadratic")
}

impl Encodings {
    /// The cost in the encodings of one's choice. Its least value over the auxiliaries is, wherever
    /// every block of the layout holds a symbol, the energy of the board that the state means.
    ///
    /// ```
    /// use ketboard_puzzles::{
    ///     Constraint, Encodings, Kind, Model, Reduction, TwoValued, Weights,
    /// };
    ///
    /// let mut model = Model::default();
    /// let cells = ["r1c1", "r1c2", "r1c3"].map(|cell| model.add_variable(cell)).to_vec();
    /// model.add(Constraint::one_of_two(Kind::Repetition, "r1c1 to r1c3", 1, cells));
    /// let open = Reduction::givens_only(&model);
    /// let slack = Encodings { counts: TwoValued::Slack, ..Encodings::default() };
    /// let cost = slack.encode(&model, &open, &Weights::default())?;
    /// assert_eq!(cost.layout.auxiliaries(), 3..4); // (1 + s − Σx)²
    /// assert_eq!(cost.zero_violation_energy, Some(0.0));
    /// # Ok::<(), ketboard_puzzles::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the products of distinct lines would have too many terms.
    pub fn encode(
        self,
        model: &Model,
        reduction: &Reduction,
        weights: &Weights,
    ) -> Result<EncodedCost> {
        let weights = weights.or_those_of(model);
        let names = (0..reduction.qubits()).map(|k| model.name(reduction.variables[k]).to_owned());
        let groups = walls::groups(model, reduction, self.symbols);
        let mut layout = QubitLayout::new(&groups, &names.collect::<Vec<_>>());
        let images = Images::new(reduction, &layout);
        let mut of_rules = Penalties {
            model,
            x: &images,
            encodings: self,
            layout: &mut layout,
            terms: 0,
        };
        let mut penalties = BTreeMap::new();
        let mut unencoded = Vec::new();
        for (index, rule) in model.constraints().iter().enumerate() {
            // auxiliaries are added to the layout in the order of the rules
            match of_rules.unit(rule)? {
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
        let walls = match self.symbols {
            Symbols::DomainWall => {
                walls::penalty(&groups, model, reduction, &layout, (&weights, self))
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
            zero_violation_energy: zero_violation_energy(model, &weights, self),
            unencoded,
            weights,
            penalties,
            walls,
            objective,
        })
    }
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
        walls::groups(model, reduction, Self::OneHot).len()
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
    reduction.values.iter().map(reading).collect()
}

// A model without the rule of one region (eq. 8 of the source paper), where the other rules imply
// it: the paper saves the couplings of its penalty.
//
// Rows and columns tell the total, so that the last of the regions that part a board has what is
// left. Whether that is so here is not argued but looked up: the exact solver lists the boards of
// the other rules, and none may break the one that goes.

/// Values that the solver may assume for one region: some seconds.
const NODES: u64 = 5_000_000;

impl Model {
    /// The model without one region's rule: that of the letter `which`, or with `auto` the implied
    /// one with the most cells that are still open.
    ///
    /// ```
    /// use ketboard_puzzles::{Puzzle, RuleSet, Weights, encode, reduce};
    ///
    /// let text = "family = 'queens'\nregions = '''\nAABB\nACBB\nCCCB\nDDDD\n'''";
    /// let puzzle = Puzzle::parse(text, "4×4")?;
    /// let reduction = reduce(&puzzle.model, RuleSet::None, None).expect("it has a solution");
    /// let cost = |model| encode(model, &reduction, &Weights::default()).polynomial;
    /// let less = puzzle.model.without_region(&reduction, "B")?;
    /// assert!(cost(&less).terms().count() < cost(&puzzle.model).terms().count());
    /// # Ok::<(), ketboard_puzzles::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such region, or no board shows that the other rules imply its rule.
    pub fn without_region(&self, reduction: &Reduction, which: &str) -> Result<Self> {
        let rules = self.constraints();
        let mut regions: Vec<usize> = (0..rules.len()).collect();
        regions.retain(|k| rules[*k].kind == Kind::Region && rules[*k].group.is_some());
        let refused = |found: &str, remedy: &str| Error::setting("drop_region", found, remedy);
        if regions.is_empty() {
            return Err(refused(
                "the puzzle has no rule of kind region",
                "leave the option out",
            ));
        }
        let names: Vec<&str> = regions.iter().map(|k| rules[*k].name.as_str()).collect();
        let remedy = format!("write auto, or the letter of one of: {}", names.join(", "));
        let wanted = format!("region {which}");
        let is_open = |var: &Var| matches!(reduction.value(*var), Reduced::Bit { .. });
        match which {
            "auto" => regions
                .sort_by_key(|k| Reverse(rules[*k].vars().into_iter().filter(is_open).count())),
            _ => regions.retain(|k| rules[*k].name == wanted),
        }
        if regions.is_empty() {
            return Err(refused(&format!("there is no {wanted}"), &remedy));
        }
        let implied = regions.into_iter().find_map(|k| implied_without(self, k));
        let found = "no region's rule that the other rules are seen to imply";
        let remedy = "leave the option out: every region is needed here";
        implied.ok_or_else(|| refused(found, remedy))
    }
}

/// The model without a rule; `None` where a board of the others breaks it, or there are too many.
fn implied_without(model: &Model, index: usize) -> Option<Model> {
    let less = model.with_rules(|rules| drop(rules.remove(index)));
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let visit = for_each_solution(&less, &limits, |board| {
        match model.constraints()[index].holds(board) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    visit.complete.then_some(less)
}
