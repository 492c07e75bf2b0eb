"""Puzzles in Python: the same boards, numbers and sentences as the library's."""

from __future__ import annotations

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
        (lambda p: p.reduce("some"), "use none, paper or full"),
        (lambda p: p.problem(registers="cubes"), "found 'cubes'"),
        (lambda p: p.solve(1, mixer="zz"), "found 'zz'"),
    ],
)
def test_what_is_wrong_is_said_with_a_remedy(tango, call, words):
    with pytest.raises(Error, match=words) as raised:
        call(tango)
    assert "\n" not in str(raised.value)


def test_an_unknown_keyword_is_a_type_error(tango):
    with pytest.raises(TypeError, match="keyword 'sede'"):
        tango.solve(1, sede=3)


def test_a_forecast_holds_what_the_exact_state_and_the_formula_of_the_estimate_say():
    for registers in ("qubits", "rows"):
        problem = Puzzle.generate("tango", 4, seed=1).problem(registers=registers)
        gammas, betas = [0.1, 0.2], [-0.6, -0.3]
        told = problem.forecast(gammas, betas, "torino", seed=3, threads=1)
        assert told["ideal"] == pytest.approx(problem.at(gammas, betas)[1], abs=1e-12)
        share = told["estimated_fidelity"]
        assert 0 < share < 1
        if registers == "qubits":
            assert told["random"] == len(problem.solutions()) / 2**problem.qubits
            mixed = share * told["ideal"] + (1 - share) * told["random"]
            assert told["estimate"] == pytest.approx(mixed, abs=1e-12)
        assert told["low"] <= told["simulated"] <= told["high"]
        assert problem.forecast(gammas, betas, "torino", seed=3, threads=2) == told
    with pytest.raises(Error, match="the devices are torino"):
        problem.forecast(gammas, betas, "nowhere")
