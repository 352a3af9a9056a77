"""Drawing of the targets beside this file, for the tests of what stands between a target and its auditor.

Those in `behaving.py` are right, those in `misbehaving.py` are not.
"""

import ast
from functools import cache
from pathlib import Path
from typing import Any

from dpassay.audit.answers.outcome import Failure, Samples
from dpassay.audit.answers.runner import draw

RIGHT = Path(__file__).with_name("behaving.py")
WRONG = Path(__file__).with_name("misbehaving.py")
LIMITS = {"time_limit": 20.0, "memory_limit": 1 << 30}


def target(name: str) -> str:
    """A target of one of the files, which have different names in them."""
    return f"{RIGHT if name.partition('.')[0] in _names(RIGHT) else WRONG}:{name}"


@cache
def _names(file: Path) -> set[str]:
    """The functions and classes of a file."""
    return {node.name for node in ast.parse(file.read_text()).body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def outcome(name: str, data: Any = 0, parameters: dict[str, object] | None = None, **options: Any) -> Samples | Failure:
    arguments: dict[str, Any] = {"samples": 100, "seed": 1, **LIMITS, **options}
    return draw(target(name), [data], parameters or {}, **arguments)


def samples(name: str, *arguments: Any, **options: Any) -> Samples:
    result = outcome(name, *arguments, **options)
    assert isinstance(result, Samples), result
    return result


def failure(name: str, *arguments: Any, **options: Any) -> Failure:
    result = outcome(name, *arguments, **options)
    assert isinstance(result, Failure), result
    assert "\n" not in result.message
    assert len(result.message) < 400
    return result


def row(name: str, *arguments: Any) -> list[float]:
    """The first output of a target that reports what it was given."""
    values: list[float] = samples(name, *arguments, samples=1).arrays[0][0].tolist()
    return values
