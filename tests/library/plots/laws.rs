//! The plots of a study: what is drawn lies where its numbers say, in both themes.

use super::reading::{elements, near, number, points, through, ticks, words};
use super::study::{broken, marginals, patterns, qubits, settings, times};
use crate::Error;
use crate::plots::{
    Theme, angle_patterns, broken_rules, marginal_boards, png, success_against_depth,
    success_against_qubits, time_to_solution,
};
use resvg::tiny_skia::Pixmap;
use resvg::usvg::roxmltree::Document;

/// The SVG without its colors.
fn colorless(svg: &str) -> String {
    let mut pieces = svg.split("=\"#");
    let mut plain = pieces.next().unwrap().to_owned();
    for piece in pieces {
        plain += &piece[6..];
    }
    plain
}

#[test]
fn a_dark_picture_is_the_light_one_in_other_colors() {
    for (name, light, _) in super::data::gallery() {
        let dark = Theme::Dark.dress(&light);
        assert_eq!(colorless(&light), colorless(&dark), "{name}");
        assert!(!dark.contains("\"#FFFFFF\""), "{name} has white paper");
        assert!(!dark.contains("\"#222222\""), "{name} has dark ink");
    }
    let svg = broken_rules(&broken(3)).unwrap();
    for (theme, bright) in [(Theme::Light, true), (Theme::Dark, false)] {
        let picture = Pixmap::decode_png(&png(&theme.dress(&svg), 1.0).unwrap()).unwrap();
        let corner = picture.pixels()[0];
        assert_eq!(corner.red() > 128, bright);
    }
}

#[test]
fn fitted_lines_run_through_the_points_of_an_exact_law() {
    let svg = success_against_qubits(&qubits()).unwrap();
    let svg = Document::parse(&svg).unwrap();
    // n = 4 to 10, one tick each; decades from 10⁻⁴ (2⁻¹⁰ ≈ 10⁻³·⁰¹) to 1
    let columns = ticks(&svg, (0.0, 50.0));
    let rows = ticks(&svg, (50.0, 0.0));
    assert_eq!((columns.len(), rows.len()), (7, 5));
    let top = rows.iter().map(|tick| tick.1).fold(f64::MAX, f64::min);
    let bottom = rows.iter().map(|tick| tick.1).fold(f64::MIN, f64::max);
    let column = through((4.0, columns[0].0), (10.0, columns[6].0));
    let row = through((-4.0, bottom), (0.0, top));
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
        .filter(|disc| number(*disc, "r") == 40.0 && number(*disc, "cy") > top)
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
    let svg = time_to_solution(&times()).unwrap();
    let svg = Document::parse(&svg).unwrap();
    let columns = ticks(&svg, (0.0, 50.0));
    let rows = ticks(&svg, (50.0, 0.0));
    let top = rows.iter().map(|tick| tick.1).fold(f64::MAX, f64::min);
    let bottom = rows.iter().map(|tick| tick.1).fold(f64::MIN, f64::max);
    // from 6.6 (0.6 · 11) to 5000: 10⁰ to 10⁴
    let row = through((0.0, bottom), (4.0, top));
    let dots: Vec<_> = elements(&svg, "circle")
        .into_iter()
        .map(|dot| (number(dot, "cx"), number(dot, "cy")))
        .filter(|dot| dot.1 > top)
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
        upright(row(660.0_f64.log10()), top),
        "an open interval goes to the top"
    );
}

#[test]
fn a_time_of_a_probability_that_is_rounding_does_not_stretch_the_axis() {
    let mut plot = times();
    plot.baselines.pop();
    plot.series[0].curves[0].points[0].1 = 1e34;
    let svg = time_to_solution(&plot).unwrap();
    let words = words(&Document::parse(&svg).unwrap()).join(" ");
    assert!(words.contains("A time above 10¹⁵"), "{words}");
    for far in ["10¹⁶", "10²⁰", "10³⁰", "10³⁵"] {
        assert!(!words.contains(far), "{far}: {words}");
    }
}

#[test]
fn areas_are_stacked_as_high_as_their_sums() {
    let plot = broken(3);
    let svg = broken_rules(&plot).unwrap();
    let svg = Document::parse(&svg).unwrap();
    let rows = ticks(&svg, (50.0, 0.0));
    let columns = ticks(&svg, (0.0, 50.0));
    let top = rows.iter().map(|tick| tick.1).fold(f64::MAX, f64::min);
    let bottom = rows.iter().map(|tick| tick.1).fold(f64::MIN, f64::max);
    // 2 + 1 + 2/3 = 3.67 broken rules at layer 0: the axis ends at 4
    let row = through((0.0, bottom), (4.0, top));
    let areas: Vec<_> = elements(&svg, "polygon").into_iter().map(points).collect();
    assert_eq!(areas.len(), 3);
    for (kind, area) in areas.iter().enumerate() {
        for layer in 0..5 {
            let sum = |kinds: usize| -> f64 { plot.layers[layer][..kinds].iter().sum() };
            let (low, high) = (area[layer], area[9 - layer]);
            assert!(near(low.0, columns[layer].0) && near(high.0, columns[layer].0));
            assert!(
                near(low.1, row(sum(kind))) && near(high.1, row(sum(kind + 1))),
                "{kind} {layer}"
            );
        }
    }
}

#[test]
fn angles_lie_at_the_middles_of_their_layers() {
    let plot = patterns(1);
    let svg = angle_patterns(&plot).unwrap();
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
    use crate::plots::SymbolStyle::Queens;
    let plot = marginals(Queens, None, 2);
    let svg = marginal_boards(&plot).unwrap();
    let svg = Document::parse(&svg).unwrap();
    let shades: Vec<f64> = elements(&svg, "polygon")
        .into_iter()
        .filter(|p| p.attribute("fill") == Some("#3C96D7"))
        .map(|p| p.attribute("opacity").map_or(1.0, |o| o.parse().unwrap()))
        .collect();
    let expected: Vec<f64> = plot
        .layers
        .iter()
        .flat_map(|l| &l.cells)
        .map(|c| c.probability)
        .filter(|p| *p > 0.0) // what is invisible is not drawn
        .collect();
    assert_eq!(shades.len(), expected.len());
    for (shade, expected) in shades.iter().zip(&expected) {
        assert!((shade - expected).abs() < 0.01, "{shade} {expected}");
    }
    assert!(
        words(&svg).contains(
            &"The number in a cell is the probability of a queen in percent; so is the shade."
                .to_owned()
        )
    );
}

#[test]
fn numbers_of_a_study_that_are_none_are_refused_by_name() {
    let named = |result: crate::Result<String>, name: &str| {
        let error = result.unwrap_err();
        assert!(matches!(
            error,
            Error::Engine(ketboard_qaoa::Error::NotFinite { .. })
                | Error::Input(ketboard_puzzles::Error::Argument { .. })
        ));
        assert!(error.to_string().contains(name), "{error}");
    };
    let mut plot = settings(2, 2);
    plot.series[1].curves[0].points[2].1 = f64::NAN;
    named(success_against_depth(&plot), "q0 at p = 3");
    named(success_against_depth(&settings(7, 1)), "found 7");
    let mut plot = settings(1, 1);
    plot.baselines[1].curves[0].points[0].1 = 1.5;
    named(
        success_against_depth(&plot),
        "annealing at equal calls of a",
    );
    let mut plot = qubits();
    plot.series[0].points[1].value = f64::NAN;
    named(success_against_qubits(&plot), "puzzle-1 of ladder");
    let mut plot = times();
    plot.series[0].curves[0].points[0].1 = 0.5;
    named(time_to_solution(&plot), "queens at p = 1");
    let mut plot = times();
    plot.baselines[2].lows[0].points[1].1 = f64::NAN;
    named(time_to_solution(&plot), "measured of queens at p = 2");
    let mut plot = patterns(2);
    plot.patterns[2].betas[1][0] = f64::INFINITY;
    named(angle_patterns(&plot), "β of p = 3");
    let mut plot = broken(2);
    plot.layers[1][1] = -0.5;
    named(broken_rules(&plot), "rule of kind 1 in layer 1");
    plot.layers[1] = vec![0.1];
    named(broken_rules(&plot), "layer 1");
    let mut plot = marginals(crate::plots::SymbolStyle::Queens, None, 2);
    plot.layers[1].cells[0].probability = 1.2;
    named(marginal_boards(&plot), "r1c1 in layer 1");
    plot.layers[1].cells[0].probability = 0.2;
    plot.layers[1].cells[0].cell = (3, 0);
    named(marginal_boards(&plot), "r4c1");
}
