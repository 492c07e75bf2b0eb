//! Everything that can be asked of a shared state and cost, beside what one process answers: the
//! same bits, for any number of ranks.

use crate::memory::{Purpose, check_shared_qudits};
use crate::ranks::threads::{SMALL, USUAL, over_threads};
use crate::ranks::{Ranks, idle_ranks, over_ranks};
use crate::sim::{Question, Watch};
use crate::{Angles, Ansatz, Cost, Mixer, Objective, Precision, State};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Qubits of the states that are compared.
const N: usize = SMALL.least;

/// Costs by how many levels they have: a byte numbers them, two do, two do where most numbers are
/// of no state, and too many.
const KINDS: [&str; 4] = ["few", "many", "scattered", "irregular"];

fn terms(n: usize, kind: &str) -> Vec<(u64, f64)> {
    let mut terms = vec![(0, 0.5)];
    for i in 0..n {
        let field = match kind {
            "few" => ((i * 5) % 7) as f64 * 0.5 - 1.0,
            "many" => (i * i * 3 + 1) as f64,
            "scattered" => ((i % 3) * 5000 + i % 2) as f64 - 3000.0,
            _ => 0.3 + (1.0 + i as f64).sqrt(),
        };
        terms.push((1 << i, field));
        let pair = match kind {
            "scattered" => 10_000.0,
            _ => 0.5 + (i % 4) as f64 * 0.5,
        };
        terms.push((1 << i | 1 << ((i * 7 + 3) % n), pair));
    }
    terms.push((1 << (n - 1) | 0b11, 1.5_f64.floor()));
    terms
}

#[derive(Default)]
struct Found(Vec<u64>);

impl Found {
    fn numbers(&mut self, numbers: impl IntoIterator<Item = f64>) {
        self.0.extend(numbers.into_iter().map(f64::to_bits));
    }

    fn angles(&mut self, angles: &Angles) {
        self.numbers(angles.gammas.iter().chain(&angles.betas).copied());
    }

    fn pairs(&mut self, pairs: impl IntoIterator<Item = (u64, f64)>) {
        for (x, number) in pairs {
            self.0.extend([x, number.to_bits()]);
        }
    }
}

/// What can be said of a cost.
fn of_cost(cost: &Cost) -> Vec<u64> {
    let mut found = Found::default();
    let last = cost.states() - 1;
    found.numbers([cost.min(), cost.max(), cost.mean()]);
    found.numbers([cost.standard_deviation(), cost.rounding()]);
    found.0.extend(cost.ground_states(cost.rounding()));
    found.0.push(cost.ground_degeneracy(2.0));
    found.numbers((0..=last).step_by(last / 37).map(|x| cost.energy(x)));
    found.numbers(cost.energy_levels().into_iter().flatten());
    found.0
}

/// What can be asked of a state.
fn of_state(state: &State, cost: &Cost) -> Vec<u64> {
    let mut found = Found::default();
    let last = state.states() - 1;
    found.numbers([state.norm(), state.expectation(cost)]);
    found.numbers([state.ground_probability(cost, cost.mean() - cost.min())]);
    let some = [last as u64, 5, 1 << 9, 5, 0, last as u64 / 3];
    found.numbers([state.probability_of(some)]);
    for x in [0, 3, last / 2, last] {
        let amplitude = state.amplitude(x);
        found.numbers([amplitude.re, amplitude.im, state.probability(x)]);
    }
    found.pairs(state.likeliest(7));
    for (x, times) in state.sample(500, 3).unwrap() {
        found.0.extend([x, times]);
    }
    let levels = state.amplitudes.ask(Question::Levels, Some(&cost.diagonal));
    found.numbers(levels);
    found.numbers(state.probabilities().into_iter().step_by(97));
    let amplitudes = state.amplitudes().into_iter().step_by(89);
    found.numbers(amplitudes.flat_map(|a| [a.re, a.im]));
    found.0
}

/// Values, derivatives and states of an ansatz.
fn of_ansatz(ansatz: &Ansatz, angles: &Angles) -> Vec<u64> {
    let mut found = Found::default();
    let mut evaluator = ansatz.evaluator().unwrap();
    let mut slope = Angles::default();
    for objective in [
        Objective::Expectation,
        Objective::Cvar(0.2),
        Objective::Gibbs(0.1),
        Objective::Success,
    ] {
        found.numbers([evaluator.value(objective, angles)]);
        found.numbers([evaluator.value_and_gradient(objective, angles, &mut slope)]);
        found.angles(&slope);
    }
    found
        .0
        .extend(of_state(evaluator.state(angles), ansatz.cost()));
    let kept = ansatz.state(angles).unwrap();
    let other = Angles::new_in(
        angles.gammas.iter().map(|g| g + 0.1).collect(),
        angles.betas.clone(),
        ansatz.shape(),
    );
    evaluator.state(&other.unwrap());
    found.numbers([kept.norm(), kept.expectation(ansatz.cost())]);
    found.0
}

fn standard(depth: usize) -> Angles {
    let gammas = [0.3, 0.07, -0.2, 0.11][..depth].to_vec();
    Angles::new(gammas, [-0.5, 1.2, 2.5, 0.4][..depth].to_vec()).unwrap()
}

fn on_ranks(size: usize, kind: &str, precision: Precision) -> Vec<u64> {
    over_threads(size, SMALL, || {
        let cost = Cost::from_terms(N, terms(N, kind)).unwrap();
        let mut found = of_cost(&cost);
        let ansatz =
            Ansatz::new(cost)
                .with_precision(precision)
                .with_solutions([1, 77, (1 << N) - 2]);
        for depth in 0..4 {
            found.extend(of_ansatz(&ansatz, &standard(depth)));
        }
        found
    })
}

fn assert_same(what: &str, found: &[u64], expected: &[u64]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let differ = found.iter().zip(expected).position(|(a, b)| a != b);
    assert_eq!(differ, None, "{what}: of {}", found.len());
}

#[test]
fn every_answer_has_the_bits_of_one_process_whatever_the_number_of_ranks() {
    for kind in KINDS {
        for precision in [Precision::F64, Precision::F32] {
            let expected = on_ranks(0, kind, precision);
            for size in [1, 2, 4, 8] {
                let what = format!("{kind}, {precision:?}, {size} ranks");
                assert_same(&what, &on_ranks(size, kind, precision), &expected);
            }
        }
    }
}

#[test]
fn angles_for_each_group_and_each_qubit_have_the_bits_of_one_process() {
    let of_ranks = |size| {
        over_threads(size, SMALL, || {
            let list = terms(N, "irregular");
            let (first, second) = list.split_at(9);
            let cost = Cost::from_terms(N, list.clone()).unwrap();
            let ansatz = Ansatz::new(cost)
                .with_groups(&[first.to_vec(), second.to_vec()])
                .unwrap()
                .with_mixer(Mixer::x_per_qubit())
                .unwrap();
            let shape = ansatz.shape();
            let series = |count: usize, step: f64| {
                let angle = move |k: usize| 0.3 - step * k as f64;
                (0..2 * count).map(angle)
            };
            let gammas = series(shape.groups, 0.11).collect();
            let angles = Angles::new_in(gammas, series(shape.mixers, 0.07).collect(), shape);
            let angles = angles.unwrap();
            let here = ansatz.gradient(&angles).unwrap();
            let mut found = Found::default();
            found.numbers([here.0]);
            found.angles(&here.1);
            found
                .0
                .extend(of_state(&ansatz.state(&angles).unwrap(), ansatz.cost()));
            found.0
        })
    };
    let expected = of_ranks(0);
    for size in [2, 4, 8] {
        assert_same(&format!("{size} ranks"), &of_ranks(size), &expected);
    }
}

#[test]
fn another_observable_has_the_bits_of_one_process() {
    let of_ranks = |size| {
        over_threads(size, SMALL, || {
            let cost = |kind| Cost::from_terms(N, terms(N, kind)).unwrap();
            let ansatz = Ansatz::new(cost("few")).with_observable(cost("irregular"));
            let here = ansatz.unwrap().gradient(&standard(3)).unwrap();
            let mut found = Found::default();
            found.numbers([here.0]);
            found.angles(&here.1);
            found.0
        })
    };
    let expected = of_ranks(0);
    for size in [2, 8] {
        assert_same(&format!("{size} ranks"), &of_ranks(size), &expected);
    }
}

/// Spaces in three groups, with the rows of the highest; the lists of their passes do not end where
/// shares do.
const SPACES: [(&[usize], usize); 3] = [
    (&[7, 9, 5, 3, 4, 7, 8], 8),
    (&[5, 3, 4, 7, 12, 5, 6], 30),
    (&[7, 9, 5, 11, 8, 3, 4], 12),
];

/// A cost over all neighbors and some far pairs, of few levels, of many, or of too many.
fn on_qudits(dims: &[usize], kind: &str) -> Cost {
    let value = |k: usize| match kind {
        "few" => ((k * 7) % 5) as f64 * 0.5 - 1.0,
        "many" => ((k * k * 31) % 997) as f64,
        _ => 0.3 + (1.0 + k as f64).sqrt(),
    };
    let pairs = (0..dims.len()).map(|r| [r, (r * 2 + 1) % dims.len()]);
    let table = |[a, b]: [usize; 2]| {
        let qudits = if a == b { vec![a] } else { vec![a, b] };
        let count = qudits.iter().map(|r| dims[*r]).product();
        (qudits, (0..count).map(|k| value(k + 3 * a)).collect())
    };
    Cost::from_tables(dims.to_vec(), 0.25, pairs.map(table).collect()).unwrap()
}

fn on_ranks_of_qudits(
    size: usize,
    (dims, rows): (&[usize], usize),
    kind: &str,
    precision: Precision,
) -> Vec<u64> {
    over_threads(size, SMALL, || {
        let cost = on_qudits(dims, kind);
        let shares = size > 0 && rows % size == 0;
        assert_eq!(cost.ranks(), if shares { size } else { 1 }, "{dims:?}");
        let mut found = of_cost(&cost);
        let last = cost.states() as u64 - 1;
        let ansatz =
            Ansatz::new(cost)
                .with_precision(precision)
                .with_solutions([1, 77, last / 2, last]);
        for depth in 0..3 {
            found.extend(of_ansatz(&ansatz, &standard(depth)));
        }
        found
    })
}

#[test]
fn every_answer_on_qudits_has_the_bits_of_one_process_whatever_the_number_of_ranks() {
    for (space, kinds) in SPACES
        .into_iter()
        .zip([&["few", "irregular"][..], &["many"], &["few"]])
    {
        for (kind, precision) in kinds.iter().zip([Precision::F64, Precision::F32]) {
            let expected = on_ranks_of_qudits(0, space, kind, precision);
            for size in [1, 2, 4, 8] {
                let what = format!("{space:?}, {kind}, {precision:?}, {size} ranks");
                let found = on_ranks_of_qudits(size, space, kind, precision);
                assert_same(&what, &found, &expected);
            }
        }
    }
}

#[test]
fn ranks_that_no_strip_is_left_for_take_part() {
    let mut cut = SMALL;
    cut.least = 11;
    let of_ranks = |size, precision| {
        over_threads(size, cut, || {
            let cost = on_qudits(&[7, 9, 5, 8], "few");
            assert_eq!(cost.ranks(), size.max(1));
            let ansatz = Ansatz::new(cost).with_precision(precision);
            of_ansatz(&ansatz, &standard(2))
        })
    };
    for precision in [Precision::F64, Precision::F32] {
        let expected = of_ranks(0, precision);
        // five strips of f64, four of f32
        for size in [2, 4, 8] {
            assert_same(
                &format!("{size} ranks"),
                &of_ranks(size, precision),
                &expected,
            );
        }
    }
}

#[test]
fn every_mixer_of_qudits_has_the_bits_of_one_process() {
    let of_ranks = |size, mixer: &Mixer| {
        over_threads(size, SMALL, || {
            let ansatz = Ansatz::new(on_qudits(SPACES[0].0, "few"));
            let ansatz = ansatz.with_mixer(mixer.clone()).unwrap();
            let here = ansatz.gradient(&standard(2)).unwrap();
            let mut found = Found::default();
            found.numbers([here.0]);
            found.angles(&here.1);
            let state = ansatz.state(&standard(2)).unwrap();
            found.0.extend(of_state(&state, ansatz.cost()));
            found.0
        })
    };
    for mixer in [Mixer::xy_ring(), Mixer::grover()] {
        let expected = of_ranks(0, &mixer);
        for size in [2, 8] {
            let what = format!("{mixer:?}, {size} ranks");
            assert_same(&what, &of_ranks(size, &mixer), &expected);
        }
    }
}

#[test]
fn the_smallest_shared_state_is_cut_as_on_one_process() {
    for precision in [Precision::F64, Precision::F32] {
        let of_ranks = |size| {
            over_threads(size, USUAL, || {
                let cost = Cost::from_terms(USUAL.least, terms(USUAL.least, "few")).unwrap();
                let ansatz = Ansatz::new(cost).with_precision(precision);
                let here = ansatz.gradient(&standard(2)).unwrap();
                let mut found = Found::default();
                found.numbers([here.0, ansatz.expectation(&standard(3)).unwrap()]);
                found.angles(&here.1);
                found.0
            })
        };
        let expected = of_ranks(0);
        for size in [4, 64] {
            assert_same(&format!("{size} ranks"), &of_ranks(size), &expected);
        }
    }
}

#[test]
fn a_stopped_evaluation_stops_on_all_ranks_and_the_next_one_is_right() {
    over_threads(4, SMALL, || {
        let ansatz = Ansatz::new(Cost::from_terms(N, terms(N, "few")).unwrap());
        let right = ansatz.gradient(&standard(3)).unwrap();
        for passes in [0, 1, 4, 9] {
            let left = AtomicUsize::new(passes);
            let ask = || match left
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |k| k.checked_sub(1))
            {
                Ok(_) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            };
            let watch = Watch::new(&ask).of_any_state();
            let mut slope = Angles::default();
            let mut evaluator = ansatz.evaluator().unwrap().under(watch);
            let value =
                evaluator.value_and_gradient(Objective::Expectation, &standard(3), &mut slope);
            assert!(value.is_nan(), "{passes} passes");
            let mut again = evaluator.under(Watch::NONE);
            let value = again.value_and_gradient(Objective::Expectation, &standard(3), &mut slope);
            assert_eq!(value.to_bits(), right.0.to_bits());
            assert_eq!(slope, right.1);
        }
    });
}

#[test]
fn a_large_cost_that_is_refused_leaves_the_ranks_as_they_were() {
    over_threads(2, SMALL, || {
        let refusal = |terms| Cost::from_terms(N, terms).unwrap_err().to_string();
        assert!(refusal([(1 << N, 1.0)]).contains("qubit 17 of 17"));
        assert!(refusal([(1, f64::NAN)]).contains("finite"));
        let ansatz = Ansatz::new(Cost::from_terms(N, terms(N, "few")).unwrap());
        assert_eq!(ansatz.state(&standard(1)).unwrap().ranks(), 2);
    });
}

#[test]
fn evaluations_of_several_threads_are_done_in_turn() {
    over_threads(2, SMALL, || {
        let ansatz = Ansatz::new(Cost::from_terms(N, terms(N, "few")).unwrap());
        let value = |depth| ansatz.gradient(&standard(depth)).unwrap().0;
        let alone: Vec<f64> = (1..4).map(value).collect();
        let of_search = crate::tasks::each((0..6).map(|k| 1 + k % 3), |depth| {
            let (mut evaluator, mut slope) = (ansatz.evaluator().unwrap(), Angles::default());
            evaluator.value_and_gradient(Objective::Expectation, &standard(depth), &mut slope)
        });
        assert_eq!(of_search, [&alone[..], &alone].concat());
    });
}

#[test]
fn ranks_are_idle_until_something_is_shared_and_are_asked_for_memory_where_they_would_share() {
    let asked = |dims: &[usize]| {
        let asked = check_shared_qudits(dims, Purpose::Gradient, Precision::F64);
        asked.map(|answer| answer.is_ok())
    };
    assert_eq!((idle_ranks(), asked(SPACES[0].0)), (0, None));
    over_threads(4, SMALL, || {
        assert_eq!(asked(&[3, 5]), None, "a small space");
        assert_eq!(asked(SPACES[1].0), None, "30 rows");
        assert_eq!(asked(SPACES[0].0), Some(true));
        assert_eq!(asked(&[1 << 20, 1 << 20, 1 << 20]), Some(false));
        let small = Ansatz::new(Cost::from_terms(3, [(0b11, 1.0)]).unwrap());
        small.expectation(&standard(1)).unwrap();
        assert_eq!(idle_ranks(), 3);
        let ansatz = Ansatz::new(on_qudits(SPACES[0].0, "few"));
        let state = ansatz.state(&standard(1)).unwrap();
        assert_eq!((idle_ranks(), state.ranks()), (0, 4));
        state.check_list(8).unwrap();
        let refusal = state.check_list(usize::MAX).unwrap_err().to_string();
        assert!(refusal.contains("states would fit"), "{refusal}");
    });
}

#[test]
fn numbers_of_ranks_that_are_no_share_are_refused() {
    #[derive(Debug)]
    struct So(usize);
    impl Ranks for So {
        fn rank(&self) -> usize {
            0
        }
        fn size(&self) -> usize {
            self.0
        }
        fn size_here(&self) -> usize {
            self.0
        }
        fn broadcast(&self, _: usize, _: &mut [u8]) {
            panic!("nothing is sent");
        }
        fn exchange(&self, _: &[u8], _: &mut [u8]) {
            panic!("nothing is sent");
        }
    }
    for size in [3, 6, 100, 128] {
        let refusal = over_ranks(So(size), || ()).unwrap_err().to_string();
        assert!(refusal.contains("power of two"), "{refusal}");
    }
    assert_eq!(over_ranks(So(1), || 5).unwrap(), Some(5));
}
