//! Shared texts to puzzle files: what each format means, what is asked back, what is refused, and
//! that no text panics.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "import/encode.rs"]
mod encode;
#[path = "import/json.rs"]
mod json;
#[path = "import/known.rs"]
mod known;
#[path = "import/refused.rs"]
mod refused;

use crate::classical::{Limits, all_solutions};
use crate::grid::{Cell, Grid};
use crate::import::{IMPORTERS, ImportOptions, Imported, import};
use crate::model::{Kind, Var};
use crate::puzzle::{Puzzle, Slot, SudokuLayout};
use crate::{Error, Result};
use encode::{
    emoji_grid, letter_grid, penpa_tents, penpa_url, penpa_walls, solo_id, tents_id, tents_url,
    unruly_id,
};
use known::{KNOWN, SOLVED};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn wish(family: &str, format: &str) -> ImportOptions {
    let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    ImportOptions {
        family: given(family),
        format: given(format),
        stars: None,
        name: None,
    }
}

fn read(text: &str, family: &str, format: &str) -> Result<Imported> {
    import(text, "text", &wish(family, format))
}

/// What the board shows: region letters for queens, givens and trees for the rest, one text a row.
fn shown(puzzle: &Puzzle) -> String {
    let symbol = |cell: Cell| {
        let var = match &puzzle.slots[cell] {
            Slot::Bit(var) => *var,
            Slot::Missing => return '#',
            Slot::Fixture(fixture) => return fixture.letter,
            Slot::Choice(choice) => {
                let mut given = choice
                    .of
                    .iter()
                    .filter(|(_, var)| given(puzzle, *var).is_some());
                return given.next().map_or('.', |(symbol, _)| *symbol);
            }
        };
        if let Some(regions) = &puzzle.look.regions {
            return regions[cell].map_or('.', |number| char::from(b'A' + number as u8));
        }
        match given(puzzle, var) {
            None => '.',
            Some(value) => char::from(b'0' + u8::from(value)),
        }
    };
    let row = |row| {
        (0..puzzle.slots.cols())
            .map(|col| symbol(Cell::new(row, col)))
            .collect()
    };
    let rows: Vec<String> = (0..puzzle.slots.rows()).map(row).collect();
    rows.join("/")
}

fn given(puzzle: &Puzzle, var: Var) -> Option<bool> {
    let mut givens = puzzle.model.givens().iter();
    givens
        .find(|(other, _)| *other == var)
        .map(|(_, value)| *value)
}

fn signs(puzzle: &Puzzle) -> Vec<String> {
    let mut signs: Vec<_> = puzzle.look.signs.clone();
    signs.sort();
    signs
        .iter()
        .map(|(a, b, sign)| format!("{a} {sign:?} {b}"))
        .collect()
}

#[test]
fn every_format_recognizes_its_sample_alone_and_reads_it() {
    for importer in IMPORTERS {
        let family = if importer.tells_family {
            ""
        } else {
            importer.families[0]
        };
        let imported = read(importer.sample, family, "");
        let imported = imported.unwrap_or_else(|error| panic!("{}: {error}", importer.name));
        assert_eq!(imported.format, importer.name);
        assert_eq!(imported.puzzle.family, importer.families[0]);
    }
}

#[test]
fn known_texts_give_their_boards() {
    for known in KNOWN {
        let imported = read(known.text, known.family, known.format);
        let puzzle = imported
            .unwrap_or_else(|e| panic!("{e} for\n{}", known.text))
            .puzzle;
        assert_eq!(shown(&puzzle), known.board, "{}", known.text);
        assert_eq!(signs(&puzzle), known.signs, "{}", known.text);
    }
}

#[test]
fn known_puzzles_have_their_known_solution_and_no_other() {
    for (text, family, solution) in SOLVED {
        let puzzle = read(text, family, "").unwrap().puzzle;
        let found = all_solutions(&puzzle.model, &Limits::default());
        assert!(found.complete);
        let boards: Vec<String> = found
            .solutions
            .iter()
            .map(|s| puzzle.board(s).join(" "))
            .collect();
        assert_eq!(boards, [*solution], "{text}");
    }
}

#[test]
fn an_unruly_id_carries_whether_lines_may_repeat() {
    for (head, unique) in [
        ("6x6", false),
        ("6x6u", true),
        ("6", false),
        ("6udt", true),
        ("6x6dn", false),
    ] {
        let imported = read(&format!("{head}:DAGaHCCafc"), "", "").unwrap();
        let stated = format!("unique_lines = {unique}\n");
        assert!(imported.toml.contains(&stated), "{head}: {}", imported.toml);
        let distinct = imported
            .puzzle
            .model
            .constraints()
            .iter()
            .any(|rule| rule.kind == Kind::Distinct);
        assert_eq!(distinct, unique, "{head}");
    }
}

#[test]
fn unruly_ids_of_random_boards_come_back_whole() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for (rows, cols) in [(6, 6), (2, 8), (8, 6), (10, 14)] {
        for density in [0.0, 0.03, 0.3, 1.0] {
            let grid = Grid::from_fn(rows, cols, |_| {
                rng.random_bool(density).then(|| rng.random_bool(0.5))
            });
            let id = unruly_id(&grid);
            let puzzle = read(&id, "", "")
                .unwrap_or_else(|e| panic!("{e} for {id}"))
                .puzzle;
            let back = Grid::from_fn(rows, cols, |cell| {
                given(&puzzle, puzzle.var_at(cell).unwrap())
            });
            assert_eq!(back, grid, "{id}");
        }
    }
}

#[test]
fn tents_of_random_boards_come_back_whole() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for (rows, cols) in [(4, 4), (3, 9), (9, 8), (12, 20)] {
        for density in [0.02, 0.1, 0.2] {
            let mut trees = Grid::from_fn(rows, cols, |_| rng.random_bool(density));
            trees[Cell::new(0, 0)] = true;
            let open = |line: &dyn Fn(Cell) -> usize, lines: usize| -> Vec<usize> {
                let cells = |k| {
                    trees
                        .iter()
                        .filter(move |(cell, t)| !**t && line(*cell) == k)
                };
                (0..lines).map(|k| cells(k).count()).collect()
            };
            let number = trees.iter().filter(|(_, tree)| **tree).count();
            let down = spread(number, &open(&|cell| cell.row, rows));
            let across = spread(number, &open(&|cell| cell.col, cols));
            let shown = |counts: &[usize]| counts.iter().copied().map(Some).collect::<Vec<_>>();
            let hidden = |counts: &[usize]| vec![None; counts.len()];
            let texts = [
                tents_id(&trees, &down, &across),
                tents_url(&trees, &hidden(&down), &shown(&across)),
                tents_url(&trees, &shown(&down), &hidden(&across)),
            ];
            for text in texts {
                let puzzle = read(&text, "", "")
                    .unwrap_or_else(|e| panic!("{e} for {text}"))
                    .puzzle;
                let back = puzzle.slots.map(|_, slot| matches!(slot, Slot::Fixture(_)));
                assert_eq!(back, trees, "{text}");
            }
        }
    }
}

/// So many tents over lines with so many open cells: as many as fit in each, from the first on.
fn spread(tents: usize, open: &[usize]) -> Vec<usize> {
    let mut left = tents;
    let take = |cells: &usize| {
        let taken = left.min(*cells);
        left -= taken;
        taken
    };
    open.iter().map(take).collect()
}

#[test]
fn solo_ids_of_random_boards_come_back_whole() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    for (across, down) in [(2, 2), (2, 3), (3, 2), (3, 3), (4, 3), (4, 4)] {
        let size = across * down;
        for density in [0.02, 0.3, 1.0] {
            let clues = Grid::from_fn(size, size, |_| {
                rng.random_bool(density).then(|| rng.random_range(1..=size))
            });
            let id = solo_id(&clues, across, down);
            let imported = read(&id, "", "solo-id").unwrap_or_else(|e| panic!("{e} for {id}"));
            let symbols: Vec<char> = SudokuLayout::symbols(size).collect();
            let expected = clues.map(|_, clue| clue.map_or('.', |clue| symbols[clue - 1]));
            let back = shown(&imported.puzzle);
            let cells = expected
                .iter()
                .map(|(_, symbol)| *symbol)
                .collect::<String>();
            assert_eq!(back.replace('/', ""), cells, "{id}");
            let shape = format!("box = [{across}, {down}]");
            assert!(imported.toml.contains(&shape), "{}", imported.toml);
        }
    }
}

#[test]
fn the_numbers_of_a_penpa_board_are_the_clues_of_a_sudoku() {
    let at = Cell::new;
    let url = penpa_url(4, 4, &[(at(0, 0), "1"), (at(1, 3), "4"), (at(3, 2), "2")]);
    let puzzle = read(&url, "sudoku", "").unwrap().puzzle;
    assert_eq!(shown(&puzzle), "1.../...4/..../..2.");
    for number in ["5", "?"] {
        let url = penpa_url(4, 4, &[(at(2, 1), number)]);
        let message = read(&url, "sudoku", "").unwrap_err().to_string();
        assert!(
            message.contains(number) && message.contains("; "),
            "{message}"
        );
    }
}

#[test]
fn the_walls_of_a_penpa_board_part_the_regions_of_a_star_battle() {
    let regions = ["AAABBB", "ABBBCC", "ADDEEC", "FFDDEC", "FEEEEC", "FCCCCC"];
    let number = |cell: Cell| usize::from(regions[cell.row].as_bytes()[cell.col] - b'A');
    let url = penpa_walls(&Grid::from_fn(6, 6, number));
    for stars in [1, 2] {
        let wish = ImportOptions {
            stars: Some(stars),
            ..wish("star-battle", "")
        };
        let imported = import(&url, "text", &wish).unwrap();
        assert_eq!(shown(&imported.puzzle), regions.join("/"));
        assert!(imported.toml.contains(&format!("stars = {stars}")));
    }
    let untold = read(&url, "star-battle", "").unwrap_err().to_string();
    assert!(untold.contains("`stars` 1 or 2"), "{untold}");
    let idle = ImportOptions {
        stars: Some(1),
        ..wish("", "")
    };
    let text = "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou";
    let idle = import(text, "text", &idle).unwrap_err().to_string();
    assert!(
        idle.contains("`stars`") && idle.contains("leave it out"),
        "{idle}"
    );
}

#[test]
fn trees_tents_and_counts_of_a_penpa_board_are_a_tents_puzzle() {
    let board = ["..T..", ".....", ".T..T", "A..T.", ".T..."];
    let url = penpa_tents(&board, &["1", "", "?", "", "1"], &["2", "", "0", "", ""]);
    let imported = read(&url, "tents", "").unwrap();
    for line in [
        "..T..\n.....\n.T..T\n...T.\n.T...",
        "row_counts = [1, \"?\", \"?\", \"?\", 1]",
        "col_counts = [2, \"?\", 0, \"?\", \"?\"]",
        "tents = [\"r4c1\"]",
    ] {
        assert!(imported.toml.contains(line), "{}", imported.toml);
    }
    let none = ["", "", "", "", ""];
    for (board, rows, found) in [
        (
            ["..x..", ".....", ".....", ".....", "....."],
            none,
            "in r1c3",
        ),
        (
            ["..T..", ".....", ".....", ".....", "....."],
            ["x", "", "", "", ""],
            "a count \"x\"",
        ),
    ] {
        let message = read(&penpa_tents(&board, &rows, &none), "tents", "").unwrap_err();
        assert!(message.to_string().contains(found), "{message}");
    }
    let rimless = penpa_url(4, 4, &[]);
    let message = read(&rimless, "tents", "").unwrap_err().to_string();
    assert!(message.contains("room for its counts"), "{message}");
}

#[test]
fn a_count_that_is_not_shown_may_be_any() {
    let text = "https://puzz.link/p?tents/5/5/2g0h1i1j82323";
    let imported = read(text, "", "").unwrap();
    for key in [
        "row_counts = [1, \"?\", \"?\", \"?\", 1]",
        "col_counts = [2, \"?\", 0, \"?\", \"?\"]",
    ] {
        assert!(imported.toml.contains(key), "{}", imported.toml);
    }
}

#[test]
fn letter_and_emoji_grids_of_random_boards_come_back_relabeled() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for size in [4, 5, 8, 9] {
        for _ in 0..20 {
            let mut regions = Grid::from_fn(size, size, |_| rng.random_range(0..size));
            (0..size).for_each(|k| regions[Cell::new(k, k)] = k);
            let expected = encode::by_appearance(&regions);
            for text in [
                letter_grid(&regions, ""),
                letter_grid(&regions, " "),
                emoji_grid(&regions),
            ] {
                let puzzle = read(&text, "", "")
                    .unwrap_or_else(|e| panic!("{e} for\n{text}"))
                    .puzzle;
                assert_eq!(shown(&puzzle), expected, "{text}");
            }
        }
    }
}

#[test]
fn bad_texts_get_one_line_with_the_finding_and_the_remedy() {
    for case in refused::REFUSED {
        let message = match read(case.text, case.family, case.format) {
            Ok(imported) => panic!("accepted:\n{}\nas\n{}", case.text, imported.toml),
            Err(error) => {
                assert!(
                    matches!(error, Error::Input { .. } | Error::Setting { .. }),
                    "{error}"
                );
                error.to_string()
            }
        };
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(message.contains("; "), "{message} names no remedy");
        for words in case.says {
            assert!(message.contains(words), "{words:?} is not in: {message}");
        }
    }
}

#[test]
fn a_text_that_two_formats_share_is_asked_back() {
    let text = "1---\n-1--\n---2\n2---\n"
        .replace('-', "1")
        .replacen('1', "2", 3);
    let message = read(&text, "", "").unwrap_err().to_string();
    assert!(
        message.contains("takuzu-grid, takuzu-grid-12; choose one with the setting `format`"),
        "{message}"
    );
    let open = read("12\n21", "", "takuzu-grid").unwrap().puzzle;
    let values = read("12\n21", "", "takuzu-grid-12").unwrap().puzzle;
    assert_eq!([shown(&open), shown(&values)], ["1./.1", "01/10"]);
}

#[test]
fn names_survive_whatever_they_hold() {
    let name = "a \"name\" = \\ with\nall sorts é";
    let wish = ImportOptions {
        stars: None,
        name: Some(name.to_owned()),
        ..ImportOptions::default()
    };
    let imported = import("6x6:DAGaHCCafc", "text", &wish).unwrap();
    assert_eq!(imported.puzzle.name, name);
}

#[test]
fn no_text_panics_and_every_refusal_is_one_line() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut texts: Vec<&str> = IMPORTERS.iter().map(|importer| importer.sample).collect();
    texts.extend(KNOWN.iter().map(|known| known.text));
    let formats: Vec<&str> = IMPORTERS.iter().map(|importer| importer.name).collect();
    let mut accepted = 0;
    for round in 0..8000 {
        let text = match round % 3 {
            0 => noise(&mut rng),
            _ => mutated(texts[rng.random_range(0..texts.len())], &mut rng),
        };
        let format = if rng.random_bool(0.7) {
            ""
        } else {
            formats[rng.random_range(0..formats.len())]
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
        match read(&text, family, format) {
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
fn a_star_battle_url_becomes_the_family_its_stars_need() {
    let url = |stars: u32| format!("https://puzz.link/p?starbattle/6/6/{stars}/4ilbhgdnmhou");
    for (stars, family, expected) in [
        (1, "", "queens"),
        (1, "star-battle", "star-battle"),
        (2, "", "star-battle"),
    ] {
        let imported = read(&url(stars), family, "").unwrap();
        assert_eq!(imported.puzzle.family, expected, "{stars} as {family:?}");
        let asks = imported.toml.contains(&format!("stars = {stars}"));
        assert_eq!(asks, expected == "star-battle", "{}", imported.toml);
    }
}
