//! A quadratic cost over registers in integers: what a level costs by itself, and what it does to
//! the variables of the others.
//!
//! A register whose levels all have the same number q of ones takes a field that is c on all its
//! variables as the energy q c: fields are compared after their least value is taken out. A
//! variable that is 0 in every level has no field, one that is 1 in every level turns its field
//! into energy at once.

use super::unit::common_unit;
use crate::encode::Polynomial;
use crate::error::Result;
use crate::registers::{RegisterLayout, RegisterMeaning};

/// The cost, register by register.
#[derive(Clone, Debug)]
pub(super) struct RegisterEnergies {
    pub(super) registers: Vec<RegisterCouplings>,
    /// J of each variable with each other that it meets, in units.
    pub(super) couplings: Vec<Vec<(usize, i32)>>,
    offset: f64,
    unit: f64,
}

/// One register.
#[derive(Clone, Debug)]
pub(super) struct RegisterCouplings {
    pub(super) levels: Vec<RegisterLevel>,
    /// The variables that differ among its levels.
    pub(super) live: Vec<usize>,
    /// The variables that are 1 in all its levels.
    pub(super) always: Vec<usize>,
    /// The number of live variables that are 1, where it is the same in all levels.
    pub(super) ones: Option<i64>,
}

/// One level of a register.
#[derive(Clone, Debug)]
pub(super) struct RegisterLevel {
    /// The variables that are 1, but for those that always are.
    pub(super) ones: Vec<usize>,
    /// The energy of all its ones among themselves.
    pub(super) energy: i64,
    /// What its ones, all of them, add to the fields of other variables.
    pub(super) fields: Vec<(usize, i32)>,
}

impl RegisterEnergies {
    /// The quadratic `cost` over the variables of `layout`.
    ///
    /// # Errors
    /// If its coefficients have no common unit.
    pub(super) fn new(cost: &Polynomial, layout: &RegisterLayout) -> Result<Self> {
        let coefficients: Vec<f64> = cost
            .terms()
            .filter(|(variables, _)| !variables.is_empty())
            .map(|(_, c)| c)
            .collect();
        let unit = common_unit(&coefficients)?;
        let units = |c: f64| (c / unit).round() as i32;
        let linear: Vec<i32> = cost.linear().into_iter().map(units).collect();
        let mut couplings = vec![Vec::new(); cost.n()];
        for (u, v, c) in cost.quadratic() {
            couplings[u].push((v, units(c)));
            couplings[v].push((u, units(c)));
        }
        let register = |meaning| RegisterCouplings::new(meaning, &linear, &couplings);
        Ok(Self {
            registers: layout.registers.iter().map(register).collect(),
            couplings,
            offset: cost.offset(),
            unit,
        })
    }

    /// An energy that is so many units above the offset.
    pub(super) fn energy(&self, units: i64) -> f64 {
        self.offset + self.unit * units as f64
    }

    /// The energy of one step.
    pub(super) fn unit(&self) -> f64 {
        self.unit
    }

    /// Number of variables.
    pub(super) fn variables(&self) -> usize {
        self.couplings.len()
    }
}

impl RegisterCouplings {
    fn new(meaning: &RegisterMeaning, linear: &[i32], couplings: &[Vec<(usize, i32)>]) -> Self {
        let places = 0..meaning.variables.len();
        let is_one = |level: &u128, place: usize| level >> place & 1 == 1;
        let in_all = |place: &usize| meaning.levels.iter().all(|level| is_one(level, *place));
        let in_any = |place: &usize| meaning.levels.iter().any(|level| is_one(level, *place));
        let variable = |place: usize| meaning.variables[place];
        let always: Vec<usize> = places.clone().filter(in_all).map(variable).collect();
        let live = places
            .clone()
            .filter(|place| in_any(place) && !in_all(place));
        let live: Vec<usize> = live.map(variable).collect();
        let levels = meaning.levels.iter().map(|level| {
            let ones = places.clone().filter(|&place| is_one(level, place));
            let ones: Vec<usize> = ones.map(variable).collect();
            RegisterLevel::new(ones, &always, linear, couplings)
        });
        let levels: Vec<RegisterLevel> = levels.collect();
        let first = levels.first().map(|level| level.ones.len());
        let alike = levels.iter().all(|level| Some(level.ones.len()) == first);
        Self {
            ones: first.filter(|_| alike).map(|ones| ones as i64),
            levels,
            live,
            always,
        }
    }

    /// The variables that are 1 in some level.
    pub(super) fn ones_of_some_level(&self) -> impl Iterator<Item = usize> {
        self.live.iter().chain(&self.always).copied()
    }

    /// Whether it has the variable, and a level where it is 1.
    pub(super) fn holds(&self, variable: usize) -> bool {
        self.ones_of_some_level().any(|own| own == variable)
    }

    /// Takes out of the fields on this register what does not tell its levels apart, and returns
    /// its energy.
    pub(super) fn normalize(&self, fields: &mut [i32]) -> i64 {
        let mut energy = 0;
        for &variable in &self.always {
            energy += i64::from(std::mem::take(&mut fields[variable]));
        }
        let least = self.live.iter().map(|&variable| fields[variable]).min();
        if let (Some(ones), Some(least)) = (self.ones, least) {
            self.live
                .iter()
                .for_each(|&variable| fields[variable] -= least);
            energy += ones * i64::from(least);
        }
        energy
    }
}

impl RegisterLevel {
    fn new(
        ones: Vec<usize>,
        always: &[usize],
        linear: &[i32],
        couplings: &[Vec<(usize, i32)>],
    ) -> Self {
        let mut fields = vec![0; linear.len()];
        let mut energy = 0;
        for &u in &ones {
            // the fields of the ones before u are its pairs with them
            energy += i64::from(linear[u]) + i64::from(fields[u]);
            couplings[u].iter().for_each(|&(v, c)| fields[v] += c);
        }
        let fields = fields.into_iter().enumerate().filter(|(_, f)| *f != 0);
        Self {
            energy,
            fields: fields.collect(),
            ones: ones.into_iter().filter(|u| !always.contains(u)).collect(),
        }
    }
}
