//! Registers turned in whole vectors, two at a time, and what vectors leave over, against the
//! reference for all instructions.

use super::*;

/// Spaces whose registers are turned in whole vectors, two at a time or alone, in batches that are
/// full or not.
const LARGER: &[&[usize]] = &[
    &[2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
    &[8, 8, 4, 5],
    &[6, 9, 7, 3],
    &[3, 1, 5, 11, 4],
    &[19, 9, 3],
    &[34, 9],
];
/// A register of more levels than a transposed run usually has.
const LONG: &[usize] = &[130, 9];

#[test]
fn whole_vectors_and_what_they_leave_over_agree_with_the_reference_for_all_instructions() {
    for (seed, dims) in (50..).zip(LARGER) {
        let space = Space::new(dims.to_vec()).unwrap();
        let rng = &mut rng(seed);
        let (gammas, betas) = layers(2, rng);
        let pairs: Vec<_> = gammas.iter().copied().zip(betas.iter().copied()).collect();
        let cuts = [Limits::USUAL, limits(72, 16, 512), limits(9, 600, 512)];
        let costs = cuts.map(|cut| costs(&space, seed, cut.run));
        // the matrix of the Grover mixer would be too large
        for (kind, mixing) in mixings(&space, rng).iter().take(4).enumerate() {
            let energies = (0..space.states()).map(|x| costs[0][kind].0.energy(x));
            let energies: Vec<f64> = energies.collect();
            let state = reference::state(&space, &energies, mixing, &pairs);
            let mean = reference::expectation(&state, &energies);
            for (costs, cut) in costs.iter().zip(cuts) {
                let cost = &costs[kind].0;
                let size = 1.0 + cost.max().abs().max(cost.min().abs());
                for with in Instructions::all() {
                    let what = format!("{dims:?} {mixing:?} {cut:?} {with:?}");
                    let room = RegisterState::<f64>::room_with(&space, cut).unwrap();
                    let mut found = room.compiled_for(with);
                    found.prepare(cost, mixing, &gammas, &betas);
                    for (x, amplitude) in state.iter().enumerate() {
                        let off = (found.amplitude(x) - amplitude).norm();
                        assert!(off < 1e-12, "{what} at {x}: {off}");
                    }
                    let room = RegisterState::<f32>::room_with(&space, cut).unwrap();
                    let mut found = room.compiled_for(with);
                    let value = found.value_of(cost, mixing, &gammas, &betas);
                    assert!((value - mean).abs() < 2e-6 * size, "{what}: {value} {mean}");
                }
            }
        }
    }
}

#[test]
fn gradients_of_whole_vectors_are_those_of_plain_numbers() {
    for (seed, dims) in (70..).zip(LARGER.iter().chain([&LONG])) {
        let space = Space::new(dims.to_vec()).unwrap();
        let rng = &mut rng(seed);
        let cost = &costs(&space, seed, 72).remove(0).0;
        let size = 1.0 + cost.max().abs().max(cost.min().abs());
        for mixing in mixings(&space, rng) {
            let angles = layers(2, rng);
            let found = |with: Instructions| {
                let room = || {
                    let room = RegisterState::<f64>::room_with(&space, limits(72, 16, 512));
                    room.unwrap().compiled_for(with)
                };
                let mut by = [vec![0.0; 2], vec![0.0; 2]];
                let [by_gamma, by_beta] = by.each_mut().map(|list| &mut list[..]);
                let (states, angles) = ([&mut room(), &mut room()], [&angles.0[..], &angles.1]);
                let value = gradient(states, cost, &mixing, angles, [by_gamma, by_beta]);
                [vec![value], by.concat()].concat()
            };
            let plain = found(Instructions::Scalar);
            for with in Instructions::all() {
                for (a, b) in plain.iter().zip(found(with)) {
                    let off = (a - b).abs();
                    assert!(
                        off < 1e-12 * size * size,
                        "{dims:?} {mixing:?} {with:?}: {off}"
                    );
                }
            }
        }
    }
}
