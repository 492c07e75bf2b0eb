"""The engine in Python, against states that numpy computes from dense matrices."""

from __future__ import annotations

import copy
import inspect
import pickle
import subprocess
import sys
import threading
import time
from itertools import combinations, product

import ketboard
import numpy as np
import pytest
from ketboard import Ansatz, Cost, Error

X = np.array([[0, 1], [1, 0]], dtype=complex)


def energies(n, terms, spins):
    values = np.zeros(2**n)
    for index in range(2**n):
        bits = [(index >> k) & 1 for k in range(n)]
        of = [1 - 2 * b for b in bits] if spins else bits
        values[index] = sum(w * np.prod([of[k] for k in ks]) for ks, w in terms.items())
    return values


def dense_state(values, gammas, betas):
    n = len(values).bit_length() - 1
    state = np.full(2**n, 2 ** (-n / 2), dtype=complex)
    for gamma, beta in zip(gammas, betas, strict=True):
        state = np.exp(-1j * gamma * values) * state
        gate = np.cos(beta) * np.eye(2) - 1j * np.sin(beta) * X
        layer = np.eye(1)
        for _ in range(n):
            layer = np.kron(layer, gate)
        state = layer @ state
    return state


TERMS = {(0, 1): 1.5, (1, 2): -0.7, (2,): 0.4, (0, 2, 3): 0.9, (): 2.0}
GAMMAS, BETAS = [0.3, 0.8, -0.2], [-0.5, -0.3, 0.1]


@pytest.mark.parametrize("spins", [False, True])
def test_terms_of_bits_and_spins_have_their_energies_in_every_form(spins):
    expected = energies(4, TERMS, spins)
    kind = "spins" if spins else "bits"
    forms = [
        Cost(4, TERMS, variables=kind),
        Cost(4, [(w, list(ks)) for ks, w in TERMS.items()], variables=kind),
        Cost.from_values(expected),
    ]
    for cost in forms:
        np.testing.assert_allclose(cost.values(), expected, atol=1e-14)
        assert cost.min == pytest.approx(expected.min())
        assert cost.ground_states() == list(np.nonzero(expected < expected.min() + 1e-9)[0])


@pytest.mark.parametrize("spins", [False, True])
def test_a_matrix_is_the_cost_of_its_quadratic_form(spins):
    matrix = np.random.default_rng(3).normal(size=(4, 4))
    cost = Cost(4, matrix, variables="spins" if spins else "bits")
    for index in range(16):
        bits = np.array([(index >> k) & 1 for k in range(4)])
        v = 1 - 2 * bits if spins else bits
        assert cost.energy(index) == pytest.approx(v @ matrix @ v)


def test_state_expectation_and_gradient_agree_with_dense_matrices():
    ansatz, values = Ansatz(Cost(4, TERMS)), energies(4, TERMS, False)
    expected = dense_state(values, GAMMAS, BETAS)
    state = ansatz.state(GAMMAS, BETAS)
    phase = state[0] / expected[0]
    assert abs(phase) == pytest.approx(1)
    np.testing.assert_allclose(state, phase * expected, atol=1e-12)
    probabilities = abs(expected) ** 2
    np.testing.assert_allclose(ansatz.probabilities(GAMMAS, BETAS), probabilities, atol=1e-13)
    assert ansatz.expectation(GAMMAS, BETAS) == pytest.approx(values @ probabilities)
    assert ansatz.overlap(GAMMAS, BETAS, [3, 5]) == pytest.approx(probabilities[[3, 5]].sum())
    value, slope = ansatz.gradient(np.array(GAMMAS), np.array(BETAS))
    assert value == pytest.approx(values @ probabilities)
    assert slope.shape == (2, 3)
    for row, layer in product(range(2), range(3)):
        sides = []
        for step in (1e-5, -1e-5):
            angles = np.array([GAMMAS, BETAS])
            angles[row, layer] += step
            sides.append(ansatz.expectation(*angles))
        assert slope[row, layer] == pytest.approx((sides[0] - sides[1]) / 2e-5, abs=1e-7)


def test_the_big_order_has_qubit_0_as_the_highest_bit():
    ansatz = Ansatz(Cost(3, {(0,): 1.0, (1, 2): 0.5}))
    little = ansatz.state([0.4], [-0.3]).reshape(2, 2, 2)
    big = ansatz.state([0.4], [-0.3], order="big").reshape(2, 2, 2)
    np.testing.assert_array_equal(big, little.transpose(2, 1, 0))
    likely = ansatz.probabilities([0.4], [-0.3], order="big")
    np.testing.assert_allclose(likely, abs(big.ravel()) ** 2, atol=1e-15)


def test_qudits_have_as_many_states_as_their_levels_multiply_to():
    cost = Cost.from_values(np.arange(12.0), dims=[3, 4])
    for mixer in ["xy-complete", "xy-ring", "grover", [(0, 1), (1, 2)]]:
        ansatz = Ansatz(cost, mixer)
        assert ansatz.probabilities([0.2], [-0.3]).sum() == pytest.approx(1)
        assert ansatz.state([0.2], [-0.3]).shape == (12,)

    for mixer in ["xy-complete", "grover"]:
        still = Ansatz(cost, mixer).expectation([0.0], [-0.3])
        assert still == pytest.approx(cost.mean), "the start is a state that the mixer keeps"


def test_the_same_seed_draws_the_same_samples_on_any_number_of_threads():
    cost = Cost(4, TERMS)
    drawn = [Ansatz(cost, threads=t).sample(GAMMAS, BETAS, 500, seed=9) for t in (None, 1, 2)]
    assert drawn[0] == drawn[1] == drawn[2]
    assert sum(drawn[0].values()) == 500
    assert drawn[0] != Ansatz(cost).sample(GAMMAS, BETAS, 500, seed=10)


def test_f32_agrees_with_f64_to_its_own_precision():
    cost = Cost(4, TERMS)
    exact = Ansatz(cost).expectation(GAMMAS, BETAS)
    coarse = Ansatz(cost, precision="f32").expectation(GAMMAS, BETAS)
    assert coarse == pytest.approx(exact, rel=1e-5)


@pytest.mark.parametrize("mixer", ["x", "grover"])
def test_an_observable_is_measured_and_minimized_in_the_place_of_the_cost(mixer):
    cost, other = Cost(4, TERMS), Cost.from_values(np.arange(16.0))
    own = Ansatz(cost, mixer)
    assert Ansatz(cost, mixer, observable=cost).expectation(GAMMAS, BETAS) == pytest.approx(
        own.expectation(GAMMAS, BETAS)
    )
    found = Ansatz(cost, mixer, observable=other).gradient(GAMMAS, BETAS)[0]
    assert found == pytest.approx(own.probabilities(GAMMAS, BETAS) @ np.arange(16.0))


def test_a_stage_has_the_success_probability_of_the_solutions_that_the_ansatz_knows():
    ansatz = Ansatz(Cost(4, TERMS), solutions=[3, 9])
    for stage in ansatz.optimize(2, starts=1):
        success = ansatz.overlap(stage.gammas, stage.betas, [3, 9])
        assert stage.success_probability == pytest.approx(success, abs=1e-12)
    assert Ansatz(Cost(4, TERMS)).optimize(1)[0].success_probability is None
    stopped = ansatz.optimize(2, callback=lambda p: p["depth"] < 2)
    assert stopped and stopped[0].success_probability is None


def test_costs_are_written_by_spins_whatever_they_are_made_of():
    products = dict.fromkeys(combinations(range(4), 3), 0.5) | {(0,): 1 / 3}
    of_spins = Cost(4, products, variables="spins")
    for cost in (of_spins, Cost.from_values(of_spins.values())):
        assert cost.spins() == {k: pytest.approx(w) for k, w in products.items()}
    each = Ansatz(Cost(4, of_spins.spins(), variables="spins"), "x-per-qubit")
    assert each.gradient([0.1], [0.2] * 4)[1][1].shape == (4,)
    with pytest.raises(Error, match="make the cost from terms"):
        Ansatz(Cost.from_values(of_spins.values()), "x-per-qubit")
    # so many products of bits that those of spins are summed from the energies
    weights = enumerate(np.random.default_rng(6).normal(size=2**16))
    dense = Cost(16, [(w, [k for k in range(16) if mask >> k & 1]) for mask, w in weights])
    assert dense.spins()[()] == pytest.approx(dense.values().mean())


def test_deeper_searches_find_lower_values_and_tell_their_progress():
    told = []
    stages = Ansatz(Cost(4, TERMS)).optimize(3, seed=2, callback=told.append)
    values = [stage.expectation for stage in stages]
    assert [stage.depth for stage in stages] == [1, 2, 3]
    assert values == sorted(values, reverse=True)
    assert {p["depth"] for p in told} == {1, 2, 3}
    again = Ansatz(Cost(4, TERMS)).expectation(stages[1].gammas, stages[1].betas)
    assert again == pytest.approx(values[1])


def test_a_callback_that_says_no_ends_the_search_and_what_was_found_stays():
    stages = Ansatz(Cost(4, TERMS)).optimize(9, callback=lambda p: p["depth"] < 3)
    assert [stage.depth for stage in stages[:2]] == [1, 2]
    assert len(stages) < 9


def test_an_exception_in_a_callback_comes_out_of_the_search():
    def wrong(progress):
        raise RuntimeError("from the callback")

    with pytest.raises(RuntimeError, match="from the callback"):
        Ansatz(Cost(4, TERMS)).optimize(2, callback=wrong)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Cost(2, {(2,): 1.0}), "variable 2 of 2"),
        (lambda: Cost(2, {(0,): float("nan")}), "finite"),
        (lambda: Cost(2, {}, variables="trits"), "use bits or spins"),
        (lambda: Cost(2, np.eye(3)), "give an n by n matrix"),
        (lambda: Cost.from_values([1.0, 2.0, 3.0]), "3 values"),
        (lambda: Cost.from_values([1.0, 2.0], dims=[3]), "; "),
        (lambda: Ansatz(Cost(1, {}), "z"), "use x, "),
        (lambda: Ansatz(Cost(1, {}), precision="f16"), "use f64, f32"),
        (
            lambda: Cost(30, {tuple(range(30)): 1.0}, variables="spins"),
            "^terms: a product of 30 spins; give",
        ),
        (lambda: Cost(-1, {}), "^n: found -1"),
        (lambda: Cost(2, {(-1,): 1.0}), "^terms: variable -1 of 2"),
        (lambda: Cost(2, {(0,): 1j}), "^terms: "),
        (lambda: Cost(2, [(0, 1)]), "^terms: "),
        (lambda: Cost(2, np.zeros(2)), "^terms: found an array of shape"),
        (lambda: Ansatz(Cost.from_values([1.0, 2, 3], dims=[3]), [(0, -1)]), "^mixer: "),
        (lambda: Cost(2, np.zeros((2, 2), complex)), "^terms: found numbers of type complex"),
        (lambda: Cost.from_values(np.zeros((2, 2))), "^values: found an array of shape"),
        (lambda: Cost.from_values([1j, 2.0]), "^values: found numbers of type complex"),
        (lambda: Cost.from_values(["a", "b"]), "^values: "),
        (lambda: Cost.from_values([1.0, 2.0], dims=[-2]), "^dims: found -2"),
        (lambda: Cost(1, {}).energy(-1), "^index: found -1"),
        (lambda: Ansatz(Cost(1, {}), threads=0), "^threads: found 0; "),
        (lambda: Ansatz(Cost(1, {}), threads=-1), "^threads: found -1"),
        (
            lambda: Ansatz(Cost(1, {}), threads=1_000_000),
            "^threads: found 1000000; give at most 1024",
        ),
        (lambda: Ansatz(Cost(3, {}), solutions=[99]), "^solutions: found 99 of 8 basis states"),
        (lambda: Ansatz(Cost(3, {}), solutions=[-1]), "^solutions: found -1"),
        (lambda: Ansatz(Cost(2, {}), "xy-ring"), "^mixer: found 'xy-ring on qubits'"),
        (lambda: Ansatz(Cost.from_values([1.0, 2], dims=[2]), "xy-path"), "on qubits"),
        (lambda: Ansatz(Cost(2, {}), [(0, 1, 2)]), "^mixer: "),
        (lambda: Ansatz(Cost(2, {}), np.zeros((2, 3), int)), "^mixer: "),
        (lambda: Ansatz(Cost(1, {})).expectation([0.1 + 0.2j], [0.1]), "^gammas: "),
        (lambda: Ansatz(Cost(1, {})).expectation([0.1], np.zeros(1, complex)), "^betas: "),
        (lambda: Ansatz(Cost(1, {})).gradient([[0.1]], [0.1]), "^gammas: found an array of shape"),
        (lambda: Ansatz(Cost(1, {})).optimize(0), "^depth: found 0"),
        (lambda: Ansatz(Cost(1, {})).optimize(-2), "^depth: found -2"),
        (lambda: Ansatz(Cost(1, {})).optimize(1, starts=0), "^starts: found 0"),
        (lambda: Ansatz(Cost(1, {})).optimize(1, seed=-1), "^seed: found -1"),
        (lambda: Ansatz(Cost(1, {})).sample([0.1], [0.1], -5), "^shots: found -5"),
        (lambda: Ansatz(Cost(1, {})).overlap([0.1], [0.1], [-1]), "^indices: found -1"),
        (lambda: Ansatz(Cost(1, {})).circuit([0.1], [0.1], depth=5), "^angles: found gammas"),
        (lambda: Ansatz(Cost(1, {})).circuit(depth=0), "^depth: found 0"),
        (lambda: Ansatz(Cost(1, {})).expectation([0.1], []), "1 gammas and 0 betas"),
        (lambda: Ansatz(Cost(1, {})).expectation([float("inf")], [0.0]), "finite"),
        (lambda: Ansatz(Cost(1, {})).overlap([0.1], [0.1], [2]), "found 2"),
        (lambda: Ansatz(Cost(1, {})).state([0.1], [0.1], order="up"), "use little"),
        (lambda: Ansatz(Cost(1, {})).optimize(1, strategy="luck"), "luck"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_with_a_remedy(call, words):
    with pytest.raises(Error, match=words) as raised:
        call()
    assert issubclass(Error, ValueError)
    assert "\n" not in str(raised.value)


COSTS = {
    "bits": Cost(4, TERMS),
    "spins": Cost(4, TERMS, variables="spins"),
    "values": Cost.from_values(np.arange(8.0)),
    "qudits": Cost.from_values(np.arange(12.0), dims=[3, 4]),
}


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_copies_and_pickles_are_equal_and_have_the_same_values(again):
    for name, cost in COSTS.items():
        made = again(cost)
        assert made == cost and made.dims == cost.dims, name
        np.testing.assert_array_equal(made.values(), cost.values())
        others = [other for key, other in COSTS.items() if key != name]
        assert all(made != other for other in others) and made != "a cost"
    for ansatz in (
        Ansatz(COSTS["bits"]),
        Ansatz(COSTS["spins"], "grover", "f32", solutions=[3, 5], threads=2),
        Ansatz(COSTS["bits"], observable=COSTS["spins"]),
        Ansatz(COSTS["qudits"], np.array([(0, 1), (1, 2)])),
    ):
        made = again(ansatz)
        assert made == ansatz and made != Ansatz(COSTS["values"])
        assert made.expectation(GAMMAS, BETAS) == ansatz.expectation(GAMMAS, BETAS)
        assert made.optimize(1) == ansatz.optimize(1)
    stage = Ansatz(COSTS["bits"]).optimize(1)[0]
    assert again(stage) == stage and again(stage).to_dict()["depth"] == 1


def test_costs_are_equal_that_have_the_same_energies():
    assert Cost(2, {(0, 1): 1.0, (1,): 0.0}) == Cost(2, [(0.5, (1, 0)), (0.5, (0, 1))])
    assert Cost(2, {(0, 1): 1.0}) == Cost.from_values([0.0, 0.0, 0.0, 1.0])
    assert Cost(2, {(0, 1): 1.0}) != Cost.from_values([0.0, 0.0, 0.0, 1.0], dims=[4])
    assert Cost(2, {(0, 1): 1.0}) != Cost(3, {(0, 1): 1.0})


def test_energies_spins_and_circuits_of_a_dense_cost_take_n_2_to_the_n_steps():
    values = np.random.default_rng(4).normal(size=2**6)
    signs = np.array([[(-1) ** (k & x).bit_count() for x in range(2**6)] for k in range(2**6)])
    expected = signs @ values / 2**6
    for indices, weight in Cost.from_values(values).spins().items():
        assert weight == pytest.approx(expected[sum(1 << k for k in indices)], abs=1e-12)
    assert Cost.from_values(np.full(2**6, 3.7)).spins() == {(): pytest.approx(3.7)}
    values = np.random.default_rng(5).normal(size=2**16)
    began = time.process_time()
    cost = Cost.from_values(values)
    np.testing.assert_array_equal(cost.values(), values)
    assert len(cost.spins()) == 2**16
    assert Ansatz(Cost.from_values(values[: 2**14])).circuit(depth=1).qubits == 14
    # where each takes 4^n steps they took half a minute
    assert time.process_time() - began < 10


def test_a_state_that_is_listed_twice_counts_once():
    ansatz = Ansatz(Cost(2, {}), solutions=[1, 1, 2, 2])
    assert ansatz.overlap([0.1], [0.1], [3, 3, 3]) == pytest.approx(0.25)
    assert ansatz.expectation([0.1], [0.1], objective="success") == pytest.approx(-0.5)


NESTED = {
    "a search in a callback": "print(A.optimize(1, callback=lambda d: bool(A.optimize(1))) != [])",
    "a search on one thread in a callback": """
one = Ansatz(A.cost, threads=1)
print(one.optimize(1, callback=lambda d: bool(one.optimize(1))) != [])
""",
    "three searches within each other": """
def inner(d): return bool(A.optimize(1, callback=lambda d: bool(A.optimize(1))))
print(A.optimize(1, starts=1, callback=inner) != [])
""",
    "a search in a thread in a callback": """
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(4) as threads:
    def heard(d): return all(threads.map(lambda k: bool(A.optimize(1)), range(4)))
    print(A.optimize(1, callback=heard) != [])
""",
    "a run in the callback of a run": """
puzzle = Puzzle.generate("tango", 4, seed=1)
print(puzzle.solve(1, callback=lambda d: puzzle.solve(1, shots=10).depth == 1).solved)
""",
    "a fork": """
large.expectation([0.1] * 20, [0.1] * 20)
child = os.fork()
if child == 0:
    large.expectation([0.1] * 20, [0.1] * 20)
    Ansatz(large.cost, threads=1).optimize(1)
    os._exit(bool(A.optimize(1)) - 1)
print(os.waitpid(child, 0)[1] == 0)
""",
    "a fork of an ansatz with threads": """
mine = Ansatz(large.cost, threads=2)
mine.expectation([0.1] * 20, [0.1] * 20)
child = os.fork()
if child == 0:
    os._exit(mine.expectation([0.1] * 20, [0.1] * 20) == 0)
print(os.waitpid(child, 0)[1] == 0)
""",
    "processes by fork": """
import multiprocessing
large.expectation([0.1] * 20, [0.1] * 20)
with multiprocessing.get_context("fork").Pool(2) as pool:
    print(len(pool.map(A.optimize, [1, 1, 2])) == 3)
""",
}
BEFORE = """
import os
from ketboard import Ansatz, Cost, Puzzle
A = Ansatz(Cost(3, {(0, 1): 1.0, (2,): -0.5}))
large = Ansatz(Cost(18, {(k, k + 1): 1.0 for k in range(17)}))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="forks of POSIX")
@pytest.mark.parametrize("name", list(NESTED))
def test_calls_from_callbacks_and_from_forked_processes_end(name):
    command = [sys.executable, "-c", BEFORE + NESTED[name]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["True"], done.stderr


def test_one_ansatz_serves_many_threads_at_once():
    ansatz = Ansatz(Cost(4, TERMS))
    grid = np.linspace(-1, 1, 64)
    alone = [ansatz.expectation([g], [0.3]) for g in grid]
    found = [[] for _ in range(4)]

    def work(results):
        results.extend(ansatz.expectation([g], [0.3]) for g in grid)

    workers = [threading.Thread(target=work, args=(results,)) for results in found]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == [alone] * 4


def test_other_python_threads_run_while_the_engine_computes():
    ansatz = Ansatz(Cost(20, {(k, k + 1): 1.0 for k in range(19)}))
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.002)

    ticker = threading.Thread(target=tick)
    ticker.start()
    began = time.perf_counter()
    ansatz.expectation([0.1] * 12, [-0.1] * 12)
    took = time.perf_counter() - began
    done.set()
    ticker.join()
    assert np.max(np.diff([t for t in ticks if t <= began + took])) < max(0.05, took / 2)


INTERRUPTED = """
import sys, time
from ketboard import Ansatz, Cost, Interrupted
n = 18
terms = {(i, j): ((7 * i + 3 * j) % 11) / 5 - 1 for i in range(n) for j in range(i)}
ansatz = Ansatz(Cost(n, terms))
said = []
def heard(progress):
    if progress["depth"] == 2:
        said.append("ready")  # the starts of a depth run side by side
        if len(said) == 1:
            print("ready", flush=True)
try:
    ansatz.optimize(60, callback=heard)
except Interrupted as stop:
    print("kept", [stage.depth for stage in stop.result], flush=True)
    raise SystemExit(7)
"""

IN_A_CALLBACK = """
from ketboard import Ansatz, Cost, Interrupted
n = 18
small = Ansatz(Cost(2, {(0,): 1.0, (1,): -1.0}))
large = Ansatz(Cost(n, {(k, k + 1): 1.0 for k in range(n - 1)}))
def heard(progress):
    print("ready", flush=True)
    large.optimize(60)
try:
    small.optimize(1, callback=heard)
except Interrupted as stop:
    print("kept", stop.result, flush=True)
    raise SystemExit(7)
"""

MAKING = """
import numpy as np
from ketboard import Cost
values = np.random.default_rng(1).normal(size=2**23)
print("ready", flush=True)
try:
    while True:
        Cost.from_values(values)
except KeyboardInterrupt:
    print("kept nothing", flush=True)
    raise SystemExit(7)
"""

LONG_CALL = """
import time
from ketboard import Ansatz, Cost
n = 22
ansatz = Ansatz(Cost(n, {(k, k + 1): 1.0 for k in range(n - 1)}))
print("ready", flush=True)
try:
    ansatz.expectation([0.1] * 3000, [-0.1] * 3000)
except KeyboardInterrupt:
    print("kept nothing", flush=True)
    raise SystemExit(7)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("program", "kept"),
    [
        (INTERRUPTED, "kept [1"),
        (IN_A_CALLBACK, "kept []"),
        (LONG_CALL, "kept"),
        (MAKING, "kept"),
    ],
)
def test_ctrl_c_ends_a_search_at_once_and_keeps_what_was_found(program, kept):
    import signal

    # whoever runs the tests in the background has the signal ignored, and children inherit that
    heard = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    command = [sys.executable, "-c", heard + program]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline().strip() == "ready"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=60)  # an undisturbed run takes minutes
    assert process.returncode == 7
    assert kept in rest


def test_every_public_name_has_a_docstring():
    for name in ketboard.__all__:
        if name == "__version__":
            continue
        thing = getattr(ketboard, name)
        assert thing.__doc__, name
        for member in vars(thing) if inspect.isclass(thing) else ():
            if not member.startswith("_"):
                assert getattr(thing, member).__doc__, f"{name}.{member}"
