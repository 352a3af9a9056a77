"""An audit without a law certifies what a leak costs, and accuses nobody without a certificate."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpassay.audit.answers.environments import OWN, Environment
from dpassay.audit.blind import TABLE, BlindTarget, audit_blind, load_blind_targets
from dpassay.audit.reports.blind_report import blind_json

HERE = Environment(OWN, Path(sys.executable))
SOURCE = """
def randomized(data, *, rng, epsilon):
    import math
    bit = int(sum(data))
    return bit if rng.random() < 1 / (1 + math.exp(-epsilon)) else 1 - bit

def exact(data, *, epsilon):
    return int(sum(data))

def words(data, *, epsilon):
    return "one"

def reals(data, *, epsilon):
    return 0.5

def none(data, *, epsilon):
    raise RuntimeError("no answer")
"""
ALPHA = 1e-3


@pytest.fixture
def target(tmp_path: Path) -> BlindTarget:
    """Randomized response at epsilon 1, which claims 1."""
    path = tmp_path / "mine.py"
    path.write_text(SOURCE)
    spec = next(iter(load_blind_targets().values()))
    return replace(
        spec,
        environment=OWN,
        target=f"{path}:randomized",
        parameters={"epsilon": "1"},
        first=(0,),
        second=(1,),
        epsilon=Fraction(1),
        samples=4_000,
        expect="pass",
    )


def of(spec: BlindTarget, function: str) -> BlindTarget:
    return replace(spec, target=spec.target.replace(":randomized", f":{function}"))


def test_a_mechanism_that_keeps_its_claim_is_not_accused(target: BlindTarget) -> None:
    found = audit_blind(target, HERE, alpha=ALPHA, seed=1)
    assert found.verdict == "no violation found"
    assert found.certificate is not None
    assert 0.8 < found.certificate.epsilon_lower < 1
    assert found.exit_code == 0
    assert audit_blind(replace(target, expect="flag"), HERE, alpha=ALPHA, seed=1).exit_code == 1


def test_one_that_claims_less_than_it_costs_is_caught_by_its_certificate(target: BlindTarget) -> None:
    """The same mechanism, and a claim of 1/2; the bound does not depend on the claim."""
    honest = audit_blind(target, HERE, alpha=ALPHA, seed=1)
    found = audit_blind(replace(target, epsilon=Fraction(1, 2)), HERE, alpha=ALPHA, seed=1)
    assert found.verdict == "violation"
    assert found.exit_code == 1
    assert found.certificate is not None
    assert honest.certificate is not None
    assert found.certificate.to_json() == honest.certificate.to_json()


def test_what_tells_the_tables_apart_is_found_exactly(target: BlindTarget) -> None:
    found = audit_blind(of(replace(target, expect="flag"), "exact"), HERE, alpha=ALPHA, seed=1)
    assert found.exit_code == 0
    assert found.certificate is not None
    assert {found.certificate.count_p, found.certificate.count_q} == {0, 3_200}
    assert "3,200 of 3,200" in found.finding


def test_what_gives_no_answers_has_no_verdict(target: BlindTarget) -> None:
    found = audit_blind(of(target, "none"), HERE, alpha=ALPHA, seed=1)
    assert found.verdict == "could not run"
    assert "no answer" in found.finding
    assert found.exit_code == 2


@pytest.mark.parametrize("function", ["words", "reals"])
def test_answers_of_any_kind_that_do_not_differ_show_nothing(target: BlindTarget, function: str) -> None:
    found = audit_blind(of(target, function), HERE, alpha=ALPHA, seed=1)
    assert (found.verdict, found.exit_code) == ("no violation found", 0)
    assert found.certificate is not None
    assert found.certificate.epsilon_lower == 0


def test_a_package_that_cannot_be_installed_has_no_verdict(target: BlindTarget) -> None:
    found = audit_blind(target, Environment("lib", None, "no network"), alpha=ALPHA, seed=1)
    assert (found.verdict, found.finding, found.exit_code) == ("not installed", "no network", 2)


def test_too_few_answers_to_show_any_violation_are_inconclusive(target: BlindTarget) -> None:
    """Of 4 answers 3 are counted: not even an event of 3 against none certifies more than 1. Of 400 it does."""
    few, more = (
        audit_blind(of(replace(target, samples=samples, expect="flag"), "exact"), HERE, alpha=ALPHA, seed=1)
        for samples in (4, 400)
    )
    assert (few.verdict, few.exit_code) == ("inconclusive", 3)
    assert (more.verdict, more.exit_code) == ("violation", 0)


def test_the_report_holds_what_was_asked_and_found(target: BlindTarget) -> None:
    report = json.loads(json.dumps(blind_json(audit_blind(target, HERE, alpha=ALPHA, seed=1))))
    assert report["first"] == [0]
    assert report["claimed_epsilon"] == "1"
    assert report["certificate"]["n_p"] == 3_200
    assert report["verdict"] == "no violation found"


def changed(folder: Path, *pairs: tuple[str, str]) -> Path:
    text = TABLE.read_text()
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    for adapter in TABLE.parent.glob("*.py"):
        (folder / adapter.name).write_text("")
    path = folder / "blind.toml"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('epsilon = "2"\n', 'epsilon = "0"\n', "a number above 0"),
        ('epsilon = "2"\n', 'epsilon = "two"\n', "epsilon"),
        ('expect = "flag"\n', 'expect = "fail"\n', '"flag" or "pass"'),
        ('expect = "flag"\n', "", "no expect"),
        ("samples = 4_000\n", "samples = 0\n", "at least 1"),
        ("second = [0, 0, 0, 0, 0, 1, 1, 1, 1, 9]\n", "second = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]\n", "differs"),
        ('"smartnoise-synth-1.0.8-mwem-total"', '"smartnoise-synth-1.0.8-mwem-domain"', "no other target"),
        ('adapter = "smartnoise_synth_adapter.py:largest"', 'adapter = "smartnoise.py:largest"', "beside the table"),
    ],
)
def test_a_malformed_row_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        load_blind_targets(changed(tmp_path, (old, new)))


def test_every_environment_is_used_and_every_fault_has_a_control_beside_it() -> None:
    specs = list(load_blind_targets().values())
    expected: dict[str, set[Any]] = {spec.environment: set() for spec in specs}
    for spec in specs:
        expected[spec.environment].add(spec.expect)
    assert set(map(frozenset, expected.values())) == {frozenset({"flag", "pass"})}
