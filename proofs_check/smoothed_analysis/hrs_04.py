"""HRS-04: the regret of Hedge on proxies, against the class: O(sqrt(T ln |H'|)), and the distance of the class from H'.

(1) in Section 3.1 and (5) in Appendix C.3, for a finite H' and any adaptive adversary; in the first line of (5) the sum
is left out under the minimum, and h_t stands there for h; in its second line the last minimum has no index. True, with
the constant 1/sqrt(2), also for one proxy. On every course Hedge pays on average at most sqrt(T ln |H'|/2) more than
any proxy; a proxy makes at most as many mistakes as a function, and one more in each round in which they differ. Take
the function with the fewest mistakes, and the proxy that is closest to it on the course. What Hedge pays has that
average, as it draws its choice without a view of the point of the same round.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import BIT, entries, family, matrix_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.hedge_on_a_cover import DIFFER, HEDGED
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside
from dpassay.proofs_check.smoothed_analysis.regret_of_hedge import MEANS, REGRET, ROOT


@claim(
    "HRS-04",
    location="(1), and (5) in Appendix C.3",
    latex=r"\mathbb E[\textsc{Regret}(\mathcal A, \mathscr D)] \le \sqrt{\tfrac12 T \ln|\mathcal H'|} + \mathbb "
    r"E_{\mathscr D}\Big[\max_{h \in \mathcal H} \min_{h' \in \mathcal H'} \sum_{t=1}^T 1(h(x_t) \ne h'(x_t))\Big]",
    text="Hedge on a finite H' has a regret against H of at most O(sqrt(T ln |H'|)), with the constant 1/sqrt(2), and "
    "the mean of the largest distance of a function of H from its nearest proxy in H', under any adaptive adversary.",
)
def hrs_04() -> Case:
    """Second-order regret, and a mistake more where they differ."""
    return Case(
        checks=(Goal("all games of one and two rounds on two points", exhaustive("hrs04", "hedge-games")),),
        twins=(Twin("without the distance", exhaustive("hrs04-alone", "hedge-games")),),
        remarks=(
            "In the first line of (5) the sum over t is left out under the minimum, and h_t stands there for h; in its "
            "second line the last minimum has no index.",
        ),
    )


GAME: Final = entries(functions=matrix_of(BIT), proxies=matrix_of(BIT), rounds=whole(1, 2))


@GAME.where
def _is_game(instance: Instance) -> bool:
    """Both on the same points."""
    return len(instance["functions"][0]) == len(instance["proxies"][0])


Rows = tuple[tuple[int, ...], ...]
Plays = tuple[tuple[int, int], ...]


@cache
def _excess(functions: Rows, proxies: Rows, plays: Plays, *, distance: bool) -> Real:
    """What Hedge pays on average over some points with labels, less than the best function and perhaps the distance."""
    rate = (as_real(log(len(proxies))) * 8 / as_real(len(plays))).sqrt()
    wrong = [0] * len(proxies)
    paid = as_real(0)
    for x, y in plays:
        weights = [(-rate * as_real(total)).exp() for total in wrong]
        losses = [int(p[x] != y) for p in proxies]
        paid += sum((w for w, loss in zip(weights, losses, strict=True) if loss), as_real(0)) / sum(weights, as_real(0))
        wrong = [total + loss for total, loss in zip(wrong, losses, strict=True)]
    least = min(sum(int(f[x] != y) for x, y in plays) for f in functions)
    far = max(min(sum(int(f[x] != p[x]) for x, _ in plays) for p in proxies) for f in functions)
    return paid - least - (far if distance else 0)


def _is_bounded(instance: Instance, *, distance: bool) -> bool:
    """On every course: so the mean is bounded under every adversary."""
    functions, proxies = (tuple(map(tuple, instance[name])) for name in ("functions", "proxies"))
    rounds = instance["rounds"]
    bound = (as_real(log(len(proxies))) * Fraction(rounds, 2)).sqrt() + as_real(Fraction(1, 10**30))
    plays = product(product(range(len(functions[0])), (0, 1)), repeat=rounds)
    return all(at_most(_excess(functions, proxies, course, distance=distance), bound) for course in plays)


told(
    "hrs04",
    "on every course what Hedge pays on average is at most the mistakes of the best function, the distance, sqrt(T "
    "ln(K)/2) and 10^-30",
    _is_game,
)(lambda instance: _is_bounded(instance, distance=True))
told("hrs04-alone", "... the mistakes of the best function, sqrt(T ln(K)/2) and 10^-30", _is_game)(
    lambda instance: _is_bounded(instance, distance=False)
)


@family("hedge-games", "two points, one to four functions, one and two proxies, one and two rounds")
def _games() -> Iterator[Instance]:
    every = [[0, 0], [0, 1], [1, 0], [1, 1]]
    for proxies in ([[0, 0]], [[1, 0]], [[0, 0], [1, 1]], [[0, 1], [1, 0]]):
        for functions, rounds in product(([[0, 1]], every[:2], every), (1, 2)):
            yield {"functions": functions, "proxies": proxies, "rounds": rounds}


PAID: Final = "sum(paid(r), r, 1, T)"
CLAIMED: Final = f"E({PAID} - least) <= {ROOT} + E(far)"
LOSS: Final = "(say(r, i) - lab(r))**2"
OWN: Final = "(val(r) - lab(r))**2"
APART: Final = "(val(r) - say(r, i))**2"
MORE: Final = (f"{ROOT} <= b",)
theorem(
    "HRS-04: the best function in hindsight",
    HEDGED,
    f"E({PAID} - least) <= {ROOT} + E(near)",
    Step("own", "v <= 1", apply("zero or one", "0 or 1, of the class", x="v")),
    Step("said", "p <= 1", apply("zero or one", "0 or 1, said", x="p")),
    Step("true", "z <= 1", apply("zero or one", "0 or 1, true", x="z")),
    Step("spare", "0 <= v*(1 - p)", arithmetic(("v", "said"))),
    Step("one way", "0 <= v*(1 - p)*(1 - z)", arithmetic(("v*(1 - p)", "true")), (), ("spare",)),
    Step("other way", "0 <= (1 - v)*p*z", arithmetic(("p*z", "own"))),
    Step(
        "mistake",
        f"{LOSS} <= {OWN} + {APART}",
        arithmetic(("2", "one way"), ("2", "other way"), ("-2", "0 or 1, of the class")),
    ),
    Step("regret", REGRET, apply("regret of Hedge on proxies")),
    Step(
        "against both",
        f"closest(i)*({MEANS} - b - least) <= closest(i)*{DIFFER}",
        arithmetic(
            ("closest(i)", "regret"),
            ("closest(i)", inside("sum(_, r, 1, T)", "mistake")),
            ("closest(i)", MORE[0]),
            ("-closest(i)", "its mistakes"),
        ),
        MORE,
    ),
    Step(
        "course",
        f"{MEANS} - least <= b + near",
        arithmetic(
            inside("sum(_, i, 1, K)", "against both"), ("-1", "the closest"), (f"least + b - {MEANS}", "one is closest")
        ),
        MORE,
    ),
    Step("paid", f"E({MEANS}) = E({PAID})", apply("paid by Hedge on average")),
    Step("all", f"E({PAID} - least) <= {ROOT} + E(near)", arithmetic(inside("E(_)", "course", b=ROOT), ("-1", "paid"))),
    variables={"b": "real"},
    let={"v": "val(r)", "p": "say(r, i)", "z": "lab(r)"},
)
theorem(
    "HRS-04",
    HEDGED,
    CLAIMED,
    Step("near", f"E({PAID} - least) <= {ROOT} + E(near)", apply("HRS-04: the best function in hindsight")),
    Step("all", CLAIMED, arithmetic("near", inside("E(_)", "none is farther"))),
)
