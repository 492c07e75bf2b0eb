//! Success against cost: every point where its numbers say, told apart without color, and nothing
//! drawn that is no number.

use crate::Error;
use crate::plots::{Guessing, SuccessAgainstCost, success_against_cost};
use crate::tests::plots::data::{contest, series};
use crate::tests::plots::reading::{elements, near, number, points, through, ticks};
use resvg::usvg::roxmltree::Document;

#[test]
fn points_and_the_random_guess_land_where_the_ticks_say() {
    let dots = [(2.0, 0.1), (40.0, 0.25), (900.0, 0.4)];
    for guessing in [Guessing::Once(0.05), Guessing::Repeated(0.05)] {
        let plot = SuccessAgainstCost {
            series: vec![series("QAOA", &dots, false)],
            ..contest(guessing)
        };
        let svg = success_against_cost(&plot).unwrap();
        let svg = Document::parse(&svg).unwrap();
        let (columns, rows) = (ticks(&svg, (0.0, 50.0)), ticks(&svg, (50.0, 0.0)));
        let bottom = rows.iter().map(|tick| tick.1).fold(f64::MIN, f64::max);
        let top = rows.iter().map(|tick| tick.1).fold(f64::MAX, f64::min);
        // Read by hand: 1 to 10³ along, 0 to 0.4 up.
        let column = through((0.0, columns[0].0), (3.0, columns[3].0));
        let row = through((0.0, bottom), (0.4, top));
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
        let dashes: Vec<(f64, f64)> = elements(&svg, "polyline")
            .into_iter()
            .filter(|line| line.attribute("stroke") == Some("#222222"))
            .flat_map(points)
            .collect();
        let on_the_line = |x: f64| {
            let guess: f64 = 0.05;
            let value = match guessing {
                Guessing::Once(_) => guess,
                Guessing::Repeated(_) => 1.0 - (1.0 - guess).powf(x),
            };
            let place = (column(x.log10()), row(value));
            dashes
                .iter()
                .any(|at| (at.0 - place.0).abs() < 60.0 && (at.1 - place.1).abs() < 40.0)
        };
        assert!([1.0, 3.0, 7.0].into_iter().all(on_the_line), "{guessing:?}");
    }
}

#[test]
fn what_is_no_cost_and_no_probability_is_refused_by_name() {
    let spoiled = |k: usize, point: (f64, f64), named: &str| {
        let mut plot = contest(Guessing::Once(0.1));
        (
            plot.series[k].points[0].cost,
            plot.series[k].points[0].success,
        ) = point;
        let error = success_against_cost(&plot).unwrap_err();
        assert!(error.to_string().contains(named), "{error}");
    };
    spoiled(0, (f64::NAN, 0.1), "cost of QAOA");
    spoiled(1, (-1.0, 0.1), "cost of Grover");
    spoiled(2, (1.0, 1.5), "success of annealing");
    let mut plot = contest(Guessing::Repeated(f64::NAN));
    assert!(matches!(
        success_against_cost(&plot),
        Err(Error::Engine(ketboard_qaoa::Error::NotFinite { .. }))
    ));
    plot = contest(Guessing::Once(0.1));
    let sixth = vec![plot.series[0].clone(); 6 - plot.series.len()];
    plot.series.extend(sixth);
    assert!(matches!(
        success_against_cost(&plot),
        Err(Error::Input(ketboard_puzzles::Error::Argument { .. }))
    ));
    plot.series.clear();
    assert!(matches!(
        success_against_cost(&plot),
        Err(Error::Input(ketboard_puzzles::Error::Argument { .. }))
    ));
}
