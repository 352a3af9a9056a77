"""Batches by turns: what is run on the halves is Algorithm 1 on all experts, at rational growths and printed rates."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.models.batches_by_turns import AT_PRINTED_RATE, BY_TURNS, PROOF, STATEMENT, Turns
from dpassay.proofs_check.models.lazy_experts import lazy_loss, turns
from dpassay.proofs_check.models.printed_lazy import AtPrintedRate
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference import lazy_to_private as l2p

THIRD, HALF = Fraction(1, 3), Fraction(1, 2)


@pytest.mark.parametrize("model", [BY_TURNS, AT_PRINTED_RATE, STATEMENT, PROOF], ids=lambda model: model.name)
def test_the_facts_hold(model: Model) -> None:
    assert set(facts.tested(model)) == set(model.facts)


def quantity(at: Turns, name: str, *index: int) -> Any:
    """A quantity of the model."""
    of = BY_TURNS.quantities[name].of
    assert of is not None
    return of(at, *index)


@pytest.mark.parametrize("experts", [2, 4])
def test_the_halves_are_those_of_algorithm_1(experts: int) -> None:
    """By the reference, on all experts: the joint law of x_s and y_s, and the expected loss."""
    at = Turns(3, 2, experts // 2, THIRD, growth=Fraction(3, 2))
    losses = turns(2, 3, experts // 2)
    parameters = l2p.Parameters.read(
        exp_learning_rate=Fraction(3, 2), batch=2, fake_switch=THIRD, rounds=12, experts=experts
    )
    states = l2p.chain(losses, parameters).marginals()
    lost: list[Any] = []
    for s, law in enumerate(states, 1):
        halves = law.map(lambda state: (state.x * 2 // experts + 1, state.y * 2 // experts + 1))
        for both in ((1, 1), (1, 2), (2, 1), (2, 2)):
            assert quantity(at, "J", s, *both) == halves.pmf(both)
        charged = 1 if s % 2 else 2
        lost += [2 * halves.pmf((charged, b)) for b in (1, 2)]
    assert quantity(at, "lazy") == sum(lost)
    assert quantity(at, "best") == min(sum(column) for column in zip(*losses, strict=True))


def test_the_printed_rate() -> None:
    """At the rate of the statement, against Algorithm 1 on all experts; the closed form is (T/4) tanh(B h/2)."""
    at = Turns(2, 2, 2, THIRD)
    game = AtPrintedRate(turns(2, 2, 2), 2, THIRD)
    assert (quantity(at, "lazy") - lazy_loss(game)).evaluate().contains(0)
    growth = (at.rate * 2).exp()
    closed = (growth - 1) / (growth + 1) * 2
    assert (quantity(at, "lazy") - 4 - closed).evaluate().contains(0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Turns(0, 1, 1, HALF), "N, B, e = 0, 1, 1"),
        (lambda: Turns(1, 1, 1, Fraction(1)), "fake_switch = 1"),
        (lambda: Turns(1, 1, 1, HALF, growth=Fraction(1)), "growth = 1"),
        (lambda: Turns(1, 1, 1, HALF, growth=Fraction(2), of_proof=True), "one of the printed rates"),
        (lambda: Turns(1, 1, 1, HALF, Fraction(1)), "delta = "),
    ],
)
def test_illegal_settings_are_refused(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()
