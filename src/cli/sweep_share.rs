//! One plan over several processes: numbered shards, also by the number that an array job gives its
//! tasks, or workers that share a folder.

use super::number::within;
use crate::lab::Shard;
use crate::{Error, Result};
use std::time::Duration;

/// How a sweep shares its plan with other processes.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Several machines")]
pub(crate) struct ShareOptions {
    /// Run only the K-th of N parts of the plan: 3/16; or array, in a task of an array job
    ///
    /// Chains (a puzzle under a setting, all depths) are dealt out by their work, and every machine
    /// cuts alike. `array` takes K and N from the task's environment (Slurm, SGE, LSF), `array/16`
    /// only K (PBS too). Each shard needs a folder of its own.
    #[arg(long, value_name = "K/N", conflicts_with_all = ["join", "script"])]
    shard: Option<String>,
    /// Share --out with all processes that run the same command, on any machines that see it
    ///
    /// Each takes chains that nobody runs. A chain whose process died is taken over after the
    /// depth that it had reached, and the last process writes the results.
    #[arg(long, conflicts_with = "script")]
    join: bool,
    /// With --join: seconds after which a process on another machine that gives no sign is taken
    /// for dead [default: 120]
    #[arg(long, value_name = "S", value_parser = within::<1, 86_400>, requires = "join", allow_negative_numbers = true)]
    stale_after: Option<usize>,
}

/// Longer than network file systems remember what a file held.
const STALE_AFTER: usize = 120;

impl ShareOptions {
    /// The part of the plan that is meant, if not all of it.
    ///
    /// # Errors
    /// A text that is no shard; `array` outside of an array job, or in one that does not tell what
    /// is asked for.
    pub(crate) fn shard(&self) -> Result<Option<Shard>> {
        let read = |text: &String| {
            shard_of(text, |name| std::env::var(name).ok())
                .map_err(|(found, remedy)| Error::argument("--shard", found, remedy))
        };
        self.shard.as_ref().map(read).transpose()
    }

    /// How long a silent worker is taken for alive, where the folder is shared.
    pub(crate) fn patience(&self) -> Option<Duration> {
        let seconds = self.stale_after.unwrap_or(STALE_AFTER);
        self.join.then(|| Duration::from_secs(seconds as u64))
    }
}

/// The variables in which a scheduler tells a task its number and the numbers of all tasks; empty
/// where it has none.
struct Scheduler {
    name: &'static str,
    task: &'static str,
    first: &'static str,
    last: &'static str,
    step: &'static str,
    count: &'static str,
}

const SCHEDULERS: [Scheduler; 5] = [
    Scheduler {
        name: "Slurm",
        task: "SLURM_ARRAY_TASK_ID",
        first: "SLURM_ARRAY_TASK_MIN",
        last: "SLURM_ARRAY_TASK_MAX",
        step: "SLURM_ARRAY_TASK_STEP",
        count: "SLURM_ARRAY_TASK_COUNT",
    },
    Scheduler {
        name: "PBS",
        task: "PBS_ARRAY_INDEX",
        first: "",
        last: "",
        step: "",
        count: "",
    },
    Scheduler {
        name: "Torque",
        task: "PBS_ARRAYID",
        first: "",
        last: "",
        step: "",
        count: "",
    },
    Scheduler {
        name: "SGE",
        task: "SGE_TASK_ID",
        first: "SGE_TASK_FIRST",
        last: "SGE_TASK_LAST",
        step: "SGE_TASK_STEPSIZE",
        count: "",
    },
    Scheduler {
        name: "LSF",
        task: "LSB_JOBINDEX",
        first: "",
        last: "LSB_JOBINDEX_END",
        step: "LSB_JOBINDEX_STEP",
        count: "",
    },
];

/// What was found, and what would be right.
type WrongShare = (String, String);

/// The shard of a text, `variable` being the environment.
fn shard_of(
    text: &str,
    variable: impl Fn(&str) -> Option<String>,
) -> std::result::Result<Shard, WrongShare> {
    let remedy =
        "give its number and how many there are, such as 3/16, or array in a task of an array job";
    let (is_array, of) = match text.split_once('/') {
        None => (text == "array", None),
        Some(("array", of)) => (true, Some(of)),
        Some(_) => (false, None),
    };
    if !is_array {
        return Shard::parse(text).ok_or_else(|| (format!("found {text:?}"), remedy.to_owned()));
    }
    let number = |name: &str| variable(name)?.trim().parse::<usize>().ok();
    let task = |scheduler: &Scheduler| {
        // a job that is no array says "undefined" (SGE) or 0 (LSF)
        let task = number(scheduler.task)?;
        (task > 0 || scheduler.name != "LSF").then_some(task)
    };
    let found = SCHEDULERS.iter().find_map(|one| Some((one, task(one)?)));
    let Some((scheduler, task)) = found else {
        let names: Vec<&str> = SCHEDULERS.iter().map(|one| one.task).collect();
        let found = format!(
            "this is no task of an array job: none of {} holds a number",
            names.join(", ")
        );
        return Err((found, "give a number such as 3/16".to_owned()));
    };
    let name = scheduler.name;
    let numbered = |number: usize, of: usize| {
        let found = format!(
            "{name} gives task {task}, and the tasks of {of} shards have the numbers 1 to {of}"
        );
        Shard::new(number, of).ok_or_else(|| (found, format!("number the tasks 1 to {of}")))
    };
    if let Some(of) = of {
        let of = of
            .parse()
            .map_err(|_| (format!("found {text:?}"), remedy.to_owned()))?;
        return numbered(task, of);
    }
    let first = number(scheduler.first).unwrap_or(1);
    let step = number(scheduler.step).unwrap_or(1).max(1);
    let Some(last) = number(scheduler.last) else {
        let found = format!("{name} does not tell a task how many there are");
        return Err((found, "say how many: array/16".to_owned()));
    };
    let of = last.saturating_sub(first) / step + 1;
    let counted = number(scheduler.count).unwrap_or(of);
    if counted != of || task < first || !(task - first).is_multiple_of(step) {
        let found = format!(
            "{name} runs {counted} tasks with numbers up to {last}, some of which are left out"
        );
        return Err((
            found,
            "say how many shards there are in all: array/16".to_owned(),
        ));
    }
    numbered((task - first) / step + 1, of)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(text: &str, variables: &[(&str, &str)]) -> std::result::Result<String, String> {
        let variable = |name: &str| {
            let mut variables = variables.iter();
            let found = variables.find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let found = shard_of(text, variable);
        found
            .map(|shard| shard.to_string())
            .map_err(|(found, remedy)| format!("{found}; {remedy}"))
    }

    fn slurm([id, min, max, step, count]: [&str; 5]) -> [(&'static str, &str); 5] {
        [
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_MIN", min),
            ("SLURM_ARRAY_TASK_MAX", max),
            ("SLURM_ARRAY_TASK_STEP", step),
            ("SLURM_ARRAY_TASK_COUNT", count),
        ]
    }

    #[test]
    fn a_task_of_an_array_job_knows_its_shard() {
        let sge = [
            ("SGE_TASK_ID", "3"),
            ("SGE_TASK_FIRST", "1"),
            ("SGE_TASK_LAST", "7"),
            ("SGE_TASK_STEPSIZE", "1"),
        ];
        let lsf = [
            ("LSB_JOBINDEX", "5"),
            ("LSB_JOBINDEX_END", "9"),
            ("LSB_JOBINDEX_STEP", "1"),
        ];
        for (text, variables, expected) in [
            ("3/16", &[][..], "3/16"),
            ("array", &slurm(["3", "1", "16", "1", "16"]), "3/16"),
            ("array", &slurm(["0", "0", "15", "1", "16"]), "1/16"),
            ("array", &slurm(["6", "0", "8", "2", "5"]), "4/5"),
            ("array/16", &slurm(["3", "3", "7", "1", "2"]), "3/16"),
            ("array/4", &[("PBS_ARRAY_INDEX", "4")], "4/4"),
            ("array/4", &[("PBS_ARRAYID", "1")], "1/4"),
            ("array", &sge, "3/7"),
            ("array", &lsf, "5/9"),
        ] {
            assert_eq!(
                shard(text, variables).as_deref(),
                Ok(expected),
                "{text} {variables:?}"
            );
        }
    }

    #[test]
    fn a_shard_that_cannot_be_known_is_refused_with_what_would_be_right() {
        for (text, variables, part) in [
            ("", &[][..], "such as 3/16"),
            ("4/3", &[], "such as 3/16"),
            ("array/", &[("PBS_ARRAY_INDEX", "4")], "such as 3/16"),
            ("array", &[], "no task of an array job"),
            (
                "array",
                &[("SGE_TASK_ID", "undefined")],
                "no task of an array job",
            ),
            ("array", &[("LSB_JOBINDEX", "0")], "no task of an array job"),
            ("array", &[("PBS_ARRAY_INDEX", "4")], "how many: array/16"),
            (
                "array/3",
                &[("PBS_ARRAY_INDEX", "4")],
                "number the tasks 1 to 3",
            ),
            (
                "array",
                &slurm(["9", "1", "9", "1", "3"]),
                "in all: array/16",
            ),
        ] {
            let error = shard(text, variables).unwrap_err();
            assert!(error.contains(part), "{text} {variables:?}: {error}");
        }
    }
}
