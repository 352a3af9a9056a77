"""A file of checks to skip, each with its reason; an id in it that is no check any more is stale, and told of."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dpassay.exact.entrance import explain_failures
from dpassay.reference import nearest

__all__ = ["Skip", "StaleSkipWarning", "read_skips", "reason_of", "stale"]

_LINE: Final = re.compile(r"((?P<test>\w+)::)??((privacy|hygiene)::)?(?P<check>\w+::\w+)\s*:(?!:)\s*(?P<reason>.+)")


class StaleSkipWarning(UserWarning):
    """A skip file names a check that does not exist."""


@dataclass(frozen=True)
class Skip:
    """One line of the file.

    Attributes:
        check: ``mechanism::check``.
        test: the name of the test that it is for; "" for all.
        reason: why.
    """

    check: str
    test: str
    reason: str

    def __str__(self) -> str:
        return f"{self.test}::{self.check}" if self.test else self.check


def read_skips(path: Path) -> tuple[Skip, ...]:
    """Read lines "mechanism::check: reason", or "test::mechanism::check: reason"; # begins a comment."""
    try:
        lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "expected UTF-8"
        raise ValueError(f"skip-file = {str(path)!r}: {reason}") from None
    return tuple(_entry(path, line) for line in lines if line and not line.startswith("#"))


def _entry(path: Path, line: str) -> Skip:
    found = _LINE.fullmatch(line)
    if found is None:
        raise ValueError(f"skip-file = {str(path)!r}: expected 'mechanism::check: reason', got {line!r}")
    return Skip(found["check"], found["test"] or "", found["reason"])


def reason_of(skips: Iterable[Skip], check: str, test: str) -> str | None:
    """Return why a check of a test is skipped; None where it is not."""
    return next((skip.reason for skip in skips if skip.check == check and skip.test in ("", test)), None)


def stale(skips: Iterable[Skip], known: Iterable[tuple[str, str]]) -> list[str]:
    """Return what is said of each line that fits no check, of the known pairs of a test and a check."""
    pairs = list(known)
    names = [check for _, check in pairs] + [f"{test}::{check}" for test, check in pairs]
    return [
        f"skip file: {str(skip)!r} is no check of this session{nearest(str(skip), names)}"
        for skip in skips
        if str(skip) not in names
    ]


explain_failures(__name__)
