//! Which qubit means what: from basis states to the variables that the reduction left, and back.
//!
//! Qubits come in blocks, in the order of the reduced variables: one qubit for a variable, or a few
//! for the symbols of a group in which exactly one variable is 1 ([`super::Symbols`]). Auxiliaries,
//! which hold nothing of the board, stand behind all of these. A basis state in which a block holds
//! no symbol decodes to a board that breaks the rule of the group.

use super::Symbols;
use super::block::QubitBlock;
use super::reading::Reading;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The meaning of every qubit.
///
/// ```
/// use ketboard_puzzles::{Puzzle, QubitLayout, RuleSet, Weights, encode, reduce};
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4", "four queens")?;
/// let reduction = reduce(&puzzle.model, RuleSet::None, None).expect("it has a solution");
/// let layout: QubitLayout = encode(&puzzle.model, &reduction, &Weights::default()).layout;
/// assert_eq!((layout.qubits(), layout.names()[1].as_str()), (16, "r1c2"));
/// let values = layout.decode(|qubit| qubit == 1);
/// assert!(values[1] && layout.code(&values) == Some(values)); // and back
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct QubitLayout {
    blocks: Vec<QubitBlock>,
    names: Vec<String>,
    coded: usize,
    readings: Vec<Reading>,
}

impl QubitLayout {
    /// The layout of the reduced variables, which have these names: a block for each group that has
    /// another code than a qubit a variable, and a qubit for every other variable.
    pub(super) fn new(groups: &[QubitBlock], variables: &[String]) -> Self {
        let coded = groups.iter().filter(|group| group.code != Symbols::OneHot);
        let mut blocks: Vec<QubitBlock> = coded.cloned().collect();
        let held: BTreeSet<usize> = blocks
            .iter()
            .flat_map(|block| &block.vars)
            .copied()
            .collect();
        let single = (0..variables.len()).filter(|var| !held.contains(var));
        blocks.extend(single.map(QubitBlock::single));
        blocks.sort_by_key(|block| block.vars.iter().min().copied());
        let mut names = Vec::new();
        let mut readings = BTreeMap::new();
        for block in &blocks {
            readings.extend(block.readings(names.len()));
            names.extend(block.qubit_names(variables));
        }
        Self {
            blocks,
            coded: names.len(),
            names,
            readings: readings.into_values().collect(),
        }
    }

    /// One more qubit, which holds nothing of the board.
    pub(super) fn add_auxiliary(&mut self, name: String) -> usize {
        self.names.push(name);
        self.names.len() - 1
    }

    /// Number of qubits, auxiliaries included.
    pub fn qubits(&self) -> usize {
        self.names.len()
    }

    /// The name of every qubit: the variable it holds (`r1c2`), its place in a block
    /// (`wall: row 1 after r1c2`) or what an auxiliary is for (`aux: rows 1 and 3, witness c2`).
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The qubits that hold the board.
    pub fn coded(&self) -> Range<usize> {
        0..self.coded
    }

    /// The qubits that hold nothing of the board; they stand behind all others.
    pub fn auxiliaries(&self) -> Range<usize> {
        self.coded..self.names.len()
    }

    /// Number of variables that the reduction left.
    pub fn variables(&self) -> usize {
        self.readings.len()
    }

    /// How a reduced variable is read off a basis state.
    pub fn reading(&self, variable: usize) -> &Reading {
        &self.readings[variable]
    }

    /// Whether symbols are held by domain walls.
    pub(super) fn has_walls(&self) -> bool {
        let mut blocks = self.blocks.iter();
        blocks.any(|block| block.code == Symbols::DomainWall)
    }

    /// The values of the reduced variables where qubit k is `at(k)`.
    pub fn decode(&self, at: impl Fn(usize) -> bool) -> Vec<bool> {
        self.readings.iter().map(|r| r.value(&at)).collect()
    }

    /// The values of [`Self::coded`] that decode to these values of the reduced variables; `None`
    /// where there are none.
    pub fn code(&self, values: &[bool]) -> Option<Vec<bool>> {
        assert_eq!(values.len(), self.variables(), "one value per variable");
        let codes = self.blocks.iter().map(|block| block.code(values));
        Some(codes.collect::<Option<Vec<_>>>()?.concat())
    }
}
