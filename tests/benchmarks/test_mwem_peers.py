"""The benchmark of MWEM beside published packages: rows of ours, of a package, and of one that cannot be installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks import mwem_peers
from dpassay.audit.answers.environments import Environment
from dpassay.experiments.measures.peer_mwem import PEERS, PeerReleases
from tests.benchmarks.helpers import pool


def test_our_rows() -> None:
    (table,) = mwem_peers.tables(pool(), quick=True)
    assert [row[:3] for row in table.rows] == [("1", "3", "MWEM"), ("1", "3", "MWEM, replayed")]
    assert float(table.rows[1][4]) < float(table.rows[0][4]) < 0.726


def test_rows_of_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that releases the uniform distribution, first slowly and then in 2 and 4 ms; the other is not there."""
    asked: list[Any] = []

    def releases(*given: Any, **named: Any) -> PeerReleases:
        asked.append((given[0], given[1], named["runs"]))
        return PeerReleases((0, 0), (np.ones((32, 32)),) * 3, (9.0, 0.002, 0.004))

    ready = {
        PEERS[0]: Environment(PEERS[0], Path("/folder") / PEERS[0] / "bin" / "python"),
        PEERS[1]: Environment(PEERS[1], None, "no network"),
    }
    monkeypatch.setattr(mwem_peers, "peer_releases", releases)
    monkeypatch.setattr(mwem_peers, "prepare", lambda _names, **_table: ready)
    monkeypatch.setattr(mwem_peers, "EPSILONS", mwem_peers.EPSILONS[:1])
    monkeypatch.setattr(mwem_peers, "ROUNDS", mwem_peers.ROUNDS[:1])
    monkeypatch.setattr(mwem_peers, "RUNS", 2)
    (table,) = mwem_peers.tables(pool(), quick=False)
    assert asked == [(PEERS[0], "/folder", 3)]
    there, missing = table.rows[2:]
    assert there[:5] == ("0.1", "3", PEERS[0], "3.0", "0.726")
    assert there[5].startswith("0.161")
    assert missing == ("0.1", "3", PEERS[1], "not installed", "", "")
