//! Plots of many puzzles and of single states, with data that are simple to check.

use super::data::{ALL, curve, heading, of_success};
use crate::plots::{
    AxisKind, AxisOf, BoardSheet, CellShade, Curve, Heading, LineChart, Look, PictureLayout,
    Series, ShadeContent, SmallBoard, Tone, landscape,
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
    let line = [4.0, 10.0].map(|n: f64| (n, (-0.5 * n).exp2()));
    let setting = |name: &str, values: &[(usize, f64)]| Series {
        label: format!("{name}: each puzzle"),
        ..Series::new(name, Look::Setting, sized(values))
    };
    let beside = |look, name: &str, a: f64| Series::new(name, look, sized(&law(a)));
    by_size(vec![
        Series {
            line: line.to_vec(),
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
        Series::new("measured", Look::Measured, vec![measured]),
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
    let layer = |k: usize| SmallBoard {
        rows: vec![".1.".into(), "#..".into(), ".0.".into()],
        regions: vec![vec![0, 0, 1], vec![2, 0, 1], vec![2, 2, 1]],
        signs: vec![(Cell::new(1, 1), Cell::new(1, 2), Sign::Equal)],
        title: format!("layer {k}"),
        words: "P = 0.1234".into(),
        shades: cells
            .iter()
            .enumerate()
            .map(|(c, &cell)| CellShade {
                cell,
                strength: (k * c) as f64 / (4 * layers) as f64,
                tone: Tone::Cool,
                content: match glyph {
                    Some(glyph) => ShadeContent::Glyph(glyph),
                    None => ShadeContent::Number(format!("{}", 25 * k * c / layers)),
                },
            })
            .collect(),
        ..SmallBoard::default()
    };
    BoardSheet {
        heading: heading("Marginals"),
        style,
        boards: (0..=layers).map(layer).collect(),
    }
}

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
    let shown = marginals(Shapes::Queens, None, 3);
    let shown = in_layout(shown, |p| &mut p.heading, layout);
    let map = in_layout(super::data::chances(), |p| &mut p.heading, layout);
    let boards = super::data::boards(Shapes::Queens);
    let boards = in_layout(boards, |p| &mut p.heading, layout);
    let expectation = in_layout(super::data::expectation(3), |p| &mut p.heading, layout);
    vec![
        ("success", success.drawn().svg),
        ("two settings", two.drawn().svg),
        ("qubits", qubits.drawn().svg),
        ("times", times.drawn().svg),
        ("angles", angles.drawn().svg),
        ("marginals", shown.drawn().svg),
        ("landscape", landscape(&map).unwrap().svg),
        ("boards", boards.drawn().svg),
        ("expectation", expectation.drawn().svg),
    ]
}

pub(crate) fn gallery() -> Vec<(&'static str, String, Vec<&'static str>)> {
    let success = |count, puzzles| settings(count, puzzles).drawn().svg;
    let angles = |puzzles| patterns(puzzles).drawn().svg;
    let drawn = |style, glyph, layers| marginals(style, glyph, layers).drawn().svg;
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
            qubits().drawn().svg,
            vec!["qubits n", "ladder: each puzzle", "random guess"],
        ),
        (
            "times",
            times().drawn().svg,
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
