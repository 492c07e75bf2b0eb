//! Plots of many puzzles and of single states, with data that are simple to check.

use super::data::{ALL, board_of, curve, heading, of_success, usual, with_regions};
use crate::plots::{
    AxisKind, AxisOf, BoardSheet, Curve, LineChart, Look, PictureLayout, Series, SmallBoard,
    landscape,
};
use ketboard_puzzles::{Cell, Shapes, Sign};

fn beside(look: Look, name: &str, values: &[f64]) -> Series {
    Series::new(name, look, vec![curve("a", values), curve("b", values)])
}

/// `count` settings on `puzzles` puzzles each, with all that stands beside them.
pub(crate) fn settings(count: usize, puzzles: usize) -> LineChart {
    let values = |s: usize, k: usize| -> Vec<f64> {
        let rate = 0.1 + 0.06 * s as f64 + 0.02 * k as f64;
        (1..=6)
            .map(|p| 1.0 - (-rate * f64::from(p)).exp())
            .collect()
    };
    let series = |s: usize| {
        let curves = (0..puzzles).map(|k| curve(&format!("q{k}"), &values(s, k)));
        Series::new(format!("strategy no. {s}"), Look::Setting, curves.collect())
    };
    let others = [
        beside(Look::RandomGuess, "random guess", &[0.01; 6]),
        beside(
            Look::Annealing,
            "annealing at equal calls",
            &[0.3, 0.5, 0.6, 0.7, 0.8, 0.9],
        ),
        beside(
            Look::Grover,
            "Grover, p iterations",
            &[0.05, 0.1, 0.2, 0.3, 0.4, 0.5],
        ),
    ];
    of_success(
        "Several settings",
        (0..count).map(series).chain(others).collect(),
    )
}

/// A puzzle for each size and value.
pub(crate) fn sized(values: &[(usize, f64)]) -> Vec<Curve> {
    let point = |(k, &(n, value)): (usize, &(usize, f64))| {
        Curve::exact(format!("puzzle-{k}"), [(n as f64, value)])
    };
    values.iter().enumerate().map(point).collect()
}

/// Puzzles by their sizes.
pub(crate) fn by_size(series: Vec<Series>) -> LineChart {
    LineChart {
        is_cloud: true,
        ..LineChart::new(
            heading("Success against qubits at p = 3"),
            AxisOf::new("qubits n", AxisKind::WholeNumbers),
            AxisOf::probability_of(ALL, AxisKind::Decades),
            series,
        )
    }
}

/// One setting that lies on 2^(-n/2) with its line, and one that is scattered.
pub(crate) fn qubits() -> LineChart {
    let law =
        |a: f64| -> Vec<(usize, f64)> { (4..=10).map(|n| (n, (-a * n as f64).exp2())).collect() };
    let mut scattered = law(0.3);
    scattered[2].1 *= 1.7;
    let fit = [4.0, 10.0].map(|n: f64| (n, (-0.5 * n).exp2()));
    let setting = |name: &str, values: &[(usize, f64)]| Series {
        label: format!("{name}: each puzzle"),
        ..Series::new(name, Look::Setting, sized(values))
    };
    let beside = |look, name: &str, a: f64| Series::new(name, look, sized(&law(a)));
    by_size(vec![
        Series {
            fit: Some(fit),
            ..setting("ladder", &law(0.5))
        },
        setting("ramp", &scattered),
        beside(Look::RandomGuess, "random guess", 1.0),
        beside(Look::Annealing, "annealing at equal calls", 0.1),
        beside(Look::Grover, "Grover, p iterations", 0.8),
    ])
}

/// One puzzle with measured intervals, of which the first has no upper end.
pub(crate) fn times() -> LineChart {
    let ends = [(660.0, f64::INFINITY), (54.0, 200.0), (6.6, 15.0)];
    let mut measured = curve("queens", &[1100.0, 90.0, 11.0]);
    for (datum, ends) in measured.points.iter_mut().zip(ends) {
        datum.interval = Some(ends);
    }
    of_times(vec![
        Series::new(
            "",
            Look::Setting,
            vec![curve("queens", &[1000.0, 100.0, 10.0])],
        ),
        beside(Look::RandomGuess, "random guesses", &[5000.0; 3]),
        beside(Look::Annealing, "annealing: runs", &[30.0, 20.0, 10.0]),
        Series::new("measured", Look::Annealing, vec![measured]),
    ])
}

/// Series of times over the depth.
pub(crate) fn of_times(series: Vec<Series>) -> LineChart {
    let y = AxisOf::new("shots to 99 %", AxisKind::Costs);
    let heading = heading("Shots needed to see a solution");
    LineChart::new(heading, AxisOf::depth(), y, series)
}

/// Depths 1 to 4 of `puzzles` puzzles.
pub(crate) fn patterns(puzzles: usize) -> LineChart {
    let of = |top: f64| -> Vec<Series> {
        let ramp = |p: usize, k: usize| {
            let place = move |l: usize| (l as f64 + 0.5) / p as f64;
            let height = 1.0 + 0.05 * k as f64;
            let points = (0..p).map(|l| (place(l), top * place(l) * height));
            Curve::exact(format!("p = {p}"), points)
        };
        let pattern = |p: usize| {
            let curves = (0..puzzles).map(|k| ramp(p, k)).collect();
            Series::new(format!("p = {p}"), Look::Setting, curves)
        };
        (1..=4).map(pattern).collect()
    };
    let axis = |title: &str| AxisOf::new(title, AxisKind::FromZero);
    let x = AxisOf::new("layer, (k − ½)/p", AxisKind::Numbers);
    let mut chart = LineChart::new(heading("Angles"), x, axis("γ (radians)"), of(0.6));
    chart.panels.push((axis("β (radians)"), of(-0.7)));
    chart
}

/// A 3×3 board with a hole and a sign; `glyph` is what its cells show, a number where it is none.
pub(crate) fn marginals(style: Shapes, glyph: Option<char>, layers: usize) -> BoardSheet {
    let cells = [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)];
    let layer = |k: usize| {
        let mut board = SmallBoard {
            signs: vec![(Cell::new(1, 1), Cell::new(1, 2), Sign::Equal)],
            title: format!("layer {k}"),
            words: "P = 0.1234".into(),
            ..with_regions(board_of(&[".1.", "#..", ".0."]))
        };
        for (c, (row, col)) in cells.into_iter().enumerate() {
            let cell = &mut board.cells[Cell::new(row, col)];
            cell.shade = (k * c) as f64 / (4 * layers) as f64;
            match glyph {
                Some(glyph) => cell.value = glyph,
                None => cell.number = format!("{}", 25 * k * c / layers),
            }
        }
        board
    };
    BoardSheet {
        heading: heading("Marginals"),
        style,
        boards: (0..=layers).map(layer).collect(),
    }
}

/// Pictures of every kind in one layout.
pub(crate) fn laid_out(layout: PictureLayout) -> Vec<(&'static str, String)> {
    vec![
        ("success", settings(6, 5).drawn(layout).svg),
        ("two settings", settings(2, 1).drawn(layout).svg),
        ("qubits", qubits().drawn(layout).svg),
        ("times", times().drawn(layout).svg),
        ("angles", patterns(5).drawn(layout).svg),
        (
            "marginals",
            marginals(Shapes::Queens, None, 3).drawn(layout).svg,
        ),
        ("landscape", landscape(&super::data::chances(), layout).svg),
        (
            "boards",
            super::data::boards(Shapes::Queens).drawn(layout).svg,
        ),
        ("expectation", super::data::expectation(3).drawn(layout).svg),
    ]
}

pub(crate) fn gallery() -> Vec<(&'static str, String, Vec<&'static str>)> {
    let success = |count, puzzles| settings(count, puzzles).drawn(usual()).svg;
    let angles = |puzzles| patterns(puzzles).drawn(usual()).svg;
    let drawn = |style, glyph, layers| marginals(style, glyph, layers).drawn(usual()).svg;
    vec![
        (
            "six settings",
            success(6, 5),
            vec!["strategy no. 0", "Grover, p iterations"],
        ),
        (
            "two settings, one puzzle",
            success(2, 1),
            vec!["strategy no. 1", "annealing at equal calls"],
        ),
        (
            "qubits",
            qubits().drawn(usual()).svg,
            vec!["qubits n", "ladder: each puzzle", "random guess"],
        ),
        (
            "times",
            times().drawn(usual()).svg,
            vec!["shots to 99 %", "measured", "10²"],
        ),
        (
            "angles of one",
            angles(1),
            vec!["γ (radians)", "β (radians)", "p = 4"],
        ),
        ("angles of many", angles(5), vec!["p = 1", "p = 4"]),
        (
            "marginals",
            drawn(Shapes::Queens, None, 3),
            vec!["layer 0", "100", "P = 0.1234"],
        ),
        (
            "marginals of digits",
            drawn(Shapes::Digits, Some('4'), 10),
            vec!["layer 10", "4"],
        ),
        (
            "marginals of moons",
            drawn(Shapes::SunsAndMoons, None, 1),
            vec!["layer 1"],
        ),
    ]
}
