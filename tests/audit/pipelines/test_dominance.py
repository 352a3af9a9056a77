"""What pays for a step dominates it: held to the exact deltas of both; and a little more is not paid for."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.audit.pipelines.composition import Step, delta_bounds
from dpassay.audit.pipelines.dominance import largest_first, steps_of, unpaid
from dpassay.audit.pipelines.stated_loss import allowed_delta, epsilons
from dpassay.audit.pipelines.statements import read_statement
from dpassay.audit.pipelines.traces import Asked, Call, Replay, Row, Site

F = Fraction


def step(kind: str, gap: object, unit: object = F(1)) -> Step:
    return kind, Row(0, unit, F(0), gap, None)


def coin(first: object, second: object) -> Step:
    return "coin", Row(0, None, first, second, None)


def paid(text: str, *steps: Step) -> bool:
    return unpaid(read_statement(text), steps) == ""


LITTLE = F(1, 10**6)
HALF, WHOLE = step("laplace", F(1, 2)), step("laplace", F(1))

CASES: list[tuple[str, tuple[Step, ...], Step]] = [
    ("laplace(epsilon=1/2) x 2", (HALF, HALF), HALF),
    ("laplace(epsilon=1/2) x 2", (HALF,), WHOLE),
    ("laplace(epsilon=1)", (HALF, step("laplace", F(-1), F(2))), step("laplace", LITTLE)),
    ("laplace(epsilon=1)", (step("comparison of laplace", F(1)),), HALF),
    ("discrete_laplace(epsilon=1)", (step("discrete laplace", F(1)),), step("discrete laplace", F(1), F(9))),
    (
        "discrete_laplace(epsilon=1, sensitivity=2)",
        (step("discrete laplace", F(1), F(2)), step("discrete laplace", F(1), F(3))),
        step("discrete laplace", F(1), F(100)),
    ),
    ("gaussian(sigma=2) x 2", (step("normal", F(1), F(2)), step("normal", F(-1), F(2))), step("normal", LITTLE)),
    ("gaussian(sigma=1, sensitivity=5)", (step("normal", F(3)), step("normal", F(4))), step("normal sum", LITTLE)),
    ("gaussian(sigma=2)", (step("normal sum", F(1), F(4)),), step("normal", LITTLE)),
    ("discrete_gaussian(sigma=2)", (step("discrete normal", F(1), F(2)),), step("discrete normal", F(1), F(2))),
    ("pure(epsilon=1)", (coin(F(1, 4), F(1, 2)),), HALF),
    ("randomized_response(epsilon=1)", (HALF, step("discrete laplace", F(1), F(2))), step("laplace", LITTLE)),
    ("approximate(epsilon=1, delta=1/5)", (step("normal", F(1)),), step("laplace", LITTLE)),
    ("approximate(epsilon=1, delta=1/5)", (HALF, HALF), step("normal", F(1))),
    ("zcdp(rho=1)", (step("normal", F(1)), step("discrete normal", F(1))), step("normal", LITTLE)),
    ("zcdp(rho=1/2), gaussian(sigma=1)", (step("normal", F(1)), WHOLE), step("normal", LITTLE)),
]


@pytest.mark.parametrize(("text", "steps", "more"), CASES)
def test_what_is_paid_is_dominated_and_more_is_not_paid(text: str, steps: tuple[Step, ...], more: Step) -> None:
    assert paid(text, *steps)
    assert not paid(text, *steps, more)
    statement = read_statement(text)
    for epsilon in epsilons(statement):
        assert delta_bounds(steps, epsilon)[0] <= allowed_delta(statement, epsilon)


@pytest.mark.parametrize(
    ("text", "one"),
    [
        ("laplace(epsilon=1/2) x 2", WHOLE),
        ("laplace(epsilon=1)", step("discrete laplace", F(1))),
        ("laplace(epsilon=1)", coin(F(1, 4), F(1, 2))),
        ("discrete_laplace(epsilon=1, sensitivity=2)", step("discrete laplace", F(1))),
        ("discrete_laplace(epsilon=1, sensitivity=2)", step("discrete laplace", F(1, 2), F(2))),
        ("gaussian(sigma=1)", step("discrete normal", F(1))),
        ("discrete_gaussian(sigma=2, sensitivity=2)", step("discrete normal", F(1), F(1))),
        ("discrete_gaussian(sigma=2)", step("discrete normal", F(1), F(3))),
        ("pure(epsilon=100)", step("normal", F(1))),
        ("approximate(epsilon=1, delta=1/10)", step("normal", F(1))),
        ("pure(epsilon=100)", step("exponential", F(1))),
        ("pure(epsilon=100)", step("gumbel", F(1))),
        ("pure(epsilon=100)", step("laplace", F(1), F(0))),
        ("zcdp(rho=1/2)", step("discrete normal", F(1, 2))),
        ("zcdp(rho=1/2), gaussian(sigma=1)", step("normal", F(3, 2))),
    ],
)
def test_what_does_not_pay(text: str, one: Step) -> None:
    found = unpaid(read_statement(text), [one])
    assert found.startswith(f"no mechanism is left that is known to dominate a call of {one[0]}")


def test_what_pays_is_chosen_before_later_steps_are_known() -> None:
    """The half is taken of the smaller budget; given last it is as well, and the whole finds the larger one."""
    text = "pure(epsilon=1/2), pure(epsilon=1)"
    assert paid(text, HALF, WHOLE)
    assert paid(text, WHOLE, HALF)
    small = step("laplace", F(1, 4))
    steps = [small, HALF, WHOLE]
    assert unpaid(read_statement("pure(epsilon=1/2), pure(epsilon=5/4)"), steps) != ""
    assert unpaid(read_statement("pure(epsilon=1/2), pure(epsilon=5/4)"), largest_first(steps)) == ""


def test_a_tolerance_forgives_rounding_and_no_more() -> None:
    statement, double = read_statement("laplace(epsilon=1/10)"), step("laplace", F(1), F(1 / 0.1) - F(1, 10**15))
    assert unpaid(statement, [double]) != ""
    assert unpaid(statement, [double], F(1, 10**9)) == ""
    assert unpaid(statement, [step("laplace", F(1), F(10) - LITTLE)], F(1, 10**9)) != ""


def test_the_steps_of_a_replay_have_no_answers() -> None:
    row = Row(3, F(2), F(0), F(1), F(7))
    call = Call(Asked("laplace", {}, Site("file.py", 3, "target"), 1, F(2), False), False, 1, (row,), (row,))
    replay = Replay("drawn", 0, (call,), None, ("", ""), frozenset())
    assert steps_of(replay) == (("laplace", Row(0, F(2), F(0), F(1), None)),)


GAPS = st.integers(1, 3).map(F)
UNITS = st.sampled_from([F(1), F(3, 2), F(2), F(4)])
NOISE = st.builds(
    step, st.sampled_from(["laplace", "discrete laplace", "normal", "discrete normal"]), GAPS, UNITS
) | st.builds(coin, st.sampled_from([F(1, 4), F(1, 3)]), st.sampled_from([F(1, 2), F(2, 5)]))
STATED = st.lists(
    st.sampled_from(
        [
            "laplace(epsilon=1)",
            "laplace(epsilon=3/2)",
            "discrete_laplace(epsilon=2, sensitivity=2)",
            "discrete_laplace(epsilon=1)",
            "gaussian(sigma=1/2)",
            "gaussian(sigma=1)",
            "discrete_gaussian(sigma=2, sensitivity=2)",
            "pure(epsilon=1)",
            "approximate(epsilon=1, delta=1/5)",
            "zcdp(rho=1)",
        ]
    ),
    min_size=1,
    max_size=3,
).map(", ".join)


@given(text=STATED, steps=st.lists(NOISE, min_size=1, max_size=3), numbers=st.data())
def test_no_payment_allows_more_than_is_stated(text: str, steps: list[Any], numbers: st.DataObject) -> None:
    statement = read_statement(text)
    if unpaid(statement, steps) == "":
        epsilon = numbers.draw(st.sampled_from(epsilons(statement)))
        assert delta_bounds(steps, epsilon)[0] <= allowed_delta(statement, epsilon)
