"""The reference names what is public, every command with every option, and every mechanism."""

from __future__ import annotations

import importlib
import re
from types import ModuleType
from typing import Any

import pytest
from docutils import nodes

from dpassay.cli import COMMANDS
from dpassay.reference import MECHANISMS
from tests.cli.harness import run
from tools.site.reference import Commands, Mechanisms, named, public


def made(name: str, source: str) -> ModuleType:
    module = ModuleType(name)
    exec(source, module.__dict__)
    return module


def of(directive: Any) -> str:
    """Return what a directive without arguments says."""
    return "\n".join(part.astext() for part in directive.run(object.__new__(directive)))


def test_what_is_hidden_or_of_another_module_is_not_public() -> None:
    source = "from math import gcd\ndef shown(a: int = 1) -> int:\n    'Say.'\ndef _hidden(): ...\nclass Also: ...\n"
    assert public(made("own", source)) == ["Also", "shown"]
    assert public(made("own", f"{source}__all__ = ['shown']")) == ["shown"]


def test_a_function_has_its_arguments_and_a_class_what_is_public_in_it() -> None:
    source = (
        "class Also:\n    'A class.'\n    def told(self, b): 'Do.'\n    def _hidden(self): 'Not.'\n    __all__ = 1\n"
    )
    (section,) = named(made("own", source))
    assert isinstance(section, nodes.section)
    text = section.astext()
    assert "A class." in text
    assert "told(self, b)" in text
    assert "_hidden" not in text


@pytest.mark.parametrize("room", ["audit", "exact", "reference", "properties"])
def test_every_public_name_has_its_section(room: str) -> None:
    module = importlib.import_module(f"dpassay.{room}")
    titles = [section[0].astext() for section in named(module)]
    assert [title.rpartition(".")[2] for title in titles] == sorted(module.__all__)


def test_every_command_is_there_with_its_options() -> None:
    text = of(Commands)
    assert set(re.findall(r"^dpassay ([\w-]+)", text, re.MULTILINE)) == set(COMMANDS)
    for command in ("audit", "law"):
        for option in re.findall(r"^  .*?(--[\w-]+)", run(command, "--help").output, re.MULTILINE):
            assert option in text


def test_every_mechanism_is_there() -> None:
    text = of(Mechanisms)
    assert all(f"dpassay law {name}" in text for name in MECHANISMS)
    assert "add noise of density proportional to e^(-eps |x| / sensitivity)" in text
