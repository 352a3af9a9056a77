"""Whatever is handed to a public function, it returns or raises ``ValueError``; never an internal error.

``harness`` says which calls are made and what may come of them.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from dpassay.analysis import composition_bounds
from dpassay.exact import Dist, as_real, decide, draw
from dpassay.exact.entrance import explained, fits, hint_of
from dpassay.reference import laplace
from tests.fuzz import harness
from tests.fuzz.examples.modules import BY_MODULE, PARTS, own
from tests.fuzz.harness import Entry, entries, faults, modules, public

ROOMS = ("exact", "reference", "analysis", "properties", "audit")
ELSEWHERE = {
    "audit.answers.batches.drawn_parts": "starts processes; `draw` has checked the request",
    "audit.answers.chunks.chunk_of": "what a worker left: what is not there is a KeyError, which is among UNREADABLE",
    "audit.answers.parts.chunk_range": "`draw` has checked the request",
    "audit.answers.parts.drawn_part": "starts a process; `draw` has checked the request",
    "audit.answers.parts.joined": "`draw` has checked the request",
    "audit.answers.environments.prepare": "makes environments, from the network",
    "audit.answers.environments.run_quietly": "starts a process",
    "audit.evidence.events.certify_choice": "calls what chooses: what it raises is its own affair",
    "audit.answers.enumerated.enumerate_target": "starts a process for each call",
    "audit.answers.runner.draw": "starts a process for each call",
    "audit.api_replay.replay": "starts a process for each call",
    "audit.api_search.assert_private": "starts a process for each call",
    "audit.api_search.search_neighbors": "starts a process for each call",
    "audit.pipelines.assess.assess_replay": "starts a process for each call",
    "audit.pipelines.run.read_replays": "what a worker left; who calls it says what cannot be read",
    "audit.pipelines.run.replay_target": "starts a process for each call",
    "audit.pipelines.search.scripts.checked_script": "starts a process for each call",
    "audit.pipelines.search.scripts.shows": "starts a process for each call",
    "audit.pipelines.search.searching.search_pairs": "starts a process for each call",
    "properties.run.Run.draw": "calls a target: what it raises is a violation",
    "properties.run.Run.draw_from": "the same",
    "properties.run.check_form": "looks at what a target returned, which may be anything",
    "properties.target.call": "calls a target: what it raises is the target's",
}
"""Functions that are not called here."""
WITHOUT = {
    "dpassay.audit.answers.supervisor": "a program of its own",
    **{
        f"dpassay.audit.answers.worker{part}": "runs in the process of a target, where what goes wrong is a finding"
        for part in (
            *("", "_answers", "_drawing", "_faults", "_lines", "_opendp", "_program", "_pydp", "_target"),
            "_cells",
            "_dpassay",
            "_minima",
            "_partitions",
            "_tmlt",
        )
    },
    **{
        f"dpassay.audit.answers.worker_{part}": "the same, and makes numbers that behave as Python's own do"
        for part in (
            "called",
            "chain",
            "code",
            "deciding",
            "depths",
            "directions",
            "draws",
            "enumerating",
            "enumeration",
            "executed",
            "forest",
            "forms",
            "frames",
            "generator",
            "given",
            "imports",
            "inversion",
            "lazy",
            "lazy_numbers",
            "leaves",
            "libraries",
            "liveness",
            "noise",
            "opened",
            "oracle",
            "pairs",
            "places",
            "printed",
            "quantiles",
            "random",
            "readers",
            "recorder",
            "release",
            "replaying",
            "searching",
            "seeds",
            "sources",
            "states",
            "steering",
            "sums",
            "tables",
            "telling",
            "thresholds",
            "tree",
            "wrapped",
        )
    },
    "dpassay.properties.asked": "takes pytest's own configuration: tests/properties/test_implementing.py",
    "dpassay.properties.implementing": "makes tests of pytest's: tests/properties/test_implementing.py",
    "dpassay.properties.plugin": "pytest's own hooks: tests/properties/test_plugin.py",
    "dpassay.properties.pytest_entry": "pytest's own hooks: tests/properties/test_pytest_entry.py",
    "dpassay.properties.suite": "a test of pytest's",
}
"""Modules that are not looked at."""
MODULES = [module for room in ROOMS for module in modules(room) if module.__name__ not in WITHOUT]


def called(module: ModuleType) -> Iterator[Entry]:
    return (entry for entry in entries(module, own(module)) if entry.name not in ELSEWHERE)


@pytest.fixture(autouse=True)
def _away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In a folder of its own, because a path may be a right argument; NumPy's warnings are no errors here."""
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_wrong_types_are_value_errors(module: ModuleType) -> None:
    assert [line for entry in called(module) for line in faults(entry)[:3]] == []


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_annotations_can_be_read(module: ModuleType) -> None:
    """Else a wrong argument could not be told from a right one."""
    for _, value in public(module):
        function = vars(value).get("__init__") if isinstance(value, type) else value
        for name in getattr(function, "__annotations__", {}):
            if name != "return":
                fits(None, hint_of(function, name))


def test_the_examples_of_a_module_are_in_one_place() -> None:
    listed = [name for part in PARTS for name in part.ARGUMENTS]
    assert sorted(listed) == sorted(BY_MODULE)


def test_lists_are_of_functions_that_exist() -> None:
    names = {entry.name for module in MODULES for entry in entries(module, own(module))}
    assert set(ELSEWHERE) <= names
    assert len(names) > 400


# The harness finds what is wrong


def _planted(weights: dict[int, Fraction], count: int) -> Fraction:
    return weights[count]


def _forgetful(rounds: int) -> Iterator[int]:
    yield from range(rounds)


def _guessing(value: object) -> int:
    if value == []:
        raise AssertionError
    return int(value is None)


def _endless(value: object) -> None:
    while value is None:
        pass


def entry_of(function: Any, **right: Any) -> Entry:
    examples = {name: partial(lambda value: value, value) for name, value in right.items()}
    return Entry(function.__name__, function, tuple(right), examples)


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (entry_of(_planted, weights={2: Fraction(1)}, count=2), "_planted(weights = None): TypeError"),
        (entry_of(_planted, weights={2: Fraction(1)}, count=2), "_planted(count = 'x'): KeyError"),
        (entry_of(_forgetful, rounds=2), "_forgetful(rounds = None): TypeError"),
        (entry_of(_guessing, value=None), "_guessing(value = []): AssertionError"),
    ],
)
def test_a_function_without_a_check_is_found(entry: Entry, expected: str) -> None:
    assert any(line.startswith(expected) for line in faults(entry))


def test_a_call_that_does_not_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harness, "SECONDS", 0.2)
    assert faults(entry_of(_endless, value=1), ("None",)) == ["_endless(value = None): takes more than 0.2 seconds"]


# What the caller is told


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Dist(None), "weights = None: expected Mapping[Y, object], not NoneType"),
        (lambda: laplace.law(0, None), "parameters = None: expected laplace.Parameters, not NoneType"),
        (lambda: laplace.guarantee(None), "parameters = None: expected laplace.Parameters, not NoneType"),
        (lambda: list(laplace.neighbors(None)), "parameters = None: expected RealSensitivity, not NoneType"),
        (lambda: laplace.Parameters(None, 1), "budget = None: expected a Budget"),
        (lambda: laplace.Parameters({"epsilon": 1}, 1), "budget = {'epsilon': 1}: expected a Budget"),
        (lambda: decide(None), "question = None: expected Comparison | bool, not NoneType"),
        (lambda: draw({}, None), "law = {}: expected Dist[Y], not dict"),
        (lambda: Dist.point([]), "outcome = []: expected Y, not list"),  # type: ignore[type-var]
        (lambda: composition_bounds.basic_sum([None]), "rounds = [None]: expected"),  # type: ignore[list-item]
        (lambda: as_real("x" * 999), "value = 'xxx"),
    ],
)
def test_the_message_names_the_argument_its_value_and_what_was_expected(call: Any, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # the message is compared as a whole
        call()
    text = str(caught.value)
    assert text.startswith(message)
    assert "\n" not in text
    assert len(text) < 400


@pytest.mark.parametrize(
    "call",
    [
        lambda: Dist.point(0) + None,  # type: ignore[operator]
        lambda: bool(as_real(1) < 2),
        Dist,
        lambda: decide(1, 2, 3),  # type: ignore[call-arg]
        lambda: as_real(1) == 1,
    ],
)
def test_python_keeps_its_own_complaints(call: Any) -> None:
    with pytest.raises(TypeError):
        call()


def test_every_module_of_a_room_explains_its_failures() -> None:
    """A module that forgets it would not be caught where its functions happen to check all they are given."""
    for room in ("reference", "analysis", "properties"):
        for module in modules(room):
            plain = [name for name, value in public(module) if not isinstance(value, type) and _takes_something(value)]
            assert module.__name__ in WITHOUT or all(hasattr(vars(module)[name], "__wrapped__") for name in plain)


def _takes_something(function: Any) -> bool:
    return explained(function) is not function or hasattr(function, "__wrapped__")
