//! In which order registers are filled in: a few candidates, since which one has the small frontier
//! depends on the board.
//!
//! As they stand (row by row: few windows and diagonals are open at once); those with few levels
//! first (givens make a row small; the last and largest register is never stored); always the one
//! that puts fields on the fewest further variables, which suits sparse rules.

use super::cost::RegisterEnergies;
use std::collections::BTreeSet;

/// The orders to try, each once; every one holds all registers.
pub(super) fn candidates(energies: &RegisterEnergies) -> Vec<Vec<usize>> {
    let plain: Vec<usize> = (0..energies.registers.len()).collect();
    let mut small_first = plain.clone();
    small_first.sort_by_key(|&register| energies.registers[register].levels.len());
    let mut orders = vec![plain];
    for order in [fewest_touched(energies), small_first] {
        if !orders.contains(&order) {
            orders.push(order);
        }
    }
    orders
}

/// Greedily by the number of variables on which there are fields afterward, then by the number of
/// levels.
fn fewest_touched(energies: &RegisterEnergies) -> Vec<usize> {
    let registers = &energies.registers;
    let neighbors: Vec<BTreeSet<usize>> = registers
        .iter()
        .map(|register| {
            let met = |u: usize| energies.couplings[u].iter().map(|(v, _)| *v);
            register.ones_of_some_level().flat_map(met).collect()
        })
        .collect();
    let mut left: Vec<usize> = (0..registers.len()).collect();
    let mut filled: BTreeSet<usize> = BTreeSet::new();
    let mut touched: BTreeSet<usize> = BTreeSet::new();
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let after = |place: &usize| {
            let own = &registers[left[*place]];
            let both = touched.union(&neighbors[left[*place]]);
            let open = both.filter(|v| !filled.contains(*v) && !own.holds(**v));
            (open.count(), own.levels.len(), *place)
        };
        let best = (0..left.len())
            .min_by_key(after)
            .expect("a register is left");
        let next = left.remove(best);
        touched.extend(&neighbors[next]);
        filled.extend(registers[next].ones_of_some_level());
        order.push(next);
    }
    order
}
