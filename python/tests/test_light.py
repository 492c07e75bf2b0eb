"""What the package costs: its import, its memory, and a call beside the engine's own time."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest
from ketboard import Ansatz, Cost

EXTRAS = ("braket", "dimod", "matplotlib", "networkx", "pandas", "pennylane", "qiskit", "scipy")

IMPORT = """
import sys, time
import numpy
began = time.perf_counter()
import ketboard
took = time.perf_counter() - began
print(took, *[name for name in sys.argv[1:] if name in sys.modules])
"""

# The peak of a process never falls, so what is called first must be what takes least.
# The peak that getrusage tells begins with the parent's; that of this file does not.
MEMORY = """
from pathlib import Path
from ketboard import Ansatz, Cost
n = 22
status = Path("/proc/self/status")
peak = lambda: 1024 * int(status.read_text().partition("VmHWM:")[2].split()[0])
calls = (
    lambda it: it.expectation([0.1], [-0.1]),
    lambda it: it.sample([0.1], [-0.1], 100),
    lambda it: it.overlap([0.1], [-0.1], [0, 3]),
    lambda it: it.probabilities([0.1], [-0.1]),
    lambda it: it.state([0.1], [-0.1]),
)
small = Ansatz(Cost(2, {(0, 1): 1.0}), threads=1)
for call in calls:
    call(small)
before = peak()
large = Ansatz(Cost(n, {(k, k + 1): 1.0 for k in range(n - 1)}), threads=1)
for call in calls:
    call(large)
    print((peak() - before) / 2**n)
"""


def lines_of(program: str, *arguments: str) -> list[str]:
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_the_import_is_quick_and_loads_no_extra():
    times = []
    for _ in range(3):
        took, *loaded = lines_of(IMPORT, *EXTRAS)[0].split()
        times.append(float(took))
        assert not loaded
    # numpy apart it takes a hundredth of a second; the bound is for a machine that is busy
    assert min(times) < 0.25


@pytest.mark.skipif(sys.platform != "linux", reason="the peak is read from a file of Linux")
def test_a_state_lies_in_memory_once_unless_it_is_asked_for():
    value, sample, overlap, probabilities, state = map(float, lines_of(MEMORY))
    amplitude, number = 16, 8
    # beside the state there are the energies, a byte each where few are different
    once = range(amplitude, amplitude + number // 2)
    assert all(int(taken) in once for taken in (value, sample, overlap))
    assert int(probabilities - number) in once
    assert int(state - amplitude) in once


def test_a_call_takes_a_few_microseconds_besides_its_arithmetic():
    ansatz = Ansatz(Cost(2, {(0, 1): 1.0}))
    times = []
    for _ in range(2000):
        began = time.perf_counter()
        ansatz.expectation([0.1], [0.2])
        times.append(time.perf_counter() - began)
    assert min(times) < 20e-6
