//! Pictures for print: their width, the size of their letters, and the words around them.

use super::reading::{collect_texts, drawn, words};
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
fn a_picture_without_its_words_holds_none_of_them() {
    let layout = PictureLayout::default().with_words(false);
    for (name, svg) in study::laid_out(layout) {
        let document = Document::parse(&svg).unwrap();
        let words = words(&document).join(" ");
        assert!(!words.contains("tango-4x4.toml"), "{name}: {words}");
        assert!(!words.contains("is the probability of"), "{name}: {words}");
    }
}

#[test]
fn settings_whose_bands_would_mix_are_drawn_one_by_one() {
    let frames = |count, puzzles| {
        let svg = study::settings(count, puzzles).svg().unwrap();
        let document = Document::parse(&svg).unwrap();
        let words = words(&document);
        // once in the legend, once above a plot of its own
        let named = |k: usize| {
            let name = format!("strategy no. {k}");
            words.iter().filter(|word| **word == name).count()
        };
        (0..count).all(|k| named(k) == 2)
    };
    assert!(frames(4, 5));
    assert!(!frames(4, 2));
}
