"""What a pipeline released, part by part, as texts that are equal for equal parts: so two releases can be compared.

A release is followed into whatever it holds. What cannot be compared is named: then nothing follows of equal texts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_faults import described
from .worker_leaves import Said, UnknownError, digest, leaf, name_of, shortened, without_addresses
from .worker_noise import Noise
from .worker_opened import opened
from .worker_recorder import TooLongError

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_PARTS = 20_000
MOST_WALKED = 200_000
LONGEST_PATH = 300
BEYOND = f"[beyond {MOST_PARTS:,} parts]"


@dataclass
class Released:
    """The parts of a release: texts by their paths, "" that of one number; and what nobody can compare, in words."""

    texts: dict[str, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)


def parts_of(release: Any) -> Released:
    """Return each part of a release; beyond many of them a digest of the others."""
    found, rest, count = Released(), sha256(), 0
    for path, text in walked(release, found.unknown):
        count += 1
        if count <= MOST_PARTS:
            found.texts[path if path not in found.texts else f"{path} ({count})"] = text
        elif count <= MOST_WALKED:
            rest.update(f"{path} {text}\n".encode("utf-8", "surrogatepass"))
        else:
            found.unknown.append(f"what lies beyond {MOST_WALKED:,} parts")
            break
    if count > MOST_PARTS:
        found.texts[BEYOND] = rest.hexdigest()
    return found


def walked(release: Any, unknown: list[str]) -> Iterator[tuple[str, str]]:
    """Yield path and text of every part, and take note of those that nobody knows.

    Without recursion: a release may be as deep as it likes. What lies around a part and is met in it again is a circle.
    """
    above: set[int] = set()
    stack: list[tuple[str, Iterator[tuple[str, Any]], Any]] = [("", iter([("", release)]), None)]
    while stack:
        base, entries, holder = stack[-1]
        try:
            found = next(entries, None)
        except (MemoryError, TooLongError):
            raise
        except UnknownError:
            unknown.append(f"{base} ({name_of(type(holder))})".strip())
            found = None
        except Exception as error:  # the target's code
            yield f"{base}.raises", shortened(described(error))
            unknown.append(f"{base} ({name_of(type(holder))}, which raises {type(error).__name__})".strip())
            found = None
        if found is None:
            stack.pop()
            above.discard(id(holder))
            continue
        path, part = bounded(base + found[0]), found[1]
        part = part.value() if isinstance(part, Noise) else part
        text = part if isinstance(part, Said) else leaf(part)
        if text is not None:
            yield path, without_addresses(text)
            if isinstance(part, np.generic):
                yield f"{path}.type", str(part.dtype)
        elif id(part) in above:
            yield path, f"{name_of(type(part))} around it"
        else:
            above.add(id(part))
            stack.append((path, opened(part), part))


def bounded(path: str) -> str:
    """Return a path that does not grow long."""
    return path if len(path) <= LONGEST_PATH else f"{path[:100]}...{digest(path)}"


def differences(first: dict[str, str], second: dict[str, str]) -> Iterator[str]:
    """Yield the paths at which two releases differ."""
    for path in dict.fromkeys([*first, *second]):
        if first.get(path) != second.get(path):
            yield path
