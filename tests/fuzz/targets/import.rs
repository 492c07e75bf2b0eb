//! Any text, as it stands or as a family: never a panic, and what is accepted is a puzzle file.
//!
//! The first byte chooses the family: 0 leaves it to the text.

#![no_main]

use ketboard_puzzles::{Importer, ImportOptions};
use ketboard_fuzz::seed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(
    init: {
        seed(&[0], Importer::ALL.iter().map(|importer| importer.sample.to_owned()));
    },
    |data: &[u8]| {
        let Some((choice, bytes)) = data.split_first() else {
            return;
        };
        let text = String::from_utf8_lossy(bytes);
        let families: Vec<&str> = Importer::ALL.iter().flat_map(|importer| importer.families).copied().collect();
        let family = usize::from(*choice).checked_sub(1).map(|k| families[k % families.len()]);
        let options = ImportOptions {
            family: family.map(str::to_owned),
            stars: (*choice > 128).then_some(1),
            name: None,
        };
        if let Err(error) = options.import(&text, "text") {
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
        }
    }
);
