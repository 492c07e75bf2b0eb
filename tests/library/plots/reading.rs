//! A picture read back as numbers and words; lengths are tenths of a pixel.

use resvg::usvg;
use resvg::usvg::roxmltree::{Document, Node};

pub(crate) fn number(node: Node<'_, '_>, name: &str) -> f64 {
    10.0 * node.attribute(name).unwrap().parse::<f64>().unwrap()
}

pub(crate) fn elements<'a>(svg: &'a Document<'a>, tag: &'static str) -> Vec<Node<'a, 'a>> {
    svg.descendants()
        .filter(|node| node.has_tag_name(tag))
        .collect()
}

pub(crate) fn words(svg: &Document<'_>) -> Vec<String> {
    let text = |node: Node<'_, '_>| node.text().unwrap_or_default().trim().to_owned();
    let texts = elements(svg, "text").into_iter().map(text);
    let caption = elements(svg, "desc").into_iter().map(text);
    let caption: Vec<String> = caption.collect();
    let lines = caption.iter().flat_map(|caption| caption.lines());
    texts.chain(lines.map(str::to_owned)).collect()
}

/// The left, upper, right and lower end of the first frame.
pub(crate) fn frame(svg: &Document<'_>) -> (f64, f64, f64, f64) {
    let lines = elements(svg, "polyline").into_iter();
    let lines = lines.filter(|line| line.attribute("stroke") == Some("#222222"));
    let axes = lines.map(points).find(|p| p.len() == 3 && p[0].0 == p[1].0);
    let axes = axes.unwrap();
    (axes[0].0, axes[0].1, axes[2].0, axes[2].1)
}

pub(crate) fn points(node: Node<'_, '_>) -> Vec<(f64, f64)> {
    let pair = |text: &str| {
        let (x, y) = text.split_once(',').unwrap();
        let tenths = |text: &str| 10.0 * text.parse::<f64>().unwrap();
        (tenths(x), tenths(y))
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
