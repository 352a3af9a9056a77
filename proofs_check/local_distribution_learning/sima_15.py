"""SIMA-15: KL(p~_{i,1}, p~_{i,2}) is at most the integral of a^2 b_{i+1}^2/min q.

Appendix A, (22), for a <= 1. The printed reason is x - x^2 <= log(1 + x) for x >= 0, but x = p~_2/p~_1 - 1 has both
signs. Half of the right side is enough, for all a <= 2: p log(p/q) <= p - q + (p - q)^2/(2 s) where p and q are at
least s, and both laws of the report are means of the q(y~|y), so that they are at least the least of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from dpassay.analysis.channel_outputs import chi_square, kl_bound, output_kl, outputs
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.local_distribution_learning.lower_bound_channels import (
    LOG_LEMMA,
    channel_of,
    class_of,
    is_channel,
    log_at_most,
    log_lemma,
)
from dpassay.proofs_check.local_distribution_learning.reports_of_a_pair import HALF
from dpassay.proofs_check.models.hard_pairs import PAIRS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic


def _each_kl(instance: Instance, share: Fraction) -> bool:
    channel, hard = channel_of(instance), class_of(instance)
    pairs = ((output_kl(channel, hard, i), kl_bound(channel, hard, i)) for i in range(1, hard.size + 1))
    return all(bound is not None and log_at_most(value, share * bound) for value, bound in pairs)


def _each_middle(instance: Instance) -> bool:
    """The two inequalities of (22): KL <= chi-square <= the right side."""
    channel, hard = channel_of(instance), class_of(instance)
    for i in range(1, hard.size + 1):
        chi, bound = chi_square(channel, hard, i), kl_bound(channel, hard, i)
        if chi is None or bound is None or chi > bound or not log_at_most(output_kl(channel, hard, i), chi):
            return False
    return True


def _steps_are_upward(instance: Instance) -> bool:
    pairs = (outputs(channel_of(instance), class_of(instance), i) for i in range(1, instance["size"] + 1))
    return all(q >= p for first, second in pairs for p, q in zip(first, second, strict=True))


told("sima15", "KL <= chi-square <= sum of a^2 b_(i+1)^2/min q, for every member", is_channel)(_each_middle)

told("sima15-half", "KL <= half the sum of a^2 b_(i+1)^2/min q, for every member", is_channel)(
    lambda instance: _each_kl(instance, Fraction(1, 2))
)

told("sima15-third", "KL <= a third of the sum of a^2 b_(i+1)^2/min q, for every member", is_channel)(
    lambda instance: _each_kl(instance, Fraction(1, 3))
)

told("sima15-reason", "x = (p~_(i,2) - p~_(i,1))/p~_(i,1) >= 0 for every report and member", is_channel)(
    _steps_are_upward
)

told("sima15-range", "x >= -(a/2)(1 - e^-eps) for every report and member", is_channel)(
    lambda instance: all(
        q - p >= -Fraction(instance["a"]) / 2 * (1 - 1 / Fraction(instance["exp_eps"])) * p
        for i in range(1, instance["size"] + 1)
        for p, q in zip(*outputs(channel_of(instance), class_of(instance), i), strict=True)
    )
)


@claim(
    "SIMA-15",
    location="Appendix A, (22)",
    latex=r"\mathrm{KL}(\tilde p_{i,1}, \tilde p_{i,2}) \le \int \frac{a^2 b(\tilde y)_{i+1}^2}{\min_y q_t(\tilde y | "
    r"y)}\, d\tilde y",
    text="KL(p~_{i,1}, p~_{i,2}) <= integral of a^2 b(y~)_{i+1}^2/min_y q(y~|y). (The reason that is printed, x - x^2 "
    "<= log(1 + x) for x >= 0 at x = (p~_{i,2} - p~_{i,1})/p~_{i,1}, is not enough: x may be below 0.)",
    checked=("0 <= a <= 1 and an (eps, 0)-private channel",),
    assumed=("a report has finitely many values",),
    adjacency="any_pair",
)
def sima_15() -> Case:
    """The inequality for the logarithm is needed for negative x, too."""
    return Case(
        checks=(
            Goal("exactly, with the step between", exhaustive("sima15", "private-channels")),
            Goal("how low x is", exhaustive("sima15-range", "private-channels")),
        ),
        broken_steps=(
            Goal(
                "x is negative for some reports", counterexample("sima15-reason"), Hunt("sima15-reason", _few_channels)
            ),
        ),
        sharper=(*log_lemma(), Goal("half of it, exactly", exhaustive("sima15-half", "private-channels"))),
        twins=(Twin("a third of it", exhaustive("sima15-third", "private-channels")),),
        remarks=(
            "Half of the right side is enough, and for all 0 <= a <= 2: "
            + LOG_LEMMA
            + " Both laws are at least min q. As "
            "a and eps tend to 0, KL tends to half of the chi-square divergence, and p~_1 to min q: the half is best.",
            "x - x^2 <= log(1 + x) fails below -0.684, which x reaches for a > 1.37 and large e^eps.",
        ),
    )


def _few_channels() -> Iterator[Instance]:
    for size, name in product((1, 3), ("response", "sign 1", "constant")):
        yield {"size": size, "a": "1", "exp_eps": "2", "channel": name}


TERM = "a**2*b(t, r, i + 1)**2/lo(t, r)"
WHOLE = f"KL(t, i) <= sum({TERM}, r, 1, R)"
SMALL = ("a <= 1",)
theorem(
    "SIMA-15",
    PAIRS,
    WHOLE,
    Step("half", HALF, apply("half of (22)")),
    Step("all", WHOLE, arithmetic("half"), SMALL),
    where=SMALL,
)
