//! Light and dark: a dark picture is the light one with each color of the palette replaced by its
//! partner.
//!
//! Pictures are drawn on white. What carries a number of its own, the colors of a heat map, is the
//! same in both; so is every opacity, which mixes with whatever paper lies below.

use super::palette::partner;
use plotters::prelude::RGBColor;

/// The colors that a picture wears.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Theme {
    /// Dark ink on white.
    #[default]
    Light,
    /// Light ink on near black.
    Dark,
}

/// What stands before a color in the SVG; quotes inside texts are escaped, so that only attributes
/// match.
const BEFORE: &str = "=\"#";

impl Theme {
    /// What a file's name ends in before its extension: nothing, or `-dark`.
    pub(crate) fn suffix(self) -> &'static str {
        match self {
            Self::Light => "",
            Self::Dark => "-dark",
        }
    }

    /// A picture of this module in this theme.
    pub(crate) fn dress(self, svg: &str) -> String {
        match self {
            Self::Light => svg.to_owned(),
            Self::Dark => darkened(svg),
        }
    }
}

fn darkened(svg: &str) -> String {
    let mut pieces = svg.split(BEFORE);
    let mut dark = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        dark += BEFORE;
        match piece.get(..6).and_then(color) {
            Some(light) => {
                let RGBColor(r, g, b) = partner(light);
                dark += &format!("{r:02X}{g:02X}{b:02X}");
                dark += &piece[6..];
            }
            None => dark += piece,
        }
    }
    dark
}

fn color(digits: &str) -> Option<RGBColor> {
    let channel = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    Some(RGBColor(channel(0)?, channel(2)?, channel(4)?))
}

#[cfg(test)]
mod tests {
    use super::super::palette::{INK, NIGHT, PAPER};
    use super::*;

    fn hex(RGBColor(r, g, b): RGBColor) -> String {
        format!("#{r:02X}{g:02X}{b:02X}")
    }

    #[test]
    fn only_the_palette_changes_and_texts_stay() {
        let odd = "#123457";
        let svg = format!(
            "<rect fill=\"{}\"/><text fill=\"{}\">{} =&quot;#FFFFFF</text><a b=\"{odd}\" c=\"#é\"/>",
            hex(PAPER),
            hex(INK),
            hex(PAPER)
        );
        let dark = Theme::Dark.dress(&svg);
        assert!(dark.contains(&format!("rect fill=\"{}\"", hex(NIGHT))));
        assert!(!dark.contains(&format!("\"{}\"", hex(INK))));
        assert!(dark.contains(">#FFFFFF =&quot;#FFFFFF<"), "{dark}");
        assert!(dark.contains(odd) && dark.contains("c=\"#é\""));
        assert_eq!(Theme::Light.dress(&svg), svg);
    }
}
