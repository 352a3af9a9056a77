"""ASI-43-corrected: an eps^2-concentrated online algorithm has a regret of sqrt(T/8), and of 1/eps.

Theorem 4.2, corrected: for d >= 2, and online algorithms of any kind, the regret is at least sqrt(T/8) on some losses,
and for eps <= 1/sqrt(2) at least min(T, 1/(2 sqrt(2) eps))/4. First, let models 0 and 1 have the losses (1, 0) or (0,
1) by fair coins, and all others 1. Whatever is played loses at least T/2 in expectation; the better of both loses T/2 -
|S|/2, S a fair walk of T steps. Second, let n rounds have losses, n = min(T, floor(1/(sqrt(2) eps))): all of them 0 for
model 1 alone, or all for model 0 alone. The two games differ in n rounds; by Pinsker's inequality each changes the law
of what is played by at most sqrt(eps^2/2) in total variation, together at most 1/2. So in a round the probabilities of
a wrong model in the two games add up to at least 1/2, and one of the games has regret at least n/4.

One step is in words. To check it one lemma is missing, on the mean distance of a fair walk: no rule is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    entries,
    family,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.online_algorithms import ONLINE, REPEATED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use, words

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
        checks=(Goal("walks, exactly", exhaustive("asi43-walk", "walks")),),
        twins=(Twin("E|S_T| >= sqrt(51 T/100)", exhaustive("asi43-walk-more", "walks")),),
        remarks=("For fixed d this is tight up to log T where eps <= T^{-1/2} (ASI-44-corrected, played directly).",),
    )


GAP: Final = "(u(t) - v(t))"
theorem(
    "regret on fair signs",
    ONLINE,
    "E(far, F)/2 <= regret",
    Step(
        "given the past",
        f"E({GAP}*x(t), N(t - 1)) = {GAP}*E(x(t), N(t - 1))",
        apply("taking out what is known", use("played before", j="t - 1"), K="N(t - 1)", A=GAP, X="x(t)"),
    ),
    Step(
        "nothing given the past",
        f"E({GAP}*x(t), N(t - 1)) = 0",
        arithmetic("given the past", (GAP, use("fair", j="t - 1"))),
    ),
    Step(
        "tower",
        f"E(E({GAP}*x(t), N(t - 1)), F) = E({GAP}*x(t), F)",
        apply("tower", P="F", K="N(t - 1)", X=f"{GAP}*x(t)"),
    ),
    Step(
        "nothing",
        f"E(E({GAP}*x(t), N(t - 1)), F) = E(0, F)",
        apply("expectation of equals", "nothing given the past", P="F", X=f"E({GAP}*x(t), N(t - 1))", Y="0"),
    ),
    Step("round", f"1/2 + {GAP}*x(t)/2 <= loss(t)", arithmetic(("-1", "loss"), ("1/2", "a law"))),
    Step(
        "mean of a round",
        f"E(1/2 + {GAP}*x(t)/2, F) <= E(loss(t), F)",
        apply("expectation grows", "round", P="F", X=f"1/2 + {GAP}*x(t)/2", Y="loss(t)"),
    ),
    Step("half", "1/2 <= E(loss(t), F)", arithmetic("mean of a round", ("1/2", "tower"), ("-1/2", "nothing"))),
    Step(
        "halves",
        "sum(1/2, t, 1, T) <= sum(E(loss(t), F), t, 1, T)",
        apply("sum grows", "half", f="t: 1/2", g="t: E(loss(t), F)", low="1", high="T"),
    ),
    Step(
        "rounds",
        "E(sum(loss(t), t, 1, T), F) = sum(E(loss(t), F), t, 1, T)",
        apply("expectation of a sum", P="F", X="t: loss(t)", low="1", high="T"),
    ),
    Step(
        "course",
        "sum(loss(t), t, 1, T) - T/2 + far/2 <= regret",
        arithmetic("largest regret", "better of two"),
    ),
    Step(
        "average",
        "E(sum(loss(t), t, 1, T) - T/2 + far/2, F) <= E(regret, F)",
        apply("expectation grows", "course", P="F", X="sum(loss(t), t, 1, T) - T/2 + far/2", Y="regret"),
    ),
    Step("all", "E(far, F)/2 <= regret", arithmetic("average", "halves", ("-1", "rounds"))),
)
ROOTS: Final = "(sqrt(T/8) + sqrt(T/2)/2)"
theorem(
    "ASI-43-corrected",
    ONLINE,
    "sqrt(T/8) <= regret",
    Step(
        "walk",
        "sqrt(T/2) <= E(far, F)",
        words(
            "For T = 2 n the mean distance is 2 n binomial(2 n, n)/4^n, whose square is at least n by induction, as "
            "(2 n + 1)^2 >= 4 n (n + 1). An odd walk of 2 n - 1 steps is as far from 0 on average as one of 2 n.",
            missing="the distance of a walk as a quantity of its number of steps: the law of a sum of signs, "
            "and the mean absolute deviation of a binomial (De Moivre)",
        ),
    ),
    Step("regret", "E(far, F)/2 <= regret", apply("regret on fair signs")),
    Step("one", f"{ROOTS}/{ROOTS} = 1", arithmetic()),
    Step("root", "sqrt(T/8) = sqrt(T/2)/2", arithmetic(("sqrt(T/2)/2 - sqrt(T/8)", "one"))),
    Step("all", "sqrt(T/8) <= regret", arithmetic("regret", ("1/2", "walk"), "root")),
    also=("ASI-43-corrected: where eps is small",),
)
PINSKER: Final = "sqrt(eps**2/2)"
PLAYED, EXCESS = "one(t)*(1 - exp(-L(k)))", "[0 <= L(k)]*(1 - exp(-L(k)))"
theorem(
    "ASI-43-corrected: where eps is small",
    REPEATED,
    "least/4 <= regret",
    Step("more likely", "exp(-L(k)) <= exp(0)", apply("exp grows", A="-L(k)", B="0"), ("0 <= L(k)",)),
    Step("less likely", "exp(0) <= exp(-L(k))", apply("exp grows", A="0", B="-L(k)"), ("L(k) < 0",)),
    Step("holds", "[0 <= L(k)] = 1", apply("indicator of what holds", A="0", B="L(k)"), ("0 <= L(k)",)),
    Step(
        "where it is more likely",
        f"{PLAYED} <= {EXCESS}",
        arithmetic(("1 - one(t)", "more likely"), ("exp(-L(k)) - 1", "holds")),
        ("0 <= L(k)",),
        ("0 or 1",),
    ),
    Step("fails", "[0 <= L(k)] = 0", apply("indicator of what fails", A="0", B="L(k)"), ("L(k) < 0",)),
    Step(
        "where it is less likely",
        f"{PLAYED} <= {EXCESS}",
        arithmetic(("one(t)", "less likely"), ("exp(-L(k)) - 1", "fails")),
        ("L(k) < 0",),
    ),
    Step(
        "what is played",
        f"{PLAYED} <= {EXCESS}",
        apply("cases", "where it is more likely", "where it is less likely", A=PLAYED, B=EXCESS, c="L(k)"),
    ),
    Step(
        "mean",
        f"E({PLAYED}, play(k)) <= E({EXCESS}, play(k))",
        apply("expectation grows", "what is played", P="play(k)", X=PLAYED, Y=EXCESS),
    ),
    Step(
        "Pinsker",
        f"E({EXCESS}, play(k)) <= c/2*E(L(k), play(k)) + 1/(4*c)",
        apply("Pinsker's inequality", "the other is a law", P="play(k)", L="L(k)", c="c"),
    ),
    Step(
        "for each multiplier",
        "a(k, t) - a(k + 1, t) <= c*(kl(k)/2) + 1/(4*c)",
        arithmetic("game k", ("-1", "game k + 1"), "mean", "Pinsker", ("-c/2", "divergence")),
    ),
    Step("square", f"kl(k)/2*1 <= {PINSKER}**2", arithmetic(("1/2", "concentrated"))),
    Step(
        "one game",
        f"a(k, t) - a(k + 1, t) <= {PINSKER}",
        apply(
            "the best multiplier",
            "for each multiplier",
            "square",
            V="a(k, t) - a(k + 1, t)",
            D="kl(k)/2",
            B="1",
            w=PINSKER,
        ),
    ),
    Step(
        "in one game",
        f"{PINSKER} <= 1/(2*n)",
        arithmetic((f"1/(4*n**2*(1/(2*n) + {PINSKER}))", "rounds with losses")),
    ),
    Step("small", "a(k, t) - a(k + 1, t) <= 1/(2*n)", arithmetic("one game", "in one game")),
    Step(
        "games",
        "sum(a(k, t) - a(k + 1, t), k, 0, n - 1) <= sum(1/(2*n), k, 0, n - 1)",
        apply("sum grows", "small", f="k: a(k, t) - a(k + 1, t)", g="k: 1/(2*n)", low="0", high="n - 1"),
    ),
    Step(
        "telescope",
        "sum(-a(k + 1, t) - -a(k, t), k, 0, n - 1) = -a(n, t) - -a(0, t)",
        apply("telescope", f="k: -a(k, t)", low="0", high="n - 1"),
    ),
    Step("moved", "a(0, t) - a(n, t) <= 1/2", arithmetic("games", ("-1", "telescope"))),
    Step("round", "1/2 <= (1 - a(0, t)) + (1 - b(n, t))", arithmetic("moved", "a law")),
    Step(
        "rounds",
        "sum(1/2, t, 1, n) <= sum((1 - a(0, t)) + (1 - b(n, t)), t, 1, n)",
        apply("sum grows", "round", f="t: 1/2", g="t: (1 - a(0, t)) + (1 - b(n, t))", low="1", high="n"),
    ),
    Step(
        "regret",
        "n/4 <= regret",
        arithmetic(("1/2", "rounds"), ("1/2", "regret of the first game"), ("1/2", "regret of the last game")),
    ),
    # n is at least half of 1/(sqrt(2) eps)
    Step("all rounds", "least <= n", arithmetic("least, T", "T <= n"), ("T <= n",)),
    Step("inverse", "0 <= 1/(T - n)", arithmetic(("(1/(T - n))**2", "n < T")), ("n < T",)),
    Step(
        "one more",
        "1 <= 2*(n + 1)**2*eps**2",
        arithmetic(("1/(T - n)", "no more of them")),
        ("n < T",),
        ("inverse",),
    ),
    Step(
        "squares",
        "8*least**2*eps**2 <= 8*n**2*eps**2",
        arithmetic("least, rate", "one more", ("2*eps**2*(3*n + 1)", "1 <= n")),
        ("n < T",),
    ),
    Step(
        "fewer rounds",
        "least <= n",
        arithmetic(("1/(8*eps**2*(least + n))", "squares")),
        ("n < T",),
    ),
    Step("many rounds", "least <= n", apply("cases", "all rounds", "fewer rounds", A="least", B="n", c="n - T")),
    Step("all", "least/4 <= regret", arithmetic("regret", ("1/4", "many rounds"))),
    variables={"c": "real, 0 < c"},
)
