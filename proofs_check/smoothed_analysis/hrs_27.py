"""HRS-27: a round takes at least ((q(D) - q(s))/2)^2 - ((m - q(s))/2)^2 off the potential, whatever is measured.

Lemma E.3, with q the query of the round, D the law before it, s the smooth law and m the measurement. The potential
falls by (m - q(D))/2 (q(s) - q(D)) less the log of a mean, which by Hoeffding's lemma is at most (m - q(D))^2 w^2/32
for a query of width w; the claim has (m - q(D))^2/4 in its place. So it holds for w^2 <= 8 (HRS-27-sharp), and with
that for values in [0, 1], w = 1, and in [-1, 1], w = 2: there is room.

No more than w^2 <= 8 will do: on two points, s uniform, the query +w/2 and -w/2, the potential falls by -log cosh z
at z = m w/4, and the claim says that this is at least -4 z^2/w^2, while log cosh z >= z^2/2 - z^4/12.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.exact import as_real
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import family, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive, inequality
from dpassay.proofs_check.models.smooth_mwem import RUN, SIGNS, law, mean, potential
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic
from dpassay.proofs_check.smoothed_analysis.potential_of_mwem import DROP, ON_D, ON_S
from dpassay.proofs_check.smoothed_analysis.runs import is_run, run_of, runs


@claim(
    "HRS-27",
    location="Lemma E.3",
    latex=r"\Psi_{i-1} - \Psi_i \ge \Big(\frac{q_i(\mathcal D_{i-1}) - q_i(\overline{\mathcal D_B})}{2}\Big)^2 - "
    r"\Big(\frac{m_i - q_i(\overline{\mathcal D_B})}{2}\Big)^2",
    text="In round i the potential falls by at least ((q_i(D_{i-1}) - q_i(D))/2)^2 - ((m_i - q_i(D))/2)^2, with D the "
    "smooth law of the data, for every query q_i and every measurement m_i.",
    checked=("the domain is finite", "the values of queries lie in [-1, 1]"),
)
def hrs_27() -> Case:
    """Hoeffding's lemma, with room to spare."""
    return Case(
        checks=(Goal("two rounds, exactly", exhaustive("hrs27", "hrs-runs")),),
        twins=(Twin("whatever the error of the measurement", exhaustive("hrs27-none", "hrs-runs")),),
        remarks=("It holds for queries of any width w with w^2 <= 8, and of no larger width (HRS-27-sharp).",),
    )


@claim(
    "HRS-27-sharp",
    location="Lemma E.3",
    latex=r"w^2 \le 8 \implies \Psi_{i-1} - \Psi_i \ge \Big(\frac{q_i(\mathcal D_{i-1}) - q_i(\overline{\mathcal "
    r"D_B})}{2}\Big)^2 - \Big(\frac{m_i - q_i(\overline{\mathcal D_B})}{2}\Big)^2",
    text="The same for queries with values in any interval of width w with w^2 <= 8.",
    checked=("the domain is finite", "w^2 <= 8"),
)
def hrs_27_sharp() -> Case:
    """Hoeffding's lemma."""
    return Case(
        checks=(Goal("width 14/5, exactly", exhaustive("hrs27", "hrs-narrow-runs")),),
        sharper=(
            Goal(
                "log cosh z >= z^2/2 - z^4/12, and for w^2 > 8 this is above 4 z^2/w^2 once z is small",
                inequality("log((exp(z) + exp(-z))/2) - z**2/2 + z**4/12", "z", "[0, 1]"),
            ),
        ),
        twins=(Twin("width 3", exhaustive("hrs27", "hrs-wide-runs")),),
    )


def _falls(instance: Instance, forgiven: int) -> bool:
    """The inequality for both rounds."""
    at, small = run_of(instance), as_real(Fraction(1, 2**200))  # an enclosure of 0 has a width
    for i, measured in enumerate(at.measured, 1):
        before, true = mean(at.query(i), law(at, i - 1)), mean(at.query(i), at.smooth)
        least = ((before - true) ** 2 - forgiven * (as_real(measured) - true) ** 2) / 4
        if not at_most(least, potential(at, i - 1) - potential(at, i) + small):
            return False
    return True


told("hrs27", "each round takes at least as much off the potential, up to 2^-200", is_run)(
    lambda instance: _falls(instance, 1)
)
told("hrs27-none", "the same, but for the error of the measurement", is_run)(lambda instance: _falls(instance, 0))


@family("hrs-narrow-runs", "runs with one query of values -7/5 and 7/5")
def _narrow() -> Iterator[Instance]:
    return runs(("-7/5", "7/5"), ("-1/2", "1/4"))


@family("hrs-wide-runs", "runs with one query of values -3/2 and 3/2")
def _wide() -> Iterator[Instance]:
    return runs(("-3/2", "3/2"), ("-1/2", "1/4"))


LESS: Final = f"(({ON_D} - {ON_S})/2)**2 - ((m(i) - {ON_S})/2)**2"
CLAIMED: Final = f"{LESS} <= psi(i - 1) - psi(i)"
theorem(
    "HRS-27-sharp",
    RUN,
    CLAIMED,
    Step("round", DROP, apply("what a round takes off the potential")),
    Step("square", f"0 <= (m(i) - {ON_D})**2", analysis("0 <= z**2", "(-oo, oo)", z=f"m(i) - {ON_D}")),
    Step("part", f"0 <= (m(i) - {ON_D})**2/32", arithmetic(("1/32", "square"))),
    Step("all", CLAIMED, arithmetic("round", ("8 - w**2", "part")), ("w**2 <= 8",)),
    where=("w**2 <= 8",),
)
theorem(
    "HRS-27",
    SIGNS,
    CLAIMED,
    Step("width", "w**2 <= 8", arithmetic(("w + 2", "up to 1"))),
    Step("all", CLAIMED, apply("HRS-27-sharp", "width")),
)
