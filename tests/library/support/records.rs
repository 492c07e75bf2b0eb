//! Records made by hand: full ones, of small boards, whose numbers follow simple laws and are no
//! results.

mod setting;

use crate::pipeline::{
    Annealed, Baselines, Conventions, Found, Input, KindKept, LayerNumbers, Layers, LikelyBoard,
    MeasuredRecord, Metrics, Record, ShotEstimate,
};
use ketboard_puzzles::{Cell, Puzzle, Slot};
pub(crate) use setting::setting;

/// A board with one of its solutions, as `Puzzle::board` writes it.
pub(crate) struct Board {
    pub(crate) name: &'static str,
    pub(crate) family: &'static str,
    pub(crate) qubits: usize,
    pub(crate) text: &'static str,
    pub(crate) solution: &'static [&'static str],
    /// Kinds of its rules.
    pub(crate) kinds: &'static [&'static str],
    /// Glyphs of its marginals.
    pub(crate) glyphs: &'static [&'static str],
}

pub(crate) const QUEENS: Board = Board {
    name: "queens-4x4",
    family: "queens",
    qubits: 7,
    text: "family = \"queens\"\nname = \"Queens\"\nregions = \"\"\"\nAAAA\nBBDD\nDDDC\nDDDD\n\"\"\"\n",
    solution: &["0010", "1000", "0001", "0100"],
    kinds: &["row", "column", "region", "touch"],
    glyphs: &["1"],
};

pub(crate) const TANGO: Board = Board {
    name: "tango-4x4",
    family: "tango",
    qubits: 8,
    text: "family = \"tango\"\nname = \"Tango\"\ngrid = \"\"\"\n....\n..1.\n1.0.\n....\n\"\"\"\n\
           signs = [\"r1c3 x r2c3\", \"r2c1 = r2c2\", \"r2c2 = r3c2\", \"r4c3 x r4c4\"]\n",
    solution: &["1100", "0011", "1001", "0110"],
    kinds: &["row", "column", "sign"],
    glyphs: &["1"],
};

pub(crate) const SUDOKU: Board = Board {
    name: "sudoku-4x4",
    family: "sudoku",
    qubits: 12,
    text: "family = \"sudoku\"\nname = \"Sudoku\"\ngrid = \"\"\"\n.4..\n...3\n2...\n..1.\n\"\"\"\nbox = [2, 2]\n",
    solution: &["3421", "1243", "2134", "4312"],
    kinds: &["cell", "row", "column", "box"],
    glyphs: &["1", "2", "3", "4"],
};

pub(crate) const TENTS: Board = Board {
    name: "tents-4x4",
    family: "tents",
    qubits: 5,
    text: "family = \"tents\"\nname = \"Tents\"\ntrees = \"\"\"\n.T..\n...T\n....\n..T.\n\"\"\"\n\
           row_counts = [1, 1, 0, 1]\ncol_counts = [0, 1, 0, 2]\n",
    solution: &["0001", "0100", "0000", "0001"],
    kinds: &["count", "touch"],
    glyphs: &["1"],
};

impl Metrics {
    /// Those of a record that is made by hand.
    pub(crate) fn known(expectation: f64, success: Option<f64>, ground_energy: f64) -> Self {
        Self {
            expectation,
            success_probability: success,
            ground_probability: success.unwrap_or(0.5),
            random_success_probability: None,
            ground_energy,
            ground_states: 1,
            ground_states_that_obey: None,
            ground_boards: None,
        }
    }
}

/// A record in which everything is known.
pub(crate) fn record(board: &Board, depth: usize) -> Record {
    let guess = 0.5_f64.powi(board.qubits as i32);
    let success = reached(guess, depth);
    let layers = layers(board, depth, guess);
    let last = &layers.states[depth];
    let rule = |(kind, &broken): (&&str, &f64)| KindKept {
        kind: (*kind).to_owned(),
        kept: 1.0 / (1.0 + broken),
        broken,
        count: 4,
    };
    let theta = guess.sqrt().asin();
    let evaluations = 40 * depth as u64;
    let hits = (1024.0 * success).round() as u64;
    let estimate = |value: f64| ShotEstimate {
        value,
        low: 0.8 * value,
        high: Some((1.2 * value).min(1.0)),
    };
    Record {
        found: Found::default(),
        run: format!("{}-0123abcd-p{depth}", board.name),
        name: board.name.to_owned(),
        family: Some(board.family.to_owned()),
        depth,
        setting: setting(),
        input: Input::Puzzle(board.text.to_owned()),
        qubits: board.qubits,
        states: 1 << board.qubits,
        model_hash: format!("{:064x}", board.qubits),
        solutions: Some(1),
        highest_energy: 20.0,
        mean_energy: 8.0,
        standard_deviation: 3.0,
        gap: Some(1.0),
        first_excited_states: Some(2),
        gammas: (1..=depth).map(|k| 0.3 * k as f64 / depth as f64).collect(),
        gamma_unit: (board.qubits as f64).sqrt() / 3.0,
        betas: (1..=depth)
            .map(|k| -0.8 * (1.0 - k as f64 / (depth + 1) as f64))
            .collect(),
        groups: None,
        evaluations: Some(evaluations),
        search_layers: Some((1..=depth as u64).map(|k| 40 * k).sum()),
        objective: Some(last.expectation),
        search_value: None,
        metrics: Metrics {
            random_success_probability: Some(guess),
            ..Metrics::known(last.expectation, Some(success), 0.0)
        },
        approximation_ratio: Some((20.0 - last.expectation) / 20.0),
        rules: board.kinds.iter().zip(&last.broken).map(rule).collect(),
        measured: Some(MeasuredRecord {
            shots: 1024,
            hits,
            obeying: None,
            success: estimate(success),
            shots_to_99: Some(ShotEstimate {
                value: shots_to_99(success),
                low: shots_to_99((1.2 * success).min(0.999)),
                high: (depth > 1).then(|| shots_to_99(0.8 * success)),
            }),
        }),
        shots_to_99: Some(shots_to_99(success)),
        layers_to_99: Some(shots_to_99(success) * depth as f64),
        baselines: Baselines {
            annealing: Some(Annealed {
                asked_sweeps: None,
                flips: evaluations as f64,
                sweeps: 5.0,
                runs: std::num::NonZero::new(1000).unwrap(),
                success: estimate(1.0 - (1.0 - 4.0 * guess).powi(evaluations as i32)),
            }),
            grover: Some(((2 * depth + 1) as f64 * theta).sin().powi(2)),
            exact_search_nodes: Some(board.qubits as u64 * 3),
        },
        layers: Some(layers),
        version: "0.1.0".into(),
        conventions: Conventions::of(false),
    }
}

/// The records of depths 1 to `deepest`.
pub(crate) fn chain(board: &Board, deepest: usize) -> Vec<Record> {
    (1..=deepest).map(|depth| record(board, depth)).collect()
}

/// As one line each, as a sweep writes them.
pub(crate) fn lines(records: &[Record]) -> String {
    let line = |record: &Record| serde_json::to_string(record).unwrap() + "\n";
    records.iter().map(line).collect()
}

fn reached(guess: f64, depth: usize) -> f64 {
    let odds = guess * 3.0_f64.powi(depth as i32);
    odds / (1.0 + odds)
}

fn shots_to_99(p: f64) -> f64 {
    (0.01_f64.ln() / (-p).ln_1p()).ceil()
}

fn layers(board: &Board, depth: usize, guess: f64) -> Layers {
    let puzzle = Puzzle::parse(board.text, board.name).unwrap();
    let holds = |slot: &Slot| matches!(slot, Slot::Bit(_) | Slot::Choice(_));
    let cells: Vec<Cell> = puzzle
        .slots
        .iter()
        .filter(|(_, slot)| holds(slot))
        .map(|(cell, _)| cell)
        .collect();
    let state = |k: usize| {
        let share = k as f64 / (depth + 1) as f64;
        let start = 1.0 / (board.glyphs.len() + 1) as f64;
        let marginal = |glyph: &str, cell: &Cell| {
            let shown = board.solution[cell.row].chars().nth(cell.col);
            let target = f64::from(shown == glyph.chars().next());
            start + share * (target - start)
        };
        let of = |glyph: &&str| cells.iter().map(|cell| marginal(glyph, cell)).collect();
        LayerNumbers {
            rules: Vec::new(),
            expectation: 8.0 * (1.0 - share),
            success_probability: Some(reached(guess, k)),
            broken: (1..=board.kinds.len())
                .map(|kind| (1.0 - share).powi(kind as i32) * 3.0 / kind as f64)
                .collect(),
            marginals: board.glyphs.iter().map(of).collect(),
            likeliest: likeliest(board, reached(guess, k)),
        }
    };
    Layers {
        cells: cells.iter().map(Cell::to_string).collect(),
        glyphs: board
            .glyphs
            .iter()
            .map(|glyph| (*glyph).to_owned())
            .collect(),
        states: (0..=depth).map(state).collect(),
    }
}

/// The solution, and boards whose rows are turned.
fn likeliest(board: &Board, success: f64) -> Vec<LikelyBoard> {
    let turned = |k: usize| {
        let mut rows: Vec<String> = board.solution.iter().map(|row| (*row).to_owned()).collect();
        let size = rows.len();
        rows[k % size] = board.solution[(k + 1) % size].to_owned();
        if k >= size {
            rows[(k + 2) % size] = board.solution[k % size].to_owned();
        }
        rows
    };
    let solved = LikelyBoard {
        index: 0,
        board: board.solution.iter().map(|row| (*row).to_owned()).collect(),
        probability: success,
        solves: Some(true),
    };
    let other = |k: usize| LikelyBoard {
        index: 0,
        board: turned(k),
        probability: success * 0.5_f64.powi(k as i32 + 1),
        solves: Some(false),
    };
    std::iter::once(solved).chain((0..9).map(other)).collect()
}
