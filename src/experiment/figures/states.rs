//! Figures of single states: broken rules and marginals layer by layer, and the likeliest boards at
//! the end.

use super::DrawnFigure;
use super::board::{likely_board, open_board, puzzle};
use super::chosen::{Chosen, chosen};
use super::study::{RecordChain, Study, without_seed};
use super::words::{BEST_OF_SEEDS, beside, caption, slug};
use crate::error::Result;
use crate::experiment::pictures::BOARDS;
use crate::lab::{Layers, Record};
use crate::pipeline::{LayerNumbers, LikelyBoard};
use crate::plots::{
    AxisKind, AxisOf, BoardSheet, CellShade, Curve, Drawn, Heading, LineChart, Look, Series,
    ShadeContent, SmallBoard, Tone, short_probability,
};
use ketboard_puzzles::Puzzle;
use std::collections::{BTreeMap, HashMap};

const INITIAL: &str = "Layer 0 is the initial state.";

/// A picture for each chosen puzzle whose record has what is drawn.
fn one_by_one(
    study: &Study<'_>,
    (figure, what): (&str, &str),
    has: impl Fn(&Record) -> bool,
    draw: impl Fn(&Chosen<'_>) -> Result<Drawn>,
) -> Result<DrawnFigure> {
    let (chosen, left_out) = chosen(study, has);
    if chosen.is_empty() {
        let remedy = "a plan with [record] layers = \"deepest\" holds them";
        return Ok(DrawnFigure::nothing(format!(
            "no record has {what}: {remedy}"
        )));
    }
    let picture = |one: &Chosen<'_>| Ok((format!("{figure}-{}", one.slug), draw(one)?));
    Ok(DrawnFigure {
        pictures: chosen.iter().map(picture).collect::<Result<_>>()?,
        left_out,
    })
}

/// Broken rules of each chosen puzzle, and the mean over the puzzles of a family.
pub(super) fn broken(study: &Study<'_>) -> Result<DrawnFigure> {
    let has = |record: &Record| !record.rules.is_empty() && record.layers.is_some();
    let what = ("broken", "broken rules layer by layer");
    let mut drawn = one_by_one(study, what, has, |one| {
        Ok(broken_rules(
            heading(one, "broken rules", ""),
            &[one.record],
        ))
    })?;
    let mut of_families = Vec::new();
    for (family, records) in families(study, has) {
        if records.len() > 1 && !drawn.pictures.is_empty() {
            let picture = broken_rules(heading_of_family(study, family, &records), &records);
            of_families.push((format!("broken-all-{}", slug(family)), picture));
        }
    }
    drawn.pictures.splice(0..0, of_families);
    Ok(drawn)
}

/// For each kind of rule how many are broken after each layer: the mean over the records, where one
/// without rules of a kind breaks none.
fn broken_rules(heading: Heading, records: &[&Record]) -> Drawn {
    let mut kinds: Vec<&str> = Vec::new();
    for rule in records.iter().flat_map(|record| &record.rules) {
        if !kinds.contains(&&*rule.kind) {
            kinds.push(&rule.kind);
        }
    }
    let of = |record: &Record, layer: usize, kind: &str| {
        let place = record.rules.iter().position(|rule| rule.kind == kind)?;
        let broken = layers(record).states.get(layer)?.broken.get(place)?;
        Some(broken.max(0.0))
    };
    let mean = |layer: usize, kind: &str| {
        let found = records.iter().filter_map(|record| of(record, layer, kind));
        found.sum::<f64>() / records.len() as f64
    };
    let count = records
        .iter()
        .map(|record| layers(record).states.len())
        .max();
    let series = kinds.into_iter().map(|kind| {
        let points = (0..count.unwrap_or(0)).map(|layer| (layer as f64, mean(layer, kind)));
        Series::new(kind, Look::Setting, vec![Curve::exact(kind, points)])
    });
    let x = AxisOf::new("layer", AxisKind::WholeNumbers);
    let y = AxisOf::new("broken rules (mean)", AxisKind::FromZero);
    LineChart::new(heading, x, y, series.collect()).drawn()
}

/// The records at the study's depth of the first setting, family by family.
fn families<'a>(
    study: &'a Study<'a>,
    has: impl Fn(&Record) -> bool,
) -> BTreeMap<&'a str, Vec<&'a Record>> {
    let mut families: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    let setting = |chain: &RecordChain<'_>| without_seed(&chain.records[0].setting);
    let chains = || study.chains().map(|(_, chain)| chain);
    let first = chains().next().map(setting);
    let chains = chains().filter(|chain| Some(setting(chain)) == first);
    let records = chains.filter_map(|chain| chain.at(study.depth));
    for record in records.filter(|record| has(record)) {
        let family = record.family.as_deref().unwrap_or("model");
        families.entry(family).or_default().push(record);
    }
    families
}

fn heading_of_family(study: &Study<'_>, family: &str, records: &[&Record]) -> Heading {
    let setting = match study.groups.as_slice() {
        [first, _, ..] if study.plan.by.is_empty() => format!(" Setting: {}.", first.label),
        _ => String::new(),
    };
    let (depth, count) = (study.depth, records.len());
    let said = caption(records.iter().copied(), BEST_OF_SEEDS);
    study.heading(
        format!("{family}: broken rules layer by layer at p = {depth}, mean of {count} puzzles"),
        format!("{said}{setting} {INITIAL}"),
    )
}

/// Marginals of each chosen puzzle.
pub(super) fn marginals(study: &Study<'_>) -> Result<DrawnFigure> {
    let what = ("marginals", "marginals layer by layer");
    one_by_one(study, what, |record| record.layers.is_some(), marginals_of)
}

/// The marginals of each cell after each layer: where a cell may show one thing or nothing, the
/// probability of that thing; where it may show several, the likeliest and how likely it is.
fn marginals_of(one: &Chosen<'_>) -> Result<Drawn> {
    let (known, puzzle) = (layers(one.record), puzzle(one.record)?);
    let board = open_board(&puzzle);
    let named = puzzle.slots.iter();
    let named = named.map(|(cell, _)| (puzzle.name_of(cell), (cell.row, cell.col)));
    let places: HashMap<String, (usize, usize)> = named.collect();
    let is_open = |&(row, col): &(usize, usize)| {
        let text = board.rows.get(row).and_then(|row| row.chars().nth(col));
        text == Some('.')
    };
    let several = known.glyphs.len() > 1;
    let cells = known.cells.iter().enumerate();
    let cells = cells.filter_map(|(c, name)| Some((c, *places.get(name)?)));
    let cells: Vec<(usize, (usize, usize))> = cells.filter(|(_, at)| is_open(at)).collect();
    let layer = |(k, state): (usize, &LayerNumbers)| {
        let shade = |&(c, cell): &(usize, (usize, usize))| {
            let of =
                |(glyph, list): (&String, &Vec<f64>)| Some((glyph.chars().next()?, *list.get(c)?));
            let all = known.glyphs.iter().zip(&state.marginals).filter_map(of);
            let (glyph, strength) = all.max_by(|a, b| a.1.total_cmp(&b.1))?;
            Some(CellShade {
                cell,
                strength,
                tone: Tone::Cool,
                content: if several {
                    ShadeContent::Glyph(glyph)
                } else {
                    ShadeContent::Number(format!("{:.0}", 100.0 * strength))
                },
            })
        };
        let success = state.success_probability.map(short_probability);
        SmallBoard {
            title: format!("layer {k}"),
            words: success.map_or_else(String::new, |p| format!("P = {p}")),
            shades: cells.iter().filter_map(shade).collect(),
            givens: Vec::new(),
            ..board.clone()
        }
    };
    let meaning = if several {
        "A cell shows its likeliest value; the stronger its shade, the likelier.".to_owned()
    } else {
        format!(
            "The number in a cell is the probability of a {} in percent; so is the shade.",
            puzzle.look.words[1]
        )
    };
    let (what, variables) = if puzzle.has_board() {
        ("what is likely in each cell", String::new())
    } else {
        ("how likely each variable is 1", variables(&puzzle))
    };
    let sheet = BoardSheet {
        heading: heading(one, what, &format!("{meaning} {variables}")),
        style: puzzle.look.shapes,
        boards: known.states.iter().enumerate().map(layer).collect(),
    };
    Ok(sheet.drawn())
}

/// The likeliest boards of each chosen puzzle.
pub(super) fn boards(study: &Study<'_>) -> Result<DrawnFigure> {
    let what = ("boards", "the likeliest boards of its final state");
    one_by_one(
        study,
        what,
        |record| !likeliest(record).is_empty(),
        |one| {
            let puzzle = puzzle(one.record)?;
            let (what, variables) = if puzzle.has_board() {
                ("boards", String::new())
            } else {
                ("states", variables(&puzzle))
            };
            let shown = || likeliest(one.record).iter().take(BOARDS);
            let none = if shown().any(|likely| likely.solves == Some(true)) {
                ""
            } else {
                " None of them is a solution."
            };
            let title = format!("{}: likeliest {what} at p = {}", one.name, one.record.depth);
            let said = format!("{variables}{}{none}\n{}", one.caption(), beside(one.record));
            let sheet = BoardSheet {
                heading: one.heading(title, said),
                style: puzzle.look.shapes,
                boards: shown()
                    .map(|likely| likely_board(&puzzle, likely))
                    .collect(),
            };
            Ok(sheet.drawn())
        },
    )
}

/// The likeliest boards after the last layer that a record holds.
fn likeliest(record: &Record) -> &[LikelyBoard] {
    let last = record
        .layers
        .as_ref()
        .and_then(|layers| layers.states.last());
    last.map_or(&[], |state| &state.likeliest)
}

/// Most names of variables in a caption.
const NAMED: usize = 24;

/// The variables of a model, which are drawn in a row.
fn variables(puzzle: &Puzzle) -> String {
    let model = &puzzle.model;
    let names: Vec<&str> = model.variables().map(|var| model.name(var)).collect();
    let more = if names.len() > NAMED { ", …" } else { "" };
    let shown = names[..names.len().min(NAMED)].join(", ");
    format!("Variables from left to right: {shown}{more}. ")
}

fn heading(one: &Chosen<'_>, what: &str, meaning: &str) -> Heading {
    one.heading(
        format!(
            "{}: {what}, layer by layer at p = {}",
            one.name, one.record.depth
        ),
        format!(
            "{}\n{}\n{INITIAL} {meaning}",
            one.caption(),
            beside(one.record)
        ),
    )
}

fn layers(record: &Record) -> &Layers {
    record
        .layers
        .as_ref()
        .expect("only records that have layers are chosen")
}
