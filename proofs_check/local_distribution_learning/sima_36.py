"""SIMA-36: given that all noises are at most c' in absolute value, the noise terms vanish in expectation.

The proof of Theorem 4, after (11), which is conditioned on the complement of that event; it holds for both. Changing
the sign of one noise of round t keeps its law, the event, which is about absolute values, and the weights before round
t, which depend on earlier rounds. So given all else the noise has mean 0. With 1 for the weight the same holds for the
noise of expert i, such as the true one. The sizes of the noises are from finitely many here; the argument is for given
sizes, so that it is the same for Laplace noise, which has a fair sign given its size.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import Rows, family, told, whole, word
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.local_distribution_learning.kl_steps import (
    has_truth,
)
from dpassay.proofs_check.local_distribution_learning.noisy_games import laws_of, normalized
from dpassay.proofs_check.models.signed_noises import SIGNED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use


def _noise_terms_vanish(instance: Instance, late: int) -> bool:
    """E[w_j^(t + late) Lap_j^t; event] = 0 for all j and t, over labels, noises and coordinates, exactly."""
    rows, law = laws_of(instance)
    count, rounds = len(rows), instance["rounds"]
    totals: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for noises in product(product((-2, -1, 1, 2), repeat=count), repeat=rounds):
        good = all(abs(v) == 1 for row in noises for v in row)
        if good == (instance["event"] == "good"):
            for chance, path in _paths(rows, law, instance, noises):
                for t, j in product(range(rounds), range(count)):
                    totals[t, j] += chance * path[t + late][j] * noises[t][j]
    return all(value == 0 for value in totals.values())


def _paths(
    rows: Rows, law: Sequence[Fraction], instance: Instance, noises: Sequence[Sequence[int]]
) -> Iterator[tuple[Fraction, list[list[Fraction]]]]:
    """The weights of the rounds 1, ..., T + 1 for all labels and coordinates, with e^Lap = 2^noise."""
    count, rounds = len(rows), instance["rounds"]
    chosen = [tuple(range(count))] if instance["algorithm"] == 1 else [(j,) for j in range(count)]
    for labels in product(range(len(law)), repeat=rounds):
        for shown in product(chosen, repeat=rounds):
            weights, path = [Fraction(1)] * count, []
            for t in range(rounds):
                path.append(normalized(weights))
                weights = [
                    w * (rows[j][labels[t]] * Fraction(2) ** noises[t][j] if j in shown[t] else 1)
                    for j, w in enumerate(weights)
                ]
            yield prod((law[y] for y in labels), start=Fraction(1)), [*path, normalized(weights)]


NOISY_GAME: Final = has_truth.having(event=word("good", "bad"), algorithm=whole(1, 2))


told(
    "sima36",
    "E[w_j^t Lap_j^t; event] = 0 for all j and t, with noises that are -2, -1, 1 or 2 times log 2",
    NOISY_GAME,
)(lambda instance: _noise_terms_vanish(instance, 0))
told("sima36-late", "E[w_j^{t+1} Lap_j^t; event] = 0 for all j and t", NOISY_GAME)(
    lambda instance: _noise_terms_vanish(instance, 1)
)


@family("sima-noisy-games", "two classes of two hypotheses, T = 2, both algorithms, the good event and its complement")
def _noisy_games() -> Iterator[Instance]:
    for hypotheses, event, algorithm in product(("1,0;0,1", "3/4,1/4;1/4,3/4"), ("good", "bad"), (1, 2)):
        yield {"hypotheses": hypotheses, "rounds": 2, "truth": 0, "event": event, "algorithm": algorithm}


NOISE: Final = "sum(sum(w(t, j)*x(t, j), j, 1, K) - x(t, i), t, 1, T)"
EACH: Final = "G*w(t, j)*x(t, j)"
theorem(
    "SIMA-36",
    SIGNED,
    f"E(G*{NOISE})/E(G) = 0",
    # a weight times its noise
    Step(
        "weight out",
        "E(w(t, j)*x(t, j), flip(t, j)) = w(t, j)*E(x(t, j), flip(t, j))",
        apply("taking out what is known", "weights do not depend on it", K="flip(t, j)", A="w(t, j)", X="x(t, j)"),
    ),
    Step(
        "event out",
        f"E({EACH}, flip(t, j)) = G*E(w(t, j)*x(t, j), flip(t, j))",
        apply("taking out what is known", "nor does the event", K="flip(t, j)", A="G", X="w(t, j)*x(t, j)"),
    ),
    Step(
        "given the rest",
        f"E({EACH}, flip(t, j)) = 0",
        arithmetic("event out", ("G", "weight out"), ("G*w(t, j)", "fair sign")),
    ),
    Step("tower", f"E(E({EACH}, flip(t, j))) = E({EACH})", apply("tower", P="P", K="flip(t, j)", X=EACH)),
    Step("weighted", f"E({EACH}) = 0", arithmetic(("-1", "tower"), inside("E(_)", "given the rest"))),
    # a noise alone
    Step(
        "event out, alone",
        "E(G*x(t, j), flip(t, j)) = G*E(x(t, j), flip(t, j))",
        apply("taking out what is known", "nor does the event", K="flip(t, j)", A="G", X="x(t, j)"),
    ),
    Step(
        "given the rest, alone",
        "E(G*x(t, j), flip(t, j)) = 0",
        arithmetic("event out, alone", ("G", "fair sign")),
    ),
    Step(
        "tower, alone",
        "E(E(G*x(t, j), flip(t, j))) = E(G*x(t, j))",
        apply("tower", P="P", K="flip(t, j)", X="G*x(t, j)"),
    ),
    Step("alone", "E(G*x(t, j)) = 0", arithmetic(("-1", "tower, alone"), inside("E(_)", "given the rest, alone"))),
    # and all of them
    Step(
        "round",
        f"E(sum({EACH}, j, 1, K) - G*x(t, i)) = 0",
        arithmetic(inside("sum(_, j, 1, K)", "weighted"), ("-1", use("alone", j="i"))),
    ),
    Step(
        "all",
        f"E(G*{NOISE})/E(G) = 0",
        arithmetic(("1/E(G)", inside("sum(_, t, 1, T)", "round"))),
        (),
        ("possible",),
    ),
)


@claim(
    "SIMA-36",
    location="proof of Theorem 4, after (11)",
    latex=r"E\Big[\sum_t \sum_j \tilde w_j^t Lap_j^t - \sum_t Lap_{j^*}^t \,\Big|\, \mathcal{E}\Big] = 0",
    text="Conditionally on the event that all noises are at most c'(gamma), the noise terms vanish in expectation.",
)
def sima_36() -> Case:
    """Symmetry of one noise at a time."""
    return Case(
        checks=(Goal("all labels, noises and coordinates of small games", exhaustive("sima36", "sima-noisy-games")),),
        twins=(Twin("the weights after round t", exhaustive("sima36-late", "sima-noisy-games")),),
        remarks=(
            "(11) is conditioned on E^c, where the main text means the good event E (E is the bad event in Appendix "
            "B). It makes no difference: the argument holds for both. That the noises stay independent holds given "
            "the good event only; given the bad one it does not, but is not needed.",
        ),
    )
