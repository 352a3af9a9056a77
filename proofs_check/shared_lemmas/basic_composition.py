"""Basic composition: where no round moves the log of its probability by more than eps(t), events move by e^sum eps(t).

The rounds may be adaptive: l(t) is the log of the probability of the answer in round t given the earlier ones.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.exact import as_real
from dpassay.proofs_check.models.anything import LAW, anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside

OUTCOMES: Final = (0, 1)
FIRST, SECOND = (Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 2), Fraction(1, 2))


def _log(probability: Fraction) -> Any:
    return as_real(probability).log()


RESPONSE: Final = {
    "P": lambda: dict(enumerate(FIRST)),
    "P2": lambda: dict(enumerate(SECOND)),
    "p": lambda answer: FIRST[answer],
    "p2": lambda answer: SECOND[answer],
    "event": Fraction,
}
POSITIVE, AT_LEAST_0 = Named(space="outcome", range="positive"), Named(space="outcome", range="at least 0")
QUANTITIES: Final = {"P": LAW, "P2": LAW, "p": POSITIVE, "p2": POSITIVE, "event": AT_LEAST_0}
LAWS: Final = {"laws": Given("E(event) = E(event*p/p2, P2)")}
EVENT: Final = "E(event) <= exp(e)*E(event, P2)"
theorem(
    "privacy of events",
    anything(
        "two laws of a transcript", {"e": "real"}, QUANTITIES, ({**RESPONSE, "e": Fraction(1)},), outcomes=OUTCOMES
    ),
    EVENT,
    Step("all", EVENT, arithmetic("laws", inside("E(event/p2*exp(_), P2)", "transcripts"))),
    given={**LAWS, "transcripts": Given("log(p) <= e + log(p2)")},
)

ROUND = {"t": "integer, 1 <= t, t <= T"}
COMPOSED = "E(event) <= exp(sum(eps(t), t, 1, T))*E(event, P2)"
theorem(
    "basic composition",
    anything(
        "two laws of a transcript of rounds",
        {"T": "integer, 0 <= T"},
        {
            **QUANTITIES,
            "l": Named(index=ROUND, space="outcome"),
            "l2": Named(index=ROUND, space="outcome"),
            "eps": Named(index=ROUND),
        },
        (
            {
                **RESPONSE,
                "T": Fraction(1),
                "l": lambda _, answer: _log(FIRST[answer]),
                "l2": lambda _, answer: _log(SECOND[answer]),
                "eps": lambda _: Fraction(1),
            },
        ),
        variables=ROUND,
        outcomes=OUTCOMES,
    ),
    COMPOSED,
    Step(
        "transcripts",
        "log(p) <= sum(eps(t), t, 1, T) + log(p2)",
        arithmetic(inside("sum(_, t, 1, T)", "round"), "first", ("-1", "second")),
    ),
    Step(
        "all",
        COMPOSED,
        apply(
            "privacy of events",
            "laws",
            "transcripts",
            e="sum(eps(t), t, 1, T)",
            P="P",
            P2="P2",
            p="p",
            p2="p2",
            event="event",
        ),
    ),
    given={
        **LAWS,
        "first": Given("log(p) = sum(l(t), t, 1, T)"),
        "second": Given("log(p2) = sum(l2(t), t, 1, T)"),
        "round": Given("l(t) <= eps(t) + l2(t)"),
    },
)
