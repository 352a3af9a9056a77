"""The probabilities of two experts that are charged by turns, each in one batch.

Of the batches so far one half charged expert 1, but for one more of them before an even batch.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.charged_by_turns import BY_TURNS
from dpassay.proofs_check.models.lazy_experts import PAST
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, Texts, apply, arithmetic, inside, together, use

EVEN, SO_FAR = (f"2*sum(a(r), r, 1, {s} - 1) = {s} - a({s})" for s in "st")
theorem(
    "batches so far, by turns",
    BY_TURNS,
    EVEN,
    Step(
        "last", "sum(a(r), r, 1, t) = sum(a(r), r, 1, t - 1) + a(t)", apply("last term", f="r: a(r)", low="1", high="t")
    ),
    Step(
        "next",
        "2*sum(a(r), r, 1, t) = t + 1 - a(t + 1)",
        arithmetic(("2", "last"), SO_FAR, use("by turns", s="t")),
        (SO_FAR,),
    ),
    Step("first", "2*sum(a(r), r, 1, 0) = 1 - a(1)", arithmetic("at first")),
    Step(
        "all",
        EVEN,
        apply(
            "induction of equalities",
            "first",
            "next",
            low="1",
            high="s",
            f="s: 2*sum(a(r), r, 1, s - 1)",
            g="s: s - a(s)",
        ),
    ),
)
ODD_OR_EVEN: Final = "a(s)*(1 - a(s)) = 0"
theorem(
    "a batch is odd or even",
    BY_TURNS,
    ODD_OR_EVEN,
    Step("first", "a(1)*(1 - a(1)) = 0", arithmetic(("-a(1)", "at first"))),
    Step(
        "next",
        "a(t + 1)*(1 - a(t + 1)) = 0",
        arithmetic(("a(t) - a(t + 1)", use("by turns", s="t")), "a(t)*(1 - a(t)) = 0"),
        ("a(t)*(1 - a(t)) = 0",),
    ),
    Step(
        "all",
        ODD_OR_EVEN,
        apply("induction of equalities", "first", "next", low="1", high="s", f="s: a(s)*(1 - a(s))", g="s: 0"),
    ),
)


def _lost(expert: str, charged: str, name: str) -> tuple[Step, ...]:
    """The losses of an expert before round j of batch s."""
    earlier, now = (f"sum(l({s}, u, {expert}), u, 1, {last})" for s, last in (("r", "B"), ("s", "j - 1")))
    each = charged.replace("a(s)", "a(r)")
    return (
        Step(
            f"a batch, {name}",
            f"sum(l(s, u, {expert}), u, 1, B) = B*({charged})",
            apply("sum of equals", f"{name} of them", f=f"u: l(s, u, {expert})", g=f"u: {charged}", low="1", high="B"),
        ),
        Step(
            f"batches, {name}",
            f"sum({earlier}, r, 1, s - 1) = sum(B*({each}), r, 1, s - 1)",
            apply("sum of equals", f"a batch, {name}", f=f"r: {earlier}", g=f"r: B*({each})", low="1", high="s - 1"),
        ),
        Step(
            f"this batch, {name}",
            f"{now} = (j - 1)*({charged})",
            apply(
                "sum of equals", f"{name} of them", f=f"u: l(s, u, {expert})", g=f"u: {charged}", low="1", high="j - 1"
            ),
        ),
    )


GAP: Final = "(B*(1 - a(s)) + (j - 1)*(2*a(s) - 1))"
"""How much more expert 1 has lost than expert 2."""
FIRST, LAST = (f"exp(-h*{PAST.format(i=i)})" for i in ("1", "d"))
OF_FIRST: Final = f"mu(s, j, 1)*(1 + exp(h*{GAP})) = 1"
OF_LAST: Final = f"mu(s, j, d)*(1 + exp(-h*{GAP})) = 1"
theorem(
    "probabilities by turns",
    BY_TURNS,
    f"{OF_FIRST} and {OF_LAST}",
    Step("so far", EVEN, apply("batches so far, by turns")),
    *_lost("1", "a(s)", "first"),
    *_lost("d", "1 - a(s)", "last"),
    Step(
        "more",
        f"{PAST.format(i='d')} = {PAST.format(i='1')} - {GAP}",
        arithmetic(
            "batches, last",
            "this batch, last",
            ("-1", "batches, first"),
            ("-1", "this batch, first"),
            ("-B", "so far"),
        ),
    ),
    Step(
        "both",
        f"sum(exp(-h*{PAST.format(i='k')}), k, 1, d) = {FIRST} + {LAST}",
        apply("sum of two", "two experts", d="d", f=f"k: exp(-h*{PAST.format(i='k')})"),
    ),
    Step(
        "first",
        OF_FIRST,
        arithmetic(
            (f"1/{FIRST}", use("measure", i="1")),
            (f"-mu(s, j, 1)/{FIRST}", "both"),
            (f"-mu(s, j, 1)/{FIRST}", inside("exp(-h*_)", "more")),
        ),
    ),
    Step(
        "last",
        OF_LAST,
        arithmetic(
            (f"1/{LAST}", use("measure", i="d")),
            (f"-mu(s, j, d)/{LAST}", "both"),
            (f"mu(s, j, d)*exp(-h*{GAP})/{LAST}", inside("exp(-h*_)", "more")),
        ),
    ),
    Step("all", f"{OF_FIRST} and {OF_LAST}", together("first", "last")),
)


def in_batch(text: str, batch: str) -> str:
    """The same of another batch than s."""
    return text.replace("mu(s,", f"mu({batch},").replace("a(s)", f"a({batch})")


def share_of(name: str, batch: str, expert: str, says: str, where: Texts, *, gap: str) -> tuple[Step, ...]:
    """The probability of the expert that is charged, where the gap is known; the step ``name`` says a(batch)."""
    other, part, sign = in_batch(GAP, batch), *((OF_FIRST, "") if expert == "1" else (OF_LAST, "-"))
    return (
        Step(f"{name}: gap", f"{other} = {gap}", arithmetic(("2*(j - 1) - B", name)), where),
        Step(
            f"{name}: weight",
            f"exp({sign}h*{other}) = exp({sign}h*({gap}))",
            apply("equals for equals", f"{name}: gap", A=other, B=gap, f=f"y: exp({sign}h*y)"),
            where,
        ),
        Step(f"{name}: says", part, apply("probabilities by turns")),
        Step(
            f"{name}: share",
            says,
            arithmetic(use(f"{name}: says", s=batch), (f"-mu({batch}, j, {expert})", f"{name}: weight")),
            where,
        ),
    )
