"""Proofs for people: a line for each step, and all that has to be trusted."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from dpassay.proofs_check import registry
from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.proof.published import PUBLISHED
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS, Refutation
from dpassay.proofs_check.proof.rules import RULES
from dpassay.proofs_check.proof.statements import (
    By,
    Statement,
    Step,
    analysis,
    apply,
    arithmetic,
    cases,
    constant,
    exhaustion,
    inside,
    together,
    use,
    words,
)
from dpassay.proofs_check.proof.telling import CHECKED_BY, reason, record_of, steps_told, trusted
from dpassay.proofs_check.proof.verdict import Graph
from tests.proofs_check.proof.small_theorems import BITS, CLAIM, LEMMA, QUADRATIC, evidence, register

assert registry.CLAIMS  # which registers the theorems


@pytest.mark.parametrize(
    ("by", "told"),
    [
        (arithmetic(), "by the signs of what stands in it"),
        (arithmetic("a", ("1/x", "b")), "adding [a], 1/x * [b]"),
        (arithmetic(use("a", x="1", y="2")), "adding [a] at x = 1, y = 2"),
        (analysis("0 <= z", "[0, 1]", z="x"), "the kernel: 0 <= z for z in [0, 1], at z = x"),
        (analysis("0 <= z", "[0, 1]", "a", z="x"), "the kernel: 0 <= z for z in [0, 1], at z = x, with [a]"),
        (constant(), "by enclosures"),
        (together("a", "b"), "together, [a], [b]"),
        (exhaustion(), "by trying every setting of the model"),
        (arithmetic(("1/x", inside("E(exp(_))", "a"))), "adding 1/x * E(exp(_)) of [a]"),
        (arithmetic(inside("log(_)", "a", x="1")), "adding log(_) of [a] at x = 1"),
        (cases("x <= 1", together("a"), constant()), "where x <= 1: together, [a]; elsewhere: by enclosures"),
        (apply("last term", f="t: t", low="1", high="n"), "the rule last term"),
        (apply("LEC-13", "a", b="a", x="1"), "by LEC-13, from [a]"),
        (words("It is so."), "in words: It is so."),
        (words("It is so.", missing="a rule."), "in words: It is so. Missing to check it: a rule."),
    ],
)
def test_what_a_step_rests_on(by: By, told: str) -> None:
    assert reason(Step("step", "0 <= x", by)) == told


def test_what_is_no_justification() -> None:
    with pytest.raises(ValueError, match="None is no justification"):
        reason(Step("step", "0 <= x", None))


def test_the_steps_of_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
    record = record_of(LEMMA)
    assert record is not None
    assert list(steps_told(record)) == [
        ("1. [chord] exp(b*x) <= 1 + x*(exp(b) - 1)", "the rule chord of exp"),
        (
            "2. [one] 1 + b + b**2 - exp(b) >= 0",
            "the kernel: 1 + z + z**2 - exp(z) >= 0 for z in (0, 179/100], at z = b",
        ),
        ("3. [all] exp(b*x) <= 1 + b*x + b**2", "adding [chord], x * [one], b**2 * [x <= 1]"),
    ]
    assert record["formula"] == QUADRATIC
    assert record["variables"] == {"b": "real, 0 < b, b <= 179/100", "x": "real, 0 <= x, x <= 1"}


def test_conditions_are_told() -> None:
    told = dict(
        steps_told({"steps": [{"name": "one", "formula": "x <= 1", "where": ["y <= 1", "z <= 1"], "by": "so"}]})
    )
    assert told == {"1. [one] x <= 1, where y <= 1, z <= 1": "so"}


def test_what_is_refuted_fails_somewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    statement = Statement("false", BITS, "bit(t) <= 0")
    monkeypatch.setitem(REFUTATIONS, "false", Refutation(statement, 2, {"t": Fraction(1)}))
    record = record_of("false")
    assert record is not None
    assert "steps" not in record
    assert record["fails_at"] == {"setting": "2", "t": "1"}


def test_what_is_no_formula_has_no_record() -> None:
    assert record_of("last term") is None


@pytest.mark.parametrize("name", sorted({**THEOREMS, **REFUTATIONS}))
def test_every_record_is_json_and_tells_each_step(name: str) -> None:
    record = record_of(name)
    assert record is not None
    assert json.loads(json.dumps(record)) == record
    if name in THEOREMS:
        assert len(list(steps_told(record))) == len(THEOREMS[name].proof)


def test_what_has_to_be_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
    rows = dict(trusted(CLAIM, Graph(evidence)))
    assert rows["rests on"] == LEMMA
    assert rows["facts"] == "at most 1 (bit(t) <= 1)"  # no step cites the other one
    assert rows["rules"] == f"chord of exp ({RULES['chord of exp'].source})"  # of the lemma
    assert rows["code"] == CHECKED_BY
    assert "laws" not in rows


def test_published_theorems_are_told_apart() -> None:
    name = "center of the normal law"
    rows = dict(trusted("classical calibration", Graph(find_evidence)))
    assert f"{name} ({PUBLISHED[name].source})" in rows["published theorems"]
    assert name not in rows.get("rules", "")
    steps = (record_of("classical calibration") or {})["steps"]
    assert [step["by"] for step in steps if step["name"] == "slope at it"] == [f"the published theorem {name}"]


def test_what_a_model_says_of_its_quantities_has_to_be_trusted() -> None:
    rows = dict(trusted("LEC-14", Graph(find_evidence)))
    assert "y is a law, given the past of P" in rows["quantities"]
    assert "w is positive" in rows["quantities"]
    assert rows["laws"] == "laws are of finitely many outcomes"
