"""Published packages beside ours: what is asked of them, and what becomes of their answers."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpassay.experiments.measures import peer_mwem, peer_mwem_worker
from dpassay.experiments.measures.mwem_errors import OUTPUTS, Plan
from dpassay.experiments.measures.peer_mwem import PEERS, PeerReleases, ask, check_environments, peer_releases

TABLE = np.array([[1, 2], [3, 2], [3, 4]])


def test_a_histogram_stands_where_its_columns_begin() -> None:
    weights = np.array([[1.0, 0.0, 2.0], [0.0, 0.0, 1.0], [4.0, 0.0, 0.0]])
    (flat,) = PeerReleases((1, 2), (weights,), (0.1,)).distributions((4, 5))
    whole = flat.reshape(4, 5)
    assert whole.sum() == pytest.approx(1)
    assert whole[1].tolist() == [0, 0, 1 / 8, 0, 1 / 4]
    assert whole[3, 2] == 1 / 2
    assert not whole[0].any()


def test_the_package_is_asked_for_what_is_measured() -> None:
    asked: list[dict[str, Any]] = []

    def answer(python: Path, request: str) -> str:
        assert python == Path("/folder/opendp-smartnoise-0.1.4.2/bin/python")
        asked.append(json.loads(request))
        return json.dumps({"lows": [1, 2], "weights": [[[1, 2]], [[3, 4]]], "seconds": [3, 1]})

    found = peer_releases(PEERS[1], "/folder", TABLE, Fraction(1, 2), 7, runs=2, seed=5, asked=answer)
    assert (found.lows, found.seconds) == ((1, 2), (3, 1))
    assert [each.tolist() for each in found.weights] == [[[1, 2]], [[3, 4]]]
    assert asked == [
        {"package": "opendp-smartnoise", "table": TABLE.tolist(), "epsilon": 0.5, "rounds": 7, "runs": 2, "seed": 5}
    ]


class _Fitted:
    def __init__(self, weights: Any) -> None:
        self.synthetic_histograms = [(weights, None, None)]


def test_the_worker_fits_once_a_run_with_generators_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def fit(table: Any, epsilon: float, rounds: int) -> _Fitted:
        assert (epsilon, rounds) == (0.5, 7)
        return _Fitted(table + np.random.random())  # noqa: NPY002  # what packages draw from

    monkeypatch.setattr(peer_mwem_worker, "PACKAGES", {"toy": fit})
    request = {"package": "toy", "table": TABLE.tolist(), "epsilon": 0.5, "rounds": 7, "runs": 2, "seed": 5}
    first, again, other = (peer_mwem_worker.answer({**request, "seed": seed}) for seed in (5, 5, 6))
    assert first["lows"] == [1, 2]
    assert len(first.pop("seconds")) == len(again.pop("seconds")) == len(other.pop("seconds")) == 2
    assert first == again != other
    assert first["weights"][0] != first["weights"][1]


def test_a_worker_that_fails_is_a_value_error_with_its_last_line() -> None:
    request = {"package": "toy", "table": [[0]], "epsilon": 1, "rounds": 1, "runs": 1, "seed": 0}
    with pytest.raises(ValueError, match=r"expected a package that runs \(KeyError: 'toy'\)"):
        ask(Path(sys.executable), json.dumps(request))


def test_missing_environments_are_refused_before_anything_is_measured(tmp_path: Path) -> None:
    python = tmp_path / PEERS[0] / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.touch()
    with pytest.raises(ValueError, match=f"{PEERS[1]} is missing"):
        check_environments(str(tmp_path))
    with pytest.raises(ValueError, match="peers = "):
        Plan((Fraction(1),), (3,), (Fraction(1),), 1, 0, str(tmp_path))


def test_rows_of_packages_stand_beside_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for peer in PEERS:
        python = tmp_path / peer / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.touch()
    uniform = json.dumps({"lows": [0, 0], "weights": [np.ones((32, 32)).tolist()], "seconds": [1]})
    monkeypatch.setattr(peer_mwem.peer_releases, "__kwdefaults__", {"asked": lambda _python, _request: uniform})
    plan = Plan((Fraction(1),), (3, 1000), (Fraction(1),), 1, 0, str(tmp_path))
    tasks = [task for task in plan.tasks() if task.inputs["mechanism"] in PEERS]
    assert [(task.inputs["workload"], task.inputs["rounds"]) for task in tasks] == [("ranges", "3")] * 2
    row = tasks[0].compute()
    assert tuple(row) == OUTPUTS
    assert row["largest_last"] == row["largest_uniform"]
    assert row["mean_last"] == row["mean_uniform"]
    assert (row["largest_after"], row["proved_epsilon"], row["largest_last_sd"]) == ("", "", "0")
