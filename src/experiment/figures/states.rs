//! Figures of single states: broken rules and marginals layer by layer, and the likeliest boards at
//! the end.

use super::DrawnFigure;
use super::board::{likely_board, open_board, puzzle};
use super::chosen::{Chosen, chosen};
use super::study::Study;
use super::words::{BEST_OF_SEEDS, beside, caption, number, slug};
use crate::error::{Error, Result};
use crate::experiment::pictures::symbols;
use crate::lab::{Layers, Record};
use crate::plots::{
    self, BrokenRules, CellMarginal, Heading, LikeliestBoards, MarginalBoards, MarginalLayer,
};
use ketboard_puzzles::Puzzle;

/// How many of the likeliest boards are drawn.
const BOARDS: usize = 10;

/// Broken rules of each chosen puzzle, and the mean over the puzzles of a family.
pub(super) fn broken(study: &Study<'_>) -> Result<DrawnFigure> {
    let has = |record: &Record| !record.rules.is_empty() && record.layers.is_some();
    let (chosen, left_out) = chosen(study, has);
    if chosen.is_empty() {
        return Ok(DrawnFigure::nothing(
            "no record has broken rules layer by layer: a plan with [record] layers = \"deepest\" holds them",
        ));
    }
    let mut drawn = DrawnFigure {
        left_out,
        ..DrawnFigure::default()
    };
    for (family, records) in families(study, has) {
        if let Some(plot) = broken_of_family(study, family, &records) {
            let name = format!("broken-all-{}", slug(family));
            drawn.push(name, plots::broken_rules(&plot)?);
        }
    }
    for one in &chosen {
        let plot = BrokenRules {
            heading: heading(one, "broken rules", ""),
            kinds: one
                .record
                .rules
                .iter()
                .map(|rule| rule.kind.clone())
                .collect(),
            layers: layers(one.record)
                .states
                .iter()
                .map(|s| s.broken.clone())
                .collect(),
        };
        drawn.push(format!("broken-{}", one.slug), plots::broken_rules(&plot)?);
    }
    Ok(drawn)
}

/// The records at the study's depth of the first setting, family by family.
fn families<'a>(
    study: &'a Study<'a>,
    has: impl Fn(&Record) -> bool,
) -> Vec<(&'a str, Vec<&'a Record>)> {
    let mut families: Vec<(&str, Vec<&Record>)> = Vec::new();
    let chains = study.groups.iter().take(1).flat_map(|group| &group.chains);
    let records = chains.filter_map(|chain| chain.at(study.depth));
    for record in records.filter(|record| has(record)) {
        let family = record.family.as_deref().unwrap_or("model");
        match families.iter_mut().find(|(known, _)| *known == family) {
            Some((_, records)) => records.push(record),
            None => families.push((family, vec![record])),
        }
    }
    families
}

/// The mean over the puzzles of a family; a puzzle without rules of a kind breaks none. `None`
/// below two puzzles.
fn broken_of_family(study: &Study<'_>, family: &str, records: &[&Record]) -> Option<BrokenRules> {
    if records.len() < 2 {
        return None;
    }
    let mut kinds: Vec<String> = Vec::new();
    for rule in records.iter().flat_map(|record| &record.rules) {
        if !kinds.contains(&rule.kind) {
            kinds.push(rule.kind.clone());
        }
    }
    let of = |record: &Record, layer: usize, kind: &String| {
        let place = record.rules.iter().position(|rule| rule.kind == *kind)?;
        layers(record).states.get(layer)?.broken.get(place).copied()
    };
    let mean = |layer: usize, kind: &String| {
        let sum: f64 = records
            .iter()
            .filter_map(|record| of(record, layer, kind))
            .sum();
        sum / records.len() as f64
    };
    let setting = match study.groups.as_slice() {
        [_] => String::new(),
        groups => format!(" Setting: {}.", groups[0].label),
    };
    let title = format!(
        "{family}: broken rules layer by layer at p = {}, mean of {} puzzles",
        study.depth,
        records.len()
    );
    let caption = format!(
        "{}{setting} Layer 0 is the initial state.",
        caption(records.iter().copied(), BEST_OF_SEEDS)
    );
    Some(BrokenRules {
        heading: study.heading(title, caption),
        layers: (0..=study.depth)
            .map(|layer| kinds.iter().map(|kind| mean(layer, kind)).collect())
            .collect(),
        kinds,
    })
}

/// Marginals of each chosen puzzle.
pub(super) fn marginals(study: &Study<'_>) -> Result<DrawnFigure> {
    let (chosen, left_out) = chosen(study, |record| record.layers.is_some());
    if chosen.is_empty() {
        return Ok(DrawnFigure::nothing(
            "no record has marginals layer by layer: a plan with [record] layers = \"deepest\" holds them",
        ));
    }
    let mut drawn = DrawnFigure {
        left_out,
        ..DrawnFigure::default()
    };
    for one in &chosen {
        let puzzle = puzzle(one.record)?;
        let plot = marginal_plot(one, &puzzle)?;
        drawn.push(
            format!("marginals-{}", one.slug),
            plots::marginal_boards(&plot)?,
        );
    }
    Ok(drawn)
}

fn marginal_plot(one: &Chosen<'_>, puzzle: &Puzzle) -> Result<MarginalBoards> {
    let known = layers(one.record);
    let board = open_board(puzzle);
    let places = known
        .cells
        .iter()
        .map(|name| place(name, puzzle, one.record));
    let places = places.collect::<Result<Vec<_>>>()?;
    let open = |&(row, col): &(usize, usize)| {
        let text = board.rows.get(row).and_then(|row| row.chars().nth(col));
        text == Some('.')
    };
    let layer = |(k, state): (usize, &crate::pipeline::LayerNumbers)| {
        let cell = |(c, at): (usize, &(usize, usize))| {
            let of =
                |(glyph, list): (&String, &Vec<f64>)| Some((glyph.chars().next()?, *list.get(c)?));
            let all = known.glyphs.iter().zip(&state.marginals).filter_map(of);
            let (glyph, probability) = all.max_by(|a, b| a.1.total_cmp(&b.1))?;
            Some(CellMarginal {
                cell: *at,
                probability,
                glyph: (known.glyphs.len() > 1).then_some(glyph),
            })
        };
        let cells = places.iter().enumerate().filter(|(_, at)| open(at));
        let success = state
            .success_probability
            .map(|p| format!("P = {}", number(p)));
        MarginalLayer {
            name: format!("layer {k}"),
            words: success.unwrap_or_default(),
            cells: cells.filter_map(cell).collect(),
        }
    };
    let states = known.states.iter().enumerate();
    Ok(MarginalBoards {
        heading: match puzzle.has_board() {
            true => heading(one, "what is likely in each cell", ""),
            false => heading(one, "how likely each variable is 1", &variables(puzzle)),
        },
        style: symbols(puzzle.look.shapes),
        what: with_article(puzzle.look.words[1]),
        layers: states.map(layer).collect(),
        board,
    })
}

/// `a queen`; a 1 where values have no name.
fn with_article(word: &str) -> String {
    format!("a {word}")
}

/// The cell of a name such as `r2c3` or, of a model, of a variable's name, 0-based.
fn place(name: &str, puzzle: &Puzzle, record: &Record) -> Result<(usize, usize)> {
    let mut cells = puzzle.slots.iter().map(|(cell, _)| cell);
    let cell = cells.find(|cell| puzzle.name_of(*cell) == name);
    let cell = cell.ok_or_else(|| {
        let found = format!("{name:?} names no cell");
        Error::argument(
            format!("the layers of {}", record.run),
            found,
            "cells are r1c1, r1c2, …, or the variables of a model",
        )
    })?;
    Ok((cell.row, cell.col))
}

/// The likeliest boards of each chosen puzzle.
pub(super) fn boards(study: &Study<'_>) -> Result<DrawnFigure> {
    let last = |record: &Record| {
        let layers = record.layers.as_ref()?;
        layers
            .states
            .last()
            .filter(|state| !state.likeliest.is_empty())
            .cloned()
    };
    let (chosen, left_out) = chosen(study, |record| last(record).is_some());
    if chosen.is_empty() {
        return Ok(DrawnFigure::nothing(
            "no record has the likeliest boards of its final state: a plan with [record] layers = \"deepest\" holds them",
        ));
    }
    let mut drawn = DrawnFigure {
        left_out,
        ..DrawnFigure::default()
    };
    for one in &chosen {
        let Some(state) = last(one.record) else {
            continue;
        };
        let puzzle = puzzle(one.record)?;
        let (what, variables) = match puzzle.has_board() {
            true => ("boards", String::new()),
            false => ("states", variables(&puzzle)),
        };
        let shown = state.likeliest.iter().take(BOARDS);
        let plot = LikeliestBoards {
            heading: one.heading(
                format!("{}: likeliest {what} at p = {}", one.name, one.record.depth),
                format!("{variables}{}\n{}", one.caption(), beside(one.record)),
            ),
            style: symbols(puzzle.look.shapes),
            boards: shown.map(|likely| likely_board(&puzzle, likely)).collect(),
        };
        drawn.push(
            format!("boards-{}", one.slug),
            plots::likeliest_boards(&plot)?,
        );
    }
    Ok(drawn)
}

/// Most names of variables that a caption tells.
const NAMED: usize = 24;

/// The variables of a model, which are drawn in a row.
fn variables(puzzle: &Puzzle) -> String {
    let model = &puzzle.model;
    let names: Vec<&str> = model.variables().map(|var| model.name(var)).collect();
    let more = if names.len() > NAMED { ", …" } else { "" };
    let shown = names[..names.len().min(NAMED)].join(", ");
    format!("Variables from left to right: {shown}{more}. ")
}

fn heading(one: &Chosen<'_>, what: &str, variables: &str) -> Heading {
    one.heading(
        format!(
            "{}: {what}, layer by layer at p = {}",
            one.name, one.record.depth
        ),
        format!(
            "Layer 0 is the initial state. {variables}{}\n{}",
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
