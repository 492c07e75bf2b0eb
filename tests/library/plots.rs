//! Every kind of plot, read back: from its SVG as numbers and words, from its PNG as pixels.

use std::path::Path;

use crate::Error;
use crate::plots::{LandscapePlot, board_picture, landscape, png, save, save_as};
use ketboard_puzzles::{Error as Bad, Shapes};
use resvg::tiny_skia::Pixmap;
use resvg::usvg::roxmltree::Document;

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

use data::{angles, board_of, boards, four_with_zeros, gallery, success, trace, usual};
use reading::{collect_texts, drawn, elements, frame, near, number, points, through, ticks, words};

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
        (wide, 1e-4, (1e-4, "10⁻⁴"), (0.1, "10⁻¹")),
    ];
    for (values, guess, (low, low_label), (high, high_label)) in cases {
        let svg = success(&["q"], &[values], guess).drawn(usual()).svg;
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
        let (_, edge, ..) = frame(&svg);
        let dots: Vec<(f64, f64)> = elements(&svg, "circle")
            .into_iter()
            .map(|dot| (number(dot, "cx"), number(dot, "cy")))
            .filter(|dot| dot.1 >= edge)
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
        let mut dashes = dashes.filter(|p| p.len() == 2 && p[1].0 - p[0].0 > 4000.0);
        assert!(dashes.any(|p| p.iter().all(|at| near(at.1, baseline))));
    }
}

#[test]
fn a_probability_of_zero_lies_at_the_stated_floor_of_a_logarithmic_axis() {
    let svg = success(&["q"], &[&[0.0, 1e-4, 0.5]], 1e-3)
        .drawn(usual())
        .svg;
    let svg = Document::parse(&svg).unwrap();
    assert!(words(&svg).contains(&"0 or below 10⁻¹⁵".to_owned()));
    let (.., bottom) = frame(&svg);
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
        let svg = plot.drawn(usual()).svg;
        assert_eq!(svg.contains("median of"), count == 3, "{count}");
    }
}

#[test]
fn a_landscape_is_colored_as_its_bar_says() {
    let plot = angles();
    let text = landscape(&plot, usual()).svg;
    // without contour lines, path and grid only colors are left
    let colors = png(&text.replace("<polyline", "<metadata"), 1.0).unwrap();
    let colors = Pixmap::decode_png(&colors).unwrap();
    let svg = Document::parse(&text).unwrap();
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

    let color_at = |x: f64, y: f64| {
        let pixel = colors.pixel((x / 10.0) as u32, (y / 10.0) as u32).unwrap();
        [pixel.red(), pixel.green(), pixel.blue()]
    };
    // the map ends where the data end: on its border nothing is inside
    let within = |place: f64, ends: [f64; 2]| {
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        place.clamp(low + 5.0, high - 5.0)
    };
    let across = [plot.gammas[0], plot.gammas[8]].map(&column);
    let upward = [plot.betas[0], plot.betas[6]].map(&row);
    // the first and the last point of the path cover what is below them
    let is_marked = |x: f64, y: f64| {
        let ends = [plot.path[0], plot.path[2]].map(|(g, b)| (column(g), row(b)));
        ends.iter()
            .any(|end| (end.0 - x).abs() < 100.0 && (end.1 - y).abs() < 100.0)
    };
    for (beta, values) in plot.betas.iter().zip(&plot.values) {
        for (gamma, value) in plot.gammas.iter().zip(values) {
            if is_marked(column(*gamma), row(*beta)) {
                continue;
            }
            let seen = color_at(within(column(*gamma), across), within(row(*beta), upward));
            let promised = color_at(bar[0].0 - 50.0, level(*value).round());
            let far = seen
                .iter()
                .zip(promised)
                .map(|(a, b)| a.abs_diff(b))
                .max()
                .unwrap();
            assert!(
                far <= 8, // a step of the bar or of the map
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
    let marks = elements(&svg, "path").into_iter();
    let heart = marks
        .filter_map(|mark| mark.attribute("transform"))
        .next_back();
    let [x, y] = [column(end.0), row(end.1)].map(|at| at.round() / 10.0);
    assert!(
        heart.unwrap().starts_with(&format!("translate({x} {y})")),
        "{heart:?}"
    );
}

#[test]
fn no_contour_runs_along_the_edge_where_nothing_is_turned() {
    let contours = |plot: &LandscapePlot| {
        let svg = landscape(plot, usual()).svg;
        let thin = svg
            .lines()
            .filter(|line| line.contains("stroke-width=\"0.9\""));
        thin.filter(|line| line.starts_with("<polyline")).count()
    };
    // 4 is a tick of the bar, and the value at γ = 0 whatever β
    let plot = angles();
    let mut beside = angles();
    beside.values.iter_mut().flatten().for_each(|v| *v += 1e-3);
    assert!(contours(&plot) < contours(&beside));
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
                let side = |name| number(d.root_element(), name) / 10.0;
                (side("width"), side("height"))
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
    let svg = four_with_zeros().drawn(usual()).svg;
    let large = Pixmap::decode_png(&png(&svg, 2.5).unwrap()).unwrap();
    assert_eq!(large.width(), 2000);
}

#[test]
fn every_letter_of_the_plots_has_a_glyph_of_its_own() {
    let draw = |letter: char| {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"30\" height=\"30\">\
             <text x=\"5\" y=\"20\" font-family=\"DejaVu Sans, sans-serif\" font-size=\"16\" fill=\"#000\">{letter}</text></svg>"
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
    let svg = landscape(&angles(), usual()).svg;
    assert!(png(&svg, 1.0).unwrap() == png(&svg, 1.0).unwrap());
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    assert!(png("<svg", 1.0).is_err() && png("", 1.0).is_err());
    let svg = boards(Shapes::Stars).drawn(usual()).svg;
    for scale in [0.0, -1.0, f32::NAN] {
        let error = png(&svg, scale).unwrap_err().to_string();
        assert!(error.contains("its size is 0×0 pixels"), "{scale}: {error}");
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
    let picture = trace(9).drawn(usual());
    let whole = ["trace.v2.png", "trace.v2.svg", "trace.v2.txt"];
    for _ in 0..2 {
        save(&picture, folder.path(), "trace.v2").unwrap();
        assert_eq!(names(folder.path()), whole);
    }
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("trace.v2.svg"), picture.svg.as_bytes());
    assert_eq!(
        read("trace.v2.txt"),
        format!("{}\n", picture.caption).as_bytes()
    );
    assert_eq!(
        Pixmap::decode_png(&read("trace.v2.png")).unwrap().width(),
        1600
    );

    let nowhere = folder.path().join("missing");
    let refused = |folder: &Path, name: &str| {
        let result = save(&picture, folder, name);
        assert!(matches!(result, Err(Error::Input(Bad::Write { .. }))));
    };
    refused(&nowhere, "trace");
    std::fs::create_dir(folder.path().join("taken.png")).unwrap();
    refused(folder.path(), "taken");
    assert_eq!(names(folder.path()), [&["taken.png"], &whole[..]].concat());
}

#[test]
fn a_board_alone_is_as_wide_as_its_cells_and_saved_as_its_name_says() {
    let board = |cols: usize| board_of(&[&"0".repeat(cols), &"0".repeat(cols)]);
    let size = |cols| {
        let svg = board_picture(&board(cols), Shapes::Queens);
        let tree = drawn(&svg);
        (svg, tree.size().width(), tree.size().height())
    };
    let (two, four) = (size(2), size(4));
    assert_eq!((two.1, two.2), (four.2, four.2));
    assert!(four.1 - two.1 > 40.0 && !two.0.contains("P ="), "{}", two.0);

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
