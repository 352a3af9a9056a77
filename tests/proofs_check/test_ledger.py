"""The stored certificates: each is of the form that the schema tells, is accepted, and is not once it is changed."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from typing import Any

import jsonschema
import mpmath
import pytest
import sympy  # type: ignore[import-untyped]

from dpassay.proofs_check import certificates, present
from dpassay.proofs_check.certificates import LEDGER, Record, completeness, is_accepted, load, strays, verdicts, verify
from dpassay.proofs_check.certify import second_opinion
from dpassay.proofs_check.claim import ADJACENCIES, Role, Verdict
from dpassay.proofs_check.kernel import KINDS
from dpassay.proofs_check.kernel.finite import PROPERTIES
from dpassay.proofs_check.kernel.inequality import LONGEST_SERIES, NODES
from dpassay.proofs_check.kernel.interval import Interval
from dpassay.proofs_check.proof import store
from dpassay.proofs_check.registry import CLAIMS, find

IDS = sorted(CLAIMS)
SCHEMA: dict[str, Any] = json.loads((LEDGER / certificates.SCHEMA).read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


FINDERS = ("dpassay.proofs_check.certify", "dpassay.proofs_check.run", "sympy", "scipy", "mpmath", "numpy", "z3")


@pytest.fixture
def _no_finder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make it an error to import what finds evidence, wherever that is done."""
    for name in [*sys.modules, *FINDERS]:
        if name.startswith(FINDERS):
            monkeypatch.setitem(sys.modules, name, None)
            package, _, module = name.rpartition(".")
            if package in sys.modules and sys.modules[package] is not None:
                monkeypatch.delattr(sys.modules[package], module, raising=False)


@pytest.mark.usefixtures("_no_finder")
@pytest.mark.parametrize("name", IDS[::12])
def test_the_certificate_is_accepted_without_any_finder(name: str) -> None:
    """And the evidence for its goals is rejected for the tampered twins of these.

    Every twelfth claim: `make claims` verifies every one, in the same way.
    """
    assert verify(find(name), load(name)) == []


@pytest.mark.usefixtures("_no_finder")
def test_a_finder_would_be_noticed() -> None:
    for statement in ("import numpy.linalg", "from dpassay.proofs_check import run", "from sympy import Symbol"):
        with pytest.raises(ImportError):
            exec(statement)


def test_nothing_is_missing_and_nothing_else_is_there() -> None:
    assert completeness(verdicts()) == []
    assert strays() == []
    there = {path.name for path in LEDGER.iterdir() if path.suffix in {".json", ".md"}}
    assert there - {certificates.SECOND_CHECKER} == {
        *(f"{name}.json" for name in IDS),
        certificates.SCHEMA,
        store.FILE,
        "README.md",
    }


def test_the_files_are_as_they_are_written() -> None:
    for name in IDS:
        assert (LEDGER / f"{name}.json").read_text(encoding="utf-8") == certificates.dump(load(name)), name


def test_the_table_is_that_of_the_verdicts() -> None:
    written = (LEDGER / "README.md").read_text(encoding="utf-8")
    assert written == present.table(CLAIMS.values(), verdicts())
    assert written != present.table(CLAIMS.values(), {**verdicts(), "LEC-17": "proved"})


class TestSchema:
    """The schema admits what is written, and nothing else."""

    def test_admits_the_certificates(self) -> None:
        for name in IDS:
            VALIDATOR.validate(load(name))

    def test_is_a_schema(self) -> None:
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_is_closed(self) -> None:
        objects = [node for node in nodes(SCHEMA) if isinstance(node, dict) and "properties" in node]
        assert len(objects) > len(KINDS)
        for node in objects:
            assert node.get("additionalProperties") is False
            assert set(node["required"]) <= set(node["properties"])

    def test_knows_what_the_program_knows(self) -> None:
        parts = SCHEMA["$defs"]
        assert set(parts["role"]["enum"]) == set(Role)
        assert set(SCHEMA["properties"]["verdict"]["enum"]) == set(Verdict)
        assert set(SCHEMA["properties"]["adjacency"]["enum"]) == {*ADJACENCIES, None}
        steps = [node["properties"] for node in parts["tree"]["oneOf"]]
        assert {step["by"]["const"] for step in steps} == set(NODES)
        assert {step["order"]["maximum"] for step in steps if "order" in step} == {LONGEST_SERIES}
        goals = [{"$ref": f"#/$defs/{kind}_goal"} for kind in KINDS]
        assert SCHEMA["properties"]["goals"]["items"]["oneOf"] == goals
        for name, kind in KINDS.items():
            assert set(parts[f"{name}_statement"]["properties"]) == {"kind", *kind.entries}
        for step in steps:
            assert set(step) == {"by", *NODES[step["by"]["const"]].entries}

    @pytest.mark.parametrize(
        ("name", "path", "value"),
        [
            ("LEC-17", ["verdict"], "true"),
            ("LEC-17", ["id"], "LEC-1"),
            ("LEC-17", ["note"], "by hand"),
            ("LEC-17", ["argument"], " "),
            ("LEC-17", ["adjacency"], "none"),
            ("LEC-17", ["goals", 0, "role"], "lemma"),
            ("LEC-17", ["goals", 0, "note"], "by hand"),
            ("LEC-17", ["goals", 0, "evidence"], {}),
            ("LEC-17", ["goals", 0, "evidence", "instances"], 1),
            ("LEC-17", ["goals", 0, "evidence", "instance", "learning_rate"], 0.5),
            ("LEC-17", ["goals", 0, "statement", "family"], "games"),
            ("LEC-17", ["goals", 0, "statement", "kind"], "exhaustive"),
            ("LEC-17", ["twins", 0, "of"], -1),
            ("LEC-17", ["twins", 0, "statement"], {}),
            ("LEC-13", ["goals", 0, "evidence"], {"instances": 1}),
            ("LEC-13", ["goals", 0, "evidence"], {"by": "trust"}),
            ("LEC-13", ["goals", 0, "evidence", "at"], 0.4475),
            ("LEC-13", ["goals", 0, "evidence", "left", "order"], 0),
            ("LEC-13", ["goals", 0, "evidence", "left", "pieces"], ["0", "1"]),
            ("LEC-13", ["goals", 0, "evidence", "right", "pieces"], ["0", "1/0"]),
            ("LEC-13", ["goals", 0, "statement", "interval"], "(0, 1.79]"),
            ("LEC-13", ["goals", 0, "statement", "relation"], "<"),
        ],
        ids=str,
    )
    def test_admits_nothing_else(self, name: str, path: list[str | int], value: Any) -> None:
        record = load(name)
        put(record, path, value)
        assert not VALIDATOR.is_valid(record)

    @pytest.mark.parametrize(
        ("evidence", "valid"),
        [
            ([], True),
            ("leaf", True),
            ({"split": "x", "at": "1/2", "low": [], "high": {"split": "y", "at": "1", "low": [], "high": []}}, True),
            ({"split": "x", "at": "1/2", "low": []}, False),
            ({"split": "x", "at": 0.5, "low": [], "high": []}, False),
            ([[]], False),
            ("trust", False),
        ],
        ids=str,
    )
    def test_of_boxes(self, evidence: Any, *, valid: bool) -> None:
        record = load("LEC-17")
        statement = {"kind": "box", "expression": "x + y", "box": {"x": ["0", "1"], "y": ["1/2", "2"]}}
        record["goals"] = [{"role": "proof", "words": "a box", "statement": statement, "evidence": evidence}]
        assert VALIDATOR.is_valid(record) == valid


def nodes(node: Any) -> Iterator[Any]:
    """Yield a node of JSON and all below."""
    yield node
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else []:
        yield from nodes(inner)


def put(record: Record, path: list[str | int], value: Any) -> None:
    node: Any = record
    for step in path[:-1]:
        node = node[step]
    node[path[-1]] = value


class TestSecondOpinion:
    """z3 and the kernel agree on what is true of polynomials."""

    @pytest.mark.parametrize("prefix", sorted({name.partition("-")[0] for name in IDS}))
    def test_the_goals_are_true_and_the_twins_false(self, prefix: str) -> None:
        pytest.importorskip("z3")
        for name in (name for name in IDS if name.startswith(f"{prefix}-")):
            record = load(name)
            for goal in record["goals"]:
                assert second_opinion.opinion(goal["statement"]) is not False, (name, goal["statement"])
            for twin in record["twins"]:
                assert second_opinion.opinion(twin["statement"]) is not True, (name, twin["statement"])

    def test_there_is_an_opinion_on_most_and_it_can_differ(self) -> None:
        pytest.importorskip("z3")
        asked = [goal["statement"] for name in ("LEC-03", "LEC-22", "SIMA-40") for goal in load(name)["goals"]]
        told = [
            second_opinion.opinion(statement) for statement in asked if statement["kind"] in second_opinion.FAILURES
        ]
        assert told.count(True) == len(told) > 3
        goal = load("LEC-22")["goals"][2]["statement"]
        assert second_opinion.opinion({**goal, "expression": f"{goal['expression']} - 1"}) is False


MUTATIONS = 4
"""How often the evidence for one goal is changed in one spot."""


def spots(node: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the paths of all numbers and texts, and of all entries."""
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in inner:
        yield (*path, key)
        yield from spots(value, (*path, key))


def mutated(evidence: Any, rng: random.Random) -> Any:
    """Change one spot: a number by a little, a text in one place, an entry's name."""
    changed = deepcopy(evidence)
    *path, last = rng.choice(list(spots(changed)))
    node = changed
    for step in path:
        node = node[step]
    value = node[last]
    if isinstance(node, dict) and (isinstance(value, dict | list) or rng.random() < 1 / 4):
        node[f"{last}_"] = node.pop(last)
    elif isinstance(value, dict | list):
        del node[last]
    else:
        node[last] = another(value, rng)
    return changed


def another(value: Any, rng: random.Random) -> Any:
    """A value beside this one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice([-1, 1])
    try:
        number = Fraction(value)
    except (ValueError, ZeroDivisionError):
        return rng.choice([f"({value})*2", f"{value}_", f"-({value})", ""])
    return str(number + Fraction(rng.choice([-1, 1]), number.denominator))


def accepted(statement: Mapping[str, Any], evidence: Any) -> bool:
    """Tell whether the kernel accepts what may be of any shape, as the check of a file does."""
    try:
        return is_accepted(statement, evidence)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        return False


def sum_is_right(statement: Mapping[str, Any], evidence: Any) -> bool:
    """Expand the terms with sympy."""
    total = sympy.Integer(0)
    for term in evidence["terms"]:
        factors = [*term.get("factors", []), *([f"({term['square']})**2"] if "square" in term else [])]
        if sympy.Rational(term["weight"]) < 0 or not set(term.get("factors", [])) <= set(statement["where"]):
            return False
        total += sympy.Rational(term["weight"]) * sympy.prod(formula(factor) for factor in factors)
    return bool(sympy.expand(total - formula(statement["expression"])) == 0)


def formula(text: str) -> Any:
    """Read a formula with sympy; every letter is a variable."""
    letters = {letter: sympy.Symbol(letter) for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"}
    return sympy.sympify(text, locals=letters, rational=True)


def holds_where_tried(statement: Mapping[str, Any], evidence: Any) -> bool:
    """Evaluate the formula in floating point at many places; the evidence matters no more."""
    interval, letter = Interval.read(statement["interval"]), sympy.Symbol(statement["variable"])
    function = sympy.lambdify(letter, formula(statement["expression"]), "mpmath")
    low = Fraction(-100) if interval.low is None else interval.low
    high = low + 100 if interval.high is None else interval.high
    with mpmath.workdps(60):
        places = [low + (high - low) * Fraction(k, 401) for k in range(1, 401)]
        values = [function(mpmath.mpf(place.numerator) / place.denominator) for place in places]
        return min(values) > -(mpmath.mpf(10) ** -50)


def property_fails(statement: Mapping[str, Any], evidence: Any) -> bool:
    """The property decides."""
    told = PROPERTIES[statement["property"]]
    return told.applies(evidence["instance"]) is True and told.holds(evidence["instance"]) is False


def never(statement: Mapping[str, Any], evidence: Any) -> bool:
    return False


HOLDS_ALL_THE_SAME: dict[str, Callable[[Mapping[str, Any], Any], bool]] = {
    "nonnegative": sum_is_right,
    "inequality": holds_where_tried,
    "counterexample": property_fails,
    "exhaustive": never,
}
NO_EVIDENCE = {"identity", "sign", "box"}
"""The kinds of goals that the kernel decides from the statement alone."""


@pytest.mark.parametrize("name", IDS)
def test_changed_evidence_is_rejected_or_shows_the_goal_as_well(name: str) -> None:
    for number, goal in enumerate(load(name)["goals"]):
        if goal["statement"]["kind"] not in {*NO_EVIDENCE, "exhaustive"}:
            check_changes(goal["statement"], goal["evidence"], random.Random(f"{name}-{number}"))


def test_another_size_of_a_family_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """That is all the evidence there is for a family; as it alone is wrong, the property is not asked."""
    goals = {text: goal for name in IDS for goal in load(name)["goals"] if (text := goal["statement"].get("family"))}
    assert len(goals) > 100
    for goal in goals.values():
        statement, evidence = goal["statement"], goal["evidence"]
        told = PROPERTIES[statement["property"]]
        monkeypatch.setitem(PROPERTIES, told.name, replace(told, applies=lambda _: True, holds=lambda _: True))
        assert accepted(statement, evidence)
        assert not accepted(statement, {"instances": evidence["instances"] + 1})


def check_changes(statement: Mapping[str, Any], evidence: Any, rng: random.Random) -> None:
    for _ in range(MUTATIONS):
        changed = mutated(evidence, rng)
        assert changed != evidence
        if accepted(statement, changed):
            assert HOLDS_ALL_THE_SAME[statement["kind"]](statement, changed), changed


def test_most_changes_are_rejected() -> None:
    rng, rejected = random.Random(1), 0
    goal = load("SIMA-40")["goals"][5]
    for _ in range(100):
        changed = mutated({"terms": goal["evidence"]["terms"]}, rng)  # another point may well be as good
        rejected += not accepted(goal["statement"], {**changed, "point": goal["evidence"]["point"]})
    assert rejected > 90


def test_what_decides_on_changed_evidence_can_say_no() -> None:
    goal = load("LEC-22")["goals"][2]
    assert sum_is_right(goal["statement"], goal["evidence"])
    assert not sum_is_right(goal["statement"], {"terms": [{**goal["evidence"]["terms"][0], "weight": "2"}]})
    record = load("LEC-13")
    assert holds_where_tried(record["goals"][0]["statement"], None)
    assert not holds_where_tried(record["twins"][0]["statement"], None)
    goal = load("LEC-17")["goals"][0]
    assert property_fails(goal["statement"], goal["evidence"])
    assert not property_fails({"property": "lec17-reversed"}, goal["evidence"])
