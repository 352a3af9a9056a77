"""All wrong and all correct implementations, by mechanism: each has a file of its name.

Each file needs numpy only and imports nothing of ours but its neighbors, so that an audit can run what it holds in a
process of its own.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, Final

from dpassay.reference import MECHANISMS

_FILES: Final[dict[str, Any]] = {name: import_module(f"tests.mutants.{name}") for name in MECHANISMS}

CORRECT: Final = {name: file.CORRECT for name, file in _FILES.items()}
MUTANTS: Final = {name: file.MUTANTS for name, file in _FILES.items()}
PARAMETERS: Final = {name: dict(file.PARAMETERS) for name, file in _FILES.items()}
AUDITED: Final = {name: dict(getattr(file, "AUDITED", file.PARAMETERS)) for name, file in _FILES.items()}
"""The parameters at which they are audited."""


def path_of(mechanism: str) -> Path:
    """Return the file that holds a mechanism's implementations."""
    return Path(str(_FILES[mechanism].__file__))
