"""The shrinking dartboard with fake switches: multiplicative weights whose choice seldom changes.

Source: Geulen, Voecking and Winkler, "Regret minimization for online buffering problems using the weighted majority
algorithm", COLT 2010, in the form of Asi, Koren, Liu and Talwar, "Private Online Learning via Lazy Algorithms",
Section 3, overview ("existing low-switching private algorithms work roughly as follows"): at each round t

    S_t ~ Ber(C mu_t(x_(t-1)) / mu_(t-1)(x_(t-1))) with normalized measures, and S'_t ~ Ber(1 - p);
    x_t is drawn anew from mu_t if S_t = 0 or S'_t = 0, else it is x_(t-1).

Reading: the constant C is not given. In the dartboard of the 2010 paper a dart stays while its place is on the board,
with probability w_t(x) / w_(t-1)(x) in UNNORMALIZED weights, so C is the quotient of normalizations: it depends on the
data, and the bias on the last loss alone. With ``constant`` = "fixed" C is e^-eta, the largest number of which no data
(losses in [0, 1]) make a bias above 1, and the bias depends on all losses so far.

Experts are numbered from 0, and the losses are fixed in advance.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dpassay.exact import (
    Budget,
    Coins,
    Dist,
    LatticeLoss,
    Number,
    PrivacyLoss,
    as_fraction,
    as_positive_integer,
    bernoulli,
    draw,
    require,
)
from dpassay.exact import markov_loss as markov
from dpassay.exact.dist import total
from dpassay.exact.entrance import explain_failures
from dpassay.exact.markov_chain import Chain, transcript_law
from dpassay.reference import multiplicative_weights
from dpassay.reference.mechanism import RATE_NAMES, MechanismParameters, as_budget, parameter
from dpassay.reference.multiplicative_weights import Matrix

NAME = "shrinking_dartboard"
ADJACENCY = "one_loss"
CONSTANTS = ("dartboard", "fixed")


def as_fake_switch(value: object, name: str) -> Fraction:
    """Return a probability of at least 0 and below 1."""
    p = as_fraction(value, name)
    require(0 <= p < 1, name, value, "a number of at least 0 and below 1")
    return p


def as_constant(value: object, name: str) -> str:
    """Return "dartboard" or "fixed"."""
    require(isinstance(value, str) and value in CONSTANTS, name, repr(value), f"one of {', '.join(CONSTANTS)}")
    return str(value)


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of the shrinking dartboard."""

    rate: Budget = parameter(
        as_budget, "the learning rate eta, above 0; or give exp_learning_rate = e^eta, above 1", names=RATE_NAMES
    )
    rounds: int = parameter(as_positive_integer, "the number T of rounds, at least 1")
    experts: int = parameter(as_positive_integer, "the number d of experts, at least 1")
    fake_switch: Fraction = parameter(
        as_fake_switch, "the probability p of a fake switch, from 0, below 1", default=Fraction(0)
    )
    constant: str = parameter(
        as_constant, "C, the quotient of normalizations ('dartboard') or e^-eta ('fixed')", default="dartboard"
    )


def _input(parameters: Parameters) -> multiplicative_weights.Parameters:
    """Return the parameters of the input algorithm of the same rate."""
    return multiplicative_weights.Parameters(parameters.rate, parameters.rounds, parameters.experts, "loss")


def check_data(data: object, parameters: Parameters) -> Matrix:
    """Return the T x d loss matrix; a string may hold it, rows separated by semicolons and entries by commas."""
    return multiplicative_weights.check_data(data, _input(parameters))


def laws_of_weights(data: Matrix, parameters: Parameters) -> tuple[Dist[int], ...]:
    """The normalized mu_1, ..., mu_T of multiplicative weights."""
    return multiplicative_weights.round_laws(data, _input(parameters))


def keeping(data: Matrix, t: int, x: int, parameters: Parameters) -> Number:
    """The probability of S_t = 1, t = 2, ..., T, with the expert x of round t - 1."""
    rows = check_data(data, parameters)
    require(t in range(2, parameters.rounds + 1), "t", t, f"a round from 2 to {parameters.rounds}")
    require(x in range(parameters.experts), "x", x, f"an expert in range({parameters.experts})")
    if parameters.constant == "dartboard":
        return parameters.rate.exp(-rows[t - 2][x])  # w_t(x) / w_(t-1)(x)
    before, now = laws_of_weights(rows, parameters)[t - 2 : t]
    return parameters.rate.exp(-1) * now.pmf(x) / before.pmf(x)


def sample(data: Matrix, parameters: Parameters, rng: Coins) -> tuple[int, ...]:
    """Draw x_1, ..., x_T exactly."""
    mu = laws_of_weights(data, parameters)
    played = [draw(mu[0], rng)]
    for t in range(2, parameters.rounds + 1):
        S = bernoulli(keeping(data, t, played[-1], parameters), rng)
        fake_S = bernoulli(1 - parameters.fake_switch, rng)
        played.append(played[-1] if S and fake_S else draw(mu[t - 1], rng))
    return tuple(played)


def chain(data: Matrix, parameters: Parameters) -> Chain[int]:
    """The algorithm as a Markov chain on the experts."""
    mu = laws_of_weights(data, parameters)
    kernels = []
    for t, now in enumerate(mu[1:], start=2):
        rows: dict[int, dict[int, Number]] = {}
        for x in range(parameters.experts):
            stay = (1 - parameters.fake_switch) * keeping(data, t, x, parameters)
            rows[x] = dict(Dist.mixture([(stay, Dist.point(x)), (1 - stay, now)]).items())
        kernels.append(rows)
    return Chain(dict(mu[0].items()), kernels)


def law(data: Matrix, parameters: Parameters) -> Dist[tuple[int, ...]]:
    """The exact joint law of x_1, ..., x_T."""
    return transcript_law(chain(data, parameters))


def marginals(data: Matrix, parameters: Parameters) -> tuple[Dist[int], ...]:
    """The exact laws of x_1, ..., x_T, by the forward algorithm: they are those of multiplicative weights."""
    return chain(data, parameters).marginals()


def transcript_loss(first: Matrix, second: Matrix, parameters: Parameters) -> PrivacyLoss | LatticeLoss:
    """The exact privacy-loss distribution of x_1, ..., x_T on ``first`` against ``second``."""
    return markov.transcript_loss(chain(first, parameters), chain(second, parameters))


def expected_loss(data: Matrix, parameters: Parameters) -> Number:
    """The exact expectation of the total loss."""
    rows = zip(marginals(data, parameters), check_data(data, parameters), strict=True)
    return total(weight * row[x] for mu, row in rows for x, weight in mu.items())


def expected_regret(data: Matrix, parameters: Parameters) -> Number:
    """The expected total loss, above that of the best expert in hindsight."""
    totals = (sum(column, Fraction(0)) for column in zip(*check_data(data, parameters), strict=True))
    return expected_loss(data, parameters) - min(totals)


def expected_changes(data: Matrix, parameters: Parameters) -> Number:
    """The exact expected number of rounds whose expert is not that of the round before."""
    walk = chain(data, parameters)
    steps = zip(walk.marginals()[:-1], walk.kernels, strict=True)
    return total(weight * (1 - kernel[x][x]) for mu, kernel in steps for x, weight in mu.items())


explain_failures(__name__)
