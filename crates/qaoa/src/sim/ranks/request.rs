//! What rank 0 asks of the others. A request names things that all hold a share of by their
//! numbers; angles, terms and other numbers go with it as a list.

use crate::sim::real::Precision;

/// An enum whose variants are sent as words: the variant's number, then its fields.
macro_rules! requests {
    ($(#[$of_all:meta])* $requests:ident: $($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* $(,)? })*) => {
        $(#[$of_all])*
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub(in crate::sim) enum $requests {
            $($(#[$doc])* $name { $($field: $type),* },)*
        }

        /// The numbers of the variants.
        #[derive(Clone, Copy)]
        enum Kind {
            $($name),*
        }

        impl $requests {
            pub(super) fn to_words(self) -> Vec<u64> {
                let mut words = Vec::new();
                match self {
                    $(Self::$name { $($field),* } => {
                        (Kind::$name as usize).put(&mut words);
                        $($field.put(&mut words);)*
                    })*
                }
                words
            }

            pub(super) fn from_words(words: &[u64]) -> Self {
                let mut words = words.iter().copied();
                let kind = usize::take(&mut words);
                $(if kind == Kind::$name as usize {
                    return Self::$name { $($field: Sent::take(&mut words)),* };
                })*
                panic!("all ranks run the same program")
            }
        }
    };
}

requests! {
    /// A request; the list that goes with it is said in parentheses.
    Request:
    /// Work on so many threads.
    Threads { threads: usize }
    /// Tell how much memory is free.
    Memory {}
    /// Make a cost over `n` qubits (the masks of its terms, then the coefficients).
    Cost { name: u64, n: usize }
    /// Make a cost over qudits (its levels and tables).
    TableCost { name: u64 }
    DropCost { name: u64 }
    /// Count (or list) the states up to an energy (which is in the list).
    Ground { cost: u64, listed: bool }
    /// Find out which numbers of levels occur.
    Levels { cost: u64 }
    /// Bring the energies of all states.
    Energies { cost: u64 }
    /// Take memory for a state.
    Room { name: u64, n: usize, single: bool, beside: bool }
    /// Take memory for a state over the qudits of a cost.
    QuditRoom { name: u64, cost: u64, single: bool }
    DropState { name: u64 }
    /// Make a state as another is.
    Copy { name: u64, of: u64 }
    /// Make |+⟩ⁿ.
    Reset { state: u64 }
    /// Run a circuit (see [`Layers`]).
    Run { state: u64, layers: Layers, value: bool }
    /// Undo a circuit (the same).
    Undo { state: u64, image: u64, layers: Layers, of_cost: bool }
    /// Run a circuit on qudits (gammas, betas, how the qudits mix).
    RunQudits { state: u64, cost: u64, depth: usize, value: bool }
    /// Undo a circuit on qudits (the same).
    UndoQudits { state: u64, image: u64, cost: u64, depth: usize, of_cost: bool }
    /// Apply weights (one for each level) to a state.
    WeighLevels { state: u64, image: u64, cost: u64 }
    /// The same with one for each state, which are dealt out afterwards.
    WeighStates { state: u64, image: u64, cost: u64 }
    /// The same with −1 for the marked states (these).
    WeighMarked { state: u64, image: u64, cost: u64 }
    /// Add up probabilities.
    Norm { state: u64 }
    /// Add up energies.
    Expectation { state: u64, cost: u64 }
    /// Add up the probabilities of states up to an energy (this).
    UpTo { state: u64, cost: u64 }
    /// Add up the probabilities of each level.
    ByLevel { state: u64, cost: u64 }
    /// Find where marks (these) fall.
    Measured { state: u64 }
    /// Find the likeliest states.
    Likeliest { state: u64, k: usize }
    /// Tell real and imaginary parts of the amplitudes of some basis states (these).
    Parts { state: u64 }
    /// Bring real and imaginary parts of all amplitudes.
    AllParts { state: u64 }
    /// Bring all probabilities.
    Probabilities { state: u64 }
    /// The program has ended.
    End {}
}

/// The layers of a circuit: `terms` says how many terms the polynomial of each layer has (the list
/// is then: masks, the coefficients of each layer, betas); none where all layers are of the cost
/// (then: gammas, betas).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::sim) struct Layers {
    pub(in crate::sim) cost: u64,
    pub(in crate::sim) depth: usize,
    pub(in crate::sim) terms: Option<usize>,
}

impl Request {
    /// Whether a room is for f32.
    pub(in crate::sim) fn is_single(precision: Precision) -> bool {
        precision == Precision::F32
    }
}

/// A field of a request as words.
trait Sent: Sized {
    fn put(self, words: &mut Vec<u64>);
    fn take(words: &mut impl Iterator<Item = u64>) -> Self;
}

impl Sent for u64 {
    fn put(self, words: &mut Vec<u64>) {
        words.push(self);
    }

    fn take(words: &mut impl Iterator<Item = u64>) -> Self {
        words.next().expect("a word for each field")
    }
}

impl Sent for usize {
    fn put(self, words: &mut Vec<u64>) {
        (self as u64).put(words);
    }

    fn take(words: &mut impl Iterator<Item = u64>) -> Self {
        u64::take(words) as Self
    }
}

impl Sent for bool {
    fn put(self, words: &mut Vec<u64>) {
        u64::from(self).put(words);
    }

    fn take(words: &mut impl Iterator<Item = u64>) -> Self {
        u64::take(words) == 1
    }
}

impl Sent for Layers {
    fn put(self, words: &mut Vec<u64>) {
        self.cost.put(words);
        self.depth.put(words);
        self.terms.map_or(u64::MAX, |terms| terms as u64).put(words);
    }

    fn take(words: &mut impl Iterator<Item = u64>) -> Self {
        Self {
            cost: u64::take(words),
            depth: usize::take(words),
            terms: Some(u64::take(words))
                .filter(|terms| *terms != u64::MAX)
                .map(|terms| terms as usize),
        }
    }
}

/// Numbers as words of a list.
pub(in crate::sim) fn to_words<'a>(numbers: impl IntoIterator<Item = &'a f64>) -> Vec<u64> {
    numbers.into_iter().map(|number| number.to_bits()).collect()
}

pub(in crate::sim) fn to_numbers(words: &[u64]) -> Vec<f64> {
    words.iter().map(|word| f64::from_bits(*word)).collect()
}
