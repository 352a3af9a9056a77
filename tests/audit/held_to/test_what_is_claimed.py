"""What is audited and what it is held to, before anything is drawn: inputs, budgets as claims, laws that break them."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from dpassay.audit.held_to.subject import Subject, broken_by_the_law, claim_of
from dpassay.exact import Budget
from dpassay.reference import Guarantee

LAPLACE = {"epsilon": "1", "sensitivity": "1"}


def test_a_subject_has_its_own_inputs_or_the_worst_ones() -> None:
    worst = Subject("m:f", "laplace", LAPLACE).resolve()
    assert worst.pair == (0, 1)
    assert worst.floats == (0.0, 1.0)
    own = Subject("m:f", "laplace", LAPLACE, ("3", "5/2")).resolve()
    assert own.pair == (3, Fraction(5, 2))
    assert own.floats == (3.0, 2.5)
    laws: tuple[Any, Any] = own.laws
    assert [law.cdf(x) for law, x in zip(laws, own.pair, strict=True)] == [Fraction(1, 2)] * 2  # around its input


@pytest.mark.parametrize(
    ("data", "words"),
    [(("1", "1"), "data = 1, neighbor = 1: expected two inputs that differ"), (("0", "2"), "expected neighbors under")],
)
def test_inputs_that_are_equal_or_too_far_apart_are_refused(data: tuple[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Subject("m:f", "laplace", LAPLACE, data).resolve()


def test_a_built_in_subject_is_called_by_its_row() -> None:
    assert Subject("m:f", "laplace", LAPLACE).title == "m:f"
    assert Subject("m:f", "laplace", LAPLACE, built_in="row").title == "row"


def test_the_claim_of_a_guarantee_is_what_it_says() -> None:
    claim = claim_of(Guarantee("any_pair", Budget(exp_eps="3/2"), Fraction(1, 3)), None)
    assert claim.epsilon == pytest.approx(math.log(1.5), rel=1e-15)
    assert claim.delta == 1 / 3
    assert (claim.adjacency, claim.epsilon_decimal, claim.delta_decimal) == ("any_pair", "0.4055", "0.3333")
    assert claim.words == "(epsilon = log(3/2), delta = 0.3333)-differential privacy"


def test_a_budget_of_40_characters_is_stated_as_it_is_and_a_longer_one_as_a_decimal() -> None:
    for digits, length, shown in ((12, 40, f"epsilon = log({10**11 + 1}/{10**11})"), (13, 42, "epsilon = 1e-12")):
        budget = Budget(exp_eps=Fraction(10 ** (digits - 1) + 1, 10 ** (digits - 1)))
        assert len(str(budget)) == length
        assert claim_of(Guarantee("any_pair", budget), None).words.startswith(f"({shown},")


def test_a_guarantee_that_says_its_delta_leaves_none_to_choose() -> None:
    with pytest.raises(ValueError, match=r"delta = 1/10: expected nothing: the guarantee of the mechanism says it"):
        claim_of(Guarantee("any_pair", Budget(1), Fraction(1, 3)), Fraction(1, 10))


def test_an_epsilon_beyond_every_double_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^epsilon = 1e\+?400: expected a number in the range of a double"):
        claim_of(Guarantee("any_pair", Budget(Fraction(10**400))), None)


def test_a_sigma_that_is_too_small_breaks_the_claim_by_its_law() -> None:
    """sigma = 1 at epsilon = 1: delta = N(-1/2) - e N(-3/2) = 0.12693."""
    small, enough = ({"sigma": s, "sensitivity": "1", "epsilon": "1", "delta": "1e-5"} for s in ("1", "10"))
    assert broken_by_the_law(Subject("m:f", "gaussian", small).resolve()) == (
        "claim: with these parameters the exact law itself has delta = 0.1269 at the claimed epsilon, "
        "above the claimed 1e-05",
    )
    assert broken_by_the_law(Subject("m:f", "gaussian", enough).resolve()) == ()
    assert broken_by_the_law(Subject("m:f", "laplace", LAPLACE).resolve()) == ()
    concentrated = {"sigma_squared": "1", "sensitivity": "1"}
    assert broken_by_the_law(Subject("m:f", "discrete_gaussian", concentrated).resolve()) == ()
