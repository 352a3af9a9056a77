"""Theorem 4.2 for values in {0, 1}, as a matter of numbers: three bounds of an error, one of which is always enough.

Let e be an error. It is at most 1; at most the root of h/2 + T (b d u)^2/15, what noise moves the laws by; and at most
2 sqrt(h/T) + b F, with what choices miss (`many_rounds_of_bits` has the letters). Then e is at most 1/n + 2 sqrt(h/T) +
5 b d l, for all n, T, h, d and b:

| n       | T        | h            | enough is   |
|---------|----------|--------------|-------------|
| 1       | any      | any          | the first   |
| 2 up    | up to 8  | any          | the second  |
| 2       | 9 up     | any          | the third   |
| 3 to 10 | 9 to 39  | 3 n^2 h <= 20 | the second |
| 3 to 10 | 9 to 39  | 20 < 3 n^2 h | the third   |
| 3 to 10 | 40 up    | any          | the third   |
| 11 up   | 9 up     | any          | the third   |
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic
from dpassay.proofs_check.smoothed_analysis.few_rounds_of_bits import (
    BOUND,
    EIGHT,
    ERROR,
    GOAL,
    MORE,
    RIGHT,
    SMALL,
    SPREAD,
    Few,
)
from dpassay.proofs_check.smoothed_analysis.many_rounds_of_bits import (
    ENOUGH,
    LEFT,
    LET,
    MANY,
    PARAMETERS,
    SAME,
    bound,
    exactly,
    late,
    least,
    most,
    named,
)

AT_MOST_ONE: Final = Given("e <= 1")
LEVELS: Final = Given(f"e <= 2*sqrt(h/T) + b*({LEFT})")
TWO: Final = ("2 <= n",)
ENOUGH_AT: Final = tuple(
    {"n": Fraction(2), "T": Fraction(40), "h": Fraction(0), "d": Fraction(1), "b": Fraction(b), "e": Fraction(0)}
    for b in ("1/10", "1/100")
)
MORE_TEXT: Final = "an error, where what is left is enough"
theorem(
    MORE_TEXT,
    anything("an error of at most 1", {**PARAMETERS, "b": "real, 0 < b", "e": "real"}, {}, ENOUGH_AT),
    GOAL,
    Step("large", GOAL, arithmetic("at most 1", ("1/n", "n - 1 <= 5*n*b*d*l")), ("n - 1 <= 5*n*b*d*l",)),
    Step("one more", "0 < n - 1", arithmetic(), TWO),
    Step("inverse", "0 <= 1/(n - 1)", arithmetic(("1/(n - 1)/(n - 1)", "one more")), TWO, ("one more",)),
    Step(
        "small",
        GOAL,
        arithmetic("levels", ("b/(n - 1)", "enough"), ("1/n/(n - 1)", "5*n*b*d*l < n - 1")),
        ("5*n*b*d*l < n - 1", *TWO),
        ("one more", "inverse"),
    ),
    Step("all", GOAL, apply("cases", "large", "small", A="e", B=BOUND, c="5*n*b*d*l - (n - 1)"), TWO),
    where=TWO,
    let=LET,
    given={"at most 1": AT_MOST_ONE, "levels": LEVELS, "enough": Given(ENOUGH)},
)
THREE: Final = {"at most 1": AT_MOST_ONE, "levels": LEVELS, **SPREAD}


def _few(few: Few, where: tuple[str, ...]) -> Step:
    """The second bound is enough."""
    names = {name: name for name in ERROR}
    return Step(f"at most {few.rounds}", GOAL, apply(f"an error{few.text}", "spread", "root", **names), where)


def _many(records: int, rounds: int, where: tuple[str, ...], *known: str) -> Iterator[Step]:
    """The third bound is enough, where so much is known."""
    at, names = f"from {rounds}", {name: name for name in (*SAME, "b", "e")}
    yield Step(
        f"{at}: rounds", f"{rounds - 1} + 1 <= T", apply("integers are 1 apart", A=f"{rounds - 1}", B="T"), where
    )
    yield Step(f"{at}: left", f"{LEFT} <= d*{most(rounds)}", apply(late(rounds), f"{at}: rounds", **SAME), where)
    yield Step(f"{at}: numbers", bound(rounds), apply(named(records, rounds), *known, **SAME), where)
    yield Step(f"{at}: enough", ENOUGH, arithmetic(("n - 1", f"{at}: left"), ("d", f"{at}: numbers")), where)
    yield Step(at, GOAL, apply(MORE_TEXT, "at most 1", "levels", f"{at}: enough", **names), where)


def _either(name: str, first: str, second: str, sign: str, where: tuple[str, ...] = ()) -> Step:
    """One bound is enough or the other."""
    return Step(name, GOAL, apply("cases", first, second, A="e", B=BOUND, c=sign), where)


def _records(name: str, where: tuple[str, ...], *proof: Step) -> None:
    model = anything("an error with three bounds", ERROR, {}, RIGHT)
    theorem(f"an error of the answers {name}", model, GOAL, *proof, where=where, let=LET, given=THREE)


def _some_records(records: int) -> None:
    """From 3 to 10."""
    here = exactly(records)
    long, late_, small, large = "39 < T", "8 < T", SMALL[0], "20 < 3*n**2*h"
    fewer = (late_, "T <= 39", *here)
    _records(
        f"for {records} records",
        here,
        _few(EIGHT, ("T <= 8", *here)),
        _few(MORE, (small, *fewer)),
        Step(
            "more is smooth",
            f"{least(records, 9)} <= h",
            arithmetic((f"{Fraction(1, 3 * records**2)}", large), (f"h*({records} + n)/{records**2}", here[0])),
            (large, *here),
        ),
        *_many(records, 9, (large, *fewer), "more is smooth"),
        _either("from 9 to 39", "at most 39", "from 9", "20 - 3*n**2*h", fewer),
        *_many(records, 40, (long, *here)),
        _either("from 9 up", "from 9 to 39", "from 40", "39 - T", (late_, *here)),
        _either("all", "at most 8", "from 9 up", "8 - T", here),
    )


def _any_rounds(records: int, name: str, where: tuple[str, ...]) -> None:
    """For 2, and from 11 up."""
    _records(
        name,
        where,
        _few(EIGHT, ("T <= 8", *where)),
        *_many(records, 9, ("8 < T", *where)),
        _either("all", "at most 8", "from 9", "8 - T", where),
    )


_records(
    "for one record",
    ("n <= 1",),
    Step("log of 2n", "0 <= log(2*n)", apply("log of a size", K="2*n")),
    Step("all", GOAL, arithmetic("at most 1", ("1/n", "n <= 1"), ("5*b*d", "log of 2n")), ("n <= 1",)),
)
_any_rounds(2, "for 2 records", exactly(2))
for _number in range(3, 11):
    _some_records(_number)
_any_rounds(11, "for 11 records or more", MANY)


def _more_records(records: int) -> None:
    """For so many records or more: so many, or more than that."""
    names = {name: name for name in ERROR}
    alone = "for one record" if records == 1 else f"for {records} records"
    least_, above = f"{records} <= n", (f"{records} < n",)
    _records(
        f"for {records} records or more",
        (least_,),
        Step("so many", GOAL, apply(f"an error of the answers {alone}", *THREE, **names), (f"n <= {records}", least_)),
        Step(
            "one more", f"{records} + 1 <= n", apply("integers are 1 apart", A=f"{records}", B="n"), (f"{records} < n",)
        ),
        Step(
            "more",
            GOAL,
            apply(f"an error of the answers for {records + 1} records or more", *THREE, "one more", **names),
            above,
        ),
        _either("all", "so many", "more", f"{records} - n", (least_,)),
    )


for _number in range(10, 0, -1):
    _more_records(_number)
CASES: Final = "an error of the answers for 1 records or more"
