"""What docs/workers.md says of batches is what there is: its numbers, its options, its commands."""

from __future__ import annotations

import re
import shlex
from inspect import signature
from pathlib import Path

import pytest

from dpassay.audit import audit, audit_claim
from dpassay.audit.answers.batches import FEW_BATCHES, MOST_BATCHES, SMALL_BATCH
from tests.cli.harness import run

PAGE = (Path(__file__).parents[2] / "docs" / "workers.md").read_text(encoding="utf-8")
COMMANDS = [shlex.split(line) for line in re.findall(r"^    dpassay (.*)$", PAGE, flags=re.MULTILINE)]
TARGET = """
def laplace(data, *, size, rng, epsilon=1, sensitivity=1):
    return data + rng.laplace(0, float(sensitivity) / float(epsilon), size)
"""


def test_the_numbers_of_batches() -> None:
    said = f"{FEW_BATCHES} batches, or one for every\n{SMALL_BATCH:,} answers on each input, up to {MOST_BATCHES}."
    assert said in PAGE


def test_the_arguments_of_the_functions() -> None:
    for name in re.findall(r"`(\w+)=", PAGE):
        assert name in signature(audit).parameters
        assert name in signature(audit_claim).parameters


@pytest.mark.parametrize("words", [each for each in COMMANDS if "--scheduler" not in each], ids=" ".join)
def test_its_commands_run(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "noise.py").write_text(TARGET)
    monkeypatch.chdir(tmp_path)
    few = ["--only", "dpassay-exponential"] if words[0] == "audit-all" else []
    result = run(*words, *few, "--samples", "400")
    assert result.exit_code != 2, result.output
    assert list((tmp_path / "audit-reports").glob("*.json"))
    assert not list((tmp_path / "audit-reports").glob("*.batches"))
