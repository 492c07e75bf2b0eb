//! Colors that the color-blind tell apart too, each with its partner for dark paper.
//!
//! Curves: after the palette of Okabe and Ito (Color Universal Design, 2008), darkened where a line
//! would be lost on white (WCAG 2.2, contrast (L + 0.05)/(l + 0.05) at least 3, of text at least
//! 4.5); no curve is told from another by its color alone. Values: viridis (van der Walt and Smith,
//! 2015) by linear interpolation between ten of its colors. Regions of a board: light tints;
//! borders, not tints, say where a region ends.

use plotters::prelude::RGBColor;

pub(super) const PAPER: RGBColor = RGBColor(255, 255, 255);
/// Dark paper, the partner of [`PAPER`].
pub(super) const NIGHT: RGBColor = RGBColor(22, 24, 29);
pub(super) const INK: RGBColor = RGBColor(34, 34, 34);
pub(super) const SOFT_INK: RGBColor = RGBColor(90, 90, 90);
pub(super) const GRAY: RGBColor = RGBColor(140, 140, 140);
pub(super) const GRID: RGBColor = RGBColor(228, 228, 228);
pub(super) const FAINT_GRID: RGBColor = RGBColor(243, 243, 243);
pub(super) const BLUE: RGBColor = RGBColor(0, 114, 178);
pub(super) const VERMILION: RGBColor = RGBColor(213, 94, 0);
pub(super) const GREEN: RGBColor = RGBColor(0, 150, 108);
/// Contour lines on a map of values, on its dark colors and on its light ones; like the map the
/// same on both papers.
pub(super) const CONTOURS: [RGBColor; 2] = [RGBColor(250, 250, 250), RGBColor(20, 20, 20)];
/// A probability of 1 in a cell; ink is readable on it, and on all that is fainter.
pub(super) const SHADE: RGBColor = RGBColor(60, 150, 215);
/// A board that obeys the rules; a tree's leaves.
pub(super) const OBEYS: RGBColor = RGBColor(0, 128, 94);
pub(super) const BROKEN_GROUND: RGBColor = RGBColor(246, 192, 176);
pub(super) const MISSING: RGBColor = RGBColor(120, 120, 120);
pub(super) const SUN: RGBColor = RGBColor(230, 159, 0);
pub(super) const MOON: RGBColor = RGBColor(58, 84, 140);
pub(super) const TRUNK: RGBColor = RGBColor(130, 90, 60);

/// Colors of up to [`CURVES`]`.len()` curves.
pub(super) const CURVES: [RGBColor; 6] = [
    BLUE,
    VERMILION,
    GREEN,
    RGBColor(190, 90, 150),
    RGBColor(68, 50, 150),
    RGBColor(138, 109, 0),
];

/// Colors on white and on [`NIGHT`].
const PARTNERS: [(RGBColor, RGBColor); 19] = [
    (PAPER, NIGHT),
    (INK, RGBColor(236, 236, 236)),
    (SOFT_INK, RGBColor(178, 180, 186)),
    (GRAY, RGBColor(122, 124, 130)),
    (GRID, RGBColor(52, 55, 62)),
    (FAINT_GRID, RGBColor(36, 39, 45)),
    (BLUE, RGBColor(86, 180, 233)),
    (VERMILION, RGBColor(240, 128, 60)),
    (GREEN, RGBColor(60, 200, 150)),
    (CURVES[3], RGBColor(230, 150, 195)),
    (CURVES[4], RGBColor(176, 160, 255)),
    (CURVES[5], RGBColor(232, 214, 90)),
    (SHADE, RGBColor(0, 100, 165)),
    (OBEYS, RGBColor(62, 201, 151)),
    (BROKEN_GROUND, RGBColor(104, 44, 30)),
    (MISSING, RGBColor(96, 98, 104)),
    (SUN, RGBColor(240, 190, 60)),
    (MOON, RGBColor(150, 180, 240)),
    (TRUNK, RGBColor(196, 150, 112)),
];

/// The color that takes the place of `light` on dark paper; itself where it is none of the palette.
pub(super) fn partner(light: RGBColor) -> RGBColor {
    let tints = TINTS.iter().copied().zip(DARK_TINTS);
    let mut pairs = PARTNERS.iter().copied().chain(tints);
    let found = pairs.find(|(given, _)| *given == light);
    found.map_or(light, |(_, dark)| dark)
}

/// The rules of style that dress pictures inside elements of the class `drawn` for the paper of
/// their page: each color of the palette is itself on white and its partner on dark paper, as
/// [`Theme::dress`](super::Theme::dress) writes it into a file. What has the class `shade` shows a
/// probability, as a cell of the marginals does.
pub(crate) fn style_rules() -> String {
    let hex = |RGBColor(r, g, b): RGBColor| format!("#{r:02X}{g:02X}{b:02X}");
    let tints = TINTS.iter().copied().zip(DARK_TINTS);
    let pairs = PARTNERS.iter().copied().chain(tints);
    let rule = |(light, dark): (RGBColor, RGBColor)| {
        let (light, dark) = (hex(light), hex(dark));
        ["fill", "stroke"]
            .map(|of| format!(".drawn [{of}=\"{light}\"]{{{of}:light-dark({light},{dark})}}\n"))
    };
    let shade = format!(
        ".shade{{fill:light-dark({},{})}}\n",
        hex(SHADE),
        hex(partner(SHADE))
    );
    pairs.flat_map(rule).chain([shade]).collect()
}

const VIRIDIS: [RGBColor; 10] = [
    RGBColor(0x44, 0x01, 0x54),
    RGBColor(0x48, 0x28, 0x78),
    RGBColor(0x3E, 0x4A, 0x89),
    RGBColor(0x31, 0x68, 0x8E),
    RGBColor(0x26, 0x82, 0x8E),
    RGBColor(0x1F, 0x9E, 0x89),
    RGBColor(0x35, 0xB7, 0x79),
    RGBColor(0x6D, 0xCD, 0x59),
    RGBColor(0xB4, 0xDE, 0x2C),
    RGBColor(0xFD, 0xE7, 0x25),
];

const TINTS: [RGBColor; 12] = [
    RGBColor(0xCF, 0xE3, 0xF3),
    RGBColor(0xFB, 0xE2, 0xC6),
    RGBColor(0xD3, 0xEE, 0xD8),
    RGBColor(0xE9, 0xD8, 0xEE),
    RGBColor(0xFB, 0xF3, 0xBF),
    RGBColor(0xF7, 0xD3, 0xD6),
    RGBColor(0xCB, 0xED, 0xEE),
    RGBColor(0xE3, 0xDD, 0xCF),
    RGBColor(0xE4, 0xE9, 0xB8),
    RGBColor(0xD9, 0xDD, 0xF7),
    RGBColor(0xF3, 0xDB, 0xEA),
    RGBColor(0xE0, 0xE0, 0xE0),
];

/// The partners of [`TINTS`].
const DARK_TINTS: [RGBColor; 12] = [
    RGBColor(0x2D, 0x3C, 0x48),
    RGBColor(0x4E, 0x3C, 0x26),
    RGBColor(0x30, 0x44, 0x34),
    RGBColor(0x41, 0x34, 0x44),
    RGBColor(0x4E, 0x48, 0x21),
    RGBColor(0x4B, 0x30, 0x32),
    RGBColor(0x2A, 0x44, 0x44),
    RGBColor(0x3C, 0x38, 0x2D),
    RGBColor(0x3D, 0x41, 0x1C),
    RGBColor(0x35, 0x38, 0x4B),
    RGBColor(0x48, 0x36, 0x42),
    RGBColor(0x3A, 0x3A, 0x3A),
];

/// Viridis at `share` of its length, 0 the darkest and 1 the lightest.
pub(super) fn viridis(share: f64) -> RGBColor {
    let place = share.clamp(0.0, 1.0) * (VIRIDIS.len() - 1) as f64;
    let below = (place as usize).min(VIRIDIS.len() - 2);
    let part = place - below as f64;
    let mix = |a: u8, b: u8| (f64::from(a) + part * (f64::from(b) - f64::from(a))).round() as u8;
    let (RGBColor(r, g, b), RGBColor(s, h, c)) = (VIRIDIS[below], VIRIDIS[below + 1]);
    RGBColor(mix(r, s), mix(g, h), mix(b, c))
}

/// The tint of a region, by its number; they repeat after twelve.
pub(super) fn tint(region: usize) -> RGBColor {
    TINTS[region % TINTS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn viridis_grows_lighter_from_end_to_end() {
        let light = |share: f64| {
            let RGBColor(r, g, b) = viridis(share);
            0.2126 * f64::from(r) + 0.7152 * f64::from(g) + 0.0722 * f64::from(b)
        };
        for step in 0..100 {
            let share = f64::from(step) / 100.0;
            assert!(light(share + 0.01) > light(share), "at {share}");
        }
        assert_eq!((viridis(0.0), viridis(1.0)), (VIRIDIS[0], VIRIDIS[9]));
    }

    /// WCAG 2.2, relative luminance.
    fn luminance(RGBColor(r, g, b): RGBColor) -> f64 {
        let linear = |channel: u8| match f64::from(channel) / 255.0 {
            c if c <= 0.04045 => c / 12.92,
            c => ((c + 0.055) / 1.055).powf(2.4),
        };
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    /// WCAG 2.2, contrast ratio.
    fn contrast(a: RGBColor, b: RGBColor) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    fn both(color: RGBColor) -> [RGBColor; 2] {
        [color, partner(color)]
    }

    #[test]
    fn contrast_is_that_of_the_guideline() {
        assert!((contrast(RGBColor(0, 0, 0), PAPER) - 21.0).abs() < 1e-9);
        // #767676 on white is the guideline's own example of barely 4.5
        assert!((contrast(RGBColor(0x76, 0x76, 0x76), PAPER) - 4.54).abs() < 0.01);
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
        for ground in TINTS.into_iter().chain([SHADE, BROKEN_GROUND]) {
            for (ink, ground) in both(INK).into_iter().zip(both(ground)) {
                let found = contrast(ink, ground);
                assert!(found >= 4.5, "{ground:?}: {found:.2}");
            }
        }
    }

    #[test]
    fn every_color_has_one_partner_and_no_value_of_a_map_has_any() {
        let all: Vec<_> = PARTNERS.iter().map(|pair| pair.0).chain(TINTS).collect();
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
