//! Figures from records alone: what is drawn, what is left out and why, and what is refused.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use crate::experiment::{FIGURES, FigurePlan, Figures, draw_figures, figures};
use crate::lab::read_records;
use crate::pipeline::{Input, Record, ShotEstimate};
use crate::plots::PictureLayout;
use crate::tests::records::{QUEENS, SUDOKU, TANGO, TENTS, chain, lines, record};
use ketboard_puzzles::RegisterChoice;
use ketboard_qaoa::{Objective, mixers::MixerName, search::Strategy};
use resvg::usvg::roxmltree::{Document, Node};
use std::collections::BTreeSet;
use std::path::Path;

#[path = "figures/groups.rs"]
mod groups;

fn plan(only: &[&str]) -> FigurePlan {
    FigurePlan {
        only: only.iter().map(|name| (*name).to_owned()).collect(),
        ..FigurePlan::default()
    }
}

fn all() -> Vec<Record> {
    [QUEENS, TANGO, SUDOKU, TENTS]
        .iter()
        .flat_map(|board| chain(board, 3))
        .collect()
}

/// Names of the SVG files that were written.
fn names(figures: &Figures) -> Vec<String> {
    let names = figures.pictures.iter();
    names.map(|(name, _)| format!("{name}.svg")).collect()
}

fn words(folder: &Path, name: &str) -> String {
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    let svg = Document::parse(&text).unwrap();
    let is_text = |node: &Node<'_, '_>| node.has_tag_name("text") || node.has_tag_name("desc");
    let texts = svg.descendants().filter(is_text);
    let words: Vec<_> = texts
        .filter_map(|node| Some(node.text()?.trim().to_owned()))
        .collect();
    words.join(" ")
}

#[test]
fn every_figure_is_drawn_from_full_records_and_its_words_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let figures = draw_figures(&all(), folder.path(), &plan(&[])).unwrap();
    assert!(figures.left_out.is_empty(), "{:?}", figures.left_out);
    let expected = [
        ("success.svg", "median of 4 puzzles"),
        ("expectation.svg", "⟨C⟩ − lowest energy"),
        ("qubits.svg", "each puzzle: no line"),
        ("time-shots.svg", "Grover, p iterations"),
        ("time-layers.svg", "annealing at equal layers"),
        ("angles.svg", "Thick lines are medians"),
        ("angles-queens-4x4.svg", "γ in units of √n/σ(C)"),
        ("broken-sudoku-4x4.svg", "box"),
        (
            "marginals-tango-4x4.svg",
            "the probability of a moon in percent",
        ),
        (
            "marginals-sudoku-4x4.svg",
            "A cell shows its likeliest value",
        ),
        ("boards-tents-4x4.svg", "obeys all rules"),
        ("boards-sudoku-4x4.svg", "obeys all rules"),
    ];
    let written = names(&figures);
    for (file, word) in expected {
        assert!(
            written.iter().any(|name| name == file),
            "{file} not in {written:?}"
        );
        let words = words(folder.path(), file);
        assert!(words.contains(word), "{file}: {word:?} not in {words}");
        assert!(
            folder.path().join(file).with_extension("png").exists(),
            "{file}"
        );
    }
}

#[test]
fn baselines_stand_in_every_figure_of_success() {
    let folder = tempfile::tempdir().unwrap();
    draw_figures(&all(), folder.path(), &plan(&[])).unwrap();
    for file in [
        "success.svg",
        "qubits.svg",
        "time-shots.svg",
        "time-layers.svg",
        "boards-queens-4x4.svg",
    ] {
        let words = words(folder.path(), file);
        for baseline in [
            "random guess",
            "annealing at equal layers",
            "Grover, p iterations",
            "Exact search",
        ] {
            assert!(
                words.contains(baseline),
                "{file}: {baseline} not in {words}"
            );
        }
    }
}

#[test]
fn boards_of_a_record_are_judged_by_its_rules() {
    let folder = tempfile::tempdir().unwrap();
    for board in [QUEENS, TANGO, SUDOKU] {
        draw_figures(&chain(&board, 2), folder.path(), &plan(&["boards"])).unwrap();
        let words = words(folder.path(), &format!("boards-{}.svg", board.name));
        assert_eq!(
            words.matches("obeys all rules").count(),
            1,
            "{}: {words}",
            board.name
        );
        assert_eq!(
            words.matches("breaks ").count(),
            9,
            "{}: {words}",
            board.name
        );
        assert_eq!(words.matches("P = ").count(), 10, "{}: {words}", board.name);
    }
}

#[test]
fn settings_are_series_named_by_what_they_differ_in_and_seeds_are_none() {
    let mut records = chain(&QUEENS, 3);
    let with = |change: fn(&mut Record)| -> Vec<Record> {
        let mut changed = chain(&QUEENS, 3);
        changed.iter_mut().for_each(change);
        changed
    };
    records.extend(with(|r| r.setting.seed = 2));
    records.extend(with(|r| {
        r.setting.strategy = Strategy::Fourier { terms: Some(4) }
    }));
    let folder = tempfile::tempdir().unwrap();
    let figures = draw_figures(&records, folder.path(), &plan(&["success", "broken"])).unwrap();
    let found = words(folder.path(), "success.svg");
    assert!(
        found.contains("ladder") && found.contains("fourier:4") && !found.contains("median of"),
        "{found}"
    );
    assert!(
        found.contains("2 seeds, each puzzle their median") && !found.contains("strategy ladder"),
        "{found}"
    );
    let expected = [
        "success.svg",
        "broken-queens-4x4-ladder.svg",
        "broken-queens-4x4-fourier-4.svg",
    ];
    assert_eq!(names(&figures), expected);
}

/// The records of three boards under so many seeds and objectives; seed k has k times the ⟨C⟩.
fn study(seeds: u64, objectives: &[Objective]) -> Vec<Record> {
    let mut records = Vec::new();
    for (seed, objective) in (1..=seeds).flat_map(|seed| objectives.iter().map(move |o| (seed, o)))
    {
        for mut record in [QUEENS, TANGO, SUDOKU]
            .iter()
            .flat_map(|board| chain(board, 3))
        {
            record.setting.seed = seed;
            record.setting.objective = *objective;
            record.metrics.expectation *= seed as f64;
            record.objective = Some(record.metrics.expectation);
            records.push(record);
        }
    }
    records
}

#[test]
fn seeds_and_settings_make_no_puzzle_count_twice() {
    let both = [Objective::Expectation, Objective::Success];
    for seeds in [1, 2, 3, 5] {
        for objectives in [&both[..1], &both] {
            let only = plan(&["success", "expectation", "time", "angles"]);
            let records = study(seeds, objectives);
            let records: Vec<&Record> = records.iter().collect();
            for (name, drawn) in figures(&records, &only).unwrap().pictures {
                let rows = drawn.table.lines().filter_map(|row| row.rsplit(',').next());
                let counts: BTreeSet<&str> = rows.filter(|count| *count != "n").collect();
                let is_one = counts.iter().all(|count| *count == "1");
                assert!(
                    name.starts_with("angles-") || !is_one,
                    "{seeds} seeds, {name}"
                );
                assert!(
                    counts.iter().all(|n| ["1", "3"].contains(n)),
                    "{seeds} seeds, {name}: {counts:?}"
                );
                let said = drawn
                    .caption
                    .contains(&format!("{seeds} seeds, each puzzle"));
                assert_eq!(said, seeds > 1 && !name.starts_with("angles-"), "{name}");
            }
        }
    }
}

#[test]
fn the_median_of_the_seeds_stands_for_a_puzzle_and_its_best_run_for_a_state() {
    for (seeds, median, best) in [(1, 1.0, 1), (2, 1.5, 1), (3, 2.0, 1), (4, 2.5, 1)] {
        let mut records = study(seeds, &[Objective::Expectation]);
        records.retain(|record| record.name == QUEENS.name);
        let plan = FigurePlan {
            layout: PictureLayout::for_pages(),
            ..plan(&["expectation", "boards"])
        };
        let all: Vec<&Record> = records.iter().collect();
        let drawn = figures(&all, &plan).unwrap().pictures;
        let value = median * record(&QUEENS, 3).metrics.expectation;
        assert!(
            drawn[0].1.svg.contains(&format!("[3.0,{value:?}]")),
            "{seeds}: {}",
            drawn[0].1.svg
        );
        let seed = format!("seed {best}");
        assert!(drawn[1].1.caption.contains(&seed), "{seeds}");
    }
}

#[test]
fn a_line_is_fitted_only_where_sizes_and_nothing_else_differ() {
    let sized = |family: &str, sizes: &[usize]| -> Vec<Record> {
        let of = |n: &usize| {
            let mut record = record(&QUEENS, 2);
            record.qubits = *n;
            record.name = format!("{family}-{n}");
            record.input = Input::Puzzle(QUEENS.text.replace("Queens", &record.name));
            record.family = Some(family.to_owned());
            record.metrics.success_probability = Some(libm::exp2(-0.5 * *n as f64));
            record
        };
        sizes.iter().map(of).collect()
    };
    for (records, line) in [
        (sized("queens", &[4, 6, 8]), true),
        (sized("queens", &[4, 6]), false),
        (
            [sized("queens", &[4, 6, 8]), sized("tango", &[4, 6, 8])].concat(),
            true,
        ),
        (
            [sized("queens", &[4, 6, 8]), sized("tango", &[4, 6])].concat(),
            false,
        ),
        (
            [sized("queens", &[4, 6]), sized("tango", &[8])].concat(),
            false,
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let plan = FigurePlan {
            table: true,
            ..plan(&["qubits"])
        };
        draw_figures(&records, folder.path(), &plan).unwrap();
        let table = std::fs::read_to_string(folder.path().join("qubits.csv")).unwrap();
        let (_, fits) = table.split_once("fit,depth,a,low,high,n,").unwrap();
        let fits: Vec<&str> = fits.lines().skip(1).collect();
        assert_eq!(fits.len(), usize::from(line), "{table}");
        for fit in fits {
            let numbers = fit
                .split(',')
                .skip(2)
                .map(|one| one.parse::<f64>().unwrap());
            let [a, _, _, n, from, to] = *Vec::from_iter(numbers) else {
                panic!("{fit}");
            };
            assert!((a - 0.5).abs() < 1e-9, "{fit}");
            assert_eq!((n, from, to), (records.len() as f64, 4.0, 8.0), "{fit}");
        }
        let found = words(folder.path(), "qubits.svg");
        assert_eq!(found.contains("a = 0.500 [0.500, 0.500]"), line, "{found}");
        assert_eq!(found.contains("each puzzle: no line"), !line, "{found}");
    }
}

#[test]
fn what_the_records_lack_is_left_out_and_said() {
    let mut bare = record(&QUEENS, 2);
    bare.layers = None;
    bare.metrics.success_probability = None;
    bare.shots_to_99 = None;
    bare.layers_to_99 = None;
    let folder = tempfile::tempdir().unwrap();
    let figures = draw_figures(&[bare], folder.path(), &plan(&[])).unwrap();
    assert_eq!(names(&figures), ["angles-queens-4x4.svg"]);
    let left_out: Vec<_> = figures.left_out.iter().map(|left| left.figure).collect();
    let expected = [
        "success",
        "expectation",
        "qubits",
        "time",
        "time",
        "time",
        "broken",
        "marginals",
        "boards",
    ];
    assert_eq!(left_out, expected);

    // a puzzle that never finds its solution, or only by rounding, has no time and no logarithm,
    // and is named
    for (probability, shots) in [(0.0, None), (1e-30, Some(1e30))] {
        let mut records = all();
        let own = records.iter_mut().filter(|r| r.name == "tango-4x4");
        for record in own {
            record.metrics.success_probability = Some(probability);
            record.shots_to_99 = shots;
        }
        draw_figures(&records, folder.path(), &plan(&["qubits", "time"])).unwrap();
        let found = words(folder.path(), "qubits.svg");
        assert!(found.contains("below 10⁻¹⁵: tango-4x4."), "{found}");
        let found = words(folder.path(), "time-shots.svg");
        assert!(
            found.contains("median of 3 puzzles") && !found.contains("tango"),
            "{found}"
        );
        assert!(!found.contains("10³⁰"), "{found}");
    }
}

/// The records of a chain on registers whose annealing never succeeded.
fn failing(depths: usize) -> Vec<Record> {
    let mut records = chain(&QUEENS, depths);
    for record in &mut records {
        record.setting.registers = Some(RegisterChoice::Rows);
        record.states = 24;
        let annealing = record.baselines.annealing.as_mut().unwrap();
        annealing.runs = std::num::NonZero::new(100).unwrap();
        annealing.success = ShotEstimate {
            value: 0.0,
            low: 0.0,
            high: Some(0.037),
        };
    }
    records
}

#[test]
fn annealing_that_never_succeeded_is_drawn_at_the_end_of_its_interval() {
    let folder = tempfile::tempdir().unwrap();
    draw_figures(&failing(3), folder.path(), &plan(&[])).unwrap();
    let limit = "where no run succeeded: the value lies beyond";
    let found = words(folder.path(), "success.svg");
    assert!(found.contains(limit), "{found}");
    assert!(!found.contains("drawn at the floor"), "{found}");
    for file in ["time-shots.svg", "time-layers.svg"] {
        let found = words(folder.path(), file);
        assert!(found.contains(limit), "{file}: {found}");
    }
    let found = words(folder.path(), "boards-queens-4x4.svg");
    assert!(
        found.contains("at most 0.0370 (no run succeeded)"),
        "{found}"
    );
}

#[test]
fn captions_name_registers_mixer_and_states() {
    let folder = tempfile::tempdir().unwrap();
    draw_figures(&failing(3), folder.path(), &plan(&["success"])).unwrap();
    let found = words(folder.path(), "success.svg");
    let space = "7 qubits, on registers rows with mixer xy-complete, 24 states";
    assert!(found.contains(space), "{found}");
    let both = [chain(&QUEENS, 3), failing(3)].concat();
    draw_figures(&both, folder.path(), &plan(&["success"])).unwrap();
    let found = words(folder.path(), "success.svg");
    let space = "plain with mixer x or on registers rows with mixer xy-complete, 24 to 128 states";
    assert!(found.contains(space), "{found}");
    draw_figures(&all(), folder.path(), &plan(&["success"])).unwrap();
    let found = words(folder.path(), "success.svg");
    assert!(!found.contains("registers"), "{found}");
}

#[test]
fn the_axis_is_p_success_and_a_sentence_says_what_success_is() {
    let folder = tempfile::tempdir().unwrap();
    draw_figures(&all(), folder.path(), &plan(&["success", "qubits"])).unwrap();
    for file in ["success.svg", "qubits.svg"] {
        let found = words(folder.path(), file);
        let meaning = "P(success) is the probability of all boards that obey the rules.";
        assert!(found.contains(meaning), "{file}: {found}");
    }
}

#[test]
fn angles_of_groups_are_drawn_group_by_group() {
    let mut grouped = record(&QUEENS, 2);
    grouped.gammas = vec![0.1, 0.2, 0.3, 0.4];
    grouped.groups = Some(vec!["row".into(), "touch".into()]);
    let folder = tempfile::tempdir().unwrap();
    draw_figures(&[grouped], folder.path(), &plan(&["angles"])).unwrap();
    let found = words(folder.path(), "angles-queens-4x4.svg");
    assert!(
        found.contains("row") && found.contains("touch") && found.contains("at p = 2"),
        "{found}"
    );
    assert!(
        found.contains("Angles are folded") && found.contains("modulo π"),
        "{found}"
    );
    let mut without_period = record(&QUEENS, 2);
    without_period.setting.registers = Some(RegisterChoice::Rows);
    without_period.setting.mixer = Some(MixerName::GROVER);
    draw_figures(&[without_period], folder.path(), &plan(&["angles"])).unwrap();
    let found = words(folder.path(), "angles-queens-4x4.svg");
    assert!(
        found.contains("Angles are folded") && !found.contains("modulo π"),
        "{found}"
    );
}

#[test]
fn the_same_records_give_the_same_bytes_and_a_wrong_plan_is_refused() {
    let (a, b) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for folder in [&a, &b] {
        let figures = draw_figures(&all(), folder.path(), &plan(&["success"])).unwrap();
        assert_eq!(names(&figures), ["success.svg"]);
    }
    for name in ["success.svg", "success.png"] {
        let read = |folder: &tempfile::TempDir| std::fs::read(folder.path().join(name)).unwrap();
        assert!(read(&a) == read(&b), "{name}");
    }
    let refused = |records: &[Record], plan: FigurePlan, words: &str| {
        let error = draw_figures(records, a.path(), &plan)
            .unwrap_err()
            .to_string();
        assert!(error.contains(words), "{error}");
    };
    refused(
        &all(),
        plan(&["succes"]),
        "there is no figure \"succes\"; choose of success, ",
    );
    let deep = FigurePlan {
        depth: Some(9),
        ..plan(&[])
    };
    refused(&all(), deep, "no record is of depth 9; choose of 1, 2, 3");
    let nobody = FigurePlan {
        puzzles: vec!["x".into()],
        ..plan(&[])
    };
    refused(
        &all(),
        nobody,
        "no record is of \"x\"; choose of queens-4x4, ",
    );
    refused(&[], plan(&[]), "there are none");
}

#[test]
fn a_folder_gives_back_its_records_and_one_that_was_cut_off_is_no_loss() {
    let folder = tempfile::tempdir().unwrap();
    let write = |text: &str| std::fs::write(folder.path().join("records.jsonl"), text).unwrap();
    write(&lines(&all()));
    assert_eq!(read_records(folder.path()).unwrap(), (all(), Vec::new()));
    let whole = lines(&chain(&QUEENS, 2));
    write(&format!("{whole}{}", &whole[..200]));
    let (records, notes) = read_records(folder.path()).unwrap();
    assert_eq!((records.len(), notes.len()), (2, 1), "{notes:?}");
}

#[test]
fn the_help_of_plot_names_every_figure() {
    let mut command = crate::cli::command();
    let plot = command.find_subcommand_mut("plot").unwrap();
    let help = plot.render_long_help().to_string();
    for figure in &FIGURES {
        assert!(help.contains(figure.name), "{}", figure.name);
    }
}
