"""HRS-44c: Algorithms 2 and 3 need a cover of no more than O((41 n/sigma)^d) queries, as E.3 and F.3 say.

What these sections "recall" does not follow from (41/gamma)^d (HRS-44a). It follows from Haussler's theorem itself, by
which there is a cover of at most e (d + 1) (2 e/gamma)^d queries. At gamma = sigma/(2 n) that is e (d + 1) (4 e
n/sigma)^d, and d + 1 <= e^d and 4 e^2 = 29.6 make it at most e (41 n/sigma)^d.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.analysis.bracketing_numbers import covering_number
from dpassay.analysis.classes import HypothesisClass, intervals, singletons, thresholds
from dpassay.analysis.vc_dimension import vc_dimension
from dpassay.exact import Dist
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import BETWEEN, entries, family, row_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.covered_classes import COVERED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant
from dpassay.proofs_check.smoothed_analysis.hrs_03 import SMALL

G: Final = "sigma/(2*n)"
X: Final = f"log(2*exp(1)/({G}))"
PRINTED: Final = f"cover({G}) <= exp(1)*exp(d*log(41*n/sigma))"
theorem(
    "HRS-44c",
    COVERED,
    PRINTED,
    Step("radius", f"{G} <= 1", arithmetic(("1/(2*n)", "sigma < 1"), ("1/n", "1 <= n"))),
    Step("base", f"{X} = log(4*exp(1)) + log(n/sigma)", apply("log of a product", A="4*exp(1)", B="n/sigma")),
    Step("printed base", "log(41*n/sigma) = log(41) + log(n/sigma)", apply("log of a product", A="41", B="n/sigma")),
    Step("numbers", "log(4*exp(1)) + 1 <= log(41)", constant()),
    Step("bases", f"{X} + 1 <= log(41*n/sigma)", arithmetic("base", ("-1", "printed base"), "numbers")),
    Step("dimensions", "d + 1 <= exp(d)", analysis("z + 1 <= exp(z)", "[0, oo)", z="d")),
    Step("exponent", f"d + d*{X} <= d*log(41*n/sigma)", arithmetic(("d", "bases"))),
    Step(
        "power",
        f"exp(d + d*{X}) <= exp(d*log(41*n/sigma))",
        apply("exp grows", "exponent", A=f"d + d*{X}", B="d*log(41*n/sigma)"),
    ),
    Step("Haussler", f"cover({G}) <= exp(1)*(d + 1)*exp(d*{X})", apply("small covers", "radius", r=G, **SMALL)),
    Step("all", PRINTED, arithmetic("Haussler", (f"exp(1)*exp(d*{X})", "dimensions"), ("exp(1)", "power"))),
    variables={"n": "integer, 1 <= n", "sigma": "real, 0 < sigma, sigma < 1"},
)
IS_CLASS: Final = entries(points=whole(1, 6), members=row_of(whole(0, 63)), records=whole(1), sigma=BETWEEN).where(
    lambda at: max(at["members"]) < 2 ** at["points"] and len(set(at["members"])) >= 2
)


def _is_few(instance: Instance, base: int) -> bool:
    """Whether the smallest cover has at most e (base n/sigma)^d members, with 2 for e."""
    functions = HypothesisClass(instance["points"], tuple(instance["members"]))
    sigma, n = Fraction(instance["sigma"]), instance["records"]
    cover = covering_number(functions, Dist.uniform(range(functions.points)), sigma / (2 * n))
    return bool(cover <= 2 * (base * n / sigma) ** vc_dimension(functions))


told("hrs44c", "the smallest cover at gamma = sigma/(2 n) has at most 2 (41 n/sigma)^d queries", IS_CLASS)(
    lambda instance: _is_few(instance, 41)
)
told("hrs44c-one", "... at most 2 (n/sigma)^d", IS_CLASS)(lambda instance: _is_few(instance, 1))


@family("small-covers", "thresholds, intervals and singletons on up to six points, n = 1 and 3, sigma = 1/2 and 9/10")
def _small_covers() -> Iterator[Instance]:
    for functions in (thresholds(2), thresholds(6), intervals(4), singletons(6)):
        for records, sigma in product((1, 3), ("1/2", "9/10")):
            members = list(functions.members)
            yield {"points": functions.points, "members": members, "records": records, "sigma": sigma}


@claim(
    "HRS-44c",
    location="E.3 and F.3, with Haussler's theorem for the (41/gamma)^d of the source",
    latex=r"\exists\, \mathcal Q':\ |\mathcal Q'| \le e (d + 1) (2e/\gamma)^d \le e (41n/\sigma)^d,\quad \gamma = "
    r"\tfrac{\sigma}{2n}",
    text="Every class of queries of VC dimension d >= 1 has a gamma-cover of at most e (41 n/sigma)^d of its queries "
    "at gamma = sigma/(2 n), for all n >= 1 and sigma in (0, 1): so there is one of O((41 n/sigma)^d).",
    assumed=("gamma = sigma/(2 n), as Algorithms 2 and 3 set it", "the class is finite, with any law on its points"),
)
def hrs_44c() -> Case:
    """4 e^2 is below 41."""
    return Case(
        checks=(Goal("small classes", exhaustive("hrs44c", "small-covers")),),
        twins=(Twin("2 (n/sigma)^d", exhaustive("hrs44c-one", "small-covers")),),
        remarks=(
            "It is of the least cover. A construction may keep more queries: see HRS-44b.",
            "For C.1, too, e (d + 1) (2 e/gamma)^d at gamma = sigma/(4 sqrt T) is O((41 sqrt T/sigma)^d): 8 e = 21.7.",
        ),
    )
