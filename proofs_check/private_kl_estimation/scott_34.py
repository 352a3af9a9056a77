"""SCOTT-34: the noise has a logarithmic relationship with 1/eps, that is an exponential one with eps.

Section 5.2.1, of Corollary 3.1. The two are not the same: where noise is a log(1/eps) + b, eps is exponential in the
noise. And neither holds: the noise is C/eps. Were it logarithmic in 1/eps, each halving of eps would add as much; the
second adds twice as much as the first (SCOTT-34). Were it exponential in eps, v(1) v(3) would be v(2)^2 (SCOTT-34b).
SCOTT-34-corrected: it is a power law. The logarithm is one of 1/delta.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, entries, family, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.private_estimates_of_kl_scales import SCALES, Scales
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, arithmetic, use

ROOT: Final = "The second parameter is meant; of its root, where it is a variance, both are false too."


@claim(
    "SCOTT-34",
    location="Section 5.2.1",
    latex=r"v(\varepsilon) = a \log\tfrac1\varepsilon + b, \text{ so } v(\tfrac\varepsilon4) - v(\tfrac\varepsilon2) = "
    r"v(\tfrac\varepsilon2) - v(\varepsilon)",
    text="The noise of Corollary 3.1 has a logarithmic relationship with 1/eps: each halving of eps adds as much.",
    corrected_by="SCOTT-34-corrected",
)
def scott_34() -> Case:
    """Each halving doubles the noise."""
    return Case(
        argument="The noise is C/eps, so that a halving of eps from 1 adds C, and the next one 2 C.",
        counterexample=Goal("eps = 1", counterexample("scott34"), Hunt("scott34", _budgets)),
        twins=(Twin("twice as much", counterexample("scott34-corrected")),),
        remarks=(ROOT,),
    )


@claim(
    "SCOTT-34b",
    location="Section 5.2.1",
    latex=r"v(\varepsilon) = a b^\varepsilon, \text{ so } v(\varepsilon) v(3 \varepsilon) = v(2 \varepsilon)^2",
    text="The noise of Corollary 3.1 has an exponential relationship with eps: each addition to eps multiplies it by "
    "as much.",
    corrected_by="SCOTT-34-corrected",
)
def scott_34b() -> Case:
    """From 1 to 2 it falls by half, and from 2 to 3 by a third."""
    return Case(
        argument="The noise is C/eps: from eps = 1 to 2 it falls by half, and from 2 to 3 by a third.",
        counterexample=Goal("eps = 1", counterexample("scott34b"), Hunt("scott34b", _budgets)),
        twins=(Twin("four thirds of it", counterexample("scott34b-corrected")),),
        remarks=(ROOT,),
    )


@claim(
    "SCOTT-34-corrected",
    location="Section 5.2.1",
    latex=r"v(\varepsilon) = \tfrac{C}{\varepsilon}",
    text="The second parameter of the noise of Corollary 3.1 is C/eps: the second halving of eps adds twice as much as "
    "the first, and v(eps) v(3 eps) is (4/3) v(2 eps)^2.",
)
def scott_34_corrected() -> Case:
    """A power law."""
    return Case(
        checks=(Goal("a few budgets", exhaustive("scott34-corrected", "scott-budgets")),),
        twins=(Twin("as much", exhaustive("scott34", "scott-budgets")),),
    )


OF_BUDGET: Final = entries(eps=ABOVE_0)


def _noise(instance: Instance, times: Fraction | int) -> Fraction:
    """The noise at a multiple of eps, where l is 1."""
    return 2 / (Fraction(instance["eps"]) * times)


def _halvings(instance: Instance) -> tuple[Fraction, Fraction]:
    """What the first and the second halving of eps add."""
    whole, half, quarter = (_noise(instance, Fraction(1, share)) for share in (1, 2, 4))
    return half - whole, quarter - half


told("scott34", "v(eps/4) - v(eps/2) = v(eps/2) - v(eps)", OF_BUDGET)(
    lambda instance: _halvings(instance)[0] == _halvings(instance)[1]
)
told("scott34-corrected", "v(eps/4) - v(eps/2) = 2 (v(eps/2) - v(eps))", OF_BUDGET)(
    lambda instance: 2 * _halvings(instance)[0] == _halvings(instance)[1]
)
told("scott34b", "v(eps) v(3 eps) = v(2 eps)^2", OF_BUDGET)(
    lambda instance: _noise(instance, 1) * _noise(instance, 3) == _noise(instance, 2) ** 2
)
told("scott34b-corrected", "v(eps) v(3 eps) = (4/3) v(2 eps)^2", OF_BUDGET)(
    lambda instance: 3 * _noise(instance, 1) * _noise(instance, 3) == 4 * _noise(instance, 2) ** 2
)


@family("scott-budgets", "eps = 1/20, 1/2, 1, 3, 6")
def _budgets() -> Iterator[Instance]:
    return ({"eps": eps} for eps in ("1/20", "1/2", "1", "3", "6"))


ONE: Final = Scales(1, Fraction(1), Fraction(1))
refuted("SCOTT-34", SCALES, "noise(e/4) - noise(e/2) = noise(e/2) - noise(e)", setting=ONE, e=Fraction(1))
refuted("SCOTT-34b", SCALES, "noise(e)*noise(3*e) = noise(2*e)**2", setting=ONE, e=Fraction(1))
HALVED: Final = "noise(e/4) - noise(e/2) = 2*(noise(e/2) - noise(e))"
TRIPLED: Final = "noise(e)*noise(3*e) = 4/3*noise(2*e)**2"
theorem(
    "SCOTT-34-corrected",
    SCALES,
    f"noise(e) = 2*l/e and {HALVED} and {TRIPLED}",
    Step("noise", "noise(e) = 2*l/e", arithmetic("noise at a budget")),
    Step(
        "halved",
        HALVED,
        arithmetic(use("noise", e="e/4"), ("-3", use("noise", e="e/2")), ("2", "noise")),
    ),
    Step(
        "tripled",
        TRIPLED,
        arithmetic(
            ("noise(3*e)", "noise"),
            ("2*l/e", use("noise", e="3*e")),
            ("-4/3*(noise(2*e) + l/e)", use("noise", e="2*e")),
        ),
    ),
)
