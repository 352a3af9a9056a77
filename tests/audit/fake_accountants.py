"""Accountants of our own in the place of libraries: lines of Python that know Gaussians, right or wrong by a factor."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from dpassay.audit.answers.accountants import Accountant
from dpassay.audit.answers.environments import OWN, Environment

HERE = Environment(OWN, Path(sys.executable))

_CLOSED_FORM = """
import math

def tail(z):
    return math.erfc(z / math.sqrt(2)) / 2

def delta_at(eps):
    return tail(eps / mu - mu / 2) - math.exp(eps) * tail(eps / mu + mu / 2)

def epsilon_at(delta):
    low, high = 0.0, 100.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if delta_at(middle) > delta else (low, middle)
    return high
"""

RIGHT = Accountant(
    name="right",
    environment=OWN,
    side="upper",
    claim="its documentation",
    imports=_CLOSED_FORM,
    parts={"gaussian": "($sigma, $rounds)"},
    composed="mu = math.sqrt(sum(rounds / sigma ** 2 for sigma, rounds in parts))",
    delta="1.000001 * delta_at($epsilon)",
    epsilon="1.000001 * epsilon_at($delta)",
    expect="pass",
    why="It is ours.",
    parameters={},
)
LOW = replace(RIGHT, name="low", delta="0.99 * delta_at($epsilon)", epsilon="0.99 * epsilon_at($delta)")
LOWER = replace(LOW, name="lower", side="lower")
RAISING = replace(RIGHT, name="raising", composed="raise RuntimeError('no budget')")
GARBAGE = replace(RIGHT, name="garbage", composed="print('soup')", delta="'soup'", epsilon="float('nan') * $delta")
INFINITE = replace(RIGHT, name="infinite", delta="1.0 + 0 * $epsilon", epsilon="float('inf') + $delta")


def hanging(running: Path) -> Accountant:
    """One that never answers, and makes a file when it begins not to."""
    lines = f"import time\nopen({str(running)!r}, 'w').close()\nwhile True: time.sleep(1)"
    return replace(RIGHT, name="hanging", composed=lines)
