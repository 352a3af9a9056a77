"""What the tests of the commands share: running one, and judging what it prints."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import IO, Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from dpassay.cli import main
from dpassay.reference import MECHANISMS

CLASS = ["-p", "hypotheses=1/2,1/2;1/4,3/4", "-p", "rounds=4"]
CHOSEN = [
    ["randomized_response", "-p", "exp_eps=3/2", "-p", "categories=3"],
    ["discrete_laplace", "-p", "epsilon=1/3", "-p", "sensitivity=2", "--at", "0", "--at", "-7"],
    ["laplace", "-p", "epsilon=1", "-p", "sensitivity=0.1"],
    ["laplace", "-p", "exp_eps=3/2", "-p", "sensitivity=1"],
    ["gaussian", "-p", "epsilon=1", "-p", "delta=1e-5", "-p", "sensitivity=1", "--at", "1/3"],
    ["gaussian", "-p", "sigma=1", "-p", "sensitivity=1"],
    ["discrete_gaussian", "-p", "sigma_squared=4", "-p", "sensitivity=1"],
    ["exponential", "-p", "exp_eps=4", "-p", "sensitivity=1", "--data", "0,1,2"],
    ["multiplicative_weights", "-p", "exp_learning_rate=3/2", "-p", "rounds=2", "-p", "experts=2"],
    [
        *["lazy_to_private", "-p", "exp_learning_rate=3/2", "-p", "batch=1", "-p", "fake_switch=1/4"],
        *["-p", "rounds=3", "-p", "experts=2"],
    ],
    ["private_pac", "-p", "exp_eps=4", "-p", "dimension=2", "--data", "001,111"],
    ["private_pac", "-p", "epsilon=1", "-p", "dimension=2", "-p", "hypotheses=0011,0101"],
    ["composition", "-p", "exp_eps=3/2", "-p", "rounds=3", "-p", "delta=1/10", "--at", "-1", "--at", "2"],
    ["label_clipping", *CLASS],
    ["private_wma", *CLASS, "-p", "epsilon=8", "-p", "delta=1/2"],
    ["private_wma", *CLASS, "-p", "epsilon=8", "-p", "delta=1/2", "--at", "0,0", "--at", "(-1/2, 1)"],
    ["private_exp3", *CLASS, "-p", "epsilon=2"],
    ["private_exp3", *CLASS, "-p", "exp_eps=64", "-p", "calibration=printed", "--at", "1,-1/2"],
]
"""Arguments of `law` that show more than the example of a mechanism does."""
EVERY = CHOSEN + [
    [name, *(word for given in spec.EXAMPLE.items() for word in ("-p", "=".join(given)))]
    for name, spec in MECHANISMS.items()
    if name not in {arguments[0] for arguments in CHOSEN}
]
"""Arguments of `law`: every mechanism."""


PROGRAM = [sys.executable, "-c", "from dpassay.cli import main; main(prog_name='dpassay')"]
"""The command in a process of its own."""


def run(*arguments: str | Path, columns: int | None = 80) -> Result:
    """Run the command in this process, on a terminal of so many columns, or where no width is asked for."""
    width = None if columns is None else str(columns)
    return CliRunner(env={"COLUMNS": width}).invoke(main, list(map(str, arguments)))


def printed_to(stdout: IO[str], *arguments: str) -> tuple[int, str]:
    """Run the command in a process of its own, and return its exit code and what it says on stderr."""
    done = subprocess.run([*PROGRAM, *arguments], stdout=stdout, stderr=subprocess.PIPE, text=True, check=False)
    return done.returncode, done.stderr


def document(*arguments: str) -> dict[str, Any]:
    """Run the command with --json and return the document, after the schema has passed it."""
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    content: dict[str, Any] = json.loads(result.output)
    assert errors(content, arguments[0]) == []
    return content


def schema(command: str) -> Draft202012Validator:
    """Return the schema of a command's documents."""
    content = json.loads(resources.files("dpassay.cli").joinpath(f"{command}.schema.json").read_text())
    Draft202012Validator.check_schema(content)
    return Draft202012Validator(content)


def errors(content: object, command: str) -> list[str]:
    """Return what the schema has against a document."""
    return [f"{list(error.path)}: {error.message}" for error in schema(command).iter_errors(content)]


def without_at_and_data(arguments: list[str]) -> list[str]:
    """Return the arguments that `profile` takes too."""
    options = ("--at", "--data")
    return [a for i, a in enumerate(arguments) if a not in options and (i == 0 or arguments[i - 1] not in options)]


def value(text: str) -> Fraction:
    """Read a decimal such as "0.25", "1e+400" or "1 - 1e-90"."""
    parts = text.split()
    return Fraction(parts[0]) if len(parts) == 1 else 1 + int(f"{parts[1]}1") * Fraction(parts[2])


def numbers(content: object) -> Iterator[dict[str, Any]]:
    """Yield the numbers of a document."""
    if isinstance(content, dict):
        if "decimal" in content:
            yield content
        for part in content.values():
            yield from numbers(part)
    elif isinstance(content, list):
        for part in content:
            yield from numbers(part)


def is_one_line(result: Result) -> bool:
    """Tell whether a mistake got exit code 2 and one line."""
    one_line = len(result.output.strip().splitlines()) == 1 and "Traceback" not in result.output
    return result.exit_code == 2 and one_line and result.output.startswith("Error: ")


def is_whole(text: str, output: str) -> bool:
    """Tell whether a number or a name stands in the output, with nothing that belongs to it on either side."""
    return re.search(rf"(?<![\w.(-]){re.escape(text)}(?![\w.])", output) is not None


def table_lines(output: str) -> list[str]:
    """Return the lines of tables."""
    return [line for line in output.splitlines() if line[:1] in set("┏┃┡│└")]


def compute_once(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """Let the command compute its answer once in this test, whatever the form in which it is shown."""
    module = importlib.import_module(f"dpassay.cli.{command}")
    known: list[Any] = []
    compute = module.compute

    def once(question: Any) -> Any:
        if not known:
            known.append(compute(question))
        return known[0]

    monkeypatch.setattr(module, "compute", once)
