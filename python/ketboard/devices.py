"""Machines of other packages as the JSON that `--backend` and `--calibration` of the program read.

>>> import json
>>> from ketboard.devices import from_braket
>>> paradigm = {"qubitCount": 2, "nativeGateSet": ["cz"]}
>>> paradigm["connectivity"] = {"fullyConnected": True}
>>> json.dumps(from_braket({"paradigm": paradigm}, "mine")["couplings"])
'[[0, 1, null]]'
"""

from __future__ import annotations

import itertools
import json
import statistics
from typing import Any

from ketboard import Error

__all__ = ["from_braket", "from_qiskit"]

# Gates on two qubits by the names of Qiskit and of Braket, the most usual basis first, and ours.
ENTANGLERS = {
    "cz": "cz",
    "ecr": "ecr",
    "cx": "cx",
    "cnot": "cx",
    "zz": "zz",
    "rzz": "zz",
    # XX is ZZ between turns of single qubits
    "ms": "zz",
    "rxx": "zz",
    "xx": "zz",
}
UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "ns": 1e-9}


def from_qiskit(target: Any, name: str | None = None) -> dict[str, Any]:
    """What a backend of Qiskit's, or a `Target`, says of each of its qubits and couplings.

    The one-qubit gate is sx, x, rx or r, the gate on two qubits cz, ecr, cx, rzz or ms, each the
    first of these that the target has.
    """
    name = name or getattr(target, "name", None) or "target"
    target = getattr(target, "target", target)
    known = set(target.operation_names)
    gate = _entangler(known)
    single = next((one for one in ("sx", "x", "rx", "r") if one in known), None)

    def rows(of: str | None) -> dict[tuple[int, ...], Any]:
        table = target[of] if of in known else {}
        return {tuple(on): row for on, row in table.items() if on is not None}

    def figure(row: Any, what: str) -> Any:
        return getattr(row, what, None)

    decays = target.qubit_properties or [None] * target.num_qubits
    qubits = [
        {
            "one_qubit": figure(rows(single).get((q,)), "error"),
            "readout": figure(rows("measure").get((q,)), "error"),
            "t1_us": _scaled(figure(decays[q], "t1"), 1e6),
            "t2_us": _scaled(figure(decays[q], "t2"), 1e6),
        }
        for q in range(target.num_qubits)
    ]
    pairs = rows(gate)
    durations = [
        [_scaled(figure(row, "duration"), 1e9) for row in rows(of).values()]
        for of in (single, gate, "measure")
    ]
    return _described(
        name=name,
        about="a target of Qiskit's",
        entangler=ENTANGLERS[gate],
        fractional=gate in ("rzz", "ms") or "rzz" in known,
        qubits=qubits,
        couplings=[[a, b, figure(row, "error")] for (a, b), row in pairs.items()],
        times=_times(*durations),
    )


def from_braket(device: Any, name: str | None = None) -> dict[str, Any]:
    """What Amazon Braket says of a device: an `AwsDevice`, its properties, or their JSON as a dict.

    A job for Braket needs the device's ARN as its name, which an `AwsDevice` knows. Qubits keep the
    numbers that Braket gives them: where it counts from 1, qubit 0 has no coupling. Braket says no
    times of superconducting machines.
    """
    name = name or getattr(device, "arn", None) or "device of Braket"
    properties = getattr(device, "properties", device)
    properties = properties if isinstance(properties, dict) else json.loads(properties.json())
    paradigm, standard = properties["paradigm"], properties.get("standardized") or {}
    gate = _entangler({native.lower() for native in paradigm["nativeGateSet"]})
    connectivity = paradigm["connectivity"]
    if connectivity.get("fullyConnected"):
        pairs = list(itertools.combinations(range(paradigm["qubitCount"]), 2))
    else:
        graph = connectivity["connectivityGraph"].items()
        pairs = sorted(
            {(min(a, b), max(a, b)) for a, to in graph for a, b in ((int(a), int(b)) for b in to)}
        )
    count = max([paradigm["qubitCount"], *(b + 1 for _, b in pairs)])
    own = standard.get("oneQubitProperties") or {}
    return _described(
        name=name,
        about="from Amazon Braket's device capabilities",
        entangler=ENTANGLERS[gate],
        fractional=ENTANGLERS[gate] == "zz",
        qubits=[_braket_qubit(own.get(str(q), {})) for q in range(count)],
        couplings=[
            [a, b, _braket_pair(standard.get("twoQubitProperties") or {}, a, b, gate)]
            for a, b in pairs
        ],
        **_of_all(standard, properties.get("provider") or {}),
    )


def _braket_qubit(properties: dict[str, Any]) -> dict[str, Any]:
    errors = {
        row["fidelityType"]["name"].upper(): 1 - row["fidelity"]
        for row in reversed(properties.get("oneQubitFidelity", []))
    }
    gates = [error for kind, error in errors.items() if "RANDOMIZED_BENCHMARKING" in kind]
    return {
        "one_qubit": gates[-1] if gates else None,
        "readout": errors.get("READOUT"),
        # 0 is what was not measured
        "t1_us": _scaled(_seconds(properties.get("T1")), 1e6) or None,
        "t2_us": _scaled(_seconds(properties.get("T2")), 1e6) or None,
    }


def _braket_pair(properties: dict[str, Any], a: int, b: int, gate: str) -> float | None:
    """The error of the gate on two qubits, or of the one that Braket has instead."""
    pair = properties.get(f"{a}-{b}") or properties.get(f"{b}-{a}") or {}
    rows = pair.get("twoQubitGateFidelity") or []
    same = [
        row
        for row in rows
        if ENTANGLERS.get((row.get("gateName") or "").lower()) == ENTANGLERS[gate]
    ]
    return 1 - (same or rows)[0]["fidelity"] if rows else None


def _of_all(standard: dict[str, Any], provider: dict[str, Any]) -> dict[str, Any]:
    """Figures of the machine as a whole: the standard ones of version 3, else IonQ's own."""
    fidelity, timing = provider.get("fidelity") or {}, provider.get("timing") or {}

    def error(key: str, of_ionq: str) -> float | None:
        rows = standard.get(key)
        row = fidelity.get(of_ionq) or {}
        known = rows[0]["fidelity"] if rows else row.get("median", row.get("mean"))
        return None if known is None else 1 - known

    def decay(key: str) -> float | None:
        # IonQ's schema names no unit, and its example has both: more than a day is in microseconds
        own = timing.get(key)
        seconds = own if own is None or own <= 86_400 else own * 1e-6
        return _scaled(_first(_seconds(standard.get(key)), seconds), 1e6)

    def duration(key: str, of_ionq: str) -> list[float | None]:
        return [_scaled(_first(_seconds(standard.get(key)), timing.get(of_ionq)), 1e9)]

    groups = {
        "errors": {
            "one_qubit": error("singleQubitFidelity", "1Q"),
            "two_qubit": error("twoQubitGateFidelity", "2Q"),
            "readout": error("readoutFidelity", "spam"),
        },
        "relaxation": {"t1_us": decay("T1"), "t2_us": decay("T2")},
        "times": _times(
            duration("singleQubitGateDuration", "1Q"),
            duration("twoQubitGateDuration", "2Q"),
            duration("readoutDuration", "readout"),
        ),
    }
    return {key: group for key, group in groups.items() if group and None not in group.values()}


def _described(**keys: Any) -> dict[str, Any]:
    """The keys without those that say nothing."""
    return {key: value for key, value in keys.items() if value is not None}


def _entangler(gates: set[str]) -> str:
    found = next((gate for gate in ENTANGLERS if gate in gates), None)
    if found is None:
        raise Error(
            f"gates: {', '.join(sorted(gates))}; one on two qubits is {', '.join(ENTANGLERS)}"
        )
    return found


def _first(*values: float | None) -> float | None:
    return next((value for value in values if value is not None), None)


def _scaled(value: float | None, factor: float) -> float | None:
    return None if value is None else value * factor


def _seconds(measured: dict[str, Any] | None) -> float | None:
    return _scaled(measured["value"], UNITS[measured["unit"]]) if measured else None


def _times(*durations: list[float | None]) -> dict[str, float] | None:
    """The medians of what is known; nothing where one of them is not."""
    known = [[value for value in values if value is not None] for values in durations]
    if not all(known):
        return None
    names = ("one_qubit_ns", "two_qubit_ns", "readout_ns")
    return {name: statistics.median(values) for name, values in zip(names, known, strict=True)}
