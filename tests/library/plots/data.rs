//! Made-up data for every kind of plot, plain and awkward.

use super::study;
use crate::plots::{
    AxisKind, AxisOf, BoardCell, BoardSheet, Curve, Datum, Heading, LandscapePlot, LineChart, Look,
    PictureLayout, Series, SmallBoard, board_picture, landscape, optimizer_trace,
};
use ketboard_puzzles::{Cell, Grid, Shapes, Sign};

pub(crate) const ALL: &str = "all boards that obey the rules";

pub(crate) fn usual() -> PictureLayout {
    PictureLayout::default()
}

pub(crate) fn heading(title: &str) -> Heading {
    Heading::new(
        title,
        "tango-4x4.toml | paper, 8 qubits; L-BFGS from a linear ramp, seed 1",
    )
}

/// Values at depth 1, 2, ….
pub(crate) fn curve(puzzle: &str, values: &[f64]) -> Curve {
    Curve::exact(puzzle, (1..).map(f64::from).zip(values.iter().copied()))
}

/// Series of success over the depth.
pub(crate) fn of_success(title: &str, series: Vec<Series>) -> LineChart {
    let y = AxisOf::probability_of(ALL, AxisKind::Probabilities);
    LineChart::new(heading(title), AxisOf::depth(), y, series)
}

/// One setting on puzzles, and a random guess that is the same for all.
pub(crate) fn success(names: &[&str], values: &[&[f64]], random_guess: f64) -> LineChart {
    let curves: Vec<_> = names.iter().zip(values).map(|(n, v)| curve(n, v)).collect();
    let guess = |c: &Curve| curve(&c.name, &vec![random_guess; c.points.len()]);
    let guesses = curves.iter().map(guess).collect();
    let series = vec![
        Series::new("standard", Look::Setting, curves),
        Series::new("random guess", Look::RandomGuess, guesses),
    ];
    of_success("Success <probability> & depth", series)
}

/// An algorithm with points (cost, success), each in an interval around it where `measured`.
pub(crate) fn series(name: &str, points: &[(f64, f64)], measured: bool) -> Series {
    let point = |&(x, y): &(f64, f64)| Datum {
        interval: measured.then_some((y * 0.8, (y * 1.2).min(1.0))),
        ..Datum::from((x, y))
    };
    let curve = Curve {
        name: name.to_owned(),
        points: points.iter().map(point).collect(),
    };
    Series::new(name, Look::Setting, vec![curve])
}

/// A random guess, the same at all depths.
pub(crate) fn once(guess: f64) -> Series {
    let curve = Curve::exact("random guess", [(1.0, guess)]);
    Series::new("random guess", Look::RandomGuess, vec![curve])
}

pub(crate) fn twelve_long_names() -> LineChart {
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
    plot.panels[0].1[1].curves[0] = curve("", &[1.0 / 16384.0; 8]);
    plot
}

pub(crate) fn four_with_zeros() -> LineChart {
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

pub(crate) fn expectation(puzzles: usize) -> LineChart {
    let each = |name: &str, look, value: &dyn Fn(usize, usize) -> f64| {
        let of = |k: usize| (1..=5).map(|p| value(k, p)).collect::<Vec<f64>>();
        let curves = (0..puzzles).map(|k| curve(&format!("queens-{k}"), &of(k)));
        Series::new(name, look, curves.collect())
    };
    let name = if puzzles == 1 {
        "⟨C⟩"
    } else {
        "⟨C⟩ − lowest energy"
    };
    let series = vec![
        each("", Look::Setting, &|k, p| (9.0 + k as f64) / p as f64),
        each("mean over all states", Look::RandomGuess, &|k, _| {
            12.0 + k as f64
        }),
        each("minimum of C", Look::Minimum, &|_, _| 0.5),
    ];
    let y = AxisOf::new(name, AxisKind::Numbers);
    LineChart::new(heading("Expectation"), AxisOf::depth(), y, series)
}

pub(crate) fn trace(evaluations: usize) -> LineChart {
    let value = |k: usize| 1.0 + 6.0 / (1.0 + k as f64 / 9.0) + (k * 7 % 5) as f64 / 10.0;
    let starts = [0, evaluations / 3, evaluations / 3 + 1, evaluations / 2];
    let starts: Vec<_> = starts.into_iter().zip(1..).collect();
    let values: Vec<f64> = (0..evaluations).map(value).collect();
    optimizer_trace(heading("Trace"), &values, &starts, 0.25)
}

pub(crate) fn angles() -> LandscapePlot {
    let gammas: Vec<f64> = (0..9).map(|k| f64::from(k) * 0.15).collect();
    let betas: Vec<f64> = (0..7).map(|k| f64::from(k) * 0.2 - 1.0).collect();
    let value = |g: f64, b: f64| 4.0 + (2.0 * g).sin() * (2.0 * b).sin();
    LandscapePlot {
        heading: heading("Landscape at p = 1"),
        color: AxisOf::expectation(),
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
        color: AxisOf::probability_of(ALL, AxisKind::Probabilities),
        values: of
            .values
            .iter()
            .map(|row| row.iter().map(|v| v / 1e5).collect())
            .collect(),
        path: vec![(0.2, -0.2), (9.0, 9.0)],
        ..of
    }
}

/// A board that shows these rows.
pub(crate) fn board_of(rows: &[&str]) -> SmallBoard {
    let cell = |cell: Cell| BoardCell {
        value: rows[cell.row].chars().nth(cell.col).unwrap(),
        ..BoardCell::default()
    };
    SmallBoard::new(Grid::from_fn(rows.len(), rows[0].len(), cell))
}

/// Three regions on a board of 3×3.
pub(crate) fn with_regions(mut board: SmallBoard) -> SmallBoard {
    for (k, region) in [0, 0, 1, 2, 0, 1, 2, 2, 1].into_iter().enumerate() {
        board.cells[Cell::new(k / 3, k % 3)].region = Some(region);
    }
    board
}

pub(crate) fn board(rows: &[&str]) -> SmallBoard {
    SmallBoard {
        title: "P = 0.0423".into(),
        obeys: Some(false),
        words: "column 2 holds two queens: r1c2 and r3c2, and says so at length".into(),
        ..board_of(rows)
    }
}

pub(crate) fn boards(style: Shapes) -> BoardSheet {
    let mut first = SmallBoard {
        signs: vec![
            (Cell::new(0, 0), Cell::new(0, 1), Sign::Equal),
            (Cell::new(0, 0), Cell::new(2, 2), Sign::Differ),
        ],
        ..with_regions(board(&["010", "0.1", "#10"]))
    };
    for row in 0..3 {
        first.cells[Cell::new(row, 0)].is_given = true;
    }
    for row in [0, 2] {
        first.cells[Cell::new(row, 1)].is_broken = true;
    }
    let solved = SmallBoard {
        obeys: Some(true),
        title: "P = 1.00×10⁻⁷".into(),
        ..board(&["2T", "10"])
    };
    BoardSheet {
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

/// Success with noise in intervals, and a depth that is best.
fn device() -> LineChart {
    let noisy = series("with noise", &[(1.0, 0.12), (2.0, 0.14), (3.0, 0.03)], true);
    let ideal = series(
        "without noise",
        &[(1.0, 0.2), (2.0, 0.5), (3.0, 0.8)],
        false,
    );
    LineChart {
        columns: vec![(2.0, "p = 2".to_owned())],
        ..of_success("Queens on torino", vec![ideal, noisy, once(0.01)])
    }
}

/// Every kind of plot, plain and awkward, with words it must hold.
pub(crate) fn gallery() -> Vec<(&'static str, String, Vec<&'static str>)> {
    let p_rules = "P(success) is the probability of all boards that obey the rules.";
    let one = success(&["queens-4x4"], &[&[0.1, 0.2, 0.4]], 0.05);
    let p1 = success(&["a", "b", "c"], &[&[0.1], &[0.2], &[0.4]], 0.05);
    let nothing = success(&["none"], &[&[0.0, 0.0]], 0.0);
    let point = LandscapePlot {
        gammas: vec![0.3, 0.4],
        betas: vec![-0.2, -0.1],
        values: vec![vec![0.0; 2]; 2],
        path: vec![(0.3, -0.2)],
        ..angles()
    };
    let success = |plot: &LineChart| plot.drawn(usual()).svg;
    let expect = |k: usize| expectation(k).drawn(usual()).svg;
    let traced = |k: usize| trace(k).drawn(usual()).svg;
    let map = |plot: &LandscapePlot| landscape(plot, usual()).svg;
    let drawn = |style: Shapes| boards(style).drawn(usual()).svg;
    let mut all = vec![
        (
            "a device",
            device().drawn(usual()).svg,
            vec![p_rules, "with noise", "p = 2"],
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
            vec!["each puzzle", "random guess"],
        ),
        ("nothing", success(&nothing), vec!["none", "0", "1.0"]),
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
            vec!["mean over all states", "median of 9 puzzles"],
        ),
        (
            "trace",
            traced(90),
            vec!["p = 1", "best so far", "evaluation"],
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
            vec![
                p_rules,
                // on the way from (0.2, −0.2) to (9, 9) up to β = 0.2
                "leaves the map (γ = 0.583, β = 0.200)",
                "end of the search (γ = 9.000, β = 9.000, off the map)",
            ],
        ),
        (
            "one point",
            map(&point),
            vec!["end of the search (γ = 0.300, β = −0.200)"],
        ),
        (
            "queens",
            drawn(Shapes::Queens),
            vec!["P = 0.0423", "P = 1.00×10⁻⁷", "T", "2"],
        ),
        (
            "tango",
            drawn(Shapes::SunsAndMoons),
            vec!["Likeliest boards"],
        ),
        ("digits", drawn(Shapes::Digits), vec!["0", "1", "2"]),
        (
            "a board alone",
            board_picture(&boards(Shapes::Digits).boards[0], Shapes::Digits),
            vec!["0", "1"],
        ),
        ("stars", drawn(Shapes::Stars), vec!["P = 0.0423"]),
        ("tents", drawn(Shapes::Tents), vec!["P = 0.0423"]),
    ];
    all.extend(study::gallery());
    all
}
