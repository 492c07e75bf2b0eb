"""Puzzles in Python: the same boards, numbers and sentences as the library's."""

from __future__ import annotations

import copy
import inspect
import json
import os
import pickle
import subprocess
from pathlib import Path

import pytest
from ketboard import Ansatz, Cost, Error, Puzzle

BOARDS = Path(__file__).parents[2] / "examples" / "puzzles"


@pytest.fixture(scope="module")
def tango():
    return Puzzle.read(BOARDS / "tango-4x4.toml")


def test_a_board_is_solved_and_its_solution_is_the_exact_one(tango):
    run = tango.solve(3, seed=1)
    assert run.solved and not run.stopped
    assert run.board in tango.solutions()
    assert run.depth == 3 and [stage.depth for stage in run.stages] == [1, 2, 3]
    assert 0 < run.success_probability <= 1
    assert f"⟨C⟩ = {run.expectation:.4f}" in str(run)


def test_the_same_seed_gives_the_same_run_on_any_number_of_threads(tango):
    runs = [tango.solve(2, seed=4, threads=threads) for threads in (None, 1, 2)]
    assert len({str(run) for run in runs}) == 1
    assert len({run.stages[-1].gammas.tobytes() for run in runs}) == 1


def test_text_and_file_are_the_same_puzzle(tango):
    again = Puzzle.from_text((BOARDS / "tango-4x4.toml").read_text())
    assert str(again) == str(tango)


def test_the_qubo_has_the_solutions_as_its_ground_states(tango):
    n, terms = tango.qubo()
    problem = tango.problem()
    cost = Cost(n, terms)
    assert n == problem.qubits
    assert len(cost.ground_states()) == len(tango.solutions())
    assert cost.values() == pytest.approx(problem.cost.values())
    value, success = problem.at([0.2], [-0.4])
    assert value == pytest.approx(Ansatz(cost).expectation([0.2], [-0.4]))
    indices = cost.ground_states()
    assert success == pytest.approx(Ansatz(cost).overlap([0.2], [-0.4], indices))


def test_the_trace_of_a_reduction_has_a_sentence_for_each_step(tango):
    full, none = tango.reduce("full"), tango.reduce("none")
    assert len(full) > len(none)
    assert all(isinstance(step, str) and " " in step for step in full)


def test_options_have_the_words_of_the_program(tango):
    assert tango.problem(reduce="none").qubits > tango.problem(target_qubits=3).qubits
    heavier = tango.problem(weights=["balance=2", "sign=3"]).cost.values().max()
    assert heavier > tango.problem().cost.values().max()
    assert tango.solve(1, objective="cvar:0.5", iterations=5, precision="f32").depth == 1
    queens = Puzzle.generate("queens", 4, seed=2)
    run = queens.solve(1, registers="rows", mixer="xy-ring")
    assert run.board is None or run.board in queens.solutions()


def test_boards_are_pictures_in_a_notebook(tango):
    assert tango._repr_svg_().startswith("<svg")
    assert tango.solve(1)._repr_html_().startswith("<pre>")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda p: Puzzle.read("nowhere.toml"), "cannot read nowhere.toml"),
        (lambda p: Puzzle.from_text('family = "checkers"'), "the puzzle"),
        (lambda p: Puzzle.generate("checkers", 4), "checkers"),
        (lambda p: p.reduce("some"), "found 'some'; give auto, none, paper"),
        (lambda p: p.problem(registers="cubes"), "found 'cubes'"),
        (lambda p: p.solve(1, mixer="zz"), "found 'zz'"),
        (lambda p: p.solve(-1), "^depth: found -1"),
        (lambda p: p.solve(1, starts=0), "starts"),
        (lambda p: p.solve(1, threads=0), "^threads: found 0"),
        (lambda p: Puzzle.generate("tango", -4), "^size: found -4"),
        (lambda p: Puzzle.generate("tango", 4, seed=-1), "^seed: found -1"),
        (lambda p: Puzzle.generate("tango", 4, qubits=-1), "^qubits: found -1"),
        (lambda p: Puzzle.generate("tango", 4, difficulty="mad"), "use easy, medium, hard, beyond"),
        (lambda p: Puzzle.generate("tango", 4, reduce="auto"), "use none, paper, full"),
        (lambda p: p.compare(0), "^depth: found 0"),
        (lambda p: p.landscape(1), "^points: found 1"),
        (lambda p: p.landscape(5, beta_max=0.0), "^`beta_max`: "),
        (lambda p: p.problem().board([2] * p.problem().qubits), "^bits: found 2"),
        (lambda p: p.problem().board("012"), "^bits: found 2"),
        (lambda p: p.problem().board("0"), "^bits: 1 for"),
        (lambda p: p.problem().board(-1), "^bits: found -1"),
        (lambda p: p.problem().board(1 << 40), "state"),
        (lambda p: p.problem().at([1j], [0.0]), "^gammas: "),
        (lambda p: p.problem().circuit([0.1], [0.1], depth=5), "^angles: found gammas or"),
    ],
)
def test_what_is_wrong_is_said_with_a_remedy(tango, call, words):
    with pytest.raises(Error, match=words) as raised:
        call(tango)
    assert "\n" not in str(raised.value)


def test_an_unknown_keyword_is_a_type_error_and_signatures_show_the_known_ones(tango):
    with pytest.raises(TypeError, match="keyword 'sede'") as raised:
        tango.solve(1, sede=3)
    known = set(str(raised.value).partition("known are ")[2].split(", "))
    shown = inspect.signature(Puzzle.solve).parameters
    assert known == set(shown) - {"self", "depth", "threads", "callback"}
    defaults = {name: shown[name].default for name in known}
    assert tango.solve(2, **defaults).to_dict() == tango.solve(2).to_dict()
    for method in (Puzzle.problem, Puzzle.qubo):
        assert set(inspect.signature(method).parameters) - {"self"} < known


OF_THE_ANSATZ = [
    {},
    {"mixer": "grover"},
    {"mixer": "warm"},
    {"registers": "rows", "reduce": "none"},
    {"registers": "rows", "mixer": "xy-ring", "reduce": "none"},
    {"precision": "f32"},
]


@pytest.mark.parametrize("options", OF_THE_ANSATZ)
def test_the_ansatz_of_a_problem_has_its_mixer_its_solutions_and_the_search_of_its_runs(options):
    puzzle = Puzzle.generate("queens", 4, seed=2)
    options = {"reduce": "paper", "seed": 3, **options}  # a guess depends on the seed, too
    problem = puzzle.problem(**options)
    ansatz, angles = problem.ansatz(threads=2), ([0.3], [-0.4])
    value, success = problem.at(*angles)
    assert ansatz.expectation(*angles) == pytest.approx(value)
    assert ansatz.expectation(*angles, objective="success") == pytest.approx(-success)
    assert ansatz.gradient(*angles)[0] == pytest.approx(value)
    state = ansatz.state(*angles)
    boards = [problem.board(k) for k in range(len(state))]
    shown = sum(abs(a) ** 2 for a, b in zip(state, boards, strict=True) if b in problem.solutions())
    assert shown == pytest.approx(success)
    assert all(0 <= k < len(state) for k in ansatz.sample(*angles, 50, seed=1))
    run = puzzle.solve(1, starts=2, **options)
    assert ansatz.optimize(1, starts=2, seed=3) == run.stages


def test_wide_puzzles_have_their_qubo_and_solutions(tango):
    queens = Puzzle.generate("queens", 8, seed=1)
    n, terms = queens.qubo(reduce="none")
    (board,) = queens.solutions()
    assert n == 64
    ones = {k for k, bit in enumerate("".join(board)) if bit == "1"}
    assert sum(w for product, w in terms.items() if set(product) <= ones) == pytest.approx(0)
    assert tango.qubo(target_qubits=3)[0] == 3


def test_the_text_of_a_puzzle_is_its_file():
    puzzle = Puzzle.generate("tango", 4, seed=1)
    assert Puzzle.from_text(puzzle.text) == puzzle != Puzzle.generate("tango", 4, seed=2)
    pasted = Puzzle.paste("0 . . .\n. . . .\n. . . .\n. . . 1\n\nr1c1 = r1c2\nr4c3 x r4c4\n")
    assert pasted.text.startswith("family")


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_copies_and_pickles_of_puzzles_problems_and_runs_are_equal(tango, again):
    problem = tango.problem(reduce="paper", mixer="grover")
    for thing in (tango, problem, problem.ansatz(threads=1), tango.solve(2)):
        assert again(thing) == thing
        assert again(thing) != again(problem.cost)
    assert str(again(tango.solve(1))) == str(tango.solve(1))
    assert tango.solve(1) != tango.solve(1, seed=1) and problem != tango.problem()
    assert again(problem).at([0.1], [0.2]) == problem.at([0.1], [0.2])


def test_a_run_tells_its_samples_and_the_numbers_of_the_program(tango):
    run = tango.solve(2, seed=5, shots=200)
    samples = list(run.samples.items())
    assert sum(run.samples.values()) == 200
    assert [n for _, n in samples] == sorted((n for _, n in samples), reverse=True)
    problem = tango.problem()
    solved = [bits for bits, _ in samples if problem.is_solved_by(bits)]
    assert problem.board(solved[0]) == run.board
    told = run.to_dict()
    assert told["gammas"] == run.stages[-1].gammas.tolist() == told["stages"][-1]["gammas"]
    told["qubits"] = 0
    assert run.to_dict()["qubits"] == problem.qubits, "a dict of one's own"
    program = os.environ.get("KETBOARD_PROGRAM")
    if program is not None:
        board = str(BOARDS / "tango-4x4.toml")
        command = [program, "solve", board, "--depth", "2", "--seed", "5", "--shots", "200"]
        command += ["--json", "--no-times"]
        printed = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        del told["stages"]
        assert {**told, "qubits": problem.qubits} == printed


def of_the_program(*arguments):
    """What the program prints as JSON, where it is at hand."""
    program = os.environ.get("KETBOARD_PROGRAM")
    if program is None:
        return None
    board = str(BOARDS / "tango-4x4.toml")
    command = [program, arguments[0], board, *arguments[1:], "--json"]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def test_a_puzzle_is_made_as_it_is_wanted():
    made = Puzzle.generate("tango", 4, seed=1, qubits=5)
    assert made.problem(reduce="paper").qubits == 5 and "5 qubits" in made.name
    wide = Puzzle.generate("tango", 6, 1, qubits=12, reduce="full")
    assert wide.problem(reduce="full").qubits == 12
    assert Puzzle.generate("tango", 6, 2, difficulty="medium").text.startswith(
        "# difficulty: medium"
    )
    (board,) = Puzzle.generate("star-battle", 8, seed=1, stars=2).solutions()
    assert all(row.count("1") == 2 for row in board)


def test_a_comparison_has_the_successes_of_the_ansatz_and_the_keys_of_the_program(tango):
    told = tango.compare(2, seed=3, starts=1, threads=1)
    rows = [row for row in told["algorithms"] if row["algorithm"] == "QAOA"]
    stages = tango.solve(2, seed=3, starts=1).stages
    assert [row["success_probability"] for row in rows] == pytest.approx(
        [stage.success_probability for stage in stages]
    )
    assert {"random guess", "grover", "annealing", "exact search"} <= {
        row["algorithm"].lower() for row in told["algorithms"]
    }
    options = ["--depth", "2", "--seed", "3", "--starts", "1", "--no-times"]
    assert of_the_program("compare", *options) in (None, told)


def test_a_landscape_has_the_values_of_the_ansatz_on_its_grid(tango, tmp_path):
    told = tango.landscape(5, gamma_max=0.7, seed=2)
    ansatz = tango.problem(seed=2).ansatz()
    assert told["gammas"][::4] == [0, 0.7] and told["betas"][4] == pytest.approx(1.5707963)
    for beta, values, likely in zip(
        told["betas"], told["expectation"], told["success_probability"], strict=True
    ):
        for gamma, value, success in zip(told["gammas"], values, likely, strict=True):
            assert ansatz.expectation([gamma], [beta]) == pytest.approx(value)
            found = ansatz.expectation([gamma], [beta], objective="success")
            assert -found == pytest.approx(success, abs=1e-12)
    options = ["--points", "5", "--gamma-max", "0.7", "--seed", "2", "--out", str(tmp_path)]
    printed = of_the_program("landscape", *options)
    assert printed is None or {**told, "name": printed["name"]} == printed


def test_annealing_finds_the_solution_by_chance(tango):
    told = tango.anneal(seed=4)
    assert told["status"] == "solved" and told["board"] in tango.solutions()
    assert tango.anneal(seed=4) == told
    assert of_the_program("classical", "--method", "anneal", "--seed", "4") in (None, told)
    assert tango.anneal(target_energy=1e9, reduce="none")["reached_target"]


def test_a_forecast_holds_what_the_exact_state_and_the_formula_of_the_estimate_say():
    for registers in ("qubits", "rows"):
        problem = Puzzle.generate("tango", 4, seed=1).problem(registers=registers)
        gammas, betas = [0.1, 0.2], [-0.6, -0.3]
        told = problem.forecast(gammas, betas, "torino", seed=3, threads=1)
        assert told["success_probability"] == pytest.approx(problem.at(gammas, betas)[1], abs=1e-12)
        share = told["estimated_fidelity"]
        assert 0 < share < 1
        if registers == "qubits":
            assert (
                told["random_success_probability"] == len(problem.solutions()) / 2**problem.qubits
            )
            mixed = (
                share * told["success_probability"]
                + (1 - share) * told["random_success_probability"]
            )
            assert told["estimated_success_probability"] == pytest.approx(mixed, abs=1e-12)
        low, high = told["noisy_success_interval"]
        assert low <= told["noisy_success_probability"] <= high
        assert problem.forecast(gammas, betas, "torino", seed=3, threads=2) == told
    with pytest.raises(Error, match="the devices are torino"):
        problem.forecast(gammas, betas, "nowhere")
