//! Figures of single states: broken rules and marginals layer by layer, and the likeliest boards at
//! the end.

use super::Figures;
use super::chosen::{Chosen, chosen};
use super::study::{RecordChain, Study, without_seed};
use super::words::{BEST_OF_SEEDS, beside, caption, slug};
use crate::error::Result;
use crate::experiment::boards::{BOARDS, given_board, likely_board};
use crate::pipeline::{LayerNumbers, Layers, LikelyBoard, Record, Source};
use crate::plots::{
    AxisKind, AxisOf, BoardCell, BoardSheet, Curve, Drawn, Heading, LineChart, Look, PictureLayout,
    Series, SmallBoard, short_probability,
};
use ketboard_puzzles::{Cell, Grid, Puzzle};
use std::collections::{BTreeMap, HashMap};

const INITIAL: &str = "Layer 0 is the initial state.";

/// A picture for each chosen puzzle whose record has what is drawn.
fn one_by_one(
    (study, figures): (&Study<'_>, &mut Figures),
    (figure, what): (&str, &str),
    has: impl Fn(&Record) -> bool,
    draw: impl Fn(&Chosen<'_>, PictureLayout) -> Result<Drawn>,
) -> Result<()> {
    let chosen = chosen(study, figures, has);
    if chosen.is_empty() {
        let remedy = "a plan with [record] layers = \"deepest\" holds them";
        figures.leave_out(format!("no record has {what}: {remedy}"));
    }
    for one in &chosen {
        let drawn = draw(one, study.plan.layout)?;
        figures.pictures.push((one.file(figure), drawn));
    }
    Ok(())
}

/// The mean of the broken rules over the puzzles of a family, and those of each chosen puzzle.
pub(super) fn broken(study: &Study<'_>, figures: &mut Figures) -> Result<()> {
    let has = |record: &Record| !record.rules.is_empty() && record.layers.is_some();
    for (family, records) in families(study, has) {
        if records.len() > 1 {
            let chart = broken_rules(heading_of_family(study, family, &records), &records);
            let drawn = chart.drawn(study.plan.layout);
            figures
                .pictures
                .push((format!("broken-all-{}", slug(family)), drawn));
        }
    }
    let what = ("broken", "broken rules layer by layer");
    one_by_one((study, figures), what, has, |one, layout| {
        let chart = broken_rules(heading(one, "broken rules", ""), &[one.record]);
        Ok(chart.drawn(layout))
    })
}

/// For each kind of rule how many are broken after each layer: the mean over the records, where one
/// without rules of a kind breaks none.
fn broken_rules(heading: Heading, records: &[&Record]) -> LineChart {
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
    LineChart::new(heading, x, y, series.collect())
}

/// The records at the study's depth of the first setting, family by family.
fn families<'a>(
    study: &'a Study<'a>,
    has: impl Fn(&Record) -> bool,
) -> BTreeMap<&'a str, Vec<&'a Record>> {
    let mut families: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    let setting = |chain: &RecordChain<'_>| without_seed(&chain.records[0].setting);
    let first = study.chains().next().map(setting);
    let chains = study.chains().filter(|chain| Some(setting(chain)) == first);
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
    Heading::new(
        format!("{family}: broken rules layer by layer at p = {depth}, mean of {count} puzzles"),
        format!("{said}{setting} {INITIAL}"),
    )
}

/// Marginals of each chosen puzzle.
pub(super) fn marginals(study: &Study<'_>, figures: &mut Figures) -> Result<()> {
    let what = ("marginals", "marginals layer by layer");
    let has = |record: &Record| record.layers.is_some();
    one_by_one((study, figures), what, has, marginals_of)
}

/// The marginals of each cell after each layer: where a cell may show one thing or nothing, the
/// probability of that thing; where it may show several, the likeliest and how likely it is.
fn marginals_of(one: &Chosen<'_>, layout: PictureLayout) -> Result<Drawn> {
    let (known, puzzle) = (layers(one.record), puzzle(one.record)?);
    let board = given_board(&puzzle);
    let names = known.cells.iter().map(|name| &**name);
    let places: HashMap<&str, usize> = names.zip(0..).collect();
    let several = known.glyphs.len() > 1;
    let layer = |(k, state): (usize, &LayerNumbers)| {
        let likeliest = |at: Cell| {
            let place = places.get(&*puzzle.name_of(at))?;
            let of = |(glyph, list): (&String, &Vec<f64>)| {
                Some((glyph.chars().next()?, *list.get(*place)?))
            };
            let all = known.glyphs.iter().zip(&state.marginals).filter_map(of);
            all.max_by(|a, b| a.1.total_cmp(&b.1))
        };
        let cell = |at: Cell| {
            let (value, region) = (board.cells[at].value, board.cells[at].region);
            let is_open = value == '.' || value.is_ascii_lowercase();
            let shown = likeliest(at).filter(|_| is_open);
            let percent = shown.filter(|_| !several);
            let percent = percent.map(|(_, shade)| format!("{:.0}", 100.0 * shade));
            let glyph = shown.map(|(glyph, _)| if several { glyph } else { '.' });
            BoardCell {
                value: glyph.unwrap_or(value),
                region,
                shade: shown.map_or(0.0, |(_, shade)| shade),
                number: percent.unwrap_or_default(),
                ..BoardCell::default()
            }
        };
        let success = state.success_probability.map(short_probability);
        SmallBoard {
            title: format!("layer {k}"),
            words: success.map_or_else(String::new, |p| format!("P = {p}")),
            cells: Grid::from_fn(board.cells.rows(), board.cells.cols(), cell),
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
    let what = if puzzle.has_board() {
        "what is likely in each cell"
    } else {
        "how likely each variable is 1"
    };
    let sheet = BoardSheet {
        heading: heading(one, what, &format!("{meaning} {}", variables(&puzzle))),
        style: puzzle.look.shapes,
        boards: known.states.iter().enumerate().map(layer).collect(),
    };
    Ok(sheet.drawn(layout))
}

/// The likeliest boards of each chosen puzzle.
pub(super) fn boards(study: &Study<'_>, figures: &mut Figures) -> Result<()> {
    let what = ("boards", "the likeliest boards of its final state");
    let has = |record: &Record| !likeliest(record).is_empty();
    one_by_one((study, figures), what, has, boards_of)
}

fn boards_of(one: &Chosen<'_>, layout: PictureLayout) -> Result<Drawn> {
    let puzzle = puzzle(one.record)?;
    let likely = likeliest(one.record).iter().take(BOARDS);
    let what = if puzzle.has_board() {
        "boards"
    } else {
        "states"
    };
    let none = if likely.clone().any(|board| board.solves == Some(true)) {
        ""
    } else {
        " None of them is a solution."
    };
    let title = format!(
        "{}: likeliest {what} at p = {}",
        one.chain.name, one.record.depth
    );
    let variables = variables(&puzzle);
    let said = format!("{variables}{}{none}\n{}", one.caption(), beside(one.record));
    let sheet = BoardSheet {
        heading: Heading::new(title, said),
        style: puzzle.look.shapes,
        boards: likely.map(|board| likely_board(&puzzle, board)).collect(),
    };
    Ok(sheet.drawn(layout))
}

/// The puzzle of a record; of a model its variables in a row.
///
/// # Errors
/// If the text is no puzzle, or no model.
fn puzzle(record: &Record) -> Result<Puzzle> {
    Ok(Source::parse(record.input.text(), &record.name)?.puzzle)
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

/// The variables of a model, which are drawn in a row; nothing of a puzzle with a board.
fn variables(puzzle: &Puzzle) -> String {
    if puzzle.has_board() {
        return String::new();
    }
    let model = &puzzle.model;
    let names: Vec<&str> = model.variables().map(|var| model.name(var)).collect();
    let more = if names.len() > NAMED { ", …" } else { "" };
    let shown = names[..names.len().min(NAMED)].join(", ");
    format!("Variables from left to right: {shown}{more}. ")
}

fn heading(one: &Chosen<'_>, what: &str, meaning: &str) -> Heading {
    Heading::new(
        format!(
            "{}: {what}, layer by layer at p = {}",
            one.chain.name, one.record.depth
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
