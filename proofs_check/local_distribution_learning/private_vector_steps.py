"""From two clipped labels to two labels: what the proofs of SIMA-31 and of its correction share."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use, words

FALLS: Final = "The least delta falls with epsilon, and this epsilon is at least the one before."
LEMMA_2: Final = (
    "Given the clipped labels the K coordinates are independent, and each is private with that epsilon, by the "
    "triangle inequality for its Laplace densities. So Lemma 2 (SIMA-29), in the limit of finer and finer answers, "
    "gives this."
)
ROOT_OF: Final = "sqrt(2*K*ll)"


def composed(rate: str) -> str:
    """The epsilon of Lemma 2 for K coordinates that are each private with an epsilon."""
    return f"K*({rate})**2/2 + sqrt(2*ll*K*({rate})**2)"


def root_of(rate: str) -> Step:
    """The root in it."""
    inside, bound = f"2*ll*K*({rate})**2", f"{ROOT_OF}*({rate})"
    return Step("the root", f"sqrt({inside}) <= {bound}", apply("a root is at most", x=inside, y=bound))


CLIPPED: Final = (
    Step("clipped, not below 0", "0 <= h(y, z)", apply("(4) and (5) are laws")),
    Step("other, not below 0", "0 <= h(u, x)", arithmetic(use("clipped, not below 0", y="u", z="x"))),
    Step(
        "both, not below 0",
        "0 <= h(y, z)*h(u, x)",
        arithmetic(("h(u, x)", "clipped, not below 0")),
        (),
        ("other, not below 0",),
    ),
    Step("clipped to some", "sum(h(y, z), z, 1, N) = 1", apply("(4) and (5) are laws")),
)
"""What labels are clipped to is drawn from laws."""


def mixed(e: str, bound: str) -> tuple[Step, ...]:
    """What holds given any two clipped labels holds for any two labels; ``bound`` is the step that it holds."""
    pair = f"h(y, z)*h(u, x)*apart(z, x, {e})"
    return (
        *CLIPPED,
        Step(
            "mixture",
            f"least(y, u, {e}) <= sum(sum({pair}, x, 1, N), z, 1, N)",
            words(
                "The report on a label is the mixture, over what it is clipped to, of the reports given that. The "
                "least delta of two laws is convex in both of them, so it is at most the mean of that given two "
                "integers."
            ),
        ),
        Step(
            "pair",
            f"{pair} <= h(y, z)*h(u, x)*dl",
            arithmetic(("h(y, z)*h(u, x)", bound)),
            (),
            ("both, not below 0",),
        ),
        Step(
            "pairs",
            f"sum({pair}, x, 1, N) <= sum(h(y, z)*h(u, x)*dl, x, 1, N)",
            apply("sum grows", "pair", f=f"x: {pair}", g="x: h(y, z)*h(u, x)*dl", low="1", high="N"),
        ),
        Step(
            "one integer",
            f"sum({pair}, x, 1, N) <= h(y, z)*dl",
            arithmetic("pairs", ("h(y, z)*dl", use("clipped to some", y="u"))),
        ),
        Step(
            "all integers",
            f"sum(sum({pair}, x, 1, N), z, 1, N) <= sum(h(y, z)*dl, z, 1, N)",
            apply("sum grows", "one integer", f=f"z: sum({pair}, x, 1, N)", g="z: h(y, z)*dl", low="1", high="N"),
        ),
        Step("labels", f"least(y, u, {e}) <= dl", arithmetic("mixture", "all integers", ("dl", "clipped to some"))),
    )
