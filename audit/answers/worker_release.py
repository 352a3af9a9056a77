"""What a pipeline released, part by part, as texts that are equal for equal parts: so two releases can be compared."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_faults import described_value
from .worker_noise import Noise
from .worker_recorder import number_text

if TYPE_CHECKING:
    from collections.abc import Iterator

DEEPEST = 8
MOST_PARTS = 20_000
MOST_NUMBERS = 2_000
LONGEST_PART = 200


def parts_of(release: Any) -> dict[str, str]:
    """Return each part of a release by its path; "" is the path of a release that is one number or text."""
    found: dict[str, str] = {}
    for path, text in parts(release, "", DEEPEST, set()):
        found[path] = text
        if len(found) >= MOST_PARTS:
            break
    return found


def parts(value: Any, path: str, depth: int, above: set[int]) -> Iterator[tuple[str, str]]:
    """Yield path and text of every part of a value."""
    if isinstance(value, Noise):
        value = value.value()
    if type(value) in (int, float, bool) or value is None or isinstance(value, (str, bytes)):
        yield path, text(value)
    elif isinstance(value, np.generic):
        yield path, text(value.item())
    elif depth <= 0 or id(value) in above:
        yield path, type(value).__name__
    else:
        yield from nested(value, path, depth, {*above, id(value)})


def nested(value: Any, path: str, depth: int, above: set[int]) -> Iterator[tuple[str, str]]:
    """Yield the parts of what has parts."""
    if isinstance(value, np.ndarray):
        yield from of_array(value, path, depth, above)
    elif isinstance(value, dict):
        yield f"{path}.keys", ", ".join(text(key) for key in value)[:LONGEST_PART]
        for key, entry in value.items():
            yield from parts(entry, f"{path}[{text(key)}]", depth - 1, above)
    elif isinstance(value, (set, frozenset)):
        yield path, ", ".join(sorted(map(text, value)))
    elif isinstance(value, (list, tuple)):
        yield f"{path}.length", f"{type(value).__name__} of {len(value)}"
        for place, entry in enumerate(value):
            yield from parts(entry, f"{path}[{place}]", depth - 1, above)
    elif hasattr(value, "columns") and hasattr(value, "to_numpy"):
        yield from parts(list(value.columns), f"{path}.columns", depth - 1, above)
        yield from parts(value.to_numpy(), path, depth - 1, above)
    else:
        yield f"{path}.type", type(value).__name__
        for name, entry in sorted(getattr(value, "__dict__", {}).items()):
            if not callable(entry):
                yield from parts(entry, f"{path}.{name}", depth - 1, above)


def of_array(value: Any, path: str, depth: int, above: set[int]) -> Iterator[tuple[str, str]]:
    """Yield the form of an array, and its numbers or a digest of all of them."""
    yield f"{path}.shape", f"{value.dtype} of shape {value.shape}"
    if value.dtype == object or value.size <= MOST_NUMBERS:
        for place in np.ndindex(value.shape):
            yield from parts(value[place], f"{path}{list(place) or ''}", depth - 1, above)
    else:
        yield path, sha256(np.ascontiguousarray(value).tobytes()).hexdigest()


def text(value: Any) -> str:
    """Return a text of a value: of a number all its bits."""
    if isinstance(value, (bool, int, float)):
        return number_text(value) if not isinstance(value, bool) else str(value)
    full = described_value(value)
    return full if len(full) <= LONGEST_PART else f"{full[:100]} {sha256(full.encode()).hexdigest()[:16]}"


def difference(first: dict[str, str], second: dict[str, str]) -> tuple[str, str, str] | None:
    """Return the first path at which two releases differ, and what stands there in either; None where they do not."""
    for path in dict.fromkeys([*first, *second]):
        if first.get(path) != second.get(path):
            return path, first.get(path, "nothing"), second.get(path, "nothing")
    return None
