"""HRS-42f: Lemma G.3 as a whole, the reduction of the domain, for queries of VC dimension d >= 1.

For a (sigma, chi)-smooth law and M = O((log(1/eta) + d)/(sigma gamma^2)) uniform points there is, with probability 1 -
eta, a law on them that is within chi + gamma of it on all queries. Fact G.2 is cited; let c0 >= 1 be its constant.

For d >= 1 that is true, with 14 c0 for the constant, although the printed proof has a false step (HRS-42d). Take k for
M sigma/4, rounded down. Fewer than k draws are kept with probability at most e^(-9/8 k), and the first k that are kept
are k draws from the smooth law, which miss it with probability at most 2 e^(d - gamma^2 k/c0). As gamma^2 k is at least
c0 (log 4 + log(1/eta) + d), each of both is at most eta/2. For all d see HRS-42g.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.reduced_domains import REDUCED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, constant
from dpassay.proofs_check.smoothed_analysis.domain_reduction import FAILS
from dpassay.proofs_check.smoothed_analysis.hrs_42 import single_points

ETA: Final = "exp(-ell)"
CLAIMED: Final = f"{FAILS} <= {ETA}"
UNIT: Final = ("1 <= c0", "gamma <= 1")
QUARTER: Final = "4*k <= M*s"
ENOUGH: Final = (*UNIT, QUARTER, "c0*(log(4) + ell + d) <= gamma**2*k")
REDUCED_TO: Final = f"{FAILS} <= exp(-9/8*k) + miss"
theorem(
    "the domain is reduced, with probability 1 - eta",
    REDUCED,
    CLAIMED,
    Step("reduced", REDUCED_TO, apply("the domain is reduced", w="3"), ENOUGH),
    Step("log of 4", "0 <= log(4)", constant()),
    Step("logs", "log(2) <= log(4)", constant()),
    Step(
        "numerator",
        "log(4) + ell <= c0*(log(4) + ell + d)",
        arithmetic(("log(4) + ell + d", UNIT[0])),
        ENOUGH,
        ("log of 4",),
    ),
    Step("square", "gamma**2*k <= k", arithmetic(("k", UNIT[1]), ("k*gamma", UNIT[1])), ENOUGH),
    Step("wanted", "log(4) + ell <= k", arithmetic("numerator", ENOUGH[3], "square"), ENOUGH),
    Step("few, exponent", "-9/8*k <= -log(2) - ell", arithmetic("wanted", "logs"), ENOUGH),
    Step(
        "few",
        "exp(-9/8*k) <= exp(-log(2) - ell)",
        apply("exp grows", "few, exponent", A="-9/8*k", B="-log(2) - ell"),
        ENOUGH,
    ),
    Step("far, exponent", "d - gamma**2*k/c0 <= -log(4) - ell", arithmetic(("1/c0", ENOUGH[3])), ENOUGH),
    Step(
        "far",
        "exp(d - gamma**2*k/c0) <= exp(-log(4) - ell)",
        apply("exp grows", "far, exponent", A="d - gamma**2*k/c0", B="-log(4) - ell"),
        ENOUGH,
    ),
    Step("half", "exp(log(2)) = 2", apply("exp of log", A="2")),
    Step("quarter", "exp(log(4)) = 4", apply("exp of log", A="4")),
    Step(
        "all",
        CLAIMED,
        arithmetic(
            "reduced",
            "few",
            "uniform convergence",
            ("2", "far"),
            ("-exp(-log(2) - ell)/2", "half"),
            ("-exp(-log(4) - ell)/2", "quarter"),
        ),
        ENOUGH,
    ),
    where=ENOUGH,
)
DOWN: Final = (*UNIT, QUARTER, "M*s < 4*(k + 1)")
"""k is M s/4, rounded down."""
PRINTED: Final = ("1 <= d", *DOWN, "14*c0*(ell + d) <= s*gamma**2*M")
theorem(
    "HRS-42f",
    REDUCED,
    CLAIMED,
    Step("logs", "log(4) <= 139/100", constant()),
    Step("square", "gamma**2 <= 1", arithmetic(UNIT[1], ("gamma", UNIT[1])), PRINTED),
    Step(
        "enough",
        ENOUGH[3],
        arithmetic(
            ("1/4", PRINTED[-1]), ("gamma**2/4", DOWN[-1]), "square", UNIT[0], ("c0", "logs"), ("5/2*c0", PRINTED[0])
        ),
        PRINTED,
    ),
    Step("all", CLAIMED, apply("the domain is reduced, with probability 1 - eta", "enough"), PRINTED),
    where=PRINTED,
)


WHERE: Final = "Lemma G.3"
CITED: Final = "Fact G.2 holds with a constant c0 >= 1 (HRS-41, of others)"
OF_SIZE: Final = r"M = O\Big(\tfrac{{\log({0}/\eta) + d}}{{\sigma\gamma^2}}\Big) \implies "
EXISTS: Final = r"\Pr\big[\exists D' \text{ on } V\ \forall q:\ |q(D) - q(D')| \le \chi + \gamma\big] \ge 1 - \eta"
LAW_ON_IT: Final = "with probability at least 1 - eta a law on V is within chi + gamma of D on all queries"


@claim(
    "HRS-42f",
    location=f"{WHERE}, for d >= 1",
    latex=OF_SIZE.format("1") + EXISTS,
    text="For queries of VC dimension d >= 1, a (sigma, chi)-smooth D, gamma and eta in (0, 1), and V of M uniform "
    f"points: if M >= 14 c0 (log(1/eta) + d)/(sigma gamma^2), {LAW_ON_IT}.",
    checked=("d >= 1", "gamma <= 1"),
    assumed=(CITED,),
)
def hrs_42f() -> Case:
    """With another bound for the number of draws."""
    return Case(
        argument="The printed proof bounds the probability that more than 4 M draws are needed by e^(-M), which is "
        "false (HRS-42d). With the corrected bound the lemma follows.",
        checks=(Goal("two points", exhaustive("hrs42f", "samples-of-two")),),
        broken_steps=(
            Goal("more than 4 M draws, at most e^(-M)", counterexample("hrs42d"), Hunt("hrs42d", single_points)),
        ),
        twins=(Twin("a hundredth", exhaustive("hrs42f-few", "samples-of-two")),),
        remarks=(
            "k in the proof is M sigma/4, rounded down.",
            "All D' are laws on V: that of the first k kept is one.",
        ),
    )
