//! Steps in words: `r2c3 = 0: row 2 already has its 1 (r2c1)`.

use super::rule::RULES;
use super::{Effect, Step};
use crate::model::{Model, Var};

/// More causes than this are counted, not named.
const NAMED: usize = 8;

/// What a rule's sentence may speak of.
pub(super) struct Scene<'s> {
    /// The constraint's name, or "the board".
    pub(super) place: &'s str,
    /// The causes: `r1c1 and r1c2`.
    pub(super) cells: String,
    fixed_to: Option<bool>,
    room: [i64; 2],
}

impl Scene<'_> {
    /// The causes in parentheses, or nothing where there are none.
    pub(super) fn because(&self) -> String {
        if self.cells.is_empty() {
            String::new()
        } else {
            format!(" ({})", self.cells)
        }
    }

    /// Whether a set may have no 1 at all.
    pub(super) fn may_have_none(&self) -> bool {
        self.room[1] == 0
    }

    /// The ones that a set may have: `1`, `2 ones`.
    pub(super) fn ones(&self) -> String {
        number(self.room[1], "1", "ones")
    }

    /// The ones, or zeros, that a set may have: those which the step's value is the opposite of.
    pub(super) fn symbols(&self) -> String {
        match self.fixed_to {
            Some(true) => number(self.room[0], "0", "zeros"),
            Some(false) | None => self.ones(),
        }
    }
}

fn number(count: i64, one: &str, many: &str) -> String {
    if count == 1 {
        one.to_owned()
    } else {
        format!("{count} {many}")
    }
}

impl Step {
    /// The step in one line: what changed, and why.
    pub fn describe(&self, model: &Model) -> String {
        let rule = RULES.iter().find(|rule| rule.name == self.rule);
        let why = rule.map_or_else(
            || self.rule.to_owned(),
            |rule| (rule.words)(&self.scene(model)),
        );
        format!("{}: {why}", self.effect.describe(model))
    }

    fn scene<'s>(&self, model: &'s Model) -> Scene<'s> {
        let constraint = self.constraint.map(|index| &model.constraints()[index]);
        let set = constraint.and_then(super::tally::CountedSet::of);
        Scene {
            place: constraint.map_or("the board", |constraint| &constraint.name),
            cells: list(model, &self.because),
            fixed_to: match self.effect {
                Effect::Fix { value, .. } => Some(value),
                Effect::Merge { .. } => None,
            },
            room: set.map_or([0, 0], |set| [set.room_for(false), set.room_for(true)]),
        }
    }
}

impl Effect {
    /// What changed: `r1c1 = 0`, `r1c2 = r1c1`, `r1c2 = !r1c1`.
    pub(crate) fn describe(&self, model: &Model) -> String {
        match *self {
            Self::Fix { var, value } => format!("{} = {}", model.name(var), u8::from(value)),
            Self::Merge { var, into, negated } => {
                let not = if negated { "!" } else { "" };
                format!("{} = {not}{}", model.name(var), model.name(into))
            }
        }
    }
}

fn list(model: &Model, vars: &[Var]) -> String {
    let mut names: Vec<&str> = vars
        .iter()
        .take(NAMED)
        .map(|&var| model.name(var))
        .collect();
    let more = format!("{} more", vars.len().saturating_sub(NAMED));
    if vars.len() > NAMED {
        names.push(&more);
    }
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}
