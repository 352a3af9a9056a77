"""A mechanism from outside, in ``examples/``, is taken like a built-in one: nothing is registered, nothing changed.

Audits and contracts are run at their default levels, with fixed seeds.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from dpassay.audit import audit
from dpassay.exact import Dist, enumerate_coins, hockey_stick_divergence
from dpassay.properties.contracts import contract
from dpassay.properties.plugin import load
from dpassay.reference import MECHANISMS, Mechanism, mechanism
from tests.cli.harness import document, run

FOLDER = Path(__file__).resolve().parents[2] / "examples"
FILE = "./truncated_geometric.py"
SMALL = {"epsilon": "1", "sensitivity": "2", "low": "0", "high": "4"}
OPTIONS = [word for name, value in SMALL.items() for word in ("-p", f"{name}={value}")]
WRONG = ["drawn_again", "ignored_sensitivity"]
FEW = "20000"
F = Fraction


@pytest.fixture(autouse=True)
def _there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)


@pytest.fixture
def _unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw no figure: nobody looks at the pages."""
    monkeypatch.setattr("dpassay.audit.reports.plots.svg", lambda _figure, name: f"<svg id='{name}'></svg>")


def own() -> Mechanism:
    return mechanism(FILE)


def test_it_is_none_of_ours() -> None:
    assert own().NAME == "truncated_geometric"
    assert own().NAME not in MECHANISMS
    assert own().place == FILE
    assert mechanism(FOLDER / "truncated_geometric.py").law is own().law  # the file is run once
    assert mechanism(own().module).law is own().law


# The law


def test_the_law_is_that_of_clamped_noise() -> None:
    parameters = own().Parameters.read(exp_eps=4, sensitivity=2, low=-1, high=2)
    assert own().law(0, parameters) == Dist({-1: F(1, 3), 0: F(1, 3), 1: F(1, 6), 2: F(1, 6)})
    clamped: Counter[int] = Counter()
    for k in range(-60, 61):
        clamped[min(max(k, -1), 2)] += F(1, 3 * 2 ** abs(k))  # type: ignore[assignment]  # of rationals
    assert all(abs(own().law(0, parameters).pmf(k) - mass) < F(1, 2**58) for k, mass in clamped.items())  # type: ignore[union-attr, operator]


def test_the_guarantee_is_attained_and_never_broken() -> None:
    parameters = own().Parameters.read(SMALL)
    budget = own().guarantee(parameters).budget  # type: ignore[union-attr]
    for first, second in own().neighbors(parameters):
        laws = own().law(first, parameters), own().law(second, parameters)
        for p, q in (laws, laws[::-1]):
            assert hockey_stick_divergence(p, q, budget.exp_eps) == 0
            assert bool(hockey_stick_divergence(p, q, budget.exp(F(999, 1000))) != 0) == (second - first == 2)


def test_it_draws_from_its_law_by_default() -> None:
    parameters = own().Parameters.read(exp_eps=4, sensitivity=2, low=0, high=2)
    code = enumerate_coins(lambda coins: own().sample(1, parameters, coins), 10_000)
    assert code.leftover == 0
    assert Dist(dict(code.weights)) == own().law(1, parameters)
    assert own().sample("1", parameters, Random(0)) in (0, 1, 2)


# The commands


def test_law() -> None:
    found = document("law", FILE, *OPTIONS)
    assert found["mechanism"] == "truncated_geometric"
    assert [row["outcome"] for row in found["rows"]] == ["0", "1", "2", "3", "4"]
    assert run("law", FILE, *OPTIONS).stdout.splitlines()[0].strip() == "truncated_geometric on 0"
    refused = run("law", FILE, *OPTIONS, "--data", "5")
    assert refused.exit_code == 2
    assert refused.output == "Error: data = 5: expected a whole number from low to high\n"


def test_profile() -> None:
    found = document("profile", FILE, *OPTIONS, "--epsilon", "1")
    assert found["adjacency"] == "replace_one"
    assert [row["delta"]["decimal"] for row in found["rows"]] == ["0"]
    assert found["max_divergence"]["decimal"] == "1"
    refused = run("profile", FILE, *OPTIONS, "--data", "0", "--neighbor", "3")
    assert "expected neighbors under replace_one" in refused.output
    assert run("profile", FILE, *OPTIONS, "--data", "2", "--neighbor", "0").exit_code == 0  # in the other order


@pytest.mark.parametrize("command", ["law", "profile"])
def test_a_citation_repeats_the_command(command: str) -> None:
    entry = run(command, FILE, *OPTIONS, "--bibtex").output
    assert entry.startswith(f"@misc{{dpassay_{command}_truncated_geometric_1_2_0_4,")
    told = " ".join(entry.partition("dpassay 0.1.0: ")[2].partition("}}")[0].replace("\\", "").split())
    assert run(*shlex.split(told)[1:]).exit_code == 0


def test_mechanisms() -> None:
    text = run("mechanisms", FILE).output
    assert text.startswith("truncated_geometric: Truncated geometric mechanism: add")
    assert "replace_one: one record" in text
    about = json.loads(run("mechanisms", FILE, "--json").output)
    for command in about["commands"]:
        assert run(*shlex.split(command)[1:]).exit_code == 0
    assert "truncated_geometric" not in run("mechanisms").output


# The audit


@pytest.mark.statistical
@pytest.mark.usefixtures("_unseen")
@pytest.mark.parametrize(("target", "code"), [("clamped", 0), *((name, 1) for name in WRONG)])
def test_audit(target: str, code: int, tmp_path: Path) -> None:
    words = ["audit", f"geometric_targets.py:{target}", "--mechanism", FILE, *OPTIONS, "--samples", FEW]
    found = run(*words, "--out", str(tmp_path), "--json", columns=200)
    assert found.exit_code == code, found.output
    report = json.loads(found.stdout)
    assert report["subject"]["mechanism"] == "truncated_geometric"
    stem = f"geometric_targets-{target}-as-truncated_geometric-epsilon=1-sensitivity=2-low=0-high=4"
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{stem}.html", f"{stem}.json"]
    assert f"--mechanism {FILE} " in report["command"]
    if target == "drawn_again":
        again = run(*shlex.split(report["command"])[1:], "--out", str(tmp_path), "--json")
        assert json.loads(again.stdout)["evidence"] == report["evidence"]


@pytest.mark.statistical
@pytest.mark.parametrize("given", ["path", "module", "mechanism"])
def test_audit_from_python(given: str) -> None:
    named = {"path": FILE, "module": own().module, "mechanism": own()}[given]
    result = audit("geometric_targets.py:drawn_again", named, SMALL, samples=int(FEW))
    assert result.verdict == "violation"
    assert result.subject.mechanism == "truncated_geometric"
    assert "truncated_geometric.py --param" in result.command


# The contract


@pytest.mark.statistical
def test_the_default_contract_accepts_what_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpassay.properties.contract.EXAMPLES", 2)
    results = contract(FILE).check(load("geometric_targets.py:clamped"))
    assert {result.status for result in results} == {"passed"}, results
    names = [result.id.partition("::")[2] for result in results]
    rejected = ["epsilon", "sensitivity", "low", "high", "data", "size"]
    assert names[-6:] == [f"rejects_{name}" for name in rejected]


@pytest.mark.statistical
@pytest.mark.parametrize("target", WRONG)
def test_the_default_contract_rejects_what_is_wrong(target: str) -> None:
    results = contract(FILE).check(load(f"geometric_targets.py:{target}"), skip=("guarantee",))
    assert [result.id for result in results if result.status == "failed"] == ["truncated_geometric::law"]


@pytest.mark.statistical
@pytest.mark.parametrize(("target", "code"), [("clamped", 0), ("drawn_again", 1)])
def test_the_property_suite(target: str, code: int) -> None:
    suite = ["-p", "dpassay.properties.plugin", "--pyargs", "dpassay.properties.suite", "-p", "no:cacheprovider"]
    chosen = ["-k", "not guarantee", "-v", "-c", os.devnull]
    options = ["--mechanism", FILE, "--target", f"geometric_targets.py:{target}", *chosen]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    command = [sys.executable, "-m", "pytest", *suite, *options]
    done = subprocess.run(command, cwd=FOLDER, env=kept, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout
    verdict = "FAILED" if code else "PASSED"
    assert f"[privacy::truncated_geometric::law] {verdict}" in done.stdout
