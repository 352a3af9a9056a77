"""All wrong and all correct implementations, by mechanism: those of ``mutants.py``, and those in files of their own.

Each file needs numpy only and imports nothing of ours, so that an audit can run what it holds in a process of its own.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, Final

from dpassay.reference import MECHANISMS
from tests.mutants import mutants

_FILES: Final[dict[str, Any]] = {
    name: import_module(f"tests.mutants.{name}")
    for name in MECHANISMS
    if Path(__file__).with_name(f"{name}.py").exists()
}

CORRECT: Final = mutants.CORRECT | {name: file.CORRECT for name, file in _FILES.items()}
MUTANTS: Final = mutants.MUTANTS | {name: file.MUTANTS for name, file in _FILES.items()}
PARAMETERS: Final = mutants.PARAMETERS | {name: dict(file.PARAMETERS) for name, file in _FILES.items()}
AUDITED: Final = (
    PARAMETERS
    | mutants.AUDITED
    | {name: dict(file.AUDITED) for name, file in _FILES.items() if hasattr(file, "AUDITED")}
)
"""The parameters at which they are audited."""


def path_of(mechanism: str) -> Path:
    """Return the file that holds a mechanism's implementations."""
    return Path(str(_FILES.get(mechanism, mutants).__file__))
