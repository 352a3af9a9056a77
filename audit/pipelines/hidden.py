"""What a replay finds beside where runs part: noise that hides nothing, and parts of a release that nobody can compare.

Noise that is the same in all runs, whatever the seeds of the generators that the target is given, follows from the
program or from the data. Whoever knows the program knows it, and what it was added to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dpassay.audit.pipelines.composition import NOISES
from dpassay.audit.pipelines.partings import Finding
from dpassay.audit.pipelines.traces import KnownNoise, Replays
from dpassay.exact.entrance import explain_failures

__all__ = ["known_noise", "not_compared"]

MOST_NAMED: Final = 3


def known_noise(found: Replays) -> Iterator[Finding]:
    """Yield the first noise that follows from a seed for certain; where there is none, the first that may."""
    for noise in sorted(found.known, key=lambda each: not each.certain)[:1]:
        yield Finding("parameter", noise.certain, _words(noise), None, None)


def _words(noise: KnownNoise) -> str:
    where = f"the {noise.kind}{' noise' if noise.kind in NOISES else ''} at {noise.site}"
    if noise.seed:
        what = f"{where} is drawn by a generator that is {noise.seed}: whoever knows the program knows it"
    elif noise.differs:
        what = f"the seed of {where} depends on the data, and on nothing else: who knows the data knows the noise"
    else:
        what = f"{where} is the same in every run: its seed is fixed, and whoever knows the program knows the noise"
    return what if noise.certain else f"{what}; what adds no noise, or was drawn before, may explain it"


def not_compared(found: Replays) -> Iterator[Finding]:
    """Yield what of the release is not compared."""
    if found.unknown:
        named = ", ".join(text or "the release" for text in found.unknown[:MOST_NAMED])
        more = len(found.unknown) - MOST_NAMED
        rest = f" and {more} more" if more > 0 else ""
        yield Finding("release", False, f"not compared: {named}{rest}", None, None)


explain_failures(__name__)
