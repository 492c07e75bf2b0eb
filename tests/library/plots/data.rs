//! Made-up data for every kind of plot, plain and awkward.

use super::study;
use crate::plots::{
    AgainstDepth, Baseline, BaselineMethod, BoardSign, ContestPoint, ContestSeries, DepthCurve,
    Guessing, Heading, LandscapePlot, LikeliestBoards, OptimizerTrace, Quantity, Series,
    SmallBoard, SuccessAgainstCost, SuccessOnDevice, SymbolStyle, board_picture,
    expectation_against_depth, landscape, likeliest_boards, optimizer_trace, success_against_cost,
    success_against_depth, success_on_device,
};

const ALL: &str = "all boards that obey the rules";

pub(crate) fn heading(title: &str) -> Heading {
    Heading::new(
        title,
        "tango-4x4.toml | paper, 8 qubits; L-BFGS from a linear ramp, seed 1",
    )
}

pub(crate) fn curve(puzzle: &str, values: &[f64]) -> DepthCurve {
    DepthCurve {
        puzzle: puzzle.to_owned(),
        points: (1..).zip(values.iter().copied()).collect(),
    }
}

/// One setting on puzzles, and a random guess that is the same for all.
pub(crate) fn success(names: &[&str], values: &[&[f64]], random_guess: f64) -> AgainstDepth {
    let curves: Vec<_> = names.iter().zip(values).map(|(n, v)| curve(n, v)).collect();
    let guess = |c: &DepthCurve| curve(&c.puzzle, &vec![random_guess; c.points.len()]);
    let guesses: Vec<_> = curves.iter().map(guess).collect();
    AgainstDepth {
        heading: heading("Success <probability> & depth"),
        what: ALL.into(),
        baselines: (!guesses.is_empty())
            .then(|| Baseline {
                method: BaselineMethod::RandomGuess,
                name: "random guess".into(),
                beside: Vec::new(),
                curves: guesses,
                lows: Vec::new(),
                highs: Vec::new(),
            })
            .into_iter()
            .collect(),
        series: vec![Series {
            name: "standard".into(),
            curves,
        }],
    }
}

/// An algorithm with points (cost, success), each in an interval around it where `measured`.
pub(crate) fn series(name: &str, points: &[(f64, f64)], measured: bool) -> ContestSeries {
    let point = |&(cost, success): &(f64, f64)| ContestPoint {
        cost,
        success,
        interval: measured.then_some((success * 0.8, (success * 1.2).min(1.0))),
    };
    ContestSeries {
        name: name.to_owned(),
        points: points.iter().map(point).collect(),
        line: Vec::new(),
    }
}

pub(crate) fn contest(guessing: Guessing) -> SuccessAgainstCost {
    let grover = ContestSeries {
        line: vec![(2.0, 5e-4), (10.0, 0.02), (101.0, 0.999)],
        ..series(
            "Grover, k = 1 to 100",
            &[(2.0, 5e-4), (101.0, 0.999)],
            false,
        )
    };
    SuccessAgainstCost {
        heading: heading("Algorithms on <queens> & others"),
        cost: "calls of one run".into(),
        summed: ALL.into(),
        series: vec![
            series(
                "QAOA, p = 1 to 3",
                &[(2.0, 3e-3), (3.0, 0.01), (4.0, 0.05)],
                false,
            ),
            grover,
            series(
                "annealing, sweeps = 1 to 4",
                &[(50.0, 0.0), (90.0, 0.3)],
                true,
            ),
            series("exact search", &[(0.0, 1.0)], false),
        ],
        guessing,
    }
}

pub(crate) fn twelve_long_names() -> AgainstDepth {
    let names: Vec<String> = (0..12)
        .map(|k| format!("{}-{k}", "a-long-name".repeat(9)))
        .collect();
    let rows: Vec<Vec<f64>> = (1..=12)
        .map(|k| (1..=8).map(|p| f64::from(p * k) / 2000.0).collect())
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
    let mut plot = success(&names, &rows, 1.0 / 4096.0);
    // guesses that differ have a median
    plot.baselines[0].curves[0] = curve("", &[1.0 / 16384.0; 8]);
    plot
}

pub(crate) fn four_with_zeros() -> AgainstDepth {
    let long = "a-name-too-long-for-the-legend".repeat(6);
    success(
        &["queens-5x5", "tango |x⟩", "c", &long],
        &[
            &[0.0, 1e-9, 1e-5],
            &[1e-7, 3e-4, 2e-2],
            &[2e-6, 0.0, 0.4],
            &[1e-300, 1e-2, 0.1],
        ],
        1.0 / (1 << 24) as f64,
    )
}

pub(crate) fn expectation(puzzles: usize) -> AgainstDepth {
    let each = |value: &dyn Fn(usize, usize) -> f64| -> Vec<DepthCurve> {
        let of = |k: usize| (1..=5).map(|p| value(k, p)).collect::<Vec<f64>>();
        (0..puzzles)
            .map(|k| curve(&format!("queens-{k}"), &of(k)))
            .collect()
    };
    let level = |method, name: &str, curves| Baseline {
        method,
        name: name.into(),
        beside: Vec::new(),
        curves,
        lows: Vec::new(),
        highs: Vec::new(),
    };
    AgainstDepth {
        heading: heading("Expectation"),
        what: if puzzles == 1 {
            "⟨C⟩"
        } else {
            "⟨C⟩ − lowest energy"
        }
        .into(),
        series: vec![Series {
            name: String::new(),
            curves: each(&|k, p| (9.0 + k as f64) / p as f64),
        }],
        baselines: vec![
            level(
                BaselineMethod::RandomGuess,
                "mean over all states",
                each(&|k, _| 12.0 + k as f64),
            ),
            level(BaselineMethod::Minimum, "minimum of C", each(&|_, _| 0.5)),
        ],
    }
}

pub(crate) fn trace(evaluations: usize) -> OptimizerTrace {
    let value = |k: usize| 1.0 + 6.0 / (1.0 + k as f64 / 9.0) + (k * 7 % 5) as f64 / 10.0;
    OptimizerTrace {
        heading: heading("Trace"),
        evaluations: (0..evaluations).map(value).collect(),
        depth_starts: [0, evaluations / 3, evaluations / 3 + 1, evaluations / 2]
            .into_iter()
            .zip(1..)
            .collect(),
        minimum: Some(0.25),
    }
}

pub(crate) fn angles() -> LandscapePlot {
    let gammas: Vec<f64> = (0..9).map(|k| f64::from(k) * 0.15).collect();
    let betas: Vec<f64> = (0..7).map(|k| f64::from(k) * 0.2 - 1.0).collect();
    let value = |g: f64, b: f64| 4.0 + (2.0 * g).sin() * (2.0 * b).sin();
    LandscapePlot {
        heading: heading("Landscape at p = 1"),
        quantity: Quantity::Expectation,
        values: betas
            .iter()
            .map(|&b| gammas.iter().map(|&g| value(g, b)).collect())
            .collect(),
        gammas,
        betas,
        path: vec![(0.1, -0.1), (0.4, -0.5), (0.8, -0.7)],
    }
}

pub(crate) fn chances() -> LandscapePlot {
    let of = angles();
    LandscapePlot {
        quantity: Quantity::Probability(ALL.into()),
        values: of
            .values
            .iter()
            .map(|row| row.iter().map(|v| v / 1e5).collect())
            .collect(),
        path: vec![(0.2, -0.2), (9.0, 9.0)],
        ..of
    }
}

pub(crate) fn board(rows: &[&str]) -> SmallBoard {
    SmallBoard {
        rows: rows.iter().map(|row| (*row).to_owned()).collect(),
        probability: 0.0423,
        verdict: "column 2 holds two queens: r1c2 and r3c2, and says so at length".into(),
        ..SmallBoard::default()
    }
}

pub(crate) fn boards(style: SymbolStyle) -> LikeliestBoards {
    let first = SmallBoard {
        regions: vec![vec![0, 0, 1], vec![2, 0, 1], vec![2, 2, 1]],
        givens: vec![vec![true, false, false]; 3],
        broken: vec![(0, 1), (2, 1)],
        signs: vec![
            BoardSign::Equal((0, 0), (0, 1)),
            BoardSign::Opposite((0, 0), (2, 2)),
        ],
        ..board(&["010", "0.1", "#10"])
    };
    let solved = SmallBoard {
        obeys: true,
        probability: 1e-7,
        ..board(&["2T", "10"])
    };
    LikeliestBoards {
        heading: heading("Likeliest boards"),
        style,
        boards: vec![
            first,
            solved.clone(),
            solved.clone(),
            solved.clone(),
            solved,
        ],
    }
}

fn device() -> SuccessOnDevice {
    SuccessOnDevice {
        heading: Heading::new("Queens on torino", "seed 1"),
        summed: "all boards that obey the rules".into(),
        ideal: vec![(1, 0.2), (2, 0.5), (3, 0.8)],
        estimate: vec![(1, 0.1), (2, 0.12), (3, 0.02)],
        noisy: vec![
            (1, 0.12, (0.11, 0.13)),
            (2, 0.14, (0.12, 0.16)),
            (3, 0.03, (0.0, 0.06)),
        ],
        band: "95 % interval, 100 trajectories".into(),
        peak: Some(2),
        random_guess: 0.01,
    }
}

/// Every kind of plot, plain and awkward, with words it must hold.
pub(crate) fn gallery() -> Vec<(&'static str, String, Vec<&'static str>)> {
    let p_rules = "P(success) is the probability of all boards that obey the rules.";
    let one = success(&["queens-4x4"], &[&[0.1, 0.2, 0.4]], 0.05);
    let p1 = success(&["a", "b", "c"], &[&[0.1], &[0.2], &[0.4]], 0.05);
    let nothing = success(&["none"], &[&[0.0, 0.0]], 0.0);
    let point = LandscapePlot {
        gammas: vec![0.3],
        betas: vec![-0.2],
        values: vec![vec![0.0]],
        path: vec![(0.3, -0.2)],
        ..angles()
    };
    let success = |plot: &AgainstDepth| success_against_depth(plot).unwrap();
    let expect = |k: usize| expectation_against_depth(&expectation(k)).unwrap();
    let traced = |k: usize| optimizer_trace(&trace(k)).unwrap();
    let map = |plot: &LandscapePlot| landscape(plot).unwrap();
    let drawn = |style: SymbolStyle| likeliest_boards(&boards(style)).unwrap();
    let mut all = vec![
        (
            "a device",
            success_on_device(&device()).unwrap(),
            vec![p_rules, "with noise", "best on the device: p = 2"],
        ),
        (
            "one puzzle",
            success(&one),
            vec![p_rules, "depth p", "queens-4x4", "random guess"],
        ),
        (
            "p = 1 only",
            success(&p1),
            vec![p_rules, "median of 3 puzzles", "1"],
        ),
        (
            "zeros",
            success(&four_with_zeros()),
            vec!["tango |x⟩", "10⁻¹⁰", "10⁻²"],
        ),
        (
            "twelve",
            success(&twelve_long_names()),
            vec!["each puzzle", "random guess: median"],
        ),
        ("nothing", success(&nothing), vec!["none", "0", "1.0"]),
        (
            "contest by calls",
            success_against_cost(&contest(Guessing::Repeated(6e-5))).unwrap(),
            vec![
                p_rules,
                "calls of one run",
                "exact search",
                "as many random guesses",
                "Costs of 0 are drawn at 1.",
            ],
        ),
        (
            "contest, once",
            success_against_cost(&contest(Guessing::Once(0.0))).unwrap(),
            vec!["Grover, k = 1 to 100", "random guess"],
        ),
        (
            "⟨C⟩ of one",
            expect(1),
            vec!["⟨C⟩", "mean over all states", "minimum of C"],
        ),
        (
            "⟨C⟩ of four",
            expect(4),
            vec!["⟨C⟩ − lowest energy", "queens-3"],
        ),
        (
            "⟨C⟩ of nine",
            expect(9),
            vec![
                "mean over all states: median",
                "median of 9 puzzles",
                "95 % interval",
            ],
        ),
        (
            "trace",
            traced(90),
            vec!["p = 1", "best so far", "evaluation", "a new depth starts"],
        ),
        ("long trace", traced(20_000), vec!["p = 4"]),
        ("short trace", traced(6), vec!["⟨C⟩"]),
        (
            "landscape",
            map(&angles()),
            vec!["Landscape at p = 1: ⟨C⟩", "γ (radians)", "β (radians)"],
        ),
        (
            "chances",
            map(&chances()),
            vec![p_rules, "its end (γ = 9.000, β = 9.000, off the map)"],
        ),
        ("one point", map(&point), vec!["the optimizer's point"]),
        (
            "queens",
            drawn(SymbolStyle::Queens),
            vec!["P = 0.0423", "P = 1.00×10⁻⁷", "T", "2"],
        ),
        (
            "tango",
            drawn(SymbolStyle::SunsAndMoons),
            vec!["Likeliest boards"],
        ),
        (
            "digits",
            drawn(SymbolStyle::Characters),
            vec!["0", "1", "2"],
        ),
        (
            "a board alone",
            board_picture(
                &boards(SymbolStyle::Characters).boards[0],
                SymbolStyle::Characters,
            )
            .unwrap(),
            vec!["0", "1"],
        ),
        ("stars", drawn(SymbolStyle::Stars), vec!["P = 0.0423"]),
        ("tents", drawn(SymbolStyle::Tents), vec!["P = 0.0423"]),
    ];
    all.extend(study::gallery());
    all
}
