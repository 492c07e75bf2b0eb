"""What users give, as the compiled part takes it; an error names the argument."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from ketboard._ketboard import Error

# The most factors of a product of spins, which becomes 2^factors products of bits.
FACTORS = 20


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


def mixer(given: Any) -> str | list[list[int]]:
    """The name of a mixer, or its edges between levels."""
    if given is None:
        return "x"
    if isinstance(given, str):
        return given
    try:
        array = np.asarray(given)
    except ValueError:
        array = np.zeros(0)
    are_pairs = array.dtype.kind in "iu" and array.ndim == 2 and array.shape[1] == 2
    if not are_pairs or np.any(array < 0):
        raise Error("mixer: found no pairs of levels; give a name, or two levels for each edge")
    return cast(list[list[int]], array.tolist())


def products(n: int, terms: Any, variables: str) -> list[tuple[int, float]]:
    """The mask of the variables of each product, ascending, and the sum of its weights."""
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
    made: dict[int, float] = {}
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
            made[mask] = made.get(mask, 0.0) + float(weight)
    except TypeError as error:
        remedy = "give indices and real weights: {(0, 1): 1.0} or [(1.0, (0, 1))]"
        raise Error(f"terms: {error}; {remedy}") from error
    found = _in_bits(made) if spins else made
    return sorted((mask, weight) for mask, weight in found.items() if weight)


def _in_bits(spins: dict[int, float]) -> dict[int, float]:
    """Products of bits from products of spins s = 1 - 2x, each of which has one for every part."""
    made: dict[int, float] = {}
    for mask, weight in spins.items():
        if mask.bit_count() > FACTORS:
            remedy = f"give products of at most {FACTORS} spins"
            raise Error(f"terms: a product of {mask.bit_count()} spins; {remedy}")
        part = mask
        while True:
            made[part] = made.get(part, 0.0) + weight * (-2.0) ** part.bit_count()
            if part == 0:
                break
            part = (part - 1) & mask
    return made


def bits(given: Any) -> list[bool]:
    """Measured bits, that of qubit 0 first; a text has it last, as Qiskit prints it."""
    values = {"0": False, "False": False, "1": True, "True": True}
    found = reversed("".join(given.split())) if isinstance(given, str) else map(str, given)
    try:
        return [values[bit] for bit in found]
    except KeyError as error:
        raise Error(f"bits: found {error.args[0]}; give 0 and 1") from error
