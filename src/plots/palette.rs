//! Colors that the color-blind tell apart too, each with its partner for dark paper.
//!
//! Curves: after the palette of Okabe and Ito (Color Universal Design, 2008), darkened where a line
//! would be lost on white (WCAG 2.2, contrast (L + 0.05)/(l + 0.05) at least 3, of text at least
//! 4.5); no two curves differ in color alone. Values: viridis (van der Walt and Smith,
//! 2015) by linear interpolation between ten of its colors. Regions of a board: light tints;
//! borders, not tints, say where a region ends.

use std::fmt::{self, Display};

/// Red, green and blue, two hexadecimal digits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Color(pub(super) u32);

impl Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06X}", self.0)
    }
}

pub(super) const PAPER: Color = Color(0xFFFFFF);
/// Dark paper, the partner of [`PAPER`].
const NIGHT: Color = Color(0x16181D);
pub(super) const INK: Color = Color(0x222222);
pub(super) const SOFT_INK: Color = Color(0x5A5A5A);
pub(super) const GRAY: Color = Color(0x8C8C8C);
pub(super) const GRID: Color = Color(0xE4E4E4);
pub(super) const FAINT_GRID: Color = Color(0xF3F3F3);
pub(super) const BLUE: Color = Color(0x0072B2);
pub(super) const VERMILION: Color = Color(0xD55E00);
pub(super) const GREEN: Color = Color(0x00966C);
/// Contour lines on a map of values, on its dark colors and on its light ones; like the map the
/// same on both papers.
pub(super) const CONTOURS: [Color; 2] = [Color(0xFAFAFA), Color(0x141414)];
/// A probability of 1 in a cell; ink is readable on it, and on all that is fainter.
pub(super) const SHADE: Color = Color(0x3C96D7);
/// A board that obeys the rules; a tree's leaves.
pub(super) const OBEYS: Color = Color(0x00805E);
pub(super) const BROKEN_GROUND: Color = Color(0xF6C0B0);
pub(super) const MISSING: Color = Color(0x787878);
pub(super) const SUN: Color = Color(0xE69F00);
pub(super) const MOON: Color = Color(0x3A548C);
pub(super) const TRUNK: Color = Color(0x825A3C);

/// Colors of up to [`CURVES`]`.len()` curves.
pub(super) const CURVES: [Color; 6] = [
    BLUE,
    VERMILION,
    GREEN,
    Color(0xBE5A96),
    Color(0x443296),
    Color(0x8A6D00),
];

/// Colors on white and on [`NIGHT`].
const PARTNERS: [(Color, Color); 19] = [
    (PAPER, NIGHT),
    (INK, Color(0xECECEC)),
    (SOFT_INK, Color(0xB2B4BA)),
    (GRAY, Color(0x7A7C82)),
    (GRID, Color(0x34373E)),
    (FAINT_GRID, Color(0x24272D)),
    (BLUE, Color(0x56B4E9)),
    (VERMILION, Color(0xF0803C)),
    (GREEN, Color(0x3CC896)),
    (CURVES[3], Color(0xE696C3)),
    (CURVES[4], Color(0xB0A0FF)),
    (CURVES[5], Color(0xE8D65A)),
    (SHADE, Color(0x0064A5)),
    (OBEYS, Color(0x3EC997)),
    (BROKEN_GROUND, Color(0x682C1E)),
    (MISSING, Color(0x606268)),
    (SUN, Color(0xF0BE3C)),
    (MOON, Color(0x96B4F0)),
    (TRUNK, Color(0xC49670)),
];

/// Every color with its partner, the tints of regions among them.
fn pairs() -> impl Iterator<Item = (Color, Color)> {
    PARTNERS.iter().chain(&TINTS).copied()
}

/// The color that takes the place of `light` on dark paper; itself where it is none of the palette.
fn partner(light: Color) -> Color {
    let found = pairs().find(|(given, _)| *given == light);
    found.map_or(light, |(_, dark)| dark)
}

/// The rules of style that dress pictures inside elements of the class `drawn` for the paper of
/// their page: each color of the palette is itself on white and its partner on dark paper. What
/// carries a number of its own, the colors of a heat map, is the same on both; so is every opacity.
/// What has the class `shade` shows a probability, as a cell of the marginals does.
pub(crate) fn style_rules() -> String {
    let rule = |(light, dark): (Color, Color)| {
        ["fill", "stroke"]
            .map(|of| format!(".drawn [{of}=\"{light}\"]{{{of}:light-dark({light},{dark})}}\n"))
    };
    let shade = format!(".shade{{fill:light-dark({SHADE},{})}}\n", partner(SHADE));
    pairs().flat_map(rule).chain([shade]).collect()
}

const VIRIDIS: [u32; 10] = [
    0x440154, 0x482878, 0x3E4A89, 0x31688E, 0x26828E, 0x1F9E89, 0x35B779, 0x6DCD59, 0xB4DE2C,
    0xFDE725,
];

/// The tints of regions on white and on [`NIGHT`].
const TINTS: [(Color, Color); 12] = [
    (Color(0xCFE3F3), Color(0x2D3C48)),
    (Color(0xFBE2C6), Color(0x4E3C26)),
    (Color(0xD3EED8), Color(0x304434)),
    (Color(0xE9D8EE), Color(0x413444)),
    (Color(0xFBF3BF), Color(0x4E4821)),
    (Color(0xF7D3D6), Color(0x4B3032)),
    (Color(0xCBEDEE), Color(0x2A4444)),
    (Color(0xE3DDCF), Color(0x3C382D)),
    (Color(0xE4E9B8), Color(0x3D411C)),
    (Color(0xD9DDF7), Color(0x35384B)),
    (Color(0xF3DBEA), Color(0x483642)),
    (Color(0xE0E0E0), Color(0x3A3A3A)),
];

/// Viridis at `share` of its length, 0 the darkest and 1 the lightest.
pub(super) fn viridis(share: f64) -> Color {
    let place = share.clamp(0.0, 1.0) * (VIRIDIS.len() - 1) as f64;
    let below = (place as usize).min(VIRIDIS.len() - 2);
    let part = place - below as f64;
    let channel = |color: u32, shift: u32| f64::from(color >> shift & 0xFF);
    let mix = |shift: u32| {
        let (a, b) = (
            channel(VIRIDIS[below], shift),
            channel(VIRIDIS[below + 1], shift),
        );
        ((a + part * (b - a)).round() as u32) << shift
    };
    Color(mix(16) | mix(8) | mix(0))
}

/// The tint of a region, by its number; they repeat after twelve.
pub(super) fn tint(region: usize) -> Color {
    TINTS[region % TINTS.len()].0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn viridis_grows_lighter_from_end_to_end() {
        let light = |share: f64| {
            let [_, r, g, b] = viridis(share).0.to_be_bytes();
            0.2126 * f64::from(r) + 0.7152 * f64::from(g) + 0.0722 * f64::from(b)
        };
        for step in 0..100 {
            let share = f64::from(step) / 100.0;
            assert!(light(share + 0.01) > light(share), "at {share}");
        }
        assert_eq!(
            (viridis(0.0), viridis(1.0)),
            (Color(VIRIDIS[0]), Color(VIRIDIS[9]))
        );
    }

    /// WCAG 2.2, relative luminance.
    fn luminance(color: Color) -> f64 {
        let [_, r, g, b] = color.0.to_be_bytes();
        let linear = |channel: u8| match f64::from(channel) / 255.0 {
            c if c <= 0.04045 => c / 12.92,
            c => ((c + 0.055) / 1.055).powf(2.4),
        };
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    /// WCAG 2.2, contrast ratio.
    fn contrast(a: Color, b: Color) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    fn both(color: Color) -> [Color; 2] {
        [color, partner(color)]
    }

    #[test]
    fn contrast_is_that_of_the_guideline() {
        assert!((contrast(Color(0), PAPER) - 21.0).abs() < 1e-9);
        // #767676 on white is the guideline's own example of barely 4.5
        assert!((contrast(Color(0x767676), PAPER) - 4.54).abs() < 0.01);
    }

    #[test]
    fn text_and_lines_stand_out_on_both_papers() {
        let texts = [INK, SOFT_INK];
        let lines = CURVES.iter().copied().chain([GRAY, OBEYS, TRUNK, MOON]);
        for (color, least) in texts
            .map(|text| (text, 4.5))
            .into_iter()
            .chain(lines.map(|line| (line, 3.0)))
        {
            for (color, paper) in both(color).into_iter().zip(both(PAPER)) {
                let found = contrast(color, paper);
                assert!(found >= least, "{color:?} on {paper:?}: {found:.2}");
            }
        }
    }

    #[test]
    fn ink_is_readable_on_every_ground_of_a_board() {
        for ground in TINTS
            .map(|pair| pair.0)
            .into_iter()
            .chain([SHADE, BROKEN_GROUND])
        {
            for (ink, ground) in both(INK).into_iter().zip(both(ground)) {
                let found = contrast(ink, ground);
                assert!(found >= 4.5, "{ground:?}: {found:.2}");
            }
        }
    }

    #[test]
    fn every_color_has_one_partner_and_no_value_of_a_map_has_any() {
        let all: Vec<_> = pairs().map(|pair| pair.0).collect();
        for (k, color) in all.iter().enumerate() {
            assert!(!all[..k].contains(color), "{color:?} stands twice");
            assert!(partner(*color) != *color, "{color:?} has no partner");
        }
        for step in 0..=20_000 {
            let value = viridis(f64::from(step) / 20_000.0);
            assert_eq!(partner(value), value);
        }
    }
}
