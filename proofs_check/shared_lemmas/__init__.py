"""Lemmas that claims of several sources rest on, proved in the same form as claims."""

import importlib
import pkgutil

LEMMAS = [name for _, name, _ in pkgutil.iter_modules(__path__)]
for lemma in LEMMAS:
    importlib.import_module(f"{__name__}.{lemma}")

__all__ = ["LEMMAS"]
