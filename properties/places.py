"""Where a target is: "package.module:function" or "path/to/file.py:function"."""

from __future__ import annotations

import importlib
import sys
from operator import attrgetter
from pathlib import Path
from types import ModuleType

from dpassay.exact.entrance import explain_failures
from dpassay.properties.target import Target
from dpassay.reference.files import load_file

__all__ = ["import_lines", "target_at"]


def target_at(place: str) -> Target:
    """Import a target; a module is looked for in the working directory, too. ``ValueError`` where there is none."""
    module, _, name = place.rpartition(":")
    if not module or not name:
        raise ValueError(f"target = {place!r}: expected package.module:function or file.py:function")
    if module.endswith(".py") and not Path(module).is_file():
        raise ValueError(f"target = {place!r}: there is no file {module!r}")
    try:
        found = attrgetter(name)(load_file(Path(module)) if module.endswith(".py") else _module(module))
    except (Exception, SystemExit) as error:  # an import may raise anything
        described = " ".join(f"{type(error).__name__}: {error}".split())
        raise ValueError(f"target = {place!r}: {described}") from None
    if not callable(found):
        raise ValueError(f"target = {place!r}: expected a function, not {type(found).__name__}")
    return found  # type: ignore[no-any-return]  # any callable


def _module(name: str) -> ModuleType:
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    return importlib.import_module(name)


def import_lines(place: str) -> list[str]:
    """Return lines of Python after which ``target`` is the one at a place."""
    module, _, name = place.rpartition(":")
    if module.endswith(".py") or "." in name:
        return ["from dpassay.properties.places import target_at", "", f"target = target_at({place!r})"]
    return [f"from {module} import {name} as target"]


explain_failures(__name__)
