//! Counts: how many cells of a set are 1, and whether the counts of a file can add up.
//!
//! Rows, columns and regions are all [`CellCount`]s: a set of variables and a count, q (eq. 10, 11,
//! 13 of the source paper) or q or q + 1 (eq. 15). What is checked here is arithmetic of the input
//! alone; whether a board exists is for the solver to say.

use super::board::Board;
use super::file::DocumentValue;
use crate::error::Result;
use crate::model::{Constraint, Form, Kind, Part, Var};
use std::fmt;

/// `least`, or `least` and one more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Count {
    pub(super) least: u32,
    pub(super) most: u32,
}

/// A set of cells with the number of ones in it.
#[derive(Clone, Debug)]
pub(super) struct CellCount {
    pub(super) kind: Kind,
    pub(super) part: Part,
    pub(super) name: String,
    pub(super) vars: Vec<Var>,
    pub(super) count: Count,
    /// The line that states the count, where the file states it.
    pub(super) line: Option<usize>,
    /// Whether it adds up with the others of its part; groups that overlap add up to nothing.
    pub(super) adds_up: bool,
}

impl Count {
    /// Any number: the puzzle does not show the count.
    pub(super) const HIDDEN: Self = Self {
        least: 0,
        most: u32::MAX,
    };

    pub(super) const fn exactly(count: u32) -> Self {
        Self {
            least: count,
            most: count,
        }
    }

    /// A count in a file: an integer, or a pair `[v, v+1]`.
    pub(super) fn read(value: &DocumentValue<'_>) -> Result<Self> {
        let expected = "a count: an integer from 0, or a pair [v, v+1]";
        if let Ok(count) = value.read::<u16>(expected) {
            return Ok(Self::exactly(count.into()));
        }
        let [least, most] = value.read::<[u16; 2]>(expected)?.map(u32::from);
        let one_more = most == least + 1;
        let pair = one_more.then_some(Self { least, most });
        pair.ok_or_else(|| value.expected(expected))
    }

    /// The list of counts at `key`, each with its line, if the file has it: one for each of `lines`
    /// rows or columns; `"?"` is hidden, where that may be.
    pub(super) fn read_list(
        root: &DocumentValue<'_>,
        key: &str,
        lines: usize,
        hidden: bool,
    ) -> Result<Option<Vec<(Self, usize)>>> {
        let Some(value) = root.get(key) else {
            return Ok(None);
        };
        let list = value.list("a list of counts, one a line of the board")?;
        let found = format!("`{key}` has {} counts", list.len());
        let remedy = format!("the board needs {lines}");
        value.refuse_if(list.len() != lines, &found, &remedy)?;
        let count = |value: &DocumentValue<'_>| match value.text("") {
            Ok("?") if hidden => Ok((Self::HIDDEN, value.line)),
            _ => Ok((Self::read(value)?, value.line)),
        };
        list.iter().map(count).collect::<Result<_>>().map(Some)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.least < self.most {
            true => write!(f, "{} or {}", self.least, self.most),
            false => write!(f, "{}", self.least),
        }
    }
}

impl CellCount {
    /// The rule; none where the count is not shown, and for a line without cells that asks for
    /// none.
    pub(super) fn rules(&self) -> Vec<Constraint> {
        let Count { least, most } = self.count;
        if self.count == Count::HIDDEN || (least == 0 && self.vars.is_empty()) {
            return Vec::new();
        }
        let form = Form::sum(&self.vars, least, most);
        let rule = Constraint::new(self.kind, self.name.clone(), form);
        vec![rule.of(self.part, self.name.clone())]
    }
}

/// Checks that no group asks for more than it has cells, and that rows, columns and regions can add
/// up to the same total; cells may lie outside the regions.
pub(super) fn check(board: &Board<'_>) -> Result<()> {
    let (root, groups, cells) = (board.root, &board.counts, board.cells().count());
    let at = |line: Option<usize>| line.map_or(root, |line| root.at(line));
    let too_much = |group: &&CellCount| group.count.least as usize > group.vars.len();
    if let Some(group) = groups.iter().find(too_much) {
        let (name, count, cells) = (&group.name, group.count, group.vars.len());
        let found = format!("{name} asks for {count} and has {cells} cells");
        return Err(at(group.line).wrong(found, format!("ask for at most {cells}")));
    }
    let known = board.total;
    let known = known.map(|(what, total, line)| (what.to_owned(), [total, total], Some(line)));
    let mut totals = Vec::new();
    for part in [Part::Row, Part::Column, Part::Region] {
        let own = groups
            .iter()
            .filter(|group| group.adds_up && group.part == part);
        let own: Vec<&CellCount> = own.collect();
        let sum = |of: fn(&CellCount) -> usize| own.iter().map(|group| of(group)).sum::<usize>();
        let mut most = sum(|group| group.vars.len().min(group.count.most as usize));
        if part == Part::Region {
            most += cells - sum(|group| group.vars.len());
        }
        let bounds = [sum(|group| group.count.least as usize), most];
        let line = own.iter().find_map(|group| group.line);
        let what = format!("{}s", part.word());
        totals.extend((!own.is_empty()).then_some((what, bounds, line)));
    }
    totals.extend(known);
    let asks = |(what, [least, most], _): &(String, [usize; 2], _)| match least == most {
        true => format!("the {what} ask for {least}"),
        false => format!("the {what} ask for {least} to {most}"),
    };
    for (index, a) in totals.iter().enumerate() {
        let cannot_be = |b: &&(_, [usize; 2], _)| a.1[0] > b.1[1] || b.1[0] > a.1[1];
        if let Some(b) = totals[index + 1..].iter().find(cannot_be) {
            let found = format!("{}, {}, which cannot both be", asks(a), asks(b));
            let remedy = "give counts that add up to the same total";
            return Err(at(b.2.or(a.2)).wrong(found, remedy));
        }
    }
    Ok(())
}
