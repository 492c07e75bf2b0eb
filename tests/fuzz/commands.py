#!/usr/bin/env python3
"""Fuzzes whole commands: mutated files and mutated options, given to the built program as users give them.

Usage: commands.py PROGRAM [--seed S] [--seconds T | --cases N] [--case K] [--processor-seconds C]

The options of every command are read from its own --help, so that a new one is fuzzed by itself. Case K of seed S is always the
same command with the same files; `--seed S --case K` runs it alone. A finding is printed with that line, and its folder stays
under target/fuzz-commands/findings, to be looked into. The exit status is 1 if there is one.

A finding is: a panic; an end by a signal; an exit status that the README does not know; an error that is not one line, unless
clap says it; exit status 2 with something on standard output or with a file written; a file written outside the case's folder;
--json that prints no JSON; a program that stands still; one that computes for longer than C seconds (default 5) and shows no
progress in a terminal either. The address space is limited to 2 GiB. Python's standard library is all it needs; Linux is where
it runs.
"""

import argparse
import collections
import json
import os
import pty
import random
import re
import resource
import select
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from fuzz_cases import Cases

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "target" / "fuzz-commands"
STATUSES = {0, 1, 2, 130}
MEMORY = 2 << 30
LARGEST_FILE = 256 << 20
# A program whose processor time does not grow for so many seconds stands still.
STANDSTILL = 30


def limited():
    """Run in the child before the program: a process group of its own, and its limits."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def processor_seconds(pid):
    """Processor time of a running child so far; it stays in /proc until the child is waited for."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Watched:
    """One run of the program, ended where it takes longer than it may."""

    def __init__(self, arguments, folder, limit, terminal=False):
        home = WORK / "home"
        environment = {"PATH": os.environ["PATH"], "HOME": str(home), "TMPDIR": str(home), "TERM": "xterm", "LANG": "C.UTF-8"}
        self.shown, self.slow, self.still = b"", False, False
        master, slave = pty.openpty() if terminal else (None, None)
        with open(WORK / "stdout", "wb") as out, open(WORK / "stderr", "wb") as error:
            child = subprocess.Popen(arguments, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=out,
                                     stderr=slave if terminal else error, preexec_fn=limited)
            if terminal:
                os.close(slave)
            self._watch(child, limit, master)
        self.status = child.returncode
        self.out = (WORK / "stdout").read_bytes()
        self.error = (WORK / "stderr").read_bytes().decode("utf-8", "replace")

    def _watch(self, child, limit, master):
        before, moved, pause = 0.0, time.monotonic(), 0.002
        while child.poll() is None:
            if master is None:
                time.sleep(pause)
            elif select.select([master], [], [], pause)[0]:
                try:
                    self.shown += os.read(master, 65536)
                except OSError:
                    time.sleep(pause)
            pause = min(0.05, 1.5 * pause)
            try:
                used = processor_seconds(child.pid)
            except (OSError, IndexError):
                continue
            if used > before:
                before, moved = used, time.monotonic()
            self.slow = used > limit
            self.still = time.monotonic() - moved > STANDSTILL
            if self.slow or self.still:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
        if master is not None:
            os.close(master)


def files_in(folder):
    """Every file and folder below, with the bytes of the files."""
    below = sorted(folder.rglob("*"))
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in below}


def findings_of(run, arguments, before, after):
    """What is wrong with a run that ended by itself."""
    if "panicked at" in run.error or run.status == 101:
        yield "panic"
    elif run.status < 0:
        yield f"signal {-run.status}"
    elif run.status not in STATUSES:
        yield f"exit status {run.status}"
    lines = [line for line in run.error.splitlines() if line.strip()]
    errors = [number for number, line in enumerate(lines) if line.startswith("error:")]
    if run.status == 2:
        if not errors:
            yield "exit status 2 without an error"
        if run.out:
            yield "exit status 2 with something on standard output"
        if before != after:
            changed = sorted(name for name in before.keys() | after.keys() if before.get(name, 0) != after.get(name, 0))
            yield f"exit status 2 with files written: {', '.join(changed[:4])}"
    # The steps that show why a puzzle has no solution follow the error, indented.
    steps = lines[errors[0] + 1:] if errors and run.status == 1 and "no solution: " in lines[errors[0]] else []
    derived = len(steps) if all(re.match(r"  \S", step) for step in steps) else 0
    # A wrong command line is told as clap tells it: tips, usage, and last where the help is.
    told_by_clap = run.status == 2 and lines[-1:] == ["For more information, try '--help'."]
    if errors and not told_by_clap and (len(errors) > 1 or errors[0] != len(lines) - 1 - derived) and run.status in STATUSES:
        yield "an error of several lines"
    if errors and run.status == 0:
        yield "an error with exit status 0"
    if "--json" in arguments and run.status in (0, 1) and run.out:
        try:
            json.loads(run.out, parse_constant=lambda name: sys.exit(f"{name} is no JSON"))
        except (ValueError, SystemExit):
            yield "--json without one JSON object"


class Fuzz:
    """A round of cases, and what they found."""

    def __init__(self, program, limit):
        self.program, self.limit = str(Path(program).resolve()), limit
        shutil.rmtree(WORK / "findings", ignore_errors=True)
        for name in ("home", "case", "findings"):
            shutil.rmtree(WORK / name, ignore_errors=True)
            (WORK / name).mkdir(parents=True)
        # There before the first case, so that they are none of its files.
        for name in ("stdout", "stderr"):
            (WORK / name).touch()
        self.cases = Cases(self.program, ROOT, WORK / "corpus")
        self.statuses, self.kinds = collections.Counter(), collections.Counter()

    def shows_progress(self, arguments, folder):
        """Whether a slow command, run again in a terminal, says so before its time is over."""
        loud = [word for word in arguments if word != "--quiet"]
        run = Watched([self.program, *loud], folder, self.limit, terminal=True)
        return bool(run.shown.strip()) or not (run.slow or run.still)

    def run(self, seed, number):
        """Runs one case and prints what is wrong with it."""
        folder = WORK / "case"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        arguments = self.cases.make(random.Random(f"{seed}.{number}"), folder)
        before, outside = files_in(folder), (sorted(os.listdir(WORK)), files_in(WORK / "home"))
        run = Watched([self.program, *arguments], folder, self.limit)
        kinds = []
        if run.slow:
            self.statuses["slow"] += 1
            if not self.shows_progress(arguments, folder):
                kinds.append(f"more than {self.limit:g} s of computing without progress")
        elif run.still:
            kinds.append("stands still")
        else:
            self.statuses[run.status] += 1
            kinds += findings_of(run, arguments, before, files_in(folder))
            if outside != (sorted(os.listdir(WORK)), files_in(WORK / "home")):
                kinds.append("files written outside the folder of the case")
        if kinds:
            self.tell(seed, number, arguments, run, kinds)

    def tell(self, seed, number, arguments, run, kinds):
        """Prints a finding; one that looks like an earlier one is only counted."""
        last = (run.error.strip().splitlines() or [""])[0]
        looks = (*kinds, arguments[:1], re.sub(r"\d+|'[^']*'", "", last))
        self.kinds[str(looks)] += 1
        if self.kinds[str(looks)] > 1:
            return
        kept = WORK / "findings" / f"{seed}-{number}"
        shutil.copytree(WORK / "case", kept, dirs_exist_ok=True)
        print(f"\nFINDING: {'; '.join(kinds)} (exit status {run.status})")
        print(f"  again:   python3 tests/fuzz/commands.py {self.program} --seed {seed} --case {number}")
        print(f"  command: (cd {kept} && ketboard {shlex.join(arguments)})")
        for line in run.error.splitlines()[:4]:
            print(f"  | {line[:300]}")
        sys.stdout.flush()


def main():
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("program")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--seconds", type=float)
    asked.add_argument("--cases", type=int, default=300)
    asked.add_argument("--case", type=int)
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--processor-seconds", type=float, default=5.0)
    asked = asked.parse_args()
    fuzz = Fuzz(asked.program, asked.processor_seconds)
    if asked.case is not None:
        fuzz.run(asked.seed, asked.case)
        print((WORK / "stderr").read_text(errors="replace"), end="")
    else:
        number, end = asked.first, time.monotonic() + (asked.seconds or 0)
        while time.monotonic() < end if asked.seconds else number < asked.first + asked.cases:
            fuzz.run(asked.seed, number)
            number += 1
    told = ", ".join(f"{count} of {status}" for status, count in sorted(fuzz.statuses.items(), key=str))
    print(f"\n{sum(fuzz.statuses.values())} commands (exit status: {told}); {len(fuzz.kinds)} findings")
    sys.exit(1 if fuzz.kinds else 0)


if __name__ == "__main__":
    main()
