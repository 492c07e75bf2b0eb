"""What a user writes: `mypy --strict` reads this file, and no test runs it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from ketboard import (
    Ansatz,
    Circuit,
    Cost,
    Error,
    Interrupted,
    Puzzle,
    Records,
    Stage,
    sweep,
    verify,
)
from ketboard.compat.qokit import get_qaoa_objective
from ketboard.neighbors import from_networkx, to_braket, to_pennylane, to_qiskit
from ketboard.sampler import QAOASampler


def engine() -> npt.NDArray[np.complex128]:
    cost = Cost(3, {(0, 1): 1.0, (2,): -1}, variables="spins")
    same = Cost(3, [(1.0, [0, 1]), (-1.0, (2,))])
    assert same.values().sum() > Cost(2, np.eye(2)).min
    ansatz = Ansatz(cost, "x", "f64", threads=2)
    value, slope = ansatz.gradient([0.1], np.array([-0.2]))
    assert value < float(slope[0, 0])
    stages: list[Stage] = ansatz.optimize(3, callback=lambda told: told["depth"] < 3)
    counts: dict[int, int] = ansatz.sample(stages[-1].gammas, stages[-1].betas, 100, seed=1)
    assert sum(counts.values()) == 100
    return ansatz.state([0.1], [-0.2], order="big")


def puzzles() -> float | None:
    try:
        run = Puzzle.generate("tango", 4).solve(2, seed=1, registers="rows")
    except Interrupted as stop:
        run = stop.result
    except Error as error:
        raise SystemExit(str(error)) from error
    stages: list[Stage] = run.stages
    counts: dict[str, int] = run.samples
    ansatz: Ansatz = Puzzle.from_text("").problem(mixer="grover").ansatz(threads=1)
    assert ansatz == ansatz and counts and stages[0].to_dict()
    return run.success_probability if run.solved else None


def experiments() -> bool:
    records: Records = sweep("plan.toml", out="results", threads=2)
    records.plot("success", ax=None)
    records[1:].to_pandas()
    return records.complete and verify("results")["holds"]


def circuits() -> float:
    problem = Puzzle.generate("tango", 4).problem(registers="rows")
    circuit: Circuit = problem.circuit(depth=2)
    to_qiskit(circuit, measure=True)
    to_braket(problem.circuit([0.1], [-0.2]))
    to_pennylane(problem.cost)
    assert circuit.two_qubit_gates <= sum(circuit.gates.values()) < len(circuit.text("qasm3-param"))
    forecast = problem.forecast([0.1], [-0.2], "torino", threads=1)
    noisy: float | None = forecast["noisy_success_probability"]
    return forecast["estimated_success_probability"] if noisy is None else noisy


def sampler(model: object) -> object:
    return QAOASampler(threads=1).sample(model, num_reads=10, depth=2)


def neighbors() -> float:
    import networkx

    f = get_qaoa_objective(4, terms=[(1.0, (0, 1))])
    value, slope = f.gradient([0.1, 0.2])
    return value + float(slope[0]) + from_networkx(networkx.cycle_graph(4)).min
