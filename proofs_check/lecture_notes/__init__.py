"""Source 004: lecture notes on private PAC learning and multiplicative weights."""

import importlib
import pkgutil

MODULES = [name for _, name, _ in pkgutil.iter_modules(__path__)]
for module in MODULES:
    importlib.import_module(f"{__name__}.{module}")

__all__ = ["MODULES"]
