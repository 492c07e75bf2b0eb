//! Every kind of plot, read back: from its SVG as numbers and words, from its PNG as pixels.

use std::path::Path;

use crate::Error;
use crate::plots::{
    AxisKind, AxisOf, LandscapePlot, SmallBoard, SymbolStyle, board_picture, landscape,
    optimizer_trace, png, save, save_as,
};
use ketboard_puzzles::Error as Bad;
use resvg::tiny_skia::Pixmap;
use resvg::usvg::roxmltree::Document;

#[path = "plots/contest.rs"]
mod contest;
#[path = "plots/data.rs"]
mod data;
#[path = "plots/laws.rs"]
mod laws;
#[path = "plots/limits.rs"]
mod limits;
#[path = "plots/paper.rs"]
mod paper;
#[path = "plots/reading.rs"]
mod reading;
#[path = "plots/study.rs"]
mod study;

use data::{angles, boards, expectation, four_with_zeros, gallery, success, trace};
use reading::{Patch, collect_texts, drawn, elements, near, number, points, through, ticks, words};

#[test]
fn every_picture_is_xml_that_holds_its_words_and_only_real_numbers() {
    for (name, svg, expected) in gallery() {
        let document = Document::parse(&svg).unwrap();
        let found = words(&document);
        for word in expected {
            assert!(
                found.iter().any(|text| text == word),
                "{name}: {word:?} not in {found:?}"
            );
        }
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name}");
    }
}

#[test]
fn no_text_leaves_the_sheet_or_covers_another() {
    for (name, svg, _) in gallery() {
        let tree = drawn(&svg);
        let mut boxes = Vec::new();
        collect_texts(tree.root(), &mut boxes);
        let (width, height) = (tree.size().width(), tree.size().height());
        for (k, a) in boxes.iter().enumerate() {
            let inside =
                a.left() >= 0.0 && a.top() >= 0.0 && a.right() <= width && a.bottom() <= height;
            assert!(inside, "{name}: a text at {a:?} leaves {width}×{height}");
            for b in &boxes[k + 1..] {
                let apart = a.right() <= b.left()
                    || b.right() <= a.left()
                    || a.bottom() <= b.top()
                    || b.bottom() <= a.top();
                assert!(apart, "{name}: texts at {a:?} and {b:?}");
            }
        }
    }
}

#[test]
fn success_points_land_where_the_ticks_say() {
    let linear: &[f64] = &[0.1, 0.22, 0.39];
    let wide: &[f64] = &[2e-4, 0.013, 0.7];
    // The lowest and the highest tick, read by hand for each.
    let cases = [
        (linear, 0.05, (0.0, "0"), (0.4, "0.4")),
        // a line at the lowest value has a decade below it
        (wide, 1e-4, (1e-5, "10⁻⁵"), (1.0, "1")),
    ];
    for (values, guess, (low, low_label), (high, high_label)) in cases {
        let svg = success(&["q"], &[values], guess).svg().unwrap();
        let svg = Document::parse(&svg).unwrap();
        let columns = ticks(&svg, (0.0, 50.0));
        let rows = ticks(&svg, (50.0, 0.0));
        let bottom = rows.iter().map(|tick| tick.1).fold(f64::MIN, f64::max);
        let top = rows.iter().map(|tick| tick.1).fold(f64::MAX, f64::min);
        for (label, row) in [(low_label, bottom), (high_label, top)] {
            let beside = elements(&svg, "text").into_iter().any(|text| {
                text.text().unwrap().trim() == label && (number(text, "y") - row).abs() < 60.0
            });
            assert!(beside, "{label} at {row}");
        }
        let scale = |v: f64| if low > 0.0 { v.ln() } else { v };
        let row = through((scale(low), bottom), (scale(high), top));
        let column = through((1.0, columns[0].0), (3.0, columns[2].0));
        let dots: Vec<(f64, f64)> = elements(&svg, "circle")
            .into_iter()
            .map(|dot| (number(dot, "cx"), number(dot, "cy")))
            .filter(|dot| dot.1 >= top)
            .collect();
        assert_eq!(dots.len(), values.len());
        for ((depth, value), dot) in (1..).zip(values).zip(dots) {
            let expected = (column(f64::from(depth)), row(scale(*value)));
            assert!(
                near(dot.0, expected.0) && near(dot.1, expected.1),
                "{dot:?} {expected:?}"
            );
        }
        let dashes = elements(&svg, "polyline").into_iter().map(points);
        let baseline = row(scale(guess));
        assert!(
            dashes
                .filter(|p| p.iter().all(|at| near(at.1, baseline)))
                .count()
                > 20
        );
    }
}

#[test]
fn a_probability_of_zero_lies_at_the_stated_floor_of_a_logarithmic_axis() {
    let svg = success(&["q"], &[&[0.0, 1e-4, 0.5]], 1e-3).svg().unwrap();
    let svg = Document::parse(&svg).unwrap();
    assert!(words(&svg).contains(&"0 or below 10⁻¹⁵, drawn at the floor 10⁻⁵".to_owned()));
    let bottom = ticks(&svg, (50.0, 0.0))
        .iter()
        .map(|tick| tick.1)
        .fold(f64::MIN, f64::max);
    let lowest = elements(&svg, "circle")
        .into_iter()
        .map(|dot| number(dot, "cy"))
        .fold(f64::MIN, f64::max);
    assert_eq!(lowest, bottom);
}

#[test]
fn the_median_over_puzzles_is_drawn_from_three_puzzles_on() {
    let values: [&[f64]; 3] = [&[0.1, 0.2], &[0.2, 0.3], &[0.4, 0.5]];
    for count in 1..=3 {
        let plot = success(&["a", "b", "c"][..count], &values[..count], 0.05);
        let svg = plot.svg().unwrap();
        assert_eq!(svg.contains("median of"), count == 3, "{count}");
    }
}

/// Whether a polygon goes around a point.
fn winds(corners: &[(f64, f64)], at: (f64, f64)) -> bool {
    let pairs = corners.iter().zip(corners.iter().cycle().skip(1));
    let crossing = |(a, b): (&(f64, f64), &(f64, f64))| {
        let right = (b.0 - a.0) * (at.1 - a.1) - (at.0 - a.0) * (b.1 - a.1);
        match (a.1 <= at.1, b.1 <= at.1) {
            (true, false) if right > 0.0 => 1,
            (false, true) if right < 0.0 => -1,
            _ => 0,
        }
    };
    pairs.map(crossing).sum::<i32>() != 0
}

#[test]
fn a_landscape_is_colored_as_its_bar_says() {
    let plot = angles();
    let svg = landscape(&plot).unwrap();
    let svg = Document::parse(&svg).unwrap();
    let columns = ticks(&svg, (0.0, 50.0));
    let rows = ticks(&svg, (50.0, 0.0));
    let bar = ticks(&svg, (40.0, 0.0));
    // Ticks, read by hand: γ 0 to 1.2, β from below -1.0 up to 0.2, the bar every 0.2 around 4.
    let labels = words(&svg);
    for label in ["0", "1.2", "−1.0", "−0.2", "3.6", "4.0"] {
        assert!(
            labels.iter().any(|text| text == label),
            "{label} not in {labels:?}"
        );
    }
    let place = |label: &str| {
        let node = elements(&svg, "text")
            .into_iter()
            .find(|n| n.text().unwrap().trim() == label);
        (number(node.unwrap(), "x"), number(node.unwrap(), "y"))
    };
    let closest = |marks: &[(f64, f64)], y: f64| {
        let by = |a: &&(f64, f64), b: &&(f64, f64)| (a.1 - y).abs().total_cmp(&(b.1 - y).abs());
        marks.iter().min_by(by).unwrap().1
    };
    let column = through((0.0, columns[0].0), (1.2, place("1.2").0));
    let row = through(
        (-1.0, closest(&rows, place("−1.0").1)),
        (-0.2, closest(&rows, place("−0.2").1)),
    );
    let level = through(
        (3.6, closest(&bar, place("3.6").1)),
        (4.0, closest(&bar, place("4.0").1)),
    );

    let rectangles: Vec<_> = elements(&svg, "rect")
        .into_iter()
        .skip(1)
        .map(Patch::new)
        .collect();
    // The areas of the map; the marks of the path are drawn after them.
    let areas: Vec<_> = elements(&svg, "polygon")
        .into_iter()
        .map(|node| (points(node), Patch::color_of(node)))
        .collect();
    let areas = &areas[..areas.len() - 2];
    // What is drawn last is seen: areas lie on the first rectangle, the bar beside them.
    let color_at = |x: f64, y: f64| {
        let area = areas
            .iter()
            .rev()
            .find(|(corners, _)| winds(corners, (x, y)));
        let patch = || rectangles.iter().rev().find(|patch| patch.holds(x, y));
        area.map_or_else(|| patch().unwrap().color, |(_, color)| *color)
    };
    // the map ends where the data end: on its border nothing is inside
    let within = |place: f64, ends: [f64; 2]| {
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        place.clamp(low + 5.0, high - 5.0)
    };
    let across = [plot.gammas[0], plot.gammas[8]].map(&column);
    let upward = [plot.betas[0], plot.betas[6]].map(&row);
    for (beta, values) in plot.betas.iter().zip(&plot.values) {
        for (gamma, value) in plot.gammas.iter().zip(values) {
            let seen = color_at(within(column(*gamma), across), within(row(*beta), upward));
            let promised = color_at(bar[0].0 - 50.0, level(*value).round());
            let far = seen
                .iter()
                .zip(promised)
                .map(|(a, b)| a.abs_diff(b))
                .max()
                .unwrap();
            assert!(
                far <= 4,
                "γ = {gamma}, β = {beta}: {seen:?}, bar {promised:?}"
            );
        }
    }

    let ring = elements(&svg, "circle")
        .into_iter()
        .rfind(|c| c.attribute("fill") == Some("none"))
        .unwrap();
    let (start, end) = (plot.path[0], plot.path[2]);
    assert!(near(number(ring, "cx"), column(start.0)) && near(number(ring, "cy"), row(start.1)));
    let heart = points(elements(&svg, "polygon").pop().unwrap());
    assert!(near(heart[0].0, column(end.0)) && near(heart[1].1, row(end.1)));
}

#[test]
fn a_png_has_its_size_and_its_text_without_any_system_font() {
    for (name, svg, _) in gallery() {
        let with = Pixmap::decode_png(&png(&svg, 1.0).unwrap()).unwrap();
        let without = Pixmap::decode_png(
            &png(&svg.replace("<text", "<g").replace("</text", "</g"), 1.0).unwrap(),
        )
        .unwrap();
        let size = Document::parse(&svg)
            .map(|d| {
                (
                    number(d.root_element(), "width"),
                    number(d.root_element(), "height"),
                )
            })
            .unwrap();
        assert_eq!(
            (f64::from(with.width()), f64::from(with.height())),
            size,
            "{name}"
        );
        let letters = with
            .pixels()
            .iter()
            .zip(without.pixels())
            .filter(|(a, b)| a != b)
            .count();
        assert!(letters > 500, "{name}: {letters} pixels of text");
        let blank = without
            .pixels()
            .iter()
            .all(|pixel| *pixel == without.pixels()[0]);
        assert!(!blank, "{name}");
    }
    let svg = four_with_zeros().svg().unwrap();
    let large = Pixmap::decode_png(&png(&svg, 2.5).unwrap()).unwrap();
    assert_eq!(large.width(), 2000);
}

#[test]
fn every_letter_of_the_plots_has_a_glyph_of_its_own() {
    let draw = |letter: char| {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"30\" height=\"30\">\
             <text x=\"5\" y=\"20\" font-family=\"DejaVu Sans, sans-serif\" font-size=\"16\">{letter}</text></svg>"
        );
        png(&svg, 1.0).unwrap()
    };
    let missing = draw('\u{10FFFD}');
    let blank = draw('\u{A0}');
    for letter in "γβψ⟨⟩|−×=…⁻⁰¹²³⁴⁵⁶⁷⁸⁹aZ0é".chars() {
        let drawn = draw(letter);
        assert!(drawn != missing && drawn != blank, "{letter}");
    }
}

#[test]
fn the_same_data_give_the_same_bytes() {
    for ((name, first, _), (_, second, _)) in gallery().into_iter().zip(gallery()) {
        assert!(first == second, "{name}");
    }
    let svg = landscape(&angles()).unwrap();
    assert!(png(&svg, 1.0).unwrap() == png(&svg, 1.0).unwrap());
}

#[test]
fn numbers_that_are_none_are_refused_by_name() {
    let not_a_number = |result: crate::Result<String>, named: &str| match result {
        Err(Error::Engine(ketboard_qaoa::Error::NotFinite { what, .. })) => {
            assert!(what.contains(named), "{what}")
        }
        other => panic!("{named}: {other:?}"),
    };
    not_a_number(
        success(&["q7"], &[&[0.1, f64::NAN]], 0.1).svg(),
        "q7 at depth p = 2",
    );
    not_a_number(
        success(&["q7"], &[&[0.1]], f64::NAN).svg(),
        "random guess, q7",
    );
    let mut plot = expectation(1);
    plot.panels[0].1[1].curves[0].points[1].y = f64::INFINITY;
    not_a_number(plot.svg(), "mean over all states, queens-0 at depth p = 2");
    let trace = optimizer_trace(data::heading(""), &[1.0, f64::NAN], &[], 0.0);
    not_a_number(trace.map(drop).map(|()| String::new()), "evaluation 2");
    let mut plot = angles();
    plot.values[1][2] = f64::NAN;
    not_a_number(landscape(&plot), "γ = 0.3, β = -0.8");
    let mut plot = angles();
    plot.path[1].0 = f64::NAN;
    not_a_number(landscape(&plot), "path point 2");
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let refused = |result: crate::Result<String>, about: &str| {
        assert!(
            matches!(result, Err(Error::Input(Bad::Argument { .. }))),
            "{about}: {result:?}"
        );
    };
    refused(success(&[], &[], 0.1).svg(), "no puzzle");
    refused(success(&["q"], &[&[]], 0.1).svg(), "no depth");
    refused(
        success(&["q"], &[&[1.1]], 0.1).svg(),
        "a probability above 1",
    );
    refused(trace(0).svg(), "no evaluation");
    refused(
        landscape(&LandscapePlot {
            gammas: vec![0.0, 0.1],
            ..angles()
        }),
        "a grid of another shape",
    );
    refused(
        landscape(&LandscapePlot {
            color: AxisOf::probability_of("x", AxisKind::Probabilities),
            ..angles()
        }),
        "P = 4",
    );
    for (spoil, about) in [
        (
            (|b| b.rows[1].push('0')) as fn(&mut SmallBoard),
            "a ragged board",
        ),
        (|b| drop(b.regions.pop()), "regions of another shape"),
        (|b| b.givens[0].push(true), "givens of another shape"),
        (|b| b.rows.clear(), "a board without rows"),
    ] {
        let mut plot = boards(SymbolStyle::Queens);
        spoil(&mut plot.boards[0]);
        refused(plot.svg(), about);
    }
    assert!(png("<svg", 1.0).is_err() && png("", 1.0).is_err());
    let svg = boards(SymbolStyle::Stars).svg().unwrap();
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e6] {
        assert!(
            matches!(png(&svg, scale), Err(Error::Input(Bad::Argument { .. }))),
            "{scale}"
        );
    }
}

#[test]
fn a_saved_picture_is_two_whole_files_or_none() {
    let names = |folder: &Path| {
        let mut names: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        names
    };
    let folder = tempfile::tempdir().unwrap();
    let svg = trace(9).svg().unwrap();
    for _ in 0..2 {
        save(&svg, folder.path().join("trace.v2")).unwrap();
        assert_eq!(names(folder.path()), ["trace.v2.png", "trace.v2.svg"]);
    }
    assert_eq!(
        std::fs::read_to_string(folder.path().join("trace.v2.svg")).unwrap(),
        svg
    );
    let picture = std::fs::read(folder.path().join("trace.v2.png")).unwrap();
    assert_eq!(Pixmap::decode_png(&picture).unwrap().width(), 1600);

    let nowhere = folder.path().join("missing").join("trace");
    assert!(matches!(
        save(&svg, &nowhere),
        Err(Error::Input(Bad::Write { .. }))
    ));
    std::fs::create_dir(folder.path().join("taken.png")).unwrap();
    assert!(matches!(
        save(&svg, folder.path().join("taken")),
        Err(Error::Input(Bad::Write { .. }))
    ));
    assert_eq!(
        names(folder.path()),
        ["taken.png", "trace.v2.png", "trace.v2.svg"]
    );
}

#[test]
fn a_board_alone_is_as_wide_as_its_cells_and_saved_as_its_name_says() {
    let board = |cols: usize| SmallBoard {
        rows: vec!["0".repeat(cols); 2],
        ..SmallBoard::default()
    };
    let size = |cols| {
        let svg = board_picture(&board(cols), SymbolStyle::Queens).unwrap();
        let tree = drawn(&svg);
        (svg, tree.size().width(), tree.size().height())
    };
    let (two, four) = (size(2), size(4));
    assert_eq!((two.1, two.2), (four.2, four.2));
    assert!(four.1 - two.1 > 40.0 && !two.0.contains("P ="), "{}", two.0);
    let ragged = SmallBoard {
        rows: vec!["0".into(), "00".into()],
        ..SmallBoard::default()
    };
    assert!(board_picture(&ragged, SymbolStyle::Queens).is_err());

    let folder = tempfile::tempdir().unwrap();
    let save = |name: &str| save_as(&two.0, &folder.path().join(name));
    save("a.svg").unwrap();
    save("b.PNG").unwrap();
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("a.svg"), two.0.as_bytes());
    assert!(Pixmap::decode_png(&read("b.PNG")).is_ok());
    for name in ["c", "c.eps", "c.pdf", ".svg"] {
        let error = save(name).unwrap_err().to_string();
        assert!(
            error.contains("end the name in .svg or .png"),
            "{name}: {error}"
        );
        assert!(!folder.path().join(name).exists());
    }
}
