//! Counts: how many cells of a set are 1, and whether the counts of a file can add up.
//!
//! Rows, columns and regions are all [`CellCount`]s: a set of variables and a count, q (eq. 10, 11,
//! 13 of the source paper) or q or q + 1 (eq. 15). What is checked here is arithmetic of the input
//! alone; whether a board exists is for the solver to say.

use super::board::BoardVariables;
use super::file::{DocumentValue, Section};
use crate::error::Result;
use crate::model::{Constraint, Kind, Var};
use std::fmt;

/// `least`, or `least` and one more; or any number, where the puzzle does not show the count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Count {
    least: u32,
    or_one_more: bool,
    hidden: bool,
}

/// A set of cells with the number of ones in it.
#[derive(Clone, Debug)]
pub(crate) struct CellCount {
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) vars: Vec<Var>,
    pub(crate) count: Count,
    /// The line that states the count, where the file states it.
    pub(crate) line: Option<usize>,
}

/// How many ones all groups of a sort ask for together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Total {
    what: &'static str,
    least: u64,
    most: u64,
    line: Option<usize>,
}

impl Count {
    pub(crate) fn exactly(least: u32) -> Self {
        Self {
            least,
            or_one_more: false,
            hidden: false,
        }
    }

    /// A count in a file: an integer, or a pair `[v, v+1]`.
    pub(crate) fn read(value: &DocumentValue<'_>) -> Result<Self> {
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
        if most != least + 1 {
            return Err(value.expected(expected));
        }
        Ok(Self {
            least,
            or_one_more: true,
            hidden: false,
        })
    }

    /// The same, or `"?"` for a count that is not shown.
    fn read_shown_or_hidden(value: &DocumentValue<'_>) -> Result<Self> {
        let hidden = value.text("").is_ok_and(|text| text == "?");
        if hidden {
            return Ok(Self {
                hidden,
                ..Self::exactly(0)
            });
        }
        Self::read(value)
    }

    fn most(self) -> u32 {
        self.least + u32::from(self.or_one_more)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.or_one_more {
            write!(f, "{} or {}", self.least, self.most())
        } else {
            write!(f, "{}", self.least)
        }
    }
}

impl CellCount {
    /// The rule; `None` where the count is not shown, and for a line without cells that asks for
    /// none.
    pub(crate) fn constraint(&self) -> Option<Constraint> {
        let (kind, name, vars) = (self.kind, self.name.clone(), self.vars.clone());
        if self.count.hidden || vars.is_empty() && self.count.least == 0 {
            None
        } else if self.count.or_one_more {
            Some(Constraint::one_of_two(kind, name, self.count.least, vars))
        } else {
            Some(Constraint::exactly(kind, name, self.count.least, vars))
        }
    }

    /// Whether 0 or 1 is asked for.
    pub(crate) fn is_at_most_one(&self) -> bool {
        self.count.least == 0 && self.count.or_one_more
    }

    fn check_fits(&self, root: &Section<'_>) -> Result<()> {
        let (name, cells) = (&self.name, self.vars.len());
        if self.count.least as usize <= cells {
            return Ok(());
        }
        let found = format!("{name} asks for {} and has {cells} cells", self.count);
        let remedy = format!("ask for at most {cells}");
        match self.line {
            Some(line) => Err(root.document().error(Some(line), found, remedy)),
            None => Err(root.wrong(found, remedy)),
        }
    }
}

/// One group a row.
pub(crate) fn row_groups(
    board: &BoardVariables,
    kind: Kind,
    counts: &LineCounts,
) -> Vec<CellCount> {
    (0..board.rows())
        .map(|row| CellCount {
            kind,
            name: format!("row {}", row + 1),
            vars: board.row(row),
            count: counts.values[row],
            line: counts.lines.get(row).copied(),
        })
        .collect()
}

/// One group a column.
pub(crate) fn column_groups(
    board: &BoardVariables,
    kind: Kind,
    counts: &LineCounts,
) -> Vec<CellCount> {
    (0..board.cols())
        .map(|col| CellCount {
            kind,
            name: format!("column {}", col + 1),
            vars: board.column(col),
            count: counts.values[col],
            line: counts.lines.get(col).copied(),
        })
        .collect()
}

/// A count for every row, or for every column.
#[derive(Clone, Debug)]
pub(crate) struct LineCounts {
    values: Vec<Count>,
    /// Where each is stated; empty where the family's own counts hold.
    lines: Vec<usize>,
}

impl LineCounts {
    /// The counts of the family, not stated in the file.
    pub(crate) fn implied(values: Vec<Count>) -> Self {
        Self {
            values,
            lines: Vec::new(),
        }
    }

    /// The list of counts at `key`, if the file has it: one for each of `lines` rows or columns.
    pub(crate) fn read(root: &Section<'_>, key: &str, lines: usize) -> Result<Option<Self>> {
        Self::read_each(root, key, lines, Count::read)
    }

    /// The same, where counts may be hidden: `"?"`.
    pub(crate) fn read_shown_or_hidden(
        root: &Section<'_>,
        key: &str,
        lines: usize,
    ) -> Result<Option<Self>> {
        Self::read_each(root, key, lines, Count::read_shown_or_hidden)
    }

    fn read_each(
        root: &Section<'_>,
        key: &str,
        lines: usize,
        count: fn(&DocumentValue<'_>) -> Result<Count>,
    ) -> Result<Option<Self>> {
        let Some(value) = root.get(key) else {
            return Ok(None);
        };
        let list = value.list("a list of counts, one a line of the board")?;
        if list.len() != lines {
            let found = format!("`{key}` has {} counts", list.len());
            return Err(value.wrong(found, format!("the board needs {lines}")));
        }
        let values = list.iter().map(count).collect::<Result<_>>()?;
        let lines = list.iter().map(DocumentValue::line).collect();
        Ok(Some(Self { values, lines }))
    }
}

impl Total {
    /// The sum over `groups`, which share no cell.
    pub(crate) fn of(what: &'static str, groups: &[CellCount]) -> Self {
        let sum = |ones: fn(&CellCount) -> u64| groups.iter().map(ones).sum();
        Self {
            what,
            least: sum(|group| u64::from(group.count.least)),
            most: sum(|group| match group.count.hidden {
                true => group.vars.len() as u64,
                false => u64::from(group.count.most()),
            }),
            line: groups.iter().find_map(|group| group.line),
        }
    }

    /// A total that is known otherwise: `ones`, stated on `line`.
    pub(crate) fn known(what: &'static str, ones: usize, line: usize) -> Self {
        Self {
            what,
            least: ones as u64,
            most: ones as u64,
            line: Some(line),
        }
    }

    /// The same where up to `cells` ones more may lie outside all groups.
    pub(crate) fn or_more(self, cells: usize) -> Self {
        Self {
            most: self.most + cells as u64,
            ..self
        }
    }
}

/// Checks that no group asks for more than it has cells, and that the totals share a value.
pub(crate) fn check_counts(
    root: &Section<'_>,
    groups: &[CellCount],
    totals: &[Total],
) -> Result<()> {
    for group in groups {
        group.check_fits(root)?;
    }
    for (index, a) in totals.iter().enumerate() {
        for b in &totals[index + 1..] {
            if a.least > b.most || b.least > a.most {
                return Err(disagreement(root, a, b));
            }
        }
    }
    Ok(())
}

fn disagreement(root: &Section<'_>, a: &Total, b: &Total) -> crate::Error {
    let asks = |total: &Total| match (total.least, total.most) {
        (least, most) if least == most => format!("the {} ask for {least}", total.what),
        (least, most) => format!("the {} ask for {least} to {most}", total.what),
    };
    let found = format!("{}, {}, which cannot both be", asks(a), asks(b));
    let remedy = "give counts that add up to the same total";
    match b.line.or(a.line) {
        Some(line) => root.document().error(Some(line), found, remedy),
        None => root.wrong(found, remedy),
    }
}
