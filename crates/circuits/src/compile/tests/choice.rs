//! The circuit that is chosen is the best of all that are found, rated as what the device runs.

use super::*;

#[test]
fn auto_takes_the_best_of_all_methods_by_each_goal() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let device = Device::named("torino").unwrap();
    let program = Program::qaoa(&random_terms(6, 0.7, 0, &mut rng), 6, &angles(2, &mut rng));
    for goal in GOALS {
        let by = |method| {
            compile(
                &program,
                &device,
                &CompileSettings {
                    goal,
                    method,
                    seed: 2,
                    ..CompileSettings::default()
                },
                None,
            )
            .unwrap()
        };
        let best = by(None);
        for method in &METHODS[1..] {
            let one = by(*method);
            assert!(
                !one.chosen.is_better(&best.chosen, goal),
                "{goal:?}: {method:?}"
            );
            assert!(
                one.chosen.method != best.chosen.method || one.circuit == best.circuit,
                "same seed, same circuit"
            );
            let of_it = best.candidates.iter().filter(|c| Some(c.method) == *method);
            assert_eq!(of_it.copied().collect::<Vec<_>>(), one.candidates);
        }
    }
}

#[test]
fn a_goal_is_served_at_least_as_well_by_its_circuit_as_by_every_candidate() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let program = Program::qaoa(&random_terms(8, 0.6, 0, &mut rng), 8, &angles(3, &mut rng));
    for (name, fractional) in [
        ("torino", false),
        ("torino", true),
        ("sherbrooke", false),
        ("line-8", false),
    ] {
        let device = Device::named(name).unwrap();
        let settings = |goal, method| CompileSettings {
            goal,
            method,
            fractional,
            seed: 3,
        };
        let go_on = || ControlFlow::Continue(());
        let mut pool = Vec::new();
        for method in METHODS {
            let of_any_goal = settings(CompileGoal::Gates, method);
            pool.extend(searched_circuits(&program, &device, &of_any_goal, &go_on).unwrap());
        }
        for goal in GOALS {
            let auto = settings(goal, None);
            let best = compile(&program, &device, &auto, None).unwrap();
            let what = format!("{name} {fractional:?} {goal:?}");
            for Compiled { chosen: other, .. } in &pool {
                assert!(!other.is_better(&best.chosen, goal), "{what}: {other:?}");
                assert!(best.candidates.contains(other), "{what}: {other:?}");
            }
            assert!(pool.iter().any(|one| one.circuit == best.circuit), "{what}");
        }
    }
}

#[test]
fn a_circuit_is_rated_as_the_native_circuit_that_it_becomes() {
    let mut rng = ChaCha8Rng::seed_from_u64(21);
    let program = Program::qaoa(&random_terms(6, 0.8, 0, &mut rng), 6, &angles(2, &mut rng));
    for (name, fractional) in [
        ("torino", false),
        ("torino", true),
        ("fez", true),
        ("sherbrooke", false),
        ("forte", false),
    ] {
        let device = Device::named(name).unwrap();
        let settings = CompileSettings {
            fractional,
            ..CompileSettings::default()
        };
        let compiled = compile(&program, &device, &settings, None).unwrap();
        let native = translate(&compiled.circuit, &device, fractional).unwrap();
        assert_eq!(compiled.native, native, "{name} {fractional:?}");
        let model = NoiseModel::of(&device).unwrap();
        let fidelity = NoisyCircuit::new(&native, &model).estimated_fidelity();
        assert_eq!(
            compiled.chosen.estimated_fidelity,
            Some(fidelity),
            "{name} {fractional:?}"
        );
        assert_eq!(
            (
                compiled.chosen.two_qubit_gates,
                compiled.chosen.two_qubit_depth
            ),
            (native.two_qubit_gates(), native.two_qubit_depth())
        );
    }
}

#[test]
fn gates_of_any_angle_never_make_the_chosen_circuit_worse() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    for (name, n, p) in [("torino", 5, 3), ("fez", 7, 2), ("torino", 8, 1)] {
        let terms = random_terms(n, 0.5, 0, &mut rng);
        let program = Program::qaoa(&terms, n, &angles(p, &mut rng));
        let device = Device::named(name).unwrap();
        let by = |fractional| {
            let settings = CompileSettings {
                fractional,
                ..CompileSettings::default()
            };
            let compiled = compile(&program, &device, &settings, None).unwrap();
            assert_same(&compiled, &program, name);
            compiled.chosen.estimated_fidelity.unwrap()
        };
        let (fractional, standard) = (by(true), by(false));
        assert!(
            fractional >= standard,
            "{name}, n = {n}: {fractional} {standard}"
        );
    }
}

#[test]
fn parities_in_the_first_layer_and_swaps_after_it_take_fewer_gates_than_swaps_alone() {
    let dense: Vec<_> = (0..8)
        .flat_map(|a| (a + 1..8).map(move |b| (vec![a, b], 0.1 + 0.01 * (a + b) as f64)))
        .collect();
    let program = Program::qaoa(&dense, 8, &Angles::new(vec![0.3; 2], vec![0.2; 2]).unwrap());
    let line = Device::named("line-8").unwrap();
    let by = |method: CompileMethod| {
        let settings = CompileSettings {
            method: Some(method),
            goal: CompileGoal::Gates,
            ..CompileSettings::default()
        };
        let compiled = compile(&program, &line, &settings, None).unwrap();
        assert_same(&compiled, &program, method.name());
        compiled
    };
    let (mixed, swaps) = (by(CompileMethod::Mixed), by(CompileMethod::SwapNetwork));
    assert!(
        mixed.chosen.two_qubit_gates < swaps.chosen.two_qubit_gates,
        "{} {}",
        mixed.chosen.two_qubit_gates,
        swaps.chosen.two_qubit_gates
    );
}
