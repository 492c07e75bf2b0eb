//! Options of IBM's sampler, version 2, as a job carries them: dynamical decoupling of idle qubits,
//! Pauli twirling, and how a shot is executed.
//!
//! Names and values are those of the sampler's schema (`ibm_quantum_schemas.sampler.version_0_1`,
//! read November 2026). What cannot be is refused here, and not after a day in a queue. The
//! classified bits are the only kind of result that can be decoded, so that `meas_type` is none of
//! the options; shots are those of the job.

use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Options of a sampler's job.
///
/// ```
/// use ketboard_circuits::SamplerOptions;
///
/// let text = r#"{"dynamical_decoupling": {"enable": true, "sequence_type": "XY4"}}"#;
/// assert!(SamplerOptions::parse(text, "options").is_ok());
/// assert!(SamplerOptions::parse(r#"{"shots": 100}"#, "options").is_err());
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SamplerOptions {
    #[serde(skip_serializing_if = "Option::is_none")]
    dynamical_decoupling: Option<Decoupling>,
    #[serde(skip_serializing_if = "Option::is_none")]
    twirling: Option<Twirling>,
    #[serde(skip_serializing_if = "Option::is_none")]
    execution: Option<Execution>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Decoupling {
    enable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    sequence_type: Option<Sequence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extra_slack_distribution: Option<Slack>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scheduling_method: Option<Scheduling>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skip_reset_qubits: Option<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Sequence {
    #[serde(rename = "XX")]
    Xx,
    #[serde(rename = "XpXm")]
    XpXm,
    #[serde(rename = "XY4")]
    Xy4,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Slack {
    Middle,
    Edges,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Scheduling {
    Alap,
    Asap,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Twirling {
    #[serde(skip_serializing_if = "Option::is_none")]
    enable_gates: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    enable_measure: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    num_randomizations: Option<CountOrAuto>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shots_per_randomization: Option<CountOrAuto>,
    #[serde(skip_serializing_if = "Option::is_none")]
    strategy: Option<TwirlingStrategy>,
}

/// At least 1, or left to the service.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "a whole number from 1, or \"auto\"")]
enum CountOrAuto {
    Of(std::num::NonZeroU64),
    Auto(Auto),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Auto {
    Auto,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum TwirlingStrategy {
    Active,
    ActiveAccum,
    ActiveCircuit,
    All,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Execution {
    #[serde(skip_serializing_if = "Option::is_none")]
    init_qubits: Option<bool>,
    /// Seconds between a measurement and the next shot.
    #[serde(skip_serializing_if = "Option::is_none")]
    rep_delay: Option<f64>,
}

impl SamplerOptions {
    /// The options in a JSON text; `place` is for messages.
    ///
    /// # Errors
    /// If there is no such option, a value is none of those that it has, or an option has no effect
    /// because what it belongs to is not enabled.
    pub fn parse(text: &str, place: &str) -> Result<Self> {
        let wrong = |found: String| {
            let remedy = "options are dynamical_decoupling, twirling and execution of IBM's sampler, such as {\"dynamical_decoupling\": {\"enable\": true, \
                          \"sequence_type\": \"XY4\"}, \"twirling\": {\"enable_gates\": true}}";
            Error::input(place, None, found, remedy)
        };
        let options: Self = serde_json::from_str(text).map_err(|e| wrong(e.to_string()))?;
        if options
            .dynamical_decoupling
            .as_ref()
            .is_some_and(|d| !d.enable)
            && options.dynamical_decoupling != Some(Decoupling::default())
        {
            let found = "dynamical_decoupling has options and is not enabled".to_owned();
            return Err(wrong(found));
        }
        let twirling = options.twirling.clone().unwrap_or_default();
        let is_on = twirling.enable_gates == Some(true) || twirling.enable_measure == Some(true);
        let says_how = twirling.num_randomizations.is_some()
            || twirling.shots_per_randomization.is_some()
            || twirling.strategy.is_some();
        if says_how && !is_on {
            let found = "twirling has options and neither gates nor measurements are enabled";
            return Err(wrong(found.to_owned()));
        }
        let delay = options.execution.as_ref().and_then(|e| e.rep_delay);
        if delay.is_some_and(|seconds| !(0.0..1.0).contains(&seconds)) {
            return Err(wrong(
                "rep_delay is in seconds, from 0 to below 1".to_owned(),
            ));
        }
        Ok(options)
    }

    /// As the job carries them.
    pub(super) fn value(&self) -> Value {
        serde_json::to_value(self).unwrap_or(Value::Null)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_carried_as_they_were_given() {
        for text in [
            "{}",
            r#"{"dynamical_decoupling":{"enable":true,"sequence_type":"XpXm","scheduling_method":"asap"}}"#,
            r#"{"twirling":{"enable_gates":true,"num_randomizations":"auto","shots_per_randomization":64,"strategy":"active-accum"},"execution":{"rep_delay":0.0005}}"#,
        ] {
            let options = SamplerOptions::parse(text, "o").unwrap();
            let given: Value = serde_json::from_str(text).unwrap();
            assert_eq!(options.value(), given);
        }
    }

    #[test]
    fn options_without_effect_or_sense_are_refused_with_their_finding() {
        for (text, finding) in [
            ("[]", "invalid"),
            (r#"{"twirl": {}}"#, "twirl"),
            (r#"{"default_shots": 9}"#, "default_shots"),
            (
                r#"{"dynamical_decoupling": {"enable": true, "sequence_type": "XY5"}}"#,
                "XY5",
            ),
            (
                r#"{"dynamical_decoupling": {"sequence_type": "XY4"}}"#,
                "enable",
            ),
            (
                r#"{"dynamical_decoupling": {"enable": false, "sequence_type": "XY4"}}"#,
                "not enabled",
            ),
            (r#"{"twirling": {"strategy": "all"}}"#, "neither gates nor"),
            (
                r#"{"twirling": {"enable_gates": true, "num_randomizations": 0}}"#,
                "whole number",
            ),
            (r#"{"execution": {"rep_delay": 250}}"#, "seconds"),
            (r#"{"execution": {"meas_type": "kerneled"}}"#, "meas_type"),
        ] {
            let error = SamplerOptions::parse(text, "o.json")
                .unwrap_err()
                .to_string();
            assert!(
                error.contains(finding) && error.contains("o.json"),
                "{text}: {error}"
            );
        }
    }
}
