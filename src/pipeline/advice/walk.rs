//! Which encoded rules each state breaks, by the rules themselves.
//!
//! A [`GrayWalk`] goes from state to state and asks again only the rules that speak of a variable
//! that changed. In Gray code order that is one qubit a step: some ten rules of sixty.

use ketboard_puzzles::{Assignment, Constraint, EncodedCost, Kind, Model, QubitLayout, Reduction};

/// The rules of a model, apart by whether they have a penalty, and how a basis state is decoded.
pub(super) struct RuleCheck<'a> {
    model: &'a Model,
    reduction: &'a Reduction,
    layout: &'a QubitLayout,
    /// Indices of the rules with a penalty.
    encoded: Vec<usize>,
    /// Of each of these, the position of its kind among the kinds that have penalties.
    kind_of: Vec<usize>,
    kinds: Vec<Kind>,
    /// Indices of the rules without a penalty.
    unencoded: &'a [usize],
    /// For each variable, the positions in `encoded` of the rules that speak of it.
    touching: Vec<Vec<usize>>,
}

impl<'a> RuleCheck<'a> {
    pub(super) fn new(model: &'a Model, reduction: &'a Reduction, cost: &'a EncodedCost) -> Self {
        let rules = model.constraints();
        let encoded: Vec<usize> = (0..rules.len())
            .filter(|index| !cost.unencoded.contains(index))
            .collect();
        let mut kinds: Vec<Kind> = encoded.iter().map(|&index| rules[index].kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let kind_of = encoded
            .iter()
            .map(|&index| kinds.partition_point(|&kind| kind < rules[index].kind))
            .collect();
        let mut touching = vec![Vec::new(); model.len()];
        for (position, &index) in encoded.iter().enumerate() {
            for var in rules[index].vars() {
                touching[var.index()].push(position);
            }
        }
        Self {
            model,
            reduction,
            layout: &cost.layout,
            encoded,
            kind_of,
            kinds,
            unencoded: &cost.unencoded,
            touching,
        }
    }

    /// The board that a basis state stands for.
    fn decode(&self, index: u64) -> Assignment {
        let variables = self.layout.decode(|qubit| index >> qubit & 1 == 1);
        self.reduction.lift(&variables)
    }

    fn rule(&self, position: usize) -> &Constraint {
        &self.model.constraints()[self.encoded[position]]
    }

    /// The kinds that have penalties, in the order of [`Kind`].
    pub(super) fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Number of encoded rules of a kind.
    pub(super) fn rules_of(&self, kind: Kind) -> usize {
        let kinds = self.kind_of.iter().map(|&k| self.kinds[k]);
        kinds.filter(|&other| other == kind).count()
    }

    /// The first encoded rule that a state breaks, as an index into the model's constraints.
    pub(super) fn first_broken(&self, index: u64) -> Option<usize> {
        let board = self.decode(index);
        let rules = self.model.constraints();
        let mut encoded = self.encoded.iter().copied();
        encoded.find(|&rule| !rules[rule].holds(&board))
    }
}

/// A state and what it breaks.
pub(super) struct GrayWalk<'a> {
    judge: &'a RuleCheck<'a>,
    board: Assignment,
    holds: Vec<bool>,
    /// Broken encoded rules of each kind, in the order of [`RuleCheck::kinds`].
    broken: Vec<usize>,
}

impl<'a> GrayWalk<'a> {
    pub(super) fn new(judge: &'a RuleCheck<'a>, index: u64) -> Self {
        let board = judge.decode(index);
        let holds: Vec<bool> = (0..judge.encoded.len())
            .map(|position| judge.rule(position).holds(&board))
            .collect();
        let mut broken = vec![0; judge.kinds.len()];
        for (&kind, _) in judge
            .kind_of
            .iter()
            .zip(&holds)
            .filter(|(_, holds)| !**holds)
        {
            broken[kind] += 1;
        }
        Self {
            judge,
            board,
            holds,
            broken,
        }
    }

    pub(super) fn go_to(&mut self, index: u64) {
        let next = self.judge.decode(index);
        let before = std::mem::replace(&mut self.board, next);
        for (var, _) in before
            .iter()
            .zip(&self.board)
            .enumerate()
            .filter(|(_, (a, b))| a != b)
        {
            for &position in &self.judge.touching[var] {
                let now = self.judge.rule(position).holds(&self.board);
                let was = std::mem::replace(&mut self.holds[position], now);
                let broken = &mut self.broken[self.judge.kind_of[position]];
                *broken = *broken + usize::from(was && !now) - usize::from(now && !was);
            }
        }
    }

    /// Broken encoded rules of each kind.
    pub(super) fn broken(&self) -> &[usize] {
        &self.broken
    }

    /// How many of the rules without a penalty are broken.
    pub(super) fn broken_unencoded(&self) -> usize {
        let rules = self.judge.model.constraints();
        let unencoded = self.judge.unencoded.iter();
        unencoded
            .filter(|&&index| !rules[index].holds(&self.board))
            .count()
    }
}
