"""The comparison with auditors of others: their environments, their programs, the page. None of theirs is needed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.zoo.test_programs import SCRIPT
from zoo import comparison
from zoo.cases import FOLDER, chosen
from zoo.comparison import compare, sibling_epsilons
from zoo.environments import READY, Missing, Peer, command_of, make, peers
from zoo.page import page, tail
from zoo.trials import Effort, Results, Trial

EFFORT = Effort(smallest=100, largest=200, repetitions=1, sibling_size=100, siblings=2)


def test_every_peer_has_its_adapter_and_its_versions() -> None:
    found = peers()
    assert {"jax-privacy", "statdp", "dp-sniper", "dp-auditorium-histogram"} <= set(found)
    for peer in found.values():
        assert (FOLDER / "peers" / peer.adapter).is_file()
        assert peer.version
        assert any("==" in each for each in peer.requirements)


def test_who_is_not_here_is_a_line_that_says_why(tmp_path: Path) -> None:
    peer = Peer("x", "abc", (), "lines.py", "https://example.org/x", "inner")
    with pytest.raises(Missing, match=r"clone of https://example.org/x at abc \(--checkout x=FOLDER\)"):
        command_of(peer, tmp_path, {})
    with pytest.raises(Missing, match="no folder inner in the clone"):
        command_of(peer, tmp_path, {"x": tmp_path})
    with pytest.raises(Missing, match="not installed"):
        make(tmp_path / "none", peer, "/no/such/python")


def test_the_command_of_who_is_here(tmp_path: Path) -> None:
    peer = Peer("x", "abc", (), "statdp_adapter.py", "https://example.org/x", "inner")
    (tmp_path / "zoo-x-abc").mkdir()
    (tmp_path / "zoo-x-abc" / READY).touch()
    (tmp_path / "clone" / "inner").mkdir(parents=True)
    command, variables = command_of(peer, tmp_path, {"x": tmp_path / "clone"})
    assert command == [str(tmp_path / "zoo-x-abc/bin/python"), str(FOLDER / "peers/statdp_adapter.py")]
    assert variables["PYTHONPATH"] == str((tmp_path / "clone/inner").resolve())


def test_auditors_are_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = Peer("fake", "1", (), "lines.py")
    gone = Peer("gone", "2", (), "lines.py", "https://example.org/gone")

    def here(peer: Peer, root: Path, checkouts: object) -> tuple[list[str], None]:
        if peer.checkout:
            raise Missing("not here")
        return [sys.executable, SCRIPT], None

    monkeypatch.setattr(comparison, "command_of", here)
    lines = list[str]()
    text = compare(
        chosen("lazy-no-fake-switches,form-nan"),
        EFFORT,
        Results(),
        tmp_path,
        {},
        lines.append,
        {"fake": fake, "gone": gone},
    )
    assert "| lazy-no-fake-switches | support |" in text
    assert "* gone 2: not here." in text
    assert "dpassay-law, form-nan: no law of whole answers" in text
    assert any(line.startswith("fake 1: form-nan: not by 200") for line in lines)
    with pytest.raises(ValueError, match="checkout = 'nobody': expected one of fake, gone"):
        compare([], EFFORT, Results(), tmp_path, {"nobody": tmp_path}, lines.append, {"fake": fake, "gone": gone})


def test_false_alarms_and_bounds_above_the_truth_are_counted() -> None:
    results = Results()
    (case,) = chosen("response-biased-coin")
    for k in range(2):
        results.add(Trial("x", case.name, "sibling", 100, k, k == 0, 1.0 + k, 0.5))
    results.add(Trial("x", case.name, "fault", 100, 0, True, 2.0, 0.5))
    text = page([case], ["x"], results, EFFORT, {}, sibling_epsilons())
    assert "| response-biased-coin | scale | 100 |" in text
    assert "| x | 1 of 2 | 0.098 | 2 | 1 | 0.5 |" in text
    assert tail(0, 5, 0.05) == pytest.approx(1)
    assert tail(2, 2, 0.05) == pytest.approx(0.0025)


def test_adapters_need_nothing_of_ours() -> None:
    for path in (FOLDER / "peers").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "dpassay" not in text
        assert "zoo." not in text.replace("zoo's", "")


def test_what_adapters_share_answers_line_by_line(tmp_path: Path) -> None:
    import subprocess

    import numpy as np

    program = tmp_path / "adapter.py"
    program.write_text(
        "from lines import serve\n"
        "def audit(question, first, second):\n"
        "    print('noise')\n"
        "    return {'flag': bool(first[0] / second[0] > 1)} if second[0] else 1 // 0\n"
        "serve(audit, rows=False, delta=False, nan=False)\n"
    )

    def asked(first: object, second: object, **more: object) -> dict[str, object]:
        paths = [str(tmp_path / f"{place}.npy") for place in (1, 2)]
        for path, answers in zip(paths, (first, second), strict=True):
            np.save(path, answers)
        question = {"answers": "numbers", "samples": paths, "delta": 0.0, **more}
        found = subprocess.run(
            [sys.executable, str(program)],
            input=json.dumps(question) + "\n",
            env={"PYTHONPATH": str(FOLDER / "peers")},
            capture_output=True,
            text=True,
            check=True,
        )
        return dict(json.loads(found.stdout))

    assert asked([2], [1]) == {"flag": True}
    assert asked([2], [1], delta=0.1)["flag"] is None
    assert asked([2], [1], answers="forms")["flag"] is None
    assert asked([[2]], [[1]])["flag"] is None
    assert asked([2.0], [float("nan")])["flag"] is None
    assert "ZeroDivisionError" in str(asked([1], [0])["note"])
