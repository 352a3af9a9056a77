"""Targets that draw in all ways that there are, for the oracle; and others that try to deceive it. Needs numpy only."""

# ruff: noqa: NPY002

from __future__ import annotations

import math
import os
import random
import random as other_random
import secrets
import sys
import threading
import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
from numpy.random import default_rng

OUTSIDE = random.Random()
SEEDED_OUTSIDE = random.Random(3)
RNG_OUTSIDE = default_rng()


class Loaded(random.Random):
    """A subclass whose integers come from its own numbers: two thirds of them are 0."""

    def random(self) -> float:
        return 0.0 if super().random() < 1 / 3 else super().random()


def seeded_again() -> float:
    random.seed(5)
    answer = random.random()
    random.seed()
    return answer


def shuffled() -> list[int]:
    entries = [1, 2, 3]
    random.shuffle(entries)
    return entries


def np_shuffled() -> Any:
    entries = np.arange(3)
    np.random.shuffle(entries)
    return entries


PROGRAMS: list[Callable[[], Any]] = [
    lambda: random.random() < 0.25,
    lambda: OUTSIDE.random() < 0.25,
    lambda: secrets.SystemRandom().random() < 0.25,
    lambda: random.randint(1, 3),
    lambda: secrets.randbelow(3) + 1,
    lambda: random.SystemRandom().randrange(1, 4),
    lambda: random.choice((1, 2, 3)),
    lambda: secrets.choice([1, 2, 3]),
    lambda: random.choices([1, 2], [1, 3])[0],
    lambda: random.sample([1, 2, 3], 2),
    shuffled,
    lambda: random.getrandbits(60) < 2**58,
    lambda: secrets.randbits(60) < 2**58,
    lambda: random.Random().getrandbits(2),
    lambda: os.urandom(1)[0] // 64,
    lambda: secrets.token_bytes(1)[0] // 64,
    lambda: random.uniform(1, 3) < 1.5,
    lambda: random.expovariate(1) < 1,
    lambda: math.log(random.random() + 1) < 0.5,
    lambda: bool(np.random.random() < 0.25),
    lambda: np.random.rand(2) < 0.5,
    lambda: np.random.randint(1, 4),
    lambda: np.random.choice([1, 2, 3]),
    lambda: np.random.permutation(2),
    np_shuffled,
    lambda: default_rng().integers(1, 4),
    lambda: np.random.RandomState().randint(4),
    lambda: bool(RNG_OUTSIDE.random() < 0.25),
    lambda: random.Random(1).random(),
    lambda: default_rng(1).random(),
    lambda: np.random.RandomState(1).rand(),
    seeded_again,
    lambda: Loaded().random() == 0,
    lambda: random.triangular(0, 1, 1) < 0.5,
]


def programs(data: int) -> Any:
    """The program of that number."""
    return PROGRAMS[data]()


# What a target may ask for


def asks_for_random(data: int, *, rng: random.Random) -> int:
    return data if rng.randrange(4) else 1 - data


def asks_for_coin(data: int, *, coin: Callable[[int], int]) -> int:
    return data if coin(4) else 1 - data


def asks_for_coins_of_a_coin(data: int, *, coin: Callable[[int], int]) -> int:
    """Of 1, 2, 3 or 4 faces, as another coin shows."""
    return coin(coin(np.int64(4)) + 1) + data


def asks_for_size(data: int, *, size: int, rng: np.random.Generator) -> Any:
    assert isinstance(rng, np.random.Generator)
    return np.where(rng.integers(4, size=size) > 0, data, 1 - data)


def returns_a_list(data: int, *, size: int, rng: np.random.Generator) -> Any:
    return [data if rng.integers(4) else 1 - data for _ in range(size)]


def raises_sometimes(data: int, *, coin: Callable[[int], int]) -> float:
    return data / coin(4)


def thresholds_noise(data: int) -> tuple[bool, bool]:
    """Compare a Laplace and an exponential number of numpy's older class with 1 and 2."""
    return bool(data + np.random.laplace(0.0, 2.0) > 1), bool(np.random.exponential() < 2)


# What cannot be enumerated


def calls_coin_with_two(data: int, *, coin: Callable[..., int]) -> int:
    return coin(4, 5)


def calls_coin_with_none(data: int, *, coin: Callable[..., int]) -> int:
    return coin()


def calls_coin_by_name(data: int, *, coin: Callable[..., int]) -> int:
    return coin(n=4)


def calls_coin_of_no_face(data: int, *, coin: Callable[[int], int]) -> int:
    """What has no value is no 0."""
    return coin(0)


def calls_coin_of_a_part(data: int, *, coin: Callable[[float], int]) -> int:
    return coin(2.5)


def hides_a_wrong_call(data: int, *, coin: Callable[..., int]) -> int:
    try:
        return coin("four")
    except BaseException:
        return 0


def draws_normal(data: int, *, rng: np.random.Generator) -> float:
    return data + rng.normal()


def draws_old_laplace(data: int) -> float:
    return data + np.random.laplace()


def draws_exponential(data: int, *, rng: np.random.Generator) -> bool:
    return bool(rng.exponential() < 1 + data)


def is_continuous(data: int, *, rng: np.random.Generator) -> float:
    return data + rng.random()


def uses_a_sine(data: int, *, rng: np.random.Generator) -> bool:
    return math.sin(rng.random()) < data


def makes_integers_of_its_own(data: int) -> int:
    return data + Loaded().randrange(3)


def raises_always(data: int) -> int:
    return data // 0


def exits(data: int) -> int:
    return sys.exit(3 if random.random() < 0.5 else data)


def answers_an_object(data: int) -> object:
    return {data}


def answers_nested(_data: int) -> object:
    entries: list[Any] = []
    entries.append(entries)
    return entries


def answers_two(data: int, *, size: int) -> list[int]:
    return [data] * (size + 1)


def hides_a_clock(data: int, *, coin: Callable[[int], int]) -> int:
    return coin(2) + data + time.time_ns()


def hides_a_bit_generator(data: int) -> float:
    return data + np.random.Generator(np.random.PCG64()).random()


def hides_what_was_seeded(data: int) -> float:
    return data + SEEDED_OUTSIDE.random()


def counts_its_calls(data: int, *, coin: Callable[[int], int], calls: list[int] = []) -> int:  # noqa: B006
    calls.append(coin(2))
    return data + len(calls)


def changes_late(data: int, *, coin: Callable[[int], int], calls: list[int] = []) -> int:  # noqa: B006
    """The same for the first calls, and only then another."""
    calls.append(0)
    return coin(8) + data + (len(calls) > 24)


def draws_less_later(data: int, *, coin: Callable[[int], int], known: list[int] = []) -> int:  # noqa: B006
    if not known:
        known.append(int(coin(2)))
    return data + known[0]


def looks_at_types(data: int, *, coin: Callable[[int], int]) -> int:
    """What is drawn lazily is no int to whoever looks closely: that must not pass for a law."""
    return data if type(coin(8)) is int else 1 - data


def asks_numpy(data: int, *, rng: np.random.Generator) -> bool:
    """Objects are not floats to numpy either: this raises TypeError, which a plain number does not."""
    return bool(np.isnan(rng.random())) or data == 0


def draws_in_a_thread(data: int) -> int:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(random.randrange(2)))
    thread.start()
    thread.join()
    return data + sum(found)


def never_ends(data: int) -> int:
    while True:
        time.sleep(0.01)


def rejects_for_ever(data: int, *, coin: Callable[[int], int]) -> int:
    while True:
        coin(2)


def swallows(data: int) -> int:
    """Catch all, and answer nevertheless."""
    try:
        return int(random.random() * 2**40) % 2
    except BaseException:
        return data


assert other_random is random
assert Random is random.Random
