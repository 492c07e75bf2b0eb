//! Tables against the sums of their terms, state by state.

use super::*;
use crate::sim::instructions::Instructions;
use crate::sim::reference;
use crate::sim::walk::place::BlockPlace;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// What coefficients are made of.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Small,
    Quarters,
    Thousands,
    Billions,
    TwoUnits,
    ThreeUnits,
    Reals,
}

const KINDS: [Kind; 7] = [
    Kind::Small,
    Kind::Quarters,
    Kind::Thousands,
    Kind::Billions,
    Kind::TwoUnits,
    Kind::ThreeUnits,
    Kind::Reals,
];

/// 3n terms of up to five variables, a constant, and one mask twice.
fn random(n: usize, kind: Kind, rng: &mut ChaCha8Rng) -> Vec<(u64, f64)> {
    let mut coefficient = |degree: usize| match kind {
        Kind::Small => f64::from(rng.random_range(-3..=3)),
        Kind::Quarters => f64::from(rng.random_range(-9..=9)) / 4.0,
        Kind::Thousands => f64::from(rng.random_range(-2000..=3000)),
        Kind::Billions => (rng.random_range(-1_i64 << 44..1 << 44)) as f64,
        Kind::TwoUnits if degree == 1 => f64::from(rng.random_range(-2..=2)) * 0.7_f64.sqrt(),
        Kind::TwoUnits => f64::from(rng.random_range(-2..=2)),
        Kind::ThreeUnits => {
            let unit = [1.0, 0.7, 0.3][degree % 3];
            f64::from(rng.random_range(-2..=2)) * f64::sqrt(unit)
        }
        Kind::Reals => rng.random_range(-1.0..1.0),
    };
    let mut terms = vec![(0, -17.0 * coefficient(0))];
    for k in 0..3 * n {
        let degree = 1 + k % 5;
        terms.push((degree as u64, coefficient(degree)));
    }
    for (degree, _) in terms.iter_mut().skip(1) {
        *degree = (0..*degree).fold(0, |mask, _| mask | 1 << rng.random_range(0..n));
    }
    terms.extend(terms.get(1).copied());
    terms
}

/// How far apart two sums of the same terms may lie: not at all where they are whole multiples of a
/// power of two.
fn off(kind: Kind, cost: &Diagonal) -> f64 {
    match kind {
        Kind::Small | Kind::Quarters | Kind::Thousands | Kind::Billions => 0.0,
        Kind::TwoUnits | Kind::ThreeUnits | Kind::Reals => cost.rounding(),
    }
}

#[test]
fn a_table_holds_the_sum_of_the_terms_within_each_state() {
    let mut rng = ChaCha8Rng::seed_from_u64(31);
    for n in 0..=14 {
        for kind in KINDS {
            let terms = random(n, kind, &mut rng);
            let cost = Diagonal::from_terms(n, terms.iter().copied()).unwrap();
            let expected = reference::energies(n, &terms);
            let off = off(kind, &cost);
            for (x, energy) in expected.iter().enumerate() {
                let what = format!("{n} variables, {kind:?}, state {x}");
                assert!((cost.energy(x) - energy).abs() <= off, "{what}");
            }
            let found: Vec<f64> = (0..1 << n).map(|x| cost.energy(x)).collect();
            let low = found.iter().copied().fold(f64::INFINITY, f64::min);
            let high = found.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            assert_eq!((cost.min(), cost.max()), (low, high), "{n}, {kind:?}");
            let mut distinct = found;
            distinct.sort_by(f64::total_cmp);
            distinct.dedup();
            let levels = cost.levels();
            let stored = matches!(kind, Kind::Small | Kind::Quarters) && n >= 8;
            assert!(levels.is_some() || !stored, "{n}, {kind:?}");
            assert!(
                levels.is_none_or(|levels| levels == distinct),
                "{n}, {kind:?}"
            );
        }
    }
}

#[test]
fn the_standard_deviation_is_that_of_all_energies() {
    let mut rng = ChaCha8Rng::seed_from_u64(32);
    for n in [0, 1, 3, 5, 8, 12, 16] {
        for kind in KINDS {
            let terms = random(n, kind, &mut rng);
            let cost = Diagonal::from_terms(n, terms.iter().copied()).unwrap();
            let energies = reference::energies(n, &terms);
            let squares: f64 = energies.iter().map(|e| (e - cost.mean()).powi(2)).sum();
            let expected = (squares / energies.len() as f64).sqrt();
            let off = (cost.standard_deviation() - expected).abs();
            assert!(off <= 1e-12 * (1.0 + expected), "{n}, {kind:?}: {off:e}");
        }
    }
}

/// Terms of `n` variables with the energies 0, 1, … `levels` − 1 and no others.
fn counting(n: usize, levels: u32) -> Vec<(u64, f64)> {
    let bits = (levels - 1).ilog2();
    let rest = f64::from(levels - (1 << bits));
    let binary = (0..bits).map(|i| (1 << i, f64::from(1 << i)));
    let terms: Vec<_> = binary.chain([(1 << bits, rest)]).collect();
    assert!(terms.len() <= n, "{levels} levels of {n} variables");
    terms
}

#[test]
fn a_byte_two_bytes_and_no_table_begin_where_they_should() {
    let cases = [
        (255, 1),
        (256, 1),
        (257, 2),
        (65535, 2),
        (65536, 2),
        (65537, 0),
    ];
    for (levels, bytes) in cases {
        for (n, unit, offset) in [(17, 1.0, -3.0), (18, 0.7, 0.0)] {
            let terms = counting(n, levels)
                .into_iter()
                .map(|(mask, c)| (mask, c * unit));
            let cost = Diagonal::from_terms(n, terms.chain([(0, offset)])).unwrap();
            let found = match cost.index() {
                LevelIndex::Bytes(_) => 1,
                LevelIndex::Words(_) => 2,
                LevelIndex::Absent => 0,
            };
            assert_eq!(found, bytes, "{levels} levels of {n} variables in {unit}");
            let expected = (levels <= 65536).then_some(levels as usize);
            assert_eq!(cost.levels().map(<[f64]>::len), expected, "{levels} levels");
            for x in (0..1 << n).step_by(1021) {
                let bits = (levels - 1).ilog2();
                let top = f64::from(levels - (1 << bits)) * (x >> bits & 1) as f64;
                let energy = (top + (x % (1 << bits)) as f64) * unit + offset;
                let off = (cost.energy(x) - energy).abs();
                assert!(
                    off <= cost.rounding(),
                    "{levels} levels, state {x}: {off:e}"
                );
            }
        }
    }
}

#[test]
fn sums_near_the_end_of_exact_whole_numbers_stay_exact() {
    let large = 2.0_f64.powi(50) - 1.0;
    let terms = [(0b001, large), (0b010, -large), (0b111, 3.0), (0b100, 1.0)];
    let cost = Diagonal::from_terms(3, terms).unwrap();
    for (x, energy) in reference::energies(3, &terms).into_iter().enumerate() {
        assert_eq!(cost.energy(x), energy, "state {x}");
    }
    assert_eq!((cost.min(), cost.max()), (-large, large + 1.0));
}

#[test]
fn tiles_hold_the_energies_of_their_states_with_all_instructions() {
    let mut rng = ChaCha8Rng::seed_from_u64(33);
    for n in [0, 1, 4, 5, 6, 9, 12, 13, 15] {
        let terms = random(n, Kind::Small, &mut rng);
        let expected = reference::energies(n, &terms);
        let terms = TermList::new(n, terms);
        for instructions in Instructions::all() {
            let walk = EnergyWalk::with(&terms, instructions);
            let found = walk.fold(|found: &mut Vec<f64>, first, energies| {
                assert_eq!(first % energies.len(), 0, "{n} variables");
                found.extend(energies);
            });
            assert_eq!(found.concat(), expected, "{n} variables");
            let blocks = (1_usize << n).div_ceil(LANES);
            let mut room = Vec::new();
            for asked in ["first", "again"] {
                let whole =
                    terms.energies(BlockPlace::tile(0, blocks), blocks, instructions, &mut room);
                let states = &whole[..1 << n];
                assert_eq!(states, expected, "{n} variables, asked {asked}");
            }
        }
    }
}

#[test]
fn a_table_is_the_same_for_any_number_of_threads() {
    let mut rng = ChaCha8Rng::seed_from_u64(34);
    for kind in KINDS {
        let terms = random(17, kind, &mut rng);
        let made = [1, 2, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let make = || Diagonal::from_terms(17, terms.iter().copied()).unwrap();
            let cost = pool.build().unwrap().install(make);
            let bits: Vec<u64> = (0..1 << 17).map(|x| cost.energies_at(x)).collect();
            (
                bits,
                cost.entries.clone(),
                cost.standard_deviation().to_bits(),
            )
        });
        assert!(made[0] == made[1] && made[0] == made[2], "{kind:?}");
    }
}

impl Diagonal {
    /// The bits of an energy; of few states only where they are rebuilt, which takes long.
    fn energies_at(&self, x: usize) -> u64 {
        let skipped = matches!(self.index, LevelIndex::Absent) && !x.is_multiple_of(997);
        if skipped { 0 } else { self.energy(x).to_bits() }
    }
}

#[test]
fn a_table_in_huge_pages_holds_the_same() {
    let n = 22;
    let terms: Vec<_> = (0..n)
        .map(|i| (1 << i | 1 << (i / 2), f64::from(i % 3) - 1.0))
        .collect();
    let cost = Diagonal::from_terms(n as usize, terms.iter().copied()).unwrap();
    for x in (0..1_usize << n).step_by(9973) {
        let within = terms.iter().filter(|(mask, _)| mask & !(x as u64) == 0);
        assert_eq!(
            cost.energy(x),
            within.map(|(_, c)| c).sum::<f64>(),
            "state {x}"
        );
    }
}
