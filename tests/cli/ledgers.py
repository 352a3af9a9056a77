"""Ledgers that are tampered with, for the tests of `claims`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

QUICK = ["LEC-17", "LEC-11"]
OTHERS = ["LEC-13", "LEC-14", "LEC-11-corrected"]


def edited(name: str, change: Callable[[dict[str, Any]], object]) -> Callable[[Path], object]:
    """Change the record of a claim."""

    def tamper(folder: Path) -> None:
        path = folder / f"{name}.json"
        record = json.loads(path.read_text(encoding="utf-8"))
        change(record)
        path.write_text(json.dumps(record), encoding="utf-8")

    return tamper


def written(name: str, text: str) -> Callable[[Path], object]:
    """Write another file in place of one."""
    return lambda folder: (folder / name).write_text(text, encoding="utf-8")
