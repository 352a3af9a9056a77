"""Audits from Python that go on: batches are kept while one runs, taken up by the next, and gone when it is done."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dpassay.audit import audit, audit_claim

TARGET = """
import os
from pathlib import Path

(Path(__file__).parent / f"{os.getpid()}.mark").touch()


def target(data, *, size, rng, epsilon=0, categories=2):
    return abs((rng.random(size) < 2 / 3) - 1 + data)
"""
BATCHES = 8


class Ended(Exception):
    """What ends an audit."""


def started(folder: Path) -> int:
    """How often the target was started since this was asked last."""
    marks = list(folder.glob("*.mark"))
    for mark in marks:
        mark.unlink()
    return len(marks)


def against_law(folder: Path, **more: Any) -> Any:
    parameters = {"exp_eps": 2, "categories": 2}
    return audit(f"{folder}/noise.py:own", "randomized_response", parameters, samples=800, seed=3, **more)


def against_claim(folder: Path, **more: Any) -> Any:
    return audit_claim(f"{folder}/noise.py:target", 1, data=0, neighbor=1, samples=800, seed=3, **more)


@pytest.fixture
def code(tmp_path: Path) -> Path:
    text = TARGET + "\n\ndef own(data, *, size, rng, **_parameters):\n    return target(data, size=size, rng=rng)\n"
    (tmp_path / "noise.py").write_text(text)
    return tmp_path


def ending_after(draws: int) -> Callable[[int, int], None]:
    def progress(done: int, _total: int) -> None:
        if done >= draws:
            raise Ended

    return progress


@pytest.mark.parametrize("run", [against_law, against_claim])
def test_what_was_ended_goes_on_and_says_the_same(run: Any, code: Path) -> None:
    whole = run(code, workers=1)
    assert started(code) == BATCHES
    with pytest.raises(Ended):
        run(code, resume=code / "kept", progress=ending_after(1_000))
    before = started(code)
    assert 0 < before < BATCHES
    (folder,) = (code / "kept").iterdir()
    kept = len(list(folder.glob("*.batch")))
    assert kept >= before - 1
    again = run(code, resume=str(code / "kept"), workers=2)
    assert started(code) == BATCHES - kept
    assert (again.verdict, again.evidence) == (whole.verdict, whole.evidence)
    assert list((code / "kept").iterdir()) == []


def test_batches_of_another_audit_are_refused_and_stay(code: Path) -> None:
    with pytest.raises(Ended):
        against_claim(code, resume=code, progress=ending_after(1_000))
    (folder,) = code.glob("*.batches")
    with pytest.raises(ValueError, match=r"resume = .*expected batches of this audit, .*seed = 3, not 4"):
        audit_claim(f"{code}/noise.py:target", 1, data=0, neighbor=1, samples=800, seed=4, resume=code)
    assert list(folder.glob("*.batch"))


def test_without_a_folder_nothing_is_kept(code: Path) -> None:
    against_claim(code, workers=1)
    assert [path.name for path in code.iterdir() if path.suffix not in {".mark", ".py"}] in ([], ["__pycache__"])
    with pytest.raises(ValueError, match="resume = "):
        against_claim(code, resume=code / "noise.py")
