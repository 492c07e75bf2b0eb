//! Drawings of boards: pinned as people see them, and read back for what they must say.

use crate::draw::{CellMark, DrawStyle};
use crate::puzzle::{Family, Puzzle};

fn puzzle(text: &str) -> Puzzle {
    Puzzle::parse(text, "test.toml").unwrap_or_else(|error| panic!("{error}"))
}

/// The givens, then `mark` of the index for every other variable.
fn marks(puzzle: &Puzzle, mark: impl Fn(usize) -> CellMark) -> Vec<CellMark> {
    let mut marks: Vec<CellMark> = (0..puzzle.model.len()).map(mark).collect();
    for (var, value) in puzzle.model.givens() {
        marks[var.index()] = CellMark::Given(*value);
    }
    marks
}

/// The text without ANSI escapes.
fn without_escapes(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |read, part| {
        read + part.split_once('m').map_or("", |(_, rest)| rest)
    })
}

const HOLES: &str = "family = 'queens'\nregions = '''\nAAB\nA#B\nCC#\n'''\nqueens = ['r1c2']\n";
const SIGNS: &str = "family = 'tango'\ntopology = 'torus'\ngrid = '''\n0...\n....\n....\n...1\n'''\n\
                     signs = ['r1c2 x r1c3', 'r2c1 = r3c1', 'r4c4 x r1c1', 'r1c2 = r4c2']\n";

#[test]
fn regions_have_heavy_borders_and_holes_are_blank() {
    let puzzle = puzzle(HOLES);
    let marks = marks(&puzzle, |index| match index % 3 {
        0 => CellMark::Open,
        1 => CellMark::Deduced(false),
        _ => CellMark::Answer(true),
    });
    let expected = "    1   2   3
  ┏━━━┯━━━┳━━━┓
1 ┃   │[♛]┃ ♛ ┃
  ┠───╆━━━╉───┨
2 ┃   ┃   ┃ ·'┃
  ┣━━━╇━━━╋━━━┛
3 ┃ ♛ │   ┃
  ┗━━━┷━━━┛
";
    assert_eq!(puzzle.drawn(&marks, DrawStyle::Plain), expected);
}

#[test]
fn a_tree_stands_in_its_cell_and_the_counts_beside_the_board() {
    let puzzle = puzzle(
        "family = 'tents'\ntrees = '.T.\\n...'\nrow_counts = [0, 1]\ncol_counts = [0, 1, 0]"
            .replace('\'', "\"")
            .as_str(),
    );
    let marks = marks(&puzzle, |index| match index {
        0 => CellMark::Deduced(false),
        3 => CellMark::Answer(true),
        _ => CellMark::Open,
    });
    let expected = "    1   2   3
  ┏━━━┯━━━┯━━━┓
1 ┃ ·'│ ♣ │   ┃ 0
  ┠───┼───┼───┨
2 ┃   │ ▲ │   ┃ 1
  ┗━━━┷━━━┷━━━┛
    0   1   0
";
    assert_eq!(puzzle.drawn(&marks, DrawStyle::Plain), expected);
}

#[test]
fn signs_stand_on_the_line_between_neighbors_and_distant_ones_below() {
    let puzzle = puzzle(SIGNS);
    let marks = marks(&puzzle, |_| CellMark::Open);
    let expected = "    1   2   3   4
  ┏━━━┯━━━┯━━━┯━━━┓
1 ┃[○]│   ×   │   ┃
  ┠───┼───┼───┼───┨
2 ┃   │   │   │   ┃
  ┠─=─┼───┼───┼───┨
3 ┃   │   │   │   ┃
  ┠───┼───┼───┼───┨
4 ┃   │   │   │[☾]┃
  ┗━━━┷━━━┷━━━┷━━━┛
torus: the left edge joins the right, the top edge the bottom
signs between distant cells: r4c4 × r1c1, r1c2 = r4c2
";
    assert_eq!(puzzle.drawn(&marks, DrawStyle::Plain), expected);
}

#[test]
fn color_changes_the_paint_and_never_the_lines() {
    let texts = Family::ALL.iter().map(|family| family.sample);
    for text in texts.chain([HOLES, SIGNS]) {
        let puzzle = puzzle(text);
        let marks = marks(&puzzle, |index| CellMark::Answer(index % 2 == 0));
        let plain = puzzle.drawn(&marks, DrawStyle::Plain);
        let colored = puzzle.drawn(&marks, DrawStyle::Color);
        assert!(
            !plain.contains('\u{1b}') && colored.contains('\u{1b}'),
            "{text}"
        );
        let bare = plain.replace(['[', ']'], " ");
        assert_eq!(without_escapes(&colored), bare, "{text}");
        let resets = colored.matches("\u{1b}[0m").count();
        assert!(
            resets > 0 && colored.lines().all(|line| !line.ends_with(' ')),
            "{text}"
        );
    }
}

#[test]
fn each_kind_of_mark_looks_its_own_in_both_styles() {
    for text in [HOLES, SIGNS] {
        let puzzle = puzzle(text);
        let last = puzzle.model.len() - 1;
        for style in [DrawStyle::Color, DrawStyle::Plain] {
            let drawings = [
                CellMark::Given(true),
                CellMark::Deduced(true),
                CellMark::Answer(true),
                CellMark::Open,
            ]
            .map(|mark| {
                let mut marks = vec![CellMark::Open; puzzle.model.len()];
                marks[last] = mark;
                puzzle.drawn(&marks, style)
            });
            for (index, drawing) in drawings.iter().enumerate() {
                assert!(
                    !drawings[..index].contains(drawing),
                    "{style:?}:\n{drawing}"
                );
            }
        }
    }
}

#[test]
fn adjacent_regions_have_different_backgrounds() {
    let puzzle = puzzle("family = 'queens'\nregions = '''\nABCD\nABCD\nABCD\nABCD\n'''");
    let marks = vec![CellMark::Open; 16];
    let drawing = puzzle.drawn(&marks, DrawStyle::Color);
    let row = drawing.lines().nth(2).unwrap();
    let backgrounds: Vec<&str> = row
        .split("\u{1b}[48;5;")
        .skip(1)
        .map(|part| part.split('m').next().unwrap())
        .collect();
    assert_eq!(backgrounds.len(), 4, "{row:?}");
    assert!(
        backgrounds.windows(2).all(|pair| pair[0] != pair[1]),
        "{row:?}"
    );
}

#[test]
fn the_legend_is_one_line_that_names_glyphs_and_marks() {
    let expected = [
        "· empty   ♛ queen   [♛] given   ♛' deduced   ♛ answer",
        "· empty   ♛ queen   [♛] given   ♛' deduced   ♛ answer",
        "· empty   ★ star   [★] given   ★' deduced   ★ answer",
        "· empty   ▲ tent   ♣ tree   [▲] given   ▲' deduced   ▲ answer",
        "○ sun   ☾ moon   [☾] given   ☾' deduced   ☾ answer",
        "[1] given   1' deduced   1 answer",
        "· empty   ♝ bishop (B)   ♚ king (K)   ♞ knight (N)   ♟ pawn (P)   ♛ queen (Q)   ♜ rook (R)   [♟] given   ♟' deduced   ♟ answer",
        "[1] given   1' deduced   1 answer",
        "[1] given   1' deduced   1 answer",
    ];
    assert_eq!(Family::ALL.len(), expected.len());
    for (family, expected) in Family::ALL.iter().zip(expected) {
        let puzzle = puzzle(family.sample);
        assert_eq!(puzzle.legend(DrawStyle::Plain), expected, "{}", family.name);
        assert_eq!(puzzle.legend(DrawStyle::Color).lines().count(), 1);
    }
}

#[test]
fn the_numbers_of_a_large_board_stay_in_line() {
    let puzzle = puzzle("family = 'n-queens'\nsize = 12");
    let drawing = puzzle.drawn(&marks(&puzzle, |_| CellMark::Open), DrawStyle::Plain);
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines.len(), 1 + 2 * 12 + 1);
    let widths = lines[1..].iter().map(|line| line.chars().count());
    assert!(
        widths.clone().all(|width| width == 3 + 4 * 12 + 1),
        "{drawing}"
    );
    assert!(
        lines[2].starts_with(" 1 ┃") && lines[24].starts_with("12 ┃"),
        "{drawing}"
    );
}
