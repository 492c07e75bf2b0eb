//! Equal and different pairs: signs, equality regions, and regions that differ (eq. 32–35, §3.3.5).
//!
//! A sign stands between any two cells. An equality region is a chain of = between its cells.

use crate::error::{Error, Result};
use crate::grid::Cell;
use crate::model::{Constraint, Form, Kind, Var};
use crate::puzzle::Sign;
use crate::puzzle::board::BoardVariables;
use crate::puzzle::file::{DocumentValue, Section};
use std::collections::{BTreeMap, BTreeSet};

type CellVariable = (Cell, Var);

/// Pairs of cells with what holds between them, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct CellPairs {
    pairs: Vec<(CellVariable, CellVariable, Sign)>,
    /// Of each pair the variables, the lower one first, and the sign.
    known: BTreeSet<([Var; 2], Sign)>,
}

impl CellPairs {
    /// The keys `signs`, `[[equal]]` and `[[differ]]`.
    pub(super) fn read(root: &Section<'_>, board: &BoardVariables) -> Result<Self> {
        let mut pairs = Self::default();
        pairs.read_signs(root, board)?;
        for cells in read_cell_lists(root, board, "equal")? {
            for pair in cells.windows(2) {
                pairs.add(pair[0], pair[1], Sign::Equal);
            }
        }
        for cells in read_cell_lists(root, board, "differ")? {
            pairs.add(cells[0], cells[1], Sign::Differ);
        }
        Ok(pairs)
    }

    /// One rule a pair.
    pub(super) fn constraints(&self) -> impl Iterator<Item = Constraint> {
        self.pairs.iter().map(|((a, first), (b, second), sign)| {
            let pair = [*first, *second];
            let (symbol, form) = match sign {
                Sign::Equal => ('=', Form::Equal(pair)),
                Sign::Differ => ('x', Form::Differ(pair)),
            };
            Constraint {
                kind: Kind::Sign,
                name: format!("{a} {symbol} {b}"),
                form,
            }
        })
    }

    /// The pairs as signs to draw.
    pub(super) fn signs(&self) -> Vec<(Cell, Cell, Sign)> {
        let sign = |((a, _), (b, _), sign): &(CellVariable, CellVariable, Sign)| (*a, *b, *sign);
        self.pairs.iter().map(sign).collect()
    }

    fn add(&mut self, a: CellVariable, b: CellVariable, sign: Sign) {
        let pair = [a.1.min(b.1), a.1.max(b.1)];
        if self.known.insert((pair, sign)) {
            self.pairs.push((a, b, sign));
        }
    }

    fn read_signs(&mut self, root: &Section<'_>, board: &BoardVariables) -> Result<()> {
        let Some(value) = root.get("signs") else {
            return Ok(());
        };
        let mut lines: BTreeMap<(Var, Var), usize> = BTreeMap::new();
        for element in value.list("a list of signs such as [\"r1c1 = r1c2\"]")? {
            let (a, b, sign) = read_sign(&element, board)?;
            let pair = (a.1.min(b.1), a.1.max(b.1));
            if let Some(line) = lines.insert(pair, element.line()) {
                let found = format!("a second sign between {} and {} (line {line})", a.0, b.0);
                return Err(element.wrong(found, "keep one sign a pair"));
            }
            self.add(a, b, sign);
        }
        Ok(())
    }
}

/// `r1c1 = r1c2` or `r1c1 x r1c2`.
fn read_sign(
    value: &DocumentValue<'_>,
    board: &BoardVariables,
) -> Result<(CellVariable, CellVariable, Sign)> {
    let text = value.text("a list of signs in quotes such as \"r1c1 = r1c2\"")?;
    let mut parts = text.split(['=', 'x', 'X', '×']);
    let (Some(left), Some(right), None) = (parts.next(), parts.next(), parts.next()) else {
        return Err(not_a_sign(value, text));
    };
    let [left, right] = [left, right].map(str::trim);
    if left.is_empty() || right.is_empty() {
        return Err(not_a_sign(value, text));
    }
    let (a, b) = (board.find(value, left)?, board.find(value, right)?);
    if a == b {
        let found = format!("a sign between {} and itself", a.0);
        return Err(value.wrong(found, "name two different cells"));
    }
    let sign = if text.contains('=') {
        Sign::Equal
    } else {
        Sign::Differ
    };
    Ok((a, b, sign))
}

fn not_a_sign(value: &DocumentValue<'_>, text: &str) -> Error {
    let found = format!("`signs` holds {text:?}");
    value.wrong(found, "a sign is \"r1c1 = r1c2\" or \"r1c1 x r1c2\"")
}

/// The `cells` of each `[[key]]`: at least two, and for `differ` exactly two.
fn read_cell_lists(
    root: &Section<'_>,
    board: &BoardVariables,
    key: &str,
) -> Result<Vec<Vec<CellVariable>>> {
    let Some(value) = root.get(key) else {
        return Ok(Vec::new());
    };
    let places: Vec<CellVariable> = board.cells().collect();
    let read = |section: &Section<'_>| {
        section.refuse_unknown(&["cells"])?;
        let cells = section.require("cells", "add cells = [\"r1c1\", \"r1c2\"]")?;
        let list = board.find_list(&cells)?;
        if list.len() < 2 || (key == "differ" && list.len() != 2) {
            let found = format!("`{key}` names {} cells", list.len());
            let remedy = match key {
                "differ" => "name two cells, one of each equality region",
                _ => "name two cells or more",
            };
            return Err(cells.wrong(found, remedy));
        }
        Ok(list
            .into_iter()
            .map(|(var, _)| places[var.index()])
            .collect())
    };
    value.sections()?.iter().map(read).collect()
}
