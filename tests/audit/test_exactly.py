"""Exact audits from end to end: the correct proved, the wrong proved wrong, and what is open said to be."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dpassay.audit.answers.enumerated import Enclosed, Enumerated
from dpassay.audit.answers.outcome import Failure
from dpassay.audit.exactly import ExactAssessment, ExactPlan, assess_exactly, exact_claim, outcomes
from dpassay.audit.held_to.subject import Subject
from dpassay.exact import Budget, two_sided_geometric
from tests.audit import exact_targets
from tests.mutants import label_clipping, randomized_response

FILE = Path(exact_targets.__file__)
F = Fraction
BRANCHES = {"discrete_gaussian": 120, "discrete_gaussian_too_narrow": 120}
RESPONSE = {"exp_eps": "3", "categories": "2"}


@cache
def audited(name: str, mechanism: str = "randomized_response", **parameters: str) -> ExactAssessment:
    given = parameters or RESPONSE
    return assess_exactly(Subject(f"{FILE}:{name}", mechanism, given), ExactPlan(branches=BRANCHES.get(name, 300)))


def test_a_correct_implementation_is_proved() -> None:
    result = audited("response")
    assert (result.verdict, result.exit_code) == ("proved", 0)
    assert result.matches is not None
    assert all(found.is_equal for found in result.matches)
    assert result.privacy is not None
    assert result.privacy.ratio.low == result.privacy.ratio.high == 3


def test_a_rounded_probability_breaks_a_pure_claim_by_as_much() -> None:
    result = audited("response_of_doubles", epsilon="1", categories="2")
    assert result.verdict == "violation"
    assert result.privacy is not None
    assert not result.is_another_law
    truth = F(6584790284608189, 2**53)  # the double next to e / (1 + e)
    low, high = Budget(epsilon=1).exp_eps.as_real().bounds(100)  # type: ignore[union-attr]
    assert truth - high * (1 - truth) < result.privacy.delta.low < truth - low * (1 - truth)  # type: ignore[operator]
    assert result.privacy.ratio.low == truth / (1 - truth)


def test_a_tolerance_forgives_as_much_and_no_more() -> None:
    subject = Subject(f"{FILE}:response_of_doubles", "randomized_response", {"epsilon": "1", "categories": "2"})
    for tolerance, verdict in ((F(1, 10**16), "proved"), (F(6, 10**17), "violation")):
        assert assess_exactly(subject, ExactPlan(tolerance=tolerance)).verdict == verdict


def test_a_wrong_implementation_is_proved_wrong() -> None:
    result = audited("response_too_true")
    assert result.verdict == "violation"
    assert result.privacy is not None
    assert result.privacy.delta.low == result.privacy.delta.high == F(4, 5) - 3 * F(1, 5)
    assert result.privacy.ratio.low == 4
    assert result.is_another_law


def test_another_law_is_told_from_the_right_one() -> None:
    result = audited("other_law")
    assert result.privacy is not None
    assert result.privacy.verdict == "meets"
    assert result.verdict == "violation"
    assert result.matches is not None
    assert [found.distance.low for found in result.matches] == [F(3, 4) - F(2, 3)] * 2


def test_an_exception_on_one_input_is_an_answer_that_tells() -> None:
    result = audited("response_that_fails")
    assert result.privacy is not None
    assert result.privacy.ratio.low is None
    assert result.privacy.event == ('["raised", "RuntimeError"]',)
    assert result.privacy.delta.low == F(1, 8)


def test_a_loop_leaves_a_pure_claim_undecided_and_its_law_within() -> None:
    result = audited("geometric", "discrete_laplace", exp_eps="2", sensitivity="1")
    assert (result.verdict, result.exit_code) == ("undecided", 3)
    assert result.privacy is not None
    assert isinstance(result.found, Enumerated)
    left = result.found.laws[0].leftover
    assert 0 < left < F(1, 10**5)
    assert result.privacy.delta.low == 0
    assert result.privacy.delta.high is not None
    assert result.privacy.delta.high <= 2 * left
    assert result.matches is not None
    assert all(found.distance.low == 0 and found.distance.high == left for found in result.matches)
    law = two_sided_geometric(0, F(1, 2))
    for answer, weight in outcomes(result.found.laws[0]).items():
        assert weight <= law.pmf(answer) <= weight + left  # type: ignore[arg-type, operator]


def test_the_same_loop_with_too_little_noise_is_a_violation() -> None:
    result = audited("geometric", "discrete_laplace", exp_eps="3/2", sensitivity="1")
    assert result.verdict == "violation"
    assert result.privacy is not None
    assert result.privacy.verdict == "breaks"


def test_a_loop_that_comes_back_to_where_it_was_is_added_up() -> None:
    result = audited("response_by_rejection")
    assert result.verdict == "proved"
    assert result.matches is not None
    assert all(found.is_equal for found in result.matches)
    assert isinstance(result.found, Enumerated)
    assert all(0 < law.joins < law.branches < 20 for law in result.found.laws)
    assert result.found.laws[0].notes[0].startswith("where the target's functions under way and all that they can")


def test_a_wrong_loop_that_comes_back_is_proved_wrong() -> None:
    result = audited("response_by_wrong_rejection")
    assert result.verdict == "violation"
    assert result.privacy is not None
    assert result.privacy.ratio.low == result.privacy.ratio.high == 4


def test_a_discrete_gaussian_by_rejection_is_enclosed() -> None:
    """Unrolled, most of the mass would be left after so few branches."""
    result = audited("discrete_gaussian", "discrete_gaussian", sigma_squared="1/4", sensitivity="1")
    assert isinstance(result.found, Enumerated)
    assert all(law.joins and law.leftover < F(1, 50) for law in result.found.laws)
    assert result.matches is not None
    assert not result.is_another_law
    assert all((found.distance.high or 1) < F(1, 50) for found in result.matches)


def test_a_discrete_gaussian_of_another_width_is_not() -> None:
    result = audited("discrete_gaussian_too_narrow", "discrete_gaussian", sigma_squared="1/4", sensitivity="1")
    assert result.verdict == "violation"
    assert result.is_another_law


@pytest.mark.parametrize(("name", "verdict"), [("normal_by_rejection", "proved"), ("normal_too_narrow", "violation")])
def test_a_claim_with_a_delta_ends_where_it_is_decided(name: str, verdict: str) -> None:
    """Held to a law with a density there is nothing else to learn: 10^-12 would need many times the branches."""
    result = audited(name, "gaussian", epsilon="2", delta="1/5", sensitivity="1")
    assert result.verdict == verdict
    assert isinstance(result.found, Enumerated)
    assert [law.ended for law in result.found.laws] == ["decided"] * 2
    assert all(law.leftover > F(1, 10**7) for law in result.found.laws)


def test_what_cannot_be_enumerated_could_not_run() -> None:
    result = audited("normal", "gaussian", epsilon="1", delta="1e-5", sensitivity="1")
    assert (result.verdict, result.exit_code) == ("could not run", 2)
    assert isinstance(result.found, Failure)
    assert "normal()" in result.found.message


def test_a_concentrated_guarantee_is_held_at_a_delta() -> None:
    """epsilon = rho + 2 sqrt(rho log(1/delta)), with rho = 1/8: by hand 0.125 + 2 sqrt(13.8155/8) = 2.7533."""
    result = audited("rounds", "discrete_gaussian", sigma_squared="4", sensitivity="1")
    (low, high), delta = exact_claim(result.resolved, None)
    assert delta == F(1, 10**6)
    assert F(15693, 1000) < low < high < F(15694, 1000)
    assert result.verdict == "violation"
    assert result.privacy is not None
    assert result.privacy.delta.low == F(1, 3)


def test_outcomes_are_numbers_of_whatever_type() -> None:
    forms = {
        '["int", "1"]': F(1, 8),
        '["float", "0x1p+0"]': F(1, 8),
        '["bool", "True"]': F(1, 8),
        '["list", [["int", "1"], ["float", "0x1p-1"]]]': F(1, 8),
        '["raised", "ValueError"]': F(1, 4),
        '["float", "inf"]': F(1, 4),
    }
    found = outcomes(Enclosed(forms, F(0), 6, 6, "all"))
    assert found == {1: F(3, 8), (1, F(1, 2)): F(1, 8), "raises ValueError": F(1, 4), float("inf"): F(1, 4)}


@pytest.mark.parametrize("data", [("0", "0"), ("0", "5")])
def test_inputs_that_make_no_sense_are_refused(data: Any) -> None:
    with pytest.raises(ValueError, match=r"^data = "):
        assess_exactly(Subject(f"{FILE}:response", "randomized_response", RESPONSE, data), ExactPlan())


# Our own samplers

CLIPPED = {"hypotheses": "7/8,1/16,1/16;1/8,3/8,1/2", "rounds": "4"}
FOUR = {"exp_eps": "3", "categories": "4"}
MUTANTS = [
    *[("randomized_response", name, FOUR) for name in randomized_response.MUTANTS],
    *[("label_clipping", name, CLIPPED) for name in label_clipping.MUTANTS],
]


@pytest.mark.parametrize(("name", "parameters"), [("randomized_response", FOUR), ("label_clipping", CLIPPED)])
def test_our_own_samplers_are_proved(name: str, parameters: dict[str, str]) -> None:
    """Those of `dpassay.fast` whose coins are uniform numbers alone; the others take normal or exponential ones."""
    result = assess_exactly(Subject(f"dpassay.fast.{name}:{name}", name, parameters), ExactPlan())
    assert result.verdict == "proved"
    assert result.matches is not None
    assert all((found.distance.high or 0) < F(1, 2**50) for found in result.matches)


def test_the_reference_sampler_has_its_law_exactly() -> None:
    result = audited("reference_response", **FOUR)
    assert result.verdict == "proved"
    assert result.matches is not None
    assert all(found.is_equal for found in result.matches)


@pytest.mark.parametrize(("name", "mutant", "parameters"), MUTANTS, ids=[f"{name}-{each}" for name, each, _ in MUTANTS])
def test_their_mutants_are_proved_wrong(name: str, mutant: str, parameters: dict[str, str]) -> None:
    file = Path(exact_targets.__file__).parents[1] / "mutants" / f"{name}.py"
    result = assess_exactly(Subject(f"{file}:{name}_{mutant}", name, parameters), ExactPlan())
    assert result.verdict == "violation"
