//! Any text as a model: never a panic, and what is accepted can be written in every format.

#![no_main]

use ketboard_puzzles::{ModelFormat, ModelFile};
use ketboard_fuzz::seed;
use libfuzzer_sys::fuzz_target;

fn written(model: &ModelFile) -> impl Iterator<Item = String> {
    let write = |format: &ketboard_puzzles::ModelFormat| (format.write)(model).ok();
    ModelFormat::ALL.iter().filter_map(write)
}

fuzz_target!(
    init: {
        let text = r#"{"n": 3, "offset": -1.5, "linear": [2, 0, 0], "quadratic": [[1, 2, 0.25]],
            "zero_violation_energy": 0, "cells": {"r1c1": "!x0"}}"#;
        let model = ModelFile::parse(text, "m").expect("a good model");
        seed(&[], written(&model));
    },
    |text: &str| match ModelFile::parse(text, "m") {
        Ok(model) if model.polynomial.n() < 1000 => written(&model).for_each(drop),
        Ok(_) => {}
        Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
    }
);
