"""`dpassay mechanisms`, run as a user would, and `python -m dpassay`."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys

import pytest

from dpassay.cli import main
from dpassay.reference import ADJACENCIES, MECHANISMS
from tests.cli.harness import is_one_line, run
from tests.patience import HUNG


def test_the_list_is_a_line_each() -> None:
    lines = run("mechanisms").output.splitlines()
    assert [line.split()[0] for line in lines[: len(MECHANISMS)]] == list(MECHANISMS)
    assert all(len(line) <= 80 for line in lines)
    assert len(lines) == len(MECHANISMS) + 2


@pytest.mark.parametrize("spec", MECHANISMS.values(), ids=MECHANISMS)
def test_every_mechanism_says_what_it_is(spec: object) -> None:
    """Its summary fits the list, its data is described, its adjacency has words, and its example is complete."""
    assert 0 < len(spec.SUMMARY) <= 56  # type: ignore[attr-defined]
    assert len(spec.DATA.split()) >= 4  # type: ignore[attr-defined]
    assert spec.adjacency in ADJACENCIES  # type: ignore[attr-defined]
    parameters = spec.Parameters.read(spec.EXAMPLE)  # type: ignore[attr-defined]
    assert next(spec.neighbors(parameters))  # type: ignore[attr-defined]


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("name", MECHANISMS)
def test_one_mechanism_in_full(name: str, columns: int) -> None:
    spec = MECHANISMS[name]
    output = run("mechanisms", name, columns=columns).output
    words = " ".join(output.split())
    assert all(len(line) <= columns for line in output.splitlines())
    assert spec.DATA in words
    assert f"{spec.adjacency}: {ADJACENCIES[spec.adjacency]}" in words
    guarantee = " ".join((spec.guarantee.__doc__ or "").partition("\n\n")[0].split())
    assert guarantee in words
    section = output[output.index("\nparameters\n") : output.index("\ndata\n")]
    for parameter in spec.Parameters.names():
        assert parameter in section
    assert run("mechanisms", name.upper(), columns=columns).output == output


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("name", MECHANISMS)
def test_the_printed_commands_run(name: str, columns: int) -> None:
    """As a shell reads them: lines that end in a backslash go on."""
    printed = run("mechanisms", name, columns=columns).output.partition("\ntry\n")[2].replace("\\\n", "")
    commands = [shlex.split(line) for line in printed.splitlines() if line]
    assert [command[:3] for command in commands] == [["dpassay", part, name] for part in ("law", "profile")]
    for command in commands:
        result = run(*command[1:])
        assert result.exit_code == 0, result.output


def test_json() -> None:
    rows = json.loads(run("mechanisms", "--json").output)
    assert [row["name"] for row in rows] == list(MECHANISMS)
    assert rows[0]["name"] == "randomized_response"
    one = json.loads(run("mechanisms", "laplace", "--json").output)
    assert one in rows
    assert list(one["parameters"]) == ["epsilon", "sensitivity"]
    weights = next(row for row in rows if row["name"] == "multiplicative_weights")
    assert list(weights["parameters"]) == ["learning_rate", "rounds", "experts", "form"]
    assert one["commands"][0] == "dpassay law laplace -p epsilon=1 -p sensitivity=1"


@pytest.mark.parametrize("name", ["laplase", "LAPLASE"])
def test_an_unknown_mechanism_gets_the_nearest_name(name: str) -> None:
    result = run("mechanisms", name)
    assert is_one_line(result)
    assert "did you mean 'laplace'?" in result.output


def test_a_fault_of_ours_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_spec: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr("dpassay.cli.mechanisms.line_of", broken)
    assert run("mechanisms").exit_code == 2


def test_python_m_dpassay_is_the_command() -> None:
    command = [sys.executable, "-m", "dpassay"]
    helped = subprocess.run([*command, "--help"], capture_output=True, text=True, check=True, timeout=HUNG).stdout
    assert helped.startswith("Usage: dpassay [OPTIONS] COMMAND")
    wrong = subprocess.run([*command, "law", "laplase"], capture_output=True, text=True, check=False, timeout=HUNG)
    assert wrong.returncode == 2
    assert wrong.stderr == run("law", "laplase").output
    assert main.name == "main"
