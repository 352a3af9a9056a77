"""ASI-08: with multiplicative weights the minimum with 1 in line 6 of Algorithm 1 never binds.

Line 6: the logarithm of the second argument of the minimum is eta (-2B - L(x) + L(y)) for the sums L of the losses of
batch s - 1, which are in [0, B]. So it is between -3 B eta and -B eta. In the formulas s counts the batch whose losses
decide, so the coin is that of batch s + 1, and the measures are written out, as (4) has them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    family,
    matrices,
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    nonnegative,
)
from dpassay.proofs_check.lazy_to_private.chain import RATIONAL_GAME
from dpassay.proofs_check.lazy_to_private.games import game, small_games
from dpassay.proofs_check.lazy_to_private.steps_of_measures import on_the_edge
from dpassay.proofs_check.models.lazy_weights import LAZY_WEIGHTS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, together, use
from dpassay.reference import lazy_to_private as l2p


def _exponents(instance: Instance) -> list[Fraction]:
    """The logarithms, in units of eta, of all quotients in line 6, without the minimum and the factor e^{-2 B eta}."""
    losses, parameters = game(instance)
    steps = list(pairwise(l2p.measures(losses, parameters)))
    pairs = list(product(range(parameters.experts), repeat=2))
    return [now[x] - old[x] + old[y] - now[y] for old, now in steps for x, y in pairs]


def _asi08(name: str, words: str, holds: Callable[[Fraction, int], bool]) -> None:
    told(name, words, RATIONAL_GAME)(lambda instance: all(holds(e, instance["batch"]) for e in _exponents(instance)))


_asi08(
    "asi08", "all quotients of line 6 are between e^{-3 B eta} and e^{-B eta}", lambda e, b: -3 * b <= e - 2 * b <= -b
)
_asi08("asi08-inside", "they are strictly between", lambda e, b: -3 * b < e - 2 * b < -b)
_asi08("asi08-half", "with e^{B eta} in place of e^{2 B eta} they are at most 1", lambda e, b: e - b <= 0)
_asi08("asi08-less", "with e^{(99/100) B eta} they are at most 1", lambda e, b: e - Fraction(99, 100) * b <= 0)


def _several_games() -> Iterator[Instance]:
    yield from small_games()
    for batch, losses in product((1, 2, 3), matrices(3, 2, ("0", "1/2", "1"))):
        yield {"losses": losses, "exp_learning_rate": "3/2", "batch": batch, "fake_switch": "1/3"}


family("l2p-several-games", "the small games, and those with T = 3, d = 2, B = 1, 2, 3 and losses 0, 1/2, 1")(
    _several_games
)


@claim(
    "ASI-08",
    location="Algorithm 1, line 6",
    latex=r"\mu_t(x) = e^{-\eta \sum_{i<t} \ell_i(x)} \Rightarrow \frac{\nu_s(x_{s-1})}{e^{2B\eta} \nu_{s-1}(x_{s-1})} "
    r"\cdot \frac{\nu_{s-1}(y_{s-1})}{\nu_s(y_{s-1})} \in [e^{-3B\eta}, e^{-B\eta}]",
    text="With multiplicative weights the minimum with 1 in line 6 never binds: its second argument is between e^{-3 B "
    "eta} and e^{-B eta}.",
    assumed=("losses in [0, 1]", "eta > 0"),
)
def asi_08() -> Case:
    """The losses of a batch are in [0, B]."""
    return Case(
        checks=(Goal("games, exactly", exhaustive("asi08", "l2p-several-games")),),
        sharper=(
            Goal("both ends are attained", counterexample("asi08-inside"), Hunt("asi08-inside", small_games)),
            Goal("e^{B eta} would do as the normalization", nonnegative("0 - (-B - X + Y)", ("X", "B - Y"))),
            Goal("on the games", exhaustive("asi08-half", "l2p-several-games")),
            Goal("and nothing less", counterexample("asi08-less"), Hunt("asi08-less", small_games)),
            Goal(
                "for other measures, with delta_0 > 0, it does bind",
                counterexample("asi08-general"),
                Hunt("asi08-general", on_the_edge),
            ),
        ),
        twins=(Twin("strictly between", exhaustive("asi08-inside", "l2p-several-games")),),
        remarks=(
            "With e^{B eta} the model would be drawn anew with probability at most 1 - (1 - p) e^{-2 B eta}. For any "
            "measure of Assumption 3.1 with delta_0 = 0 the quotient of the measures is between e^{-2 B eta} and e^{2 "
            "B eta}, so the minimum never binds either, and the second argument is at least e^{-4 B eta}. With "
            "delta_0 > 0 it binds, in the instance here with probability 90/361 at delta_0 = 1/380. Clipping is "
            "harmless for privacy, and biases the marginal.",
        ),
    )


def _sum(low: str, high: str, i: str) -> str:
    return f"sum(l(t, {i}), t, {low}, {high})"


def _now(i: str) -> str:
    return _sum("1", "s*B", i)


def _before(i: str) -> str:
    return _sum("1", "(s - 1)*B", i)


def _batch(i: str) -> str:
    """The losses of batch s."""
    return _sum("(s - 1)*B + 1", "s*B", i)


QUOTIENT: Final = (
    f"exp(-eta*{_now('i')})/(exp(2*B*eta)*exp(-eta*{_before('i')}))*exp(-eta*{_before('j')})/exp(-eta*{_now('j')})"
)
EXPONENT: Final = f"(-eta*{_now('i')} - 2*B*eta + eta*{_before('i')} - eta*{_before('j')} + eta*{_now('j')})"
ROUNDS: Final = ("the batch is whole", "a round back", "from round 1 on")
theorem(
    "ASI-08",
    LAZY_WEIGHTS,
    f"exp(-3*B*eta) <= {QUOTIENT} <= exp(-B*eta)",
    Step("the batch is whole", "s*B <= T", arithmetic(("B", "s <= n - 1"), "(n - 1)*B + 1 <= T")),
    Step("a round back", "(s - 1)*B + 1 <= s*B", arithmetic("1 <= B")),
    Step("from round 1 on", "0 <= (s - 1)*B", arithmetic(("B", "1 <= s"))),
    Step(
        "the sum of a batch",
        f"{_now('i')} = {_before('i')} + {_batch('i')}",
        apply("sum in two parts", f="t: l(t, i)", low="1", mid="(s - 1)*B", high="s*B"),
        defined=ROUNDS,
    ),
    Step(
        "at most B",
        f"{_batch('i')} <= B",
        arithmetic(inside("sum(_, t, (s - 1)*B + 1, s*B)", "at most 1")),
        defined=ROUNDS,
    ),
    Step(
        "at least -3B",
        f"-3*B*eta <= {EXPONENT}",
        arithmetic(
            ("eta", "at most B"),
            ("eta", "the sum of a batch"),
            ("-eta", use("the sum of a batch", i="j")),
        ),
        defined=ROUNDS,
    ),
    Step(
        "at most -B",
        f"{EXPONENT} <= -B*eta",
        arithmetic(
            ("eta", use("at most B", i="j")),
            ("-eta", "the sum of a batch"),
            ("eta", use("the sum of a batch", i="j")),
        ),
        defined=ROUNDS,
    ),
    Step("high", f"{QUOTIENT} <= exp(-B*eta)", arithmetic(inside("exp(_)", "at most -B")), defined=ROUNDS),
    Step(
        "all",
        f"exp(-3*B*eta) <= {QUOTIENT} <= exp(-B*eta)",
        together(inside("exp(_)", "at least -3B"), "high"),
        defined=ROUNDS,
    ),
)
