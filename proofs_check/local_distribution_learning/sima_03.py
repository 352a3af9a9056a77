"""SIMA-03: a class of size K whose KL-risk is Omega(sqrt(K T)/eps), for all eps and T.

Theorem 1, which says nothing of eps and T. False for every constant: the mean of a class, predicted in every round
without any report, has risk at most T log K < T sqrt K on every class of size K >= 2. At eps = c/T and below the claim
is more. So T of order K/(eps log K)^2 at least is needed.

SIMA-03b: with the condition of Theorem 3, T >= K/(9 m e^eps), and every eps, it fails for large eps, where labels are
hardly changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, entries, rational, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, inequality
from dpassay.proofs_check.local_distribution_learning.lower_bound import LOG_2, root_of
from dpassay.proofs_check.local_distribution_learning.mean_of_a_class import TRIVIAL
from dpassay.proofs_check.models.class_mean import MEAN, constants
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside

THEOREM_1: Final = entries(size=whole(2), rounds=whole(1), epsilon=ABOVE_0, constant=ABOVE_0)


def _theorem_1(instance: Instance) -> tuple[Real, Real]:
    """c sqrt(K T)/eps, and T log K."""
    size, rounds = instance["size"], instance["rounds"]
    claimed = as_real(Fraction(instance["constant"]) / Fraction(instance["epsilon"])) * root_of(Fraction(size * rounds))
    return claimed, as_real(log(size)) * rounds


told(
    "sima03",
    "c sqrt(K T)/eps is at most T log K, which bounds the risk of every class of size K",
    THEOREM_1,
    lambda instance: dict(zip(("c sqrt(K T)/eps", "T log K"), _theorem_1(instance), strict=True)),
)(lambda instance: at_most(*_theorem_1(instance)))


told(
    "sima03-long",
    "for T >= 9 K/(32 eps^2) and c <= 1/4, c sqrt(K T)/eps is at most T log K",
    THEOREM_1.having(constant=rational("(0, 1/4]")).where(
        lambda instance: bool(32 * instance["rounds"] * Fraction(instance["epsilon"]) ** 2 >= 9 * instance["size"])
    ),
)(lambda instance: at_most(*_theorem_1(instance)))


def _short_games() -> Iterator[Instance]:
    yield {"size": 2, "rounds": 10**7, "epsilon": "1/1000", "constant": "1/1000"}
    yield {"size": 2, "rounds": 1, "epsilon": "1/1000", "constant": "1/1000"}


@claim(
    "SIMA-03",
    location="Theorem 1",
    latex=r"\exists \mathcal F,\ |\mathcal F| = K,\ |\mathcal Y| \le K:\quad r_T(\mathcal F) = "
    r"\Omega\Big(\tfrac1\epsilon \sqrt{KT}\Big)",
    text="There is a class of size K with at most K labels whose KL-risk under every (eps, 0)-locally private "
    "mechanism and every learner is Omega((1/eps) sqrt(K T)); nothing is said of eps and T.",
    checked=("K >= 2; for K = 1 the risk is 0",),
    adjacency="any_pair",
    corrected_by="SIMA-03-corrected",
)
def sima_03() -> Case:
    """A condition on T and eps is missing."""
    return Case(
        argument="The prediction (f_1 + ... + f_K)/K, without any report, has KL at most log K in every round. So r_T "
        "<= T log K, for every class. With T = 1 and eps = c the claim c sqrt(K T)/eps <= r_T would be sqrt K <= log "
        "K, which is false for all K: no c > 0 will do. T >= c^2 K/(eps log K)^2 is necessary.",
        counterexample=Goal("one round, eps = c = 1/1000", counterexample("sima03"), Hunt("sima03", _short_games)),
        sharper=(
            Goal("sqrt K > log K, at K = y^2", inequality("y - 2*log(y)", "y", "[1, oo)", ">")),
            Goal(
                "for no c, T = 1 and any eps: sqrt K is above K^(1/4)/4 times log K, for every K = y^4",
                inequality("y**2 - y/4*(4*log(y))", "y", "[1, oo)", ">"),
            ),
        ),
        twins=(
            Twin("with a condition on T", counterexample("sima03-long")),
            Twin("K^(1/4) times", inequality("y**2 - y*(4*log(y))", "y", "[1, oo)", ">"), of=2),
        ),
        remarks=("For large eps it is false even for large T (SIMA-03b).",),
    )


LONG: Final = entries(size=whole(2), rounds=whole(2), constant=ABOVE_0)


def _at_large_epsilon(instance: Instance) -> tuple[Real, Real]:
    """c sqrt(K T)/eps at e^eps = (K T)^3, and the bound on the risk."""
    size, rounds = instance["size"], instance["rounds"]
    whole = as_real(log(size * rounds))
    claimed = as_real(Fraction(instance["constant"])) * root_of(Fraction(size * rounds)) / (whole * 3)
    return claimed, as_real(log(size)) + LOG_2 * 2 + whole / (size * size * rounds)


def _sharp_at_large_epsilon(instance: Instance) -> tuple[Real, Real]:
    """c sqrt(K T/(m(eps) e^eps)) at e^eps = (K T)^3, which is c/(K T), and the same bound."""
    size, rounds = instance["size"], instance["rounds"]
    return as_real(Fraction(instance["constant"]) / (size * rounds)), _at_large_epsilon(instance)[1]


told(
    "sima03b",
    "at e^eps = (K T)^3, c sqrt(K T)/eps is at most log K + 2 log 2 + log(K T)/(K^2 T), which bounds the risk",
    LONG,
    lambda instance: dict(zip(("c sqrt(K T)/eps", "the risk is at most"), _at_large_epsilon(instance), strict=True)),
)(lambda instance: at_most(*_at_large_epsilon(instance)))


told(
    "sima03b-theorem-3",
    "... for c <= 1, c sqrt(K T/(m(eps) e^eps)) is at most that",
    LONG.having(constant=rational("(0, 1]")),
)(lambda instance: at_most(*_sharp_at_large_epsilon(instance)))


def _large_games() -> Iterator[Instance]:
    for rounds in (10**3, 10**6, 10**9, 10**12):
        yield {"size": 2, "rounds": rounds, "constant": "1/10"}


@claim(
    "SIMA-03b",
    location="Theorem 1 with the condition of Theorem 3",
    latex=r"r_T(\mathcal F) = \Omega\Big(\tfrac1\epsilon \sqrt{KT}\Big) \text{ for all } \epsilon > 0 \text{ and } T "
    r"\ge K/(9 m(\epsilon) e^\epsilon)",
    text="Theorem 1 where T >= K/(9 m(eps) e^eps), for every eps: the KL-risk is Omega((1/eps) sqrt(K T)).",
    checked=("K >= 2",),
    adjacency="any_pair",
    corrected_by="SIMA-03-corrected",
    no_formula="that no class will do for any constant is a bound on the risk of the Bayes mixture for all T",
)
def sima_03b() -> Case:
    """Large eps."""
    return Case(
        argument="Let T >= 2 and e^eps = (K T)^3, so that T >= K/(9 e^eps), and let M <= K labels go through "
        "randomized response, which changes a label with probability (M - 1)/(e^eps + M - 1) <= 1/(K^2 T^3). Predict "
        "(1 - 1/T) b_t + (1/T)(f_1 + ... + f_K)/K, where b_t is the Bayes mixture that takes reports for labels "
        "(uniform where all likelihoods are 0). While no label is changed, the sum of the KLs is in expectation at "
        "most log K - T log(1 - 1/T) <= log K + 2 log 2; and in each round KL <= log(K T), which counts with "
        "probability at most T/(K^2 T^3). So r_T <= log K + 2 log 2 + log(K T)/(K^2 T) for every class with at most K "
        "labels, while c sqrt(K T)/eps = c sqrt(K T)/(3 log(K T)) grows without bound: sqrt x >= (log x)^2/16. So no "
        "c > 0 will do.",
        counterexample=Goal("K = 2, c = 1/10", counterexample("sima03b"), Hunt("sima03b", _large_games)),
        sharper=(
            Goal("-T log(1 - 1/T) <= 2 log 2, x = 1/T", inequality("2*log(2)*x + log(1 - x)", "x", "(0, 1/2]")),
            Goal("sqrt x >= (log x)^2/16 at x = e^{4z}: e^z > z", inequality("exp(z) - z", "z", "[0, oo)", ">")),
            Goal(
                "K = 2, n = 2T: the bound on the risk is at most 3",
                inequality("3 - 3*log(2) - log(n)/(2*n)", "n", "[4, oo)"),
            ),
            Goal(
                "for no c: sqrt(n)/(3 log n) is above (log n)/144 times 3, for every n = y^2, times log y",
                inequality("y/6 - log(y)**2/24", "y", "[2, oo)", ">"),
            ),
        ),
        twins=(
            Twin("sqrt(K T/(m(eps) e^eps)), as in Theorem 3, and c <= 1", counterexample("sima03b-theorem-3")),
            Twin("-T log(1 - 1/T) <= 1", inequality("x + log(1 - x)", "x", "(0, 1/2]"), of=1),
            Twin("(log n)/12 times 3", inequality("y/6 - log(y)**2/2", "y", "[2, oo)", ">"), of=4),
        ),
    )


CONSTANT: Final = {"c": "real, 0 < c"}


TWO: Final = ("2 <= K",)


PRINTED: Final = "c*sqrt(K*T)/eps"


SHORT: Final = (*TWO, "eps*T <= c")


theorem(
    "SIMA-03: for no constant",
    MEAN,
    f"risk < {PRINTED}",
    Step("mean", TRIVIAL, apply("risk of the mean")),
    Step("at least 1", "1 <= sqrt(K)", arithmetic(inside("sqrt(_)", "1 <= K"))),
    Step("log of the root", "2*log(sqrt(K)) < sqrt(K)", analysis("2*log(z) < z", "[1, oo)", "at least 1", z="sqrt(K)")),
    Step(
        "all",
        f"risk < {PRINTED}",
        arithmetic("mean", ("T", "log of the root"), ("T", inside("sqrt(K*_)", "1 <= T")), ("sqrt(K*T)/eps", SHORT[1])),
        SHORT,
    ),
    where=SHORT,
    variables=CONSTANT,
    samples={"c": (Fraction(2), Fraction(100))},
)


refuted(
    "SIMA-03",
    MEAN,
    f"{PRINTED} <= risk",
    setting=constants("1 0; 0 1", 1, "1001/1000"),
    where=TWO,
    variables=CONSTANT,
    c=Fraction(1, 1000),
    no_constant=NoConstant("c", "SIMA-03: for no constant", "T", {"K": "2", "M": "2", "eps": "c/T"}),
)
