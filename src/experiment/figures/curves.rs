//! Figures over the depth: success, ground-state probability, ⟨C⟩.

use super::DrawnFigure;
use super::study::{RecordChain, SharedBaseline, Study};
use super::words::{MEDIAN_OF_SEEDS, caption, exact_search, summed_in};
use crate::error::Result;
use crate::experiment::pictures::landscape_pictures;
use crate::lab::Record;
use crate::plots::{
    self, AgainstDepth, Baseline, BaselineMethod, DepthCurve, LOWEST_STATES, Series,
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
    let baselines = baselines(study);
    let plot = AgainstDepth {
        heading,
        what: summed_in(study.records()).to_owned(),
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
    let baselines = baseline(study, who, (&guess, &|_| None));
    let plot = AgainstDepth {
        heading: study.heading("QAOA ground-state probability against depth", said(study)),
        what: LOWEST_STATES.to_owned(),
        series,
        baselines,
    };
    let mut drawn = DrawnFigure::default();
    drawn.push("ground", plots::success_against_depth(&plot)?);
    Ok(drawn)
}

/// ⟨C⟩ against depth; of several models above their lowest energies.
pub(super) fn expectation(study: &Study<'_>) -> Result<DrawnFigure> {
    let Some(first) = study.records().next() else {
        return Ok(DrawnFigure::nothing("there are no records of runs"));
    };
    let mut hashes = study.records().map(|record| &record.model_hash);
    let one = hashes.all(|hash| *hash == first.model_hash);
    let zero = |record: &Record| if one { 0.0 } else { record.ground_energy };
    let of = |record: &Record| Some(record.expectation - zero(record));
    let series = series(study, of).unwrap_or_default();
    if let Some(dot) = one_dot(&series) {
        return Ok(DrawnFigure::nothing(dot));
    }
    let mean = |record: &Record| Some(record.mean_energy - zero(record));
    let minimum = |record: &Record| Some(record.ground_energy - zero(record));
    let level = |method, name, of| baseline(study, (method, name), (of, &|_| None));
    let plot = AgainstDepth {
        heading: study.heading("Expectation of the cost against depth", said(study)),
        what: if one {
            "⟨C⟩"
        } else {
            "⟨C⟩ − lowest energy"
        }
        .to_owned(),
        series,
        baselines: [
            level(BaselineMethod::RandomGuess, MEAN, &mean),
            level(BaselineMethod::Minimum, MINIMUM, &minimum),
        ]
        .concat(),
    };
    let mut drawn = DrawnFigure::default();
    drawn.push("expectation", plots::expectation_against_depth(&plot)?);
    Ok(drawn)
}

const MEAN: &str = "mean over all states";
const MINIMUM: &str = "minimum of C";

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
    let annealed = study.records().any(|record| record.annealing().is_some());
    format!(
        "{}{}{}{more}",
        caption(study.records(), MEDIAN_OF_SEEDS),
        exact_search(study.records()),
        if annealed { EQUAL_LAYERS } else { "" },
    )
}

/// What annealing may propose.
const EQUAL_LAYERS: &str = " Annealing at equal layers: one run of as many sweeps over the board as the search for the angles ran layers up to p, within 5 %.";

/// A series a setting, of the chains that have the number at all their depths; `None` where no
/// chain has.
pub(super) fn series(
    study: &Study<'_>,
    of: impl Fn(&Record) -> Option<f64>,
) -> Option<Vec<Series>> {
    let series = study.groups.iter().map(|group| Series {
        name: group.label.clone(),
        curves: group
            .chains
            .iter()
            .filter_map(|chain| chain.curve(&of))
            .collect(),
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
    let lacks = |chain: &RecordChain<'_>| chain.curve(of).is_none();
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

/// A number of a record, and the 95 % interval of it where it is measured; its upper end may be
/// infinite.
pub(super) type Measurable<'f> = (
    &'f dyn Fn(&Record) -> Option<f64>,
    &'f dyn Fn(&Record) -> Option<(f64, f64)>,
);

/// What stands beside QAOA in figures of success.
#[derive(Clone, Copy)]
pub(super) struct Beside {
    pub(super) method: BaselineMethod,
    pub(super) name: &'static str,
    /// Its number in a record.
    pub(super) value: RecordNumber,
    /// The number's 95 % interval, where it is measured.
    pub(super) interval: fn(&Record) -> Option<(f64, f64)>,
}

/// What stands beside QAOA in any figure, by the names of legends.
pub(super) const BASELINES: [&str; 9] = [
    "random guess",
    "annealing at equal layers",
    "Grover, p iterations",
    "random guesses",
    "annealing at equal layers, runs",
    "annealing at equal layers, sweeps",
    "Grover, p iterations, shots",
    MEAN,
    MINIMUM,
];

pub(super) const BESIDE: [Beside; 3] = [
    Beside {
        method: BaselineMethod::RandomGuess,
        name: "random guess",
        value: |r| r.baselines.random_guess,
        interval: |_| None,
    },
    Beside {
        method: BaselineMethod::Annealing,
        name: "annealing at equal layers",
        value: |r| Some(r.annealing()?.success.value),
        interval: |r| {
            let success = r.annealing()?.success;
            Some((success.low, success.high?))
        },
    },
    Beside {
        method: BaselineMethod::Grover,
        name: "Grover, p iterations",
        value: |r| r.baselines.grover,
        interval: |_| None,
    },
];

/// The random guess, annealing and Grover, as far as records know them.
fn baselines(study: &Study<'_>) -> Vec<Baseline> {
    let found = |beside: Beside| {
        let ruled = |record: &Record| record.success_probability.and((beside.value)(record));
        baseline(
            study,
            (beside.method, beside.name),
            (&ruled, &beside.interval),
        )
    };
    BESIDE.into_iter().flat_map(found).collect()
}

/// What a baseline reaches: one line, or one for each of the settings that differ in it.
pub(super) fn baseline(
    study: &Study<'_>,
    (method, name): (BaselineMethod, &str),
    (of, interval): Measurable<'_>,
) -> Vec<Baseline> {
    let line = |shared: SharedBaseline<'_, '_>| {
        let curves = |of: &dyn Fn(&Record) -> Option<f64>| {
            let curves = shared.chains.iter().map(|chain| DepthCurve {
                puzzle: chain.name.clone(),
                points: chain.values(of),
            });
            curves.filter(|curve| !curve.points.is_empty()).collect()
        };
        Baseline {
            method,
            name: study.renamed(name),
            curves: curves(of),
            lows: curves(&|record| Some(interval(record)?.0)),
            highs: curves(&|record| Some(interval(record)?.1)),
            beside: shared.beside,
        }
    };
    study.baselines(of).into_iter().map(line).collect()
}

/// The name of a chain with the label of its setting.
pub(super) fn labeled(name: &str, label: &str) -> String {
    match label {
        "" => name.to_owned(),
        label => format!("{name}, {label}"),
    }
}
