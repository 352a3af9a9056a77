"""LEC-16: the display of the proof of Theorem 2 that is summed over the rounds, for 0 < a <= 1.79.

Lecture notes, Section 2, print (Div(x || y_0) - Div(x || y_T))/a on the left, where y_t is the state before round t,
as the proof defines it. The sum over t = 1, ..., T telescopes from y_1, the uniform law, to y_(T + 1): with y_T the
last round is missing. With one round the left side is 0, and the right one need not be (LEC-16, refuted). On the right
i_t stands where i should, and where rewards depend on choices the expectation is meant of all.

LEC-16-corrected has y_1 and y_(T + 1): LEC-12 and LEC-13 give the display of one round, and it telescopes. Theorem 2
is not affected: the proof uses Div >= 0 for the last state, whichever it is (LEC-14).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dpassay.exact import LogForm, Real, as_real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import PROBABILITY, family, row_of, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lecture_notes.reward_games import SHAPES, alpha_of, game, games_at, is_theorem_2
from dpassay.proofs_check.lecture_notes.updates import divergence, is_law
from dpassay.proofs_check.models.adaptive_rewards import ADAPTIVE, Game, fixed
from dpassay.proofs_check.numbers import at_most, sum_of
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside
from dpassay.proofs_check.shared_lemmas.weights import MEAN, Z
from dpassay.reference import multiplicative_weights


@claim(
    "LEC-16",
    location="proof of Theorem 2, summed display",
    latex=r"\tfrac1\alpha(\mathrm{Div}(x\|y_0) - \mathrm{Div}(x\|y_T)) \ge \mathbb{E}_{i \sim x}\big[\sum_t "
    r"r_t(i_t)\big] - \mathbb{E}\big[\sum_t r_t(i_t)\big] - \alpha T",
    text="The display summed over the rounds, with y_0 uniform and y_t the state before round t, as the proof "
    "defines it.",
    assumed=("E_{i~x}[sum r_t(i_t)] is read as E_{i~x}[sum r_t(i)]",),
    corrected_by="LEC-16-corrected",
)
def lec_16() -> Case:
    """The sum over t = 1, ..., T ends at y_{T+1}."""
    return Case(
        argument="The proof lets y_t be the state before round t, so the sum over t = 1, ..., T telescopes from y_1, "
        "the uniform law, to y_{T+1}. With y_T the last round is missing on the left: with T = 1 the left "
        "side is 0. Also i_t stands where i should.",
        counterexample=Goal(
            "one round",
            counterexample("lec16"),
            Hunt("lec16", _games_against_x),
        ),
        twins=(Twin("with y_{T+1}", counterexample("lec16-corrected")),),
        remarks=(
            "Theorem 2 is not affected: it uses Div >= 0 for the last state, whichever it is (LEC-14).",
            "With y_t for the state after round t, against the definition in the proof, the display is "
            "LEC-16-corrected.",
        ),
    )


@claim(
    "LEC-16-corrected",
    location="proof of Theorem 2, summed display",
    latex=r"\tfrac1\alpha(\mathrm{Div}(x\|y_1) - \mathrm{Div}(x\|y_{T+1})) \ge \mathbb{E}_{i \sim x}\big[\sum_t "
    r"r_t(i)\big] - \mathbb{E}\big[\sum_t r_t(i_t)\big] - \alpha T",
    text="The summed display with y_1 and y_{T+1}.",
    checked=("0 < alpha <= 1.79",),
)
def lec_16_corrected() -> Case:
    """Telescoping."""
    return Case(
        checks=(Goal("small games, exactly", exhaustive("lec16-corrected", "small-games-against-x")),),
        twins=(Twin("with y_T", exhaustive("lec16", "small-games-against-x")),),
    )


def _summed_sides(instance: Instance, *, last: int) -> tuple[LogForm, Real]:
    """Div(x||y_1) - Div(x||y_last), and alpha times (sum x . r_t - sum y_t . r_t - alpha T)."""
    rows, parameters = game(instance)
    x, alpha = tuple(map(Fraction, instance["x"])), as_real(alpha_of(instance))
    extended = (*rows, rows[-1])
    laws = multiplicative_weights.round_laws(
        extended, multiplicative_weights.Parameters(parameters.rate, len(extended), parameters.experts)
    )
    drop = divergence(x, laws[0]) - divergence(x, laws[len(rows) if last else len(rows) - 1])
    of_x = sum_of([p * r for row in rows for p, r in zip(x, row, strict=True)])
    played = multiplicative_weights.expected_reward(rows, parameters)
    return drop, as_real(of_x - played) * alpha - alpha * alpha * as_real(len(rows))


@is_theorem_2.having(x=row_of(PROBABILITY)).where
def is_against_x(instance: Instance) -> bool:
    """A game with 0 < alpha <= 1.79, and a law x of the experts."""
    return is_law(instance["x"], len(instance["rewards"][0]))


told(
    "lec16",
    "the summed display with y_1 (uniform) and y_T, the state before the last round",
    is_against_x,
    numbers=lambda instance: dict(
        zip(("left side times alpha", "right side times alpha"), _summed_sides(instance, last=0), strict=True)
    ),
)(lambda instance: at_most(*_summed_sides(instance, last=0)[::-1]))
told("lec16-corrected", "the summed display with y_1 and y_{T+1}", is_against_x)(
    lambda instance: at_most(*_summed_sides(instance, last=1)[::-1])
)


@family("small-games-against-x", "the small games at e^alpha = 5/4 with x at each expert and uniform")
def _games_against_x() -> Iterator[Instance]:
    for instance in games_at(("5/4",), ("0", "1"), SHAPES):
        experts = len(instance["rewards"][0])
        for i in range(experts):
            yield {**instance, "x": ["1" if j == i else "0" for j in range(experts)]}
        yield {**instance, "x": [str(Fraction(1, experts))] * experts}


SMALL = ("a <= 179/100",)
LET = {
    "Z": Z,
    "m": MEAN,
    "p": "sum(x(i)*r(t, i), i, 1, K)",
    "R": "sum(sum(x(i)*r(t, i), i, 1, K), t, 1, T)",
    "M": f"sum({MEAN}, t, 1, T)",
    "G": "sum(g(t), t, 1, T)",
}
refuted(
    "LEC-16",
    ADAPTIVE,
    "E(div(1) - div(T))/a >= E(R) - E(G) - a*T",
    setting=Game(fixed((1, 0)), 1, 2, growth=Fraction(5, 4)),
    where=SMALL,
    let=LET,
)
theorem(
    "LEC-16-corrected",
    ADAPTIVE,
    "E(div(1) - div(T + 1))/a >= E(R) - E(G) - a*T",
    Step("divergence of a round", "div(t) - div(t + 1) = a*p - log(Z)", apply("LEC-12")),
    Step("log", "log(Z) <= Z - 1", apply("LEC-13", "collected at most 1", P="y(t)", X="g(t)", b="a"), SMALL),
    Step("mean", "Z - 1 <= a*m + a**2", apply("LEC-13", "collected at most 1", P="y(t)", X="g(t)", b="a"), SMALL),
    Step(
        "round",
        "a*(p - m - a) <= -(div(t + 1) - div(t))",
        arithmetic("log", "mean", ("-1", "divergence of a round")),
        SMALL,
    ),
    Step(
        "telescope",
        "sum(div(t + 1) - div(t), t, 1, T) = div(T + 1) - div(1)",
        apply("telescope", f="t: div(t)", low="1", high="T"),
    ),
    Step(
        "course",
        "R - M - a*T <= (div(1) - div(T + 1))/a",
        arithmetic(("1/a", inside("sum(_, t, 1, T)", "round")), ("-1/a", "telescope")),
        SMALL,
    ),
    Step("collected", "E(M) = E(G)", apply("collected on average")),
    Step(
        "all", "E(div(1) - div(T + 1))/a >= E(R) - E(G) - a*T", arithmetic(inside("E(_)", "course"), "collected"), SMALL
    ),
    where=SMALL,
    let=LET,
)
