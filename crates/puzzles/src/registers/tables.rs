//! The cost on the space of the registers: an offset and tables over one register, two, or more.
//!
//! Here, too: the rules of a model over the variables that its reduction left, and the assignments
//! of a set of them that the rules allow.
//!
//! Every term of the polynomial belongs to the registers of its variables; terms of the same
//! registers are one table, filled level by level, so that no cell is ever looked at for a state. A
//! table that is constant, as that of a rule which a register keeps, goes into the offset. Rules
//! without a penalty that lie in at most two registers (lines that must differ, a matching) are
//! exact here at no cost in qubits: the weight of their kind where they are broken.

use super::meaning::RegisterLayout;
use crate::classical::{Limits, for_each_solution};
use crate::encode::{EncodedCost, Polynomial};
use crate::error::{Error, Result};
use crate::model::{Constraint, Form, Model, Var};
use crate::reduce::{Reduced, Reduction};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// The most entries of one table.
const MOST_ENTRIES: usize = 1 << 24;

/// The cost of every state: the offset, and one entry of each table.
///
/// ```
/// use ketboard_puzzles::{
///     Puzzle, RegisterChoice, RuleSet, Weights, RegisterLayout, encode, reduce, RegisterTables,
/// };
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4", "four queens")?;
/// let reduction = reduce(&puzzle.model, RuleSet::None, None).expect("it has a solution");
/// let cost = encode(&puzzle.model, &reduction, &Weights::default());
/// let (model, choice) = (&puzzle.model, RegisterChoice::Rows);
/// let rows = RegisterLayout::choose(model, &reduction, &cost.layout, choice);
/// let rows = rows.expect("every row has one queen");
/// let tables = RegisterTables::of(&puzzle.model, &reduction, &cost, &rows)?;
/// assert_eq!(tables.energy(&[1, 3, 0, 2], &rows.dims()), 0.0); // a solution
/// assert!(tables.energy(&[0, 0, 0, 0], &rows.dims()) > 0.0);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct RegisterTables {
    /// What every state costs.
    pub offset: f64,
    /// Registers in ascending order, and what they together add to the cost: one value for each
    /// combination of their levels, those of the first register fastest. No table is constant.
    pub tables: Vec<(Vec<usize>, Vec<f64>)>,
}

/// Where the rules of a puzzle went, as indices into [`Model::constraints`]; a rule of two
/// registers with a penalty is in the cost and in no list.
///
/// ```
/// use ketboard_puzzles::{
///     Puzzle, RegisterChoice, RuleSet, Weights, RegisterLayout, encode, reduce, RulePlaces,
/// };
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4", "four queens")?;
/// let reduction = reduce(&puzzle.model, RuleSet::None, None).expect("it has a solution");
/// let cost = encode(&puzzle.model, &reduction, &Weights::default());
/// let (model, choice) = (&puzzle.model, RegisterChoice::Rows);
/// let rows = RegisterLayout::choose(model, &reduction, &cost.layout, choice);
/// let rows = rows.expect("every row has one queen");
/// let places = RulePlaces::of(&puzzle.model, &reduction, &cost, &rows);
/// assert_eq!(places.kept.len(), 4); // one queen in each row; columns and diagonals cost
/// assert!(places.tabulated.is_empty() && places.judged.is_empty());
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RulePlaces {
    /// Wholly inside one register: no state breaks them.
    pub kept: Vec<usize>,
    /// Without a penalty, and inside two registers: tables of the cost.
    pub tabulated: Vec<usize>,
    /// Without a penalty, and in more registers: judged afterwards.
    pub judged: Vec<usize>,
}

impl RegisterTables {
    /// The cost of the state with these levels.
    pub fn energy(&self, levels: &[usize], dims: &[usize]) -> f64 {
        let tables = self.tables.iter();
        tables.fold(self.offset, |sum, (registers, values)| {
            let digits = registers.iter().rev();
            let place = digits.fold(0, |place, &r| place * dims[r] + levels[r]);
            sum + values[place]
        })
    }

    /// The tables of `cost` on the space of `layout`; at every state they sum to the value of the
    /// polynomial at its assignment, plus the weights of broken rules that have no penalty and lie
    /// in two registers.
    ///
    /// # Errors
    /// If a product of variables spans registers with too many levels together for one table.
    pub fn of(
        model: &Model,
        reduction: &Reduction,
        cost: &EncodedCost,
        layout: &RegisterLayout,
    ) -> Result<Self> {
        let space = Space::of(layout);
        let mut sums = tables_of(&cost.polynomial, layout)?;
        let mut offset = cost.polynomial.offset();
        for (registers, rule) in space.tabulated(model, reduction, cost) {
            let weight = cost.weights.of(rule.rule.kind);
            let values = space.table(&mut sums, &registers)?;
            for (number, value) in values.iter_mut().enumerate() {
                let broken = !rule.holds(|k| space.value(&registers, number, k));
                *value += if broken { weight } else { 0.0 };
            }
        }
        let mut tables = Vec::new();
        for (registers, values) in sums {
            let first = values[0];
            if values.iter().all(|value| *value == first) {
                offset += first;
            } else {
                tables.push((registers, values));
            }
        }
        Ok(Self { offset, tables })
    }

    /// How many entries the tables of [`Self::of`] have at most, all together; the largest number
    /// where that overflows.
    ///
    /// ```
    /// use ketboard_puzzles::{
    ///     Puzzle, Reduction, RegisterChoice, Weights, RegisterLayout, encode, RegisterTables,
    /// };
    ///
    /// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4", "four queens")?;
    /// let open = Reduction::givens_only(&puzzle.model);
    /// let cost = encode(&puzzle.model, &open, &Weights::default());
    /// let rows = RegisterLayout::choose(&puzzle.model, &open, &cost.layout, RegisterChoice::Rows);
    /// let rows = rows.expect("every row has one queen");
    /// // the offset, a table of each row and one of each two rows
    /// assert_eq!(RegisterTables::entries(&puzzle.model, &open, &cost, &rows), 1 + 4 * 4 + 6 * 16);
    /// # Ok::<(), ketboard_puzzles::Error>(())
    /// ```
    pub fn entries(
        model: &Model,
        reduction: &Reduction,
        cost: &EncodedCost,
        layout: &RegisterLayout,
    ) -> u128 {
        let space = Space::of(layout);
        let terms = cost.polynomial.terms();
        let terms = terms.map(|(variables, _)| space.registers(variables));
        let rules = space.tabulated(model, reduction, cost);
        let tables: BTreeSet<Vec<usize>> = terms.chain(rules.map(|rule| rule.0)).collect();
        tables.iter().fold(0, |entries: u128, registers| {
            let dims = registers.iter().map(|&r| space.dims[r] as u128);
            entries.saturating_add(dims.fold(1, u128::saturating_mul))
        })
    }
}

/// The terms of a polynomial but for its constant, as a table for each set of registers that they
/// lie in.
///
/// # Errors
/// As [`RegisterTables::of`].
pub(crate) fn tables_of(
    polynomial: &Polynomial,
    layout: &RegisterLayout,
) -> Result<BTreeMap<Vec<usize>, Vec<f64>>> {
    let space = Space::of(layout);
    let mut sums = BTreeMap::new();
    for (variables, coefficient) in polynomial.terms().filter(|(set, _)| !set.is_empty()) {
        let registers = space.registers(variables);
        let values = space.table(&mut sums, &registers)?;
        let (mut places, mut stride) = (vec![0], 1);
        for register in registers.iter().map(|&r| &layout.registers[r]) {
            let mine = variables.iter();
            let mine = mine.filter_map(|k| register.variables.binary_search(k).ok());
            let ones = mine.fold(0, |ones, place| ones | 1_u128 << place);
            let levels = register.levels.iter().enumerate();
            let on = levels.filter(|(_, level)| *level & ones == ones);
            let on: Vec<usize> = on.map(|(number, _)| number * stride).collect();
            let shifted = |place: usize| on.iter().map(move |level| place + level);
            places = places.into_iter().flat_map(shifted).collect();
            stride *= register.levels.len();
        }
        places
            .into_iter()
            .for_each(|place| values[place] += coefficient);
    }
    Ok(sums)
}

impl RulePlaces {
    /// Where the rules of `model` go on the space of `layout`.
    pub fn of(
        model: &Model,
        reduction: &Reduction,
        cost: &EncodedCost,
        layout: &RegisterLayout,
    ) -> Self {
        let (space, mut places) = (Space::of(layout), Self::default());
        for rule in ReducedModel::new(model, reduction).rules {
            let registers = space.registers(&rule.variables);
            let list = match registers[..] {
                [only] if space.keeps(&rule, only) => &mut places.kept,
                _ if !cost.unencoded.contains(&rule.index) => continue,
                [_] | [_, _] if space.entries(&registers).is_some() => &mut places.tabulated,
                _ => &mut places.judged,
            };
            list.push(rule.index);
        }
        places
    }
}

/// The space of a layout.
struct Space<'l> {
    layout: &'l RegisterLayout,
    dims: Vec<usize>,
    /// The register of every variable.
    home: Vec<usize>,
}

impl<'l> Space<'l> {
    fn of(layout: &'l RegisterLayout) -> Self {
        let mut home = vec![0; layout.variables()];
        for (number, register) in layout.registers.iter().enumerate() {
            register.variables.iter().for_each(|&k| home[k] = number);
        }
        Self {
            layout,
            dims: layout.dims(),
            home,
        }
    }

    /// The rules that become tables, each with its registers.
    fn tabulated<'a>(
        &'a self,
        model: &'a Model,
        reduction: &'a Reduction,
        cost: &EncodedCost,
    ) -> impl Iterator<Item = (Vec<usize>, ReducedRule<'a>)> {
        let tabulated = RulePlaces::of(model, reduction, cost, self.layout).tabulated;
        let rules = ReducedModel::new(model, reduction).rules.into_iter();
        let rules = rules.filter(move |rule| tabulated.contains(&rule.index));
        rules.map(|rule| (self.registers(&rule.variables), rule))
    }

    /// Whether the rule holds in every level; a variable alone has both values, whatever its rules.
    fn keeps(&self, rule: &ReducedRule<'_>, register: usize) -> bool {
        (0..self.dims[register]).all(|level| rule.holds(|k| self.value(&[register], level, k)))
    }

    /// The value of variable k at an entry of the table over some registers; 0 where none of them
    /// holds it.
    fn value(&self, registers: &[usize], mut entry: usize, k: usize) -> bool {
        for &r in registers {
            let register = &self.layout.registers[r];
            let level = register.levels[entry % self.dims[r]];
            if let Ok(place) = register.variables.binary_search(&k) {
                return level >> place & 1 == 1;
            }
            entry /= self.dims[r];
        }
        false
    }

    /// The registers of some variables, ascending, each once.
    fn registers(&self, variables: &[usize]) -> Vec<usize> {
        let registers: BTreeSet<usize> = variables.iter().map(|&k| self.home[k]).collect();
        registers.into_iter().collect()
    }

    /// The number of entries of a table; `None` where it is too large.
    fn entries(&self, registers: &[usize]) -> Option<usize> {
        let mut dims = registers.iter().map(|&r| self.dims[r]);
        let entries = dims.try_fold(1_usize, usize::checked_mul);
        entries.filter(|entries| *entries <= MOST_ENTRIES)
    }

    /// The table over some registers, all 0 where it is new.
    ///
    /// # Errors
    /// If it would have more than 2²⁴ entries.
    fn table<'s>(
        &self,
        sums: &'s mut BTreeMap<Vec<usize>, Vec<f64>>,
        registers: &[usize],
    ) -> Result<&'s mut Vec<f64>> {
        let entries = self.entries(registers).ok_or_else(|| {
            let many = registers.len();
            let found = format!(
                "a rule in the cost spans {many} registers with too many levels for a table"
            );
            let remedy = "use `distinct_lines` filter or qubo, or `registers` qubits";
            Error::setting("registers", found, remedy)
        })?;
        let entry = sums.entry(registers.to_vec());
        Ok(entry.or_insert_with(|| vec![0.0; entries]))
    }
}

// The rules of a model over the variables that its reduction left, and the assignments of a set of
// them that the rules allow.

/// Values that the exact solver may assume for each assignment that may be listed.
const NODES: usize = 64;

/// The most variables of a set: an assignment is a number of so many bits.
const WIDEST: usize = 128;

/// A model, what its reduction made of it, and the rules that speak of a variable that is left.
#[derive(Clone, Debug)]
pub(super) struct ReducedModel<'a> {
    pub(super) model: &'a Model,
    pub(super) reduction: &'a Reduction,
    pub(super) rules: Vec<ReducedRule<'a>>,
}

/// A rule over the reduced variables.
#[derive(Clone, Debug)]
pub(super) struct ReducedRule<'a> {
    /// Its index in [`Model::constraints`].
    pub(super) index: usize,
    pub(super) rule: &'a Constraint,
    /// The reduced variables of it, ascending.
    pub(super) variables: Vec<usize>,
    reduction: &'a Reduction,
}

impl ReducedRule<'_> {
    /// Whether the rule holds where the reduced variable k is `at(k)`.
    pub(super) fn holds(&self, at: impl Fn(usize) -> bool) -> bool {
        self.rule
            .holds_where(|var| match self.reduction.value(var) {
                Reduced::Const(constant) => constant,
                Reduced::Bit { qubit, negated } => at(qubit) != negated,
            })
    }
}

impl<'a> ReducedModel<'a> {
    pub(super) fn new(model: &'a Model, reduction: &'a Reduction) -> Self {
        let rules = model.constraints().iter().enumerate();
        let rules = rules.map(|(index, rule)| ReducedRule {
            index,
            rule,
            variables: reduction.open(&rule.vars()),
            reduction,
        });
        Self {
            model,
            reduction,
            rules: rules.filter(|rule| !rule.variables.is_empty()).collect(),
        }
    }

    /// The assignments of `set` (ascending) that keep every rule wholly inside it, and that no sum
    /// excludes whatever is outside: no two queens in a column within two rows. They are
    /// numbers in which bit k is the k-th variable of the set, ascending. `None` where there are
    /// more than `most`, or finding them takes too long: a set is then no register.
    pub(super) fn legal(&self, set: &[usize], most: usize) -> Option<Vec<u128>> {
        if set.len() > WIDEST {
            return None;
        }
        let mut found = Vec::new();
        let limits = Limits {
            solutions: None,
            nodes: Some(most.saturating_mul(NODES).max(1 << 12) as u64),
            ask: None,
        };
        let variables: Vec<Var> = set.iter().map(|k| self.reduction.variables[*k]).collect();
        let visit = for_each_solution(&self.part(set), &limits, |values| {
            if found.len() == most {
                return ControlFlow::Break(());
            }
            let ones = (0..set.len()).filter(|place| values[variables[*place].index()]);
            found.push(ones.fold(0_u128, |level, place| level | 1 << place));
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        visit.complete.then_some(found)
    }

    /// The rules that a set of reduced variables can keep by itself, over all variables of the
    /// model; those outside are 0. Of a sum the literals outside stay open.
    fn part(&self, set: &[usize]) -> Model {
        let inside = |k: &usize| set.binary_search(k).is_ok();
        let is_open = |var: Var| match self.reduction.value(var) {
            Reduced::Const(_) => false,
            Reduced::Bit { qubit, .. } => !inside(&qubit),
        };
        let mut part = Model::default();
        for var in self.model.variables() {
            part.add_variable("");
            match is_open(var) {
                true => part.give(var, false),
                false => self.reduction.state(var, &mut part),
            }
        }
        for rule in &self.rules {
            let count = rule.variables.iter().filter(|k| inside(k)).count();
            let mut form = rule.rule.form.clone();
            match &mut form {
                _ if count == 0 => continue,
                Form::Sum(sum) => {
                    let all = sum.literals.len();
                    sum.literals.retain(|(var, _)| !is_open(*var));
                    let outside = (all - sum.literals.len()) as u32;
                    sum.least = sum.least.saturating_sub(outside);
                    sum.product = sum.product.filter(|_| outside == 0);
                }
                _ if count < rule.variables.len() => continue,
                Form::Distinct(_) | Form::Matching(_) => {}
            }
            part.add(Constraint::new(rule.rule.kind, "", form));
        }
        part
    }
}
