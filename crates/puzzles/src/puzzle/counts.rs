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
}

/// How many ones all groups of a sort ask for together.
#[derive(Clone, Debug)]
pub(super) struct Total {
    pub(super) what: String,
    pub(super) least: usize,
    pub(super) most: usize,
    pub(super) line: Option<usize>,
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
    /// The rule; none where the count is not shown, and for a line without cells that asks for none.
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

impl Total {
    /// The sum over `groups`, which share no cell.
    pub(super) fn of(what: &str, groups: &[CellCount]) -> Self {
        let bounds = groups
            .iter()
            .map(|group| group.count.bounds(group.vars.len()));
        let [least, most] = bounds.fold([0, 0], |sum, own| [sum[0] + own[0], sum[1] + own[1]]);
        Self {
            what: what.to_owned(),
            least,
            most,
            line: groups.iter().find_map(|group| group.line),
        }
    }

    /// The same where up to `cells` ones more may lie outside all groups.
    pub(super) fn or_more(self, cells: usize) -> Self {
        Self {
            most: self.most + cells,
            ..self
        }
    }
}

/// Checks that no group asks for more than it has cells, and that the totals share a value.
pub(super) fn check(root: &Section<'_>, groups: &[CellCount], totals: &[Total]) -> Result<()> {
    let wrong = |line: Option<usize>, found: String, remedy: &str| match line {
        Some(line) => root.document().error(Some(line), found, remedy),
        None => root.wrong(found, remedy),
    };
    for CellCount {
        name,
        vars,
        count,
        line,
        ..
    } in groups
    {
        let cells = vars.len();
        if count.bounds(cells)[0] > cells {
            let found = format!("{name} asks for {count} and has {cells} cells");
            return Err(wrong(*line, found, &format!("ask for at most {cells}")));
        }
    }
    let asks = |total: &Total| match (total.least, total.most) {
        (least, most) if least == most => format!("the {} ask for {least}", total.what),
        (least, most) => format!("the {} ask for {least} to {most}", total.what),
    };
    for (index, a) in totals.iter().enumerate() {
        for b in &totals[index + 1..] {
            if a.least > b.most || b.least > a.most {
                let found = format!("{}, {}, which cannot both be", asks(a), asks(b));
                let remedy = "give counts that add up to the same total";
                return Err(wrong(b.line.or(a.line), found, remedy));
            }
        }
    }
    Ok(())
}
