//! Counts: how many cells of a set are 1, and whether the counts of a file can add up.
//!
//! Rows, columns and regions are all [`CellCount`]s: a set of variables and a count, q (eq. 10, 11,
//! 13 of the source paper) or q or q + 1 (eq. 15). What is checked here is arithmetic of the input
//! alone; whether a board exists is for the solver to say.

use super::file::{DocumentValue, Section};
use crate::error::Result;
use crate::model::{Constraint, Form, Kind, Part, Var};
use std::fmt;

/// `least`, or `least` and one more; or any number, where the puzzle does not show the count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Count {
    Shown { least: u32, most: u32 },
    Hidden,
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
    /// The groups that it adds up with: rows, columns, regions; groups that overlap add up to
    /// nothing.
    pub(super) total: &'static str,
}

impl Count {
    pub(super) fn exactly(count: u32) -> Self {
        Self::Shown {
            least: count,
            most: count,
        }
    }

    /// A count in a file: an integer, or a pair `[v, v+1]`.
    pub(super) fn read(value: &DocumentValue<'_>) -> Result<Self> {
        let expected = "a count: an integer from 0, or a pair [v, v+1]";
        let integer = |value: &DocumentValue<'_>| {
            let count = value.integer_in(0..=i64::from(u16::MAX), expected)?;
            Ok(u32::try_from(count).expect("a u16 fits"))
        };
        let Ok(pair) = value.list(expected) else {
            return integer(value).map(Self::exactly);
        };
        let [first, second] = &pair[..] else {
            return Err(value.expected(expected));
        };
        let (least, most) = (integer(first)?, integer(second)?);
        match most == least + 1 {
            true => Ok(Self::Shown { least, most }),
            false => Err(value.expected(expected)),
        }
    }

    /// The list of counts at `key`, each with its line, if the file has it: one for each of `lines`
    /// rows or columns; `"?"` is hidden, where that may be.
    pub(super) fn read_list(
        root: &Section<'_>,
        key: &str,
        lines: usize,
        hidden: bool,
    ) -> Result<Option<Vec<(Self, usize)>>> {
        let Some(value) = root.get(key) else {
            return Ok(None);
        };
        let list = value.list("a list of counts, one a line of the board")?;
        if list.len() != lines {
            let found = format!("`{key}` has {} counts", list.len());
            return Err(value.wrong(found, format!("the board needs {lines}")));
        }
        let count = |value: &DocumentValue<'_>| match value.text("") {
            Ok("?") if hidden => Ok((Self::Hidden, value.line())),
            _ => Ok((Self::read(value)?, value.line())),
        };
        list.iter().map(count).collect::<Result<_>>().map(Some)
    }

    /// The least and the most of so many cells.
    fn bounds(self, cells: usize) -> [usize; 2] {
        match self {
            Self::Shown { least, most } => [least as usize, most as usize],
            Self::Hidden => [0, cells],
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shown { least, most } if least < most => write!(f, "{least} or {most}"),
            Self::Shown { least, .. } => write!(f, "{least}"),
            Self::Hidden => f.write_str("any number"),
        }
    }
}

impl CellCount {
    /// The rule; none where the count is not shown, and for a line without cells that asks for
    /// none.
    pub(super) fn rules(&self) -> Vec<Constraint> {
        match self.count {
            Count::Shown { least, most } if least > 0 || !self.vars.is_empty() => {
                let form = Form::sum(&self.vars, least, most);
                let rule = Constraint::new(self.kind, self.name.clone(), form);
                vec![rule.of(self.part, self.name.clone())]
            }
            _ => Vec::new(),
        }
    }
}

/// Checks that no group asks for more than it has cells, and that rows, columns and regions can add
/// up to the same total; so many of the board's `cells` may lie outside the regions. `known` is
/// such a total, and its line.
pub(super) fn check(
    root: &Section<'_>,
    groups: &[CellCount],
    cells: usize,
    known: Option<(&'static str, usize, usize)>,
) -> Result<()> {
    let wrong = |line: Option<usize>, found: String, remedy: &str| match line {
        Some(line) => root.document().error(Some(line), found, remedy),
        None => root.wrong(found, remedy),
    };
    let known = known.map(|(what, total, line)| (what, [total, total], Some(line)));
    let mut totals: Vec<(&str, [usize; 2], Option<usize>)> = Vec::new();
    for what in ["rows", "columns", "regions", ""] {
        let (mut bounds, mut covered, mut line, mut is_counted) = ([0, 0], 0, None, false);
        for group in groups.iter().filter(|group| group.total == what) {
            let [least, most] = group.count.bounds(group.vars.len());
            if least > group.vars.len() {
                let cells = group.vars.len();
                let found = format!(
                    "{} asks for {} and has {cells} cells",
                    group.name, group.count
                );
                return Err(wrong(
                    group.line,
                    found,
                    &format!("ask for at most {cells}"),
                ));
            }
            bounds = [bounds[0] + least, bounds[1] + most];
            (covered, line, is_counted) = (covered + group.vars.len(), line.or(group.line), true);
        }
        if what == "regions" {
            bounds[1] += cells - covered;
        }
        totals.extend((is_counted && !what.is_empty()).then_some((what, bounds, line)));
    }
    totals.extend(known);
    let asks = |(what, [least, most], _): &(&str, [usize; 2], _)| match least == most {
        true => format!("the {what} ask for {least}"),
        false => format!("the {what} ask for {least} to {most}"),
    };
    for (index, a) in totals.iter().enumerate() {
        for b in &totals[index + 1..] {
            if a.1[0] > b.1[1] || b.1[0] > a.1[1] {
                let found = format!("{}, {}, which cannot both be", asks(a), asks(b));
                let remedy = "give counts that add up to the same total";
                return Err(wrong(b.2.or(a.2), found, remedy));
            }
        }
    }
    Ok(())
}
