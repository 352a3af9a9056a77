"""HRS-09: exp(s E max_f S(f)) <= E exp(s max_f S(f)) <= E max_f exp(s S(f)) <= sum_f E exp(s S(f)), for any s.

Appendix C.2, (3), where S(f) is the sum of f over the points of all rounds; the lower end of the last sum before (3) is
left out in print, and is 1. True for every real s: the first step is Jensen's inequality. For the second one, the
largest sum is one of them, and so its power is one of the powers: for s >= 0 it is the largest of them, and for s < 0
the smallest. For the third one, the largest of numbers above 0 is at most their sum.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.exact import Number, exp
from dpassay.exact.expnumber import total
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import family, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.smoothed_sequences import SMOOTHED, TOTAL
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside
from dpassay.proofs_check.smoothed_analysis.small_adversaries import (
    is_game_of_powers,
    power_of,
    small_games,
    uniform_totals,
)


@claim(
    "HRS-09",
    location="Appendix C.2, (3)",
    latex=r"\exp\Big(s\, \mathbb E \max_f \sum_t f(x_t)\Big) \le \mathbb E \exp\Big(s \max_f \sum_t f(x_t)\Big) \le "
    r"\mathbb E \max_f \exp\Big(s \sum_t f(x_t)\Big) \le \sum_f \mathbb E \exp\Big(s \sum_t f(x_t)\Big)",
    text="For any s and a finite class of functions, under any adaptive adversary: e^(s E max) is at most E e^(s max), "
    "which is at most the mean of the largest e^(s sum), which is at most the sum of the means of e^(s sum).",
)
def hrs_09() -> Case:
    """Jensen, one of them, and the largest of positive numbers."""
    return Case(
        checks=(Goal("small games, s = -2, -1/2, 0, 1, 3", exhaustive("hrs09", "powers-in-games")),),
        twins=(Twin("with half the last sum", exhaustive("hrs09-half", "powers-in-games")),),
    )


def _sides(instance: Instance) -> tuple[Number, Number, Number, Number]:
    """The four numbers, where all points are uniform on those that are kept."""
    laws = uniform_totals(instance).items()
    s = Fraction(instance["s"])
    mean = sum((weight * max(totals) for totals, weight in laws), Fraction(0))
    last = max if s >= 0 else min
    return (
        exp(s * mean),
        total(power_of(instance, max(totals)) * weight for totals, weight in laws),
        total(power_of(instance, last(totals)) * weight for totals, weight in laws),
        total(power_of(instance, each) * weight for totals, weight in laws for each in totals),
    )


def _is_chain(instance: Instance, share: Fraction) -> bool:
    first, second, third, fourth = _sides(instance)
    return at_most(first, second) and at_most(second, third) and at_most(third, share * fourth)


told("hrs09", "e^(s E max) <= E e^(s max) <= E max e^(s sum) <= sum E e^(s sum)", is_game_of_powers)(
    lambda instance: _is_chain(instance, Fraction(1))
)
told("hrs09-half", "... <= half of sum E e^(s sum)", is_game_of_powers)(
    lambda instance: _is_chain(instance, Fraction(1, 2))
)


@family("powers-in-games", "small games, with s = -2, -1/2, 0, 1, 3")
def _powers() -> Iterator[Instance]:
    return ({**game, "s": s} for game in small_games() for s in ("-2", "-1/2", "0", "1", "3"))


LAST: Final = f"sum(E(exp(s*{TOTAL})), i, 1, K)"
POWERS: Final = f"sum(exp(s*{TOTAL}), i, 1, K)"
CHAIN: Final = f"exp(s*E(best)) <= E(exp(s*best)) and E(exp(s*best)) <= E(top(s)) and E(top(s)) <= {LAST}"
WON: Final = "leads(i)*exp(s*best)"
theorem(
    "HRS-09",
    SMOOTHED,
    CHAIN,
    Step(
        "tangent",
        f"1 + s*({TOTAL} - best) <= exp(s*({TOTAL} - best))",
        analysis("1 + z <= exp(z)", "(-oo, oo)", z=f"s*({TOTAL} - best)"),
    ),
    Step(
        "the power of the leader",
        f"{WON} <= leads(i)*top(s)",
        arithmetic(
            ("leads(i)*exp(s*best)", "tangent"),
            ("leads(i)", "none is larger"),
            ("s*exp(s*best)", "the leader is best"),
        ),
    ),
    Step(
        "one of the powers",
        "exp(s*best) <= top(s)",
        arithmetic(inside("sum(_, i, 1, K)", "the power of the leader"), ("top(s) - exp(s*best)", "one leads")),
    ),
    Step(
        "one of all",
        "ahead(s, i) <= sum(ahead(s, l), l, 1, K)",
        apply("a term of a sum", f="l: ahead(s, l)", low="1", k="i", high="K"),
    ),
    Step(
        "share",
        f"ahead(s, i)*exp(s*{TOTAL}) <= exp(s*{TOTAL})",
        arithmetic((f"exp(s*{TOTAL})", "one of all"), (f"exp(s*{TOTAL})", "one is ahead")),
    ),
    Step("union", f"top(s) <= {POWERS}", arithmetic("one of them is the largest", inside("sum(_, i, 1, K)", "share"))),
    Step("first", "exp(s*E(best)) <= E(exp(s*best))", apply("Jensen's inequality for exp", P="P", X="s*best")),
    Step(
        "second",
        "E(exp(s*best)) <= E(top(s))",
        arithmetic(inside("E(_)", "one of the powers")),
    ),
    Step("third", f"E(top(s)) <= {LAST}", arithmetic(inside("E(_)", "union"))),
)
