"""HRS-14: upper brackets of the differences meet the condition of Lemma 3.2, and bound the distance from the net.

Appendix C.3, for a net H' of H within eps/2, and G, the set of all differences of functions of H and H' that are within
eps/2 of each other. HRS-14a is the display

    E max_h min_h' sum 1(h(x_t) != h'(x_t)) = E max_{g in G} sum g(x_t) <= E max_b sum b(x_t),

where the equality is false: a function may be within eps/2 of two proxies, and be like one of them on each course. On
two points with U, T = 1, sigma = 1 and eps = 1, let h be 1 on one of them and the proxies be constant: on the left
stands 0, and in the middle 1. An inequality is all that is needed: HRS-14a-corrected.

HRS-14b: an upper bracket b of a function g of G has E_U b = E_U (b - g) + E_U g <= eps. The text says it of the set of
the upper brackets, which may be taken to have no others. With one bracket alone the bound of Lemma 3.2 that follows is
false (HRS-07). HRS-14c is that all conditions of Lemma 3.2 are met, and HRS-14d the bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, BIT, entries, family, matrix_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.nets_and_brackets import BETWEEN, NETS
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, arithmetic, inside

WHERE: Final = "Appendix C.3, after (6)"
CONDITION: Final = ("H' is a net of H within eps/2 under U",)


@claim(
    "HRS-14a",
    location=f"{WHERE}, the display",
    latex=r"\mathbb E_{\mathscr D}\Big[\max_{h \in \mathcal H} \min_{h' \in \mathcal H'} \sum_{t=1}^T 1(h(x_t) \ne "
    r"h'(x_t))\Big] = \mathbb E_{\mathscr D}\Big[\max_{g \in \mathcal G} \sum_{t=1}^T g(x_t)\Big] \le \mathbb "
    r"E_{\mathscr D}\Big[\max_{b \in \mathcal B(\mathcal G)} \sum_{t=1}^T b(x_t)\Big]",
    text="Where H' is a net of H within eps/2 and G all differences of functions of H and H' that are within eps/2: "
    "the mean of the largest distance of a function from its nearest proxy is that of the largest total in G, which "
    "is at most that of the upper brackets.",
    checked=CONDITION,
    corrected_by="HRS-14a-corrected",
)
def hrs_14a() -> Case:
    """Two proxies within eps/2."""
    return Case(
        argument="Two points, T = 1, eps = 1, a function that is 1 on one of them, and both constants as proxies: on "
        "each course one of them is right, and one of them wrong.",
        counterexample=Goal("two constant proxies", counterexample("hrs14a"), Hunt("hrs14a", _nets)),
        twins=(Twin("at most", counterexample("hrs14a-corrected")),),
        remarks=(
            "It is false also where G has the difference from the closest proxy under U alone: of three points, let h "
            "be 1 on one, and the proxies be constant. On the left stands 0, and in the middle 1/3.",
        ),
    )


@claim(
    "HRS-14a-corrected",
    location=f"{WHERE}, the display",
    latex=r"\mathbb E_{\mathscr D}\Big[\max_h \min_{h'} \sum_t 1(h(x_t) \ne h'(x_t))\Big] \le \mathbb E_{\mathscr D}"
    r"\Big[\max_{g \in \mathcal G} \sum_t g(x_t)\Big] \le \mathbb E_{\mathscr D}\Big[\max_{b \in \mathcal B(\mathcal "
    r"G)} \sum_t b(x_t)\Big]",
    text="Where H' is a net of H within eps/2 and G all differences of functions of H and H' that are within eps/2: "
    "the mean of the largest distance of a function from its nearest proxy is at most that of the largest total in G, "
    "which is at most that of the upper brackets.",
    checked=CONDITION,
)
def hrs_14a_corrected() -> Case:
    """The closest proxy under U is one of all, and a bracket lies above."""
    return Case(
        checks=(Goal("classes on two and three points", exhaustive("hrs14a-corrected", "nets")),),
        twins=(Twin("half of it", exhaustive("hrs14a-half", "nets")),),
    )


@claim(
    "HRS-14b",
    location=f"{WHERE}, before the last two displays",
    latex=r"\mathbb E_{\mathcal U}[g] \le \epsilon/2,\ \mathbb E_{\mathcal U}[b - g] \le \epsilon/2 \implies \mathbb "
    r"E_{\mathcal U}[b] \le \epsilon",
    text="The upper eps/2-bracket of a function of G, which has measure at most eps/2 over U, has measure at most eps.",
    checked=CONDITION,
)
def hrs_14b() -> Case:
    """The sum of both."""
    return Case(
        checks=(Goal("every upper bracket, classes on two and three points", exhaustive("hrs14b", "nets")),),
        twins=(Twin("eps/2", exhaustive("hrs14b-half", "nets")),),
        remarks=(
            "It is tight. A bracket that holds no function of G may be larger; such may be left out.",
            "Lemma 3.2 also asks for T eps/sigma >= sqrt(ln |B(G)|): HRS-14c.",
        ),
    )


CLASSES: Final = entries(functions=matrix_of(BIT), proxies=matrix_of(BIT), rounds=whole(1, 2), eps=ABOVE_0)


def _differ(a: list[int], b: list[int]) -> list[int]:
    return [int(x != y) for x, y in zip(a, b, strict=True)]


def _mean(bits: list[int]) -> Fraction:
    return Fraction(sum(bits), len(bits))


@CLASSES.where
def _is_net(instance: Instance) -> bool:
    """Each function has a proxy within eps/2 under the uniform law."""
    functions, proxies = instance["functions"], instance["proxies"]
    radius = Fraction(instance["eps"]) / 2
    same = len(functions[0]) == len(proxies[0]) <= 3
    return same and all(any(_mean(_differ(h, p)) <= radius for p in proxies) for h in functions)


def _differences(instance: Instance) -> list[list[int]]:
    """G."""
    radius = Fraction(instance["eps"]) / 2
    pairs = (_differ(h, p) for h, p in product(instance["functions"], instance["proxies"]))
    return [g for g in pairs if _mean(g) <= radius]


def _upper(instance: Instance) -> list[list[int]]:
    """All that may be the upper end of a bracket of a function of G: those above it, within eps/2."""
    radius = Fraction(instance["eps"]) / 2
    found = map(list, product((0, 1), repeat=len(instance["functions"][0])))
    return [
        b
        for b in found
        if any(
            all(x <= y for x, y in zip(g, b, strict=True)) and _mean(b) - _mean(g) <= radius
            for g in _differences(instance)
        )
    ]


def _means(instance: Instance) -> tuple[Fraction, Fraction, Fraction]:
    """The three means, of uniform points, with the functions of G themselves for the upper brackets."""
    functions, proxies = instance["functions"], instance["proxies"]
    courses = list(product(range(len(functions[0])), repeat=instance["rounds"]))

    def mean(totals: list[int]) -> Fraction:
        return Fraction(sum(totals), len(courses))

    worst = [max(min(sum(h[x] != p[x] for x in course) for p in proxies) for h in functions) for course in courses]
    most = [max(sum(g[x] for x in course) for g in _differences(instance)) for course in courses]
    over = [max(sum(b[x] for x in course) for b in _upper(instance)) for course in courses]
    return mean(worst), mean(most), mean(over)


def _is_ordered(instance: Instance, share: Fraction) -> bool:
    worst, most, over = _means(instance)
    return worst <= share * most and most <= over


told("hrs14a", "the mean of the largest distance is that of the largest total in G", _is_net)(
    lambda i: _means(i)[0] == _means(i)[1]
)
told("hrs14a-corrected", "... is at most that of the largest total in G, and that at most that of brackets", _is_net)(
    lambda i: _is_ordered(i, Fraction(1))
)
told("hrs14a-half", "... is at most half of that of the largest total in G", _is_net)(
    lambda i: _is_ordered(i, Fraction(1, 2))
)
told("hrs14b", "every upper bracket of a function of G has measure at most eps", _is_net)(
    lambda i: max(map(_mean, _upper(i))) <= Fraction(i["eps"])
)
told("hrs14b-half", "... at most eps/2", _is_net)(lambda i: 2 * max(map(_mean, _upper(i))) <= Fraction(i["eps"]))


def _nets() -> Iterator[Instance]:
    for rounds in (1, 2):
        yield {"functions": [[1, 0], [0, 0]], "proxies": [[0, 0]], "rounds": rounds, "eps": "1"}
        yield {"functions": [[1, 0], [0, 0], [1, 1]], "proxies": [[0, 0], [1, 1]], "rounds": rounds, "eps": "1"}
        yield {"functions": [[1, 0, 0], [1, 1, 0]], "proxies": [[1, 0, 0]], "rounds": rounds, "eps": "2/3"}


@family("nets", "three classes on two and three points, one and two rounds")
def _all_nets() -> Iterator[Instance]:
    return _nets()


refuted("HRS-14a", NETS, "E(worst) = E(most) and E(most) <= E(over)", setting=BETWEEN)
theorem(
    "HRS-14a-corrected",
    NETS,
    "E(worst) <= E(most) and E(most) <= E(over)",
    Step("near", "proxy(j)*worst <= proxy(j)*most", arithmetic(("proxy(j)", "least"), "it is in G")),
    Step("worst", "worst <= most", arithmetic(inside("sum(_, j, 1, J)", "near"), ("most - worst", "one proxy"))),
    Step(
        "a bracket",
        "held(k)*most <= held(k)*over",
        arithmetic(inside("sum(_, r, 1, T)", "it lies above"), ("held(k)", "the winner"), ("held(k)", "over")),
    ),
    Step("below", "most <= over", arithmetic(inside("sum(_, k, 1, B)", "a bracket"), ("over - most", "one bracket"))),
    Step("first", "E(worst) <= E(most)", arithmetic(inside("E(_)", "worst"))),
    Step("second", "E(most) <= E(over)", arithmetic(inside("E(_)", "below"))),
)
CHOSEN: Final = ("above(i, j, k) = 1",)
OF_G: Final = "sum(u(c)*g(i, j, c), c, 1, N)"
OF_GAP: Final = "sum(u(c)*(b(k, c) - g(i, j, c)), c, 1, N)"
theorem(
    "HRS-14b",
    NETS,
    "sum(u(c)*b(k, c), c, 1, N) <= 2*rad",
    Step("of G", "1 <= close(i, j)", arithmetic("only of G", ("-1", CHOSEN[0])), CHOSEN),
    Step("function", f"{OF_G} <= rad", arithmetic(("1/close(i, j)", "radius of the net")), CHOSEN, ("of G",)),
    Step(
        "gap",
        f"{OF_GAP} <= rad",
        arithmetic("radius of the brackets", (f"rad - {OF_GAP}", CHOSEN[0])),
        CHOSEN,
    ),
    Step("all", "sum(u(c)*b(k, c), c, 1, N) <= 2*rad", arithmetic("function", "gap"), CHOSEN),
    where=CHOSEN,
)
