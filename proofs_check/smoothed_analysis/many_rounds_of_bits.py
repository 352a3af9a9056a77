"""Theorem 4.2 for values in {0, 1} after nine rounds or more: what is left of choices and noises is paid for.

Let h = log(1/sigma), l = log(2n) + h = log(2n/sigma), u = log 41 + l = log(41/gamma), and b = 2T/(eps n). What choices
miss and what noises add up to is b F, with F = 32/15 d u + 2 log 2 + 2 (d u - log T)/T. The theorem pays 5 b d l for
it, and 1/n. As no error is above 1, nothing is to show unless 5 b d l < 1 - 1/n, and then (n - 1) F <= 5 n d l is
enough. For T >= t, where t is 9 or 40, F is at most d ((32/15 + 2/t) u + 2 log 2 - 2 log(t)/t). So that is a matter of
n and h alone, and linear in h. For t = 9 it is true for n = 2 and for n >= 11, and for n from 3 to 10 where 20 <= 3 n^2
h; for t = 40 it is true for n from 3 to 10.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Model, Step, analysis, apply, arithmetic, constant

PARAMETERS: Final = {"n": "integer, 1 <= n", "T": "integer, 1 <= T", "h": "real, 0 <= h", "d": "real, 1 <= d"}
SETTINGS: Final = tuple(
    {"n": Fraction(n), "T": Fraction(rounds), "h": Fraction(h), "d": Fraction(1)}
    for n in range(1, 13)
    for rounds, h in ((1, 0), (9, 0), (9, 5), (40, 0))
)
NUMBERS: Final[Model] = anything("the numbers of Theorem 4.2", PARAMETERS, {}, SETTINGS)
LET: Final = {"l": "log(2*n) + h", "u": "log(41) + log(2*n) + h"}
LEFT: Final = "32/15*d*u + 2*log(2) + 2*(d*u - log(T))/T"
"""F."""
ENOUGH: Final = f"(n - 1)*({LEFT}) <= 5*n*d*l"
POSITIVE: Final = (
    Step("log of 2n", "0 <= log(2*n)", apply("log of a size", K="2*n")),
    Step("log of 41", "0 <= log(41)", constant()),
)
ROUNDS: Final = (9, 40)
SAME: Final = {name: name for name in PARAMETERS}
"""The numbers stand for themselves."""


def slope(rounds: int) -> Fraction:
    """What F is a multiple of u by, for so many rounds."""
    return Fraction(32, 15) + Fraction(2, rounds)


def most(rounds: int) -> str:
    """What F/d is at most for so many rounds, or more."""
    return f"({slope(rounds)}*u + {_rest(rounds)})"


def _rest(rounds: int) -> str:
    return f"2*log(2) - 2*log({rounds})/{rounds}"


def late(rounds: int) -> str:
    """The name of the lemma that F is at most that."""
    return f"what is left after {rounds} rounds or more"


def _late(rounds: int) -> None:
    long, left = (f"{rounds} <= T",), f"{LEFT} <= d*{most(rounds)}"
    theorem(
        late(rounds),
        NUMBERS,
        left,
        *POSITIVE,
        Step("log of T", f"log({rounds}) <= log(T)", apply("log grows", A=f"{rounds}", B="T"), long),
        Step("log of rounds", f"log({rounds}) <= log(41)", constant()),
        Step("positive", f"0 <= {_rest(rounds)}", constant()),
        Step(
            "at least",
            f"log({rounds}) <= d*u",
            arithmetic("log of rounds", ("d - 1", "log of 41"), ("d", "log of 2n")),
        ),
        Step(
            "rounds more",
            f"{rounds}*(d*u - log({rounds})) <= T*(d*u - log({rounds}))",
            arithmetic((f"T - {rounds}", "at least")),
            long,
        ),
        Step(
            "all",
            left,
            arithmetic(("2/T", "log of T"), (f"2/({rounds}*T)", "rounds more"), ("d - 1", "positive")),
            long,
        ),
        where=long,
        let=LET,
    )


def bound(rounds: int) -> str:
    """That is enough, for each dimension."""
    return f"(n - 1)*{most(rounds)} <= 5*n*l"


def named(records: int, rounds: int) -> str:
    """The name of the lemma that it is."""
    return f"enough for {records} records after {rounds} rounds or more"


def least(records: int, rounds: int) -> Fraction:
    """The least h for which it is so."""
    return Fraction(20, 3 * records**2) if rounds == ROUNDS[0] and records > 2 else Fraction(0)


def exactly(records: int) -> tuple[str, str]:
    """So many records."""
    return (f"n <= {records}", f"{records} <= n")


def _numbers(records: int, rounds: int) -> None:
    a, h, log = slope(rounds), least(records, rounds), f"log({2 * records})"
    left, right = f"{records - 1}*({a}*(log(41) + {log} + {h}) + {_rest(rounds)})", f"{5 * records}*({log} + {h})"
    here, rate = (*exactly(records), f"{h} <= h"), 5 * records - (records - 1) * a
    theorem(
        named(records, rounds),
        NUMBERS,
        bound(rounds),
        *POSITIVE,
        Step("positive", f"0 <= {_rest(rounds)}", constant()),
        Step("log", f"{log} <= log(2*n)", apply("log grows", A=f"{2 * records}", B="2*n"), here),
        Step("numbers", f"{left} <= {right}", constant()),
        Step(
            "all",
            bound(rounds),
            arithmetic(
                "numbers",
                (f"{rate}", "log"),
                *([(f"{rate}", here[2])] if h else []),
                ("5*l", here[1]),
                (most(rounds), here[0]),
            ),
            here,
            ("log of 2n", "log of 41", "positive"),
        ),
        where=here,
        let=LET,
    )


MANY: Final = ("11 <= n",)


def _many_records() -> None:
    """The same for 11 records and more, as log(2n) is at least log 22 + 1 - 11/n."""
    rounds = ROUNDS[0]
    a = slope(rounds)
    rate = f"({5 - a}*n + {a})"
    theorem(
        named(11, rounds),
        NUMBERS,
        bound(rounds),
        Step("ratio", "1 <= n/11", arithmetic(("1/11", MANY[0])), MANY),
        Step("tangent", "1 - 1/(n/11) <= log(n/11)", analysis("1 - 1/z <= log(z)", "[1, oo)", "ratio", z="n/11"), MANY),
        Step("product", "log(22*(n/11)) = log(22) + log(n/11)", apply("log of a product", A="22", B="n/11")),
        Step("log of 22", "309/100 <= log(22)", constant()),
        Step("rest", f"{a}*log(41) + {_rest(rounds)} <= 9646/1000", constant()),
        Step(
            "all",
            bound(rounds),
            arithmetic(
                (rate, "tangent"),
                (f"-{rate}", "product"),
                (rate, "log of 22"),
                ("n - 1", "rest"),
                ("29/25", MANY[0]),
                ("59/25/n", MANY[0]),
            ),
            MANY,
        ),
        where=MANY,
        let=LET,
    )


for _rounds in ROUNDS:
    _late(_rounds)
    for _records in range(3, 11):
        _numbers(_records, _rounds)
_numbers(2, ROUNDS[0])
_many_records()
