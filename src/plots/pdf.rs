//! SVG text to PDF bytes: one page as large as the picture, its lines, areas and letters as paths.
//!
//! usvg reads the SVG, as for the PNG, with letters as outlines of the embedded font (`letters`),
//! so that the PDF asks for no font and looks the same everywhere. It holds no date and no name of
//! a program: the same picture gives the same bytes. A group's opacity is given to each path in it,
//! which is the same where a group holds one path, as every group of these pictures does.

use std::collections::BTreeMap;

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref};
use resvg::usvg::tiny_skia_path::{PathSegment, Point, Transform};
use resvg::usvg::{self, FillRule, Group, LineCap, LineJoin, Node, Paint, Path, Stroke};

use super::raster::tree;
use crate::error::Result;

/// Points of a page (1/72 inch) in a pixel of an SVG (1/96 inch).
const POINTS: f32 = 0.75;
/// How hard the page is compressed, from 0 to 10.
const EFFORT: u8 = 8;

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
/// Opacities are numbered from here on.
const FIRST_OPACITY: i32 = 5;

/// The PDF of an SVG text.
///
/// # Errors
/// [`Error::Input`] where the text is not SVG.
pub(crate) fn pdf(svg: &str) -> Result<Vec<u8>> {
    let tree = tree(svg)?;
    let (width, height) = (tree.size().width() * POINTS, tree.size().height() * POINTS);
    let mut page = PdfPage {
        content: Content::new(),
        opacities: BTreeMap::new(),
    };
    // Rows of an SVG are counted from the top, those of a page from the bottom.
    let flip = Transform::from_row(POINTS, 0.0, 0.0, -POINTS, 0.0, height);
    page.group(tree.root(), flip, 1.0);
    Ok(page.finish((width, height)))
}

/// A page while it is drawn.
struct PdfPage {
    content: Content,
    /// The opacities in use, in thousandths, and their numbers.
    opacities: BTreeMap<u16, i32>,
}

impl PdfPage {
    fn group(&mut self, group: &Group, above: Transform, opacity: f32) {
        let transform = above.pre_concat(group.transform());
        let opacity = opacity * group.opacity().get();
        for node in group.children() {
            match node {
                Node::Group(inner) => self.group(inner, transform, opacity),
                Node::Path(path) => self.path(path, transform, opacity),
                // Texts have become paths, and no picture of this program holds an image.
                Node::Text(_) | Node::Image(_) => (),
            }
        }
    }

    fn path(&mut self, path: &Path, transform: Transform, opacity: f32) {
        if !path.is_visible() {
            return;
        }
        if let Some(fill) = path.fill()
            && let Paint::Color(color) = fill.paint()
        {
            self.opacity(opacity * fill.opacity().get());
            let [r, g, b] = shares(*color);
            self.content.set_fill_rgb(r, g, b);
            self.outline(path, transform);
            match fill.rule() {
                FillRule::NonZero => self.content.fill_nonzero(),
                FillRule::EvenOdd => self.content.fill_even_odd(),
            };
        }
        if let Some(stroke) = path.stroke()
            && let Paint::Color(color) = stroke.paint()
        {
            self.opacity(opacity * stroke.opacity().get());
            let [r, g, b] = shares(*color);
            self.content.set_stroke_rgb(r, g, b);
            self.pen(stroke, scale_of(transform));
            self.outline(path, transform);
            self.content.stroke();
        }
    }

    fn pen(&mut self, stroke: &Stroke, scale: f32) {
        let length = |length: f32| rounded(length * scale);
        let cap = match stroke.linecap() {
            LineCap::Butt => LineCapStyle::ButtCap,
            LineCap::Round => LineCapStyle::RoundCap,
            LineCap::Square => LineCapStyle::ProjectingSquareCap,
        };
        let join = match stroke.linejoin() {
            LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
            LineJoin::Round => LineJoinStyle::RoundJoin,
            LineJoin::Bevel => LineJoinStyle::BevelJoin,
        };
        let dashes = stroke.dasharray().unwrap_or_default();
        self.content
            .set_line_width(length(stroke.width().get()))
            .set_line_cap(cap)
            .set_line_join(join)
            .set_miter_limit(stroke.miterlimit().get())
            .set_dash_pattern(
                dashes.iter().map(|dash| length(*dash)),
                length(stroke.dashoffset()),
            );
    }

    fn opacity(&mut self, opacity: f32) {
        let thousandths = (opacity * 1000.0).round() as u16;
        let next = FIRST_OPACITY + self.opacities.len() as i32;
        let number = *self.opacities.entry(thousandths).or_insert(next);
        self.content.set_parameters(Name(name(number).as_bytes()));
    }

    fn outline(&mut self, path: &Path, transform: Transform) {
        let at = |mut point: Point| {
            transform.map_point(&mut point);
            (rounded(point.x), rounded(point.y))
        };
        // PDF knows no curves of degree two: where one begins is needed to raise it to three.
        let mut here = Point::zero();
        for segment in path.data().segments() {
            match segment {
                PathSegment::MoveTo(to) => {
                    let (x, y) = at(to);
                    self.content.move_to(x, y);
                    here = to;
                }
                PathSegment::LineTo(to) => {
                    let (x, y) = at(to);
                    self.content.line_to(x, y);
                    here = to;
                }
                PathSegment::QuadTo(by, to) => {
                    let toward = |end: Point| {
                        let share = |from: f32, to: f32| from + (to - from) * 2.0 / 3.0;
                        at(Point::from_xy(share(end.x, by.x), share(end.y, by.y)))
                    };
                    let ((ax, ay), (bx, by), (x, y)) = (toward(here), toward(to), at(to));
                    self.content.cubic_to(ax, ay, bx, by, x, y);
                    here = to;
                }
                PathSegment::CubicTo(a, b, to) => {
                    let ((ax, ay), (bx, by), (x, y)) = (at(a), at(b), at(to));
                    self.content.cubic_to(ax, ay, bx, by, x, y);
                    here = to;
                }
                PathSegment::Close => {
                    self.content.close_path();
                }
            }
        }
    }

    fn finish(self, (width, height): (f32, f32)) -> Vec<u8> {
        let mut pdf = Pdf::new();
        pdf.catalog(CATALOG).pages(PAGES);
        pdf.pages(PAGES).kids([PAGE]).count(1);
        let mut page = pdf.page(PAGE);
        page.parent(PAGES)
            .media_box(Rect::new(0.0, 0.0, rounded(width), rounded(height)))
            .contents(CONTENT);
        let mut resources = page.resources();
        let mut states = resources.ext_g_states();
        for number in self.opacities.values() {
            states.pair(Name(name(*number).as_bytes()), Ref::new(*number));
        }
        states.finish();
        resources.finish();
        page.finish();
        for (thousandths, number) in &self.opacities {
            let share = f32::from(*thousandths) / 1000.0;
            pdf.ext_graphics(Ref::new(*number))
                .stroking_alpha(share)
                .non_stroking_alpha(share);
        }
        let drawn = compress_to_vec_zlib(&self.content.finish(), EFFORT);
        pdf.stream(CONTENT, &drawn).filter(Filter::FlateDecode);
        pdf.finish()
    }
}

/// The name of an opacity.
fn name(number: i32) -> String {
    format!("G{number}")
}

/// The lengths that a transform without shear multiplies lengths by.
fn scale_of(transform: Transform) -> f32 {
    (transform.sx * transform.sy - transform.kx * transform.ky)
        .abs()
        .sqrt()
}

fn shares(color: usvg::Color) -> [f32; 3] {
    [color.red, color.green, color.blue].map(|channel| rounded(f32::from(channel) / 255.0))
}

/// To a thousandth of a point, so that numbers stay short.
fn rounded(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}
