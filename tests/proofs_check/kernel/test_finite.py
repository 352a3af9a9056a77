"""Properties of single instances: whole families, counterexamples, and what is rejected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dpassay.exact import Undecided
from dpassay.proofs_check.kernel import Rejected, check
from dpassay.proofs_check.kernel.finite import Family, Instance, Property, register
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from tests.proofs_check.toys import empty_registers


@pytest.fixture(autouse=True)
def _own_registers() -> Iterator[None]:
    with empty_registers():
        register(Property("small", "n < 5 where n is even", lambda i: i["n"] % 2 == 0, lambda i: i["n"] < 5))
        register(Property("doubtful", "never known", lambda _: True, undecided))
        register(Family("evens", "0, 2, 4", lambda: ({"n": n} for n in (0, 2, 4))))
        register(Family("more-evens", "0, ..., 6", lambda: ({"n": n} for n in (0, 2, 4, 6))))
        register(Family("naturals", "0, 1, 2", lambda: ({"n": n} for n in (0, 1, 2))))
        register(Family("empty", "nothing", no_instances))
        yield


def undecided(_: Instance) -> bool:
    raise Undecided("equal to all digits")


def no_instances() -> Iterator[Instance]:
    return iter(())


def test_every_member_of_the_family() -> None:
    check(exhaustive("small", "evens"), {"instances": 3})


@pytest.mark.parametrize(
    ("told", "family", "evidence", "complaint"),
    [
        ("small", "evens", {"instances": 2}, "3 instances, not 2"),
        ("small", "evens", {"instances": "3"}, "3 instances"),
        ("small", "evens", {}, "expected 'instances'"),
        ("small", "more-evens", {"instances": 4}, "fails at"),
        ("small", "more-evens", {"instances": 3}, "fails at"),
        ("small", "naturals", {"instances": 3}, "does not speak of"),
        ("small", "naturals", {"instances": 2}, "does not speak of"),
        ("small", "empty", {"instances": 0}, "empty"),
        ("small", "unknown", {"instances": 0}, "no family"),
        ("unknown", "evens", {"instances": 3}, "no property"),
        ("doubtful", "evens", {"instances": 3}, "undecided"),
    ],
)
def test_rejected_families(told: str, family: str, evidence: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Rejected, match=complaint):
        check(exhaustive(told, family), evidence)


def test_an_instance_that_breaks_the_property() -> None:
    check(counterexample("small"), {"instance": {"n": 6}})


@pytest.mark.parametrize(
    ("told", "evidence", "complaint"),
    [
        ("small", {"instance": {"n": 4}}, "holds at"),
        ("small", {"instance": {"n": 7}}, "does not speak of"),
        ("small", {}, "expected 'instance'"),
        ("small", [], "not an object"),
        ("unknown", {"instance": {"n": 6}}, "no property"),
        ("doubtful", {"instance": {"n": 6}}, "undecided"),
    ],
)
def test_rejected_counterexamples(told: str, evidence: Any, complaint: str) -> None:
    with pytest.raises(Rejected, match=complaint):
        check(counterexample(told), evidence)


def test_a_property_may_say_why_it_does_not_speak_of_an_instance() -> None:
    register(Property("picky", "never", lambda i: i["n"] > 0, lambda _: False, complaint=lambda i: f"n is {i['n']}"))
    check(counterexample("picky"), {"instance": {"n": 1}})
    with pytest.raises(Rejected, match=r"picky does not speak of .*: n is 0"):
        check(counterexample("picky"), {"instance": {"n": 0}})


@pytest.mark.parametrize("statement", [{"kind": "exhaustive"}, {"kind": "counterexample"}, {"kind": "else"}, {}])
def test_statements_without_their_entries_are_rejected(statement: dict[str, Any]) -> None:
    with pytest.raises(Rejected):
        check(statement, {"instances": 3, "instance": {"n": 6}})


@pytest.mark.parametrize(
    "thing",
    [Property("small", "another", lambda _: True, lambda _: True), Family("evens", "another", no_instances)],
    ids=["property", "family"],
)
def test_a_name_is_taken_once(thing: Property | Family) -> None:
    with pytest.raises(ValueError, match="not yet taken"):
        register(thing)


def test_a_property_and_a_family_may_share_a_name() -> None:
    register(Family("small", "one", lambda: [{"n": 0}]))
    check(exhaustive("small", "small"), {"instances": 1})


@pytest.mark.parametrize("answer", [None, 0, 1, "yes", [], 0.0])
def test_an_answer_that_is_neither_true_nor_false_is_none(answer: Any) -> None:
    """Neither to whether the property speaks of an instance, nor to whether it holds there."""
    register(Property("vague", "no answer", lambda _: True, lambda _: answer))
    register(Property("vaguer", "no precondition", lambda _: answer, lambda _: False))
    for told in ("vague", "vaguer"):
        for statement, evidence in (
            (exhaustive(told, "evens"), {"instances": 3}),
            (counterexample(told), {"instance": {"n": 6}}),
        ):
            with pytest.raises(Rejected, match="neither True nor False"):
                check(statement, evidence)
