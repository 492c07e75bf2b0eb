//! Any text, recognized or read in a format: never a panic, and what is accepted is a puzzle file.
//!
//! The first byte chooses the format: 0 leaves it to the text.

#![no_main]

use ketboard_puzzles::{IMPORTERS, ImportOptions, import};
use ketboard_fuzz::seed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(
    init: {
        seed(&[0], IMPORTERS.iter().map(|importer| importer.sample.to_owned()));
    },
    |data: &[u8]| {
        let Some((choice, bytes)) = data.split_first() else {
            return;
        };
        let text = String::from_utf8_lossy(bytes);
        let forced = usize::from(*choice).checked_sub(1).map(|k| IMPORTERS[k % IMPORTERS.len()]);
        let families = forced.map_or(&[][..], |importer| importer.families);
        let family = families.get(usize::from(*choice) / IMPORTERS.len() % families.len().max(1));
        let wish = ImportOptions {
            family: family.map(|family| (*family).to_owned()),
            format: forced.map(|importer| importer.name.to_owned()),
            stars: None,
            name: None,
        };
        if let Err(error) = import(&text, "text", &wish) {
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
        }
    }
);
