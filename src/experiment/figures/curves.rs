//! Figures over the depth: success, ⟨C⟩, and times to solution in shots and in layers of the
//! circuit.

use super::Figures;
use super::study::{Reading, RecordChain, Study, read};
use super::words::{MEDIAN_OF_SEEDS, caption, exact_search, summed_in};
use crate::error::Result;
use crate::pipeline::{Record, shots_to_99};
use crate::plots::{AxisKind, AxisOf, Curve, Heading, LineChart, Look, Series};

/// What figures of success compare: how it looks, its name, and the key of its probability of
/// success in a record. Shots show that of QAOA again.
pub(super) const NUMBERS: [(Look, &str, &str); 4] = [
    (Look::Setting, "", "success_probability"),
    (
        Look::RandomGuess,
        "random guess",
        "random_success_probability",
    ),
    (Look::Annealing, "annealing at equal layers", "annealing"),
    (Look::Grover, "Grover, p iterations", "grover"),
];

/// How a line of a figure looks, its name, and its number in a record.
type Drawable<'f> = (
    Look,
    &'static str,
    Box<dyn Fn(&Record) -> Option<Reading> + 'f>,
);

/// Success against depth, of whatever has rules.
pub(super) fn success(study: &Study<'_>, figures: &mut Figures) -> Result<()> {
    let names = ("success", "QAOA success probability against depth");
    let y = AxisOf::probability_of(&summed_in(study.records()), AxisKind::Probabilities);
    let lines = NUMBERS
        .iter()
        .map(|&(look, name, key)| -> Drawable<'_> { (look, name, Box::new(|r| read(key, r))) });
    over_depth(figures, study, names, y, &lines.collect::<Vec<_>>(), "");
    Ok(())
}

/// ⟨C⟩ against depth; of several models above their lowest energies.
pub(super) fn expectation(study: &Study<'_>, figures: &mut Figures) -> Result<()> {
    let mut hashes = study.records().map(|record| &record.model_hash);
    let first = hashes.next();
    let is_one = hashes.all(|hash| Some(hash) == first);
    let line = |look, name, energy: fn(&Record) -> f64| -> Drawable<'_> {
        let zero = move |record: &Record| {
            if is_one {
                0.0
            } else {
                record.metrics.ground_energy
            }
        };
        let above = move |record: &Record| Some((energy(record) - zero(record), None));
        (look, name, Box::new(above))
    };
    let lines = [
        line(Look::Setting, "", |r| r.metrics.expectation),
        line(Look::RandomGuess, "mean over all states", |r| r.mean_energy),
        line(Look::Minimum, "minimum of C", |r| r.metrics.ground_energy),
    ];
    let y = if is_one {
        "⟨C⟩"
    } else {
        "⟨C⟩ − lowest energy"
    };
    let y = AxisOf::new(y, AxisKind::Numbers);
    let names = ("expectation", "Expectation of the cost against depth");
    over_depth(figures, study, names, y, &lines, "");
    Ok(())
}

/// What times are counted in: the file, the words, whether layers are counted, and whether those of
/// the search are.
const TIMES: [(&str, &str, bool, bool); 3] = [
    ("time-shots", "shots", false, false),
    ("time-layers", "layers, angles known", true, false),
    (
        "time-layers-search",
        "layers, with the search for angles",
        true,
        true,
    ),
];
const IN_SHOTS: &str = " Of annealing its runs are counted, of a random guess its guesses.";
const IN_LAYERS: &str = " One unit is one look at the whole board: a layer of QAOA, a sweep of annealing, an iteration of Grover's search, the check of a random guess.";

/// A longer time is of a probability that is rounding: it would stretch the axis and tell nothing.
const LONGEST: f64 = 1e15;

/// Times to solution against depth, in each unit.
pub(super) fn times(study: &Study<'_>, figures: &mut Figures) -> Result<()> {
    for (file, counted, in_layers, with_search) in TIMES {
        let line = |&(look, name, key): &(Look, &'static str, &'static str)| -> Drawable<'_> {
            let time = move |record: &Record| {
                // the layers of all calls up to this depth, and so the sweeps of a run of annealing
                let searched = || Some(record.search_layers? as f64);
                let run = match look {
                    Look::Annealing if in_layers => asked_sweeps(record).or_else(searched)?,
                    Look::RandomGuess => 1.0,
                    _ if in_layers => record.depth as f64,
                    _ => 1.0,
                };
                let before = match look {
                    Look::Setting if with_search => searched()?,
                    _ => 0.0,
                };
                let (time, ends) = time(read(key, record)?, before, run);
                (ends.is_some() || time < LONGEST).then_some((time, ends))
            };
            (look, name, Box::new(time))
        };
        let lines: Vec<Drawable<'_>> = NUMBERS.iter().map(line).collect();
        let title = format!("Needed to see a solution with 99\u{a0}% probability: {counted}");
        let y = format!("time to 99\u{a0}% ({counted})");
        let y = AxisOf::new(y, AxisKind::Costs);
        let meaning = if in_layers { IN_LAYERS } else { IN_SHOTS };
        over_depth(figures, study, (file, &title), y, &lines, meaning);
    }
    Ok(())
}

/// The time of a success: runs that all failed bound it from below, and the ends of its interval
/// change places.
fn time((success, ends): Reading, before: f64, run: f64) -> Reading {
    let time = |success| {
        let shots = shots_to_99(success).map(|shots| (shots * run).max(1.0));
        before + shots.unwrap_or(f64::INFINITY)
    };
    (
        time(success),
        ends.map(|(low, high)| (time(high), time(low))),
    )
}

/// Draws a figure over the depth: the file and the title, the upward axis, the lines, of which the
/// first is QAOA's, and what follows the caption.
fn over_depth(
    figures: &mut Figures,
    study: &Study<'_>,
    (file, title): (&str, &str),
    y: AxisOf,
    lines: &[Drawable<'_>],
    meaning: &str,
) {
    let series = lines
        .iter()
        .flat_map(|(look, name, of)| series(study, (*look, name), |chain| chain.curve(&**of)));
    let heading = Heading::new(title, said(study) + meaning);
    let chart = LineChart::new(heading, AxisOf::depth(), y, series.collect());
    figures.add(file, &chart, study, study.chains().count());
}

/// The series of a number: of QAOA one for each group, of what is beside it one alone, or one for
/// each of the groups that differ in it.
pub(super) fn series(
    study: &Study<'_>,
    (look, name): (Look, &str),
    curve: impl Fn(&RecordChain<'_>) -> Curve,
) -> Vec<Series> {
    let mut found: Vec<Series> = Vec::new();
    let is_asked = study.records().any(|record| asked_sweeps(record).is_some());
    let asked = (is_asked && look == Look::Annealing).then_some("annealing, sweeps of the plan");
    for group in &study.groups {
        let curves = group.chains.iter().map(&curve);
        let curves: Vec<Curve> = curves.filter(|curve| !curve.points.is_empty()).collect();
        let label = group.label.clone();
        match found.iter_mut().find(|one| one.curves == curves) {
            _ if curves.is_empty() => (),
            _ if look == Look::Setting => found.push(Series::new(label, look, curves)),
            Some(known) => known.beside.push(label),
            None => found.push(Series {
                beside: vec![label],
                ..Series::new(asked.unwrap_or(name), look, curves)
            }),
        }
    }
    if let [only] = found.as_mut_slice() {
        only.beside.clear();
    }
    found
}

/// The caption, with what the exact solver needs, and what is not drawn.
pub(super) fn said(study: &Study<'_>) -> String {
    let more = match study.more_groups {
        0 => String::new(),
        1 => " One more line is not drawn.".to_owned(),
        more => format!(" {more} more lines are not drawn."),
    };
    let mut annealed = study.records().filter_map(|one| one.baselines.annealing);
    let is_equal = annealed.any(|found| found.asked_sweeps.is_none());
    format!(
        "{}{}{}{more}",
        caption(study.records(), MEDIAN_OF_SEEDS),
        exact_search(study.records()),
        if is_equal { EQUAL_LAYERS } else { "" },
    )
}

/// The sweeps of annealing, where a plan asked for so many.
fn asked_sweeps(record: &Record) -> Option<f64> {
    record.baselines.annealing?.asked_sweeps.map(f64::from)
}

/// What annealing may propose.
const EQUAL_LAYERS: &str = " Annealing at equal layers: one run of as many sweeps over the board as the search for the angles ran layers up to p, within 5 %.";
