//! A one-to-one matching between sets and the ones in them, by augmenting paths.
//!
//! Each set takes one 1 among its members, no 1 serves two sets and none is left over: trees and
//! their tents. Where some values are open, they can be filled in so that this holds exactly if all
//! sets can have members of their own that may be 1, and all known ones sets of their own: two such
//! matchings make one that serves both (Mendelsohn & Dulmage 1958).

use super::Var;
use std::collections::{BTreeMap, BTreeSet};

/// Whether `sets` and their ones can be matched one to one, for some choice of the open values
/// (`None`).
pub(crate) fn can_match(sets: &[Vec<Var>], value: impl Fn(Var) -> Option<bool>) -> bool {
    let mut open = sets.to_vec();
    let mut sets_of: BTreeMap<Var, Vec<usize>> = BTreeMap::new();
    for (number, set) in open.iter_mut().enumerate() {
        set.retain(|var| value(*var) != Some(false));
        for one in set.iter().filter(|var| value(**var) == Some(true)) {
            sets_of.entry(*one).or_default().push(number);
        }
    }
    all_have_their_own(&open) && all_have_their_own(&sets_of.into_values().collect::<Vec<_>>())
}

/// Whether each list can have one of its entries for itself.
fn all_have_their_own<T: Ord + Copy>(lists: &[Vec<T>]) -> bool {
    let mut owners = BTreeMap::new();
    (0..lists.len()).all(|list| takes(list, lists, &mut owners, &mut BTreeSet::new()))
}

/// Gives a list an entry of its own, if owners of what it could have can move to others.
fn takes<T: Ord + Copy>(
    list: usize,
    lists: &[Vec<T>],
    owners: &mut BTreeMap<T, usize>,
    tried: &mut BTreeSet<T>,
) -> bool {
    let found = lists[list].iter().copied().find(|entry| {
        let owner = owners.get(entry).copied();
        tried.insert(*entry) && owner.is_none_or(|owner| takes(owner, lists, owners, tried))
    });
    owners.extend(found.map(|entry| (entry, list)));
    found.is_some()
}

pub(super) fn members(sets: &[Vec<Var>]) -> Vec<Var> {
    let mut members = sets.concat();
    members.sort_unstable();
    members.dedup();
    members
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
    fn a_partial_board_is_matched_where_some_filling_is() {
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
