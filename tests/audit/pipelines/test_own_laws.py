"""Losses of our own mechanisms follow from the laws of the reference, at any answer, and compose as these do."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpassay.audit.pipelines.composition import delta_bounds
from dpassay.audit.pipelines.laws import LAWS
from dpassay.audit.pipelines.own_laws import (
    KINDS,
    has_law,
    known_as,
    own_delta,
    own_loss,
    own_pairs,
    own_renyi,
    own_supremum,
)
from dpassay.audit.pipelines.primitives import read_primitive
from dpassay.audit.pipelines.renyi import least_rho
from dpassay.audit.pipelines.traces import Row
from dpassay.exact import as_real, hockey_stick_divergence, log, max_divergence
from dpassay.reference import MECHANISMS

F = Fraction
CLASS = {"hypotheses": "1/2,1/2;1/4,3/4", "rounds": 4}

CASES: dict[str, tuple[dict[str, Any], Any, Any, Any]] = {
    "laplace": ({"exp_eps": "3/2", "sensitivity": 1}, F(0), F(1), F(-2)),
    "discrete_laplace": ({"exp_eps": 2, "sensitivity": 2}, F(0), F(1), F(-2)),
    "discrete_gaussian": ({"sigma_squared": 2, "sensitivity": 1}, F(0), F(1), F(-3)),
    "gaussian": ({"epsilon": 1, "delta": "1/2", "sensitivity": 1}, F(0), F(1), F(-2)),
    "randomized_response": ({"exp_eps": 2, "categories": 3}, F(0), F(1), F(0)),
    "exponential": ({"exp_eps": 4, "sensitivity": 1}, (F(1), F(0)), (F(0), F(0)), F(0)),
    "label_clipping": (CLASS, F(0), F(1), F(0)),
    "private_pac": ({"epsilon": 1, "dimension": 1}, ((F(0), F(0)),), ((F(0), F(1)),), F(1)),
    "private_wma": ({**CLASS, "epsilon": 1, "delta": "1/2"}, F(0), F(1), (F(-1), F(-2))),
    "private_exp3": ({**CLASS, "epsilon": 1}, F(0), F(1), (F(1), F(-9, 2))),
    "priest_kld": (
        {"epsilon": 1, "delta": "1/2", "reference": "1/2,1/2", "clients": 2, "floor": "1/4"},
        ((F(0),), (F(0),)),
        ((F(0),), (F(1),)),
        (F(0), F(3)),
    ),
    "subsampled_net": (
        {"epsilon": 1, "queries": "0,1", "drawn": 1, "points": 1}, (F(0), F(0)), (F(0), F(1)), (F(1), F(0))
    ),
}  # fmt: skip
"""Of each mechanism parameters, two inputs, and an answer that is likelier on the first one, or as likely."""


def row(name: str, answer: Any = None) -> Row:
    given, first, second, common = CASES[name]
    unit = tuple(part for pair in given.items() for part in pair)
    return Row(0, unit, first, second, common if answer is None else answer)


@pytest.mark.parametrize("name", CASES)
def test_a_loss_is_at_most_the_max_divergence_and_turns_with_the_inputs(name: str) -> None:
    kind = f"dpassay {name}"
    assert has_law(kind, row(name))
    loss, back = own_loss(kind, row(name)), own_loss(kind, row(name).turned())
    assert loss is not None
    assert back is not None
    total = as_real(loss).bounds(60)[0] + as_real(back).bounds(60)[0]
    assert abs(total) < F(1, 2**50)
    top = own_supremum(kind, row(name))
    if name in ("gaussian", "discrete_gaussian", "priest_kld"):
        assert top is None
    else:
        assert top is not None
        assert as_real(loss).bounds(60)[0] <= as_real(top).bounds(60)[1]
    assert as_real(loss).bounds(60)[1] >= 0
    assert LAWS[kind].words == kind


def test_a_loss_is_the_logarithm_of_a_ratio_of_the_law() -> None:
    kind, found = "dpassay label_clipping", row("label_clipping")
    parameters = MECHANISMS["label_clipping"].Parameters.read(CLASS)
    laws = [MECHANISMS["label_clipping"].law(y, parameters) for y in (0, 1)]
    exact = as_real(log(laws[0].pmf(0) / laws[1].pmf(0)))  # type: ignore[union-attr, operator, arg-type]
    found_loss = own_loss(kind, found)
    assert found_loss is not None
    assert abs((found_loss - exact).bounds(60)[1]) < F(1, 2**50)  # type: ignore[union-attr]
    assert own_supremum("dpassay laplace", row("laplace")) is not None


@pytest.mark.parametrize(
    ("kind", "changed"),
    [
        ("dpassay private_pac", {"unit": ("epsilon", 1, "dimension", 20)}),
        ("dpassay laplace", {"unit": ("epsilon", 1, "sensitivity", -1)}),
        ("dpassay laplace", {"unit": F(1)}),
        ("dpassay laplace", {"unit": ("epsilon",)}),
        ("dpassay laplace", {"second": float("nan")}),
        ("dpassay randomized_response", {"first": F(7)}),
        ("dpassay priest_kld", {"unit": ("epsilon", 1, "calibration", "printed")}),
    ],
)
def test_what_the_reference_refuses_has_no_law(kind: str, changed: dict[str, Any]) -> None:
    good = row(kind.removeprefix("dpassay "))
    given = {"cell": 0, "unit": good.unit, "first": good.first, "second": good.second, "answer": good.answer}
    assert has_law(kind, good)
    assert not has_law(kind, Row(**{**given, **changed}))


def test_laws_that_are_known_by_their_unit_are_taken_for_these() -> None:
    kind, found = known_as("dpassay gaussian", row("gaussian"))
    assert (kind, found.unit) == ("normal", MECHANISMS["gaussian"].law(0, _gaussian()).sigma)  # type: ignore[union-attr]
    kind, found = known_as("dpassay randomized_response", row("randomized_response"))
    assert (kind, found.first) == ("choice", (F(1, 2), F(1, 4), F(1, 4)))
    assert known_as("dpassay private_pac", row("private_pac"))[0] == "dpassay private_pac"
    assert known_as("laplace", row("laplace")) == ("laplace", row("laplace"))


def _gaussian() -> Any:
    return MECHANISMS["gaussian"].Parameters.read(CASES["gaussian"][0])


def test_delta_of_one_call_is_that_of_the_reference() -> None:
    given, first, second, _ = CASES["private_pac"]
    parameters = MECHANISMS["private_pac"].Parameters.read(given)
    one, other = (MECHANISMS["private_pac"].law(rows, parameters) for rows in (first, second))
    exact = as_real(hockey_stick_divergence(one, other, 1)).bounds()
    low, high = own_delta("dpassay private_pac", row("private_pac"), F(0))
    assert low <= exact[1]
    assert exact[0] <= high
    assert high - low < F(1, 2**60)


def test_several_calls_are_bracketed() -> None:
    step = ("dpassay private_pac", row("private_pac"))
    alone = own_delta(*step, F(1, 10))
    low, high = delta_bounds([step, step], F(1, 10))
    assert alone[0] <= high < 1
    assert 0 < low <= high
    normals = delta_bounds([("dpassay priest_kld", row("priest_kld")), step], F(1, 10))
    assert normals[1] == 1  # not known, and not certain either
    assert normals[0] < 1


def test_pairs_of_probabilities_are_those_of_finite_laws() -> None:
    pairs = own_pairs("dpassay private_pac", row("private_pac"))
    assert sum(p for p, _ in pairs) <= 1 <= sum(q for _, q in pairs)
    assert own_pairs("dpassay private_wma", row("private_wma")) == []


def test_renyi_divergences_are_those_of_the_reference() -> None:
    kind, found = "dpassay private_pac", row("private_pac")
    orders = [own_renyi(kind, found, order) for order in (1, 2)]
    given, first, second, _ = CASES["private_pac"]
    parameters = MECHANISMS["private_pac"].Parameters.read(given)
    top = max_divergence(*(MECHANISMS["private_pac"].law(rows, parameters) for rows in (first, second)))
    assert top is not None
    assert 0 < float(as_real(orders[0]).ball()) < float(as_real(orders[1]).ball()) < float(as_real(top).ball())  # type: ignore[arg-type]
    best = least_rho([(kind, found)])
    assert best is not None
    assert best[0] is not None


def test_a_mark_of_ones_own_names_none_of_these_kinds() -> None:
    assert "dpassay laplace" in KINDS
    with pytest.raises(ValueError, match=r"^kind = 'dpassay-laplace': expected one of laplace"):
        read_primitive("a:b kind=dpassay-laplace input=x")


@pytest.mark.parametrize(
    ("rate", "rounds", "known"), [("exp_rate", 8, True), ("exp_rate", 9, False), ("rate", 8, False)]
)
def test_a_chain_of_too_many_transcripts_has_no_law(rate: str, rounds: int, known: bool) -> None:
    name = {"exp_rate": "exp_learning_rate", "rate": "learning_rate"}[rate]
    unit = (name, F(3, 2), "batch", F(1), "fake_switch", F(1, 4), "rounds", F(rounds), "experts", F(2))
    first = ((F(0), F(1)),) * rounds
    second = ((F(1), F(0)), *first[1:])
    assert has_law("dpassay lazy_to_private", Row(0, unit, first, second, (F(0),) * rounds)) == known
