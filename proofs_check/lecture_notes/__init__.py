"""Source 004: lecture notes on private PAC learning and multiplicative weights."""

import importlib
import pkgutil

from dpassay.proofs_check.lecture_notes import experts, pac, private_experts

ROWS = [name for _, name, _ in pkgutil.iter_modules(__path__) if name.startswith("lec_")]
for row in ROWS:
    importlib.import_module(f"{__name__}.{row}")

__all__ = ["ROWS", "experts", "pac", "private_experts"]
