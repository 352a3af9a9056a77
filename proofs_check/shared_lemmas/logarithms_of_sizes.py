"""Logarithms of K hypotheses and T rounds, two of each or more: ln((K + 1) T), 2 ln T + ln K and ln(KT) compared."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, arithmetic, inside

SIZES: Final = numbers(K="integer, 2 <= K", T="integer, 2 <= T")
theorem(
    "one hypothesis more",
    SIZES,
    "log((K + 1)*T) <= 13/10*log(K*T)",
    Step("half more", "(K + 1)*T <= 3/2*(K*T)", arithmetic(("T/2", "2 <= K"))),
    Step("four", "4 <= K*T", arithmetic(("T", "2 <= K"), ("2", "2 <= T"))),
    Step("small", "log(3/2) <= 3/10*log(K*T)", analysis("log(3/2) <= 3/10*log(z)", "[4, oo)", "four", z="K*T")),
    Step("all", "log((K + 1)*T) <= 13/10*log(K*T)", arithmetic(inside("log(_)", "half more"), "small")),
)
theorem(
    "logs of both sizes",
    SIZES,
    "2*log(T) + log(K) <= 2*log(K*T)",
    Step("log K", "0 <= log(K)", analysis("0 <= log(z)", "[1, oo)", z="K")),
    Step("all", "2*log(T) + log(K) <= 2*log(K*T)", arithmetic("log K")),
)
