"""Batches of answers that are kept beside the reports until these stand, so that an audit that was ended can go on.

Each is a file that is whole or not there (`dpassay.audit.reports.files.write_whole`), under the numbers of its chunks
and a digest of its request: target, inputs, parameters, number of answers, seed, and our version. It begins with the
SHA-256 of the rest: one that was damaged is drawn again. Beside them `asked.json` says what audit they are of.
"""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, fields
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import dpassay
from dpassay.audit.answers.chunks import UNREADABLE, Chunk, chunk_of
from dpassay.audit.answers.outcome import Origin
from dpassay.audit.answers.parts import Part, chunk_range
from dpassay.audit.answers.program import Program
from dpassay.audit.answers.recording import Recording
from dpassay.audit.answers.worker_drawing import chunk_sizes
from dpassay.audit.answers.worker_imports import digests, imported
from dpassay.audit.answers.worker_target import hashes
from dpassay.audit.plan import Plan
from dpassay.audit.reports.files import make_folder, write_whole
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

__all__ = ["Store", "plan_words", "target_words"]

ASKED: Final = "asked.json"
ENDING: Final = ".batch"
_DIGEST: Final = 64
_NAME: Final = 16
_SHOWN: Final = 80
_OF_NO_ACCOUNT: Final = ("time_limit", "first_time_limit", "workers")


def plan_words(plan: Plan) -> dict[str, str]:
    """Return what the answers and the evidence depend on; of limits of time and of workers nothing."""
    return {entry.name: str(getattr(plan, entry.name)) for entry in fields(plan) if entry.name not in _OF_NO_ACCOUNT}


def target_words(target: str | Program | Recording) -> dict[str, str]:
    """Return a target, and the SHA-256 of each of its files, as far as they are known without running it.

    Of a function in a file these are the file and what it imports from its folder.
    """
    if isinstance(target, Recording):
        return {"target": str(target), "sources": " ".join(part.sha256 for part in target.parts)}
    if isinstance(target, Program):
        places = [shutil.which(target.command[0]) or "", *target.command[1:]]
    else:
        path = Path(target.rpartition(":")[0])
        files = digests(path, imported(path)) if path.is_file() else []
        return {"target": target} | {f"the SHA-256 of {name}": digest for name, digest in files}
    return {"target": str(target), "sources": " ".join(digest for _, digest in hashes(places))}


class Store:
    """A folder of batches, of one audit or of several that are asked for together.

    Attributes:
        folder: where they are; it is made with the first of them.
        asked: what audit they are of, in words.
        problem: why the last batch could not be kept; else empty. The audit goes on without.
    """

    def __init__(self, folder: Path, asked: Mapping[str, str]) -> None:
        self.folder = folder
        self.asked = {"dpassay": dpassay.__version__, **asked}
        self.problem = ""

    @property
    def kept(self) -> int:
        """How many batches there are."""
        return len(list(self.folder.glob(f"*{ENDING}")))

    def begin(self, *, resume: bool) -> None:
        """Go on from what is there, or begin anew.

        Raises:
            ValueError: what is there is of another audit.
        """
        if not resume:
            self.delete()
            return
        with suppress(FileNotFoundError, NotADirectoryError):
            found = _read_asked(self.folder / ASKED)
            names = [*self.asked, *(name for name in found if name not in self.asked)]
            other = next((name for name in names if found.get(name) != self.asked.get(name)), None)
            if other is not None:
                was, now = (str(words.get(other))[:_SHOWN] for words in (found, self.asked))
                expected = f"batches of this audit, but they are of one with {other} = {was}, not {now}"
                require(False, "resume", self.folder, f"{expected} (without --resume they are deleted)")

    def delete(self) -> None:
        """Delete what was kept, and the folder, unless something else is in it."""
        with suppress(OSError):
            for path in (*self.folder.glob(f"*{ENDING}"), *self.folder.glob(".*.part"), self.folder / ASKED):
                path.unlink(missing_ok=True)
            self.folder.rmdir()

    def load(self, request: Mapping[str, Any]) -> Part | None:
        """Return the part that a request asks for; None where it is not there, or damaged."""
        try:
            text = self._path(request).read_bytes()
            digest, content = text[:_DIGEST], text[_DIGEST:]
            part = part_of(content) if digest == _digest(content) else None
        except UNREADABLE:
            return None
        sizes = list(chunk_sizes(request["samples"]))
        expected = [[sizes[chunk] for chunk in chunk_range(request)]] * len(request["datasets"])
        return part if part is not None and [list(map(len, row)) for row in part.chunks] == expected else None

    def save(self, request: Mapping[str, Any], part: Part) -> None:
        """Keep a part."""
        try:
            make_folder(self.folder)
            if not (self.folder / ASKED).exists():
                write_whole(self.folder / ASKED, json.dumps(self.asked, indent=1) + "\n")
            content = content_of(part)
            write_whole(self._path(request), _digest(content) + content)
        except ValueError as error:
            self.problem = str(error)

    def _path(self, request: Mapping[str, Any]) -> Path:
        asked = json.dumps([self.asked, request], sort_keys=True, default=str).encode(errors="backslashreplace")
        span = chunk_range(request)
        return self.folder / f"{span.start}-{span.stop}-{sha256(asked).hexdigest()[:_NAME]}{ENDING}"


def _read_asked(path: Path) -> dict[str, Any]:
    """Return what batches are of; nothing that is asked for where that cannot be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _digest(content: bytes) -> bytes:
    return sha256(content).hexdigest().encode()


# A part as bytes


def content_of(part: Part) -> bytes:
    """Return a part as the bytes of an .npz file."""
    told = {"origin": asdict(part.origin), "stdout": part.stdout, "stderr": part.stderr, "rows": len(part.chunks)}
    arrays: dict[str, Any] = {"told": np.frombuffer(json.dumps(told).encode(), np.uint8)}
    for row, chunks in enumerate(part.chunks):
        for place, chunk in enumerate(chunks):
            arrays |= {f"{row}-{place}-{name}": array for name, array in _arrays(chunk).items()}
    content = io.BytesIO()
    np.savez(content, **arrays)
    return content.getvalue()


def _arrays(chunk: Chunk) -> dict[str, NDArray[Any]]:
    """Return a chunk as a worker writes it."""
    values = np.empty(0) if chunk.values is None else chunk.values
    found = {"values": values, "names": np.array(chunk.names), "codes": chunk.codes}
    if chunk.places is None:
        return found
    return {**found, "lines": np.frombuffer("\n".join(chunk.lines).encode("ascii"), np.uint8), "places": chunk.places}


def part_of(content: bytes) -> Part:
    """Return the part that bytes are; one of ``UNREADABLE`` where they are none."""
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        found = dict(arrays)
    told = json.loads(found.pop("told").tobytes())
    rows: list[dict[int, dict[str, NDArray[Any]]]] = [{} for _ in range(told["rows"])]
    for name, array in found.items():
        row, place, which = name.split("-")
        rows[int(row)].setdefault(int(place), {})[which] = array
    chunks = tuple(tuple(chunk_of(row[place], "batch") for place in sorted(row)) for row in rows)
    origin = Origin(**{**told["origin"], "sources": tuple(map(tuple, told["origin"]["sources"]))})
    return Part(chunks, None, origin, told["stdout"], told["stderr"])


explain_failures(__name__)
