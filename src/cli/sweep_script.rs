//! `ketboard sweep --script`: what runs a plan on a cluster or on all cores of a machine, as the
//! job file of somebody else's tool, with time, memory and cores from the forecast.

use super::number::within;
use super::page::print_bytes;
use super::sweep::SweepArguments;
use super::words::{plural, seconds};
use crate::files::read_text;
use crate::lab::{Laboratory, SweepPlan};
use crate::{Error, Result};
use clap::ValueEnum;
use ketboard_qaoa::readable_bytes;
use std::path::Path;
use std::process::ExitCode;

/// What is to run the shards.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Several machines")]
pub(crate) struct ScriptOptions {
    /// Print what runs the plan in shards and merges them, with time, memory and cores from the
    /// forecast; run nothing
    ///
    /// The plan must be a file. A shard has as many threads as --threads says, else one, or four
    /// where a state has more than 2^18 amplitudes.
    #[arg(long, value_name = "TOOL", value_enum, conflicts_with = "dry_run")]
    script: Option<Tool>,
    /// With --script: how many shards [default: each about half an hour, and at least 4]
    #[arg(long, value_name = "N", value_parser = within::<1, 10_000>, requires = "script", allow_negative_numbers = true)]
    jobs: Option<usize>,
}

/// Tools that run jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Tool {
    /// A script for sh that submits an array job, and the merge behind it
    Slurm,
    /// A script for sh that runs on one machine
    GnuParallel,
    /// A Snakefile
    Snakemake,
    /// A script for Python, on one machine or on the workers of a Dask scheduler
    Dask,
}

impl ScriptOptions {
    pub(crate) fn is_given(&self) -> bool {
        self.script.is_some()
    }
}

/// What a job file says.
struct ClusterJob<'j> {
    name: &'j str,
    plan: String,
    out: String,
    /// The options of the merge.
    pictures: Vec<String>,
    shards: usize,
    threads: usize,
    /// Estimated seconds of the longest shard.
    seconds: f64,
    /// Bytes of the largest shard.
    bytes: u128,
}

/// Seconds of one job, where nobody says how many jobs there are to be.
const HALF_AN_HOUR: f64 = 1800.0;

/// The most jobs that are made where nobody says how many.
const MOST: usize = 1000;

/// Prints the script that was asked for.
///
/// # Errors
/// Where the plan is no file.
pub(crate) fn print(arguments: &SweepArguments, laboratory: &Laboratory) -> Result<ExitCode> {
    let Some(tool) = arguments.script.script else {
        return Ok(ExitCode::SUCCESS);
    };
    let plan = arguments.files.first().filter(|file| {
        let is_plan = |text: String| SweepPlan::is_plan(&text);
        read_text(file).is_ok_and(is_plan)
    });
    let plan = plan.ok_or_else(|| {
        let found = "every job reads the plan, and there is no plan file";
        Error::argument(
            "--script",
            found,
            "write puzzles and settings into a plan file",
        )
    })?;
    let chains = laboratory.chains.len();
    let usual = if laboratory.has_large_chains() { 4 } else { 1 };
    let threads = arguments.talk.threads.unwrap_or(usual);
    let shards = arguments.script.jobs.unwrap_or_else(|| {
        let (seconds, _) = laboratory.needs_of_shards(1, threads);
        let wanted = (seconds / HALF_AN_HOUR).ceil() as usize;
        wanted.clamp(4.min(chains), MOST.min(chains))
    });
    let (seconds, bytes) = laboratory.needs_of_shards(shards, threads);
    let job = ClusterJob {
        name: &laboratory.plan.name,
        plan: text_of(plan)?,
        out: text_of(&arguments.out)?,
        pictures: arguments.pictures_wanted(),
        shards,
        threads,
        seconds,
        bytes,
    };
    let text = match tool {
        Tool::Slurm => job.slurm(),
        Tool::GnuParallel => job.gnu_parallel(),
        Tool::Snakemake => job.snakemake(),
        Tool::Dask => job.dask(),
    };
    print_bytes(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn text_of(path: &Path) -> Result<String> {
    path.to_str().map(str::to_owned).ok_or_else(|| {
        let found = format!("{} is no UTF-8", path.display());
        Error::argument("--script", found, "rename it")
    })
}

impl ClusterJob<'_> {
    /// Minutes that a job may take: three times the forecast, which is right within a small factor,
    /// and at least ten.
    fn minutes(&self) -> u64 {
        let minutes = (3.0 * self.seconds / 60.0).ceil() as u64;
        minutes.max(10).next_multiple_of(5)
    }

    /// Megabytes that a job may take: a fifth more than its states, and what the program itself
    /// takes.
    fn megabytes(&self) -> u128 {
        (self.bytes * 6 / 5 / (1 << 20) + 256).next_multiple_of(64)
    }

    /// What the head of every script says, behind a mark of a comment.
    fn head(&self, tool: &str, start: &str) -> String {
        let name = self.name.replace(char::is_control, " ");
        let shards = plural(self.shards as u64, "shard");
        format!(
            "# {name}: {shards} with {tool}, then one folder of all.\n\
             # Start with: {start}. Started again it goes on where it was.\n\
             # Forecast: about {} for the longest shard on {}, {} of memory for the largest.\n",
            seconds(self.seconds),
            plural(self.threads as u64, "thread"),
            readable_bytes(self.bytes),
        )
    }

    /// The options of the merge, each behind a blank.
    fn picture_options(&self) -> String {
        let words = self.pictures.iter();
        words.map(|word| format!(" {word}")).collect()
    }

    fn slurm(&self) -> String {
        let pictures = self.picture_options();
        let (plan, out) = (for_shell(&self.plan), for_shell(&self.out));
        let Self {
            shards, threads, ..
        } = self;
        let (minutes, megabytes) = (self.minutes(), self.megabytes());
        let head = self.head("Slurm", "sh FILE");
        format!(
            "#!/bin/sh\n{head}\
             # The time limit is three times the forecast, and at least ten minutes.\n\
             set -e\n\
             mkdir -p {out}\n\
             shards=$(sbatch --parsable --job-name=ketboard --array=1-{shards} --cpus-per-task={threads} \\\n    \
                 --mem={megabytes}M --time={minutes} --output={out}/shard-%a.log <<'JOB'\n\
             #!/bin/sh\n\
             exec ketboard sweep {plan} --shard \"$SLURM_ARRAY_TASK_ID/{shards}\" \\\n    \
                 --out {out}/shard-\"$SLURM_ARRAY_TASK_ID\" --threads {threads} --quiet\n\
             JOB\n\
             )\n\
             sbatch --job-name=ketboard-merge --dependency=\"afterok:${{shards%%;*}}\" --kill-on-invalid-dep=yes \\\n    \
                 --cpus-per-task=1 --mem={megabytes}M --time={minutes} --output={out}/merge.log <<'JOB'\n\
             #!/bin/sh\n\
             exec ketboard merge {out}/shard-*/ --out {out}{pictures}\n\
             JOB\n"
        )
    }

    fn gnu_parallel(&self) -> String {
        let pictures = self.picture_options();
        let (plan, out) = (for_shell(&self.plan), for_shell(&self.out));
        let Self {
            shards, threads, ..
        } = self;
        let megabytes = self.megabytes();
        let head = self.head("GNU parallel", "sh FILE");
        format!(
            "#!/bin/sh\n{head}\
             # JOBS says how many run at a time; a job begins when its memory is free.\n\
             set -e\n\
             cores=$(getconf _NPROCESSORS_ONLN)\n\
             JOBS=${{JOBS:-$((cores / {threads} > 0 ? cores / {threads} : 1))}}\n\
             seq 1 {shards} | parallel -q --jobs \"$JOBS\" --memfree {megabytes}M --retries 2 \\\n    \
                 ketboard sweep {plan} --shard {{}}/{shards} --out {out}/shard-{{}} --threads {threads} --quiet\n\
             ketboard merge {out}/shard-*/ --out {out}{pictures}\n"
        )
    }

    fn snakemake(&self) -> String {
        let pictures = self.picture_options();
        let (plan, out) = (for_python(&self.plan), for_python(&self.out));
        let Self {
            shards, threads, ..
        } = self;
        let (minutes, megabytes) = (self.minutes(), self.megabytes());
        let start = "snakemake --cores all --snakefile FILE (on a cluster with --executor)";
        let head = self.head("Snakemake", start);
        format!(
            "{head}\
             PLAN = {plan}\n\
             OUT = {out}\n\
             SHARDS = {shards}\n\
             FOLDERS = [f\"{{OUT}}/shard-{{k}}\" for k in range(1, SHARDS + 1)]\n\
             \n\
             rule all:\n    \
                 input:\n        \
                     OUT + \"/summary.csv\",\n\
             \n\
             rule merge:\n    \
                 input:\n        \
                     [folder + \"/summary.csv\" for folder in FOLDERS],\n    \
                 output:\n        \
                     OUT + \"/summary.csv\",\n    \
                 params:\n        \
                     folders=FOLDERS,\n        \
                     out=OUT,\n    \
                 resources:\n        \
                     mem_mb={megabytes},\n        \
                     runtime={minutes},\n    \
                 shell:\n        \
                     \"ketboard merge {{params.folders:q}} --out {{params.out:q}}{pictures}\"\n\
             \n\
             rule shard:\n    \
                 input:\n        \
                     PLAN,\n    \
                 output:\n        \
                     OUT + \"/shard-{{k}}/summary.csv\",\n    \
                 wildcard_constraints:\n        \
                     k=\"[0-9]+\",\n    \
                 params:\n        \
                     shard=lambda wildcards: f\"{{wildcards.k}}/{{SHARDS}}\",\n        \
                     out=lambda wildcards: f\"{{OUT}}/shard-{{wildcards.k}}\",\n    \
                 threads: {threads}\n    \
                 resources:\n        \
                     mem_mb={megabytes},\n        \
                     runtime={minutes},\n    \
                 shell:\n        \
                     \"ketboard sweep {{input:q}} --shard {{params.shard}} --out {{params.out:q}} --threads {{threads}} --quiet\"\n"
        )
    }

    fn dask(&self) -> String {
        let (plan, out) = (for_python(&self.plan), for_python(&self.out));
        let Self {
            shards, threads, ..
        } = self;
        let megabytes = self.megabytes();
        let words = self.pictures.iter().map(|word| for_python(word));
        let pictures: String = words.map(|word| format!(", {word}")).collect();
        let start = "python FILE, or python FILE tcp://HOST:8786 for a scheduler's workers";
        let head = self.head("Dask", start);
        format!(
            "{head}\
             import os\n\
             import subprocess\n\
             import sys\n\
             \n\
             import psutil\n\
             from dask.distributed import Client\n\
             \n\
             PLAN = {plan}\n\
             OUT = {out}\n\
             SHARDS = {shards}\n\
             THREADS = {threads}\n\
             MEGABYTES = {megabytes}\n\
             \n\
             \n\
             def run(shard):\n    \
                 folder = f\"{{OUT}}/shard-{{shard}}\"\n    \
                 command = [\"ketboard\", \"sweep\", PLAN, \"--shard\", f\"{{shard}}/{{SHARDS}}\", \"--out\", folder]\n    \
                 subprocess.run([*command, \"--threads\", str(THREADS), \"--quiet\"], check=True)\n    \
                 return folder\n\
             \n\
             \n\
             def client():\n    \
                 if len(sys.argv) > 1:\n        \
                     return Client(sys.argv[1])\n    \
                 fit = psutil.virtual_memory().available // (MEGABYTES << 20)\n    \
                 workers = max(1, min(os.cpu_count() // THREADS, fit, SHARDS))\n    \
                 return Client(n_workers=workers, threads_per_worker=1)\n\
             \n\
             \n\
             if __name__ == \"__main__\":\n    \
                 with client() as client:\n        \
                     shards = client.map(run, range(1, SHARDS + 1), pure=False, retries=2)\n        \
                     folders = client.gather(shards)\n    \
                 subprocess.run([\"ketboard\", \"merge\", *folders, \"--out\", OUT{pictures}], check=True)\n"
        )
    }
}

/// A text as one word of a shell.
fn for_shell(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:,@%".contains(c);
    match text.starts_with('-') || text.is_empty() || !text.chars().all(plain) {
        true => format!("'{}'", text.replace('\'', "'\\''")),
        false => text.to_owned(),
    }
}

/// A text as a string of Python, which reads JSON's.
fn for_python(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_one_word_of_a_shell_and_one_string_of_python() {
        for (text, shell, python) in [
            ("runs/a-1.toml", "runs/a-1.toml", "\"runs/a-1.toml\""),
            ("my runs", "'my runs'", "\"my runs\""),
            ("a'b$(c)", "'a'\\''b$(c)'", "\"a'b$(c)\""),
            ("a\"b\\", "'a\"b\\'", "\"a\\\"b\\\\\""),
        ] {
            assert_eq!(for_shell(text), shell);
            assert_eq!(for_python(text), python);
        }
    }
}
