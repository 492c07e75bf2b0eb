//! JSON is read as JSON and as nothing else, however many symbols it has and whatever its texts
//! hold.

use super::read;
use crate::IMPORTERS;

/// The texts of JSON formats with a member that fills them up to exactly so many symbols, in one
/// line and in as many lines as they then have columns.
fn filled(format: &str, side: usize) -> Option<[String; 2]> {
    let sample = IMPORTERS.iter().find(|known| known.name == format)?.sample;
    let rest = sample.strip_prefix('{')?;
    let symbols = |text: &str| text.chars().filter(|c| !" ,;|\n".contains(*c)).count();
    let missing = (side * side).checked_sub(symbols(&format!("{{\"id\": \"\", {rest}")))?;
    let line = format!(
        "{{\"id\": \"{}\", {rest}",
        "3456789".repeat(99)[..missing].to_owned()
    );
    assert_eq!(symbols(&line), side * side, "{line}");
    let blank = if side == 16 { "\n" } else { " " };
    Some([line.clone(), line.replace(", ", &format!(",{blank}"))])
}

#[test]
fn json_is_taken_for_nothing_but_json() {
    let link = "{\"from\": \"https://puzz.link/p?tents/5/5/2g0h1i1j82323\", ";
    let edit = "{\"from\": \"https://swaroopg92.github.io/penpa-edit/#m=edit&p=7ZPf\", ";
    let mut texts = Vec::new();
    for format in ["tango-json", "queens-json", "sudoku-json"] {
        for side in [4, 6, 9, 16] {
            let of_side = filled(format, side).into_iter().flatten();
            texts.extend(of_side.map(|text| (format, text)));
        }
        let importer = IMPORTERS.iter().find(|known| known.name == format).unwrap();
        for (start, more) in [(link, ""), (edit, ""), ("{\"looks\": [\"🟥🟦\"], ", "")] {
            texts.push((format, importer.sample.replacen('{', start, 1) + more));
        }
    }
    texts.push((
        "queens-json",
        "[\"🟥🟥🟦🟦\", \"🟥🟥🟦🟦\", \"🟩🟩🟨🟨\", \"🟩🟩🟨🟨\"]".to_owned(),
    ));
    assert!(texts.len() >= 16, "{texts:?}");
    for (format, text) in texts {
        let imported = read(&text, "", "").unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(imported.format, format, "{text}");
    }
    // an address or a seed of as many symbols as a board has cells is no board, either
    for side in [9, 16] {
        let url = "https://example.org/3456789".to_owned() + &"/4".repeat(200);
        let told = read(&url[..side * side], "", "").unwrap_err().to_string();
        assert!(
            told.contains("is neither a file nor in a known format"),
            "{told}"
        );
    }
}
