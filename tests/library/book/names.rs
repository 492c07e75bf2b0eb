//! The page of names: whatever a command or a file may name, from the tables of the library.

use super::commands::{begun, ended, in_cell, wrapped};
use crate::cli::flags::in_text;
use ketboard_circuits::{CircuitFormat, Device};
use ketboard_puzzles::{Family, Importer, ModelFormat};
use std::fmt::Write as _;

const HEAD: &str = "# Names\n\n\
    <!-- Written by a test from the tables of the program; do not edit. -->\n\n\
    What a puzzle file, a plan or an option may name. The [grammar](formats.md) says how each file is written,\n\
    [puzzle files](../guides/puzzle-files.md) names a complete file of each family, and [settings](settings.md) has mixers,\n\
    strategies, optimizers and encodings.\n";

/// The whole page.
pub(super) fn page() -> String {
    let mut page = HEAD.to_owned();
    page += "\n## Keys of every puzzle file\n";
    page += &keys(Family::ALL[0], Family::COMMON_KEYS.iter().copied());
    page += "\n## Puzzle families\n";
    for family in Family::ALL {
        writeln!(page, "\n### {}\n", family.name).expect("a string takes any text");
        page += &wrapped(&begun(&ended(&in_cell(family.about))), "", "");
        let mut before = Family::ALL.iter().take_while(|f| f.name != family.name);
        page += &match before.find(|f| f.keys().eq(family.keys())) {
            Some(same) => format!("\nThe keys are those of `{}`.\n", same.name),
            None => keys(family, family.keys()),
        };
    }
    let models = ModelFormat::ALL.iter();
    let models = models.map(|format| [format.name.to_owned(), format.about.to_owned()]);
    page += &table("Model formats", "export --to", models);
    let circuits = CircuitFormat::ALL.iter();
    let circuits = circuits.map(|format| [format.name.to_owned(), format.about.to_owned()]);
    page += &table("Circuit formats", "export --to", circuits);
    let importers = Importer::ALL.iter();
    let importers = importers.map(|importer| [importer.name.to_owned(), importer.about.to_owned()]);
    page += &table("Shared texts", "form", importers);
    page + &devices()
}

/// A table of keys of a family.
fn keys(family: &Family, keys: impl Iterator<Item = &'static str>) -> String {
    let row = |key: &str| {
        let meaning = family.meaning(key).expect("every key has a meaning");
        [key, meaning].map(str::to_owned)
    };
    let rows = lines(keys.map(row));
    format!("\n| key | what it says |\n|---|---|\n{rows}")
}

/// A section with a table of names and what each of them is.
fn table(title: &str, option: &str, rows: impl IntoIterator<Item = [String; 2]>) -> String {
    format!(
        "\n## {title}\n\n| `{option}` | what it is |\n|---|---|\n{}",
        lines(rows)
    )
}

/// The rows of such a table: a name in backticks, and a line of help.
fn lines(rows: impl IntoIterator<Item = [String; 2]>) -> String {
    let rows = rows.into_iter();
    rows.map(|[name, about]| format!("| `{name}` | {} |\n", in_cell(&in_text(&about))))
        .collect()
}

/// The section of the devices: those with a calibration, and the ideal ones of any size.
fn devices() -> String {
    let names = Device::shipped().map(|name| format!("`{name}`"));
    let names = names.collect::<Vec<_>>().join(", ");
    let text = format!(
        "Devices with a published calibration: {names}. Ideal couplings of any size: `line-N`, `grid-RxC`, \
         `heavy-hex-D` and `all-to-all-N`."
    );
    format!("\n## Devices\n\n{}", wrapped(&text, "", ""))
}
