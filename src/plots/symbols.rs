//! What is in a board's cell, as outlines in units of the cell from its center: no font has to
//! know a crown or a crescent.

use super::canvas::{Anchor, Fill, Lettering, Pen, PictureCanvas, Point};
use super::palette::{Color, GRAY, INK, MOON, OBEYS, PAPER, SUN, TRUNK};
use ketboard_puzzles::Shapes;

/// A crown: its body, a disc on each peak, and its rim.
const QUEEN: &str = "M-.245 .214L-.34-.16-.211 .068-.17-.245-.078 .02 0-.279 .078 .02 .17-.245 .211 .068 .34-.16 .245 .214Z\
    M-.391-.16a.051.051 0 1 1 .102 0a.051.051 0 1 1-.102 0ZM-.221-.245a.051.051 0 1 1 .102 0a.051.051 0 1 1-.102 0Z\
    M-.051-.279a.051.051 0 1 1 .102 0a.051.051 0 1 1-.102 0ZM.119-.245a.051.051 0 1 1 .102 0a.051.051 0 1 1-.102 0Z\
    M.289-.16a.051.051 0 1 1 .102 0a.051.051 0 1 1-.102 0ZM-.245 .252H.245V.326H-.245Z";
const STAR: &str =
    "M0-.38L.088-.121 .361-.117 .143 .046 .223 .307 0 .15-.223 .307-.143 .046-.361-.117-.088-.121Z";
/// A triangle with its door open.
const TENT: &str = "M0-.3L.35 .3H.12L0 .02-.12 .3H-.35Z";
const STEM: &str = "M-.05 0H.05V.34H-.05Z";
/// Three discs of leaves.
const LEAVES: &str = "M-.29 .03a.16.16 0 1 1 .32 0a.16.16 0 1 1-.32 0Z\
    M-.03 .03a.16.16 0 1 1 .32 0a.16.16 0 1 1-.32 0ZM-.16-.16a.16.16 0 1 1 .32 0a.16.16 0 1 1-.32 0Z";
const RAYS: &str = "M.24 0H.33M.17 .17L.233 .233M0 .24V.33M-.17 .17L-.233 .233M-.24 0H-.33M-.17-.17L-.233-.233M0-.24V-.33\
    M.17-.17L.233-.233";
/// A crescent: a disc less the disc beside it.
const CRESCENT: &str = "M.32 .156A.32.32 0 1 1 .098-.315A.26.26 0 0 0 .32 .156Z";

/// Draws what a character means in a cell of width `cell` around `center`.
pub(super) fn draw(
    canvas: &PictureCanvas,
    center: Point,
    cell: f64,
    (value, style): (char, Shapes),
) {
    let shape = |outline, color| canvas.path(center, cell, outline, Fill(color, 1.0));
    let letter = |letter: char, size: f64, color: Color| {
        let size = (size * cell).round();
        let letters = Lettering::new(size, color).anchored(Anchor::Center);
        let letters = if color == PAPER {
            letters.bold()
        } else {
            letters
        };
        let at = (center.0, center.1 + 0.36 * size);
        canvas.text(at, &letter.to_string(), letters);
    };
    match (value, style) {
        ('.' | '#' | ' ' | '\0', _) => (),
        ('0', Shapes::Queens | Shapes::Stars | Shapes::Tents) => (),
        ('1', Shapes::Queens) | ('Q', Shapes::Pieces) => shape(QUEEN, INK),
        ('1', Shapes::Stars) => shape(STAR, INK),
        ('1', Shapes::Tents) => shape(TENT, INK),
        ('T', Shapes::Tents) => {
            shape(STEM, TRUNK);
            shape(LEAVES, OBEYS);
        }
        ('A'..='Z', Shapes::Pieces) => {
            canvas.disc(center, 0.38 * cell, INK);
            letter(value, 0.5, PAPER);
        }
        // the piece that an empty cell might hold
        ('a'..='z', Shapes::Pieces) => letter(value.to_ascii_uppercase(), 0.34, GRAY),
        ('0', Shapes::SunsAndMoons) => {
            canvas.disc(center, 0.19 * cell, SUN);
            canvas.path(center, cell, RAYS, Pen::solid(SUN, 0.065));
        }
        ('1', Shapes::SunsAndMoons) => shape(CRESCENT, MOON),
        (other, _) => letter(other, 0.6, INK),
    }
}
