//! Angles that served other puzzles: a table by family and depth, in units in which puzzles are
//! alike.
//!
//! γ stands in units of √n/σ(C) ([`Ansatz::gamma_unit`](ketboard_qaoa::Ansatz::gamma_unit)), as
//! angles of weighted problems carry over once they are divided by the spread of the cost
//! (Sureshbabu et al. 2024, Quantum 8, 1231); β stands in radians, or in units of a mixer other
//! than ΣX. The table names its training set. What it holds are medians over that set, optimal for
//! no puzzle.
//!
//! The shipped table is `settings/angles.json`; results/transfer says how it was learned and what
//! it is worth.

use crate::error::{Error, Result};
use ketboard_qaoa::Angles;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Angles by family and depth.
///
/// ```
/// use ketboard::AngleTable;
/// let text = r#"{
///     "training": {"count": 1, "puzzles": {"tango": ["a"]}, "setting": {}, "version": "0"},
///     "all": [{"puzzles": 1, "gammas": [0.7], "betas": [-0.4]}],
///     "families": {"tango": [{"puzzles": 1, "gammas": [0.9], "betas": [-0.5]}]}
/// }"#;
/// let table = AngleTable::parse(text, "angles.json")?;
/// assert_eq!(table.of_family(Some("tango"))[0].gammas, [0.9]);
/// assert_eq!(table.of_family(Some("sudoku"))[0].gammas, [0.7]); // over all families
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AngleTable {
    /// What it was learned from.
    pub(crate) training: TrainingSet,
    /// The angles for families that are not in the table: over all puzzles of the training set.
    pub(crate) all: DepthAngles,
    /// The angles of each family.
    pub(crate) families: BTreeMap<String, DepthAngles>,
}

/// What a table was learned from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrainingSet {
    /// The number of puzzles.
    pub(crate) count: usize,
    /// Their names, by family.
    pub(crate) puzzles: BTreeMap<String, Vec<String>>,
    /// How their angles were found.
    pub(crate) setting: BTreeMap<String, serde_json::Value>,
    /// The version of the program.
    pub(crate) version: String,
}

/// Angles of depths 1, 2, … in units of the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<MedianAngles>", into = "Vec<MedianAngles>")]
pub(crate) struct DepthAngles {
    /// Of each depth, the number of puzzles that its angles are the medians of.
    pub(crate) puzzles: Vec<usize>,
    /// The angles of each depth.
    pub(crate) angles: Vec<Angles>,
}

/// Angles of one depth, as they stand in the file of a table.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MedianAngles {
    /// The number of puzzles that they are the medians of.
    pub(crate) puzzles: usize,
    /// γ of each layer in units of √n/σ(C).
    pub(crate) gammas: Vec<f64>,
    /// β of each layer in units of the mixer: radians for ΣX.
    pub(crate) betas: Vec<f64>,
}

impl From<Vec<MedianAngles>> for DepthAngles {
    fn from(list: Vec<MedianAngles>) -> Self {
        let angles = |one: MedianAngles| Angles {
            gammas: one.gammas,
            betas: one.betas,
        };
        Self {
            puzzles: list.iter().map(|one| one.puzzles).collect(),
            angles: list.into_iter().map(angles).collect(),
        }
    }
}

impl From<DepthAngles> for Vec<MedianAngles> {
    fn from(list: DepthAngles) -> Self {
        let pairs = list.puzzles.into_iter().zip(list.angles);
        let one = |(puzzles, Angles { gammas, betas })| MedianAngles {
            puzzles,
            gammas,
            betas,
        };
        pairs.map(one).collect()
    }
}

impl AngleTable {
    /// The table that comes with the program.
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<AngleTable> = LazyLock::new(|| {
            AngleTable::parse(include_str!("angles.json"), "settings/angles.json")
                .expect("a test reads the shipped table")
        });
        &SHIPPED
    }

    /// The table of a text that [`AngleTable::to_json`] wrote; `file` is for messages.
    ///
    /// # Errors
    /// If the text is no such table, or its angles are not those of depths 1, 2, … in order.
    pub fn parse(text: &str, file: &str) -> Result<Self> {
        let remedy = "give a table as `examples/learn_angles.rs` writes it";
        let wrong = |found: String| Error::input(file, None, found, remedy);
        let table: Self = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        let families = table.families.iter();
        let families = families.map(|(name, list)| (name.as_str(), list));
        for (name, list) in families.chain([("all", &table.all)]) {
            if list.angles.is_empty() {
                return Err(wrong(format!("no angles for '{name}'")));
            }
            for (depth, angles) in (1..).zip(&list.angles) {
                let lengths = [angles.gammas.len(), angles.betas.len()];
                if lengths != [depth; 2] {
                    let [gammas, betas] = lengths;
                    return Err(wrong(format!(
                        "{gammas} gammas and {betas} betas where '{name}' has depth {depth}"
                    )));
                }
            }
        }
        Ok(table)
    }

    /// The table as JSON, with a line break at the end.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a table holds only finite numbers") + "\n"
    }

    /// The angles of depths 1, 2, … for a family, as
    /// [`SearchSettings::transfer`](ketboard_qaoa::SearchSettings::transfer) takes them: over all
    /// families where the table does not know it.
    pub fn of_family(&self, family: Option<&str>) -> &[Angles] {
        let own = family.and_then(|family| self.families.get(family));
        &own.unwrap_or(&self.all).angles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Result<AngleTable> {
        let text = format!(
            r#"{{"training":{{"count":1,"puzzles":{{}},"setting":{{}},"version":"0"}},{text}}}"#
        );
        AngleTable::parse(&text, "t.json")
    }

    const ONE: &str = r#"{"puzzles":1,"gammas":[0.5],"betas":[-0.25]}"#;
    const TWO: &str = r#"{"puzzles":1,"gammas":[0.25,0.75],"betas":[-0.5,-0.25]}"#;

    #[test]
    fn a_family_has_its_own_angles_and_others_have_those_of_all() {
        let table = table(&format!(
            r#""all":[{ONE}],"families":{{"tango":[{ONE},{TWO}]}}"#
        ))
        .unwrap();
        assert_eq!(table.of_family(Some("tango"))[1].gammas, [0.25, 0.75]);
        assert_eq!(table.of_family(Some("queens"))[0].gammas, [0.5]);
        assert_eq!(table.of_family(None)[0].betas, [-0.25]);
        assert_eq!(AngleTable::parse(&table.to_json(), "again").unwrap(), table);
    }

    #[test]
    fn a_wrong_table_is_refused_with_what_is_wrong() {
        for (text, found) in [
            (
                r#""all":[],"families":{}"#.to_owned(),
                "no angles for 'all'",
            ),
            (
                format!(r#""all":[{ONE}],"families":{{"x":[]}}"#),
                "no angles for 'x'",
            ),
            (
                format!(r#""all":[{TWO}],"families":{{}}"#),
                "2 gammas and 2 betas where 'all' has depth 1",
            ),
            (format!(r#""all":[{ONE}]"#), "missing field `families`"),
            (
                format!(r#""all":[{ONE}],"families":{{}},"more":1"#),
                "unknown field `more`",
            ),
        ] {
            let message = table(&text).unwrap_err().to_string();
            assert!(
                message.contains(found) && message.contains("t.json"),
                "{message}"
            );
        }
    }

    #[test]
    fn the_shipped_table_names_its_training_set_and_knows_the_signs() {
        let table = AngleTable::shipped();
        let names: usize = table.training.puzzles.values().map(Vec::len).sum();
        assert_eq!(names, table.training.count);
        for (family, list) in &table.families {
            assert_eq!(list.angles.len(), 10, "{family}");
            let puzzles = table.training.puzzles[family].len();
            assert!(
                list.puzzles
                    .iter()
                    .all(|count| (1..=puzzles).contains(count))
            );
            for angles in &list.angles {
                let signs = angles.gammas.iter().all(|g| (0.0..3.0).contains(g))
                    && angles.betas.iter().all(|b| (-1.6..=0.0).contains(b));
                assert!(signs, "{family}: {angles:?}");
            }
        }
    }
}
