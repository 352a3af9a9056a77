"""What a worker has written: one file for each chunk of answers on each dataset, read back and put together."""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpassay.audit.answers.outcome import LONGEST_NAME
from dpassay.audit.answers.plain import plain_line
from dpassay.exact.entrance import explain_failures

UNREADABLE: Final = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error)
"""What `read` raises where a target has meddled with the files."""

MOST_FORMS: Final = 100
OTHER: Final = "other"


@dataclass(frozen=True, slots=True, eq=False)
class Chunk:
    """The answers of one chunk.

    Attributes:
        values: int64 or float64, of shape (size,) or (size, k); None where the answers have not one numeric form.
        names: the forms of the answers.
        codes: the places of the answers' forms among the names: one for each answer, or one for a whole array.
        lines: where answers of any kind were asked for and are not of one numeric form: the different answers, as JSON.
        places: of each answer the place of its line.
    """

    values: NDArray[Any] | None
    names: tuple[str, ...]
    codes: NDArray[np.int64]
    lines: tuple[str, ...] = ()
    places: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        """Return the number of answers."""
        return len(self.codes) if self.values is None else len(self.values)


def path_of(folder: Path, dataset: int, chunk: int) -> Path:
    """Return where a worker writes a chunk."""
    return folder / f"{dataset}-{chunk}.npz"


def chunks_of(folder: Path, dataset: int, first: int = 0) -> Iterator[Chunk]:
    """Yield the chunks on one dataset from one of them on, in their order, as far as they are there."""
    number = first
    while (path := path_of(folder, dataset, number)).is_file():
        yield read(path)
        number += 1


def read(path: Path) -> Chunk:
    """Return one chunk; one of ``UNREADABLE`` where it is damaged."""
    with path.open("rb") as file, np.load(file, allow_pickle=False) as content:
        return chunk_of(content, path.name)


def chunk_of(content: Mapping[str, NDArray[Any]], place: str) -> Chunk:
    """Return the chunk that arrays by name are; ``ValueError`` names the place where they are none."""
    values, names, codes = (content[name] for name in ("values", "names", "codes"))
    lines = _lines(content["lines"], content["places"]) if "lines" in content else ((), None)
    if values.dtype not in (np.int64, np.float64) or values.ndim not in (1, 2):
        raise ValueError(f"{place} holds {values.dtype} of shape {values.shape}")
    if names.dtype.kind != "U" or codes.dtype.kind != "i" or names.ndim != 1 or codes.ndim != 1:
        raise ValueError(f"{place} holds no forms")
    if not len(codes) or codes.min() < 0 or codes.max() >= len(names):
        raise ValueError(f"{place} holds forms without a name")
    plain = tuple(plain_line(str(name), LONGEST_NAME) for name in names)
    return Chunk(values if len(values) else None, plain, codes.astype(np.int64), *lines)


def _lines(text: NDArray[Any], places: NDArray[Any]) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Return the lines and the places of the answers among them; ``ValueError`` where they do not fit."""
    lines = tuple(text.astype(np.uint8).tobytes().decode("ascii").split("\n"))
    well_formed = places.dtype.kind == "i" and places.ndim == 1 and len(places) > 0
    if not well_formed or places.min() < 0 or places.max() >= len(lines):
        raise ValueError("answers without a line")
    return lines, places.astype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """All answers: arrays and forms as in `Samples`, and their number for each dataset."""

    arrays: tuple[NDArray[Any], ...]
    form_names: tuple[str, ...]
    form_codes: tuple[NDArray[np.int64], ...]
    counts: tuple[int, ...]
    lines: tuple[str, ...] = ()
    places: tuple[NDArray[np.int64], ...] = ()

    @property
    def numeric(self) -> bool:
        """Whether there are arrays, or at least different forms, to tell datasets apart by."""
        return bool(self.arrays) or len(self.form_names) > 1


def put_together(chunks: Sequence[Sequence[Chunk]], *, any_form: bool = False) -> Drawn:
    """Put together the chunks of each dataset, in their order.

    ``any_form``: answers of any kind were asked for. Where each has a form of its own and the forms of two chunks
    differ, there are lines, though the answers of a chunk are numbers of one form.
    """
    names = _names(chunk for row in chunks for chunk in row)
    codes = tuple(_joined([_renumbered(chunk, names) for chunk in row]) for row in chunks)
    uniform = len(names) == 1 and all(chunk.values is not None for row in chunks for chunk in row)
    arrays = tuple(_joined([chunk.values for chunk in row if chunk.values is not None]) for row in chunks)
    counts = tuple(sum(map(len, row)) for row in chunks)
    own_forms = all(len(chunk.codes) == len(chunk) for row in chunks for chunk in row)
    lines, places = _all_lines(chunks, wanted=any_form and own_forms and not uniform)
    return Drawn(arrays if uniform else (), names, codes, counts, lines, places)


def _all_lines(
    chunks: Sequence[Sequence[Chunk]], *, wanted: bool
) -> tuple[tuple[str, ...], tuple[NDArray[np.int64], ...]]:
    """Return all lines, once each, and of each answer the place of its own; nothing where no chunk has or wants any."""
    if not wanted and not any(chunk.lines for row in chunks for chunk in row):
        return (), ()
    known: dict[str, int] = {}
    found = []
    for row in chunks:
        parts = []
        for chunk in row:
            lines, places = _with_lines(chunk)
            numbers = [known.setdefault(line, len(known)) for line in lines]
            parts.append(np.array(numbers, np.int64)[places])
        found.append(_joined(parts))
    return tuple(known), tuple(found)


def _with_lines(chunk: Chunk) -> tuple[Sequence[str], NDArray[np.int64]]:
    """Return the lines of a chunk; numbers are written as a worker writes them."""
    if chunk.places is not None or chunk.values is None:
        return chunk.lines, np.empty(0, np.int64) if chunk.places is None else chunk.places
    return [json.dumps(value) for value in chunk.values.tolist()], np.arange(len(chunk.values))


def _names(chunks: Iterator[Chunk]) -> tuple[str, ...]:
    """Return the forms in the order in which they came; the last may stand for all that are too many."""
    found = dict.fromkeys(name for chunk in chunks for name in chunk.names)
    names = tuple(name for name in found if name != OTHER)
    return names if len(names) == len(found) <= MOST_FORMS else (*names[:MOST_FORMS], OTHER)


def _renumbered(chunk: Chunk, names: tuple[str, ...]) -> NDArray[np.int64]:
    """Return the codes of a chunk as places among all names."""
    places = [names.index(name) if name in names else len(names) - 1 for name in chunk.names]
    return np.array(places, np.int64)[chunk.codes]


def _joined(parts: list[NDArray[Any]]) -> NDArray[Any]:
    return np.concatenate(parts) if parts else np.empty(0, np.int64)


explain_failures(__name__)
