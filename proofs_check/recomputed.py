"""Which claims were recomputed with the very code and record that are there: their evidence need not be looked for.

`dpassay claims run` leaves a digest of each claim beside the ledger's records: of its record, and of all code and
libraries that have a part in it, but for the claims of other sources. It spares time and is no evidence: what is stored
is verified all the same.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final

from dpassay.proofs_check import memory, registry
from dpassay.proofs_check.claim import Claim

FILE: Final = "recomputed.txt"
LIBRARIES: Final = ("mpmath", "numpy", "python-flint", "scipy", "sympy")
SOURCES: Final = tuple(package for package in registry.PACKAGES if not package.__name__.endswith(".shared_lemmas"))
"""The folders of claims, one for each source."""


def digests(ledger: Path) -> dict[str, str]:
    """The digests by the ids of claims; none where no file can be read."""
    try:
        lines = (ledger / FILE).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return {}
    pairs = (line.split() for line in lines)
    return {pair[1]: pair[0] for pair in pairs if len(pair) == 2}


def dump(known: Mapping[str, str]) -> str:
    """The text of the file: a digest and an id in each line."""
    return "".join(f"{known[id_]}  {id_}\n" for id_ in sorted(known))


def digest(claim: Claim, record: str) -> str:
    """What is the same as long as nothing changes on which the record, of this text, depends."""
    package = claim.decide.__module__.rpartition(".")[0]
    return sha256(f"{code_digest(package)}\n{record}".encode(errors="surrogatepass")).hexdigest()


def changed(claims: Iterable[Claim], ledger: Path) -> list[Claim]:
    """The claims that were not recomputed with this code and this record."""
    known = digests(ledger)
    return [claim for claim in claims if known.get(claim.id) != _present(claim, ledger)]


def _present(claim: Claim, ledger: Path) -> str:
    try:
        return digest(claim, (ledger / f"{claim.id}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""


@cache
def code_digest(package: str) -> str:
    """The digest of all code that has a part in a claim of a source, and of what it runs on."""
    libraries = " ".join(f"{name} {version(name)}" for name in LIBRARIES)
    whole = sha256(f"{sys.version_info[:2]} {libraries}".encode())
    needed = _needed(package)
    others = {_folder(source.__name__) for source in SOURCES if source.__name__ not in needed}
    for room in memory.ROOMS:
        memory.add_code(whole, room.__name__, Path(room.__path__[0]), without=others)
    return whole.hexdigest()


def _needed(package: str) -> set[str]:
    """A source's package, and those of other sources that its modules name, and so on."""
    found, waiting = set[str](), {package}
    while waiting:
        name = waiting.pop()
        found.add(name)
        text = "\n".join(path.read_text(encoding="utf-8") for path in _folder(name).glob("*.py"))
        waiting |= {other.__name__ for other in SOURCES if re.search(rf"\b{other.__name__}\b", text)} - found
    return found


def _folder(package: str) -> Path:
    return Path(sys.modules[package].__path__[0])
