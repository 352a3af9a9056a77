"""Lemma for ASI-16 to ASI-20: the normalized measures of two batches that follow each other are close.

By group privacy over the B rounds of a batch (Lemma 2.5) both have D^delta <= B eta with delta = B e^{B eta - eta}
delta_0.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.lazy_sampling import LAZY
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together, use

GROWTH: Final = "exp(B*eta)"
SUM: Final = "sum(exp(h*eta), h, 0, B - 1)"
CHANGE: Final = "B*exp(B*eta - eta)*d0"
"""What a batch adds to a probability, beside the factor e^{B eta}."""
OLD, NEW = "m(s, i)", "m(s + 1, i)"


def beyond(old: str, new: str) -> str:
    """What one measure has of a model beyond e^{B eta} times the other."""
    return f"[{GROWTH}*{new} < {old}]*({old} - {GROWTH}*{new})"


FORTH, BACK = (f"sum({beyond(*pair)}, i, 1, d) <= {CHANGE}" for pair in ((OLD, NEW), (NEW, OLD)))
theorem(
    "a batch adds little",
    LAZY,
    f"{SUM} <= B*exp(B*eta - eta)",
    Step("later", "h*eta <= (B - 1)*eta", arithmetic(("eta", "h <= B - 1"))),
    Step("grows", "exp(h*eta) <= exp((B - 1)*eta)", apply("exp grows", "later", A="h*eta", B="(B - 1)*eta")),
    Step(
        "all",
        f"{SUM} <= B*exp(B*eta - eta)",
        apply("sum grows", "grows", f="h: exp(h*eta)", g="h: exp((B - 1)*eta)", low="0", high="B - 1"),
    ),
    variables={"h": "integer, 0 <= h, h <= B - 1"},
)


BACKWARDS: Final = Step(
    "a round back",
    "sum([exp(eta)*u(s, B - k - 1, i) < u(s, B - k, i)]*(u(s, B - k, i) - exp(eta)*u(s, B - k - 1, i)), i, 1, d) <= d0",
    arithmetic(use("Assumption 3.1, back", k="B - k - 1")),
)
End = tuple[str, str, str]
"""A mass after some rounds, that of a batch, and the fact that says that they are the same."""


def _ends(name: str, begin: End, end: End) -> tuple[Step, ...]:
    """What the measures of the rounds have beyond each other, those of the batches have."""
    (first, old, of_old), (last, new, of_new) = begin, end
    return (
        Step(
            f"{name}, at first",
            f"{beyond(first, last)} = {beyond(old, last)}",
            apply("equals for equals", of_old, A=first, B=old, f=f"x: {beyond('x', last)}"),
        ),
        Step(
            f"{name}, at last",
            f"{beyond(old, last)} = {beyond(old, new)}",
            apply("equals for equals", of_new, A=last, B=new, f=f"x: {beyond(old, 'x')}"),
        ),
        Step(
            f"{name}, a model",
            f"{beyond(first, last)} = {beyond(old, new)}",
            arithmetic(f"{name}, at first", f"{name}, at last"),
        ),
        Step(
            f"{name}, all models",
            f"sum({beyond(first, last)}, i, 1, d) = sum({beyond(old, new)}, i, 1, d)",
            apply(
                "sum of equals",
                f"{name}, a model",
                f=f"i: {beyond(first, last)}",
                g=f"i: {beyond(old, new)}",
                low="1",
                high="d",
            ),
        ),
    )


def _direction(name: str, round_: str, rounds: str, begin: End, end: End) -> tuple[Step, ...]:
    """The steps of one direction, where ``round_`` says it of one round."""
    (first, old, _), (last, new, _) = begin, end
    return (
        Step(
            f"{name}, over a batch",
            f"sum({beyond(first, last)}, i, 1, d) <= d0*{SUM}",
            apply(
                "close laws one after another",
                round_,
                m="B",
                d="d",
                eps="eta",
                delta="d0",
                w=rounds,
            ),
        ),
        *_ends(name, begin, end),
        Step(
            name,
            f"sum({beyond(old, new)}, i, 1, d) <= {CHANGE}",
            arithmetic(("-1", f"{name}, all models"), f"{name}, over a batch", ("d0", "sum")),
        ),
    )


BEGIN, END = ("u(s, 0, i)", OLD, "begin"), ("u(s, B, i)", NEW, "end")
theorem(
    "a batch moves little",
    LAZY,
    f"{FORTH} and {BACK}",
    Step("sum", f"{SUM} <= B*exp(B*eta - eta)", apply("a batch adds little")),
    *_direction("forth", "Assumption 3.1", "k, i: u(s, k, i)", BEGIN, END),
    BACKWARDS,
    *_direction("back", BACKWARDS.name, "k, i: u(s, B - k, i)", END, BEGIN),
    Step("all", f"{FORTH} and {BACK}", together("forth", "back")),
)
