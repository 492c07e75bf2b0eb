//! Any text as a model, in each format: never a panic, and what is accepted can be written again.

#![no_main]

use ketboard_puzzles::{MODEL_FORMATS, ModelFile, Polynomial};
use ketboard_fuzz::seed;
use libfuzzer_sys::fuzz_target;

fn written(model: &ModelFile) -> impl Iterator<Item = String> {
    let write = |format: &ketboard_puzzles::ModelFormat| {
        let mut bytes = Vec::new();
        (format.write)(model, &mut bytes).ok()?;
        String::from_utf8(bytes).ok()
    };
    MODEL_FORMATS.iter().filter_map(write)
}

fuzz_target!(
    init: {
        let mut polynomial = Polynomial::constant(3, -1.5);
        polynomial.add_term(&[0], 2.0);
        polynomial.add_term(&[1, 2], 0.25);
        let cells = [("r1c1".to_owned(), "!x0".to_owned())];
        let model = ModelFile::with_cells(polynomial, Some(0.0), &cells).expect("a good cell");
        seed(&[], written(&model));
    },
    |text: &str| {
        for format in MODEL_FORMATS {
            match (format.read)(text, "m") {
                Ok(model) if model.polynomial().n() < 1000 => written(&model).for_each(drop),
                Ok(_) => {}
                Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
            }
        }
    }
);
