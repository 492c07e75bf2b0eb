"""What IBM or IonQ says of a machine, as the JSON that `--backend` and `--calibration` of the program read.

    python examples/hardware/calibration.py conf.json props.json > torino.json
    python examples/hardware/calibration.py characterizations.json > forte.json

IBM: the JSON of `backend.configuration()` and `backend.properties()`, or of the REST interface's answers for
`/backends/NAME/configuration` and `/backends/NAME/properties`. The couplings are those of the configuration, the rates those of the
properties; either of the two is enough, but without properties there are no rates to predict with. IonQ: the answer of
`/v0.4/backends/NAME/characterizations`, of which the latest is taken. It needs nothing but Python. Whoever has a backend of Qiskit's
or a device of Amazon Braket's takes `from_qiskit` or `from_braket` of the package's `ketboard.devices`.
"""

import itertools
import json
import statistics
import sys

ENTANGLERS = ("cz", "ecr", "cx")
UNITS = {"": 1.0, "s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ns": 1e-9}


def machine(*documents):
    """The machine that these documents tell, each of them parsed JSON."""
    page = [one for document in documents for one in document.get("characterizations", [document])]
    of_ionq = [one for one in page if "fidelity" in one and "timing" in one]
    if of_ionq:
        return from_ionq(max(of_ionq, key=lambda one: str(one.get("date", ""))))
    parts = [document.get(key, document) for document in documents for key in ("configuration", "properties")]
    configuration = next((part for part in parts if "coupling_map" in part), None)
    properties = next((part for part in parts if isinstance(part.get("qubits"), list) and "gates" in part), None)
    if configuration is None and properties is None:
        sys.exit("neither IBM's configuration or properties nor IonQ's characterization")
    return from_ibm(configuration, properties)


def from_ibm(configuration, properties):
    """Of IBM's two documents, either of which may be `None`: a coupling without an error is out of use."""
    told = {"about": "IBM, from its own description"}
    gates, couplings = [], None
    if configuration:
        told["name"] = configuration.get("backend_name")
        told["qubits"] = configuration["n_qubits"]
        gates = configuration["basis_gates"]
        couplings = [list(pair) for pair in configuration["coupling_map"]]
    if properties:
        gates = [*gates, *(gate["gate"] for gate in properties["gates"])]
        told["name"] = properties.get("backend_name") or told.get("name")
        told["source"] = f"IBM's properties of {properties.get('last_update_date', 'no date')}"
        if told.setdefault("qubits", len(properties["qubits"])) != len(properties["qubits"]):
            sys.exit(f"a configuration of {told['qubits']} qubits and properties of {len(properties['qubits'])}")
    told["entangler"] = next((gate for gate in ENTANGLERS if gate in gates), None)
    if told["entangler"] is None:
        sys.exit(f"no gate {', '.join(ENTANGLERS)}")
    told["fractional"] = "rzz" in gates
    if properties:
        single = {tuple(gate["qubits"]): gate["parameters"] for gate in properties["gates"] if gate["gate"] == "sx"}
        pairs = {tuple(gate["qubits"]): gate["parameters"] for gate in properties["gates"] if gate["gate"] == told["entangler"]}
        told["qubits"] = [
            {
                "one_qubit": figure(single.get((q,), []), "gate_error"),
                "readout": figure(figures, "readout_error"),
                # 0 stands for what was not measured
                "t1_us": figure(figures, "T1", 1e-6) or None,
                "t2_us": figure(figures, "T2", 1e-6) or None,
            }
            for q, figures in enumerate(properties["qubits"])
        ]
        rates = {pair: figure(parameters, "gate_error") for pair, parameters in pairs.items()}
        known = couplings if couplings is not None else [list(pair) for pair in pairs]
        couplings = [[a, b, rates.get((a, b), rates.get((b, a)))] for a, b in known]
        lengths = [
            [figure(parameters, "gate_length", 1e-9) for parameters in single.values()],
            # 0 is the length of a pair that is out of use
            [figure(parameters, "gate_length", 1e-9) or None for parameters in pairs.values()],
            [figure(figures, "readout_length", 1e-9) for figures in properties["qubits"]],
        ]
        known = [[length for length in of if length is not None] for of in lengths]
        if all(known):
            names = ("one_qubit_ns", "two_qubit_ns", "readout_ns")
            told["times"] = {name: statistics.median(of) for name, of in zip(names, known, strict=True)}
    told["couplings"] = couplings
    return {key: value for key, value in told.items() if value is not None}


def figure(parameters, name, unit=1.0):
    """The figure of a name in IBM's lists, in this unit of seconds; `None` where it is not told."""
    found = next((one for one in parameters if one["name"] == name and one.get("value") is not None), None)
    return found and found["value"] * (UNITS[found.get("unit", "")] / unit)


def from_ionq(told):
    """Of a characterization, which has medians of the machine as a whole."""
    fidelity, timing = told["fidelity"], told["timing"]

    def error(of):
        return 1 - fidelity[of].get("median", fidelity[of].get("mean"))

    found = {
        "name": told.get("backend", "ionq"),
        "about": "IonQ, from its characterization",
        "source": f"IonQ's characterization of {told.get('date', 'no date')}",
        "entangler": "zz",
        "fractional": True,
        "qubits": told["qubits"],
        "couplings": told.get("connectivity") or [list(pair) for pair in itertools.combinations(range(told["qubits"]), 2)],
        "errors": {"one_qubit": error("1q"), "two_qubit": error("2q"), "readout": error("spam")},
    }
    if {"1q", "2q", "readout"} <= timing.keys():
        ours = {"one_qubit_ns": "1q", "two_qubit_ns": "2q", "readout_ns": "readout"}
        found["times"] = {name: timing[of] * 1e9 for name, of in ours.items()}
    if {"t1", "t2"} <= timing.keys():
        found["relaxation"] = {"t1_us": timing["t1"] * 1e6, "t2_us": timing["t2"] * 1e6}
    return found


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    documents = []
    for path in sys.argv[1:]:
        with open(path) as file:
            documents.append(json.load(file))
    json.dump(machine(*documents), sys.stdout)
    print()
