//! What holds for every maker: one solution, connected regions, the wish met exactly, the same
//! bytes for the same seed.

use super::*;
use crate::classical::Limits;
use crate::encode::{Weights, encode};
use crate::grid::Grid;
use crate::reduce::{Difficulty, RuleSet, reduce};
use crate::registers::{RegisterChoice, RegisterLayout};
use std::ops::ControlFlow;

fn made(family: &str, wish: &GenerateOptions) -> (String, Puzzle) {
    let text = wish
        .generate(family, None)
        .unwrap_or_else(|error| panic!("{family}: {wish:?}: {error}"));
    let puzzle = Puzzle::parse(&text, "made").unwrap();
    assert_eq!(puzzle.family, family);
    assert!(has_one_solution(&puzzle.model), "{text}");
    (text, puzzle)
}

#[test]
fn every_maker_makes_puzzles_with_one_solution_at_the_wished_number_of_qubits() {
    for maker in Maker::ALL {
        for (size, qubits) in [(4, None), (4, Some(4)), (6, None), (6, Some(9))] {
            let wish = GenerateOptions {
                size,
                seed: 7,
                qubits,
                ..GenerateOptions::default()
            };
            let (text, puzzle) = made(maker.family, &wish);
            let left = reduce(&puzzle.model, RuleSet::Paper, None)
                .unwrap()
                .qubits();
            assert!(
                qubits.is_none_or(|wished| wished == left),
                "{left} qubits, not {qubits:?}:\n{text}"
            );
            let again = wish.generate(maker.family, None).unwrap();
            assert_eq!(again, text, "same seed, same puzzle");
            let other = GenerateOptions { seed: 8, ..wish }
                .generate(maker.family, None)
                .unwrap();
            assert_ne!(other, text, "another seed, another puzzle");
        }
    }
}

#[test]
fn every_maker_meets_the_wished_difficulty_also_with_a_number_of_qubits() {
    for maker in Maker::ALL {
        // Where a cell has several symbols one given decides one of 6 variables, and the last
        // symbol of a cell is not among the paper's rules: no board of theirs is easy.
        let of_symbols = ["sudoku", "n-queens-squared"].contains(&maker.family);
        let (few, easiest) = if of_symbols { (203, 1) } else { (5, 0) };
        for &wished in &Difficulty::ALL[easiest..3] {
            for qubits in [None, Some(few)] {
                let wish = GenerateOptions {
                    seed: 2,
                    // Without deductions the qubits are the cells that are not given.
                    level: RuleSet::None,
                    qubits,
                    difficulty: Some(wished),
                    ..GenerateOptions::default()
                };
                if wished == Difficulty::Hard && qubits.is_some() {
                    continue;
                }
                let (text, puzzle) = made(maker.family, &wish);
                let rating = crate::reduce::Rating::of(&puzzle.model).unwrap();
                assert_eq!(rating.difficulty, wished, "{text}");
                assert!(
                    text.starts_with(&format!("# difficulty: {rating}\n")),
                    "{text}"
                );
                let left = reduce(&puzzle.model, RuleSet::None, None).unwrap().qubits();
                assert!(qubits.is_none_or(|wished| wished == left), "{left}: {text}");
            }
        }
    }
}

fn regions_of(puzzle: &Puzzle) -> Grid<usize> {
    let regions = puzzle.look.regions.as_ref().unwrap();
    regions.map(|_, region| region.unwrap())
}

fn is_connected(puzzle: &Puzzle) -> bool {
    let regions = regions_of(puzzle);
    let mut pieces: Grid<Option<usize>> = regions.map(|_, _| None);
    let mut count = 0;
    for (start, region) in regions.iter() {
        let mut open = vec![start];
        count += usize::from(pieces[start].is_none());
        while let Some(cell) = open.pop() {
            if pieces[cell].is_none() {
                pieces[cell] = Some(count);
                let near = cell.neighbors(regions.shape());
                open.extend(near.filter(|other| regions[*other] == *region));
            }
        }
    }
    let last = regions.iter().map(|(_, region)| *region).max();
    count == regions.rows() && last == Some(count - 1)
}

#[test]
fn star_battles_have_connected_regions_whatever_their_stars() {
    for (size, stars) in [(5, 1), (8, 2), (9, 2), (10, 2)] {
        for seed in 0..if size < 9 { 2 } else { 1 } {
            let wish = GenerateOptions {
                size,
                seed,
                stars: Some(stars),
                ..GenerateOptions::default()
            };
            let (text, puzzle) = made("star-battle", &wish);
            assert!(is_connected(&puzzle), "{text}");
            assert!(text.contains(&format!("stars = {stars}\n")), "{text}");
            if size < 6 {
                assert_eq!(wish.generate("star-battle", None).unwrap(), text);
            }
        }
    }
}

#[test]
fn every_queen_of_a_made_n_queens_board_is_needed() {
    for (size, seed) in (4..=9).flat_map(|size| (0..3).map(move |seed| (size, seed))) {
        let wish = GenerateOptions {
            size,
            seed,
            ..GenerateOptions::default()
        };
        let (text, puzzle) = made("n-queens", &wish);
        let givens = puzzle.model.givens();
        assert!(givens.iter().all(|(_, value)| *value) && !givens.is_empty());
        for (dropped, _) in givens {
            let mut less = Puzzle::parse(&format!("family = 'n-queens'\nsize = {size}"), "bare");
            let model = &mut less.as_mut().unwrap().model;
            for (var, value) in givens.iter().filter(|(var, _)| var != dropped) {
                model.give(*var, *value);
            }
            assert!(!has_one_solution(model), "{text}");
        }
    }
}

#[test]
fn registers_have_about_the_wished_states_and_the_exact_solver_needs_the_wished_nodes() {
    let wish = GenerateOptions {
        seed: 3,
        ..GenerateOptions::default()
    };
    for (family, size, states, nodes) in [
        ("queens", 7, Some(50), None),
        ("tango", 6, Some(300), None),
        ("sudoku", 6, Some(20), None),
        ("star-battle", 8, None, Some(25)),
        ("queens", 8, Some(1000), Some(8)),
    ] {
        let wish = GenerateOptions {
            size,
            states,
            nodes,
            ..wish
        };
        let (text, puzzle) = made(family, &wish);
        let reduction = reduce(&puzzle.model, RuleSet::Paper, None).unwrap();
        let layout = encode(&puzzle.model, &reduction, &Weights::default()).layout;
        let auto = RegisterChoice::Auto;
        let registers = RegisterLayout::choose(&puzzle.model, &reduction, &layout, auto).unwrap();
        let fits = |least: u64| (least..2 * least).contains(&(registers.states() as u64));
        assert!(states.is_none_or(fits), "{}: {text}", registers.states());
        let reduced = reduction.reduced_model(&puzzle.model);
        let assumed = reduced.all_solutions(&Limits::NONE).nodes;
        assert!(
            nodes.is_none_or(|least| assumed >= least),
            "{assumed}: {text}"
        );
    }
}

#[test]
fn distinct_layouts_differ_where_a_seed_is_asked_for_other_things() {
    let regions = |distinct_layouts, seed, qubits| {
        let wish = GenerateOptions {
            seed,
            qubits,
            distinct_layouts,
            ..GenerateOptions::default()
        };
        let (text, puzzle) = made("queens", &wish);
        let said = text.contains(", own layout\"");
        assert_eq!(said, distinct_layouts, "{text}");
        regions_of(&puzzle)
    };
    let wishes = [None, Some(6), Some(8), Some(10)];
    let layouts = |distinct| {
        let all = (0..4).flat_map(|seed| wishes.map(|qubits| regions(distinct, seed, qubits)));
        let mut known: Vec<_> = all.map(|layout| format!("{layout:?}")).collect();
        known.sort();
        known.dedup();
        known.len()
    };
    assert_eq!(layouts(true), 16);
    assert!(
        layouts(false) < 8,
        "one layout serves several numbers of qubits"
    );
}

#[test]
fn wishes_that_cannot_be_met_are_refused_with_a_remedy() {
    let wish = |size, qubits| GenerateOptions {
        size,
        seed: 1,
        qubits,
        level: RuleSet::Full,
        ..GenerateOptions::default()
    };
    let starred = |size, stars| GenerateOptions {
        stars: Some(stars),
        ..wish(size, None)
    };
    let hard = |qubits| GenerateOptions {
        difficulty: Some(Difficulty::Beyond),
        ..wish(4, qubits)
    };
    let easy = GenerateOptions {
        difficulty: Some(Difficulty::Easy),
        ..wish(4, None)
    };
    let searched = GenerateOptions {
        nodes: Some(1000),
        ..wish(4, None)
    };
    for (family, wish, word) in [
        ("go", wish(4, None), "queens, n-queens, star-battle, tents"),
        ("tango", wish(5, None), "even"),
        ("queens", wish(3, None), "from 4"),
        ("queens", wish(4, Some(15)), "came up"),
        ("queens", wish(4, Some(17)), "which has 16 variables"),
        ("tango", wish(6, Some(99)), "ask for fewer than 36"),
        ("sudoku", wish(4, Some(65)), "which has 64 variables"),
        ("queens", starred(6, 2), "only star-battle"),
        ("tents", starred(4, 1), "only star-battle"),
        ("star-battle", starred(14, 1), "from 4 to 12"),
        ("star-battle", starred(7, 2), "from 8 to 12"),
        ("star-battle", starred(9, 3), "give 1 or 2"),
        ("queens", hard(None), "these came up: difficulty medium"),
        ("sudoku", easy, "these came up: difficulty medium"),
        ("queens", hard(Some(3)), "came up"),
        (
            "queens",
            searched,
            "`nodes`: no queens of size 4 with one solution and 1000 nodes",
        ),
    ] {
        let message = wish.generate(family, None).unwrap_err().to_string();
        assert!(message.contains(word), "{message}");
    }
}

#[test]
fn a_puzzle_that_is_stopped_is_none() {
    let wish = GenerateOptions {
        size: 6,
        ..GenerateOptions::default()
    };
    let stopped = wish.generate("queens", Some(&|| ControlFlow::Break(())));
    assert!(matches!(stopped, Err(Error::Stopped)));
}
