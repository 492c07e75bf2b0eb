//! The basis states that decode to some boards, whatever the auxiliaries hold: few codes, each with
//! all settings of the rest.

/// A set of basis states: some values of the low qubits or registers, with any values of the
/// auxiliaries above them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StateSet {
    codes: Vec<u64>,
    /// How many codes there could be.
    coded: u128,
    auxiliaries: usize,
    /// The part of all states that these are.
    fraction: f64,
}

impl StateSet {
    /// The states whose lowest `coded` qubits spell one of `codes`, over `auxiliaries` more qubits.
    /// At most 64 qubits in all.
    pub(super) fn new(codes: Vec<u64>, coded: usize, auxiliaries: usize) -> Self {
        Self::in_space(codes, 1 << coded.min(64), auxiliaries)
    }

    /// The states whose codes, of so many possible ones, are `codes`: registers hold the board, and
    /// `auxiliaries` qubits are above them.
    pub(super) fn in_space(mut codes: Vec<u64>, coded: u128, auxiliaries: usize) -> Self {
        codes.sort_unstable();
        codes.dedup();
        let fraction = codes.len() as f64 / coded as f64;
        Self {
            codes,
            coded,
            auxiliaries,
            fraction,
        }
    }

    /// So many codes of 2^`bits`, too many to number them: only their part of all is known, and
    /// none is listed.
    pub(super) fn unlisted(codes: usize, bits: f64) -> Self {
        Self {
            fraction: codes as f64 * libm::exp2(-bits),
            ..Self::in_space(Vec::new(), 1, 0)
        }
    }

    /// The values of the qubits that hold the board, ascending: one for each board.
    pub(crate) fn codes(&self) -> &[u64] {
        &self.codes
    }

    /// Number of basis states; the largest number where that is too large to hold.
    pub(crate) fn len(&self) -> usize {
        let settings = 1_usize.checked_shl(self.auxiliaries as u32);
        let settings = settings.filter(|_| !self.codes.is_empty());
        settings.map_or(usize::from(!self.is_empty()) * usize::MAX, |settings| {
            self.codes.len().saturating_mul(settings)
        })
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// The part of all basis states that they are.
    pub(crate) fn fraction(&self) -> f64 {
        self.fraction
    }

    /// Whether the state is one of them.
    pub(crate) fn contains(&self, index: u64) -> bool {
        let code = u128::from(index) % self.coded;
        self.codes.binary_search(&(code as u64)).is_ok()
    }

    /// The states that spell one code.
    pub(crate) fn with_code(&self, code: u64) -> impl Iterator<Item = u64> + use<> {
        let (coded, settings) = (self.coded, 1_u128 << self.auxiliaries);
        // without auxiliaries nothing is shifted, so that 64 coded qubits do no harm
        (0..settings).map(move |setting| match setting {
            0 => code,
            _ => code + (setting * coded) as u64,
        })
    }

    /// The states, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u64> {
        let settings = (0..1_u128 << self.auxiliaries).take_while(|_| !self.codes.is_empty());
        settings.flat_map(move |setting| {
            let above = match setting {
                0 => 0,
                _ => (setting * self.coded) as u64,
            };
            self.codes.iter().map(move |code| code + above)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_is_every_setting_above_every_code() {
        let set = StateSet::new(vec![6, 1], 3, 2);
        let by_hand: Vec<u64> = (0..32).filter(|z| [1, 6].contains(&(z & 7))).collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), by_hand);
        assert_eq!((set.len(), set.fraction()), (8, 0.25));
        assert!((0..32).all(|z| set.contains(z) == by_hand.contains(&z)));
        let of_six: Vec<u64> = set.with_code(6).collect();
        assert_eq!(of_six, [6, 14, 22, 30]);
    }

    #[test]
    fn codes_of_registers_are_numbers_below_any_bound() {
        let set = StateSet::in_space(vec![5, 2], 6, 1);
        assert_eq!(set.iter().collect::<Vec<_>>(), [2, 5, 8, 11]);
        assert_eq!((set.len(), set.fraction()), (4, 2.0 / 6.0));
        let members: Vec<u64> = (0..12).filter(|x| set.contains(*x)).collect();
        assert_eq!(members, [2, 5, 8, 11]);
    }

    #[test]
    fn a_set_of_states_that_have_no_number_knows_its_part_of_all() {
        let set = StateSet::unlisted(3, 81.0);
        assert_eq!(set.fraction(), 3.0 / 2_f64.powi(81));
        assert!(set.is_empty() && !set.contains(0));
    }

    #[test]
    fn the_largest_sets_are_counted_without_being_listed() {
        let whole = StateSet::new(vec![u64::MAX], 64, 0);
        assert_eq!(whole.iter().collect::<Vec<_>>(), [u64::MAX]);
        assert!(whole.contains(u64::MAX) && !whole.contains(0));
        let many = StateSet::new(vec![1, 2], 2, 62);
        assert_eq!((many.len(), many.fraction()), (1 << 63, 0.5));
        let none = StateSet::new(Vec::new(), 4, 60);
        assert_eq!((none.len(), none.iter().next()), (0, None));
    }
}
