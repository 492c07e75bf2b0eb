//! Plans that are wrong, or of which a part cannot run.

use super::records;
use crate::program::{names, run_in, workplace};

#[test]
fn what_is_wrong_with_a_plan_is_told_with_its_line() {
    let folder = workplace(&[("b.toml", "family = \"tango\"\n"), ("sub.txt", "")]);
    let at = folder.path();
    for (text, parts) in [
        (
            "puzzels = [\"p/*.toml\"]\ndepths = 1\n",
            vec![
                "plan.toml:1: unknown key `puzzels`",
                "did you mean `puzzles`?",
            ],
        ),
        (
            "puzzles = \"p/tango-4x4.toml\"\nstart = 4\n",
            vec!["plan.toml:2: unknown key `start`", "`starts`"],
        ),
        (
            "puzzles = [\n  \"p/tango-4x4.toml\",\n  \"r/*.toml\"]\n",
            vec!["plan.toml:3: ", "\"r/*.toml\": no file matches"],
        ),
        (
            "puzzles = \"p/nothing.toml\"\n",
            vec!["cannot read p/nothing.toml"],
        ),
        (
            "puzzles = \"p/tango-4x4.toml\"\n\nreduce = [\"paper\", \"ful\"]\n",
            vec![
                "plan.toml:3: `reduce` is \"ful\"",
                "auto, none, paper or full",
            ],
        ),
        (
            "puzzles = \"p/tango-4x4.toml\"\ndepths = \"0..3\"\n",
            vec!["plan.toml:2: `depths` is \"0..3\""],
        ),
        (
            "puzzles = \"p/tango-4x4.toml\"\nseeds = -1\n",
            vec!["plan.toml:2: `seeds` is -1"],
        ),
        (
            "puzzles = \"p/tango-4x4.toml\"\nstarts = []\n",
            vec!["plan.toml:2: `starts` is []"],
        ),
        (
            "puzzles = \"p/tango-4x4.toml\"\n[record]\nlayer = \"all\"\n",
            vec!["plan.toml:3: unknown key `layer` in `record`", "`layers`"],
        ),
        (
            "[[generate]]\nfamily = \"tango\"\nsize = 5\n",
            vec![
                "plan.toml:1: `generate`: `size`: 5 for tango",
                "an even number",
            ],
        ),
        (
            "[[generate]]\nsize = 4\n",
            vec!["plan.toml:1: found no `family`"],
        ),
        (
            "[[generate]]\nfamily = \"tango\"\nsize = 4\nlayouts = \"own\"\n",
            vec!["plan.toml:4:", "\"shared\" or \"distinct\""],
        ),
        (
            "[[generate]]\nfamily = \"tango\"\nsize = 4\nnodes = -1\n",
            vec!["plan.toml:4: `nodes`", "a whole number from 0"],
        ),
        (
            "depths = \"1..3\"\n",
            vec!["plan.toml: a plan without puzzles"],
        ),
        (
            "puzzles = [\"p/tango-4x4.toml\", \"q/tango-4x4.toml\"]\n",
            vec!["have one name"],
        ),
        ("puzzles = \"b.toml\"\n", vec!["b.toml:1: found no `grid`"]),
        (
            "puzzles = \"p/tango-4x4.toml\ndepths = 1\n",
            vec!["plan.toml"],
        ),
        (
            "puzzles = \"p/tango-4x4.toml\"\nmixer = \"x\"\nregisters = \"rows\"\n",
            vec![
                "plan.toml: `mixer`: x leaves the legal states",
                "`registers` qubits",
            ],
        ),
        (
            "puzzles = \"p/tango-4x4.toml\"\nobjective_shots = 10\n",
            vec!["plan.toml: `optimizer`: lbfgs with `objective_shots`"],
        ),
        (
            "puzzles = \"p/tango-4x4.toml\"\nwarm_start = \"01\"\n",
            vec![
                "plan.toml: `warm_start`: only `mixer` warm begins with a guess",
                "add `mixer` warm",
            ],
        ),
        (
            "puzzles = \"p/tango-4x4.toml\"\nmixer = \"warm\"\nwarm_epsilon = 0.9\n",
            vec!["plan.toml:3: `warm_epsilon` is \"0.9\"", "at most 0.5"],
        ),
    ] {
        std::fs::create_dir_all(at.join("q")).unwrap();
        std::fs::copy(at.join("p/tango-4x4.toml"), at.join("q/tango-4x4.toml")).unwrap();
        std::fs::write(at.join("plan.toml"), text).unwrap();
        let run = run_in(at, "sweep plan.toml --out o --no-plots");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{text}: {run:?}");
        assert_eq!(run.err.lines().count(), 1, "{run:?}");
        for part in parts {
            assert!(run.err.contains(part), "{text}: {part} in {}", run.err);
        }
        assert!(!names(at).contains(&"o".to_owned()), "{text}");
    }
}

#[test]
fn options_that_a_plan_states_itself_are_refused_beside_it() {
    let folder = workplace(&[("plan.toml", "puzzles = \"p/tango-4x4.toml\"\n")]);
    for option in [
        "--depths 1",
        "--starts 4",
        "--seed 0",
        "--reduce full",
        "--counts slack",
        "--weight row=1",
        "--strategy ladder",
    ] {
        let run = run_in(folder.path(), &format!("sweep plan.toml --out o {option}"));
        let name = option.split(' ').next().unwrap();
        assert_eq!(run.status, 2, "{run:?}");
        let told = format!("error: {name}: plan.toml is a plan, which says this itself");
        assert!(run.err.starts_with(&told), "{run:?}");
    }
    let beside = run_in(folder.path(), "sweep p/takuzu-4x4.toml plan.toml --out o");
    let told = "`FILE`: plan.toml is a plan, which says this itself";
    assert!(beside.err.contains(told), "{beside:?}");
}

#[test]
fn what_cannot_run_is_left_out_by_name_and_the_rest_runs() {
    let plan = "puzzles = [\"p/takuzu-4x4.toml\", \"large.toml\"]\ndepths = 1\nstarts = 1\nreduce = \"none\"\n\
                optimizer = [\"lbfgs\", \"spsa\"]\nobjective_shots = [\"exact\", 50]\niterations = 5\n";
    let large = "family = \"n-queens\"\nsize = 8\n";
    let folder = workplace(&[("plan.toml", plan), ("large.toml", large)]);
    let told = run_in(folder.path(), "sweep plan.toml --out o --no-plots")
        .done()
        .out;
    let left: Vec<&str> = told
        .lines()
        .filter(|line| line.starts_with("left out: "))
        .collect();
    assert_eq!(left.len(), 2, "{told}");
    assert!(
        left[0].starts_with("left out: takuzu-4x4 (1 run): `optimizer`: lbfgs with"),
        "{told}"
    );
    assert!(
        left[1].starts_with("left out: large (4 runs): 64 qubits need"),
        "{told}"
    );
    assert_eq!(records(&folder.path().join("o")).len(), 3);
}
