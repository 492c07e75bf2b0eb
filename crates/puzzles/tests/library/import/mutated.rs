//! Texts that are slightly wrong: no mutation panics, and what a drawn star battle leaves open is
//! asked for.

use super::known::KNOWN;
use super::{read, with_stars};
use crate::import::Importer;
use crate::puzzle::Puzzle;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[test]
fn no_text_panics_and_every_refusal_is_one_line() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut texts: Vec<&str> = Importer::ALL
        .iter()
        .map(|importer| importer.sample)
        .collect();
    texts.extend(KNOWN.iter().map(|known| known.text));
    let mut accepted = 0;
    for round in 0..8000 {
        let text = match round % 3 {
            0 => noise(&mut rng),
            _ => mutated(texts[rng.random_range(0..texts.len())], &mut rng),
        };
        let families = [
            "takuzu",
            "tango",
            "queens",
            "tents",
            "sudoku",
            "star-battle",
        ];
        let family = families[rng.random_range(0..families.len())];
        let family = if rng.random_bool(0.7) { "" } else { family };
        match read(&text, family) {
            Ok(imported) => {
                accepted += 1;
                Puzzle::parse(&imported.toml, "again").unwrap();
            }
            Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
        }
    }
    assert!(
        accepted > 100,
        "only {accepted} mutations were still puzzles"
    );
}

/// Bytes, or the signs that formats are made of.
fn noise(rng: &mut ChaCha8Rng) -> String {
    let length = rng.random_range(0..60);
    if rng.random_bool(0.5) {
        let bytes: Vec<u8> = (0..length).map(|_| rng.random()).collect();
        return String::from_utf8_lossy(&bytes).into_owned();
    }
    let signs: Vec<char> = "01.x=\n\n \tAz[]{},:\"#/&?pSM☀🌙🟥🟦👑é".chars().collect();
    (0..length)
        .map(|_| signs[rng.random_range(0..signs.len())])
        .collect()
}

/// The text with a few signs left out, doubled, exchanged or replaced.
fn mutated(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..4) {
        if signs.is_empty() {
            break;
        }
        let (at, other) = (
            rng.random_range(0..signs.len()),
            rng.random_range(0..signs.len()),
        );
        match rng.random_range(0..5) {
            0 => drop(signs.remove(at)),
            1 => signs.insert(at, signs[other]),
            2 => signs.swap(at, other),
            3 => signs[at] = char::from(rng.random_range(0..128_u8)),
            _ => signs.truncate(at),
        }
    }
    signs.into_iter().collect()
}

#[test]
fn a_star_battle_is_asked_for_its_stars_where_it_is_drawn() {
    let regions = "AAABBB\nABBBCC\nADDEEC\nFFDDEC\nFEEEEC\nFCCCCC";
    for stars in [1, 2] {
        for family in ["star-battle", ""] {
            let imported = with_stars(regions, family, stars).unwrap();
            assert_eq!(imported.puzzle.family, "star-battle");
            assert!(imported.toml.contains(&format!("stars = {stars}")));
        }
    }
    let untold = read(regions, "star-battle").unwrap_err().to_string();
    assert!(untold.contains("`stars` 1 or 2"), "{untold}");
    let text = "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou";
    for (text, stars, says) in [
        (text, 2, "the text has 1; leave it out"),
        ("2x2:a2d4b3d2a", 1, "1 for a sudoku board"),
        (regions, 0, "at least one"),
    ] {
        let error = with_stars(text, "", stars).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn a_star_battle_url_becomes_the_family_its_stars_need() {
    let url = |stars: u32| format!("https://puzz.link/p?starbattle/6/6/{stars}/4ilbhgdnmhou");
    for (stars, family, expected) in [
        (1, "", "queens"),
        (1, "star-battle", "star-battle"),
        (2, "", "star-battle"),
    ] {
        let imported = read(&url(stars), family).unwrap();
        assert_eq!(imported.puzzle.family, expected, "{stars} as {family:?}");
        let asks = imported.toml.contains(&format!("stars = {stars}"));
        assert_eq!(asks, expected == "star-battle", "{}", imported.toml);
    }
}
