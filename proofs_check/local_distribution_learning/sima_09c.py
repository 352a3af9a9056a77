"""SIMA-09c and SIMA-09d: two readings of Theorem 3 that are false.

SIMA-09c: one class of constant functions for all T. A class of constants is learned: the Bayes mixture has a risk that
does not grow with T.

SIMA-09d: for every K, K = 1 included. A class of one member is known, its mean has risk 0, and c sqrt(T/(m e^eps)) is
above 0 for every c.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.analysis.hadamard_class import contraction
from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, ABOVE_1, LAWS, as_rows, entries, rational, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, identity, inequality, nonnegative
from dpassay.proofs_check.local_distribution_learning.lower_bound import (
    a_squared,
    is_class,
    risk_of_mixture,
)
from dpassay.proofs_check.local_distribution_learning.mean_of_a_class import TRIVIAL
from dpassay.proofs_check.models.class_mean import MEAN, constants
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, constant, inside


@entries(table=LAWS, rounds=whole(1), exp_eps=ABOVE_1, constant=ABOVE_0).where
def _is_constant_class(instance: Instance) -> bool:
    """A class of different constant functions, and the condition of Theorem 3."""
    rows = as_rows(instance["table"])
    sizes = {"size": len(rows), "rounds": instance["rounds"], "exp_eps": instance["exp_eps"]}
    return len(set(rows)) == len(rows) >= 2 and bool(a_squared(sizes) <= 1)


def _claimed(instance: Instance, size: int) -> Real:
    """c sqrt(K T/(m(eps) e^eps))."""
    t = Fraction(instance["exp_eps"])
    return (
        as_real(Fraction(instance["constant"])) * as_real(size * int(instance["rounds"]) / (contraction(t) * t)).sqrt()
    )


told(
    "sima09c",
    "c sqrt(K T/(m(eps) e^eps)) is at most a bound on the risk of this class that holds for every T",
    _is_constant_class,
    lambda instance: {
        "c sqrt(K T/(m(eps) e^eps))": _claimed(instance, len(instance["table"])),
        "the risk is at most": risk_of_mixture(instance),
    },
)(lambda instance: at_most(_claimed(instance, len(instance["table"])), risk_of_mixture(instance)))


told(
    "sima09c-trivial",
    "for c <= 1/5, c sqrt(K T/(m(eps) e^eps)) is at most T log K",
    _is_constant_class.having(constant=rational("(0, 1/5]")),
)(
    lambda instance: at_most(
        _claimed(instance, len(instance["table"])), as_real(log(len(instance["table"]))) * instance["rounds"]
    )
)


def _long_games() -> Iterator[Instance]:
    table = [["0", "1"], ["1/2", "1/2"]]
    for factor, rounds in (("1/10", 10), ("1/100", 10**9), ("1/1000", 10**12)):
        yield {"table": table, "exp_eps": "4", "rounds": rounds, "constant": factor}


@claim(
    "SIMA-09c",
    location="Theorem 3 with the class of Appendix A: one class of constant functions, then all T",
    latex=r"\exists \mathcal F \text{ constant functions},\ c > 0:\ r_T(\mathcal F) \ge c \sqrt{KT/(m(\epsilon) "
    r"e^\epsilon)}\ \forall T \ge K/(9 m(\epsilon) e^\epsilon)",
    text="Theorem 3 with its quantifiers in the order in which they are printed, for a class of constant functions, "
    "as in its proof: one class, whose risk is at least c sqrt(K T/(m(eps) e^eps)) for all T.",
    checked=("the members are different",),
    adjacency="any_pair",
    corrected_by="SIMA-09",
    no_formula="that it fails for every class and constant is a bound on the risk of the Bayes mixture for all T",
)
def sima_09c() -> Case:
    """A fixed class of constants is learned."""
    return Case(
        argument="Let the functions be constant and different, the channel randomized response, the learner the Bayes "
        "mixture that knows the report laws g_j. With L_j the likelihoods of the reports, KL(f, p^_t) <= log(1 + sum "
        "over j != f of L_j/L_f) <= sum of sqrt(L_j/L_f), because log(1 + x) is subadditive and at most sqrt x. The "
        "expectation under f is the sum of rho_j^{t-1}, where rho_j, the sum of sqrt(g_j g_f), is below 1: randomized "
        "response is injective on laws. So for every T the risk is at most the sum of 1/(1 - rho_j), and c sqrt T is "
        "above it from some T on, for every c > 0. The instance is the pair of (16) at K = 1, a = 1.",
        counterexample=Goal("c = 1/100", counterexample("sima09c"), Hunt("sima09c", _long_games)),
        sharper=(
            Goal("log(1 + x) <= sqrt x at x = y^2", inequality("y - log(1 + y**2)", "y", "[0, oo)")),
            Goal(
                "the instance at e^eps = 4: rho = sqrt(1/10) + sqrt(4/10) = 3/sqrt(10) < 19/20, so "
                "the risk is below 20 for every T",
                nonnegative("(19/20)**2 - 9/10", (), ">"),
            ),
            Goal(
                "for no c: c sqrt(K T/M) = 20 at T = 400 M/(c^2 K), M = m(eps) e^eps",
                identity("c**2*K*(400*M/(c**2*K))/M", "20**2"),
            ),
        ),
        twins=(
            Twin("at most T log K, for c <= 1/5", counterexample("sima09c-trivial")),
            Twin("rho < 9/10", nonnegative("(9/10)**2 - 9/10", (), ">"), of=2),
        ),
        remarks=("Functions that are not constant do it: see SIMA-09.",),
    )


THEOREM_3: Final = is_class.having(constant=ABOVE_0)


def _theorem_3(instance: Instance) -> tuple[Real, Real]:
    """c sqrt(K T/(m(eps) e^eps)), and T log K."""
    size = instance["size"]
    return _claimed(instance, size), as_real(log(size)) * instance["rounds"]


told(
    "sima09d",
    "c sqrt(K T/(m(eps) e^eps)) is at most T log K, which bounds the risk of every class of size K",
    THEOREM_3,
    lambda instance: dict(zip(("c sqrt(K T/(m(eps) e^eps))", "T log K"), _theorem_3(instance), strict=True)),
)(lambda instance: at_most(*_theorem_3(instance)))


told(
    "sima09d-two",
    "for K >= 2 and c <= 1/5, c sqrt(K T/(m(eps) e^eps)) is at most T log K",
    THEOREM_3.having(size=whole(2, 64), constant=rational("(0, 1/5]")),
)(lambda instance: at_most(*_theorem_3(instance)))


def _small_classes() -> Iterator[Instance]:
    for size, rounds in ((2, 1), (3, 2), (1, 1)):
        yield {"size": size, "rounds": rounds, "exp_eps": "2", "constant": "1/1000"}


@claim(
    "SIMA-09d",
    location="Theorem 3, read for every K, as its sketch says, K = 1 included",
    latex=r"\forall K \ge 1\ \exists \mathcal F,\ |\mathcal F| = K,\ |\mathcal Y| \le K:\quad r_T(\mathcal F) = "
    r"\Omega\Big(\sqrt{KT/(m(\epsilon) e^\epsilon)}\Big) \text{ for } T \ge K/(9 m(\epsilon) e^\epsilon)",
    text="Theorem 3 for every K, of which it says nothing (its sketch: for any K), so for K = 1, too: there is a class "
    "of size K with at most K labels whose KL-risk is Omega(sqrt(K T/(m(eps) e^eps))) for T >= K/(9 m(eps) e^eps).",
    checked=("T >= K/(9 m(eps) e^eps)",),
    adjacency="any_pair",
    corrected_by="SIMA-09",
)
def sima_09d() -> Case:
    """One member."""
    return Case(
        argument="The prediction (f_1 + ... + f_K)/K has KL at most log K in every round, so r_T <= T log K (SIMA-03), "
        "which is 0 for K = 1: the only member is known. c sqrt(T/(m(eps) e^eps)) is positive for every c > 0, so no "
        "constant will do.",
        counterexample=Goal("K = 1, c = 1/1000", counterexample("sima09d"), Hunt("sima09d", _small_classes)),
        sharper=(
            Goal(
                "for no c: the claim over c, sqrt(x) at x = T/(m(eps) e^eps), is above 0 = T log 1, for every T",
                inequality("sqrt(x) - x*log(1)", "x", "(0, oo)", ">"),
            ),
        ),
        twins=(
            Twin("for K >= 2 and c <= 1/5", counterexample("sima09d-two")),
            Twin("K = 2, where T log K may be above", inequality("sqrt(x) - x*log(2)", "x", "(0, oo)", ">"), of=1),
        ),
        remarks=(
            "With K - 1 in the place of K under the root there is no exception. In the appendix, K = 1 gives two "
            "members on two labels.",
        ),
    )


BOUND: Final = "c*sqrt(K*T/(m*exp(eps)))"


CONSTANT: Final = {"c": "real, 0 < c"}
LONG: Final = ("K/(9*m*exp(eps)) <= T",)
ALONE: Final = ("K <= 1",)
AT_LEAST_1: Final = ("1 <= eps",)
FAR: Final = "(exp(eps) - 1)**2"
theorem(
    "SIMA-09d: the precondition",
    MEAN,
    LONG[0],
    Step("number", "2 < exp(1)", constant()),
    Step(
        "far", f"1 < {FAR}", arithmetic(("exp(eps)", inside("exp(_)", "1 <= eps")), ("exp(eps)", "number")), AT_LEAST_1
    ),
    Step("not below", f"[{FAR} <= 1] = 0", apply("indicator of what fails", "far", A=FAR, B="1"), AT_LEAST_1),
    Step(
        "m is 1", "m = 1", arithmetic("m", f"[1 < {FAR}] = 1 - [{FAR} <= 1]", (f"{FAR} - 1", "not below")), AT_LEAST_1
    ),
    Step("inverse", "1/m = 1", arithmetic(("-1/m", "m is 1")), AT_LEAST_1),
    Step(
        "all",
        LONG[0],
        arithmetic(
            "1 <= T",
            ("K/(9*exp(eps))", "inverse"),
            ("1/(9*exp(eps))", "K <= 1"),
            ("1/(9*exp(eps))", inside("exp(_)", "1 <= eps")),
            ("1/(9*exp(eps))", "number"),
        ),
        (*ALONE, *AT_LEAST_1),
    ),
    where=(*ALONE, *AT_LEAST_1),
)
theorem(
    "SIMA-09d: for no constant",
    MEAN,
    f"risk < {BOUND}",
    Step("mean", TRIVIAL, apply("risk of the mean")),
    Step("all", f"risk < {BOUND}", arithmetic("mean", ("T", inside("log(_)", "K <= 1"))), ALONE),
    where=(*ALONE, *AT_LEAST_1),
    variables=CONSTANT,
)
refuted(
    "SIMA-09d",
    MEAN,
    f"{BOUND} <= risk",
    setting=constants("1", 2, "3/2"),
    where=LONG,
    variables=CONSTANT,
    c=Fraction(1, 1000),
    no_constant=NoConstant(
        "c", "SIMA-09d: for no constant", "T", {"K": "1", "M": "1", "eps": "1"}, ("SIMA-09d: the precondition",)
    ),
)
