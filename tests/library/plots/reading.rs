//! A picture read back as numbers, words and colors; lengths are tenths of a pixel.

use resvg::usvg;
use resvg::usvg::roxmltree::{Document, Node};

pub(crate) fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

pub(crate) fn elements<'a>(svg: &'a Document<'a>, tag: &'static str) -> Vec<Node<'a, 'a>> {
    svg.descendants()
        .filter(|node| node.has_tag_name(tag))
        .collect()
}

pub(crate) fn words(svg: &Document<'_>) -> Vec<String> {
    let text = |node: Node<'_, '_>| node.text().unwrap_or_default().trim().to_owned();
    elements(svg, "text").into_iter().map(text).collect()
}

pub(crate) fn points(node: Node<'_, '_>) -> Vec<(f64, f64)> {
    let pair = |text: &str| {
        let (x, y) = text.split_once(',').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    };
    node.attribute("points")
        .unwrap()
        .split_whitespace()
        .map(pair)
        .collect()
}

/// Places of tick marks: two-point lines of the given length in the given direction.
pub(crate) fn ticks(svg: &Document<'_>, along: (f64, f64)) -> Vec<(f64, f64)> {
    elements(svg, "polyline")
        .into_iter()
        .filter(|line| line.attribute("stroke") == Some("#222222"))
        .map(points)
        .filter(|p| p.len() == 2 && (p[1].0 - p[0].0, p[1].1 - p[0].1) == along)
        .map(|p| p[0])
        .collect()
}

/// The straight line through two (value, place) pairs.
pub(crate) fn through((v, p): (f64, f64), (w, q): (f64, f64)) -> impl Fn(f64) -> f64 {
    move |value| p + (value - v) / (w - v) * (q - p)
}

pub(crate) fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1.0
}

/// A filled rectangle.
pub(crate) struct Patch {
    x: (f64, f64),
    y: (f64, f64),
    pub(crate) color: [u8; 3],
}

impl Patch {
    pub(crate) fn new(node: Node<'_, '_>) -> Self {
        let (x, y) = (number(node, "x"), number(node, "y"));
        Self {
            x: (x, x + number(node, "width")),
            y: (y, y + number(node, "height")),
            color: Self::color_of(node),
        }
    }

    pub(crate) fn color_of(node: Node<'_, '_>) -> [u8; 3] {
        let fill = node.attribute("fill").unwrap();
        let channel = |k: usize| u8::from_str_radix(&fill[2 * k + 1..2 * k + 3], 16).unwrap();
        [channel(0), channel(1), channel(2)]
    }

    pub(crate) fn holds(&self, x: f64, y: f64) -> bool {
        (self.x.0..=self.x.1).contains(&x) && (self.y.0..=self.y.1).contains(&y)
    }
}

/// The picture as it is drawn, with the letters of its texts as paths.
pub(crate) fn drawn(svg: &str) -> usvg::Tree {
    crate::plots::shapes(svg).unwrap()
}

/// The boxes of the letters' outlines, which are tighter than their lines' heights.
pub(crate) fn collect_texts(group: &usvg::Group, boxes: &mut Vec<usvg::Rect>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(inner) => collect_texts(inner, boxes),
            usvg::Node::Path(path) if path.id() == "text" => boxes.push(path.abs_bounding_box()),
            usvg::Node::Text(_) => panic!("letters are paths"),
            usvg::Node::Path(_) | usvg::Node::Image(_) => (),
        }
    }
}
