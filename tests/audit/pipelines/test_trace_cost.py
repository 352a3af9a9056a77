"""What traces cost, held to statements of accountants: kept, broken and open ones, a fault beside each right one."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.assess import ReplayAssessment, assess_replay
from dpassay.audit.pipelines.claims import read_pipeline_claim
from dpassay.audit.pipelines.run import ReplayPlan
from dpassay.audit.pipelines.words import cost_words
from tests.audit.pipelines import stated_pipelines

FILE = Path(stated_pipelines.__file__)
PAIR = Json("[1]"), Json("[1, 1]")
HALVES = "laplace(epsilon=1/2) x 2"


@cache
def audited(function: str, claim: str, sigma: str = "", name: str = "claim") -> ReplayAssessment:
    given = {"sigma": sigma} if sigma else {}
    return assess_replay(read_pipeline_claim(f"{FILE}:{function}", given, PAIR, **{name: claim}), ReplayPlan())


@pytest.mark.parametrize(
    ("function", "claim", "sigma", "verdict"),
    [
        ("two_halves", HALVES, "", "no violation found"),
        ("two_wholes", HALVES, "", "violation"),
        ("one_whole", HALVES, "", "violation"),
        ("one_whole", "laplace(epsilon=1)", "", "no violation found"),
        ("one_whole", "pure(epsilon=1)", "", "no violation found"),
        ("two_halves", "laplace(epsilon=1)", "", "no violation found"),
        ("vector", "laplace(epsilon=1/2)", "", "no violation found"),
        ("vector", "laplace(epsilon=49/100)", "", "violation"),
        ("tenth", "laplace(epsilon=0.1)", "", "no violation found"),
        ("tenth", "laplace(epsilon=0.0999)", "", "violation"),
        ("normal", "gaussian(sigma=2)", "2", "no violation found"),
        ("normal", "gaussian(sigma=2)", "1.9", "violation"),
        ("normal", "gaussian(sigma=4) x 3", "2", "violation"),
        ("normal", "gaussian(sigma=4) x 4", "2", "no violation found"),
        ("normal", "zcdp(rho=1/8)", "2", "no violation found"),
        ("normal", "zcdp(rho=1/8)", "1.99", "undecided"),
        ("normal", "zcdp(rho=1/8)", "1", "violation"),
        ("normal", "approximate(epsilon=1, delta=0.13)", "1", "no violation found"),
        ("normal", "approximate(epsilon=1, delta=0.12)", "1", "violation"),
        ("laplace_and_normal", "laplace(epsilon=1/2), gaussian(sigma=2)", "2", "no violation found"),
        ("laplace_and_normal", "laplace(epsilon=1/2), gaussian(sigma=2)", "1.9", "violation"),
        ("one_whole", "gaussian(sigma=1/2)", "", "undecided"),
        ("second_by_first", "laplace(epsilon=1/2), gaussian(sigma=2)", "2", "no violation found"),
        ("second_by_first", "laplace(epsilon=1/2), gaussian(sigma=2)", "1", "violation"),
        ("dearer_by_first", "laplace(epsilon=1/2), laplace(epsilon=1)", "", "no violation found"),
        ("dearer_by_first", "laplace(epsilon=1/2) x 2", "", "violation"),
        ("dearer_by_first", "laplace(epsilon=1/2) x 3", "", "undecided"),
        ("of_a_hidden_half", "laplace(epsilon=1/10)", "", "undecided"),
    ],
)
def test_verdicts_on_statements(function: str, claim: str, sigma: str, verdict: str) -> None:
    found = audited(function, claim, sigma)
    assert found.verdict == verdict, found.findings


def test_one_noise_keeps_the_pure_budget_and_not_the_profile_of_two() -> None:
    assert audited("one_whole", "1", name="epsilon").verdict == "no violation found"
    found = audited("one_whole", HALVES)
    assert found.cost is not None
    assert (found.cost.of, found.cost.open != "") == ("delta", True)
    assert isinstance(found.cost.low, Fraction)
    assert found.cost.low > found.cost.limit > 0
    assert found.findings[0].words.startswith("the trace costs more than the statement: delta at epsilon = ")


def test_the_words_say_what_is_stated_and_whether_it_dominates() -> None:
    kept, left_open = audited("two_halves", HALVES), audited("one_whole", "gaussian(sigma=1/2)")
    assert cost_words(kept).endswith("and dominates each of its calls")
    assert "what is stated has at most" in cost_words(left_open)
    assert "dominates" not in cost_words(left_open)
    assert left_open.findings[0].words.startswith("no mechanism is left that is known to dominate a call of laplace")
    assert audited("two_wholes", HALVES).findings[0].words == (
        "the trace costs more than the statement: epsilon = 2 (the largest loss of a sequence of answers); what is "
        "stated has at most 1"
    )


def test_each_claim_has_its_measure() -> None:
    costs = [audited("one_whole", "1", name=name).cost for name in ("epsilon", "rho")]
    assert [cost.of for cost in costs if cost is not None] == ["epsilon", "rho"]
    given = read_pipeline_claim(f"{FILE}:one_whole", {}, PAIR, epsilon=1, delta="1/100")
    found = assess_replay(given, ReplayPlan(drawn=1, steered=0))
    assert found.cost is not None
    assert found.cost.of == "delta"
    assert float(found.cost.limit) == pytest.approx(1 / 100)
