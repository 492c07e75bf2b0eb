//! The cost without the term of one region (eq. 8 of the source paper), where the other rules imply
//! that region's rule.
//!
//! With k of its N regions dropped the paper saves couplings; one may go, and only where it
//! follows: rows (or columns) have exact counts and hold every cell once, so that the total is
//! known; regions have exact counts, share no cell, and leave out no cell that is still open; and
//! the counts of the regions add up to the rest of that total. Then the last region has what is
//! left. Anywhere else the request is refused, with what stands in the way.

use super::{EncodedCost, Weights, energy_where_it_holds, penalty};
use crate::error::{Error, Result};
use crate::model::{Constraint, Form, Kind, Model, Var};
use crate::reduce::{Reduced, Reduction};
use std::collections::BTreeSet;

/// The cost of `model` less the penalty of one region: the one called `which`, or with `auto` the
/// one that has the most open cells.
///
/// ```
/// use ketboard_puzzles::{Puzzle, Reduction, Weights, drop_region, encode};
///
/// let text = "family = 'queens'\nregions = '''\nAAAB\nABBB\nCCCD\nCDDD\n'''";
/// let puzzle = Puzzle::parse(text, "four regions")?;
/// let (open, weights) = (Reduction::givens_only(&puzzle.model), Weights::default());
/// let cost = encode(&puzzle.model, &open, &weights);
/// let couplings = cost.polynomial.quadratic().count();
/// let dropped = drop_region(cost, &puzzle.model, &open, (&weights, "D"))?;
/// assert!(dropped.polynomial.quadratic().count() < couplings);
/// assert_eq!(dropped.zero_violation_energy, Some(0.0));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
///
/// # Errors
/// If there is no such region, or its rule does not follow from the others.
pub fn drop_region(
    cost: EncodedCost,
    model: &Model,
    reduction: &Reduction,
    (weights, which): (&Weights, &str),
) -> Result<EncodedCost> {
    let regions = exact_counts(model, Kind::Region)?;
    let total = total(model)?;
    check_partition(model, reduction, &regions, total)?;
    let open = |vars: &[Var]| {
        let bits = vars.iter().filter(|var| is_open(reduction, **var));
        bits.count()
    };
    let wanted = format!("region {which}");
    let chosen = match which {
        "auto" => regions.iter().rev().max_by_key(|set| open(set.vars)),
        _ => regions.iter().find(|set| set.rule.name == wanted),
    };
    let chosen = chosen.ok_or_else(|| {
        let names = regions.iter().map(|set| set.rule.name.as_str());
        let names = names.collect::<Vec<_>>().join(", ");
        let remedy = format!("write auto, or the letter of one of: {names}");
        Error::setting("drop_region", format!("there is no {wanted}"), remedy)
    })?;
    let form = &chosen.rule.form;
    let weight = weights.or_those_of(model).of(Kind::Region);
    let mut less = cost;
    let layout = &less.layout;
    if layout.coded().len() != reduction.qubits() {
        let found = "symbols are not held by one qubit each";
        return Err(Error::setting(
            "drop_region",
            found,
            "use `symbols` one-hot",
        ));
    }
    let mut term = penalty(form, reduction).expect("a count has a quadratic penalty");
    term.widen(layout.qubits());
    less.polynomial.add_scaled(&term, -weight);
    let share = weight * energy_where_it_holds(form).unwrap_or(0.0);
    less.zero_violation_energy = less.zero_violation_energy.map(|energy| energy - share);
    Ok(less)
}

/// A set of cells with an exact count.
struct CountedCells<'m> {
    rule: &'m Constraint,
    vars: &'m [Var],
    count: u32,
}

fn exact_counts(model: &Model, kind: Kind) -> Result<Vec<CountedCells<'_>>> {
    let rules = model.constraints().iter().filter(|rule| rule.kind == kind);
    let sets: Vec<_> = rules.map(counted).collect::<Result<_>>()?;
    if sets.is_empty() {
        return Err(refused(format!("the puzzle has no rule of kind {kind}")));
    }
    Ok(sets)
}

fn counted(rule: &Constraint) -> Result<CountedCells<'_>> {
    match &rule.form {
        Form::Count {
            vars,
            count,
            or_one_more: false,
        } => Ok(CountedCells {
            rule,
            vars,
            count: *count,
        }),
        Form::Count { .. }
        | Form::NotBoth { .. }
        | Form::Equal(_)
        | Form::Differ(_)
        | Form::Distinct(_)
        | Form::Matching { .. } => Err(refused(format!("{} has no exact count", rule.name))),
    }
}

/// The number of ones on the whole board, where rows or columns tell it.
fn total(model: &Model) -> Result<u32> {
    let of = |kind| {
        let lines = exact_counts(model, kind)?;
        let cells: usize = lines.iter().map(|line| line.vars.len()).sum();
        if cells != model.len() {
            return Err(refused(format!(
                "the rules of kind {kind} do not hold every cell once"
            )));
        }
        Ok(lines.iter().map(|line| line.count).sum())
    };
    of(Kind::Row).or_else(|_| of(Kind::Column))
}

fn check_partition(
    model: &Model,
    reduction: &Reduction,
    regions: &[CountedCells<'_>],
    total: u32,
) -> Result<()> {
    let mut inside = BTreeSet::new();
    for region in regions {
        if let Some(var) = region.vars.iter().find(|var| !inside.insert(**var)) {
            let cell = model.name(*var);
            return Err(refused(format!(
                "regions overlap: {cell} is in two of them"
            )));
        }
    }
    let outside = || model.variables().filter(|var| !inside.contains(var));
    if let Some(var) = outside().find(|var| is_open(reduction, *var)) {
        let cell = model.name(var);
        return Err(refused(format!("{cell} is open and in no region")));
    }
    let elsewhere = outside().filter(|var| reduction.value(*var) == Reduced::Const(true));
    let (asked, elsewhere) = (
        regions.iter().map(|region| region.count).sum::<u32>(),
        elsewhere.count(),
    );
    if asked as usize + elsewhere != total as usize {
        return Err(refused(format!(
            "the regions ask for {asked}, and {elsewhere} stand outside them, of {total} in all"
        )));
    }
    Ok(())
}

fn is_open(reduction: &Reduction, var: Var) -> bool {
    matches!(reduction.value(var), Reduced::Bit { .. })
}

fn refused(found: String) -> Error {
    let remedy = "leave the option out: here no region follows from the other rules";
    Error::setting("drop_region", found, remedy)
}
