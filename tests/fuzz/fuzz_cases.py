"""The commands that `commands.py` runs: options from each command's own help, files from the repository and from the program."""

import re
import shutil
import subprocess
from pathlib import Path

from mutate import NUMBERS, mutated

# Kept small where a command has them and nothing else is drawn, so that most commands end in well under a second.
SMALL = {"--iterations": "5", "--starts": "1", "--shots": "64", "--points": "5", "--trajectories": "20", "--sweeps": "50",
         "--restarts": "3", "--runs": "1", "--target-qubits": "6", "--depth": "1", "--depths": "1..2",
         "--threads": "2"}
MODELS = {"json": "model.json", "dimod": "model.dimod.json", "qubo": "model.qubo", "lp": "model.lp", "ising": "model.ising"}
PLAN = 'puzzles = ["puzzle.toml"]\ntarget_qubits = "4"\ndepths = "1..2"\nseeds = "0..1"\nstarts = "1"\niterations = "5"\nshots = "32"\n'
BACKEND = ('{"name": "three", "qubits": 3, "couplings": [[0, 1], [1, 2]], "errors": {"sx": 0.001, "cz": 0.01}, "times": {"sx": 3e-8, '
           '"cz": 8e-8}, "relaxation": [1e-4, 1e-4]}')
TABLE = Path(__file__).resolve().parents[2] / "src/settings/angles.json"
# Which files a place of the command line is meant to hold; a place that is not named here gets any.
KINDS = {"FILE": ["puzzle"] * 6 + ["model", "plan"], "MODEL": ["model"], "MODEL.json": ["model"], "FOLDER": ["folder"], "DIR": ["folder"],
         "COUNTS": ["counts"], "TEXT-OR-FILE": ["text"], "RESULT.json": ["result"]}
INPUTS = {"--angles": ["result"], "--backend": ["backend"]}
OPTION = re.compile(r"^ {2,6}(?:(-\w), )?(--[a-z][a-z0-9-]*)(?:[ =]?\[?<([^>]+)>)?")


class Option:
    """One option of a command, as its help has it."""

    def __init__(self, name, place, help_lines):
        self.name, self.place = name, place
        text = "\n".join(help_lines)
        values = re.findall(r"^\s+- ([^\s:]+):", text, re.M)
        # What stands in the prose is near enough to be worth a try: names, ranges, the default.
        words = [word.strip(".,;:()[]") for word in re.findall(r"[\wλ./=:\[\],-]+", text)]
        self.values = values + re.findall(r"\[default: ([^\],\s]+)", text)
        self.words = [word for word in words if word and len(word) < 30]


class Command:
    """A command: its options, and the places of its files."""

    def __init__(self, name, text):
        self.name, self.options = name, []
        usage = re.search(r"^Usage: (.*(?:\n {4,}.*)*)", text, re.M).group(1)
        self.required = re.findall(r"(?<!\[)(--[a-z-]+) <", usage)
        self.places = re.findall(r"<([^>]+)>", re.sub(r"--[a-z-]+ <[^>]+>", "", usage))
        found = None
        for line in text.splitlines():
            match = OPTION.match(line)
            if match:
                found = (match.group(2), match.group(3), [line[match.end():]])
                self.options.append(found)
            elif found and line.startswith("   ") or not line.strip():
                if found:
                    found[2].append(line)
            else:
                found = None
        self.options = [Option(*option) for option in self.options if option[0] not in ("--help", "--version")]


class Cases:
    """Makes cases; holds what it read from the program and the repository."""

    def __init__(self, program, root, corpus):
        self.program, self.corpus = program, corpus
        names = re.findall(r"^  ([a-z]+)  ", self._ask("--help").partition("\nOptions:")[0], re.M)
        self.commands = [Command(name, self._ask(name, "--help")) for name in names if name != "help"]
        self._collect(root)

    def _ask(self, *arguments, folder=None):
        done = subprocess.run([self.program, *arguments], cwd=folder, capture_output=True, text=True, check=False)
        return done.stdout

    def _collect(self, root):
        """Files of every kind: the shipped puzzles, the samples of importers, and what the program writes of some."""
        folder = self.corpus
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        puzzles = sorted((root / "examples" / "puzzles").glob("*.toml"))
        self.files = {kind: [] for kind in ("puzzle", "model", "plan", "counts", "text", "result", "table", "backend")}
        self.files["puzzle"] = [("puzzle.toml", path.read_text()) for path in puzzles]
        self.files["puzzle"] += [("puzzle.toml", text) for text in samples(root / "crates/puzzles/src/puzzle")]
        self.files["text"] = [("text.txt", text) for text in samples(root / "crates/puzzles/src/import")]
        self.files["plan"] = [("plan.toml", PLAN)]
        self.files["backend"] = [("backend.json", BACKEND)]
        few = [path for path in puzzles if path.stem in ("tango-4x4", "queens-4x4", "sudoku-4x4", "chess-max-4x4", "tents-4x4")]
        for path in few:
            small = [str(path), "--target-qubits", "5"]
            for form, name in MODELS.items():
                self.files["model"].append((name, self._ask("qubo", *small, "--format", form)))
            brief = ["--iterations", "5", "--shots", "32", "--seed", "1"]
            solved = self._ask("solve", *small, *brief, "--depth", "2", "--no-times", "--json")
            solved = re.sub(r'"(wall_s|[a-z_]*seconds)": [0-9.e-]+', r'"\1": 0.5', solved)
            self.files["result"].append(("result.json", solved))
            self._ask("solve", *small, *brief, "--counts", "counts.json", folder=folder)
            run = folder / f"sweep-{path.stem}"
            self._ask("sweep", *small, "--depths", "1..2", "--starts", "1", *brief, "--no-plots", "--out", str(run))
            (run / "times.jsonl").unlink(missing_ok=True)
        self.files["counts"] = [("counts.json", text) for text in
                                ('{"01010": 3, "11111": 2, "00000": 1}', '{"0x3": 4, "0x1f": 1}', '{"samples": ["0x3", "0x5"]}',
                                 '{"6": 0.5, "1": 0.5}', '{"measurementCounts": {"00110": 5}}', '{"measurements": [[0,1,0,1,1]]}')]
        self.folders = sorted(path for path in folder.iterdir() if path.is_dir())
        (folder / "table.json").write_text(TABLE.read_text())
        for name, kind in (("table.json", "table"), ("counts.json", "counts")):
            if (folder / name).exists():
                self.files[kind].append((name, (folder / name).read_text()))
        empty = [kind for kind, files in self.files.items() if not files] + ([] if self.folders else ["folder"])
        if empty:
            raise SystemExit(f"nothing to begin with for: {', '.join(empty)}")

    def file(self, random, folder, kinds):
        """Puts a file or a folder of one of these kinds into the folder of the case, most often mutated; its name there."""
        kind = random.choice(kinds) if random.random() < 0.93 else random.choice([*self.files, "folder", "missing"])
        if kind == "missing":
            return random.choice(["missing.toml", ".", "", "/dev/null"])
        if kind == "folder":
            return self.copied(random, folder)
        name, text = random.choice(self.files[kind])
        if kind == "plan" and not (folder / "puzzle.toml").exists():
            (folder / "puzzle.toml").write_text(random.choice(self.files["puzzle"])[1])
        if random.random() < 0.7:
            text = mutated(random, text)
        if kind == "text" and "\0" not in text and not re.search("[\ud800-\udfff]", text) and random.random() < 0.5:
            return text
        (folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))
        return name

    def copied(self, random, folder):
        """Copies a folder of records, and most often damages a file in it, or removes one."""
        source = random.choice(self.folders)
        target = folder / "records"
        shutil.copytree(source, target, dirs_exist_ok=True)
        files = sorted(path for path in target.iterdir() if path.suffix in (".json", ".jsonl", ".csv"))
        chance = random.random()
        if chance < 0.65:
            path = random.choice(files)
            text = mutated(random, path.read_bytes().decode("utf-8", "surrogateescape"))
            path.write_bytes(text.encode("utf-8", "surrogateescape"))
        elif chance < 0.75:
            random.choice(files).unlink()
        return "records"

    def value(self, random, folder, option):
        """A value for an option: valid, near to valid, or absurd."""
        name, place = option.name, option.place
        out = re.match(r"OUT|TABLE|FOLDER", place) or name in ("--out", "--output")
        if out:
            return random.choice(["out", "out.json", "out.svg", "out.txt", "no/such/folder/out"])
        chance = random.random()
        if name in INPUTS or place in KINDS:
            if name == "--backend" and chance < 0.8:
                return random.choice(["torino", "fez", "sherbrooke", "forte"])
            return self.file(random, folder, INPUTS.get(name) or KINDS[place])
        if chance < 0.55:
            value = self.likely(random, option)
        elif chance < 0.75:
            value = random.choice(option.words) if option.words else "x"
        elif chance < 0.88:
            value = random.choice(NUMBERS)
        else:
            value = mutated(random, self.likely(random, option))
        return value.replace("\0", "0").encode("utf-8", "surrogateescape").decode("utf-8", "replace")

    def likely(self, random, option):
        """A value that the option most likely takes."""
        if "," in option.place:
            return ",".join(random.choice(["0", "0.1", "-0.3", "1.5"]) for _ in range(random.choice([1, 1, 2])))
        if option.place == "DEPTHS":
            return random.choice(["0", "1", "1..2", "0..2", "2,1", "1,1", "2..1"])
        if "=" in option.place:
            return f"{random.choice(option.words)}={random.choice(['2', '0.5', '0', '-1', '1e308'])}"
        listed = [value for value in option.values if not value.isdigit()]
        if listed and random.random() < 0.9:
            return random.choice(listed)
        if option.place.isupper() and len(option.place) > 2 and option.words:
            return random.choice(option.words)
        return random.choice(["0", "1", "2", "3", "4", "5", "0.1"])

    def make(self, random, folder):
        """The arguments of one case; its files are put into `folder`."""
        command = random.choice(self.commands)
        arguments = []
        for place in command.places:
            if place == "FAMILY" or place not in KINDS and "FILE" not in place:
                families = re.findall(r'family = "([a-z-]+)"', "".join(text for _, text in self.files["puzzle"]))
                arguments.append([random.choice(families) if random.random() < 0.9 else mutated(random, "tango").replace("\0", "")])
            else:
                many = random.choice([1, 1, 1, 2]) if command.name == "sweep" else 1
                arguments += [[self.file(random, folder, KINDS.get(place, list(self.files)))] for _ in range(many)]
        drawn = set(random.sample(range(len(command.options)), k=min(len(command.options), random.choice([0, 0, 1, 1, 2, 2, 3, 4]))))
        for number, option in enumerate(command.options):
            if option.name in command.required and random.random() < 0.97:
                drawn.add(number)
        chosen = [command.options[number] for number in sorted(drawn)]
        for option in chosen:
            arguments.append([option.name] + ([self.value(random, folder, option)] if option.place else []))
        for option in command.options:
            if option.name in SMALL and option not in chosen and (option.name != "--target-qubits" or random.random() < 0.8):
                arguments.append([option.name, SMALL[option.name]])
        if arguments and random.random() < 0.06:
            again = random.choice(arguments)
            arguments.append(again)
        if arguments and random.random() < 0.04:
            random.choice(arguments).pop()
        if command.options and random.random() < 0.03:
            arguments.append([mutated(random, random.choice(command.options).name).replace("\0", "")])
        random.shuffle(arguments)
        words = [word for group in arguments for word in group]
        return [command.name] + [word.encode("utf-8", "surrogateescape").decode("utf-8", "replace") for word in words]


def samples(folder):
    """The samples that the sources of families or importers hold, as the texts that they are."""
    texts = []
    for path in sorted(folder.glob("*.rs")):
        source = path.read_text()
        pattern = r'(?:\bsample: |SAMPLE: &str = )(?:r#"(.*?)"#|"((?:[^"\\]|\\.)*)")'
        for raw, plain in re.findall(pattern, source, re.S):
            text = raw or re.sub(r"\\\n\s*", "", plain)
            texts.append(text.replace(r"\n", "\n").replace(r"\"", '"') if plain else text)
    return texts
