//! Angle patterns: several depths of one puzzle, and of many puzzles together.

use super::Figures;
use super::chosen::{Chosen, chosen};
use super::study::Study;
use super::words::{BEST_OF_SEEDS, beside, caption};
use crate::error::Result;
use crate::pipeline::Record;
use crate::plots::{AxisKind, AxisOf, Curve, Heading, LineChart, Look, MOST_SERIES, Series};
use std::collections::BTreeSet;
use std::f64::consts::PI;

pub(super) fn patterns(study: &Study<'_>, figures: &mut Figures) -> Result<()> {
    if let Some(chart) = of_many(study) {
        figures.add("angles", &chart, study, 0);
    }
    for one in &chosen(study, figures, |_| true) {
        figures.add(&one.file("angles"), &of_one(one), study, 0);
    }
    Ok(())
}

/// Angles that belong together, of one depth, setting or group of terms: γ and β layer by layer, of
/// each puzzle.
type Pattern = (Series, Series);

/// Layer k of p lies at (k − ½)/p, the middle of its share of the circuit (the abscissa of the
/// Fourier parameters of Zhou et al. 2020, eq. 8), so that depths can be laid over each other.
fn series(name: &str, lists: impl IntoIterator<Item = (String, Vec<f64>)>) -> Series {
    let curve = |(of, angles): (String, Vec<f64>)| {
        let p = angles.len() as f64;
        let places = (0..).map(|k| (f64::from(k) + 0.5) / p);
        Curve::exact(of, places.zip(angles))
    };
    Series::new(name, Look::Setting, lists.into_iter().map(curve).collect())
}

/// The angles of records as one series of γ, in natural units, and one of β.
fn pattern(name: &str, records: &[&Record]) -> Pattern {
    let lists = |k: usize| {
        let lists = records.iter().flat_map(move |record| {
            let is_one = records.len() == 1;
            let of = if is_one { name } else { &*record.name };
            let [gammas, betas] = folded_angles(record);
            let lists = if k == 0 { gammas } else { betas };
            lists.into_iter().map(|list| (of.to_owned(), list))
        });
        series(name, lists)
    };
    (lists(0), lists(1))
}

/// γ above, β below.
fn chart(heading: Heading, patterns: Vec<Pattern>) -> LineChart {
    let (gammas, betas) = patterns.into_iter().unzip();
    let axis = |title: &str| AxisOf::new(title, AxisKind::FromZero);
    let x = AxisOf::new("layer, (k − ½)/p", AxisKind::Numbers);
    let mut chart = LineChart::new(heading, x, axis("γ in units of √n/σ(C)"), gammas);
    chart.panels.push((axis("β (radians)"), betas));
    chart
}

/// The median pattern of each setting, or of the only one at each of some depths, where there are
/// several puzzles.
fn of_many(study: &Study<'_>) -> Option<LineChart> {
    let plain = |record: &&Record| record.gammas.len() == record.depth;
    let records: Vec<&Record> = study.records().filter(plain).collect();
    let is_one = study.groups.len() == 1;
    let (at, depths) = if is_one {
        (String::new(), depths(records.iter().map(|r| r.depth)))
    } else {
        (format!(" at p = {}", study.depth), vec![study.depth])
    };
    let bundles = study.groups.iter().flat_map(|group| {
        depths.iter().filter_map(move |&depth| {
            let records = group.chains.iter().filter_map(|chain| chain.at(depth));
            let records: Vec<&Record> = records.filter(plain).collect();
            let name = if is_one {
                format!("p = {depth}")
            } else {
                group.label.clone()
            };
            (!records.is_empty()).then(|| pattern(&name, &records))
        })
    });
    let bundles: Vec<Pattern> = bundles.collect();
    let said = caption(study.records(), BEST_OF_SEEDS);
    let title = format!("Angles layer by layer{at}");
    let heading = Heading::new(title, format!("{said}\n{}", folded(&records)));
    let several = study.groups.iter().any(|group| group.chains.len() > 1);
    (several && !bundles.is_empty()).then(|| chart(heading, bundles))
}

/// Several depths of one chain; with an angle for each group of terms, its groups at one depth.
fn of_one(one: &Chosen<'_>) -> LineChart {
    let record = one.record;
    let is_grouped = record.gammas.len() > record.depth;
    let drawn: Vec<&Record> = one.chain.best().collect();
    let (at, patterns) = if is_grouped {
        (format!(" at p = {}", record.depth), groups(record))
    } else {
        let wanted = depths(drawn.iter().map(|r| r.depth));
        let plain = drawn.iter().filter(|r| wanted.contains(&r.depth));
        let of = |r: &&Record| pattern(&format!("p = {}", r.depth), &[*r]);
        (String::new(), plain.map(of).collect())
    };
    let title = format!("{}: angles layer by layer{at}", one.chain.name);
    let said = [one.caption(), folded(&drawn), beside(record)].join("\n");
    chart(Heading::new(title, said), patterns)
}

/// A pattern for each group of terms; the angles of the mixer are those of all.
fn groups(record: &Record) -> Vec<Pattern> {
    let [gammas, betas] = folded_angles(record);
    let numbered = |lists: Vec<Vec<f64>>| (1..).map(|k| format!("no. {k}")).zip(lists);
    let names: Vec<&String> = record.groups.iter().flatten().collect();
    if names.len() > MOST_SERIES || names.len() < gammas.len() {
        let all = "all terms";
        return vec![(series(all, numbered(gammas)), series(all, numbered(betas)))];
    }
    let pattern = |(name, list): (&String, Vec<f64>)| {
        let gammas = series(name, [(name.clone(), list)]);
        (gammas, series(name, numbered(betas.clone())))
    };
    names.into_iter().zip(gammas).map(pattern).collect()
}

/// The γ that are drawn, in natural units, by which puzzles compare, and the β: list after list of
/// one number a layer.
fn folded_angles(record: &Record) -> [Vec<Vec<f64>>; 2] {
    let (mut gammas, betas) = fold(&record.gammas, &record.betas, has_period(record));
    gammas
        .iter_mut()
        .for_each(|gamma| *gamma /= record.gamma_unit);
    [gammas, betas].map(|angles| {
        let lists = angles.chunks(record.depth.max(1));
        lists.map(<[f64]>::to_vec).collect()
    })
}

/// The angles γ and β that are drawn in place of all that give the same probabilities.
///
/// Costs, mixers and starts are real, so that (−γ, −β) gives the complex conjugate of the state of
/// (γ, β): of the two the one is drawn whose γ have a positive sum, as a ramp that minimizes has.
/// Where the mixer has the period π, the β from above −π/2 to π/2 is drawn.
fn fold(gammas: &[f64], betas: &[f64], periodic: bool) -> (Vec<f64>, Vec<f64>) {
    let sign = if gammas.iter().sum::<f64>() < 0.0 {
        -1.0
    } else {
        1.0
    };
    let beta = |beta: &f64| {
        let turns = if periodic {
            (sign * beta / PI - 0.5).ceil()
        } else {
            0.0
        };
        sign * beta - PI * turns
    };
    let gammas = gammas.iter().map(|gamma| sign * gamma).collect();
    (gammas, betas.iter().map(beta).collect())
}

/// Of the X mixer on qubits e^{−iπΣX} is 1 or −1 on all states.
fn has_period(record: &Record) -> bool {
    record.setting.space() == Some(("qubits", "x"))
}

/// How angles are folded, for captions.
fn folded(records: &[&Record]) -> String {
    let periods = match records.iter().filter(|record| has_period(record)).count() {
        0 => "",
        all if all == records.len() => "; β is drawn modulo π, from −π/2 to π/2",
        _ => "; β of the X mixer is drawn modulo π, from −π/2 to π/2",
    };
    format!(
        "Angles are folded: where the sum of γ is negative the mirror image (−γ, −β) is drawn, which has the same probabilities{periods}."
    )
}

/// All depths, or as many as a plot can show, evenly spread, the deepest among them.
fn depths(all: impl Iterator<Item = usize>) -> Vec<usize> {
    let all: Vec<usize> = all.collect::<BTreeSet<usize>>().into_iter().collect();
    let count = all.len().min(MOST_SERIES);
    let place = |k: usize| k * (all.len() - 1) / (count - 1).max(1);
    (0..count).map(|k| all[place(k)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_depths_are_drawn_as_far_as_they_can_be_told_apart() {
        assert_eq!(depths([3, 1, 2, 2].into_iter()), [1, 2, 3]);
        assert_eq!(depths([4].into_iter()), [4]);
        assert_eq!(depths(1..=10), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        let many = depths(1..=40);
        assert!(many.len() == MOST_SERIES && many[0] == 1 && many.ends_with(&[40]));
    }

    #[test]
    fn mirror_images_and_periods_of_a_minimum_are_drawn_as_one() {
        let near = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
        let (gammas, betas) = ([0.3, 0.6], [-0.5, -0.2]);
        assert_eq!(
            fold(&gammas, &betas, true),
            (gammas.to_vec(), betas.to_vec())
        );
        for (gammas_of, betas_of) in [
            ([-0.3, -0.6], [0.5, 0.2]),
            ([0.3, 0.6], [PI - 0.5, -0.2 - 2.0 * PI]),
            ([-0.3, -0.6], [0.5 - PI, 0.2 + 3.0 * PI]),
        ] {
            let found = fold(&gammas_of, &betas_of, true);
            assert!(
                near(&found.0, &gammas) && near(&found.1, &betas),
                "{found:?}"
            );
        }
        assert_eq!(fold(&[-1.0], &[2.0], false), (vec![1.0], vec![-2.0]));
    }
}
