//! The boards that annealing must solve in seconds, for its tests and benchmark.

use super::boards::{Board, queen_steps};
use crate::{Constraint, EncodedCost, Kind, Limits, Model, Reduction, Var, Weights, encode};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A model with its cost over all its variables.
pub(crate) fn encoded(model: &Model) -> EncodedCost {
    encode(model, &Reduction::givens_only(model), &Weights::default())
}

fn solution(model: &Model) -> Option<Vec<bool>> {
    let solutions = Some(1);
    let limits = Limits {
        solutions,
        ..Limits::NONE
    };
    model.all_solutions(&limits).solutions.pop()
}

pub(crate) fn queens(n: usize) -> Model {
    Board::new(n, 1).attacks(false, queen_steps).model
}

pub(crate) fn takuzu(n: usize) -> Model {
    let balanced = Board::new(n, n as u32 / 2).without_repetition();
    balanced.with_distinct_lines().model
}

/// `stars` in each row, column and region of an n×n board, none touching another.
///
/// The regions are grown from a random placement: a patch around each star, then patches that touch
/// are joined.
pub(crate) fn star_battle(n: usize, stars: usize, seed: u64) -> Model {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let around = |_| vec![(0, 1), (1, 0), (1, 1), (1, -1)];
    let mut board = Board::new(n, stars as u32).attacks(false, around);
    let patches = loop {
        let patches = grown_patches(n, &random_placement(&board, &mut rng), &mut rng);
        if let Some(regions) = joined(n, stars, &patches) {
            break regions;
        }
    };
    for (region, cells) in patches.iter().enumerate() {
        let vars: Vec<Var> = cells.iter().map(|&k| board.cells[k / n][k % n]).collect();
        let name = format!("region {}", region + 1);
        let rule = Constraint::exactly(Kind::Region, name, stars as u32, vars);
        board.model.add(rule);
    }
    board.model
}

/// The cells of a random solution: random stars are given until the rest has one way left.
fn random_placement(board: &Board, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let n = board.cells.len();
    let mut model = board.model.clone();
    for row in board.cells.iter().chain(&board.cells) {
        let mut tried = model.clone();
        tried.give(row[rng.random_range(0..n)], true);
        if solution(&tried).is_some() {
            model = tried;
        }
    }
    let solution = solution(&model).expect("the board has a solution");
    (0..n * n).filter(|&cell| solution[cell]).collect()
}

fn touch(n: usize, a: usize, b: usize) -> bool {
    (a / n).abs_diff(b / n) + (a % n).abs_diff(b % n) == 1
}

/// All cells, in patches grown cell by cell from `seeds`.
fn grown_patches(n: usize, seeds: &[usize], rng: &mut ChaCha8Rng) -> Vec<Vec<usize>> {
    let mut patches: Vec<Vec<usize>> = seeds.iter().map(|&cell| vec![cell]).collect();
    let mut open: Vec<usize> = (0..n * n).filter(|cell| !seeds.contains(cell)).collect();
    while !open.is_empty() {
        let patch = rng.random_range(0..patches.len());
        let from = patches[patch][rng.random_range(0..patches[patch].len())];
        if let Some(at) = open.iter().position(|&cell| touch(n, cell, from)) {
            patches[patch].push(open.swap_remove(at));
        }
    }
    patches
}

/// The patches joined in pairs that touch, or as they are for one star each; `None` where they do
/// not pair up.
fn joined(n: usize, stars: usize, patches: &[Vec<usize>]) -> Option<Vec<Vec<usize>>> {
    if stars == 1 {
        return Some(patches.to_vec());
    }
    assert_eq!(stars, 2, "patches are joined in pairs");
    let adjacent = |a: &[usize], b: &[usize]| a.iter().any(|&x| b.iter().any(|&y| touch(n, x, y)));
    // Which touching pairs are joined: each patch is in exactly one.
    let mut model = Model::default();
    let mut pairs = Vec::new();
    for (b, second) in patches.iter().enumerate() {
        for (a, first) in patches[..b].iter().enumerate() {
            if adjacent(first, second) {
                pairs.push((a, b, model.add_variable(format!("{a} and {b}"))));
            }
        }
    }
    for patch in 0..patches.len() {
        let of_patch = pairs
            .iter()
            .filter(|(a, b, _)| *a == patch || *b == patch)
            .map(|(_, _, var)| *var);
        let rule = Constraint::exactly(Kind::Row, "", 1, of_patch.collect());
        model.add(rule);
    }
    let matching = solution(&model)?;
    let chosen = pairs.iter().filter(|(_, _, var)| matching[var.index()]);
    Some(
        chosen
            .map(|(a, b, _)| [&patches[*a][..], &patches[*b]].concat())
            .collect(),
    )
}
