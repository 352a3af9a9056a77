"""HRS-44d: what the Subsampled Net Mechanism takes to evaluate all candidates, Appendix G.1.

"Evaluating and sampling from all data bases as required by the exponential mechanism naively takes time
M^(O(d/gamma^2))". There are M^m sequences of m = O(d/gamma^2) points of the sample, and to find a score each of the |Q|
queries has to be evaluated on each of m points: m |Q| M^m evaluations, which are counted as time. |Q| is not bounded in
terms of M and m, as a class of VC dimension 1 may be of any size: the thresholds on a line. So no constant serves.

HRS-44d-corrected: it takes m |Q| M^m evaluations, which is at most |Q| M^(2m) where M >= 2.

HRS-44d-sharp: the printed time is within reach, but not naively. Queries with the same values on the sample differ on
the data alone. Once the answers on the data are known, for which the text has n |Q| already, it is enough to keep the
least and the largest one of each pattern of values on the sample. There are (d + 1) M^d patterns at most, by Sauer and
Shelah (HRS-23c), so that m (d + 1) M^(m + d) <= M^(4m) evaluations are enough, where m >= d.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Final

from dpassay.exact import as_real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, entries, family, matrix_of, row_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.evaluated_candidates import GROUPED, NAIVE, Sizes, evaluations
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, inside

POWER: Final = "exp(c*size*log(M))"
CONSTANT: Final = {"c": "real, 0 < c"}
TWO: Final = ("2 <= M",)
FAMILY: Final = (*TWO, f"{POWER} + 1 <= K")
theorem(
    "HRS-44d: for no constant",
    NAIVE,
    f"{POWER} < work",
    Step("some", "0 + 1 <= C", apply("integers are 1 apart", A="0", B="C")),
    Step(
        "all",
        f"{POWER} < work",
        arithmetic(("-1", "each query on each point of each"), ("K*size", "some"), ("K", "1 <= size")),
        FAMILY,
    ),
    where=FAMILY,
    variables=CONSTANT,
    samples={"c": (Fraction(1, 10),)},
)
refuted(
    "HRS-44d",
    NAIVE,
    f"work <= {POWER}",
    setting=Sizes(2, 1, 3),
    where=TWO,
    variables=CONSTANT,
    no_constant=NoConstant("c", "HRS-44d: for no constant", "K", {"M": "2", "size": "1"}),
    c=Fraction(1),
)
EXACTLY: Final = "work = size*K*exp(size*log(M))"
AT_MOST: Final = "work <= K*exp(2*size*log(M))"


theorem(
    "HRS-44d-corrected",
    NAIVE,
    f"{EXACTLY} and {AT_MOST}",
    Step("log of 2", "69/100 <= log(2)", constant()),
    Step("tangent", "size <= exp(69/100*size)", analysis("z <= exp(69/100*z)", "[0, oo)", z="size")),
    Step(
        "exponents",
        "69/100*size <= size*log(M)",
        arithmetic(("size", "log of 2"), ("size", inside("log(_)", "2 <= M"))),
        TWO,
    ),
    Step("exactly", EXACTLY, arithmetic("each query on each point of each", ("size*K", "all candidates"))),
    Step(
        "at most",
        AT_MOST,
        arithmetic("exactly", ("K*exp(size*log(M))", "tangent"), ("K*exp(size*log(M))", inside("exp(_)", "exponents"))),
        TWO,
    ),
    where=TWO,
)
LARGE: Final = ("2 <= m", "d <= size")
M_POWER: Final = "exp(size*log(m))"
FEW: Final = "grouped <= exp(4*size*log(m))"
theorem(
    "HRS-44d-sharp",
    GROUPED,
    FEW,
    Step("log of 2", "69/100 <= log(2)", constant()),
    Step("tangent", "size*(size + 1) <= exp(69/50*size)", analysis("z*(z + 1) <= exp(69/50*z)", "[0, oo)", z="size")),
    Step(
        "exponents",
        "69/50*size <= 2*size*log(m)",
        arithmetic(("2*size", "log of 2"), ("2*size", inside("log(_)", "2 <= m"))),
        LARGE[:1],
    ),
    Step("log", "0 <= log(m)", arithmetic("log of 2", inside("log(_)", "2 <= m")), LARGE[:1]),
    Step("dimension", "d*log(m) <= size*log(m)", arithmetic(("log(m)", LARGE[1])), LARGE, ("log",)),
    Step("labelings", "alive(m) <= (d + 1)*exp(d*log(m))", apply("HRS-23c")),
    Step(
        "patterns",
        f"alive(m) <= (size + 1)*{M_POWER}",
        arithmetic("labelings", ("d + 1", inside("exp(_)", "dimension")), (M_POWER, LARGE[1])),
        LARGE,
    ),
    Step(
        "all",
        FEW,
        arithmetic(
            "each pattern on each point of each",
            ("alive(m)*size", "all candidates"),
            (f"{M_POWER}*size", "patterns"),
            (f"{M_POWER}**2", "tangent"),
            (f"{M_POWER}**2", inside("exp(_)", "exponents")),
        ),
        LARGE,
    ),
    where=LARGE,
)


TABLES: Final = matrix_of(whole(0, 1))
IS_SIZE: Final = entries(sample=whole(2, 4), size=whole(1, 4), queries=whole(1, 200))


def _work(instance: Instance) -> Fraction:
    """The loops, counted."""
    return evaluations(instance["sample"], instance["size"], instance["queries"])


def _power(instance: Instance) -> int:
    """M^m."""
    power: int = instance["sample"] ** instance["size"]
    return power


told(
    "hrs44d",
    "the naive evaluation of all candidates takes at most M^(c m) evaluations",
    IS_SIZE.having(constant=ABOVE_0),
    lambda instance: {"evaluations": _work(instance), "M^m": Fraction(_power(instance))},
)(lambda instance: at_most(_work(instance), (as_real(_power(instance)).log() * Fraction(instance["constant"])).exp()))


def _is_counted(instance: Instance, times: int) -> bool:
    """Whether there are m |Q| M^m evaluations, and these at most |Q| M^(times m)."""
    m, queries, power = instance["size"], instance["queries"], _power(instance)
    return bool(_work(instance) == m * queries * power and m * power <= power**times)


told("hrs44d-corrected", "it takes m |Q| M^m evaluations, at most |Q| M^(2m)", IS_SIZE)(lambda at: _is_counted(at, 2))
told("hrs44d-less", "... at most |Q| M^m", IS_SIZE)(lambda at: _is_counted(at, 1))


@entries(tables=TABLES, data=row_of(whole(0, 5)), sample=row_of(whole(0, 5)), size=whole(1, 3)).where
def _is_class(instance: Instance) -> bool:
    """Records and sampled points are points of the domain."""
    return bool(max(*instance["data"], *instance["sample"]) < len(instance["tables"][0]))


def _mean(query: list[int], points: Iterable[int]) -> Fraction:
    return Fraction(sum(values := [query[x] for x in points]), len(values))


def _is_score(instance: Instance, *, both: bool) -> bool:
    """Whether scores follow from the least and the largest answer of each pattern, or from the least one alone."""
    queries, sample = instance["tables"], sorted(set(instance["sample"]))
    ends: dict[tuple[int, ...], list[Fraction]] = {}
    for query in queries:
        ends.setdefault(tuple(query[x] for x in sample), []).append(_mean(query, instance["data"]))
    for candidate in combinations_with_replacement(range(len(sample)), instance["size"]):
        score = max(abs(_mean(q, instance["data"]) - _mean(q, (sample[i] for i in candidate))) for q in queries)
        found = []
        for pattern, answers in ends.items():
            ours = _mean(list(pattern), candidate)
            found += [abs(min(answers) - ours), *([abs(max(answers) - ours)] if both else [])]
        if score != max(found):
            return False
    return True


told("hrs44d-sharp", "the scores follow from the ends of the answers to each pattern", _is_class)(
    lambda instance: _is_score(instance, both=True)
)
told("hrs44d-least", "... from the least answer to each pattern", _is_class)(
    lambda instance: _is_score(instance, both=False)
)


@family("evaluations", "M = 2 and 3, candidates of one point to three, one query, two and nine")
def _evaluations() -> Iterator[Instance]:
    for sample, size, queries in product((2, 3), (1, 2, 3), (1, 2, 9)):
        yield {"sample": sample, "size": size, "queries": queries}


@family("scored-classes", "thresholds, singletons and all queries on up to five points, samples of two and three")
def _classes() -> Iterator[Instance]:
    thresholds = [[int(x < y) for x in range(5)] for y in range(6)]
    singletons = [[int(x == y) for x in range(4)] for y in range(4)]
    for tables in (thresholds, singletons, [list(bits) for bits in product((0, 1), repeat=3)]):
        for data, sample, size in product(([0, 1, 1], [2]), ([0, 2], [1, 1, 2]), (1, 2)):
            yield {"tables": tables, "data": data, "sample": sample, "size": size}


def _many_queries() -> Iterator[Instance]:
    for most, queries in (("1", 3), ("6", 65)):
        yield {"sample": 2, "size": 1, "queries": queries, "constant": most}


WHERE: Final = "G.1, evaluating and sampling from all data bases"
UNIT: Final = "the time is the number of times that a query is evaluated at a point of a candidate"
SEQUENCES: Final = "data sets are sequences of m = O(d/gamma^2) points of the sample"


@claim(
    "HRS-44d",
    location=WHERE,
    latex=r"m |\mathcal Q| M^m = M^{O(d\gamma^{-2})},\quad m = O(d\gamma^{-2})",
    text="There is a constant c such that the naive evaluation of all |Q| queries on all candidates, the sequences of "
    "m points of a sample of M, takes at most M^(c m) evaluations, for all M >= 2, m >= 1 and |Q| >= 1.",
    assumed=(UNIT, SEQUENCES),
    corrected_by="HRS-44d-corrected",
)
def hrs_44d() -> Case:
    """The queries are left out."""
    return Case(
        argument="Two points, candidates of one of them, and |Q| thresholds on a line, of VC dimension 1: that is 2 "
        "|Q| evaluations, and M^(c m) = 2^c does not grow with |Q|.",
        counterexample=Goal("many queries", counterexample("hrs44d"), Hunt("hrs44d", _many_queries)),
        twins=(Twin("|Q| M^(2m)", counterexample("hrs44d-corrected")),),
        remarks=(
            "Where M = 1 there is one candidate, and M^(c m) = 1.",
            "Multisets are fewer than sequences, by the factor m! at most; with them, too, the number grows with |Q|.",
            "The line before has n |Q| for the evaluation on the data: there |Q| is counted.",
        ),
    )


@claim(
    "HRS-44d-corrected",
    location=WHERE,
    latex=r"m |\mathcal Q| M^m \le |\mathcal Q| M^{2m}",
    text="The naive evaluation of all |Q| queries on all sequences of m points of a sample of M takes m |Q| M^m "
    "evaluations, which is at most |Q| M^(2m) where M >= 2.",
    checked=("M >= 2",),
    assumed=(UNIT, SEQUENCES),
)
def hrs_44d_corrected() -> Case:
    """Each query on each point of each candidate."""
    return Case(
        checks=(Goal("loops that are counted", exhaustive("hrs44d-corrected", "evaluations")),),
        twins=(Twin("|Q| M^m", exhaustive("hrs44d-less", "evaluations")),),
    )


@claim(
    "HRS-44d-sharp",
    location=WHERE,
    latex=r"m L M^m \le M^{4m},\quad L = |\{q|_V : q \in \mathcal Q\}|",
    text="Where the queries are grouped by their L patterns of values on the sample, one evaluation of each pattern on "
    "each of m points of each of M^m candidates takes at most M^(4m) evaluations, for M >= 2 and m >= d, d the VC "
    "dimension of the patterns.",
    checked=("M >= 2", "m >= d"),
    assumed=(UNIT, SEQUENCES, "the least and the largest answer of each pattern on the data are known"),
)
def hrs_44d_sharp() -> Case:
    """There are few patterns."""
    return Case(
        checks=(Goal("scores by patterns", exhaustive("hrs44d-sharp", "scored-classes")),),
        twins=(Twin("the least answer alone", exhaustive("hrs44d-least", "scored-classes")),),
        remarks=(
            "So the printed M^(O(d/gamma^2)) can be had, beside the n |Q| that the text counts, and M |Q| to find the "
            "patterns.",
        ),
    )
