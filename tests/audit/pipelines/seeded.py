"""Pipelines whose noise follows from a seed of their own, and correct ones that make generators, too."""

from __future__ import annotations

import copy
import math
import os
import random
import secrets
from typing import Any

import numpy as np

HIGH = 10.0
FIXED = np.random.default_rng(42)
FRESH = np.random.default_rng()
LEGACY = np.random.RandomState(3)
STANDARD = random.Random(5)


def total(data: list[float]) -> float:
    return float(np.clip(np.array(data, float), 0, HIGH).sum())


# The noise is the same whenever it runs


def fixed(data: list[float], *, epsilon: float) -> float:
    return float(total(data) + np.random.default_rng(42).laplace(scale=HIGH / epsilon))


def fixed_legacy(data: list[float], *, epsilon: float) -> float:
    np.random.seed(0)  # noqa: NPY002
    return float(total(data) + np.random.laplace(scale=HIGH / epsilon))  # noqa: NPY002


def fixed_state(data: list[float], *, epsilon: float) -> float:
    return float(total(data) + np.random.RandomState(1).laplace(scale=HIGH / epsilon))


def fixed_sequence(data: list[float], *, epsilon: float) -> float:
    child = np.random.SeedSequence(1).spawn(1)[0]
    return float(total(data) + np.random.Generator(np.random.Philox(child)).laplace(scale=HIGH / epsilon))


def fixed_standard(data: list[float], *, epsilon: float) -> float:
    own = random.Random(7)
    return total(data) + own.expovariate(epsilon / HIGH) - own.expovariate(epsilon / HIGH)


def fixed_module(data: list[float], *, epsilon: float) -> float:
    random.seed(3)
    return total(data) + random.expovariate(epsilon / HIGH) - random.expovariate(epsilon / HIGH)


def fixed_given(data: list[float], *, rng: Any, epsilon: float) -> float:
    rng.bit_generator.state = np.random.PCG64(1).state
    return float(total(data) + rng.laplace(scale=HIGH / epsilon))


def fixed_looked_at(data: list[float], *, epsilon: float) -> float:
    noise = float(np.random.default_rng(42).laplace(scale=HIGH / epsilon))
    return total(data) + noise


def fixed_choice(data: list[float], *, epsilon: float) -> int:
    truth = math.exp(epsilon) / (1 + math.exp(epsilon))
    share = truth if 5 in data else 1 - truth
    return int(np.random.default_rng(1).choice(2, p=[1 - share, share]))


def fixed_coin(data: list[float], *, epsilon: float) -> bool:
    truth = math.exp(epsilon) / (1 + math.exp(epsilon))
    return bool(random.Random(1).random() < (truth if 5 in data else 1 - truth))


def fixed_when_loaded(data: list[float], *, epsilon: float) -> float:
    return float(total(data) + FIXED.laplace(scale=HIGH / epsilon))


def fixed_legacy_when_loaded(data: list[float], *, epsilon: float) -> float:
    return float(total(data) + LEGACY.laplace(scale=HIGH / epsilon))


def fixed_standard_when_loaded(data: list[float], *, epsilon: float) -> float:
    return total(data) + STANDARD.expovariate(epsilon / HIGH) - STANDARD.expovariate(epsilon / HIGH)


# The noise follows from the data


def of_the_sum(data: list[float], *, epsilon: float) -> float:
    return float(total(data) + np.random.default_rng(int(sum(data))).laplace(scale=HIGH / epsilon))


def of_the_rows(data: list[float], *, epsilon: float) -> float:
    own = np.random.Generator(np.random.PCG64(len(data)))
    return float(total(data) + own.laplace(scale=HIGH / epsilon))


def of_the_rows_alone(data: list[float], *, epsilon: float) -> float:
    """What noise is added to is the same on both inputs; what it is, is not."""
    return float(1 + np.random.default_rng(len(data)).laplace(scale=HIGH / epsilon))


def fixed_for_some(data: list[float], *, rng: Any, epsilon: float) -> float:
    own = np.random.default_rng(1) if 5 in data else rng
    return float(total(data) + own.laplace(scale=HIGH / epsilon))


FAULTS = (
    *("fixed", "fixed_legacy", "fixed_state", "fixed_sequence", "fixed_standard", "fixed_module", "fixed_given"),
    *("fixed_choice", "fixed_coin", "fixed_when_loaded", "fixed_legacy_when_loaded", "fixed_standard_when_loaded"),
    *("of_the_sum", "of_the_rows", "of_the_rows_alone", "fixed_for_some", "fixed_looked_at"),
)


# Correct ones


def of_the_generator(data: list[float], *, rng: Any, epsilon: float) -> float:
    return float(total(data) + np.random.default_rng(rng.integers(2**31)).laplace(scale=HIGH / epsilon))


def of_the_generator_by_sum(data: list[float], *, rng: Any, epsilon: float) -> float:
    seed = sum(int(word) for word in rng.integers(2**16, size=3)) % 12345
    return float(total(data) + np.random.RandomState(seed).laplace(scale=HIGH / epsilon))


def of_spawned(data: list[float], *, rng: Any, epsilon: float) -> float:
    return float(total(data) + rng.spawn(1)[0].laplace(scale=HIGH / epsilon))


def of_none(data: list[float], *, epsilon: float) -> float:
    return float(total(data) + np.random.default_rng().laplace(scale=HIGH / epsilon))


def of_no_bits(data: list[float], *, epsilon: float) -> float:
    return float(total(data) + np.random.Generator(np.random.PCG64()).laplace(scale=HIGH / epsilon))


def of_the_system(data: list[float], *, epsilon: float) -> float:
    seed = int.from_bytes(os.urandom(8), "little")
    return float(total(data) + np.random.default_rng(seed).laplace(scale=HIGH / epsilon))


def of_secrets(data: list[float], *, epsilon: float) -> float:
    return float(total(data) + np.random.default_rng(secrets.randbits(128)).laplace(scale=HIGH / epsilon))


def of_tokens(data: list[float], *, epsilon: float) -> float:
    own = random.Random(secrets.token_bytes(16))
    return total(data) + own.expovariate(epsilon / HIGH) - own.expovariate(epsilon / HIGH)


def fresh_when_loaded(data: list[float], *, epsilon: float) -> float:
    return float(total(data) + FRESH.laplace(scale=HIGH / epsilon))


def fixed_projection(data: list[float], *, rng: Any, epsilon: float) -> float:
    """A direction that everybody may know is no noise."""
    direction = np.random.default_rng(0).normal(size=2)
    rows = np.array([[float(1 in data), float(5 in data)]])
    projected = np.clip(rows @ (direction / np.abs(direction).sum()), -1, 1).sum()
    return float(projected + rng.laplace(scale=1 / epsilon))


def fixed_order(data: list[float], *, rng: Any, epsilon: float) -> float:
    columns = [0, 1]
    random.Random(0).shuffle(columns)
    return float(total(data) + rng.laplace(scale=HIGH / epsilon))


def fixed_besides(data: list[float], *, rng: Any, epsilon: float) -> float:
    """To a private sum noise is added that everybody may know."""
    return float(total(data) + rng.laplace(scale=HIGH / epsilon) + np.random.default_rng(1).laplace())


def fixed_behind(data: list[float], *, rng: Any, epsilon: float) -> float:
    found = float(total(data) + rng.laplace(scale=HIGH / epsilon))
    return float(found + np.random.default_rng(1).normal())


def fixed_at_times(data: list[float], *, rng: Any, epsilon: float) -> float:
    found = float(total(data) + rng.laplace(scale=HIGH / epsilon))
    return found if found < 12 else float(1 + np.random.default_rng(1).normal())


def of_copies(data: list[float], *, rng: Any, epsilon: float) -> tuple[float, float]:
    """Copies of one state would give the same noise twice, so that they are made of two."""
    other = copy.deepcopy(np.random.RandomState())
    first = float(total(data) + copy.deepcopy(rng).laplace(scale=2 * HIGH / epsilon))
    return first, float(total(data) + other.laplace(scale=2 * HIGH / epsilon))


CORRECT = (
    *("of_the_generator", "of_the_generator_by_sum", "of_spawned", "of_none", "of_no_bits", "of_the_system"),
    *("of_secrets", "fresh_when_loaded", "fixed_order", "fixed_behind", "fixed_at_times"),
    "of_copies",
)
NOT_FLAGGED = ("of_tokens", "fixed_besides", "fixed_projection")
"""Correct, and perhaps left open: a sum of noise of two kinds has no law here, and a direction may meet data."""


def order_of_the_rows(data: list[float], *, rng: Any, epsilon: float) -> float:
    chosen = random.Random(len(data)).sample(range(2), 2)
    return float(total(data) + rng.laplace(scale=HIGH / epsilon)) + 0 * chosen[0]


def hidden_by_what_was_seen(data: list[float], *, rng: Any, epsilon: float) -> float:
    """The noise that hides the sum was looked at first; that of the seed is added to what is private."""
    noise = float(rng.laplace(scale=HIGH / epsilon))
    return float(total(data) + noise + np.random.default_rng(1).laplace(scale=HIGH / epsilon))


OPEN = ("order_of_the_rows", "hidden_by_what_was_seen")
