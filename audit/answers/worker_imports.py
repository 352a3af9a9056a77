"""The files that a target's answers depend on: its own, and those that it imports from its own folder or from below.

All others are installed, and have versions. Two ways lead to a file: an import statement names it, wherever it stands;
or it was loaded when the target's module had been. What a function loads by other means while it is called, and data
that are read, are seen by neither.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

from .worker_target import hashes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import ModuleType

MOST = 100
"""So many files are told one by one; the others have one SHA-256 together."""

INSTALLED = ("site-packages", "dist-packages")


def sources_of(module: ModuleType, before: Iterable[str] = ()) -> list[list[str]]:
    """Return the name and the SHA-256 of the module's file and of what it took from its folder, that file first.

    ``before``: the names of the modules that were there already.
    """
    place = getattr(module, "__file__", None)
    if not place:
        return []
    path = Path(place)
    return digests(path, [*imported(path), *loaded(path.parent, frozenset(before))])


def digests(path: Path, files: Iterable[Path]) -> list[list[str]]:
    """Return the names below the folder of a file, and the SHA-256; of many files those of the last together."""
    folder = path.parent.resolve()
    names = {each.resolve(): each for each in files}
    others = sorted(name_of(each, folder) for each in names if each != path.resolve())
    found = hashes([str(path)])
    for name in others:
        found += [[name, digest] for _, digest in hashes([str(folder / name)])]
    if len(found) <= MOST:
        return found
    rest = repr(found[MOST:]).encode()
    return [*found[:MOST], [f"{len(found) - MOST} other files", hashlib.sha256(rest).hexdigest()]]


def name_of(place: Path, folder: Path) -> str:
    """Return the name of a file below a folder."""
    return place.relative_to(folder).as_posix()


# What import statements say


def imported(path: Path) -> list[Path]:
    """Return a file, and the files of its folder that its import statements name, and theirs."""
    found: dict[Path, None] = {}
    waiting = [path]
    while waiting:
        place = waiting.pop()
        if place not in found:
            found[place] = None
            waiting += stated(place, path.parent)
    return list(found)


def stated(place: Path, folder: Path) -> list[Path]:
    """Return the files that the import statements of one name, if they are in a folder; of what is no text none."""
    found: list[Path] = []
    with contextlib.suppress(OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        for node in ast.walk(ast.parse(place.read_bytes())):
            if isinstance(node, ast.Import):
                for entry in node.names:
                    found += below(folder, entry.name)
            elif isinstance(node, ast.ImportFrom):
                above = list(place.parents)[: node.level]
                base = above[-1] if above else folder
                for entry in node.names:
                    found += below(base, ".".join(filter(None, (node.module, entry.name))))
    return [each for each in found if is_own(each, folder)]


def below(base: Path, dotted: str) -> Iterator[Path]:
    """Yield the files that a dotted name may stand for, those of the packages above included."""
    place = base
    for part in dotted.split("."):
        place /= part
        for path in (place.with_name(f"{part}.py"), place / "__init__.py"):
            if path.is_file():
                yield path


# What was loaded


def loaded(folder: Path, before: frozenset[str]) -> list[Path]:
    """Return the files of a folder, or below it, that modules were loaded from which were not there before."""
    found = []
    for name, module in list(sys.modules.items()):
        with contextlib.suppress(Exception):  # what stands there may be anything
            place = vars(module).get("__file__")
            ours = name in before or name.startswith(f"{__package__}.")
            if isinstance(place, str) and not ours and is_own(Path(place), folder):
                found.append(Path(place))
    return found


def is_own(path: Path, folder: Path) -> bool:
    """Tell whether a file is below a folder, and not of an installed package or of Python itself."""
    place, root = path.resolve(), folder.resolve()
    if not place.is_file() or root not in place.parents:
        return False
    standard = Path(sysconfig.get_paths()["stdlib"]).resolve()
    is_standard = standard in place.parents and standard not in (root, *root.parents)
    return not is_standard and not set(INSTALLED) & set(place.relative_to(root).parts)
