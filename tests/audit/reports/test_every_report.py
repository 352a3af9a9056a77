"""Every kind of report says by which versions, seed and source it came about, and the command that repeats it."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator

from dpassay.audit import audit, audit_claim, audit_exact, replay, search_neighbors
from dpassay.audit.answers import accountants as asking
from dpassay.audit.answers.accountants import ask
from dpassay.audit.answers.compositions import CASES
from dpassay.audit.answers.environments import OWN
from dpassay.audit.blind import audit_blind, load_blind_targets
from dpassay.audit.evidence.accounting import judge, questions_for
from dpassay.audit.held_to.composed import truth_of
from dpassay.audit.pipelines.entry_runs import replay_entry
from dpassay.audit.reports import accounting, blind_report, entry_report, provenance
from dpassay.audit.reports.accounting import Asked
from tests.audit.fake_accountants import HERE, RIGHT
from tests.audit.pipelines import entries
from tests.audit.pipelines.test_entry_runs import entry
from tests.mutants import planted

SEED = 7
CODE = """
def kept(data, *, rng, **parameters):
    return int(data) if rng.integers(4) < 3 else 1 - int(data)

def release(data, *, rng):
    return sum(data) + rng.laplace(scale=1)
"""
TABLES = """
def total(data, *, rng):
    return int(sum(data))
"""
ANSWERING = """
import sys
for line in sys.stdin:
    print("[1]", flush=True)
"""
RESPONSE: dict[str, object] = {"exp_eps": 3, "categories": 2}
DRAWN: dict[str, Any] = {"samples": 40, "seed": SEED}
SCHEMA = {"form": "list", "columns": {"x": {"kind": "real", "low": 0, "high": 1}}, "rows": [0, 2]}


@cache
def folder() -> Path:
    """Where the targets are."""
    made = Path(mkdtemp())
    for name, text in (("coins.py", CODE), ("tables.py", TABLES), ("answering.py", ANSWERING)):
        (made / name).write_text(text)
    for name in ("first.npy", "second.npy"):
        np.save(made / name, np.array([0, 1] * 20))
    return made


def target(name: str) -> str:
    return f"{folder() / 'coins.py'}:{name}"


def of_blind() -> Any:
    spec = replace(next(iter(load_blind_targets().values())), environment=OWN, target=f"{folder() / 'tables.py'}:total")
    spec = replace(spec, first=(0,), second=(1,), parameters={}, epsilon=Fraction(2), samples=40)
    return blind_report.blind_json(audit_blind(spec, HERE, alpha=1e-3, seed=SEED))


def of_accountants() -> Any:
    (case,) = (case for case in CASES if case.name == "Gaussian x 1")
    truth = truth_of(case)
    found = ask(RIGHT, case, questions_for(truth), HERE)
    answers = getattr(found, "answers", ())
    asked = Asked(RIGHT, case, found, tuple(judge(answer, RIGHT.side, truth) for answer in answers))
    return accounting.to_json([asked], 0)


def of_program() -> Any:
    command = [sys.executable, str(folder() / "answering.py")]
    return audit(command=command, mechanism="randomized_response", parameters=RESPONSE, **DRAWN)


def of_recording() -> Any:
    files = [folder() / "first.npy", folder() / "second.npy"]
    return audit(samples_from=files, mechanism="randomized_response", parameters=RESPONSE, seed=SEED)


def of_search() -> Any:
    place = f"{planted.__file__}:sum_not_clipped"
    found = search_neighbors(place, SCHEMA | {"rows": [0, 3]}, {"epsilon": 1}, epsilon=1, examples=20, seed=SEED)
    return json.loads(found.replay.to_json()) if found.replay else {}


LAW = ("randomized_response", RESPONSE)
KINDS: dict[str, tuple[Callable[[], Any], str | None, str]] = {
    "against the law": (lambda: audit(target("kept"), *LAW, **DRAWN), "coins.py", "audit"),
    "sequential": (lambda: audit(target("kept"), *LAW, sequential=True, **DRAWN), "coins.py", "audit"),
    "in batches": (lambda: audit(target("kept"), *LAW, workers=1, **DRAWN), "coins.py", "audit"),
    "of a program": (of_program, "answering.py", "audit"),
    "of a recording": (of_recording, "second.npy", "audit"),
    "a claim alone": (lambda: audit_claim(target("kept"), 2, data=0, neighbor=1, **DRAWN), "coins.py", "audit"),
    "exact": (lambda: audit_exact(target("kept"), *LAW), "coins.py", "audit"),
    "exact, a claim": (lambda: audit_exact(target("kept"), epsilon=2, data=0, neighbor=1), "coins.py", "audit"),
    "a replay": (lambda: replay(target("release"), [0], [1], epsilon=1, seed=SEED), "coins.py", "replay"),
    "a search": (of_search, "planted.py", "replay"),
    "blind": (of_blind, "tables.py", "audit-blind"),
    "of accountants": (of_accountants, "accountants.toml", "accountants"),
    "an entry point": (
        lambda: entry_report.entry_json(replay_entry(entry("mean", "replaced"), HERE, seed=SEED)),
        "entries.py",
        "replay-all",
    ),
}
NOT_DRAWN = ("exact", "exact, a claim", "of accountants")
PLACES = {
    "planted.py": Path(planted.__file__),
    "entries.py": Path(entries.__file__),
    "accountants.toml": asking.TABLE,
}


@cache
def text_of(kind: str) -> str:
    found = KINDS[kind][0]()
    return found if isinstance(found, str) else json.dumps(found) if isinstance(found, dict) else str(found.to_json())


def complaints(report: dict[str, Any], kind: str) -> list[str]:
    """What a report of a kind does not say."""
    schema = Draft202012Validator(json.loads(provenance.SCHEMA.read_text()))
    found = [error.message for error in schema.iter_errors(report)]
    _, file, command = KINDS[kind]
    words = shlex.split(report.get("command", ""))
    found += [] if words[:2] == ["dpassay", command] else ["command"]
    place = PLACES.get(str(file), folder() / str(file))
    files = report.get("source", {}).get("files", [])
    told = {Path(each["name"]).name: each["sha256"] for each in files}
    found += [] if told.get(place.name) == sha256(place.read_bytes()).hexdigest() else ["the target's source"]
    if kind not in NOT_DRAWN:
        seed = SEED + 1 if kind == "a search" else SEED  # what it found is replayed with answers that did not find it
        found += [] if report.get("plan", {}).get("seed") == seed else ["the seed"]
        given = [value for name, value in pairwise(words) if name == "--seed"]
        found += [] if given == [str(seed)] else ["the seed in the command"]
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_every_report_says_how_it_came_about(kind: str) -> None:
    assert complaints(json.loads(text_of(kind)), kind) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", ["created", "versions", "source", "command", "plan"])
def test_one_that_leaves_out_a_part_is_noticed(kind: str, part: str) -> None:
    report = json.loads(text_of(kind))
    if part == "plan" and kind in NOT_DRAWN:
        return
    del report[part]
    assert complaints(report, kind)


@pytest.mark.parametrize(
    "change",
    [
        {"created": "yesterday"},
        {"command": "python audit.py"},
        {"versions": {"dpassay": "1"}},
        {"source": {"kind": "function", "files": [{"name": "coins.py", "sha256": "ab"}], "words": ""}},
    ],
)
def test_what_is_not_written_as_it_should_be_is_noticed(change: dict[str, Any]) -> None:
    assert complaints({**json.loads(text_of("exact")), **change}, "exact")
