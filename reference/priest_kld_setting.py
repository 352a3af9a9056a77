"""PRIEST-KLD: its parameters, the data of the clients, and how far one item can move what is computed of them.

Source and readings: ``dpassay.reference.priest_kld``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from dpassay.exact import (
    Budget,
    LogForm,
    as_fraction,
    as_integer,
    as_positive_fraction,
    as_positive_integer,
    decimal_text,
    log,
    require,
)
from dpassay.exact.entrance import explain_failures
from dpassay.reference.gaussian import LEAST_DELTA
from dpassay.reference.mechanism import MechanismParameters, parameter
from dpassay.reference.priest_kld_estimator import Clients, Items, Shares, histogram

TRUSTS = ("trusted", "tagg", "dist")
"""Algorithms 1, 2 and 3."""
CALIBRATIONS = ("corrected", "printed")
LEAST_COUNT = 2
"""H^{>1}: without a floor every letter is held at least so often."""
MOST_CLIENTS = 10_000


def as_reference(value: object, name: str) -> Shares:
    """Return Pi: probabilities above 0 of at least 2 letters, as a sequence or as text, apart by commas."""
    entries = value.split(",") if isinstance(value, str) else value
    if not isinstance(entries, list | tuple) or len(entries) < 2:
        raise ValueError(f"{name} = {value!r}: expected probabilities of at least 2 letters, apart by commas")
    shares = tuple(as_positive_fraction(entry, f"{name}[{letter}]") for letter, entry in enumerate(entries))
    require(sum(shares) == 1, name, f"with total {sum(shares)}", "probabilities of total 1")
    return shares


def as_trust(value: object, name: str) -> str:
    """Return "trusted", "tagg" or "dist"."""
    if value not in TRUSTS:
        raise ValueError(f"{name} = {value!r}: expected one of {', '.join(TRUSTS)}")
    return str(value)


def as_calibration(value: object, name: str) -> str:
    """Return "corrected" or "printed"."""
    if value not in CALIBRATIONS:
        raise ValueError(f"{name} = {value!r}: expected one of {', '.join(CALIBRATIONS)}")
    return str(value)


def as_lambda(value: object, name: str) -> Fraction:
    """Return a number of at least 0."""
    lam = as_fraction(value, name)
    require(lam >= 0, name, value, "a number of at least 0")
    return lam


def as_floor(value: object, name: str) -> Fraction:
    """Return a number between 0 and 1, both excluded."""
    floor = as_fraction(value, name)
    require(0 < floor < 1, name, value, "a number between 0 and 1, both excluded")
    return floor


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of PRIEST-KLD."""

    budget: Budget
    delta: Fraction = parameter(as_positive_fraction, "the delta of the guarantee, a number in (0, 1)")
    reference: Shares = parameter(as_reference, "Pi: the probabilities of the k letters, above 0, apart by commas")
    clients: int = parameter(as_positive_integer, f"the number n of clients, from 1 to {MOST_CLIENTS}")
    trust: str = parameter(as_trust, 'the model: "trusted" (default), "tagg" or "dist"', default="trusted")
    rounds: int = parameter(as_positive_integer, "the number T of draws from Pi, at least 1 (default)", default=1)
    lam: Fraction = parameter(as_lambda, "lambda, at least 0 (1 by default)", default=Fraction(1))
    items: int = parameter(as_positive_integer, "the items that each client holds, at least 1 (default)", default=1)
    participants: int | None = parameter(
        as_positive_integer, "the clients |C_t| that are asked in a round; by default all", optional=True
    )
    floor: Fraction | None = parameter(
        as_floor, "tau: what a frequency is taken for that is below it, in (0, 1); by default none", optional=True
    )
    calibration: str = parameter(as_calibration, 'a text: "corrected" (default) or "printed"', default="corrected")

    def __post_init__(self) -> None:
        """Check the domains."""
        MechanismParameters.__post_init__(self)
        in_range = LEAST_DELTA <= self.delta < 1
        require(in_range, "delta", decimal_text(self.delta), "a number in (0, 1), of at least 10^-300")
        require(self.clients * self.items <= MOST_CLIENTS, "clients", self.clients, f"at most {MOST_CLIENTS} items")
        require(self.asked <= self.clients, "participants", self.asked, f"at most {self.clients}, as clients")
        if self.least_count:
            expected = f"{self.clients}: a letter may be missing from fewer clients, which needs a floor"
            require(self.asked == self.clients, "participants", self.asked, expected)
        least = self.least_count * self.letters + 1
        expected = f"clients with at least {least} items, so that two such data sets are neighbors; or a floor"
        require(self.clients * self.items >= least, "clients", self.clients, expected)

    @property
    def letters(self) -> int:
        """k, the number of letters."""
        return len(self.reference)

    @property
    def asked(self) -> int:
        """|C_t|."""
        return self.clients if self.participants is None else self.participants

    @property
    def counted(self) -> int:
        """The number of items in C_t, of which P(x_t) is a share."""
        return self.asked * self.items

    @property
    def least_count(self) -> int:
        """How often each letter is held at least: 2 where a logarithm of a frequency is taken that has no floor."""
        return 0 if self.trust == "dist" or self.floor is not None else LEAST_COUNT

    @property
    def largest_count(self) -> int:
        """How often a letter can be held in C_t at most."""
        others = self.least_count * (self.letters - 1)
        return self.counted - others if self.asked == self.clients else self.counted


def check_data(data: object, parameters: Parameters) -> Clients:
    """Return what each client holds, n rows of equally many letters; without a floor no letter is held just once.

    A string may hold them, rows separated by semicolons and letters by commas; or rows by commas, of digits.
    """
    rows = _rows_of(data) if isinstance(data, str) else data
    if not isinstance(rows, list | tuple):
        raise ValueError(f"data = {data!r:.60}: expected {parameters.clients} rows of letters, one a client")
    require(len(rows) == parameters.clients, "data", f"of {len(rows)} rows", f"{parameters.clients}, one a client")
    clients = tuple(_as_items(row, f"data[{index}]", parameters) for index, row in enumerate(rows))
    for letter, count in enumerate(histogram(clients, parameters.letters)):
        expected = f"each letter held at least {parameters.least_count} times, or a floor"
        require(count >= parameters.least_count, "data", f"with {count} times the letter {letter}", expected)
    return clients


def _rows_of(text: str) -> list[str]:
    bare = text.strip("[]() ")
    return bare.removesuffix(";").split(";") if ";" in bare else [",".join(row.strip()) for row in bare.split(",")]


def _as_items(row: object, name: str, parameters: Parameters) -> Items:
    listed = row.split(",") if isinstance(row, str) else row
    if not isinstance(listed, list | tuple):
        raise ValueError(f"{name} = {row!r:.60}: expected {parameters.items} letters")
    require(len(listed) == parameters.items, name, f"of {len(listed)} letters", str(parameters.items))
    items = tuple(as_integer(item, name) for item in listed)
    for item in items:
        require(0 <= item < parameters.letters, name, item, f"letters in range({parameters.letters})")
    return items


def share(count: int, parameters: Parameters) -> Fraction:
    """Return P(x_t) for a count in C_t: its share of the items there, and at least the floor where there is one."""
    plain = Fraction(count, parameters.counted)
    return plain if parameters.floor is None or parameters.trust == "dist" else max(plain, parameters.floor)


def steps(parameters: Parameters) -> Iterator[tuple[Fraction, LogForm]]:
    """Yield what one item more of one letter in C_t adds to lambda (r - 1) and to log r, at the counts that matter.

    From j - 1 to j the first is the same at every j, and the second falls with j: their difference and the sum of
    their squares are largest at the least or the largest j, or where the floor begins.
    """
    least, most = parameters.least_count + 1, parameters.largest_count
    edge = 0 if parameters.floor is None else (parameters.floor * parameters.counted).__ceil__()
    for j in sorted({least, most} | {j for j in (edge, edge + 1) if least <= j <= most}):
        before, after = share(j - 1, parameters), share(j, parameters)
        for pi in parameters.reference:
            yield parameters.lam * (after - before) / pi, log(after / before)


explain_failures(__name__)
