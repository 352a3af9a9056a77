"""PipelineDP's choice of partitions, recorded: which ones are kept is one call, and not a coin for each that is there.

A partition that is not in the data asks for no coin, and what is released of it is what is released of one that was not
kept. So the input is how likely each partition is kept, by its key, and the answer are the keys of those that are. A
partition that is kept by the answers and is not in the data is handed on as it was where it is: that this cannot be
is what the law says. Where PyDP does not tell how likely all of them are, the choice has no law here.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

from .worker_recorder import Event, site, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .worker_recorder import Recorder

KEPT, UNKNOWN = "kept partitions", "kept partitions of unknown shares"
CHOOSING = "_select_private_partitions_internal.<locals>.filter_fn"
"""The end of the name of the function that says whether a partition is kept."""


def wrap_partitions(recorder: Recorder, module: Any, shares: list[Any]) -> None:
    """Wrap the filter of the local backend; ``shares``: where PyDP notes how likely each partition is kept."""
    own = module.LocalBackend.filter
    known: dict[str, Any] = {}

    @wraps(own)
    def chosen(self: Any, col: Any, fn: Any, *args: Any, **kwargs: Any) -> Any:
        name = getattr(getattr(fn, "func", None), "__qualname__", "")
        if not recorder.active or not name.endswith(CHOOSING):
            return own(self, col, fn, *args, **kwargs)
        return own(self, kept(recorder, col, fn, (shares, known)), always, *args, **kwargs)

    module.LocalBackend.filter = chosen


def always(_row: Any) -> bool:
    """Keep what was chosen."""
    return True


def kept(
    recorder: Recorder, col: Iterable[Any], fn: Callable[[Any], bool], noted: tuple[list[Any], dict[str, Any]]
) -> Iterator[Any]:
    """Yield the partitions that are kept; ``noted``: shares that PyDP notes, and partitions of all runs by key."""
    shares, known = noted
    rows = {key_of(row[0]): row for row in col}
    known.update(rows)
    likely: list[tuple[str, Any]] = []
    drawn: list[str] = []
    for key, row in rows.items():
        shares.clear()
        with recorder.paused():
            if fn(row):
                drawn.append(key)
        likely.append((key, shares[0] if len(shares) == 1 else None))
    known_all = all(share is not None for _, share in likely)
    kind, given = (KEPT, tuple(sorted(likely))) if known_all else (UNKNOWN, text_of(sorted(rows)))
    for key in recorder.event(Event(kind, {}, site(), [given]), lambda: [tuple(drawn)])[0]:
        yield rows.get(key, known.get(key))


def key_of(key: Any) -> str:
    """Return a text of a key, with its type, as 1 and "1" are two."""
    return f"{type(key).__name__} {text_of(key)}"
