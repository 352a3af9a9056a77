"""Multiplicative weights (Hedge): choose an expert by weights that grow by e^(alpha reward) after each round.

Source: lecture notes on private PAC learning and multiplicative weights, section 2, Algorithm MW (after chapter 11 of
Dwork and Roth, "The algorithmic foundations of differential privacy"). The loss form multiplies by e^(-alpha loss).

Reading: the notes print the law of i_t as proportional to the product of e^(alpha r_t'(i)) over t' from 1 to t. In
the algorithm above it, i_t is sampled before row t is observed, so the product runs to t - 1 (LEC-18), and this file
follows the algorithm. Then i_1 is uniform whatever the data, and the notes' 2 alpha T is 2 alpha (T - 1).

Experts are numbered from 0. The rewards are fixed in advance: they do not depend on the choices, as in the notes' own
analysis of privacy, and so the choices are independent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import gcd, lcm
from typing import TypeVar

from flint import fmpz_poly

from dpassay.exact import (
    Atom,
    Budget,
    Coins,
    Dist,
    LatticeLoss,
    Number,
    PrivacyLoss,
    as_fraction,
    as_positive_integer,
    decimal_text,
    draw,
    require,
)
from dpassay.exact.dist import total
from dpassay.exact.entrance import explain_failures
from dpassay.reference.mechanism import RATE_NAMES, Growth, Guarantee, MechanismParameters, as_budget, parameter

NAME = "multiplicative_weights"
SUMMARY = "choose an expert in each round, by its rewards so far"
DATA = (
    "a matrix of rewards (or losses) in [0, 1]: a row a round, apart by semicolons, of a number an expert, apart by "
    "commas, such as 1,0;1/2,1"
)
EXAMPLE = {"exp_learning_rate": "3/2", "rounds": "3", "experts": "2"}
FORMS = ("gain", "loss")
MOST_TRANSCRIPTS = 1 << 14
"""``law`` lists no more transcripts than this; ``round_laws`` and ``transcript_loss`` have no such limit."""
MOST_ENTRIES = 10**6
"""``neighbors`` makes no larger matrix."""

Matrix = tuple[tuple[Fraction, ...], ...]
Classes = Counter[tuple[int, int]]
Transcript = tuple[int, ...]
N = TypeVar("N", int, Fraction)


def as_form(value: object, name: str) -> str:
    """Return "gain" or "loss"."""
    require(isinstance(value, str) and value in FORMS, name, repr(value), f"one of {', '.join(FORMS)}")
    return str(value)


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of multiplicative weights."""

    rate: Budget = parameter(
        as_budget, "the learning rate alpha, above 0; or give exp_learning_rate = e^alpha, above 1", names=RATE_NAMES
    )
    rounds: int = parameter(as_positive_integer, "the number T of rounds, at least 1")
    experts: int = parameter(as_positive_integer, "the number K of experts, at least 1")
    form: str = parameter(as_form, "whether the data are rewards ('gain') or losses ('loss')", default="gain")

    def utility(self, entry: Fraction) -> Fraction:
        """Return what an entry of the data adds to its expert's exponent, in units of alpha."""
        return entry if self.form == "gain" else -entry


def _few_rounds(parameters: Parameters) -> int:
    """Return a number of rounds with at most 16 transcripts, at least 1."""
    size = 1
    while parameters.experts ** (size + 1) <= 16 and size < parameters.rounds:
        size += 1
    return size


def _more_transcripts(parameters: Parameters, size: int) -> int:
    """Return how many times as many transcripts there are as with ``size`` rounds."""
    return int(parameters.experts ** (parameters.rounds - size))


GROWTH = Growth("rounds", _few_rounds, _more_transcripts)


def check_data(data: object, parameters: Parameters) -> Matrix:
    """Return the T x K matrix; rows may also be separated by semicolons in a string, and their entries by commas."""
    T, K = parameters.rounds, parameters.experts
    rows = data.strip("[]() ").split(";") if isinstance(data, str) else data
    if not isinstance(rows, list | tuple) or len(rows) != T:
        raise ValueError(f"data = {_short(data)}: expected {T} rows, one a round")
    return tuple(_row(row, f"data[{t}]", K) for t, row in enumerate(rows))


def _row(row: object, name: str, experts: int) -> tuple[Fraction, ...]:
    entries = row.strip("[]() ").split(",") if isinstance(row, str) else row
    if not isinstance(entries, list | tuple) or len(entries) != experts:
        raise ValueError(f"{name} = {_short(row)}: expected {experts} numbers, one an expert")
    exact = tuple(as_fraction(entry, f"{name}[{i}]") for i, entry in enumerate(entries))
    for i, entry in enumerate(exact):
        if not 0 <= entry.numerator <= entry.denominator:
            raise ValueError(f"{name}[{i}] = {entry}: expected a number in [0, 1]")
    return exact


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:76]} ..."


def sums_before(rows: Sequence[Sequence[N]]) -> Iterator[tuple[N, ...]]:
    """Yield, for t = 1, ..., T, each expert's sum over the rounds before t."""
    sums = tuple(entry - entry for entry in rows[0]) if rows else ()
    for row in rows:
        yield sums
        sums = tuple(s + r for s, r in zip(sums, row, strict=True))


def utilities(data: Matrix, parameters: Parameters) -> Iterator[tuple[Fraction, ...]]:
    """Yield U_1, ..., U_T: y before round t is proportional to e^(alpha U_t(i)); the largest entry of each is 0."""
    rows = [[parameters.utility(entry) for entry in row] for row in check_data(data, parameters)]
    for sums in sums_before(rows):
        best = max(sums)
        yield tuple(s - best for s in sums)


def round_laws(data: Matrix, parameters: Parameters) -> tuple[Dist[int], ...]:
    """The exact laws of i_1, ..., i_T, which are independent; round t is drawn before its row is observed."""
    return tuple(
        Dist.from_weights({i: parameters.rate.exp(u) for i, u in enumerate(U)}) for U in utilities(data, parameters)
    )


def law(data: Matrix, parameters: Parameters) -> Dist[Transcript]:
    """The exact law of the transcript (i_1, ..., i_T), proportional to e^(alpha sum_t U_t(i_t)).

    Each round's normalization is one constant, so their product is one too. Raises ``ValueError`` where the transcripts
    are too many to list.
    """
    T, K = parameters.rounds, parameters.experts
    expected = f"at most {MOST_TRANSCRIPTS} transcripts (experts^rounds); round_laws and transcript_loss list none"
    require(K == 1 or (T <= MOST_TRANSCRIPTS and K**T <= MOST_TRANSCRIPTS), "rounds", f"{T}, experts = {K}", expected)
    U = tuple(utilities(data, parameters))
    exponents = {
        choice: sum((U[t][i] for t, i in enumerate(choice)), Fraction(0)) for choice in product(range(K), repeat=T)
    }
    weights = {exponent: parameters.rate.exp(exponent) for exponent in set(exponents.values())}
    return Dist.from_weights({choice: weights[exponent] for choice, exponent in exponents.items()})


def are_neighbors(first: Matrix, second: Matrix, parameters: Parameters) -> bool:  # noqa: ARG001  # one signature for all
    """Neighbors differ in the row of one round."""
    return sum(a != b for a, b in zip(first, second, strict=True)) <= 1


def neighbors(parameters: Parameters) -> Iterator[tuple[Matrix, Matrix]]:
    """Matrices of which one row differs.

    First the pair that loses most: round 1 sets expert 0 against all others, which then gain in every round, so that
    expert 0 is as unlikely as can be. Then round 1 with level rounds after it, and with one expert moving.
    """
    T, K = parameters.rounds, parameters.experts
    check_size(T, K)
    alone, others = _pattern(K, alone=1), _pattern(K, alone=0)
    level, nothing = (Fraction(1, 2),) * K, (Fraction(0),) * K
    for one, other, later in ((alone, others, others), (alone, others, level), (alone, nothing, others)):
        first, second = (_in_form((row, *[later] * (T - 1)), parameters) for row in (one, other))
        yield first, second


def check_size(rounds: int, experts: int) -> None:
    """Refuse a matrix that would fill the memory."""
    expected = f"at most {MOST_ENTRIES} numbers (rounds times experts) in a matrix"
    size = f"{decimal_text(rounds)}, experts = {decimal_text(experts)}"
    require(rounds * experts <= MOST_ENTRIES, "rounds", size, expected)


def _pattern(experts: int, *, alone: int) -> tuple[Fraction, ...]:
    """Return the rewards in which expert 0 gets ``alone`` and each other one what is left to 1."""
    return (Fraction(alone), *[Fraction(1 - alone)] * (experts - 1))


def _in_form(rewards: Matrix, parameters: Parameters) -> Matrix:
    """Return the data under which the choices follow the law that they have under these rewards."""
    return rewards if parameters.form == "gain" else tuple(tuple(1 - entry for entry in row) for row in rewards)


def guarantee(parameters: Parameters) -> Guarantee:
    """2 alpha (T - 1), delta = 0, for matrices that differ in one row: LEC-19, LEC-20, LEC-20-sharp.

    Section 2, last page: each choice is an exponential mechanism whose utility moves by at most 1, hence 2 alpha
    differentially private; a product of T is 2 alpha T. The first choice of all is made before any row is seen. The
    bound is approached as K grows, not attained.
    """
    return Guarantee("one_loss", parameters.rate.times(2 * (parameters.rounds - 1)))


def sample(data: Matrix, parameters: Parameters, rng: Coins) -> Transcript:
    """Draw one transcript exactly, round by round."""
    return tuple(draw(y, rng) for y in round_laws(data, parameters))


# The privacy loss of the transcript, without listing transcripts.


def transcript_loss(first: Matrix, second: Matrix, parameters: Parameters) -> PrivacyLoss | LatticeLoss:
    """The exact privacy-loss distribution of the transcript on ``first`` against ``second``, neighbors or not.

    The likelihood ratio of a transcript is a constant times e^(alpha sum_t d_t(i_t)), where d_t(i) is the difference of
    expert i's utilities before round t. So each round counts through its d_t alone, and the law of their sum is a
    product of T polynomials: integer polynomials, in a ``LatticeLoss``, where the powers of e^alpha that occur are
    rational. The loss of ``second`` against ``first`` is the same function of the pair exchanged.
    """
    rounds, unit = _rounds_that_differ(first, second, parameters)
    gap = gcd(*{u for classes in rounds for u, _ in classes})
    move = gcd(*{d for classes in rounds for _, d in classes})
    growth, base = parameters.rate.exp(unit * gap), parameters.rate.exp(unit * move)
    if not rounds:
        return PrivacyLoss((Atom(Fraction(1), Fraction(1)),))
    if isinstance(growth, Fraction) and isinstance(base, Fraction):
        return LatticeLoss.from_rounds(base, [_whole_weights(classes, growth, gap, move) for classes in rounds])
    return _irrational_loss(rounds, unit, parameters)


def _rounds_that_differ(first: Matrix, second: Matrix, parameters: Parameters) -> tuple[list[Classes], Fraction]:
    """Return, for each round whose law may differ, how many experts have which (u, d), and the unit of u and d.

    u <= 0 is an expert's utility on ``first``, below the best one's; d >= 0 is its difference above the least one.
    """
    both = [check_data(data, parameters) for data in (first, second)]
    whole = lcm(*{entry.denominator for data in both for row in data for entry in row})
    sign = int(parameters.utility(Fraction(1)))
    U, V = (
        sums_before([[sign * r.numerator * (whole // r.denominator) for r in row] for row in data]) for data in both
    )
    rounds = [_relative(Counter(zip(u, v, strict=True))) for u, v in zip(U, V, strict=True)]
    return [classes for classes in rounds if any(d for _, d in classes)], Fraction(1, whole)


def _relative(classes: Classes) -> Classes:
    best, least = max(u for u, _ in classes), min(u - v for u, v in classes)
    return Counter({(u - best, u - v - least): count for (u, v), count in classes.items()})


def _whole_weights(classes: Classes, growth: Fraction, gap: int, move: int) -> dict[int, int]:
    """Return the weight of each d / move in one round, times what makes all of them whole."""
    a, b = growth.numerator, growth.denominator
    behind = {u: -u // (gap or 1) for u, _ in classes}
    most = max(behind.values())
    weights: dict[int, int] = {}
    for (u, d), count in classes.items():
        weight = count * a ** (most - behind[u]) * b ** behind[u]
        weights[d // move] = weights.get(d // move, 0) + weight
    return weights


def _irrational_loss(rounds: list[Classes], unit: Fraction, parameters: Parameters) -> PrivacyLoss:
    """Return the loss with polynomials in x = e^(-alpha step) for the weights, which become numbers only at the end."""
    step = gcd(*{n for classes in rounds for pair in classes for n in pair})
    x = fmpz_poly([0, 1])
    weights = {0: fmpz_poly([1])}
    for classes in rounds:
        longer: dict[int, fmpz_poly] = {}
        for (u, d), count in classes.items():
            for k, weight in weights.items():
                key = k + d // step
                longer[key] = longer.get(key, fmpz_poly()) + weight * count * x ** (-u // step)
        weights = longer
    powers = cache(lambda n: parameters.rate.exp(-unit * step * n))
    p = {k: _value(weight, powers) for k, weight in weights.items()}
    q = {k: _value(weight * x**k, powers) for k, weight in weights.items()}
    p_mass, q_mass = total(p.values()), total(q.values())
    return PrivacyLoss(tuple(Atom(p[k] / p_mass, q[k] / q_mass) for k in sorted(weights)))  # the ratio grows with k


def _value(polynomial: fmpz_poly, powers: Callable[[int], Number]) -> Number:
    return total(powers(n) * int(c) for n, c in enumerate(polynomial.coeffs()) if c != 0)


# What it earns.


def expected_reward(data: Matrix, parameters: Parameters) -> Number:
    """The exact expectation of sum_t r_t(i_t), in the gain form."""
    require(parameters.form == "gain", "form", repr(parameters.form), "'gain' (a loss form has an expected loss)")
    return _expected_total(data, parameters)


def expected_loss(data: Matrix, parameters: Parameters) -> Number:
    """The exact expectation of the total loss, in the loss form."""
    require(parameters.form == "loss", "form", repr(parameters.form), "'loss' (a gain form has an expected reward)")
    return _expected_total(data, parameters)


def _expected_total(data: Matrix, parameters: Parameters) -> Number:
    rows = check_data(data, parameters)
    laws = round_laws(rows, parameters)
    return total(weight * row[i] for y, row in zip(laws, rows, strict=True) for i, weight in y.items())


def regret(data: Matrix, parameters: Parameters) -> Number:
    """How far the expected total stays behind that of the best single expert: never below 0 (LEC-11-corrected)."""
    rows = check_data(data, parameters)
    totals = [sum(column, Fraction(0)) for column in zip(*rows, strict=True)]
    if parameters.form == "gain":
        return max(totals) - expected_reward(rows, parameters)
    return expected_loss(rows, parameters) - min(totals)


explain_failures(__name__)
