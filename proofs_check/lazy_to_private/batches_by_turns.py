"""What L2P over multiplicative weights pays where two experts are charged by turns, each in one batch.

Where a batch begins, the expert that it charges has lost as much as the other one, or B less: in odd batches and in
even ones. In round j of it its probability is 1/(1 + y e^((j - 1) h)), with y = 1 or e^(-B h), which falls by (j - 1)
h/24 at least where B h <= 1. The input algorithm gains by that, and L2P, which plays the law of the first round, does
not.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.lazy_to_private.models_follow_measures import MODELS
from dpassay.proofs_check.lazy_to_private.probabilities_by_turns import ODD_OR_EVEN, share_of
from dpassay.proofs_check.models.charged_by_turns import BY_TURNS
from dpassay.proofs_check.models.lazy_experts import BATCH_LOSS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, constant, inside, together, use

COST: Final = "(mu(s, {j}, 1)*a(s) + mu(s, {j}, d)*(1 - a(s)))"
"""The mean loss of the input algorithm in a round."""
SHORT: Final = ("B*h <= 1",)
FALLS: Final = f"h*(j - 1)/24 <= {COST.format(j='1')} - {COST.format(j='j')}"
ODD: Final = ("1/2 <= a(s)",)
IS_EVEN: Final = ("a(s) < 1/2",)


def _case(name: str, where: tuple[str, ...], expert: str, gap: str, weight: str, *bounds: str) -> tuple[Step, ...]:
    """The probability of the expert that is charged falls, in an odd or an even batch."""
    share = f"mu(s, j, {expert})*(1 + {weight}*exp(h*(j - 1))) = 1"
    return (
        *share_of(name, "s", expert, share, where, gap=gap),
        Step(
            f"{name}: first share",
            f"mu(s, 1, {expert})*(1 + {weight}) = 1",
            arithmetic(use(f"{name}: share", j="1")),
            where,
        ),
        Step(
            f"{name}: falls",
            f"h*(j - 1)/24 <= mu(s, 1, {expert}) - mu(s, j, {expert})",
            apply(
                "a share falls",
                f"{name}: first share",
                f"{name}: share",
                "not negative",
                "at most 1, in all",
                *bounds,
                y=weight,
                u="h*(j - 1)",
                first=f"mu(s, 1, {expert})",
                later=f"mu(s, j, {expert})",
            ),
            (*where, *SHORT),
        ),
        Step(
            f"{name}: all",
            FALLS,
            arithmetic(f"{name}: falls", ("mu(s, 1, d) - mu(s, j, d) - mu(s, 1, 1) + mu(s, j, 1)", name)),
            (*where, *SHORT),
        ),
    )


theorem(
    "the charged expert's probability falls",
    BY_TURNS,
    FALLS,
    Step("odd or even", ODD_OR_EVEN, apply("a batch is odd or even")),
    Step("odd", "a(s) = 1", arithmetic(("-1/a(s)", "odd or even")), ODD),
    Step("less than 1", "0 < 1 - a(s)", arithmetic(), IS_EVEN),
    Step("even", "a(s) = 0", arithmetic(("1/(1 - a(s))", "odd or even")), IS_EVEN, ("less than 1",)),
    Step("not negative", "0 <= h*(j - 1)", arithmetic(("h", "1 <= j"))),
    Step("at most 1, in all", "h*(j - 1) <= 1", arithmetic(("h", "j <= B"), SHORT[0]), SHORT),
    Step("number", "1/3 <= exp(-1)", constant()),
    Step("not small", "1/3 <= exp(-h*B)", arithmetic("number", inside("exp(_)", "-1 <= -h*B")), SHORT),
    Step("not large", "exp(-h*B) <= 1", arithmetic(inside("exp(_)", "-h*B <= 0"))),
    *_case("odd", ODD, "1", "j - 1", "1"),
    *_case("even", IS_EVEN, "d", "B - (j - 1)", "exp(-h*B)", "not small", "not large"),
    Step(
        "all",
        FALLS,
        apply(
            "cases",
            "odd: all",
            "even: all",
            A="h*(j - 1)/24",
            B=f"{COST.format(j='1')} - {COST.format(j='j')}",
            c="a(s) - 1/2",
        ),
        SHORT,
    ),
    where=SHORT,
)
BATCH: Final = f"h*B*(B - 1)/48 <= B*{COST.format(j='1')} - sum({COST.format(j='j')}, j, 1, B)"
theorem(
    "what a batch by turns adds",
    BY_TURNS,
    BATCH,
    Step("falls", FALLS, apply("the charged expert's probability falls"), SHORT),
    Step(
        "all",
        BATCH,
        apply("what a falling probability adds up to", "falls", B="B", h="h", c=f"j: {COST.format(j='j')}"),
        SHORT,
    ),
    where=SHORT,
)
PAID: Final = f"lazy = sum(B*{COST.format(j='1')}, s, 1, n)"
PAID_ALONE: Final = f"alone = sum(sum({COST.format(j='j')}, j, 1, B), s, 1, n)"
OF_BOTH: Final = "sum(mu(s, j, i)*l(s, j, i), i, 1, d)"
LOSS_1, LOSS_D = (BATCH_LOSS.replace("i)", f"{i})") for i in ("1", "d"))
theorem(
    "losses by turns",
    BY_TURNS,
    f"{PAID} and {PAID_ALONE}",
    Step("models", MODELS, apply("models follow the measures")),
    Step(
        "two models",
        f"sum(x(s, i)*{BATCH_LOSS}, i, 1, d) = x(s, 1)*{LOSS_1} + x(s, d)*{LOSS_D}",
        apply("sum of two", "two experts", d="d", f=f"i: x(s, i)*{BATCH_LOSS}"),
    ),
    Step(
        "batch",
        f"sum(x(s, i)*{BATCH_LOSS}, i, 1, d) = B*{COST.format(j='1')}",
        arithmetic(
            "two models",
            ("x(s, 1)", inside("sum(_, j, 1, B)", "first of them")),
            ("x(s, d)", inside("sum(_, j, 1, B)", "last of them")),
            ("B*a(s)", use("models", i="1")),
            ("B*(1 - a(s))", use("models", i="d")),
        ),
    ),
    Step("paid", PAID, arithmetic("lazy loss", inside("sum(_, s, 1, n)", "batch"))),
    Step(
        "two experts each",
        f"{OF_BOTH} = mu(s, j, 1)*l(s, j, 1) + mu(s, j, d)*l(s, j, d)",
        apply("sum of two", "two experts", d="d", f="i: mu(s, j, i)*l(s, j, i)"),
    ),
    Step(
        "round",
        f"{OF_BOTH} = {COST.format(j='j')}",
        arithmetic("two experts each", ("mu(s, j, 1)", "first of them"), ("mu(s, j, d)", "last of them")),
    ),
    Step("paid alone", PAID_ALONE, arithmetic("input loss", inside("sum(sum(_, j, 1, B), s, 1, n)", "round"))),
    Step("all", f"{PAID} and {PAID_ALONE}", together("paid", "paid alone")),
)
ADDED: Final = "n*h*B*(B - 1)/48 <= lazy - alone"
EACH: Final = f"B*{COST.format(j='1')} - sum({COST.format(j='j')}, j, 1, B)"
theorem(
    "what batches by turns add",
    BY_TURNS,
    ADDED,
    Step("batch", BATCH, apply("what a batch by turns adds"), SHORT),
    Step("lazy", PAID, apply("losses by turns")),
    Step("alone", PAID_ALONE, apply("losses by turns")),
    Step("all", ADDED, arithmetic(inside("sum(_, s, 1, n)", "batch"), ("-1", "lazy"), "alone"), SHORT),
    where=SHORT,
)
