"""Which printed statements of a source cite which: what relies on a statement, as the source has it.

Read off the sources: a statement uses what it, its proof or the text that introduces it cites by its name. A statement
that is announced in the introduction uses the one that shows it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

USES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "ASI": {
        "Proposition 3.3": ("Assumption 3.1", "Algorithm 1", "Lemma 3.4", "Lemma 3.5"),
        "Lemma 3.4": ("Algorithm 1",),
        "Lemma 3.6": ("Assumption 3.1",),
        "Lemma 3.7": ("Lemma A.1", "Lemma 2.4"),
        "Theorem 3.2": ("Assumption 3.1", "Algorithm 1", "Proposition 3.3", "Lemma 3.6", "Lemma 3.7", "Lemma 3.8"),
        "Theorem 3.10": ("Algorithm 1", "Theorem 3.2"),
        "Lemma 3.11": ("Lemma 3.5",),
        "Theorem 3.12": ("Algorithm 1", "Theorem 3.2"),
        "Lemma 4.3": ("Condition 4.1",),
        "Theorem 4.2": ("Condition 4.1", "Lemma 4.3", "Lemma 4.4", "Lemma 2.8"),
    },
    "HRS": {
        "Theorem 3.3": ("Theorem 3.7", "Lemma 3.2"),
        "Theorem 3.6": ("Theorem 3.4", "Definition 3.5"),
        "Corollary 3.8": ("Theorem 3.6", "Theorem 3.4", "Theorem 3.7"),
        "Theorem 4.2": ("Algorithm 2", "Lemma E.1", "Fact E.2", "Lemma E.3", "Lemma E.4", "Theorem E.5"),
        "Theorem 4.3": ("Algorithm 3", "Claim F.1", "Lemma E.1", "Lemma E.3", "Theorem 4.2"),
        "Lemma G.3": ("Fact G.2",),
        "Theorem G.4": ("Algorithm 4", "Theorem G.1", "Fact G.2", "Lemma G.3"),
    },
    "LEC": {"Section 1, second display": ("Theorem 1",)},
    "SCOTT": {
        "Corollary 4.5": ("Definition 4.1", "Theorem 4.4"),
        "Theorem 4.3": ("Algorithm 1", "Fact 4.1"),
        "Theorem 4.4": ("Algorithm 1",),
        "Theorem 4.6": ("Algorithm 2", "Corollary 3.1"),
        "Theorem 4.7": ("Algorithm 2", "Theorem 4.3", "Theorem 4.6"),
        "Theorem 4.8": ("Algorithm 2", "Theorem 4.4"),
        "Remark 1": ("Theorem 4.8",),
        "Theorem 4.9": ("Corollary 3.1",),
        "Theorem 4.10": ("Definition 4.1",),
        "Theorem 4.11": ("Algorithm 3",),
        "Section 5.2.1": ("Corollary 3.1",),
    },
    "SIMA": {
        "Lemma 3": ("Algorithm 1", "Lemma 2"),
        "Lemma 4": ("Algorithm 1", "Lemma 1"),
        "Lemma 5": ("Algorithm 1", "Lemma 4"),
        "Theorem 4": ("Lemma 3", "Lemma 5"),
        "Lemma 6": ("Algorithm 2",),
        "Lemma 7": ("Algorithm 2", "Lemma 1"),
        "Lemma 8": ("Algorithm 2", "Lemma 5", "Lemma 7"),
        "Theorem 5": ("Theorem 4", "Lemma 6", "Lemma 8"),
        "Theorem 6": ("Theorem 5",),
        "Theorem 1": ("Theorem 3",),
        "Theorem 2": ("Theorem 5",),
    },
}
PROOFS: Final[Mapping[str, Mapping[str, str]]] = {
    "ASI": {"A.1": "Lemma 3.4", "A.2": "Lemma 3.6", "A.3": "Lemma 3.7"},
    "HRS": {
        "C.2": "Lemma 3.2",
        "C.3": "Theorem 3.3",
        "C.4": "Theorem 3.6",
        "C.5": "Theorem 3.7",
        "C.6": "Corollary 3.8",
        "E.2": "Theorem 4.2",
        "F.2": "Theorem 4.3",
    },
    "LEC": {},
    "SCOTT": {"A.1": "Theorem 4.4", "A.2": "Theorem 4.10"},
    "SIMA": {"Appendix A": "Theorem 3", "Appendix B": "Lemma 5", "Appendix C": "Lemma 8"},
}
"""The sections that are the proof of a statement."""

DESCRIBED: Final[Mapping[str, Mapping[str, str]]] = {"SIMA": {"Section 4.2": "Algorithm 1"}}
"""The sections that describe an algorithm."""

_NAME: Final = re.compile(
    r"\b(Theorem|Lemma|Corollary|Proposition|Condition|Definition|Fact|Claim|Assumption|Algorithm|Remark|Section)(s?) "
    r"((?:[A-G]\.)?\d+(?:\.\d+)*)(?:(?:,| and| to) ((?:[A-G]\.)?\d+(?:\.\d+)*))?"
)


_BESIDE: Final = re.compile(r"\b(?:after|before)(?: the proof of)? (?=[A-Z])", re.IGNORECASE)
_PROOF: Final = re.compile(r"\bproof of (?=[A-Z])", re.IGNORECASE)


def named(prefix: str, location: str) -> list[str]:
    """Return the printed statements that a location of a source names, or whose proof it lies in.

    None that it lies before or after.
    """
    found = []
    beside = {found.end() for found in _BESIDE.finditer(location)}
    names = [each.groups("") for each in _NAME.finditer(location) if each.start() not in beside]
    for kind, plural, first, last in names:
        numbers = [first, last] if last and plural else [first]
        if kind == "Algorithm" and " to " in location and len(numbers) > 1:
            numbers = [str(number) for number in range(int(first), int(last) + 1)]
        found += [f"{kind} {number}" for number in numbers]
    described = [name for place, name in DESCRIBED.get(prefix, {}).items() if _is_in(place, location)]
    return list(dict.fromkeys([*found, *described, *_sections(prefix, location)]))


def proved(prefix: str, location: str) -> list[str]:
    """Return the printed statements in whose proof a location lies."""
    at = {found.end() for found in _PROOF.finditer(location)}
    beside = {found.end() for found in _BESIDE.finditer(location)}
    told = [f"{each[1]} {each[3]}" for each in _NAME.finditer(location) if each.start() in at - beside]
    return list(dict.fromkeys([*told, *_sections(prefix, location)]))


def _sections(prefix: str, location: str) -> list[str]:
    """Return the statements whose proofs are the sections that a location names; none where it is about a statement."""
    about = {found.end() for pattern in (_BESIDE, _PROOF) for found in pattern.finditer(location)}
    if any(each.start() not in about and each[1] != "Section" for each in _NAME.finditer(location)):
        return []
    return [name for place, name in PROOFS[prefix].items() if _is_in(place, location)]


def _is_in(place: str, location: str) -> bool:
    return re.search(rf"(?<!Lemma )(?<!Theorem )\b{re.escape(place)}\b", location) is not None


def relying(prefix: str, statements: list[str]) -> list[str]:
    """Return the printed statements that use some of these, or use one that does, in the order of ``USES``."""
    uses, found = USES[prefix], list(statements)
    for statement in found:
        found += [later for later, used in uses.items() if statement in used and later not in found]
    return [later for later in uses if later in found and later not in statements]
