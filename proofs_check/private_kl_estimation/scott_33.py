"""SCOTT-33: the Dist model is biased due to the correction factor tau.

After Theorem 4.11. It is read: where nothing is cut off at tau, the logarithm has the right mean. It has not: log is
concave. With P(x) = 1/2 and noise of 1/4 or -1/4, and every tau below 1/4, -log of the noisy value is too large by
(1/2) log(4/3). SCOTT-33-corrected: it is too large wherever the noise varies, by at least its variance over 2 top^2,
where top is the largest noisy value.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import entries, family, rational, row_of, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.private_estimates_of_kl_bias import BIAS, Noisy
from dpassay.proofs_check.models.sensitivity_of_kl import total
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, arithmetic, cases, inside


@claim(
    "SCOTT-33",
    location="after Theorem 4.11",
    latex=r"P(x) + \eta > \tau \text{ always} \implies \mathbb E \log(P(x) + \eta) = \log P(x)",
    text="The Dist model is biased due to tau: where noise of mean 0 never brings P(x) down to tau, log(P(x) + "
    "noise) has "
    "the mean log P(x).",
    checked=("the noise has mean 0", "P(x) with the noise is above tau"),
    corrected_by="SCOTT-33-corrected",
)
def scott_33() -> Case:
    """The logarithm is concave."""
    return Case(
        argument="P(x) = 1/2, noise of 1/4 or -1/4, tau = 1/100: the mean of the logs is log(1/2) - (1/2) log(4/3).",
        counterexample=Goal("two values", counterexample("scott33"), Hunt("scott33", _noises)),
        twins=(Twin("at most log P(x)", counterexample("scott33-most")),),
        remarks=("That tau makes a bias too, where values are cut off, is true.",),
    )


@claim(
    "SCOTT-33-corrected",
    location="after Theorem 4.11",
    latex=r"\mathbb E[-\log(P(x) + \eta)] \ge -\log P(x) + \frac{\mathbb E \eta^2}{2 \max (P(x) + \eta)^2}",
    text="Where noise of mean 0 never brings P(x) down to tau, the mean of -log(P(x) + noise) is larger than -log "
    "P(x) by "
    "at least the variance of the noise over twice the square of the largest value.",
    checked=("the noise has mean 0", "P(x) with the noise is above tau"),
)
def scott_33_corrected() -> Case:
    """log z <= log p + (z - p)/p - (z - p)^2/(2 top^2) for z <= top."""
    return Case(
        checks=(Goal("a few laws of noise, exactly", exhaustive("scott33-corrected", "scott-noises")),),
        twins=(Twin("ten times as much", exhaustive("scott33-ten-times", "scott-noises")),),
    )


@entries(p=rational("(0, oo)"), noises=row_of(rational()), tau=rational("(0, oo)")).where
def _is_noisy(instance: Instance) -> bool:
    noises, p = list(map(Fraction, instance["noises"])), Fraction(instance["p"])
    return sum(noises) == 0 and p + min(noises) > Fraction(instance["tau"])


def _bias(instance: Instance) -> LogForm:
    """-E log(P + noise) + log P."""
    at = _noisy(instance)
    return total(log(at.p / (at.p + noise)) for noise in at.noises) / len(at.noises)


def _noisy(instance: Instance) -> Noisy:
    return Noisy(Fraction(instance["p"]), tuple(map(Fraction, instance["noises"])), Fraction(instance["tau"]))


def _least(instance: Instance) -> Fraction:
    """The variance over twice the square of the largest value."""
    at = _noisy(instance)
    variance = sum((noise**2 for noise in at.noises), Fraction(0)) / len(at.noises)
    return variance / (2 * (at.p + max(at.noises)) ** 2)


told("scott33", "the mean of log(P + noise) is log P", _is_noisy, lambda instance: {"bias": _bias(instance)})(
    lambda instance: _bias(instance).is_zero()
)
told("scott33-most", "the mean of log(P + noise) is at most log P", _is_noisy)(
    lambda instance: LogForm() <= _bias(instance)
)
told("scott33-corrected", "the bias is at least the variance over 2 top^2", _is_noisy)(
    lambda instance: at_most(LogForm(_least(instance)), _bias(instance))
)
told("scott33-ten-times", "the bias is at least ten times the variance over 2 top^2", _is_noisy)(
    lambda instance: at_most(LogForm(10 * _least(instance)), _bias(instance))
)


@family("scott-noises", "P = 1/2, 1/3 and 1/5 with noise of two and three values, tau = 1/100")
def _noises() -> Iterator[Instance]:
    for p in ("1/2", "1/3", "1/5"):
        for noises in (["1/8", "-1/8"], ["1/4", "-1/8", "-1/8"], ["1/100", "-1/100"]):
            yield {"p": p, "noises": noises, "tau": "1/100"}


FOUR: Final = Noisy(Fraction(1, 2), (Fraction(1, 4), Fraction(-1, 4)), Fraction(1, 100))
refuted("SCOTT-33", BIAS, "E(log(X)) = log(p)", setting=FOUR)
UP, DOWN = ("p <= X",), ("X < p",)
LOG: Final = "log(X/p)"
POINT: Final = f"{LOG} <= X/p - 1 - (X - p)**2/(2*top**2)"


def _side(name: str, where: tuple[str, ...], size: str, below: str, fact: str) -> Iterator[Step]:
    """The square of the noise over a square below that of the largest value is at least that over the largest one."""
    square = "(X - p)**2"
    weight = f"{square}*(top + {below})/({below}**2*top**2)"
    yield Step(f"{name}, square", f"0 <= {square}", arithmetic((size, where[0])), where)
    yield Step(
        f"{name}, weight",
        f"0 <= {weight}",
        arithmetic((f"(top + {below})/({below}**2*top**2)", f"{name}, square")),
        where,
    )
    yield Step(
        f"{name}, larger",
        f"{square}/top**2 <= {square}/{below}**2",
        arithmetic((weight, fact)),
        where,
        (f"{name}, weight",),
    )


theorem(
    "SCOTT-33-corrected",
    BIAS,
    "E(-log(X)) >= -log(p) + E((X - p)**2)/(2*top**2)",
    Step("p is below", "p <= top", arithmetic(inside("E(_)", "the largest"), ("-1", "the noise has mean 0"))),
    *_side("up", UP, "X - p", "X", "the largest"),
    *_side("down", DOWN, "p - X", "p", "p is below"),
    Step("ratio up", "1 <= X/p", arithmetic(("1/p", UP[0])), UP),
    Step("ratio down", "X/p <= 1", arithmetic(("1/p", DOWN[0])), DOWN),
    Step(
        "log up",
        f"{LOG} <= X/p - 1 - (X/p - 1)**2/(2*(X/p)**2)",
        analysis("log(z) <= z - 1 - (z - 1)**2/(2*z**2)", "[1, oo)", "ratio up", z="X/p"),
        UP,
    ),
    Step(
        "log down",
        f"{LOG} <= X/p - 1 - (X/p - 1)**2/2",
        analysis("log(z) <= z - 1 - (z - 1)**2/2", "(0, 1]", "ratio down", z="X/p"),
        DOWN,
    ),
    Step(
        "at it",
        POINT,
        cases("p <= X", arithmetic("log up", ("1/2", "up, larger")), arithmetic("log down", ("1/2", "down, larger"))),
    ),
    Step(
        "all",
        "E(-log(X)) >= -log(p) + E((X - p)**2)/(2*top**2)",
        arithmetic(inside("E(_)", "at it"), ("1/p", "the noise has mean 0")),
    ),
)
