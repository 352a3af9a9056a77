"""SIMA-09: Theorem 3: a class with risk at least (3/40) sqrt(K T/(m e^eps)) for T >= K/(9 m e^eps), K >= 2.

Here K is the size of the class, ``size``, of which floor(size/2) pairs are made, on at most as many labels; m is
min{(e^eps - 1)^2, 1}. The risk is at least 3 log 2/16 times any number up to sqrt(floor(size/2) T)/s and (8/3) T
(SIMA-03-corrected), s = e^(eps/2) - 1, and s^2 < m e^eps, floor(size/2) >= size/3.

SIMA-09b: for small eps that bound is of order sqrt(K T)/eps, the last sentence of the theorem. Up to eps = 69/100,
(e^eps - 1) e^(eps/2) <= (41/20) eps, so the bound is at least (20/41) and the risk (3/82) sqrt(K T)/eps.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import Real, as_real
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, ABOVE_1, entries, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.local_distribution_learning.far_from_a_pair import POSITIVE
from dpassay.proofs_check.local_distribution_learning.lower_bound import (
    EDGES,
    LOG_2,
    SEPARATION,
    mean_risk,
    one_channel,
    root_of,
    share,
    theorem_bound,
)
from dpassay.proofs_check.local_distribution_learning.lower_bound_channels import CHANNEL, is_of_member
from dpassay.proofs_check.local_distribution_learning.risk_on_pairs import S
from dpassay.proofs_check.local_distribution_learning.sima_19 import SMALLER
from dpassay.proofs_check.models.hard_learning import LEARNING
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, inside, together

_PAIRS: Final = entries(pairs=whole(1, 8), rounds=whole(1, 8), root=ABOVE_1, channel=CHANNEL)


@(_PAIRS.having(a=SEPARATION) | _PAIRS.having(ratio=ABOVE_0)).where
def _is_pair_game(instance: Instance) -> bool:
    """K' pairs with the separation a in (0, 2], T rounds of a private channel; e^{eps/2} is rational."""
    known = is_of_member(instance["channel"], instance["pairs"])
    return known and one_channel(instance).is_private(Fraction(instance["root"]) ** 2)


def _displayed_bound(instance: Instance) -> Real:
    """(log 2/4) a (sum over t of 1 - (a s/2) sqrt((t - 1)/K')), with s = e^{eps/2} - 1."""
    a, s, pairs = share(instance), Fraction(instance["root"]) - 1, instance["pairs"]
    terms = (1 - as_real(a * s / 2) * root_of(Fraction(u, pairs)) for u in range(instance["rounds"]))
    return LOG_2 / 4 * as_real(a) * sum(terms, as_real(Fraction(0)))


@_is_pair_game.where
def _is_proof_game(instance: Instance) -> bool:
    """The separation of the proof, a function of the root of K'/T."""
    return "ratio" in instance and Fraction(instance["ratio"]) ** 2 * instance["rounds"] == instance["pairs"]


told("sima09-step", "the mean risk is at least (log 2/4) a (sum of 1 - (a s/2) sqrt((t - 1)/K'))", _is_pair_game)(
    lambda instance: at_most(_displayed_bound(instance), mean_risk(instance))
)


told("sima09", "the risk is at least (3 log 2/16) min{sqrt(K' T)/(e^{eps/2} - 1), 8 T/3}", _is_proof_game)(
    lambda instance: at_most(theorem_bound(instance), mean_risk(instance))
)


told("sima09-more", "the mean risk is at least 5/2 times the bound", _is_proof_game)(
    lambda instance: at_most(theorem_bound(instance) * 5 / 2, mean_risk(instance))
)


@claim(
    "SIMA-09",
    location="Theorem 3, for K >= 2",
    latex=r"\exists \mathcal F,\ |\mathcal F| = K,\ |\mathcal Y| \le K:\quad r_T(\mathcal F) = "
    r"\Omega\Big(\sqrt{KT/(m(\epsilon) e^\epsilon)}\Big) \text{ for } T \ge K/(9 m(\epsilon) e^\epsilon)",
    text="There is a class of size K with at most K labels whose KL-risk under every (eps, 0)-locally private scheme "
    "and every learner is Omega(sqrt(K T/(min{(e^eps - 1)^2, 1} e^eps))), for T >= K/(9 min{(e^eps - 1)^2, 1} e^eps).",
    checked=("K >= 2",),
    assumed=("schemes are non-interactive, as in Section 2", "a report has finitely many values", POSITIVE),
    adjacency="any_pair",
)
def sima_09() -> Case:
    """The constant is 3/40."""
    return Case(
        checks=(
            Goal("the sum over t, for all a, exact Bayes risks", exhaustive("sima09-step", "pair-games")),
            Goal("the bound, exact Bayes risks", exhaustive("sima09", "proof-games")),
        ),
        twins=(Twin("5/2 times the bound", exhaustive("sima09-more", "proof-games"), of=1),),
        remarks=EDGES,
        explicit=True,
    )


@claim(
    "SIMA-09b",
    location="Theorem 3, the last sentence",
    latex=r"\sqrt{KT/(m(\epsilon) e^\epsilon)} = \Omega\Big(\tfrac1\epsilon \sqrt{KT}\Big) \text{ for small } \epsilon",
    text="The bound of Theorem 3 grows as Omega((1/eps) sqrt(K T)) for sufficiently small eps, where T >= K/(9 m(eps) "
    "e^eps).",
    checked=("eps <= 69/100",),
    assumed=("SIMA-09, so K >= 2 and T >= K/(9 m(eps) e^eps)",),
    adjacency="any_pair",
)
def sima_09b() -> Case:
    """(e^eps - 1) e^{eps/2} is of order eps."""
    return Case(
        remarks=(
            "It is no statement about eps -> 0 with K and T fixed: the condition on T fails there, and the risk is at "
            "most T log K (SIMA-03). With fewer conditions and a better constant: SIMA-03-corrected.",
        ),
        explicit=True,
    )


"""The condition of Theorem 3, and a constant."""


LONG: Final = ("size/(9*m*exp(eps)) <= T",)


R: Final = "sqrt(size*T/(m*exp(eps)))"


BOUND: Final = f"3/40*{R} <= risk"


theorem(
    "SIMA-09",
    LEARNING,
    BOUND,
    Step("size", "size <= 3*K", arithmetic("size, at most", "1 <= K")),
    Step("positive", f"0 <= {S}", arithmetic(inside("exp(_)", "0 <= eps/2"))),
    Step("at least 0", f"0 <= {R}/sqrt(3)*{S}", arithmetic((f"{R}/sqrt(3)", "positive"))),
    Step("smaller", SMALLER, apply("the sharp factor is smaller")),
    Step(
        "square",
        f"({R}/sqrt(3)*{S})**2 <= (sqrt(K)*sqrt(T))**2",
        arithmetic(("size*T/(3*m*exp(eps))", "smaller"), ("T/3", "size")),
    ),
    Step(
        "first",
        f"{R}/sqrt(3)*{S} <= sqrt(K)*sqrt(T)",
        apply("smaller square", "square", p=f"{R}/sqrt(3)*{S}", q="sqrt(K)*sqrt(T)"),
        (),
        ("at least 0",),
    ),
    Step("other square", f"({R}/sqrt(3))**2 <= (8/3*T)**2", arithmetic(("3*T", LONG[0])), LONG),
    Step(
        "second",
        f"{R}/sqrt(3) <= 8/3*T",
        apply("smaller square", "other square", p=f"{R}/sqrt(3)", q="8/3*T"),
        LONG,
    ),
    Step(
        "risk",
        f"3*log(2)/16*({R}/sqrt(3)) <= risk",
        apply("risk against the smaller of two", "first", "second", w=f"{R}/sqrt(3)"),
        LONG,
    ),
    Step("number", "3/40*sqrt(3) < 3*log(2)/16", constant()),
    Step("all", BOUND, arithmetic("risk", (f"{R}/sqrt(3)", "number")), LONG),
    where=LONG,
)


SMALL: Final = ("eps <= 69/100",)


ROOT: Final = "20/41*sqrt(size*T)/eps"


GROWS: Final = f"{ROOT} <= {R}"


RISK: Final = "3/82*sqrt(size*T)/eps <= risk"


theorem(
    "SIMA-09b",
    LEARNING,
    f"{GROWS} and {RISK}",
    Step(
        "linear",
        "(exp(eps) - 1)*exp(eps/2) <= 41/20*eps",
        analysis("(exp(z) - 1)*exp(z/2) <= 41/20*z", "[0, 69/100]", z="eps"),
        SMALL,
    ),
    Step("positive", "0 <= (exp(eps) - 1)*exp(eps/2)", arithmetic(("exp(eps/2)", inside("exp(_)", "0 <= eps")))),
    Step(
        "factor",
        "m*exp(eps) <= (41/20*eps)**2",
        arithmetic(("exp(eps)", "m, square"), ("(exp(eps) - 1)*exp(eps/2)", "linear"), ("41/20*eps", "linear")),
        SMALL,
        ("positive",),
    ),
    Step("square", f"({ROOT})**2 <= {R}**2", arithmetic(("400/1681*size*T/(eps**2*m*exp(eps))", "factor")), SMALL),
    Step("larger", GROWS, apply("smaller square", "square", p=ROOT, q=R), SMALL),
    Step("bound", BOUND, apply("SIMA-09"), LONG),
    Step("growth", GROWS, together("larger"), (*SMALL, *LONG)),
    Step("risk", RISK, arithmetic("bound", ("3/40", "larger")), (*SMALL, *LONG)),
    where=(*SMALL, *LONG),
)
