"""From the losses of the coordinates to two labels: what the proofs of SIMA-31 and of its correction share.

Given the integer that the label is clipped to, the reports are rounded to cells of a grid; a set of cells is at most
B = e^e times as likely given another integer, and D more. Averaging over both integers gives the same for labels.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dpassay.proofs_check.proof.statements import Apply, Step, apply, arithmetic, use
from dpassay.proofs_check.shared_lemmas.independent_losses import LEFT as LEFT_OF

ROOT_OF: Final = "sqrt(2*K*ll)"


def composed(rate: str) -> str:
    """The epsilon of Lemma 2 for K coordinates that are each private with an epsilon."""
    return f"K*({rate})**2/2 + sqrt(2*ll*K*({rate})**2)"


def root_of(rate: str) -> Step:
    """The root in it."""
    inside, bound = f"2*ll*K*({rate})**2", f"{ROOT_OF}*({rate})"
    return Step("the root", f"sqrt({inside}) <= {bound}", apply("a root is at most", x=inside, y=bound))


def left(rate: str) -> str:
    """The part of delta that is needed."""
    return LEFT_OF.replace("T", "K").replace("r**2", f"({rate})**2")


def room(rate: str) -> str:
    """What it leaves."""
    return f"dl*(1 - {left(rate)})"


def distances(sensitivity: str, where: tuple[str, ...] = (), positive: str = "positive") -> tuple[Step, ...]:
    """No place is further from one center than from another, but for the sensitivity."""
    return (
        Step("far", f"l(j, x) - l(j, z) <= {sensitivity}", arithmetic(use("near", z="x", x="z")), where),
        Step(
            "distances",
            f"gap(j, x, v) <= gap(j, z, v) + {sensitivity}",
            apply(
                "triangle inequality",
                use("distance", z="z"),
                use("distance", z="x"),
                "near",
                "far",
                v="v",
                a="l(j, z)",
                b="l(j, x)",
                g="gap(j, z, v)",
                h="gap(j, x, v)",
                S=sensitivity,
            ),
            where,
            (positive,),
        ),
    )


def losses(sensitivity: str, rate: str, where: tuple[str, ...] = ()) -> tuple[Step, ...]:
    """The loss of a coordinate is at most the sensitivity over the scale, and that at most the rate, both ways."""
    gaps = f"(gap(j, x, spot(j, w)) - gap(j, z, spot(j, w)))/scale <= {sensitivity}/scale"
    return (
        Step("at a cell", gaps, arithmetic(("1/scale", use("distances", v="spot(j, w)"))), where),
        Step("loss at most", f"loss(j, z, x, w) <= {rate}", arithmetic("at a cell", "loss", "rate"), where),
        Step(
            "loss at least",
            f"-({rate}) <= loss(j, z, x, w)",
            arithmetic(use("at a cell", z="x", x="z"), ("-1", "loss"), "rate"),
            where,
        ),
    )


def of_set(e: str, more: str, integer: str, other: str, w: str) -> str:
    """A set of cells is at most e^e times as likely given another integer, and so much more."""
    seen = f"seen(y, u, {e}, {w})"
    return f"E({seen}, G({integer}, {w})) <= exp({e})*E({seen}, G({other}, {w})) + {more}"


ALL: Final = "sum(loss(j, z, x, w), j, 1, K)"


def composition(e: str, rate: str, where: tuple[str, ...] = ()) -> Iterator[Step]:
    """Lemma 2 for the rounded reports, at an epsilon that is shown to be enough."""
    seen = f"seen(y, u, {e}, w)"
    yield Step(
        f"composition at {e}",
        f"E({seen}, G(z, w)) <= exp({e})*E({seen}*exp(-{ALL}), G(z, w)) + dl*{left(rate)}",
        apply(
            "independent losses",
            "independent noises",
            "loss at least",
            "loss at most",
            "each a law",
            use("seen or not", e=e),
            "log of 1/delta",
            f"enough for {e}",
            P="G(z, w)",
            X="j: loss(j, z, x, w)",
            I=seen,
            T="K",
            r=rate,
            ll="ll",
            d="dl",
            e=e,
        ),
        where,
    )
    yield Step(
        f"given the integers, at {e}",
        of_set(e, f"dl*{left(rate)}", "z", "x", "w"),
        arithmetic(f"composition at {e}", (f"exp({e})", use("other law", e=e))),
        where,
    )
    yield Step(f"less, at {e}", f"{left(rate)} < 1", apply("less than all is left", x=f"K*({rate})**2"))
    yield Step(f"room at {e}", f"0 < {room(rate)}", arithmetic(("dl", f"less, at {e}")))


CLIPPED: Final = (
    Step("clipped, not below 0", "0 <= h(y, z)", apply("(4) and (5) are laws")),
    Step("clipped to some", "sum(h(y, z), z, 1, N) = 1", apply("(4) and (5) are laws")),
)
"""What labels are clipped to is drawn from laws."""


def _mixtures(e: str, more: str, w: str, given: str) -> Apply:
    """Mixtures by the laws of both clipped labels, where a step says it given any two of them."""
    seen = f"seen(y, u, {e}, {w})"
    return apply(
        "mixtures, up to a number",
        given,
        "clipped, not below 0",
        use("clipped, not below 0", y="u"),
        "clipped to some",
        use("clipped to some", y="u"),
        n="N",
        B=f"exp({e})",
        D=more,
        u="z: h(y, z)",
        w="z: h(u, z)",
        f=f"z: E({seen}, G(z, {w}))",
        g=f"z: E({seen}, G(z, {w}))",
    )


def mixed(  # noqa: PLR0917  # in the order in which it is told
    e: str, more: str, w: str, bound: str, where: tuple[str, ...] = (), defined: str = "", end: str = ""
) -> Iterator[Step]:
    """What holds given any two clipped labels holds for any two labels.

    ``bound`` is the step that says it, for every w > 0; it is used at one, which ``defined`` shows to be above 0. The
    names of the steps end in ``end``.
    """
    known, seen = (defined,) if defined else (), f"seen(y, u, {e}, {w})"
    first, second = (f"sum(h({k}, z)*E({seen}, G(z, {w})), z, 1, N)" for k in ("y", "u"))
    yield Step(f"for w, at {e}{end}", of_set(e, more, "z", "x", w), arithmetic(use(bound, w=w)), where, known)
    yield Step(
        f"mixtures at {e}{end}",
        f"{first} <= exp({e})*{second} + {more}",
        _mixtures(e, more, w, f"for w, at {e}{end}"),
        where,
        known,
    )
    yield Step(
        f"labels at {e}{end}",
        f"least(y, u, {e}) <= {more} + {w}",
        arithmetic(
            f"mixtures at {e}{end}",
            use("a set of cells", e=e, w=w),
            use("clipped first", k="y", e=e, w=w),
            (f"-exp({e})", use("clipped first", k="u", e=e, w=w)),
        ),
        where,
        known,
    )
