"""PRIEST-KLD without its noise: mean, variance and best lambda of what T draws from Pi estimate, all exact.

Source: Scott, Biswas, Cormode and Maple, "Distributed, communication-efficient, and differentially private estimation
of KL divergence", Facts 4.1 and 4.2, Definition 4.1, lines 1 to 12 of Algorithm 1, Section A.1.

In each round the server draws x_t from Pi, a fresh set C_t of m of the n clients says how often it holds x_t, and the
round gives lambda (r - 1) - log r with r = P(x_t) / Pi(x_t). P(x_t) is what C_t holds of x_t as a share of all that
C_t holds; the text's sum over |C_t| is the same where each client holds one item.

Claims: the mean is SCOTT-05, the variance SCOTT-11-corrected, the best lambda SCOTT-08b-corrected, and the mean with a
sample of the clients SCOTT-07b-corrected.

With all clients P(x_t) is the frequency itself. With a sample of them the logarithm makes the mean too large, and
infinite where a letter may be missing from C_t: then a floor is needed, max(P(x_t), tau) as in Algorithm 3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from dpassay.exact import Dist, LogForm, Real, as_fraction, as_positive_integer, as_real, log, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.quadratic_form import QuadraticForm

Items: TypeAlias = tuple[int, ...]
"""What one client holds: letters 0, ..., k - 1."""
Clients: TypeAlias = tuple[Items, ...]
Shares: TypeAlias = tuple[Fraction, ...]
"""A number of total 1 for each letter."""
Law: TypeAlias = "Dist[Fraction]"
MOST_LETTERS = 1 << 16


def histogram(clients: Sequence[Items], letters: int) -> tuple[int, ...]:
    """Return how often each letter is held."""
    known = _letters(letters)
    counts = Counter(letter for items in clients for letter in items)
    require(all(letter in known for letter in counts), "clients", list(counts), f"letters in range({letters})")
    return tuple(counts[letter] for letter in known)


def _letters(count: object) -> range:
    letters = as_positive_integer(count, "letters")
    require(letters <= MOST_LETTERS, "letters", letters, f"at most {MOST_LETTERS}")
    return range(letters)


def frequencies(clients: Sequence[Items], letters: int) -> Shares:
    """Return the shares of the letters in all that some clients hold: P(x) = sum_c D_c(x) / sum_c |D_c|."""
    counts = histogram(clients, letters)
    require(sum(counts) > 0, "clients", "without any item", "at least one item")
    return tuple(Fraction(count, sum(counts)) for count in counts)


def frequency_laws(clients: Sequence[Items], letters: int, participants: int) -> tuple[Law, ...]:
    """Return the law of P(x), letter by letter, where C is a uniform set of so many clients, and all hold equally many.

    Counted from client to client: how many sets of m clients hold x so and so often.
    """
    require(len(clients) > 0, "clients", "none", "at least one")
    size = len(clients[0])
    require(all(len(items) == size for items in clients), "clients", "of several sizes", "equally many items each")
    require(1 <= participants <= len(clients), "participants", participants, f"from 1 to {len(clients)}")
    return tuple(_law_of_count(clients, letter, participants, size) for letter in _letters(letters))


def _law_of_count(clients: Sequence[Items], letter: int, participants: int, size: int) -> Law:
    sets: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for items in clients:
        with_this_one: Counter[tuple[int, int]] = Counter(sets)
        for (chosen, count), ways in sets.items():
            with_this_one[chosen + 1, count + items.count(letter)] += ways
        sets = with_this_one
    found = {count: ways for (chosen, count), ways in sets.items() if chosen == participants}
    return Dist.from_weights({Fraction(count, participants * size): ways for count, ways in found.items()})


def floored(law: Law, floor: Fraction | None) -> Law:
    """Return the law of max(P(x), tau); without a floor the law itself, which must then never be 0.

    Raises:
        ValueError: the frequency may be 0 and there is no floor, so that its logarithm is not defined.
    """
    if floor is None:
        require(0 not in law.outcomes, "data", "with a letter of count 0", "counts above 0, or a floor tau")
        return law
    return law.map(lambda share: max(as_fraction(share, "law"), floor))


def term(share: Fraction, reference: Fraction, lam: Fraction) -> LogForm:
    """Return lambda (r - 1) - log r, for r = P(x) / Pi(x)."""
    return lam * (share / reference - 1) - log(share / reference)


def estimate(samples: Sequence[int], shares: Sequence[Fraction], reference: Shares, lam: Fraction) -> LogForm:
    """Return the mean over t of lambda (r_t - 1) - log r_t; ``shares`` are P(x_t), round by round."""
    require(len(samples) == len(shares) > 0, "samples", len(samples), f"{len(shares)}, one for each frequency")
    terms = (term(share, reference[x], lam) for x, share in zip(samples, shares, strict=True))
    return sum(terms, LogForm()) / len(samples)


@dataclass(frozen=True, slots=True)
class Moments:
    """The moments of r and log r in one round, over the draw of x from Pi and of the clients.

    Attributes:
        mean_ratio: E r; 1 unless there is a floor.
        mean_log: E log r.
        variance: Var r.
        covariance: Cov(r, log r), never below 0.
        log_variance: Var log r.
    """

    mean_ratio: Fraction
    mean_log: LogForm
    variance: Fraction
    covariance: LogForm
    log_variance: QuadraticForm

    def expectation(self, lam: Fraction) -> LogForm:
        """Return the mean of the estimate, the same for every number of rounds."""
        return lam * (self.mean_ratio - 1) - self.mean_log

    def estimate_variance(self, lam: Fraction, rounds: int) -> QuadraticForm:
        """Return the variance of the estimate: (lambda^2 Var r - 2 lambda Cov(r, log r) + Var log r) / T."""
        require(rounds >= 1, "rounds", rounds, "at least 1")
        linear = QuadraticForm.linear(lam**2 * self.variance - 2 * lam * self.covariance)
        return (linear + self.log_variance) * Fraction(1, rounds)

    def best_lambda(self) -> LogForm | None:
        """Return the only lambda of least variance, Cov(r, log r) / Var r; None where r is constant and all are."""
        return self.covariance / self.variance if self.variance else None

    def least_variance(self, rounds: int) -> Real:
        """Return the variance at the best lambda: (Var log r - Cov(r, log r)^2 / Var r) / T."""
        require(rounds >= 1, "rounds", rounds, "at least 1")
        if not self.variance:
            return as_real(self.log_variance) / rounds
        explained = QuadraticForm.product(self.covariance, self.covariance) * (1 / self.variance)
        return as_real(self.log_variance - explained) / rounds


def moments(reference: Shares, laws: Sequence[Law], floor: Fraction | None = None) -> Moments:
    """Return the moments of r = P(x) / Pi(x) for x drawn from Pi and P(x) from the law of its letter.

    Raises:
        ValueError: a frequency may be 0, and there is no floor.
    """
    values = _ratios(reference, laws, floor).items()
    mean_ratio = sum((w * r for r, w in values), Fraction(0))
    mean_log = summed_logs((w, log(r)) for r, w in values)
    squares = sum((w * r**2 for r, w in values), Fraction(0))
    products = summed_logs((w * r, log(r)) for r, w in values)
    log_squares = QuadraticForm.sum((w, QuadraticForm.product(log(r), log(r))) for r, w in values)
    return Moments(
        mean_ratio,
        mean_log,
        squares - mean_ratio**2,
        products - mean_ratio * mean_log,
        log_squares - QuadraticForm.product(mean_log, mean_log),
    )


def _ratios(reference: Shares, laws: Sequence[Law], floor: Fraction | None) -> dict[Fraction, Fraction]:
    """Return every value of r with its probability."""
    require(len(laws) == len(reference), "laws", len(laws), f"{len(reference)}, one a letter")
    found: dict[Fraction, Fraction] = {}
    for pi, law in zip(reference, laws, strict=True):
        require(pi > 0, "reference", pi, "a probability above 0 for every letter")
        for share, weight in floored(law, floor).items():
            found[share / pi] = found.get(share / pi, Fraction(0)) + pi * as_fraction(weight, "weight")
    return found


def summed_logs(parts: Iterable[tuple[Fraction, LogForm]]) -> LogForm:
    """Return a sum of weights times sums of logarithms, in one pass over their terms."""
    constant, terms = Fraction(0), dict[int, Fraction]()
    for weight, form in parts:
        constant += weight * form.constant
        for n, coefficient in form.terms.items():
            terms[n] = terms.get(n, Fraction(0)) + weight * coefficient
    return LogForm(constant, terms)


def exact_moments(clients: Sequence[Items], reference: Shares) -> Moments:
    """Return the moments where all clients take part in every round, who may hold differently many items."""
    shares = frequencies(clients, len(reference))
    return moments(reference, [Dist.point(share) for share in shares])


def divergence(reference: Shares, shares: Sequence[Fraction]) -> LogForm:
    """Return KL(Pi || P), exactly; ``ValueError`` where it is infinite."""
    pairs = list(zip(reference, shares, strict=True))
    require(all(p > 0 for pi, p in pairs if pi), "shares", list(map(str, shares)), "above 0 wherever Pi is")
    return summed_logs((pi, log(pi / p)) for pi, p in pairs if pi)


explain_failures(__name__)
