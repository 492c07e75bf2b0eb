//! The letters of pictures: how wide a text is, and its outlines in place of the text itself.
//!
//! > x of letter k = x of the text + size/1000·Σ_{j<k} (advance of j + kerning of j and j + 1)
//!
//! The font is DejaVu Sans, regular and bold, compiled in; nothing of the system is read. An SVG
//! keeps its texts, so that they can be searched and edited; a PNG is drawn of an SVG in
//! which each text has become the path of its letters. A letter that the font lacks is drawn as the
//! font's box for it.

use crate::error::{Error, Result};
use resvg::usvg::roxmltree::{Document, Node};
use std::fmt::Write;
use std::sync::OnceLock;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The name of the outlines of a text.
pub(super) const OUTLINES: &str = "text";

/// DejaVu Sans, regular or bold.
fn face(bold: bool) -> &'static Face<'static> {
    static FACES: [OnceLock<Face<'static>>; 2] = [OnceLock::new(), OnceLock::new()];
    FACES[usize::from(bold)].get_or_init(|| {
        let data = if bold {
            dejavu::sans::bold()
        } else {
            dejavu::sans::regular()
        };
        Face::parse(data, 0).expect("the font that is compiled in is whole")
    })
}

/// The letters of a text with the place of each from the beginning, and the whole advance, in units
/// of the font.
fn letters(text: &str, face: &Face<'_>) -> (Vec<(GlyphId, f64)>, f64) {
    let mut letters: Vec<(GlyphId, f64)> = Vec::new();
    let mut advance = 0.0;
    for c in text.chars() {
        let glyph = face.glyph_index(c).unwrap_or_default();
        if let Some((before, _)) = letters.last() {
            advance += kerning(face, *before, glyph);
        }
        letters.push((glyph, advance));
        advance += f64::from(face.glyph_hor_advance(glyph).unwrap_or_default());
    }
    (letters, advance)
}

/// How much further apart than their advances two letters are, mostly closer.
fn kerning(face: &Face<'_>, left: GlyphId, right: GlyphId) -> f64 {
    let tables = face.tables().kern.map(|kern| kern.subtables);
    let horizontal = tables
        .into_iter()
        .flatten()
        .filter(|table| table.horizontal);
    let found = horizontal.filter_map(|table| table.glyphs_kerning(left, right));
    found.map(f64::from).sum()
}

/// The advance of a text in pixels at a font size in pixels.
pub(super) fn width(text: &str, size: f64, bold: bool) -> f64 {
    let face = face(bold);
    letters(text, face).1 * size / f64::from(face.units_per_em())
}

/// The SVG with a path in the place of each text.
///
/// # Errors
/// [`Error::Input`] where it is not SVG.
pub(super) fn outlined(svg: &str) -> Result<String> {
    let document = Document::parse(svg).map_err(|error| not_svg(error.to_string()))?;
    let mut outlined = String::with_capacity(4 * svg.len());
    let mut done = 0;
    for text in document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
    {
        let place = text.range();
        outlined.push_str(&svg[done..place.start]);
        outlined.push_str(&path(text));
        done = place.end;
    }
    outlined.push_str(&svg[done..]);
    Ok(outlined)
}

/// That a text is no SVG.
pub(super) fn not_svg(found: String) -> Error {
    Error::input("SVG", None, found, "give the text of an SVG picture")
}

/// The path of a text's letters, of a text as [`canvas`](super::canvas) writes it.
fn path(text: Node<'_, '_>) -> String {
    let given = |name: &str| text.attribute(name).unwrap_or_default();
    let number = |name: &str| given(name).parse().unwrap_or(0.0);
    let face = face(given("font-weight") == "bold");
    let scale = number("font-size") / f64::from(face.units_per_em());
    let (letters, advance) = letters(text.text().unwrap_or_default(), face);
    let before = match given("text-anchor") {
        "middle" => 0.5,
        "end" => 1.0,
        _ => 0.0,
    };
    let (x, y) = (number("x") - before * advance * scale, number("y"));
    let mut pen = OutlinePen::default();
    for (glyph, at) in letters {
        pen.letter = at as f32;
        face.outline_glyph(glyph, &mut pen);
    }
    format!(
        "<path id=\"{OUTLINES}\" fill=\"{}\" transform=\"{} translate({x} {y}) scale({scale} -{scale})\" d=\"{}\"/>",
        given("fill"),
        given("transform"),
        pen.path
    )
}

/// The outlines of letters, in units of the font.
#[derive(Default)]
struct OutlinePen {
    path: String,
    /// Where the letter begins.
    letter: f32,
}

impl OutlinePen {
    /// Adds a command with its points.
    fn draw<const N: usize>(&mut self, command: char, points: [(f32, f32); N]) {
        self.path.push(command);
        for (x, y) in points {
            // writing to a text cannot fail
            let _ = write!(self.path, "{} {y} ", self.letter + x);
        }
    }
}

impl OutlineBuilder for OutlinePen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.draw('M', [(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.draw('L', [(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.draw('Q', [(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.draw('C', [(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.draw('Z', []);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stand_side_by_side_with_the_advances_and_the_kerning_of_the_font() {
        // read off the font's tables: 2048 units an em, A 1401, V 1401, and the two 131 closer
        for (text, units) in [("A", 1401.0), ("V", 1401.0), ("AV", 2.0 * 1401.0 - 131.0)] {
            assert!((width(text, 2048.0, false) - units).abs() < 1e-9, "{text}");
        }
        assert!(width("A", 10.0, true) > width("A", 10.0, false));
    }

    #[test]
    fn outlines_begin_and_end_where_the_anchor_says() {
        for (anchor, from) in [("start", 0.0), ("middle", 0.5), ("end", 1.0)] {
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200\" height=\"40\"><text x=\"90\" y=\"20\" \
                 text-anchor=\"{anchor}\" font-size=\"20\" fill=\"#123456\">&lt;HH&gt;</text></svg>"
            );
            let tree = crate::plots::shapes(&svg).unwrap();
            let found = tree.root().abs_bounding_box();
            let whole = width("<HH>", 20.0, false);
            let begin = 90.0 - from * whole;
            let (low, high) = (f64::from(found.left()), f64::from(found.right()));
            assert!(low > begin && low < begin + 4.0, "{anchor}: {low}");
            let end = begin + whole;
            assert!(high < end && high > end - 4.0, "{anchor}: {high}");
            assert!(found.bottom() > 18.0 && found.bottom() < 24.0, "{found:?}");
        }
    }
}
