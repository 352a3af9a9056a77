"""Attacks on the settings of models: finite ones that leave some out, illegal settings, vacuous hypotheses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.anything import anything, numbers
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.finitely_many import insist_on_all
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Given, Model, Statement, Step, Theorem, arithmetic, constant, words
from dpassay.proofs_check.proof.verdict import check_theorem

SIGNS = Model(
    "signs",
    {"x": "integer, -1 <= x, x <= 1"},
    {"k": "integer, 0 < k, k <= 2", "y": "real"},
    {"cube": Named(lambda x: Fraction(x) ** 3)},
    {"cube": "cube = x"},
    settings=lambda: (-1, 0, 1),
    read=lambda x: {"x": Fraction(x)},
    finite=True,
)
MANY = replace(SIGNS, finite=False, settings=lambda: (0, 1))


def test_all_settings_are_there() -> None:
    assert facts.tested(SIGNS)
    assert facts.tested(MANY)
    pairs = replace(
        SIGNS,
        parameters={"x": "integer, 0 <= x, x <= z", "z": "integer, z <= 1"},
        settings=lambda: ((0, 0), (0, 1), (1, 1)),
        read=lambda pair: dict(zip("xz", map(Fraction, pair), strict=True)),
        quantities={},
        facts={},
    )
    facts.tested(pairs)
    with pytest.raises(Rejected, match="leaves out"):
        facts.tested(replace(pairs, settings=lambda: ((0, 0), (1, 1))))


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"settings": lambda: (-1, 0)}, "leaves out {'x': Fraction(1, 1)}"),
        ({"settings": lambda: (0, 1)}, "leaves out {'x': Fraction(-1, 1)}"),
        ({"settings": lambda: (-1, 1)}, "leaves out {'x': Fraction(0, 1)}"),
        ({"parameters": {"x": "integer"}}, "leaves out"),
        ({"parameters": {"x": "real, -1 <= x, x <= 1"}}, "of x there are not finitely many"),
    ],
)
def test_no_setting_is_left_out(changes: Mapping[str, Any], complaint: str) -> None:
    with pytest.raises(Rejected, match=complaint.replace("{", r"\{").replace("(", r"\(").replace(")", r"\)")):
        facts.tested(replace(SIGNS, **changes))


@pytest.mark.parametrize(
    ("parameters", "values", "complaint"),
    [
        ({"x": "integer, 0 <= x", "z": "integer, x <= z, z <= x"}, ((0, 0),), "do not show x <= 0"),
        ({"x": "integer, 0 <= x, x <= 1", "z": "integer, x <= z, z <= x"}, ((0, 0),), "do not show x <= 0"),
        ({"x": "integer, 0 <= x, x <= 2, x <= z", "z": "integer, z <= x"}, ((0, 0), (2, 2)), "leaves out"),
        ({"x": "integer, x*(x - 2) = 0"}, ((0,),), "do not show 0 <= x"),
        ({"x": "integer, 0 <= x, x <= 6, x*(x - 3)*(x - 6) = 0"}, ((0,), (6,)), "leaves out"),
        ({"x": "integer, 0 <= x, x <= 0"}, (), "has no settings"),
        ({"x": "integer, 0 <= x, x <= cube, x*(x - 2) = 0"}, ((0,), (2,)), "do not show x <= 2"),
        ({"x": "integer, 0 <= x, x <= 1, x*cube <= x"}, ((0,), (1,)), "depends on the setting"),
        ({"x": "integer, 0 <= x, x <= 1000, x*(x - 1000) = 0"}, ((0,), (1000,)), "more than 1000 values"),
    ],
)
def test_no_setting_is_left_out_far_away(
    parameters: Mapping[str, str], values: tuple[tuple[int, ...], ...], complaint: str
) -> None:
    """From each setting no parameter alone can be moved by one."""
    few = Model(
        "few",
        parameters,
        quantities={"cube": Named(lambda _: Fraction(27))},
        settings=lambda: values,
        read=lambda at: dict(zip(parameters, map(Fraction, at), strict=True)),
        finite=True,
    )
    with pytest.raises(Rejected, match=complaint):
        insist_on_all(few)


def test_settings_may_be_far_from_each_other() -> None:
    pairs = Model(
        "pairs",
        {"x": "integer, 0 <= x, x <= 2", "z": "integer, x <= z, z <= x"},
        settings=lambda: ((0, 0), (1, 1), (2, 2)),
        read=lambda at: dict(zip("xz", map(Fraction, at), strict=True)),
        finite=True,
    )
    facts.tested(pairs)


def test_of_anything_there_are_not_finitely_many() -> None:
    """A lemma that is true of the numbers that are tried would be used at all others."""
    with pytest.raises(Rejected, match="of anything"):
        replace(numbers(x="real"), finite=True)


def test_what_is_narrower_than_infinitely_many_is_not_finite_for_that() -> None:
    """The wider model tells of some settings alone."""
    wider = replace(SIGNS, parameters={"x": "integer"}, finite=False)
    narrower = replace(wider.narrowed("some of them", {"more": "0 <= 1"}, lambda: (-1, 0, 1)), finite=True)
    facts.tested(replace(narrower, finite=False))
    with pytest.raises(Rejected, match="leaves out"):
        facts.tested(narrower)


def test_a_narrower_model_leaves_out_only_what_its_facts_exclude() -> None:
    assert facts.tested(SIGNS.narrowed("at least 0", {"more": "0 <= x"}, lambda: (0, 1)))
    assert facts.tested(SIGNS.narrowed("the same", {"more": "x <= 1"}, lambda: (1, 0, -1)))
    for more in ("0 <= x", "x*(1 - x) = 0", "0*k <= 0"):
        with pytest.raises(Rejected, match="leaves out"):
            facts.tested(SIGNS.narrowed("0 alone", {"more": more}, lambda: (0,)))


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"read": lambda x: {"x": Fraction(x), "k": Fraction(1)}}, "0 fixes k, x"),  # so no other k is tried
        ({"read": lambda _: {}}, "fixes nothing"),
        ({"read": lambda x: {"x": Fraction(x, 2)}}, "x = 1/2 of 1 is not of its domain"),
        ({"settings": lambda: (0, 2)}, "x = 2 of 2 is not of its domain"),  # it was passed over
        ({"settings": lambda: (0, True), "read": lambda x: {"x": x}}, "x = True of True is not of its domain"),
    ],
)
def test_no_setting_is_illegal(changes: Mapping[str, Any], complaint: str) -> None:
    with pytest.raises(Rejected, match=complaint):
        facts.tested(replace(MANY, **changes))


def check(model: Model, formula: str, *steps: Step, samples: Mapping[str, tuple[Any, ...]], **more: Any) -> None:
    check_theorem(Theorem(Statement("tried", model, formula, **more), steps, samples), lambda _: None)


@pytest.mark.parametrize("value", [Fraction(1, 2), True])
def test_a_sample_of_another_sort_reaches_nothing(value: Any) -> None:
    steps = Step("same", "k = k", arithmetic()), Step("one", "1 <= 2", constant())
    check(MANY, "1 <= 2", *steps, samples={"k": (Fraction(1),)})
    with pytest.raises(Rejected, match="no instance meets"):
        check(MANY, "1 <= 2", *steps, samples={"k": (value,)})


@pytest.mark.parametrize("domain", ["integer, 0 < k", "real, 1 <= k"])
def test_an_illegal_setting_of_a_lemma_reaches_nothing(domain: str) -> None:
    """Its hypothesis is true there alone."""
    half = anything("a half", {"k": domain}, {}, [{"k": Fraction(1, 2)}])
    step = Step("all", "2*k <= 1", arithmetic("half"))
    with pytest.raises(Rejected, match="'the hypothesis half': no instance meets"):
        check(half, "2*k <= 1", step, samples={}, given={"half": Given("2*k = 1")})


@pytest.mark.parametrize("model", [MANY, numbers(x="real")])
def test_a_hypothesis_that_fails_gives_nothing(model: Model) -> None:
    """Everything follows from it: here what holds on all instances that are tried."""
    step = Step("all", "x <= 9", arithmetic(("9 - x", "false")))
    for formula, complaint in (("1 <= 0", "is false at"), ("1 <= log(0)", "not shown")):
        with pytest.raises(Rejected, match=complaint):
            check(model, "x <= 9", step, samples={}, given={"false": Given(formula)}, where=("x <= 9",))
    never = Given("y <= 0", where=("y**2 <= -1",))
    with pytest.raises(Rejected, match="no instance"):
        check(
            model, "x <= 9", step, samples={}, given={"false": never}, variables={} if model is MANY else {"y": "real"}
        )


def test_samples_hide_what_fails_from_words_but_not_from_facts() -> None:
    hidden = Step("all", "y <= 0", words("So it is."))
    with pytest.raises(Rejected, match="is false at"):
        check(MANY, "y <= 0", hidden, samples={})
    check(MANY, "y <= 0", hidden, samples={"y": (Fraction(0),)})  # argued, and never proved
    with pytest.raises(Rejected, match="is false at"):
        facts.tested(replace(MANY, facts={"hidden": "y <= 0"}))
