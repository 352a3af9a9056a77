"""SIMA-08b: the bound of SIMA-08 cannot be improved for the worst class, whatever the learner.

Section 3, before Theorem 3. For every even M, e^eps <= M + 1 (so that c <= 1/2), K = 2^d and every T that is a multiple
of d there is a class of size K whose KL-risk under randomized response is at least (3 sqrt 2 ln 2/32) sqrt(T log2 K)/c
if T >= 9 d/(32 c^2), and at least (ln 2/2) T otherwise.

The class: d features, each shown in a block of n = T/d rounds, and P_0 or P_1 for each. Let v be uniform. Reports of
other blocks tell nothing of its bit, and of those in the block only how many are in the half A matters. After k of them
a round costs at least (1 - V) J: the least mean with weights w, 1 - w is concave in w and 0 at both ends, so it is at
least 2 min(w, 1 - w) J, and the mean of 2 min(w, 1 - w) for the posterior w is 1 - V. V is at most c a sqrt(k/2), and
the sum of sqrt(k) is at most (2/3) n^(3/2). So with z = c a sqrt(n/2) a block costs at least J n (1 - 2 z/3).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    identity,
    inequality,
)
from dpassay.proofs_check.local_distribution_learning.constant_classes import long_games
from dpassay.proofs_check.models.blocks import BLOCKS, LONG, SHORT
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, use, words


@claim(
    "SIMA-08b",
    location="Section 3, before Theorem 3: the bound cannot be improved for the worst class",
    latex=r"\exists \mathcal F:\ \text{KL-risk} = \Omega\Big(\min\Big(T, \tfrac{1}{c_\eta} \sqrt{T \log K}\Big)\Big) "
    r"\text{ for randomized response and every learner}",
    text="For every even M, e^eps <= M + 1, K = 2^d and every T that is a multiple of d there is a class of size K "
    "whose KL-risk under randomized response is, for every learner, Omega((1/c_eta) sqrt(T log K)) if T >= 9 d/(32 "
    "c_eta^2), and at least (log 2/2) T otherwise.",
    checked=("M even, e^eps <= M + 1, K = 2^d, d divides T",),
    assumed=("Pinsker's inequality",),
    adjacency="any_pair",
)
def sima_08b() -> Case:
    """One pair of laws for each of log2 K features."""
    return Case(
        checks=(
            Goal("exact Bayes risks", exhaustive("sima08b", "sima-block-games")),
            Goal("exact Bayes risks of short games", exhaustive("sima08b-short", "sima-short-games")),
        ),
        sharper=(
            Goal(
                "for constant functions the risk of the Bayes mixture on the laws of reports stays bounded",
                counterexample("sima08b-every-class"),
                Hunt("sima08b-every-class", long_games),
            ),
            Goal("log(1 + x) <= sqrt x at x = y^2", inequality("y - log(1 + y**2)", "y", "[0, oo)")),
            Goal(
                "rho^2 for two point masses, e^eps = r^2",
                identity("4*(r**2/(1 + r**2))*(1/(1 + r**2))", "(2*r/(1 + r**2))**2"),
            ),
        ),
        twins=(
            Twin("three times the bound", exhaustive("sima08b-thrice", "sima-block-games"), of=0),
            Twin("all of (log 2) T", exhaustive("sima08b-short-whole", "sima-short-games"), of=1),
            Twin("T log K in place of the bounded risk", counterexample("sima08b-trivial"), of=2),
        ),
        remarks=(
            "3 sqrt 2 log 2/32 > 9/100. So randomized response cannot have a risk without M, whatever the learner.",
            "This is of the worst class of each T. A fixed class may be learned: let the functions be constant and "
            "different, with report laws g_j. With L_j the likelihoods of the reports, KL(f, p^_t) <= log(1/w) = "
            "log(1 + sum over j != f of L_j/L_f) <= sum of sqrt(L_j/L_f), because log(1 + x) is subadditive and at "
            "most sqrt x. Its expectation is the sum of rho_j^{t-1}, where rho_j, the sum of sqrt(g_j g_f), is below "
            "1: randomized response is injective on laws. So for every T the risk is at most the sum of 1/(1 - rho_j): "
            "for two point masses and e^eps = 4, rho = 4/5 and the risk is at most 5.",
            "c_eta <= 1/2 is what e^eps <= M + 1 says; for larger eps the channel is nearly open.",
        ),
        explicit=True,
    )


BELOW_2, AT_2 = ("a < 2",), ("2 <= a",)
REST: Final = "0 <= log(2) + (1 - a/2)*log(2 - a) - (2 - a/2)*log(2 - a/2)"
LEAST: Final = "a/4*log(2) <= J"
MEAN: Final = (("-1", "J"), ("-1/2", "of the first"), ("-1/2", "of the second"))
theorem(
    "least cost of a round at 2",
    BLOCKS,
    "a/4*log(2) + log(2)/2 <= J",
    Step("at most", "sqrt(2 - a) <= 0", apply("a root is at most", x="2 - a", y="0"), AT_2),
    Step("zero", "sqrt(2 - a) = 0", apply("at most each other", "at most", A="sqrt(2 - a)", B="0"), AT_2),
    Step(
        "at it",
        "xlog(sqrt(2 - a)**2) = xlog(0**2)",
        apply("equals for equals", "zero", A="sqrt(2 - a)", B="0", f="x: xlog(x**2)"),
        AT_2,
    ),
    Step("small", "log(2 - a/2) <= 1 - a/2", analysis("log(z) <= z - 1", "(0, oo)", z="2 - a/2")),
    Step("share", "0 <= 1 - a/4", arithmetic(("1/4", "a <= 2"))),
    Step("half a share", "0 <= (1 - a/4)/2", arithmetic(("1/2", "share"))),
    Step(
        "all",
        "a/4*log(2) + log(2)/2 <= J",
        arithmetic(("1 - a/4", "small"), ("(1 - a/4)/2", "2 <= a"), *MEAN, ("-1/4", "at it"), ("-1/4", "0 log 0")),
        AT_2,
        ("share", "half a share"),
    ),
    where=AT_2,
)
theorem(
    "least cost of a round",
    BLOCKS,
    LEAST,
    Step("rest", REST, analysis(REST.replace("a", "z"), "[0, 2)", z="a"), BELOW_2),
    Step("below 2", LEAST, arithmetic(("1/2", "rest"), *MEAN, ("-1/4", use("x log x", v="2 - a"))), BELOW_2),
    Step("of 2", "a/4*log(2) + log(2)/2 <= J", apply("least cost of a round at 2"), AT_2),
    Step("log 2", "0 <= log(2)", analysis("0 <= log(z)", "[1, oo)", z="2")),
    Step("at 2", LEAST, arithmetic("of 2", ("1/2", "log 2")), AT_2),
    Step("all", LEAST, apply("cases", "at 2", "below 2", A="a/4*log(2)", B="J", c="a - 2")),
)

Z: Final = "(a*c*sqrt(n/2))"
APART: Final = "a*c*sqrt(k/2)"
BLOCK: Final = f"d*J*n*(1 - 2*{Z}/3) <= risk"
theorem(
    "blocks cost",
    BLOCKS,
    BLOCK,
    Step(
        "worst of the class",
        "bayes <= risk",
        words(
            "The largest risk is at least the mean, and no learner has a smaller mean risk than the Bayes "
            "mixture with the uniform prior.",
            missing="the learner as a quantity, and that posterior means are best in the mean",
        ),
    ),
    Step(
        "blocks",
        "d*sum(cost(k), k, 0, n - 1) <= bayes",
        words(
            "Bits of different blocks are independent, and reports of other blocks tell nothing of a bit.",
            missing="the laws of the reports of all blocks, as a model",
        ),
    ),
    Step(
        "round",
        "(1 - apart(k))*J <= cost(k)",
        words(
            "The least mean cost with weights w and 1 - w is concave in w and 0 at both ends, so it is at "
            "least 2 min(w, 1 - w) J. The mean of 2 min(w, 1 - w) over the posterior w is 1 - apart(k).",
            missing="the posterior of a bit as a quantity, as in ``hard_pairs``",
        ),
    ),
    Step(
        "Pinsker",
        f"apart(k) <= {APART}",
        words(
            "A report is in A with probability (1 - c)/2 or (1 - c)/2 + c a/2, and all masses are at least (1 "
            "- c)/2 >= 1/4, so one report has a KL divergence of at most (c a/2)^2 (4 + 4)/2 = c^2 a^2. Those "
            "of k reports add up; Pinsker's inequality.",
            missing="the law of k reports as a model; then Pinsker for sums, and divergences that add up",
        ),
    ),
    Step("least", "a/4*log(2) <= J", apply("least cost of a round")),
    Step("log 2", "0 <= log(2)", analysis("0 <= log(z)", "[1, oo)", z="2")),
    Step("cost", "0 <= J", arithmetic("least"), (), ("log 2",)),
    Step("cost at least", f"(1 - {APART})*J <= cost(k)", arithmetic("round", ("J", "Pinsker")), (), ("cost",)),
    Step(
        "rounds",
        f"sum((1 - {APART})*J, k, 0, n - 1) <= sum(cost(k), k, 0, n - 1)",
        apply("sum grows", "cost at least", f=f"k: (1 - {APART})*J", g="k: cost(k)", low="0", high="n - 1"),
    ),
    Step("roots", "sum(sqrt(k/2), k, 0, n - 1) <= 2/3*n*sqrt(n/2)", apply("sum of roots", n="n", b="1/2")),
    Step(
        "all",
        BLOCK,
        arithmetic("worst of the class", "blocks", ("d", "rounds"), ("d*J*a*c", "roots")),
        (),
        ("cost",),
    ),
)
ROOT: Final = "sqrt(n/2)"
BOUND: Final = "3*sqrt(2)*log(2)/32*sqrt(T*d)/c"
theorem(
    "SIMA-08b",
    LONG,
    f"{BOUND} <= risk",
    Step("blocks", BLOCK, apply("blocks cost")),
    Step("J at least", "a/4*log(2) <= J", apply("least cost of a round")),
    Step("log 2", "0 <= log(2)", analysis("0 <= log(z)", "[1, oo)", z="2")),
    Step("half", "d*J*n/2 <= risk", arithmetic("blocks", ("2/3*d*J*n", "separation"))),
    Step("in a", "d*n*a*log(2)/8 <= risk", arithmetic("half", ("d*n/2", "J at least"))),
    Step("roots", f"sqrt(T*d) = sqrt(2)*d*{ROOT}", apply("root of a square", u=f"sqrt(2)*d*{ROOT}")),
    Step(
        "all",
        f"{BOUND} <= risk",
        arithmetic("in a", ("3*sqrt(2)*log(2)/(32*c)", "roots"), (f"-d*log(2)/(4*c)*{ROOT}", "separation")),
        (),
        ("log 2",),
    ),
    let={"T": "n*d"},
    also=("SIMA-08b: few rounds",),
)
FEW: Final = ("32*c**2*n <= 9",)
theorem(
    "SIMA-08b: few rounds",
    SHORT,
    "log(2)/2*T <= risk",
    Step("blocks", BLOCK, apply("blocks cost")),
    Step("two", "2 <= a", arithmetic(("-1", "separation"))),
    Step("of 2", "a/4*log(2) + log(2)/2 <= J", apply("least cost of a round at 2"), (), ("two",)),
    Step("log 2", "0 <= log(2)", analysis("0 <= log(z)", "[1, oo)", z="2")),
    Step("J at 2", "log(2) <= J", arithmetic("of 2", ("log(2)/4", "two")), (), ("log 2",)),
    Step("cost", "0 <= J", arithmetic("J at 2"), (), ("log 2",)),
    Step("square", f"{Z}**2 <= (3/4)**2", arithmetic(("1/16", FEW[0]), ("(a + 2)*c**2*n/2", "separation")), FEW),
    Step("small", f"{Z} <= 3/4", arithmetic((f"1/({Z} + 3/4)", "square")), FEW),
    Step("half", "d*J*n/2 <= risk", arithmetic("blocks", ("2/3*d*J*n", "small")), FEW, ("cost",)),
    Step("all", "log(2)/2*T <= risk", arithmetic("half", ("d*n/2", "J at 2")), FEW),
    where=FEW,
    let={"T": "n*d"},
)
