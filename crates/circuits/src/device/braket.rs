//! A device from Amazon Braket's device capabilities (schemas `braket.device_schema`, gate model:
//! IonQ, IQM, Rigetti, AQT), or from the answer of GetDevice, in which they stand as a text beside
//! the device's ARN (read November 2026).
//!
//! `paradigm` has the number of qubits, the native gates and who is coupled with whom;
//! `standardized` the figures, version 1 and 2 of each qubit and coupling, version 3 of the device
//! as a whole; `provider` those of IonQ in seconds. Qubits keep the numbers that Braket gives them:
//! where it counts from 1, qubit 0 has no coupling.

use super::figures::{Told, ToldDevice};
use super::ideal::all_pairs;
use super::{Device, Entangler, MAX_QUBITS};
use crate::error::{Error, Result};
use serde_json::Value;
use std::collections::BTreeSet;

/// The capabilities in a document, and the ARN where it says one.
pub(super) fn found(value: &Value) -> Option<(Value, Option<String>)> {
    let arn = value.get("deviceArn").and_then(Value::as_str);
    let capabilities = match value.get("deviceCapabilities") {
        Some(Value::String(text)) => serde_json::from_str(text).ok()?,
        Some(inner) => inner.clone(),
        None => value.clone(),
    };
    capabilities.pointer("/paradigm/qubitCount")?;
    Some((capabilities, arn.map(str::to_owned)))
}

/// # Errors
/// If the native gates are none of those that are known, or a qubit or figure is impossible.
pub(super) fn read(value: &Value, arn: Option<String>, file: &str) -> Result<Device> {
    let wrong = |found: String, remedy: &str| Error::input(file, None, found, remedy);
    let gates = value
        .pointer("/paradigm/nativeGateSet")
        .and_then(Value::as_array);
    let gates = gates.into_iter().flatten().filter_map(Value::as_str);
    let gates: Vec<String> = gates.map(str::to_lowercase).collect();
    let entangler = ENTANGLERS
        .iter()
        .find(|(name, _)| gates.iter().any(|g| g == name));
    let &(_, entangler) = entangler.ok_or_else(|| {
        let found = format!("the native gates {}", gates.join(", "));
        wrong(
            found,
            "a gate on two qubits is one of zz, ms, rxx, xx, cz, ecr, cnot",
        )
    })?;
    let name = arn.unwrap_or_else(|| file.to_owned());
    let mut figures = ToldDevice::of(name, "from Amazon Braket's device capabilities", entangler);
    let text = |path: &str| {
        value
            .pointer(path)
            .and_then(Value::as_str)
            .map(str::to_owned)
    };
    figures.date = text("/standardized/updatedAt").or_else(|| text("/service/updatedAt"));
    let pairs = couplings(value, file)?;
    let count = value
        .pointer("/paradigm/qubitCount")
        .and_then(Value::as_u64);
    let count = usize::try_from(count.unwrap_or(0)).unwrap_or(usize::MAX);
    let last = pairs.iter().map(|&(a, b)| a.max(b)).max();
    // a number beyond every device is refused later, without so many qubits here
    let qubits = last.map_or(count, |last| last.saturating_add(1).max(count));
    figures.qubits = vec![Told::default(); qubits.min(MAX_QUBITS + 1)];
    let standard = value.get("standardized").unwrap_or(&Value::Null);
    single(standard, &mut figures, file)?;
    let pairs = match pairs.is_empty() && count <= MAX_QUBITS {
        true => all_pairs(count).into_iter().collect(),
        false => pairs,
    };
    let of_pair = |(a, b): (usize, usize)| (a, b, pair_error(standard, (a, b), entangler));
    figures.couplings = pairs.into_iter().map(of_pair).collect();
    whole(standard, &mut figures);
    of_ionq(value.get("provider").unwrap_or(&Value::Null), &mut figures);
    figures.device(file)
}

/// Native gates on two qubits in lower case, what is taken first where there are several.
const ENTANGLERS: [(&str, Entangler); 8] = [
    ("zz", Entangler::Zz),
    ("cz", Entangler::Cz),
    ("ecr", Entangler::Ecr),
    ("cnot", Entangler::Cx),
    ("cx", Entangler::Cx),
    ("ms", Entangler::Ms),
    ("rxx", Entangler::Ms),
    ("xx", Entangler::Ms),
];

/// The pairs of the connectivity graph; none where every qubit is coupled with every other.
fn couplings(value: &Value, file: &str) -> Result<BTreeSet<(usize, usize)>> {
    let connectivity = value
        .pointer("/paradigm/connectivity")
        .unwrap_or(&Value::Null);
    if connectivity.get("fullyConnected") == Some(&Value::Bool(true)) {
        return Ok(BTreeSet::new());
    }
    let graph = connectivity
        .get("connectivityGraph")
        .and_then(Value::as_object);
    let number = |text: &str| {
        text.parse::<usize>().map_err(|_| {
            let found = format!("qubit {text:?} in connectivityGraph");
            Error::input(file, None, found, "qubits are numbers")
        })
    };
    let mut pairs = BTreeSet::new();
    for (from, list) in graph.into_iter().flatten() {
        let a = number(from)?;
        for to in list.as_array().into_iter().flatten() {
            let b = number(to.as_str().unwrap_or_default())?;
            pairs.insert((a.min(b), a.max(b)));
        }
    }
    if pairs.is_empty() {
        let found = "no qubit is coupled with another";
        let remedy = "give a device that runs gates, with its connectivity";
        return Err(Error::input(file, None, found, remedy));
    }
    Ok(pairs)
}

/// Figures of each qubit: versions 1 and 2, and the one-qubit gates of version 3.
fn single(standard: &Value, figures: &mut ToldDevice, file: &str) -> Result<()> {
    let properties = standard
        .get("oneQubitProperties")
        .and_then(Value::as_object);
    for (name, properties) in properties.into_iter().flatten() {
        let told = name
            .parse()
            .ok()
            .and_then(|q: usize| figures.qubits.get_mut(q));
        let told = told.ok_or_else(|| {
            let found = format!("qubit {name:?} in oneQubitProperties");
            Error::input(
                file,
                None,
                found,
                "the qubits are those of the connectivity",
            )
        })?;
        let fidelities = properties.get("oneQubitFidelity").and_then(Value::as_array);
        for fidelity in fidelities.into_iter().flatten() {
            let kind = fidelity
                .pointer("/fidelityType/name")
                .and_then(Value::as_str);
            let kind = kind.unwrap_or_default().to_uppercase();
            let error = fidelity
                .get("fidelity")
                .and_then(Value::as_f64)
                .map(|f| 1.0 - f);
            if kind == "READOUT" {
                told.readout = told.readout.or(error);
            } else if kind.contains("RANDOMIZED_BENCHMARKING") {
                told.one_qubit = told.one_qubit.or(error);
            }
        }
        // 0 stands for what was not measured
        let decay = |key: &str| {
            ns(properties.get(key))
                .map(|ns| ns / 1e3)
                .filter(|t| *t > 0.0)
        };
        told.t1_us = decay("T1");
        told.t2_us = decay("T2");
    }
    Ok(())
}

/// The error of the entangler on two qubits, or of what gate is told where the entangler is not.
fn pair_error(standard: &Value, (a, b): (usize, usize), entangler: Entangler) -> Option<f64> {
    let properties = standard.get("twoQubitProperties")?;
    let of = |a: usize, b: usize| properties.get(format!("{a}-{b}"));
    let list = of(a, b)
        .or_else(|| of(b, a))?
        .get("twoQubitGateFidelity")?
        .as_array()?;
    let named = |fidelity: &&Value| {
        let name = fidelity.get("gateName").and_then(Value::as_str);
        let name = name.unwrap_or_default().to_lowercase();
        let known = ENTANGLERS.iter().find(|(known, _)| *known == name);
        known.is_some_and(|(_, known)| *known == entangler)
    };
    let found = list.iter().find(named).or(list.first())?;
    Some(1.0 - found.get("fidelity")?.as_f64()?)
}

/// Figures of the device as a whole: version 3.
fn whole(standard: &Value, figures: &mut ToldDevice) {
    let error = |key: &str| {
        let fidelity = standard.get(key)?.get(0)?.get("fidelity")?.as_f64()?;
        Some(1.0 - fidelity)
    };
    let decay = |key: &str| ns(standard.get(key)).map(|ns| ns / 1e3);
    figures.whole = Told {
        one_qubit: error("singleQubitFidelity"),
        readout: error("readoutFidelity"),
        t1_us: decay("T1"),
        t2_us: decay("T2"),
    };
    figures.two_qubit = error("twoQubitGateFidelity");
    figures
        .one_qubit_ns
        .extend(ns(standard.get("singleQubitGateDuration")));
    figures
        .two_qubit_ns
        .extend(ns(standard.get("twoQubitGateDuration")));
    figures
        .readout_ns
        .extend(ns(standard.get("readoutDuration")));
}

/// IonQ's own figures where the standardized ones are missing. T1 and T2 of more than a day are in
/// microseconds: the schema names no unit, and its example has both kinds.
fn of_ionq(provider: &Value, figures: &mut ToldDevice) {
    const DAY: f64 = 86_400.0;
    let error = |key: &str| {
        let fidelity = provider.get("fidelity")?.get(key)?;
        let of = |kind: &str| fidelity.get(kind).and_then(Value::as_f64);
        Some(1.0 - of("median").or_else(|| of("mean"))?)
    };
    let seconds = |key: &str| provider.get("timing")?.get(key)?.as_f64();
    let decay = |key: &str| seconds(key).map(|t| if t > DAY { t } else { t * 1e6 });
    let told = &mut figures.whole;
    told.one_qubit = told.one_qubit.or_else(|| error("1Q"));
    told.readout = told.readout.or_else(|| error("spam"));
    told.t1_us = told.t1_us.or_else(|| decay("T1"));
    told.t2_us = told.t2_us.or_else(|| decay("T2"));
    figures.two_qubit = figures.two_qubit.or_else(|| error("2Q"));
    for (list, key) in [
        (&mut figures.one_qubit_ns, "1Q"),
        (&mut figures.two_qubit_ns, "2Q"),
        (&mut figures.readout_ns, "readout"),
    ] {
        if list.is_empty() {
            list.extend(seconds(key).map(|s| s * 1e9));
        }
    }
}

/// A duration with its unit, in nanoseconds; `None` where it is missing or its unit is unknown.
fn ns(duration: Option<&Value>) -> Option<f64> {
    let value = duration?.get("value")?.as_f64()?;
    let unit = match duration?.get("unit")?.as_str()? {
        "s" => 1e9,
        "ms" => 1e6,
        "us" => 1e3,
        "ns" => 1.0,
        _ => return None,
    };
    Some(value * unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Four qubits in a square, counted from 1, with figures of each (version 1 of the schema).
    const IQM: &str = include_str!("data/braket-iqm.json");
    /// Four ions, with figures of the machine (version 3) and IonQ's own.
    const IONQ: &str = include_str!("data/braket-ionq.json");

    #[test]
    fn the_figures_of_each_qubit_and_coupling_are_taken() {
        let device = Device::from_json(IQM, "garnet.json").unwrap();
        assert_eq!((device.qubits, device.entangler), (5, Entangler::Cz));
        assert_eq!(device.couplings, [(1, 2), (1, 3), (2, 4), (3, 4)]);
        assert!(device.neighbors()[0].is_empty(), "Braket counts from 1");
        assert!((device.two_qubit_error(1).unwrap() - 0.012).abs() < 1e-12);
        let rates = device.qubit_rates(3).unwrap();
        assert!((rates.one_qubit - 0.0011).abs() < 1e-12, "{rates:?}");
        assert!((rates.readout - 0.023).abs() < 1e-12, "{rates:?}");
        assert!((rates.relaxation.t1_us - 41.0).abs() < 1e-9, "{rates:?}");
        assert_eq!(device.times, None, "the schema has no durations");
        assert!(device.source.contains("2026-11-20"), "{}", device.source);
    }

    #[test]
    fn the_figures_of_a_whole_machine_are_those_of_every_qubit() {
        let capabilities: Value = serde_json::from_str(IONQ).unwrap();
        let mut older = capabilities.clone();
        older["standardized"] = Value::Null;
        let answer = json!({
            "deviceArn": "arn:aws:braket:us-east-1::device/qpu/ionq/Forte-1",
            "deviceName": "Forte 1",
            "deviceCapabilities": IONQ,
        });
        for (document, name) in [
            (capabilities, "forte.json"),
            (older, "forte.json"),
            (answer, "arn:aws:braket:us-east-1::device/qpu/ionq/Forte-1"),
        ] {
            let device = Device::from_json(&document.to_string(), "forte.json").unwrap();
            assert_eq!((device.name.as_str(), device.qubits), (name, 4));
            assert_eq!(
                (device.entangler, device.couplings.len()),
                (Entangler::Zz, 6)
            );
            let errors = device.errors.unwrap();
            assert!((errors.two_qubit - 0.0046).abs() < 1e-12, "{errors:?}");
            assert!((errors.readout - 0.0038).abs() < 1e-12, "{errors:?}");
            let times = device.times.unwrap();
            assert!((times.two_qubit_ns - 950_000.0).abs() < 1e-6, "{times:?}");
            let relaxation = device.relaxation.unwrap();
            assert!((relaxation.t2_us - 1e6).abs() < 1e-6, "{relaxation:?}");
        }
    }

    #[test]
    fn impossible_capabilities_are_refused_with_their_finding() {
        for (text, from, to, finding) in [
            (IQM, "\"cz\"", "\"iswap\"", "iswap"),
            (IQM, "\"1\": [\"2\"", "\"1\": [\"two\"", "\"two\""),
            (IQM, "0.988", "1.5", "an error of -0.5"),
            (IQM, "\"3\": {\"T1\"", "\"9\": {\"T1\"", "qubit \"9\""),
            (
                IONQ,
                "\"qubitCount\": 4",
                "\"qubitCount\": 40000",
                "2049 qubits",
            ),
            (
                IONQ,
                "\"fullyConnected\": true",
                "\"fullyConnected\": false",
                "no qubit is coupled",
            ),
        ] {
            let wrong = text.replace(from, to);
            assert_ne!(wrong, text, "{from}");
            let error = Device::from_json(&wrong, "caps.json")
                .unwrap_err()
                .to_string();
            assert!(
                error.contains(finding) && error.contains("caps.json"),
                "{error}"
            );
        }
    }
}
