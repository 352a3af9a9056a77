"""HRS-38: the Pythagorean inequality for the projection onto the smooth laws, and the potential after a projection.

Claim F.1, and the last display before Theorem 4.3. With p the projection of t onto the set K of smooth laws, KL(s || t)
>= KL(s || p) + KL(p || t) for every s in K (HRS-38a); so no potential grows (HRS-38b). The fact is standard, and here
proved of the projection as it is: p is the smaller of r t and the cap, with the factor r for which it is a law. (There
is one: the sum of the smaller ones grows in r without a gap, from 0 to 1/sigma.) Where p is below the cap, log p/t is
log r, the largest value that it takes; elsewhere s <= p. So the sum of (s - p) (log(p/t) - log r) has no term below 0,
and it is KL(s || t) - KL(s || p) - KL(p || t). That p is the argmin of the algorithm follows: KL(s || p) >= 0, and 0
for s = p alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import entries, family, rational, told, weights_of_law
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.close_queries import Values
from dpassay.proofs_check.models.smooth_projection import PROJECTION, Projected, projection
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic
from dpassay.proofs_check.smoothed_analysis.projections import PYTHAGORAS, kl


@claim(
    "HRS-38a",
    location="Section 4, before Theorem 4.3; proof of Claim F.1",
    latex=r"D_{\mathrm{KL}}(\overline{\mathcal D_B} \| \tilde{\mathcal D}) \ge D_{\mathrm{KL}}(\overline{\mathcal D_B} "
    r"\| \mathcal D) + D_{\mathrm{KL}}(\mathcal D \| \tilde{\mathcal D}) \text{ for } \mathcal D = "
    r"\operatorname{argmin}_{\mathcal K} D_{\mathrm{KL}}(\cdot \| \tilde{\mathcal D})",
    text="If D is the projection of D~ onto the polytope K of sigma-smooth laws, the law in K of least divergence from "
    "D~, then KL(s || D~) >= KL(s || D) + KL(D || D~) for every s in K.",
    checked=("the domain is finite", "D~ is above 0 everywhere, as multiplicative updates of the uniform law are"),
)
def hrs_38a() -> Case:
    """The projection in explicit form."""
    return Case(
        checks=(Goal("three points, exactly", exhaustive("hrs38a", "hrs-projections")),),
        twins=(Twin("with KL(D || D~) twice", exhaustive("hrs38a-twice", "hrs-projections")),),
    )


@claim(
    "HRS-38b",
    location="Claim F.1",
    latex=r"\tilde\Psi_i \ge \Psi_i",
    text="The projection onto the sigma-smooth laws does not raise the potential: KL(s || D~) >= KL(s || D) for the "
    "projection D of D~ and every sigma-smooth law s.",
    checked=("the domain is finite", "D~ is above 0 everywhere, as multiplicative updates of the uniform law are"),
)
def hrs_38b() -> Case:
    """KL(D || D~) is at least 0."""
    return Case(
        checks=(Goal("three points, exactly", exhaustive("hrs38b", "hrs-projections")),),
        twins=(Twin("without smoothness of s", exhaustive("hrs38b-any", "hrs-projections-of-any")),),
    )


LAWS: Final = entries(smooth=weights_of_law(1), law=weights_of_law(1, positive=True), sigma=rational("(0, 1]"))
"""Two laws by weights: that of the data, and the one that is projected."""


@LAWS.where
def _of_one_domain(instance: Instance) -> bool:
    return len(instance["smooth"]) == len(instance["law"])


@_of_one_domain.where
def _is_projected(instance: Instance) -> bool:
    weights = instance["smooth"]
    return bool(max(weights) * Fraction(instance["sigma"]) * len(weights) <= sum(weights))


def _divergence(p: Values, q: Values) -> LogForm:
    return sum((log(a / b) * a for a, b in zip(p, q, strict=True) if a), LogForm())


def _divergences(instance: Instance) -> tuple[LogForm, LogForm, LogForm]:
    """KL(s || D~), KL(s || D) and KL(D || D~)."""
    smooth, law = (tuple(Fraction(w, sum(instance[name])) for w in instance[name]) for name in ("smooth", "law"))
    uniform = tuple(Fraction(1, len(law)) for _ in law)
    after = projection(Projected(uniform, Fraction(instance["sigma"]), law))
    return _divergence(smooth, law), _divergence(smooth, after), _divergence(after, law)


def _pythagorean(instance: Instance, times: int) -> bool:
    before, after, moved = _divergences(instance)
    return at_most(after + moved * times, before)


told("hrs38a", "KL(s || D~) >= KL(s || D) + KL(D || D~)", _is_projected)(lambda instance: _pythagorean(instance, 1))
told("hrs38a-twice", "KL(s || D~) >= KL(s || D) + 2 KL(D || D~)", _is_projected)(
    lambda instance: _pythagorean(instance, 2)
)
told("hrs38b", "KL(s || D~) >= KL(s || D)", _is_projected)(lambda instance: _pythagorean(instance, 0))
told("hrs38b-any", "KL(s || D~) >= KL(s || D), with any law s", _of_one_domain)(
    lambda instance: _pythagorean(instance, 0)
)


def _pairs(*, smooth: bool) -> Iterator[Instance]:
    weights = ([1, 1, 1], [2, 1, 1], [1, 0, 1], [0, 0, 1], [1, 0, 0])
    for s, law, sigma in product(weights, ([1, 1, 1], [1, 4, 1], [6, 1, 1], [9, 9, 2]), ("1/3", "2/3", "3/4", "1")):
        instance: Instance = {"smooth": s, "law": law, "sigma": sigma}
        if not smooth or _is_projected(instance):
            yield instance


@family("hrs-projections", "projections of four laws on three points, and five laws that are smooth enough")
def _projections() -> Iterator[Instance]:
    return _pairs(smooth=True)


@family("hrs-projections-of-any", "projections of four laws on three points, and five laws, smooth or not")
def _projections_of_any() -> Iterator[Instance]:
    return _pairs(smooth=False)


LEAST: Final = f"{kl('s', 't')} >= {kl('p', 't')}"
theorem(
    "HRS-38a",
    PROJECTION,
    f"{PYTHAGORAS} and {LEAST}",
    Step(
        "divergence",
        "0 <= sum(s(x)*(l(x) - log(p(x))), x, 1, N)",
        apply(
            "a divergence is at least 0",
            "log",
            "s is a law",
            "p is a law",
            N="N",
            s="x: s(x)",
            l="x: l(x)",
            d="x: p(x)",
        ),
    ),
    Step("inequality", PYTHAGORAS, apply("the Pythagorean inequality")),
    Step("least", LEAST, arithmetic("inequality", "divergence")),
    also=("only the projection has least divergence",),
)
theorem(
    "HRS-38b",
    PROJECTION,
    f"{kl('s', 't')} >= {kl('s', 'p')}",
    Step("inequality", PYTHAGORAS, apply("the Pythagorean inequality")),
    Step(
        "divergence",
        "0 <= sum(p(x)*(log(p(x)) - log(t(x))), x, 1, N)",
        apply(
            "a divergence is at least 0", "p is a law", "t is a law", N="N", s="x: p(x)", l="x: log(p(x))", d="x: t(x)"
        ),
    ),
    Step("all", f"{kl('s', 't')} >= {kl('s', 'p')}", arithmetic("inequality", "divergence")),
)
