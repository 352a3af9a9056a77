"""HRS-06: against non-adaptive smooth adversaries some algorithm has a regret of O(sqrt(d T ln(T/sigma))).

Theorem 3.1, of a class of VC dimension d, which is cited (Haghtalab 2018). In one round with sigma = 1 the bound is 0:
all functions on d points, a uniform point and a fair label give every algorithm the regret 1/2. So it is false as
printed, for every constant. HRS-06-corrected has max{1, ln(T/sigma)} in place of the logarithm; it is cited as well.
The text refers to this theorem, in Section 3, as Theorem 3.3, which is the one on adaptive adversaries.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, PROBABILITY, entries, family, rational, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.fair_first_labels import ALL_FUNCTIONS, FAIR, of_all_functions
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside


@claim(
    "HRS-06",
    location="Theorem 3.1",
    latex=r"\mathrm{VCdim}(\mathcal H) = d \implies \exists \mathcal A\ \forall \mathcal D:\ \mathbb E[\textsc{Regret}"
    r"(\mathcal A, \mathcal D)] \in O\big(\sqrt{d T \ln(T/\sigma)}\big)",
    text="For a class of VC dimension d there is an algorithm that has a regret of O(sqrt(d T ln(T/sigma))) against "
    "every non-adaptive sequence of T sigma-smooth distributions.",
    corrected_by="HRS-06-corrected",
)
def hrs_06() -> Case:
    """One round, sigma = 1."""
    return Case(
        argument="T = sigma = 1, so that the bound is 0. All functions on d points have VC dimension d; a uniform "
        "point with a fair label is misjudged by any algorithm with probability 1/2, and by the best function never.",
        counterexample=Goal("one point, C = 100", counterexample("hrs06"), Hunt("hrs06", _rounds)),
        twins=(Twin("with max{1, ...}", counterexample("hrs06-corrected")),),
        remarks=("Section 3 refers to it as Theorem 3.3, which is on adaptive adversaries.",),
    )


@claim(
    "HRS-06-corrected",
    location="Theorem 3.1",
    latex=r"\mathbb E[\textsc{Regret}(\mathcal A, \mathcal D)] \in O\big(\sqrt{d T \max\{1, \ln(T/\sigma)\}}\big)",
    text="For a class of VC dimension d >= 1 there is an algorithm that has a regret of O(sqrt(d T max{1, "
    "ln(T/sigma)})) against every non-adaptive sequence of T sigma-smooth distributions.",
    assumed=("Haghtalab 2018: so it is where T/sigma is at least e", "d >= 1; of one function the regret is 0"),
)
def hrs_06_corrected() -> Case:
    """Cited; where T/sigma < e the regret is at most T, which is at most e."""
    return Case(
        beyond="The bound where T/sigma is at least e is cited, and elsewhere the regret is at most T <= e. The "
        "formula says it, with the constant 1/2, of the hard round alone that refutes HRS-06, for a learner that is "
        "right elsewhere.",
        checks=(Goal("one uniform point, any guess", exhaustive("hrs06-half", "first-rounds")),),
        twins=(Twin("with a third", exhaustive("hrs06-third", "first-rounds")),),
    )


ROUND: Final = entries(points=whole(1), guess=PROBABILITY, constant=ABOVE_0)
GUESS: Final = entries(points=whole(1), guess=PROBABILITY)


def _regret(instance: Instance) -> Fraction:
    """The mean regret of a guess at a uniform point with a fair label, against all functions on the points."""
    guess = Fraction(instance["guess"])
    wrong = {0: guess, 1: 1 - guess}
    points = instance["points"]
    return sum((wrong[label] / (2 * points) for _ in range(points) for label in (0, 1)), Fraction(0))


told(
    "hrs06",
    "one round with sigma = 1: the regret of the guess is at most C sqrt(d T ln(T/sigma))",
    ROUND,
    lambda i: {"regret": _regret(i), "bound": as_real(Fraction(i["constant"])) * as_real(log(1))},
)(lambda i: at_most(_regret(i), Fraction(0)))
told(
    "hrs06-corrected",
    "... at most C sqrt(d T max{1, ln(T/sigma)}), for C >= 1/2",
    ROUND.having(constant=rational("[1/2, oo)")),
)(lambda i: at_most(_regret(i) ** 2, Fraction(i["constant"]) ** 2 * i["points"]))
told("hrs06-half", "one round with sigma = 1: the regret is at most sqrt(d)/2", GUESS)(
    lambda i: at_most(4 * _regret(i) ** 2, Fraction(i["points"]))
)
told("hrs06-third", "... at most sqrt(d)/3", GUESS)(lambda i: at_most(9 * _regret(i) ** 2, Fraction(i["points"])))


def _rounds() -> Iterator[Instance]:
    return ({"points": d, "guess": guess, "constant": "100"} for d in (1, 4) for guess in ("0", "1/2", "1"))


@family("first-rounds", "1 and 4 points, guesses 0, 1/3, 1/2, 1")
def _first_rounds() -> Iterator[Instance]:
    return ({"points": d, "guess": guess} for d in (1, 4) for guess in ("0", "1/3", "1/2", "1"))


HARD: Final = "1/(2*q) <= E(regret)"
theorem(
    "no algorithm foresees a fair label",
    FAIR,
    HARD,
    Step(
        "mistake",
        "at*(guess + label - 2*guess*label) <= regret",
        arithmetic(("-1", "mistakes"), ("-at", "0 or 1, said"), ("-at", "0 or 1, true")),
    ),
    Step(
        "all",
        HARD,
        arithmetic(inside("E(_)", "mistake"), ("-1", "fair"), ("2", "not foreseen"), ("-1/(2*q)", "how likely")),
    ),
)
CONSTANT: Final = {"C": "real, 0 < C"}
PRINTED: Final = "C*sqrt(d*T*W)"
theorem(
    "HRS-06: for no constant",
    ALL_FUNCTIONS,
    f"{PRINTED} < E(regret)",
    Step("tangent", "log(T/sigma) <= T/sigma - 1", analysis("log(z) <= z - 1", "(0, oo)", z="T/sigma")),
    Step("ratio", "T/sigma = 1", arithmetic(("1/sigma", "one round"), ("-1/sigma", "uniform"))),
    Step("no logarithm", "d*T*W <= 0**2", arithmetic(("d*T", "W"), ("d*T", "tangent"), ("d*T", "ratio"))),
    Step("no root", "sqrt(d*T*W) <= 0", apply("a root is at most", "no logarithm", x="d*T*W", y="0")),
    Step("hard", HARD, apply("no algorithm foresees a fair label")),
    Step("all", f"{PRINTED} < E(regret)", arithmetic("hard", ("C", "no root"))),
    variables=CONSTANT,
)
refuted(
    "HRS-06",
    FAIR,
    f"E(regret) <= {PRINTED}",
    setting=of_all_functions({"d": 1}),
    variables=CONSTANT,
    no_constant=NoConstant("C", "HRS-06: for no constant", "d", {"T": "1", "sigma": "1", "q": "1", "N": "2"}),
    C=Fraction(100),
)


SEEN: Final = "at*(guess + label - 2*guess*label)"
HALF: Final = "E(regret) <= sqrt(d*T*R)/2"
LARGE: Final = ("1 <= R",)
theorem(
    "HRS-06-corrected",
    ALL_FUNCTIONS,
    HALF,
    Step(
        "mistake",
        f"regret = {SEEN}",
        arithmetic("mistakes", "right elsewhere", ("at", "0 or 1, said"), ("at", "0 or 1, true")),
    ),
    Step(
        "half",
        "E(regret) = 1/2",
        arithmetic(
            inside("E(_)", "mistake"),
            "fair",
            ("-2", "not foreseen"),
            ("1/(2*q)", "how likely"),
            ("-1/(2*q)", "any point"),
        ),
    ),
    Step("at least 1", "1**2 <= d*T*R", arithmetic(("-d*R", "one round"), ("R", "1 <= d"), LARGE[0]), LARGE),
    Step("root", "1 <= sqrt(d*T*R)", apply("a root is at least", "at least 1", u="1", x="d*T*R"), LARGE),
    Step("all", HALF, arithmetic("half", ("1/2", "root")), LARGE),
    where=LARGE,
    variables={"R": "real"},
)
