"""The kernel is asked in a process for each processor where that is worth it, and nothing is left behind."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest

from dpassay.cli import asking
from dpassay.proofs_check.certificates import LEDGER, check_files
from dpassay.proofs_check.registry import CLAIMS

TWO = [CLAIMS["LEC-14"], CLAIMS["LEC-14b"]]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def answered(*, anew: bool = True) -> set[str]:
    return {name for name, _ in asking.asked(TWO, LEDGER, anew=anew).answers}


@pytest.fixture
def _unfrozen() -> Iterator[None]:
    gc.unfreeze()
    yield
    gc.freeze()


@pytest.mark.usefixtures("_unfrozen")
def test_many_claims_are_asked_about_in_processes_that_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "FEWEST", 2)
    before = gc.get_threshold(), gc.get_freeze_count()
    assert answered() == {entry.id for entry in TWO}
    assert not active_children()
    assert (gc.get_threshold(), gc.get_freeze_count()) == before


def test_what_somebody_else_froze_stays_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "FEWEST", 2)
    gc.freeze()
    assert answered() == {entry.id for entry in TWO}
    assert gc.get_freeze_count()


def test_a_few_are_left_to_the_check() -> None:
    assert answered() == set()


def test_what_was_accepted_before_is_asked_anew_where_that_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "FEWEST", 1)
    memory = asking.asked(TWO[:1], LEDGER)
    assert not any(checked.findings for checked in check_files(TWO[:1], LEDGER, memory).values())
    assert answered(anew=False) == {TWO[1].id}
    assert answered() == {entry.id for entry in TWO}
