//! What depends on how a state lies in memory, and on how its phases are looked up, against a state
//! that lies and looks otherwise.

use super::*;

/// What a layer makes of a state, and its gradient, with some cut and instructions.
fn found<T: Real>(
    cost: &QuditCost,
    cut: TileLimits,
    with: Instructions,
    [gammas, betas]: [&[f64]; 2],
) -> (Vec<Complex64>, Vec<f64>) {
    let (space, mixing) = (cost.space(), Mixing::complete(cost.space()));
    let room = || {
        let room = QuditState::<T>::room_with(space, cut).unwrap();
        room.compiled_for(with)
    };
    let mut state = room();
    state.prepare(cost, &mixing, gammas, betas);
    let amplitudes = (0..space.states()).map(|x| state.amplitude(x)).collect();
    let mut by = [vec![0.0; gammas.len()], vec![0.0; betas.len()]];
    let derivatives = by.each_mut().map(|list| &mut list[..]);
    let states = [&mut room(), &mut room()];
    let value = gradient(states, cost, &mixing, [gammas, betas], derivatives);
    (amplitudes, [vec![value], by.concat()].concat())
}

fn assert_same<T: Real>(
    cost: &QuditCost,
    [one, other]: [(TileLimits, Instructions); 2],
    bound: f64,
    what: &str,
) {
    let angles = [&[0.3, -0.7][..], &[0.4, 0.1][..]];
    let (amplitudes, numbers) = found::<T>(cost, one.0, one.1, angles);
    let (expected, wanted) = found::<T>(cost, other.0, other.1, angles);
    for (x, (a, b)) in amplitudes.iter().zip(&expected).enumerate() {
        assert!((a - b).norm() <= bound, "{what} at {x}: {a} {b}");
    }
    let size = 1.0 + cost.max().abs().max(cost.min().abs());
    for (a, b) in numbers.iter().zip(&wanted) {
        assert!((a - b).abs() <= bound * size * size, "{what}: {a} {b}");
    }
}

#[test]
fn tiles_with_gaps_between_them_hold_the_same_state_as_one_piece_of_memory() {
    for dims in [vec![64, 64, 3, 3], vec![9, 500, 2, 3, 2]] {
        let space = QuditSpace::new(dims.clone()).unwrap();
        let cut = limits(4608, 3, 512);
        let gaps = QuditGroups::new(&space, cut);
        assert!(gaps.groups() > 2);
        let layout = TileLayout::new::<f32>(&space, &gaps);
        assert!(layout.pitch > layout.tile, "no gap in {dims:?}");
        let cost = &costs(&space, 3, 4608).remove(0).0;
        let best = Instructions::best();
        let both = [(cut, best), (TileLimits::USUAL, best)];
        assert_same::<f64>(cost, both, 1e-12, "f64");
        assert_same::<f32>(cost, both, 3e-6, "f32");
    }
}

#[test]
fn phases_of_few_levels_or_of_levels_on_a_grid_have_the_same_bits_with_all_instructions() {
    let rng = &mut rng(8);
    let grid = |levels: u32| (0..levels).map(|k| 3.0 + 0.5 * f64::from(k)).collect();
    let uneven = (0..40).map(|_| rng.random_range(-3.0..3.0)).collect();
    let lists: [Vec<f64>; 6] = [grid(8), grid(16), grid(33), grid(200), grid(300), uneven];
    for values in lists {
        let levels = values.len();
        for dims in [
            vec![levels, 9, 4],
            vec![8, 3, levels],
            vec![4, 4, 4, 2, levels],
        ] {
            let qudit = dims.iter().position(|&d| d == levels).unwrap();
            let space = QuditSpace::new(dims.clone()).unwrap();
            let table = CostTable {
                qudits: vec![qudit],
                values: values.clone(),
            };
            let cost = QuditCost::with_runs(space, vec![table], 144).unwrap();
            let cut = limits(144, 400, 512);
            for with in Instructions::all() {
                let what = format!("{dims:?} {with:?}");
                let both = [(cut, with), (cut, Instructions::Portable)];
                assert_same::<f64>(&cost, both, 0.0, &what);
                assert_same::<f32>(&cost, both, 0.0, &what);
            }
        }
    }
}
