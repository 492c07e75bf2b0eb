//! Colors that the color-blind tell apart too.
//!
//! Curves: the palette of Okabe and Ito (Color Universal Design, 2008) without its yellow, which is lost on white.
//! Values: viridis (van der Walt and Smith, 2015) by linear interpolation between ten of its colors.
//! Regions of a board: light tints; borders, not tints, say where a region ends.

use plotters::prelude::RGBColor;

pub(super) const PAPER: RGBColor = RGBColor(255, 255, 255);
pub(super) const INK: RGBColor = RGBColor(34, 34, 34);
pub(super) const SOFT_INK: RGBColor = RGBColor(90, 90, 90);
pub(super) const GRAY: RGBColor = RGBColor(150, 150, 150);
pub(super) const GRID: RGBColor = RGBColor(228, 228, 228);
pub(super) const FAINT_GRID: RGBColor = RGBColor(243, 243, 243);
pub(super) const BLUE: RGBColor = RGBColor(0, 114, 178);
pub(super) const VERMILION: RGBColor = RGBColor(213, 94, 0);

/// Colors of up to [`CURVES`]`.len()` curves.
pub(super) const CURVES: [RGBColor; 6] = [
    BLUE,
    VERMILION,
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

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
}
