//! What the fuzz targets share: the folder of seeds that they fill before libFuzzer reads it.

use std::path::PathBuf;

/// Writes each text, with `choice` before it, into the folder that the environment variable `SEEDS`
/// names.
pub fn seed(choice: &[u8], texts: impl IntoIterator<Item = String>) {
    let folder = PathBuf::from(std::env::var_os("SEEDS").expect("tests/fuzz/run sets SEEDS"));
    std::fs::create_dir_all(&folder).expect("the folder of seeds can be made");
    for (number, text) in texts.into_iter().enumerate() {
        let bytes = [choice, text.as_bytes()].concat();
        std::fs::write(folder.join(format!("seed-{number}")), bytes).expect("seeds can be written");
    }
}

/// The shipped puzzle files.
pub fn shipped_puzzles() -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/puzzles");
    let files = std::fs::read_dir(folder).expect("the puzzles are there");
    let paths = files.map(|entry| entry.expect("a folder can be listed").path());
    let puzzles = paths.filter(|path| path.extension().is_some_and(|e| e == "toml"));
    puzzles
        .map(|path| std::fs::read_to_string(path).expect("a puzzle can be read"))
        .collect()
}
