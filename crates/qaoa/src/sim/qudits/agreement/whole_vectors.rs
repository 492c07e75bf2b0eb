//! Qudits turned in whole vectors, two at a time, and what vectors leave over, against the
//! reference for all instructions.

use super::*;

/// Spaces whose qudits are turned in whole vectors, two at a time or alone, in batches that are
/// full or not.
const LARGER: &[&[usize]] = &[
    &[2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
    &[8, 8, 4, 5],
    &[6, 9, 7, 3],
    &[3, 1, 5, 11, 4],
    &[19, 9, 3],
    &[34, 9],
];
/// A qudit of more levels than a transposed run usually has.
const LONG: &[usize] = &[130, 9];

#[test]
fn whole_vectors_and_what_they_leave_over_agree_with_the_reference_for_all_instructions() {
    for (seed, dims) in (50..).zip(LARGER) {
        let space = QuditSpace::new(dims.to_vec()).unwrap();
        let rng = &mut rng(seed);
        let (gammas, betas) = layers(2, rng);
        let pairs: Vec<_> = gammas.iter().copied().zip(betas.iter().copied()).collect();
        let cuts = [TileLimits::USUAL, limits(72, 16, 512), limits(9, 600, 512)];
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
                    let room = QuditState::<f64>::room_with(&space, cut).unwrap();
                    let mut found = room.compiled_for(with);
                    found.prepare(cost, mixing, &gammas, &betas);
                    for (x, amplitude) in state.iter().enumerate() {
                        let off = (found.amplitude(x) - amplitude).norm();
                        assert!(off < 1e-12, "{what} at {x}: {off}");
                    }
                    let room = QuditState::<f32>::room_with(&space, cut).unwrap();
                    let mut found = room.compiled_for(with);
                    let value = found.value_of(cost, mixing, &gammas, &betas);
                    assert!((value - mean).abs() < 2e-6 * size, "{what}: {value} {mean}");
                }
            }
        }
    }
}

/// Amplitudes, value and derivatives of two layers with these instructions.
fn bits<T: Real>(
    cost: &QuditCost,
    mixing: &Mixing,
    angles: [&[f64]; 2],
    with: Instructions,
) -> Vec<u64> {
    let space = cost.space();
    let room = || {
        let room = QuditState::<T>::room_with(space, limits(72, 16, 512));
        room.unwrap().compiled_for(with)
    };
    let mut state = room();
    let mut found = vec![state.value_of(cost, mixing, angles[0], angles[1])];
    state.prepare(cost, mixing, angles[0], angles[1]);
    let amplitudes = (0..space.states()).map(|x| state.amplitude(x));
    found.extend(amplitudes.flat_map(|amplitude| [amplitude.re, amplitude.im]));
    found.push(state.expectation(cost));
    let mut by = [vec![0.0; 2], vec![0.0; 2]];
    let [by_gamma, by_beta] = by.each_mut().map(|list| &mut list[..]);
    let states = [&mut state, &mut room()];
    let value = gradient(states, cost, mixing, angles, [by_gamma, by_beta]);
    found.push(value);
    found.extend(by.concat());
    found.into_iter().map(f64::to_bits).collect()
}

#[test]
fn states_and_gradients_of_qudits_have_the_same_bits_with_all_instructions() {
    let spaces = LARGER.iter().chain([&LONG]).chain(SPACES);
    for (seed, dims) in (70..).zip(spaces) {
        let space = QuditSpace::new(dims.to_vec()).unwrap();
        let rng = &mut rng(seed);
        for (kind, (cost, _)) in costs(&space, seed, 72).iter().enumerate() {
            for mixing in mixings(&space, rng) {
                let (gammas, betas) = layers(2, rng);
                let angles = [&gammas[..], &betas];
                let double = bits::<f64>(cost, &mixing, angles, Instructions::Portable);
                let single = bits::<f32>(cost, &mixing, angles, Instructions::Portable);
                let others = Instructions::all().into_iter();
                for with in others.filter(|with| !matches!(with, Instructions::Portable)) {
                    let what = format!("{dims:?}, cost {kind}, {mixing:?}, {with:?}");
                    assert!(bits::<f64>(cost, &mixing, angles, with) == double, "{what}");
                    assert!(bits::<f32>(cost, &mixing, angles, with) == single, "{what}");
                }
            }
        }
    }
}
