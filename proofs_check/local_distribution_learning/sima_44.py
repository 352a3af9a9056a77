"""SIMA-44: with A (7 ln(KA))^5 users, A = 36 K/(eps^2 alpha^4), the average prediction is within alpha of the truth.

After Theorem 6, where T_alpha = O~(K/(eps^2 alpha^4)); eps, alpha in (0, 1], K >= 2, and T is that number rounded up.
Total variation is convex, so the estimate is as near as the predictions on average, by SIMA-43 within sqrt(6/eps)
(K/T)^(1/4) ln(KT)^(5/4), which is at most alpha if T >= A ln^5(KT). With u = ln(KA) >= ln 144 > 4.96, for A >= 72, and
T <= 2 A (7u)^5, ln(KT) <= u + ln 2 + 5 ln(7u) <= 7u.

With high probability: m >= 18 ln(1/beta) blocks of as many users as for alpha/9. Each block's estimate is within
alpha/3 of the truth with probability at least 2/3 (Markov), so, by Hoeffding's inequality, not most of the m are with
probability at most e^(-m/18) <= beta; else the estimate of least median distance is within alpha: any two of the good
ones are within 2 alpha/3, so the chosen one is within 2 alpha/3 of most, one of which is good. No user's report depends
on the others'. That is 9^4 = 6561 times as many users for each block, but for logarithms.

That Gopi et al. (2020, Theorem 3) is recovered is a statement on another paper, and is not decided here.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Final

from dpassay.analysis.distribution_learners import central_estimate
from dpassay.analysis.label_laws import tv
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    FROM_0,
    PROBABILITY,
    entries,
    family,
    row_of,
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
)
from dpassay.proofs_check.models.batch_estimates import BATCH
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, words


def _estimates(instance: Instance) -> tuple[tuple[Fraction, ...], ...]:
    return tuple((Fraction(p), 1 - Fraction(p)) for p in instance["estimates"])


@entries(truth=PROBABILITY, radius=FROM_0, estimates=row_of(PROBABILITY)).where
def _most_are_near(instance: Instance) -> bool:
    truth, radius = (Fraction(instance["truth"]), 1 - Fraction(instance["truth"])), Fraction(instance["radius"])
    estimates = _estimates(instance)
    return 2 * len([law for law in estimates if at_most(tv(truth, law), radius)]) > len(estimates)


def _chosen_is_near(instance: Instance, factor: int) -> bool:
    truth = (Fraction(instance["truth"]), 1 - Fraction(instance["truth"]))
    estimates = _estimates(instance)
    chosen = estimates[central_estimate(estimates)]
    return at_most(tv(truth, chosen), factor * Fraction(instance["radius"]))


told(
    "sima44-median",
    "if most estimates are within r of the truth, the one of least median distance is within 3 r",
    _most_are_near,
)(lambda instance: _chosen_is_near(instance, 3))
told("sima44-median-two", "... within 2 r", _most_are_near)(lambda instance: _chosen_is_near(instance, 2))


@family("sima-estimates", "three or five estimates on a grid of two-point laws, of which most are within 1/8 of 1/2")
def _grid_of_estimates() -> Iterator[Instance]:
    grid = [Fraction(n, 8) for n in range(9)]
    for count in (3, 5):
        for estimates in combinations_with_replacement(grid, count):
            instance = {"truth": "1/2", "radius": "1/8", "estimates": [str(p) for p in estimates]}
            if _most_are_near(instance):
                yield instance


@claim(
    "SIMA-44",
    location="after Theorem 6",
    latex=r"T_\alpha = \tilde O\big(\tfrac{K}{\epsilon^2\alpha^4}\big)",
    text="With T_alpha = O~(K/(eps^2 alpha^4)) samples the average prediction is within total variation alpha of the "
    "truth among K laws, in expectation, and a median trick makes it hold with high probability.",
    adjacency="any_pair",
    checked=("0 < eps <= 1", "0 < alpha <= 1", "K >= 2"),
)
def sima_44() -> Case:
    """T = A (7 log(KA))^5, A = 36 K/(eps^2 alpha^4)."""
    return Case(
        beyond="The law of the estimate of a block, which is too large to compute, enters through its mean alone.",
        checks=(Goal("the median trick of the reference learner", exhaustive("sima44-median", "sima-estimates")),),
        explicit=True,
        twins=(Twin("within 2 r", exhaustive("sima44-median-two", "sima-estimates")),),
        remarks=(
            "That Gopi et al. (2020, Theorem 3) is recovered is a statement on another paper, and is not decided here.",
        ),
    )


A: Final = "(36*K/(eps**2*alpha**4))"
U: Final = "log(36*K/(eps**2*alpha**4)*K)"
LET: Final = {"A": A, "u": U, "l": "log(K*T)"}
USERS: Final = ("A*(7*u)**5 <= T", "T <= 2*A*(7*u)**5")
ALPHAS: Final = {"alpha": (Fraction(1), Fraction(1, 2))}
D: Final = "sqrt(6/eps)*sqrt(sqrt(K/T))*sqrt(sqrt(l**5))"
DEFINED: Final = ("l is positive", "u at least")
theorem(
    "average prediction for many users",
    BATCH,
    "estimate <= alpha",
    Step("powers of alpha", "alpha**4 <= 1", arithmetic(("1 + alpha + alpha**2 + alpha**3", "alpha <= 1"))),
    Step("power of eps", "eps**2*alpha**4 <= 1", arithmetic("powers of alpha", ("alpha**4*(1 + eps)", "eps <= 1"))),
    Step("A", "72 <= A", arithmetic(("36*K/(eps**2*alpha**4)", "power of eps"), ("36", "2 <= K"))),
    Step("size", "144 <= A*K", arithmetic(("K", "A"), ("72", "2 <= K"))),
    Step("u at least", "124/25 <= u", analysis("124/25 <= log(z)", "[144, oo)", "size", z="A*K")),
    # ln(KT) <= 7 u
    Step("u is positive", "0 < u", arithmetic("u at least")),
    Step("power is positive", "0 < (7*u)**5", arithmetic(), (), ("u is positive",)),
    Step("back", "exp(log(7*u)) = 7*u", apply("exp of log", A="7*u"), (), ("u at least",)),
    Step(
        "fifth power",
        "(7*u)**5 <= exp(5*log(7*u))",
        arithmetic(("-((7*u)**4 + (7*u)**3*Y + (7*u)**2*Y**2 + 7*u*Y**3 + Y**4)", "back")),
        (),
        ("u at least",),
    ),
    Step(
        "logs of powers",
        "log((7*u)**5) <= log(exp(5*log(7*u)))",
        apply("log grows", "fifth power", A="(7*u)**5", B="exp(5*log(7*u))"),
        (),
        ("u at least", "power is positive"),
    ),
    Step(
        "log of the power",
        "log(exp(5*log(7*u))) = 5*log(7*u)",
        apply("log of exp", A="5*log(7*u)"),
        (),
        ("u at least",),
    ),
    Step("few users", "K*T <= 2*(A*K)*(7*u)**5", arithmetic(("K", USERS[1])), USERS),
    Step(
        "log KT",
        "l <= log(2*(A*K)*(7*u)**5)",
        apply("log grows", "few users", A="K*T", B="2*(A*K)*(7*u)**5"),
        USERS,
        ("u at least", "power is positive"),
    ),
    Step(
        "first product",
        "log(2*(A*K)*(7*u)**5) = log(2*(A*K)) + log((7*u)**5)",
        apply("log of a product", A="2*(A*K)", B="(7*u)**5"),
        (),
        ("u at least", "power is positive"),
    ),
    Step("second product", "log(2*(A*K)) = log(2) + u", apply("log of a product", A="2", B="A*K")),
    Step(
        "room",
        "5*log(7*u) + log(2) <= 6*u",
        analysis("5*log(7*z) + log(2) <= 6*z", "[124/25, oo)", z="u"),
        (),
        ("u at least",),
    ),
    Step(
        "at most 7 u",
        "l <= 7*u",
        arithmetic("log KT", "first product", "second product", "logs of powers", "log of the power", "room"),
        USERS,
        ("u at least", "power is positive"),
    ),
    # enough users
    Step("two", "2 <= K*T", arithmetic(("K", "1 <= T"), "2 <= K")),
    Step("l is positive", "0 < l", analysis("0 < log(z)", "[2, oo)", "two", z="K*T")),
    Step("second powers", "l**2 <= (7*u)**2", arithmetic(("l + 7*u", "at most 7 u")), USERS, DEFINED),
    Step("fourth powers", "l**4 <= (7*u)**4", arithmetic(("l**2 + (7*u)**2", "second powers")), USERS, DEFINED),
    Step(
        "fifth powers",
        "l**5 <= (7*u)**5",
        arithmetic(("l", "fourth powers"), ("(7*u)**4", "at most 7 u")),
        USERS,
        DEFINED,
    ),
    Step("enough", "A*l**5 <= T", arithmetic(("A", "fifth powers"), USERS[0]), USERS, DEFINED),
    Step("fourth power of the bound", f"({D})**4 <= alpha**4", arithmetic(("alpha**4/T", "enough")), USERS, DEFINED),
    Step(
        "square of the bound",
        f"({D})**2 <= alpha**2",
        arithmetic((f"1/(({D})**2 + alpha**2)", "fourth power of the bound")),
        USERS,
        DEFINED,
    ),
    Step("bound", f"{D} <= alpha", arithmetic((f"1/({D} + alpha)", "square of the bound")), USERS, DEFINED),
    Step(
        "convex",
        "estimate <= distance",
        words(
            "Total variation is convex, so the average prediction is as near as the predictions on average.",
            missing="the predictions as quantities",
        ),
    ),
    Step(
        "risk",
        f"distance <= {D}",
        words(
            "SIMA-43 for constant functions: eps <= 1 <= ln(KT) for so many users.",
            missing="constant functions as a narrower model of that of SIMA-43",
        ),
        USERS,
        DEFINED,
    ),
    Step("all", "estimate <= alpha", arithmetic("convex", "risk", "bound"), USERS, DEFINED),
    where=USERS,
    let={**LET, "Y": "exp(log(7*log(36*K/(eps**2*alpha**4)*K)))"},
    samples=ALPHAS,
)
theorem(
    "SIMA-44",
    BATCH,
    "estimate <= alpha",
    Step("all", "estimate <= alpha", apply("average prediction for many users"), USERS),
    where=USERS,
    let={"A": A, "u": U},
    samples=ALPHAS,
    also=("SIMA-43", "SIMA-44: the median trick"),
)
