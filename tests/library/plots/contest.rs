//! Success against cost: every point where its numbers say, told apart without color, and nothing
//! drawn that is no number.

use crate::tests::plots::data::{by_cost, once, repeated, series};
use crate::tests::plots::reading::{elements, near, number, points, through, ticks};
use resvg::usvg::roxmltree::Document;

#[test]
fn points_and_the_random_guess_land_where_the_ticks_say() {
    let dots = [(2.0, 0.1), (40.0, 0.25), (900.0, 0.4)];
    let guess: f64 = 0.05;
    let one = |_: f64| guess;
    let many = |x: f64| 1.0 - (1.0 - guess).powf(x);
    for (guessing, value, highest) in [
        (once(guess), &one as &dyn Fn(f64) -> f64, 0.4),
        (repeated(guess), &many, 1.0),
    ] {
        let plot = by_cost(guessing, vec![series("QAOA", &dots, false)]);
        let svg = plot.drawn().svg;
        let svg = Document::parse(&svg).unwrap();
        let (columns, rows) = (ticks(&svg, (0.0, 50.0)), ticks(&svg, (50.0, 0.0)));
        let bottom = rows.iter().map(|tick| tick.1).fold(f64::MIN, f64::max);
        let top = rows.iter().map(|tick| tick.1).fold(f64::MAX, f64::min);
        // Read by hand: 1 to 10³ along, 0 to the highest value up.
        let column = through((0.0, columns[0].0), (3.0, columns[3].0));
        let row = through((0.0, bottom), (highest, top));
        let drawn: Vec<(f64, f64)> = elements(&svg, "circle")
            .into_iter()
            .map(|dot| (number(dot, "cx"), number(dot, "cy")))
            .filter(|dot| dot.1 >= top)
            .collect();
        assert_eq!(drawn.len(), dots.len());
        for (dot, (cost, success)) in drawn.iter().zip(dots) {
            let expected = (column(f64::log10(cost)), row(success));
            assert!(
                near(dot.0, expected.0) && near(dot.1, expected.1),
                "{dot:?}"
            );
        }
        let lines = elements(&svg, "polyline").into_iter();
        let dashed = lines.filter(|line| line.attribute("stroke") == Some("#5A5A5A"));
        let dashed = dashed.map(points).next_back().unwrap();
        let on_the_line = |x: f64| {
            let (x, y) = (column(x.log10()), row(value(x)));
            let mut steps = dashed.windows(2);
            let step = steps
                .find(|two| two[0].0 - 1.0 <= x && x <= two[1].0)
                .unwrap();
            (through(step[0], step[1])(x) - y).abs() < 40.0
        };
        assert!([1.0, 3.0, 7.0].into_iter().all(on_the_line));
    }
}
