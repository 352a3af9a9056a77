"""ASI-06: the ratio of the correlated sampling in round t is said to be a function of the loss of round t.

Section 3, technique overview. The ratio is mu_t(x)/mu_{t-1}(x) mu_{t-1}(y)/mu_t(y) for the models x and y of round
t - 1, and the normalizations cancel in it. But mu_t is a function of the losses before round t, and mu_t =
func(l_{t-1}, .) mu_{t-1} (Assumption 3.1). So the ratio of round t is func(l_{t-1}, x)/func(l_{t-1}, y), a function of
the loss of round t - 1, and not of that of round t: two games with the same losses in round 2 alone have different
ratios there. In the formulas t counts the round whose loss the ratio of round t + 1 tells.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_1,
    Precondition,
    Rows,
    as_rows,
    entries,
    family,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
)
from dpassay.proofs_check.lazy_to_private.games import BITS, bit_games
from dpassay.proofs_check.models.measures import MEASURES, Sequences
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together, use


def _quotient(rows: Rows, growth: Fraction, t: int, x: int, y: int, *, normalized: bool) -> Fraction:
    """mu_t(x)/mu_{t-1}(x) mu_{t-1}(y)/mu_t(y), of the measures or the laws; rounds count from 1, losses are bits."""
    now, before = (_measure(rows[:end], growth, len(rows[0]), normalized=normalized) for end in (t - 1, t - 2))
    return now[x] / before[x] * before[y] / now[y]


def _measure(rows: Rows, growth: Fraction, experts: int, *, normalized: bool) -> list[Fraction]:
    weights = [growth ** -sum(int(row[x]) for row in rows) for x in range(experts)]
    whole = sum(weights, Fraction(0)) if normalized else Fraction(1)
    return [w / whole for w in weights]


def _quotients(instance: Instance, name: str, *, normalized: bool = False) -> list[Fraction]:
    rows, growth, t = as_rows(instance[name]), Fraction(instance["exp_learning_rate"]), instance["round"]
    pairs = product(range(len(rows[0])), repeat=2)
    return [_quotient(rows, growth, t, x, y, normalized=normalized) for x, y in pairs]


def _of_asi06(agree: int) -> Precondition:
    """Two games with 0/1 losses, a round t >= 2, and equal losses in round t - ``agree``."""

    @entries(losses=BITS, others=BITS, exp_learning_rate=ABOVE_1, round=whole(2)).where
    def is_asi06(instance: Instance) -> bool:
        first, second, t = instance["losses"], instance["others"], instance["round"]
        return bool(
            (len(first), len(first[0])) == (len(second), len(second[0]))
            and t <= len(first)
            and first[t - 1 - agree] == second[t - 1 - agree]
        )

    return is_asi06


def _asi06(name: str, words: str, agree: int) -> None:
    def same(instance: Instance) -> bool:
        of_games = [_quotients(instance, games) for games in ("losses", "others")]
        cancels = all(
            _quotients(instance, games, normalized=True) == _quotients(instance, games)
            for games in ("losses", "others")
        )
        return cancels and of_games[0] == of_games[1]

    told(
        name,
        words,
        _of_asi06(agree),
        lambda instance: {games: max(_quotients(instance, games)) for games in ("losses", "others")},
    )(same)


_asi06("asi06", "games with the same losses in round t have the same ratios of round t, for all x and y", 0)
_asi06("asi06-corrected", "games with the same losses in round t - 1 have the same ratios of round t", 1)


def _game_pairs() -> Iterator[Instance]:
    for first, second in product(bit_games(2, 2), repeat=2):
        yield {"losses": first, "others": second, "exp_learning_rate": "3/2", "round": 2}


family("l2p-pairs-that-agree", "all pairs of 0/1 games with T = d = 2 and equal first losses, at e^eta = 3/2")(
    lambda: (pair for pair in _game_pairs() if pair["losses"][0] == pair["others"][0])
)
family("l2p-pairs-that-agree-later", "the same with equal second losses")(
    lambda: (pair for pair in _game_pairs() if pair["losses"][1] == pair["others"][1])
)
RATIO: Final = r"\frac{\overline\mu_t(x_{t-1})}{\overline\mu_{t-1}(x_{t-1})} \frac{\overline\mu_{t-1}(y_{t-1})}"
RATIO_END: Final = (
    r"{\overline\mu_t(y_{t-1})} = \frac{\mu_t(x_{t-1})}{\mu_{t-1}(x_{t-1})} \frac{\mu_{t-1}(y_{t-1})}{\mu_t(y_{t-1})}"
)


@claim(
    "ASI-06",
    location="Section 3, technique overview",
    latex=RATIO + RATIO_END + r" \text{ and this ratio is a function of } \ell_t",
    text="The ratio with the parallel model y is the same for the normalized and the unnormalized measures, and is a "
    "function of the loss of round t (given the two models of round t - 1).",
    corrected_by="ASI-06-corrected",
)
def asi_06() -> Case:
    """mu_t does not depend on l_t."""
    return Case(
        argument="mu_t is a function of l_1, ..., l_{t-1} alone (Assumption 3.1), and mu_t/mu_{t-1} = func(l_{t-1}, "
        ".): the ratio of round t never depends on l_t, and it does depend on l_{t-1}.",
        counterexample=Goal("two rounds, multiplicative weights", counterexample("asi06"), Hunt("asi06", _game_pairs)),
        twins=(Twin("a function of the loss of round t - 1", counterexample("asi06-corrected")),),
        remarks=(
            "A shift of the index, without effect on the theorems. In Algorithm 1 the ratio of batch s is a function "
            "of the B losses of batch s - 1. The ratio is, up to a factor, the probability of keeping the model, not "
            "'of switching', as the text has it.",
        ),
    )


@claim(
    "ASI-06-corrected",
    location="Section 3, technique overview",
    latex=RATIO + RATIO_END + r" = \frac{\mathsf{func}(\ell_{t-1}, x_{t-1})}{\mathsf{func}(\ell_{t-1}, y_{t-1})}",
    text="The ratio is the same for the normalized and the unnormalized measures, and is a function of the loss of "
    "round t - 1 and the two models of round t - 1.",
    assumed=("Assumption 3.1, second part", "the measures are positive"),
)
def asi_06_corrected() -> Case:
    """The normalizations cancel."""
    return Case(
        checks=(Goal("small games", exhaustive("asi06-corrected", "l2p-pairs-that-agree")),),
        twins=(Twin("a function of the loss of round t", exhaustive("asi06", "l2p-pairs-that-agree-later")),),
    )


def quotient(measure: str, game: str = "g") -> str:
    """The quotient with the parallel model, of round t + 1."""
    now, before = f"{measure}({game}, t + 1", f"{measure}({game}, t"
    return f"{now}, i)/{before}, i)*{before}, j)/{now}, j)"


OF_LOSS: Final = "func(g, t, i)/func(g, t, j)"
EQUAL: Final = ("differ(t) <= 0",)
refuted(
    "ASI-06",
    MEASURES,
    f"{quotient('mu', '1')} = {quotient('w', '1')} = {quotient('w', '2')}",
    setting=Sequences((Fraction(1),) * 2, ((Fraction(1),) * 2, (Fraction(2, 3), Fraction(1))), (0, 0), (1, 0)),
    where=("differ(t + 1) <= 0",),
    t=Fraction(1),
    i=Fraction(1),
    j=Fraction(2),
)
theorem(
    "quotients of measures",
    MEASURES,
    f"{quotient('mu')} = {quotient('w')} = {OF_LOSS}",
    Step(
        "one law",
        "mu(g, t + 1, i)/mu(g, t, i) = w(g, t + 1, i)/w(g, t, i)*Z(g, t)/Z(g, t + 1)",
        arithmetic(
            ("1/mu(g, t, i)", use("normalized", k="t + 1")),
            ("-w(g, t + 1, i)*Z(g, t)/(Z(g, t + 1)*w(g, t, i)*mu(g, t, i))", use("normalized", k="t")),
        ),
    ),
    Step(
        "the other law",
        "mu(g, t, j)/mu(g, t + 1, j) = w(g, t, j)/w(g, t + 1, j)*Z(g, t + 1)/Z(g, t)",
        arithmetic(
            ("1/mu(g, t + 1, j)", use("normalized", i="j", k="t")),
            (
                "-w(g, t, j)*Z(g, t + 1)/(Z(g, t)*w(g, t + 1, j)*mu(g, t + 1, j))",
                use("normalized", i="j", k="t + 1"),
            ),
        ),
    ),
    Step(
        "the normalizations cancel",
        f"{quotient('mu')} = {quotient('w')}",
        arithmetic(
            ("mu(g, t, j)/mu(g, t + 1, j)", "one law"),
            ("w(g, t + 1, i)/w(g, t, i)*Z(g, t)/Z(g, t + 1)", "the other law"),
        ),
    ),
    Step(
        "factor",
        "w(g, t + 1, i)/w(g, t, i) = func(g, t, i)",
        arithmetic(("1/w(g, t, i)", "one factor a loss")),
    ),
    Step(
        "factor below",
        "w(g, t, j)/w(g, t + 1, j) = 1/func(g, t, j)",
        arithmetic(("-1/(func(g, t, j)*w(g, t + 1, j))", use("one factor a loss", i="j"))),
    ),
    Step(
        "what remains",
        f"{quotient('w')} = {OF_LOSS}",
        arithmetic(("w(g, t, j)/w(g, t + 1, j)", "factor"), ("func(g, t, i)", "factor below")),
    ),
    Step(
        "all",
        f"{quotient('mu')} = {quotient('w')} = {OF_LOSS}",
        together("the normalizations cancel", "what remains"),
    ),
)
theorem(
    "ASI-06-corrected",
    MEASURES,
    f"{quotient('mu')} = {quotient('w')} = {OF_LOSS}",
    Step("all", f"{quotient('mu')} = {quotient('w')} = {OF_LOSS}", apply("quotients of measures")),
    also=("ASI-06-corrected: equal losses",),
)
theorem(
    "ASI-06-corrected: equal losses",
    MEASURES,
    f"{quotient('mu', '1')} = {quotient('mu', '2')}",
    Step(
        "factors",
        "func(1, t, i) = func(2, t, i)",
        arithmetic("equal losses have equal factors", ("func(2, t, i) - func(1, t, i)", "[differ(t) <= 0] = 1")),
        EQUAL,
    ),
    Step("quotient", f"{quotient('mu')} = {quotient('w')} = {OF_LOSS}", apply("quotients of measures")),
    Step("one law", f"{quotient('mu')} = {quotient('w')}", together("quotient")),
    Step("of the loss", f"{quotient('w')} = {OF_LOSS}", together("quotient")),
    Step("told", f"{quotient('mu')} = {OF_LOSS}", arithmetic("one law", "of the loss")),
    Step(
        "below",
        "1/func(1, t, j) = 1/func(2, t, j)",
        arithmetic(("-1/(func(1, t, j)*func(2, t, j))", use("factors", i="j"))),
        EQUAL,
    ),
    Step(
        "all",
        f"{quotient('mu', '1')} = {quotient('mu', '2')}",
        arithmetic(
            use("told", g="1"),
            ("-1", use("told", g="2")),
            ("1/func(1, t, j)", "factors"),
            ("func(2, t, i)", "below"),
        ),
        EQUAL,
    ),
    where=EQUAL,
)
