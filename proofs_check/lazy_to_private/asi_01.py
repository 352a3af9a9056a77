"""ASI-01: D^delta <= eps in both directions if and only if the two laws are (eps, delta)-indistinguishable.

Definitions 2.1 to 2.3 and the note after them. D^delta(mu || nu) is the supremum of ln((mu(S) - delta)/nu(S)) over the
S in the support of mu with mu(S) >= delta. True: for mu(S) > delta the quotient is at most e^x exactly if mu(S) <= e^x
nu(S) + delta, and for mu(S) <= delta the right side holds of itself. That S lies in the support loses nothing: it
leaves mu(S) as it is and makes nu(S) smaller. For delta >= 1 no such S has mu(S) > delta, and both sides hold of
themselves.

The first theorem says that D <= x for law k gives mu(S) <= e^x nu(S) + delta for every S, for any real x; the second
one that this for all S and both laws gives D <= eps for both; the third one is the case delta >= 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any, Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, FROM_0, family, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.lazy_to_private.laws import Law, are_laws, both_ways, laws_of, pairs
from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.models.two_laws import INDISTINGUISHABLE, TWO_LAWS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside

FOURTHS: Final = tuple(w for w in product(range(5), repeat=3) if sum(w) == 4)


def _subsets(p: Law) -> Iterator[tuple[int, ...]]:
    return (subset for size in range(len(p) + 1) for subset in combinations(p.outcomes, size))


def _mass(p: Law, subset: tuple[int, ...]) -> Any:
    return sum((p.pmf(y) for y in subset), Fraction(0))


def _divergence_is_at_most(p: Law, q: Law, exp_eps: Fraction, delta: Fraction) -> bool:
    """Definition 2.2 to the letter, over subsets of the support of p; 0/0 is passed over."""
    for subset in _subsets(p):
        over, under = _mass(p, subset) - delta, _mass(q, subset)
        if over > 0 and over > exp_eps * under:
            return False
    return True


ASI_01: Final = are_laws.having(exp_eps=ABOVE_0, delta=FROM_0)


@told(
    "asi01",
    "D^delta <= eps in both directions if and only if P(S) <= e^eps Q(S) + delta for all S, both ways",
    ASI_01,
)
def _is_indistinguishability(instance: Instance) -> bool:
    (p, q), t, delta = laws_of(instance), Fraction(instance["exp_eps"]), Fraction(instance["delta"])
    close = _divergence_is_at_most(p, q, t, delta) and _divergence_is_at_most(q, p, t, delta)
    return close is bool(both_ways(p, q, t) <= delta)


@told(
    "asi01-one-way",
    "D^delta <= eps in ONE direction if and only if P(S) <= e^eps Q(S) + delta for all S, both ways",
    ASI_01,
)
def _is_one_way(instance: Instance) -> bool:
    (p, q), t, delta = laws_of(instance), Fraction(instance["exp_eps"]), Fraction(instance["delta"])
    return _divergence_is_at_most(p, q, t, delta) is bool(both_ways(p, q, t) <= delta)


@family("pairs-in-fourths", "all pairs of laws in fourths on three points, e^eps = 1, 3/2, 2, delta = 0, 1/8, 1/4, 1")
def _pairs_in_fourths() -> Iterator[Instance]:
    for pair, t, delta in product(list(pairs(FOURTHS)), ("1", "3/2", "2"), ("0", "1/8", "1/4", "1")):
        yield {**pair, "exp_eps": t, "delta": delta}


@claim(
    "ASI-01",
    location="Definitions 2.1 to 2.3 and the note after them",
    latex=r"D_\infty^\delta(\mu\|\nu), D_\infty^\delta(\nu\|\mu) \le \varepsilon \iff \forall S:\ \mu(S) \le "
    r"e^\varepsilon \nu(S) + \delta,\ \nu(S) \le e^\varepsilon \mu(S) + \delta",
    text="The delta-approximate max divergence is at most eps in both directions if and only if the laws are (eps, "
    "delta)-indistinguishable, and if that holds for all neighboring data the algorithm is (eps, "
    "delta)-differentially private.",
    adjacency="one_loss",
    assumed=(
        "a quotient 0/0 is passed over (at delta = 0 the empty set always gives one)",
        "the support has mass 1",
        "delta >= 0",
        "finitely many outcomes, so that the supremum is attained",
    ),
)
def asi_01() -> Case:
    """The quotient, cross-multiplied."""
    return Case(
        checks=(Goal("small laws, over all subsets", exhaustive("asi01", "pairs-in-fourths")),),
        twins=(Twin("in one direction only", exhaustive("asi01-one-way", "pairs-in-fourths")),),
        remarks=("The equivalence holds for every real eps; the divergence is negative for equal laws and delta > 0.",),
    )


CLOSE: Final = ("exp(-x) <= r(k)",)
AT_MOST: Final = "m(k, l) <= exp(x)*m(3 - k, l) + delta"
ABOVE: Final = "attained above delta"
PICKED: Final = "sum(pick(k, l)*(m(k, l) - delta), l, 1, N)"
BACK: Final = theorem(
    "ASI-01: from indistinguishability",
    INDISTINGUISHABLE,
    "exp(-eps) <= r(k)",
    Step(
        "picked",
        "pick(k, l)*(exp(-eps)*(m(k, l) - delta)) <= pick(k, l)*o(k, l)",
        arithmetic(("exp(-eps)*pick(k, l)", "indistinguishable"), "attained on the support"),
    ),
    Step("inverse", f"0 <= 1/{PICKED}", arithmetic((f"(1/{PICKED})**2", ABOVE)), (), (ABOVE,)),
    Step(
        "all",
        "exp(-eps) <= r(k)",
        arithmetic((f"1/{PICKED}", inside("sum(_, l, 1, N)", "picked")), (f"-1/{PICKED}", "attained")),
        (),
        (ABOVE, "inverse"),
    ),
)
LARGE: Final = theorem(
    "ASI-01: where delta is at least 1",
    anything(
        "the masses of an event, and delta",
        {"m": "real", "w": "real, 0 <= w", "x": "real", "delta": "real, 1 <= delta"},
        {},
        ({"m": Fraction(1), "w": Fraction(0), "x": Fraction(-1), "delta": Fraction(1)},),
    ),
    "m <= exp(x)*w + delta",
    Step("all", "m <= exp(x)*w + delta", arithmetic("a mass", "1 <= delta")),
    given={"a mass": Given("m <= 1")},
)
FORTH: Final = theorem(
    "ASI-01",
    TWO_LAWS,
    AT_MOST,
    Step(
        "quotient",
        "r(k)*(m(k, l) - delta) <= m(3 - k, l)",
        arithmetic("least", ("-(r(k)*(m(k, l) - delta) - o(k, l))", "[delta < m(k, l)] = 1"), "of the support"),
        ("delta < m(k, l)",),
    ),
    Step("weight", "0 <= exp(x)*(m(k, l) - delta)", arithmetic(("exp(x)", "delta < m(k, l)")), ("delta < m(k, l)",)),
    Step(
        "above delta",
        AT_MOST,
        arithmetic(("exp(x)", "quotient"), ("exp(x)*(m(k, l) - delta)", "exp(-x) <= r(k)")),
        (*CLOSE, "delta < m(k, l)"),
        ("weight",),
    ),
    Step(
        "all",
        AT_MOST,
        apply("cases", "above delta", A="m(k, l)", B="exp(x)*m(3 - k, l) + delta", c="delta - m(k, l)"),
        CLOSE,
    ),
    where=CLOSE,
    variables={"x": "real"},
    also=("ASI-01: from indistinguishability", "ASI-01: where delta is at least 1"),
)
