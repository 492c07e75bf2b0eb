//! Every shipped board and every sample, at every level of reduction, on all registers that it
//! offers.

use ketboard_puzzles::{
    Assignment, EncodedCost, Encodings, Family, Limits, Model, Puzzle, Reduction, RegisterChoice,
    RegisterForm, RegisterLayout, RegisterMeaning, RegisterTables, RulePlaces, RuleSet, Weights,
    encode, reduce,
};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::path::PathBuf;

/// Spaces of up to this many states are visited state by state, larger ones at as many random
/// states.
const VISITED: u128 = 600;

pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles")
}

/// Every shipped board and the sample of every family.
fn all_boards() -> Vec<Puzzle> {
    let entries = std::fs::read_dir(folder()).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "toml"));
    files.sort();
    let shipped = files.iter().map(|path| Puzzle::read(path).unwrap());
    let sample = |family: &&'static ketboard_puzzles::Family| {
        Puzzle::parse(family.sample, family.name).unwrap()
    };
    shipped.chain(Family::ALL.iter().map(sample)).collect()
}

struct Case {
    name: String,
    model: Model,
    reduction: Reduction,
    cost: EncodedCost,
    choice: RegisterChoice,
    layout: RegisterLayout,
}

/// Every board at every level, on all registers that it offers.
fn for_each_case(mut look: impl FnMut(&Case, &[Assignment])) -> usize {
    let mut cases = 0;
    for puzzle in all_boards() {
        let found = puzzle.model.all_solutions(&Limits::default());
        assert!(found.complete);
        for level in [RuleSet::None, RuleSet::Paper, RuleSet::Full] {
            let reduction = reduce(&puzzle.model, level, None).unwrap();
            let cost = encode(&puzzle.model, &reduction, &Weights::default());
            for choice in RegisterChoice::ALL
                .into_iter()
                .chain([RegisterChoice::OneHot])
            {
                let chosen =
                    RegisterLayout::choose(&puzzle.model, &reduction, &cost.layout, choice);
                let name = format!("{}, {}, {}", puzzle.file, level.name(), choice.name());
                let layout = match chosen {
                    Ok(layout) => layout,
                    Err(error) => {
                        let told = error.to_string();
                        assert!(told.contains("use `registers` auto"), "{name}: {told}");
                        continue;
                    }
                };
                cases += 1;
                let case = Case {
                    name,
                    model: puzzle.model.clone(),
                    reduction: reduction.clone(),
                    cost: cost.clone(),
                    choice,
                    layout,
                };
                look(&case, &found.solutions);
            }
        }
    }
    cases
}

#[test]
fn no_board_loses_a_solution_on_any_registers_it_offers() {
    let cases = for_each_case(|case, solutions| {
        let Case { name, layout, .. } = case;
        let mut held: Vec<usize> = layout
            .registers
            .iter()
            .flat_map(|r| r.variables.clone())
            .collect();
        assert!(
            layout.registers.iter().all(|r| r.levels.is_sorted()),
            "{name}"
        );
        held.sort_unstable();
        assert!(
            held.into_iter().eq(0..case.reduction.qubits()),
            "{name}: every variable once"
        );
        for board in solutions {
            let variables = case.reduction.project(board).unwrap();
            assert!(layout.contains(&variables), "{name} loses {board:?}");
            if layout.states() < 1 << 60 {
                let index = layout.index(&variables).unwrap();
                assert_eq!(layout.assignment(index), variables, "{name}");
            }
        }
    });
    assert!(cases > 300, "{cases}");
}

#[test]
fn the_automatic_space_is_never_larger_than_that_of_another_choice() {
    let mut least = std::collections::BTreeMap::new();
    let mut automatic = Vec::new();
    for_each_case(|case, _| {
        let board = case.name.rsplit_once(", ").unwrap().0.to_owned();
        let states = case.layout.states();
        match case.choice {
            RegisterChoice::Auto => automatic.push((board, states)),
            RegisterChoice::OneHot => {
                let one_hot =
                    |r: &RegisterMeaning| r.form != RegisterForm::Lines || r.levels.len() == 1;
                assert!(case.layout.registers.iter().all(one_hot), "{}", case.name);
            }
            RegisterChoice::Qubits
            | RegisterChoice::Rows
            | RegisterChoice::Columns
            | RegisterChoice::Regions => {
                let known = least.entry(board).or_insert(states);
                *known = states.min(*known);
            }
        }
    });
    for (board, states) in automatic {
        assert!(
            states <= least[&board],
            "{board}: {states} of {}",
            least[&board]
        );
    }
}

/// A uniformly random state, by its levels.
fn random_levels(dims: &[usize], rng: &mut ChaCha8Rng) -> Vec<usize> {
    dims.iter().map(|&d| rng.random_range(0..d)).collect()
}

fn assignment(layout: &RegisterLayout, levels: &[usize]) -> Vec<bool> {
    let mut values = vec![false; layout.variables()];
    for (register, &level) in layout.registers.iter().zip(levels) {
        for (place, &k) in register.variables.iter().enumerate() {
            values[k] = register.levels[level] >> place & 1 == 1;
        }
    }
    values
}

/// The energy of an assignment by the polynomial and by the rules that only tables carry.
fn by_the_rules(case: &Case, kept_out: &[usize], values: &[bool], weight: f64) -> f64 {
    let board = case.reduction.lift(values);
    let rules = case.model.constraints();
    let exact = case
        .cost
        .unencoded
        .iter()
        .filter(|rule| !kept_out.contains(rule));
    let broken = exact.filter(|&&rule| !rules[rule].holds(&board)).count();
    case.cost.polynomial.value(|k| values[k]) + weight * broken as f64
}

#[test]
fn every_state_has_the_energy_of_its_board() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut tables = 0;
    for_each_case(|case, _| {
        let layout = &case.layout;
        let cost = RegisterTables::of(&case.model, &case.reduction, &case.cost, layout).unwrap();
        let places = RulePlaces::of(&case.model, &case.reduction, &case.cost, layout);
        tables += cost.tables.len();
        let dims = layout.dims();
        let states: Vec<Vec<usize>> = if layout.states() <= VISITED {
            let digits = |index: u64| {
                let values = layout.assignment(index);
                let level = |r: &RegisterMeaning| r.level(|k| values[k]);
                layout.registers.iter().map(|r| level(r).unwrap()).collect()
            };
            (0..layout.states() as u64).map(digits).collect()
        } else {
            (0..60).map(|_| random_levels(&dims, &mut rng)).collect()
        };
        for levels in states {
            let values = assignment(layout, &levels);
            let expected = by_the_rules(case, &places.judged, &values, 1.0);
            let energy = cost.energy(&levels, &dims);
            assert!(
                (energy - expected).abs() < 1e-9,
                "{}: {levels:?}: {energy} {expected}",
                case.name
            );
            let board = case.reduction.lift(&values);
            for &rule in &places.kept {
                assert!(
                    case.model.constraints()[rule].holds(&board),
                    "{}: {levels:?}",
                    case.name
                );
            }
        }
    });
    assert!(tables > 1000, "{tables}");
}

#[test]
fn lines_that_must_differ_are_tables_over_two_rows_at_the_weight_of_their_kind() {
    let text = "family = 'takuzu'\ngrid = '''\n....\n....\n....\n....\n'''";
    let model = Puzzle::parse(text, "open.toml").unwrap().model;
    let reduction = reduce(&model, RuleSet::None, None).unwrap();
    let encodings = Encodings {
        distinct_lines: ketboard_puzzles::DistinctLines::Hobo,
        ..Encodings::default()
    };
    let weights = Weights::parse(["distinct=2.5"], encodings).unwrap();
    let cost = encode(&model, &reduction, &weights);
    let layout =
        RegisterLayout::choose(&model, &reduction, &cost.layout, RegisterChoice::Rows).unwrap();
    assert_eq!(
        layout.dims(),
        [6; 4],
        "6 balanced rows of 4 without three alike"
    );
    let tables = RegisterTables::of(&model, &reduction, &cost, &layout).unwrap();
    let places = RulePlaces::of(&model, &reduction, &cost, &layout);
    // the pairs of columns are left to the judge
    let counts = [
        cost.unencoded.len(),
        places.tabulated.len(),
        places.judged.len(),
    ];
    assert_eq!(counts, [12, 6, 6]);
    let case = Case {
        name: "open".into(),
        choice: RegisterChoice::Rows,
        layout: layout.clone(),
        model: model.clone(),
        reduction: reduction.clone(),
        cost,
    };
    for index in 0..layout.states() as u64 {
        let values = layout.assignment(index);
        let levels: Vec<usize> = layout
            .registers
            .iter()
            .map(|r| r.level(|k| values[k]).unwrap())
            .collect();
        let expected = by_the_rules(&case, &places.judged, &values, 2.5);
        assert_eq!(tables.energy(&levels, &layout.dims()), expected);
    }
    // encoded as a product, the same lines span all rows where they are columns: still a table on
    // this board
    let product = encodings.encode(&model, &reduction, &weights).unwrap();
    let exact = RegisterTables::of(&model, &reduction, &product, &layout).unwrap();
    let places = RulePlaces::of(&model, &reduction, &product, &layout);
    assert_eq!([places.tabulated.len(), places.judged.len()], [0, 0]);
    for index in 0..layout.states() as u64 {
        let values = layout.assignment(index);
        let levels: Vec<usize> = layout
            .registers
            .iter()
            .map(|r| r.level(|k| values[k]).unwrap())
            .collect();
        let energy = product.polynomial.value(|k| values[k]);
        assert_eq!(exact.energy(&levels, &layout.dims()), energy);
    }
}

#[test]
fn well_known_spaces_have_the_size_that_counting_gives() {
    let states = |text: &str, level, choice| {
        let model = Puzzle::parse(text, "text.toml").unwrap().model;
        let reduction = reduce(&model, level, None).unwrap();
        let cost = encode(&model, &reduction, &Weights::default());
        RegisterLayout::choose(&model, &reduction, &cost.layout, choice)
            .unwrap()
            .states()
    };
    let queens = "family = 'n-queens'\nsize = 6";
    assert_eq!(
        states(queens, RuleSet::None, RegisterChoice::Rows),
        6_u128.pow(6)
    );
    assert_eq!(
        states(queens, RuleSet::None, RegisterChoice::OneHot),
        6_u128.pow(6)
    );
    // two rows of 6 side by side: 36 pairs of queens, 6 in one column, 10 on a diagonal
    assert_eq!(
        states(queens, RuleSet::None, RegisterChoice::Auto),
        20_u128.pow(3)
    );
    let row = ".".repeat(6) + "\n";
    let tango = format!("family = 'tango'\ngrid = '''\n{}'''", row.repeat(6));
    assert_eq!(
        states(&tango, RuleSet::None, RegisterChoice::Rows),
        14_u128.pow(6)
    );
    assert_eq!(
        states(&tango, RuleSet::None, RegisterChoice::Columns),
        14_u128.pow(6)
    );
    let sudoku = "family = 'sudoku'\ngrid = '''\n....\n....\n....\n....\n'''\nbox = [2, 2]";
    assert_eq!(
        states(sudoku, RuleSet::None, RegisterChoice::Rows),
        24_u128.pow(4)
    );
    assert_eq!(
        states(sudoku, RuleSet::None, RegisterChoice::Regions),
        24_u128.pow(4)
    );
    let rows: Vec<String> = "ABCDEFGHI"
        .chars()
        .map(|c| c.to_string().repeat(9))
        .collect();
    let rows = rows.join("\n");
    let stars = format!("family = 'star-battle'\nstars = 2\nregions = '''\n{rows}\n'''");
    // two of nine in a row, not side by side: C(8, 2)
    assert_eq!(
        states(&stars, RuleSet::None, RegisterChoice::Rows),
        28_u128.pow(9)
    );
}
