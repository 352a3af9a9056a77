"""ASI-03: group privacy: on data that differ in k elements, (k eps, k e^((k-1) eps) delta)-indistinguishable.

Lemma 2.5, for any (eps, delta)-private algorithm; the number of elements is m here. One element at a time costs a
factor e^eps and delta: all of them cost delta (1 + e^eps + ... + e^((m-1) eps)), where no term is above the last one;
and back again as much.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_1, PROBABILITY, entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive, identity
from dpassay.proofs_check.lazy_to_private.laws import Law, both_ways, law_of
from dpassay.proofs_check.models.chain_of_neighbors import CHAIN
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, together, use


def _group(instance: Instance, share: Fraction, *, tight: bool) -> bool:
    """P_0(O) <= e^{k eps} P_k(O) + share * extra for the chain p_0 = 0, p_{j+1} = e^eps p_j + delta on two outcomes."""
    t, delta, k = Fraction(instance["exp_eps"]), Fraction(instance["delta"]), instance["changes"]
    laws = _chain(t, delta, k)
    extra = delta * (t**k - 1) / (t - 1) if tight else k * t ** (k - 1) * delta
    return bool(both_ways(laws[0], laws[-1], t**k) <= share * extra)


@cache
def _chain(t: Fraction, delta: Fraction, changes: int) -> tuple[Law, ...]:
    masses = [Fraction(0)]
    for _ in range(changes):
        masses.append(t * masses[-1] + delta)
    return tuple(law_of([mass, 1 - mass]) for mass in masses)


@entries(changes=whole(1), exp_eps=ABOVE_1, delta=PROBABILITY).where
def _is_chain(instance: Instance) -> bool:
    """At least one step, each (eps, delta)-indistinguishable, of masses that are at most 1."""
    t, delta = Fraction(instance["exp_eps"]), Fraction(instance["delta"])
    if delta * (t ** instance["changes"] - 1) > t - 1:
        return False
    laws = _chain(t, delta, instance["changes"])
    return all(both_ways(a, b, t) <= delta for a, b in pairwise(laws))


told("asi03", "delta at k eps is at most k e^((k-1) eps) delta along the chain", _is_chain)(
    lambda instance: _group(instance, Fraction(1), tight=False)
)
told("asi03-tight", "... at most delta (e^(k eps) - 1)/(e^eps - 1)", _is_chain)(
    lambda instance: _group(instance, Fraction(1), tight=True)
)
told("asi03-too-sharp", "... at most 99/100 of that", _is_chain)(
    lambda instance: _group(instance, Fraction(99, 100), tight=True)
)


def _is_linear(instance: Instance) -> bool:
    t, delta, k = Fraction(instance["exp_eps"]), Fraction(instance["delta"]), instance["changes"]
    laws = _chain(t, delta, k)
    return bool(both_ways(laws[0], laws[-1], t**k) <= k * delta)


told("asi03-linear", "... at most k delta", _is_chain)(_is_linear)


@family("chains", "chains of 1 to 4 changes at e^eps = 3/2 and 2, delta = 1/100 and 1/50")
def _chains() -> Iterator[Instance]:
    for changes, t, delta in product((1, 2, 3, 4), ("3/2", "2"), ("1/100", "1/50")):
        yield {"changes": changes, "exp_eps": t, "delta": delta}


@claim(
    "ASI-03",
    location="Lemma 2.5",
    latex=r"\Pr[ALG(S) \in O] \le e^{k\varepsilon} \Pr[ALG(S') \in O] + k e^{(k-1)\varepsilon} \delta",
    text="Group privacy: for data that differ in k elements an (eps, delta)-private algorithm is (k eps, k e^{(k-1) "
    "eps} delta)-indistinguishable.",
    adjacency="one_loss",
    assumed=("eps >= 0", "k >= 1"),
)
def asi_03() -> Case:
    """Induction on k."""
    return Case(
        checks=(Goal("chains of two-point laws, exactly", exhaustive("asi03", "chains")),),
        sharper=(
            Goal(
                "the induction gives the sum of the powers: the step from y = x^k",
                identity("x*(y - 1)/(x - 1) + 1", "(x*y - 1)/(x - 1)"),
            ),
            Goal("delta (e^{k eps} - 1)/(e^eps - 1) on the chains", exhaustive("asi03-tight", "chains")),
            Goal("which is attained", counterexample("asi03-too-sharp"), Hunt("asi03-too-sharp", _chains)),
        ),
        twins=(Twin("k delta", exhaustive("asi03-linear", "chains")),),
        remarks=(
            "The tight additive term is delta (e^{k eps} - 1)/(e^eps - 1), attained by an algorithm with two "
            "outcomes as long as its last two masses add up to at most 1.",
        ),
    )


FORTH: Final = "x(0, l) <= exp(m*eps)*x(m, l) + m*exp((m - 1)*eps)*delta"
BACK: Final = "x(m, l) <= exp(m*eps)*x(0, l) + m*exp((m - 1)*eps)*delta"
ASI_03: Final = theorem(
    "ASI-03",
    CHAIN,
    f"{FORTH} and {BACK}",
    Step(
        "group",
        "x(0, l) <= exp(m*eps)*x(m, l) + delta*sum(exp(j*eps), j, 0, m - 1)",
        apply("group privacy", "private", x="k: x(k, l)", m="m", eps="eps", delta="delta"),
    ),
    Step("forth", FORTH, arithmetic("group", ("delta", inside("sum(exp(eps*_), j, 0, m - 1)", "j <= m - 1")))),
    Step(
        "reversed",
        "x(m - k, l) <= exp(eps)*x(m - k - 1, l) + delta",
        arithmetic(use("private, back", k="m - k - 1")),
    ),
    Step(
        "group, back",
        "x(m, l) <= exp(m*eps)*x(0, l) + delta*sum(exp(j*eps), j, 0, m - 1)",
        apply("group privacy", "reversed", x="k: x(m - k, l)", m="m", eps="eps", delta="delta"),
    ),
    Step("back", BACK, arithmetic("group, back", ("delta", inside("sum(exp(eps*_), j, 0, m - 1)", "j <= m - 1")))),
    Step("all", f"{FORTH} and {BACK}", together("forth", "back")),
    variables={"j": "integer, 0 <= j, j <= m - 1"},
)
