"""A board on IBM's way: a job, a local run under the noise of Torino, what comes back, and boards again.

    python examples/hardware/ibm_round_trip.py [path/to/ketboard]

From the root of the repository, with qiskit, qiskit-aer, qiskit-ibm-runtime and qiskit-qasm3-import installed. Nothing is sent:
instead of the machine Qiskit's simulator Aer runs the circuits of the job with the noise of a machine's properties, those of the
same two files that Ketboard places the circuit by.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import calibration
import qiskit_ibm_runtime.fake_provider
from qiskit import qasm3
from qiskit_aer.primitives import SamplerV2

BOARD = "examples/puzzles/tango-4x4.toml"
KETBOARD = sys.argv[1] if len(sys.argv) > 1 else "ketboard"
SHOTS = 4000


def ketboard(*arguments):
    """What the program prints as JSON; a board that no shot solved is no error here."""
    run = subprocess.run([KETBOARD, *map(str, arguments), "--json"], capture_output=True, text=True)
    if run.returncode > 1:
        sys.exit(run.stderr)
    return json.loads(run.stdout)


with tempfile.TemporaryDirectory() as folder:
    folder = Path(folder)
    # the machine of the day, as backend.configuration() and backend.properties() have it
    files = Path(qiskit_ibm_runtime.fake_provider.__file__).parent / "backends" / "torino"
    told = [json.loads((files / f"{kind}_torino.json").read_text()) for kind in ("conf", "props")]
    machine = folder / "machine.json"
    machine.write_text(json.dumps(calibration.machine(*told)))

    # angles of depths 1 and 2, and others beside them: three circuits in one job
    angles = []
    for depth in (1, 2):
        angles.append(folder / f"depth-{depth}.json")
        angles[-1].write_text(json.dumps(ketboard("solve", BOARD, "--depth", depth)))
    first = json.loads(angles[0].read_text())
    angles.insert(1, folder / "beside.json")
    beside = {"gammas": [0.8 * first["gammas"][0]], "betas": [1.1 * first["betas"][0]]}
    angles[1].write_text(json.dumps(beside))
    sets = [word for path in angles for word in ("--angles", path)]
    options = {"dynamical_decoupling": {"enable": True, "sequence_type": "XY4"}, "twirling": {"enable_gates": True}}
    ketboard("export", BOARD, *sets, "--to", "ibm-isa", "--backend", machine, "--job", "--shots", SHOTS,
             "--job-options", json.dumps(options), "-o", folder / "job.json")

    # the machine: a bloc of the job is a circuit, values of its inputs (it has none), and shots
    job = json.loads((folder / "job.json").read_text())
    assert job["program_id"] == "sampler" and job["backend"] == "ibm_torino"
    assert len(job["params"]["pubs"]) == len(angles), "one circuit for each set of angles"
    sampler = SamplerV2.from_backend(qiskit_ibm_runtime.fake_provider.FakeTorino(), seed=1)
    blocs = [(qasm3.loads(text), values, shots) for text, values, shots in job["params"]["pubs"]]
    registers = [result.data.c for result in sampler.run(blocs).result()]
    # as IBM's REST interface sends it; `register.get_counts()` in a file of its own would do as well
    results = [{"data": {"c": {"samples": [hex(int(bits, 2)) for bits in register.get_bitstrings()],
                               "num_bits": register.num_bits}}} for register in registers]
    (folder / "result.json").write_text(json.dumps({"results": results}))

    # boards again, each result beside the circuit without noise
    for number, path in enumerate(angles, 1):
        found = ketboard("decode", BOARD, folder / "result.json", "--result", number,
                         "--angles", path, "--circuit", folder / "job.json")
        measured, ideal = found["solution_frequency"], found["success_probability"]
        random = found["random_success_probability"]
        print(f"{path.stem}: {found['shots_that_obey']} of {found['shots']} shots obey the rules: {measured:.4f}; "
              f"without noise {ideal:.4f}, random guess {random:.4f}")
        assert found["shots"] == SHOTS and 3 * random < measured < 1.1 * ideal, "the shots are not those of the circuit"
        print("\n".join(found["boards"][0]["board"]))
