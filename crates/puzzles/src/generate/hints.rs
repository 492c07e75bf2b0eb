//! Values of the solution given one at a time until a board is as wished: fewer qubits, and easier.

use super::wish::Standing;
use super::{GenerateOptions, Hint, PuzzleDraft};
use crate::error::{Error, Result};
use crate::puzzle::Puzzle;
use crate::reduce::{Contradiction, difficulty, reduce};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// Gives hints in random order as long as the board does not fall below the wish; returns them and
/// where the board then stands.
pub(super) fn give(
    draft: &PuzzleDraft,
    wish: &GenerateOptions,
    rng: &mut ChaCha8Rng,
) -> Result<(Vec<Hint>, Standing)> {
    let mut order = draft.hints.clone();
    order.shuffle(rng);
    // A piece decides more cells than an empty cell does: large steps first, small ones to hit the
    // number.
    order.sort_by_key(|hint| !hint.value);
    let mut given = Vec::new();
    let mut standing = measured(draft, &given, wish)?;
    for hint in order {
        // With every cell given there is nothing to solve.
        let last = given.len() + 1 == draft.hints.len();
        if standing.fits(wish) || !standing.reaches(wish) || last {
            break;
        }
        given.push(hint);
        match measured(draft, &given, wish)? {
            lower if lower.reaches(wish) => standing = lower,
            _ => {
                given.pop();
            }
        }
    }
    Ok((given, standing))
}

fn measured(draft: &PuzzleDraft, given: &[Hint], wish: &GenerateOptions) -> Result<Standing> {
    let puzzle = Puzzle::parse(&(draft.write)("draft", given), "draft")?;
    let refuse = |contradiction: Contradiction| Error::NoSolution {
        file: "draft".into(),
        reason: contradiction.to_string(),
    };
    let mut standing = Standing {
        difficulty: None,
        qubits: None,
    };
    if wish.qubits.is_some() {
        let reduction = reduce(&puzzle.model, wish.level, None).map_err(refuse)?;
        standing.qubits = Some(reduction.qubits());
    }
    // Rating is the slower part: not where the qubits alone say no.
    if wish.difficulty.is_some() && standing.qubits >= wish.qubits {
        standing.difficulty = Some(difficulty(&puzzle.model).map_err(refuse)?.difficulty);
    }
    Ok(standing)
}
