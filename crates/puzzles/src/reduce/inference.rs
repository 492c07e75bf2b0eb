//! What one constraint says about its open variables by itself, given what is known of the others.
//!
//! Counts are judged by the bounds of their sum ([`CountTally`]), pairs and lines by their cases.
//! This is all that look-ahead propagates, and all that decides whether a constraint can still
//! hold.

use super::knowledge::Known;
use super::tally::{CountTally, CountedSet};
use crate::model::{Constraint, Form, Var, can_match};

/// A value that a constraint leaves no choice about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Forced {
    /// The open variable.
    pub(super) var: Var,
    /// Its value.
    pub(super) value: bool,
    /// The variables of the constraint whose values or ties force it.
    pub(super) because: Vec<Var>,
}

/// A constraint that can no longer hold: the variables on which that depends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BrokenRule {
    /// The variables of the constraint whose values or ties break it.
    pub(super) because: Vec<Var>,
}

/// The values that a constraint forces.
///
/// # Errors
/// Where it can no longer hold.
pub(super) fn examine(
    known: Known<'_>,
    constraint: &Constraint,
) -> Result<Vec<Forced>, BrokenRule> {
    match &constraint.form {
        Form::Count { .. } => {
            CountedSet::of(constraint).map_or(Ok(Vec::new()), |set| count(known, set))
        }
        Form::NotBoth { pair, .. } => not_both(known, *pair),
        Form::Equal(pair) => related(known, *pair, false),
        Form::Differ(pair) => related(known, *pair, true),
        Form::Distinct(lines) => distinct(known, lines),
        Form::Matching { sets } => matching(known, sets, constraint.vars()),
    }
}

/// Why a constraint can no longer hold, or `None` where it still can as far as is seen here.
pub(super) fn broken(known: Known<'_>, constraint: &Constraint) -> Option<BrokenRule> {
    examine(known, constraint).err()
}

fn count(known: Known<'_>, set: CountedSet<'_>) -> Result<Vec<Forced>, BrokenRule> {
    if set.has_room(known) {
        return Ok(Vec::new());
    }
    let tally = CountTally::of(set, known);
    if let Some(bound) = tally.broken() {
        return Err(BrokenRule {
            because: tally.because(known, bound),
        });
    }
    let forced = tally.forced().into_iter();
    Ok(forced
        .map(|(var, value, bound)| Forced {
            var,
            value,
            because: tally.because(known, bound),
        })
        .collect())
}

fn not_both(known: Known<'_>, [a, b]: [Var; 2]) -> Result<Vec<Forced>, BrokenRule> {
    let zero = |var, because| {
        Ok(vec![Forced {
            var,
            value: false,
            because,
        }])
    };
    match (known.value(a), known.value(b)) {
        (Some(true), Some(true)) => Err(BrokenRule {
            because: vec![a, b],
        }),
        (Some(true), None) => zero(b, vec![a]),
        (None, Some(true)) => zero(a, vec![b]),
        (None, None) if known.differ(a, b) == Some(false) => zero(a, vec![a, b]),
        (None, None) | (Some(false), _) | (_, Some(false)) => Ok(Vec::new()),
    }
}

fn related(known: Known<'_>, [a, b]: [Var; 2], differ: bool) -> Result<Vec<Forced>, BrokenRule> {
    let forced = |var, other: bool, because| {
        Ok(vec![Forced {
            var,
            value: other != differ,
            because: vec![because],
        }])
    };
    match (known.value(a), known.value(b)) {
        (Some(value), None) => forced(b, value, a),
        (None, Some(value)) => forced(a, value, b),
        (None, None) | (Some(_), Some(_)) => match known.differ(a, b) {
            Some(found) if found != differ => Err(BrokenRule {
                because: vec![a, b],
            }),
            Some(_) | None => Ok(Vec::new()),
        },
    }
}

fn distinct(known: Known<'_>, lines: &[Vec<Var>; 2]) -> Result<Vec<Forced>, BrokenRule> {
    match LineComparison::of(known, lines) {
        LineComparison::Settled => Ok(Vec::new()),
        LineComparison::Alike { because } => Err(BrokenRule { because }),
        LineComparison::AlikeBut {
            pair: [a, b],
            because,
        } => match (known.value(a), known.value(b)) {
            (Some(value), None) => Ok(vec![opposite(b, value, a, because)]),
            (None, Some(value)) => Ok(vec![opposite(a, value, b, because)]),
            (None, None) | (Some(_), Some(_)) => Ok(Vec::new()),
        },
    }
}

/// Forces nothing: whether a matching can still be made is all that is asked. Ties are not looked
/// at.
fn matching(
    known: Known<'_>,
    sets: &[Vec<Var>],
    mut members: Vec<Var>,
) -> Result<Vec<Forced>, BrokenRule> {
    if can_match(sets, |var| known.value(var)) {
        return Ok(Vec::new());
    }
    members.retain(|&var| known.value(var).is_some());
    Err(BrokenRule { because: members })
}

fn opposite(var: Var, value: bool, other: Var, mut because: Vec<Var>) -> Forced {
    because.push(other);
    Forced {
        var,
        value: !value,
        because,
    }
}

/// How far two lines are known to be alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum LineComparison {
    /// They differ somewhere, or two places or more are open: nothing follows.
    Settled,
    /// They are the same in every place.
    Alike {
        /// All their cells.
        because: Vec<Var>,
    },
    /// They are the same in every place but this one, which is open.
    AlikeBut {
        /// The open place.
        pair: [Var; 2],
        /// The cells of all other places.
        because: Vec<Var>,
    },
}

impl LineComparison {
    /// Compares two lines place by place.
    pub(super) fn of(known: Known<'_>, [first, second]: &[Vec<Var>; 2]) -> Self {
        let mut because = Vec::new();
        let mut open = None;
        for (&a, &b) in first.iter().zip(second) {
            match known.differ(a, b) {
                Some(true) => return Self::Settled,
                Some(false) => because.extend([a, b]),
                None if open.is_some() => return Self::Settled,
                None => open = Some([a, b]),
            }
        }
        match open {
            None => Self::Alike { because },
            Some(pair) => Self::AlikeBut { pair, because },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, Model};
    use crate::reduce::knowledge::{Conclusion, Deduction, Knowledge};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// A board of eight cells of which some are known and some are tied.
    fn random_knowledge<'m>(model: &'m Model, rng: &mut ChaCha8Rng) -> Knowledge<'m> {
        let cells: Vec<Var> = model.variables().collect();
        let mut knowledge = Knowledge::of(model);
        for _ in 0..rng.random_range(0..6) {
            let [a, b] = [(); 2].map(|()| cells[rng.random_range(0..cells.len())]);
            let known = knowledge.known();
            let open = known.value(a).is_none() && known.value(b).is_none();
            let conclusion = match rng.random_range(0..4) {
                0 if open && known.differ(a, b).is_none() => Conclusion::Relation {
                    pair: [a, b],
                    differ: rng.random(),
                },
                _ if open => Conclusion::Value(a, rng.random()),
                _ => continue,
            };
            knowledge.apply(
                "",
                Deduction {
                    conclusion,
                    constraint: None,
                    because: Vec::new(),
                },
            );
        }
        knowledge
    }

    #[test]
    fn a_set_with_room_is_one_of_which_the_sum_forces_nothing() {
        let mut model = Model::default();
        let cells: Vec<Var> = (0..8)
            .map(|k| model.add_variable(format!("c{k}")))
            .collect();
        let (mut with_room, mut tight) = (0, 0);
        for seed in 0..2000 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let knowledge = random_knowledge(&model, &mut rng);
            let known = knowledge.known();
            let mut vars = cells.clone();
            if seed % 5 == 0 {
                vars.push(cells[rng.random_range(0..8)]);
            }
            let least = rng.random_range(0..7);
            let set = CountedSet {
                vars: &vars,
                least,
                most: least + rng.random_range(0..2),
            };
            let tally = CountTally::of(set, known);
            let free = tally.broken().is_none() && tally.forced().is_empty();
            let plain = seed % 5 != 0 && !vars.iter().any(|&var| known.is_tied(var));
            assert!(free || !set.has_room(known), "seed {seed}");
            // without ties and with a cell left, the two are the same
            if plain && vars.iter().any(|&var| known.value(var).is_none()) {
                assert_eq!(free, set.has_room(known), "seed {seed}");
            }
            with_room += u32::from(set.has_room(known));
            tight += u32::from(!free);
        }
        assert!(with_room > 200 && tight > 200, "{with_room} {tight}");
    }

    #[test]
    fn a_variable_that_a_set_lists_twice_counts_twice() {
        let mut model = Model::default();
        let a = model.add_variable("a");
        let b = model.add_variable("b");
        model.add(Constraint::exactly(Kind::Row, "twice", 2, vec![a, b, a]));
        let knowledge = Knowledge::of(&model);
        let found = examine(knowledge.known(), &model.constraints()[0]).unwrap();
        let values: Vec<(Var, bool)> = found.iter().map(|f| (f.var, f.value)).collect();
        assert_eq!(values, [(a, true)]);
    }
}
