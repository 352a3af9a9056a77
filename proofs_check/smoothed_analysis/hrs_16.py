"""HRS-16: a class that is embedded as halfspaces of R^m has bracketing numbers of at most (m/eps)^(O(m)).

Theorem 3.6 and Appendix C.4. The halfspaces of the line are embedded by the identity, with m = 1, so there is no such
constant for the reason of HRS-15.

HRS-16b: the step of the proof, that the number under nu is at most that of the halfspaces under the law of the images:
brackets are pulled back. It is true at every eps. HRS-16-corrected: (2 m/eps)^(B m) for 0 < eps <= 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.analysis.bracketing_numbers import bracketing_number
from dpassay.analysis.classes import composed
from dpassay.exact import Dist
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import entries, family, rational, row_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.embedded_classes import ABOVE, BELOW, EMBEDDED, WIDTH
from dpassay.proofs_check.models.halfspaces import on_points
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use
from dpassay.proofs_check.smoothed_analysis.differences import ones
from dpassay.proofs_check.smoothed_analysis.hrs_15 import ARGUMENT, CITED, FINITE, line, refuted_on_the_line

refuted_on_the_line("HRS-16")
PULLED: Final = "embedded(e) <= number(e)"
theorem(
    "HRS-16b",
    EMBEDDED,
    PULLED,
    Step("below", f"{BELOW} = 1", apply("indicator of what holds", "held from below", A="l(held(m), x)", B="g(m, x)")),
    Step("above", f"{ABOVE} = 1", apply("indicator of what holds", "held from above", A="g(m, x)", B="u(held(m), x)")),
    *ones("below", BELOW),
    *ones("above", ABOVE),
    Step("width", f"{WIDTH} <= e", arithmetic("the law of images", "brackets are narrow")),
    Step("narrow", f"[{WIDTH} <= e] = 1", apply("indicator of what holds", "width", A=WIDTH, B="e")),
    Step(
        "all",
        PULLED,
        arithmetic(
            use("no bracketing is smaller", s="e"),
            ("-embedded(e)", "below, all pairs"),
            ("-embedded(e)", "above, all pairs"),
            ("-embedded(e)", inside("sum(_, c, 1, K)", "narrow")),
            ("-1", "as many brackets"),
        ),
    ),
)
RANGE: Final = ("e <= 1",)
CORRECTED: Final = "embedded(e) <= exp(B*d*log(2*d/e))"
theorem(
    "HRS-16-corrected",
    EMBEDDED,
    CORRECTED,
    Step("pulled back", PULLED, apply("HRS-16b")),
    Step(
        "all",
        CORRECTED,
        arithmetic("pulled back", use("wider brackets", s="e"), use("Braverman et al.", q="e/2")),
        RANGE,
    ),
    where=RANGE,
)

IS_PULLED: Final = entries(places=whole(1, 5), images=row_of(whole(0, 4)), radius=rational("(0, 1]")).where(
    lambda instance: max(instance["images"]) < instance["places"]
)


def _pulled(instance: Instance, less: int) -> bool:
    """Whether the pullbacks have at most so many brackets less than the halfspaces of the line."""
    images, radius = instance["images"], Fraction(instance["radius"])
    functions = on_points(tuple((x,) for x in range(instance["places"])))
    points = Dist.uniform(range(len(images)))
    pulled = bracketing_number(composed(functions, images), points, radius)
    return bool(pulled + less <= bracketing_number(functions, points.map(lambda x: images[x]), radius))


told("hrs16b", "pullbacks need no more brackets than halfspaces of the line", IS_PULLED)(lambda i: _pulled(i, 0))
told("hrs16b-less", "pullbacks need fewer brackets than halfspaces of the line", IS_PULLED)(lambda i: _pulled(i, 1))


@family("hrs-images", "all maps of 1 to 3 points to 3 places on the line, eps in {1/4, 1/2, 1}")
def _images() -> Iterator[Instance]:
    for size in (1, 2, 3):
        for images, radius in product(product(range(3), repeat=size), ("1/4", "1/2", "1")):
            yield {"places": 3, "images": list(images), "radius": radius}


@claim(
    "HRS-16",
    location="Theorem 3.6",
    latex=r"\exists c\ \forall m, \epsilon, \nu:\ \mathcal N_{[\,]}(G, \nu, \epsilon) \le (m/\epsilon)^{c m}",
    text="There is a constant c such that every class G that is embeddable as halfspaces in m dimensions has N_[](G, "
    "nu, eps) <= (m/eps)^(c m), for every eps > 0 and every measure.",
    assumed=(FINITE,),
    corrected_by="HRS-16-corrected",
)
def hrs_16() -> Case:
    """It is false for G the halfspaces of the line."""
    return Case(
        argument=ARGUMENT,
        counterexample=Goal("c = 1, eps = 9/10", counterexample("hrs15"), Hunt("hrs15", line)),
        twins=(Twin("2/eps", counterexample("hrs15-corrected")),),
        remarks=("The formula speaks of halfspaces themselves, which the identity embeds: d is m.",),
    )


@claim(
    "HRS-16b",
    location="C.4",
    latex=r"\mathcal N_{[\,]}(G, \nu, \epsilon) \le \mathcal N_{[\,]}(H, \mu, \epsilon),\ \mu \text{ the law of } "
    r"\psi(x),\ x \sim \nu",
    text="A class that psi embeds as halfspaces in m dimensions has at most the bracketing number under nu that the "
    "halfspaces of R^m have under the law of psi(x), x ~ nu, at every eps.",
    assumed=(FINITE,),
)
def hrs_16b() -> Case:
    """Brackets are pulled back."""
    return Case(
        checks=(Goal("maps to the line", exhaustive("hrs16b", "hrs-images")),),
        twins=(Twin("one less", exhaustive("hrs16b-less", "hrs-images")),),
        remarks=("d in the proof is m.",),
    )


@claim(
    "HRS-16-corrected",
    location="Theorem 3.6, at 0 < eps <= 1",
    latex=r"0 < \epsilon \le 1 \implies \mathcal N_{[\,]}(G, \nu, \epsilon) \le (2 m/\epsilon)^{B m}",
    text="With the constant B of the published bound every class that is embeddable as halfspaces in m dimensions has "
    "N_[](G, nu, eps) <= (2 m/eps)^(B m), for 0 < eps <= 1 and every measure.",
    checked=("0 < eps <= 1",),
    assumed=(FINITE, CITED),
)
def hrs_16_corrected() -> Case:
    """HRS-16b and HRS-15-corrected."""
    return Case(remarks=("d in the proof is m.", "Where 2 eps <= m it is at most (m/eps)^(2 B m), the printed form."))
