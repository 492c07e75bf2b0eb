//! Settings that were given and do nothing on a board, for warnings.

use crate::pipeline::Problem;
use crate::settings::{RunStage, SETTINGS, Settings};
use ketboard_puzzles::{Form, RuleSet, Symbols};
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
    let model = &problem.puzzle.model;
    let (rules, file) = (model.constraints(), &problem.puzzle.file);
    let kinds = model.kinds().into_iter().filter(|kind| kind.has_penalty());
    let kinds: BTreeSet<&str> = kinds.map(|kind| kind.name()).collect();
    let kinds = kinds.into_iter().collect::<Vec<_>>().join(", ");
    let weights = problem.weights.kinds().map(|kind| {
        let has_some = rules.iter().any(|rule| rule.kind == kind);
        let reason = format!("{file} has no such rule; its kinds are {kinds}");
        (format!("--weight {kind}"), (!has_some).then_some(reason))
    });
    let acts = |name: &str| {
        match name {
        "distinct_lines" => rules.iter().any(|rule| matches!(rule.form, Form::Distinct(_))),
        "counts" => rules.iter().any(|rule| {
            matches!(&rule.form, Form::Sum(sum) if sum.product.is_none() && sum.least < sum.most)
        }),
        "symbols" => Symbols::groups(model, &problem.reduction) > 0,
        "target_qubits" => settings.reduce != Some(RuleSet::None),
        _ => true,
    }
    };
    let given = SETTINGS
        .iter()
        .filter(|setting| setting.is_changed(settings));
    let others =
        given.filter(|setting| setting.stage == RunStage::Model && setting.name != "weights");
    let others = others.map(|setting| {
        let (option, value) = (setting.option().replace('_', "-"), setting.get(settings));
        let reason = format!("{file} has nothing that it changes");
        (
            format!("--{option} {value}"),
            (!acts(setting.name)).then_some(reason),
        )
    });
    weights.chain(others).collect()
}
