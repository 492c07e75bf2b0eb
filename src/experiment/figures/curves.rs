//! Figures over the depth: success, ground-state probability, ⟨C⟩.

use super::DrawnFigure;
use super::study::{RecordChain, Study};
use super::words::{MEDIAN_OF_SEEDS, caption, exact_search, summed_in};
use crate::error::Result;
use crate::experiment::pictures::landscape_pictures;
use crate::lab::Record;
use crate::pipeline::ShotEstimate;
use crate::plots::{self, AxisKind, AxisOf, Curve, LOWEST_STATES, LineChart, Look, Series};
use ketboard_circuits::Interval;

/// A number of a record with the 95 % interval of it where it is measured; an upper end may be
/// infinite.
pub(super) type Reading = (f64, Option<Interval>);

/// What is read of a record, where it has it.
pub(super) type Readable<'f> = &'f dyn Fn(&Record) -> Option<Reading>;

/// A measured number as it is read.
pub(super) fn measured(success: ShotEstimate) -> Reading {
    (success.value, success.high.map(|high| (success.low, high)))
}

/// What stands beside QAOA: how it looks, its name, and its number in a record.
pub(super) type Beside<'f> = (Look, &'f str, Readable<'f>);

/// What stands beside QAOA in figures of success.
pub(super) const BESIDE: [Beside<'static>; 3] = [
    (Look::RandomGuess, "random guess", &|r| {
        Some((r.baselines.random_guess?, None))
    }),
    (Look::Annealing, "annealing at equal layers", &|r| {
        Some(measured(r.annealing()?.success))
    }),
    (Look::Grover, "Grover, p iterations", &|r| {
        Some((r.baselines.grover?, None))
    }),
];

const MEAN: &str = "mean over all states";
const MINIMUM: &str = "minimum of C";

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

/// Success against depth, of whatever has rules.
pub(super) fn success(study: &Study<'_>) -> Result<DrawnFigure> {
    let of: Readable<'_> = &|record| Some((record.success_probability?, None));
    let title = "QAOA success probability against depth";
    let y = AxisOf::probability_of(summed_in(study.records()), AxisKind::Probabilities);
    let series = settings(study, of, true);
    let found = BESIDE.iter().flat_map(|(look, name, value)| {
        let ruled = |record: &Record| record.success_probability.and(value(record));
        beside(study, (*look, name, &ruled))
    });
    let chart = against_depth(study, (title, ""), y, [series, found.collect()].concat());
    let mut drawn = drawn("success", chart, "no record has a success probability")?;
    if !drawn.pictures.is_empty() {
        drawn.left_out = missing(study, of, "a success probability");
    }
    Ok(drawn)
}

/// Ground-state probability against depth, of models.
pub(super) fn ground(study: &Study<'_>) -> Result<DrawnFigure> {
    let of: Readable<'_> = &|record| match record.family {
        None => Some((record.ground_probability, None)),
        Some(_) => None,
    };
    let guess = |record: &Record| of(record).and(Some((record.baselines.random_guess?, None)));
    let title = "QAOA ground-state probability against depth";
    let y = AxisOf::probability_of(LOWEST_STATES, AxisKind::Probabilities);
    let found = beside(study, (Look::RandomGuess, "random guess", &guess));
    let series = [settings(study, of, true), found].concat();
    let chart = against_depth(study, (title, ""), y, series);
    drawn("ground", chart, "no record is of a model without rules")
}

/// ⟨C⟩ against depth; of several models above their lowest energies.
pub(super) fn expectation(study: &Study<'_>) -> Result<DrawnFigure> {
    let mut hashes = study.records().map(|record| &record.model_hash);
    let first = hashes.next();
    let is_one = hashes.all(|hash| Some(hash) == first);
    let zero = |record: &Record| if is_one { 0.0 } else { record.ground_energy };
    let above = |energy: fn(&Record) -> f64| {
        move |record: &Record| Some((energy(record) - zero(record), None))
    };
    let title = "Expectation of the cost against depth";
    let name = if is_one {
        "⟨C⟩"
    } else {
        "⟨C⟩ − lowest energy"
    };
    let series = [
        settings(study, &above(|r| r.expectation), true),
        beside(study, (Look::RandomGuess, MEAN, &above(|r| r.mean_energy))),
        beside(study, (Look::Minimum, MINIMUM, &above(|r| r.ground_energy))),
    ];
    let y = AxisOf::new(name, AxisKind::Numbers);
    let chart = against_depth(study, (title, ""), y, series.concat());
    drawn("expectation", chart, "there are no records of runs")
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

/// A chart over the depth; `meaning` follows the caption.
pub(super) fn against_depth(
    study: &Study<'_>,
    (title, meaning): (&str, &str),
    y: AxisOf,
    series: Vec<Series>,
) -> LineChart {
    let heading = study.heading(title, said(study) + meaning);
    LineChart::new(heading, AxisOf::depth(), y, series)
}

/// The figure of a chart; `nothing` is said where no setting has a curve.
pub(super) fn drawn(name: &str, chart: LineChart, nothing: &str) -> Result<DrawnFigure> {
    let own = chart.panels.iter().flat_map(|(_, all)| all);
    let own = own.filter(|series| series.look == Look::Setting);
    let mut points = own
        .flat_map(|series| &series.curves)
        .flat_map(|curve| &curve.points);
    match (points.next(), points.next()) {
        (None, _) => Ok(DrawnFigure::nothing(nothing)),
        (Some(only), None) => Ok(DrawnFigure::nothing(format!(
            "it would hold one point alone, {} at p = {}; a curve needs two depths, or two puzzles",
            plots::short_number(only.y),
            only.x
        ))),
        (Some(_), Some(_)) => {
            let mut drawn = DrawnFigure::default();
            drawn.push(name, chart.svg()?);
            Ok(drawn)
        }
    }
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

/// A series a setting, of the chains that have the number: at all their depths, where the curves
/// are to be whole.
pub(super) fn settings(study: &Study<'_>, of: Readable<'_>, is_whole: bool) -> Vec<Series> {
    let series = study.groups.iter().map(|group| {
        let curves = group.chains.iter().filter_map(|chain| {
            let curve = chain.curve(of);
            let lacks = curve.points.len() < chain.depths().len();
            let is_left_out = curve.points.is_empty() || is_whole && lacks;
            (!is_left_out).then_some(curve)
        });
        Series::new(group.label.clone(), Look::Setting, curves.collect())
    });
    series.filter(|series| !series.curves.is_empty()).collect()
}

/// Which chains lack the number at some depth.
fn missing(study: &Study<'_>, of: Readable<'_>, what: &str) -> Vec<String> {
    let lacks = |chain: &RecordChain<'_>| chain.curve(of).points.len() < chain.depths().len();
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

/// What one of the others reaches: one line, or one for each of the settings that differ in it.
pub(super) fn beside(study: &Study<'_>, (look, name, of): Beside<'_>) -> Vec<Series> {
    let curves = |chains: Vec<&RecordChain<'_>>| -> Vec<Curve> {
        chains.into_iter().map(|chain| chain.curve(of)).collect()
    };
    let shared = study.baselines(of).into_iter();
    shared
        .map(|(beside, chains)| Series {
            beside,
            ..Series::new(study.renamed(name), look, curves(chains))
        })
        .collect()
}

/// The name of a chain with the label of its setting.
pub(super) fn labeled(name: &str, label: &str) -> String {
    match label {
        "" => name.to_owned(),
        label => format!("{name}, {label}"),
    }
}
