"""Angles of QAOA in QOKit's forms."""

from __future__ import annotations

from enum import Enum

import numpy as np
import numpy.typing as npt

from ketboard import Error

Floats = npt.NDArray[np.float64]


def array_of(numbers: npt.ArrayLike) -> Floats:
    """The numbers as an array of floats that lie side by side."""
    return np.ascontiguousarray(numbers, dtype=np.float64)


class QAOAParameterization(Enum):
    """The forms of angles; functions take their names, too."""

    THETA = "theta"
    GAMMA_BETA = "gamma beta"
    FREQ = "freq"
    U_V = "u v"


def form_of(parameterization: QAOAParameterization | str) -> QAOAParameterization:
    """The form of a name."""
    try:
        return QAOAParameterization(parameterization)
    except ValueError as error:
        found = f"parameterization: found '{parameterization}'"
        raise Error(f"{found}; use theta, freq, gamma beta or u v") from error


def convert_to_gamma_beta(
    *args: npt.ArrayLike, parameterization: QAOAParameterization | str
) -> tuple[Floats, Floats]:
    """The angles gamma and beta, two float arrays of length p, from one of QOKit's forms.

    Forms are theta (both in one array), gamma beta (two arrays), freq and u v (the same two of
    coefficients of sines and cosines).
    """
    form = form_of(parameterization)
    is_fourier = form in (QAOAParameterization.FREQ, QAOAParameterization.U_V)
    parts = 2 if form in (QAOAParameterization.GAMMA_BETA, QAOAParameterization.U_V) else 1
    if len(args) != parts:
        found = f"angles: found {len(args)} arguments"
        raise Error(f"{found}; the parameterization {form.value} has {parts}")
    if parts == 2:
        first, second = array_of(args[0]), array_of(args[1])
    else:
        both = array_of(args[0])
        p = len(both) // 2
        first, second = both[:p], both[p:]
    if is_fourier:
        return from_fourier_basis(first, second)
    return first, second


def sines(p: int) -> Floats:
    """The sines that coefficients u are multiplied by: a (p, p) array."""
    halves = np.arange(p) + 0.5
    table: Floats = np.sin(np.outer(halves, halves) * np.pi / p)
    return table


def cosines(p: int) -> Floats:
    """The cosines that coefficients v are multiplied by: a (p, p) array."""
    halves = np.arange(p) + 0.5
    table: Floats = np.cos(np.outer(halves, halves) * np.pi / p)
    return table


def from_fourier_basis(u: npt.ArrayLike, v: npt.ArrayLike) -> tuple[Floats, Floats]:
    """The angles gamma and beta of coefficients of sines and cosines, all of length p."""
    first, second = array_of(u), array_of(v)
    return sines(len(first)) @ first, cosines(len(second)) @ second


def to_fourier_basis(gamma: npt.ArrayLike, beta: npt.ArrayLike) -> tuple[Floats, Floats]:
    """The coefficients whose ``from_fourier_basis`` these angles are."""
    first, second = array_of(gamma), array_of(beta)
    u = array_of(np.linalg.solve(sines(len(first)), first))
    v = array_of(np.linalg.solve(cosines(len(second)), second))
    return u, v
