//! Success probability against depth, without noise and on a device, beside the random guess: where
//! more layers stop helping.
//!
//! The axis is that of [`super::success_against_depth`]. The band is the confidence interval of the
//! simulated noise.

use super::Heading;
use super::canvas::{Pen, PictureCanvas, Point};
use super::chart::{Chart, PlotFrame};
use super::check::{probability, some};
use super::depths::{self, DepthCurve, level};
use super::legend::{LegendKey, LegendMark};
use super::palette::{BLUE, CURVES, SOFT_INK, VERMILION};
use super::success::{ProbabilityAxis, probability_of};
use crate::error::Result;

/// Success probabilities of one puzzle on one device.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SuccessOnDevice {
    /// The words around the plot.
    pub heading: Heading,
    /// The set whose probability is summed: `all boards that obey the rules`.
    pub summed: String,
    /// Depth p and probability without noise, in any order; at least one.
    pub ideal: Vec<(usize, f64)>,
    /// Depth p and the closed estimate of the probability under noise.
    pub estimate: Vec<(usize, f64)>,
    /// Depth p, the simulated probability under noise, and the ends of its interval; may be empty.
    pub noisy: Vec<(usize, f64, (f64, f64))>,
    /// What the band is: `95 % interval of 1000 trajectories`; empty where the values are exact.
    pub band: String,
    /// The depth at which the device does best.
    pub peak: Option<usize>,
    /// The probability that a uniformly random bitstring is in the summed set.
    pub random_guess: f64,
}

const BAND: f64 = 0.22;

/// The SVG of success probability against depth on a device.
///
/// # Errors
/// [`crate::Error::NotFinite`] for NaN, [`crate::Error::Argument`] for what is no probability, for
/// a depth that occurs twice and where there is nothing to draw.
pub(crate) fn success_on_device(plot: &SuccessOnDevice) -> Result<String> {
    some("depths", &plot.ideal)?;
    let noisy: Vec<(usize, f64)> = plot.noisy.iter().map(|&(p, value, _)| (p, value)).collect();
    let named = [
        ("without noise", &plot.ideal),
        ("estimate", &plot.estimate),
        ("with noise", &noisy),
    ];
    let drawn = named.into_iter().filter(|(_, points)| !points.is_empty());
    let curves = drawn.map(|(name, points)| DepthCurve::new(name, points, probability));
    let curves = curves.collect::<Result<Vec<_>>>()?;
    let band = band(&plot.noisy)?;
    let guess = probability("random guess", plot.random_guess)?;
    let mut ends: Vec<f64> = band
        .iter()
        .flat_map(|&(_, (low, high))| [low, high])
        .collect();
    // an interval that reaches 0 would stretch a logarithmic axis without end
    ends.retain(|&end| end > 0.1 * guess);
    ends.push(guess);

    let values = curves.iter().flat_map(|curve| &curve.points);
    let values = values.map(|point| point.1).chain(ends);
    let (name, meaning) = probability_of(&plot.summed);
    let ordinate = ProbabilityAxis::new(name, values.collect());
    let shown = |value: f64| ordinate.floor.map_or(value, |floor| value.max(floor));
    let mut chart = Chart::new(
        &plot.heading,
        depths::axis(depths::DEPTH, &curves),
        ordinate.axis,
    );
    chart.notes.push(meaning);
    chart.keys = keys(plot, &curves);
    let floored = ordinate.clip_label;
    chart
        .keys
        .extend(floored.map(|label| LegendKey::new(LegendMark::Floor(SOFT_INK), label)));
    Ok(chart.draw(|canvas, frame| {
        let place = |depth: usize, value: f64| frame.at(depth as f64, shown(value));
        level(canvas, frame, place(0, guess).1, guess_pen());
        draw_band(canvas, &band, place);
        if let Some(at) = plot.peak.and_then(|peak| peak_of(plot, peak)) {
            draw_peak(canvas, frame, place(at.0, at.1));
        }
        for curve in &curves {
            draw_curve(canvas, curve, pen(&curve.puzzle), place);
        }
    }))
}

fn pen(name: &str) -> Pen {
    match name {
        "without noise" => Pen::solid(BLUE, 1.8),
        "estimate" => Pen::solid(CURVES[2], 1.4).dashed(3.0, 3.0),
        _ => Pen::solid(VERMILION, 1.8),
    }
}

fn guess_pen() -> Pen {
    Pen::solid(SOFT_INK, 1.3).dashed(6.0, 4.0)
}

fn peak_pen() -> Pen {
    Pen::solid(VERMILION, 1.0).dashed(2.0, 3.0)
}

fn keys(plot: &SuccessOnDevice, curves: &[DepthCurve]) -> Vec<LegendKey> {
    let curve = |curve: &DepthCurve| {
        let label = match curve.puzzle.as_str() {
            "estimate" => "estimate: F·ideal + (1 − F)·random",
            name => name,
        };
        LegendKey::new(LegendMark::Curve(pen(&curve.puzzle)), label)
    };
    let mut keys: Vec<LegendKey> = curves.iter().map(curve).collect();
    if !plot.band.is_empty() && !plot.noisy.is_empty() {
        keys.push(LegendKey::new(
            LegendMark::Band(VERMILION, BAND),
            plot.band.clone(),
        ));
    }
    if let Some(peak) = plot.peak {
        let label = format!("best on the device: p = {peak}");
        keys.push(LegendKey::new(LegendMark::Line(peak_pen()), label));
    }
    keys.push(LegendKey::new(
        LegendMark::Line(guess_pen()),
        "random guess",
    ));
    keys
}

/// The ends of the intervals by rising depth; none where all are points.
fn band(noisy: &[(usize, f64, (f64, f64))]) -> Result<Vec<(usize, (f64, f64))>> {
    let ends = |&(depth, _, (low, high)): &(usize, f64, (f64, f64))| {
        let what = format!("the interval at p = {depth}");
        Ok((depth, (probability(&what, low)?, probability(&what, high)?)))
    };
    let mut band = noisy.iter().map(ends).collect::<Result<Vec<_>>>()?;
    band.sort_by_key(|&(depth, _)| depth);
    if band.iter().all(|(_, (low, high))| low == high) {
        band.clear();
    }
    Ok(band)
}

fn draw_band(
    canvas: &PictureCanvas<'_>,
    band: &[(usize, (f64, f64))],
    place: impl Fn(usize, f64) -> Point,
) {
    let upper = band.iter().map(|&(depth, (_, high))| place(depth, high));
    let lower = band
        .iter()
        .rev()
        .map(|&(depth, (low, _))| place(depth, low));
    let mut corners: Vec<Point> = upper.chain(lower).collect();
    if let [(x, high), (_, low)] = corners[..] {
        // one depth has no width of its own
        corners = vec![
            (x - 14.0, high),
            (x + 14.0, high),
            (x + 14.0, low),
            (x - 14.0, low),
        ];
    }
    if !corners.is_empty() {
        canvas.area(&corners, VERMILION, BAND);
    }
}

/// Where the peak is drawn: on the simulated curve, or on the estimate where nothing was simulated.
fn peak_of(plot: &SuccessOnDevice, peak: usize) -> Option<(usize, f64)> {
    let simulated = plot.noisy.iter().map(|&(depth, value, _)| (depth, value));
    let mut points = simulated.chain(plot.estimate.iter().copied());
    points.find(|&(depth, _)| depth == peak)
}

fn draw_peak(canvas: &PictureCanvas<'_>, frame: &PlotFrame<'_>, (x, y): Point) {
    canvas.line(&[(x, frame.bottom), (x, y)], peak_pen());
}

fn draw_curve(
    canvas: &PictureCanvas<'_>,
    curve: &DepthCurve,
    pen: Pen,
    place: impl Fn(usize, f64) -> Point,
) {
    let points = curve.points.iter();
    let places: Vec<Point> = points.map(|&(depth, value)| place(depth, value)).collect();
    if places.len() > 1 {
        canvas.line(&places, pen);
    }
    for at in places {
        canvas.disc(at, 3.0, pen.color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot() -> SuccessOnDevice {
        SuccessOnDevice {
            heading: Heading::new("Success on torino", "seed 1"),
            summed: "all boards that obey the rules".into(),
            ideal: vec![(1, 0.1), (2, 0.3), (3, 0.5)],
            estimate: vec![(1, 0.05), (2, 0.06), (3, 0.03)],
            noisy: vec![
                (3, 0.03, (0.02, 0.04)),
                (1, 0.05, (0.04, 0.06)),
                (2, 0.07, (0.06, 0.08)),
            ],
            band: "95 % interval".into(),
            peak: Some(2),
            random_guess: 0.01,
        }
    }

    #[test]
    fn every_curve_the_band_and_the_peak_are_named() {
        let svg = success_on_device(&plot()).unwrap();
        for words in [
            "without noise",
            "with noise",
            "estimate: F·ideal",
            "95 % interval",
            "best on the device: p = 2",
            "random guess",
        ] {
            assert!(svg.contains(words), "{words}");
        }
        let bare = SuccessOnDevice {
            noisy: Vec::new(),
            ..plot()
        };
        let svg = success_on_device(&bare).unwrap();
        assert!(!svg.contains("95 % interval") && !svg.contains("with noise"));
        let exact = SuccessOnDevice {
            noisy: vec![(1, 0.05, (0.05, 0.05))],
            band: String::new(),
            ..plot()
        };
        assert!(!success_on_device(&exact).unwrap().contains("polygon"));
    }

    #[test]
    fn what_is_no_probability_and_a_depth_twice_are_refused() {
        let wrong = |change: fn(&mut SuccessOnDevice)| {
            let mut plot = plot();
            change(&mut plot);
            success_on_device(&plot).unwrap_err().to_string()
        };
        assert!(wrong(|p| p.noisy[0].2 = (0.0, 1.5)).contains("interval at p = 3"));
        assert!(wrong(|p| p.ideal.push((1, 0.2))).contains("p = 1 occurs twice"));
        assert!(wrong(|p| p.random_guess = f64::NAN).contains("random guess"));
        assert!(wrong(|p| p.ideal.clear()).contains("depths"));
    }
}
