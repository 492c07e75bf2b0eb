"""Sweeps in Python leave the records of the program, byte for byte."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import ketboard
import numpy as np
import pytest
from ketboard import Error, read_records, sweep, verify

ROOT = Path(__file__).parents[2]
BOARD = ROOT / "examples" / "puzzles" / "tango-4x4.toml"


@pytest.fixture
def plan(tmp_path):
    shutil.copy(BOARD, tmp_path)
    path = tmp_path / "plan.toml"
    lines = ['name = "small"', 'puzzles = ["tango-4x4.toml"]', 'depths = "1..2"', "seeds = [3, 4]"]
    path.write_text("\n".join(lines) + "\n")
    return path


def test_a_sweep_returns_its_records_and_they_come_out_again(plan, tmp_path):
    told = []
    records = sweep(plan, out=tmp_path / "out", callback=told.append)
    assert records.complete
    assert len(records) == 4 and {r["depth"] for r in records} == {1, 2}
    assert sorted(told) == sorted(r["run"] for r in records)
    assert read_records(tmp_path / "out") == records
    found = verify(tmp_path / "out")
    same = {"records": 4, "checked": 4, "same": 4, "close": 0, "holds": True}
    assert found == {**same, "different": 0, "wrong": []}


def test_a_slice_of_records_is_records(plan, tmp_path):
    records = sweep(plan, out=tmp_path / "out", callback=lambda run: False, threads=1)
    records = ketboard.Records([*records, *read_records(tmp_path / "out")])
    records.complete = False
    for part in (records[:1], records[::-1], records[5:]):
        assert isinstance(part, ketboard.Records) and not part.complete
    assert records[0] == records[:1][0] and records[:0] == []


def test_the_records_do_not_depend_on_the_number_of_threads(plan, tmp_path):
    texts = []
    for threads in (1, 2):
        sweep(plan, out=tmp_path / str(threads), threads=threads)
        lines = (tmp_path / str(threads) / "records.jsonl").read_bytes().splitlines()
        texts.append(sorted(lines))
    assert texts[0] == texts[1]


def test_the_records_are_the_programs_byte_for_byte(plan, tmp_path):
    program = os.environ.get("KETBOARD_PROGRAM")
    if program is None:
        pytest.skip("KETBOARD_PROGRAM names no program")
    sweep(plan, out=tmp_path / "python")
    command = [program, "sweep", str(plan), "--out", str(tmp_path / "program"), "--no-plots"]
    subprocess.run(command, check=True, capture_output=True)
    both = [(tmp_path / who / "records.jsonl").read_bytes() for who in ("python", "program")]
    assert both[0] == both[1]


def test_a_dict_is_a_plan(tmp_path, monkeypatch):
    shutil.copy(BOARD, tmp_path)
    monkeypatch.chdir(tmp_path)
    records = sweep({"puzzles": [BOARD.name], "depths": "1..1", "seeds": [0, 1]}, out="out")
    assert [r["setting"]["seed"] for r in records] == [0, 1]
    assert not list(tmp_path.glob("plan-*")), "the plan's file is gone"


def test_records_are_a_table_of_pandas(plan, tmp_path):
    pytest.importorskip("pandas")
    table = sweep(plan, out=tmp_path / "out").to_pandas()
    assert sorted(table["setting.seed"].unique()) == [3, 4]
    assert table.groupby("depth")["expectation"].mean().is_monotonic_decreasing


def test_a_stopped_sweep_goes_on_where_it_was(plan, tmp_path):
    first = sweep(plan, out=tmp_path / "out", callback=lambda run: False, threads=1)
    assert not first.complete and len(first) < 4
    rest = []
    records = sweep(plan, out=tmp_path / "out", callback=rest.append)
    assert records.complete and len(records) == 4
    assert len(rest) == 4 - len(first)


def test_what_is_wrong_with_a_plan_is_said_with_its_line(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text('puzzles = ["nowhere.toml"]\ndepths = "1..2"\n')
    with pytest.raises(Error, match="nowhere.toml"):
        sweep(path, out=tmp_path / "out")
    with pytest.raises(Error, match="cannot read"):
        read_records(tmp_path / "empty")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_a_sweep_and_keeps_the_runs_that_are_done(tmp_path):
    shutil.copy(BOARD, tmp_path)
    program = f"""
import ketboard
plan = {{"puzzles": ["{BOARD.name}"], "depths": "1..12", "seeds": "0..400", "starts": 8}}
try:
    ketboard.sweep(plan, out="out", callback=lambda run: print("done", run, flush=True))
except ketboard.Interrupted as stop:
    print("kept", len(stop.result), flush=True)
    raise SystemExit(7)
"""
    # whoever runs the tests in the background has the signal ignored, and children inherit that
    heard = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    process = subprocess.Popen(
        [sys.executable, "-c", heard + program], stdout=subprocess.PIPE, text=True, cwd=tmp_path
    )
    assert process.stdout.readline().startswith("done")
    began = time.perf_counter()
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=60)
    assert time.perf_counter() - began < 5
    assert process.returncode == 7
    kept = int(rest.split()[-1])
    assert kept == len(read_records(tmp_path / "out")) >= 1


def test_the_version_is_that_of_the_package():
    assert ketboard.__version__.count(".") == 2


def test_a_plan_in_a_dict_leaves_no_file_in_the_current_folder(tmp_path, monkeypatch):
    shutil.copy(BOARD, tmp_path)
    monkeypatch.chdir(tmp_path)
    plan = {
        "puzzles": ["*.toml"],
        "depths": "1..2",
        "seeds": [3, 4],
        "record": {"layers": "all"},
        "generate": [{"family": "tango", "size": 4, "seeds": "1..1"}],
    }
    seen = []
    records = sweep(plan, out="out", callback=lambda run: seen.extend(os.listdir()))
    assert len(records) == 8 and set(seen) <= {"tango-4x4.toml", "out"}
    assert sorted(os.listdir()) == ["out", "tango-4x4.toml"]


def test_the_figure_of_records_is_the_programs(plan, tmp_path):
    records = sweep(plan, out=tmp_path / "out")
    picture = records.plot("success")
    assert picture._repr_svg_() == picture.svg and repr(picture) == "Picture(name='success')"
    picture.save(tmp_path / "own.svg")
    program = os.environ.get("KETBOARD_PROGRAM")
    if program is not None:
        command = [program, "plot", str(tmp_path / "out"), "--only", "success"]
        subprocess.run(command, check=True, capture_output=True)
        drawn = (tmp_path / "out" / "success.svg").read_bytes()
        assert drawn == (tmp_path / "own.svg").read_bytes()
    with pytest.raises(Error, match="choose of success"):
        records.plot("luck")
    with pytest.raises(Error):
        ketboard.Records().plot()


def test_records_are_drawn_on_axes_of_matplotlib_by_their_medians(plan, tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    records = sweep(plan, out=tmp_path / "out")
    for figure, key in (("success", "success_probability"), ("expectation", "expectation")):
        axes = pyplot.figure().subplots()
        assert records.plot(figure, ax=axes) is axes
        (line,) = axes.lines
        expected = [np.median([r[key] for r in records if r["depth"] == depth]) for depth in (1, 2)]
        np.testing.assert_allclose(line.get_data(), [[1, 2], expected])
    with pytest.raises(Error, match="with ax use"):
        records.plot("boards", ax=axes)
