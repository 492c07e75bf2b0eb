//! Angles that a run is given, where it is not to search for them.
//!
//! - `ramp:Δγ,Δβ`: γ_k = Δγ t_k and β_k = −Δβ (1 − t_k) in radians, at the midpoints of the layers
//!   ([`Angles::ramp`]), the same for all groups of terms and all qubits, at any depth
//! - JSON: an object with the lists `gammas` and `betas`, or with both in one list `angles`, and
//!   the `convention` of a program other than this; or a list of such objects, one for each depth

use crate::error::{Error, Result};
use ketboard_qaoa::{Angles, angles::AngleShape};
use serde::Deserialize;
use serde_json::Value;

/// The programs whose angles are understood: by what a γ and a β of theirs is multiplied to be one
/// of ours, and whether one list of both begins with β.
const CONVENTIONS: [(&str, f64, f64, bool); 4] = [
    ("ketboard", 1.0, 1.0, false),
    // e^{−iγC/2} and e^{−iβΣX}: qokit/fur/python/qaoa_fur.py of QOKit 0.1.4
    ("qokit", 0.5, 1.0, false),
    // e^{−iγC} and e^{−iβΣX}: qiskit/circuit/library/n_local/qaoa_ansatz.py of Qiskit 2.6
    ("qiskit", 1.0, 1.0, true),
    // Qiskit's circuit, of an operator −C that is maximized: e^{iγC}, whose angles are those of
    // e^{−iγC} with the other sign of β
    ("qaoa_training_pipeline", 1.0, -1.0, true),
];

/// Angles as a file states them.
#[derive(Deserialize)]
struct StatedAngles {
    convention: Option<String>,
    gammas: Option<Vec<f64>>,
    betas: Option<Vec<f64>>,
    angles: Option<Vec<f64>>,
}

/// The angles of one depth in a file, in our convention.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "StatedAngles")]
pub(crate) struct ReadAngles(pub(crate) Angles);

impl TryFrom<StatedAngles> for ReadAngles {
    type Error = String;

    fn try_from(stated: StatedAngles) -> std::result::Result<Self, String> {
        let name = stated.convention.as_deref().unwrap_or(CONVENTIONS[0].0);
        let Some((_, gamma, beta, betas_first)) = CONVENTIONS.iter().find(|row| row.0 == name)
        else {
            let names = CONVENTIONS.map(|row| row.0).join(", ");
            return Err(format!("`convention` {name:?} is none of {names}"));
        };
        let [gammas, betas] = match stated.angles {
            Some(mut first) if stated.gammas.is_none() => {
                let mut second = first.split_off(first.len() / 2);
                if *betas_first {
                    std::mem::swap(&mut first, &mut second);
                }
                [first, second]
            }
            _ => [
                stated.gammas.ok_or("missing field `gammas`")?,
                stated.betas.ok_or("missing field `betas`")?,
            ],
        };
        Ok(Self(Angles {
            gammas: gammas.iter().map(|angle| angle * gamma).collect(),
            betas: betas.iter().map(|angle| angle * beta).collect(),
        }))
    }
}

/// A ramp for all depths, or lists for some, and the text that states them.
#[derive(Clone, Debug)]
pub(crate) struct GivenAngles {
    pub(super) text: String,
    /// Δγ and Δβ.
    ramp: Option<(f64, f64)>,
    lists: Vec<ReadAngles>,
}

impl GivenAngles {
    /// The angles that a text states.
    ///
    /// # Errors
    /// If it states none.
    pub(super) fn parse(text: &str) -> Result<Self> {
        let number = |text: &str| text.trim().parse().ok().filter(|one: &f64| one.is_finite());
        let ramp = |sizes: &str| {
            let (gamma, beta) = sizes.split_once(',')?;
            Some((number(gamma)?, number(beta)?))
        };
        let (ramp, lists) = match text.strip_prefix("ramp:") {
            Some(sizes) => {
                let ramp = ramp(sizes).ok_or_else(|| wrong(format!("found '{text}'")))?;
                (Some(ramp), Vec::new())
            }
            None => (None, lists(text).map_err(|error| wrong(error.to_string()))?),
        };
        let text = text.to_owned();
        Ok(Self { text, ramp, lists })
    }

    /// The angles of a depth.
    ///
    /// # Errors
    /// If no list has as many.
    pub(crate) fn at(&self, depth: usize, shape: AngleShape) -> Result<Angles> {
        if let Some((gamma, beta)) = self.ramp {
            let ramp = Angles::ramp(depth, gamma, beta);
            let (gammas, betas) = (ramp.gammas.repeat(shape.groups), ramp.betas);
            return Ok(Angles::new_in(gammas, betas.repeat(shape.mixers), shape)?);
        }
        let (gammas, betas) = (depth * shape.groups, depth * shape.mixers);
        let is_of_depth = |one: &&Angles| (one.gammas.len(), one.betas.len()) == (gammas, betas);
        let mut lists = self.lists.iter().map(|list| &list.0);
        lists.find(is_of_depth).cloned().ok_or_else(|| {
            let wanted = format!("{gammas} gammas and {betas} betas, those of depth {depth}");
            wrong(format!("no list has {wanted}"))
        })
    }
}

/// The lists of JSON: of one depth, or of several.
fn lists(text: &str) -> serde_json::Result<Vec<ReadAngles>> {
    match serde_json::from_str(text)? {
        Value::Array(list) => serde_json::from_value(list.into()),
        one => Ok(vec![serde_json::from_value(one)?]),
    }
}

fn wrong(found: String) -> Error {
    let remedy = "give a ramp such as ramp:0.6,0.4, or JSON with the lists \"gammas\" and \"betas\" of each depth";
    Error::setting("angles", found, remedy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ketboard_qaoa::{Ansatz, Cost};

    /// What a function of `n` spins costs.
    fn of_spins(n: usize, energy: impl Fn(&[f64]) -> f64) -> Ansatz {
        let spins = |x: usize| Vec::from_iter((0..n).map(|k| 1.0 - 2.0 * (x >> k & 1) as f64));
        let energies = (0..1 << n).map(|x| energy(&spins(x))).collect();
        Ansatz::new(Cost::from_values(vec![2; n], energies).unwrap())
    }

    fn read(text: &str) -> Angles {
        let given = GivenAngles::parse(text).unwrap();
        given.at(2, AngleShape::STANDARD).unwrap()
    }

    #[test]
    fn angles_of_qokit_reach_the_probability_that_it_publishes() {
        let correlation = |s: &[f64], k: usize| -> f64 {
            let pairs = s.iter().zip(&s[k..]);
            pairs.map(|(a, b)| a * b).sum()
        };
        let labs = of_spins(5, |s| (1..5).map(|k| correlation(s, k).powi(2)).sum());
        // assets/best_LABS_QAOA_parameters_wrt_overlap.json, N = 5, p = 2
        let published = [
            r#"{"convention": "qokit", "gammas": [1.1476097974, 2.4029323574],
                "betas": [-0.8364997639, 0.3667450544]}"#,
            r#"{"convention": "qokit", "angles": [1.1476097974, 2.4029323574,
                -0.8364997639, 0.3667450544]}"#,
        ];
        for text in published {
            let state = labs.state(&read(text)).unwrap().probabilities();
            let best = labs.cost().ground_states(1e-9);
            let overlap: f64 = best.iter().map(|x| state[*x as usize]).sum();
            assert!((overlap - 0.935_130_382_6).abs() < 1e-9, "{overlap}");
        }
    }

    #[test]
    fn angles_of_qiskit_reach_the_energy_that_it_computes() {
        let cost = of_spins(3, |s| {
            s[0] - 0.5 * s[1] + 0.75 * s[0] * s[1] - 1.25 * s[1] * s[2]
        });
        // qaoa_ansatz(C, reps=2).assign_parameters([-0.4, -0.2, 0.3, 0.6]) of Qiskit 2.6.2
        let angles = read(r#"{"convention": "qiskit", "angles": [-0.4, -0.2, 0.3, 0.6]}"#);
        let energy = cost.expectation(&angles).unwrap();
        assert!((energy + 1.890_871_420_730_267).abs() < 1e-12, "{energy}");
    }

    #[test]
    fn angles_of_the_training_pipeline_cut_what_it_says_of_the_complete_graph() {
        let pairs = |s: &[f64]| s.iter().sum::<f64>().powi(2) / 4.0 - 1.0;
        // tests/training/test_fixed_angles.py: −½ Σ ZZ on four vertices is maximized
        let angles = read(
            r#"{"convention": "qaoa_training_pipeline", "angles": [0.5550603400685824,
                0.29250781484335187, 0.4877097327098487, 0.8979876956225422]}"#,
        );
        let cut = 3.0 - of_spins(4, pairs).expectation(&angles).unwrap();
        assert!((cut / 4.0 - 0.86081).abs() < 1e-5, "{cut}");
    }

    #[test]
    fn lists_without_a_convention_are_ours_and_an_unknown_one_is_named() {
        let lists = r#"{"gammas": [0.1, 0.2], "betas": [-0.3, -0.4]}"#;
        let one = r#"[{"convention": "ketboard", "angles": [0.1, 0.2, -0.3, -0.4]}]"#;
        assert_eq!(read(lists), read(one));
        let unknown = r#"{"convention": "mine", "gammas": [0.1], "betas": [0.2]}"#;
        for (text, found) in [
            (unknown, "\"mine\" is none of ketboard, qokit, qiskit"),
            (r#"{"gammas": [0.1]}"#, "missing field `betas`"),
        ] {
            let message = GivenAngles::parse(text).unwrap_err().to_string();
            assert!(message.contains(found), "{message}");
        }
    }
}
