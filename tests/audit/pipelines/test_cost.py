"""What traces cost: prefixes and their suprema, inputs that are fixed or not, and delta from drawn answers."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpassay.audit.pipelines.cost import call_loss, drawn_delta, fixed_steps, is_fixed, most, trace_loss, unknown
from dpassay.audit.pipelines.traces import Asked, Call, Replay, Row, Site

F = Fraction
HERE = Site("file.py", 3, "target")


def call(kind: str, first: object, second: object, answer: object, unit: object = F(1)) -> Call:
    row = Row(0, unit, first, second, answer)
    return Call(Asked(kind, {}, HERE, 1, unit, False), False, 1, (row,), (row,))


def replay(*calls: Call, recorded: int = 0, answers: str = "drawn") -> Replay:
    return Replay(answers, recorded, calls, None, ("", ""), frozenset())


def test_losses_of_a_trace_are_added() -> None:
    calls = call("laplace", F(0), F(1), F(-1)), call("laplace", F(0), F(2), F(1))
    assert call_loss(calls[0]) == 1
    assert trace_loss(replay(*calls)) == 1
    assert trace_loss(replay(*calls, call("gumbel", F(0), F(1), F(0)))) == 1


def test_the_most_is_a_prefix_and_the_supremum_of_its_last_call() -> None:
    first, second = call("laplace", F(0), F(1), F(2)), call("laplace", F(0), F(3), F(9))
    found = most([replay(first, second)])
    assert found is not None
    assert (found.loss, found.at) == (F(2), 1)
    alone = most([replay(first, call("laplace", F(0), F(1), F(9)))])
    assert alone is not None
    assert (alone.loss, alone.at) == (F(1), 0)
    assert most([replay()]) is None
    normal = most([replay(first, call("normal", F(0), F(1), F(0)))])
    assert normal is not None
    assert normal.loss is None


def test_inputs_that_depend_on_answers_are_seen() -> None:
    one, other = (replay(call("laplace", F(0), second, F(2))) for second in (F(1), F(2)))
    turned = replay(call("laplace", F(1), F(0), F(5)), recorded=1)
    assert is_fixed([one, one, turned])
    assert not is_fixed([one, other])
    nan = replay(call("laplace", F(0), float("nan"), F(2)))
    assert is_fixed([nan, nan])


def test_steps_are_those_of_the_longest_replay_of_a_side() -> None:
    long = replay(call("laplace", F(0), F(1), F(2)), call("normal", F(0), F(1), F(2)))
    steps = fixed_steps([replay(), long, replay(recorded=1)], 0)
    assert [kind for kind, _ in steps] == ["laplace", "normal"]
    assert fixed_steps([long], 1) == []


def test_kinds_without_a_law_are_named_once() -> None:
    found = unknown([replay(call("gumbel", F(0), F(1), F(2)), call("gumbel", F(0), F(1), F(2)))] * 2)
    assert found == [("gumbel", HERE)]


def test_delta_from_drawn_answers_is_below_the_mean() -> None:
    """Loss 2 in half of the traces: at epsilon 1 delta is (1 - 1/e)/2, and the bound tends to it."""
    told = replay(call("laplace", F(0), F(2), F(-1)))
    silent = replay(call("laplace", F(0), F(2), F(1)))
    bounds = [drawn_delta([told, silent] * count, F(1)) for count in (10, 100, 1000)]
    truth = (1 - math.exp(-1)) / 2
    assert [count for _, count in bounds] == [20, 200, 2000]
    values = [float(bound) for bound, _ in bounds]
    assert values == sorted(values)
    assert truth - 0.06 < values[-1] < truth
    assert drawn_delta([replay(answers="steered")], F(1)) == (F(0), 0)


def test_the_bound_is_that_of_chernoff() -> None:
    """Of n traces that all tell everything, (1 - 0) of them: n log(1/delta) = log(1/alpha)."""
    certain = replay(call("laplace", F(0), float("nan"), F(-1)))
    bound, _ = drawn_delta([certain] * 10, F(1), F(1, 100))
    assert float(bound) == pytest.approx(0.01 ** (1 / 10), rel=1e-6)
    with pytest.raises(ValueError, match=r"^alpha = 1: expected"):
        drawn_delta([certain], F(1), F(1))
