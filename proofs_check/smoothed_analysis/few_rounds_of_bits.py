"""Theorem 4.2 for values in {0, 1} after few rounds: what the noise moves the laws by is paid for, whatever is chosen.

With h, l, u and b as in `many_rounds_of_bits`, an error is at most the root of h/2 + T (b d u)^2/15. That is at most
1/n + 2 sqrt(h/T) + 5 b d l where T (u/l)^2 <= 375 and h/2 <= (2 sqrt(h/T) + 1/n)^2. Both hold for T <= 8. Both also
hold for T <= 39, n >= 3 and 3 n^2 h <= 20: then log 41 <= 21/10 log 6 <= 21/10 l, and sqrt(h/T) >= 31/500 n h.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, constant
from dpassay.proofs_check.smoothed_analysis.many_rounds_of_bits import LET, NUMBERS, PARAMETERS, SAME, SETTINGS

NOISE: Final = "T*u**2 <= 375*l**2"
START: Final = "h/2 <= (2*sqrt(h/T) + 1/n)**2"
ERROR: Final = {**PARAMETERS, "b": "real, 0 < b", "e": "real", "R": "real, 0 <= R"}
BOUND: Final = "1/n + 2*sqrt(h/T) + 5*b*d*l"
GOAL: Final = f"e <= {BOUND}"
SPREAD: Final = {"spread": Given("e <= R"), "root": Given("R**2 <= h/2 + T*(b*d*u)**2/15")}
RIGHT: Final = tuple({**setting, "b": Fraction(1, 10), "e": Fraction(0), "R": Fraction(0)} for setting in SETTINGS)
"""A law that is right."""


@dataclass(frozen=True)
class Few:
    """The most rounds, the least number of records, what else is known, and what u/l is at most."""

    rounds: int
    records: int
    small: tuple[str, ...]
    ratio: Fraction

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions."""
        return (f"T <= {self.rounds}", f"{self.records} <= n", *self.small)

    @property
    def text(self) -> str:
        """What lemmas on them are called, at the end."""
        return f" after at most {self.rounds} rounds"


SMALL: Final = ("3*n**2*h <= 20",)
EIGHT: Final = Few(8, 1, (), Fraction(32, 5))
MORE: Final = Few(39, 3, SMALL, Fraction(31, 10))


def _noise(few: Few) -> None:
    """T u^2 <= 375 l^2."""
    long, short, *_ = few.conditions
    log, more = f"log({2 * few.records})", few.ratio - 1
    theorem(
        f"the noise{few.text}",
        NUMBERS,
        NOISE,
        Step("log of 2n", "0 <= log(2*n)", apply("log of a size", K="2*n")),
        Step("log of 41", "0 <= log(41)", constant()),
        Step("log", f"{log} <= log(2*n)", apply("log grows", A=f"{2 * few.records}", B="2*n"), (short,)),
        Step("numbers", f"log(41) <= {more}*{log}", constant()),
        Step("ratio", f"u <= {few.ratio}*l", arithmetic("numbers", (f"{more}", "log")), (short,)),
        Step(
            "all",
            NOISE,
            arithmetic((f"{few.rounds}*({few.ratio}*l + u)", "ratio"), ("u**2", long)),
            (long, short),
            ("log of 2n", "log of 41"),
        ),
        where=(long, short),
        let=LET,
    )


_noise(EIGHT)
_noise(MORE)
theorem(
    f"the first law{EIGHT.text}",
    NUMBERS,
    START,
    Step("all", START, arithmetic(("h/(2*T)", "T <= 8")), ("T <= 8",)),
    where=("T <= 8",),
)
BELOW: Final = "31/500*n*h"
theorem(
    f"the first law{MORE.text}",
    NUMBERS,
    START,
    Step(
        "square",
        f"({BELOW})**2 <= h/T",
        arithmetic(("961/750000*h", SMALL[0]), ("961/37500*h/T", "T <= 39")),
        ("T <= 39", *SMALL),
    ),
    Step(
        "root",
        f"{BELOW} <= sqrt(h/T)",
        apply("a root is at least", "square", x="h/T", u=BELOW),
        ("T <= 39", *SMALL),
    ),
    Step(
        "all",
        START,
        arithmetic(("4/n", "root"), ("4*h/(39*T)", "T <= 39"), ("1457/29250/n**2", SMALL[0])),
        ("T <= 39", *SMALL),
    ),
    where=("T <= 39", *SMALL),
)


def _error(few: Few) -> None:
    """An error that is at most the root is at most the bound."""
    theorem(
        f"an error{few.text}",
        anything("an error that is at most a root", ERROR, {}, RIGHT),
        GOAL,
        Step("log of 2n", "0 <= log(2*n)", apply("log of a size", K="2*n")),
        Step("noise", NOISE, apply(f"the noise{few.text}", **SAME), few.conditions),
        Step("start", START, apply(f"the first law{few.text}", **SAME), few.conditions),
        Step("paid", "0 <= (1/n + 2*sqrt(h/T))*b*d*l", arithmetic(("(1/n + 2*sqrt(h/T))*b*d", "log of 2n"))),
        Step(
            "squares",
            f"R**2 <= ({BOUND})**2",
            arithmetic("root", "start", ("(b*d)**2/15", "noise"), ("10", "paid")),
            few.conditions,
        ),
        Step("positive", f"0 < {BOUND}", arithmetic(("5*b*d", "log of 2n"))),
        Step(
            "below", f"R <= {BOUND}", apply("smaller square", "squares", p="R", q=BOUND), few.conditions, ("positive",)
        ),
        Step("all", GOAL, arithmetic("spread", "below"), few.conditions),
        where=few.conditions,
        let=LET,
        given=SPREAD,
    )


_error(EIGHT)
_error(MORE)
