//! What others reach on the same problems: one line each, the median over the puzzles, always of the same look.

use super::canvas::{Canvas, Pen, Point};
use super::chart::Frame;
use super::check::some;
use super::depths::{DepthCurve, level, shared};
use super::legend::{Key, Mark};
use super::marker::Marker;
use super::palette::{CURVES, INK, SOFT_INK};
use crate::error::Result;

/// Who is compared with QAOA.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rival {
    /// A uniformly random state of the same space.
    RandomGuess,
    /// Simulated annealing.
    Annealing,
    /// Grover's search.
    Grover,
}

impl Rival {
    /// Whether it is as good as its space is small: annealing walks over all variables, whatever the registers.
    pub(crate) fn depends_on_the_space(self) -> bool {
        match self {
            Self::RandomGuess | Self::Grover => true,
            Self::Annealing => false,
        }
    }

    /// Its pen; in the color of a series that it stands beside alone.
    pub(super) fn pen(self, beside: Option<usize>) -> Pen {
        let color = |own| beside.and_then(|k| CURVES.get(k).copied()).unwrap_or(own);
        match self {
            Self::RandomGuess => Pen::solid(color(SOFT_INK), 1.4).dashed(6.0, 4.0),
            Self::Annealing => Pen::solid(color(INK), 1.4).dashed(1.6, 3.4),
            Self::Grover => Pen::solid(color(INK), 1.4).dashed(12.0, 4.0),
        }
    }

    pub(super) fn marker(self) -> Option<Marker> {
        match self {
            Self::RandomGuess => None,
            Self::Annealing => Some(Marker::Cross),
            Self::Grover => Some(Marker::Plus),
        }
    }

    pub(super) fn key(self, beside: Option<usize>, label: impl Into<String>) -> Key {
        let pen = self.pen(beside);
        let marked = |marker| Mark::Marked(pen, marker);
        Key::new(self.marker().map_or(Mark::Line(pen), marked), label)
    }
}

/// One of them on the puzzles of a plot.
#[derive(Clone, PartialEq, Debug)]
pub struct Baseline {
    /// Which.
    pub rival: Rival,
    /// Its name in the legend: `annealing at equal calls`.
    pub name: String,
    /// The place of the series whose color it takes, where it is that of one series alone.
    pub beside: Option<usize>,
    /// Its values, a curve a puzzle; drawn is the median over the puzzles.
    pub curves: Vec<DepthCurve>,
}

impl Baseline {
    /// The baseline with each value as `checked` returns it.
    pub(super) fn new(given: &Self, checked: impl Fn(&str, f64) -> Result<f64>) -> Result<Self> {
        some(&given.name, &given.curves)?;
        let named = |what: &str, value| checked(&format!("{} of {what}", given.name), value);
        let curve = |c: &DepthCurve| DepthCurve::new(&c.puzzle, &c.points, named);
        let curves = given.curves.iter().map(curve).collect::<Result<_>>()?;
        Ok(Self {
            curves,
            ..given.clone()
        })
    }

    /// The median at each depth that all puzzles have.
    pub(super) fn medians(&self) -> Vec<(usize, f64)> {
        let spread = shared(&self.curves).into_iter();
        spread.map(|(depth, q)| (depth, q.median)).collect()
    }

    pub(super) fn key(&self) -> Key {
        let same = self
            .curves
            .windows(2)
            .all(|pair| pair[0].points == pair[1].points);
        let median = if same { "" } else { ": median" };
        let label = format!("{}{median}", self.name);
        self.rival.key(self.beside, label)
    }

    pub(super) fn draw(
        &self,
        canvas: &Canvas<'_>,
        frame: &Frame<'_>,
        place: impl Fn(usize, f64) -> Point,
    ) {
        let medians = self.medians();
        let places = medians.iter().map(|&(depth, value)| place(depth, value));
        let places: Vec<Point> = places.collect();
        let pen = self.rival.pen(self.beside);
        let flat = medians.windows(2).all(|pair| pair[0].1 == pair[1].1);
        match places.first() {
            Some(&(_, y)) if flat && self.rival == Rival::RandomGuess => {
                level(canvas, frame, y, pen);
            }
            Some(_) if places.len() > 1 => canvas.line(&places, pen),
            Some(_) | None => (),
        }
        for (marker, at) in places
            .iter()
            .filter_map(|at| Some((self.rival.marker()?, at)))
        {
            marker.draw(canvas, *at, pen.color);
        }
    }
}
