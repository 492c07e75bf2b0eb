//! Pictures for print: their width, the size of their letters, the words around them, and the
//! numbers behind them.

use super::data::usual;
use super::reading::{collect_texts, drawn, elements, number};
use super::study;
use crate::plots::PictureLayout;
use resvg::usvg::roxmltree::Document;

#[test]
fn texts_of_narrow_and_wide_pictures_stay_apart_on_the_sheet() {
    for cm in [7.5, 8.6, 17.8, 40.0] {
        let layout = PictureLayout::printed(Some(cm)).unwrap();
        for (name, svg) in study::laid_out(layout) {
            let tree = drawn(&svg);
            let mut boxes = Vec::new();
            collect_texts(tree.root(), &mut boxes);
            let (width, height) = (tree.size().width(), tree.size().height());
            for (k, a) in boxes.iter().enumerate() {
                let inside =
                    a.left() >= 0.0 && a.top() >= 0.0 && a.right() <= width && a.bottom() <= height;
                assert!(
                    inside,
                    "{name}, {cm} cm: a text at {a:?} leaves {width}×{height}"
                );
                for b in &boxes[k + 1..] {
                    let apart = a.right() <= b.left()
                        || b.right() <= a.left()
                        || a.bottom() <= b.top()
                        || b.bottom() <= a.top();
                    assert!(apart, "{name}, {cm} cm: texts at {a:?} and {b:?}");
                }
            }
        }
    }
}

#[test]
fn a_picture_may_have_no_title_and_no_other_words_than_its_own() {
    for (titled, expected) in [(true, 1), (false, 0)] {
        let layout = PictureLayout::default().titled(titled);
        for (name, svg) in study::laid_out(layout) {
            let document = Document::parse(&svg).unwrap();
            let texts = elements(&document, "text");
            let titles = texts
                .iter()
                .filter(|text| number(**text, "font-size") == 160.0);
            assert_eq!(titles.count(), expected, "{name}");
            let words: Vec<_> = texts.iter().filter_map(|text| text.text()).collect();
            assert!(
                !words.concat().contains("tango-4x4.toml"),
                "{name}: {words:?}"
            );
            assert!(svg.contains("<desc>tango-4x4.toml"), "{name}");
        }
    }
}

#[test]
fn only_few_settings_are_drawn_with_their_puzzles() {
    let bands = |count| {
        let svg = study::settings(count, 5).drawn(usual()).svg;
        svg.matches("opacity=\"0.18\"").count()
    };
    assert_eq!([1, 2, 3, 4].map(bands), [1, 2, 3, 0]);
}

#[test]
fn a_table_holds_the_medians_with_their_intervals_and_counts() {
    let table = study::settings(2, 7).drawn(usual()).table;
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows[0], "curve,\"depth p\",\"P(success)\",low,high,n");
    let own: Vec<&&str> = rows
        .iter()
        .filter(|row| row.starts_with("\"strategy no. 1\""))
        .collect();
    assert_eq!(own.len(), 6);
    // the median of 1 − exp(−(0.16 + 0.02 k)) over k = 0 … 6 is that of k = 3
    let cells: Vec<&str> = own[0].rsplitn(5, ',').collect();
    let number = |k: usize| cells[k].parse::<f64>().unwrap();
    assert_eq!(cells[0], "7");
    assert!((number(3) - (1.0 - (-0.22_f64).exp())).abs() < 1e-12);
    assert!(number(2) < number(3) && number(3) < number(1), "{cells:?}");
}
