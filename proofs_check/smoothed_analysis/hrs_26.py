"""HRS-26: the potential is at least 0, at first at most log(1/sigma), and so it falls by at most log(1/sigma).

Fact E.2. The potential of D_j is the divergence of the smooth law from it. D_0 is uniform, so the density of the smooth
law against it is at most 1/sigma. (The printed proof calls the uniform law D_1 once, and says of D_B what holds of the
smooth law that stands for it.)
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.smooth_mwem import RUN, potential
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, cases, inside, use
from dpassay.proofs_check.smoothed_analysis.runs import is_run, run_of


@claim(
    "HRS-26",
    location="Fact E.2",
    latex=r"\Psi_i \ge 0,\quad \Psi_0 \le \log(1/\sigma),\quad \Psi_0 - \Psi_T \le \log(1/\sigma)",
    text="For every i <= T the potential, the divergence of the smooth law of the data from D_i, is at least 0; that "
    "of the uniform D_0 is at most log(1/sigma), and so the potential falls by at most log(1/sigma).",
    checked=("the domain is finite", "0 < sigma <= 1"),
)
def hrs_26() -> Case:
    """A divergence, of a law of bounded density at first."""
    return Case(
        checks=(Goal("two rounds, exactly", exhaustive("hrs26", "hrs-runs")),),
        twins=(Twin("half of log(1/sigma)", exhaustive("hrs26-half", "hrs-runs")),),
        remarks=("log(1/sigma) is attained, by the uniform law on a share sigma of the domain.",),
    )


def _holds(instance: Instance, factor: Fraction) -> bool:
    at = run_of(instance)
    most = as_real(factor) * as_real(log(1 / at.sigma))
    steps = range(len(at.chosen) + 1)
    small = -as_real(Fraction(1, 2**200))  # an enclosure of 0 has a width
    return all(at_most(small, potential(at, j)) for j in steps) and at_most(potential(at, 0) + small, most)


told("hrs26", "each potential is at least 0, and the first at most log(1/sigma), up to 2^-200", is_run)(
    lambda instance: _holds(instance, Fraction(1))
)
told("hrs26-half", "the same with half of log(1/sigma)", is_run)(lambda instance: _holds(instance, Fraction(1, 2)))

CAP: Final = "1/(sigma*N)"
SMALL, NONE = ("0 < s(x)",), ("s(x) <= 0",)
TERM: Final = f"s(x)*l(x) <= s(x)*log({CAP})"
theorem(
    "the potential is at least 0",
    RUN,
    "0 <= psi(j)",
    Step("law", "sum(d(j, x), x, 1, N) = 1", apply("D is a law")),
    Step(
        "divergence",
        "0 <= sum(s(x)*(l(x) - log(d(j, x))), x, 1, N)",
        apply(
            "a divergence is at least 0", "log", "s is a law", "law", N="N", s="x: s(x)", l="x: l(x)", d="x: d(j, x)"
        ),
    ),
    Step("all", "0 <= psi(j)", arithmetic("divergence", ("-1", "potential"))),
)
FACT: Final = "0 <= psi(j) and psi(0) <= log(1/sigma) and psi(0) - psi(T) <= log(1/sigma)"
theorem(
    "HRS-26",
    RUN,
    FACT,
    Step("below the cap", f"s(x) <= {CAP}", arithmetic((CAP, "smooth"))),
    Step("at most", f"exp(l(x)) <= {CAP}", arithmetic(("1/s(x)", "log"), "below the cap"), SMALL),
    Step("zero", "s(x) = 0", apply("at most each other", A="s(x)", B="0"), NONE),
    Step(
        "term",
        TERM,
        cases(
            "0 < s(x)", arithmetic(("s(x)", inside("log(_)", "at most"))), arithmetic((f"l(x) - log({CAP})", "zero"))
        ),
    ),
    Step(
        "log of D",
        "log(d(0, x)) = log(1/N)",
        apply("at most each other", inside("log(_)", "uniform"), A="log(d(0, x))", B="log(1/N)"),
    ),
    Step("not negative", "0 <= psi(j)", apply("the potential is at least 0")),
    Step(
        "first",
        "psi(0) <= log(1/sigma)",
        arithmetic(
            inside("sum(_, x, 1, N)", "term"),
            (f"log({CAP}) - log(1/N)", "s is a law"),
            ("-1", inside("sum(s(x)*_, x, 1, N)", "log of D")),
            use("potential", j="0"),
        ),
    ),
    Step("fall", "psi(0) - psi(T) <= log(1/sigma)", arithmetic("first", use("not negative", j="T"))),
)
