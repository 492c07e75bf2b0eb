//! What a plan crosses: a list of values for each setting, written as in plans.

use super::chain::key_of;
use crate::error::{Error, Result};
use crate::settings::{SETTINGS, Setting, Settings};
use std::collections::HashSet;

/// The most puzzles under settings of one plan: each takes some kilobytes before it runs.
const MOST_CHAINS: usize = 100_000;

/// The values of every setting, in the order of [`SETTINGS`].
///
/// They are kept as texts, so that a plan file and options mean the same thing wherever their texts
/// are the same.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Axes(Vec<Vec<String>>);

impl Default for Axes {
    /// One value for each: the default.
    fn default() -> Self {
        Self::from(&Settings::default())
    }
}

impl From<&Settings> for Axes {
    /// One value for each: that of these settings.
    fn from(settings: &Settings) -> Self {
        Self(SETTINGS.iter().map(|one| vec![one.get(settings)]).collect())
    }
}

impl Axes {
    /// Sets the values of a key; equal ones count once.
    ///
    /// # Errors
    /// The first value that the key cannot have, with what it can be; or that there is no such key.
    pub(crate) fn set(
        &mut self,
        key: &str,
        values: Vec<String>,
    ) -> std::result::Result<(), [String; 2]> {
        let place = SETTINGS.iter().position(|one| one.plan_key() == key);
        let place = place.ok_or_else(|| [key.to_owned(), "a key of a setting".to_owned()])?;
        let setting = &SETTINGS[place];
        let mut probe = Settings::default();
        let mut different: Vec<String> = Vec::with_capacity(values.len());
        for value in values {
            if setting.set(&mut probe, &value).is_err() {
                return Err([value, setting.in_words()]);
            }
            if !different.contains(&value) {
                different.push(value);
            }
        }
        self.0[place] = different;
        Ok(())
    }

    /// Each key with its values.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, &[String])> {
        let keys = SETTINGS.iter().map(Setting::plan_key);
        keys.zip(self.0.iter().map(Vec::as_slice))
    }

    /// Every combination, none twice, for so many puzzles: the values of the last key follow each
    /// other.
    ///
    /// # Errors
    /// If puzzles under settings are more than [`MOST_CHAINS`].
    pub(crate) fn settings(&self, puzzles: usize) -> Result<Vec<Settings>> {
        let product = |chains: usize, values: &Vec<String>| chains.saturating_mul(values.len());
        let chains = self.0.iter().fold(puzzles, product);
        if chains > MOST_CHAINS {
            let found = format!(
                "puzzles under settings are {chains}, and at most {MOST_CHAINS} make a plan"
            );
            return Err(Error::argument(
                "plan",
                found,
                "cross fewer, or write several plans",
            ));
        }
        let mut all = vec![Settings::default()];
        for (setting, values) in SETTINGS.iter().zip(&self.0) {
            let with = |settings: &Settings, value: &String| {
                let mut settings = settings.clone();
                let set = setting.set(&mut settings, value);
                set.expect("values are checked when they are set");
                settings
            };
            let each = all.iter();
            all = each
                .flat_map(|settings| values.iter().map(move |value| with(settings, value)))
                .collect();
        }
        let mut known = HashSet::new();
        all.retain(|settings| known.insert(key_of(settings)));
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_crossed_and_the_last_one_runs_fastest() {
        let mut axes = Axes::default();
        let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
        axes.set("seeds", texts(&["0", "1", "1"])).unwrap();
        axes.set("reduce", texts(&["none", "full"])).unwrap();
        let settings = axes.settings(1).unwrap();
        let abouts: Vec<_> = settings
            .iter()
            .map(|s| (s.reduce.unwrap().name(), s.seed))
            .collect();
        assert_eq!(abouts, [("none", 0), ("none", 1), ("full", 0), ("full", 1)]);
    }

    #[test]
    fn a_plan_that_crosses_too_much_is_refused_before_it_is_made() {
        let mut axes = Axes::default();
        let seeds = |n: usize| (0..n).map(|seed| seed.to_string()).collect();
        for (n, puzzles, is_right) in [(1000, 100, true), (1000, 101, false), (100_001, 1, false)] {
            axes.set("seeds", seeds(n)).unwrap();
            assert_eq!(
                axes.settings(puzzles).is_ok(),
                is_right,
                "{n} seeds, {puzzles} puzzles"
            );
        }
    }

    #[test]
    fn an_axis_with_a_wrong_value_or_an_unknown_key_stays_as_it_was() {
        for (key, wrong) in [("starts", "0"), ("seeds", "-1"), ("colour", "red")] {
            let mut axes = Axes::default();
            let misfit = axes.set(key, vec!["1".to_owned(), wrong.to_owned()]);
            assert!(!misfit.unwrap_err()[1].is_empty(), "{key}");
            assert_eq!(axes, Axes::default(), "{key} = {wrong}");
        }
    }
}
