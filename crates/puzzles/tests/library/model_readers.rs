//! Models read from every format: what was written comes back with the energy of every state, names
//! and offset kept; texts that other programs wrote are read; what cannot be read is refused with
//! its place; and no text panics.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

#[path = "model_readers/known.rs"]
mod known;
#[path = "model_readers/refused.rs"]
mod refused;

use crate::encode::{ModelFile, Notes, Polynomial};
use crate::formats::{MODEL_FORMATS, model_format_of, read_model};
use known::KNOWN;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use refused::REFUSED;

fn write(name: &str, model: &ModelFile) -> String {
    let format = MODEL_FORMATS.iter().find(|f| f.name == name).unwrap();
    (format.write)(model).unwrap()
}

fn random(n: usize, degree: usize, rng: &mut ChaCha8Rng) -> Polynomial {
    let mut p = Polynomial::constant(n, rng.random_range(-9.0..9.0));
    for size in 1..=degree {
        for _ in 0..n {
            let set: Vec<usize> = (0..size).map(|_| rng.random_range(0..n)).collect();
            let scale = 10_f64.powi(rng.random_range(-9..4));
            p.add_term(&set, scale * rng.random_range(-1.0..1.0));
        }
    }
    p
}

/// A model with a cell of each sort and a name that has a colon.
fn with_cells(p: &Polynomial) -> ModelFile {
    let cells = [
        ("r1c1", "x0"),
        ("r1c2=3", "!x0"),
        ("a : b", "1"),
        ("d", "0"),
    ];
    let notes = Notes {
        zero_violation_energy: Some(0.25),
        cells: cells
            .map(|(name, text)| (name.to_owned(), text.into()))
            .into_iter()
            .collect(),
        auxiliaries: [("x0".to_owned(), "a witness".into())]
            .into_iter()
            .collect(),
    };
    let terms = p.terms().map(|(set, c)| (set.to_vec(), c)).collect();
    ModelFile::of_terms(p.n(), &terms, false, &notes, "m").unwrap()
}

fn energies(p: &Polynomial) -> Vec<f64> {
    let all = 0..1_u64 << p.n();
    all.map(|z| p.value(|k| z >> k & 1 == 1)).collect()
}

fn assert_same_energies(found: &Polynomial, expected: &Polynomial, text: &str) {
    assert_eq!(found.n(), expected.n(), "{text}");
    let pairs = energies(found).into_iter().zip(energies(expected));
    for (z, (found, expected)) in pairs.enumerate() {
        let close = (found - expected).abs() <= 1e-9 * (1.0 + expected.abs());
        assert!(close, "{found} at {z:b}, expected {expected}:\n{text}");
    }
}

#[test]
fn what_every_format_writes_is_read_back_whole() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut models = vec![
        ModelFile::from(Polynomial::zero(2)),
        ModelFile::from(Polynomial::constant(1, 7.5)),
    ];
    for n in 1..=8 {
        models.push(random(n, 2, &mut rng).into());
        models.push(with_cells(&random(n, 2, &mut rng)));
    }
    for model in &models {
        for format in MODEL_FORMATS.iter().filter(|format| format.read.is_some()) {
            let text = write(format.name, model);
            assert_eq!(model_format_of(&text).unwrap().name, format.name, "{text}");
            let marked = format!("\u{feff}{text}");
            let read = read_model(&marked, "m").unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_same_energies(read.polynomial(), model.polynomial(), &text);
            assert_eq!(read.cells(), model.cells(), "{text}");
            assert_eq!(read.auxiliaries(), model.auxiliaries(), "{text}");
            assert_eq!(read.zero_violation_energy(), model.zero_violation_energy());
            if format.name != "ising" {
                assert_eq!(read.polynomial(), model.polynomial(), "{text}");
            }
        }
    }
}

#[test]
fn products_of_many_spins_are_read_back() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let model = ModelFile::from(random(6, 5, &mut rng));
    let text = write("ising", &model);
    let read = read_model(&text, "m").unwrap();
    assert_same_energies(read.polynomial(), model.polynomial(), &text);
}

#[test]
fn texts_of_other_programs_have_their_energies() {
    for known in KNOWN {
        let model = read_model(known.text, "m").unwrap_or_else(|e| panic!("{e}\n{}", known.text));
        assert_eq!(model_format_of(known.text).unwrap().name, known.format);
        assert_eq!(
            energies(model.polynomial()),
            known.energies,
            "{}",
            known.text
        );
        let cells: Vec<String> = model
            .cell_texts()
            .map(|(name, text)| format!("{name} {text}"))
            .collect();
        assert_eq!(cells, known.cells, "{}", known.text);
    }
}

#[test]
fn bad_models_get_one_line_with_the_finding_and_the_remedy() {
    for (text, says) in REFUSED {
        let error = read_model(text, "m").expect_err(text);
        let message = error.to_string();
        assert!(
            message.starts_with("m:") && message.contains("; "),
            "{message}"
        );
        assert_eq!(message.lines().count(), 1);
        assert!(
            message.contains(says),
            "{says:?} is not in: {message}\n{text}"
        );
    }
}

#[test]
fn no_text_panics_and_every_refusal_is_one_line() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    let own = MODEL_FORMATS.iter().map(|format| {
        write(
            format.name,
            &with_cells(&random(3, 2, &mut ChaCha8Rng::seed_from_u64(1))),
        )
    });
    let mut texts: Vec<String> = own.collect();
    texts.extend(KNOWN.iter().map(|known| known.text.to_owned()));
    let mut accepted = 0;
    for _ in 0..6000 {
        let text = mutated(&texts[rng.random_range(0..texts.len())], &mut rng);
        for read in MODEL_FORMATS.iter().filter_map(|format| format.read) {
            match read(&text, "m") {
                Ok(model) => accepted += usize::from(model.polynomial().n() < usize::MAX),
                Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
            }
        }
    }
    assert!(accepted > 1000, "only {accepted} mutations were models");
}

/// The text with a few signs left out, doubled, exchanged or replaced.
fn mutated(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..4) {
        let at = rng.random_range(0..signs.len());
        let other = rng.random_range(0..signs.len());
        match rng.random_range(0..5) {
            0 if signs.len() > 1 => drop(signs.remove(at)),
            1 => signs.insert(at, signs[other]),
            2 => signs.swap(at, other),
            3 => {
                signs[at] = "0189-+.e[]{},:\"*/^ \n\\xpc"
                    .chars()
                    .nth(rng.random_range(0..24))
                    .unwrap()
            }
            _ => signs[at] = char::from(rng.random_range(0..128_u8)),
        }
    }
    signs.into_iter().collect()
}
