//! Reading and writing of puzzle files: what is refused, at which line, and what survives a round
//! trip.

#[path = "puzzle_files/refused.rs"]
mod refused;
#[path = "puzzle_files/refused_chess.rs"]
mod refused_chess;

use crate::Error;
use crate::grid::{Cell, Grid, Topology};
use crate::model::Kind;
use crate::puzzle::{
    BinaryGridLayout, ChessLayout, FAMILIES, Puzzle, QueensLayout, QueensSquaredLayout, Sign, Slot,
    StarBattleLayout, SudokuLayout, TentsLayout,
};
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
    for family in FAMILIES {
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
fn a_queens_layout_survives_being_written_and_read() {
    let letters =
        |cell: Cell| ["AAB.", "ACBB", "CC#B", "DDDD"][cell.row].as_bytes()[cell.col] as char;
    let with_regions = QueensLayout {
        size: 4,
        regions: Some(Grid::from_fn(4, 4, letters)),
        queens: vec![Cell::new(0, 1), Cell::new(3, 2)],
        empty: vec![Cell::new(2, 0)],
    };
    let plain = QueensLayout {
        size: 4,
        regions: None,
        queens: vec![],
        empty: vec![],
    };
    for layout in [with_regions, plain] {
        let name = "a \"name\" = \\ with\nall sorts é";
        let puzzle = Puzzle::parse(&layout.to_toml(name), "made.toml").unwrap();
        let cells = |value| {
            let givens = puzzle
                .model
                .givens()
                .iter()
                .filter(move |given| given.1 == value);
            givens
                .map(|(var, _)| puzzle.model.name(*var).parse().unwrap())
                .collect::<Vec<Cell>>()
        };
        let numbers = puzzle.look.regions.as_ref();
        let letter = |cell: Cell| match numbers.map(|numbers| numbers[cell]) {
            _ if puzzle.var_at(cell).is_none() => '#',
            Some(Some(number)) => ['A', 'B', 'C', 'D'][number],
            _ => '.',
        };
        let read = QueensLayout {
            size: puzzle.slots.rows(),
            regions: numbers.map(|_| Grid::from_fn(4, 4, letter)),
            queens: cells(true),
            empty: cells(false),
        };
        assert_eq!((read, puzzle.name.as_str()), (layout, name));
    }
}

#[test]
fn a_binary_grid_layout_survives_being_written_and_read() {
    for (family, unique) in [("tango", false), ("takuzu", true), ("takuzu", false)] {
        let value = |cell: Cell| [None, Some(true), Some(false)][(5 * cell.row + cell.col) % 3];
        let layout = BinaryGridLayout {
            family,
            grid: Grid::from_fn(6, 4, value),
            signs: vec![
                (Cell::new(0, 0), Cell::new(0, 1), Sign::Equal),
                (Cell::new(1, 2), Cell::new(5, 0), Sign::Differ),
            ],
            unique_lines: (family == "takuzu").then_some(unique),
        };
        let puzzle = Puzzle::parse(&layout.to_toml("made"), "made.toml").unwrap();
        let given = |cell: Cell| {
            let var = puzzle.var_at(cell).unwrap();
            puzzle
                .model
                .givens()
                .iter()
                .find(|given| given.0 == var)
                .map(|given| given.1)
        };
        let read = BinaryGridLayout {
            family: puzzle.family,
            grid: Grid::from_fn(puzzle.slots.rows(), puzzle.slots.cols(), given),
            signs: puzzle.look.signs.clone(),
            unique_lines: (family == "takuzu").then_some(says_distinct(&puzzle)),
        };
        assert_eq!(says_distinct(&puzzle), unique, "{family}");
        assert_eq!((read, puzzle.name.as_str()), (layout, "made"));
        assert_eq!(puzzle.look.topology, Topology::Plane);
    }
}

fn says_distinct(puzzle: &Puzzle) -> bool {
    let mut rules = puzzle.model.constraints().iter();
    rules.any(|rule| rule.kind == Kind::Distinct)
}

fn given_cells(puzzle: &Puzzle, value: bool) -> Vec<Cell> {
    let givens = puzzle.model.givens().iter();
    let cells = givens.filter(|given| given.1 == value);
    cells
        .map(|(var, _)| {
            puzzle
                .model
                .name(*var)
                .parse()
                .expect("a variable is named after its cell")
        })
        .collect()
}

#[test]
fn star_battle_and_tents_layouts_survive_being_written_and_read() {
    let letters = |cell: Cell| ["AABB", "AABB", "CABD", "CCDD"][cell.row].as_bytes()[cell.col];
    let stars = StarBattleLayout {
        regions: Grid::from_fn(4, 4, |cell| char::from(letters(cell))),
        stars: 1,
        placed: vec![Cell::new(0, 1)],
        empty: vec![Cell::new(3, 3)],
    };
    let puzzle = Puzzle::parse(&stars.to_toml("made"), "made.toml").unwrap();
    let numbers = puzzle.look.regions.as_ref().unwrap();
    let read = StarBattleLayout {
        regions: numbers.map(|_, number| ['A', 'B', 'C', 'D'][number.unwrap()]),
        stars: 1,
        placed: given_cells(&puzzle, true),
        empty: given_cells(&puzzle, false),
    };
    assert_eq!((read, puzzle.family), (stars, "star-battle"));

    let tents = TentsLayout {
        trees: Grid::from_fn(3, 2, |cell| cell == Cell::new(1, 0)),
        row_counts: vec![Some(0), None, Some(0)],
        col_counts: vec![Some(0), Some(1)],
        tents: vec![Cell::new(1, 1)],
        empty: vec![Cell::new(0, 0)],
    };
    let puzzle = Puzzle::parse(&tents.to_toml("made"), "made.toml").unwrap();
    let read = TentsLayout {
        trees: puzzle.slots.map(|_, slot| matches!(slot, Slot::Fixture(_))),
        tents: given_cells(&puzzle, true),
        empty: given_cells(&puzzle, false),
        ..tents.clone()
    };
    assert_eq!((read, puzzle.family), (tents, "tents"));
}

#[test]
fn a_chess_layout_survives_being_written_and_read() {
    let at = |rows: [&'static str; 2]| {
        Grid::from_fn(2, 2, move |cell| {
            char::from(rows[cell.row].as_bytes()[cell.col])
        })
    };
    let layout = ChessLayout {
        pieces: at(["KN", "QP"]),
        regions: at(["AB", "AB"]),
        placed: vec![Cell::new(1, 1)],
        empty: vec![Cell::new(0, 0)],
    };
    let puzzle = Puzzle::parse(&layout.to_toml("made"), "made.toml").unwrap();
    let letter = |number: &Option<usize>| ['A', 'B'][number.unwrap()];
    let read = ChessLayout {
        pieces: puzzle
            .look
            .pieces
            .as_ref()
            .unwrap()
            .map(|_, piece| piece.unwrap()),
        regions: puzzle
            .look
            .regions
            .as_ref()
            .unwrap()
            .map(|_, number| letter(number)),
        placed: given_cells(&puzzle, true),
        empty: given_cells(&puzzle, false),
    };
    assert_eq!((read, puzzle.name.as_str()), (layout, "made"));
}

#[test]
fn layouts_of_symbols_survive_being_written_and_read() {
    let rows = ["1...", "..4.", "....", ".3.."];
    let grid = Grid::from_fn(4, 4, |cell| char::from(rows[cell.row].as_bytes()[cell.col]));
    let read = |text: &str| Puzzle::parse(text, "written").unwrap();
    let given = |puzzle: &Puzzle| -> Vec<(String, usize)> {
        let givens = puzzle.model.givens().iter();
        let named =
            givens.map(|(var, _)| (puzzle.model.name(*var).into(), puzzle.given_lines[var]));
        named.collect()
    };
    let layout = SudokuLayout {
        grid,
        box_shape: (1, 4),
    };
    let sudoku = read(&layout.to_toml("a \"name\""));
    assert_eq!((sudoku.family, &*sudoku.name), ("sudoku", "a \"name\""));
    let expected = [("r1c1=1", 4), ("r2c3=4", 5), ("r4c2=3", 7)];
    assert_eq!(
        given(&sudoku),
        expected.map(|(name, line)| (name.to_owned(), line))
    );
    assert!(sudoku.look.regions.is_none(), "boxes of one row are rows");
    let layout = QueensSquaredLayout {
        grid: layout.grid,
        diagonals: false,
    };
    let latin = read(&layout.to_toml("b"));
    assert_eq!(given(&latin).len(), 3);
    let found = crate::classical::solutions_up_to(&latin.model, 1);
    assert_eq!(found.len(), 1, "no diagonal is asked for");
}
