"""Other people's simulators read what ketboard exports, and must find the same probabilities.

    python .ci/crosscheck.py path/to/ketboard        (from the root of the repository, with .ci/requirements.txt installed)

For shipped puzzles of at most 14 qubits: the model's distribution is computed from its JSON by numpy, by `ketboard
simulate`, by Qiskit and by Braket's local simulator from the exported OpenQASM 3 file, and all 2^n probabilities are
compared; the reference parser must accept the file; shots from Qiskit must decode to a board that the exact solver
knows. Of the circuits of the search algorithms: the deletions from one cell of a Sudoku, and Grover's search for the Latin
squares of order 2, against formulas written here. Two puzzles go through every dialect (dialects.py), placed on machines too. The noise on a
device: against Qiskit's channels (device_noise.py). Exit status 1 if anything differs, a tool is missing, or nothing was compared.

Bit orders. Here and in numpy: element x of an array is the basis state whose bit k is qubit k. Ketboard's bitstrings:
character k is qubit k. Qiskit's amplitudes: bit k of the index is qubit k (as here); its counts: LAST character is
bit 0. Braket: FIRST character, so the most significant bit of the index, is qubit 0.
"""

import json
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from pathlib import Path

try:
    import numpy as np
    import openqasm3
    import qiskit.qasm3
    from device_noise import device_noise
    from dialects import Dialects, braket_measures, by_braket, on_registers
    from qiskit.primitives import StatevectorSampler
    from qiskit.quantum_info import Statevector
except ImportError as missing:
    sys.exit(f"crosscheck: {missing}; run pip install -r .ci/requirements.txt\n0 passed, 1 failed")

PUZZLES = "examples/puzzles/**/*.toml"
SUDOKU = Path("examples/puzzles/sudoku-4x4.toml")
SQUARES = """family = "n-queens-squared"
size = 2
diagonals = false
"""
MOST_QUBITS = 12
DIRECTIONS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
PER_FAMILY = 3
REDUCTION = ["--reduce", "paper", "--target-qubits", "12"]
TOLERANCE = 1e-9
# Generic numbers of both signs: a swapped sign or order of the angles changes the probabilities.
ANGLES = [
    {"gammas": [0.37], "betas": [-0.29]},
    {"gammas": [0.23, 0.41, -0.57], "betas": [-0.61, 0.19, -0.34]},
]
RAMP_DEPTH = 12
GROVER_REDUCTION = ["--reduce", "full", "--target-qubits", "6"]
GROVER_ITERATIONS = 2
SHOTS = 8192

# Puzzles with odd numbers of qubits, one of them with products of three and more, for every dialect.
IN_DIALECTS = [
    ("examples/puzzles/tango-4x4.toml", ["--reduce", "paper", "--target-qubits", "7"]),
    ("examples/puzzles/takuzu-4x4.toml", ["--reduce", "paper", "--target-qubits", "9", "--distinct-lines", "hobo"]),
]


class Tally:
    """Counts checks, and names the ones that failed."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, name, holds, detail=""):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED {name}: {detail}")
        return holds

    def same(self, name, found, expected):
        """All probabilities agree; a NaN or a wrong number of them does not."""
        if found.shape != expected.shape:
            return self.check(name, False, f"{found.shape} probabilities, {expected.shape} expected")
        off = np.abs(found - expected).max()
        return self.check(name, off <= TOLERANCE, f"a probability is off by {off:.2e}")


class Ketboard:
    """The program under test; every command gets the same reduction."""

    def __init__(self, binary):
        self.binary = str(Path(binary).resolve())

    def run(self, *arguments):
        command = [self.binary, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        if done.returncode != 0:
            said = done.stderr.strip() or done.stdout.strip()
            raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {said}")
        return done.stdout

    def model(self, puzzle):
        return json.loads(self.run("qubo", puzzle, "--format", "json", *REDUCTION))

    def probabilities(self, model_file, angles, folder):
        out = folder / "probabilities.json"
        lists = [f"--{key}={','.join(map(str, angles[key]))}" for key in ("gammas", "betas")]
        self.run("simulate", model_file, *lists, "--probs", out, "--json")
        return json.loads(out.read_text())

    def qasm(self, puzzle, angles, folder):
        angles_file, out = folder / "angles.json", folder / "out.qasm"
        angles_file.write_text(json.dumps(angles))
        out.unlink(missing_ok=True)
        self.run("export", puzzle, "--to", "qasm3", "--angles", angles_file, "-o", out, *REDUCTION)
        return out.read_text()

    def grover(self, puzzle, folder):
        """The model, the JSON and the circuit of a Grover search."""
        model = json.loads(self.run("qubo", puzzle, "--format", "json", *GROVER_REDUCTION))
        out = folder / "grover.qasm"
        out.unlink(missing_ok=True)
        options = ["--iterations", GROVER_ITERATIONS, "--export", out, "--json"]
        found = json.loads(self.run("grover", puzzle, *options, *GROVER_REDUCTION))
        return model, found, out.read_text()

    def decode(self, puzzle, counts_file):
        order = ["--bit-order", "qubit0-right"]
        return json.loads(self.run("decode", puzzle, counts_file, *order, "--json", *REDUCTION))

    def solutions(self, puzzle):
        return json.loads(self.run("classical", puzzle, "--method", "exact", "--json"))


def bits(n):
    """x[k] is an array with the value of qubit k in every basis state."""
    return [np.arange(2**n) >> k & 1 for k in range(n)]


def energies(model):
    """offset + sum of linear, quadratic and higher terms at every basis state."""
    x = bits(model["n"])
    energy = np.full(2 ** model["n"], float(model["offset"]))
    for i, coefficient in enumerate(model["linear"]):
        energy += coefficient * x[i]
    for i, j, coefficient in model.get("quadratic", []):
        energy += coefficient * x[i] * x[j]
    for product, coefficient in model.get("higher", []):
        energy += coefficient * np.prod([x[i] for i in product], axis=0)
    return energy


def by_formula(energy, angles):
    """|product of e^{-i beta Sum X} e^{-i gamma C} |+>^n|^2."""
    n = len(energy).bit_length() - 1
    state = np.full(2**n, 2 ** (-n / 2), dtype=complex)
    index = np.arange(2**n)
    for gamma, beta in zip(angles["gammas"], angles["betas"], strict=True):
        state = state * np.exp(-1j * gamma * energy)
        for k in range(n):
            state = np.cos(beta) * state - 1j * np.sin(beta) * state[index ^ 1 << k]
    return np.abs(state) ** 2


def from_bitstrings(table, n, qubit_of_character):
    """The array of a {bitstring: number}; what a file leaves out is 0."""
    values = np.zeros(2**n)
    for text, value in table.items():
        if len(text) != n:
            raise ValueError(f"bitstring {text!r} of {n} qubits")
        values[sum(int(c) << qubit_of_character(k) for k, c in enumerate(text))] += value
    return values


def reversed_bits(values):
    """The same numbers with qubit 0 taken for the last qubit."""
    n = len(values).bit_length() - 1
    return values.reshape([2] * n).transpose().reshape(-1)


def by_qiskit(circuit):
    unmeasured = circuit.remove_final_measurements(inplace=False)
    return np.abs(Statevector(unmeasured).data) ** 2


def measured_bits(circuit):
    """(qubit, bit) of every measurement that Qiskit sees."""
    measurements = [i for i in circuit.data if i.operation.name == "measure"]
    places = [(circuit.find_bit(i.qubits[0]), circuit.find_bit(i.clbits[0])) for i in measurements]
    return sorted((qubit.index, bit.index) for qubit, bit in places)


def compare(tally, ketboard, puzzle, model, folder):
    """All simulators on one puzzle. Whether a reversed bit order would have been noticed."""
    n, energy = model["n"], energies(model)
    model_file = folder / "model.json"
    model_file.write_text(json.dumps(model))
    noticed = False
    for angles in ANGLES:
        name = f"{puzzle}, p = {len(angles['gammas'])}"
        expected = by_formula(energy, angles)
        ours = from_bitstrings(ketboard.probabilities(model_file, angles, folder), n, lambda k: k)
        tally.same(f"{name}, ketboard simulate", ours, expected)
        source = ketboard.qasm(puzzle, angles, folder)
        circuit = qiskit.qasm3.loads(source)
        tally.same(f"{name}, Qiskit", by_qiskit(circuit), expected)
        wanted = [(i, i) for i in range(n)]
        tally.check(f"{name}, c[i] measures q[i]", measured_bits(circuit) == wanted, measured_bits(circuit))
        tally.same(f"{name}, Braket", by_braket(source, folder), expected)
        runs = braket_measures(source, folder, n)
        tally.check(f"{name}, Braket runs the file", runs, "wrong qubits were measured")
        parsed = openqasm3.parse(source)
        tally.check(f"{name}, reference parser", parsed.version == "3.0", parsed.version)
        noticed |= bool(np.abs(reversed_bits(expected) - expected).max() > 1e-3)
    return noticed


def compare_grover(tally, ketboard, puzzle, folder):
    """The exported Grover circuit, against the two amplitudes that the formula leaves: of solutions, of all others."""
    model, found, source = ketboard.grover(puzzle, folder)
    boards, space = ketboard.solutions(puzzle)["boards"], 2 ** model["n"]
    marked = [x for x in range(space) if any(shows(board, cells(model, x)) for board in boards)]
    tally.check(f"{puzzle}, Grover's solutions", 0 < len(marked) == found["solutions"], found)
    success = np.sin((2 * GROVER_ITERATIONS + 1) * np.arcsin(np.sqrt(len(marked) / space))) ** 2
    expected = np.full(space, (1 - success) / max(1, space - len(marked)))
    expected[marked] = success / len(marked)
    tally.same(f"{puzzle}, Grover's success", np.array([found["success_probability"]]), np.array([success]))
    tally.same(f"{puzzle}, Grover by Qiskit", by_qiskit(qiskit.qasm3.loads(source)), expected)
    tally.same(f"{puzzle}, Grover by Braket", by_braket(source, folder), expected)
    parsed = openqasm3.parse(source)
    tally.check(f"{puzzle}, Grover by the reference parser", parsed.version == "3.0", parsed.version)


def good_ramp(energy):
    """The linear ramp, gamma up and beta (negative) down, that finds lowest energies best."""
    lowest = energy <= energy.min() + 1e-9
    up = (np.arange(RAMP_DEPTH) + 0.5) / RAMP_DEPTH
    spread = energy.std() or 1.0
    scales = [(g / spread, b) for g in (0.5, 1.0, 1.5, 2.0) for b in (0.4, 0.6, 0.8)]
    ramps = [{"gammas": list(g * up), "betas": list(-b * up[::-1])} for g, b in scales]
    return max(ramps, key=lambda ramp: by_formula(energy, ramp)[lowest].sum())


def decode_shots(tally, ketboard, puzzle, model, folder):
    """Shots of Qiskit, named in Qiskit's order, come back as a solution of the puzzle.

    First all of them; then one outcome that is a solution alone, which has no other shots to hide a wrong bit
    order behind. Whether the reversed bit order would have been noticed there. (Lowest energy is not enough: rules on
    distinct lines are judged, not encoded.)
    """
    energy = energies(model)
    circuit = qiskit.qasm3.loads(ketboard.qasm(puzzle, good_ramp(energy), folder))
    sampler = StatevectorSampler(seed=20)
    counts = sampler.run([circuit], shots=SHOTS).result()[0].data.c.get_counts()
    exact = ketboard.solutions(puzzle)
    lowest = {text for text in counts if is_lowest(energy, int(text, 2))}
    solved = {
        text for text in lowest if any(shows(board, cells(model, int(text, 2))) for board in exact["boards"])
    }
    if not tally.check(f"{puzzle}, shots of lowest energy that solve it", solved, f"none in {SHOTS}"):
        return False
    best = max(sorted(solved), key=counts.get)
    tally.check(f"{puzzle}, the exact solver is complete", exact["complete"], exact)
    for what, shots in (("all shots", counts), ("one outcome", {best: counts[best]})):
        counts_file = folder / "counts.json"
        counts_file.write_text(json.dumps(shots))
        decoded = ketboard.decode(puzzle, counts_file)
        solved = decoded["status"] == "solved" and decoded.get("board") in exact["boards"]
        tally.check(f"{puzzle}, {what} decoded to a solution", solved, decoded)
    return not is_lowest(energy, int(best[::-1], 2))


def cells(model, index):
    """{(row, column): symbol} in a basis state, by the model's map from cells to qubits; a tree that is no variable is no cell of a model.

    A cell of several symbols shows the only one that is 1, and "?" where there is not exactly one. A tree that picks a direction shows "0"
    itself and "1" where it points.
    """
    values, picked, beside = {}, {}, {}
    for cell, value in model["cells"].items():
        place, _, symbol = cell.partition("=")
        row, column = map(int, place[1:].split("c"))
        bit = index >> int(value.lstrip("!x")) & 1 if "x" in value else int(value)
        bit ^= value.startswith("!")
        if not symbol:
            values[row, column] = str(bit)
            continue
        picked.setdefault((row, column), []).extend([symbol] * bit)
        if symbol in DIRECTIONS:
            down, right = DIRECTIONS[symbol]
            there = row + down, column + right
            beside[there] = "1" if bit else beside.get(there, "0")
    for place, symbols in picked.items():
        one = symbols[0] if len(symbols) == 1 else "?"
        values[place] = "0" if one in DIRECTIONS else one
    return values | beside


def shows(board, values):
    return all(board[row - 1][column - 1] == bit for (row, column), bit in values.items())


def is_lowest(energy, index):
    return energy[index] <= energy.min() + 1e-9


def crosscheck(tally, ketboard, puzzle, model):
    """Everything on one puzzle; whether it tells the bit orders apart. An error is a failed check."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            noticed = compare(tally, ketboard, puzzle, model, Path(folder))
            noticed &= decode_shots(tally, ketboard, puzzle, model, Path(folder))
            compare_grover(tally, ketboard, puzzle, Path(folder))
        print(f"{puzzle}: {model['n']} qubits compared")
        return noticed
    except Exception as error:
        return tally.check(puzzle, False, f"{type(error).__name__}: {error}")


def chosen(ketboard):
    """(puzzle, model) of the shipped puzzles that are small enough, at most PER_FAMILY of a family."""
    taken = Counter()
    for puzzle in sorted(Path().glob(PUZZLES)):
        family = tomllib.loads(puzzle.read_text())["family"]
        if taken[family] == PER_FAMILY:
            continue
        model = ketboard.model(puzzle)
        if 1 <= model["n"] <= MOST_QUBITS:
            taken[family] += 1
            yield puzzle, model


def places(source):
    """{"r1c1_pqr[0]": 3} from the comments of a file."""
    lines = [line[3:].split(" = ") for line in source.splitlines() if line.startswith("// q[")]
    return {name: int(qubit[2:-1]) for qubit, name in lines}


def same_by_all(tally, name, source, expected, folder):
    """Qiskit's and Braket's probabilities of a file against those expected of each basis state."""
    circuit = qiskit.qasm3.loads(source)
    tally.same(f"{name}, Qiskit", by_qiskit(circuit), expected)
    tally.same(f"{name}, Braket", by_braket(source, folder), expected)
    tally.check(f"{name}, reference parser", openqasm3.parse(source).version == "3.0")


def deletion_of(source, cell, rows):
    """Probabilities after the deletions from an open cell of a 4x4 Sudoku.

    Each symbol keeps its probability 1/4 and goes where the ancillas of the houses that show it are 1.
    """
    qubit = places(source)
    clues = {(r, c): int(s) - 1 for r, row in enumerate(rows) for c, s in enumerate(row) if s != "."}
    name = lambda at: f"r{at[0] + 1}c{at[1] + 1}"  # noqa: E731
    same_house = [
        lambda at: (at[0] // 2, at[1] // 2) == (cell[0] // 2, cell[1] // 2),
        lambda at: at[0] == cell[0],
        lambda at: at[1] == cell[1],
    ]
    seen = [[at for at in clues if same(at)] for same in same_house]
    fixed = 0
    for at in {at for house in seen for at in house}:
        fixed |= 1 << qubit[f"{name(at)}_clue[0]"]
        fixed |= sum((clues[at] >> k & 1) << qubit[f"{name(at)}[{k}]"] for k in range(2))
    expected = np.zeros(2 ** len(qubit))
    for symbol in range(4):
        index = fixed | sum((symbol >> k & 1) << qubit[f"{name(cell)}[{k}]"] for k in range(2))
        for house, clue_cells in enumerate(seen):
            if symbol in [clues[at] for at in clue_cells]:
                index |= 1 << qubit[f"{name(cell)}_pqr[{house}]"]
        expected[index] += 0.25
    return expected


def searches(tally, ketboard):
    """The circuits that are no QAOA. An error is a failed check."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            out = folder / "out.qasm"
            rows = tomllib.loads(SUDOKU.read_text())["grid"].split()
            for cell in ((0, 0), (1, 1), (3, 0)):
                name = f"r{cell[0] + 1}c{cell[1] + 1}"
                ketboard.run("deletion", SUDOKU, "--export", out, "--cell", name)
                source = out.read_text()
                expected = deletion_of(source, cell, rows)
                same_by_all(tally, f"deletion from {name}", source, expected, folder)
            puzzle = folder / "squares.toml"
            puzzle.write_text(SQUARES)
            for k in (1, 2):
                ketboard.run("grover", puzzle, "--iterations", k, "--export", out)
                source = out.read_text()
                expected = np.zeros(2 ** len(places(source)))
                # Both rows 01 or 10, by cell; half of these boards are marked, so that no iteration changes a probability.
                expected[[0b1010, 0b1001, 0b0110, 0b0101]] = 0.25
                same_by_all(tally, f"squares of order 2, k = {k}", source, expected, folder)
        print("circuits of deletion and of N-queens squared compared")
    except Exception as error:
        tally.check("searches", False, f"{type(error).__name__}: {error}")


def with_registers(tally, ketboard):
    """QAOA on registers: circuits that start elsewhere and mix otherwise."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            on_registers(tally, ketboard, Path(folder), ANGLES[0])
    except (OSError, RuntimeError, ValueError, KeyError) as error:
        tally.check("queens on registers", False, f"{type(error).__name__}: {error}")


def in_dialects(tally, ketboard):
    """Every dialect of some puzzles; whether they tell the bit orders apart. An error is a failed check."""
    noticed = 0
    for puzzle, options in IN_DIALECTS:
        try:
            model = json.loads(ketboard.run("qubo", puzzle, "--format", "json", *options))
            energy = energies(model)
            with tempfile.TemporaryDirectory() as folder:
                dialects = Dialects(tally, ketboard, Path(folder), options)
                model_file = Path(folder) / "model.json"
                model_file.write_text(json.dumps(model))
                for angles in ANGLES:
                    expected = ketboard.probabilities(model_file, angles, Path(folder))
                    expected = from_bitstrings(expected, model["n"], lambda k: k)
                    tally.same(f"{puzzle}, ketboard simulate", expected, by_formula(energy, angles))
                    dialects.compare(puzzle, angles, expected)
                    noticed += bool(np.abs(reversed_bits(expected) - expected).max() > 1e-3)
            print(f"{puzzle}: {model['n']} qubits in every dialect")
        except Exception as error:
            tally.check(f"{puzzle} in dialects", False, f"{type(error).__name__}: {error}")
    tally.check("bit order of dialects", noticed == len(IN_DIALECTS) * len(ANGLES), noticed)


def main(binary):
    tally, ketboard = Tally(), Ketboard(binary)
    compared = noticed = 0
    try:
        for puzzle, model in chosen(ketboard):
            noticed += crosscheck(tally, ketboard, puzzle, model)
            compared += 1
    except (OSError, RuntimeError, ValueError, KeyError) as error:
        tally.check("the shipped puzzles", False, f"{type(error).__name__}: {error}")
    searches(tally, ketboard)
    in_dialects(tally, ketboard)
    with_registers(tally, ketboard)
    device_noise(tally, ketboard, ANGLES, lambda model, angles: by_formula(energies(model), angles))
    tally.check("puzzles", compared > 0, f"no puzzle of 1 to {MOST_QUBITS} qubits in {PUZZLES}")
    tally.check("bit order", noticed > 0, "no puzzle would have shown a reversed bit order")
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python .ci/crosscheck.py KETBOARD")
    sys.exit(main(sys.argv[1]))
