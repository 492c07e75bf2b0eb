//! Plans: what they cross, what they tell before they run, and what a record holds.

use super::{records, text};
use crate::program::{names, run_in, workplace};
use serde_json::{Value, json};

#[test]
fn boards_of_a_seed_share_a_layout_unless_distinct_ones_are_asked_for() {
    let boards = |layouts: &str| {
        let of = |qubits: u8| {
            format!(
                "[[generate]]\nfamily = \"queens\"\nsize = 6\nqubits = {qubits}\nseeds = \"1..3\"\n{layouts}"
            )
        };
        let plan = format!("depths = 1\niterations = 0\n{}{}", of(6), of(8));
        let folder = workplace(&[("plan.toml", &plan)]);
        run_in(folder.path(), "sweep plan.toml --out o --quiet --no-plots").done();
        let records = records(&folder.path().join("o"));
        let regions = |record: &serde_json::Value| {
            let text = record["input"]["puzzle"].as_str().unwrap().to_owned();
            let regions = text.split("\"\"\"").nth(1).unwrap().to_owned();
            assert_eq!(text.contains(", own layout"), !layouts.is_empty());
            regions
        };
        records
            .iter()
            .map(regions)
            .collect::<std::collections::BTreeSet<_>>()
            .len()
    };
    assert_eq!(boards(""), 3);
    assert_eq!(boards("layouts = \"distinct\"\n"), 6);
}

#[test]
fn a_plan_crosses_what_it_names_in_its_order() {
    let plan = "name = \"a study\"\npuzzles = [\"q/*.toml\"]\ndepths = [1, 2]\nseeds = \"3..4\"\n\
                reduce = [\"paper\", \"full\"]\ntarget_qubits = 6\nstarts = 1\niterations = 5\n\
                [[generate]]\nfamily = \"tango\"\nsize = 4\nseeds = \"1..2\"\n";
    let folder = workplace(&[("plan.toml", plan)]);
    let at = folder.path();
    std::fs::create_dir(at.join("q")).unwrap();
    for (from, to) in [("takuzu-4x4", "b"), ("tango-4x4", "a")] {
        std::fs::copy(
            at.join(format!("p/{from}.toml")),
            at.join(format!("q/{to}.toml")),
        )
        .unwrap();
    }
    let told = run_in(at, "sweep plan.toml --out o --dry-run").done().out;
    for part in [
        "plan                     a study\npuzzles                  4\n",
        "runs                     32\n",
        "The largest:\n",
        "memory at most  ",
        "time, without pictures  ",
    ] {
        assert!(told.contains(part), "{told}");
    }
    assert!(
        !names(at).contains(&"o".to_owned()),
        "a dry run writes nothing"
    );
    let dry = run_in(at, "sweep plan.toml --out o --dry-run --json")
        .done()
        .json();
    assert_eq!(
        (&dry["runs"], &dry["done"], &dry["chains"]),
        (&json!(32), &json!(0), &json!(16))
    );
    assert!(dry["estimated_s"].as_f64().unwrap() > 0.0 && dry["bytes"].as_f64().unwrap() > 0.0);

    run_in(at, "sweep plan.toml --out o --quiet --no-plots").done();
    let records = records(&at.join("o"));
    let about = |r: &serde_json::Value| {
        let text = |value: &serde_json::Value| value.as_str().unwrap_or("").to_owned();
        (
            text(&r["name"]),
            text(&r["setting"]["reduce"]),
            r["setting"]["seed"].as_u64().unwrap(),
            r["depth"].as_u64().unwrap(),
        )
    };
    let mut expected = Vec::new();
    for name in ["a", "b", "tango-4x4-seed-1", "tango-4x4-seed-2"] {
        for reduce in ["paper", "full"] {
            for seed in [3, 4] {
                expected
                    .extend([1, 2].map(|depth| (name.to_owned(), reduce.to_owned(), seed, depth)));
            }
        }
    }
    assert_eq!(records.iter().map(about).collect::<Vec<_>>(), expected);
    let again = run_in(at, "sweep plan.toml --out o --dry-run --json")
        .done()
        .json();
    assert_eq!(again["done"], 32);
    // one row a run, in which every setting and number of a record has a column of its own
    let table = text(&at.join("o"), "summary.csv");
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows.len(), 33);
    for (row, record) in rows[1..].iter().zip(&records) {
        assert_eq!(row.len(), rows[0].len(), "{row:?}");
        let told = |key: &str| row[rows[0].iter().position(|other| *other == key).unwrap()];
        let setting = |key: &str| told(key).trim_matches('"').to_owned();
        assert_eq!(setting("reduce"), record["setting"]["reduce"]);
        assert_eq!(setting("seed"), record["setting"]["seed"].to_string());
        assert_eq!(setting("run"), record["run"]);
        let measured = &record["measured"];
        for (key, number) in [
            ("depth", &record["depth"]),
            ("layers_to_99", &record["layers_to_99"]),
            ("measured_success_low", &measured["success"]["low"]),
            (
                "annealing_high",
                &record["baselines"]["annealing"]["success"]["high"],
            ),
            (
                "random_success_probability",
                &record["random_success_probability"],
            ),
        ] {
            assert_eq!(told(key).parse().ok(), number.as_f64(), "{key} of {record}");
        }
    }
    let lines = run_in(at, "sweep plan.toml --out o --no-plots").done().out;
    assert!(
        lines.contains("  reduce paper, seed 3\n") && lines.contains("  reduce full, seed 4\n"),
        "{lines}"
    );
}

/// The largest resident memory of a run in bytes, as the system counts it.
#[cfg(target_os = "linux")]
fn peak(folder: &std::path::Path, line: &str) -> f64 {
    let mut child = crate::program::command(folder, line).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0.0;
    while child.try_wait().unwrap().is_none() {
        let now = std::fs::read_to_string(&status).unwrap_or_default();
        let of = now.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = of.and_then(|of| of.trim().strip_suffix(" kB")?.parse().ok());
        peak = kilobytes.map_or(peak, |found: f64| found * 1024.0);
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert!(child.wait().unwrap().success(), "{line}");
    peak
}

#[cfg(target_os = "linux")]
#[test]
fn a_sweep_takes_the_memory_that_it_says() {
    let folder = workplace(&[]);
    let at = folder.path();
    let plan = |file: &str, size: &str, layers: &str| {
        let text = format!(
            "puzzles = \"p/{file}.toml\"\n{size}\ndepths = \"1..2\"\nstarts = 1\niterations = 2\n\
             [record]\nlayers = \"{layers}\"\nbaselines = false\n"
        );
        std::fs::write(at.join("plan.toml"), text).unwrap();
    };
    let sweep = "sweep plan.toml --threads 1 --no-plots";
    plan("star-battle-5x5", "target_qubits = 4", "none");
    let program = peak(at, &format!("{sweep} --out small --quiet"));
    for (file, size, layers) in [
        ("star-battle-5x5", "target_qubits = 16", "all"),
        ("sudoku-4x4", "target_qubits = 17", "none"),
        ("star-battle-5x5", "target_qubits = 18", "none"),
        ("star-battle-5x5", "target_qubits = 20", "all"),
        ("star-battle-5x5", "reduce = \"none\"", "none"), // 22 qubits
    ] {
        plan(file, size, layers);
        let told = run_in(at, &format!("{sweep} --out o --dry-run --json")).json();
        let told = told["bytes"].as_f64().unwrap();
        let took = peak(at, &format!("{sweep} --out o --quiet")) - program;
        let case = format!("{file}, {size}, layers {layers}: {told} told, {took} taken");
        // beside the states there are some hundred kilobytes of other things
        assert!(took < told + 2e6 && took > 0.6 * told - 2e6, "{case}");
        std::fs::remove_dir_all(at.join("o")).unwrap();
    }
    // what does not fit is refused before the search, and what fits runs to its end
    for megabytes in [190, 210, 230, 250, 270, 400] {
        let script = format!(
            "ulimit -v {}; MALLOC_ARENA_MAX=1 exec {} {sweep} --out o --quiet",
            megabytes * 1000,
            env!("CARGO_BIN_EXE_ketboard")
        );
        let mut shell = std::process::Command::new("sh");
        let output = shell.current_dir(at).args(["-c", &script]).output();
        let run = crate::program::Run::of(&output.unwrap());
        let done = text(&at.join("o"), "records.jsonl").lines().count();
        let told = run.err.contains("22 qubits need") && run.status == 2;
        assert!(
            (run.status == 0 && done == 2) || (told && done == 0),
            "{megabytes} MB: {run:?}"
        );
        assert!(megabytes < 400 || done == 2, "{run:?}");
        std::fs::remove_dir_all(at.join("o")).ok();
    }
}

#[test]
fn one_plan_runs_the_same_boards_on_qubits_and_on_registers() {
    let plan = "puzzles = ['p/n-queens-4x4.toml', 'p/tango-4x4.toml', 'p/takuzu-4x4.toml']\nreduce = 'none'\ndepths = '1..2'\n\
                registers = ['qubits', 'rows']\nstarts = 1\niterations = 8\n[record]\nbaselines = false\n";
    let folder = workplace(&[("plan.toml", plan)]);
    let at = folder.path();
    run_in(at, "sweep plan.toml --out o --quiet --no-plots").done();
    let records = records(&at.join("o"));
    assert_eq!(records.len(), 12);
    let of = |name: &str, registers: &str| {
        let is = |r: &&serde_json::Value| {
            (&r["name"], &r["setting"]["registers"]) == (&json!(name), &json!(registers))
        };
        records.iter().find(is).unwrap()
    };
    for (name, qubits, rows) in [
        ("n-queens-4x4", 1 << 16, 4_u64.pow(4)),
        ("tango-4x4", 1 << 13, 24),
        ("takuzu-4x4", 1 << 11, 6),
    ] {
        for (registers, states) in [("qubits", qubits), ("rows", rows)] {
            let record = of(name, registers);
            assert_eq!(record["states"], states, "{name} on {registers}");
            let solutions = record["solutions"].as_f64().unwrap();
            let guess = record["random_success_probability"].as_f64().unwrap();
            assert!((guess * states as f64 - solutions).abs() < 1e-9, "{record}");
            assert!(record["setting"].get("mixer").is_none(), "each has its own");
        }
    }
    run_in(at, "verify o --quiet").done();
    run_in(at, "plot o --only success,time,qubits --quiet").done();
    run_in(at, "report o --quiet").done();
    let told = [
        "registers qubits, mixer x",
        "registers rows, mixer xy-complete",
        "random guess, registers qubits",
        "random guess, registers rows",
    ];
    for part in told {
        assert!(text(&at.join("o"), "success.svg").contains(part), "{part}");
    }
    let page = text(&at.join("o"), "report.html");
    for part in [told[0], told[1], ">states<", ">65536<", ">256<"] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn mixers_that_a_space_cannot_have_are_left_out_and_the_others_run() {
    let plan = "puzzles = 'p/n-queens-4x4.toml'\nreduce = 'none'\ndepths = 1\nregisters = ['qubits', 'rows']\n\
                mixer = ['x', 'xy-complete', 'grover']\n";
    let folder = workplace(&[("plan.toml", plan)]);
    let line = "sweep plan.toml --out o --dry-run";
    let dry = run_in(folder.path(), &format!("{line} --json"))
        .done()
        .json();
    assert_eq!((&dry["runs"], &dry["chains"]), (&json!(4), &json!(4)));
    let reasons: Vec<_> = dry["left_out"]
        .as_array()
        .unwrap()
        .iter()
        .map(|left| &left["reason"])
        .collect();
    let [first, second] = reasons.as_slice() else {
        panic!("{dry}");
    };
    assert!(
        first
            .as_str()
            .unwrap()
            .contains("a qubit alone has none to exchange")
    );
    assert!(
        second
            .as_str()
            .unwrap()
            .contains("x leaves the legal states of `registers` rows")
    );
    let told = run_in(folder.path(), line).done().out;
    assert!(
        told.contains(
            "puzzles                  1\npuzzles and settings     4\nruns                     4\n"
        ),
        "{told}"
    );
}

#[test]
fn flags_and_a_plan_that_says_the_same_give_the_same_records() {
    let plan = "name = \"sweep\"\npuzzles = \"p/takuzu-4x4.toml\"\ndepths = \"1..2\"\nseeds = 3\nstarts = 2\n\
                counts = \"pairwise\"\nobjective = \"cvar:0.5\"\nshots = 64\nweights = \"balance=2, repetition=3\"\n\
                [record]\nlayers = \"deepest\"\n";
    let folder = workplace(&[("plan.toml", plan)]);
    let at = folder.path();
    let flags = "p/takuzu-4x4.toml --depths 1..2 --seed 3 --starts 2 --counts pairwise --objective cvar:0.5 --shots 64 \
                 --weight balance=2 --weight repetition=3";
    run_in(at, "sweep plan.toml --out a --quiet --no-plots").done();
    run_in(at, &format!("sweep {flags} --out b --quiet --no-plots")).done();
    for file in ["records.jsonl", "plan.json", "summary.csv"] {
        assert_eq!(
            text(&at.join("a"), file),
            text(&at.join("b"), file),
            "{file}"
        );
    }
    // so the one goes on in the other's folder
    run_in(at, &format!("sweep {flags} --out a --quiet --no-plots")).done();
}

#[test]
fn a_record_holds_every_number_of_its_puzzle_and_of_a_model_all_but_those_of_rules() {
    let model = r#"{"n": 3, "offset": 1, "linear": [-1, -2, 0.5], "quadratic": [[0, 1, 2.0]]}"#;
    let plan = "puzzles = [\"p/tango-4x4.toml\", \"m.json\"]\ndepths = [1, 2]\nstarts = 1\n\
                [record]\nlayers = \"all\"\n";
    let folder = workplace(&[("plan.toml", plan), ("m.json", model)]);
    run_in(folder.path(), "sweep plan.toml --out o --quiet --no-plots").done();
    let records = records(&folder.path().join("o"));
    let of_rules = ["family", "rules"];
    let of_all = [
        "solutions",
        "success_probability",
        "measured",
        "shots_to_99",
        "layers_to_99",
        "layers",
        "highest_energy",
        "approximation_ratio",
        "gamma_unit",
        "baselines",
        "conventions",
    ];
    for record in &records {
        let is_model = record["name"] == "m";
        for key in of_rules {
            assert_eq!(record.get(key).is_none(), is_model, "{key} in {record}");
        }
        for key in of_all {
            assert!(record.get(key).is_some(), "{key} in {record}");
        }
        for key in ["annealing", "grover", "exact_search_nodes"] {
            assert!(record["baselines"].get(key).is_some(), "{key} in {record}");
        }
        if is_model {
            // its solutions are its exact ground states
            let [success, ground] = ["success_probability", "ground_probability"];
            assert_eq!(record[success], record[ground], "{record}");
        }
    }
    let deepest = &records[1];
    let states = deepest["layers"]["states"].as_array().unwrap();
    assert_eq!(states.len(), 3, "layer 0 and two more");
    let (last, first) = (&states[2], &states[0]);
    let close = |a: &serde_json::Value, b: &serde_json::Value| {
        (a.as_f64().unwrap() - b.as_f64().unwrap()).abs() < 1e-12
    };
    assert!(close(&last["expectation"], &deepest["expectation"]));
    assert!(close(
        &last["success_probability"],
        &deepest["success_probability"]
    ));
    assert!(close(
        &first["success_probability"],
        &deepest["random_success_probability"]
    ));
    assert!(close(&first["expectation"], &deepest["mean_energy"]));
    let rules = deepest["rules"].as_array().unwrap();
    for (rule, broken) in rules.iter().zip(last["broken"].as_array().unwrap()) {
        assert!(close(&rule["broken"], broken), "{rule}");
    }
}

#[test]
fn annealing_beside_the_records_has_the_runs_and_sweeps_of_the_plan() {
    let plan = |budget: &str| {
        let puzzles = "puzzles = [\"p/queens-4x4.toml\", \"p/tango-4x4.toml\"]";
        let rest = "depths = 2\nangles = [\"ramp:0.5,0.6\"]\n[record]";
        format!("{puzzles}\n{rest}\nannealing = {budget}\n")
    };
    let (asked, usual) = (plan("{ runs = 30, sweeps = 8 }"), plan("{ runs = 30 }"));
    let wrong = [
        plan("{ runs = 0 }"),
        plan("{ sweeps = -1 }"),
        plan("{ flips = 3 }"),
    ];
    let folder = workplace(&[("asked.toml", &*asked), ("usual.toml", &*usual)]);
    let at = folder.path();
    run_in(at, "sweep asked.toml --out o --quiet").done();
    for record in records(&at.join("o")) {
        let annealing = &record["baselines"]["annealing"];
        assert_eq!(
            (&annealing["runs"], &annealing["sweeps"]),
            (&json!(30), &json!(8.0))
        );
        assert_eq!(annealing["asked_sweeps"], 8);
    }
    let kept: Value = serde_json::from_str(&text(&at.join("o"), "plan.json")).unwrap();
    assert_eq!(
        kept["record"]["annealing"],
        json!({"runs": 30, "sweeps": 8})
    );
    let legend = text(&at.join("o"), "success.svg");
    assert!(legend.contains("annealing, sweeps of the plan") && !legend.contains("equal layers"));
    let again = run_in(at, "verify o --json").done().json();
    assert_eq!(again["same"], again["records"]);
    run_in(at, "sweep usual.toml --out u --quiet --no-plots").done();
    for record in records(&at.join("u")) {
        assert!(
            record["baselines"]["annealing"]
                .get("asked_sweeps")
                .is_none()
        );
    }
    for (number, plan) in wrong.iter().enumerate() {
        std::fs::write(at.join("wrong.toml"), plan).unwrap();
        let run = run_in(at, &format!("sweep wrong.toml --out w{number}"));
        assert_eq!(run.status, 2, "{run:?}");
        assert!(
            run.err.contains("wrong.toml:") && run.err.contains("{ runs = 1000"),
            "{run:?}"
        );
    }
}
