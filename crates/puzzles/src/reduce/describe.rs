//! Steps in words: `r2c3 = 0: row 2 already has its 1 (r2c1)`.

use super::rule::{RULES, place};
use super::{Effect, Step};
use crate::model::{Form, Model, Var};

/// More causes than this are counted, not named.
const NAMED: usize = 8;

impl Step {
    /// The step in one line: what changed, and why.
    pub fn describe(&self, model: &Model) -> String {
        let effect = self.effect.describe(model);
        let Some(rule) = RULES.get(place(self.rule)) else {
            return format!("{effect}: {}", self.rule);
        };
        let constraint = self.constraint.map(|index| &model.constraints()[index]);
        let place = constraint.map_or("the board", |constraint| &constraint.name);
        let cells = list(model, &self.because);
        let why = match cells.as_str() {
            "" => String::new(),
            cells => format!(" ({cells})"),
        };
        let fixed_to_one = matches!(self.effect, Effect::Fix { value: true, .. });
        let room = constraint.map_or(0, |constraint| match &constraint.form {
            Form::Sum(sum) if fixed_to_one => sum.literals.len() as u32 - sum.least,
            Form::Sum(sum) => sum.most,
            Form::Distinct(_) | Form::Matching(_) => 0,
        });
        let ones = match (room, fixed_to_one) {
            (1, _) => u8::from(!fixed_to_one).to_string(),
            (room, true) => format!("{room} zeros"),
            (room, false) => format!("{room} ones"),
        };
        let words = match room {
            0 if rule.name == "full count" => "{place} must have none",
            _ => rule.words,
        };
        let words = words.replace("{place}", place).replace("{cells}", &cells);
        let words = words.replace("{why}", &why).replace("{ones}", &ones);
        format!("{effect}: {words}")
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

/// The names of variables: `r1c1, r1c2 and 3 more`.
fn list(model: &Model, vars: &[Var]) -> String {
    let named = vars
        .iter()
        .take(NAMED)
        .map(|&var| model.name(var).to_owned());
    let more = (vars.len() > NAMED).then(|| format!("{} more", vars.len() - NAMED));
    let names: Vec<String> = named.chain(more).collect();
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}
