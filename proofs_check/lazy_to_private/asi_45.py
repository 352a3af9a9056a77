"""ASI-45: the steps of the proof of Lemma 3.6, on the measures of sequences that differ in one loss.

Appendix A.2. Up to and in the changed round the measures are equal. After it, mu_t is mu_1 times the product of
func(l_i, .) over i < t, which does not depend on the order, so the changed loss may come last: with R the normalized
measure before it, D^{delta_0}(P, R) <= eta and D^{delta_0}(R, Q) <= eta, and P <= E R + d <= E (E Q + d) + d on every
set, with E = e^eta, d = delta_0. And e^eta + 1 <= 4 for eta <= 1/10. The product is printed with mu_0, for mu_1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_1,
    Rows,
    as_rows,
    entries,
    family,
    row_of,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
    inequality,
)
from dpassay.proofs_check.lazy_to_private.games import BITS, bit_games, normalized_law
from dpassay.proofs_check.models.neighboring_measures import NEIGHBORING
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, together, use


@entries(losses=BITS, rates=row_of(ABOVE_1), swap=row_of(whole(), 2, 2)).where
def _is_swap(instance: Instance) -> bool:
    """0/1 losses, a rate for each round, and two rounds to swap."""
    return bool(len(instance["rates"]) == len(instance["losses"]) > max(instance["swap"]))


def _weights(rows: Rows, rates: list[Fraction]) -> list[Fraction]:
    """The normalized measure after all rounds, round i with its own rate."""
    raw = [Fraction(1)] * len(rows[0])
    for row, rate in zip(rows, rates, strict=True):
        raw = [w * rate ** -int(loss) for w, loss in zip(raw, row, strict=True)]
    return normalized_law(raw)


def _swaps(instance: Instance) -> bool:
    rows, rates, (i, j) = as_rows(instance["losses"]), [Fraction(g) for g in instance["rates"]], instance["swap"]
    swapped = list(rows)
    swapped[i], swapped[j] = rows[j], rows[i]
    return _weights(rows, rates) == _weights(tuple(swapped), rates)


told(
    "asi45",
    "swapping two losses leaves the measure as it is, for one func",
    _is_swap.where(lambda i: len(set(i["rates"])) == 1),
)(_swaps)
told("asi45-any", "the same where func may change with the round", _is_swap)(_swaps)


def _swapped(rates: tuple[str, ...]) -> Iterator[Instance]:
    for losses, (i, j) in product(bit_games(3, 2), combinations(range(3), 2)):
        yield {"losses": losses, "rates": list(rates), "swap": [i, j]}


family("l2p-swapped", "all 0/1 games with T = 3, d = 2 at e^eta = 3/2, and all pairs of rounds")(
    lambda: _swapped(("3/2", "3/2", "3/2"))
)
family("l2p-swapped-any", "the same at e^eta = 3/2, 2, 3 in turn")(lambda: _swapped(("3/2", "2", "3")))


@claim(
    "ASI-45",
    location="Appendix A.2",
    latex=r"\mu_t = \mu_0 \textstyle\prod_{i<t} \mathsf{func}(\ell_i);\ \text{swap } t-1 \text{ and } t_0;\ "
    r"D_\infty^{(e^\eta + 1)\delta_0}(\overline\mu_t, \overline\mu_t') \le 2\eta;\ e^\eta + 1 \le 4",
    text="The steps of the proof of Lemma 3.6: the measures are equal for t <= t_0; for t = t_0 + 1 group privacy "
    "gives D^{(e^eta + 1) delta_0} <= 2 eta; swapping the losses of rounds t - 1 and t_0 leaves mu_t as it is; and "
    "e^eta + 1 <= 4.",
    assumed=(
        "mu_0 is the measure of the first round, mu_1: no loss comes before it",
        "Assumption 3.1 for the swapped sequences too, with one func for all rounds",
        "there are finitely many models",
    ),
    adjacency="one_loss",
)
def asi_45() -> Case:
    """As printed, with mu_1 for mu_0."""
    return Case(
        checks=(Goal("all swaps in small games", exhaustive("asi45", "l2p-swapped")),),
        sharper=(Goal("e^eta + 1 <= 4 up to eta = 1.09", inequality("4 - (exp(h) + 1)", "h", "[0, 109/100]", ">")),),
        twins=(Twin("where func may change with the round", exhaustive("asi45-any", "l2p-swapped-any")),),
        remarks=("The product is printed with mu_0, which Algorithm 1 does not have; mu_1 is meant.",),
    )


UP_TO_THERE: Final = {"b": "integer, 1 <= b, b <= t0", "e": "integer, 1 <= e, e <= b - 1"}
theorem(
    "ASI-45: before the changed loss tells",
    NEIGHBORING,
    "p(1, b, l) = p(2, b, l)",
    Step("before", "e - t0 < 0", arithmetic()),
    Step(
        "factors",
        "f(1, e, i) = f(2, e, i)",
        arithmetic(("1/(e - t0)", use("one loss differs", k="e"))),
        defined=("before",),
    ),
    Step(
        "products",
        "sum(f(1, e, i), e, 1, b - 1) = sum(f(2, e, i), e, 1, b - 1)",
        apply("sum of equals", "factors", f="e: f(1, e, i)", g="e: f(2, e, i)", low="1", high="b - 1"),
    ),
    Step(
        "measures",
        "v(1, b, i) = v(2, b, i)",
        arithmetic(
            use("log measure", g="1", t="b"), ("-1", use("log measure", g="2", t="b")), "products", "first measure"
        ),
    ),
    Step(
        "all",
        "p(1, b, l) = p(2, b, l)",
        apply(
            "equal measures",
            use("normalized", g="1", t="b"),
            use("normalized", g="2", t="b"),
            "measures",
            d="d",
            p="p(1, b, l)",
            q="p(2, b, l)",
            v="i: v(1, b, i)",
            w="i: v(2, b, i)",
            e="i: among(l, i)",
        ),
    ),
    variables=UP_TO_THERE,
)
theorem(
    "ASI-45: a swap",
    NEIGHBORING,
    "vs(g, a, i) = v(g, a, i) and swapped(g, a, l) = p(g, a, l)",
    Step(
        "products",
        "sum(fs(g, a, h, i), h, 1, a - 1) = sum(f(g, h, i), h, 1, a - 1)",
        apply(
            "a sum with two terms swapped",
            "elsewhere",
            "there",
            "last",
            low="1",
            j="t0",
            k="a - 1",
            high="a - 1",
            f="h: fs(g, a, h, i)",
            g="h: f(g, h, i)",
        ),
    ),
    Step(
        "measures",
        "vs(g, a, i) = v(g, a, i)",
        arithmetic("log measure, swapped", ("-1", use("log measure", t="a")), "products"),
    ),
    Step(
        "laws",
        "swapped(g, a, l) = p(g, a, l)",
        apply(
            "equal measures",
            "normalized, swapped",
            use("normalized", t="a"),
            "measures",
            d="d",
            p="swapped(g, a, l)",
            q="p(g, a, l)",
            v="i: vs(g, a, i)",
            w="i: v(g, a, i)",
            e="i: among(l, i)",
        ),
    ),
)
FORTH, BACK = (f"p({x}, a, l) <= exp(2*eta)*p({y}, a, l) + (exp(eta) + 1)*d0" for x, y in ("12", "21"))
CONSTANT: Final = "exp(eta) + 1 <= 4"
theorem(
    "ASI-45",
    NEIGHBORING,
    f"{FORTH} and {BACK} and {CONSTANT}",
    Step("the changed loss last", "swapped(g, a, l) = p(g, a, l)", apply("ASI-45: a swap")),
    Step(
        "forth",
        FORTH,
        arithmetic(
            use("stable", g="1"),
            ("exp(eta)", use("stable, back", g="2")),
            ("-1", use("the changed loss last", g="1")),
            ("exp(2*eta)", use("the changed loss last", g="2")),
        ),
    ),
    Step(
        "back",
        BACK,
        arithmetic(
            use("stable", g="2"),
            ("exp(eta)", use("stable, back", g="1")),
            ("-1", use("the changed loss last", g="2")),
            ("exp(2*eta)", use("the changed loss last", g="1")),
        ),
    ),
    Step("constant", CONSTANT, analysis("exp(h) + 1 <= 4", "[0, 1/10]", h="eta")),
    Step("all", f"{FORTH} and {BACK} and {CONSTANT}", together("forth", "back", "constant")),
    also=("ASI-45: before the changed loss tells", "ASI-45: a swap"),
)
