"""SIMA-08: with randomized response the KL-risk is at most (3 + ln(KT)) sqrt(2 T ln K)/(2 c_eta).

Section 3, before Theorem 3, where it is O~((1/c_eta) sqrt(T log K)), and O~((M/eps) sqrt(T log K)) for eps <= 1; both
are made explicit here. The learner is not printed; it is the Bayes mixture on the laws of reports, which has weights
w_j and predicts p^_t = sum_j w_j f_j(x_t). Its expected total KL divergence on the laws of reports is at most ln K, and
their total variation is c TV(f, p^). So Pinsker's inequality and that of Cauchy and Schwarz bound the expected sum of
TV(f, p^) by sqrt(T ln K/2)/c.

For f <= L p, L >= 1, KL(f, p) <= (1 + ln L) TV(f, p): see ``mixture_and_variation``. Use it with L = 1/w, w the weight
of the truth. ln(1/w) is at most ln(KT) + 1/(w K T), and E 1/w <= K: that is (1 + ln(KT)) sqrt(2 T ln K)/(2 c) + 1. For
K >= 2 the last 1 is at most sqrt(2 T ln K)/c; for K = 1 the truth has the weight 1, and KL(f, p) <= TV(f, p).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
)
from dpassay.proofs_check.models.online_mixture import PRIVATE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, use


@claim(
    "SIMA-08",
    location="Section 3, before Theorem 3",
    latex=r"\text{KL-risk of randomized response} = \tilde O\Big(\tfrac{1}{c_\eta} \sqrt{T \log K}\Big) = \tilde "
    r"O\Big(\tfrac{M}{\epsilon} \sqrt{T \log K}\Big)",
    text="With randomized response the KL-risk of every class of size K is at most (1/c_eta) sqrt(T log K), and for "
    "eps <= 1 at most (M/eps) sqrt(T log K), both up to logarithmic factors.",
    checked=("M >= 2; eps <= 1 for the second bound",),
    assumed=("the learner, which is not printed, is the Bayes mixture on the laws of reports",),
    adjacency="any_pair",
)
def sima_08() -> Case:
    """The posterior on the noised class, and a factor 1 + log(KT) from total variation to KL."""
    return Case(
        beyond="The source prints no learner: the formula is on the Bayes mixture over the laws of the reports.",
        checks=(
            Goal("exact risks", exhaustive("sima08", "sima-response-games")),
            Goal("exact total variations", exhaustive("sima08-distance", "sima-response-games")),
        ),
        twins=(Twin("4/5 of the total variation", exhaustive("sima08-less", "sima-response-games")),),
        remarks=(
            "The risk is also at most T log K, because E KL(f, p^) <= E log(1/w) <= log K. So the bound says nothing "
            "once it is larger, as it is for M to infinity; SIMA-08b shows that this is not due to the analysis: "
            "the risk of its classes is then at least (log 2/2) T, whatever the learner.",
        ),
        explicit=True,
    )


LOGS: Final = (
    Step("log K", "0 <= log(K)", analysis("0 <= log(z)", "[1, oo)", z="K")),
    Step("at least 1", "1 <= K*T", arithmetic(("K", "1 <= T"), "1 <= K")),
    Step("log KT", "0 <= log(K*T)", analysis("0 <= log(z)", "[1, oo)", "at least 1", z="K*T")),
)
S: Final = "sum(tv(t), t, 1, T)"
DISTANCE: Final = "sqrt(2*T*log(K))/(2*c)"
SMALL: Final = ("eps <= 1",)
theorem(
    "SIMA-08: total variations",
    PRIVATE,
    f"E({S}) <= {DISTANCE}",
    Step("Pinsker", "2*(c*tv(t))**2 <= reported(t)", apply("total variation of the reports")),
    Step(
        "squares",
        "sum(2*(c*tv(t))**2, t, 1, T) <= sum(reported(t), t, 1, T)",
        apply("sum grows", "Pinsker", f="t: 2*(c*tv(t))**2", g="t: reported(t)", low="1", high="T"),
    ),
    Step("square", f"0 <= (tv(t) - {S}/T)**2", analysis("0 <= z**2", "(-oo, oo)", z=f"tv(t) - {S}/T")),
    Step(
        "Cauchy and Schwarz",
        f"0 <= sum((tv(t) - {S}/T)**2, t, 1, T)",
        apply("sum grows", "square", f="t: 0", g=f"t: (tv(t) - {S}/T)**2", low="1", high="T"),
    ),
    Step(
        "course",
        f"2*c**2*{S}**2/T <= sum(reported(t), t, 1, T)",
        arithmetic("squares", ("2*c**2", "Cauchy and Schwarz")),
    ),
    Step(
        "average",
        f"E(2*c**2*{S}**2/T) <= E(sum(reported(t), t, 1, T))",
        apply("expectation grows", "course", P="P", X=f"2*c**2*{S}**2/T", Y="sum(reported(t), t, 1, T)"),
    ),
    Step("deviation", f"0 <= ({S} - E({S}))**2", analysis("0 <= z**2", "(-oo, oo)", z=f"{S} - E({S})")),
    Step(
        "variance",
        f"0 <= E(({S} - E({S}))**2)",
        apply("expectation grows", "deviation", P="P", X="0", Y=f"({S} - E({S}))**2"),
    ),
    Step("mixture", "E(sum(reported(t), t, 1, T)) <= log(K)", apply("risk of the Bayes mixture")),
    Step(
        "mean square",
        f"E({S})**2 <= T*log(K)/(2*c**2)",
        arithmetic(("T/(2*c**2)", "average"), ("T/(2*c**2)", "mixture"), "variance"),
    ),
    Step("log K", "0 <= log(K)", analysis("0 <= log(z)", "[1, oo)", z="K")),
    Step(
        "some",
        f"E({S}) <= {DISTANCE}",
        arithmetic((f"1/(E({S}) + {DISTANCE})", "mean square")),
        (f"0 < E({S})",),
        ("log K",),
    ),
    Step(
        "all",
        f"E({S}) <= {DISTANCE}",
        apply("cases", "some", A=f"E({S})", B=DISTANCE, c=f"-E({S})"),
        (),
        ("log K",),
    ),
)
FACTOR: Final = "(1 + log(K*T))"
ROUND: Final = f"{FACTOR}*tv(t) + 1/(truth(t)*K*T)"
RISK: Final = "E(sum(kl(t), t, 1, T))"
KL_BY_TV: Final = "kl(t) <= (1 - log(truth(t)))*tv(t)"
theorem(
    "risk of the mixture on randomized response",
    PRIVATE,
    f"{RISK} <= {FACTOR}*sqrt(2*T*log(K))/(2*c) + 1",
    Step("by variation", KL_BY_TV, apply("KL and total variation")),
    Step("light truths", "E(1/truth(t)) <= K", apply("light truths", n="t")),
    Step(
        "reciprocal", "-log(truth(t)*K*T) <= 1/(truth(t)*K*T)", analysis("-log(z) <= 1/z", "(0, oo)", z="truth(t)*K*T")
    ),
    Step("product", "log(truth(t)*(K*T)) = log(truth(t)) + log(K*T)", apply("log of a product", A="truth(t)", B="K*T")),
    Step("light truth", "1 - log(truth(t)) <= 1 + log(K*T) + 1/(truth(t)*K*T)", arithmetic("reciprocal", "product")),
    Step("a distance", "tv(t) <= 1", apply("a total variation is at most 1")),
    Step(
        "round",
        f"kl(t) <= {ROUND}",
        arithmetic("by variation", ("tv(t)", "light truth"), ("1/(truth(t)*K*T)", "a distance")),
    ),
    Step(
        "rounds",
        f"sum(kl(t), t, 1, T) <= sum({ROUND}, t, 1, T)",
        apply("sum grows", "round", f="t: kl(t)", g=f"t: {ROUND}", low="1", high="T"),
    ),
    Step(
        "mean",
        f"{RISK} <= E(sum({ROUND}, t, 1, T))",
        apply("expectation grows", "rounds", P="P", X="sum(kl(t), t, 1, T)", Y=f"sum({ROUND}, t, 1, T)"),
    ),
    Step(
        "linear",
        "E(sum(1/truth(t), t, 1, T)) = sum(E(1/truth(t)), t, 1, T)",
        apply("expectation of a sum", P="P", X="t: 1/truth(t)", low="1", high="T"),
    ),
    Step(
        "all weights",
        "sum(E(1/truth(t)), t, 1, T) <= sum(K, t, 1, T)",
        apply("sum grows", "light truths", f="t: E(1/truth(t))", g="t: K", low="1", high="T"),
    ),
    *LOGS,
    Step("total variations", f"E({S}) <= {DISTANCE}", apply("SIMA-08: total variations"), (), ("log K",)),
    Step(
        "all",
        f"{RISK} <= {FACTOR}*sqrt(2*T*log(K))/(2*c) + 1",
        arithmetic("mean", (FACTOR, "total variations"), ("1/(K*T)", "linear"), ("1/(K*T)", "all weights")),
        (),
        ("log K", "log KT"),
    ),
)
ONE: Final = ("K < 2",)
theorem(
    "risk of one law on randomized response",
    PRIVATE,
    f"{RISK} <= sqrt(2*T*log(K))/(2*c)",
    Step("at most one", "K + 1 <= 2", apply("integers are 1 apart", A="K", B="2"), ONE),
    Step(
        "the truth alone",
        "w(n, j) = w(n, i)",
        apply("equal indices", "at most one", low="1", high="K", A="j", B="i", f="k: w(n, k)"),
        ONE,
    ),
    Step(
        "all weights",
        "sum(w(n, j), j, 1, K) = sum(w(n, i), j, 1, K)",
        apply("sum of equals", "the truth alone", f="j: w(n, j)", g="j: w(n, i)", low="1", high="K"),
        ONE,
    ),
    Step(
        "its weight",
        "1 <= truth(n)",
        arithmetic(("truth(n)", "at most one"), ("-1", "weights"), "all weights", ("-K", "the truth")),
        ONE,
    ),
    Step("its log", "0 <= log(truth(n))", analysis("0 <= log(z)", "[1, oo)", "its weight", z="truth(n)"), ONE),
    Step("by variation", KL_BY_TV, apply("KL and total variation")),
    Step("round", "kl(t) <= tv(t)", arithmetic("by variation", ("tv(t)", use("its log", n="t"))), ONE),
    Step(
        "rounds",
        "sum(kl(t), t, 1, T) <= sum(tv(t), t, 1, T)",
        apply("sum grows", "round", f="t: kl(t)", g="t: tv(t)", low="1", high="T"),
        ONE,
    ),
    Step(
        "mean",
        f"{RISK} <= E(sum(tv(t), t, 1, T))",
        apply("expectation grows", "rounds", P="P", X="sum(kl(t), t, 1, T)", Y="sum(tv(t), t, 1, T)"),
        ONE,
    ),
    LOGS[0],
    Step("total variations", f"E({S}) <= {DISTANCE}", apply("SIMA-08: total variations"), (), ("log K",)),
    Step("all", f"{RISK} <= sqrt(2*T*log(K))/(2*c)", arithmetic("mean", "total variations"), ONE, ("log K",)),
    where=ONE,
)
BOUND: Final = "(3 + log(K*T))/2*sqrt(2*T*log(K))"
TWO: Final = ("2 <= K",)
theorem(
    "risk on randomized response",
    PRIVATE,
    f"{RISK} <= {BOUND}/c",
    *LOGS,
    Step(
        "of any",
        f"{RISK} <= {FACTOR}*sqrt(2*T*log(K))/(2*c) + 1",
        apply("risk of the mixture on randomized response"),
        (),
        ("log K",),
    ),
    Step("log of two", "1 <= 2*log(K)", analysis("1 <= 2*log(z)", "[2, oo)", z="K"), TWO),
    Step("square", "1 <= sqrt(2*T*log(K))**2", arithmetic("log of two", ("2*log(K)", "1 <= T")), TWO, ("log K",)),
    Step(
        "root",
        "1 <= sqrt(2*T*log(K))",
        arithmetic(("1/(sqrt(2*T*log(K)) + 1)", "square")),
        TWO,
        ("log K",),
    ),
    Step(
        "of two",
        f"{RISK} <= {BOUND}/c",
        arithmetic("of any", "root", ("sqrt(2*T*log(K))/c", "c <= 1")),
        TWO,
        ("log K",),
    ),
    Step(
        "alone",
        f"{RISK} <= sqrt(2*T*log(K))/(2*c)",
        apply("risk of one law on randomized response"),
        ONE,
        ("log K",),
    ),
    Step(
        "of one",
        f"{RISK} <= {BOUND}/c",
        arithmetic("alone", ("sqrt(2*T*log(K))/(2*c)", "log KT")),
        ONE,
        ("log K",),
    ),
    Step(
        "all",
        f"{RISK} <= {BOUND}/c",
        apply("cases", "of two", "of one", A=RISK, B=f"{BOUND}/c", c="K - 2"),
        (),
        ("log K",),
    ),
)
theorem(
    "SIMA-08",
    PRIVATE,
    f"{RISK} <= {BOUND}/c",
    LOGS[0],
    Step("all", f"{RISK} <= {BOUND}/c", apply("risk on randomized response"), (), ("log K",)),
    also=("SIMA-08: in M and eps",),
)
theorem(
    "SIMA-08: in M and eps",
    PRIVATE,
    f"{RISK} <= 2*M/eps*{BOUND}",
    *LOGS,
    Step(
        "in c",
        f"{RISK} <= {BOUND}/c",
        apply("risk on randomized response"),
        (),
        ("log K",),
    ),
    Step("grows", "exp(0) <= exp(eps)", apply("exp grows", A="0", B="eps")),
    Step("below", "1 - exp(-eps) >= eps/2", analysis("1 - exp(-z) >= z/2", "[0, 1]", z="eps"), SMALL),
    Step("more", "0 <= (M - 1)*(exp(eps) - 1)", arithmetic(("M - 1", "grows"))),
    Step("more labels", "0 <= (M - 1)*(exp(eps) - 1)**2", arithmetic(("exp(eps) - 1", "more")), (), ("grows",)),
    Step("norm", "0 < exp(eps) + M - 1", arithmetic()),
    Step("one over it", "0 <= 1/(exp(eps) + M - 1)", arithmetic(("(1/(exp(eps) + M - 1))**2", "norm"))),
    Step("share", "0 <= exp(-eps)/M/(exp(eps) + M - 1)", arithmetic(("exp(-eps)/M", "one over it"))),
    Step(
        "contraction at least",
        "(1 - exp(-eps))/M <= c",
        arithmetic(
            ("-1", "contraction"),
            ("exp(-eps)/M/(exp(eps) + M - 1)", "more labels"),
        ),
        (),
        ("share",),
    ),
    Step(
        "inverse", "1/c <= 2*M/eps", arithmetic(("2*M/(eps*c)", "contraction at least"), ("2/(eps*c)", "below")), SMALL
    ),
    Step("root", f"0 <= {BOUND}", arithmetic(), (), ("log K", "log KT")),
    Step(
        "all",
        f"{RISK} <= 2*M/eps*{BOUND}",
        arithmetic("in c", (BOUND, "inverse")),
        SMALL,
        ("log K", "log KT", "root"),
    ),
    where=SMALL,
)
