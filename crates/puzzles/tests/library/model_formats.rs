//! Every model format is read back here by a small reader of its own and compared in meaning: n,
//! and the energy of every basis state. Then the reading of our own JSON: what is accepted.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use crate::encode::{ModelFile, Polynomial, Weights, encode};
use crate::formats::ModelFormat;
use crate::model::{Constraint, Form, Kind, Model, Var};
use crate::reduce::{Reduced, Reduction};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value as Json;

/// A list of (variables, coefficient) and the number of variables.
type Terms = (usize, Vec<(Vec<usize>, f64)>);

type Reader = fn(&str) -> Terms;

fn energy((_, terms): &Terms, bit: impl Fn(usize) -> bool) -> f64 {
    let holds = |set: &[usize]| set.iter().all(|&i| bit(i));
    terms
        .iter()
        .filter(|(set, _)| holds(set))
        .map(|(_, c)| c)
        .sum()
}

fn write(name: &str, model: &ModelFile) -> crate::Result<String> {
    let format = ModelFormat::ALL
        .iter()
        .find(|format| format.name == name)
        .unwrap();
    (format.write)(model)
}

/// A reduced board with a constant, a negation and a merge.
fn board() -> ModelFile {
    let mut model = Model::default();
    let x: Vec<Var> = (1..=5)
        .map(|c| model.add_variable(format!("r1c{c}")))
        .collect();
    model.add(Constraint::one_of_two(
        Kind::Region,
        "region A",
        1,
        x.clone(),
    ));
    model.add(Constraint::not_both(Kind::Diagonal, "pair", [x[1], x[4]]));
    let form = Form::differ([x[0], x[3]]);
    model.add(Constraint::new(Kind::Sign, "sign", form));
    let bit = |qubit, negated| Reduced::Bit { qubit, negated };
    let values = vec![
        bit(0, false),
        bit(1, false),
        bit(0, true),
        Reduced::Const(true),
        bit(2, false),
    ];
    let reduction = Reduction {
        values,
        variables: vec![x[0], x[1], x[4]],
        steps: Vec::new(),
    };
    let weights = Weights::parse(["sign=0.3"], crate::Encodings::default()).unwrap();
    ModelFile::new(&model, &reduction, &encode(&model, &reduction, &weights))
}

fn random(n: usize, degree: usize, seed: u64) -> ModelFile {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut p = Polynomial::constant(n, rng.random_range(-9.0..9.0));
    for size in 1..=degree {
        for _ in 0..n {
            let set: Vec<usize> = (0..size).map(|_| rng.random_range(0..n)).collect();
            let scale = 10_f64.powi(rng.random_range(-9..4));
            p.add_term(&set, scale * rng.random_range(-1.0..1.0));
        }
    }
    ModelFile::from(p)
}

fn quadratic_samples() -> Vec<ModelFile> {
    let empty = ModelFile::from(Polynomial::constant(0, -1.5));
    let flat = ModelFile::from(Polynomial::constant(2, 0.0));
    let mut samples = vec![board(), empty, flat];
    samples.extend((1..=7).map(|n| random(n, 2, n as u64)));
    samples
}

/// Our model JSON; the letters of a product are bits.
fn read_json(text: &str) -> Terms {
    let json: Json = serde_json::from_str(text).unwrap();
    let mut terms = vec![(vec![], json["offset"].as_f64().unwrap())];
    let list = |key: &str| json[key].as_array().cloned().unwrap_or_default();
    let index = |value: &Json| value.as_u64().unwrap() as usize;
    terms.extend(
        list("linear")
            .iter()
            .enumerate()
            .map(|(i, c)| (vec![i], c.as_f64().unwrap())),
    );
    for q in list("quadratic") {
        terms.push((vec![index(&q[0]), index(&q[1])], q[2].as_f64().unwrap()));
    }
    for h in list("higher") {
        let set = h[0].as_array().unwrap().iter().map(index).collect();
        terms.push((set, h[1].as_f64().unwrap()));
    }
    (index(&json["n"]), terms)
}

fn read_dimod(text: &str) -> Terms {
    let json: Json = serde_json::from_str(text).unwrap();
    assert_eq!(json["variable_type"], "BINARY");
    let numbers = |key: &str| -> Vec<f64> {
        json[key]
            .as_array()
            .unwrap()
            .iter()
            .map(|v| v.as_f64().unwrap())
            .collect()
    };
    let label = |k: f64| json["variable_labels"][k as usize].as_u64().unwrap() as usize;
    let mut terms = vec![(vec![], json["offset"].as_f64().unwrap())];
    let linear = numbers("linear_biases");
    terms.extend(
        linear
            .iter()
            .enumerate()
            .map(|(k, &c)| (vec![label(k as f64)], c)),
    );
    let (head, tail) = (numbers("quadratic_head"), numbers("quadratic_tail"));
    for (k, c) in numbers("quadratic_biases").into_iter().enumerate() {
        terms.push((vec![label(head[k]), label(tail[k])], c));
    }
    assert_eq!(json["num_interactions"], terms.len() - 1 - linear.len());
    (json["num_variables"].as_u64().unwrap() as usize, terms)
}

fn read_qubo(text: &str) -> Terms {
    let offset = text
        .lines()
        .find_map(|line| line.strip_prefix("c offset : "))
        .unwrap();
    let mut lines = text.lines().filter(|line| !line.starts_with('c'));
    let head: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(head[..3], ["p", "qubo", "0"]);
    let mut terms = vec![(vec![], offset.parse().unwrap())];
    let (mut nodes, mut couplers) = (0, 0);
    for line in lines {
        let fields: Vec<f64> = line
            .split(' ')
            .map(|field| field.parse().unwrap())
            .collect();
        let (i, j) = (fields[0] as usize, fields[1] as usize);
        assert!(i <= j, "{line}");
        *(if i == j { &mut nodes } else { &mut couplers }) += 1;
        terms.push((if i == j { vec![i] } else { vec![i, j] }, fields[2]));
    }
    let counts = [nodes, nodes, couplers].map(|count: usize| count.to_string());
    assert_eq!(head[3..], counts);
    (nodes, terms)
}

/// Reads `+ 2 x0 - 1 x1 + [ - 4 x0 * x1 ] / 2 + 0.5` from the objective, token by token.
fn read_lp(text: &str) -> Terms {
    let lines = text.lines().filter(|line| !line.starts_with('\\'));
    let plain = lines.collect::<Vec<_>>().join(" ");
    let (_, rest) = plain.split_once("Minimize  obj:").unwrap();
    let (objective, rest) = rest.split_once("Subject To").unwrap();
    let objective = objective.replace("] / 2", "]");
    let (constraints, rest) = rest.split_once("Binaries").unwrap();
    assert!(
        constraints.split_whitespace().next().is_none(),
        "{constraints:?}"
    );
    let binaries: Vec<&str> = rest
        .split_whitespace()
        .take_while(|&word| word != "End")
        .collect();
    let variable = |word: &str| word.strip_prefix('x')?.parse::<usize>().ok();

    let (mut terms, mut sign, mut scale) = (Vec::<(Vec<usize>, f64)>::new(), 1.0, 1.0);
    for word in objective.split_whitespace() {
        match word {
            "+" => sign = 1.0,
            "-" => sign = -1.0,
            "[" => scale = 0.5,
            "]" => scale = 1.0,
            "*" => {}
            word => match variable(word) {
                Some(i) => terms.last_mut().unwrap().0.push(i),
                None => terms.push((vec![], sign * scale * word.parse::<f64>().unwrap())),
            },
        }
    }
    (binaries.len(), terms)
}

/// The energy of spins, where z is −1 for a bit that is 1.
fn ising_energy(text: &str, bit: impl Fn(usize) -> bool) -> f64 {
    let json: Json = serde_json::from_str(text).unwrap();
    let z = |i: &Json| {
        if bit(i.as_u64().unwrap() as usize) {
            -1.0
        } else {
            1.0
        }
    };
    let list = |key: &str| json[key].as_array().cloned().unwrap_or_default();
    let fields = list("h").into_iter().enumerate();
    let fields: f64 = fields
        .map(|(i, h)| h.as_f64().unwrap() * z(&i.into()))
        .sum();
    let couplings = list("J").into_iter();
    let couplings: f64 = couplings
        .map(|j| j[2].as_f64().unwrap() * z(&j[0]) * z(&j[1]))
        .sum();
    let higher = list("higher").into_iter();
    let product = |set: &Json| set.as_array().unwrap().iter().map(z).product::<f64>();
    let higher: f64 = higher
        .map(|t| t[1].as_f64().unwrap() * product(&t[0]))
        .sum();
    json["offset"].as_f64().unwrap() + fields + couplings + higher
}

fn assert_same_energies(model: &ModelFile, text: &str, read: impl Fn(&str, u64) -> f64) {
    let p = &model.polynomial;
    for z in 0..1_u64 << p.n() {
        let (found, expected) = (read(text, z), p.value(|k| z >> k & 1 == 1));
        let close = (found - expected).abs() <= 1e-10 * (1.0 + expected.abs());
        assert!(close, "{found} at {z:b}, expected {expected}:\n{text}");
    }
}

#[test]
fn every_format_keeps_the_energy_of_every_state() {
    let readers: [(&str, Reader); 4] = [
        ("json", read_json),
        ("dimod", read_dimod),
        ("qubo", read_qubo),
        ("lp", read_lp),
    ];
    for model in quadratic_samples() {
        for (name, read) in readers {
            let text = write(name, &model).unwrap();
            assert_eq!(read(&text).0, model.polynomial.n(), "{name}:\n{text}");
            let at = |text: &str, z: u64| energy(&read(text), |k| z >> k & 1 == 1);
            assert_same_energies(&model, &text, at);
        }
        let text = write("ising", &model).unwrap();
        assert_same_energies(&model, &text, |text, z| {
            ising_energy(text, |k| z >> k & 1 == 1)
        });
    }
    assert_eq!(
        ModelFormat::ALL.len(),
        readers.len() + 1,
        "each format has a reader here"
    );
}

#[test]
fn products_of_three_and_more_are_kept_or_refused_with_a_way_out() {
    let model = random(5, 4, 99);
    assert_eq!(model.polynomial.degree(), 4);
    let json = write("json", &model).unwrap();
    assert_same_energies(&model, &json, |text, z| {
        energy(&read_json(text), |k| z >> k & 1 == 1)
    });
    let ising = write("ising", &model).unwrap();
    assert_same_energies(&model, &ising, |text, z| {
        ising_energy(text, |k| z >> k & 1 == 1)
    });
    for name in ["dimod", "qubo", "lp"] {
        let message = write(name, &model).unwrap_err().to_string();
        assert!(
            message.contains(name) && message.contains("`format` json"),
            "{message}"
        );
    }
    let mut huge = Polynomial::constant(60, 0.0);
    huge.add_term(&(0..60).collect::<Vec<_>>(), 1.0);
    let message = write("ising", &huge.into()).unwrap_err().to_string();
    assert!(message.contains("60"), "{message}");
}

#[test]
fn every_format_says_cells_conventions_and_zero_violation_energy() {
    let model = board();
    for format in ModelFormat::ALL {
        let text = write(format.name, &model).unwrap();
        for (name, meaning) in ModelFile::CONVENTIONS {
            assert!(
                text.contains(name) && text.contains(meaning),
                "{}: {name}",
                format.name
            );
        }
        let plain = text.replace(['"', ' '], "");
        for entry in [
            "zero_violation_energy:0.25",
            "r1c1:x0",
            "r1c2:x1",
            "r1c3:!x0",
            "r1c4:1",
            "r1c5:x2",
        ] {
            assert!(plain.contains(entry), "{}: {entry} in\n{text}", format.name);
        }
    }
}

#[test]
fn our_json_is_this_text() {
    let text = write("json", &board()).unwrap();
    let (body, _) = text.split_once("  \"conventions\"").unwrap();
    let expected = r#"{
  "n": 3,
  "offset": 0.25,
  "linear": [0.3,2,2],
  "quadratic": [[1,2,3]],
  "zero_violation_energy": 0.25,
  "cells": {"r1c1":"x0","r1c2":"x1","r1c3":"!x0","r1c4":"1","r1c5":"x2"},
"#;
    assert_eq!(body, expected);
}

#[test]
fn our_json_survives_being_written_and_read_bit_by_bit() {
    for model in quadratic_samples().into_iter().chain([random(6, 4, 5)]) {
        let text = write("json", &model).unwrap();
        let again = ModelFile::parse(&text, "model.json").unwrap();
        assert_eq!(again, model, "{text}");
        assert_eq!(again.polynomial.hash(), model.polynomial.hash());
    }
}

#[test]
fn the_example_of_the_documentation_is_read() {
    let text = r#"{"n": 3, "offset": 0.25, "linear": [-1, 0, 2], "quadratic": [[0, 1, 2.0]], "higher": [[[0, 1, 2], 1.0]],
        "zero_violation_energy": 0.25, "cells": {"r1c1": "x0", "r1c2": "!x0", "r1c3": "1", "r2c1": "0"}, "conventions": {}}"#;
    let model = ModelFile::parse(text, "model.json").unwrap();
    let p = &model.polynomial;
    assert_eq!((p.value(|_| true), p.value(|i| i == 0)), (4.25, -0.75));
    assert_eq!(model.zero_violation_energy, Some(0.25));
    let cells = &model.cells;
    let expected = [
        ("r1c1", "x0"),
        ("r1c2", "!x0"),
        ("r1c3", "1"),
        ("r2c1", "0"),
    ];
    assert_eq!(
        *cells,
        expected.map(|(name, text)| (name.to_owned(), text.to_owned()))
    );
}

#[test]
fn optional_keys_may_be_absent_and_doubled_products_add_up() {
    let text = r#"{"quadratic": [[0, 1, 2], [1, 0, 0.5]], "linear": [0, 0], "offset": 1, "n": 2}"#;
    let model = ModelFile::parse(text, "model.json").unwrap();
    assert_eq!(model.polynomial.coefficient(&[0, 1]), 2.5);
    assert_eq!(
        (model.zero_violation_energy, model.cells),
        (None, Vec::new())
    );
}

#[test]
fn no_text_panics_and_every_refusal_is_one_line() {
    let text = r#"{"n": 2, "offset": 0.5, "linear": [1, 2], "quadratic": [[0, 1, 3]],
        "zero_violation_energy": 0, "cells": {"a : b": "!x0", "c": "x0 & !x1"},
        "auxiliaries": {"x1": "a witness"}}"#;
    let model = ModelFile::parse(&format!("\u{feff}{text}"), "m").unwrap();
    let again = write("json", &model).unwrap();
    assert_eq!(ModelFile::parse(&again, "m").unwrap(), model, "{again}");
    let signs: Vec<char> = text.chars().collect();
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    let mut accepted = 0;
    for _ in 0..4000 {
        let mut signs = signs.clone();
        let at = rng.random_range(0..signs.len());
        let other = rng.random_range(0..signs.len());
        match rng.random_range(0..4) {
            0 => drop(signs.remove(at)),
            1 => signs.insert(at, signs[other]),
            2 => signs.swap(at, other),
            _ => signs[at] = char::from(rng.random_range(0..128_u8)),
        }
        match ModelFile::parse(&signs.iter().collect::<String>(), "m") {
            Ok(model) => accepted += usize::from(model.polynomial.n() < usize::MAX),
            Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
        }
    }
    assert!(accepted > 400, "only {accepted} mutations were models");
    let broken_key = "{\"co\\nde\": 1}";
    let refusal = ModelFile::parse(broken_key, "m").unwrap_err().to_string();
    assert!(
        refusal.starts_with("m:1: unknown field `co de`"),
        "{refusal}"
    );
}
