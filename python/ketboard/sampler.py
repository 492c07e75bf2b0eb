"""QAOA as a sampler of dimod's: binary quadratic models in, samples with their energies out.

This module needs dimod; `ketboard` itself does not import it.

>>> import dimod
>>> from ketboard.sampler import QAOASampler
>>> model = dimod.BinaryQuadraticModel({"a": 1.0}, {("a", "b"): -2.0}, 0.0, "SPIN")
>>> samples = QAOASampler().sample(model, depth=3, num_reads=50, seed=1)
>>> float(samples.first.energy), int(samples.record.num_occurrences.sum())
(-3.0, 50)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ketboard import Ansatz
from ketboard._extras import imported
from ketboard.neighbors import from_dimod

dimod: Any = imported("dimod", "dimod")

__all__ = ["QAOASampler"]


class QAOASampler(dimod.Sampler):  # type: ignore[misc]
    """Optimizes the angles of QAOA for a model, and measures the state that they give.

    ``threads`` limits the threads of the engine; by default it uses all.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._threads = threads

    @property
    def parameters(self) -> dict[str, list[str]]:
        """The keywords of `sample`, each with the properties that bound it: none."""
        names = ("num_reads", "depth", "seed", "strategy", "optimizer", "starts")
        return {name: [] for name in names}

    @property
    def properties(self) -> dict[str, Any]:
        """What is fixed: that states are exact, without noise."""
        return {"exact_state": True, "noise": False}

    def sample(
        self,
        bqm: Any,
        *,
        num_reads: int = 100,
        depth: int = 3,
        seed: int = 0,
        strategy: str = "ladder",
        optimizer: str = "lbfgs",
        starts: int = 4,
        **unknown: Any,
    ) -> Any:
        """The samples of a model after ``depth`` layers: a ``dimod.SampleSet`` with counts.

        The state has 2^n amplitudes for n variables. ``info`` of the answer holds the angles
        ``gammas`` and ``betas`` in radians, and the ``expectation`` of the energy. The same seed
        gives the same samples. Raises ``ketboard.Error`` if the state does not fit into memory.
        """
        self.remove_unknown_kwargs(**unknown)
        labels = list(bqm.variables)
        if not labels:
            return dimod.SampleSet.from_samples_bqm([{} for _ in range(num_reads)], bqm)
        cost, labels = from_dimod(bqm)
        ansatz = Ansatz(cost, threads=self._threads)
        found = ansatz.optimize(
            depth, strategy=strategy, optimizer=optimizer, starts=starts, seed=seed
        )[-1]
        counts = ansatz.sample(found.gammas, found.betas, num_reads, seed)
        states = np.fromiter(counts, dtype=np.int64)
        bits = (states[:, np.newaxis] >> np.arange(len(labels))) & 1
        values = 1 - 2 * bits if bqm.vartype.name == "SPIN" else bits
        return dimod.SampleSet.from_samples_bqm(
            (values.astype(np.int8), labels),
            bqm,
            num_occurrences=list(counts.values()),
            info={
                "gammas": found.gammas.tolist(),
                "betas": found.betas.tolist(),
                "expectation": found.expectation,
            },
        )
