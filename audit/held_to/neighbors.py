"""Pairs of neighboring inputs that a function of the user's yields, or a strategy of Hypothesis makes.

The file is executed, in the process of the audit: unlike the target, which has a process of its own, it is trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis.errors import HypothesisException
from hypothesis.strategies import SearchStrategy

from dpassay.audit.answers.request import Json
from dpassay.audit.held_to.inputs import read_data
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import shortened
from dpassay.reference.files import load_file

__all__ = ["generated_pairs"]

Pair = tuple[Json, Json]

EXPECTED: Final = "pairs of inputs, or a Hypothesis strategy of pairs"
TRIES: Final = 10
"""A strategy may give equal inputs, or a pair twice: so many examples are drawn for each pair that is wanted."""


def generated_pairs(source: object, count: int, seed: int) -> list[Pair]:
    """Return at most so many different pairs, of inputs that differ.

    Args:
        source: a function without arguments that yields or returns pairs, or returns a strategy; or a strategy, or
            pairs; or where one of these is, "path/to/file.py:name".
        count: how many pairs.
        seed: of the strategy.

    Raises:
        ValueError: there is no such thing, or it gives no pairs.
    """
    require(count >= 1, "pairs", count, "a whole number of at least 1")
    found = _named(source) if isinstance(source, str) else source
    place = source if isinstance(source, str) else repr(source)
    try:
        made = found() if callable(found) and not isinstance(found, SearchStrategy) else found
        examples = _drawn(made, count, seed) if isinstance(made, SearchStrategy) else _listed(made, place)
        pairs = list(islice(_different(examples, place), count))
    except ValueError:
        raise
    except (Exception, SystemExit) as error:  # code of the user's may raise anything
        raise _wrong(place, f"{EXPECTED} ({type(error).__name__}: {error})") from error
    require(bool(pairs), "neighbors", shortened(place), f"{EXPECTED}, of which one has inputs that differ")
    return pairs


def _wrong(place: str, expected: str) -> ValueError:
    return ValueError(" ".join(f"neighbors = {shortened(place)}: expected {expected}".split()))


def _named(place: str) -> Any:
    """Return what a file has under a name."""
    path, colon, name = place.rpartition(":")
    require(bool(colon and path and name), "neighbors", shortened(place, repr), '"path/to/file.py:function"')
    try:
        module = load_file(Path(path))
    except OSError as error:
        raise _wrong(place, f"a file that can be read ({error.strerror or error})") from None
    except (Exception, SystemExit) as error:  # an import may raise anything
        raise _wrong(place, f"a file that can be imported ({type(error).__name__}: {error})") from error
    if not hasattr(module, name):
        raise _wrong(place, f"a name that the file defines, not {name}")
    return getattr(module, name)


def _listed(made: object, place: str) -> Iterable[Any]:
    if not isinstance(made, Iterable) or isinstance(made, str | bytes | dict):
        raise _wrong(place, f"{EXPECTED}, not {type(made).__name__}")
    return made


def _drawn(strategy: SearchStrategy[Any], count: int, seed: int) -> list[Any]:
    """Return examples of a strategy, the same ones for the same seed."""
    found: list[Any] = []

    @seeded(seed)
    @settings(
        max_examples=TRIES * count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(example: Any) -> None:
        found.append(example)

    try:
        collect()
    except HypothesisException as error:
        raise ValueError(f"neighbors: expected a strategy with examples ({str(error).splitlines()[0]})") from None
    return found


def _different(examples: Iterable[Any], place: str) -> Iterator[Pair]:
    """Yield each pair of inputs that differ, once."""
    seen: set[Pair] = set()
    for example in examples:
        if not isinstance(example, tuple | list) or len(example) != 2:
            raise _wrong(place, f"{EXPECTED}, not {shortened(example, repr)}")
        pair = read_data(example[0], "neighbors"), read_data(example[1], "neighbors")
        if pair[0] != pair[1] and pair not in seen:
            seen.add(pair)
            yield pair


explain_failures(__name__)
