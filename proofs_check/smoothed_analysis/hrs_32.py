"""HRS-32: the chain of averages in the proof of Theorem 4.2, with M = T log |Q'|/(eps n).

(7), Jensen's inequality, is right (HRS-32a), and so is the end of the chain (HRS-32d: roots of averages, the telescope,
Fact E.2, the root of a sum; the last "=" is "<=").

HRS-32b: "from Lemma E.4 and Lemma E.3" a round takes ((max (q'(D_i) - q'(D_B)) - 8 M)/2)^2 - M^2 off the potential.
Where D_(i - 1) is exact and the measurement right, nothing moves, and the claim is 0 >= 16 M^2 - M^2: a number below 0
has been squared. What follows is about D_(i - 1), and before it is squared: the largest error is at most 8 M + sqrt(4
(Psi_(i - 1) - Psi_i) + 4 M^2) (HRS-32b-corrected).

HRS-32c: with D_i for D_(i - 1) the average that is "rearranged" from it is false too: a round that sets right the
answer to its query may spoil another one. On four points with T = 1 the error grows from 0.5 to 0.622, above 2
sqrt(Psi_0 - Psi_1) = 0.613. The event of Lemma E.4 as printed is there, too: all answers are too low after the round,
so its maximum without absolute values is below 0. HRS-32c-corrected has D_(i - 1). The bound on the average of D_1,
..., D_T is true all the same (HRS-30b).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.exact import Real, as_real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.good_runs import EXACT, GOOD, LEVELS, TURNED, largest, leveled, most, root
from dpassay.proofs_check.models.smooth_mwem import potential
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use
from dpassay.proofs_check.smoothed_analysis.error_of_mwem import AT, ROOTED, ROUND, TERMS, both
from dpassay.proofs_check.smoothed_analysis.runs_at_levels import LEVELED, run_at_levels

EVENT: Final = "the choices and measurements are as Lemma E.4 says, with D_{i-1} (HRS-28-corrected)"
SIGNED: Final = "It is false on the event as it is printed, too, with D_i and no absolute value: both hold here."
VALUES: Final = "the values of queries lie in [-1, 1]"


@claim(
    "HRS-32a",
    location="proof of Theorem 4.2, (7)",
    latex=r"\max_{q'} |q'(\overline{\mathcal D}) - q'(\mathcal D_B)| \le \frac1T \sum_{i=1}^T \max_{q'} "
    r"|q'(\mathcal D_i) - q'(\mathcal D_B)|",
    text="The error of the average of D_1, ..., D_T on any query is at most the average of their largest errors, and "
    "so it is for D_0, ..., D_{T-1}.",
    checked=("the domain is finite",),
)
def hrs_32a() -> Case:
    """An average is off by no more than its terms are on average."""
    return Case()


@claim(
    "HRS-32b",
    location="proof of Theorem 4.2, the display after (7)",
    latex=r"\Psi_{i-1} - \Psi_i \ge \Big(\frac{\max_{q'} \{q'(\mathcal D_i) - q'(\mathcal D_B)\} - 8M}{2}\Big)^2 - M^2",
    text="On the event of Lemma E.4, round i takes at least ((max (q'(D_i) - q'(D_B)) - 8 M)/2)^2 - M^2 off the "
    "potential, with M = T log |Q'|/(eps n).",
    checked=("the domain is finite", VALUES),
    assumed=(EVENT,),
    corrected_by="HRS-32b-corrected",
)
def hrs_32b() -> Case:
    """A number below 0 is squared."""
    return Case(
        argument="Where the law is exact and the measurement right, nothing moves, and -8 M is squared.",
        counterexample=Goal("uniform data", counterexample("hrs32b"), Hunt("hrs32b", _runs)),
        twins=(Twin("the largest error of D_{i-1}, not squared", counterexample("hrs32b-corrected")),),
        remarks=(SIGNED,),
    )


@claim(
    "HRS-32b-corrected",
    location="proof of Theorem 4.2, the display after (7)",
    latex=r"\max_{q'} |q'(\mathcal D_{i-1}) - q'(\mathcal D_B)| \le \sqrt{4(\Psi_{i-1} - \Psi_i) + 4M^2} + 8M",
    text="On the event of Lemma E.4 the largest error of D_{i-1} is at most sqrt(4 (Psi_{i-1} - Psi_i) + 4 M^2) + 8 M, "
    "with M = T log |Q'|/(eps n).",
    checked=("the domain is finite", VALUES),
    assumed=(EVENT,),
)
def hrs_32b_corrected() -> Case:
    """Lemma E.3, at a choice that is almost the worst query."""
    return Case()


@claim(
    "HRS-32c",
    location="proof of Theorem 4.2, the second display after (7)",
    latex=r"\frac1T \sum_{i=1}^T \max_{q'} |q'(\mathcal D_i) - q'(\mathcal D_B)| \le \frac1T \sum_{i=1}^T \Big["
    r"\sqrt{4(\Psi_{i-1} - \Psi_i) + 4M^2} + 8M\Big]",
    text="On the event of Lemma E.4 the average over i = 1, ..., T of the largest error of D_i is at most that of "
    "sqrt(4 (Psi_{i-1} - Psi_i) + 4 M^2) + 8 M, with M = T log |Q'|/(eps n).",
    checked=("the domain is finite", VALUES),
    assumed=(EVENT,),
    corrected_by="HRS-32c-corrected",
)
def hrs_32c() -> Case:
    """A round may spoil another answer."""
    return Case(
        argument="The update that raises the answer to the chosen query lowers that to another one, which is too low "
        "already.",
        counterexample=Goal("four points", counterexample("hrs32c"), Hunt("hrs32c", _runs)),
        twins=(Twin("D_{i-1} for D_i", counterexample("hrs32b-corrected")),),
        remarks=(SIGNED,),
    )


@claim(
    "HRS-32c-corrected",
    location="proof of Theorem 4.2, the second display after (7)",
    latex=r"\frac1T \sum_{i=1}^T \max_{q'} |q'(\mathcal D_{i-1}) - q'(\mathcal D_B)| \le \frac1T \sum_{i=1}^T \Big["
    r"\sqrt{4(\Psi_{i-1} - \Psi_i) + 4M^2} + 8M\Big]",
    text="On the event of Lemma E.4 the average over i = 1, ..., T of the largest error of D_{i-1} is at most that of "
    "sqrt(4 (Psi_{i-1} - Psi_i) + 4 M^2) + 8 M, with M = T log |Q'|/(eps n).",
    checked=("the domain is finite", VALUES),
    assumed=(EVENT,),
)
def hrs_32c_corrected() -> Case:
    """The sum over the rounds."""
    return Case()


@claim(
    "HRS-32d",
    location="proof of Theorem 4.2, the last displays before the cover",
    latex=r"\frac1T \sum_{i=1}^T \Big[\sqrt{4(\Psi_{i-1} - \Psi_i) + 4M^2} + 8M\Big] \le "
    r"2\sqrt{\frac{\log(1/\sigma)}{T}} + 10M",
    text="The average over i = 1, ..., T of sqrt(4 (Psi_{i-1} - Psi_i) + 4 M^2) + 8 M is at most 2 "
    "sqrt(log(1/sigma)/T) + 10 M, on the event of Lemma E.4.",
    checked=("the domain is finite", VALUES),
    assumed=(EVENT,),
)
def hrs_32d() -> Case:
    """Cauchy's inequality, the telescope and Fact E.2."""
    return Case(remarks=('The last "=" that is printed stands for "<=".',))


@told("hrs32b", "on the event each round takes as much off the potential as is printed", LEVELED)
def _falls(instance: Instance) -> bool:
    at = run_at_levels(instance)
    return all(
        at_most(((most(at, i) - 8 * at.level) / 2) ** 2 - at.level * at.level, potential(at, i - 1) - potential(at, i))
        for i in range(1, len(at.chosen) + 1)
    )


@told("hrs32b-corrected", "on the event the largest errors of D_{i-1} are below the roots, up to 2^-200", LEVELED)
def _is_below(instance: Instance) -> bool:
    at = run_at_levels(instance)
    small = as_real(Fraction(1, 2**200))
    return all(at_most(largest(at, i - 1), root(at, i) + 8 * at.level + small) for i in range(1, len(at.chosen) + 1))


@told(
    "hrs32c",
    "on the event the sum of the largest errors of D_i is at most that of the roots",
    LEVELED,
    lambda instance: {"errors": _sums(instance)[0], "roots": _sums(instance)[1]},
)
def _are_below(instance: Instance) -> bool:
    return at_most(*_sums(instance))


def _sums(instance: Instance) -> tuple[Real, Real]:
    at = run_at_levels(instance)
    rounds = range(1, len(at.chosen) + 1)
    return sum((largest(at, i) for i in rounds), as_real(0)), sum(
        (root(at, i) + 8 * at.level for i in rounds), as_real(0)
    )


def _runs() -> Iterator[Instance]:
    rest = {"chosen": [1], "records": 1000, "epsilon": "1"}
    yield {"weights": [1, 1], "queries": [["1", "-1"], ["1", "1"]], "measured": ["0"], **rest}
    queries = [["-1", "-1", "1", "1"], ["1", "1", "1", "-1"]]
    yield {"weights": [1, 0, 3, 0], "queries": queries, "measured": ["1/2"], **rest}


def jensen(average: str) -> str:
    """The error of an average is at most the average of the largest errors."""
    return both(average, f"sum(largest({AT[average]}), t, 1, T)/T")


def _largest(average: str) -> tuple[Step, ...]:
    j = AT[average]
    sums = f"sum(far({j}, k), t, 1, T)", f"sum(largest({j}), t, 1, T)"
    up, down = jensen(average).split(" and ")
    near = f"the error of the average {average}"
    return (
        Step(f"{average}: term", f"far({j}, k) <= largest({j})", arithmetic(use("largest", j=j))),
        Step(
            f"{average}: terms",
            f"{sums[0]} <= {sums[1]}",
            apply("sum grows", f"{average}: term", f=f"t: far({j}, k)", g=f"t: largest({j})", low="1", high="T"),
        ),
        Step(f"{average}: error", up.replace(sums[1], sums[0]), apply(near)),
        Step(f"{average}: error, down", down.replace(sums[1], sums[0]), apply(near)),
        Step(f"{average}: up", up, arithmetic(f"{average}: error", ("1/T", f"{average}: terms"))),
        Step(f"{average}: down", down, arithmetic(f"{average}: error, down", ("1/T", f"{average}: terms"))),
    )


AFTER, BEFORE = _largest("after"), _largest("before")
theorem(
    "HRS-32a",
    GOOD,
    f"{jensen('after')} and {jensen('before')}",
    *AFTER[:-2],
    *BEFORE[:-2],
    *AFTER[-2:],
    *BEFORE[-2:],
    variables=TERMS,
)
M: Final = "(T*log(K)/(eps*n))"
LET: Final = {"M": M}
ROOTS: Final = "sum(root(t) + 8*M, t, 1, T)/T"
refuted("HRS-32b", LEVELS, "psi(i - 1) - psi(i) >= ((most(i) - 8*M)/2)**2 - M**2", setting=leveled(EXACT), let=LET, i=1)
refuted("HRS-32c", LEVELS, f"sum(largest(t), t, 1, T)/T <= {ROOTS}", setting=leveled(TURNED), let=LET, variables=TERMS)
ONE: Final = "largest(t - 1) <= root(t) + 8*M"
theorem(
    "HRS-32b-corrected",
    LEVELS,
    ONE,
    Step("width", "w**2 <= 8", arithmetic(("w + 2", "up to 1"))),
    Step("round", ROUND, apply("the error of a good choice", "width")),
    Step(
        "squares",
        "off(t)**2 <= root(t)**2",
        arithmetic(use("round", i="t"), ("v + 2*M", "level of measurements"), ("-1", use("the root", i="t"))),
    ),
    Step(
        "root of the square",
        "off(t) <= sqrt(root(t)**2)",
        apply("a root is at least", "squares", x="root(t)**2", u="off(t)"),
    ),
    Step("itself", "sqrt(root(t)**2) <= root(t)", apply("a root is at most", x="root(t)**2", y="root(t)")),
    Step("all", ONE, arithmetic("root of the square", "itself", use("choices", i="t"), "level of choices")),
    variables=TERMS,
    let=LET,
)
AVERAGED: Final = f"sum(largest(t - 1), t, 1, T)/T <= {ROOTS}"
theorem(
    "HRS-32c-corrected",
    LEVELS,
    AVERAGED,
    Step("one", ONE, apply("HRS-32b-corrected", t="t")),
    Step("all", AVERAGED, arithmetic(("1/T", inside("sum(_, t, 1, T)", "one")))),
    variables=TERMS,
    let=LET,
)
FALL: Final = "4*(psi(t - 1) - psi(t)) + 4*M**2"
Y: Final = "(2*sqrt(log(1/sigma)/T) + 2*M)"
END: Final = f"{ROOTS} <= 2*sqrt(log(1/sigma)/T) + 10*M"
OF_LOG: Final = ("root of log",)
theorem(
    "HRS-32d",
    LEVELS,
    END,
    *ROOTED[:-1],
    Step("root of log", ROOTED[-1].formula, ROOTED[-1].by),
    Step(
        "telescope",
        "sum(psi(t) - psi(t - 1), t, 1, T) = psi(T) - psi(0)",
        apply("telescope", low="1", high="T", f="t: psi(t - 1)"),
    ),
    Step(
        "last square",
        "sum(root(t)**2, t, 1, T) = sum(root(t)**2, t, 1, T - 1) + root(T)**2",
        apply("last term", f="t: root(t)**2", low="1", high="T"),
    ),
    Step("potential falls", "psi(0) - psi(T) <= log(1/sigma)", apply("HRS-26")),
    Step("size", "0 <= log(K)", apply("log of a size", K="K")),
    Step("level", "0 <= M", arithmetic(("T/(eps*n)", "size"))),
    Step("cross", "0 <= M*sqrt(log(1/sigma)/T)", arithmetic(("sqrt(log(1/sigma)/T)", "level")), (), OF_LOG),
    Step(
        "squares",
        f"sum(root(t)**2, t, 1, T - 1) + root(T)**2 <= T*{Y}**2",
        arithmetic(
            inside("sum(_, t, 1, T)", "the root", i="t"),
            ("-1", "last square"),
            ("-4", "telescope"),
            ("4", "potential falls"),
            ("8*T", "cross"),
        ),
        (),
        OF_LOG,
    ),
    Step(
        "roots",
        f"sum(root(t), t, 1, T - 1) + root(T) <= T*{Y}",
        apply("a sum below its squares", "squares", n="T", f="t: root(t)", e="root(T)", Y=Y),
        (),
        (*OF_LOG, "level"),
    ),
    Step(
        "last",
        "sum(root(t), t, 1, T) = sum(root(t), t, 1, T - 1) + root(T)",
        apply("last term", f="t: root(t)", low="1", high="T"),
    ),
    Step("all", END, arithmetic(("1/T", "roots"), ("1/T", "last")), (), OF_LOG),
    variables=TERMS,
    let=LET,
)
