"""HRS-31g: Theorem 4.2 as printed, for one round and for two, with any cover.

The error of a law on a query is at most sqrt(2 psi), by Pinsker's inequality, for values in an interval of width 2. At
first psi is at most log(1/sigma), and a round adds at most v^2/6 to it where the noise is at most v, whatever query is
chosen. So the squares of the errors of D_1, ..., D_T are at most 2 log(1/sigma) + (T + 1) v^2/6 on average, and for T
<= 2 that is at most the square of 2 sqrt(log(1/sigma)/T) + 5 v/7. With v = 14 T d log(2n/sigma)/(eps n) the last term
is that of the theorem, and a noise is above v with probability at most (sigma/(2n))^(7d). As 2n/sigma >= 2 and 41 <=
2^6, this is at most (gamma/41)^d. The cover may be of any size, as no choice has to be good.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.models.chosen_queries import CHOSEN
from dpassay.proofs_check.models.good_runs import MEASURED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, inside, use
from dpassay.proofs_check.smoothed_analysis.error_of_mwem import AT, ROOTED, TERMS, both, errors
from dpassay.proofs_check.smoothed_analysis.hrs_28 import MECHANISM
from dpassay.proofs_check.smoothed_analysis.hrs_31e import ANSWER, CHECKED, ENDS, PROBABILITY
from dpassay.proofs_check.smoothed_analysis.potential_of_mwem import DROP, ON_S
from dpassay.proofs_check.smoothed_analysis.widths import MOVED, WIDE

NARROW: Final = WIDE.narrow
SHORT: Final = (*NARROW, "T <= 2")
OFF: Final = f"({MOVED} - 2/3*(m(i) - {ON_S}))"
RISE: Final = "psi(i) <= psi(i - 1) + v**2/6"
BY_THEN: Final = "psi({0}) <= log(1/sigma) + {0}*v**2/6"
theorem(
    "what a round adds to the potential",
    MEASURED,
    RISE,
    Step("fall", DROP, apply("what a round takes off the potential")),
    Step("slip", "slip(i)**2 <= v**2", arithmetic(("slip(i)", "measurements"), ("v", "measurements"))),
    Step("moved", f"0 <= {MOVED}**2", analysis("0 <= z**2", "(-oo, oo)", z=MOVED)),
    Step("part", f"0 <= {MOVED}**2/32", arithmetic(("1/32", "moved"))),
    Step("square", f"0 <= {OFF}**2", analysis("0 <= z**2", "(-oo, oo)", z=OFF)),
    Step(
        "all",
        RISE,
        arithmetic(
            "fall",
            ("4 - w**2", "part"),
            ("3/8", "square"),
            ("1/6", "slip"),
            ("-1/6", "error of a measurement"),
        ),
        NARROW,
    ),
    where=NARROW,
)
theorem(
    "the potential after some rounds",
    MEASURED,
    BY_THEN.format("j"),
    Step("round", RISE, apply("what a round adds to the potential"), NARROW),
    Step("first", "psi(0) <= log(1/sigma)", apply("HRS-26")),
    Step("start", "psi(0) <= log(1/sigma) + 0*v**2/6", arithmetic("first")),
    Step(
        "next",
        BY_THEN.format("(u + 1)"),
        arithmetic(use("round", i="u + 1"), BY_THEN.format("u")),
        (*NARROW, BY_THEN.format("u")),
    ),
    Step(
        "all",
        BY_THEN.format("j"),
        apply(
            "induction",
            "start",
            "next",
            low="0",
            high="j",
            f="t: psi(t)",
            g="t: log(1/sigma) + t*v**2/6",
        ),
        NARROW,
    ),
    where=NARROW,
)
Y: Final = "(2*sqrt(log(1/sigma)/T) + 5/7*v)"


def _squares(j: str) -> tuple[Step, ...]:
    """The squares of the errors of the laws, by Pinsker's inequality."""
    return (
        Step(
            "Pinsker",
            WIDE.pinsker,
            apply(f"an error and the potential{WIDE.text}"),
            NARROW,
        ),
        Step("by then", BY_THEN.format("j"), apply("the potential after some rounds"), NARROW),
        Step(
            "term",
            f"far({j}, k)**2 <= 2*log(1/sigma) + t*v**2/3",
            arithmetic(use("Pinsker", j=j), ("2", use("by then", j=j))),
            NARROW,
        ),
        Step(
            "terms",
            f"sum(far({j}, k)**2, t, 1, T) <= sum(2*log(1/sigma) + t*v**2/3, t, 1, T)",
            apply(
                "sum grows",
                "term",
                f=f"t: far({j}, k)**2",
                g="t: 2*log(1/sigma) + t*v**2/3",
                low="1",
                high="T",
            ),
            NARROW,
        ),
    )


def _sums(j: str) -> tuple[Step, ...]:
    """The sum of their squares, and so their sum, with the last one apart."""
    summed, last = f"sum(far({j}, k), t, 1, T)", f"far({j.replace('t', 'T')}, k)"
    return (
        Step(
            "numbers",
            "sum((t + 1)*t/2 - t*(t - 1)/2, t, 1, T) = (T + 1)*T/2 - 1*(1 - 1)/2",
            apply("telescope", low="1", high="T", f="t: t*(t - 1)/2"),
        ),
        Step(
            "last square",
            f"sum(far({j}, k)**2, t, 1, T) = sum(far({j}, k)**2, t, 1, T - 1) + {last}**2",
            apply("last term", f=f"t: far({j}, k)**2", low="1", high="T"),
        ),
        Step(
            "last",
            f"{summed} = sum(far({j}, k), t, 1, T - 1) + {last}",
            apply("last term", f=f"t: far({j}, k)", low="1", high="T"),
        ),
        Step(
            "squares",
            f"sum(far({j}, k)**2, t, 1, T - 1) + {last}**2 <= T*{Y}**2",
            arithmetic(
                "terms",
                ("-1", "last square"),
                ("v**2/3", "numbers"),
                ("2*(2 - T)", "not negative"),
                ("T*v**2/6", "T <= 2"),
            ),
            SHORT,
            ("root",),
        ),
        Step(
            "sum",
            f"sum(far({j}, k), t, 1, T - 1) + {last} <= T*{Y}",
            apply("a sum below its squares", "squares", n="T", f=f"t: far({j}, k)", e=last, Y=Y),
            SHORT,
            ("root",),
        ),
    )


def _few_rounds(average: str) -> None:
    """The error of an average of one law or two."""
    j = AT[average]
    up, down = both(average, f"{errors(average)}/T").split(" and ")
    most = both(average, Y).split(" and ")
    theorem(
        f"the bound of the average {average}, for one round or two",
        MEASURED,
        both(average, Y),
        *ROOTED,
        Step("not negative", "0 <= log(1/sigma)", arithmetic("log of ratio", ("-1", "log of 1"))),
        *_squares(j),
        *_sums(j),
        Step("up, summed", up, apply(f"the error of the average {average}")),
        Step("down, summed", down, apply(f"the error of the average {average}")),
        *(
            Step(
                way,
                formula,
                arithmetic(f"{way}, summed", ("1/T", "last"), ("1/T", "sum")),
                SHORT,
                ("root",),
            )
            for way, formula in zip(("up", "down"), most, strict=True)
        ),
        where=SHORT,
        variables=TERMS,
    )


for _average in ("before", "after"):
    _few_rounds(_average)
L: Final = "d*log(41/g)"
SLIPPED: Final = "14*T*d*log(1/g)/(eps*n)"
NOISY: Final = f"sum([{SLIPPED} < slip(i)], i, 1, T)"
FAILS: Final = f"E([1 <= {NOISY}])"
LEVEL: Final = f"5/7*({SLIPPED}) <= 10*T*d*log(1/g)/(eps*n)"
CLAIMED: Final = f"{FAILS} <= 2*T*exp(-{L}) and {LEVEL}"
HALF: Final = ("2*g <= 1",)
theorem(
    "HRS-31g",
    CHOSEN,
    CLAIMED,
    Step("many", "1 <= 1/g", arithmetic(("1/g", "g <= 1"))),
    Step("log", "0 <= log(1/g)", analysis("0 <= log(z)", "[1, oo)", "many", z="1/g")),
    Step("slipped", f"0 <= {SLIPPED}", arithmetic(("14*T*d/(eps*n)", "log"))),
    Step("product", "log(41/g) = log(41) + log(1/g)", apply("log of a product", A="41", B="1/g")),
    Step("two", "2 <= 1/g", arithmetic(("1/g", HALF[0])), HALF),
    Step("log of 2", "log(2) <= log(1/g)", apply("log grows", "two", A="2", B="1/g"), HALF),
    Step("numbers", "log(41) <= 6*log(2)", constant()),
    Step(
        "exponent", f"-7*d*log(1/g) <= -{L}", arithmetic(("d", "product"), ("d", "numbers"), ("6*d", "log of 2")), HALF
    ),
    Step(
        "noise",
        f"E([{SLIPPED} < slip(i)]) <= exp(-{L})",
        arithmetic(use("tails of the noise", x=SLIPPED), inside("exp(_)", "exponent")),
        HALF,
        ("slipped",),
    ),
    Step(
        "noises",
        f"E({NOISY}) = sum(E([{SLIPPED} < slip(i)]), i, 1, T)",
        apply("expectation of a sum", P="P", X=f"i: [{SLIPPED} < slip(i)]", low="1", high="T"),
    ),
    Step(
        "all noises",
        f"sum(E([{SLIPPED} < slip(i)]), i, 1, T) <= sum(exp(-{L}), i, 1, T)",
        apply("sum grows", "noise", f=f"i: E([{SLIPPED} < slip(i)])", g=f"i: exp(-{L})", low="1", high="T"),
        HALF,
    ),
    Step("some", f"[1 <= {NOISY}] <= {NOISY}", apply("at least one", N=NOISY)),
    Step(
        "mean",
        f"{FAILS} <= E({NOISY})",
        apply("expectation grows", "some", P="P", X=f"[1 <= {NOISY}]", Y=NOISY),
    ),
    Step(
        "probability",
        f"{FAILS} <= 2*T*exp(-{L})",
        arithmetic("mean", "noises", "all noises"),
        HALF,
    ),
    Step("level", LEVEL, arithmetic()),
    where=HALF,
    also=(*(f"the bound of the average {average}, for one round or two" for average in ("after", "before")), ANSWER),
)


@claim(
    "HRS-31g",
    location="Theorem 4.2, as printed, for one round or two",
    latex=PROBABILITY + "10 " + ENDS,
    text="For T <= 2, with probability at least 1 - 2T (gamma/41)^d, Smooth MWEM answers every query with an error of "
    "at most 1/n + 2 sqrt(log(1/sigma)/T) + 10 T d log(2n/sigma)/(eps n), whatever gamma-cover within the class it "
    "computes, gamma = sigma/(2n).",
    checked=(*CHECKED, "T <= 2"),
    assumed=(MECHANISM, "the data set is (sigma, 0)-smooth"),
)
def hrs_31g() -> Case:
    """Pinsker's inequality, and what noise adds to the potential."""
    return Case(
        argument="For T <= 2 the second term is at least sqrt(2 log(1/sigma)), what the uniform law is off by at most. "
        "So no choice has to be good, and only the noise is left.",
        remarks=("The same for T = 3 would need choices: sqrt(2) is above 2/sqrt(3).",),
    )
