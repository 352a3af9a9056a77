"""The privacy of what is released, by enumeration."""

from __future__ import annotations

from itertools import product

import mpmath
import pytest

from dpassay.proofs_check.kernel.finite import PROPERTIES
from tests.proofs_check.lazy_to_private.instances_of_games import PAIR, ball, delta_at, members, released


@pytest.mark.parametrize("view", ["models", "state"])
def test_the_printed_epsilon_and_delta(view: str) -> None:
    """The same answers as by enumeration; where it is printed, eps = 2 eta/p alone is too small for some."""
    answers = set()
    for instance in (i for i in members("l2p-private-games", 24, 1) if i["view"] == view):
        p, q = released(instance, view)
        with mpmath.workdps(30):
            eta, share = mpmath.log(ball(instance["exp_learning_rate"])), ball(instance["fake_switch"])
            rounds, delta = len(instance["losses"]), ball(instance["delta_1"])
            large = -mpmath.log(delta)
            first = 2 * eta / share
            rest = 3 * rounds * eta**2 * share * large / 2 + mpmath.sqrt(6 * rounds * eta**2 * share * large**2)
            margins = {
                "asi09": 2 * rounds * delta - delta_at(p, q, mpmath.exp(first + rest)),
                "asi09-first-term": 2 * rounds * delta - delta_at(p, q, mpmath.exp(first)),
                "asi10-corrected": 2 * delta - delta_at(p, q, mpmath.exp(first + rest)),
            }
        for name, margin in margins.items():
            answers.add((name, bool(margin >= 0)))
            assert PROPERTIES[name].holds(instance) is bool(margin >= 0), (name, instance)
    assert {("asi09", True), ("asi10-corrected", True)} <= answers


@pytest.mark.parametrize("most", [1, 3])
def test_theorem_m(most: int) -> None:
    """Its epsilon and its tail, the tail by all coins: of n - 1 rounds, each fires twice over."""
    instance = {**PAIR, "exp_learning_rate": "21/20", "view": "state", "delta_1": "1/100", "most": most}
    p, q = released(instance, "state")
    with mpmath.workdps(30):
        share, growth = mpmath.mpf(1) / 4, mpmath.mpf(21) / 20
        eta, large = mpmath.log(growth), mpmath.log(100)
        coin = mpmath.log((1 - (1 - share) / growth**3) / (1 - (1 - share) / growth))
        drawn = 1 - (1 - share) / growth**3
        tail = mpmath.mpf(0)
        for fired in product((0, 1), repeat=4):
            if sum(fired) > most:
                rates = (drawn, drawn, share, share)
                tail += mpmath.fprod(r if f else 1 - r for f, r in zip(fired, rates, strict=True))
        samples = eta**2 * most / 2 + eta * mpmath.sqrt(2 * most * large)
        with_coin = delta_at(p, q, mpmath.exp(max(2 * eta, coin) + samples)) <= ball("1/100") + tail
        without = delta_at(p, q, mpmath.exp(samples)) <= ball("1/100") + tail
    assert PROPERTIES["theorem-m"].holds(instance) is bool(with_coin)
    assert PROPERTIES["theorem-m-coinless"].holds(instance) is bool(without)
