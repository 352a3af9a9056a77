"""What an instance has to be before a property is asked: every entry of its type, in its range, and no other entry."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import pytest

from dpassay.proofs_check import instances
from dpassay.proofs_check.instances import (
    BETWEEN,
    EMPTY,
    LAWS,
    LAWS_AS_TEXT,
    PROBABILITY,
    REWARDS,
    Entry,
    Precondition,
    by_key,
    either,
    entries,
    integer,
    matrix_of,
    optional,
    rational,
    row_of,
    text,
    told,
    weights_of_law,
    whole,
    word,
)
from dpassay.proofs_check.kernel import Rejected, check
from dpassay.proofs_check.kernel.finite import FAMILIES, PROPERTIES, Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.registry import CLAIMS
from tests.proofs_check.toys import empty_registers

RECORDS: Final = files("dpassay.ledger")


@cache
def goals_of(id: str) -> list[dict[str, Any]]:  # noqa: A002  # the name that it has everywhere
    goals: list[dict[str, Any]] = json.loads((RECORDS / f"{id}.json").read_text(encoding="utf-8"))["goals"]
    return goals


def first_counterexample(id: str) -> tuple[str, dict[str, Any]]:  # noqa: A002
    goal = next(goal for goal in goals_of(id) if goal["statement"]["kind"] == "counterexample")
    return goal["statement"]["property"], goal["evidence"]["instance"]


# Counterexamples outside of the preconditions, edited in where a legal one is stored


OUTSIDE: Final[list[tuple[str, dict[str, Any]]]] = [
    ("ASI-42", {"epsilon": "-1/1000000"}),
    ("ASI-42b", {"epsilon": "-1/1000000"}),
    ("ASI-42d", {"epsilon": "-1/16"}),
    ("ASI-42g", {"epsilon": "-1"}),
    ("ASI-43", {"epsilon": "-1"}),
    ("ASI-10", {"delta_x": "100"}),
    ("ASI-10", {"exp_learning_rate": "3/2", "delta_1": "99/100"}),
    ("ASI-23", {"exp_learning_rate": "-1"}),
    ("LEC-11", {"exp_learning_rate": "-1"}),
    ("LEC-04", {"rows": 0}),
    ("LEC-08", {"rows": 0}),
    ("ASI-12", {"losses": [[True, False]] * 2}),
    ("ASI-12", {"constant": True}),
    ("ASI-13b", {"p": [True, 1]}),
    ("ASI-42c", {"rounds": True}),
    ("SIMA-11b", {"truth": True}),
    ("SIMA-19", {"exp_eps": None}),
    ("SIMA-33", {"repeats": True}),
    ("SIMA-51", {"labels": [-1, 0]}),
]


@pytest.mark.parametrize(("id", "changed"), OUTSIDE, ids=[f"{of}-{'-'.join(changed)}" for of, changed in OUTSIDE])
def test_an_edited_counterexample_outside_the_preconditions_is_rejected(
    id: str,  # noqa: A002
    changed: dict[str, Any],
) -> None:
    told_name, instance = first_counterexample(id)
    check(counterexample(told_name), {"instance": instance})
    with pytest.raises(Rejected, match="does not speak of"):
        check(counterexample(told_name), {"instance": {**instance, **changed}})


# Every stored counterexample, and one member of every family with every property that a claim states of it

Place = tuple[Any, ...]

OPTIONAL: Final = {
    *((name, "under") for name in ("asi02", "asi02-4")),
    *((f"asi11-{name}", "fake_switch") for name in ("corrected", "sharp", "sharp-eta", "sharp-hedge")),
    *((name, "fake_switch") for name in ("asi-marginals", "asi-alternating", "asi31")),
    *((name, "laws") for name in ("asi16-corrected", "asi18-corrected")),
    *(("asi40-whole", name) for name in ("rounds", "rho")),
    *(("sima16", name) for name in ("exp_eps", "size")),
    ("sima17-equal", "exp_eps"),
    ("sima46", "delta"),
}
"""What may be left out, by property: the law or the coin that it says nothing of, or another way to give the laws."""

RUNS_OF_MWEM: Final = (
    *("hrs26", "hrs27", "hrs32b", "hrs32c"),
    *(f"hrs29{reading}" for reading in ("-corrected", "a", "b", "b-corrected", "b-too-sharp", "c", "c-corrected")),
)
OF_EITHER_SIGN: Final = {
    *((name, key) for name in ("asi16c", "asi16c-far") for key in ("start", "step")),
    *((name, "slopes") for name in ("asi36", "asi36-sharp", "asi38-corrected")),
    *((name, "share") for name in ("sima41-range", "sima46", "sima46-corrected")),
    *((name, "noises") for name in ("sima34-given", "sima41-given", "sima51", "sima51-corrected")),
    *((name, "noises") for name in ("scott33", "scott33-corrected")),
    *((name, "s") for name in ("hrs09", "hrs10a", "hrs10a-corrected", "hrs10c")),
    *((name, key) for name in ("hrs24b", "hrs24b-corrected") for key in ("matrix", "points", "weights")),
    *((name, key) for name in ("hrs24c", "hrs24c-corrected") for key in ("points", "weights", "offsets")),
    ("hrs24c-both", "tables"),
    *((name, key) for name in ("hrs25", "hrs25-sharp") for key in ("other", "query")),
    *((name, key) for name in RUNS_OF_MWEM for key in ("measured", "queries")),
    *((f"hrs40{reading}", "queries") for reading in ("-corrected", "a", "b", "b-corrected", "b-too-sharp")),
    *(("hrs43d", key) for key in ("data", "found", "law")),
    *(("sima01b", "delta"), ("sima13b", "x"), ("sima35a-trace", "ahead")),
}
"""What may be negative, by property: exponents, slopes, noises, queries, and where the sign is what it is about."""

BOUNDED: Final = {
    *("a", "active", "algorithm", "blocks", "data", "delta0", "delta1", "delta_0", "delta_1", "delta_x", "drawing"),
    *("error", "errors", "estimates", "eta", "fake_switch", "gap", "half_width", "l2p-coins", "later", "losses"),
    *("mass", "new_label", "new_value", "others", "prediction", "predictions", "rewards", "row", "share", "slack"),
    *("steps", "subset", "table", "threshold", "value", "values", "vector", "x"),
}
UNBOUNDED: Final = {("scott36", "x"), ("hrs43d", "data")}
"""Of the entries that have an upper end wherever else they stand: inequalities that are claimed of all numbers."""
LARGE: Final = 10**40


@cache
def told_instances() -> list[tuple[str, dict[str, Any]]]:
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for id in CLAIMS:  # noqa: A001
        for goal in goals_of(id):
            statement = goal["statement"]
            if statement["kind"] == "counterexample":
                found[statement["property"], id] = goal["evidence"]["instance"]
            elif statement["kind"] == "exhaustive":
                member = next(iter(FAMILIES[statement["family"]].instances()))
                found[statement["property"], statement["family"]] = dict(member)
    return [(name, instance) for (name, _), instance in found.items()]


def leaves(node: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Where there is no list and no dictionary."""
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else None
    if inner is None:
        yield place, node
    else:
        for key, value in inner:
            yield from leaves(value, (*place, key))


def put(node: Any, place: Place, value: Any) -> Any:
    """The same with another value at a place."""
    if not place:
        return value
    changed = dict(node) if isinstance(node, dict) else list(node)
    changed[place[0]] = put(node[place[0]], place[1:], value)
    return changed


def is_refused(name: str, instance: Any) -> bool:
    """By its entries alone: no relation is asked, and the kernel says what is wrong."""
    told_property = PROPERTIES[name]
    complaint = told_property.complaint(instance)
    return complaint is not None and told_property.applies(instance) is False


def is_number(value: str) -> bool:
    return bool(rational().admits(value))


def test_many_instances_are_stored() -> None:
    assert len(told_instances()) > 300
    assert len({name for name, _ in told_instances()}) > 250


def test_all_of_them_are_accepted() -> None:
    for name, instance in told_instances():
        assert PROPERTIES[name].complaint(instance) is None, (name, instance)


def test_an_unknown_entry_is_refused() -> None:
    for name, instance in told_instances():
        assert is_refused(name, {**instance, "unknown": 1}), (name, instance)
        with pytest.raises(Rejected, match="'unknown' is unknown"):
            check(counterexample(name), {"instance": {**instance, "unknown": 1}})


def test_a_missing_entry_is_refused() -> None:
    missing = {
        (name, key)
        for name, instance in told_instances()
        for key in instance
        if not is_refused(name, {k: value for k, value in instance.items() if k != key})
    }
    assert missing == OPTIONAL


@pytest.mark.parametrize("value", [True, False, 0.5, float("nan"), None, [], {}, (), "other", "", b"1"], ids=repr)
def test_what_is_no_entry_is_refused_in_the_place_of_each(value: Any) -> None:
    for name, instance in told_instances():
        for place, _ in leaves(instance):
            assert is_refused(name, put(instance, place, value)), (name, place)


def test_a_number_in_another_notation_is_refused() -> None:
    for name, instance in told_instances():
        for place, value in leaves(instance):
            for other in other_notations(value):
                assert is_refused(name, put(instance, place, other)), (name, place, other)


def other_notations(value: Any) -> list[Any]:
    if isinstance(value, int):
        return [str(value), float(value), f"{value}/1"]
    if not is_number(value):
        return []
    top, _, bottom = value.partition("/")
    whole_too = [] if bottom else [int(value), f"{value}/1", f"{value}.0"]
    return [f" {value}", f"+{value}", f"0{value}", f"{2 * int(top)}/{2 * int(bottom or 1)}", f"{value}\n", *whole_too]


def numbers() -> Iterator[tuple[str, dict[str, Any], Place, Any]]:
    for name, instance in told_instances():
        for place, value in leaves(instance):
            if not isinstance(value, str) or is_number(value):
                yield name, instance, place, value


def test_a_negative_number_is_refused() -> None:
    negative = {
        (name, place[0])
        for name, instance, place, value in numbers()
        if not is_refused(name, put(instance, place, -1 if isinstance(value, int) else "-1/2"))
    }
    assert negative == OF_EITHER_SIGN


def test_a_number_that_is_too_large_is_refused() -> None:
    for name, instance, place, value in numbers():
        if place[0] in BOUNDED and (name, place[0]) not in UNBOUNDED:
            assert is_refused(name, put(instance, place, LARGE if isinstance(value, int) else str(LARGE))), (
                name,
                place,
            )


# The readers


READERS: Final[list[tuple[Entry, list[Any], list[Any]]]] = [
    (whole(), [0, 7], [-1, True, "0", 0.0, None, [0]]),
    (whole(2, 4), [2, 4], [1, 5, False]),
    (integer(), [-3, 0, 3], [True, "3", 3.0]),
    (rational(), ["-1/2", "0", "7"], ["2/4", "-0", "1/0", "1.0", "1e3", " 1", "1 ", "٣", "", "9" * 5000, 1, None]),
    (rational("(0, 1]"), ["1/9", "1"], ["0", "10/9", "-1"]),
    (BETWEEN, ["1/2"], ["0", "1", "3/2"]),
    (PROBABILITY, ["0", "1/2", "1"], ["-1/2", "3/2"]),
    (word("up", "down"), ["up"], ["Up", "", 1, None]),
    (text("bits", "[01]{2}"), ["01"], ["011", "0", "02", "01\n", 1]),
    (row_of(whole(), 1, 2), [[0], [1, 2]], [[], [1, 2, 3], [-1], (0,), "0", None]),
    (row_of(whole(), 0), [[]], [[True]]),
    (matrix_of(whole()), [[[0]], [[1, 2], [3, 4]]], [[], [[]], [[1], [1, 2]], [0], [[True]]]),
    (REWARDS, [[["0", "1"]]], [[["0", "2"]], [[0, 1]], [[True]]]),
    (weights_of_law(), [[0, 1], ["1/2", "0"]], [[], [0, 0], ["0"], [1, "1"], [-1, 2], [True], [1.0]]),
    (weights_of_law(2, 2, positive=True), [[1, 2]], [[0, 1], [1], [1, 1, 1]]),
    (LAWS, [[["1/2", "1/2"], ["1", "0"]]], [[["1/2"]], [["1"], ["1/2", "1/2"]], [["3/2", "-1/2"]], [[1]], []]),
    (LAWS_AS_TEXT, ["1", "1,0;1/2,1/2"], ["1,0;1", "1, 0", "1;", "", "0.5,0.5", [["1"]], 1]),
    (by_key(word("a", "b"), whole()), [{}, {"a": 1}], [{"c": 1}, {"a": "1"}, [], None]),
    (either(word("log"), whole()), ["log", 3], ["3", True]),
    (optional(whole()), [0], [None, True]),
]


@pytest.mark.parametrize(("entry", "admitted", "refused"), READERS, ids=[entry.words[:60] for entry, _, _ in READERS])
def test_what_a_reader_admits(entry: Entry, admitted: list[Any], refused: list[Any]) -> None:
    assert [value for value in admitted if not entry.admits(value)] == []
    assert [value for value in refused if entry.admits(value)] == []


# Preconditions


GAME: Final = entries(rounds=whole(1), rate=BETWEEN) | entries(rounds=whole(1), log_rate=rational())


@GAME.having(changed=whole()).where
def is_pair(instance: Instance) -> bool:
    return bool(instance["changed"] < instance["rounds"])


@pytest.mark.parametrize(
    ("speaks_of", "instance", "answer"),
    [
        (GAME, {"rounds": 1, "rate": "1/2"}, True),
        (GAME, {"rounds": 1, "log_rate": "-3"}, True),
        (GAME, {"rounds": 1, "rate": "1/2", "log_rate": "-3"}, False),
        (GAME, {"rounds": 1}, False),
        (is_pair, {"rounds": 1, "rate": "1/2", "changed": 0}, True),
        (is_pair, {"rounds": 1, "log_rate": "2", "changed": 0}, True),
        (is_pair, {"rounds": 1, "rate": "1/2", "changed": 1}, False),
        (is_pair, {"rounds": 1, "rate": "1/2"}, False),
        (is_pair.having(rounds=whole(2)), {"rounds": 1, "rate": "1/2", "changed": 0}, False),
        (is_pair.where(lambda i: bool(i["changed"] == 1)), {"rounds": 2, "rate": "1/2", "changed": 0}, False),
        (is_pair.where(lambda i: bool(i["changed"] == 1)), {"rounds": 2, "rate": "1/2", "changed": 1}, True),
        (is_pair.where(lambda i: bool(i["changed"] == 1)), {"rounds": 1, "rate": "1/2", "changed": 1}, False),
        (is_pair | EMPTY, {}, True),
        (EMPTY, {}, True),
        (EMPTY, {"rounds": 1}, False),
        (EMPTY, [], False),
        (EMPTY, None, False),
        (entries({"class": whole()}, n=optional(whole())), {"class": 1}, True),
        (entries({"class": whole()}, n=optional(whole())), {"class": 1, "n": -1}, False),
    ],
)
def test_entries_come_before_relations(speaks_of: Precondition, instance: Any, answer: bool) -> None:
    assert speaks_of(instance) is answer


def test_a_relation_is_not_asked_where_an_entry_is_wrong() -> None:
    def never(_: Instance) -> bool:
        raise AssertionError("asked")

    assert entries(n=whole()).where(never)({"n": "1"}) is False


def test_an_answer_that_is_none_is_passed_on() -> None:
    """The kernel rejects it: it may not be taken for True, nor hidden by a later relation."""
    vague: Any = entries(n=whole()).where(lambda _: 1)  # type: ignore[arg-type, return-value]
    assert vague({"n": 1}) == 1
    assert vague({"n": 1}) is not True
    assert vague.where(lambda _: True)({"n": 1}) is not True


@pytest.mark.parametrize(
    ("instance", "complaint"),
    [
        ({"n": 0}, "n = 0: expected a whole number from 1 to 4"),
        ({"n": True}, "n = True: expected a whole number from 1 to 4"),
        ({}, "n is missing: expected a whole number from 1 to 4"),
        ({"n": 1, "m": 1}, "'m' is unknown: expected n"),
        ([1], r"\[1\]: expected a dictionary"),
    ],
)
def test_the_kernel_says_what_is_wrong(instance: Any, complaint: str) -> None:
    with empty_registers():
        told("toy", "n > 4", entries(n=whole(1, 4)))(lambda i: bool(i["n"] > 4))
        check(counterexample("toy"), {"instance": {"n": 4}})
        with pytest.raises(Rejected, match=f"toy does not speak of .*: {complaint}"):
            check(counterexample("toy"), {"instance": instance})


def test_no_property_is_told_without_its_entries() -> None:
    applies: Any = lambda _: True  # noqa: E731
    with empty_registers(), pytest.raises(ValueError, match="expected a Precondition"):
        told("toy", "anything", applies)


def test_all_properties_say_what_they_speak_of() -> None:
    unknown: Mapping[str, Any] = {"unknown": 1}
    for name, told_property in PROPERTIES.items():
        assert isinstance(told_property.applies, instances.Precondition), name
        assert "'unknown' is unknown" in str(told_property.complaint(unknown)), name
