"""A vector q of N entries in a basis of orthogonal columns of signs, the first of which is constant: display (20)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from dpassay.analysis.channel_outputs import coefficients
from dpassay.analysis.hadamard_class import hadamard
from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside

ENTRY: Final = {"y": "integer, 1 <= y, y <= N"}
PAIR: Final = {"y": "integer, 1 <= y, y <= N", "x": "integer, 1 <= x, x <= N"}


def _setting(*entries: str) -> Mapping[str, Any]:
    vector = tuple(map(Fraction, entries))
    signs, b = hadamard(len(vector)), coefficients(vector)
    return {
        "N": Fraction(len(vector)),
        "H": lambda y, x: Fraction(signs[y - 1][x - 1]),
        "b": lambda y: b[y - 1],
        "q": lambda y: vector[y - 1],
    }


VECTOR: Final = anything(
    "a vector in a basis of orthogonal signs",
    {"N": "integer, 2 <= N"},
    {"H": Named(index=PAIR), "b": Named(index=ENTRY), "q": Named(index=ENTRY)},
    (_setting("1", "2"), _setting("3", "-1/2", "0", "7"), _setting("1", "1", "1", "1")),
    {**PAIR, "z": "integer, 1 <= z, z <= N"},
)
SIGN: Final = Given("H(y, x)**2 = 1")
FIRST: Final = Given("H(1, x) = 1")
ORTHOGONAL: Final = Given("(y - z)*sum(H(y, x)*H(z, x), x, 1, N) = 0")
BASIS: Final = Given("q(x) = sum(b(y)*H(y, x), y, 1, N)")
NORM: Final = "sum(H(y, x)*H(y, x), x, 1, N)"

theorem(
    "coefficients in orthogonal signs",
    VECTOR,
    "N*b(y) = sum(q(x)*H(y, x), x, 1, N)",
    Step(
        "others vanish",
        "(z - y)*(b(z)*sum(H(y, x)*H(z, x), x, 1, N) - 0) = 0",
        arithmetic(("-b(z)", "orthogonal")),
    ),
    Step(
        "one is left",
        "sum(b(z)*sum(H(y, x)*H(z, x), x, 1, N), z, 1, N) - sum(0, z, 1, N) = b(y)*sum(H(y, x)*H(y, x), x, 1, N) - 0",
        apply(
            "sums that differ in one term",
            "others vanish",
            f="z: b(z)*sum(H(y, x)*H(z, x), x, 1, N)",
            g="z: 0",
            low="1",
            k="y",
            high="N",
        ),
    ),
    Step(
        "order",
        "sum(sum(b(z)*H(z, x)*H(y, x), z, 1, N), x, 1, N) = sum(sum(b(z)*H(z, x)*H(y, x), x, 1, N), z, 1, N)",
        apply("sums in either order", f="x, z: b(z)*H(z, x)*H(y, x)", m="N", n="N"),
    ),
    Step(
        "all",
        "N*b(y) = sum(q(x)*H(y, x), x, 1, N)",
        arithmetic(
            ("-1", inside("sum(H(y, x)*_, x, 1, N)", "basis")),
            ("-1", "order"),
            ("-1", "one is left"),
            ("-b(y)", inside("sum(_, x, 1, N)", "signs")),
        ),
    ),
    given={"signs": SIGN, "orthogonal": ORTHOGONAL, "basis": BASIS},
)
