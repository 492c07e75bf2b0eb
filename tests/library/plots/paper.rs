//! Pictures for print: their width, the size of their letters, the words around them, and PDF.

use super::reading::{collect_texts, drawn, words};
use super::study;
use crate::plots::{PictureLayout, pdf, success_against_depth};
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
        let svg = success_against_depth(&study::settings(count, puzzles)).unwrap();
        let document = Document::parse(&svg).unwrap();
        let words = words(&document);
        (0..count).all(|k| words.contains(&format!("strategy no. {k}")))
    };
    assert!(frames(4, 5));
    assert!(!frames(4, 2));
}

#[test]
fn a_pdf_is_one_page_of_the_size_of_its_picture_and_has_no_date() {
    let page = |layout: PictureLayout| {
        let (_, svg) = study::laid_out(layout).remove(0);
        let svg = layout.on_paper(&svg);
        let made = pdf(&svg).unwrap();
        assert!(made == pdf(&svg).unwrap());
        made
    };
    for (layout, width) in [
        (PictureLayout::default(), "600"),
        (PictureLayout::printed(Some(10.0)).unwrap(), "283.46"),
    ] {
        let made = page(layout);
        let text = String::from_utf8_lossy(&made);
        assert!(text.starts_with("%PDF-") && text.trim_end().ends_with("%%EOF"));
        assert!(text.contains(&format!("/MediaBox [0 0 {width}")), "{text}");
        assert_eq!(text.matches("/Type /Page\n").count(), 1, "{text}");
        assert!(!text.contains("Date") && !text.contains("/Font"));
    }
    assert!(pdf("no picture").is_err());
}

#[test]
fn a_pdf_draws_what_the_svg_says() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\" viewBox=\"0 0 80 40\">\
               <rect x=\"8\" y=\"4\" width=\"16\" height=\"8\" fill=\"#FF0000\" opacity=\"0.5\"/></svg>";
    let made = pdf(svg).unwrap();
    let start = made.windows(7).position(|w| w == b"stream\n").unwrap() + 7;
    let end = start
        + made[start..]
            .windows(10)
            .position(|w| w == b"\nendstream")
            .unwrap();
    let content = miniz_oxide::inflate::decompress_to_vec_zlib(&made[start..end]).unwrap();
    let content = String::from_utf8(content).unwrap();
    // Twice as fine as pixels, three quarters of a point a pixel, counted from the bottom.
    for part in [
        "/G5 gs", "1 0 0 rg", "3 13.5 m", "9 13.5 l", "9 10.5 l", "f",
    ] {
        assert!(
            content.lines().any(|line| line == part),
            "{part}: {content}"
        );
    }
    assert!(String::from_utf8_lossy(&made).contains("/ca 0.5"));
}
