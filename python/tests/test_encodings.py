"""The tables of results/encodings hold: their angles give the numbers beside them, and the README
tells the numbers of the tables."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest
from ketboard import Ansatz, Puzzle

FOLDER = Path(__file__).parents[2] / "results" / "encodings"


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


study, numbers = script("measure"), script("encodings_numbers")
ROWS = numbers.rows_of("depths")


def angles(row, suffix=""):
    return [[float(x) for x in str(row[key + suffix]).split()] for key in ("gammas", "betas")]


@pytest.mark.parametrize("family", study.BOARDS)
def test_angles_give_success_feasible_mass_and_gates(family):
    texts = json.loads((FOLDER / "boards.json").read_text())
    own = [row for row in ROWS if row["family"] == family and row["p"] == 5]
    names = list(dict.fromkeys(row["board"] for row in own if row["qubits"] <= 12))[2::13]
    checked = [row for row in own if row["board"] in names and row["gammas"] != ""]
    assert {row["way"] for row in checked} == set(study.OF[family])
    for row in checked:
        puzzle = Puzzle.from_text(texts[row["board"]])
        _, problem, ansatz = study.row_of(row["board"], row["way"], puzzle)
        assert problem.qubits == row["held in"] and ansatz.cost.states == row["states"]
        gammas, betas = angles(row)
        assert problem.at(gammas, betas)[1] == pytest.approx(row["success"], abs=1e-6), row
        feasible = study.feasible_of(puzzle, problem, ansatz.cost.states)
        kept = ansatz.probabilities(gammas, betas)[feasible].sum()
        assert kept == pytest.approx(row["feasible"], abs=1e-6), row
        assert problem.circuit(gammas, betas).two_qubit_gates == row["gates"], row


def test_a_feasible_board_breaks_no_rule_of_a_row():
    text = json.loads((FOLDER / "boards.json").read_text())["n-queens-7x7-12-qubits-seed-1"]
    puzzle = Puzzle.from_text(text)
    problem = puzzle.problem(reduce="paper")
    found = study.feasible_of(puzzle, problem, 2**12)
    boards = [problem.board(state) for state in range(2**12)]
    one_a_row = [all(row.count("1") == 1 for row in board) for board in boards]
    assert 0 < sum(found) <= sum(one_a_row)
    assert all(one_a_row[state] for state in found.nonzero()[0])
    solved = [problem.is_solved_by(state) for state in range(2**12)]
    assert all(found[state] for state in range(2**12) if solved[state]) and any(solved)


def test_rows_alone_keep_what_the_board_is():
    texts = json.loads((FOLDER / "boards.json").read_text())
    for row in [r for r in numbers.rows_of("alone") if r["qubits"] == 12 and r["p"] == 3][::9]:
        problem = Puzzle.from_text(texts[row["board"]]).problem(reduce="paper")
        cost, states = study.rows_alone(problem)
        solved = [at for at, state in enumerate(states) if problem.is_solved_by(int(state))]
        assert cost.states == row["states"] and cost.min == problem.cost.min
        found = Ansatz(cost, "xy-complete").overlap(*angles(row), solved)
        assert found == pytest.approx(row["success"], abs=1e-6)


def test_layouts_differ():
    texts = json.loads((FOLDER / "boards.json").read_text())
    for family, (_, _, every) in study.BOARDS.items():
        for qubits in every:
            own = [
                t for n, t in texts.items() if n.startswith(f"{family}-") and f"-{qubits}-q" in n
            ]
            assert len({study.layout_of(text) for text in own}) == study.LAYOUTS


def test_permutations_of_queens():
    puzzle = Puzzle.from_text('family = "n-queens"\nname = "four"\nsize = 4')
    on_qubits = puzzle.problem(reduce="none").cost.values()
    assert study.queens_on_qubits(4).values() == pytest.approx(on_qubits, abs=1e-12)
    on_rows = puzzle.problem(reduce="none", registers="rows").cost
    assert study.queens_on_rows(4).values() == pytest.approx(on_rows.values(), abs=1e-12)
    rows = {(r["way"], r["N"], r["p"]): r for r in numbers.rows_of("claim")}
    for way, cost, mixer in (
        ("rows", on_rows, "xy-complete"),
        ("one-hot", study.queens_on_qubits(4), "x"),
    ):
        row, ansatz = rows[way, 4, 1], Ansatz(cost, mixer)
        for goal in ("expectation", "success"):
            found = ansatz.overlap(*angles(row, f" under {goal}"), study.permutations_of(4, way))
            assert found == pytest.approx(row[f"mass under {goal}"], abs=1e-6)


def test_the_readme_tells_the_tables():
    text = (FOLDER / "README.md").read_text()
    largest = [row for row in ROWS if row["qubits"] == study.BOARDS[row["family"]][2][-1]]
    lines = [numbers.line(row) for row in numbers.compared(largest)]
    told = [line for line in lines if line in text]
    assert len(told) == 13 == text.count(", 16 |") + text.count(", 12 |")
    assert all(line in told for line in lines if "queens" in line)
    text = (FOLDER / "permutations.md").read_text()
    claim = {(row["way"], row["N"], row["p"]): row for row in numbers.rows_of("claim")}
    for n, ratio in ((3, "8.8"), (4, "32"), (5, "99")):
        here = [claim[way, n, 1]["mass under expectation"] for way in ("rows", "one-hot")]
        assert f"{here[0] / here[1]:.2g}" == ratio and f"| {ratio} |" in text


def test_tuned_searches_begin_where_the_sweeps_ended():
    at_four = {(row["board"], row["way"]): row["success"] for row in ROWS if row["p"] == 4}
    rows = numbers.rows_of("tuned")
    plain = [row for row in rows if row["most calls"] == "" and row["weight"] == 1]
    assert len(plain) == 372
    for row in plain:
        assert row["success"] == pytest.approx(at_four[row["board"], row["way"]], abs=1e-6), row
    text, found = (FOLDER / "README.md").read_text(), []
    for budget in numbers.BUDGETS:
        own = [row for row in rows if (row["most calls"], row["family"]) == (budget, "queens")]
        ways = numbers.by_board(own, "family")["queens",]
        found.append(numbers.against_one_hot(ways, lambda _, one: one[0]["success"])["xy"][0][0])
    assert "XY is {:.0f}, {:.0f} and {:.0f} times one-hot".format(*found) in text
