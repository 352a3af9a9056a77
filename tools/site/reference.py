"""The reference, read off the code: public names of a room, the commands, and the mechanisms."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import click
from docutils import nodes
from docutils.parsers.rst import Directive

from dpassay.cli import main
from dpassay.cli.mechanisms import describe
from dpassay.reference import MECHANISMS
from tools.site import docstrings
from tools.site.markup import slug


def section(title: str, *parts: nodes.Node, id: str = "") -> nodes.section:  # noqa: A002  # the name that it has in HTML
    """Return a section with an address; in its heading a name stands as code."""
    head = nodes.title("", "", nodes.literal(title, title))
    return nodes.section("", head, *parts, ids=[id or slug(title)], names=[title.lower()])


# Public names


class Names(Directive):
    """The public names of a package: ``{names} dpassay.audit``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a section for each name, or for each module where these are public."""
        found = importlib.import_module(self.arguments[0])
        return [*docstrings.of_text(found.__doc__ or ""), *named(found)]


def named(module: ModuleType) -> Iterator[nodes.section]:
    """Yield a section for each public name of a module."""
    for name in public(module):
        found = getattr(module, name, None)
        if found is None or inspect.ismodule(found):
            inner = importlib.import_module(f"{module.__name__}.{name}")
            told = docstrings.of_text(inner.__doc__ or "")
            yield section(inner.__name__, *told, *(_object(each, getattr(inner, each)) for each in public(inner)))
        else:
            yield _object(name, found)


def public(module: ModuleType) -> list[str]:
    """Return what a module says is public, or else what is defined in it and not hidden."""
    if hasattr(module, "__all__"):
        return sorted(module.__all__)
    if hasattr(module, "__path__"):
        return sorted(each.name for each in pkgutil.iter_modules(module.__path__) if not each.name.startswith("_"))
    own = inspect.getmembers(module, lambda found: getattr(found, "__module__", "") == module.__name__)
    return [name for name, found in own if not name.startswith("_") and callable(found)]


def _object(name: str, found: Any) -> nodes.section:
    """A function, a class with what is public in it, or a value."""
    if not (inspect.isclass(found) or inspect.isroutine(found)):
        return section(name, nodes.paragraph("", f"A value of {type(found).__name__}."))
    parts: list[nodes.Node] = [_signature(name, found), *docstrings.of_text(inspect.getdoc(found) or "")]
    members = _members(found) if inspect.isclass(found) else []
    if members:
        parts.append(docstrings.definitions((_head(each, member), _told(member)) for each, member in members))
    return section(name, *parts, id=slug(f"{found.__module__}-{name}"))


def _members(found: type) -> list[tuple[str, Any]]:
    """What a class defines itself, is not hidden, and has something said of it."""
    own = ((name, getattr(value, "__func__", value)) for name, value in vars(found).items() if not name.startswith("_"))
    return [(name, value) for name, value in own if _is_told(value)]


def _is_told(value: Any) -> bool:
    return isinstance(value, property) or (inspect.isfunction(value) and bool(value.__doc__))


def _told(member: Any) -> list[nodes.Element]:
    return list(docstrings.of_text(inspect.getdoc(member) or ""))


def _head(name: str, member: Any) -> str:
    return name if isinstance(member, property) else name + _arguments(member)


def _signature(name: str, found: Any) -> nodes.literal_block:
    text = name + _arguments(found)
    return nodes.literal_block(text, text, language="python")


def _arguments(found: Any) -> str:
    try:
        text = str(inspect.signature(found)).replace("'", "")
    except ValueError:
        return "(...)"
    text = re.sub(r"<function ([\w.]+) at 0x[0-9a-f]+>", r"\1", text)  # a place in memory is another one each time
    return re.sub(r"<[\w.]+ object at 0x[0-9a-f]+>", "...", text)


# Commands


class Commands(Directive):
    """All commands, with their options."""

    def run(self) -> list[nodes.Node]:
        """Return a section for each command."""
        return list(_commands(main, click.Context(main, info_name="dpassay")))


def _commands(command: click.Command, context: click.Context) -> Iterator[nodes.section]:
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            if inner is not None and not inner.hidden:
                yield from _commands(inner, click.Context(inner, info_name=name, parent=context))
    else:
        usage = command.get_usage(context).removeprefix("Usage: ")
        yield section(context.command_path, nodes.literal_block(usage, usage), *_help(command), _options(context))


def _help(command: click.Command) -> Iterator[nodes.Element]:
    yield from docstrings.of_text((command.help or "").replace("\b", ""))


def _options(context: click.Context) -> nodes.definition_list:
    records = filter(None, (entry.get_help_record(context) for entry in context.command.get_params(context)))
    return docstrings.definitions((option, [nodes.paragraph("", told)]) for option, told in records)


# Mechanisms


class Mechanisms(Directive):
    """The mechanisms that are built in."""

    def run(self) -> list[nodes.Node]:
        """Return a section for each mechanism."""
        return [_mechanism(describe(spec)) for spec in MECHANISMS.values()]


def _mechanism(told: dict[str, Any]) -> nodes.section:
    entries = {
        **told["parameters"],
        "data": told["data"],
        "guarantee": told["guarantee"],
        "adjacency": told["adjacency"],
    }
    commands = "\n".join(told["commands"])
    return section(
        told["name"],
        nodes.paragraph("", "", *docstrings.inline(told["summary"])),
        docstrings.definitions(
            (name, [nodes.paragraph("", "", *docstrings.inline(text))]) for name, text in entries.items()
        ),
        nodes.literal_block(commands, commands, language="none"),
    )
