"""Enumerating in this process: programs that take their coins as an argument, so that nothing has to be replaced."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from dpassay.audit.answers.worker_enumeration import Enumeration
from dpassay.audit.answers.worker_executed import Executed
from dpassay.audit.answers.worker_forms import canonical, raised
from dpassay.audit.answers.worker_generator import enumerated
from dpassay.audit.answers.worker_oracle import Oracle
from dpassay.audit.answers.worker_sources import real, whole
from dpassay.audit.answers.worker_states import States
from dpassay.audit.answers.worker_tree import Exploring, Stop


class Coins:
    """What a program draws from: whole(n), uniform on range(n); real(), of 53 bits; numpy's generator."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self.generator: Any = enumerated(np.random.Generator, oracle)(np.random.PCG64())
        self.generator.own = np.random.default_rng(0)

    def whole(self, size: int) -> Any:
        return whole(self.oracle, "whole()", size)

    def pick(self, size: int) -> int:
        return self.oracle.pick("pick()", size)

    def array(self) -> Any:
        return self.generator.random(1)

    def real(self, bits: int = 53) -> Any:
        return real(self.oracle, "real()", bits)


Program = Callable[[Coins], Any]


class _Target:
    def __init__(self, program: Program, coins: Coins) -> None:
        self.program = program
        self.coins = coins

    def answer(self, _generator: object) -> tuple[str, BaseException | None]:
        try:
            return canonical(self.program(self.coins)), None
        except Stop:
            raise
        except Exception as error:
            return raised(error), error


def enumeration(program: Program, branches: int = 2_000, *, states: bool = False) -> Enumeration:
    """Go into so many branches at most, and repeat some; with states, runs come back to where they were."""
    oracle = Oracle()
    known = States(Executed(), (Oracle, Exploring, _Target)) if states else None
    found = Enumeration(_Target(program, Coins(oracle)), oracle, None, known)  # type: ignore[arg-type]
    found.warm()
    for _ in range(branches):
        if not found.search:
            break
        found.step()
    found.settle()
    found.repeat()
    return found


def law(program: Program, branches: int = 2_000, *, states: bool = False) -> dict[Any, Fraction]:
    """Return the weights of the answers' contents; all branches must have been gone into."""
    found = enumeration(program, branches, states=states)
    assert found.left == 0
    return {_content(json.loads(answer)): weight for answer, weight in found.weights.items()}


def _content(form: Any) -> Any:
    kind, content = form
    if kind == "list":
        return tuple(map(_content, content))
    readers: dict[str, Callable[[str], Any]] = {"int": int, "bool": lambda text: text == "True", "float": float.fromhex}
    return readers.get(kind, str)(content)
