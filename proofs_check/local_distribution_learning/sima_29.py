"""SIMA-29: K (eps, 0)-private algorithms compose to (K eps^2/2 + sqrt(2 ln(1/delta) K eps^2), delta)-privacy.

Lemma 2, for independent algorithms and any delta > 0; it holds for adaptive ones, too (here T is their number). For
delta > 1 the root is not real; for delta = 1 the bound says nothing. The loss L of one answer lies in [-eps, eps] and
has E e^(-L) = 1 given the past, so Hoeffding's lemma at s = -1 bounds its mean by eps^2/2, and at s >= 0 its moments.
The moments of the sum multiply, as if the answers were independent; Chernoff's bound at the best s is the claim. Where
eps = 0 nothing is lost.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.analysis.composition_bounds import Bound, advanced_cdp, is_valid
from dpassay.analysis.optimal_composition import optimal_delta
from dpassay.exact import Budget, as_real
from dpassay.proofs_check.claim import Case, Goal, Guide, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_1, BETWEEN, entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.adaptive_composition import COMPOSITION
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, cases, inside, use
from dpassay.proofs_check.shared_lemmas.composed_losses import AT_LEAST_0
from dpassay.reference.composition import Parameters


def _meets(instance: Instance, share: Fraction) -> bool:
    """The exact optimum meets the printed bound with its square root multiplied by ``share``."""
    budget, rounds, delta = Budget(exp_eps=instance["exp_eps"]), instance["rounds"], Fraction(instance["delta"])
    printed = as_real(advanced_cdp(budget, rounds, delta).epsilon)
    mean = as_real(budget.epsilon) ** 2 * as_real(Fraction(rounds, 2))
    bound = Bound(mean + (printed - mean) * as_real(share), delta)
    parameters = Parameters(budget, rounds)
    return is_valid(bound, lambda t: optimal_delta(parameters, t))


RESPONSES: Final = entries(rounds=whole(1), exp_eps=ABOVE_1, delta=BETWEEN)


told("sima29", "K randomized responses meet (K eps'^2/2 + sqrt(2 ln(1/delta) K eps'^2), delta)", RESPONSES)(
    lambda instance: _meets(instance, Fraction(1))
)
told("sima29-half", "the same with half the square root", RESPONSES)(lambda instance: _meets(instance, Fraction(1, 2)))


def margin_below_optimum(at: Mapping[str, float], share: float = 1.0) -> float:
    """ln delta minus that of the exact optimum at the printed epsilon, its square root multiplied by ``share``."""
    n, epsilon = int(at["rounds"]), math.log(at["exp_eps"])
    variance = n * epsilon**2
    printed = variance / 2 + share * math.sqrt(-2 * math.log(at["delta"]) * variance)
    p = at["exp_eps"] / (1 + at["exp_eps"])
    losses = ((math.comb(n, k) * p**k * (1 - p) ** (n - k), epsilon * (2 * k - n)) for k in range(n + 1))
    exact = math.fsum(mass * -math.expm1(printed - loss) for mass, loss in losses if loss > printed)
    return math.log(at["delta"]) - math.log(exact) if exact > 0 else math.inf


UP_TO_60: Final = Guide(
    {"rounds": (1.0, 60.0), "exp_eps": (1.01, 4.0), "delta": (1e-9, 0.999)},
    margin_below_optimum,
    lambda at: {"rounds": int(at["rounds"]), "exp_eps": str(at["exp_eps"]), "delta": str(at["delta"])},
)


def _few() -> Iterator[Instance]:
    return ({"rounds": rounds, "exp_eps": "3/2", "delta": "1/10"} for rounds in (1, 2, 10))


@family(
    "randomized-responses", "1 to 1000 responses at e^eps' = 101/100, 11/10, 3/2 and 4, delta 1/10, 1/1000 and 10^-6"
)
def _responses() -> Iterator[Instance]:
    for rounds, t, delta in product(
        (1, 2, 10, 100, 1000), ("101/100", "11/10", "3/2", "4"), ("1/10", "1/1000", "1/1000000")
    ):
        yield {"rounds": rounds, "exp_eps": t, "delta": delta}


ROOT = "sqrt(2*log(1/d)*T*eps**2)"
EPSILON = f"T*eps**2/2 + {ROOT}"
AT_EPSILON = f"[{EPSILON} < S]*(1 - exp({EPSILON} - S))"
SIMA_29: Final = theorem(
    "SIMA-29",
    COMPOSITION,
    f"delta({EPSILON}) <= d",
    Step(
        "tail",
        "Pr(S > x) <= exp(T*(s + s**2)*eps**2/2 - s*x)",
        apply("tail of a composed loss", s="s"),
        AT_LEAST_0,
    ),
    Step("at least 0", "0 <= log(1/d)", arithmetic(inside("log(1/d*_)", "d <= 1"))),
    # where eps = 0 nothing is lost
    Step("no loss", "L(i) <= 0", arithmetic("private", "eps <= 0"), ("eps <= 0",)),
    Step(
        "not above", f"S <= {EPSILON}", arithmetic(inside("sum(_, i, 1, T)", "no loss")), ("eps <= 0",), ("at least 0",)
    ),
    Step(
        "everywhere",
        f"[S <= {EPSILON}] = 1",
        apply("indicator of what holds", "not above", A="S", B=EPSILON),
        ("eps <= 0",),
        ("at least 0",),
    ),
    Step(
        "contrary",
        f"[{EPSILON} < S] = 1 - [S <= {EPSILON}]",
        apply("indicator of the contrary", A="S", B=EPSILON),
        (),
        ("at least 0",),
    ),
    Step(
        "nowhere",
        f"[{EPSILON} < S] = 0",
        arithmetic("contrary", ("-1", "everywhere")),
        ("eps <= 0",),
        ("at least 0",),
    ),
    Step(
        "all",
        f"delta({EPSILON}) <= d",
        cases(
            "eps <= 0",
            arithmetic(use("delta", x=EPSILON), inside(f"E((1 - exp({EPSILON} - S))*_)", "nowhere")),
            arithmetic(use("delta", x=EPSILON), use("tail", x=EPSILON, s=f"{ROOT}/(T*eps**2)")),
        ),
        (),
        ("at least 0",),
    ),
    variables={"s": "real", "d": "real, 0 < d, d <= 1"},
    let={"S": "sum(L(i), i, 1, T)"},
    samples={"d": (Fraction(1, 10), Fraction(1, 2), Fraction(1))},
)


@claim(
    "SIMA-29",
    location="Lemma 2",
    latex=r"A_1, \dots, A_K\ (\epsilon', 0)\text{-DP and independent} \Rightarrow \Big(\tfrac{K\epsilon'^2}{2} + "
    r"\sqrt{2 \ln(1/\delta) K \epsilon'^2}, \delta\Big)\text{-DP}",
    text="K independent (eps', 0)-private algorithms compose to (K eps'^2/2 + sqrt(2 ln(1/delta) K eps'^2), "
    "delta)-privacy, for any delta > 0.",
    adjacency="any_pair",
    checked=("0 < delta <= 1; for delta > 1, which the lemma allows, ln(1/delta) < 0 and the root is not real",),
    assumed=("eps' >= 0 (at eps' = 0 all laws are equal, and so are those of the composition)",),
)
def sima_29() -> Case:
    """Hoeffding's inequality for randomized responses."""
    return Case(
        checks=(Goal("against the exact optimum, randomized response", exhaustive("sima29", "randomized-responses")),),
        hunts=(Hunt("sima29", _few, UP_TO_60),),
        twins=(Twin("with half the root", exhaustive("sima29-half", "randomized-responses")),),
        remarks=(
            "The proof gives K eps' tanh(eps'/2) in place of K eps'^2/2, holds for adaptive composition too, and K "
            "eps' is another bound: the printed one is no better than basic composition unless sqrt K (1 - eps'/2) > "
            "sqrt(2 ln(1/delta)).",
            "Exactly: for K = 1000, eps' = 1/10 and delta = 10^-6 the printed epsilon is 21.62 and the least one "
            "19.34; for K = 10 and eps' = 1 they are 21.62 and 9.99998.",
        ),
    )
