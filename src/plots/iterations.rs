//! Success probability against Grover iterations: what was simulated as dots, the closed form as a
//! line.

use super::Heading;
use super::axis::Axis;
use super::canvas::Pen;
use super::chart::Chart;
use super::check::{probability, some};
use super::depths::level;
use super::legend::{LegendKey, LegendMark};
use super::palette::{BLUE, INK, VERMILION};
use super::success::probability_of;
use crate::error::Result;

/// More dots than this are drawn smaller.
const CROWDED: usize = 60;

/// Success probabilities of one search.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SuccessAgainstIterations {
    /// The words around the plot.
    pub heading: Heading,
    /// The set whose probability is summed: `all boards that obey the rules`.
    pub summed: String,
    /// The probability after 0, 1, 2, … iterations; at least one.
    pub simulated: Vec<f64>,
    /// Points of the closed form, by rising number of iterations, which need not be whole.
    pub closed_form: Vec<(f64, f64)>,
    /// The probability of the set in the uniform superposition.
    pub random_guess: f64,
}

/// The SVG of success probability against iterations.
///
/// # Errors
/// [`crate::Error::NotFinite`] for NaN, [`crate::Error::Argument`] for what is no probability and
/// where there is nothing to draw.
pub(crate) fn success_against_iterations(plot: &SuccessAgainstIterations) -> Result<String> {
    some("iterations", &plot.simulated)?;
    let simulated = plot.simulated.iter().enumerate();
    let simulated = simulated.map(|(k, &p)| probability(&format!("success at k = {k}"), p));
    let simulated = simulated.collect::<Result<Vec<_>>>()?;
    let formula = plot.closed_form.iter();
    let formula = formula.map(|&(k, p)| Ok((k, probability("closed form", p)?)));
    let formula = formula.collect::<Result<Vec<_>>>()?;
    let guess = probability("random guess", plot.random_guess)?;

    let last = simulated.len() - 1;
    let across = Axis::whole_numbers("Grover iterations k", (0, last), 14);
    let (name, meaning) = probability_of(&plot.summed);
    let up = Axis::round(name, (0.0, 1.0), 5);
    let line = Pen::solid(VERMILION, 1.6);
    let dashed = Pen::solid(INK, 1.3).dashed(6.0, 4.0);
    let radius = if last > CROWDED { 2.0 } else { 3.5 };
    let mut chart = Chart::new(&plot.heading, across, up);
    chart.notes.push(meaning);
    chart.keys = vec![
        LegendKey::new(LegendMark::Curve(Pen::solid(BLUE, 0.0)), "simulated"),
        LegendKey::new(LegendMark::Line(line), "sin²((2k + 1)θ)"),
        LegendKey::new(LegendMark::Line(dashed), "random guess"),
    ];
    Ok(chart.draw(|canvas, frame| {
        level(canvas, frame, frame.at(0.0, guess).1, dashed);
        let places: Vec<_> = formula.iter().map(|&(k, p)| frame.at(k, p)).collect();
        if places.len() > 1 {
            canvas.line(&places, line);
        }
        for (k, &p) in simulated.iter().enumerate() {
            canvas.disc(frame.at(k as f64, p), radius, BLUE);
        }
    }))
}
