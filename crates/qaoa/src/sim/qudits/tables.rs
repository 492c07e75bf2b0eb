//! A cost as tables: numbers for each combination of the levels of a few qudits.

use super::space::QuditSpace;
use crate::error::{Error, Result};
use crate::sim::cost::terms::TermList;

/// A share of the cost that depends on a few qudits alone.
///
/// ```
/// use ketboard_qaoa::{Cost, CostTable};
/// // a trit and a bit; level 2 costs 5 where the bit is set, whose levels come second
/// let pair = CostTable { qudits: vec![0, 1], values: vec![0.0, 0.0, 0.0, 0.0, 0.0, 5.0] };
/// let cost = Cost::from_tables(vec![3, 2], 1.0, vec![pair])?;
/// assert_eq!((cost.energy(2), cost.energy(2 + 3)), (1.0, 6.0));
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct CostTable {
    /// The qudits, each once; none makes the table a constant.
    pub qudits: Vec<usize>,
    /// The share for each combination of their levels, the first named qudit fastest.
    pub values: Vec<f64>,
}

/// The sum of all tables.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pub(super) list: Vec<CostTable>,
}

impl Tables {
    /// # Errors
    /// If a table names a qudit that is not there or names one twice, has not one value for each
    /// combination, or a sum of values could leave the real line.
    pub(super) fn checked(space: &QuditSpace, list: Vec<CostTable>) -> Result<Self> {
        for (number, table) in list.iter().enumerate() {
            check(space, table).map_err(|(found, remedy)| {
                Error::argument(format!("table {number} of the cost"), found, remedy)
            })?;
        }
        let tables = Self { list };
        let mut values = tables.list.iter().flat_map(|table| &table.values);
        let wrong = values.find(|value| !value.is_finite());
        let (what, value) = match wrong {
            Some(&value) => ("a value of the cost's tables", value),
            None => ("the sum of the largest values of all tables", tables.size()),
        };
        if value.is_finite() {
            return Ok(tables);
        }
        let what = what.into();
        Err(Error::NotFinite { what, value })
    }

    /// Σ max |value| over the tables, which no energy exceeds.
    pub(super) fn size(&self) -> f64 {
        let largest = |table: &CostTable| table.values.iter().map(|v| v.abs()).fold(0.0, f64::max);
        self.list.iter().map(largest).sum()
    }

    /// The mean energy over all basis states.
    pub(super) fn mean(&self) -> f64 {
        let mean = |table: &CostTable| table.values.iter().sum::<f64>() / table.values.len() as f64;
        self.list.iter().map(mean).sum()
    }

    /// A number of which all values are whole multiples, and the multiples.
    pub(super) fn in_units(&self) -> Option<(f64, Self)> {
        // in this order tables of one value each say what the same terms say of qubits, bit for bit
        let values = self.list.iter().flat_map(|table| &table.values);
        let all = TermList::new(0, values.map(|&value| (0, value)).collect());
        let unit = all.unit(all.size())?;
        let whole = all.in_units(unit);
        let mut multiples = whole.list.into_iter().map(|(_, multiple)| multiple);
        let table = |table: &CostTable| CostTable {
            qudits: table.qudits.clone(),
            values: multiples.by_ref().take(table.values.len()).collect(),
        };
        let list = self.list.iter().map(table).collect();
        Some((unit, Self { list }))
    }
}

fn check(space: &QuditSpace, table: &CostTable) -> std::result::Result<(), (String, String)> {
    let mut expected = 1_usize;
    for (k, &r) in table.qudits.iter().enumerate() {
        let Some(&d) = space.dims().get(r) else {
            let remedy = format!("there are {}, counted from 0", space.qudits());
            return Err((format!("qudit {r}"), remedy));
        };
        if table.qudits[..k].contains(&r) {
            let remedy = "name each qudit once".into();
            return Err((format!("qudit {r} twice"), remedy));
        }
        expected = expected.saturating_mul(d);
    }
    if table.values.len() == expected {
        return Ok(());
    }
    Err((
        format!("{} values", table.values.len()),
        format!("give one for each of {expected} combinations of levels"),
    ))
}
