"""SCOTT-33: the Dist model is biased due to the correction factor tau.

After Theorem 4.11. It is read: where nothing is cut off at tau, the logarithm has the right mean. It has not: log is
concave. With P(x) = 1/2 and noise of 1/4 or -1/4, and every tau below 1/4, -log of the noisy value is too large by
(1/2) log(4/3). SCOTT-33-corrected: it is too large wherever the noise varies, by at least Var/(2 p^2) - E|.|^3-like
terms; what is proved is Var/(2 top^2), where top is the largest noisy value.
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
from dpassay.proofs_check.proof.register import refuted


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
        twins=(Twin("twice as much", exhaustive("scott33-twice", "scott-noises")),),
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
told("scott33-twice", "the bias is at least ten times the variance over 2 top^2", _is_noisy)(
    lambda instance: at_most(LogForm(10 * _least(instance)), _bias(instance))
)


@family("scott-noises", "P = 1/2, 1/3 and 1/5 with noise of two and three values, tau = 1/100")
def _noises() -> Iterator[Instance]:
    for p in ("1/2", "1/3", "1/5"):
        for noises in (["1/8", "-1/8"], ["1/4", "-1/8", "-1/8"], ["1/100", "-1/100"]):
            yield {"p": p, "noises": noises, "tau": "1/100"}


FOUR: Final = Noisy(Fraction(1, 2), (Fraction(1, 4), Fraction(-1, 4)), Fraction(1, 100))
refuted("SCOTT-33", BIAS, "E(log(X)) = log(p)", setting=FOUR)
