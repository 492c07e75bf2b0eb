//! Angles learned on other puzzles: a table by family and depth, in units in which puzzles are
//! alike.
//!
//! γ is in units of √n/σ(C) ([`Ansatz::gamma_unit`](ketboard_qaoa::Ansatz::gamma_unit)), as
//! angles of weighted problems carry over once they are divided by the spread of the cost
//! (Sureshbabu et al. 2024, Quantum 8, 1231); β is in radians, or in units of a mixer other
//! than ΣX. The table names its training set. What it holds are medians over that set, optimal for
//! no puzzle.
//!
//! The shipped table is `settings/angles.json`; results/transfer says how it was learned and what
//! it is worth.

use crate::error::{Error, Result};
use ketboard_qaoa::Angles;
use serde::Deserialize;
use serde::de::IgnoredAny;
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
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AngleTable {
    /// What it was learned from, for readers of the file.
    #[serde(rename = "training")]
    _training: IgnoredAny,
    /// The angles for families that are not in the table: over all puzzles of the training set.
    all: Vec<Angles>,
    /// The angles of each family, at depths 1, 2, ….
    families: BTreeMap<String, Vec<Angles>>,
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

    /// The table in a text; `file` is for messages.
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
            if list.is_empty() {
                return Err(wrong(format!("no angles for '{name}'")));
            }
            for (depth, angles) in (1..).zip(list) {
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

    /// The angles of depths 1, 2, … for a family, as
    /// [`SearchSettings::transfer`](ketboard_qaoa::SearchSettings::transfer) takes them: over all
    /// families where the table does not know it.
    pub fn of_family(&self, family: Option<&str>) -> &[Angles] {
        let own = family.and_then(|family| self.families.get(family));
        own.unwrap_or(&self.all)
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
    fn the_shipped_table_has_ten_depths_and_knows_the_signs() {
        let table = AngleTable::shipped();
        for (family, list) in &table.families {
            assert_eq!(list.len(), 10, "{family}");
            for angles in list {
                let signs = angles.gammas.iter().all(|g| (0.0..3.0).contains(g))
                    && angles.betas.iter().all(|b| (-1.6..=0.0).contains(b));
                assert!(signs, "{family}: {angles:?}");
            }
        }
    }
}
