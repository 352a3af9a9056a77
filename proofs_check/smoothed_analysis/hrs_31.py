"""HRS-31: what the size of the cover costs in Theorem 4.2: is its logarithm at most d log(2n/sigma)?

The proof of Theorem 4.2 puts d log(2n/sigma) in the place of log |Q'| "using |Q'| <= (41/gamma)^d". But 41/gamma is 82
n/sigma at gamma = sigma/(2 n), and a cover may need more than (2n/sigma)^d queries (HRS-31a). Of ten points let seven
have a query each that asks for it, so d = 1, and let the one record be one of the other three. It is (3/10, 0)-smooth:
on the uniform law on these three all answers are 0, too. Any two queries differ on 1/5 of the domain, more than gamma =
3/20, so the cover has all seven of them, and 2n/sigma is 20/3. Nor has any cover within the class so few as
(41/gamma)^d queries: 83 singletons cover themselves (HRS-31b). One has to take a small one, which exists by Haussler's
theorem (HRS-03-corrected).

HRS-31-corrected: with that, and d log(82 n/sigma), the display follows. Whether Theorem 4.2 holds with log(2n/sigma)
all the same, by another argument, see HRS-31e, HRS-31f and HRS-31h.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.exact import log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import entries, rational, row_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.covered_queries import (
    BESIDE,
    COVERED,
    MANY,
    SMALLEST,
    Covered,
    covers,
    dimension,
    singletons,
    smallest,
)
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

SMALL_COVER: Final = "the cover is one of at most (41/gamma)^d queries, as there is within the class (HRS-03-corrected)"
FEW: Final = ("log(K) <= d*log(41/g)",)
"""That condition."""


@claim(
    "HRS-31a",
    location="Theorem 4.2; its proof, the display after that with (41/gamma)^d",
    latex=r"\log |\mathcal Q'| \le d \log(2n/\sigma) \text{ at } \gamma = \sigma/(2n)",
    text="The logarithm of the size of a smallest gamma-cover within a class of dimension d, at gamma = sigma/(2n), is "
    "at most d log(2n/sigma).",
    corrected_by="HRS-31-corrected",
)
def hrs_31a() -> Case:
    """The factor 41 is lost."""
    return Case(
        argument="(41/gamma)^d is (82 n/sigma)^d. Of seven queries that ask for one of ten points each, no six cover "
        "all, and a record on one of the other points is smooth with respect to them.",
        counterexample=Goal("seven singletons", counterexample("hrs31a"), Hunt("hrs31a", _classes)),
        twins=(Twin("log(82 n/sigma)", counterexample("hrs31-corrected")),),
    )


@claim(
    "HRS-31b",
    location="Section 4, Query Answering; proof of Theorem 4.2, of any cover that the algorithm may compute",
    latex=r"\mathcal Q' \subseteq \mathcal Q \text{ a } \gamma\text{-cover} \implies |\mathcal Q'| \le (41/\gamma)^d",
    text="Every gamma-cover within a class of dimension d >= 1, at gamma = sigma/(2n), has at most (41/gamma)^d "
    "queries.",
    corrected_by="HRS-31-corrected",
)
def hrs_31b() -> Case:
    """A class covers itself."""
    return Case(
        argument="A class is a cover of itself. Haussler's theorem is that there is a small one.",
        counterexample=Goal("singletons", counterexample("hrs31b"), Hunt("hrs31b", _self_covered)),
        twins=(Twin("a smallest cover", counterexample("hrs31b-smallest")),),
        remarks=(
            "With data, too: 165 singletons and 164 points on which all of them are 0, one of these the one record, at "
            "sigma = 164/329. Then 41/gamma is 329/2, below 165.",
        ),
    )


@claim(
    "HRS-31-corrected",
    location="Theorem 4.2; its proof",
    latex=r"\frac{2\gamma}{\sigma} + 2\sqrt{\frac{\log(1/\sigma)}{T}} + \frac{10 T \log|\mathcal Q'|}{\varepsilon n} "
    r"\le \frac1n + 2\sqrt{\frac{\log(1/\sigma)}{T}} + \frac{10 T d \log(82 n/\sigma)}{\varepsilon n}",
    text="At gamma = sigma/(2n), with a cover of at most (41/gamma)^d queries, the error 2 gamma/sigma + 2 "
    "sqrt(log(1/sigma)/T) + 10 T log|Q'|/(eps n) is at most 1/n + 2 sqrt(log(1/sigma)/T) + 10 T d log(82 n/sigma)/(eps "
    "n).",
    assumed=(SMALL_COVER,),
)
def hrs_31_corrected() -> Case:
    """Monotonicity."""
    return Case()


CLASS: Final = entries(tables=row_of(row_of(whole(0, 1)), 2), records=whole(1), sigma=rational("(0, 1]"))


@CLASS.where
def _is_class(instance: Instance) -> bool:
    tables = _tables(instance)
    return len({len(table) for table in tables}) == 1 and dimension(tables) >= 1


def _tables(instance: Instance) -> tuple[str, ...]:
    return tuple("".join(map(str, row)) for row in instance["tables"])


def _covered(instance: Instance) -> Covered:
    return Covered(_tables(instance), instance["records"], Fraction(instance["sigma"]))


def _costs(instance: Instance, factor: int) -> bool:
    """log |Q'| <= d log(factor n/sigma)."""
    at = _covered(instance)
    most = log(Fraction(factor * at.records) / at.sigma) * dimension(at.tables)
    return at_most(log(smallest(at.tables, at.radius)), most)


told("hrs31a", "the size of a smallest cover is at most (2n/sigma)^d", _is_class)(lambda at: _costs(at, 2))
told("hrs31-corrected", "the size of a smallest cover is at most (82 n/sigma)^d", _is_class)(lambda at: _costs(at, 82))


def _classes() -> Iterator[Instance]:
    for points in (6, 7):
        tables = [list(map(int, table)) for table in singletons(points, 3)]
        yield {"tables": tables, "records": 1, "sigma": str(Fraction(3, points + 3))}


POINTS: Final = entries(points=whole(2))
"""The class of the singletons on so many points, at n = sigma = 1; its dimension is 1, as no query asks for two."""
HALF: Final = Fraction(1, 2)


@told("hrs31b", "the class of singletons, which covers itself, has at most (41/gamma)^d queries", POINTS)
def _covers_itself(instance: Instance) -> bool:
    return len(singletons(instance["points"])) <= 41 / HALF


@told("hrs31b-smallest", "fewer singletons, all but one, cover them, and are at most (41/gamma)^d", POINTS)
def _smallest(instance: Instance) -> bool:
    tables = singletons(instance["points"])
    size = len(tables) if not covers(tables[:-1], tables, HALF) else 1 if covers(tables[:1], tables, HALF) else 2
    return size <= 41 / HALF


def _self_covered() -> Iterator[Instance]:
    return ({"points": points} for points in (81, 82, 83))


refuted("HRS-31b", COVERED, "log(K) <= d*log(41/g)", setting=MANY)
refuted("HRS-31a", SMALLEST, "log(K) <= d*log(2*n/sigma)", setting=BESIDE)
ERROR: Final = "2*sqrt(log(1/sigma)/T)"
BOUND: Final = f"1/n + {ERROR} + 10*T*d*log(82*n/sigma)/(eps*n)"
SMALL: Final = f"2*g/sigma + {ERROR} + 10*T*log(K)/(eps*n) <= {BOUND}"
ROOTED: Final = (
    Step("at least 1", "1 <= 1/sigma", arithmetic(("1/sigma", "sigma <= 1"))),
    Step("log of 1", "log(exp(0)) = 0", apply("log of exp", A="0")),
    Step("log", "log(1) <= log(1/sigma)", apply("log grows", "at least 1", A="1", B="1/sigma")),
    Step("root", "0 <= log(1/sigma)/T", arithmetic(("1/T", "log"), ("-1/T", "log of 1"))),
)
"""What the root of the bound needs to have a meaning."""
theorem(
    "HRS-31-corrected",
    COVERED,
    SMALL,
    *ROOTED,
    Step("ratio", "41/g = 82*n/sigma", arithmetic(("-41/(g*sigma)", "radius"))),
    Step("logs", "log(41/g) <= log(82*n/sigma)", apply("log grows", "ratio", A="41/g", B="82*n/sigma")),
    Step(
        "all",
        SMALL,
        arithmetic(("10*T/(eps*n)", FEW[0]), ("10*T*d/(eps*n)", "logs"), ("1/(n*sigma)", "radius")),
        FEW,
        ("root",),
    ),
    where=FEW,
)
