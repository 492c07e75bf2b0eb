//! Any text as a puzzle file: never a panic, and every refusal is one line.

#![no_main]

use ketboard_puzzles::{Family, Puzzle};
use ketboard_fuzz::{seed, shipped_puzzles};
use libfuzzer_sys::fuzz_target;

fuzz_target!(
    init: {
        let samples = Family::ALL.iter().map(|family| family.sample.to_owned());
        seed(&[], samples.chain(shipped_puzzles()));
    },
    |text: &str| {
        if let Err(error) = Puzzle::parse(text, "p.toml") {
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
        }
    }
);
