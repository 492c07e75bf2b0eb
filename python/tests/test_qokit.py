"""The names of QOKit: its results, from QOKit itself and from dense matrices."""

from __future__ import annotations

import importlib
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from ketboard import Error
from ketboard.compat import qokit as ours

sys.path.insert(0, str(Path(__file__).parent))
import light_qokit  # noqa: E402

FORMS = ["theta", "gamma beta", "freq", "u v"]
SIMULATORS = {
    "x": ours.choose_simulator,
    "ring": ours.choose_simulator_xyring,
    "complete": ours.choose_simulator_xycomplete,
}


def random_terms(n, seed):
    rng = np.random.default_rng(seed)
    pairs = list(combinations(range(n), 2)) + [(k,) for k in range(n)]
    return [(float(rng.normal()), pair) for pair in pairs]


def pair_gate(n, low, high, beta):
    """exp(-i beta (XX + YY)/2) from its definition, by eigenvalues."""
    x, y = np.array([[0, 1], [1, 0]]), np.array([[0, -1j], [1j, 0]])

    def on(matrix, qubit):
        return np.kron(np.kron(np.eye(2 ** (n - 1 - qubit)), matrix), np.eye(2**qubit))

    values, vectors = np.linalg.eigh((on(x, low) @ on(x, high) + on(y, low) @ on(y, high)) / 2)
    return vectors @ np.diag(np.exp(-1j * beta * values)) @ vectors.conj().T


def test_the_gates_of_pairs_are_matrix_exponentials_in_their_order():
    n, gamma, beta = 4, 0.7, 0.4
    terms = random_terms(n, 1)
    for name, pairs in {
        "ring": [(0, 1), (2, 3), (1, 2), (0, 3)],
        "complete": list(combinations(range(n), 2)),
    }.items():
        simulator = SIMULATORS[name]()(n, terms=terms)
        state = np.exp(-0.5j * gamma * simulator.get_cost_diagonal()) * simulator.default_sv0
        for low, high in pairs:
            state = pair_gate(n, low, high, beta) @ state
        np.testing.assert_allclose(simulator.simulate_qaoa([gamma], [beta]), state, atol=1e-12)


@pytest.mark.parametrize("mixer", ["x", "xy"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("objective", ["expectation", "overlap"])
@pytest.mark.parametrize("start", [None, "dicke"])
def test_gradients_agree_with_central_differences(mixer, form, objective, start):
    n, p = 4, 3
    state = np.array([1.0 if k.bit_count() == 2 else 0 for k in range(2**n)]) / np.sqrt(6)
    f = ours.get_qaoa_objective(
        n,
        terms=random_terms(n, 2),
        mixer=mixer,
        parameterization=form,
        objective=objective,
        initial_state=None if start is None else state,
        n_trotters=2,
        optimization_type="max",
    )
    angles = np.random.default_rng(5).normal(size=2 * p) * 0.5

    def call(function, x):
        return function(x) if form in ("theta", "freq") else function(x[:p], x[p:])

    value, slope = call(f.gradient, angles)
    assert value == pytest.approx(call(f, angles))
    for k in range(2 * p):
        step = np.zeros(2 * p)
        step[k] = 1e-5
        difference = (call(f, angles + step) - call(f, angles - step)) / 2e-5
        assert slope[k] == pytest.approx(difference, abs=1e-7)


@pytest.mark.parametrize("name", list(SIMULATORS))
@pytest.mark.parametrize("n_trotters", [1, 3])
def test_the_mixers_on_the_engine_are_those_on_numpy(name, n_trotters):
    for n in (1, 2, 3, 6):
        simulator = SIMULATORS[name]()(n, terms=random_terms(n, n))
        angles = np.random.default_rng(n).normal(size=(2, 3))
        fast = simulator.simulate_qaoa(*angles, n_trotters=n_trotters)
        start = simulator.default_sv0
        slow = simulator.simulate_qaoa(*angles, sv0=start, n_trotters=n_trotters)
        assert abs(np.vdot(fast, slow)) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("mixer", ["x", "xy"])
def test_an_objective_of_the_uniform_start_is_computed_by_the_engine(mixer, monkeypatch):
    f = ours.get_qaoa_objective(5, terms=random_terms(5, 1), mixer=mixer)
    monkeypatch.setattr(ours.Simulator, "simulate_qaoa", None)
    assert np.isfinite(f([0.3, 0.2]))
    assert f.gradient([0.3, 0.2])[1].shape == (2,)


def test_optimal_bit_strings_are_read_with_qubit_0_first():
    costs = np.arange(8.0)
    f = ours.get_qaoa_objective(
        3,
        precomputed_diagonal_hamiltonian=costs,
        objective="overlap",
        precomputed_optimal_bitstrings=[[1, 0, 0]],
    )
    simulator = ours.QAOAFURXSimulator(3, costs=costs)
    state = simulator.simulate_qaoa([0.4], [0.3])
    assert f([0.4, 0.3]) == pytest.approx(1 - abs(state[1]) ** 2)


def test_forms_of_angles_have_names_and_members():
    for form in ours.QAOAParameterization:
        f, g = (
            ours.get_qaoa_objective(3, terms=[(1.0, (0, 1))], parameterization=given)
            for given in (form, form.value)
        )
        angles = ([0.3, 0.2],) if form.value in ("theta", "freq") else ([0.3], [0.2])
        assert f(*angles) == g(*angles)


def test_the_spread_of_a_cost_is_its_standard_deviation_over_measurements():
    simulator = ours.QAOAFURXSimulator(3, terms=random_terms(3, 4))
    state = simulator.simulate_qaoa([0.3], [0.2])
    values, weights = simulator.get_cost_diagonal(), abs(state) ** 2
    mean = np.average(values, weights=weights)
    spread = np.sqrt(np.average((values - mean) ** 2, weights=weights))
    assert simulator.get_std(state) == pytest.approx(spread)
    assert simulator.get_std(state, costs=2 * values) == pytest.approx(2 * spread)


def test_edges_without_a_weight_weigh_1_and_repeated_indices_cancel():
    networkx = pytest.importorskip("networkx")
    graph = networkx.Graph([(0, 1, {"weight": 3.0}), (1, 2)])
    assert ours.get_maxcut_terms(graph) == [(-1.5, (0, 1)), (-0.5, (1, 2)), (2.0, ())]
    simulator = ours.QAOAFURXSimulator(2, terms=[(1.0, (0, 0)), (0.5, (0, 1, 1))])
    np.testing.assert_allclose(simulator.get_cost_diagonal(), [1.5, 0.5, 1.5, 0.5])


def test_equal_costs_count_as_equal_up_to_rounding():
    costs = np.array([0.1 + 0.2, 0.3, 1.0, 2.0])
    simulator = ours.QAOAFURXSimulator(2, costs=costs)
    assert simulator.get_overlap(simulator.default_sv0) == pytest.approx(0.5)


def test_what_is_not_known_is_an_error_with_a_remedy():
    terms = [(1.0, (0, 1))]
    for keywords in (
        {"mixer": "y"},
        {"objective": "luck"},
        {"parameterization": "polar"},
        {"simulator": "gpu"},
        {"optimization_type": "mean"},
        {"parameterized_circuit": object()},
    ):
        with pytest.raises(Error, match="; "):
            ours.get_qaoa_objective(2, terms=terms, **keywords)
    with pytest.raises(Error, match="give one"):
        ours.get_qaoa_objective(2)


# What follows asks QOKit itself, which .ci/run installs.
@pytest.fixture(scope="module")
def theirs():
    if not light_qokit.install():
        pytest.skip("QOKit is not installed")
    return importlib.import_module


@pytest.mark.parametrize("name", list(SIMULATORS))
@pytest.mark.parametrize("n", [2, 5, 9, 12])
def test_simulators_agree_with_qokit(theirs, name, n):
    theirs = theirs("qokit.fur")
    classes = {
        "x": theirs.QAOAFURXSimulatorC,
        "ring": theirs.QAOAFURXYRingSimulatorC,
        "complete": theirs.QAOAFURXYCompleteSimulatorC,
    }
    terms = random_terms(n, n)
    angles = np.random.default_rng(n).normal(size=(2, 4))
    one, other = SIMULATORS[name]()(n, terms=terms), classes[name](n, terms=terms)
    np.testing.assert_allclose(one.get_cost_diagonal(), other.get_cost_diagonal(), atol=1e-10)
    mine, yours = one.simulate_qaoa(*angles), other.simulate_qaoa(*angles)
    for kind in ("min", "max"):
        value = other.get_expectation(yours, optimization_type=kind)
        assert one.get_expectation(mine, optimization_type=kind) == pytest.approx(value, abs=1e-10)
        value = other.get_overlap(yours, optimization_type=kind)
        assert one.get_overlap(mine, optimization_type=kind) == pytest.approx(value, abs=1e-10)
    np.testing.assert_allclose(one.get_statevector(mine), other.get_statevector(yours), atol=1e-10)


def test_terms_and_angles_agree_with_qokit(theirs):
    maxcut, sk = theirs("qokit.maxcut"), theirs("qokit.sk")
    angles = theirs("qokit.parameter_utils")
    networkx = pytest.importorskip("networkx")
    graph = networkx.gnm_random_graph(9, 18, seed=4)
    for u, v in graph.edges:
        graph[u][v]["weight"] = 0.5 + u * v / 9
    assert ours.get_maxcut_terms(graph) == maxcut.get_maxcut_terms(graph)
    couplings = sk.get_random_J(7)
    mine, yours = ours.get_sk_terms(couplings), sk.get_sk_terms(couplings)
    assert [k for _, k in mine] == [k for _, k in yours]
    np.testing.assert_allclose([w for w, _ in mine], [w for w, _ in yours])
    for form in FORMS:
        parts = np.random.default_rng(1).normal(size=(2, 5))
        given = [parts.ravel()] if form in ("theta", "freq") else list(parts)
        expected = angles.convert_to_gamma_beta(*given, parameterization=form)
        found = ours.convert_to_gamma_beta(*given, parameterization=form)
        np.testing.assert_allclose(found, expected, atol=1e-12)
    np.testing.assert_allclose(ours.to_fourier_basis(*parts), angles.to_basis(*parts), atol=1e-12)


OBJECTIVES = ["expectation", "overlap"]


def at(function, form, gammas, betas):
    """A function of QOKit's at the angles in one of its forms."""
    both = np.concatenate([gammas, betas])
    return function(both) if form in ("theta", "freq") else function(gammas, betas)


def compare(mine, theirs, form, seed):
    rng = np.random.default_rng(seed)
    for p in (1, 4):
        gammas, betas = rng.normal(size=(2, p))
        assert at(mine, form, gammas, betas) == pytest.approx(
            at(theirs, form, gammas, betas), abs=1e-10
        )


@pytest.fixture(scope="module")
def objectives(theirs):
    pytest.importorskip("qiskit")
    return theirs("qokit.qaoa_objective")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("mixer", ["x", "xy"])
def test_objectives_agree_with_qokit(objectives, form, objective, mixer):
    for n, kind, n_trotters in ((3, "min", 1), (7, "max", 3), (12, "min", 1)):
        rng = np.random.default_rng(n)
        dicke = np.array([float(k.bit_count() == n // 2) for k in range(2**n)])
        for given in (
            {"terms": random_terms(n, n)},
            {"precomputed_diagonal_hamiltonian": rng.normal(size=2**n)},
            {"terms": random_terms(n, n), "precomputed_costs": rng.normal(size=2**n)},
            {"terms": random_terms(n, n), "initial_state": dicke / np.linalg.norm(dicke)},
        ):
            keywords = {
                **given,
                "parameterization": form,
                "objective": objective,
                "mixer": mixer,
                "n_trotters": n_trotters,
                "optimization_type": kind,
            }
            mine = ours.get_qaoa_objective(n, **keywords)
            yours = objectives.get_qaoa_objective(n, simulator="c", **keywords)
            compare(mine, yours, form, n)


def test_optimal_bit_strings_that_read_the_same_both_ways_agree_with_qokit(objectives):
    for strings in ([[0, 1, 1, 0]], [[1, 0, 0, 1], [1, 1, 1, 1]]):
        keywords = {
            "terms": random_terms(4, 8),
            "objective": "overlap",
            "precomputed_optimal_bitstrings": strings,
        }
        mine = ours.get_qaoa_objective(4, **keywords)
        compare(mine, objectives.get_qaoa_objective(4, simulator="c", **keywords), "theta", 3)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_objectives_of_problems_agree_with_qokit(objectives, theirs, form, objective):
    maxcut, sk = theirs("qokit.qaoa_objective_maxcut"), theirs("qokit.qaoa_objective_sk")
    labs = theirs("qokit.qaoa_objective_labs")
    keywords = {"parameterization": form, "objective": objective}
    networkx = pytest.importorskip("networkx")
    for n in (4, 8, 12):
        graph = networkx.gnm_random_graph(n, 2 * n - 3, seed=n)
        for u, v in graph.edges:
            graph[u][v]["weight"] = 0.5 + u * v / n
        mine = ours.get_qaoa_maxcut_objective(n, 3, graph, **keywords)
        yours = maxcut.get_qaoa_maxcut_objective(n, 3, graph, simulator="c", **keywords)
        compare(mine, yours, form, n)
        cuts = np.random.default_rng(n).normal(size=2**n)
        mine = ours.get_qaoa_maxcut_objective(n, 3, precomputed_cuts=cuts, **keywords)
        yours = maxcut.get_qaoa_maxcut_objective(
            n, 3, precomputed_cuts=cuts, simulator="c", **keywords
        )
        compare(mine, yours, form, n)
        couplings = np.random.default_rng(n).normal(size=(n, n))
        mine = ours.get_qaoa_sk_objective(n, 3, couplings, **keywords)
        yours = sk.get_qaoa_sk_objective(n, 3, couplings, simulator="c", **keywords)
        compare(mine, yours, form, n)
    # QOKit computes the merit factors of up to ten qubits itself, and reads more from files.
    for n in (3, 7, 10):
        mine = ours.get_qaoa_labs_objective(n, 3, **keywords)
        yours = labs.get_qaoa_labs_objective(n, 3, simulator="c", **keywords)
        compare(mine, yours, form, n)
