"""HRS-30: the error of MWEM, for both averages: of D_0, ..., D_{T-1} and of D_1, ..., D_T.

Theorems 4.1 and E.5, from Hardt, Ligett and McSherry (2012). Their average is the first one (HRS-30a), that of
Algorithm 2 the second one (HRS-30b; in Section 4 it could be either, as there D_1 is uniform). Both are proved here on
the event of Lemma E.4: its probability is HRS-28-corrected. Any law on a domain of N points is (1/N)-smooth, so
log(1/sigma) is log |X|.

The second average needs an argument of its own, as no query is chosen after the last round: what D_T is off by on a
query is at most 2 sqrt(psi(T)), so it is paid for by the potential that is left.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.models.good_runs import ANY, LEVELS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic
from dpassay.proofs_check.smoothed_analysis.error_of_mwem import MOST, ROOTED, both

STATED: Final = r"2\sqrt{\frac{\log |\mathcal X|}{T}} + \frac{10 T \log|\mathcal Q|}{\varepsilon n}"
VALUES: Final = "the values of queries lie in [-1, 1]"
MECHANISM: Final = (
    "a query is chosen with a weight of e^(eps s/(4T)) for its score s, and Laplace noise of scale 2T/(eps n) is added"
)


@claim(
    "HRS-30a",
    location="Theorem 4.1; Theorem E.5, with the average of Hardt, Ligett and McSherry",
    latex=r"\overline{\mathcal D} = \frac1T \sum_{i=0}^{T-1} \mathcal D_i:\ \max_q |q(\overline{\mathcal D}) - "
    rf"q(\mathcal D_B)| \le {STATED}",
    text="For any data set, with probability at least 1 - 2T/|Q| the average of D_0, ..., D_{T-1} is off by at most 2 "
    "sqrt(log|X|/T) + 10 T log|Q|/(eps n) on every query.",
    checked=("the domain and the class are finite", VALUES),
    assumed=(MECHANISM,),
)
def hrs_30a() -> Case:
    """On the event of Lemma E.4."""
    return Case()


@claim(
    "HRS-30b",
    location="Theorem 4.1; Theorem E.5, with the average as it is printed",
    latex=r"\overline{\mathcal D} = \frac1T \sum_{i=1}^{T} \mathcal D_i:\ \max_q |q(\overline{\mathcal D}) - "
    rf"q(\mathcal D_B)| \le {STATED}",
    text="For any data set, with probability at least 1 - 2T/|Q| the average of D_1, ..., D_T is off by at most 2 "
    "sqrt(log|X|/T) + 10 T log|Q|/(eps n) on every query.",
    checked=("the domain and the class are finite", VALUES),
    assumed=(MECHANISM,),
)
def hrs_30b() -> Case:
    """The same; the last law is paid for by the potential that is left."""
    return Case()


def _levels(average: str) -> None:
    """The bound at the levels of Lemma E.4."""
    general = both(average, MOST)
    up, down = general.split(" and ")
    leveled = both(average, AT_LEVELS).split(" and ")
    theorem(
        f"the bound of the average {average}, at the levels of Lemma E.4",
        LEVELS,
        both(average, AT_LEVELS),
        *ROOTED,
        Step("width", "w**2 <= 8", arithmetic(("w + 2", "up to 1"))),
        Step("up, general", up, apply(f"the bound of the average {average}", "width"), (), ("root",)),
        Step("down, general", down, apply(f"the bound of the average {average}", "width"), (), ("root",)),
        *(
            Step(
                way,
                formula,
                arithmetic(f"{way}, general", "level of choices", "level of measurements"),
                (),
                ("root",),
            )
            for way, formula in zip(("up", "down"), leveled, strict=True)
        ),
    )


AT_LEVELS: Final = "2*sqrt(log(1/sigma)/T) + 10*T*log(K)/(eps*n)"
PRINTED: Final = "2*sqrt(log(N)/T) + 10*T*log(K)/(eps*n)"


def _printed(id: str, average: str) -> None:  # noqa: A002  # the name that it has everywhere
    """The theorem, where the law of the data is any."""
    up, down = both(average, AT_LEVELS).split(" and ")
    said = both(average, PRINTED).split(" and ")
    smooth = apply(f"the bound of the average {average}, at the levels of Lemma E.4")
    theorem(
        id,
        ANY,
        both(average, PRINTED),
        *ROOTED,
        Step("size", "0 <= log(N)", apply("log of a size", K="N")),
        Step("root of size", "0 <= log(N)/T", arithmetic(("1/T", "size"))),
        Step("inverse", "1/sigma = N", arithmetic(("-1/sigma", "any law is so smooth"))),
        Step("logs", "log(1/sigma) <= log(N)", apply("log grows", "inverse", A="1/sigma", B="N")),
        Step("quotients", "log(1/sigma)/T <= log(N)/T", arithmetic(("1/T", "logs"))),
        Step(
            "roots",
            "sqrt(log(1/sigma)/T) <= sqrt(log(N)/T)",
            apply("sqrt grows", "quotients", A="log(1/sigma)/T", B="log(N)/T"),
            (),
            ("root", "root of size"),
        ),
        Step("up, smooth", up, smooth, (), ("root",)),
        Step("down, smooth", down, smooth, (), ("root",)),
        *(
            Step(way, formula, arithmetic(f"{way}, smooth", ("2", "roots")), (), ("root", "root of size"))
            for way, formula in zip(("up", "down"), said, strict=True)
        ),
        also=("HRS-28-corrected",),
    )


for _average in ("before", "after"):
    _levels(_average)
_printed("HRS-30a", "before")
_printed("HRS-30b", "after")
