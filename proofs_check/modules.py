"""The modules of a folder, which register what they hold when they are imported."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable


def imported(package: str, path: Iterable[str]) -> tuple[str, ...]:
    """Import every module of a package, and return their names."""
    names = tuple(name for _, name, _ in pkgutil.iter_modules(path))
    for name in names:
        importlib.import_module(f"{package}.{name}")
    return names
