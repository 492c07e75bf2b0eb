//! A one-to-one matching between sets and the ones in them, by augmenting paths.
//!
//! Each set takes one 1 among its members, no 1 serves two sets and none is left over: trees and
//! their tents. Where some values are open the question is whether they can be filled in so that
//! this holds. A matching that serves all sets with cells that are not 0, and one that serves all
//! known ones, together give one that does both (Mendelsohn & Dulmage 1958); the cells it does not
//! use become 0. So two searches answer exactly.

use super::Var;

/// Whether `sets` and their ones can be matched one to one, the open values (`None`) being free to
/// choose.
///
/// ```
/// use ketboard_puzzles::{Var, can_match};
///
/// // the tent of the first tree stands in one of two places, that of the second in the latter
/// let trees = [vec![Var(0), Var(1)], vec![Var(1)]];
/// assert!(can_match(&trees, |_| None));
/// assert!(!can_match(&trees, |var| (var == Var(0)).then_some(false))); // one place for two
/// ```
pub fn can_match(sets: &[Vec<Var>], value: impl Fn(Var) -> Option<bool>) -> bool {
    let members = members(sets);
    let place = |var: &Var| members.binary_search(var).ok();
    let cells_of_set: Vec<Vec<usize>> = sets
        .iter()
        .map(|set| {
            let possible = set.iter().filter(|&&var| value(var) != Some(false));
            possible.filter_map(place).collect()
        })
        .collect();
    let ones = members.iter().filter(|&&var| value(var) == Some(true));
    let sets_of_one: Vec<Vec<usize>> = ones
        .map(|var| (0..sets.len()).filter(|&k| sets[k].contains(var)).collect())
        .collect();
    each_has_its_own(&cells_of_set, members.len()) && each_has_its_own(&sets_of_one, sets.len())
}

/// The members of all sets, each once, in order.
pub(super) fn members(sets: &[Vec<Var>]) -> Vec<Var> {
    let mut members = sets.concat();
    members.sort_unstable();
    members.dedup();
    members
}

/// Whether each can have one of its `choices`, from 0 to `count`, that no other has.
fn each_has_its_own(choices: &[Vec<usize>], count: usize) -> bool {
    let mut owner = vec![None; count];
    (0..choices.len()).all(|one| serve(one, choices, &mut owner, &mut vec![false; count]))
}

/// Gives `one` a choice, moving the owners in its way to other choices of theirs.
fn serve(
    one: usize,
    choices: &[Vec<usize>],
    owner: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for &choice in &choices[one] {
        if std::mem::replace(&mut tried[choice], true) {
            continue;
        }
        if owner[choice].is_none_or(|other| serve(other, choices, owner, tried)) {
            owner[choice] = Some(one);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Every set in turn takes any 1 that is left; at the end none may be left.
    fn matched(sets: &[Vec<Var>], ones: &[Var]) -> bool {
        let Some((set, others)) = sets.split_first() else {
            return ones.is_empty();
        };
        let taken = ones.iter().filter(|var| set.contains(var));
        taken.into_iter().any(|var| {
            let left: Vec<Var> = ones.iter().copied().filter(|one| one != var).collect();
            matched(others, &left)
        })
    }

    #[test]
    fn a_partial_board_can_be_matched_exactly_where_some_filling_is() {
        const CELLS: usize = 6;
        let mut answers = [0, 0];
        for seed in 0..200 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut set = || {
                (0..CELLS)
                    .map(Var)
                    .filter(|_| rng.random_bool(0.4))
                    .collect()
            };
            let sets: Vec<Vec<Var>> = (0..seed % 5).map(|_| set()).collect();
            let inside = members(&sets);
            let full = |board: u32| -> bool {
                let ones: Vec<Var> = inside
                    .iter()
                    .copied()
                    .filter(|v| board >> v.0 & 1 == 1)
                    .collect();
                matched(&sets, &ones)
            };
            for _ in 0..20 {
                let (known, values): (u32, u32) = (rng.random(), rng.random());
                let value =
                    |var: Var| (known >> var.0 & 1 == 1).then_some(values >> var.0 & 1 == 1);
                let fits = |board: &u32| (board ^ values) & known & ((1 << CELLS) - 1) == 0;
                let expected = (0..1 << CELLS).filter(fits).any(full);
                assert_eq!(
                    can_match(&sets, value),
                    expected,
                    "{sets:?} {known:b} {values:b}"
                );
                answers[usize::from(expected)] += 1;
            }
        }
        assert!(answers.iter().all(|&count| count > 500), "{answers:?}");
    }
}
