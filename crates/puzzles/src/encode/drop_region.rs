//! A model without the rule of one region (eq. 8 of the source paper), where the other rules imply
//! it: the paper saves the couplings of its penalty.
//!
//! Rows and columns tell the total, so that the last of the regions that part a board has what is
//! left. Whether that is so here is not argued but looked up: the exact solver lists the boards of
//! the other rules, and none may break the one that goes.

use crate::classical::{Limits, for_each_solution};
use crate::error::{Error, Result};
use crate::model::{Kind, Model};
use crate::reduce::{Reduced, Reduction};
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// Values that the solver may assume for one region: some seconds.
const NODES: u64 = 5_000_000;

impl Model {
    /// The model without one region's rule: that of the letter `which`, or with `auto` the implied
    /// one with the most cells that are still open.
    ///
    /// ```
    /// use ketboard_puzzles::{Puzzle, RuleSet, Weights, encode, reduce};
    ///
    /// let text = "family = 'queens'\nregions = '''\nAABB\nACBB\nCCCB\nDDDD\n'''";
    /// let puzzle = Puzzle::parse(text, "4×4")?;
    /// let reduction = reduce(&puzzle.model, RuleSet::None, None).expect("it has a solution");
    /// let cost = |model| encode(model, &reduction, &Weights::default()).polynomial;
    /// let less = puzzle.model.without_region(&reduction, "B")?;
    /// assert!(cost(&less).terms().count() < cost(&puzzle.model).terms().count());
    /// # Ok::<(), ketboard_puzzles::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such region, or no board shows that the other rules imply its rule.
    pub fn without_region(&self, reduction: &Reduction, which: &str) -> Result<Self> {
        let is_region = |index: &usize| {
            let rule = &self.constraints()[*index];
            rule.kind == Kind::Region && rule.group.is_some()
        };
        let mut regions: Vec<usize> = (0..self.constraints().len()).filter(is_region).collect();
        let name = |index: &usize| self.constraints()[*index].name.as_str();
        let open = |index: &usize| {
            let vars = self.constraints()[*index].vars();
            let open = vars.into_iter();
            open.filter(|var| matches!(reduction.value(*var), Reduced::Bit { .. }))
                .count()
        };
        if regions.is_empty() {
            let found = "the puzzle has no rule of kind region";
            return Err(Error::setting("drop_region", found, "leave the option out"));
        }
        if which == "auto" {
            regions.sort_by_key(|index| Reverse(open(index)));
        } else {
            let names: Vec<&str> = regions.iter().map(name).collect();
            let remedy = format!("write auto, or the letter of one of: {}", names.join(", "));
            let wanted = format!("region {which}");
            regions.retain(|index| name(index) == wanted);
            if regions.is_empty() {
                let found = format!("there is no {wanted}");
                return Err(Error::setting("drop_region", found, remedy));
            }
        }
        let implied = regions
            .into_iter()
            .find_map(|index| implied_without(self, index));
        implied.ok_or_else(|| {
            let found = "no region's rule that the other rules are seen to imply";
            let remedy = "leave the option out: every region is needed here";
            Error::setting("drop_region", found, remedy)
        })
    }
}

/// The model without a rule; `None` where a board of the others breaks it, or there are too many.
fn implied_without(model: &Model, index: usize) -> Option<Model> {
    let less = model.with_rules(|rules| drop(rules.remove(index)));
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let visit = for_each_solution(&less, &limits, |board| {
        match model.constraints()[index].holds(board) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    visit.complete.then_some(less)
}
