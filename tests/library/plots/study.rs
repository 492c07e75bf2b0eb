//! Plots of many puzzles and of single states, with data that are simple to check.

use super::data::{curve, heading};
use crate::plots::{
    AgainstDepth, AnglePattern, AnglePatterns, Baseline, BaselineMethod, BoardSign, BrokenRules,
    CellMarginal, Heading, MarginalBoards, MarginalLayer, PictureLayout, Series, SizedBaseline,
    SizedPoint, SizedSeries, SmallBoard, SuccessAgainstQubits, SymbolStyle, angle_patterns,
    broken_rules, expectation_against_depth, landscape, likeliest_boards, marginal_boards,
    success_against_depth, success_against_qubits, time_to_solution,
};

const ALL: &str = "all boards that obey the rules";

fn baseline(method: BaselineMethod, name: &str, values: &[f64]) -> Baseline {
    Baseline {
        method,
        name: name.into(),
        beside: Vec::new(),
        curves: vec![curve("a", values), curve("b", values)],
        lows: Vec::new(),
        highs: Vec::new(),
    }
}

/// `count` settings on `puzzles` puzzles each, with all baselines.
pub(crate) fn settings(count: usize, puzzles: usize) -> AgainstDepth {
    let values = |s: usize, k: usize| -> Vec<f64> {
        let rate = 0.1 + 0.06 * s as f64 + 0.02 * k as f64;
        (1..=6)
            .map(|p| 1.0 - (-rate * f64::from(p)).exp())
            .collect()
    };
    let series = |s: usize| Series {
        name: format!("strategy no. {s}"),
        curves: (0..puzzles)
            .map(|k| curve(&format!("q{k}"), &values(s, k)))
            .collect(),
    };
    AgainstDepth {
        heading: heading("Several settings"),
        what: ALL.into(),
        series: (0..count).map(series).collect(),
        baselines: vec![
            baseline(BaselineMethod::RandomGuess, "random guess", &[0.01; 6]),
            baseline(
                BaselineMethod::Annealing,
                "annealing at equal calls",
                &[0.3, 0.5, 0.6, 0.7, 0.8, 0.9],
            ),
            baseline(
                BaselineMethod::Grover,
                "Grover, p iterations",
                &[0.05, 0.1, 0.2, 0.3, 0.4, 0.5],
            ),
        ],
    }
}

pub(crate) fn sized(values: &[(usize, f64)]) -> Vec<SizedPoint> {
    let point = |(k, &(qubits, value)): (usize, &(usize, f64))| SizedPoint {
        puzzle: format!("puzzle-{k}"),
        family: "queens".into(),
        qubits,
        value,
        interval: None,
    };
    values.iter().enumerate().map(point).collect()
}

/// One setting that lies on 2^(-n/2), and one with a zero.
pub(crate) fn qubits() -> SuccessAgainstQubits {
    let law =
        |a: f64| -> Vec<(usize, f64)> { (4..=10).map(|n| (n, (-a * n as f64).exp2())).collect() };
    let mut scattered = law(0.3);
    scattered[2].1 *= 1.7;
    scattered.push((9, 0.0));
    let series = |name: &str, values: &[(usize, f64)]| SizedSeries {
        name: name.into(),
        points: sized(values),
    };
    let beside = |method, name: &str, a: f64| SizedBaseline {
        method,
        name: name.into(),
        beside: Vec::new(),
        points: sized(&law(a)),
    };
    SuccessAgainstQubits {
        heading: heading("Success against qubits at p = 3"),
        summed: ALL.into(),
        series: vec![series("ladder", &law(0.5)), series("ramp", &scattered)],
        baselines: vec![
            beside(BaselineMethod::RandomGuess, "random guess", 1.0),
            beside(BaselineMethod::Annealing, "annealing at equal calls", 0.1),
            beside(BaselineMethod::Grover, "Grover, p iterations", 0.8),
        ],
    }
}

/// One puzzle with measured intervals, of which the first has no upper end.
pub(crate) fn times() -> AgainstDepth {
    let measured = Baseline {
        lows: vec![curve("queens", &[660.0, 54.0, 6.6])],
        highs: vec![curve("queens", &[f64::INFINITY, 200.0, 15.0])],
        ..baseline(BaselineMethod::Measured, "measured", &[1100.0, 90.0, 11.0])
    };
    AgainstDepth {
        heading: heading("Shots until a solution was seen"),
        what: "shots to 99 %".into(),
        series: vec![Series {
            name: String::new(),
            curves: vec![curve("queens", &[1000.0, 100.0, 10.0])],
        }],
        baselines: vec![
            baseline(BaselineMethod::RandomGuess, "random guesses", &[5000.0; 3]),
            baseline(
                BaselineMethod::Annealing,
                "annealing: runs",
                &[30.0, 20.0, 10.0],
            ),
            measured,
        ],
    }
}

/// Depths 1 to 4 of `puzzles` puzzles.
pub(crate) fn patterns(puzzles: usize) -> AnglePatterns {
    let ramp = |p: usize, top: f64, k: usize| -> Vec<f64> {
        (1..=p)
            .map(|l| top * (l as f64 - 0.5) / p as f64 * (1.0 + 0.05 * k as f64))
            .collect()
    };
    let pattern = |p: usize| AnglePattern {
        name: format!("p = {p}"),
        gammas: (0..puzzles).map(|k| ramp(p, 0.6, k)).collect(),
        betas: (0..puzzles)
            .map(|k| ramp(p, -0.7, k).into_iter().rev().collect())
            .collect(),
    };
    AnglePatterns {
        heading: heading("Angles"),
        gamma_axis: "γ (radians)".into(),
        patterns: (1..=4).map(pattern).collect(),
    }
}

/// `kinds` kinds over layers 0 to 4; the last ones vanish.
pub(crate) fn broken(kinds: usize) -> BrokenRules {
    let value = |layer: i32, kind: usize| 2.0 * 0.6_f64.powi(layer) / (kind + 1) as f64;
    BrokenRules {
        heading: heading("Broken rules"),
        kinds: (0..kinds).map(|k| format!("rule of kind {k}")).collect(),
        layers: (0..5)
            .map(|layer| {
                (0..kinds)
                    .map(|k| value(layer * (k as i32 + 1), k))
                    .collect()
            })
            .collect(),
    }
}

/// A 3×3 board with a given, a hole and a sign; `glyph` is what its cells show, a number where it
/// is none.
pub(crate) fn marginals(style: SymbolStyle, glyph: Option<char>, layers: usize) -> MarginalBoards {
    let cells = [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)];
    let layer = |k: usize| MarginalLayer {
        name: format!("layer {k}"),
        words: "P = 0.1234".into(),
        cells: cells
            .iter()
            .enumerate()
            .map(|(c, &cell)| CellMarginal {
                cell,
                probability: (k * c) as f64 / (4 * layers) as f64,
                glyph,
            })
            .collect(),
    };
    MarginalBoards {
        heading: heading("Marginals"),
        style,
        board: SmallBoard {
            rows: vec![".1.".into(), "#..".into(), ".0.".into()],
            regions: vec![vec![0, 0, 1], vec![2, 0, 1], vec![2, 2, 1]],
            givens: vec![vec![false, true, false], vec![false; 3], vec![false; 3]],
            signs: vec![BoardSign::Equal((1, 1), (1, 2))],
            ..SmallBoard::default()
        },
        what: "a queen".into(),
        layers: (0..=layers).map(layer).collect(),
    }
}

/// These plots, plain and awkward, with words they must hold.
/// Pictures of every kind in one layout.
pub(crate) fn laid_out(layout: PictureLayout) -> Vec<(&'static str, String)> {
    fn in_layout<T>(
        mut plot: T,
        heading: impl Fn(&mut T) -> &mut Heading,
        layout: PictureLayout,
    ) -> T {
        heading(&mut plot).layout = layout;
        plot
    }
    let success = in_layout(settings(6, 5), |p| &mut p.heading, layout);
    let two = in_layout(settings(2, 1), |p| &mut p.heading, layout);
    let qubits = in_layout(qubits(), |p| &mut p.heading, layout);
    let times = in_layout(times(), |p| &mut p.heading, layout);
    let angles = in_layout(patterns(5), |p| &mut p.heading, layout);
    let broken = in_layout(broken(3), |p| &mut p.heading, layout);
    let shown = marginals(SymbolStyle::Queens, None, 3);
    let shown = in_layout(shown, |p| &mut p.heading, layout);
    let map = in_layout(super::data::chances(), |p| &mut p.heading, layout);
    let boards = super::data::boards(SymbolStyle::Queens);
    let boards = in_layout(boards, |p| &mut p.heading, layout);
    let expectation = in_layout(super::data::expectation(3), |p| &mut p.heading, layout);
    vec![
        ("success", success_against_depth(&success).unwrap()),
        ("two settings", success_against_depth(&two).unwrap()),
        ("qubits", success_against_qubits(&qubits).unwrap()),
        ("times", time_to_solution(&times).unwrap()),
        ("angles", angle_patterns(&angles).unwrap()),
        ("broken", broken_rules(&broken).unwrap()),
        ("marginals", marginal_boards(&shown).unwrap()),
        ("landscape", landscape(&map).unwrap()),
        ("boards", likeliest_boards(&boards).unwrap()),
        (
            "expectation",
            expectation_against_depth(&expectation).unwrap(),
        ),
    ]
}

pub(crate) fn gallery() -> Vec<(&'static str, String, Vec<&'static str>)> {
    let success = |count, puzzles| success_against_depth(&settings(count, puzzles)).unwrap();
    let angles = |puzzles| angle_patterns(&patterns(puzzles)).unwrap();
    let drawn = |style, glyph, layers| marginal_boards(&marginals(style, glyph, layers)).unwrap();
    let rules = |kinds| broken_rules(&broken(kinds)).unwrap();
    vec![
        (
            "six settings",
            success(6, 5),
            vec![
                "strategy no. 0: median of 5 puzzles",
                "each puzzle",
                "Grover, p iterations",
            ],
        ),
        (
            "two settings, one puzzle",
            success(2, 1),
            vec!["strategy no. 1", "annealing at equal calls"],
        ),
        (
            "qubits",
            success_against_qubits(&qubits()).unwrap(),
            vec![
                "qubits n",
                "ladder: a = 0.500 [0.500, 0.500]",
                "random guess: median",
                "Left out of ramp, with a probability of 0 or below 10⁻¹⁵: puzzle-7.",
            ],
        ),
        (
            "times",
            time_to_solution(&times()).unwrap(),
            vec!["shots to 99 %", "measured", "95 % interval", "10²"],
        ),
        (
            "angles of one",
            angles(1),
            vec!["γ (radians)", "β (radians)", "p = 4"],
        ),
        (
            "angles of many",
            angles(5),
            vec!["p = 1: median of 5", "each"],
        ),
        (
            "broken",
            rules(3),
            vec!["broken rules (mean)", "rule of kind 2", "layer"],
        ),
        ("nine kinds", rules(9), vec!["rule of kind 8"]),
        (
            "no rule broken",
            broken_rules(&BrokenRules {
                layers: vec![vec![0.0]; 2],
                ..broken(1)
            })
            .unwrap(),
            vec!["rule of kind 0"],
        ),
        (
            "marginals",
            drawn(SymbolStyle::Queens, None, 3),
            vec!["layer 0", "100", "P = 0.1234"],
        ),
        (
            "marginals of digits",
            drawn(SymbolStyle::Characters, Some('4'), 10),
            vec!["layer 10", "4"],
        ),
        (
            "marginals of moons",
            drawn(SymbolStyle::SunsAndMoons, None, 1),
            vec!["layer 1"],
        ),
    ]
}
