//! The table of settings, walked: what must hold for every setting, and for a new one by itself.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use crate::cli::command;
use crate::lab::{Axes, SweepPlan};
use crate::settings::{Allowed, Offered, SETTINGS, Setting, Settings, differences};

/// A text that is no value of a setting; `None` where every text is one, as only a board tells.
fn wrong(setting: &Setting) -> Option<&'static str> {
    match (setting.name, &setting.allowed) {
        ("drop_region" | "warm_start", _) => None,
        (_, Allowed::Names(_)) => Some("Nonsense"),
        (_, Allowed::NamesAndMore(_)) => Some("fourier:0"),
        (_, Allowed::Whole(..)) => Some("-1"),
        (_, Allowed::Number(..)) => Some("0"),
        (_, Allowed::Text(_)) => Some("cvar:2"),
        (_, Allowed::List(_)) => Some("row=0"),
    }
}

/// A value that is not the default.
fn other(setting: &Setting) -> String {
    let default = setting.default();
    match &setting.allowed {
        Allowed::Names(names) | Allowed::NamesAndMore(names) => {
            let mut others = names().into_iter().filter(|one| one.name != default);
            others.next_back().unwrap().name.to_owned()
        }
        Allowed::Whole(..) => "17".to_owned(),
        Allowed::Number(..) => "0.125".to_owned(),
        Allowed::List(_) => "row=2, region=0.5".to_owned(),
        Allowed::Text(_) if setting.name == "objective" => "cvar:0.25".to_owned(),
        Allowed::Text(_) if setting.name == "transfer_table" => {
            include_str!("../../src/settings/angles.json").to_owned()
        }
        Allowed::Text(_) if setting.name == "angles" => "ramp:0.6,0.4".to_owned(),
        Allowed::Text(_) if setting.name == "warm_start" => "01\n1.".to_owned(),
        Allowed::Text(_) => "B".to_owned(),
    }
}

fn with(setting: &Setting, text: &str) -> Settings {
    let mut settings = Settings::default();
    setting.set(&mut settings, text).unwrap();
    settings
}

#[test]
fn every_default_is_one_of_the_values_and_changes_nothing() {
    for setting in SETTINGS {
        let settings = with(setting, &setting.default());
        assert_eq!(settings, Settings::default(), "{}", setting.name);
        assert!(!setting.is_changed(&settings), "{}", setting.name);
    }
}

#[test]
fn wrong_values_are_refused_with_what_would_be_right() {
    let mut refused = 0;
    for setting in SETTINGS {
        assert!(!setting.in_words().is_empty(), "{}", setting.name);
        let Some(text) = wrong(setting) else { continue };
        let mut settings = Settings::default();
        let set = setting.set(&mut settings, text);
        assert!(set.is_err(), "{} takes {text:?}", setting.name);
        let misfit = Axes::default().set(setting.plan_key(), vec![text.to_owned()]);
        assert_eq!(misfit.unwrap_err()[1], setting.in_words());
        refused += 1;
    }
    assert_eq!(refused, SETTINGS.len() - 2);
}

#[test]
fn every_value_survives_being_written_into_a_record_and_read_again() {
    for setting in SETTINGS {
        let text = other(setting);
        let settings = with(setting, &text);
        assert_eq!(setting.get(&settings), text, "{}", setting.name);
        let record = serde_json::to_string(&settings).unwrap();
        let again: Settings = serde_json::from_str(&record).unwrap();
        assert_eq!(again, settings, "{record}");
        assert_ne!(again, Settings::default(), "{record}");
        assert_eq!(serde_json::to_string(&again).unwrap(), record);
    }
}

#[test]
fn a_record_with_an_unknown_or_wrong_or_missing_value_is_refused() {
    let record = serde_json::to_value(Settings::default()).unwrap();
    for (key, value, said) in [
        ("colour", "red".into(), "unknown field `colour`"),
        ("starts", 0.into(), "give a whole number from 1 to 10000"),
        ("mixer", true.into(), "default, x, xy-ring"),
        ("objective", "cvar:0".into(), "found 'cvar:0'"),
    ] {
        let mut record = record.clone();
        record[key] = value;
        let error = serde_json::from_value::<Settings>(record).unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
    }
    for setting in SETTINGS {
        let mut record = record.clone();
        let held = record.as_object_mut().unwrap().remove(setting.name);
        let read = serde_json::from_value::<Settings>(record);
        assert_eq!(held.is_some(), setting.unset.is_none(), "{}", setting.name);
        assert_eq!(read.is_err(), held.is_some(), "{}", setting.name);
    }
}

#[test]
fn every_setting_is_a_key_of_plans_and_where_it_is_offered_an_option_of_sweep() {
    command().debug_assert();
    let command = command();
    let sweep = command.find_subcommand("sweep").unwrap();
    for setting in SETTINGS {
        let flag = setting.option().replace('_', "-");
        let option = sweep
            .get_arguments()
            .find(|option| option.get_long() == Some(&flag));
        let is_option = setting.offered != Offered::InPlans;
        assert_eq!(option.is_some(), is_option, "--{flag}");
        assert!(setting.paragraph(0).len() > 20, "{flag}");
        let plan = format!("{} = {:?}\n", setting.plan_key(), other(setting));
        assert!(SweepPlan::is_plan(&plan), "{plan}");
        let axes = Axes::from(&with(setting, &other(setting)));
        let (_, values) = axes
            .iter()
            .find(|(key, _)| *key == setting.plan_key())
            .unwrap();
        assert_eq!(values, [other(setting)]);
    }
}

#[test]
fn every_setting_in_which_runs_differ_stands_in_their_labels() {
    for setting in SETTINGS {
        let labels = differences(&[Settings::default(), with(setting, &other(setting))]);
        let [usual, unusual] = labels.as_slice() else {
            panic!("{} labels", labels.len());
        };
        assert!(
            usual != unusual && !usual.is_empty(),
            "{usual:?}, {unusual:?}"
        );
        // a label is one line, and holds the hash of a long text: that of the shipped table
        let value = match setting.name {
            "transfer_table" => "sha256:c47fc34d44c1c5f7".to_owned(),
            _ => other(setting).replace('\n', "/"),
        };
        assert!(unusual.contains(&value), "{unusual:?} without {value:?}");
    }
}
