//! The letters of pictures: how wide a text is, and its outlines in place of the text itself.
//!
//! > x of letter k = x of the text + size/1000·Σ_{j<k} (advance of j + kerning of j and j + 1)
//!
//! The font is DejaVu Sans, regular and bold, compiled in; nothing of the system is read. An SVG
//! keeps its texts, so that they can be searched and edited; a PNG is drawn of an SVG in
//! which each text has become the path of its letters. A letter that the font lacks is drawn as the
//! font's box for it.

use std::fmt::Write;
use std::sync::OnceLock;

use resvg::usvg::roxmltree::{Document, Node};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use crate::error::{Error, Result};

/// The attributes of a text that its outlines hold already.
const USED: [&str; 8] = [
    "x",
    "y",
    "dy",
    "text-anchor",
    "font-family",
    "font-size",
    "font-weight",
    "id",
];

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
struct TextLine {
    letters: Vec<(GlyphId, f64)>,
    advance: f64,
}

impl TextLine {
    fn of(text: &str, face: &Face<'_>) -> Self {
        let glyphs = text
            .chars()
            .map(|c| face.glyph_index(c).unwrap_or_default());
        let mut line = Self {
            letters: Vec::new(),
            advance: 0.0,
        };
        for glyph in glyphs {
            if let Some((before, _)) = line.letters.last() {
                line.advance += kerning(face, *before, glyph);
            }
            line.letters.push((glyph, line.advance));
            line.advance += f64::from(face.glyph_hor_advance(glyph).unwrap_or_default());
        }
        line
    }
}

/// How much further apart than their advances two letters stand, mostly closer.
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
pub(super) fn advance(text: &str, size: f64, bold: bool) -> f64 {
    let face = face(bold);
    TextLine::of(text, face).advance * size / f64::from(face.units_per_em())
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

/// The path of a text's letters.
fn path(text: Node<'_, '_>) -> String {
    let number = |name: &str| {
        let value = text.attribute(name).and_then(|value| value.parse().ok());
        value.unwrap_or(0.0)
    };
    let face = face(text.attribute("font-weight") == Some("bold"));
    let size: f64 = number("font-size");
    let scale = size / f64::from(face.units_per_em());
    let line = TextLine::of(text.text().unwrap_or_default().trim(), face);
    let before = match text.attribute("text-anchor") {
        Some("middle") => 0.5,
        Some("end") => 1.0,
        _ => 0.0,
    };
    let ems = text.attribute("dy").and_then(|dy| dy.strip_suffix("em"));
    let down: f64 = match ems {
        Some(ems) => size * ems.parse().unwrap_or(0.0),
        None => number("dy"),
    };
    let mut pen = OutlinePen {
        path: String::new(),
        origin: [
            number("x") - before * line.advance * scale,
            number("y") + down,
        ],
        scale,
        letter: 0.0,
    };
    for (glyph, at) in line.letters {
        pen.letter = at;
        face.outline_glyph(glyph, &mut pen);
    }
    let mut path = format!("<path id=\"{OUTLINES}\"");
    for attribute in text.attributes().filter(|a| !USED.contains(&a.name())) {
        let value = attribute
            .value()
            .replace('&', "&amp;")
            .replace('"', "&quot;");
        // writing to a text cannot fail
        let _ = write!(
            path,
            " {}=\"{}\"",
            attribute.name(),
            value.replace('<', "&lt;")
        );
    }
    let _ = write!(path, " d=\"{}\"/>", pen.path);
    path
}

/// The outlines of letters as they are drawn, in pixels of the picture.
struct OutlinePen {
    path: String,
    origin: [f64; 2],
    /// Pixels in a unit of the font.
    scale: f64,
    /// Where the letter begins, in units of the font.
    letter: f64,
}

impl OutlinePen {
    /// Adds a command with its points.
    fn draw<const N: usize>(&mut self, command: char, points: [[f32; 2]; N]) {
        self.path.push(command);
        for [x, y] in points {
            let x = self.origin[0] + self.scale * (self.letter + f64::from(x));
            let y = self.origin[1] - self.scale * f64::from(y);
            let _ = write!(self.path, "{x:.3} {y:.3} ");
        }
    }
}

impl OutlineBuilder for OutlinePen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.draw('M', [[x, y]]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.draw('L', [[x, y]]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.draw('Q', [[x1, y1], [x, y]]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.draw('C', [[x1, y1], [x2, y2], [x, y]]);
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
            assert!(
                (advance(text, 2048.0, false) - units).abs() < 1e-9,
                "{text}"
            );
        }
        assert!(advance("A", 10.0, true) > advance("A", 10.0, false));
    }

    #[test]
    fn outlines_begin_and_end_where_the_anchor_says() {
        for (anchor, from) in [("start", 0.0), ("middle", 0.5), ("end", 1.0)] {
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><text x=\"50\" y=\"9\" dy=\"0.5em\" \
                 text-anchor=\"{anchor}\" font-size=\"20\" fill=\"#123456\">\n&lt;HH&gt;\n</text></svg>"
            );
            let outlined = outlined(&svg).unwrap();
            let document = Document::parse(&outlined).unwrap();
            let path = document
                .descendants()
                .find(|node| node.has_tag_name("path"));
            let path = path.unwrap();
            assert_eq!(path.attribute("fill"), Some("#123456"));
            let numbers = |text: &str| -> Vec<f64> {
                let parts = text.split(|c: char| c.is_alphabetic() || c == ' ');
                parts.filter_map(|part| part.parse().ok()).collect()
            };
            let numbers = numbers(path.attribute("d").unwrap());
            let columns = || numbers.iter().step_by(2).copied();
            let (low, high) = (
                columns().fold(f64::MAX, f64::min),
                columns().fold(0.0, f64::max),
            );
            let width = advance("<HH>", 20.0, false);
            let begin = 50.0 - from * width;
            assert!(low > begin && low < begin + 4.0, "{anchor}: {low}");
            assert!(
                high < begin + width && high > begin + width - 4.0,
                "{anchor}: {high}"
            );
            let rows = numbers.iter().skip(1).step_by(2);
            assert!(rows.copied().fold(0.0, f64::max) < 9.0 + 10.0 + 4.0);
        }
    }
}
