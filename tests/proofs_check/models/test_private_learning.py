"""The model of private learning, computed another way."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from dpassay.proofs_check.models.private_learning import INPUTS, LEARNING, Learning, settings
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import Statement
from dpassay.proofs_check.proof.values import Point

TABLES = ("0001", "0111", "0000")
SETTING = Learning(TABLES, 0, (1, 2, 3, 4), 2, Fraction(1, 3), Fraction(4))
MASSES = [Fraction(w, 10) for w in (1, 2, 3, 4)]
SAMPLES = list(product(INPUTS, repeat=2))


def of(name: str, *arguments: Any) -> Any:
    quantity = LEARNING.quantities[name].of
    assert quantity is not None
    return quantity(SETTING, *arguments)


def mistakes(h: int, sample: tuple[int, ...]) -> int:
    """The inputs of the sample at which truth table h, counted from 1, is not that of the target."""
    return sum(TABLES[h - 1][r] != TABLES[0][r] for r in sample)


def test_the_laws_of_the_inputs_and_of_the_sample() -> None:
    assert dict(of("D").items()) == dict(enumerate(MASSES))
    assert of("P") == {(r, s): MASSES[r] * MASSES[s] for r, s in SAMPLES}


@pytest.mark.parametrize("h", [1, 2, 3])
def test_errors_mistakes_and_scores(h: int) -> None:
    assert of("error", h) == sum(m for r, m in enumerate(MASSES) if TABLES[h - 1][r] != TABLES[0][r])
    for sample in SAMPLES:
        assert [of("miss", h, t, sample) for t in (1, 2)] == [mistakes(h, (r,)) for r in sample]
        assert of("u", h, sample) == -mistakes(h, sample)


@pytest.mark.parametrize("h", [1, 2, 3])
def test_the_choice_at_e_to_the_eps_4_halves_a_weight_with_each_mistake(h: int) -> None:
    for sample in SAMPLES:
        weights = [Fraction(1, 2) ** mistakes(j, sample) for j in (1, 2, 3)]
        assert of("p", h, sample) == weights[h - 1] / sum(weights)
        low, high = of("Z", sample).bounds(64)
        assert low <= sum(weights) <= high < low + Fraction(1, 10**9)


def test_powers() -> None:
    assert [of("power", Fraction(-1, 2), i) for i in range(3)] == [1, Fraction(-1, 2), Fraction(1, 4)]


@pytest.mark.parametrize(
    "wrong",
    [
        "error(h) = E(wrong(h), D)/2",
        "E(miss(h, t)) = error(h)/2",
        "u(h) = sum(miss(h, t), t, 1, n)",
        "Z = sum(exp(eps*u(j)), j, 1, C)",
        "p(h) = exp(eps*u(h))/Z",
        "independent(u(h)*miss(h, t), t, 1, n)",
        "power(x, i + 1) = power(x, i)",
    ],
)
def test_a_wrong_fact_fails_somewhere(wrong: str) -> None:
    scope = Scope(Statement("tried", LEARNING, wrong))
    formula = scope.reader.formula(wrong)
    values = {"h": Fraction(2), "t": Fraction(1), "x": Fraction(2), "i": Fraction(1)}
    answers = []
    for sample in SAMPLES:
        point = Point(LEARNING, scope.statement.names, SETTING, {**LEARNING.read(SETTING), **values, "@sample": sample})
        answers.append(point.holds(formula))
    assert False in answers


def test_settings_are_legal_and_differ() -> None:
    assert len(set(settings())) == len(list(settings()))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"target": 3}, "target = 3"),
        ({"weights": (0, 0, 0, 0)}, "weights"),
        ({"weights": (1, 2, -3, 4)}, "weights"),
        ({"weights": (1, 1)}, "weights"),
        ({"rows": -1}, "rows = -1"),
        ({"rows": True}, "rows = True"),
        ({"alpha": Fraction(0)}, "alpha = 0"),
        ({"exp_eps": Fraction(1)}, "exp_eps = 1"),
        ({"tables": ("01",)}, "hypotheses"),
    ],
)
def test_illegal_settings_are_refused(changed: dict[str, Any], message: str) -> None:
    arguments = {"tables": TABLES, "target": 0, "weights": (1, 2, 3, 4), "rows": 2, "alpha": Fraction(1, 3)}
    with pytest.raises(ValueError, match=message):
        Learning(**{**arguments, **changed})  # type: ignore[arg-type]  # of the right types but for one
