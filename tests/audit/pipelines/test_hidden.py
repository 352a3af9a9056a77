"""What is said of noise that hides nothing, and of what is not compared."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from dpassay.audit.answers.outcome import Failure
from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.hidden import known_noise, not_compared
from dpassay.audit.pipelines.run import ReplayPlan, replay_target
from dpassay.audit.pipelines.traces import KnownNoise, Replays, Site
from tests.audit.pipelines import recorded

SITE = Site("pipeline.py", 3, "total")


@cache
def replays() -> Replays:
    plan = ReplayPlan(drawn=1, steered=0)
    found = replay_target(f"{recorded.__file__}:modern", (Json("1.0"), Json("2.0")), {}, plan)
    assert not isinstance(found, Failure)
    return found


@pytest.mark.parametrize(
    ("noise", "words"),
    [
        (
            KnownNoise("laplace", SITE, True, False, ""),
            "the laplace noise at pipeline.py:3 in total is the same in every",
        ),
        (
            KnownNoise("choice", SITE, True, True, ""),
            "the seed of the choice at pipeline.py:3 in total depends on the data",
        ),
        (
            KnownNoise("normal", SITE, True, False, "seeded with 4 at a.py:1"),
            "a generator that is seeded with 4 at a.py:1",
        ),
        (KnownNoise("normal", SITE, False, False, ""), "may explain it"),
    ],
)
def test_noise_that_follows_from_a_seed_is_named(noise: KnownNoise, words: str) -> None:
    (finding,) = known_noise(replace(replays(), known=(noise,)))
    assert (finding.kind, finding.certain) == ("parameter", noise.certain)
    assert words in finding.words


def test_what_is_certain_comes_before_what_is_not() -> None:
    open_one, certain = (KnownNoise("laplace", SITE, sure, False, "") for sure in (False, True))
    (finding,) = known_noise(replace(replays(), known=(open_one, certain)))
    assert finding.certain
    assert list(known_noise(replays())) == []


def test_what_is_not_compared_is_named_and_much_of_it_is_counted() -> None:
    (finding,) = not_compared(replace(replays(), unknown=("[1]", "[2]", "[3]", "[4]")))
    assert (finding.certain, finding.words) == (False, "not compared: [1], [2], [3] and 1 more")
    assert list(not_compared(replays())) == []
