"""HRS-43: the displays of the proof of Theorem G.4.

The exponential mechanism chooses among C data sets by weights e^(-eps n s/2), so that small scores s are likely.

HRS-43a: the printed display says that s >= min s - 2 (log C + t)/(eps n) has probability at most e^(-t). False: it is
certain. HRS-43a-corrected: s > min s + 2 (log C + t)/(eps n) is meant.

HRS-43c: so, as it is meant, s <= min s + gamma with probability 1 - eta where gamma >= 4/(eps n) log(C/eta). True, and
2 for 4 is enough (HRS-43c-sharp).

HRS-43e: "solving for gamma" is said to give the cube root of (d log(1/sigma) + log(1/eta))/(eps n), up to logarithms.
But log C has d log(M)/gamma^2, where M is no less than e, even at sigma = 1: the term d is lost. Let sigma and eta tend
to 1 for one d and n: no constant serves. HRS-43e-corrected: a gamma that is enough. The theorem as a whole is true all
the same, by another argument: HRS-43f.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.mwem_rates import RATES, Numbers
from dpassay.proofs_check.models.scored_choices import CHOICES, Scores
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic
from dpassay.proofs_check.smoothed_analysis.net_errors import nearly_uniform, one_score

G: Final = "2/eps*(log(C) + t)"
TAIL: Final = f"sum(p(h)*[-n*u(h) < -n*u(m) - {G}], h, 1, C)"
POSITIVE: Final = {"t": "real, 0 < t"}
LOG: Final = Step("log", "0 <= log(C)", analysis("0 <= log(z)", "[1, oo)", z="C"))
theorem(
    "HRS-43a-corrected",
    CHOICES,
    f"{TAIL} <= exp(-t)",
    LOG,
    Step(
        "accurate",
        f"{TAIL} <= (C - 1)*exp(-eps*({G})/2)",
        apply(
            "the exponential mechanism is accurate",
            "weights",
            "mechanism",
            C="C",
            m="m",
            eps="eps",
            v="-n*u(m)",
            g=G,
            Z="Z",
            u="h: -n*u(h)",
            p="h: p(h)",
        ),
        (),
        ("log",),
    ),
    Step("size", "exp(log(C)) = C", apply("exp of log", A="C")),
    Step("all", f"{TAIL} <= exp(-t)", arithmetic("accurate", ("-exp(-t - log(C))", "size"))),
    variables=POSITIVE,
)
refuted(
    "HRS-43a",
    CHOICES,
    f"sum(p(h)*[-n*u(h) <= -n*u(m) + {G}], h, 1, C) <= exp(-t)",
    setting=Scores((Fraction(1, 3),)),
    variables=POSITIVE,
    t=Fraction(1),
)
MEANT: Final = "sum(p(h)*[-n*u(h) < -n*u(m) - n*gamma], h, 1, C)"
LEVEL: Final = {"gamma": "real, 0 < gamma", "eta": "real, 0 < eta, eta < 1"}
TWICE: Final = ("2/(eps*n)*log(C/eta) <= gamma",)
FOUR_TIMES: Final = ("4/(eps*n)*log(C/eta) <= gamma",)
theorem(
    "HRS-43c-sharp",
    CHOICES,
    f"{MEANT} <= eta",
    Step(
        "accurate",
        f"{MEANT} <= (C - 1)*exp(-eps*(n*gamma)/2)",
        apply(
            "the exponential mechanism is accurate",
            "weights",
            "mechanism",
            C="C",
            m="m",
            eps="eps",
            v="-n*u(m)",
            g="n*gamma",
            Z="Z",
            u="h: -n*u(h)",
            p="h: p(h)",
        ),
    ),
    Step("exponent", "-eps*(n*gamma)/2 <= -log(C/eta)", arithmetic(("eps*n/2", TWICE[0])), TWICE),
    Step(
        "power",
        "exp(-eps*(n*gamma)/2) <= exp(-log(C/eta))",
        apply("exp grows", "exponent", A="-eps*(n*gamma)/2", B="-log(C/eta)"),
        TWICE,
    ),
    Step("size", "exp(log(C/eta)) = C/eta", apply("exp of log", A="C/eta")),
    Step("share", "exp(-log(C/eta)) = eta/C", arithmetic(("-exp(-log(C/eta))*eta/C", "size"))),
    Step(
        "all",
        f"{MEANT} <= eta",
        arithmetic("accurate", ("C - 1", "power"), ("C - 1", "share")),
        TWICE,
    ),
    where=TWICE,
    variables=LEVEL,
    samples={"gamma": (Fraction(20),), "eta": (Fraction(1, 3),)},
)
theorem(
    "HRS-43c",
    CHOICES,
    f"{MEANT} <= eta",
    Step("more", "1 <= C/eta", arithmetic(("1/eta", "1 <= C"), ("1/eta", "eta < 1"))),
    Step("log", "0 <= log(C/eta)", analysis("0 <= log(z)", "[1, oo)", "more", z="C/eta")),
    Step("twice", TWICE[0], arithmetic(FOUR_TIMES[0], ("2/(eps*n)", "log")), FOUR_TIMES),
    Step("all", f"{MEANT} <= eta", apply("HRS-43c-sharp", "twice", gamma="gamma", eta="eta"), FOUR_TIMES),
    where=FOUR_TIMES,
    variables=LEVEL,
    samples={"gamma": (Fraction(20),), "eta": (Fraction(1, 3),)},
)
NEEDED: Final = "gamma**3 = 4*d/(eps*n)"
FAMILY: Final = (NEEDED, "C <= 1/L", "C <= 1/ell")
OPEN: Final = {"gamma": "real, 0 < gamma", "C": "real, 0 < C"}
theorem(
    "HRS-43e: for no constant",
    RATES,
    "C*(d*L + ell)/(eps*n) < gamma**3",
    Step("sigma", "C*L <= 1", arithmetic(("L", "C <= 1/L")), FAMILY),
    Step("eta", "C*ell <= 1", arithmetic(("ell", "C <= 1/ell")), FAMILY),
    Step(
        "all",
        "C*(d*L + ell)/(eps*n) < gamma**3",
        arithmetic(("d/(eps*n)", "sigma"), ("1/(eps*n)", "eta"), ("1/(eps*n)", "1 <= d")),
        FAMILY,
    ),
    where=FAMILY,
    variables=OPEN,
    samples={"gamma": (Fraction(2),), "C": (Fraction(1, 20),)},
)
refuted(
    "HRS-43e",
    RATES,
    "gamma**3 <= C*(d*L + ell)/(eps*n)",
    setting=Numbers(1, 1, 1, Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)),
    where=(NEEDED,),
    variables=OPEN,
    no_constant=NoConstant(
        "C",
        "HRS-43e: for no constant",
        "T",
        {"n": "1", "d": "1", "L": "1/T", "ell": "1/T", "eps": "500", "gamma": "1/5"},
    ),
    C=Fraction(1),
    gamma=Fraction(2),
)
ROOT: Final = {"g": "exp(log(4*Q/(eps*n))/3)", "gamma": "g + 4*ell/(eps*n)"}
theorem(
    "HRS-43e-corrected",
    RATES,
    "4/(eps*n)*(Q/gamma**2 + ell) <= gamma",
    Step("cube", "exp(log(4*Q/(eps*n))) = 4*Q/(eps*n)", apply("exp of log", A="4*Q/(eps*n)")),
    Step(
        "all",
        "4/(eps*n)*(Q/gamma**2 + ell) <= gamma",
        arithmetic(("-1/gamma**2", "cube")),
    ),
    variables={"Q": "real, 0 < Q"},
    let=ROOT,
)


WHERE: Final = "proof of Theorem G.4"
LATEX_STEP: Final = r"\tfrac{2}{\epsilon n}(\log|C| + t)"


@claim(
    "HRS-43a",
    location=f"{WHERE}, the guarantee of the exponential mechanism",
    latex=rf"\Pr\big[s(D_{{B''}}, D_B) \ge \min_{{B_1 \in C}} s(D_{{B_1}}, D_B) - {LATEX_STEP}\big] \le e^{{-t}}",
    text="For C >= 1 candidates, chosen by weights e^(-eps n s/2), and t > 0, the chosen score s is at least min s - "
    "2/(eps n) (log C + t) with probability at most e^(-t).",
    assumed=("t > 0",),
    corrected_by="HRS-43a-corrected",
)
def hrs_43a() -> Case:
    """A score is never below the least one."""
    return Case(
        argument="Every score is at least the least one, so the event is certain: already with one candidate its "
        "probability is 1, and e^(-t) < 1.",
        counterexample=Goal("one candidate", counterexample("hrs43a"), Hunt("hrs43a", one_score)),
        twins=(Twin("s > min s + ...", counterexample("hrs43a-corrected")),),
    )


@claim(
    "HRS-43a-corrected",
    location=f"{WHERE}, the guarantee of the exponential mechanism",
    latex=rf"\Pr\big[s(D_{{B''}}, D_B) > \min_{{B_1 \in C}} s(D_{{B_1}}, D_B) + {LATEX_STEP}\big] \le e^{{-t}}",
    text="For C >= 1 candidates, chosen by weights e^(-eps n s/2), and t > 0, the chosen score s is above min s + "
    "2/(eps n) (log C + t) with probability at most e^(-t).",
)
def hrs_43a_corrected() -> Case:
    """Dwork and Roth 2014, Theorem 3.11."""
    return Case(
        checks=(Goal("small sets of scores", exhaustive("hrs43a-corrected", "scored-t")),),
        twins=(Twin("as printed", exhaustive("hrs43a", "scored-t")),),
    )


@claim(
    "HRS-43c",
    location=f"{WHERE}, the condition on gamma, with s <= min s + gamma for the printed s >= min s - gamma",
    latex=r"\gamma \ge \tfrac{4}{\epsilon n} \log\tfrac{|C|}{\eta_2} \implies \Pr\big[s(D_{B''}, D_B) \le \min s + "
    r"\gamma\big] \ge 1 - \eta_2",
    text="For gamma >= 4/(eps n) log(C/eta), eta in (0, 1), the chosen score s is above min s + gamma with probability "
    "at most eta.",
    checked=("gamma >= 4/(eps n) log(C/eta)",),
)
def hrs_43c() -> Case:
    """From HRS-43c-sharp."""
    return Case(
        checks=(Goal("small sets of scores", exhaustive("hrs43c", "scored-eta")),),
        twins=(Twin("1/2 for 4", exhaustive("hrs43c-sharper", "scored-eta")),),
        remarks=(
            "The printed |C| <= M^(O(d/gamma^2)) stands with a log on its left side; so it is true, too, and weaker "
            "than what is used.",
        ),
    )


@claim(
    "HRS-43c-sharp",
    location=f"{WHERE}, the condition on gamma",
    latex=r"\gamma \ge \tfrac{2}{\epsilon n} \log\tfrac{|C|}{\eta_2} \implies \Pr\big[s(D_{B''}, D_B) \le \min s + "
    r"\gamma\big] \ge 1 - \eta_2",
    text="The same for gamma >= 2/(eps n) log(C/eta).",
    checked=("gamma >= 2/(eps n) log(C/eta)",),
)
def hrs_43c_sharp() -> Case:
    """With t = log(1/eta)."""
    return Case(
        checks=(Goal("small sets of scores", exhaustive("hrs43c-sharp", "scored-eta")),),
        twins=(Twin("1/2 for 2", exhaustive("hrs43c-sharper", "scored-eta")),),
    )


@claim(
    "HRS-43e",
    location="Theorem G.4 and the end of its proof, solving for gamma",
    latex=r"\gamma = \tilde O\Big(\sqrt[3]{\tfrac{d \log(1/\sigma) + \log(1/\eta)}{\epsilon n}}\Big)",
    text="There is a constant C such that the least gamma with gamma >= 4/(eps n) d/gamma^2 log(M), log M = 1, has "
    "gamma^3 <= C (d log(1/sigma) + log(1/eta))/(eps n), for all n, d >= 1, eps > 0 and sigma, eta in (0, 1).",
    checked=("gamma^3 = 4 d/(eps n)",),
    assumed=(
        "the output has d/gamma^2 points at least, and the sample e: more points ask for a larger gamma",
        "logarithms of d, n and 1/eps are constants for one d, n and eps",
    ),
    corrected_by="HRS-43e-corrected",
)
def hrs_43e() -> Case:
    """The logarithm of M is not only that of 1/sigma."""
    return Case(
        argument="log C is of the order of d log(M)/gamma^2, and M does not fall to 1 where sigma is 1: gamma^3 is at "
        "least 4 d/(eps n). With d = n = 1 and one eps all hidden logarithms are constants, and the printed rate tends "
        "to 0 as sigma and eta tend to 1.",
        counterexample=Goal("sigma and eta near 1", counterexample("hrs43e"), Hunt("hrs43e", nearly_uniform)),
        twins=(Twin("a gamma that is enough", counterexample("hrs43e-corrected")),),
        remarks=(
            "The family of the proof has gamma = 1/5, d = 1 and so 25 points in an output, and no fewer in the sample.",
            "For one eta and sigma = 1 the printed rate lacks the cube root of d, which is no logarithm.",
            "For sigma <= 1/2 and sigma M >= 1 the term d log(M) is at most d log(1/sigma) (1 + log(sigma M)/log(2)), "
            "and O~ hides the last factor: what fails is sigma near 1.",
        ),
    )


@claim(
    "HRS-43e-corrected",
    location="Theorem G.4 and the end of its proof, solving for gamma",
    latex=r"\gamma = \sqrt[3]{\tfrac{4Q}{\epsilon n}} + \tfrac{4 \log(1/\eta_2)}{\epsilon n} \implies \gamma \ge "
    r"\tfrac{4}{\epsilon n}\big(\tfrac{Q}{\gamma^2} + \log\tfrac{1}{\eta_2}\big)",
    text="Where log C = Q/gamma^2, Q > 0, the condition gamma >= 4/(eps n) log(C/eta) is met by gamma = (4 Q/(eps "
    "n))^(1/3) + 4 log(1/eta)/(eps n), for all n >= 1, eps > 0 and eta in (0, 1).",
)
def hrs_43e_corrected() -> Case:
    """Each term pays for one of both."""
    return Case(
        checks=(Goal("some numbers", exhaustive("hrs43e-corrected", "net-rates")),),
        twins=(Twin("the first term alone", exhaustive("hrs43e-root", "net-rates")),),
        remarks=("With an output of c d/gamma^2 points out of M it is met with Q = c d log(M).",),
    )
