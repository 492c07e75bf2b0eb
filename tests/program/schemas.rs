//! The JSON that commands write, held against the schemas that `ketboard schema` prints.

use crate::program::{run_in, workplace};
use serde_json::Value;
use std::path::Path;

fn schema(folder: &Path, kind: &str) -> Value {
    run_in(folder, &format!("schema {kind}")).done().json()
}

/// What is wrong with a value, place by place. Objects hold no key that the schema does not know,
/// also where the schema would let them.
fn faults(root: &Value, schema: &Value, value: &Value, place: &str) -> Vec<String> {
    if let Some(path) = schema["$ref"].as_str() {
        let named = root.pointer(path.trim_start_matches('#'));
        return faults(root, named.expect("a schema that is defined"), value, place);
    }
    for several in ["anyOf", "oneOf"] {
        if let Some(list) = schema[several].as_array() {
            let each = list.iter().map(|one| faults(root, one, value, place));
            let each: Vec<Vec<String>> = each.collect();
            let fits = each.iter().any(Vec::is_empty);
            if schema["properties"].is_null() {
                return if fits { Vec::new() } else { each.concat() };
            }
        }
    }
    let mut found = Vec::new();
    if let Some(allowed) = schema["enum"].as_array()
        && !allowed.contains(value)
    {
        found.push(format!("{place}: {value} is none of {allowed:?}"));
    }
    if !schema["const"].is_null() && schema["const"] != *value {
        found.push(format!("{place}: {value} is not {}", schema["const"]));
    }
    let types = match schema["type"].as_array() {
        Some(types) => types.clone(),
        None => schema.get("type").cloned().into_iter().collect(),
    };
    if !types.is_empty() && !types.iter().any(|kind| is_of(kind, value)) {
        found.push(format!("{place}: {value} is no {types:?}"));
    }
    if let Some(list) = value.as_array() {
        for (k, one) in list.iter().enumerate() {
            let at = schema["prefixItems"].get(k).unwrap_or(&schema["items"]);
            found.extend(faults(root, at, one, &format!("{place}[{k}]")));
        }
    }
    let required = schema["required"].as_array().into_iter().flatten();
    let missing = required.filter(|key| value.get(key.as_str().unwrap()).is_none());
    found.extend(missing.map(|key| format!("{place}: {key} is missing")));
    for (key, one) in value.as_object().into_iter().flatten() {
        let at = format!("{place}.{key}");
        match (property(root, schema, key), &schema["additionalProperties"]) {
            (Some(known), _) => found.extend(faults(root, known, one, &at)),
            (None, others @ Value::Object(_)) => found.extend(faults(root, others, one, &at)),
            (None, _) => found.push(format!("{at} is not known")),
        }
    }
    found
}

/// The schema of a key: the object's own, or that of an object which is flattened into it.
fn property<'a>(root: &'a Value, schema: &'a Value, key: &str) -> Option<&'a Value> {
    let own = schema["properties"].get(key);
    let flattened = ["anyOf", "oneOf", "allOf"].into_iter();
    let flattened = flattened.filter_map(|several| schema[several].as_array());
    let named = schema["$ref"].as_str();
    let named = named.and_then(|path| root.pointer(path.trim_start_matches('#')));
    own.or_else(|| named.and_then(|schema| property(root, schema, key)))
        .or_else(|| flattened.flatten().find_map(|one| property(root, one, key)))
}

fn is_of(kind: &Value, value: &Value) -> bool {
    match kind.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type {other}"),
    }
}

fn fits(schema: &Value, value: &Value, of: &str) {
    let found = faults(schema, schema, value, "");
    assert!(found.is_empty(), "{of}: {}", found.join("\n"));
}

#[test]
fn what_commands_print_fits_its_schema() {
    let clash = "family = \"tango\"\ngrid = \"\"\"\n00.0\n....\n....\n....\n\"\"\"\n";
    let folder = workplace(&[("clash.toml", clash)]);
    let at = folder.path();
    run_in(
        at,
        "qubo p/tango-4x4.toml --target-qubits 5 --format json -o m.json",
    )
    .done();
    for (kind, line) in [
        ("solve", "solve p/tango-4x4.toml -p 1"),
        ("solve", "solve p/queens-5x5.toml -p 1 --registers rows"),
        (
            "solve",
            "solve p/queens-4x4.toml -p 1 --ansatz multi-angle --objective cvar:0.5 --starts 1",
        ),
        ("solve", "solve p/chess-max-4x4.toml -p 1 --target-qubits 8"),
        ("solve", "solve p/takuzu-4x4.toml -p 0 --no-times"),
        ("solve", "solve m.json -p 1"),
        (
            "solve",
            "evaluate p/tango-4x4.toml --gammas 0.2 --betas -0.4",
        ),
        ("no-solution", "solve clash.toml"),
        ("compare", "compare p/tango-4x4.toml -p 1"),
        (
            "compare",
            "compare p/queens-5x5.toml -p 1 --registers rows --no-times",
        ),
        ("compare", "compare m.json -p 1"),
        (
            "device",
            "device p/tango-4x4.toml --backend torino --depths 1 --target-qubits 4 --estimate",
        ),
        (
            "device",
            "device p/tango-4x4.toml --backend torino --depths 1 --target-qubits 4 --exact",
        ),
        ("landscape", "landscape p/tango-4x4.toml --points 3 --out l"),
        ("landscape", "landscape m.json --points 3 --out l2"),
    ] {
        let run = run_in(at, &format!("{line} --json"));
        let expected = ["0", "1"];
        assert!(
            expected.contains(&run.status.to_string().as_str()),
            "{run:?}"
        );
        fits(&schema(at, kind), &run.json(), line);
    }
}

#[test]
fn what_sweeps_and_landscapes_write_fits_its_schema() {
    let plan = "puzzles = [\"p/tango-4x4.toml\", \"p/queens-4x4.toml\"]\ndepths = \"1..2\"\nstarts = 1\ntarget_qubits = 5\n\
                mixer = [\"default\", \"warm\"]\nweights = [\"\", \"row=2\"]\n[record]\nlayers = \"all\"\nentropy = true\nbaselines = true\n";
    let folder = workplace(&[("plan.toml", plan)]);
    let at = folder.path();
    run_in(at, "sweep plan.toml --out o --quiet --no-plots").done();
    let (record, settings) = (schema(at, "record"), schema(at, "settings"));
    let text = std::fs::read_to_string(at.join("o/records.jsonl")).unwrap();
    let records: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(records.len(), 16);
    for one in &records {
        fits(&record, one, &one["run"].to_string());
        fits(&settings, &one["setting"], "the settings of a record");
    }
    run_in(
        at,
        "landscape p/queens-4x4.toml --registers rows --points 3 --out l --quiet",
    )
    .done();
    let files = std::fs::read_dir(at.join("l")).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let written: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .collect();
    assert_eq!(written.len(), 1, "{written:?}");
    let landscape = std::fs::read_to_string(&written[0]).unwrap();
    fits(
        &schema(at, "landscape-record"),
        &serde_json::from_str(&landscape).unwrap(),
        "a landscape",
    );
}

#[test]
fn a_schema_refuses_what_is_wrong_and_says_what_each_key_is() {
    let folder = workplace(&[]);
    let at = folder.path();
    let solve = schema(at, "solve");
    let right = run_in(at, "solve p/tango-4x4.toml -p 1 --json --no-times").json();
    for (key, value) in [
        ("status", "done".into()),
        ("qubits", 1.5.into()),
        ("colour", 1.into()),
    ] {
        let mut wrong = right.clone();
        wrong[key] = value;
        let found = faults(&solve, &solve, &wrong, "");
        let named = |fault: &String| fault.contains(key);
        assert!(!found.is_empty() && found.iter().all(named), "{found:?}");
    }
    let mut short = right.clone();
    short.as_object_mut().unwrap().remove("expectation");
    assert_eq!(faults(&solve, &solve, &short, "").len(), 1);
    let kinds = run_in(at, "schema").done().out;
    for kind in kinds.lines().map(|line| line.split(' ').next().unwrap()) {
        let schema = schema(at, kind);
        let required = schema["required"].as_array().unwrap();
        let is_versioned = required.contains(&"version".into());
        assert_eq!(is_versioned, kind != "settings", "{kind} has a version");
        for (key, property) in schema["properties"].as_object().unwrap() {
            let said = property["description"].as_str();
            assert!(
                said.is_some_and(|said| said.len() > 4),
                "{kind}: {key}: {property}"
            );
        }
    }
    assert!(kinds.lines().count() >= 9, "{kinds}");
}
