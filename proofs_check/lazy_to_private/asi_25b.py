"""ASI-25b: in round s_0 the models and the bit are (2 eta/p)-indistinguishable, for multiplicative weights.

Proof of Theorem 3.2, (3) and case 2. The models do not depend on batch s_0. Given them the bit is 0 with probability k
q, k = (1 - p)^2 and q = e^(-2 B eta - eta (L(x) - L(y))), and one replaced loss changes the exponent by at most 2 eta.
So both values of the bit cost at most 2 eta/p; max(2 eta, eta/p) would do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.lazy_to_private.chain import (
    batches_of,
    changed_batch,
    growth_of,
    is_pair,
    pair_of,
    parameters_of,
    switch_law,
)
from dpassay.proofs_check.lazy_to_private.round_ratios import (
    largest_bit_ratio,
    printed_bound,
)
from dpassay.proofs_check.models.lazy_rounds import WEIGHTS, other
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use


def _switch_bits(instance: Instance) -> Iterator[tuple[Any, Any]]:
    """Pr[zeta_{s_0} = 1 | x, y] for both sequences and all x and y."""
    s_0, parameters = changed_batch(instance), parameters_of(instance)
    for x, y in product(range(parameters.experts), repeat=2):
        first, second = (switch_law(rows, parameters, s_0, x, y).pmf(1) for rows in pair_of(instance))
        yield first, second


def _round_s_0(name: str, words: str, bound: Callable[[Instance], LogForm]) -> None:
    told(name, words, is_pair.where(lambda instance: changed_batch(instance) < batches_of(instance)))(
        lambda instance: log(max(largest_bit_ratio(*pair) for pair in _switch_bits(instance))) <= bound(instance)
    )


def _sharp_bound(instance: Instance) -> LogForm:
    """max(2 eta, eta/p)."""
    return log(growth_of(instance)) * max(Fraction(2), 1 / Fraction(instance["fake_switch"]))


_round_s_0("asi25b", "zeta_{s_0} is (2 eta/p)-indistinguishable given x and y", printed_bound)


_round_s_0("asi25b-sharp", "... max(2 eta, eta/p)-indistinguishable", _sharp_bound)


_round_s_0("asi25b-eta", "... eta-indistinguishable", lambda instance: log(growth_of(instance)))


@claim(
    "ASI-25b",
    location="Proof of Theorem 3.2, (3) and case 2, s = s_0, for multiplicative weights",
    latex=r"(x_{s_0}, y_{s_0}, \zeta_{s_0}) \text{ and } (x'_{s_0}, y'_{s_0}, \zeta'_{s_0}) \text{ are } "
    r"2\eta/p\text{-indistinguishable given } \Sigma_{s_0 - 1}",
    text="The same for multiplicative weights: (2 eta/p)-indistinguishable, given the history.",
    checked=("losses in [0, 1], 0 < p < 1, eta > 0",),
    adjacency="one_loss",
)
def asi_25b() -> Case:
    """The coin changes by e^{2 eta} only."""
    return Case(
        checks=(Goal("small games, exactly", exhaustive("asi25b", "l2p-pairs")),),
        sharper=(Goal("max(2 eta, eta/p) suffices", exhaustive("asi25b-sharp", "l2p-pairs")),),
        twins=(Twin("eta", exhaustive("asi25b-eta", "l2p-pairs")),),
        remarks=("The printed bound is twice what is needed for p <= 1/2: max(2 eta, eta/p).",),
    )


CHANGED: Final = ("t = c",)
BIT: Final = "(1 - z)*k(s, x, y) + z*(1 - k(s, x, y))"
G: Final = "exp(2*eta/p)"
LINE: Final = "(1 - p)**2"
KEPT_BIT: Final = f"1 - [s < n]*(1 - {LINE}*q(s, x, y)) <= {G}*(1 - [s < n]*(1 - {LINE}*q2(s, x, y)))"
theorem(
    "what one loss does to the bit",
    WEIGHTS,
    f"{BIT} <= {G}*({other(BIT)})",
    Step("square", f"0 <= {LINE}", arithmetic(("1 - p", "p < 1"))),
    Step("at most 1", "[s < n] <= 1", arithmetic("[s < n] = 1 - [n <= s]")),
    Step("tangent", f"1 + 2*eta/p <= {G}", analysis("1 + v <= exp(v)", "[0, oo)", v="2*eta/p")),
    Step("factor", f"1 <= {G}", arithmetic("tangent")),
    Step("half", f"1 + 2*eta/(2*p) <= {G}", arithmetic("tangent")),
    Step("tangent, back", "1 - 2*eta <= exp(-2*eta)", analysis("1 - v <= exp(-v)", "[0, oo)", v="2*eta")),
    Step("moved", "q(s, x, y) <= exp(2*eta)*q2(s, x, y)", apply("what one loss does to the coin")),
    Step("moved back", "q2(s, x, y) <= exp(2*eta)*q(s, x, y)", apply("what one loss does to the coin")),
    Step("probability", "q2(s, x, y) <= 1", apply("a coin is a probability")),
    Step(
        "less",
        "q2(s, x, y) - q(s, x, y) <= 2*eta",
        arithmetic(("exp(-2*eta)", "moved back"), ("q2(s, x, y)", "tangent, back"), ("2*eta", "probability")),
    ),
    Step(
        "ratio",
        f"q(s, x, y) <= {G}*q2(s, x, y)",
        arithmetic("moved", ("q2(s, x, y)", inside("exp(2*eta/p*_)", "p < 1"))),
    ),
    Step(
        "stays",
        KEPT_BIT,
        apply(
            "a coin that stays, beside others",
            "square",
            "at most 1",
            "factor",
            "ratio",
            I="[s < n]",
            K=LINE,
            q="q(s, x, y)",
            r="q2(s, x, y)",
            G=G,
        ),
    ),
    Step(
        "falls",
        f"1 - {LINE}*q(s, x, y) <= {G}*(1 - {LINE}*q2(s, x, y))",
        apply(
            "a coin that falls, beside others",
            "probability",
            "half",
            "less",
            p="p",
            h="2*eta",
            q="q(s, x, y)",
            r="q2(s, x, y)",
            G=G,
        ),
    ),
    Step(
        "kept",
        f"k(s, x, y) <= {G}*k2(s, x, y)",
        arithmetic("stays", "nothing drawn", (f"-{G}", "nothing drawn, other")),
    ),
    Step(
        "drawn again",
        f"1 - k(s, x, y) <= {G}*(1 - k2(s, x, y))",
        arithmetic(("-1", "nothing drawn"), (G, "nothing drawn, other"), ("[s < n]", "falls")),
    ),
    Step("all", f"{BIT} <= {G}*({other(BIT)})", arithmetic(("1 - z", "kept"), ("z", "drawn again"))),
)
ROUND: Final = "r(t, u, v, w, x, y, z) <= exp(2*eta/p)*r2(t, u, v, w, x, y, z)"
OTHER_BIT: Final = other(BIT)
theorem(
    "ASI-25b: in the first round",
    WEIGHTS,
    "r(1, u, v, w, x, y, z) <= exp(2*eta/p)*r2(1, u, v, w, x, y, z)",
    Step("sample", "mu(1, x) = mu2(1, x)", apply("measures up to the changed batch", s="1")),
    Step(
        "same models",
        "m(1, u, v, w, x, y) = m2(1, u, v, w, x, y)",
        arithmetic(
            "first models",
            ("-1", "first models, other"),
            ("mu(1, y)", "sample"),
            ("mu2(1, x)", use("sample", x="y")),
        ),
    ),
    Step("bit", f"{BIT} <= {G}*({OTHER_BIT})", apply("what one loss does to the bit")),
    Step(
        "all",
        "r(1, u, v, w, x, y, z) <= exp(2*eta/p)*r2(1, u, v, w, x, y, z)",
        arithmetic(
            use("round", s="1"),
            (f"-{G}", use("round, other", s="1")),
            ("m(1, u, v, w, x, y)", use("bit", s="1")),
            (f"{G}*({OTHER_BIT.replace('(s, ', '(1, ')})", "same models"),
        ),
    ),
)
theorem(
    "ASI-25b",
    WEIGHTS,
    ROUND,
    Step("bit", f"{BIT} <= {G}*({OTHER_BIT})", apply("what one loss does to the bit")),
    Step("same models", "m(t, u, v, w, x, y) = m2(t, u, v, w, x, y)", apply("models up to the changed batch"), CHANGED),
    Step(
        "all",
        ROUND,
        arithmetic(
            use("round", s="t"),
            (f"-{G}", use("round, other", s="t")),
            ("m(t, u, v, w, x, y)", use("bit", s="t")),
            (f"{G}*({OTHER_BIT.replace('(s, ', '(t, ')})", "same models"),
        ),
        CHANGED,
    ),
    where=CHANGED,
    also=("ASI-25b: in the first round",),
)
