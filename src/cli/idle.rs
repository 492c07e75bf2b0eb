//! Notes that a setting which was given changes nothing: a weight of rules that the puzzle does not
//! have, a way to encode what it does not have, a number of qubits where nothing is deduced.

use crate::pipeline::Problem;
use crate::settings::Settings;
use ketboard_puzzles::{Form, Model, RuleSet, symbol_groups};
use std::collections::{BTreeMap, BTreeSet};

/// A setting that only some puzzles give a meaning, as it was given, and why this one does not;
/// nothing where it does.
struct Judgment {
    given: String,
    idle: Option<String>,
}

/// What to say of the settings that change nothing on any of the puzzles on which they were given.
pub(crate) fn idle_settings<'a>(
    runs: impl IntoIterator<Item = (&'a Settings, &'a Problem)>,
) -> Vec<String> {
    let mut reasons: BTreeMap<String, BTreeSet<Option<String>>> = BTreeMap::new();
    for (settings, problem) in runs {
        for Judgment { given, idle } in judge(settings, problem) {
            reasons.entry(given).or_default().insert(idle);
        }
    }
    let warning = |(given, reasons): (String, BTreeSet<Option<String>>)| {
        // `None` comes first: some puzzle gives it a meaning
        let first = reasons.first()?.as_ref()?;
        let others = match reasons.len() {
            1 => "",
            _ => ", and the other puzzles give it no meaning either",
        };
        Some(format!("Warning: {given} has no effect: {first}{others}"))
    };
    reasons.into_iter().filter_map(warning).collect()
}

/// Every setting here that only some puzzles give a meaning.
fn judge(settings: &Settings, problem: &Problem) -> Vec<Judgment> {
    let model = &problem.puzzle.model;
    let default = Settings::default();
    let mut judged = weights(problem);
    let mut add = |is_given: bool, given: String, reason: Option<String>| {
        if is_given {
            judged.push(Judgment {
                given,
                idle: reason,
            });
        }
    };
    let without = |what: &str| Some(format!("{} has no {what}", problem.puzzle.file));
    add(
        settings.distinct_lines != default.distinct_lines,
        format!("--distinct-lines {}", settings.distinct_lines.name()),
        without("lines that must differ")
            .filter(|_| !has(model, |form| matches!(form, Form::Distinct(_)))),
    );
    let is_two_valued = |form: &Form| matches!(form, Form::Sum(sum) if sum.product.is_none() && sum.least < sum.most);
    add(
        settings.counts != default.counts,
        format!("--counts {}", settings.counts.name()),
        without("count that may be one of two numbers").filter(|_| !has(model, is_two_valued)),
    );
    add(
        settings.symbols != default.symbols,
        format!("--symbols {}", settings.symbols.name()),
        without("group in which exactly one variable is 1")
            .filter(|_| symbol_groups(model, &problem.reduction) == 0),
    );
    add(
        settings.target_qubits.is_some() && settings.reduce.is_some(),
        format!("--target-qubits {}", settings.target_qubits.unwrap_or(0)),
        Some("with --reduce none nothing is deduced".to_owned())
            .filter(|_| settings.reduce == Some(RuleSet::None)),
    );
    judged
}

/// Whether a rule of the model is of this form.
fn has(model: &Model, is_form: impl Fn(&Form) -> bool) -> bool {
    model.constraints().iter().any(|rule| is_form(&rule.form))
}

/// Each kind that was given a weight.
fn weights(problem: &Problem) -> Vec<Judgment> {
    let rules = problem.puzzle.model.constraints();
    let with_penalty = problem.puzzle.model.kinds().into_iter();
    let known: BTreeSet<&str> = with_penalty
        .filter(|kind| kind.has_penalty())
        .map(|kind| kind.name())
        .collect();
    let known: Vec<&str> = known.into_iter().collect();
    let reason = format!(
        "{} has no such rule; its kinds are {}",
        problem.puzzle.file,
        known.join(", ")
    );
    let given = problem.weights.kinds();
    given
        .map(|kind| Judgment {
            given: format!("--weight {kind}"),
            idle: (rules.iter().all(|rule| rule.kind != kind)).then(|| reason.clone()),
        })
        .collect()
}
