"""HRS-42: the steps of the proof of Lemma G.3, the reduction of the domain.

Rejection sampling from a sigma-smooth law D: draw a uniform point u, keep it with probability sigma N D(u), and go on
until k = O((log(2/eta) + VCdim)/gamma^2) points are kept.

HRS-42a: the points that are kept have the law D. HRS-42b: a draw is kept with probability sigma.

HRS-42d: the number of draws is above 4 M, four times its mean M = k/sigma, with probability at most e^(-M). False: at
k = 1 and sigma = 1/5 it is (4/5)^20 = 0.0115, and e^(-5) is 0.0067. The exponent has k = sigma M, and not M: for k = 1
and small sigma the probability tends to e^(-4).

HRS-42d-corrected: it is at most e^(-8/5 k), which is at most eta/2 where k >= log(2/eta). So the lemma survives.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Final

from dpassay.exact import exp
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import PROBABILITY, entries, family, rational, row_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.acceptances import COUNTS, DRAWS, Draws, both
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant

KEPT: Final = "sum(both(x), x, 1, N)"
EACH: Final = Step(
    "sum",
    f"{KEPT} = sum(1/N*(s*N*D(x)), x, 1, N)",
    apply("sum of equals", "drawn and kept", f="x: both(x)", g="x: 1/N*(s*N*D(x))", low="1", high="N"),
)
theorem(
    "HRS-42b",
    DRAWS,
    f"{KEPT} = s",
    EACH,
    Step("all", f"{KEPT} = s", arithmetic("sum", ("s", "a law"))),
)
theorem(
    "HRS-42a",
    DRAWS,
    f"both(x)/{KEPT} = D(x)",
    Step("all draws", f"{KEPT} = s", apply("HRS-42b")),
    Step("some", f"0 < {KEPT}", arithmetic(("-1", "all draws"))),
    Step(
        "all",
        f"both(x)/{KEPT} = D(x)",
        arithmetic((f"1/{KEPT}", "drawn and kept"), (f"-D(x)/{KEPT}", "all draws")),
        (),
        ("some",),
    ),
)
SUM: Final = "sum(X(i), i, 1, m)"
LONG: Final = ("4*k <= m*s",)
"""At least four times the mean."""
SMALL: Final = ("log(2/eta) <= k",)
TILT: Final = "log(4)"
ACCEPTED: Final = f"Pr({SUM} <= k - 1) <= exp(-8/5*k) <= eta/2"
theorem(
    "HRS-42d-corrected",
    DRAWS,
    ACCEPTED,
    Step("all draws", f"{KEPT} = s", apply("HRS-42b")),
    Step("mean", "s <= E(X(i))", arithmetic(("-1", "all draws"), ("-1", "chance"))),
    Step("four", f"exp({TILT}) = 4", apply("exp of log", A="4")),
    Step("quarter", f"exp(-{TILT}) = 1/4", arithmetic((f"-exp(-{TILT})/4", "four"))),
    Step("positive", f"0 <= {TILT}", constant()),
    Step("slope", "1 - 3/4*s <= exp(-3/4*s)", analysis("1 + z <= exp(z)", "(-oo, oo)", z="-3/4*s")),
    Step("rate", f"1 - s*(1 - exp(-{TILT})) <= exp(-3/4*s)", arithmetic("slope", ("s", "quarter"))),
    Step(
        "moments",
        f"E(exp(-{TILT}*{SUM})) <= exp(m*(-3/4*s))",
        apply(
            "moments of trials",
            "independent",
            "kept or not",
            "mean",
            "rate",
            "positive",
            n="m",
            s=TILT,
            b="s",
            c="-3/4*s",
            P="P",
            X="i: X(i)",
        ),
    ),
    Step(
        "tail",
        f"Pr({SUM} <= k - 1) <= exp(m*(-3/4*s) + {TILT}*(k - 1))",
        apply("lower tail", "moments", "positive", P="P", X=SUM, s=TILT, e="k - 1", c="m*(-3/4*s)"),
    ),
    Step("number", f"{TILT} <= 7/5", constant()),
    Step(
        "exponent",
        f"m*(-3/4*s) + {TILT}*(k - 1) <= -8/5*k",
        arithmetic(("3/4", "4*k <= m*s"), ("k", "number"), "positive"),
        LONG,
    ),
    Step(
        "grows",
        f"exp(m*(-3/4*s) + {TILT}*(k - 1)) <= exp(-8/5*k)",
        apply("exp grows", "exponent", A=f"m*(-3/4*s) + {TILT}*(k - 1)", B="-8/5*k"),
        LONG,
    ),
    Step("grows, too", "exp(-8/5*k) <= exp(-log(2/eta))", apply("exp grows", A="-8/5*k", B="-log(2/eta)"), SMALL),
    Step("exp", "exp(log(2/eta)) = 2/eta", apply("exp of log", A="2/eta")),
    Step("first", f"Pr({SUM} <= k - 1) <= exp(-8/5*k)", arithmetic("tail", "grows"), LONG),
    Step("second", "exp(-8/5*k) <= eta/2", arithmetic("grows, too", ("-exp(-log(2/eta))*eta/2", "exp")), SMALL),
    where=(*LONG, *SMALL),
    variables={"eta": "real, 0 < eta, eta < 1"},
    samples={"eta": (Fraction(9, 10),)},
)
refuted(
    "HRS-42d",
    COUNTS,
    "Pr(Y <= k - 1) <= exp(-m/4)",
    setting=Draws((Fraction(1),), Fraction(1, 5), 20, 1),
    where=("m*s = 4*k",),
)


IS_LAW: Final = entries(law=row_of(PROBABILITY), sigma=rational("(0, 1]")).where(
    lambda at: (
        sum(map(Fraction, at["law"])) == 1
        and max(map(Fraction, at["law"])) * Fraction(at["sigma"]) * len(at["law"]) <= 1
    )
)
IS_SAMPLING: Final = entries(sigma=rational("(0, 1]"), wanted=whole(1)).where(
    lambda at: (4 * at["wanted"] / Fraction(at["sigma"])).denominator == 1
)
"""4 M is whole."""


def _law(instance: Instance) -> Draws:
    return Draws(tuple(map(Fraction, instance["law"])), Fraction(instance["sigma"]), 1, 1)


def _each(at: Draws) -> list[Fraction]:
    return [both(at, x) for x in range(1, len(at.law) + 1)]


told("hrs42a", "the points that are kept have the law D", IS_LAW)(
    lambda instance: [p / sum(_each(_law(instance))) for p in _each(_law(instance))] == list(_law(instance).law)
)
told("hrs42a-uniform", "... the uniform law", IS_LAW)(lambda instance: len(set(_each(_law(instance)))) == 1)
told("hrs42b", "a draw is kept with probability sigma", IS_LAW)(
    lambda instance: sum(_each(_law(instance))) == Fraction(instance["sigma"])
)
told("hrs42b-share", "... sigma/N", IS_LAW)(
    lambda instance: sum(_each(_law(instance))) == Fraction(instance["sigma"]) / len(instance["law"])
)


def _probability(instance: Instance) -> Fraction:
    """That fewer than k of 4 k/sigma draws are kept."""
    sigma, k = Fraction(instance["sigma"]), instance["wanted"]
    m = int(4 * k / sigma)
    return sum((comb(m, j) * sigma**j * (1 - sigma) ** (m - j) for j in range(k)), Fraction(0))


def _mean(instance: Instance) -> Fraction:
    """M."""
    return Fraction(instance["wanted"]) / Fraction(instance["sigma"])


told(
    "hrs42d",
    "more than 4 M draws are needed with probability at most e^(-M), M = k/sigma",
    IS_SAMPLING,
    lambda instance: {"probability": _probability(instance), "e^(-M)": exp(-_mean(instance))},
)(lambda instance: at_most(_probability(instance), exp(-_mean(instance))))
told("hrs42d-corrected", "... at most e^(-8/5 k)", IS_SAMPLING)(
    lambda instance: at_most(_probability(instance), exp(Fraction(-8, 5) * instance["wanted"]))
)
told("hrs42d-sharper", "... at most e^(-5 k)", IS_SAMPLING)(
    lambda instance: at_most(_probability(instance), exp(Fraction(-5) * instance["wanted"]))
)


@family(
    "smooth-laws", "five laws on up to three points, with the largest sigma for which they are smooth, and its half"
)
def _laws() -> Iterator[Instance]:
    for law in (["1"], ["1/2", "1/2"], ["1/3", "2/3"], ["0", "1"], ["1/2", "1/3", "1/6"]):
        largest = 1 / (len(law) * max(map(Fraction, law)))
        yield from ({"law": law, "sigma": str(sigma)} for sigma in (largest, largest / 2))


@family("acceptances", "k = 1 to 4 and sigma = 1, 1/2, 1/5, 2/3 and 1/50")
def _acceptances() -> Iterator[Instance]:
    for wanted in range(1, 5):
        for sigma in ("1", "1/2", "1/5", "2/3", "1/50"):
            yield {"sigma": sigma, "wanted": wanted}


def single_points() -> Iterator[Instance]:
    """One point is wanted, and sigma falls."""
    return ({"sigma": f"1/{n}", "wanted": 1} for n in range(1, 10))


WHERE: Final = "proof of Lemma G.3"


@claim(
    "HRS-42a",
    location=WHERE,
    latex=r"\Pr[u \mid u \text{ is accepted}] = D_1(u)",
    text="Where a uniform point u is accepted with probability sigma N D(u), for a sigma-smooth D, the accepted points "
    "have the law D.",
    assumed=("D is a law on N points with D <= 1/(sigma N)",),
)
def hrs_42a() -> Case:
    """By Bayes' rule."""
    return Case(
        checks=(Goal("small laws", exhaustive("hrs42a", "smooth-laws")),),
        twins=(Twin("the uniform law", exhaustive("hrs42a-uniform", "smooth-laws")),),
    )


@claim(
    "HRS-42b",
    location=WHERE,
    latex=r"\sum_x \tfrac{D_1(x) N \sigma}{N} = \sigma",
    text="A draw is accepted with probability sigma.",
    assumed=("D is a law on N points with D <= 1/(sigma N)",),
)
def hrs_42b() -> Case:
    """D adds up to 1."""
    return Case(
        checks=(Goal("small laws", exhaustive("hrs42b", "smooth-laws")),),
        twins=(Twin("sigma/N", exhaustive("hrs42b-share", "smooth-laws")),),
    )


@claim(
    "HRS-42d",
    location=f"{WHERE}, the Chernoff bound",
    latex=r"\Pr[\text{more than } 4M \text{ samples are needed}] \le e^{-M},\quad M = k/\sigma",
    text="The probability that more than 4 M draws are needed until k >= 1 are accepted, M = k/sigma the expected "
    "number, is at most e^(-M).",
    checked=("4 M is a whole number",),
    assumed=("M is the expected number of draws, as 'its mean' says",),
    corrected_by="HRS-42d-corrected",
)
def hrs_42d() -> Case:
    """The exponent is that of the accepted draws."""
    return Case(
        argument="At k = 1 and sigma = 1/5, 20 draws are all rejected with probability (4/5)^20 = 0.0115, above e^(-5) "
        "= 0.0067. On one point every sigma <= 1 is legal; with 5 points, sigma = 1/5 is that of a point mass.",
        counterexample=Goal("one point is wanted", counterexample("hrs42d"), Hunt("hrs42d", single_points)),
        twins=(Twin("e^(-8/5 k)", counterexample("hrs42d-corrected")),),
        remarks=(
            "For k = 1 the probability tends to e^(-4) as sigma falls, and e^(-M) to 0: no multiple of M serves. For "
            "sigma >= 1/4 and k = 1 the claim holds.",
            "Large k are no help: for every k the probability tends to that of fewer than k events of a Poisson law of "
            "mean 4 k, which is above 0. At k = 10 and sigma = 1/5 it is 2.3 10^(-10), and e^(-50) is 1.9 10^(-22).",
        ),
    )


@claim(
    "HRS-42d-corrected",
    location=f"{WHERE}, the Chernoff bound",
    latex=r"\Pr[\text{more than } 4k/\sigma \text{ samples are needed}] \le e^{-8k/5} \le \eta/2,\quad "
    r"k \ge \log(2/\eta)",
    text="The probability that fewer than k of m >= 4 k/sigma draws are accepted is at most e^(-8/5 k), and so at most "
    "eta/2 where k >= log(2/eta), for all eta in (0, 1).",
    checked=("m >= 4 k/sigma", "k >= log(2/eta)"),
)
def hrs_42d_corrected() -> Case:
    """Chernoff's bound at the tilt log 4."""
    return Case(
        checks=(Goal("exact probabilities", exhaustive("hrs42d-corrected", "acceptances")),),
        twins=(Twin("e^(-5 k)", exhaustive("hrs42d-sharper", "acceptances")),),
        remarks=("The constant of the proof is 3 - log 4 = 1.61.",),
    )
