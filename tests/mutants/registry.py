"""All wrong and all correct implementations, by mechanism: those of ``mutants.py``, and those in files of their own.

Each file needs numpy only and imports nothing of ours, so that an audit can run what it holds in a process of its own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.mutants import (
    composition,
    label_clipping,
    lazy_to_private,
    multiplicative_weights,
    mutants,
    private_exp3,
    private_pac,
    private_wma,
)

_FILES = {
    "multiplicative_weights": multiplicative_weights,
    "private_pac": private_pac,
    "composition": composition,
    "lazy_to_private": lazy_to_private,
    "label_clipping": label_clipping,
    "private_wma": private_wma,
    "private_exp3": private_exp3,
}

CORRECT: Final = mutants.CORRECT | {name: file.CORRECT for name, file in _FILES.items()}
MUTANTS: Final = mutants.MUTANTS | {name: file.MUTANTS for name, file in _FILES.items()}
PARAMETERS: Final = mutants.PARAMETERS | {name: dict(file.PARAMETERS) for name, file in _FILES.items()}


def path_of(mechanism: str) -> Path:
    """Return the file that holds a mechanism's implementations."""
    return Path(str(_FILES.get(mechanism, mutants).__file__))
