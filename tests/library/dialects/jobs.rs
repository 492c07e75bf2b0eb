//! Job bodies, and what formats and services refuse.

use super::*;

#[test]
fn a_job_is_what_its_interface_takes_and_nothing_else() {
    let angles = Angles::from_flat(&[0.3, -0.4]);
    let (circuit, header) = (ansatz(&angles), header(&angles));
    let job = |format: &str, backend: &Backend| -> (Value, String) {
        let format = CircuitFormat::named(format).unwrap();
        let export = CircuitExport {
            device: backend.device.as_ref(),
            ..CircuitExport::new(&circuit, &header)
        };
        let body = format.job(&[export], backend, 500, None).unwrap();
        (
            serde_json::from_str(&body).unwrap(),
            format.text(&export).unwrap(),
        )
    };
    let keys = |value: &Value| -> Vec<String> {
        let mut keys: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
        keys.sort();
        keys
    };

    let (body, text) = job("ibm-isa", &Backend::of_map(complete("cz", false)));
    assert_eq!(keys(&body), ["backend", "params", "program_id"]);
    assert_eq!(
        (&body["program_id"], &body["backend"]),
        (&"sampler".into(), &"ibm_any".into())
    );
    assert_eq!(
        body["params"],
        serde_json::json!({"pubs": [[text, null, 500]], "version": 2})
    );

    let forte = Backend::named("forte").unwrap();
    for (format, kind) in [
        ("ionq-qasm3", "ionq.qasm3.v1"),
        ("ionq", "ionq.circuit.v1"),
        ("ionq-native", "ionq.circuit.v1"),
    ] {
        let (body, text) = job(format, &forte);
        assert_eq!(
            keys(&body),
            ["backend", "input", "metadata", "name", "shots", "type"]
        );
        assert_eq!(
            (&body["type"], &body["backend"], &body["shots"]),
            (&kind.into(), &"qpu.forte-1".into(), &500.into())
        );
        assert_eq!(body["metadata"]["model"], "0123abcd");
        let input = match format {
            "ionq-qasm3" => serde_json::json!({"data": text}),
            _ => serde_json::from_str::<Value>(&text).unwrap()["input"].clone(),
        };
        assert_eq!(body["input"], input);
    }

    for (format, has_parameters) in [("braket", false), ("braket-native", true)] {
        let (body, text) = job(format, &forte);
        let device = "arn:aws:braket:us-east-1::device/qpu/ionq/Forte-1";
        assert_eq!(
            (&body["deviceArn"], &body["shots"]),
            (&device.into(), &500.into())
        );
        let action: Value = serde_json::from_str(body["action"].as_str().unwrap()).unwrap();
        assert_eq!(action["source"], text);
        assert_eq!(
            action["braketSchemaHeader"]["name"],
            "braket.ir.openqasm.program"
        );
        let parameters = body.get("deviceParameters").and_then(Value::as_str);
        assert_eq!(parameters.is_some(), has_parameters);
        if let Some(parameters) = parameters {
            let parameters: Value = serde_json::from_str(parameters).unwrap();
            assert_eq!(
                parameters["paradigmParameters"]["disableQubitRewiring"],
                true
            );
        }
    }
}

/// Circuits that can be had at other angles, too.
fn exports_of<'a>(
    circuits: &'a [Circuit],
    headers: &'a [CircuitHeader],
    device: Option<&'a Device>,
) -> Vec<CircuitExport<'a>> {
    let pairs = circuits.iter().zip(headers);
    let pairs = pairs.map(|(circuit, header)| CircuitExport {
        ansatz: Some(&|angles| Ok(ansatz(angles))),
        device,
        ..CircuitExport::new(circuit, header)
    });
    pairs.collect()
}

#[test]
fn one_job_at_several_sets_of_angles_holds_each_circuit_in_their_order() {
    let sets = [vec![0.3, -0.4], vec![0.5, -0.1], vec![0.2, 0.4, -0.6, -0.3]];
    let sets = sets.map(|flat| Angles::from_flat(&flat));
    let circuits = sets.clone().map(|angles| ansatz(&angles));
    let headers = sets.clone().map(|angles| header(&angles));
    let body = |format: &str, backend: &Backend, options: Option<&str>| -> Value {
        let exports = exports_of(&circuits, &headers, backend.device.as_ref());
        let options: Option<Value> = options.map(|text| serde_json::from_str(text).unwrap());
        let format = CircuitFormat::named(format).unwrap();
        let body = format.job(&exports, backend, 500, options.as_ref());
        serde_json::from_str(&body.unwrap()).unwrap()
    };
    let text = |format: &str, backend: &Backend, k: usize| {
        let export = exports_of(&circuits, &headers, backend.device.as_ref())[k];
        CircuitFormat::named(format).unwrap().text(&export).unwrap()
    };

    let machine = Backend::of_map(complete("cz", false));
    let options = r#"{"twirling": {"enable_gates": true}, "of": {"tomorrow": [1]}}"#;
    let job = body("ibm-isa", &machine, Some(options));
    let pubs = job["params"]["pubs"].as_array().unwrap();
    for (k, bloc) in pubs.iter().enumerate() {
        let alone = serde_json::json!([text("ibm-isa", &machine, k), null, 500]);
        assert_eq!(*bloc, alone, "{k}");
    }
    assert_eq!(pubs.len(), 3);
    let passed: Value = serde_json::from_str(options).unwrap();
    assert_eq!(job["params"]["options"], passed);

    let forte = Backend::named("forte").unwrap();
    for (format, gateset) in [("ionq", "qis"), ("ionq-native", "native")] {
        let job = body(format, &forte, None);
        assert_eq!(
            (&job["type"], &job["shots"], &job["input"]["gateset"]),
            (
                &"ionq.multi-circuit.v1".into(),
                &500.into(),
                &gateset.into()
            )
        );
        assert_eq!(job["metadata"]["model"], "0123abcd");
        assert!(job["metadata"].get("gammas").is_none(), "{job}");
        for (k, circuit) in job["input"]["circuits"]
            .as_array()
            .unwrap()
            .iter()
            .enumerate()
        {
            let alone: Value = serde_json::from_str(&text(format, &forte, k)).unwrap();
            assert_eq!(
                circuit["circuit"], alone["input"]["circuit"],
                "{format} {k}"
            );
            let name = format!("set {} of 3", k + 1);
            assert!(circuit["name"].as_str().unwrap().starts_with(&name));
        }
    }
    for format in ["braket", "braket-native"] {
        let job = body(format, &forte, None);
        assert_eq!(job["shots"], 1500, "all circuits together");
        let action: Value = serde_json::from_str(job["action"].as_str().unwrap()).unwrap();
        assert_eq!(
            action["braketSchemaHeader"]["name"],
            "braket.ir.openqasm.program_set"
        );
        for (k, program) in action["programs"].as_array().unwrap().iter().enumerate() {
            assert_eq!(program["source"], text(format, &forte, k), "{format} {k}");
        }
    }
    let refused = |format: &str, options: Option<&Value>, few: usize| {
        let exports = &exports_of(&circuits, &headers, forte.device.as_ref())[..few];
        let format = CircuitFormat::named(format).unwrap();
        format
            .job(exports, &forte, 9, options)
            .unwrap_err()
            .to_string()
    };
    assert!(refused("ionq-qasm3", None, 3).contains("one circuit at a time"));
    assert!(refused("ionq", Some(&Value::default()), 1).contains("IBM's sampler"));
    assert!(refused("ionq", None, 0).contains("no circuit"));
}

#[test]
fn metadata_stays_within_ionqs_limits_and_names_what_it_leaves_out() {
    for (depth, left_out) in [
        (1, ""),
        (20, ""),
        (40, "no room for conventions"),
        (400, "no room for gammas, betas"),
    ] {
        let flat: Vec<f64> = (0..2 * depth).map(|k| 0.1 + 1.0 / (k + 3) as f64).collect();
        let angles = Angles::from_flat(&flat);
        let circuit = ansatz(&Angles::from_flat(&flat[..2]));
        let format = CircuitFormat::named("ionq").unwrap();
        let text = format
            .text(&CircuitExport::new(&circuit, &header(&angles)))
            .unwrap();
        let body: Value = serde_json::from_str(&text).unwrap();
        let metadata = body["metadata"].as_object().unwrap();
        assert!(metadata.len() <= 10, "{}", metadata.len());
        for (key, value) in metadata {
            assert!(
                key.len() <= 40 && value.as_str().unwrap().len() <= 400,
                "{key}"
            );
        }
        assert!(metadata["qubits"].as_str().unwrap().contains("x1=!r1c2"));
        let found = metadata.get("left_out").and_then(Value::as_str);
        assert_eq!(found.is_some(), !left_out.is_empty(), "{found:?}");
        assert!(found.unwrap_or_default().starts_with(left_out), "{found:?}");
        let all = (0..).map(|k| {
            if k == 0 {
                "gammas".to_owned()
            } else {
                format!("gammas_{}", k + 1)
            }
        });
        let parts = all.map_while(|key| metadata.get(&key).and_then(Value::as_str));
        let found: String = parts.collect();
        if depth < 400 {
            let found: Vec<f64> = found.split(' ').map(|x| x.parse().unwrap()).collect();
            assert_eq!(found, angles.gammas);
        }
    }
}

#[test]
fn what_a_format_or_a_service_cannot_do_is_refused_with_the_reason() {
    let angles = Angles::from_flat(&[0.3, -0.4]);
    let (circuit, header) = (ansatz(&angles), header(&angles));
    let line = Device::named("line-3").unwrap();
    let narrow = Device::named("line-4").unwrap();
    let forte = Device::named("forte").unwrap();
    let torino = Device::named("torino").unwrap();
    let refused = |name: &str, device: Option<&Device>, fractional: bool| {
        let export = CircuitExport {
            device,
            fractional,
            ..CircuitExport::new(&circuit, &header)
        };
        CircuitFormat::named(name)
            .unwrap()
            .text(&export)
            .unwrap_err()
            .to_string()
    };
    for (name, device, fractional, wanted) in [
        ("qasm3-param", None, false, "this circuit has none"),
        ("ibm-isa", None, false, "`backend`: missing"),
        ("quantinuum", Some(&torino), false, "another gate than ZZ"),
        (
            "ibm-isa",
            Some(&line),
            false,
            "line-3 has 3 qubits, the circuit 4",
        ),
        ("ibm-isa", Some(&narrow), false, "does not couple"),
        ("ibm-isa", Some(&narrow), true, "no rx and rzz"),
        ("ibm-isa", Some(&forte), false, "ion trap"),
        ("ionq", Some(&torino), false, "torino is no device of IonQ"),
        (
            "braket-native",
            Some(&torino),
            false,
            "torino is no device of IonQ",
        ),
    ] {
        let error = refused(name, device, fractional);
        assert!(error.contains(wanted), "{name}: {error}");
    }
    let job = |name: &str, backend: &str| {
        let backend = Backend::named(backend).unwrap();
        let format = CircuitFormat::named(name).unwrap();
        format
            .job(&[CircuitExport::new(&circuit, &header)], &backend, 9, None)
            .unwrap_err()
            .to_string()
    };
    assert!(job("qasm2", "torino").contains("qasm2 is not what a service takes"));
    assert!(job("ionq", "fez").contains("fez is no backend of IonQ; it has forte"));
    assert!(job("ibm-isa", "line-4").contains("no backend of IBM"));
    let error = Backend::named("aspen").unwrap_err().to_string();
    assert!(
        error.contains("torino") && error.contains("heavy-hex-D"),
        "{error}"
    );
    assert!(CircuitFormat::named("qasm4").is_err());
    for format in CircuitFormat::ALL {
        let text = format.text(&CircuitExport::new(&Circuit::new(0), &header));
        assert!(
            text.unwrap_err().to_string().contains("nothing to run"),
            "{}",
            format.name
        );
        let mut endless = Circuit::new(1);
        endless.push(Gate::rx(0, f64::NAN));
        let export = CircuitExport {
            device: (format.name == "ibm-isa").then_some(&torino),
            ..CircuitExport::new(&endless, &header)
        };
        assert!(format.text(&export).is_err(), "{}", format.name);
    }
}
