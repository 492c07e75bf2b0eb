//! What registers mean: which variables each holds, and which assignment each of its levels is.

/// What one register means.
///
/// ```
/// use ketboard_puzzles::{RegisterForm, RegisterMeaning};
///
/// // a row of three cells that holds one queen
/// let (variables, levels) = (vec![0, 1, 2], vec![0b001, 0b010, 0b100]);
/// let form = RegisterForm::OneHot;
/// let row = RegisterMeaning { name: "row 1".into(), variables, levels, form };
/// assert_eq!((row.level(|k| k == 2), row.level(|_| true)), (Some(2), None));
/// assert_eq!(row.ones(), Some(vec![0, 1, 2]));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct RegisterMeaning {
    /// Where it is, for people: `row 3`, `region B`, `row 1 and row 2`, `r2c4`.
    pub name: String,
    /// Its variables, ascending.
    pub variables: Vec<usize>,
    /// Its levels, ascending: bit k of a level is the value of the k-th variable.
    pub levels: Vec<u128>,
    /// What kind of register it is.
    pub form: RegisterForm,
}

/// The kinds of registers, by what their levels look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegisterForm {
    /// Every level has exactly one 1, each at a place of its own; a variable without a level is 0
    /// throughout.
    OneHot,
    /// Any list of levels: legal lines, permutations, counts.
    Lines,
    /// One variable that may be 0 and 1.
    Qubit,
}

impl RegisterMeaning {
    pub(super) fn new(name: String, variables: Vec<usize>, levels: Vec<u128>) -> Self {
        let one_hot = levels.iter().all(|level| level.count_ones() == 1);
        let form = if variables.len() == 1 && levels == [0, 1] {
            RegisterForm::Qubit
        } else if one_hot {
            RegisterForm::OneHot
        } else {
            RegisterForm::Lines
        };
        Self {
            name,
            variables,
            levels,
            form,
        }
    }

    /// The variable that is 1 in each level, in order; `None` where the register is not one-hot.
    pub fn ones(&self) -> Option<Vec<usize>> {
        let one = |level: &u128| self.variables[level.trailing_zeros() as usize];
        (self.form == RegisterForm::OneHot).then(|| self.levels.iter().map(one).collect())
    }

    /// Its level where variable k is `at(k)`; `None` where that is no level.
    pub fn level(&self, at: impl Fn(usize) -> bool) -> Option<usize> {
        let places = self.variables.iter().enumerate();
        let bits = places.fold(0, |bits, (place, &k)| bits | u128::from(at(k)) << place);
        self.levels.binary_search(&bits).ok()
    }
}

/// Registers that hold every variable once, by their first variables.
///
/// ```
/// use ketboard_puzzles::{
///     Puzzle, RegisterChoice, RuleSet, Weights, RegisterLayout, encode, reduce,
/// };
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4", "four queens")?;
/// let reduction = reduce(&puzzle.model, RuleSet::None, None).expect("it has a solution");
/// let cost = encode(&puzzle.model, &reduction, &Weights::default());
/// let (model, choice) = (&puzzle.model, RegisterChoice::Rows);
/// let rows = RegisterLayout::choose(model, &reduction, &cost.layout, choice);
/// let rows = rows.expect("every row has one queen");
/// assert_eq!((rows.dims(), rows.states()), (vec![4; 4], 256)); // of 2¹⁶ states of qubits
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct RegisterLayout {
    /// The registers; register 0 is the fastest digit of a state's index.
    pub registers: Vec<RegisterMeaning>,
}

impl RegisterLayout {
    /// The rows of [`ModelFile::CONVENTIONS`](crate::ModelFile::CONVENTIONS) that read otherwise
    /// where a run is on registers of levels.
    pub const CONVENTIONS: &[(&str, &str)] = &[
        ("state", "that which the mixer begins with, on registers"),
        (
            "layer",
            "e^{-i gamma C} first, C including the offset, then the mixer at beta",
        ),
        (
            "bit order",
            "a basis index is the sum of level_r stride_r, register 0 fastest; counts are of qubits: character k of a bitstring is qubit k",
        ),
        (
            "rotations",
            "RZ(2 gamma h), RZZ(2 gamma J) with C rewritten on the levels; those of the mixer at beta",
        ),
    ];

    /// How many variables the registers hold.
    pub fn variables(&self) -> usize {
        self.registers.iter().map(|r| r.variables.len()).sum()
    }

    /// The number of levels of each register.
    pub fn dims(&self) -> Vec<usize> {
        self.registers.iter().map(|r| r.levels.len()).collect()
    }

    /// The number of states Π d_r; the largest number where that overflows.
    pub fn states(&self) -> u128 {
        let dims = self.registers.iter().map(|r| r.levels.len() as u128);
        dims.fold(1, u128::saturating_mul)
    }

    /// The value of every variable in the state `index` = Σ level_r · stride_r.
    pub fn assignment(&self, mut index: u64) -> Vec<bool> {
        let mut values = vec![false; self.variables()];
        for register in &self.registers {
            let dim = register.levels.len() as u64;
            let level = register.levels[(index % dim) as usize];
            index /= dim;
            for (place, &variable) in register.variables.iter().enumerate() {
                values[variable] = level >> place & 1 == 1;
            }
        }
        values
    }

    /// The state with these values of the variables; `None` where a register has no such level.
    /// Panics if the space has more states than a 64-bit index counts.
    pub fn index(&self, values: &[bool]) -> Option<u64> {
        let mut stride = 1_u128;
        let mut index = 0;
        for register in &self.registers {
            index += stride * register.level(|k| values[k])? as u128;
            stride *= register.levels.len() as u128;
        }
        Some(u64::try_from(index).expect("a space that is indexed has fewer than 2^64 states"))
    }

    /// Whether the values of the variables are a state of the space.
    pub fn contains(&self, values: &[bool]) -> bool {
        let mut registers = self.registers.iter();
        registers.all(|register| register.level(|k| values[k]).is_some())
    }
}
