"""What a round costs, where its prediction is at least e^-c times the law of the truth: at most c.

A label that the truth has costs at most c times its probability, and one that it does not have costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dpassay.proofs_check.models.noisy_games import KL
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use

COST: Final = "f(t, s, y)*(lf(t, s, y) - log(ph(t, y)))"
"""What a label costs."""


def _likely(most: str, where: tuple[str, ...], defined: tuple[str, ...], positive: str) -> Iterator[Step]:
    """What a label costs that the truth has."""
    some = ("0 < f(t, s, y)", *where)
    yield Step(
        "power of lf", "exp(lf(t, s, y)) = f(t, s, y)", arithmetic(("1/f(t, s, y)", use("log of f", j="s"))), some
    )
    yield Step("power of ph", "exp(log(ph(t, y))) = ph(t, y)", apply("exp of log", A="ph(t, y)"))
    yield Step(
        "powers",
        f"exp(lf(t, s, y) - {most}) <= exp(log(ph(t, y)))",
        arithmetic(
            "predicted",
            ("-1", "power of ph"),
            (f"exp(-{most})", "power of lf"),
            ("f(t, s, y)", positive),
        ),
        some,
        defined,
    )
    yield Step(
        "exponents",
        f"lf(t, s, y) - {most} <= log(ph(t, y))",
        apply("exp reflects", "powers", A=f"lf(t, s, y) - {most}", B="log(ph(t, y))"),
        some,
        defined,
    )
    yield Step("likely", f"{COST} <= f(t, s, y)*{most}", arithmetic(("f(t, s, y)", "exponents")), some, defined)


def _label(most: str, where: tuple[str, ...], defined: tuple[str, ...]) -> Iterator[Step]:
    """What any label costs: one that the truth does not have costs nothing."""
    none, bound = ("f(t, s, y) <= 0", *where), f"f(t, s, y)*{most}"
    yield Step("nothing", "f(t, s, y) = 0", apply("at most each other", A="f(t, s, y)", B="0"), none)
    yield Step(
        "unlikely",
        f"{COST} <= {bound}",
        arithmetic((f"lf(t, s, y) - log(ph(t, y)) - {most}", "nothing")),
        none,
        defined,
    )
    yield Step(
        "label",
        f"{COST} <= {bound}",
        apply("cases", "unlikely", "likely", A=COST, B=bound, c="-f(t, s, y)"),
        where,
        defined,
    )


def costs(most: str, where: tuple[str, ...], defined: tuple[str, ...], positive: str) -> Iterator[Step]:
    """A round costs at most a log, where the prediction is at least e to minus that times the law of the truth."""
    yield from _likely(most, where, defined, positive)
    yield from _label(most, where, defined)
    yield Step(
        "labels",
        f"{KL} <= sum(f(t, s, y)*{most}, y, 1, M)",
        apply("sum grows", "label", f=f"y: {COST}", g=f"y: f(t, s, y)*{most}", low="1", high="M"),
        where,
        defined,
    )
    yield Step("round", f"{KL} <= {most}", arithmetic("labels", (most, use("a law", j="s"))), where, defined)
    yield Step(
        "rounds",
        f"sum({KL}, t, 1, T) <= sum({most}, t, 1, T)",
        apply("sum grows", "round", f=f"t: {KL}", g=f"t: {most}", low="1", high="T"),
        where,
        defined,
    )
    yield Step(
        "risk of all rounds",
        f"E(sum({KL}, t, 1, T)) <= E(sum({most}, t, 1, T))",
        apply("expectation grows", "rounds", P="P", X=f"sum({KL}, t, 1, T)", Y=f"sum({most}, t, 1, T)"),
        where,
        defined,
    )
