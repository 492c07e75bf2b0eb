//! What is read off a picture: the axes of each frame and the values drawn in it, as JSON in an
//! attribute of the SVG.
//!
//! > pixel = from + s·(to − from), s = (v − low)/(high − low) or log(v/low)/log(high/low)
//!
//! A page that knows these numbers can name the values under a pointer, and lay a mark over the
//! picture, without a scale of its own; a script has the numbers behind a file.

use super::axis::{Axis, Scale};
use super::canvas::Point;
use serde::Serialize;

/// The attribute of the picture's `<svg>` element.
pub(super) const ATTRIBUTE: &str = "data-frames";

/// The values of one curve, or of one marker.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct DrawnValues {
    /// The curve's name, as the legend has it.
    pub(super) name: String,
    /// Abscissa and ordinate of each value, in the units of the axes.
    pub(super) points: Vec<Point>,
}

/// A rectangle that data are drawn in.
#[derive(Debug, Serialize)]
pub(super) struct ReadableFrame<'a> {
    x: ReadableAxis<'a>,
    y: ReadableAxis<'a>,
    values: &'a [DrawnValues],
}

/// An axis between two pixels, counted from the picture's upper left corner.
#[derive(Debug, Serialize)]
struct ReadableAxis<'a> {
    name: &'a str,
    scale: &'static str,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl<'a> ReadableFrame<'a> {
    /// The frame whose axes run between these pixels.
    pub(super) fn new(
        (x, across): (&'a Axis, (f64, f64)),
        (y, upward): (&'a Axis, (f64, f64)),
        values: &'a [DrawnValues],
    ) -> Self {
        Self {
            x: ReadableAxis::new(x, across),
            y: ReadableAxis::new(y, upward),
            values,
        }
    }
}

impl<'a> ReadableAxis<'a> {
    fn new(axis: &'a Axis, (from, to): (f64, f64)) -> Self {
        Self {
            name: &axis.title,
            scale: match axis.scale {
                Scale::Linear => "linear",
                Scale::Logarithmic => "logarithmic",
            },
            low: axis.low,
            high: axis.high,
            from,
            to,
        }
    }
}

/// The SVG text with its frames in the attribute.
pub(super) fn readable(svg: &str, frames: &[ReadableFrame<'_>]) -> String {
    let json = serde_json::to_string(frames).expect("axes and values are JSON");
    let json = json.replace('&', "&amp;").replace('<', "&lt;");
    let json = json.replace('"', "&quot;");
    svg.replacen("<svg ", &format!("<svg {ATTRIBUTE}=\"{json}\" "), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the script of a page computes from the attribute.
    fn pixel(axis: &serde_json::Value, value: f64) -> f64 {
        let number = |key: &str| axis[key].as_f64().unwrap();
        let (low, high) = (number("low"), number("high"));
        let share = match axis["scale"].as_str() {
            Some("linear") => (value - low) / (high - low),
            _ => (value / low).ln() / (high / low).ln(),
        };
        number("from") + share * (number("to") - number("from"))
    }

    #[test]
    fn a_page_places_a_value_where_the_axis_does() {
        let axes = [Axis::round("", (0.0, 0.37), 5), Axis::decades("", (-4, 0))];
        for (x, y) in [(&axes[0], &axes[1]), (&axes[1], &axes[0])] {
            let frame = ReadableFrame::new((x, (40.0, 380.0)), (y, (300.0, 20.0)), &[]);
            let frame = serde_json::to_value(frame).unwrap();
            for value in [1e-3, 0.02, 0.3] {
                assert!((pixel(&frame["x"], value) - (40.0 + 340.0 * x.share(value))).abs() < 1e-9);
                assert!(
                    (pixel(&frame["y"], value) - (300.0 - 280.0 * y.share(value))).abs() < 1e-9
                );
            }
        }
    }

    #[test]
    fn a_name_that_is_markup_stays_inside_the_attribute() {
        let axis = Axis::round("\"><b>&", (0.0, 1.0), 5);
        let frame = ReadableFrame::new((&axis, (0.0, 1.0)), (&axis, (1.0, 0.0)), &[]);
        let svg = readable("<svg width=\"1\"></svg>", &[frame]);
        assert_eq!(svg.matches('<').count(), 2, "{svg}");
        let read = resvg::usvg::roxmltree::Document::parse(&svg).unwrap();
        let json = read.root_element().attribute(ATTRIBUTE).unwrap();
        assert!(json.contains(r#"\"><b>&"#), "{json}");
    }
}
