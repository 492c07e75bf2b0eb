//! Shared texts to puzzle files: what each format means, what is asked back, what is refused, and
//! that no text panics.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "import/encode.rs"]
mod encode;
#[path = "import/known.rs"]
mod known;
#[path = "import/mutated.rs"]
mod mutated;
#[path = "import/refused.rs"]
mod refused;

use crate::classical::Limits;
use crate::grid::{Cell, Grid};
use crate::import::{ImportOptions, Imported};
use crate::model::{Kind, Var};
use crate::puzzle::{Puzzle, Slot, symbols};
use crate::{Error, Result};
use encode::{emoji_grid, letter_grid, solo_id, tents_id, tents_url, unruly_id};
use known::{KNOWN, SOLVED};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The options for a family, none where it is empty.
fn asked(family: &str) -> ImportOptions {
    ImportOptions {
        family: (!family.is_empty()).then(|| family.to_owned()),
        ..ImportOptions::default()
    }
}

fn read(text: &str, family: &str) -> Result<Imported> {
    asked(family).import(text, "text")
}

fn with_stars(text: &str, family: &str, stars: u32) -> Result<Imported> {
    let options = ImportOptions {
        stars: Some(stars),
        ..asked(family)
    };
    options.import(text, "text")
}

/// What the board shows: region letters for queens, givens and trees for the rest, one text a row.
fn shown(puzzle: &Puzzle) -> String {
    let symbol = |cell: Cell| {
        let var = match &puzzle.slots[cell] {
            Slot::Bit(var) => *var,
            Slot::Missing => return '#',
            Slot::Tree => return 'T',
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
fn known_texts_give_their_boards() {
    for known in KNOWN {
        let imported = read(known.text, known.family);
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
        let puzzle = read(text, family).unwrap().puzzle;
        let found = puzzle.model.all_solutions(&Limits::default());
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
        let imported = read(&format!("{head}:DAGaHCCafc"), "").unwrap();
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
            let puzzle = read(&id, "")
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
                let puzzle = read(&text, "")
                    .unwrap_or_else(|e| panic!("{e} for {text}"))
                    .puzzle;
                let back = puzzle.slots.map(|_, slot| matches!(slot, Slot::Tree));
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
            let imported =
                read(&format!("solo.html#{id}"), "").unwrap_or_else(|e| panic!("{e} for {id}"));
            let symbols: Vec<char> = symbols(size).collect();
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
fn a_count_that_is_not_shown_may_be_any() {
    let text = "https://puzz.link/p?tents/5/5/2g0h1i1j82323";
    let imported = read(text, "").unwrap();
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
                let puzzle = read(&text, "")
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
        let message = match read(case.text, case.family) {
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

/// A Sudoku, a Star Battle and a Queens board as rows of numbers, and the only solution of each.
const GRIDS: &[(&str, &str, &str, &str)] = &[
    (
        "sudoku",
        "0 1 0 0/0 0 0 2/3 0 0 0/0 0 3 0",
        "2143 4312 3421 1234",
        "",
    ),
    (
        "star-battle",
        "7 7 7 1 1 1/7 1 1 1 2 2/7 3 3 4 4 2/5 5 3 3 4 2/5 4 4 4 4 2/5 2 2 2 2 2",
        "010000 000100 000001 001000 000010 100000",
        "star-battle",
    ),
    (
        "queens",
        "7 7 7 1 1 1/7 1 1 1 2 2/7 3 3 4 4 2/5 5 3 3 4 2/5 4 4 4 4 2/5 2 2 2 2 2",
        "010000 000100 000001 001000 000010 100000",
        "",
    ),
];

#[test]
fn boards_of_one_shape_are_read_alike_for_all_families() {
    for (family, rows, solution, needed) in GRIDS {
        let rows: Vec<Vec<&str>> = rows
            .split('/')
            .map(|row| row.split(' ').collect())
            .collect();
        let lines = |gap: &str| {
            rows.iter()
                .map(|row| row.join(gap) + "\n")
                .collect::<String>()
        };
        let array = |cell: &dyn Fn(&str) -> String| {
            let row = |row: &Vec<&str>| row.iter().map(|c| cell(c)).collect::<Vec<_>>().join(",");
            let rows: Vec<String> = rows
                .iter()
                .map(|cells| format!("[{}]", row(cells)))
                .collect();
            format!("[{}]", rows.join(","))
        };
        let [plain, quoted] = [array(&str::to_owned), array(&|cell| format!("\"{cell}\""))];
        let (size, floats) = (rows.len(), array(&|cell| format!("{cell}.0")));
        let texts = [
            lines(""),
            lines(" "),
            lines(","),
            lines(".0,").replace('\n', ".0\n").replace(".0,.0", ".0"),
            format!("{size} {size}\n{}", lines("")),
            format!("\u{feff}{size}\n{}", lines(" ")),
            plain.clone(),
            floats,
            quoted.replace("\"0\"", "\".\""),
            format!("{{\"board\": {quoted}, \"title\": \"Monday\"}}"),
            format!("{{\"grid\": {plain}}}"),
            format!("const level = {{\n size: {size},\n colorRegions: {plain}, // rows\n}};"),
        ];
        for text in texts {
            let stars = if *family == "star-battle" {
                Some(1)
            } else {
                None
            };
            for asked in [*family, *needed] {
                let options = ImportOptions {
                    stars,
                    ..self::asked(asked)
                };
                let imported = options.import(&text, "text");
                let imported = imported.unwrap_or_else(|error| panic!("{error} for\n{text}"));
                assert_eq!(imported.puzzle.family, *family, "{text}");
                let found = imported
                    .puzzle
                    .model
                    .all_solutions(&Limits::default())
                    .solutions;
                let boards: Vec<String> = found
                    .iter()
                    .map(|s| imported.puzzle.board(s).join(" "))
                    .collect();
                assert_eq!(boards, [*solution], "{text}");
            }
        }
    }
}

#[test]
fn a_guess_is_of_a_family_whose_rules_the_board_keeps() {
    let queens = "111111122\n311114422\n311154422\n331555662\n377556662\n777755668\n799955888\n\
                  799995888\n999999888\n";
    let arrays = "[[1,5,0,0],[0,0,0,0],[0,0,0,0],[0,0,3,0]]".replace('5', "2");
    for (text, family) in [
        (queens, "queens"),
        (&arrays, "sudoku"),
        ("1---\n-1--\n---2\n----", "takuzu"),
        ("12..\n..1.\n....\n3...", "sudoku"),
        ("1122\n3322\n3342\n4444", "queens"),
        (".Q..\n....\n....\n....", "n-queens"),
        ("0.1.\n....", "takuzu"),
    ] {
        assert_eq!(read(text, "").unwrap().puzzle.family, family, "{text}");
    }
    let queens_as_sudoku = read(queens, "sudoku").unwrap().puzzle;
    assert_eq!(queens_as_sudoku.family, "sudoku", "the user decides");
    let both = read("12..\n....\n....\n....", "").unwrap_err().to_string();
    assert!(both.contains("may be sudoku or takuzu"), "{both}");
    assert!(
        both.contains("`as` sudoku or the setting `as` takuzu"),
        "{both}"
    );
}

#[test]
fn nothing_that_may_be_a_rule_is_dropped_in_silence() {
    let regions = "[[0,0,0,0,1,1,1,1],[0,0,0,1,1,1,2,2],[3,0,4,4,1,2,2,2],[3,4,4,4,5,5,2,2],\
                    [3,3,4,5,5,5,6,6],[3,3,4,5,7,6,6,6],[3,3,7,7,7,7,6,6],[7,7,7,7,7,7,6,6]]";
    let two = format!("{{\"regions\": {regions}, \"stars\": 2}}");
    let two = read(&two, "").unwrap();
    assert_eq!(two.puzzle.family, "star-battle");
    assert!(two.toml.contains("stars = 2\n"), "{}", two.toml);
    let sudoku = "\"grid\": [[1,0,0,4],[0,0,2,0],[0,3,0,0],[0,0,0,1]]";
    for rule in [
        "\"cages\": [[[0,0],[0,1]]]",
        "\"arrows\": [{\"cells\": [1]}]",
        "\"thermometers\": [[1,2]]",
        "\"diagonal\": true",
        "\"variant\": \"killer\"",
        "\"extra\": {\"a\": 1}",
    ] {
        let name = rule.split('"').nth(1).unwrap();
        let error = read(&format!("{{{sudoku}, {rule}}}"), "")
            .unwrap_err()
            .to_string();
        assert!(
            error.contains(name) && error.contains("may be a rule"),
            "{error}"
        );
    }
    let decorated =
        "\"id\": 7, \"author\": \"me\", \"solution\": [1], \"cages\": [], \"diagonal\": false";
    let imported = read(&format!("{{{sudoku}, {decorated}}}"), "").unwrap();
    assert_eq!(imported.unread, ["id", "author", "solution"]);
}

#[test]
fn links_are_read_as_people_copy_them() {
    let id = "2x2:a2d4b3d2a";
    let star = "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou";
    for (link, same) in [
        (
            "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#2x2:a2d4b3d2a",
            id,
        ),
        ("solo.html#2x2:a2d4b3d2a#", id),
        ("http://example.org/go/solo.html#2x2%3Aa2d4b3d2a", id),
        ("https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou#", star),
        (
            "https://example.org/?to=https%3A%2F%2Fpuzz.link%2Fp%3Fstarbattle%2F6%2F6%2F1%2F4ilbhgdnmhou",
            star,
        ),
        (
            "https://example.org/?to=https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou&by=me",
            star,
        ),
        ("puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou", star),
    ] {
        let found = read(link, "").unwrap_or_else(|error| panic!("{error}: {link}"));
        assert_eq!(found.toml, read(same, "").unwrap().toml, "{link}");
    }
}

#[test]
fn an_odd_takuzu_has_lines_of_one_more_or_less() {
    let rows = ["1 2 2 2 0 2 2 2 2", "2 2 2 2 2 2 2 1 2"];
    let text: String = (0..9)
        .map(|k| format!("{}\n", rows[usize::from(k % 4 == 1)]))
        .collect();
    let imported = read(&text, "takuzu").unwrap();
    let pairs = format!("row_ones = [{}]", ["[4, 5]"; 9].join(", "));
    assert!(imported.toml.contains(&pairs), "{}", imported.toml);
    assert!(
        imported.toml.contains(&pairs.replace("row", "col")),
        "{}",
        imported.toml
    );
    let wide = read("0.1.\n....\n....", "").unwrap().toml;
    assert!(
        wide.contains("col_ones = [[1, 2], [1, 2], [1, 2], [1, 2]]"),
        "{wide}"
    );
    assert!(!wide.contains("row_ones"), "{wide}");
}

#[test]
fn names_survive_whatever_they_hold() {
    let name = "a \"name\" = \\ with\nall sorts é";
    let wish = ImportOptions {
        stars: None,
        name: Some(name.to_owned()),
        ..ImportOptions::default()
    };
    let imported = wish.import("6x6:DAGaHCCafc", "text").unwrap();
    assert_eq!(imported.puzzle.name, name);
}
