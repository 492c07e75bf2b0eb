//! Figures over the depth: success, ground-state probability, ⟨C⟩.

use super::DrawnFigure;
use super::study::{RecordChain, SettingGroup, Study};
use super::words::{caption, exact_search, summed_in};
use crate::error::Result;
use crate::experiment::pictures::landscape_pictures;
use crate::lab::Record;
use crate::plots::{
    self, Baseline, BaselineMethod, DepthCurve, ExpectationAgainstDepth, ExpectationAxis,
    ExpectationCurve, LOWEST_STATES, Series, SuccessAgainstDepth,
};

/// A number of a record, where it has it.
pub(super) type RecordNumber = fn(&Record) -> Option<f64>;

/// Success against depth, of whatever has rules.
pub(super) fn success(study: &Study<'_>) -> Result<DrawnFigure> {
    let of: RecordNumber = |record| record.success_probability;
    let heading = study.heading("QAOA success probability against depth", said(study));
    let Some(series) = series(study, of) else {
        return Ok(DrawnFigure::nothing("no record has a success probability"));
    };
    if let Some(dot) = one_dot(&series) {
        return Ok(DrawnFigure::nothing(dot));
    }
    let baselines = baselines(study, &series);
    let plot = SuccessAgainstDepth {
        heading,
        summed: summed_in(study.records()).to_owned(),
        series,
        baselines,
    };
    let mut drawn = DrawnFigure::default();
    drawn.push("success", plots::success_against_depth(&plot)?);
    drawn.left_out = missing(study, of, "a success probability");
    Ok(drawn)
}

/// Ground-state probability against depth, of models.
pub(super) fn ground(study: &Study<'_>) -> Result<DrawnFigure> {
    let of: RecordNumber = |record| match record.family {
        None => Some(record.ground_probability),
        Some(_) => None,
    };
    let Some(series) = series(study, of) else {
        return Ok(DrawnFigure::nothing(
            "no record is of a model without rules",
        ));
    };
    if let Some(dot) = one_dot(&series) {
        return Ok(DrawnFigure::nothing(dot));
    }
    let guess = |record: &Record| of(record).and(record.baselines.random_guess);
    let who = (BaselineMethod::RandomGuess, "random guess");
    let baselines = baseline(study, &series, who, (guess, |_: &Record| None));
    let plot = SuccessAgainstDepth {
        heading: study.heading("QAOA ground-state probability against depth", said(study)),
        summed: LOWEST_STATES.to_owned(),
        series,
        baselines,
    };
    let mut drawn = DrawnFigure::default();
    drawn.push("ground", plots::success_against_depth(&plot)?);
    Ok(drawn)
}

/// ⟨C⟩ against depth; of several puzzles above their lowest energies.
pub(super) fn expectation(study: &Study<'_>) -> Result<DrawnFigure> {
    let Some(first) = study.records().next() else {
        return Ok(DrawnFigure::nothing("there are no records of runs"));
    };
    if study.records().count() == 1 {
        let (depth, value) = (first.depth, first.expectation);
        return Ok(DrawnFigure::nothing(dot(depth, value)));
    }
    let one = study
        .records()
        .all(|record| first.model_hash == record.model_hash);
    let curve = |(label, chain): (&str, &RecordChain<'_>)| {
        let first = chain.records[0];
        ExpectationCurve {
            puzzle: labeled(&chain.name, label),
            points: chain
                .records
                .iter()
                .map(|r| (r.depth, r.expectation))
                .collect(),
            minimum: first.ground_energy,
            mean: first.mean_energy,
        }
    };
    let each = match study.groups.len() {
        1 => "",
        _ => " A curve stands for a puzzle under one of the settings.",
    };
    let plot = ExpectationAgainstDepth {
        heading: study.heading(
            "Expectation of the cost against depth",
            format!("{}{each}", caption(study.records())),
        ),
        ordinate: if one {
            ExpectationAxis::Expectation
        } else {
            ExpectationAxis::AboveLowest
        },
        curves: study.chains().map(curve).collect(),
    };
    let mut drawn = DrawnFigure::default();
    drawn.push("expectation", plots::expectation_against_depth(&plot)?);
    Ok(drawn)
}

/// The landscapes beside the records.
pub(super) fn landscapes(study: &Study<'_>) -> Result<DrawnFigure> {
    if study.landscapes.is_empty() {
        return Ok(DrawnFigure::nothing(
            "`ketboard landscape` wrote none into this folder",
        ));
    }
    let mut drawn = DrawnFigure::default();
    for record in &study.landscapes {
        drawn
            .pictures
            .extend(landscape_pictures(record, study.layout)?);
    }
    Ok(drawn)
}

/// The caption, with what the exact solver needs, and what is not drawn.
pub(super) fn said(study: &Study<'_>) -> String {
    let more = match study.more_settings {
        0 => String::new(),
        1 => " One more setting is in the records and not drawn.".to_owned(),
        more => format!(" {more} more settings are in the records and not drawn."),
    };
    format!(
        "{}{}{more}",
        caption(study.records()),
        exact_search(study.records())
    )
}

/// A series a setting, of the chains that have the number at all their depths; `None` where no
/// chain has.
pub(super) fn series(study: &Study<'_>, of: RecordNumber) -> Option<Vec<Series>> {
    let curve = |chain: &RecordChain<'_>| {
        Some(DepthCurve {
            puzzle: chain.name.clone(),
            points: chain.values(of)?,
        })
    };
    let series = study.groups.iter().map(|group| Series {
        name: group.label.clone(),
        curves: group.chains.iter().filter_map(curve).collect(),
    });
    let some: Vec<Series> = series.filter(|s| !s.curves.is_empty()).collect();
    (!some.is_empty()).then_some(some)
}

/// Why curves are not drawn that are one point in all.
pub(super) fn one_dot(series: &[Series]) -> Option<String> {
    let points = series.iter().flat_map(|s| &s.curves);
    let mut points = points.flat_map(|curve| &curve.points);
    match (points.next(), points.next()) {
        (Some(&(depth, value)), None) => Some(dot(depth, value)),
        (Some(_) | None, _) => None,
    }
}

/// Why a figure is not drawn that would hold one point.
pub(super) fn dot(depth: usize, value: f64) -> String {
    let value = plots::short_number(value);
    format!(
        "it would hold one point alone, {value} at p = {depth}; a curve needs two depths, or two puzzles"
    )
}

/// Which chains lack the number.
pub(super) fn missing(study: &Study<'_>, of: RecordNumber, what: &str) -> Vec<String> {
    let lacks = |chain: &RecordChain<'_>| chain.values(of).is_none();
    let named = study.chains().filter(|(_, chain)| lacks(chain));
    let named: Vec<String> = named
        .map(|(label, chain)| labeled(&chain.name, label))
        .collect();
    match named.len() {
        0 => Vec::new(),
        many if many > 6 => vec![format!("{many} curves: some of their records lack {what}")],
        _ => vec![format!("{}: some records lack {what}", named.join("; "))],
    }
}

/// What stands beside QAOA in figures of success.
#[derive(Clone, Copy)]
pub(super) struct Beside {
    pub(super) method: BaselineMethod,
    pub(super) name: &'static str,
    /// Its number in a record.
    pub(super) value: RecordNumber,
    /// The upper end of the number's 95 % interval, where it is measured.
    pub(super) limit: RecordNumber,
}

/// What stands beside QAOA in any figure, by the names of legends.
pub(super) const BASELINES: [&str; 8] = [
    "random guess",
    "annealing at equal calls",
    "Grover at equal depth",
    "random guesses",
    "annealing at equal calls, runs",
    "annealing at equal calls, flips",
    "Grover at equal depth, shots",
    "Grover at equal depth, iterations",
];

pub(super) const BESIDE: [Beside; 3] = [
    Beside {
        method: BaselineMethod::RandomGuess,
        name: "random guess",
        value: |r| r.baselines.random_guess,
        limit: |_| None,
    },
    Beside {
        method: BaselineMethod::Annealing,
        name: "annealing at equal calls",
        value: |r| Some(r.baselines.annealing.as_ref()?.success.value),
        limit: |r| r.baselines.annealing.as_ref()?.success.high,
    },
    Beside {
        method: BaselineMethod::Grover,
        name: "Grover at equal depth",
        value: |r| r.baselines.grover,
        limit: |_| None,
    },
];

/// The random guess, annealing and Grover, as far as records know them.
fn baselines(study: &Study<'_>, series: &[Series]) -> Vec<Baseline> {
    let ruled =
        |of: RecordNumber| move |record: &Record| record.success_probability.and(of(record));
    let all = BESIDE.into_iter();
    let found = |beside: Beside| {
        let who = (beside.method, beside.name);
        baseline(
            study,
            series,
            who,
            (ruled(beside.value), ruled(beside.limit)),
        )
    };
    all.flat_map(found).collect()
}

/// What a baseline reaches, where there is a curve: one baseline, or one for each space, in the
/// color of the first series on it. `limit` is the end of the interval of `of`, where that is
/// measured.
pub(super) fn baseline(
    study: &Study<'_>,
    series: &[Series],
    (method, name): (BaselineMethod, &str),
    (of, limit): (
        impl Fn(&Record) -> Option<f64>,
        impl Fn(&Record) -> Option<f64>,
    ),
) -> Vec<Baseline> {
    let given = |(space, groups): (Option<&str>, Vec<&SettingGroup<'_>>)| {
        let first = |one: &Series| groups.iter().any(|group| group.label == one.name);
        let beside = space.and_then(|_| series.iter().position(first));
        let curves = curves(&groups, &of);
        (!curves.is_empty()).then_some(Baseline {
            method,
            name: labeled(&study.renamed(name), space.unwrap_or_default()),
            beside,
            curves,
            limits: self::curves(&groups, &limit),
        })
    };
    let spaces = study.settings_of(method).into_iter();
    spaces.filter_map(given).collect()
}

/// The curves of all chains of some settings that have the number at all their depths.
fn curves(groups: &[&SettingGroup<'_>], of: impl Fn(&Record) -> Option<f64>) -> Vec<DepthCurve> {
    let of_group = |group: &&SettingGroup<'_>| {
        let curve = |chain: &RecordChain<'_>| {
            Some(DepthCurve {
                puzzle: labeled(&chain.name, &group.label),
                points: chain.values(&of)?,
            })
        };
        group.chains.iter().filter_map(curve).collect::<Vec<_>>()
    };
    groups.iter().flat_map(of_group).collect()
}

/// The name of a chain with the label of its setting.
pub(super) fn labeled(name: &str, label: &str) -> String {
    match label {
        "" => name.to_owned(),
        label => format!("{name}, {label}"),
    }
}
