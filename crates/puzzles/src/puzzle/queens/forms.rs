//! Two ways to state what holds at most once: on a whole diagonal, and in a soft region. They have
//! the same boards and different energies.
//!
//! | key | value | stated as | source |
//! |---|---|---|---|
//! | `diagonal_form` | `pairs` | x·y for each pair on a diagonal | eq. 3, 19–21 |
//! | | `lines` | a set of 0 or 1 for each diagonal *line*, (½ − Σx)² | eq. 16–18 |
//! | `soft_form` | `fraction` | a count of 0 or 1 is (½ − Σx)² | eq. 20 |
//! | | `pairs` | Σ x·y over the ordered pairs of the set, so 2 a pair | eq. 21 |
//!
//! The paper writes eq. 16–18 with a set for each *cell*, both its diagonals together, which
//! forbids an empty cell to see two queens; a set is a line here. With `lines` and `fraction` the
//! whole model is the single sum of eq. 18. Attacks by `attacks` and `rays` are pairs in any case.

use super::attacks::{Attacks, DIAGONALS, Reach, ray};
use crate::error::Result;
use crate::model::{Constraint, Form, Kind, Var};
use crate::puzzle::board::BoardVariables;
use crate::puzzle::counts::CellCount;
use crate::puzzle::file::Section;
use std::collections::BTreeSet;

/// How a queens problem states what holds at most once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Forms {
    diagonals: DiagonalForm,
    soft: SoftForm,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DiagonalForm {
    Pairs,
    Lines,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SoftForm {
    Fraction,
    Pairs,
}

impl Forms {
    /// The keys `diagonal_form` and `soft_form`.
    ///
    /// # Errors
    /// An unknown form, or lines where diagonals do not reach all the way.
    pub(super) fn read(root: &Section<'_>, attacks: &Attacks) -> Result<Self> {
        let diagonals = choice(
            root,
            "diagonal_form",
            [
                ("pairs", DiagonalForm::Pairs),
                ("lines", DiagonalForm::Lines),
            ],
        )?;
        let whole = matches!(attacks.reach, Reach::Uniform(0 | usize::MAX));
        if let (Some(value), DiagonalForm::Lines, false) =
            (root.get("diagonal_form"), diagonals, whole)
        {
            let found = "`diagonal_form` is \"lines\", and the diagonals do not reach to the edge";
            return Err(value.wrong(found, "write diagonals = \"all\", or use \"pairs\""));
        }
        let soft = [("fraction", SoftForm::Fraction), ("pairs", SoftForm::Pairs)];
        Ok(Self {
            diagonals,
            soft: choice(root, "soft_form", soft)?,
        })
    }

    /// The rules of a set with a count.
    pub(super) fn count(self, group: &CellCount) -> Vec<Constraint> {
        match self.soft {
            SoftForm::Pairs if group.is_at_most_one() => ordered_pairs(group),
            SoftForm::Pairs | SoftForm::Fraction => group.constraint().into_iter().collect(),
        }
    }

    /// The rules that no queen attacks another.
    pub(super) fn attacks(self, attacks: &Attacks, board: &BoardVariables) -> Vec<Constraint> {
        if (self.diagonals, &attacks.reach) != (DiagonalForm::Lines, &Reach::Uniform(usize::MAX)) {
            return attacks.constraints(board);
        }
        let others = Attacks {
            reach: Reach::Uniform(0),
            ..attacks.clone()
        };
        [lines(board), others.constraints(board)].concat()
    }
}

/// The value at `key`, the first of `choices` where there is none.
fn choice<T: Copy>(root: &Section<'_>, key: &str, choices: [(&str, T); 2]) -> Result<T> {
    let [(first, default), (second, _)] = choices;
    let Some(value) = root.get(key) else {
        return Ok(default);
    };
    let expected = format!("{first:?} or {second:?}");
    let name = value.text(&expected)?;
    let chosen = choices.iter().find(|(known, _)| *known == name);
    chosen
        .map(|(_, form)| *form)
        .ok_or_else(|| value.expected(&expected))
}

/// Not both of any two, each pair counted twice.
fn ordered_pairs(group: &CellCount) -> Vec<Constraint> {
    let vars = &group.vars;
    let pairs = (0..vars.len()).flat_map(|b| (0..b).map(move |a| [vars[a], vars[b]]));
    let rule = |pair| Constraint {
        kind: group.kind,
        name: group.name.clone(),
        form: Form::NotBoth { pair, times: 2 },
    };
    pairs.map(rule).collect()
}

/// 0 or 1 on each diagonal line of two cells or more; over joined edges a line goes on until it
/// closes.
fn lines(board: &BoardVariables) -> Vec<Constraint> {
    let cells: Vec<_> = board.cells().collect();
    let mut seen = BTreeSet::new();
    let mut rules = Vec::new();
    for (cell, var) in &cells {
        for steps in [[DIAGONALS[0], DIAGONALS[3]], [DIAGONALS[1], DIAGONALS[2]]] {
            let both = steps.iter().flat_map(|step| ray(board, *cell, *step));
            let mut line: BTreeSet<Var> = both.filter_map(|cell| board.var(cell)).collect();
            line.insert(*var);
            let line: Vec<Var> = line.into_iter().collect();
            if line.len() < 2 || !seen.insert(line.clone()) {
                continue;
            }
            let ends = [line[0], line[line.len() - 1]].map(|var| cells[var.index()].0);
            let name = format!("diagonal {} to {}", ends[0], ends[1]);
            rules.push(Constraint::one_of_two(Kind::Diagonal, name, 0, line));
        }
    }
    rules
}
