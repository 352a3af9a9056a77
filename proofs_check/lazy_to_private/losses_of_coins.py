"""Lemmas for Theorem 3.2: what the steps of Algorithm 1 lose, and how many models they draw, step by step.

If a loss of batch c is replaced, the quotient in line 6 is the same in all steps but c, and there it changes by a
factor of at most e^(2 w eta): so a coin of that step loses at most 2 w eta/p (``changed_quotients``). Here w = 1 for
multiplicative weights, where a loss moves the log of a quotient by 2 eta, and w = 2 in general.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.private_lazy import PRIVATE, PRIVATE_WEIGHTS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Model, Step, apply, arithmetic, together, use

SMALLEST: Final = "exp(-2*B*eta)"


def _quotient(g: int) -> str:
    """What line 6 compares with 1."""
    return f"{SMALLEST}*r({g}, i, 1)/r({g}, i, 2)"


FIRST, SECOND = map(_quotient, (1, 2))


def _not_normalized(g: int) -> Step:
    """The quotient of normalized measures is that of measures."""
    return Step(
        f"not normalized, game {g}",
        f"r({g}, i, 1)/r({g}, i, 2) = w({g}, i, 1)/w({g}, i, 2)",
        arithmetic(
            (f"-1/w({g}, i, 2)", use("normalized", g=str(g), e="1")),
            (f"r({g}, i, 1)/(w({g}, i, 2)*r({g}, i, 2))", use("normalized", g=str(g), e="2")),
        ),
    )


ELSEWHERE: Final = f"(i - c)*({FIRST} - {SECOND}) = 0"
theorem(
    "the quotient in other steps",
    PRIVATE,
    ELSEWHERE,
    _not_normalized(1),
    _not_normalized(2),
    Step(
        "all",
        ELSEWHERE,
        arithmetic(
            (f"(i - c)*{SMALLEST}", "not normalized, game 1"),
            (f"-(i - c)*{SMALLEST}", "not normalized, game 2"),
            (f"{SMALLEST}/w(1, i, 2)", use("equal losses elsewhere", e="1")),
            (f"-{SMALLEST}*w(2, i, 1)/(w(1, i, 2)*w(2, i, 2))", use("equal losses elsewhere", e="2")),
        ),
    ),
)


def _general(name: str, g: int, other: int) -> tuple[Step, ...]:
    """With any measure quotients differ by at most e^(4 eta)."""
    r, r2 = f"r({g}, i, {{}})".format, f"r({other}, i, {{}})".format
    return (
        Step(
            f"{name}, one model",
            f"r({g}, i, e) <= exp(2*eta)*r({other}, i, e)",
            arithmetic(
                use("Assumption 3.1, the changed loss last", g=str(g)),
                ("exp(eta)", use("Assumption 3.1, the changed loss last, back", g=str(other))),
            ),
        ),
        Step(
            f"{name}, other model",
            f"r({other}, i, e) <= exp(2*eta)*r({g}, i, e)",
            arithmetic(
                use("Assumption 3.1, the changed loss last", g=str(other)),
                ("exp(eta)", use("Assumption 3.1, the changed loss last, back", g=str(g))),
            ),
        ),
        Step(
            name,
            f"{_quotient(g)} <= exp(4*eta)*{_quotient(other)}",
            arithmetic(
                (f"{SMALLEST}*exp(2*eta)/{r2(2)}", use(f"{name}, one model", e="1")),
                (f"{SMALLEST}*{r(1)}/({r(2)}*{r2(2)})", use(f"{name}, other model", e="2")),
            ),
        ),
    )


def _weights(name: str, g: int, other: int) -> tuple[Step, ...]:
    """With multiplicative weights they differ by at most e^(2 eta)."""
    ahead, ahead2 = (f"(eta*lost({k}, i, 2) - eta*lost({k}, i, 1))" for k in (g, other))
    sign = ("one row", "one row, back") if g == 1 else ("one row, back", "one row")
    return (
        Step(
            f"{name}, losses",
            f"{ahead} <= 2*eta + {ahead2}",
            arithmetic(("eta", use(sign[0], e="2")), ("eta", use(sign[1], e="1"))),
        ),
        Step(
            f"{name}, factors",
            f"exp({ahead}) <= exp(2*eta + {ahead2})",
            apply("exp grows", f"{name}, losses", A=ahead, B=f"2*eta + {ahead2}"),
        ),
        Step(
            name,
            f"{_quotient(g)} <= exp(2*eta)*{_quotient(other)}",
            arithmetic(
                (SMALLEST, f"{name}, factors"),
                (SMALLEST, f"in losses, game {g}"),
                (f"-{SMALLEST}*exp(2*eta)", f"in losses, game {other}"),
            ),
        ),
    )


def in_losses(g: int) -> tuple[Step, ...]:
    """The quotient of measures in losses."""
    ahead = f"exp(eta*lost({g}, i, 2) - eta*lost({g}, i, 1))"
    return (
        _not_normalized(g),
        Step(
            f"in losses, game {g}",
            f"r({g}, i, 1)/r({g}, i, 2) = {ahead}",
            arithmetic(
                f"not normalized, game {g}",
                (f"1/w({g}, i, 2)", use("(4)", g=str(g), e="1")),
                (f"-{ahead}/w({g}, i, 2)", use("(4)", g=str(g), e="2")),
            ),
        ),
    )


def coin(w: int) -> str:
    """What a coin of step c may lose."""
    return f"{2 * w}*eta/p"


CHANGED: Final = "([c <= i] - [c <= i - 1])"
"""1 in step c, and else 0."""
OF_S, OF_Q = "log(S(1, i)) - log(S(2, i))", "log(q(1, i)) - log(q(2, i))"
LATER, EARLIER = ("0 <= i - 1 - c",), ("i - c < 0",)
AT_C: Final = ("0 <= i - c", "i - 1 - c < 0")


def _of_coin(where: tuple[str, ...], name: str, quotients: tuple[str, str], d: str) -> tuple[Step, ...]:
    """What both coins lose, where the quotients differ by at most e^d."""
    values = {"p": "p", "D": d, "Q": FIRST, "Q2": SECOND, "S": "S(1, i)", "S2": "S(2, i)"}
    lines = (use(line, g=g) for line in ("line 6", "line 7") for g in "12")
    applied = apply("a coin whose quotient changes", *lines, *quotients, **values, q="q(1, i)", q2="q(2, i)")
    return tuple(Step(f"{name}: {of}", f"{loss} <= {d}/p", applied, where) for of, loss in (("S", OF_S), ("q", OF_Q)))


def _elsewhere(name: str, where: tuple[str, ...]) -> tuple[Step, ...]:
    """In other steps nothing is lost."""
    ends = (("up", FIRST, SECOND, "1"), ("down", SECOND, FIRST, "-1"))
    same = tuple(
        Step(
            f"{name}, {end}",
            f"{one} <= exp(0)*{other}",
            arithmetic((f"{sign}/(i - c)", "elsewhere")),
            where,
        )
        for end, one, other, sign in ends
    )
    return (*same, *_of_coin(where, name, (f"{name}, up", f"{name}, down"), "0"))


BEGUN, OVER = "[c <= i]", "[c <= i - 1]"
INDICATORS: Final = (
    Step("begun", f"{BEGUN} = 1", apply("indicator of what holds", A="c", B="i"), ("0 <= i - c",)),
    Step("over", f"{OVER} = 1", apply("indicator of what holds", A="c", B="i - 1"), LATER),
    Step("not over", f"{OVER} = 0", apply("indicator of what fails", A="c", B="i - 1"), ("i - 1 - c < 0",)),
)


def _in_each_case(of: str, loss: str, w: int) -> tuple[Step, ...]:
    """What a coin loses: in step c at most that, and nothing in other steps."""
    most = f"{coin(w)}*{CHANGED}"
    goal = f"{loss} <= {most}"
    cases = (
        (f"earlier, {of}", f"earlier: {of}", ((coin(w), "not over"),), EARLIER),
        (f"later, {of}", f"later: {of}", ((f"-{coin(w)}", "begun"), (coin(w), "over")), LATER),
        (f"then, {of}", f"then: {of}", ((f"-{coin(w)}", "begun"), (coin(w), "not over")), AT_C),
    )
    return (
        *(Step(name, goal, arithmetic(bound, *indicators), where) for name, bound, indicators, where in cases),
        Step(
            f"from then on, {of}",
            goal,
            apply("cases", f"later, {of}", f"then, {of}", A=loss, B=most, c="i - 1 - c"),
            ("0 <= i - c",),
        ),
        Step(of, goal, apply("cases", f"from then on, {of}", f"earlier, {of}", A=loss, B=most, c="i - c")),
    )


def coins(name: str, model: Model, w: int) -> None:
    """Register what the coins of a step lose."""
    changed = _weights if w == 1 else _general
    most = f"{coin(w)}*{CHANGED}"
    theorem(
        name,
        model,
        f"{OF_S} <= {most} and {OF_Q} <= {most}",
        *((*in_losses(1), *in_losses(2)) if w == 1 else ()),
        *changed("up", 1, 2),
        *changed("down", 2, 1),
        Step("elsewhere", ELSEWHERE, apply("the quotient in other steps")),
        *INDICATORS,
        *_elsewhere("earlier", EARLIER),
        *_elsewhere("later", LATER),
        *_of_coin((), "then", ("up", "down"), f"{2 * w}*eta"),
        *_in_each_case("S", OF_S, w),
        *_in_each_case("q", OF_Q, w),
        Step("all", f"{OF_S} <= {most} and {OF_Q} <= {most}", together("S", "q")),
    )


coins("coins of multiplicative weights", PRIVATE_WEIGHTS, 1)
coins("coins of any measure", PRIVATE, 2)
