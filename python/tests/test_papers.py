"""The tables of results/papers hold: the angles in them give the numbers beside them."""

from __future__ import annotations

import csv
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from ketboard import Ansatz

pytest.importorskip("networkx")
pytest.importorskip("scipy")
FOLDER = Path(__file__).parents[2] / "results" / "papers"


@pytest.fixture(scope="module")
def papers() -> ModuleType:
    """The script that made the tables."""
    spec = importlib.util.spec_from_file_location("papers", FOLDER / "papers.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open() as file:
        return list(csv.DictReader(file))


def probability(papers: ModuleType, row: dict[str, str]) -> float:
    """That of the best sequences, at the angles of a row."""
    cost = papers.labs(int(row["N"]))
    gammas, betas = papers.numbers(row["gammas"]), papers.numbers(row["betas"])
    return Ansatz(cost).overlap(gammas, betas, cost.ground_states())


def test_fixed_angles_give_the_published_probabilities(papers):
    small = [row for row in rows("fixed") if int(row["N"]) <= 14]
    assert len(small) == 5
    for row in small:
        found = probability(papers, row)
        assert found == pytest.approx(float(row["published"]), abs=float(row["tolerance"])), row
        assert found == pytest.approx(float(row["ours"]), abs=1e-12), row


def test_searched_angles_give_their_probabilities(papers):
    every = rows("overlap")
    assert len(every) == 79
    for row in every:
        here, published, ours = (
            float(row[k]) for k in ("published angles here", "published", "ours")
        )
        assert here == pytest.approx(published, abs=1e-9), row
        assert ours >= published - 1e-9, row
        assert ours in (float(row["search"]), float(row["from published angles"])), row
        if int(row["N"]) <= 13:
            assert probability(papers, row) == pytest.approx(ours, abs=1e-9), row


def test_the_readme_tells_how_many_are_better():
    ratios = [float(row["ours"]) / float(row["published"]) for row in rows("overlap")]
    better = sum(ratio > 1.001 for ratio in ratios)
    text = (FOLDER / "README.md").read_text()
    assert f"best known on {better} of {len(ratios)} rows" in text and min(ratios) > 0.999


def test_the_interval_of_large_models_holds_the_published_energy():
    limits = [row for row in rows("sk") if row["n"] == "infinite"]
    assert [row["p"] for row in limits] == ["1", "2", "3"]
    for row in limits:
        assert float(row["low"]) < float(row["published"]) < float(row["high"]), row


def test_fixed_angles_for_trees_cut_what_is_published(papers):
    for row in rows("trees"):
        assert abs(float(row["difference"])) <= float(row["tolerance"]), row


def test_differences_are_ours_less_published():
    for name in ("fixed", "overlap", "trees", "sk", "order", "ramps"):
        for row in rows(name):
            if row["published"]:
                found = float(row["ours"]) - float(row["published"])
                assert found == pytest.approx(float(row["difference"]), abs=1e-15), (name, row)
