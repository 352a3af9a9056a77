"""One draw in a fixed round of each of E epochs: what each of them tells of the losses of its epoch.

Neighbors differ in the loss of one epoch. ``D(e, a)`` is the Renyi divergence of order a of draw e where the loss of
epoch e differs (of order 1 it is that of Kullback and Leibler), ``whole(e, a)`` that of all draws, and all that is
released is eps^2-concentrated. ``rho(e)`` is eps_e^2: the least number such that D(e, a) <= a rho(e) for all a > 1.

An outcome is the answers of all draws; ``p(e)`` and ``p2(e)`` are the densities of both laws with respect to the
uniform law ``F``, ``k(e, l)`` is 1 where draw e gives answer l, and ``R(e, l)`` and ``R2(e, l)`` are its probabilities.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from dpassay.exact import Dist, Real, as_real, log
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

ORDERS: Final = tuple(Fraction(order, 2) for order in range(3, 9))
Pair = tuple[Dist[int], Dist[int]]


@dataclass(frozen=True)
class Draws:
    """Randomized responses: draw e is not 0 with probability 1/2 + g/2 ((1 - h) s(e) + h s(e - 1)).

    s is the loss, 1 or -1.

    Args:
        gaps: g, a number for each epoch; or one number for all of them.
        echo: h, between 0 and 1: how much a draw tells of the epoch before.
        epochs: E.
        length: B.
        epsilon: one at which all draws together are epsilon^2-concentrated; ``None`` for the least one, where the
            response is the same in each epoch and does not echo.
        models: d; all answers but 0 are as likely.
    """

    gaps: tuple[Fraction, ...]
    echo: Fraction
    epochs: int
    length: int
    epsilon: Fraction | None
    models: int = 2

    def __post_init__(self) -> None:
        if self.length < 1 or self.epochs < 1 or len(self.gaps) not in {1, self.epochs}:
            raise ValueError(f"{self}: expected epochs and length of 1 or more, and a gap for each epoch, or for all")
        if not all(0 < gap < 1 for gap in self.gaps) or not 0 <= self.echo <= 1:
            raise ValueError(f"{self}: expected gaps between 0 and 1, and an echo from 0 to 1")
        if self.models < 2:
            raise ValueError(f"models = {self.models}: expected 2 or more")
        if self.epsilon is None:
            if len(self.gaps) > 1 or self.echo:
                raise ValueError(f"epsilon = None: expected a number, or one response without an echo, not {self}")
            return
        kinds = range(1, self.epochs + 1) if len(self.gaps) > 1 or self.echo else (1,)
        for changed in kinds:
            costs = sum((concentration(draw_laws(self, e, changed)) for e in _told(self, changed)), as_real(0))
            if not at_most(costs, self.epsilon**2):
                raise ValueError(f"epsilon = {self.epsilon}: expected one at which all draws are concentrated")

    @property
    def eps(self) -> Fraction | Real:
        """The number at which all draws are concentrated."""
        return concentration(draw_laws(self, 1, 1)).sqrt() if self.epsilon is None else self.epsilon


def _told(draws: Draws, changed: int) -> range:
    """The draws that tell of an epoch."""
    return range(changed, min(changed + 1, draws.epochs) + 1)


def _is_mirrored(pair: Pair) -> bool:
    """Whether the laws are (p, q) and (q, p)."""
    return pair[0].pmf(0) == 1 - pair[1].pmf(0)


def concentration(pair: Pair) -> Real:
    """A number r such that the divergence of order a of a pair of laws is at most a r.

    For the largest loss c it is c^2/2: Bun and Steinke 2016, 3.3. Where the laws of whether an answer is 0 are (p, q)
    and (q, p), the divergence
    of order a is (F((a - 1/2) c) - F(c/2))/(a - 1), F the logarithm of cosh. F(x) is concave in x^2, its derivative
    being tanh(x)/(2 x), so that is at most (a + 1/2 - 1/2) c tanh(c/2): a times the divergence of order 1.
    """
    p, q = pair
    if _is_mirrored(pair):
        return divergence(pair, 1)
    ratios = [Fraction(p.pmf(y)) / Fraction(q.pmf(y)) for y in (0, 1)]  # type: ignore[arg-type]  # rationals
    return as_real(log(max(*ratios, *(1 / ratio for ratio in ratios)))) ** 2 / as_real(2)


@cache
def draw_laws(draws: Draws, e: int, changed: int) -> Pair:
    """The laws of draw e, where all losses are -1 and where that of one epoch is 1."""
    gap = draws.gaps[(e - 1) % len(draws.gaps)]

    def law(losses: tuple[int, int]) -> Dist[int]:
        one = Fraction(1, 2) + gap / 2 * ((1 - draws.echo) * losses[0] + draws.echo * losses[1])
        others = range(1, draws.models)
        return Dist({0: 1 - one, **dict.fromkeys(others, one / len(others))})

    return law((-1, -1)), law((1 if e == changed else -1, 1 if e - 1 == changed else -1))


def divergence(pair: Pair, order: Any) -> Real:
    """The divergence of a real order from 1 on."""
    p, q = pair
    logs = [(as_real(log(p.pmf(y))), as_real(log(q.pmf(y)))) for y in p.outcomes if p.pmf(y)]  # type: ignore[arg-type]  # rationals
    if order == 1:
        return sum((x.exp() * (x - z) for x, z in logs), as_real(0))
    a = as_real(order)
    return sum(((x * a + z * (as_real(1) - a)).exp() for x, z in logs), as_real(0)).log() / (a - as_real(1))


def of_draw(draws: Draws, e: int, order: Any) -> Real:
    """D(e, a)."""
    return divergence(draw_laws(draws, e, e), order)


def of_all(draws: Draws, e: int, order: Any) -> Real:
    """whole(e, a), of the joint law of the draws that tell of epoch e; the others have the same law on both."""
    pairs = [draw_laws(draws, k, e) for k in _told(draws, e)]
    p, q = pairs[0]
    for other_p, other_q in pairs[1:]:
        p, q = p.product(other_p), q.product(other_q)  # type: ignore[assignment]  # of pairs of answers
    return divergence((p, q), order)


Answers = tuple[int, ...]


def all_answers(draws: Draws) -> list[Answers]:
    """Those of all draws."""
    return list(product(range(draws.models), repeat=draws.epochs))


def density(draws: Draws, which: int, e: int, answers: Answers) -> Fraction:
    """That of all answers with respect to the uniform law, where all losses are -1, or that of epoch e is 1."""
    found = Fraction(1)
    for k, answer in enumerate(answers, 1):
        found *= draws.models * answer_chance(draws, which, k, e, answer)
    return found


def answer_chance(draws: Draws, which: int, k: int, e: int, answer: int) -> Fraction:
    """The probability of an answer of draw k."""
    return Fraction(draw_laws(draws, k, e)[which].pmf(answer))  # type: ignore[arg-type]  # a rational


@cache
def _share(draws: Draws, e: int) -> Real:
    """The supremum of D_a/a: at least the one at each order, and at most the bound of ``concentration``."""
    pair = draw_laws(draws, e, e)
    if _is_mirrored(pair):
        return divergence(pair, 1)
    found = divergence(pair, 1).evaluate()
    for order in ORDERS:
        found = found.max((divergence(pair, order) / as_real(order)).evaluate())
    ball = found.union(concentration(pair).evaluate())
    return Real(lambda: ball)


def share(draws: Draws, e: int) -> Real:
    """rho(e)."""
    if len(draws.gaps) == 1 and not draws.echo:
        e = 1
    return _share(draws, e)


def settings() -> Iterator[Draws]:
    """One to three epochs, of equal and of different responses, which tell of the epoch before or not."""
    half, tenth = Fraction(1, 2), Fraction(1, 10)
    yield from equal()
    yield Draws((half,), Fraction(0), 2, 2, Fraction(4, 5))
    yield Draws((tenth,), Fraction(0), 3, 1, Fraction(3, 20))
    yield Draws((half, tenth, Fraction(1, 3)), Fraction(0), 3, 2, Fraction(1))
    yield Draws((half, Fraction(1, 3)), Fraction(1, 4), 2, 1, Fraction(1))
    yield Draws((half, tenth), Fraction(1, 4), 2, 2, Fraction(1), 3)


def equal() -> Iterator[Draws]:
    """The same response in each epoch, on its loss alone, at the least eps."""
    yield Draws((Fraction(1, 2),), Fraction(0), 2, 2, None)
    yield Draws((Fraction(1, 10),), Fraction(0), 3, 1, None)
    yield Draws((Fraction(9, 10),), Fraction(0), 1, 1, None)


def read(draws: Draws) -> dict[str, Any]:
    """T, E, B, d and eps."""
    return {
        "T": Fraction(draws.epochs * draws.length),
        "E": Fraction(draws.epochs),
        "B": Fraction(draws.length),
        "d": Fraction(draws.models),
        "eps": draws.eps,
    }


EPOCH: Final = {"e": "integer, 1 <= e, e <= E"}
ORDER: Final = {"a": "real, 1 <= a"}
ANSWER: Final = {"l": "integer, 1 <= l, l <= d"}
OF_DRAW: Final = "sum(R2(e, l)*exp(a*(log(R(e, l)) - log(R2(e, l)))), l, 1, d)"
OF_ALL: Final = "E(p2(e)*exp(a*(log(p(e)) - log(p2(e)))), F)"


def _chance(which: int) -> Named:
    """That of an answer of draw e."""
    return Named(
        lambda draws, e, answer: answer_chance(draws, which, e, e, answer - 1), {**EPOCH, **ANSWER}, range="positive"
    )


def _density(which: int) -> Named:
    return Named(lambda draws, e, y: density(draws, which, e, y), EPOCH, "answers", range="positive")


DRAWS: Final = Model(
    "a draw in each epoch",
    parameters={
        "T": "integer, 1 <= T",
        "E": "integer, 1 <= E",
        "B": "integer, 1 <= B",
        "d": "integer, 2 <= d",
        "eps": "real, 0 < eps",
    },
    variables={**EPOCH, **ORDER, **ANSWER},
    quantities={
        "D": Named(of_draw, {**EPOCH, **ORDER}),
        "whole": Named(of_all, {**EPOCH, **ORDER}),
        "rho": Named(share, EPOCH, range="at least 0"),
        "F": Named(
            lambda draws: dict.fromkeys(all_answers(draws), Fraction(1, draws.models**draws.epochs)),
            {},
            "answers",
            law=True,
        ),
        "p": _density(0),
        "p2": _density(1),
        "k": Named(
            lambda _, e, answer, y: Fraction(int(y[e - 1] == answer - 1)),
            {**EPOCH, **ANSWER},
            "answers",
            range="at least 0",
        ),
        "R": _chance(0),
        "R2": _chance(1),
    },
    facts={
        "rounds": "T = E*B",
        "concentrated": "whole(e, a) <= a*eps**2",
        "what a draw tells": "D(e, a) <= a*rho(e)",
        "one answer": "sum(k(e, l), l, 1, d) = 1",
        "first law": "R(e, l) = E(p(e)*k(e, l), F)",
        "second law": "R2(e, l) = E(p2(e)*k(e, l), F)",
        "divergence of a draw": f"exp((a - 1)*D(e, a)) = {OF_DRAW}",
        "divergence of all": f"exp((a - 1)*whole(e, a)) = {OF_ALL}",
    },
    settings=settings,
    read=read,
    outcomes={"answers": all_answers},
)
EQUAL: Final = DRAWS.narrowed(
    "the same response in each epoch, at the least eps",
    {"the same response": "D(e, a) = D(1, a)", "least eps": "eps**2 = D(1, 1)"},
    equal,
)
