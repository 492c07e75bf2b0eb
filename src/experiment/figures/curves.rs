//! Figures over the depth: success, ⟨C⟩, and times to solution in shots and in layers of the
//! circuit.

use super::DrawnFigure;
use super::study::{Readable, Reading, RecordChain, Study};
use super::words::{MEDIAN_OF_SEEDS, caption, exact_search, summed_in};
use crate::error::Result;
use crate::lab::Record;
use crate::pipeline::{ShotEstimate, shots_to_99};
use crate::plots::{self, AxisKind, AxisOf, Curve, LineChart, Look, Series};

/// A measured number as it is read.
fn measured(success: ShotEstimate) -> Reading {
    (success.value, success.high.map(|high| (success.low, high)))
}

/// A baseline beside QAOA: how it looks, its name, and its number in a record.
pub(super) type Beside<'f> = (Look, &'f str, Readable<'f>);

/// The baselines in figures of success.
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

/// A figure over the depth: what it is called, what it shows, and its baselines.
struct DepthFigure<'f> {
    file: &'f str,
    title: &'f str,
    y: AxisOf,
    of: Readable<'f>,
    beside: &'f [Beside<'f>],
    /// Whether a curve that lacks the number at some depth is left out, and the baselines of a
    /// record without it.
    is_whole: bool,
    /// Follows the caption.
    meaning: &'f str,
}

/// Success against depth, of whatever has rules.
pub(super) fn success(study: &Study<'_>) -> Result<DrawnFigure> {
    let of: Readable<'_> = &|record| Some((record.success_probability?, None));
    let figure = DepthFigure {
        file: "success",
        title: "QAOA success probability against depth",
        y: AxisOf::probability_of(&summed_in(study.records()), AxisKind::Probabilities),
        of,
        beside: &BESIDE,
        is_whole: true,
        meaning: "",
    };
    let mut drawn = figure.drawn(study, "no record has a success probability");
    let lacks = |chain: &RecordChain<'_>| chain.curve(of).points.len() < chain.depths().len();
    let lacking = study.chains().filter(|(_, chain)| lacks(chain)).count();
    if !drawn.pictures.is_empty() && lacking > 0 {
        let reason = "some of their records lack a success probability";
        drawn
            .left_out
            .push(format!("{lacking} of the curves: {reason}"));
    }
    Ok(drawn)
}

/// ⟨C⟩ against depth; of several models above their lowest energies.
pub(super) fn expectation(study: &Study<'_>) -> Result<DrawnFigure> {
    let mut hashes = study.records().map(|record| &record.model_hash);
    let first = hashes.next();
    let is_one = hashes.all(|hash| Some(hash) == first);
    let above = |energy: fn(&Record) -> f64| {
        move |record: &Record| {
            let zero = if is_one { 0.0 } else { record.ground_energy };
            Some((energy(record) - zero, None))
        }
    };
    let name = if is_one {
        "⟨C⟩"
    } else {
        "⟨C⟩ − lowest energy"
    };
    let figure = DepthFigure {
        file: "expectation",
        title: "Expectation of the cost against depth",
        y: AxisOf::new(name, AxisKind::Numbers),
        of: &above(|r| r.expectation),
        beside: &[
            (
                Look::RandomGuess,
                "mean over all states",
                &above(|r| r.mean_energy),
            ),
            (Look::Minimum, "minimum of C", &above(|r| r.ground_energy)),
        ],
        is_whole: true,
        meaning: "",
    };
    Ok(figure.drawn(study, "there are no records of runs"))
}

/// What times are counted in.
struct TimeUnit {
    file: &'static str,
    counted: &'static str,
    meaning: &'static str,
    /// What comes before the first shot of QAOA.
    before: fn(&Record) -> Option<f64>,
    /// What one shot of QAOA costs, and of Grover's search with p iterations.
    shot: fn(&Record) -> f64,
    /// What one run of annealing costs.
    run: fn(&Record) -> Option<f64>,
}

const SHOTS: TimeUnit = TimeUnit {
    file: "time-shots",
    counted: "shots",
    meaning: " Of annealing its runs are counted, of a random guess its guesses.",
    before: |_| Some(0.0),
    shot: |_| 1.0,
    run: |_| Some(1.0),
};

const LAYERS: TimeUnit = TimeUnit {
    file: "time-layers",
    counted: "layers, angles known",
    meaning: " One unit is one look at the whole board: a layer of QAOA, a sweep of annealing, an iteration of Grover's search, the check of a random guess.",
    before: |_| Some(0.0),
    shot: |record| record.depth as f64,
    run: layers_of_search,
};

const LAYERS_WITH_SEARCH: TimeUnit = TimeUnit {
    file: "time-layers-search",
    counted: "layers, with the search for angles",
    before: layers_of_search,
    ..LAYERS
};

/// The layers of all calls up to this depth, and so the sweeps of a run of annealing.
fn layers_of_search(record: &Record) -> Option<f64> {
    Some(record.search_layers? as f64)
}

/// A longer time is of a probability that is rounding: it would stretch the axis and tell nothing.
const LONGEST: f64 = 1e15;

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

/// Times to solution against depth, in each unit.
pub(super) fn times(study: &Study<'_>) -> Result<DrawnFigure> {
    let mut all = DrawnFigure::default();
    for unit in [SHOTS, LAYERS, LAYERS_WITH_SEARCH] {
        let exact =
            |(time, ends): Reading| (ends.is_some() || time < LONGEST).then_some((time, ends));
        let qaoa = |r: &Record| {
            let time = (unit.before)(r)? + r.shots_to_99? * (unit.shot)(r);
            exact((time.max(1.0), None))
        };
        let [guess, annealing, grover] = BESIDE;
        let guesses = |r: &Record| exact(time((guess.2)(r)?, 0.0, 1.0));
        let annealed = |r: &Record| exact(time((annealing.2)(r)?, 0.0, (unit.run)(r)?));
        let searched = |r: &Record| exact(time((grover.2)(r)?, 0.0, (unit.shot)(r)));
        let shots = |r: &Record| {
            let success = measured(r.measured.as_ref()?.success);
            Some(time(success, (unit.before)(r)?, (unit.shot)(r)))
        };
        let beside: [Beside<'_>; 4] = [
            (guess.0, guess.1, &guesses),
            (annealing.0, annealing.1, &annealed),
            (grover.0, grover.1, &searched),
            // what shots showed, of one puzzle: bars of many would hide each other
            (Look::Measured, "measured", &shots),
        ];
        let shown = if study.chains().count() == 1 { 4 } else { 3 };
        let figure = DepthFigure {
            file: unit.file,
            title: &format!(
                "Needed to see a solution with 99\u{a0}% probability: {}",
                unit.counted
            ),
            y: AxisOf::new(
                format!("time to 99\u{a0}% ({})", unit.counted),
                AxisKind::Costs,
            ),
            of: &qaoa,
            beside: &beside[..shown],
            is_whole: false,
            meaning: unit.meaning,
        };
        let one = figure.drawn(
            study,
            &format!("no record has a finite time in {}", unit.counted),
        );
        all.pictures.extend(one.pictures);
        all.left_out.extend(one.left_out);
    }
    Ok(all)
}

impl DepthFigure<'_> {
    /// The chart; `nothing` is said where no group has a curve.
    fn drawn(self, study: &Study<'_>, nothing: &str) -> DrawnFigure {
        let mut series = self.settings(study);
        let points = series.iter().flat_map(|series| &series.curves);
        let points: Vec<_> = points.flat_map(|curve| &curve.points).collect();
        match points.as_slice() {
            [] => return DrawnFigure::nothing(nothing),
            [only] => {
                return DrawnFigure::nothing(format!(
                    "it would hold one point alone, {} at p = {}; a curve needs two depths, or two puzzles",
                    plots::short(only.y),
                    only.x
                ));
            }
            _ => (),
        }
        for (look, name, of) in self.beside {
            let of = |record: &Record| {
                if self.is_whole && (self.of)(record).is_none() {
                    None
                } else {
                    of(record)
                }
            };
            series.extend(beside(study, (*look, name), |chain| chain.curve(&of)));
        }
        let heading = study.heading(self.title, said(study) + self.meaning);
        let chart = LineChart::new(heading, AxisOf::depth(), self.y, series);
        DrawnFigure {
            pictures: vec![(self.file.to_owned(), chart.drawn())],
            left_out: Vec::new(),
        }
    }

    /// A series a group, of the chains that have the number: at all their depths, where the curves
    /// are to be whole.
    fn settings(&self, study: &Study<'_>) -> Vec<Series> {
        let series = study.groups.iter().map(|group| {
            let curves = group.chains.iter().filter_map(|chain| {
                let curve = chain.curve(self.of);
                let lacks = curve.points.len() < chain.depths().len();
                let is_left_out = curve.points.is_empty() || self.is_whole && lacks;
                (!is_left_out).then_some(curve)
            });
            Series::new(group.label.clone(), Look::Setting, curves.collect())
        });
        series.filter(|series| !series.curves.is_empty()).collect()
    }
}

/// What one of the others reaches: one series, or one for each of the groups that differ in it.
pub(super) fn beside(
    study: &Study<'_>,
    (look, name): (Look, &str),
    curve: impl Fn(&RecordChain<'_>) -> Curve,
) -> Vec<Series> {
    let mut found: Vec<Series> = Vec::new();
    for group in &study.groups {
        let curves = group.chains.iter().map(&curve);
        let curves: Vec<Curve> = curves.filter(|curve| !curve.points.is_empty()).collect();
        match found.iter_mut().find(|one| one.curves == curves) {
            _ if curves.is_empty() => (),
            Some(known) => known.beside.push(group.label.clone()),
            None => found.push(Series {
                beside: vec![group.label.clone()],
                ..Series::new(name, look, curves)
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
