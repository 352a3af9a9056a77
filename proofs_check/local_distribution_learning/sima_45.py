"""SIMA-45: a Laplace noise reaches c' with probability e^-gamma/(K T), and some of all do with at most e^-gamma.

Appendix B, (26), and Appendix C, (32). In (9) and in (13) c' = b (gamma + log K + log T) with b the scale of the noise,
whatever that is. A Laplace variable of scale b exceeds x >= 0 in absolute value with probability e^(-x/b). K T events
happen with at most the sum of their probabilities. E is the bad event here, and the good one in the proof of Theorem 4.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.exact import (
    LaplaceMixture,
    Number,
    log,
)
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_0,
    ABOVE_1,
    entries,
    family,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.local_distribution_learning.private_reports import (
    POSITIVE_SCALE,
    are_enough,
)
from dpassay.proofs_check.models.laplace_tails import TAILS
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import (
    Step,
    apply,
    arithmetic,
    inside,
    use,
)

TAIL: Final = entries(experts=whole(1), rounds=whole(1), exp_gamma=ABOVE_1, rate=ABOVE_0).where(are_enough)
"""K T >= 2, gamma > 0 given by e^gamma, and a rational rate: whatever eps and delta are, only the rate counts."""


def _tail(instance: Instance, reached: int) -> Number:
    """Pr[|Lap| >= c'] for c' = scale (gamma + log(reached)), by the exact law."""
    rate = Fraction(instance["rate"])
    most = log(Fraction(instance["exp_gamma"]) * reached) * (1 / rate)
    law = LaplaceMixture([1], [0], rate)
    return 1 - law.cdf(most) + law.cdf(most * -1)


def _tails_are_small(instance: Instance, *, counts_rounds: bool = True) -> bool:
    count, exp_gamma = instance["experts"] * instance["rounds"], Fraction(instance["exp_gamma"])
    reached = count if counts_rounds else instance["experts"]
    single = _tail(instance, reached)
    return bool(single == 1 / (exp_gamma * reached)) and at_most(1 - (1 - single) ** count, 1 / exp_gamma)


told("sima45", "Pr[|Lap| >= c'] = e^(-gamma)/(K T), and that some of K T do is at most e^(-gamma)", TAIL)(
    _tails_are_small
)
told("sima45-rounds", "... with gamma + log K for gamma + log K + log T", TAIL)(
    lambda instance: _tails_are_small(instance, counts_rounds=False)
)


@family("private-tails", "K = 1, 2, 5, T = 1, 2, 10 (K T >= 2), e^gamma = 11/10, 3, 100 and two rates")
def _tails() -> Iterator[Instance]:
    for k, t, exp_gamma, rate in product((1, 2, 5), (1, 2, 10), ("11/10", "3", "100"), ("1/7", "2")):
        if k * t >= 2:
            yield {"experts": k, "rounds": t, "exp_gamma": exp_gamma, "rate": rate}


MOST: Final = "1 - i*tail(x) <= none(i, x) and none(i, x) <= 1"
theorem(
    "some of the noises",
    TAILS,
    "1 - k*tail(x) <= none(k, x)",
    Step("none of none", "none(0, x) <= 1", arithmetic("no noises")),
    Step(
        "fewer",
        "none(i + 1, x) <= 1",
        arithmetic("independent", "none(i, x) <= 1"),
        ("none(i, x) <= 1",),
    ),
    Step(
        "at most 1",
        "none(k, x) <= 1",
        apply("induction", "none of none", "fewer", low="0", high="k", f="i: none(i, x)", g="i: 1"),
    ),
    Step("of none", "1 - 0*tail(x) <= none(0, x)", arithmetic(("-1", "no noises"))),
    Step(
        "one more",
        "1 - (i + 1)*tail(x) <= none(i + 1, x)",
        arithmetic(("-1", "independent"), "1 - i*tail(x) <= none(i, x)", ("tail(x)", use("at most 1", k="i"))),
        ("1 - i*tail(x) <= none(i, x)",),
    ),
    Step(
        "all",
        "1 - k*tail(x) <= none(k, x)",
        apply("induction", "of none", "one more", low="0", high="k", f="i: 1 - i*tail(x)", g="i: none(i, x)"),
    ),
    variables={"k": "integer, 0 <= k"},
)
EACH: Final = "tail(n) = exp(-g - log(K) - log(T))"
theorem(
    "SIMA-45",
    TAILS,
    f"{EACH} and tail(n) = exp(-g)/(K*T) and 1 - none(K*T, n) <= exp(-g)",
    Step("not negative", "0 <= n", arithmetic(("b", inside("log(_)", "1 <= K")), ("b", inside("log(_)", "1 <= T")))),
    Step(
        "count", "1 - K*T*tail(n) <= none(K*T, n)", apply("some of the noises", k="K*T", x="n"), (), ("not negative",)
    ),
    Step("each", EACH, arithmetic(use("Laplace", x="n")), (), ("not negative",)),
    Step(
        "each, written out",
        "tail(n) = exp(-g)/(K*T)",
        arithmetic("each"),
        (),
        ("not negative",),
    ),
    Step(
        "some",
        "1 - none(K*T, n) <= exp(-g)",
        arithmetic("count", ("K*T", "each, written out")),
        (),
        ("not negative",),
    ),
    variables={"g": "real, 0 < g"},
    let={"n": "(b*(g + log(K) + log(T)))"},
)


@claim(
    "SIMA-45",
    location="Appendix B, (26), and Appendix C, (32)",
    latex=r"\Pr(|Lap^t_j| \ge c'(\gamma)) = e^{-\gamma - \log K - \log T}, \quad \Pr(\exists j, t: |Lap^t_j| \ge "
    r"c'(\gamma)) \le e^{-\gamma}",
    text="Each Laplace variable reaches c' in absolute value with probability e^{-gamma - log K - log T}, so that some "
    "of all K T do with probability at most e^{-gamma}; the same for c'_pdp.",
    assumed=(POSITIVE_SCALE, "gamma > 0"),
)
def sima_45() -> Case:
    """c' is a multiple of the scale."""
    return Case(
        checks=(Goal("by the exact laws", exhaustive("sima45", "private-tails")),),
        twins=(Twin("c' without log T", exhaustive("sima45-rounds", "private-tails")),),
        remarks=(
            "Exactly, the probability is 1 - (1 - e^(-gamma)/(K T))^(K T).",
            "E is the bad event here, and the good one in the proof of Theorem 4.",
        ),
    )
