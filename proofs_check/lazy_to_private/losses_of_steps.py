"""Lemmas for Theorem 3.2: what a step of Algorithm 1 loses given the past, and what all of them lose.

With w = 1 for multiplicative weights and w = 2 in general: the loss of a model that is drawn has a range of 2 w eta, so
E e^(u loss) <= e^v for v = u (u + 1) (w eta)^2/2, and what the coins lose is in ``losses_of_coins``. So, given the
past, E e^(u loss - v number) is at most 1 but for step c, and there e^(u 2 w eta/p): for Z, the loss of all steps, and
N, the number of models that they draw, E e^(u Z - v N) <= e^(u 2 w eta/p).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dpassay.proofs_check.lazy_to_private.losses_of_coins import CHANGED, OF_Q, OF_S, coin
from dpassay.proofs_check.models.private_lazy import PRIVATE, PRIVATE_WEIGHTS, SAMPLE, X_STEP, Y_STEP
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Model, Step, apply, arithmetic, use

NAMES: Final = {1: "multiplicative weights", 2: "any measure"}
NEXT: Final = {"i": "t + 1"}


def cost(w: int) -> str:
    """v: the logarithm of the moment of order u of what a model that is drawn loses is at most this."""
    return f"((u + u**2)*({w}*eta)**2/2)"


def _at_next(text: str) -> str:
    return text.replace("(1, i)", "(1, t + 1)").replace("(2, i)", "(2, t + 1)").replace("c <= i", "c <= t + 1")


AT: Final = "t + 2"
"""The batch whose models are drawn in step t + 1."""


def _least(w: int) -> str:
    """The least that a model which is drawn in step t + 1 gains."""
    return f"norms({AT}) - eta" if w == 1 else "-2*eta"


def _ends_of_weights() -> tuple[Step, ...]:
    """With multiplicative weights, what is gained lies between these two."""
    both, one, back = ("(4), both games", "one row, models", "one row, models, back")
    low = _least(1)
    return (
        Step("least", f"{low} <= gain({AT})", arithmetic(("-1", use(both, s=AT)), ("eta", use(one, s=AT)))),
        Step("most", f"gain({AT}) <= {low} + 2*eta", arithmetic(use(both, s=AT), ("eta", use(back, s=AT)))),
    )


def _ends() -> tuple[Step, ...]:
    """In general, what is gained lies between these two."""
    low = _least(2)
    return tuple(
        Step(
            name,
            formula,
            arithmetic(
                (sign, use("log of the ratio", s=AT)),
                use(f"Assumption 3.1, models{first}", g="1", s=AT),
                use(f"Assumption 3.1, models{second}", g="2", s=AT),
            ),
        )
        for name, formula, sign, first, second in (
            ("least", f"{low} <= gain({AT})", "-1", ", back", ""),
            ("most", f"gain({AT}) <= {low} + 4*eta", "1", "", ", back"),
        )
    )


def _sample(w: int) -> tuple[Step, ...]:
    """The moments of what a model that is drawn in step t + 1 loses."""
    return (
        *(_ends_of_weights() if w == 1 else _ends()),
        Step("law", f"E(exp(-gain({AT})), Mu({AT})) = 1", arithmetic(use("the other is a law", s=AT))),
        Step(
            "sample",
            f"{SAMPLE} <= exp({cost(w)})",
            apply(
                "moments of a privacy loss",
                "least",
                "most",
                "law",
                P=f"Mu({AT})",
                X=f"gain({AT})",
                low=_least(w),
                w=f"{w}*eta",
                s="u",
            ),
        ),
    )


LOSSES: Final = {"S": _at_next(OF_S), "q": _at_next(OF_Q)}
"""What each coin loses in step t + 1."""


def _most(w: int) -> str:
    """What a step loses at most, times u."""
    return f"u*{coin(w)}*{_at_next(CHANGED)}"


def _coins(w: int) -> Iterator[Step]:
    """What each coin loses."""
    most = _most(w)
    for of, loss in LOSSES.items():
        yield Step(
            f"loss of {of}",
            f"{loss} <= {coin(w)}*{_at_next(CHANGED)}",
            apply(f"coins of {NAMES[w]}", i="t + 1"),
        )
        yield Step(f"times u, {of}", f"u*({loss}) <= {most}", arithmetic(("u", f"loss of {of}")))
        yield Step(
            f"factor of {of}",
            f"exp(u*({loss})) <= exp({most})",
            apply("exp grows", f"times u, {of}", A=f"u*({loss})", B=most),
        )


def steps(name: str, model: Model, w: int) -> None:
    """Register what a step loses given the past."""
    v, most = cost(w), _most(w)
    x, y = (text.replace("- v)", f"- {v})").replace("(-v)", f"(-{v})") for text in (X_STEP, Y_STEP))
    theorem(
        name,
        model,
        f"E(exp(u*l(t + 1) - {v}*m(t + 1)), after(t)) <= exp({most})",
        *_sample(w),
        *_coins(w),
        Step("y", f"{y} <= 1", arithmetic((f"p*exp(-{v})", "sample"))),
        Step("may stay", "0 <= (1 - p)*S(1, t + 1)", arithmetic(("S(1, t + 1)", "p < 1"))),
        Step(
            "x",
            f"{x} <= exp({most})",
            arithmetic(
                ("S(1, t + 1)*(1 - p)", "factor of S"),
                (f"q(1, t + 1)*exp(u*({LOSSES['q']}) - {v})", "sample"),
                ("q(1, t + 1)", "factor of q"),
                (f"exp({most})", use("line 7", g="1", i="t + 1")),
            ),
            (),
            ("may stay",),
        ),
        Step("not negative", f"0 <= {x}", arithmetic((f"S(1, t + 1)*exp(u*({LOSSES['S']}))", "p < 1"))),
        Step(
            "all",
            f"E(exp(u*l(t + 1) - {v}*m(t + 1)), after(t)) <= exp({most})",
            arithmetic(use("a step", v=v), (x, "y"), "x"),
            (),
            ("not negative",),
        ),
    )


def _loss(w: int) -> str:
    """What a step loses, less what its moments cost."""
    return f"u*l(i) - {cost(w)}*m(i)"


def _bound(w: int) -> str:
    """The logarithm of its moment."""
    return f"u*{coin(w)}*{CHANGED}"


def _adaptive(w: int) -> tuple[Step, ...]:
    """The moments of all steps, each given those before it."""
    v, loss, bound = cost(w), _loss(w), _bound(w)
    total = f"sum({loss}, i, 1, n - 1)"
    return (
        Step(
            "each step",
            f"E(exp(u*l(t + 1) - {v}*m(t + 1)), after(t)) <= exp({_at_next(bound)})",
            apply(f"a step of {NAMES[w]}"),
        ),
        Step(
            "revealed",
            f"E((u*l(j) - {v}*m(j) - given(u*l(j) - {v}*m(j)))**2, after(t)) = 0",
            arithmetic(use("past steps", v=v)),
        ),
        Step(
            "steps",
            f"E(exp({total})) <= exp(sum({bound}, i, 1, n - 1))",
            apply(
                "adaptive sum",
                "revealed",
                "each step",
                P="P",
                after="t: after(t)",
                X=f"i: {loss}",
                c=f"i: {bound}",
                T="n - 1",
                s="1",
            ),
        ),
    )


def _in_all(w: int) -> tuple[Step, ...]:
    """The losses of all steps add up to that of the games."""
    v, total = cost(w), f"sum({_loss(w)}, i, 1, n - 1)"
    return (
        Step("exponent", f"u*Z - {v}*N = {total}", arithmetic(("u", "losses of steps"), (f"-{v}", "samples of steps"))),
        Step(
            "factors",
            f"exp(u*Z - {v}*N) = exp({total})",
            apply("equals for equals", "exponent", A=f"u*Z - {v}*N", B=total, f="z: exp(z)"),
        ),
        Step(
            "means",
            f"E(exp(u*Z - {v}*N)) = E(exp({total}))",
            apply("expectation of equals", "factors", P="P", X=f"exp(u*Z - {v}*N)", Y=f"exp({total})"),
        ),
    )


def _one_step(w: int) -> tuple[Step, ...]:
    """No more than one step is that of the change."""
    of_all, bound = f"u*{coin(w)}", _bound(w)
    return (
        Step(
            "one step",
            f"sum({CHANGED}, i, 1, n - 1) = [c <= n - 1] - [c <= 0]",
            apply("telescope", f="i: [c <= i - 1]", low="1", high="n - 1"),
        ),
        Step("or none", "[c <= n - 1] <= 1", apply("a comparison", y="c", x="n - 1")),
        Step(
            "at most that",
            f"sum({bound}, i, 1, n - 1) <= {of_all}",
            arithmetic((of_all, "one step"), (of_all, "or none")),
        ),
        Step(
            "factor",
            f"exp(sum({bound}, i, 1, n - 1)) <= exp({of_all})",
            apply("exp grows", "at most that", A=f"sum({bound}, i, 1, n - 1)", B=of_all),
        ),
    )


def games(name: str, model: Model, w: int) -> None:
    """Register what all steps lose."""
    v, of_all = cost(w), f"u*{coin(w)}"
    theorem(
        name,
        model,
        f"E(exp(u*Z - {v}*N)) <= exp({of_all})",
        *_adaptive(w),
        *_in_all(w),
        *_one_step(w),
        Step("all", f"E(exp(u*Z - {v}*N)) <= exp({of_all})", arithmetic("means", "steps", "factor")),
    )


for width, of_games in ((1, PRIVATE_WEIGHTS), (2, PRIVATE)):
    steps(f"a step of {NAMES[width]}", of_games, width)
    games(f"all steps of {NAMES[width]}", of_games, width)
