"""Commands are found by tables alone: whatever else was loaded, each that is defined or written down is there."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import dpassay.cli
from dpassay.cli import COMMANDS, main
from dpassay.cli.claims import COMMANDS as OF_CLAIMS
from dpassay.cli.claims import claims
from dpassay.cli.lazy import LazyGroup, Place

ROOT = Path(__file__).parents[2]
WRITTEN = ("Makefile", "README.md", "CONTRIBUTING.md", *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")))
GROUPS = {"dpassay": (main, COMMANDS), "dpassay claims": (claims, OF_CLAIMS)}


def is_known(line: str) -> bool:
    """Tell whether the words of a command line after `dpassay` name a command, and one of its own where it has some."""
    words = [word for word in line.split() if not word.startswith("-")]
    if not words:
        return True
    if words[0] not in COMMANDS:
        return False
    return words[0] != "claims" or len(words) == 1 or words[1] in OF_CLAIMS


def lines_of(text: str) -> Iterator[str]:
    """The command lines: in backquotes, after the folder of a recipe, and at the beginnings of lines in fences."""
    fenced = "\n".join(text.split("```")[1::2])
    for pattern, where in ((r"[`/]", text), (r"^", fenced)):
        for found in re.finditer(pattern + r"dpassay ((?:claims )?[a-z][a-z-]*)", where, re.MULTILINE):
            yield found[1]


@pytest.mark.parametrize("group", GROUPS)
def test_every_place_holds_a_command_of_that_name(group: str) -> None:
    context = click.Context(main)
    of_group, places = GROUPS[group]
    for name in places:
        command = of_group.get_command(context, name)
        assert isinstance(command, click.Command)
        assert command.name == name


@pytest.mark.parametrize("group", GROUPS)
def test_every_place_has_a_line_in_the_help(group: str) -> None:
    _, places = GROUPS[group]
    result = CliRunner().invoke(main, [*group.split()[1:], "--help"])
    shown = " ".join(result.stdout.split())
    for name, place in places.items():
        assert f"{name} {' '.join(place.line.split())}" in shown


def test_every_command_that_is_defined_has_a_place() -> None:
    placed = {
        getattr(importlib.import_module(f"dpassay.cli.{place.module}"), place.name or name.replace("-", "_"))
        for _, places in GROUPS.values()
        for name, place in places.items()
    }
    defined = {
        value
        for found in pkgutil.walk_packages(dpassay.cli.__path__, "dpassay.cli.")
        for value in vars(importlib.import_module(found.name)).values()
        if isinstance(value, click.Command)
    }
    assert defined - {main} == placed


def test_no_group_but_by_a_table() -> None:
    assert all(isinstance(of_group, LazyGroup) for of_group, _ in GROUPS.values())
    assert not any(of_group.commands for of_group, _ in GROUPS.values())


def test_a_place_without_its_command_is_found() -> None:
    wrong = LazyGroup("wrong", places={"nothing": Place("lazy", "Nothing.")})
    with pytest.raises(AttributeError, match="nothing"):
        wrong.get_command(click.Context(wrong), "nothing")
    assert wrong.get_command(click.Context(wrong), "unknown") is None


@pytest.mark.parametrize("path", WRITTEN)
def test_every_command_line_that_is_written_down_is_there(path: str) -> None:
    unknown = [line for line in lines_of((ROOT / path).read_text(encoding="utf-8")) if not is_known(line)]
    assert not unknown


def test_a_command_line_that_is_not_there_is_found() -> None:
    text = "\t$(BIN)/dpassay claims exports --coq build\n```\ndpassay laws laplace\n```\nSay `dpassay claims run`."
    assert [line for line in lines_of(text) if not is_known(line)] == ["claims exports", "laws"]
