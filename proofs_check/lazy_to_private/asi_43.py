"""ASI-43: the regret of an eps^2-concentrated algorithm of limited switching."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Final

from dpassay.analysis.limited_switching import (
    at_fixed_rounds,
    best_loss,
    expected_loss,
)
from dpassay.exact import Dist
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    as_rows,
    entries,
    family,
    matrices,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive, identity, nonnegative
from dpassay.proofs_check.lazy_to_private.lower_bound import (
    is_budget,
)

SINGLE: Final = is_budget.having(experts=whole(1, 1))


told(
    "asi43",
    "with one model some losses give a regret above 0, as any constant in Omega(sqrt(T) + ...) demands",
    SINGLE,
)(lambda instance: _regret_of_one(instance["rounds"]) > 0)
told("asi43-zero", "... of at least 0", SINGLE)(lambda instance: _regret_of_one(instance["rounds"]) >= 0)


def _regret_of_one(rounds: int) -> Fraction:
    """The largest regret of the only algorithm with one model, over 0/1 losses, in at most 6 rounds of T."""
    algorithm = at_fixed_rounds(min(rounds, 6), 1, [], lambda _: Dist.point(0))
    games = (as_rows(rows) for rows in matrices(min(rounds, 6), 1, ("0", "1")))
    return max(Fraction(expected_loss(algorithm, losses)) - best_loss(losses) for losses in games)  # type: ignore[arg-type]


@claim(
    "ASI-43",
    location="Theorem 4.2, for every d >= 1",
    latex=r"\varepsilon \ge 100\log^{3/2}(dT)/T \Rightarrow \exists\, \ell_1, \dots, \ell_T:\ \mathbf{Reg}_T \ge "
    r"\Omega\big(\sqrt{T} + T^{1/3}/\varepsilon^{2/3}\big)",
    text="For every eps^2-concentrated algorithm of Condition 4.1, eps >= 100 log^{3/2}(dT)/T, some losses of d "
    "models give a regret of order sqrt(T) + T^{1/3}/eps^{2/3}, for every d >= 1.",
    adjacency="one_loss",
    corrected_by="ASI-43-corrected",
)
def asi_43() -> Case:
    """One model has no regret."""

    def single() -> Iterator[Instance]:
        return ({"rounds": 10**k, "experts": 1, "epsilon": "1"} for k in (4, 5))

    return Case(
        argument="With one model there is one algorithm, and its regret is 0 on all losses: no constant above 0 will "
        "do.",
        counterexample=Goal("one model", counterexample("asi43"), Hunt("asi43", single)),
        twins=(Twin("at least 0", counterexample("asi43-zero")),),
        remarks=("With two and more models it is false as well: ASI-43b.",),
    )


WALK: Final = entries(steps=whole(1, 200))


def _mean_distance(steps: int) -> Fraction:
    """E|S_T| of a fair walk."""
    return sum((Fraction(comb(steps, k) * abs(2 * k - steps), 1 << steps) for k in range(steps + 1)), Fraction(0))


told("asi43-walk", "a fair walk of T steps has E|S_T| >= sqrt(T/2)", WALK)(
    lambda instance: 2 * _mean_distance(instance["steps"]) ** 2 >= instance["steps"]
)
told("asi43-walk-more", "... >= sqrt(51 T/100)", WALK)(
    lambda instance: 100 * _mean_distance(instance["steps"]) ** 2 >= 51 * instance["steps"]
)


@family("walks", "walks of 1 to 60 steps")
def _walks() -> Iterator[Instance]:
    return ({"steps": steps} for steps in range(1, 61))


@claim(
    "ASI-43-corrected",
    location="Theorem 4.2",
    latex=r"d \ge 2,\ \varepsilon \le 1/\sqrt2 \Rightarrow \exists\, \ell:\ \mathbf{Reg}_T \ge \max\Big("
    r"\sqrt{T/8},\ \tfrac14 \min\big(T, \tfrac{1}{2\sqrt2\,\varepsilon}\big)\Big)",
    text="For d >= 2 every eps^2-concentrated online algorithm, of any kind, has a regret of at least sqrt(T/8) on "
    "some losses, and for eps <= 1/sqrt(2) of at least min(T, 1/(2 sqrt(2) eps))/4.",
    adjacency="one_loss",
    assumed=("Pinsker's inequality",),
)
def asi_43_corrected() -> Case:
    """Coin flips, and one loss that is repeated 1/eps times."""
    return Case(
        argument="Let models 0 and 1 have the losses (1, 0) or (0, 1) by fair coins, all others 1. Whatever is "
        "played loses at least T/2 in expectation; the best model loses T/2 - E|S_T|/2, S a fair walk. For T = 2n, "
        "E|S_T| = 2n binomial(2n, n)/4^n >= sqrt(n) as in ASI-42d-corrected, and E|S_(2n-1)| = E|S_(2n)|. So the "
        "mean regret is at least sqrt(T/2)/2 = sqrt(T/8). Second, let T_0 = min(T, floor(1/(sqrt(2) eps))) rounds "
        "have the losses (1, 0, 1, ...), all of them, or (0, 1, 1, ...), and later rounds 0; the best model loses "
        "nothing. The two games differ in T_0 rounds; by Pinsker's inequality each changes the law of what is played "
        "by at most sqrt(eps^2/2) in total variation, together at most 1/2. With a, c the probabilities of model 1 "
        "in a round of the first game and of the second, and b that of model 0 in the second, the losses of that "
        "round are 1 - a and 1 - b, and add up to at least 1/2. So one of the games has regret at least T_0/4, and "
        "floor(v) >= v/2 for v >= 1.",
        proof=(
            Goal("(2E + 1)^2 >= 4 E (E + 1)", nonnegative("(2*E + 1)**2 - 4*E*(E + 1)", (), ">")),
            Goal(
                "the losses of a round add up to at least 1/2",
                nonnegative("(1 - a) + (1 - b) - 1/2", ("1 - b - c", "1/2 - (a - c)")),
            ),
            Goal("max(1, v - 1) >= v/2: it is at least the mean", identity("(1 + (v - 1))/2", "v/2")),
        ),
        checks=(Goal("walks, exactly", exhaustive("asi43-walk", "walks")),),
        twins=(
            Twin("E|S_T| >= sqrt(51 T/100)", exhaustive("asi43-walk-more", "walks"), of=3),
            Twin("at least 1", nonnegative("(1 - a) + (1 - b) - 1", ("1 - b - c", "1/2 - (a - c)")), of=1),
        ),
        remarks=("For fixed d this is tight up to log T where eps <= T^{-1/2} (ASI-44-corrected, played directly).",),
    )
