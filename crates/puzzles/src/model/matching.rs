//! A one-to-one matching between sets and the ones in them, by augmenting paths.
//!
//! Each set takes one 1 among its members, no 1 serves two sets and none is left over: trees and
//! their tents. Where some values are open, one matching that serves all sets and all known ones
//! says whether they can be filled in so that this holds; and what alternating paths cannot change
//! in it holds in every matching (Régin 1994), so that it decides open values: the only place left
//! for a tree, or a place whose trees all have tents of their own.

use super::Var;

/// Sets with their members, ready for questions.
#[derive(Clone, Debug)]
pub(crate) struct Pairing {
    members: Vec<Var>,
    /// Of each set the places of its members, of each member its sets.
    members_of: Vec<Vec<usize>>,
    sets_of: Vec<Vec<usize>>,
}

/// A matching in the making: of each set its member, of each member its set.
type Matched = [Vec<Option<usize>>; 2];

/// Whether `sets` and their ones can be matched one to one, the open values (`None`) being free to
/// choose.
pub(crate) fn can_match(sets: &[Vec<Var>], value: impl Fn(Var) -> Option<bool>) -> bool {
    let pairing = Pairing::of(sets);
    pairing.matched(&pairing.values(value)).is_some()
}

impl Pairing {
    pub(crate) fn of(sets: &[Vec<Var>]) -> Self {
        let members = members(sets);
        let mut sets_of = vec![Vec::new(); members.len()];
        let mut place = |set: usize, var: &Var| {
            let place = members.partition_point(|member| member < var);
            sets_of[place].push(set);
            place
        };
        let members_of = sets.iter().enumerate();
        let members_of = members_of
            .map(|(set, vars)| vars.iter().map(|var| place(set, var)).collect())
            .collect();
        Self {
            members,
            members_of,
            sets_of,
        }
    }

    fn values(&self, value: impl Fn(Var) -> Option<bool>) -> Vec<Option<bool>> {
        self.members.iter().map(|var| value(*var)).collect()
    }

    /// A matching of all sets and all ones, if there is one: of all ones first, which stay matched
    /// when the other sets get members, too (Mendelsohn & Dulmage 1958).
    fn matched(&self, values: &[Option<bool>]) -> Option<Matched> {
        let mut member = vec![None; self.members_of.len()];
        let mut set = vec![None; self.members.len()];
        for one in (0..values.len()).filter(|one| values[*one] == Some(true)) {
            let tried = &mut vec![false; member.len()];
            augment(one, &self.sets_of, &|_| true, &mut set, &mut member, tried).then_some(())?;
        }
        for free in 0..member.len() {
            let tried = &mut vec![false; set.len()];
            let may_be_one = |member: usize| values[member] != Some(false);
            (member[free].is_some()
                || augment(
                    free,
                    &self.members_of,
                    &may_be_one,
                    &mut member,
                    &mut set,
                    tried,
                ))
            .then_some(())?;
        }
        Some([member, set])
    }

    /// The open members whose value is the same in every matching, with it; `None` where there is
    /// no matching.
    pub(crate) fn conclusions(
        &self,
        value: impl Fn(Var) -> Option<bool>,
    ) -> Option<Vec<(Var, bool)>> {
        let values = self.values(value);
        let [member_of, set_of] = self.matched(&values)?;
        // Sets that could do without their member, and sets that could take in another one.
        let spare = |member: &usize| values[*member] != Some(false) && set_of[*member].is_none();
        let flexible = self.reached(
            |set| self.members_of[set].iter().any(&spare),
            |set| self.sets_of[member_of[set].unwrap_or(0)].clone(),
        );
        let generous = self.reached(
            |set| member_of[set].is_some_and(|member| values[member].is_none()),
            |set| {
                let ones = self.members_of[set]
                    .iter()
                    .filter(|m| values[**m] == Some(true));
                ones.filter_map(|member| set_of[*member]).collect()
            },
        );
        let decided = |member: usize| match set_of[member] {
            Some(set) => (!flexible[set]).then_some(true),
            None => {
                let mut sets = self.sets_of[member].iter();
                (!sets.any(|set| generous[*set])).then_some(false)
            }
        };
        let open = (0..values.len()).filter(|member| values[*member].is_none());
        let decisions = open.filter_map(|member| Some((self.members[member], decided(member)?)));
        Some(decisions.collect())
    }

    /// The sets from which steps lead to a set that `ends` there; `before` are the sets that step
    /// to a set.
    fn reached(
        &self,
        ends: impl Fn(usize) -> bool,
        before: impl Fn(usize) -> Vec<usize>,
    ) -> Vec<bool> {
        let mut reached: Vec<bool> = (0..self.members_of.len()).map(ends).collect();
        let mut open: Vec<usize> = (0..reached.len()).filter(|set| reached[*set]).collect();
        while let Some(set) = open.pop() {
            for other in before(set) {
                if !std::mem::replace(&mut reached[other], true) {
                    open.push(other);
                }
            }
        }
        reached
    }
}

/// Gives `from` a partner among its `edges` that may be one, moving those in its way to partners of
/// theirs; `own` are the partners on its side, `other` those on the other side.
fn augment(
    from: usize,
    edges: &[Vec<usize>],
    may: &impl Fn(usize) -> bool,
    own: &mut [Option<usize>],
    other: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for &to in &edges[from] {
        if !may(to) || std::mem::replace(&mut tried[to], true) {
            continue;
        }
        if other[to].is_none_or(|owner| augment(owner, edges, may, own, other, tried)) {
            own[from] = Some(to);
            other[to] = Some(from);
            return true;
        }
    }
    false
}

/// The members of all sets, each once, in order.
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
    fn a_partial_board_is_matched_where_some_filling_is_and_decides_what_all_share() {
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
                let found = Pairing::of(&sets).conclusions(value);
                assert_eq!(
                    can_match(&sets, value),
                    expected,
                    "{sets:?} {known:b} {values:b}"
                );
                assert_eq!(found.is_some(), expected, "{sets:?} {known:b} {values:b}");
                let boards: Vec<u32> = (0..1 << CELLS).filter(|b| fits(b) && full(*b)).collect();
                for var in inside.iter().filter(|var| value(**var).is_none()) {
                    let ones = boards
                        .iter()
                        .filter(|board| *board >> var.0 & 1 == 1)
                        .count();
                    let same = (ones == 0 || ones == boards.len()).then_some((*var, ones > 0));
                    let concluded = found.iter().flatten().find(|(other, _)| other == var);
                    assert!(
                        !expected || concluded.copied() == same,
                        "{var:?} of {sets:?}"
                    );
                }
                answers[usize::from(expected)] += 1;
            }
        }
        assert!(answers.iter().all(|&count| count > 500), "{answers:?}");
    }
}
