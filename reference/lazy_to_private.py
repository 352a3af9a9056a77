"""L2P: a lazy online algorithm made private, by correlated sampling against a second, parallel sequence of models.

Source: Asi, Koren, Liu and Talwar, "Private Online Learning via Lazy Algorithms", Section 3, Algorithm 1 (its line
numbers, below, are those of the HTML text, which counts blank lines), Assumption 3.1, and the measures (4) and (5).

The input algorithm has a measure nu_s before each batch of B rounds, and plays x_s drawn from it. L2P keeps x_(s-1)
where it can: a coin S_s decides, whose bias depends on the losses of the last batch alone (the unknown normalization
cancels against a model y of the same measure), and a fake switch happens with probability p whatever the data are.

Readings: the two models of line 2 are independent. Line 6 uses y_(s-1), which line 15 replaces only afterwards. Where B
does not divide T, the last batch is shorter; no measure depends on the last batch, so the output does not either.

Models are numbered from 0. The losses are fixed in advance (an oblivious adversary).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, Protocol

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
from dpassay.exact.entrance import explain_failures
from dpassay.exact.markov_chain import Chain, Observe, transcript_law
from dpassay.reference import multiplicative_weights
from dpassay.reference.mechanism import RATE_NAMES, Guarantee, MechanismParameters, as_budget, parameter
from dpassay.reference.multiplicative_weights import Matrix

NAME = "lazy_to_private"
SUMMARY = "L2P: follow the best expert, seldom switching"
DATA = (
    "a matrix of losses in [0, 1]: a row a round, apart by semicolons, of a number an expert, apart by commas, such "
    "as 1,0;1/2,1"
)
EXAMPLE = {"exp_learning_rate": "3/2", "batch": "1", "fake_switch": "1/4", "rounds": "3", "experts": "2"}
VIEWS = ("models", "state")
MOST_TRANSCRIPTS = 1 << 14
"""``law`` lists no more sequences of models than this; ``transcript_loss`` lists none."""

Exponents = tuple[Fraction, ...]
"""The logarithm of an unnormalized measure, model by model, in units of eta."""
Models = tuple[int, ...]


def as_fake_switch(value: object, name: str) -> Fraction:
    """Return a probability between 0 and 1, both excluded."""
    p = as_fraction(value, name)
    require(0 < p < 1, name, value, "a number between 0 and 1, both excluded")
    return p


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of L2P."""

    rate: Budget = parameter(
        as_budget, "the learning rate eta, above 0; or give exp_learning_rate = e^eta, above 1", names=RATE_NAMES
    )
    batch: int = parameter(as_positive_integer, "the number B of rounds in a batch, at least 1")
    fake_switch: Fraction = parameter(as_fake_switch, "the probability p of a fake switch, between 0 and 1")
    rounds: int = parameter(as_positive_integer, "the number T of rounds, at least 1")
    experts: int = parameter(as_positive_integer, "the number d of models, at least 1")

    @property
    def batches(self) -> int:
        """The number S of batches, of which the last may be shorter than B."""
        return -(-self.rounds // self.batch)


class Measure(Protocol):
    """Measures as Assumption 3.1 has them: one follows from the other by the losses in between alone.

    Logarithms are in units of the rate eta. Losses in [0, 1] must not move any difference of logarithms by more than
    eta in a round: then the minimum in line 6 is never 1.
    """

    def first(self, models: int) -> Exponents:
        """Return log nu_1."""

    def step(self, losses: Matrix) -> Exponents:
        """Return log(nu_(s+1) / nu_s) for the losses of batch s."""


@dataclass(frozen=True, slots=True)
class MultiplicativeWeights:
    """Equation (4): nu(x) = e^(-eta sum of losses of x)."""

    def first(self, models: int) -> Exponents:
        """Return log nu_1: all models weigh 1."""
        return (Fraction(0),) * models

    def step(self, losses: Matrix) -> Exponents:
        """Return minus the losses of each model."""
        return tuple(-sum(column, Fraction(0)) for column in zip(*losses, strict=True))


@dataclass(frozen=True, slots=True)
class RegularizedMultiplicativeWeights:
    """Equation (5) on finitely many points: nu(x) = e^(-beta (sum of losses of x + lambda |x|^2)); the rate is beta.

    Model i is ``points[i]``, a rational point; the data are the values of the losses there.
    """

    points: tuple[tuple[Fraction, ...], ...]
    regularization: Fraction

    def first(self, models: int) -> Exponents:
        """Return log nu_1 = -lambda |x|^2."""
        require(len(self.points) == models, "points", f"of number {len(self.points)}", f"{models} points, one a model")
        squares = (sum((as_fraction(c, "points") ** 2 for c in point), Fraction(0)) for point in self.points)
        return tuple(-as_fraction(self.regularization, "regularization") * square for square in squares)

    def step(self, losses: Matrix) -> Exponents:
        """Return minus the losses at each point."""
        return MultiplicativeWeights().step(losses)


WEIGHTS = MultiplicativeWeights()


def check_data(data: object, parameters: Parameters) -> Matrix:
    """Return the T x d loss matrix; a string may hold it, rows separated by semicolons and entries by commas."""
    return multiplicative_weights.check_data(data, _input(parameters))


def _input(parameters: Parameters) -> multiplicative_weights.Parameters:
    """Return the parameters of the input algorithm of the same rate."""
    return multiplicative_weights.Parameters(parameters.rate, parameters.rounds, parameters.experts, "loss")


def batches(data: Matrix, parameters: Parameters) -> tuple[Matrix, ...]:
    """The rows of each batch."""
    rows, B = check_data(data, parameters), parameters.batch
    return tuple(rows[start : start + B] for start in range(0, parameters.rounds, B))


def measures(data: Matrix, parameters: Parameters, measure: Measure = WEIGHTS) -> tuple[Exponents, ...]:
    """Return log nu_1, ..., log nu_S, in units of eta; the losses of the last batch have no part in them."""
    log_nu = [measure.first(parameters.experts)]
    for losses in batches(data, parameters)[:-1]:
        log_nu.append(tuple(a + b for a, b in zip(log_nu[-1], measure.step(losses), strict=True)))
    return tuple(log_nu)


def normalized(log_nu: Exponents, parameters: Parameters) -> Dist[int]:
    """The law proportional to nu."""
    most = max(log_nu)
    return Dist.from_weights({x: parameters.rate.exp(a - most) for x, a in enumerate(log_nu)})


def keeping(before: Exponents, now: Exponents, x: int, y: int, parameters: Parameters) -> Number:
    """Line 6: the probability of S_s = 1, with the measures of s - 1 and s, and the models x and y of s - 1."""
    for name, model in (("x", x), ("y", y)):
        require(model in range(min(len(before), len(now))), name, model, "a model of both measures")
    B = parameters.batch
    log_ratio = (now[x] - before[x]) + (before[y] - now[y]) - 2 * B
    return parameters.rate.exp(min(Fraction(0), log_ratio))


def sample(data: Matrix, parameters: Parameters, rng: Coins, measure: Measure = WEIGHTS) -> Models:
    """Play x_1, ..., x_S as Algorithm 1 does, exactly."""
    p, log_nu = parameters.fake_switch, measures(data, parameters, measure)
    nu = [normalized(a, parameters) for a in log_nu]
    x, y = draw(nu[0], rng), draw(nu[0], rng)  # line 2
    played = [x]
    for s in range(1, parameters.batches):  # line 4
        S = bernoulli(keeping(log_nu[s - 1], log_nu[s], x, y, parameters), rng)  # line 6
        fake_S = bernoulli(1 - p, rng)  # line 6
        if not S or not fake_S:  # line 7
            x = draw(nu[s], rng)  # line 8; else x stays, line 11
        A = bernoulli(1 - p, rng)  # line 13
        if not A:  # line 14
            y = draw(nu[s], rng)  # line 15; else y stays, line 18
        played.append(x)  # line 20
    return tuple(played)


# The exact laws


class State(NamedTuple):
    """x_s, y_s and the bit zeta_(s-1): whether any coin of A_s, S_s and S'_s was 0 (0 for s = 1)."""

    x: int
    y: int
    zeta: int


def chain(data: Matrix, parameters: Parameters, measure: Measure = WEIGHTS) -> Chain[State]:
    """Algorithm 1 as a Markov chain on its states."""
    log_nu = measures(data, parameters, measure)
    start = normalized(log_nu[0], parameters)
    kernels = []
    for before, now in pairwise(log_nu):
        models = range(parameters.experts)
        rows = {(x, y): dict(_iteration(before, now, x, y, parameters).items()) for x in models for y in models}
        kernels.append({State(x, y, zeta): row for (x, y), row in rows.items() for zeta in (0, 1)})
    initial = start.product(start).map(lambda pair: State(*pair, 0))  # line 2
    return Chain(dict(initial.items()), kernels)


def _iteration(before: Exponents, now: Exponents, x: int, y: int, parameters: Parameters) -> Dist[State]:
    """Lines 6 to 18: the law of the state after them."""
    p, nu = parameters.fake_switch, normalized(now, parameters)
    keep_x = (1 - p) * keeping(before, now, x, y, parameters)  # S_s = S'_s = 1
    keep_y = 1 - p  # A_s = 1
    return Dist.mixture(
        [
            (keep_x * keep_y, Dist.point(State(x, y, 0))),
            (keep_x * (1 - keep_y), nu.map(lambda fresh: State(x, fresh, 1))),
            ((1 - keep_x) * keep_y, nu.map(lambda fresh: State(fresh, y, 1))),
            ((1 - keep_x) * (1 - keep_y), nu.product(nu).map(lambda pair: State(*pair, 1))),
        ]
    )


def law(data: Matrix, parameters: Parameters, measure: Measure = WEIGHTS) -> Dist[Models]:
    """The exact joint law of x_1, ..., x_S, by the forward algorithm over the hidden y.

    Raises ``ValueError`` where the sequences are too many to list.
    """
    S, d = parameters.batches, parameters.experts
    expected = f"at most {MOST_TRANSCRIPTS} sequences of models (experts^batches); transcript_loss lists none"
    require(d == 1 or (S <= MOST_TRANSCRIPTS and d**S <= MOST_TRANSCRIPTS), "rounds", f"{S} batches", expected)
    return transcript_law(chain(data, parameters, measure), _model)


def _model(state: State) -> int:
    return state.x


class Transcript(NamedTuple):
    """All that the analysis of Theorem 3.2 releases: x_1, ..., x_S and y_1, ..., y_S, and zeta_1, ..., zeta_(S-1)."""

    x: Models
    y: Models
    zeta: tuple[int, ...]


def state_law(data: Matrix, parameters: Parameters, measure: Measure = WEIGHTS) -> Dist[Transcript]:
    """The exact law of the transcript of all states."""
    return transcript_law(chain(data, parameters, measure)).map(_transcript)


def _transcript(states: tuple[State, ...]) -> Transcript:
    x, y, zeta = zip(*states, strict=True)
    return Transcript(x, y, zeta[1:])


def marginals(data: Matrix, parameters: Parameters, measure: Measure = WEIGHTS) -> tuple[Dist[int], ...]:
    """The exact laws of x_1, ..., x_S, each taken from the joint law of (x_s, y_s).

    They are the normalized nu_s, whatever the data: x_s and y_s are independent, and the models that line 11 keeps
    follow nu_s like those that line 8 draws, as long as the minimum in line 6 is not 1, which losses in [0, 1] grant.
    """
    return tuple(states.map(_model) for states in chain(data, parameters, measure).marginals())


# Privacy


def are_neighbors(first: Matrix, second: Matrix, parameters: Parameters) -> bool:  # noqa: ARG001  # one signature for all
    """Neighbors differ in the row of one round."""
    return sum(a != b for a, b in zip(first, second, strict=True)) <= 1


def transcript_loss(
    first: Matrix, second: Matrix, parameters: Parameters, view: str = "models", measure: Measure = WEIGHTS
) -> PrivacyLoss | LatticeLoss:
    """The exact privacy-loss distribution of what is seen on ``first`` against ``second``, neighbors or not.

    ``view`` is "models" for x_1, ..., x_S, which are the output, or "state" for the transcript of all states, of which
    the published analysis speaks.
    """
    seen = _seen(view)
    return markov.transcript_loss(chain(first, parameters, measure), chain(second, parameters, measure), seen)


def transcript_delta(
    first: Matrix,
    second: Matrix,
    parameters: Parameters,
    exp_eps: object,
    *,
    view: str = "models",
    measure: Measure = WEIGHTS,
) -> Number:
    """The exact delta at e^eps = ``exp_eps`` of what is seen: that of ``transcript_loss``, without all ratios."""
    seen = _seen(view)
    pair = chain(first, parameters, measure), chain(second, parameters, measure)
    return markov.transcript_delta(*pair, exp_eps, seen)


def largest_ratio(
    first: Matrix, second: Matrix, parameters: Parameters, view: str = "models", measure: Measure = WEIGHTS
) -> Number:
    """The largest likelihood ratio of what is seen: that of ``transcript_loss``, without all other ratios."""
    seen = _seen(view)
    ratio = markov.largest_ratio(chain(first, parameters, measure), chain(second, parameters, measure), seen)
    if ratio is None:
        raise AssertionError("unreachable: every sequence of models is possible on all data")
    return ratio


def _seen(view: str) -> Observe:
    require(view in VIEWS, "view", repr(view), f"one of {', '.join(VIEWS)}")
    return _model if view == "models" else _whole


def _whole(state: State) -> State:
    return state


def neighbors(parameters: Parameters) -> Iterator[tuple[Matrix, Matrix]]:
    """Matrices of which one row differs.

    First the pair that loses most where all states are seen, and where models are and p is not small: round 1 sets
    model 0 against all others, and it loses in every later round, so that drawing it again is as unlikely as can be.
    Then pairs that may lose more where p is small: the last model against all others, with every round after the first
    like the second matrix or like the first; and the same in the last batch that has an effect.
    """
    T, d, B = parameters.rounds, parameters.experts, parameters.batch
    multiplicative_weights.check_size(T, d)
    zero_loses, last_loses = _loses(0, d), _loses(d - 1, d)
    zero_wins, last_wins = (tuple(1 - loss for loss in row) for row in (zero_loses, last_loses))
    yield (zero_wins, *[zero_loses] * (T - 1)), (zero_loses,) * T
    yield (last_loses,) * T, (last_wins, *[last_loses] * (T - 1))
    late = max(0, (parameters.batches - 2) * B)
    yield (last_loses,) * T, (*[last_loses] * late, last_wins, *[last_loses] * (T - late - 1))


def _loses(model: int, models: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(int(x == model)) for x in range(models))


def guarantee(parameters: Parameters) -> Guarantee:
    """A pure bound for matrices that differ in one row, whether models or states are seen; not the published one.

    Let the row be of batch s. (x_s, y_s) has the same law on both. Each model drawn later is an exponential mechanism
    of two normalized measures that differ by one loss: a ratio of at most e^(2 eta), for x and for y, 4 eta a batch,
    and there are at most S - 1 later batches. The coin S_(s+1) has a bias a of at most e^(-B eta), and at least
    e^(-2 eta) a' where a' is that on the other matrix; later coins have the same bias on both. Where x is kept, a / a'
    is at most e^(2 eta), and x is not drawn. Where it is drawn, the ratio (1 - (1-p) a) / (1 - (1-p) a') is at most

        R = (1 - (1-p) e^(-(B+2) eta)) / (1 - (1-p) e^(-B eta)) <= e^(2 eta (1-p) / p).

    So epsilon = log R + 4 eta (S - 1), and 0 for S = 1; where eta is given, not e^eta, the bound of R stands for it.

    Theorem 3.2 of the paper is an (epsilon, delta) bound, which is much smaller for many batches.
    """
    return Guarantee("one_loss", _pure_bound(parameters))


def _pure_bound(parameters: Parameters) -> Budget:
    p, B, S = parameters.fake_switch, parameters.batch, parameters.batches
    eta, base = parameters.rate.given_epsilon, parameters.rate.given_exp_eps
    if S == 1:
        return Budget.zero()
    if eta is not None:
        return Budget(epsilon=eta * (2 * (1 - p) / p + 4 * (S - 1)))
    exp_eta = base or Fraction(1)
    R = (1 - (1 - p) * exp_eta ** -(B + 2)) / (1 - (1 - p) * exp_eta**-B)
    return Budget(exp_eps=R * exp_eta ** (4 * (S - 1)))


explain_failures(__name__)
