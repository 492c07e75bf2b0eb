//! The plots of a study: what is drawn lies where its numbers say.

use super::data::usual;
use super::reading::{elements, frame, near, number, points, through, ticks};
use super::study::{marginals, patterns, qubits, times};
use resvg::usvg::roxmltree::Document;

#[test]
fn fitted_lines_run_through_the_points_of_an_exact_law() {
    let svg = qubits().drawn(usual()).svg;
    let svg = Document::parse(&svg).unwrap();
    // n = 4 to 10, one tick each; decades from 10⁻³ (2⁻¹⁰ ≈ 10⁻³·⁰¹ lies below it) to 10⁻¹
    let columns = ticks(&svg, (0.0, 50.0));
    let rows = ticks(&svg, (50.0, 0.0));
    let rows: Vec<_> = rows.into_iter().take(3).collect();
    assert_eq!(columns.len(), 7);
    let top = rows.iter().map(|tick| tick.1).fold(f64::MAX, f64::min);
    let bottom = rows.iter().map(|tick| tick.1).fold(f64::MIN, f64::max);
    let column = through((4.0, columns[0].0), (10.0, columns[6].0));
    let row = through((-3.0, bottom), (-1.0, top));
    let (_, edge, ..) = frame(&svg);
    let height = |n: f64| row(-0.5 * n * 2.0_f64.log10());
    // the solid line of the first setting, and its discs
    let fit = elements(&svg, "polyline")
        .into_iter()
        .map(points)
        .find(|p| {
            p.len() == 2
                && near(p[0].0, column(4.0))
                && near(p[1].0, column(10.0))
                && p[0].1 != p[1].1
        });
    let fit = fit.unwrap();
    assert!(
        near(fit[0].1, height(4.0)) && near(fit[1].1, height(10.0)),
        "{fit:?}"
    );
    let discs: Vec<_> = elements(&svg, "circle")
        .into_iter()
        .filter(|disc| number(*disc, "r") == 40.0 && number(*disc, "cy") > edge)
        .map(|disc| (number(disc, "cx"), number(disc, "cy")))
        .collect();
    assert_eq!(discs.len(), 7);
    for (n, disc) in (4..).zip(discs) {
        let n = f64::from(n);
        assert!(
            near(disc.0, column(n)) && near(disc.1, height(n)),
            "{n}: {disc:?}"
        );
    }
}

#[test]
fn times_lie_on_decades_and_their_intervals_around_them() {
    let svg = times().drawn(usual()).svg;
    let svg = Document::parse(&svg).unwrap();
    let columns = ticks(&svg, (0.0, 50.0));
    let rows = ticks(&svg, (50.0, 0.0));
    let top = rows.iter().map(|tick| tick.1).fold(f64::MAX, f64::min);
    let bottom = rows.iter().map(|tick| tick.1).fold(f64::MIN, f64::max);
    // from 6.6 (0.6 · 11) to 5000: 10¹ to 10³
    let row = through((1.0, bottom), (3.0, top));
    let (_, edge, ..) = frame(&svg);
    let dots: Vec<_> = elements(&svg, "circle")
        .into_iter()
        .filter(|dot| number(*dot, "r") == 40.0)
        .map(|dot| (number(dot, "cx"), number(dot, "cy")))
        .filter(|dot| dot.1 > edge)
        .collect();
    let expected: Vec<_> = columns.iter().map(|c| c.0).zip([3.0, 2.0, 1.0]).collect();
    assert_eq!(dots.len(), 3);
    for (dot, (x, power)) in dots.iter().zip(expected) {
        assert!(near(dot.0, x) && near(dot.1, row(power)), "{dot:?}");
    }
    let upright = |low: f64, high: f64| {
        elements(&svg, "polyline")
            .into_iter()
            .map(points)
            .any(|p| p.len() == 2 && p[0].0 == p[1].0 && near(p[0].1, low) && near(p[1].1, high))
    };
    assert!(upright(row(54.0_f64.log10()), row(200.0_f64.log10())));
    assert!(
        upright(row(660.0_f64.log10()), edge),
        "an open interval goes to the top"
    );
}

#[test]
fn angles_lie_at_the_middles_of_their_layers() {
    let svg = patterns(1).drawn(usual()).svg;
    let svg = Document::parse(&svg).unwrap();
    // p = 1 is a disc in the middle of each panel, at 0.3 and −0.35
    let columns = ticks(&svg, (0.0, 50.0));
    let middle = f64::midpoint(columns[0].0, columns[columns.len() / 2 - 1].0);
    let discs: Vec<_> = elements(&svg, "circle")
        .into_iter()
        .filter(|d| number(*d, "cy") > 1000.0)
        .collect();
    assert!(
        discs
            .iter()
            .filter(|d| near(number(**d, "cx"), middle))
            .count()
            >= 2,
        "{middle}"
    );
}

#[test]
fn a_shade_is_as_strong_as_its_probability() {
    use ketboard_puzzles::Shapes::Queens;
    let plot = marginals(Queens, None, 2);
    let svg = plot.drawn(usual()).svg;
    let svg = Document::parse(&svg).unwrap();
    let shades: Vec<f64> = elements(&svg, "polygon")
        .into_iter()
        .filter(|p| p.attribute("fill") == Some("#3C96D7"))
        .map(|p| p.attribute("opacity").map_or(1.0, |o| o.parse().unwrap()))
        .collect();
    let expected: Vec<f64> = plot
        .boards
        .iter()
        .flat_map(|board| board.cells.iter())
        .map(|(_, cell)| cell.shade)
        .filter(|p| *p > 0.0) // what is invisible is not drawn
        .collect();
    assert_eq!(shades.len(), expected.len());
    for (shade, expected) in shades.iter().zip(&expected) {
        assert!((shade - expected).abs() < 0.01, "{shade} {expected}");
    }
}
