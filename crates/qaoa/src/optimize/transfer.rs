//! Angles that served other puzzles: a table by family and depth, in units in which puzzles are
//! alike.
//!
//! γ stands in units of √n/σ(C) ([`Spread::gamma_unit`](crate::ansatz::Spread::gamma_unit)), as
//! angles of weighted problems carry over once they are divided by the spread of the cost
//! (Sureshbabu et al. 2024, Quantum 8, 1231); β stands in radians, or in units of a mixer other
//! than ΣX. The table names its training set. What it holds are medians over that set, optimal for
//! no puzzle.
//!
//! The shipped table is `optimize/angles.json`; results/transfer says how it was learned and what
//! it is worth.

use crate::ansatz::{Angles, interpolate};
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Angles by family and depth.
///
/// ```
/// use ketboard_qaoa::AngleTable;
/// let text = r#"{
///     "training": {"count": 1, "puzzles": {"tango": ["a"]}, "setting": {}, "version": "0"},
///     "all": [{"puzzles": 1, "gammas": [0.7], "betas": [-0.4]}],
///     "families": {"tango": [{"puzzles": 1, "gammas": [0.9], "betas": [-0.5]}]}
/// }"#;
/// let table = AngleTable::parse(text, "angles.json")?;
/// assert_eq!(table.angles(Some("tango"), 1).gammas, [0.9]);
/// assert_eq!(table.angles(Some("sudoku"), 2).depth(), 2); // over all families, interpolated
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AngleTable {
    /// What it was learned from.
    pub training: Training,
    /// The angles of depths 1, 2, … for families that are not in the table: over all puzzles of the
    /// training set.
    pub all: Vec<Carried>,
    /// The angles of depths 1, 2, … of each family.
    pub families: BTreeMap<String, Vec<Carried>>,
}

/// What a table was learned from.
///
/// ```
/// use ketboard_qaoa::Training;
/// let text = r#"{"count": 1, "puzzles": {"tango": ["a"]}, "setting": {}, "version": "0.1.0"}"#;
/// let training: Training = serde_json::from_str(text)?;
/// assert_eq!(training.puzzles["tango"], ["a"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// How many puzzles.
    pub count: usize,
    /// Their names, by family.
    pub puzzles: BTreeMap<String, Vec<String>>,
    /// How their angles were found.
    pub setting: BTreeMap<String, serde_json::Value>,
    /// The version of the program.
    pub version: String,
}

/// Angles of one depth in units of the table.
///
/// ```
/// use ketboard_qaoa::Carried;
/// let text = r#"{"puzzles": 3, "gammas": [0.5], "betas": [-0.4]}"#;
/// let carried: Carried = serde_json::from_str(text)?;
/// assert_eq!((carried.puzzles, carried.gammas.len()), (3, 1));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carried {
    /// How many puzzles they are the medians of.
    pub puzzles: usize,
    /// γ of each layer in units of √n/σ(C).
    pub gammas: Vec<f64>,
    /// β of each layer in units of the mixer: radians for ΣX.
    pub betas: Vec<f64>,
}

impl AngleTable {
    /// The table that comes with the program.
    pub(crate) fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<AngleTable> = LazyLock::new(|| {
            AngleTable::parse(include_str!("angles.json"), "optimize/angles.json")
                .expect("a test reads the shipped table")
        });
        &SHIPPED
    }

    /// The table of a text that [`AngleTable::to_json`] wrote; `file` is for messages.
    ///
    /// # Errors
    /// If the text is no such table, or its angles are not those of depths 1, 2, … in order.
    pub fn parse(text: &str, file: &str) -> Result<Self> {
        let remedy = "give a table that `ketboard learn` wrote";
        let wrong = |found: String| Error::input(file, None, found, remedy);
        let table: Self = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        let families = table
            .families
            .iter()
            .map(|(name, list)| (name.as_str(), list));
        for (name, list) in families.chain([("all", &table.all)]) {
            if list.is_empty() {
                return Err(wrong(format!("no angles for '{name}'")));
            }
            for (k, carried) in list.iter().enumerate() {
                let depth = k + 1;
                let lengths = [carried.gammas.len(), carried.betas.len()];
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

    /// The angles of `depth` in units of the table: of the family, or over all families where the
    /// table does not know it; beyond the deepest that is known, interpolated from there.
    pub fn angles(&self, family: Option<&str>, depth: usize) -> Angles {
        let own = family.and_then(|family| self.families.get(family));
        let list = own.unwrap_or(&self.all);
        let known = &list[depth.clamp(1, list.len()) - 1];
        let known = Angles {
            gammas: known.gammas.clone(),
            betas: known.betas.clone(),
        };
        (known.depth()..depth).fold(known, |angles, _| interpolate(&angles))
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
    fn a_family_has_its_own_angles_others_those_of_all_and_deeper_ones_are_interpolated() {
        let table = table(&format!(
            r#""all":[{ONE}],"families":{{"tango":[{ONE},{TWO}]}}"#
        ))
        .unwrap();
        let gammas = |family, depth| table.angles(family, depth).gammas;
        assert_eq!(gammas(Some("tango"), 2), [0.25, 0.75]);
        assert_eq!(gammas(Some("tango"), 3), [0.25, 0.5, 0.75]);
        assert_eq!(gammas(Some("queens"), 2), [0.5, 0.5]);
        assert_eq!(gammas(None, 1), [0.5]);
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
            assert_eq!(list.len(), 10, "{family}");
            let puzzles = table.training.puzzles[family].len();
            for carried in list {
                assert!(carried.puzzles <= puzzles && carried.puzzles > 0);
                assert!(
                    carried.gammas.iter().all(|g| (0.0..3.0).contains(g)),
                    "{family}: {carried:?}"
                );
                assert!(
                    carried.betas.iter().all(|b| (-1.6..=0.0).contains(b)),
                    "{family}: {carried:?}"
                );
            }
        }
    }
}
