"""Every kind of laws is cut into cells as the protocol says, and so is one from outside, up to contract and table."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from dpassay.cli.law import law_rows
from dpassay.cli.losses import losses
from dpassay.exact import GaussianLaw, LaplaceMixture
from dpassay.exact.kinds import KINDS, kind_of
from dpassay.properties.cells import CUTTINGS, Cells, law_cells, masses_on, pair_cells
from dpassay.properties.cells.line import CutAtQuantiles
from dpassay.properties.contract import Contract
from dpassay.properties.contracts import CONTRACTS
from dpassay.reference import laplace
from tests.exact.kinds.kind_cases import CASES, Case
from tests.exact.kinds.outside import CUT_UNIFORM, UNIFORM, UniformLaw
from tests.exact.second_opinion import rejects

SIZE = 1_000


@pytest.fixture(autouse=True)
def _with_one_more_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, UniformLaw, UNIFORM)
    monkeypatch.setitem(CUTTINGS, "uniform", CUT_UNIFORM)


def check_cells(case: Case) -> None:
    """Both laws have one set of cuts, each its own masses on them, and every place that is shown lies in a cell."""
    laws = (case.p, case.q)
    cells = pair_cells(laws, SIZE)
    for law, own, other in zip(laws, cells, cells[::-1], strict=True):
        assert own.form == kind_of(law).form(law)
        np.testing.assert_array_equal(own.edges, other.edges)
        np.testing.assert_array_equal(masses_on(law, other), own.probabilities)
        assert own.probabilities.sum() == pytest.approx(1, abs=1e-12)
        places = np.array(kind_of(law).places(law), dtype=float)
        assert own.outside(own.numbers(places)) == 0
        assert len(own) > 1
    assert not np.array_equal(*(own.probabilities for own in cells))


@pytest.mark.parametrize("name", CASES)
def test_a_kind_is_cut_as_the_protocol_says(name: str) -> None:
    check_cells(CASES[name])


def test_every_kind_has_a_way_to_be_cut() -> None:
    assert set(CUTTINGS) == {kind.name for kind in KINDS.values()}


class Halved(CutAtQuantiles):
    """It gives another law than that of its cells half of what is due."""

    def masses(self, law: Any, cells: Cells) -> np.ndarray:
        return super().masses(law, cells) / 2


class Alone(CutAtQuantiles):
    """It cuts each law where it likes."""

    def pair(self, laws: Any, size: int) -> tuple[Cells, ...]:
        return tuple(super(Alone, self).pair([law], size)[0] for law in laws)


@pytest.mark.parametrize("wrong", [Halved, Alone])
def test_the_check_rejects_a_way_that_is_wrong(wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    right = CUTTINGS["gaussian"]
    monkeypatch.setitem(CUTTINGS, "gaussian", wrong(right.centers, right.scale, right.quantiles))  # type: ignore[attr-defined]
    rejects(check_cells, CASES["gaussian"])


def test_laws_of_two_kinds_have_no_cells_in_common() -> None:
    with pytest.raises(ValueError, match=r"^law = LaplaceMixture.*: expected laws of one kind$"):
        pair_cells([GaussianLaw(0, 1), LaplaceMixture([1], [0], 1)], SIZE)


# A kind from outside, with one entry for its divergences and rows and one for its cells


def uniform_law(data: Fraction, parameters: laplace.Parameters) -> UniformLaw:
    return UniformLaw(laplace.check_data(data, parameters), 2 * parameters.sensitivity)


def contract() -> Contract:
    """The contract of a mechanism that adds uniform noise."""
    mechanism: Any = SimpleNamespace(**{**vars(laplace), "NAME": "uniform", "law": uniform_law})
    return replace(CONTRACTS["laplace"], mechanism=mechanism)


def uniform(data: float, *, size: int, rng: np.random.Generator, sensitivity: float, epsilon: float) -> np.ndarray:
    return np.asarray(data + 2 * sensitivity * rng.random(size))


def too_wide(data: float, *, size: int, rng: np.random.Generator, sensitivity: float, epsilon: float) -> np.ndarray:
    return np.asarray(data + 3 * sensitivity * rng.random(size))


def in_rows(data: float, *, size: int, rng: np.random.Generator, sensitivity: float, epsilon: float) -> np.ndarray:
    return np.ones((size, 2), dtype=int)


@pytest.mark.statistical
def test_a_kind_from_outside_in_a_contract() -> None:
    """alpha = 1e-6 a check, fixed seeds."""
    for check in ("law", "shape", "dtype", "any_parameters"):
        result = contract().check_one(check, uniform, samples=2_000)
        assert result.status == "passed", result
    failed = {check: contract().check_one(check, too_wide, samples=2_000).status for check in ("law", "any_parameters")}
    assert failed == {"law": "failed", "any_parameters": "failed"}
    assert {contract().check_one(check, in_rows).status for check in ("shape", "dtype")} == {"failed"}
    assert contract().check_one("guarantee", uniform).status == "failed"


def test_a_kind_from_outside_in_tables() -> None:
    law = UniformLaw(Fraction(0), Fraction(3))
    rows = list(law_rows(law, (), whole=False))
    assert [row.place for row in rows] == [Fraction(3 * k, 10) for k in range(11)]
    assert [row.below for row in rows] == [Fraction(k, 10) for k in range(11)]
    assert [row.mass for row in law_rows(law, ("-1", "1/2", "0.5"), whole=False)] == [0, Fraction(1, 3)]
    forward, _ = losses((law, UniformLaw(Fraction(1), Fraction(3))))
    assert forward.delta(Fraction(2)) == Fraction(1, 3)
    assert forward.max_divergence() is None
    assert forward.epsilon(Fraction(1, 2)) == 0


def test_a_kind_from_outside_is_not_cut_without_its_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(CUTTINGS, "uniform")
    with pytest.raises(ValueError, match=r"^law = of the kind uniform: expected one of finite, "):
        law_cells(UniformLaw(Fraction(0), Fraction(1)), SIZE)
