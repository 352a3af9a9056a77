"""HRS-33: the probability of Theorem 4.2, at least 1 - 2T (gamma/41)^d.

The proof has 1 - 2T/|Q'|, from Lemma E.4, and a cover of at most (41/gamma)^d queries. So 2T/|Q'| is at least 2T
(gamma/41)^d, not at most: where the cover is small the lemma says less than is claimed. The theorem holds with the
bound of the proof: take other levels. With L = d log(41/gamma), a choice misses by more than 4 T (log|Q'| + L)/(eps n),
or a measurement by more than 2 T L/(eps n), with probability at most e^(-L) each, and as log|Q'| <= L both of them
together are at most 10 T L/(eps n), as before.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import entries, rational, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.chosen_queries import CHOSEN
from dpassay.proofs_check.models.close_queries import ANSWERED
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic
from dpassay.proofs_check.smoothed_analysis.hrs_25 import of
from dpassay.proofs_check.smoothed_analysis.hrs_28 import MECHANISM
from dpassay.proofs_check.smoothed_analysis.hrs_31 import FEW, SMALL_COVER
from dpassay.proofs_check.smoothed_analysis.rare_failures import FAILS


@claim(
    "HRS-33",
    location="Theorem 4.2, with the bound of its proof",
    latex=r"\Pr\Big[\max_q |v_q - q(\mathcal D_B)| \le \frac{2\gamma}{\sigma} + 2\sqrt{\frac{\log(1/\sigma)}{T}} + "
    r"\frac{10 T d \log(41/\gamma)}{\varepsilon n}\Big] \ge 1 - 2T \Big(\frac{\gamma}{41}\Big)^{d}",
    text="With probability at least 1 - 2T (gamma/41)^d, Smooth MWEM answers every query with an error of at most 2 "
    "gamma/sigma + 2 sqrt(log(1/sigma)/T) + 10 T d log(41/gamma)/(eps n).",
    checked=("the domain is finite", "the values of queries lie in [-1, 1]"),
    assumed=(
        MECHANISM,
        "the data set is (sigma, 0)-smooth",
        SMALL_COVER,
    ),
)
def hrs_33() -> Case:
    """Lemma E.4 at other levels."""
    return Case(
        argument="The printed proof takes 1 - 2T/|Q'| for at least 1 - 2T (gamma/41)^d, as if a cover had no fewer "
        "than (41/gamma)^d queries; it has no more. At other levels the guarantees of Lemma E.4 give the claim.",
        broken_steps=(
            Goal(
                "1 - 2T/|Q'| >= 1 - 2T (gamma/41)^d where |Q'| <= (41/gamma)^d",
                counterexample("hrs33-step"),
                Hunt("hrs33-step", _covers),
            ),
        ),
        twins=(Twin("the other way", counterexample("hrs33-step-back")),),
    )


COVER: Final = entries(size=whole(1), dimension=whole(1), radius=rational("(0, 1]"))


@COVER.where
def _is_small(instance: Instance) -> bool:
    return at_most(instance["size"], (41 / Fraction(instance["radius"])) ** instance["dimension"])


def _costs(instance: Instance) -> tuple[Fraction, Fraction]:
    """1/|Q'| and (gamma/41)^d."""
    return Fraction(1, instance["size"]), (Fraction(instance["radius"]) / 41) ** instance["dimension"]


told("hrs33-step", "2T/|Q'| is at most 2T (gamma/41)^d", _is_small)(lambda at: at_most(*_costs(at)))
told("hrs33-step-back", "2T (gamma/41)^d is at most 2T/|Q'|", _is_small)(lambda at: at_most(*_costs(at)[::-1]))


def _covers() -> Iterator[Instance]:
    yield {"size": 3, "dimension": 1, "radius": "1/2"}


ON_E: Final = "sum(r(x)*e(x), x, 1, N)"
UP: Final = f"{of('q')} - {ON_E} <= 2*g/sigma + a"
DOWN: Final = f"{ON_E} - {of('q')} <= 2*g/sigma + a"
theorem(
    "an answer from the cover",
    ANSWERED,
    f"{UP} and {DOWN}",
    Step("data, up", f"{of('q')} - {of('r')} <= 2*g/sigma", apply("HRS-25")),
    Step("data, down", f"{of('r')} - {of('q')} <= 2*g/sigma", apply("HRS-25")),
    Step("up", UP, arithmetic("data, up", "error on the cover")),
    Step("down", DOWN, arithmetic("data, down", "error on the cover, back")),
)
L: Final = "d*log(41/g)"
FORGIVEN: Final = f"4*T*(log(K) + {L})/(eps*n)"
SLIPPED: Final = f"2*T*{L}/(eps*n)"
RARE: Final = FAILS.replace("largest(i) - c", f"largest(i) - {FORGIVEN}").replace("[x <", f"[{SLIPPED} <")
ENOUGH: Final = f"{FORGIVEN} + {SLIPPED} <= 10*T*{L}/(eps*n)"
theorem(
    "HRS-33",
    CHOSEN,
    f"{RARE} <= 2*T*exp(-{L}) and {ENOUGH}",
    Step("size", "0 <= log(K)", apply("log of a size", K="K")),
    Step("many", "1 <= 41/g", arithmetic(("1/g", "g <= 1"))),
    Step("log", "0 <= log(41/g)", apply("log of a size", "many", K="41/g")),
    Step("forgiven", f"0 <= {FORGIVEN}", arithmetic(("4*T/(eps*n)", "size"), ("4*T*d/(eps*n)", "log"))),
    Step("slipped", f"0 <= {SLIPPED}", arithmetic(("2*T*d/(eps*n)", "log"))),
    Step(
        "rarely",
        f"{RARE} <= T*(K*exp(-log(K) - {L}) + exp(-{L}))",
        apply("a run is rarely bad", "forgiven", "slipped", c=FORGIVEN, x=SLIPPED),
    ),
    Step("probability", f"{RARE} <= 2*T*exp(-{L})", arithmetic("rarely")),
    Step("levels", ENOUGH, arithmetic(("4*T/(eps*n)", FEW[0])), FEW),
    where=FEW,
    also=("the bound of the average after", "the bound of the average before", "an answer from the cover"),
)
