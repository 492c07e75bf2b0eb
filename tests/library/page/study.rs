//! A small study, run for real but for its angles, which are a ramp: the records that pages are
//! made of in tests.

use crate::pipeline::{
    Annealed, Baselines, Conventions, Found, Input, KindKept, LayerNumbers, Layers, LikelyBoard,
    MeasuredRecord, Metrics, Record, ShotEstimate,
};
use crate::pipeline::{Problem, Truth};
use crate::settings::Settings;
use crate::tests::records::setting as usual;
use ketboard_circuits::{GroverAmplitudes, wilson};
use ketboard_puzzles::{Cell, Kind, Limits, Puzzle, Slot, Violation};
use ketboard_qaoa::search::Strategy;
use ketboard_qaoa::{Angles, Ansatz};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The records of shipped puzzles, by the stems of their files, in two settings that differ in the
/// seed and the strategy.
pub(crate) fn study(names: &[&str], depths: usize) -> Vec<Record> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    let mut records = Vec::new();
    for name in names {
        let text = std::fs::read_to_string(folder.join(format!("{name}.toml"))).unwrap();
        let run = Run::new(name, &text);
        for (strategy, slope) in [("ramp", 0.75), ("tqa", 0.5)] {
            let setting = setting(strategy);
            records.extend((1..=depths).map(|p| run.record(&setting, slope, p)));
        }
    }
    records
}

fn setting(strategy: &str) -> Settings {
    Settings {
        target_qubits: Some(6),
        strategy: Strategy::parse(strategy).unwrap(),
        starts: 1,
        iterations: 0,
        seed: 7,
        ..usual()
    }
}

/// One puzzle, reduced and solved.
struct Run {
    name: String,
    text: String,
    problem: Problem,
    truth: Truth,
    ansatz: Ansatz,
}

impl Run {
    fn new(name: &str, text: &str) -> Self {
        let plan = Settings {
            reduce: None,
            target_qubits: Some(6),
            ..Settings::default()
        };
        let puzzle = Puzzle::parse(text, name).unwrap();
        let problem = Problem::new(puzzle, &plan).unwrap();
        Self {
            name: name.to_owned(),
            text: text.to_owned(),
            truth: problem.truth(&Limits::default()).unwrap(),
            ansatz: crate::tests::ansatz_of(&problem),
            problem,
        }
    }

    fn record(&self, setting: &Settings, slope: f64, depth: usize) -> Record {
        let (cost, truth) = (self.ansatz.cost(), &self.truth);
        let step = |k: usize| (k as f64 + 0.5) / depth as f64;
        let spread = cost.standard_deviation().max(1e-9);
        let gammas: Vec<f64> = (0..depth).map(|k| slope * step(k) / spread).collect();
        let betas: Vec<f64> = (0..depth).map(|k| slope * (step(k) - 1.0)).collect();
        let layers: Vec<LayerNumbers> = (0..=depth)
            .map(|k| self.layer(&gammas[..k], &betas[..k]))
            .collect();
        let last = layers.last().unwrap();
        let success = last.success_probability.unwrap();
        let random = truth.indices.fraction();
        let hits = (1024.0 * success).round() as u64;
        let (low, high) = wilson(hits, 1024);
        let shots = |p: f64| (0.01_f64.ln() / (1.0 - p).ln()).ceil();
        let ground = cost.min();
        Record {
            found: Found::default(),
            run: format!("{}-{}-{depth}", self.name, setting.strategy.name()),
            name: self.name.clone(),
            family: Some(self.problem.puzzle.family.to_owned()),
            depth,
            setting: setting.clone(),
            input: Input::Puzzle(self.text.clone()),
            qubits: self.problem.qubits(),
            states: 1 << self.problem.qubits(),
            model_hash: self.problem.cost.polynomial.hash(),
            solutions: Some(truth.boards.len()),
            highest_energy: cost.max(),
            mean_energy: cost.mean(),
            standard_deviation: cost.standard_deviation(),
            gap: cost.gap(cost.rounding()),
            first_excited_states: None,
            gammas,
            gamma_unit: self.ansatz.gamma_unit(),
            betas,
            groups: None,
            evaluations: Some(40 * depth as u64),
            search_layers: Some((1..=depth as u64).map(|k| 40 * k).sum()),
            objective: Some(last.expectation),
            search_value: None,
            metrics: Metrics {
                random_success_probability: Some(random),
                ..Metrics::known(last.expectation, Some(success), ground)
            },
            approximation_ratio: Some((cost.max() - last.expectation) / (cost.max() - ground)),
            rules: self.rules(last),
            measured: Some(MeasuredRecord {
                shots: 1024,
                hits,
                obeying: None,
                success: ShotEstimate {
                    value: hits as f64 / 1024.0,
                    low,
                    high: Some(high),
                },
                shots_to_99: None,
            }),
            shots_to_99: Some(shots(success)),
            layers_to_99: Some(shots(success) * depth as f64),
            baselines: Baselines {
                annealing: Some(Annealed {
                    asked_sweeps: None,
                    flips: 40.0 * depth as f64,
                    sweeps: 4.0,
                    runs: std::num::NonZero::new(200).unwrap(),
                    success: ShotEstimate {
                        value: 0.5,
                        low: 0.431,
                        high: Some(0.569),
                    },
                }),
                grover: Some(GroverAmplitudes::success_after(depth as f64, random, 1.0)),
                exact_search_nodes: Some(17),
            },
            layers: Some(Layers {
                cells: self.cells().iter().map(Cell::to_string).collect(),
                glyphs: self.glyphs().iter().map(char::to_string).collect(),
                states: layers,
            }),
            version: "0.1.0".into(),
            conventions: Conventions::of(false),
        }
    }

    fn cells(&self) -> Vec<Cell> {
        let slots = self.problem.puzzle.slots.iter();
        let holds = |slot: &Slot| !slot.vars().is_empty();
        slots
            .filter(|(_, slot)| holds(slot))
            .map(|(cell, _)| cell)
            .collect()
    }

    /// `1` where a cell is 0 or 1, else all symbols.
    fn glyphs(&self) -> Vec<char> {
        let mut symbols = BTreeSet::new();
        for (_, slot) in self.problem.puzzle.slots.iter() {
            match slot {
                Slot::Choice(choice) => symbols.extend(choice.of.iter().map(|(c, _)| *c)),
                Slot::Bit(_) => drop(symbols.insert('1')),
                Slot::Missing | Slot::Tree => {}
            }
        }
        symbols.into_iter().collect()
    }

    fn kinds(&self) -> Vec<Kind> {
        let kinds = self.problem.puzzle.model.constraints().iter();
        let kinds: BTreeSet<Kind> = kinds.map(|rule| rule.kind).collect();
        kinds.into_iter().collect()
    }

    fn rules(&self, last: &LayerNumbers) -> Vec<KindKept> {
        let model = &self.problem.puzzle.model;
        let count = |kind| model.constraints().iter().filter(move |c| c.kind == kind);
        let rules = self.kinds().into_iter().zip(&last.broken);
        rules
            .map(|(kind, &broken)| KindKept {
                kind: kind.name().to_owned(),
                kept: (1.0 - broken).max(0.0),
                broken,
                count: count(kind).count(),
            })
            .collect()
    }

    fn layer(&self, gammas: &[f64], betas: &[f64]) -> LayerNumbers {
        let angles = Angles::new(gammas.to_vec(), betas.to_vec()).unwrap();
        let state = self.ansatz.state(&angles).unwrap();
        let model = &self.problem.puzzle.model;
        let (cells, glyphs, kinds) = (self.cells(), self.glyphs(), self.kinds());
        let mut marginals = vec![vec![0.0; cells.len()]; glyphs.len()];
        let mut broken = vec![0.0; kinds.len()];
        let mut boards: BTreeMap<Vec<String>, (f64, bool)> = BTreeMap::new();
        for (index, p) in state.probabilities().into_iter().enumerate() {
            let board = self.problem.lift_index(index as u64);
            let rows = self.problem.puzzle.board(&board);
            for (place, cell) in cells.iter().enumerate() {
                let shown = rows[cell.row].chars().nth(cell.col);
                let glyph = glyphs.iter().position(|glyph| Some(*glyph) == shown);
                glyph.into_iter().for_each(|g| marginals[g][place] += p);
            }
            for violation in model.violations(&board) {
                if let Violation::Constraint(rule) = violation {
                    let kind = model.constraints()[rule].kind;
                    let place = kinds.iter().position(|known| *known == kind);
                    broken[place.unwrap()] += p;
                }
            }
            let solves = self.truth.indices.contains(index as u64);
            boards.entry(rows).or_insert((0.0, solves)).0 += p;
        }
        let mut likeliest: Vec<LikelyBoard> = boards
            .into_iter()
            .map(|(board, (probability, solves))| LikelyBoard {
                index: 0,
                board,
                probability,
                solves: Some(solves),
            })
            .collect();
        likeliest.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        likeliest.truncate(10);
        LayerNumbers {
            rules: Vec::new(),
            expectation: state.expectation(self.ansatz.cost()),
            success_probability: Some(state.probability_of(self.truth.indices.iter())),
            broken,
            marginals,
            likeliest,
        }
    }
}
