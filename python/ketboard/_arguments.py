"""What users give, as the compiled part takes it; an error names the argument."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from ketboard._ketboard import Error


def floats(name: str, numbers: Any, dimensions: int = 1) -> npt.NDArray[np.float64]:
    """Real numbers as an array of floats of so many dimensions."""
    try:
        array = np.asarray(numbers)
        if array.dtype.kind == "O":
            array = array.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise Error(f"{name}: {error}; give real numbers") from error
    if array.dtype.kind not in "biuf":
        raise Error(f"{name}: found numbers of type {array.dtype}; give real numbers")
    if array.ndim != dimensions:
        shape = "one after another" if dimensions == 1 else "a matrix of them"
        raise Error(f"{name}: found an array of shape {array.shape}; give real numbers, {shape}")
    return np.ascontiguousarray(array, dtype=np.float64)


def edges(pairs: Any) -> npt.NDArray[np.int64]:
    """Edges between levels as an integer array of shape (edges, 2)."""
    try:
        array = np.asarray(pairs)
    except ValueError:
        array = np.zeros(0)
    are_pairs = array.dtype.kind in "iu" and array.ndim == 2 and array.shape[1] == 2
    if not are_pairs or np.any(array < 0):
        raise Error("mixer: found no pairs of levels; give a name, or two levels for each edge")
    return np.ascontiguousarray(array, dtype=np.int64)


def products(n: int, terms: Any, variables: str) -> list[tuple[int, float]]:
    """The mask of the variables of each term, and its weight."""
    if variables not in ("bits", "spins"):
        raise Error(f"variables: found '{variables}'; use bits or spins")
    spins = variables == "spins"
    pairs: Iterable[Any]
    if isinstance(terms, np.ndarray):
        matrix = floats("terms", terms, 2)
        if matrix.shape != (n, n):
            raise Error(f"terms: a matrix of shape {matrix.shape}; give an n by n matrix")
        places = zip(*np.nonzero(matrix), strict=True)
        pairs = [((i, j), matrix[i, j]) for i, j in places]
    elif isinstance(terms, Mapping):
        pairs = terms.items()
    else:
        pairs = ((indices, weight) for weight, indices in terms)
    made = []
    try:
        for indices, weight in pairs:
            if isinstance(weight, (complex, np.complexfloating)):
                raise TypeError(f"the weight {weight}")
            mask = 0
            for k in map(index, indices):
                if not 0 <= k < min(n, 64):
                    raise Error(f"terms: variable {k} of {n}; number the variables from 0")
                # s s = 1 and x x = x
                mask = mask ^ 1 << k if spins else mask | 1 << k
            made.append((mask, float(weight)))
    except TypeError as error:
        remedy = "give indices and real weights: {(0, 1): 1.0} or [(1.0, (0, 1))]"
        raise Error(f"terms: {error}; {remedy}") from error
    return made
