"""PRIEST-KLD: estimate KL(Pi || P), where clients hold P, from noisy frequencies of letters that are drawn from Pi.

Source: Scott, Biswas, Cormode and Maple, "Distributed, communication-efficient, and differentially private estimation
of KL divergence", Algorithms 1 to 3. The parts: ``priest_kld_setting`` (parameters, data), ``priest_kld_estimator``
(the estimate without noise, its mean and variance), ``priest_kld_sensitivity`` (all adjacent histograms),
``priest_kld_noise`` (how much), ``priest_kld_views`` (what each party sees, and how private it is).

An output is what the server sees: a tag for x_1, C_1, ..., x_T, C_T, and beside it

    trusted   the estimate, with its noise                                    (Algorithm 1)
    tagg      A = -sum_t log r(x_t) and B = sum_t lambda (r(x_t) - 1), each with its noise   (Algorithm 2)
    dist      P(x_t) for t = 1, ..., T, each with its noise                   (Algorithm 3)

``released`` is the estimate that the server makes of a row.

Readings. Neighbors replace one item of one client. P(x) is a share of all items of C_t: "frequency" over |C_t| is no
probability unless each client holds one item. "Corrected", the default, has the sign of A that makes (A + B) / T
estimate KL(Pi || P) and not minus it, two independent noises in A and B, and noise for what is released. "Printed" has
the noise of Corollary 3.1 (``priest_kld_noise``), less than (eps, delta) needs at small eps and for estimates that move
further than KL(Pi || P) does; its TAgg puts one noise into both sums, so that B - A tells the noiseless estimate, and
has no law here.

Claims: SCOTT-16-corrected on the sign of A, SCOTT-19-sharp on one noise in both sums, SCOTT-06a on the frequency;
SCOTT-02a, SCOTT-17b and SCOTT-30 on the printed noise, which SCOTT-17-corrected, SCOTT-20-corrected and
SCOTT-30-corrected replace.

Counts of zero. log 0 is not defined. Without a floor data are refused in which a letter is held less than twice, the
class H^{>1} of Theorem 4.9, between which the guarantee holds; and then all clients are asked, because any letter may
be missing from fewer. With ``floor`` tau the frequencies in the estimate are max(P(x_t), tau), as in Algorithm 3, and
every data set will do, at the price of a bias. In "dist" the floor is for ``released`` alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations

from dpassay.exact import Coins, LogForm, TaggedGaussians, as_fraction, draw, draw_cell, require
from dpassay.exact.entrance import explain_failures
from dpassay.reference.mechanism import Guarantee
from dpassay.reference.priest_kld_estimator import Clients, estimate
from dpassay.reference.priest_kld_setting import Parameters, check_data
from dpassay.reference.priest_kld_views import asked, view

__all__ = [
    "Parameters",
    "are_neighbors",
    "check_data",
    "guarantee",
    "law",
    "neighbors",
    "released",
    "sample",
]

NAME = "priest_kld"
SUMMARY = "estimate KL(Pi || P) from noisy answers of clients"
DATA = (
    "what each client holds: a row a client, apart by semicolons, of its letters 0, ..., k - 1, apart by commas, such "
    "as 0,1;1,1;0,2 for three clients with two items each; or rows apart by commas, of digits, such as 01,11,02"
)
EXAMPLE = {"epsilon": "2", "delta": "1/100", "reference": "1/2,1/2", "clients": "6"}
_SAMPLE_BITS = 64


def law(data: Clients, parameters: Parameters) -> TaggedGaussians:
    """The exact law of what the server sees.

    Raises:
        ValueError: TAgg as printed, whose two sums carry one noise: their law has no density.
    """
    shares_noise = parameters.trust == "tagg" and parameters.calibration == "printed"
    expected = "corrected: as printed A and B carry one noise and have no density, and B - A is exact"
    require(not shares_noise, "calibration", parameters.calibration, expected)
    return view(data, parameters)


def are_neighbors(first: Clients, second: Clients, parameters: Parameters) -> bool:  # noqa: ARG001  # one signature for all
    """Neighbors differ in at most one item of one client."""
    if [len(items) for items in first] != [len(items) for items in second]:
        return False
    pairs = [pair for mine, other in zip(first, second, strict=True) for pair in zip(mine, other, strict=True)]
    return sum(x != y for x, y in pairs) <= 1


def neighbors(parameters: Parameters) -> Iterator[tuple[Clients, Clients]]:
    """One item of a letter, as rare as it may be or as common, becomes another; the letters asked for most come first.

    With a floor also where it begins. All other letters are as rare as they may be.
    """
    c, N = parameters.least_count, parameters.clients * parameters.items
    most = N - c * (parameters.letters - 1)
    edge = 0 if parameters.floor is None else (parameters.floor * N).__ceil__()
    counts = dict.fromkeys(j for j in (c + 1, edge, edge + 1, most) if c < j <= most)
    pi = parameters.reference
    ordered = sorted(permutations(range(parameters.letters), 2), key=lambda pair: -(pi[pair[0]] + pi[pair[1]]))
    for count in counts:
        for a, b in ordered:
            histogram = [c] * parameters.letters
            histogram[a] = count
            histogram[b] += N - sum(histogram)
            yield _with_one_changed(histogram, a, b, parameters)


def _with_one_changed(histogram: Sequence[int], a: int, b: int, parameters: Parameters) -> tuple[Clients, Clients]:
    """Return the data of a histogram, the letter a first, and the same with the first a turned into b."""
    letters = [a, *(x for x in range(parameters.letters) if x != a)]
    items = [x for x in letters for _ in range(histogram[x])]
    return _dealt(items, parameters), _dealt([b, *items[1:]], parameters)


def _dealt(items: Sequence[int], parameters: Parameters) -> Clients:
    each = parameters.items
    return tuple(tuple(items[start : start + each]) for start in range(0, len(items), each))


def guarantee(parameters: Parameters) -> Guarantee:
    """(eps, delta) for data that differ in one item, of all that the server sees.

    SCOTT-17-corrected, SCOTT-20-corrected and SCOTT-30-corrected prove it for noise that is somewhat larger, eps <= 1.

    "Printed": the claim of Theorems 4.6 and 4.11, which is false.
    """
    return Guarantee("replace_one", parameters.budget, parameters.delta)


def sample(data: Clients, parameters: Parameters, rng: Coins) -> tuple[Fraction, ...]:
    """Draw one row: the tag exactly, and each number rounded down to a multiple of 2^-64."""
    rows = law(data, parameters)
    tag, cells = draw(rows.tags, rng), 1 << _SAMPLE_BITS
    given = rows.given[tag]

    def number(coordinate: int) -> Fraction:
        return Fraction(draw_cell(lambda k: given.below(coordinate, Fraction(k + 1, cells)), rng), cells)

    return (Fraction(tag), *(number(k) for k in range(rows.dimension)))


def released(row: Sequence[Fraction], parameters: Parameters) -> Fraction | LogForm:
    """Return the estimate that the server makes of a row of rational numbers.

    In "dist" of max(report, floor), line 8 of Algorithm 3, which needs a floor.
    """
    tag, *numbers = (as_fraction(entry, "row") for entry in row)
    if parameters.trust != "dist":
        sums, parts = (1, 1) if parameters.trust == "trusted" else (2, parameters.rounds)
        require(len(numbers) == sums, "row", f"of {len(row)} numbers", f"a tag and {sums} more")
        return sum(numbers, Fraction(0)) / parts
    floor = parameters.floor
    if floor is None:
        raise ValueError("floor = None: expected a number in (0, 1), below which no report is believed")
    require(
        len(numbers) == parameters.rounds, "row", f"of {len(row)} numbers", f"a tag and {parameters.rounds} reports"
    )
    question = next((each for each in asked(parameters) if each.tag == tag), None)
    if question is None:
        raise ValueError(f"row = {row!r:.60}: expected a tag of what can be asked")
    reports = [max(number, floor) for number in numbers]
    return estimate(question.samples, reports, parameters.reference, parameters.lam)


explain_failures(__name__)
