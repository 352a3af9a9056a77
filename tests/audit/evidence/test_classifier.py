"""A classifier finds a likelihood ratio, certifies nothing of answers that tell nothing, and is missed in one line."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from dpassay.audit.evidence.classifier import check_installed, choosing_by_classifier
from dpassay.audit.evidence.events import certify_choice
from dpassay.audit.evidence.table import Column, Table


def bound(p: np.ndarray, q: np.ndarray, *columns: Column) -> float:
    choose = choosing_by_classifier(Table(columns, (p, q)), delta=0.0, alpha=0.01, seed=3)
    return certify_choice(p, q, choose, delta=0.0, alpha=0.01).epsilon_lower


def test_a_shift_of_one_number() -> None:
    rng = np.random.default_rng(1)
    assert 0.85 < bound(rng.laplace(0, 1, 30_000), rng.laplace(1, 1, 30_000)) < 1


def test_what_is_learned_by_heart_certifies_nothing() -> None:
    rng = np.random.default_rng(2)
    columns = [Column(f"y_{place}") for place in range(8)]
    found = [bound(*rng.normal(size=(2, 800, 8)), *columns) for _ in range(10)]
    assert sum(value > 0 for value in found) <= 1


def test_what_is_no_number_is_no_obstacle() -> None:
    rng = np.random.default_rng(3)
    p, q = (np.where(rng.random(4_000) < share, np.nan, np.inf) for share in (0.8, 0.2))
    assert 1 < bound(p, q) < np.log(4)


def test_answers_as_a_whole_are_left_to_others() -> None:
    rng = np.random.default_rng(4)
    rows = rng.integers(0, 9, (2, 4_000, 2)).astype(float)
    rows[0, :, 0], rows[1, :, 0] = 0, 1
    assert bound(rows[0], rows[1], Column("the answer", "answer"), Column("y_1")) < 0.1
    assert bound(rows[0], rows[1], Column("y_1"), Column("y_2")) > 5


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    check_installed()
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(ValueError, match=r"^evidence = 'classifier': expected scikit-learn .*dpassay\[learn\]"):
        check_installed()
