"""What a property may answer, and what an instance may hold: True or False, and no floating point."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import as_real
from dpassay.proofs_check.kernel import Rejected, check
from dpassay.proofs_check.kernel.finite import Family, Property, holds_float, register
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from tests.proofs_check.toys import empty_registers


@pytest.fixture(autouse=True)
def _own_registers() -> Iterator[None]:
    with empty_registers():
        yield


ANSWERS: list[Any] = [1, 0, None, "True", "", [], [0], 1.0, Fraction(1), as_real(1) <= as_real(2), NotImplemented]


@pytest.mark.parametrize("answer", ANSWERS, ids=repr)
def test_only_true_and_false_are_answers(answer: Any) -> None:
    register(Property("vague", "answers vaguely", lambda _: True, lambda _: answer))
    register(Property("of-what", "speaks of something vague", lambda _: answer, lambda _: False))
    register(Property("of-what-holds", "the same", lambda _: answer, lambda _: True))
    register(Family("one", "one", lambda: [{"n": 0}]))
    for told in ("vague", "of-what", "of-what-holds"):
        for statement, evidence in (
            (exhaustive(told, "one"), {"instances": 1}),
            (counterexample(told), {"instance": {}}),
        ):
            with pytest.raises(Rejected, match="neither True nor False"):
                check(statement, evidence)


FLOATS: list[Any] = [{"n": 0.5}, {"n": [1, [2, 3.0]]}, {"n": {"m": float("nan")}}, {"n": (1, 1j)}, 0.5]


@pytest.mark.parametrize("instance", FLOATS, ids=repr)
def test_an_instance_holds_no_float(instance: Any) -> None:
    register(Property("true", "always", lambda _: True, lambda _: True))
    register(Property("false", "never", lambda _: True, lambda _: False))
    register(Family("one", "one", lambda: [instance]))
    assert holds_float(instance)
    with pytest.raises(Rejected, match="floating point"):
        check(exhaustive("true", "one"), {"instances": 1})
    with pytest.raises(Rejected, match="floating point"):
        check(counterexample("false"), {"instance": instance})


@pytest.mark.parametrize("instance", [{}, {"n": 1, "m": "1/2"}, {"n": [True, None, ["3.0"]]}], ids=repr)
def test_what_is_exact_is_accepted(instance: Any) -> None:
    register(Property("true", "always", lambda _: True, lambda _: True))
    register(Property("false", "never", lambda _: True, lambda _: False))
    register(Family("one", "one", lambda: [instance]))
    assert not holds_float(instance)
    check(exhaustive("true", "one"), {"instances": 1})
    check(counterexample("false"), {"instance": instance})


@pytest.mark.parametrize("count", [1.0, True, "1", Fraction(1)], ids=repr)
def test_the_number_of_instances_is_an_integer(count: Any) -> None:
    register(Property("true", "always", lambda _: True, lambda _: True))
    register(Family("one", "one", lambda: [{}]))
    with pytest.raises(Rejected, match="1 instances, not"):
        check(exhaustive("true", "one"), {"instances": count})
