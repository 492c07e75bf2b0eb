//! Where searches for angles start, by name.
//!
//! At every depth a strategy names one first start; further starts
//! ([`SearchSettings::starts`](super::SearchSettings::starts)) are seeded perturbations of it,
//! unless the list says otherwise. (Zhou et al. 2020 is PRX 10, 021067.)
//!
//! | name | first start at depth p | source |
//! |---|---|---|
//! | `ladder` | the smooth valley of depth p − 1; then the valleys beside it | as `ladder` says |
//! | `ramp` | the linear ramp that fits the spread of C | [`ramp_for`](crate::ansatz::ramp_for) |
//! | `tqa` | the linear ramp of a scan's best time step | Sack and Serbyn 2021, Quantum 5, 491 |
//! | `interp` | INTERP from depth p − 1 (at depth 1 the ramp) | Zhou et al. 2020, equation B1 |
//! | `fourier:q` | q amplitudes of waves, those of depth p − 1 | Zhou et al. 2020, equation 8 |
//! | `multi-start` | random angles; so are all further starts | |
//! | `transfer` | angles learned on other costs | `SearchSettings::transfer` |
//!
//! `ladder`, `interp` and `fourier` build on the depth before, and their values never rise with
//! depth: where every start ends higher, the angles of the depth before are kept, with a last layer
//! of zeros. The others look at each depth on its own. `ramp`, `tqa` and `transfer` without
//! iterations are one start, not optimized.

use crate::error::{Error, Result};

/// Where the searches of each depth start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strategy {
    /// The smooth valley of the depth before, and the valleys beside it.
    #[default]
    Ladder,
    /// The ramp that fits the spread of C.
    Ramp,
    /// The ramp with the best time step of a scan.
    Tqa,
    /// Interpolation from the depth before.
    Interp,
    /// Amplitudes of waves from the depth before.
    Fourier {
        /// How many amplitudes q for each series; as many as layers where none is given, and at
        /// most.
        terms: Option<usize>,
    },
    /// Random angles.
    MultiStart,
    /// Angles learned on other costs
    /// ([`SearchSettings::transfer`](super::SearchSettings::transfer)).
    Transfer,
}

impl Strategy {
    /// All strategies, the default first.
    pub const ALL: [Self; 7] = [
        Self::Ladder,
        Self::Ramp,
        Self::Tqa,
        Self::Interp,
        Self::Fourier { terms: None },
        Self::MultiStart,
        Self::Transfer,
    ];

    /// The strategy of a name: one of [`Strategy::ALL`], or `fourier:q` with a number of terms from
    /// 1. Fails if no strategy is called so.
    pub fn parse(name: &str) -> Result<Self> {
        let terms = |text: &str| {
            text.parse()
                .ok()
                .filter(|q: &usize| *q > 0 && text == q.to_string())
        };
        let known = Self::ALL.into_iter().find(|s| s.name() == name);
        let of_terms = name.strip_prefix("fourier:").and_then(terms);
        known
            .or(of_terms.map(|q| Self::Fourier { terms: Some(q) }))
            .ok_or_else(|| {
                let names: Vec<_> = Self::ALL.iter().map(|s| s.name()).collect();
                Error::setting(
                    "strategy",
                    format!("found '{name}'"),
                    format!(
                        "use {}, or fourier:q with q from 1 such as fourier:4",
                        names.join(", ")
                    ),
                )
            })
    }

    /// The name, which [`Strategy::parse`] reads.
    pub fn name(self) -> String {
        let kind = self.kind();
        if let Self::Fourier { terms: Some(terms) } = self {
            return format!("{kind}:{terms}");
        }
        kind.into()
    }

    /// The name without its parameter.
    pub fn kind(self) -> &'static str {
        self.words().0
    }

    /// One line for the help.
    pub fn about(self) -> &'static str {
        self.words().1
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Ladder => (
                "ladder",
                "one valley from depth to depth, and lower ones beside it",
            ),
            Self::Ramp => (
                "ramp",
                "the ramp that fits the spread of C; perturbations of it",
            ),
            Self::Tqa => (
                "tqa",
                "the ramp whose time step a scan finds; perturbations of it",
            ),
            Self::Interp => (
                "interp",
                "the depth before, interpolated; perturbations of it",
            ),
            Self::Fourier { .. } => (
                "fourier",
                "optimizes the Fourier coefficients of the angles; fourier:q keeps the q slowest waves",
            ),
            Self::MultiStart => ("multi-start", "random angles"),
            Self::Transfer => (
                "transfer",
                "angles learned on other puzzles; with the setting `iterations` 0 they are not optimized",
            ),
        }
    }

    /// Whether a depth starts from the one before; then values never rise with depth.
    pub fn climbs(self) -> bool {
        matches!(self, Self::Ladder | Self::Interp | Self::Fourier { .. })
    }

    /// How many starts a depth has: one where known angles are used as they are.
    pub(super) fn starts(self, wanted: usize, iterations: u64) -> usize {
        let known = matches!(self, Self::Ramp | Self::Tqa | Self::Transfer);
        if known && iterations == 0 {
            1
        } else {
            wanted.max(1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strategy_is_found_by_its_name_and_a_wrong_name_lists_the_right_ones() {
        let of_terms = [1, 4, 17].map(|q| Strategy::Fourier { terms: Some(q) });
        for strategy in Strategy::ALL.into_iter().chain(of_terms) {
            assert_eq!(Strategy::parse(&strategy.name()).unwrap(), strategy);
            assert!(!strategy.about().is_empty());
        }
        for wrong in [
            "",
            "Ladder",
            "fourier:",
            "fourier:0",
            "fourier:x",
            "fourier:+1",
            "fourier:01",
            "ramp:2",
        ] {
            let message = Strategy::parse(wrong).unwrap_err().to_string();
            assert_eq!(
                message,
                format!(
                    "`strategy`: found '{wrong}'; use ladder, ramp, tqa, interp, fourier, multi-start, transfer, or fourier:q \
                     with q from 1 such as fourier:4"
                )
            );
        }
        assert_eq!(Strategy::default(), Strategy::ALL[0]);
    }
}
