"""Private algorithms one after another, each chosen by what the earlier ones told.

A setting is a tree: at each node a pair of laws of one answer, on data and on a neighbor, that are within a factor
e^eps of each other. ``P`` is the law of all T answers on the data, ``after(t)`` that given the first t of them,
``L(t)`` the privacy loss of answer t given those before it, and ``delta(x)`` the least delta at e^x: the mean of what
1 is above e^(x - S), where S is the sum of the losses, as that of P above e^x Q is. Independent algorithms are those
whose laws do not depend on the node. The other direction is the tree with data and neighbor exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Answers = tuple[int, ...]
Pair = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Tree:
    """The probabilities of answer 1, on the data and on the neighbor, at every node; and e^eps.

    Args:
        pairs: by the answers so far, with those of T - 1 answers as the last ones.
        exp_eps: at least 1.
    """

    pairs: tuple[tuple[Answers, Pair], ...]
    exp_eps: Fraction

    def __post_init__(self) -> None:
        if self.exp_eps < 1:
            raise ValueError(f"exp_eps = {self.exp_eps}: expected at least 1")
        for past, (p, q) in self.pairs:
            if not all(_is_within(a, b, self.exp_eps) for a, b in ((p, q), (1 - p, 1 - q))):
                raise ValueError(f"pairs at {past} = {p}, {q}: expected laws within a factor {self.exp_eps}")

    @property
    def rounds(self) -> int:
        """T."""
        return max(len(past) for past, _ in self.pairs) + 1


def _is_within(a: Fraction, b: Fraction, factor: Fraction) -> bool:
    return 0 < a <= factor * b and b <= factor * a


def chance(tree: Tree, which: int, t: int, answers: Answers) -> Fraction:
    """The probability of answer t given those before it."""
    one = dict(tree.pairs)[answers[: t - 1]][which]
    return one if answers[t - 1] else 1 - one


@cache
def law(tree: Tree, which: int) -> Mapping[Answers, Fraction]:
    """The law of all answers on the data (0) or on the neighbor (1)."""
    return conditional(tree, which, 0, (0,) * tree.rounds)


def conditional(tree: Tree, which: int, t: int, past: Answers) -> Mapping[Answers, Fraction]:
    """The law of all answers given the first t."""
    found: dict[Answers, Fraction] = {}
    for rest in product((0, 1), repeat=tree.rounds - t):
        answers = past[:t] + rest
        weight = Fraction(1)
        for k in range(t + 1, tree.rounds + 1):
            weight *= chance(tree, which, k, answers)
        found[answers] = weight
    return found


def loss(tree: Tree, t: int, answers: Answers) -> Real:
    """The privacy loss of answer t."""
    return as_real(log(chance(tree, 0, t, answers)) - log(chance(tree, 1, t, answers)))


def least_delta(tree: Tree, epsilon: Any) -> Real:
    """The least delta at a real epsilon: the mass of P - e^epsilon Q where that is above 0."""
    masses = [(weight, law(tree, 1)[answers]) for answers, weight in law(tree, 0).items()]

    def enclosed() -> Any:
        factor = as_real(epsilon).exp().evaluate()
        total = as_real(Fraction(0)).evaluate()
        for p, q in masses:
            total += (as_real(p).evaluate() - factor * as_real(q).evaluate()).max(0)
        return total

    return Real(enclosed)


def settings() -> Iterator[Tree]:
    """One to three answers; laws that depend on the past, and laws that do not."""
    growth = Fraction(2)
    response, back = (growth / (1 + growth), 1 / (1 + growth)), (1 / (1 + growth), growth / (1 + growth))
    weak = (Fraction(1, 2), Fraction(2, 5))
    yield Tree((((), response),), growth)
    yield Tree((((), (Fraction(1, 3), Fraction(1, 3))),), Fraction(1))
    yield Tree((((), weak),), growth)
    for pairs in ((response, response, back), (response, weak, back), (weak, response, response)):
        yield Tree(tuple(zip(((), (0,), (1,)), pairs, strict=True)), growth)
    nodes = [past for t in range(3) for past in product((0, 1), repeat=t)]
    yield Tree(tuple((past, (response, back, weak)[sum(past)]) for past in nodes), growth)
    yield Tree(tuple((past, response) for past in nodes), growth)


LOSS: Final = "sum(L(i), i, 1, T)"
ROUND: Final = "integer, 1 <= t, t <= T"
COMPOSITION: Final = Model(
    "adaptive composition",
    parameters={"T": "integer, 1 <= T", "eps": "real, 0 <= eps"},
    variables={
        "t": "integer, 0 <= t, t <= T - 1",
        "i": "integer, 1 <= i, i <= T",
        "j": "integer, 1 <= j, j <= t",
        "x": "real",
    },
    quantities={
        "P": Named(lambda tree: law(tree, 0), space="answers", law=True),
        "after": Named(
            lambda tree, t, past: conditional(tree, 0, t, past),
            {"t": "integer, 0 <= t, t <= T - 1"},
            "answers",
            given="answers",
            law=True,
            mean_of="P",
        ),
        "L": Named(loss, {"t": ROUND}, "answers"),
        "delta": Named(least_delta, {"x": "real"}),
    },
    facts={
        "private": "L(i) <= eps",
        "private, back": "-eps <= L(i)",
        "revealed": "E((L(j) - given(L(j)))**2, after(t)) = 0",
        "unit": "E(exp(-L(t + 1)), after(t)) = 1",
        "delta": f"delta(x) = E([x < {LOSS}]*(1 - exp(x - {LOSS})))",
    },
    settings=settings,
    read=lambda tree: {"T": Fraction(tree.rounds), "eps": as_real(log(tree.exp_eps))},
    outcomes={"answers": lambda tree: list(product((0, 1), repeat=tree.rounds))},
)
