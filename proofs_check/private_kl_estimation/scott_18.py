"""SCOTT-18: 2 eta'/T has the law of the noise of Corollary 3.1 at eps.

Proof of Theorem 4.6, where eta' has that of Corollary 3.1 at 2 eps/T. As the second parameter is read:

* SCOTT-18, a variance: false but for T = 2. A factor of 2/T multiplies a variance by 4/T^2, and the proof by 2/T: what
  is added has 2/T times the variance that is said (SCOTT-18-corrected), less for T > 2.
* SCOTT-18b, a standard deviation: true.
* SCOTT-18c, a standard deviation, with the sqrt(2) eps/T of Algorithm 2 and one noise in A and B: false, the variance
is twice that (SCOTT-18c-corrected).
* SCOTT-18d, the same with independent noises: true. So sqrt(2) belongs to two noises, and 2 to one.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.private_estimates_of_kl_scales import SCALES, Scales, part
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, arithmetic, use

WHERE: Final = "proof of Theorem 4.6"


@claim(
    "SCOTT-18",
    location=f"{WHERE}, the second parameter of the laws being a variance",
    latex=r"\tfrac{2 \eta'}{T} \sim N\big(0, \tfrac{2 l}{\varepsilon}\big) \text{ for } \eta' \sim N\big(0, \tfrac{2 l}"
    r"{2 \varepsilon/T}\big)",
    text="Where eta' has variance 2 l/(2 eps/T), 2 eta'/T has variance 2 l/eps.",
    corrected_by="SCOTT-18-corrected",
)
def scott_18() -> Case:
    """A factor enters the variance by its square."""
    return Case(
        argument="The variance of 2 eta'/T is 4/T^2 that of eta', which is (2/T) 2 l/eps.",
        counterexample=Goal("one sample", counterexample("scott18"), Hunt("scott18", _few)),
        twins=(Twin("(2/T) times that", counterexample("scott18-corrected")),),
    )


@claim(
    "SCOTT-18-corrected",
    location=WHERE,
    latex=r"\operatorname{Var} \tfrac{2 \eta'}{T} = \tfrac2T \cdot \tfrac{2 l}{\varepsilon}",
    text="Where eta' has variance 2 l/(2 eps/T), 2 eta'/T has variance (2/T) 2 l/eps.",
)
def scott_18_corrected() -> Case:
    """The square of the factor."""
    return Case(
        checks=(Goal("few samples", exhaustive("scott18-corrected", "scott-scales")),),
        twins=(Twin("as printed", exhaustive("scott18", "scott-scales")),),
    )


@claim(
    "SCOTT-18b",
    location=f"{WHERE}, the second parameter of the laws being a standard deviation",
    latex=r"\operatorname{sd} \tfrac{2 \eta'}{T} = \tfrac{2 l}{\varepsilon} \text{ for } \operatorname{sd} \eta' = "
    r"\tfrac{2 l}{2 \varepsilon/T}",
    text="Where eta' has standard deviation 2 l/(2 eps/T), 2 eta'/T has standard deviation 2 l/eps.",
)
def scott_18b() -> Case:
    """The factor enters as it is."""
    return Case(
        checks=(Goal("few samples", exhaustive("scott18b", "scott-scales")),),
        twins=(Twin("with eps/T", exhaustive("scott18b-half", "scott-scales")),),
    )


@claim(
    "SCOTT-18c",
    location="Algorithm 2, the second parameter being a standard deviation, with one noise in A and B",
    latex=r"\operatorname{sd} \tfrac{2 \eta'}{T} = \tfrac{2 l}{\varepsilon} \text{ for } \operatorname{sd} \eta' = "
    r"\tfrac{2 l}{\sqrt2 \varepsilon/T}",
    text="Where eta' has standard deviation 2 l/(sqrt(2) eps/T), 2 eta'/T has standard deviation 2 l/eps.",
    corrected_by="SCOTT-18c-corrected",
)
def scott_18c() -> Case:
    """The variance is twice that."""
    return Case(
        argument="The square of the standard deviation of 2 eta'/T is 2 (2 l/eps)^2.",
        counterexample=Goal("one sample", counterexample("scott18c"), Hunt("scott18c", _few)),
        twins=(Twin("twice that", counterexample("scott18c-corrected")),),
    )


@claim(
    "SCOTT-18c-corrected",
    location="Algorithm 2",
    latex=r"\operatorname{Var} \tfrac{2 \eta'}{T} = 2 \big(\tfrac{2 l}{\varepsilon}\big)^2",
    text="Where eta' has standard deviation 2 l/(sqrt(2) eps/T), 2 eta'/T has variance 2 (2 l/eps)^2.",
)
def scott_18c_corrected() -> Case:
    """The square of the root of 2."""
    return Case(
        checks=(Goal("few samples", exhaustive("scott18c-corrected", "scott-scales")),),
        twins=(Twin("as printed", exhaustive("scott18c", "scott-scales")),),
    )


@claim(
    "SCOTT-18d",
    location="Algorithm 2, the second parameter being a standard deviation, with independent noises",
    latex=r"\operatorname{sd} \tfrac{\eta' + \eta''}{T} = \tfrac{2 l}{\varepsilon} \text{ for } \operatorname{sd} "
    r"\eta' = "
    r"\operatorname{sd} \eta'' = \tfrac{2 l}{\sqrt2 \varepsilon/T}",
    text="Where eta' and eta'' are independent, of standard deviation 2 l/(sqrt(2) eps/T), the variance of (eta' + "
    "eta'')/T is (2 l/eps)^2.",
)
def scott_18d() -> Case:
    """Variances add up."""
    return Case(
        checks=(Goal("few samples", exhaustive("scott18d", "scott-scales")),),
        twins=(Twin("with one noise", exhaustive("scott18c", "scott-scales")),),
    )


OF_SCALES: Final = entries(samples=whole(1), eps=ABOVE_0, strength=ABOVE_0)


def _at(instance: Instance) -> Scales:
    return Scales(instance["samples"], Fraction(instance["eps"]), Fraction(instance["strength"]))


def _ratio(instance: Instance, square: Fraction) -> Fraction:
    """The variance of a sum over T, ``square`` noises in all, to the square of what is claimed."""
    at = _at(instance)
    squared = (part(at) * 2) ** 2 / 2  # that of the standard deviation 2 l/(sqrt(2) eps/T)
    return square * squared / at.samples**2 / (2 * at.strength / at.epsilon) ** 2


def _share(instance: Instance) -> Fraction:
    """The variance of 2 eta'/T to 2 l/eps, where part is that of eta'."""
    at = _at(instance)
    return Fraction(4, at.samples**2) * part(at) / (2 * at.strength / at.epsilon)


told("scott18", "Var 2 eta'/T = 2 l/eps, where Var eta' = 2 l/(2 eps/T)", OF_SCALES)(
    lambda instance: _share(instance) == 1
)
told("scott18-corrected", "Var 2 eta'/T = (2/T) 2 l/eps", OF_SCALES)(
    lambda instance: _share(instance) == Fraction(2, instance["samples"])
)
told("scott18b", "sd 2 eta'/T = 2 l/eps, where sd eta' = 2 l/(2 eps/T)", OF_SCALES)(
    lambda instance: (
        2 * part(_at(instance)) / instance["samples"] * Fraction(instance["eps"]) == 2 * Fraction(instance["strength"])
    )
)
told("scott18b-half", "sd 2 eta'/T = 2 l/eps, where sd eta' = 2 l/(eps/T)", OF_SCALES)(
    lambda instance: (
        4 * part(_at(instance)) / instance["samples"] * Fraction(instance["eps"]) == 2 * Fraction(instance["strength"])
    )
)
told("scott18c", "Var 2 eta'/T = (2 l/eps)^2, where sd eta' = 2 l/(sqrt(2) eps/T)", OF_SCALES)(
    lambda instance: _ratio(instance, Fraction(4)) == 1
)
told("scott18c-corrected", "Var 2 eta'/T = 2 (2 l/eps)^2", OF_SCALES)(
    lambda instance: _ratio(instance, Fraction(4)) == 2  # as the property says
)
told("scott18d", "Var (eta' + eta'')/T = (2 l/eps)^2", OF_SCALES)(lambda instance: _ratio(instance, Fraction(2)) == 1)


@family("scott-scales", "T = 1, ..., 5, eps = 1/2, 1 and l = 1, 3")
def _few() -> Iterator[Instance]:
    for samples, eps, strength in product(range(1, 6), ("1/2", "1"), ("1", "3")):
        yield {"samples": samples, "eps": eps, "strength": strength}


THREE: Final = Scales(3, Fraction(1), Fraction(1))
refuted("SCOTT-18", SCALES, "released(part) = scale", setting=THREE)
theorem(
    "SCOTT-18-corrected",
    SCALES,
    "released(part) = 2/T*scale",
    Step(
        "all",
        "released(part) = 2/T*scale",
        arithmetic(use("variance of a multiple", v="part"), ("(2/T)**2", "part"), ("-2/T", "scale")),
    ),
)
SQUARE: Final = "released(part**2) = scale**2"
theorem(
    "SCOTT-18b",
    SCALES,
    f"2/T*part = scale and {SQUARE}",
    Step("first", "2/T*part = scale", arithmetic(("2/T", "part"), ("-1", "scale"))),
    Step("all", SQUARE, arithmetic(use("variance of a multiple", v="part**2"), ("2/T*part + scale", "first"))),
)
refuted("SCOTT-18c", SCALES, "2/T*part_root = scale", setting=THREE)
TWICE: Final = "released(part_root**2) = 2*scale**2"
ROOT: Final = Step(
    "root",
    "part_root**2*2 = (T*scale)**2",
    arithmetic(("2*(part_root + 2*l/(sqrt(2)*eps/T))", "part at the root"), ("-T**2*(scale + 2*l/eps)", "scale")),
)
theorem(
    "SCOTT-18c-corrected",
    SCALES,
    TWICE,
    ROOT,
    Step("all", TWICE, arithmetic(use("variance of a multiple", v="part_root**2"), ("2/T**2", "root"))),
)
theorem(
    "SCOTT-18d",
    SCALES,
    "of_two(part_root**2) = scale**2",
    ROOT,
    Step(
        "all",
        "of_two(part_root**2) = scale**2",
        arithmetic(use("variance of a sum", v="part_root**2"), ("1/T**2", "root")),
    ),
)
