"""Published theorems that are cited and not proved: the table of them, each with where it is found.

A theorem is applied like a rule: what stands for its numbers, and steps for its hypotheses. It speaks of quantities
that the language cannot define, such as the law of a normal number. These have their values here, and nothing can
stand for them but a quantity of a model that is the same one: ``NORMAL`` for ``Phi``. Those of a class of functions
(``classes``), of rounds (``rounds``) and of laws with densities (``log_concave``) are of what a setting holds.

Cited, and not applied: Brascamp and Lieb's bound on variances, for which a derivative along the way from one law to
another would be needed (ASI-38-corrected stands on Bakry and Emery, and Bobkov and Goetze); and the bound of
Kairouz, Oh and Viswanath on composition (their theorem 3.5), which ASI-04-sharp proves from pure parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import Real, as_real, normal_cdf
from dpassay.proofs_check.proof import log_concave, rounds
from dpassay.proofs_check.proof.classes import CHOICES, COVER, DIMENSION, LABELINGS
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Given, Model, Statement

PUBLISHED: Final[dict[str, Statement]] = {}


def is_zero(value: Any) -> bool:
    """Tell whether a number is 0; of an enclosure, whether it is that point."""
    return bool(value.ball().is_zero()) if isinstance(value, Real) else value == 0


def gaussian_delta(squared: Any, variance: Any, epsilon: Any) -> Any:
    """The least delta at epsilon of two normal laws of one variance, by the square of the distance of their centers.

    In any dimension, with independent coordinates. Where the variance is 0, each is at its center.
    """
    if is_zero(squared):
        return Fraction(0)
    if is_zero(variance):
        return Fraction(1)
    shift, e = (as_real(squared) / as_real(variance)).sqrt(), as_real(epsilon)
    return normal_cdf(shift / 2 - e / shift) - e.exp() * normal_cdf(-shift / 2 - e / shift)


NORMAL: Final = Named(lambda _, x: normal_cdf(as_real(x)), {"x": "real"}, range="positive")
"""The probability that a standard normal number is at most x."""
GAUSSIANS: Final = Named(
    lambda _, squared, variance, epsilon: gaussian_delta(squared, variance, epsilon),
    {"q": "real, 0 <= q", "v": "real, 0 <= v", "e": "real, 0 <= e"},
)
"""The least delta at e of two normal laws of variance v whose centers are at the squared distance q."""


def _theorem(
    name: str,
    formula: str,
    source: str,
    *needs: str | Given,
    numbers: Mapping[str, str],
    variables: Mapping[str, str] | None = None,
    **quantities: Named,
) -> None:
    model = Model(f"the theorem {name!r}", numbers, variables or {}, quantities, of_any=True)
    given = {f"{k}": need if isinstance(need, Given) else Given(need) for k, need in enumerate(needs, 1)}
    PUBLISHED[name] = Statement(name, model, formula, given=given, source=source)


_theorem(
    "privacy of normal noise",
    "gauss(q, v, e) <= Phi(z/2 - e/z) - exp(e)*Phi(-z/2 - e/z)",
    "Balle and Wang 2018, Improving the Gaussian mechanism for differential privacy, Theorem 8: z standard deviations "
    "are at least the distance, in any dimension; without noise there is none",
    "q <= z**2*v",
    numbers={"q": "real, 0 <= q", "v": "real, 0 <= v", "e": "real, 0 <= e", "z": "real, 0 < z"},
    gauss=GAUSSIANS,
    Phi=NORMAL,
)
_theorem(
    "tail of the normal law",
    "2*Phi(-a) <= exp(-a**2/2)",
    "Boucheron, Lugosi and Massart 2013, Concentration Inequalities, exercise 2.7",
    numbers={"a": "real, 0 <= a"},
    Phi=NORMAL,
)
_theorem(
    "center of the normal law",
    "Phi(a) <= 1/2 + 2*a/5",
    "Feller 1968, An Introduction to Probability Theory and Its Applications, VII.1: the density is at most 1/sqrt(2 "
    "pi) < 2/5, and symmetric",
    numbers={"a": "real, 0 <= a"},
    Phi=NORMAL,
)
_theorem(
    "small covers",
    "cover(r) <= exp(1)*(d + 1)*exp(d*log(2*exp(1)/r))",
    "Haussler 1995, Sphere packing numbers for subsets of the Boolean n-cube with bounded Vapnik-Chervonenkis "
    "dimension, corollary 1: at most so many members differ, each two, with probability above r; "
    "a largest such family is a cover",
    numbers={"r": "real, 0 < r, r <= 1"},
    cover=COVER,
    d=DIMENSION,
)
_theorem(
    "few labelings",
    "alive(j) <= sum(C(j, i), i, 0, d)",
    "Sauer 1972, On the density of families of sets; Shelah 1972, A combinatorial problem; stability and order for "
    "models and theories in infinitary languages: of the labelings of j points that a class of VC dimension d has",
    numbers={"j": "integer, 0 <= j"},
    alive=LABELINGS,
    C=CHOICES,
    d=DIMENSION,
)
_theorem(
    "pure parts",
    "(1 - delta(t + 1))*pp(t + 1) <= p(t + 1) and (1 - delta(t + 1))*qq(t + 1) <= q(t + 1) and "
    "-eps(t + 1) <= L(t + 1) and L(t + 1) <= eps(t + 1)",
    "Kairouz, Oh and Viswanath 2015, The composition theorem for differential privacy: laws that are indistinguishable "
    "both ways come from randomized response that tells all with probability delta",
    "E([exp(eps(t + 1))*q(t + 1) < p(t + 1)]*(p(t + 1) - exp(eps(t + 1))*q(t + 1)), after(t)) <= delta(t + 1)",
    "E([exp(eps(t + 1))*p(t + 1) < q(t + 1)]*(q(t + 1) - exp(eps(t + 1))*p(t + 1)), after(t)) <= delta(t + 1)",
    numbers={"T": "integer, 1 <= T", "t": "integer, 0 <= t, t <= T - 1"},
    P=rounds.UNIFORM,
    after=rounds.AFTER,
    p=rounds.ON_DATA,
    q=rounds.ON_NEIGHBOR,
    eps=rounds.EPS,
    delta=rounds.DELTA,
    pp=rounds.PURE_ON_DATA,
    qq=rounds.PURE_ON_NEIGHBOR,
    L=rounds.LOSS,
)
CONVEX: Final = (
    "(1 - v)*log(mu({0}, x)) + v*log(mu({0}, y)) + k*v*(1 - v)*(x - y)**2/2 <= log(mu({0}, (1 - v)*x + v*y))"
)
"""Of a measure e^(-V): V has the convexity modulus k."""
LIPSCHITZ_RATIO: Final = "(log(mu(i, x)) - log(mu(j, x)) - (log(mu(i, y)) - log(mu(j, y))))**2 <= a**2*(x - y)**2"
ON_A_LINE: Final = {"x": "real", "y": "real", "v": "real, 0 <= v, v <= 1"}
LAWS: Final = {"i": "integer", "j": "integer", "a": "real, 0 < a", "k": "real, 0 < k"}
_theorem(
    "divergence of log-concave laws",
    "kl(i, j) <= a**2/(2*k)",
    "Bakry and Emery 1985, Diffusions hypercontractives: on a convex set law j has a logarithmic Sobolev inequality of "
    "constant k, so the divergence is at most the mean of the squared gradient of the log of the ratio over 2 k",
    CONVEX.format("j"),
    LIPSCHITZ_RATIO,
    numbers=LAWS,
    variables=ON_A_LINE,
    mu=log_concave.MEASURE,
    kl=log_concave.DIVERGENCE,
)
_theorem(
    "tail of a Lipschitz log ratio",
    "tail(i, j, kl(i, j) + s) <= exp(-k*s**2/(2*a**2))",
    "Herbst's argument, as in Ledoux 2001, The Concentration of Measure Phenomenon, chapter 5: with the inequality of "
    "Bakry and Emery for law i, an a-Lipschitz function exceeds its mean by s no more often",
    CONVEX.format("i"),
    LIPSCHITZ_RATIO,
    numbers={**LAWS, "s": "real, 0 <= s"},
    variables=ON_A_LINE,
    mu=log_concave.MEASURE,
    kl=log_concave.DIVERGENCE,
    tail=log_concave.TAIL,
)
_theorem(
    "means under log-concave laws",
    "(mean(i, r) - mean(j, r))**2 <= 2*a**2*kl(i, j)/k",
    "Bobkov and Goetze 1999, Exponential integrability and transportation cost related to logarithmic Sobolev "
    "inequalities: with Herbst's bound on the moments of a-Lipschitz functions under law j",
    CONVEX.format("j"),
    "(f(r, x) - f(r, y))**2 <= a**2*(x - y)**2",
    numbers={**LAWS, "r": "integer"},
    variables=ON_A_LINE,
    mu=log_concave.MEASURE,
    kl=log_concave.DIVERGENCE,
    f=log_concave.FUNCTION,
    mean=log_concave.MEAN,
)
_theorem(
    "means by total variation",
    "sum(mean(i, t), t, low, high) - sum(mean(j, t), t, low, high) <= w*off(i, j)",
    "Levin, Peres and Wilmer 2009, Markov Chains and Mixing Times, chapter 4, for densities: of a sum of "
    "functions that varies by w on a set of the diameter",
    Given(
        "sum(f(t, x), t, low, high) - sum(f(t, y), t, low, high) <= w",
        where=("-diameter <= x - y", "x - y <= diameter"),
    ),
    numbers={"i": "integer", "j": "integer", "low": "integer", "high": "integer", "w": "real"},
    variables={"x": "real", "y": "real"},
    off=log_concave.VARIATION,
    f=log_concave.FUNCTION,
    mean=log_concave.MEAN,
    diameter=log_concave.DIAMETER,
)
