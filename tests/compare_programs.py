#!/usr/bin/env python3
"""Judges whether a rebuilt program behaves as an older one.

usage: tests/compare_programs.py OLD NEW [--quick] [--only NAME] [--report FILE]

OLD and NEW are two `ketboard` programs. Both run the same commands side by side, each in a fresh folder of its own
with the same relative paths, and everything that they leave is compared: the exit status, standard output, standard
error, and every file byte by byte. The commands are

  readme    those of README.md and of the book under docs/, page by page
  help      --help and -h of the program and of every command
  wrong     usages that are refused, of every command (compare_programs/wrong.txt)
  right     usages of every command that run (compare_programs/right.txt)
  puzzles   every shipped puzzle through every command that takes one
  imports   the texts that the tests of `import` know
  results   figures and pages of the records that the repository keeps
  sweeps    every plan of results/study and results/registers (hours; --quick leaves these out)

--quick     leaves out `sweeps`, and searches of the shipped puzzles at the default depth
--only NAME runs only the cases whose group or name holds NAME
--report FILE writes what is printed to FILE, too

Wall times and free memory differ from run to run. They are taken out by the rules below and by nothing else; the
report counts how often each rule was used.

Exit status: 0 all commands behave alike, 1 some do not, 2 bad usage.
"""

import argparse
import difflib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
CASES = HERE / "compare_programs"
LINES = 20

# What may differ from run to run: name, pattern, what stands in its place, and the reason.
RULES = [
    (
        "wall time",
        re.compile(rb'"wall_s": ?[-+0-9.e]+'),
        b'"wall_s":TIME',
        "the wall time of a run, where --no-times does not leave it out",
    ),
    (
        "bench times",
        re.compile(rb'"(precompute_s|zero_layers_s|objective_s|per_layer_s|gradient_s)": ?[-+0-9.e]+'),
        rb'"\1":TIME',
        "what `bench` measures are times",
    ),
    (
        "bench memory",
        re.compile(rb'"((?:gradient_)?bytes_per_amp)": ?[-+0-9.e]+'),
        rb'"\1":MEMORY',
        "what `bench` measures is the memory of the whole process, in pages",
    ),
    (
        "estimated time",
        re.compile(rb"about [0-9.]+ \S+(?= on \d+ threads?, as estimated)"),
        b"about TIME",
        "`sweep` estimates its time from a call that it times",
    ),
    (
        "free memory",
        re.compile(rb"[0-9.]+ [KMGT]iB(?= (?:are|is) free)"),
        b"MEMORY",
        "errors of too large a state name the memory that is free at the time",
    ),
    (
        "folder",
        re.compile(rb"/[^\s\"']*/ketboard-compare-[^/\s\"']+/(?:old|new)"),
        b"FOLDER",
        "each program runs in a folder of its own",
    ),
]
# Files that hold nothing but wall times: their lines are counted, and not compared.
TIMES_ONLY = {"times.jsonl"}


def repository():
    """The folder with README.md and examples/puzzles, at this file or above it."""
    for folder in HERE.parents:
        if (folder / "README.md").is_file() and (folder / "examples" / "puzzles").is_dir():
            return folder
    sys.exit(f"error: {HERE}: found no folder with README.md and examples/puzzles at or above it")


class Case:
    """Commands that share a folder, one after another."""

    def __init__(self, group, name, lines, files=None, needs=(), seconds=900):
        self.group, self.name, self.lines = group, name, lines
        self.files, self.needs, self.seconds = files or {}, needs, seconds


class Used:
    """How often each rule was used."""

    def __init__(self):
        self.count = {name: 0 for name, *_ in RULES}

    def clean(self, data):
        """The bytes with all that may differ taken out."""
        for name, pattern, instead, _ in RULES:
            data, count = pattern.subn(instead, data)
            self.count[name] += count
        return data


# --- the cases ---


def paragraphs(name):
    """The cases of a file of commands: name and lines of each paragraph."""
    text = (CASES / name).read_text()
    for part in re.split(r"\n\s*\n", text):
        lines = [line for line in part.splitlines() if line and not line.startswith("#")]
        if lines:
            yield lines[0], [expanded(line) for line in lines[1:]]


def expanded(line):
    """A line of the tables with its short names written out."""
    return re.sub(r"(?<!\S)p/", "examples/puzzles/", line)


def table_files():
    """The files of files.txt, below f/."""
    parts = re.split(r"^=== (.+)\n", (CASES / "files.txt").read_text(), flags=re.M)
    return {f"f/{name}": text for name, text in zip(parts[1::2], parts[2::2])}


def ours(line):
    """The arguments of a README line if it runs the program, else None."""
    line = line.split("   #")[0].strip().removeprefix("$ ")
    for start in ("cargo run --release -- ", "ketboard "):
        if line.startswith(start):
            return line[len(start) :]
    return None


def readme(root):
    """The commands of README.md and of the book: one case for each page, with the files that the page shows."""
    for page in [root / "README.md", *sorted((root / "docs" / "src").glob("**/*.md"))]:
        text = page.read_text().replace("\\\n", " ")
        files = dict(re.findall(r"^<!-- file: (\S+) -->\n\n```\w+\n(.*?)^```", text, re.S | re.M))
        blocks = re.findall(r"^```(?:sh|console)\n(.*?)^```", text, re.S | re.M)
        lines = [ours(line.removesuffix(" || true")) for block in blocks for line in block.splitlines()]
        lines = [line for line in lines if line]
        if lines:
            name = page.relative_to(root).with_suffix("").as_posix()
            yield Case("readme", name, lines, files, ["results/registers/boards"], 600)


def commands_of(program):
    """The names of the program's commands, as its --help lists them."""
    told = subprocess.run([program, "--help"], capture_output=True, text=True, check=False).stdout
    listed = told.split("Usage:")[-1].split("Options:")[0]
    return re.findall(r"^  ([a-z]+) ", listed, re.M)


def puzzles(root, quick):
    """Every shipped puzzle through every command that takes one."""
    quickly = "--depth 1 --starts 1"
    for path in sorted((root / "examples" / "puzzles").glob("*.toml")):
        p = f"examples/puzzles/{path.name}"
        lines = [
            f"show {p}",
            f"show {p} --json",
            f"show {p} --reduce full --quiet -o board.svg",
            f"solve {p} --depth 2 --starts 1 --no-times --json > angles.json",
            f"solve {p} {quickly} --no-times --out out",
            f"solve {p} {quickly} --reduce full --target-qubits 8 --seed 5 --no-times --json",
        ]
        if not quick:
            lines += [f"solve {p} --no-times --json", f"solve {p} --no-times"]
        lines += [f"qubo {p} --format {f}" for f in ("json", "dimod", "qubo", "lp", "ising")]
        lines += [
            f"qubo {p} --reduce none --json -o whole.json",
            f"decode {p} out/counts.json",
            f"decode {p} out/counts.json --angles angles.json --json",
            f"export {p} --angles angles.json",
            f"export {p} --angles angles.json --to ionq -o circuit.json --json",
            f"classical {p}",
            f"classical {p} --json",
            f"classical {p} --method anneal --json",
            f"grover {p} --json",
            f"resources {p} --json",
            f"landscape {p} --points 5 {'--starts 1'} --out landscape --json",
            f"compare {p} {quickly} --iterations 3 --no-times --out compare",
            f"device {p} --backend torino --depths 1 --starts 1 --estimate --json",
            f"sweep {p} --depths 1..2 --starts 1 --iterations 5 --out sweep --json",
            "report sweep --quiet",
            "verify sweep",
        ]
        yield Case("puzzles", path.stem, lines)


def unescaped(literal):
    """The text of a Rust string literal, plain or raw."""
    raw = re.fullmatch(r'r#"(.*)"#', literal, re.S)
    if raw:
        return raw.group(1)
    signs = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", '"': '"', "'": "'", "\\": "\\"}

    def sign(found):
        code = found.group(1)
        return chr(int(code[2:-1], 16)) if code.startswith("u{") else signs[code]

    return re.sub(r"\\(u\{[0-9a-fA-F]+\}|[nrt0\"'\\])", sign, literal[1:-1])


def imports(root):
    """The texts that the tests of `import` know, each from a file."""
    string = r'r#".*?"#|"(?:[^"\\]|\\.)*"'
    found = sorted(path for path in root.glob("**/import/known.rs") if "target" not in path.parts)
    if not found:
        return
    source = found[0].read_text()
    named = {n: s for n, s in re.findall(rf"const (\w+): &str =\s*({string});", source, re.S)}
    pattern = rf'(?:family: "(\w+)",[^{{}}]*?)?board\(\s*({string}|[A-Z_0-9]+),'
    for number, (family, literal) in enumerate(re.findall(pattern, source, re.S), 1):
        text = unescaped(named.get(literal, literal))
        options = f" --as {family}" if family else ""
        lines = [f"import text.txt{options} -o puzzle.toml", f"import text.txt{options} --json", "show puzzle.toml"]
        yield Case("imports", f"text {number}", lines, {"text.txt": text})


def results(root):
    """Figures and pages of the records that the repository keeps."""
    kept = root / "results"
    for records in sorted(kept.glob("*/*/records.jsonl")):
        folder = records.parent.relative_to(root)
        lines = [f"plot {folder} --out figures --json", f"report {folder} -o page.html --quiet"]
        # Runs on registers take minutes and much memory; those of the study do not.
        if folder.parent.name == "study":
            lines.append(f"verify {folder} --json")
        yield Case("results", folder.as_posix(), lines, needs=[folder.as_posix()])


def sweeps(root):
    """Every plan of results/study and results/registers; records.jsonl is compared with all the rest."""
    for plan in sorted([*root.glob("results/study/*.toml"), *root.glob("results/registers/*.toml")]):
        name = plan.relative_to(root).as_posix()
        line = f"sweep {name} --out runs --no-plots --threads 1 --quiet"
        needs = [name, "results/registers/boards"]
        yield Case("sweeps", name, [line], needs=needs, seconds=24 * 3600)


def all_cases(root, program, quick):
    """Every case, in the order in which they run."""
    helps = ["--help", "-h", "--version", "help"]
    helps += [f"{name} {flag}" for name in commands_of(program) for flag in ("--help", "-h")]
    wrong = [line for line in (CASES / "wrong.txt").read_text().splitlines() if line and line[0] != "#"]
    files = table_files()
    cases = [Case("help", "help", helps), Case("wrong", "wrong", [expanded(line) for line in wrong], files)]
    cases += [Case("right", name, lines, files) for name, lines in paragraphs("right.txt")]
    cases += readme(root)
    cases += [*imports(root), *puzzles(root, quick), *results(root)]
    return cases if quick else cases + [*sweeps(root)]


# --- running ---


def prepare(folder, root, case):
    """A folder to run in: examples, what the case needs of the repository, and its own files."""
    shutil.copytree(root / "examples", folder / "examples")
    for name in case.needs:
        source, place = root / name, folder / name
        if source.is_dir():
            shutil.copytree(source, place, dirs_exist_ok=True)
        elif source.is_file():
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, place)
    for name, text in case.files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode())


def start(program, line, folder):
    """Starts a command in its folder, with an environment of its own and no terminal."""
    words = shlex.split(line)
    kept = None
    if len(words) > 1 and words[-2] == ">":
        kept, words = words[-1], words[:-2]
    environment = {"PATH": os.environ.get("PATH", ""), "HOME": str(folder), "LANG": "C.UTF-8", "RUST_BACKTRACE": "0"}
    child = subprocess.Popen(
        ["ketboard", *words],
        executable=program,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    return child, kept


def finish(child, kept, folder, end):
    """Waits for a command: its status in words, standard output, standard error."""
    try:
        out, err = child.communicate(timeout=max(1.0, end - time.monotonic()))
        status = f"exit status {child.returncode}\n"
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        out, err = child.communicate()
        status = "ran past its time\n"
    if kept:
        (folder / kept).write_bytes(out)
    return status.encode(), out, err


def files_below(folder):
    """Every file below the folder by its relative name; folders end in /."""
    found = {}
    for place, folders, files in os.walk(folder):
        here = Path(place).relative_to(folder)
        found.update({(here / name).as_posix() + "/": None for name in folders})
        found.update({(here / name).as_posix(): Path(place) / name for name in files})
    return found


def difference(what, old, new):
    """How two outputs differ, in at most LINES lines."""
    if b"\0" in old or b"\0" in new:
        at = next((i for i, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
        return [f"{what}: {len(old)} and {len(new)} bytes, which differ from byte {at} on"]
    texts = [data.decode("utf-8", "replace").splitlines() for data in (old, new)]
    lines = list(difflib.unified_diff(*texts, f"old {what}", f"new {what}", n=1, lineterm=""))
    if not lines:
        return [f"{what}: the ends of lines differ"]
    rest = len(lines) - LINES
    cut = [line if len(line) <= 400 else shortened(line) for line in lines[:LINES]]
    return cut + ([f"... {rest} more lines"] if rest > 0 else [])


def shortened(line):
    """A long line up to 400 characters."""
    return f"{line[:400]} ... ({len(line)} characters)"


def pinpoint(what, old, new):
    """For single long lines: the place where they part, with what is around it."""
    at = next((i for i, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
    if b"\0" in old or max(map(len, old.splitlines() or [b""])) <= 400:
        return []
    around = [data[max(0, at - 60) : at + 60].decode("utf-8", "replace") for data in (old, new)]
    return [f"{what}, from byte {at} on: old ...{around[0]!r}", f"{'':{len(what)}}  {'':>{len(str(at))}} new ...{around[1]!r}"]


def compared_files(old, new, seen, used):
    """The files that differ and did not before; `seen` holds those already told."""
    told = []
    for name in sorted(old.keys() | new.keys()):
        if name in seen:
            continue
        if name not in old or name not in new:
            seen.add(name)
            told.append(f"{name}: only the {'old' if name in old else 'new'} program wrote it")
            continue
        if old[name] is None:
            continue
        a, b = old[name].read_bytes(), new[name].read_bytes()
        if a == b:
            continue
        if Path(name).name in TIMES_ONLY:
            a, b = (b"%d lines" % len(data.splitlines()) for data in (a, b))
        a, b = used.clean(a), used.clean(b)
        if a != b:
            seen.add(name)
            told += difference(name, a, b) + pinpoint(name, a, b)
    return told


def run_case(case, programs, root, used, say):
    """Runs a case in both folders; how many commands it has, and how many of them were alike."""
    alike = 0
    with tempfile.TemporaryDirectory(prefix="ketboard-compare-") as base:
        folders = [Path(base) / name for name in ("old", "new")]
        for folder in folders:
            prepare(folder, root, case)
        seen = set()
        for line in case.lines:
            end = time.monotonic() + case.seconds
            started = [start(program, line, folder) for program, folder in zip(programs, folders)]
            ended = [finish(*child, folder, end) for child, folder in zip(started, folders)]
            told = []
            for what, old, new in zip(("exit status", "standard output", "standard error"), *ended):
                old, new = used.clean(old), used.clean(new)
                if old != new:
                    told += difference(what, old, new) + pinpoint(what, old, new)
            told += compared_files(*map(files_below, folders), seen, used)
            if not told and ended[0][0].startswith(b"ran past"):
                told = ["both ran past their time: nothing to compare"]
            if told:
                say(f"DIFFERS  [{case.group}: {case.name}] ketboard {line}")
                for text in told:
                    say(f"    {text}")
            else:
                alike += 1
    return len(case.lines), alike


class Words(argparse.ArgumentParser):
    """Bad usage ends with status 2 and one line."""

    def error(self, message):
        self.exit(2, f"error: {message}; see --help\n")


def main():
    """Runs all that was asked for and tells what differs."""
    parser = Words(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", metavar="OLD")
    parser.add_argument("new", metavar="NEW")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", metavar="NAME", default="")
    parser.add_argument("--report", metavar="FILE")
    options = parser.parse_args()
    programs = [os.path.abspath(path) for path in (options.old, options.new)]
    for path in programs:
        if not (os.path.isfile(path) and os.access(path, os.X_OK)):
            parser.error(f"{path}: found no program; give the path of a built ketboard")
    root = repository()
    cases = [c for c in all_cases(root, programs[0], options.quick) if options.only in f"{c.group} {c.name}"]
    if not cases:
        parser.error(f"--only {options.only}: no case has this name; the groups are in --help")
    try:
        report = open(options.report, "w", encoding="utf-8") if options.report else None
    except OSError as error:
        parser.error(f"cannot write {options.report}: {error.strerror}")

    def say(text):
        print(text, flush=True)
        if report:
            print(text, file=report, flush=True)

    used, commands, alike = Used(), 0, 0
    for case in cases:
        began = time.monotonic()
        count, same = run_case(case, programs, root, used, say)
        commands, alike = commands + count, alike + same
        say(f"{case.group}: {case.name}: {same} of {count} alike ({time.monotonic() - began:.0f} s)")
    say("Rules for what may differ (how often used):")
    for name, _, _, reason in RULES:
        say(f"  {name} ({used.count[name]}): {reason}")
    say(f"  {', '.join(sorted(TIMES_ONLY))}: wall times alone, so that only its lines are counted")
    say(f"{commands} commands, {alike} identical, {commands - alike} different")
    if report:
        report.close()
    return 0 if commands == alike else 1


if __name__ == "__main__":
    sys.exit(main())
