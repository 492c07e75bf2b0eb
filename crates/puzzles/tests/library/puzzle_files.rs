//! Reading and writing of puzzle files: what is refused, at which line, and what survives a round
//! trip.

#[path = "puzzle_files/refused.rs"]
mod refused;
#[path = "puzzle_files/refused_chess.rs"]
mod refused_chess;

use crate::Error;
use crate::grid::{Cell, Grid};
use crate::model::Kind;
use crate::puzzle::{Family, Puzzle, PuzzleText, Sign, Slot};
use refused::{CELLS, COUNTS, GRIDS, MALFORMED, Refused, STARS_AND_TENTS};
use refused_chess::CHESS_AND_FORMS;

#[test]
fn bad_input_gets_one_line_with_file_line_finding_and_remedy() {
    let tables = [
        MALFORMED,
        GRIDS,
        CELLS,
        COUNTS,
        STARS_AND_TENTS,
        CHESS_AND_FORMS,
    ];
    let cases = tables.into_iter().flatten();
    let failures: Vec<String> = cases.filter_map(complaint).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What is wrong with the error that a case gets, if anything is.
fn complaint(case: &Refused) -> Option<String> {
    let Err(error) = Puzzle::parse(case.text, "bad.toml") else {
        return Some(format!("accepted:\n{}", case.text));
    };
    let message = error.to_string();
    let place = format!("bad.toml:{}: ", case.line);
    let is_input = matches!(&error, Error::Input { found, remedy, .. } if !found.is_empty() && !remedy.is_empty());
    let says_all = case.says.iter().all(|words| message.contains(words));
    let good = message.starts_with(&place) && message.lines().count() == 1 && is_input && says_all;
    (!good).then(|| {
        format!(
            "expected line {} and {:?}, got: {message}",
            case.line, case.says
        )
    })
}

#[test]
fn contradictions_that_only_the_rules_show_are_no_input_errors() {
    for text in [
        "family = 'n-queens'\nsize = 4\nqueens = ['r1c1', 'r1c2']",
        "family = 'n-queens'\nsize = 3",
        "family = 'queens'\nregions = '''\nAB\nAB\n'''\nqueens = ['r1c1', 'r2c1']",
        "family = 'tango'\ngrid = '''\n0000\n....\n....\n....'''",
        "family = 'tango'\ngrid = '''\n01\n..'''\nsigns = ['r1c1 = r1c2']",
    ] {
        let puzzle = Puzzle::parse(text, "hard.toml");
        assert!(puzzle.is_ok(), "{puzzle:?}");
    }
}

#[test]
fn givens_know_their_lines_and_values() {
    let text = "family = 'tango'\ngrid = '''\n0..1\n\n....\n1 0 . .\n....'''";
    let puzzle = Puzzle::parse(text, "dir/evening.toml").unwrap();
    let model = &puzzle.model;
    let givens: Vec<(&str, bool, usize)> = model
        .givens()
        .iter()
        .map(|(var, value)| (model.name(*var), *value, puzzle.given_lines[var]))
        .collect();
    let expected = [
        ("r1c1", false, 3),
        ("r1c4", true, 3),
        ("r3c1", true, 6),
        ("r3c2", false, 6),
    ];
    assert_eq!(givens, expected);
    assert_eq!(puzzle.name, "evening", "without a name it has the file's");
}

#[test]
fn unreadable_files_and_bytes_that_are_no_text_are_clean_errors() {
    let folder = tempfile::tempdir().unwrap();
    let missing = Puzzle::read(&folder.path().join("none.toml")).unwrap_err();
    assert!(matches!(missing, Error::Read { .. }), "{missing}");
    assert!(matches!(
        Puzzle::read(folder.path()).unwrap_err(),
        Error::Read { .. }
    ));
    let path = folder.path().join("bytes.toml");
    std::fs::write(&path, b"family = 'tango'\nname = '\xff\xfe'\n").unwrap();
    let message = Puzzle::read(&path).unwrap_err().to_string();
    assert!(
        message.contains("bytes.toml:2: ") && message.contains("UTF-8"),
        "{message}"
    );
}

#[test]
fn no_prefix_of_a_sample_and_no_single_wrong_character_panics() {
    for family in Family::ALL {
        for (end, _) in family.sample.char_indices() {
            drop(Puzzle::parse(&family.sample[..end], "cut.toml"));
            for wrong in ["#", "\"", "9", "-", "\\", "é", "["] {
                let (head, tail) = family.sample.split_at(end);
                let rest: String = tail.chars().skip(1).collect();
                drop(Puzzle::parse(&format!("{head}{wrong}{rest}"), "typo.toml"));
            }
        }
    }
}

#[test]
fn every_key_that_is_written_is_read_back() {
    let letters = ["AABB", "AABB", "C#BD", "CCDD"];
    let regions = Grid::from_fn(4, 4, |cell| {
        char::from(letters[cell.row].as_bytes()[cell.col])
    });
    let at = Cell::new;
    let name = "a \"name\" = \\ with\nall sorts é";
    let text = PuzzleText::new("star-battle", name)
        .grid("regions", &regions)
        .value("stars", 1)
        .list("queens", [at(0, 1), at(2, 3)].iter())
        .list("empty", std::iter::empty::<Cell>());
    let puzzle = Puzzle::parse(&text.end(), "made.toml").unwrap();
    assert_eq!((puzzle.family, &*puzzle.name), ("star-battle", name));
    assert!(puzzle.var_at(at(2, 1)).is_none(), "# is no cell");
    let given: Vec<&str> = puzzle
        .model
        .givens()
        .iter()
        .map(|(var, _)| puzzle.model.name(*var))
        .collect();
    assert_eq!(given, ["r1c2", "r3c4"]);

    let signs = [
        (at(0, 0), at(0, 1), Sign::Equal),
        (at(1, 2), at(3, 0), Sign::Differ),
    ];
    let keys = PuzzleText::default().signs(&signs);
    let text = PuzzleText::new("takuzu", "b")
        .grid("grid", &regions.map(|_, _| '.'))
        .and(&keys.value("unique_lines", false));
    let puzzle = Puzzle::parse(&text.end(), "made.toml").unwrap();
    assert_eq!(puzzle.look.signs, signs);

    let tree = |cell: Cell| cell == at(1, 0);
    let symbol = |cell| if tree(cell) { 'T' } else { '.' };
    let text = PuzzleText::new("tents", "c")
        .grid("trees", &Grid::from_fn(3, 2, symbol))
        .counts("row_counts", &[Some(0), None, Some(0)])
        .counts("col_counts", &[Some(0), Some(1)]);
    let puzzle = Puzzle::parse(&text.end(), "made.toml").unwrap();
    let trees = puzzle.slots.map(|_, slot| matches!(slot, Slot::Tree));
    assert_eq!(trees, Grid::from_fn(3, 2, tree));
    let counts = puzzle
        .model
        .constraints()
        .iter()
        .filter(|rule| rule.kind == Kind::Row);
    assert_eq!(counts.count(), 2, "a hidden count is no rule");
}

#[test]
fn counts_are_whole_numbers() {
    let text = |counts: &str| {
        format!("family = 'queens'\nsize = 2\ndiagonals = 'none'\nrow_counts = {counts}\n")
    };
    for counts in ["[1, 1]", "[[0, 1], 1]"] {
        let puzzle = Puzzle::parse(&text(counts), "f.toml").unwrap();
        assert_eq!(puzzle.model.len(), 4, "{counts}");
    }
    for counts in [
        "[1.5, 1]",
        "[1.0, 1]",
        "[inf, 1]",
        "[nan, 1]",
        "[[1.0, 2], 1]",
    ] {
        let error = Puzzle::parse(&text(counts), "f.toml").unwrap_err();
        assert!(error.to_string().contains("a count: an integer"), "{error}");
    }
}

#[test]
fn files_of_very_many_keys_signs_and_regions_are_read() {
    const MANY: usize = 100_000;
    let lines = |line: &dyn Fn(usize) -> String| (0..MANY).map(line).collect::<String>();
    let pair = |k: usize| {
        let (row, col) = (1 + k / 99 % 100, 1 + k % 99);
        [format!("r{row}c{col}"), format!("r{row}c{}", col + 1)]
    };
    let grid = format!(
        "grid = \"\"\"\n{}\"\"\"\n",
        (".".repeat(100) + "\n").repeat(100)
    );
    let keys = format!("family = 'queens'\n{}", lines(&|k| format!("k{k} = 1\n")));
    let signs = lines(&|k| format!("'{}',\n", pair(k).join(" = ")));
    let equal = lines(&|k| format!("[[equal]]\ncells = {:?}\n", pair(k)));
    let regions = lines(&|k| format!("[[region]]\ncells = ['r{}c1']\ncount = [0, 1]\n", 1 + k % 9));
    let read = |text: String| Puzzle::parse(&text, "f.toml");
    let error = read(keys).unwrap_err().to_string();
    assert!(error.contains("unknown key `k0`"), "{error}");
    let error = read(format!("family = 'tango'\n{grid}signs = [\n{signs}]\n")).unwrap_err();
    assert!(error.to_string().contains("a second sign"), "{error}");
    let puzzle = read(format!("family = 'takuzu'\n{grid}{equal}")).unwrap();
    assert_eq!(puzzle.look.signs.len(), 9900);
    let puzzle = read(format!("family = 'queens'\nsize = 9\n{regions}")).unwrap();
    assert!(puzzle.model.constraints().len() > MANY);
}
