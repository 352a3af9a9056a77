"""Answers that were recorded elsewhere: two files, or two arrays, in place of a target that is run.

Nothing is known of how they were drawn. That they are independent draws on the two inputs is taken for granted, and the
report says so, with the SHA-256 of both files.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np

from dpassay.audit.answers.outcome import Origin, Samples
from dpassay.audit.answers.recorded_files import Numbers, as_doubles, checked_array, checked_ending, read_answers
from dpassay.audit.answers.request import MOST_SAMPLES
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

__all__ = ["Part", "Recording", "read_recording"]

_SHOWN: Final = 60
LEAST: Final = 4
"""Fewer answers on an input show nothing."""

PLACES: Final = ("first.npy", "second.npy")
"""What two arrays are called: files of these names, as ``numpy.save`` writes them, have the hashes of the report."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The answers on one input: the name of their file, its SHA-256, the numbers; whether there is no file yet."""

    name: str
    sha256: str
    answers: Numbers
    in_memory: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """The answers on both inputs, of one type and shape."""

    parts: tuple[Part, Part]

    def __str__(self) -> str:
        return " and ".join(part.name for part in self.parts)

    @property
    def words(self) -> list[str]:
        """The words of `dpassay audit` that name it."""
        return ["--samples-from", *(part.name for part in self.parts)]

    @property
    def stem(self) -> str:
        """Its name in names of files."""
        return "-".join(Path(part.name).stem for part in self.parts)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many answers there are on either input."""
        return tuple(len(part.answers) for part in self.parts)

    def samples(self, seed: int) -> Samples:
        """Return the answers as those of a run, in an order that is drawn from the seed.

        Events are chosen by the first answers and counted on the others: what was sorted would be misjudged.
        """
        rng = np.random.default_rng((seed, 2))
        arrays = tuple(rng.permutation(part.answers) for part in self.parts)
        form = f"{arrays[0].dtype} of shape {arrays[0].shape[1:]}"
        codes = tuple(np.zeros(len(array), np.int64) for array in arrays)
        sources = tuple((part.name, part.sha256) for part in self.parts)
        return Samples(arrays, seed, 0.0, Origin(sources=sources), form_names=(form,), form_codes=codes)


def read_recording(sources: Sequence[object]) -> Recording:
    """Return the answers of two files, by their paths, or of two arrays.

    Integers beside doubles, in one of them or in the other, are doubles.

    Raises:
        ValueError: there are not two of them, or one cannot be read, or their answers are of different shapes.
    """
    pair = isinstance(sources, list | tuple) and len(sources) == 2
    require(pair, "samples_from", f"{sources!r:.60}", "the answers on the first and on the second input: two files")
    first, second = (_part(source, name) for source, name in zip(sources, PLACES, strict=True))
    shapes = [part.answers.shape[1:] for part in (first, second)]
    as_in = f"{shapes[0]}, as those of {first.name}"
    require(shapes[0] == shapes[1], "samples_from", f"{second.name} with answers of shape {shapes[1]}", as_in)
    if first.answers.dtype != second.answers.dtype:
        first, second = (replace(p, answers=as_doubles(p.name, p.answers)) for p in (first, second))
    return Recording((first, second))


def _part(source: object, name: str) -> Part:
    """Return one half of a recording."""
    found = _of_file(str(source)) if isinstance(source, str | Path) else _of_array(source, name)
    count = len(found.answers)
    require(LEAST <= count <= MOST_SAMPLES, "samples_from", f"{found.name} of {count:,}", f"{LEAST} to 10^9 answers")
    return found


def _of_file(name: str) -> Part:
    """Read a file once: what is hashed is what is audited."""
    checked_ending(name)  # before anything is read: what is no file may have no end
    try:
        content = Path(name).read_bytes()
    except (OSError, ValueError) as error:  # a name with a null character is a ValueError
        reason = getattr(error, "strerror", None) or error
        raise ValueError(f"samples_from = {name!r:.{_SHOWN}}: expected a file that can be read ({reason})") from None
    return Part(name, sha256(content).hexdigest(), read_answers(name, content))


def _of_array(source: Any, name: str) -> Part:
    """Take an array, or what numpy makes one of."""
    try:
        array = np.asarray(source)
    except ValueError:  # rows of different lengths
        raise ValueError(f"samples_from = {source!r:.60}: expected the path of a file, or an array") from None
    answers = checked_array(name, array)
    content = io.BytesIO()
    np.save(content, array, allow_pickle=False)
    return Part(name, sha256(content.getvalue()).hexdigest(), answers, in_memory=True)


explain_failures(__name__)
