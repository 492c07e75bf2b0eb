//! Settings that were given and do nothing on a board, for warnings.

use crate::pipeline::Problem;
use crate::settings::Settings;
use ketboard_puzzles::{Form, RuleSet, symbol_groups};
use std::collections::{BTreeMap, BTreeSet};

/// A warning for each setting that has no effect in any of the runs.
pub(crate) fn idle_settings<'a>(
    runs: impl IntoIterator<Item = (&'a Settings, &'a Problem)>,
) -> Vec<String> {
    let mut reasons: BTreeMap<String, BTreeSet<Option<String>>> = BTreeMap::new();
    for (settings, problem) in runs {
        for (given, reason) in judge(settings, problem) {
            reasons.entry(given).or_default().insert(reason);
        }
    }
    let warnings = reasons.into_iter().filter_map(|(given, reasons)| {
        let first = reasons.first()?.as_ref()?; // nothing comes first: a run in which it does something
        let others = match reasons.len() {
            1 => "",
            _ => ", and the other puzzles give it no meaning either",
        };
        Some(format!("Warning: {given} has no effect: {first}{others}"))
    });
    warnings.collect()
}

/// Each setting that was given, and why it does nothing here, if so.
fn judge(settings: &Settings, problem: &Problem) -> Vec<(String, Option<String>)> {
    let (model, default) = (&problem.puzzle.model, Settings::default());
    let (rules, file) = (model.constraints(), &problem.puzzle.file);
    let has = |is_form: &dyn Fn(&Form) -> bool| rules.iter().any(|rule| is_form(&rule.form));
    let is_two_valued = |form: &Form| matches!(form, Form::Sum(sum) if sum.product.is_none() && sum.least < sum.most);
    let kinds: BTreeSet<&str> = model
        .kinds()
        .into_iter()
        .filter(|kind| kind.has_penalty())
        .map(|kind| kind.name())
        .collect();
    let kinds = kinds.into_iter().collect::<Vec<_>>().join(", ");
    let weights = problem.weights.kinds().map(|kind| {
        let has_some = rules.iter().any(|rule| rule.kind == kind);
        let reason = format!("{file} has no such rule; its kinds are {kinds}");
        (format!("--weight {kind}"), (!has_some).then_some(reason))
    });
    let without = |what: &str| format!("{file} has no {what}");
    let others = [
        (
            settings.distinct_lines != default.distinct_lines,
            format!("--distinct-lines {}", settings.distinct_lines.name()),
            has(&|form| matches!(form, Form::Distinct(_))),
            without("lines that must differ"),
        ),
        (
            settings.counts != default.counts,
            format!("--counts {}", settings.counts.name()),
            has(&is_two_valued),
            without("count that may be one of two numbers"),
        ),
        (
            settings.symbols != default.symbols,
            format!("--symbols {}", settings.symbols.name()),
            symbol_groups(model, &problem.reduction) > 0,
            without("group in which exactly one variable is 1"),
        ),
        (
            settings.target_qubits.is_some() && settings.reduce.is_some(),
            format!("--target-qubits {}", settings.target_qubits.unwrap_or(0)),
            settings.reduce != Some(RuleSet::None),
            "with --reduce none nothing is deduced".to_owned(),
        ),
    ];
    let others = others.into_iter().filter(|(is_given, ..)| *is_given);
    let others = others.map(|(_, given, acts, reason)| (given, (!acts).then_some(reason)));
    weights.chain(others).collect()
}
