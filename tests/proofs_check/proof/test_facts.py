"""What a model says of itself, one wrong thing at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import Real, log
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

FIRST = "given first"
HALF = Fraction(1, 2)
QUARTER = Fraction(1, 4)
PAIRS = ((0, 0), (0, 1), (1, 0), (1, 1))
FAIR: Mapping[Any, Any] = dict.fromkeys(PAIRS, QUARTER)


def first_known(_: int, past: tuple[int, int]) -> Mapping[Any, Any]:
    """Two fair bits given the first."""
    return {(past[0], y): HALF for y in (0, 1)}


TOY = Model(
    "two fair bits",
    parameters={"n": "integer, 0 <= n"},
    variables={"t": "integer, 1 <= t, t <= 2"},
    quantities={
        "P": Named(lambda _: FAIR, space="pair", law=True),
        FIRST: Named(first_known, space="pair", given="pair", law=True, mean_of="P"),
        "bit": Named(lambda _, t, pair: pair[t - 1], {"t": "integer, 1 <= t, t <= 2"}, "pair", range="integer"),
        "size": Named(lambda n: n, range="positive"),
    },
    facts={"bits": "bit(t)**2 = bit(t)", "means": "E(bit(t)) = 1/2"},
    settings=lambda: (1, 3),
    read=lambda n: {"n": Fraction(n)},
    outcomes={"pair": lambda _: PAIRS},
)


def law(weights: Mapping[Any, Any]) -> Model:
    """The toy with another law."""
    return replace(TOY, quantities={"P": Named(lambda _: weights, space="pair", law=True)}, facts={})


def kernel(of: Callable[..., Mapping[Any, Any]] | None, **changes: Any) -> Model:
    """The toy with another conditional law."""
    known = replace(TOY.quantities[FIRST], of=of, **changes)
    return replace(TOY, quantities={**TOY.quantities, FIRST: known})


def quantity(name: str, of: Callable[..., Any] | None, **changes: Any) -> Model:
    """The toy with another quantity."""
    return replace(TOY, quantities={**TOY.quantities, name: replace(TOY.quantities[name], of=of, **changes)})


def test_what_is_right_is_accepted_with_the_number_of_instances() -> None:
    tallies = facts.tested(TOY)
    assert tallies["bits"].holds == len(PAIRS) * 2 * 2
    assert tallies["means"].holds == 2 * 2


def test_enclosures_of_probabilities_that_add_up_to_1_are_accepted() -> None:
    """log(3/2)/log 3 and log(2)/log 3."""
    whole = log(3).as_real()
    facts.tested(law({(0, 0): log(Fraction(3, 2)).as_real() / whole, (1, 1): log(2).as_real() / whole}))


def biased(*, correlated: bool) -> Model:
    """Two bits that are 0 with probability log(2)/log(3), independent or a little more alike."""
    chance = log(2).as_real() / log(3).as_real()
    sides = (chance, 1 - chance)
    weights = {(x, y): sides[x] * sides[y] for x, y in PAIRS}
    if correlated:
        more = Fraction(1, 10**60)
        weights = {(x, y): weight + (more if x == y else -more) for (x, y), weight in weights.items()}
    bits = {"P": Named(lambda _: weights, space="pair", law=True), "bit": TOY.quantities["bit"]}
    return replace(TOY, quantities=bits, facts={"independent": "independent(bit(t), t, 1, 2)"})


def test_independence_is_told_of_enclosed_probabilities() -> None:
    assert facts.tested(biased(correlated=False))["independent"].agrees == 2
    with pytest.raises(Rejected, match="'independent' is false"):
        facts.tested(biased(correlated=True))


def between(_: int, x: Fraction) -> Mapping[Any, Any]:
    """A law at integers."""
    return FAIR if x == int(x) else {(0, 0): HALF}


WRONG: dict[str, tuple[Model, str]] = {
    "a false fact": (replace(TOY, facts={"bits": "bit(t)**2 = 2*bit(t)"}), "'bits' is false"),
    "a fact that is false in the second setting": (replace(TOY, facts={"one": "n <= 1"}), "'one' is false"),
    "a fact that no instance reaches": (
        replace(TOY, variables={"t": "integer, 3 <= t, t <= 2"}, facts={"none": "t <= t - 1"}),
        "no instance",
    ),
    "no setting": (replace(TOY, settings=lambda: ()), "no setting"),
    "no setting, and no facts": (replace(TOY, settings=lambda: (), facts={}), "no setting"),
    "no integer": (quantity("bit", lambda _, t, pair: pair[t - 1] * HALF), "no integer"),
    "an integer that is only enclosed": (quantity("bit", lambda *_: log(2).as_real()), "no integer"),
    "0 is not positive": (quantity("size", lambda n: n - 1), "range of size"),
    "a half is no positive integer": (quantity("size", lambda n: n - HALF, range="positive integer"), "no integer"),
    "0 is no positive integer": (quantity("size", lambda n: n - 1, range="positive integer"), "range of size"),
    "a half is no integer at least 0": (quantity("size", lambda n: n - HALF, range="integer at least 0"), "no integer"),
    "-1 is no integer at least 0": (quantity("size", lambda n: n - 2, range="integer at least 0"), "range of size"),
    "below 0": (quantity("size", lambda n: -n, range="at least 0"), "range of size"),
    "an index that no instance reaches": (
        quantity("bit", lambda *_: HALF, index={"t": "integer, 7 <= t, t <= 9"}),
        "no instance",
    ),
    "a probability too much": (law({(0, 0): HALF, (1, 1): Fraction(501, 1000)}), "do not add up to 1"),
    "no outcome": (law({}), "do not add up to 1"),
    "enclosures that do not add up": (law({(0, 0): log(2).as_real()}), "do not add up to 1"),
    "a negative probability": (law({(0, 0): Fraction(3, 2), (1, 1): -HALF}), "negative probability"),
    "an outcome of another space": (law({(0, 0): HALF, (2, 2): HALF}), "no outcomes of pair"),
    "a conditional law of nothing": (kernel(first_known, mean_of="Q"), "no law Q"),
    "a law of no space": (
        replace(TOY, quantities={"P": Named(lambda _: FAIR, space="other", law=True)}, facts={}),
        "no outcomes of other",
    ),
    "no values": (quantity("P", None), "has no values"),
    "a quantity without values": (quantity("size", None), "has no values"),
    "a conditional law that is none at one past": (
        kernel(lambda n, past: {(0, 0): HALF} if past == (1, 1) else first_known(n, past)),
        "do not add up to 1",
    ),
    "a conditional law with another mean": (kernel(lambda *_: {(0, 0): Fraction(1)}), "its mean is not P"),
    "a conditional law that is a little off": (
        kernel(
            lambda n, past: {
                **first_known(n, past),
                (past[0], 1): Fraction(51, 100),
                (past[0], 0): 1 - Fraction(51, 100),
            }
        ),
        "its mean is not P",
    ),
    "a mean over no outcomes": (kernel(first_known, given=None), "given first depends on no outcome"),
    "the mean over outcomes of another space": (kernel(first_known, given="other"), "no outcomes of other"),
    "a law of other outcomes than its mean": (
        replace(
            kernel(first_known, given="two"),
            outcomes={**TOY.outcomes, "two": lambda _: PAIRS},
        ),
        "of other outcomes than P",
    ),
    "the law of other outcomes than both spaces of the conditional one": (
        replace(
            kernel(first_known, space="two", given="two"),
            outcomes={**TOY.outcomes, "two": lambda _: PAIRS},
        ),
        "of other outcomes than P",
    ),
    "a conditional law of one with an index": (
        replace(quantity("P", lambda *_: FAIR, index={"t": "integer, 1 <= t, t <= 2"}), facts={}),
        "depends on an outcome or an index",
    ),
    "a conditional law of one without values that comes later": (
        replace(
            TOY,
            quantities={FIRST: TOY.quantities[FIRST], "P": replace(TOY.quantities["P"], of=None)},
            facts={},
        ),
        "P has no values",
    ),
    "no law at an index between integers": (
        replace(
            TOY,
            quantities={"P": Named(between, {"x": "real, 0 <= x, x <= 1"}, space="pair", law=True)},
            facts={},
        ),
        "P(Fraction(1, 2),): the probabilities do not add up to 1",
    ),
    "a conditional law of what is no law": (kernel(first_known, mean_of="size"), "size is no law"),
    "a conditional law of a conditional one": (kernel(first_known, mean_of=FIRST), "depends on an outcome"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_refused(name: str) -> None:
    model, message = WRONG[name]
    with pytest.raises(Rejected, match=re.escape(message)):
        facts.tested(model)


def test_a_law_at_an_index_that_no_instance_reaches_is_refused() -> None:
    late = Named(lambda *_: FAIR, {"t": "integer, 7 <= t"}, "pair", law=True)
    with pytest.raises(Rejected, match="no instance"):
        facts.tested(replace(TOY, quantities={"late": late}, facts={}))


def test_a_value_that_is_not_defined_is_refused() -> None:
    nowhere = Real(lambda: (log(2).as_real() - log(2).as_real()).evaluate().log())
    with pytest.raises(Rejected, match="not defined"):
        facts.tested(quantity("size", lambda _: nowhere))


def test_a_fact_is_tested_on_the_last_of_many_settings() -> None:
    """All of them together have more instances than are looked at, and the last one is wrong."""
    many = replace(TOY, variables={"x": "real"}, settings=lambda: range(1, facts.MOST // 2), facts={})
    assert (
        facts.tested(replace(many, facts={"small": f"n*x**2 <= {facts.MOST // 2 - 1}*x**2"}))["small"].holds
        == facts.MOST
    )
    with pytest.raises(Rejected, match="is false at"):
        facts.tested(replace(many, facts={"small": f"n*x**2 <= {facts.MOST // 2 - 2}*x**2"}))


@pytest.mark.parametrize("wrong", ["x + y <= x + y + v*(1 - v)*(x - y)", "(x - y)**2 <= (x - y)**2 + 2*v*x*y"])
def test_a_fact_is_tested_at_varied_values_of_all_of_its_variables(wrong: str) -> None:
    """There are more combinations than instances, and the first ones in order all have v = 0."""
    reals = {"v": "real, 0 <= v, v <= 1", **dict.fromkeys(("x", "y", "z"), "real")}
    many = replace(TOY, variables=reals, settings=lambda: range(1, 21), facts={"true": "z*(x - v*x) = z*x*(1 - v)"})
    assert facts.tested(many)["true"].holds == facts.MOST
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(many, facts={"wrong": f"{wrong} + 0*z"}))
