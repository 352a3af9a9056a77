"""Algorithm 1 with regularized multiplicative weights on points of R^k, on two sequences that differ in one loss.

A setting is the points, at distances of at most D; a row of losses for each round, L-Lipschitz; beta, lambda and eta;
B, eps and delta. The norm is the Euclidean one. The measure of a point is e^(-beta (sum of losses + lambda |x|^2)), w
is the larger of eta and beta L D, and p = 10 w/eps.
Multiplicative weights with losses in [0, 1] are lambda = 0, beta = eta and L D = 1. n is the number of batches, and a
its cube root; ``Lip`` is L.

``P`` is the law of all that is released, the models x_s and y_s and the bits zeta_s, on the first sequence, ``Z`` its
loss against the other one, and ``least(x)`` the least delta at x. ``coin`` is the most that a coin, whether x_s is
kept, can lose given the past. ``draw(s)`` is the law of a model that is drawn for batch s, and ``ell(s)`` its loss;
``lost`` and ``lost2`` are the losses of a point in the round in which the sequences differ, ``low`` and ``low2`` their
least values, and ``told(s)`` is 1 where that round is before batch s. The other direction is the setting with the
sequences exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from itertools import product
from typing import Any, Final

from dpassay.exact import Real, as_real, log
from dpassay.exact.real import maximum
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Row = tuple[Fraction, ...]
Vector = tuple[Fraction, ...]
State = tuple[int, int, int]
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Weighted:
    """The points, both sequences of losses, and the parameters."""

    points: tuple[Vector, ...]
    first: tuple[Row, ...]
    second: tuple[Row, ...]
    diameter: Fraction
    lipschitz: Fraction
    beta: Fraction
    regularizer: Fraction
    eta: Fraction
    batch: int
    eps: Fraction
    delta: Fraction

    def __post_init__(self) -> None:
        rounds = len(self.first)
        if self.batch < 1 or rounds < 1 or rounds % self.batch or len(self.second) != rounds:
            raise ValueError(f"first, second = {self.first}, {self.second}: expected whole batches, of as many rounds")
        if not all(norm(x, y) <= self.diameter**2 for x, y in product(self.points, repeat=2)):
            raise ValueError(f"diameter = {self.diameter}: expected a bound on all distances of {self.points}")
        for row in (*self.first, *self.second):
            pairs = product(zip(self.points, row, strict=True), repeat=2)
            if any((a - b) ** 2 > self.lipschitz**2 * norm(x, y) for (x, a), (y, b) in pairs):
                raise ValueError(f"losses = {row}: expected {self.lipschitz}-Lipschitz ones")
        if sum(a != b for a, b in zip(self.first, self.second, strict=True)) > 1:
            raise ValueError("first, second: expected sequences that differ in one round at most")
        positive = min(self.beta, self.eta, self.eps, self.delta, self.diameter, self.lipschitz) > 0
        if not positive or self.regularizer < 0 or self.delta >= 1:
            raise ValueError(
                "beta, eta, eps, delta, D, L: expected positive numbers, delta below 1, and lambda not below 0"
            )
        if self.eps > 1 or self.eps * self.batch > 1 or self.fake_switch >= 1:
            raise ValueError(f"eps = {self.eps}: expected eps <= 1, eps B <= 1 and p < 1")

    @property
    def rate(self) -> Fraction:
        """w."""
        return max(self.eta, self.beta * self.lipschitz * self.diameter)

    @property
    def fake_switch(self) -> Fraction:
        """p."""
        return 10 * self.rate / self.eps

    @property
    def batches(self) -> int:
        """n."""
        return len(self.first) // self.batch

    @property
    def models(self) -> range:
        """The numbers of the points, from 0."""
        return range(len(self.points))


def norm(x: Vector, y: Vector) -> Fraction:
    """|x - y|^2."""
    return sum(((a - b) ** 2 for a, b in zip(x, y, strict=True)), ZERO)


def losses_of(setting: Weighted, which: int, x: int, first: int, last: int) -> Fraction:
    """The losses of a model in rounds first + 1 to last."""
    rows = (setting.first, setting.second)[which]
    return sum((row[x] for row in rows[first:last]), ZERO)


@cache
def law(setting: Weighted, which: int, s: int) -> tuple[Real, ...]:
    """The normalized measure of batch s."""
    weights = [
        as_real(
            -setting.beta
            * (
                losses_of(setting, which, x, 0, (s - 1) * setting.batch)
                + setting.regularizer * sum(a**2 for a in setting.points[x])
            )
        ).exp()
        for x in setting.models
    ]
    whole = reduce(lambda a, b: a + b, weights)
    return tuple(weight / whole for weight in weights)


def keeps(setting: Weighted, which: int, s: int, x: int, y: int) -> Real:
    """(1 - p) times line 6: the probability that x is kept after batch s."""
    rounds = ((s - 1) * setting.batch, s * setting.batch)
    change = losses_of(setting, which, x, *rounds) - losses_of(setting, which, y, *rounds)
    exponent = min(ZERO, -2 * setting.batch * setting.eta - setting.beta * change)
    return as_real(exponent).exp() * (1 - setting.fake_switch)


def _step(setting: Weighted, which: int, s: int, x: int, y: int) -> Iterator[tuple[State, Real]]:
    """The next models and zeta, with their probabilities; one state may come twice."""
    kept, p, new = keeps(setting, which, s, x, y), setting.fake_switch, law(setting, which, s + 1)
    for is_new, is_other in product((0, 1), repeat=2):
        coins = (1 - kept if is_new else kept) * (p if is_other else 1 - p)
        for i, j in product(setting.models if is_new else (x,), setting.models if is_other else (y,)):
            weight = coins * (new[i] if is_new else as_real(ONE)) * (new[j] if is_other else as_real(ONE))
            yield (i, j, int(is_new or is_other)), weight


@cache
def released(setting: Weighted, which: int) -> Mapping[tuple[State, ...], Real]:
    """The law of all that is released."""
    start = law(setting, which, 1)
    found: dict[tuple[State, ...], Real] = {
        ((x, y, 0),): start[x] * start[y] for x, y in product(setting.models, repeat=2)
    }
    for s in range(1, setting.batches):
        following: dict[tuple[State, ...], Real] = {}
        for path, mass in found.items():
            for state, weight in _step(setting, which, s, path[-1][0], path[-1][1]):
                following[*path, state] = following.get((*path, state), as_real(ZERO)) + mass * weight
        found = following
    return found


def loss(setting: Weighted, path: tuple[State, ...]) -> Real:
    """The privacy loss of what is released."""
    return (released(setting, 0)[path] / released(setting, 1)[path]).log()


def least_delta(setting: Weighted, epsilon: Any) -> Real:
    """What the first law has above e^epsilon times the second."""

    def enclosed() -> Any:
        factor = as_real(epsilon).exp().evaluate()
        total = as_real(ZERO).evaluate()
        for path, mass in released(setting, 0).items():
            total += (mass.evaluate() - factor * released(setting, 1)[path].evaluate()).max(0)
        return total

    return Real(enclosed)


def coin(setting: Weighted) -> Real:
    """The largest loss of the coin that keeps x."""
    most = as_real(ZERO)
    for s, x, y in product(range(1, setting.batches), setting.models, setting.models):
        one, other = (keeps(setting, which, s, x, y) for which in (0, 1))
        for a, b in ((one, other), (1 - one, 1 - other)):
            change = (a / b).log()
            most = maximum(most, maximum(change, -change))
    return most


def told(setting: Weighted, s: int) -> Fraction:
    """1 where the round in which the sequences differ is before batch s."""
    return Fraction(int(_changed(setting) < (s - 1) * setting.batch))


def _changed(setting: Weighted) -> int:
    """That round, from 0; the first one where there is none."""
    differ = [a != b for a, b in zip(setting.first, setting.second, strict=True)]
    return differ.index(True) if True in differ else 0


def changed_loss(setting: Weighted, which: int, x: int) -> Fraction:
    """The loss of a point in that round."""
    return (setting.first, setting.second)[which][_changed(setting)][x]


def sample_loss(setting: Weighted, s: int, x: int) -> Real:
    """log(P/Q) of a model that is drawn for batch s."""
    return (law(setting, 0, s)[x] / law(setting, 1, s)[x]).log()


def shift(setting: Weighted, s: int) -> Real:
    """The log of the ratio of both wholes: that of a point, less what the losses make."""
    change = changed_loss(setting, 0, 0) - changed_loss(setting, 1, 0)
    return -sample_loss(setting, s, 0) - change * setting.beta * told(setting, s)


def _rows(*rows: tuple[str, ...]) -> tuple[Row, ...]:
    return tuple(tuple(map(Fraction, row)) for row in rows)


UP, DOWN, LEVEL = ("1", "0"), ("0", "1"), ("0", "0")


def _weights(first: tuple[Row, ...], second: tuple[Row, ...], eta: str, delta: str, batch: int = 1) -> Weighted:
    """Multiplicative weights with eps = 1/B."""
    rate, eps = Fraction(eta), Fraction(1, batch)
    return Weighted(((ZERO,), (ONE,)), first, second, ONE, ONE, rate, ZERO, rate, batch, eps, Fraction(delta))


def weights_settings() -> Iterator[Weighted]:
    """Multiplicative weights with one and two batches of one round, and of two."""
    yield _weights(_rows(UP), _rows(DOWN), "1/20", "1/10")
    for first, second in ((UP, DOWN), (DOWN, UP)):
        yield _weights(_rows(first, LEVEL), _rows(second, LEVEL), "1/20", "1/100")
    before, after = (_rows(row, LEVEL, LEVEL, DOWN) for row in (UP, DOWN))
    yield _weights(before, after, "1/40", "1/10", batch=2)


def settings() -> Iterator[Weighted]:
    """These, and regularized weights on a line and in the plane, in batches of one or two rounds, with other rates."""
    yield from weights_settings()
    yield from (_on_a_line(), _at_a_large_eta(), _in_the_plane(), _in_batches_of_two())


def _on_a_line() -> Weighted:
    """Two points, two rounds, L = 2."""
    return Weighted(
        ((ZERO,), (Fraction(1, 2),)),
        _rows(("0", "1"), LEVEL),
        _rows(("1", "1/2"), LEVEL),
        Fraction(1, 2),
        Fraction(2),
        Fraction(1, 40),
        Fraction(2),
        Fraction(1, 50),
        1,
        Fraction(1, 2),
        Fraction(1, 10),
    )


def _at_a_large_eta() -> Weighted:
    """Two points, two rounds, L = 1/2, and eta above beta L D."""
    return Weighted(
        ((ZERO,), (Fraction(2),)),
        _rows(("0", "1"), LEVEL),
        _rows(("1", "0"), LEVEL),
        Fraction(2),
        Fraction(1, 2),
        Fraction(1, 50),
        Fraction(1),
        Fraction(1, 25),
        1,
        ONE,
        Fraction(1, 10),
    )


def _in_the_plane() -> Weighted:
    """Three points, two rounds."""
    return Weighted(
        _rows(("0", "0"), ("3/5", "0"), ("0", "4/5")),
        _rows(("0", "3/5", "4/5"), ("0", "0", "0")),
        _rows(("3/10", "0", "1"), ("0", "0", "0")),
        ONE,
        ONE,
        Fraction(1, 20),
        Fraction(1),
        Fraction(1, 25),
        1,
        ONE,
        Fraction(1, 10),
    )


def _in_batches_of_two() -> Weighted:
    """Two points, four rounds in two batches."""
    return Weighted(
        ((ZERO,), (ONE,)),
        _rows(UP, LEVEL, LEVEL, DOWN),
        _rows(DOWN, LEVEL, LEVEL, DOWN),
        ONE,
        ONE,
        Fraction(1, 50),
        Fraction(1),
        Fraction(1, 100),
        2,
        Fraction(1, 2),
        Fraction(1, 10),
    )


def read(setting: Weighted) -> dict[str, Any]:
    """T, n, B and the other parameters."""
    return {
        "T": Fraction(len(setting.first)),
        "n": Fraction(setting.batches),
        "B": Fraction(setting.batch),
        "D": setting.diameter,
        "Lip": setting.lipschitz,
        "beta": setting.beta,
        "eta": setting.eta,
        "w": setting.rate,
        "p": setting.fake_switch,
        "eps": setting.eps,
        "delta": setting.delta,
    }


POSITIVE: Final = ("D", "Lip", "beta", "eta", "w")
BATCH: Final = {"s": "integer, 1 <= s, s <= n"}
FEW_SAMPLES: Final = Model(
    "Algorithm 1 with regularized multiplicative weights",
    parameters={
        "n": "integer, 1 <= n",
        "B": "integer, 1 <= B",
        "T": "integer, 1 <= T, n*B = T",
        **{name: f"real, 0 < {name}" for name in POSITIVE},
        "p": "real, 0 < p, p < 1",
        "eps": "real, 0 < eps, eps <= 1, eps*B <= 1",
        "delta": "real, 0 < delta, delta < 1",
    },
    variables={"x": "real", "u": "real, 0 <= u", **BATCH},
    quantities={
        "P": Named(lambda setting: released(setting, 0), space="paths", law=True),
        "Z": Named(loss, space="paths"),
        "least": Named(least_delta, {"x": "real"}),
        "coin": Named(coin, range="at least 0"),
        "draw": Named(lambda setting, s: dict(enumerate(law(setting, 0, s))), BATCH, space="points", law=True),
        "ell": Named(sample_loss, BATCH, space="points"),
        "told": Named(told, BATCH, range="at least 0"),
        "shift": Named(shift, BATCH),
        "lost": Named(lambda setting, x: changed_loss(setting, 0, x), space="points"),
        "lost2": Named(lambda setting, x: changed_loss(setting, 1, x), space="points"),
        "low": Named(lambda setting: min(changed_loss(setting, 0, x) for x in setting.models)),
        "low2": Named(lambda setting: min(changed_loss(setting, 1, x) for x in setting.models)),
        "a": Named(lambda setting: (as_real(log(setting.batches)) / 3).exp(), range="positive"),
    },
    facts={
        "fake switch": "p*eps = 10*w",
        "rate of the coin": "eta <= w",
        "rate of the losses": "beta*Lip*D <= w",
        "least": "least(x) = E([x < Z]*(1 - exp(x - Z)))",
        "cube root": "a**3 = n",
        "loss of a sample": "ell(s) = -beta*told(s)*(lost - lost2) - shift(s)",
        "one round": "told(s) <= 1",
        "the other law": "E(exp(-ell(s)), draw(s)) = 1",
        "least loss": "low <= lost",
        "least other loss": "low2 <= lost2",
        "losses on the set": "lost <= low + Lip*D",
        "other losses on the set": "lost2 <= low2 + Lip*D",
    },
    settings=settings,
    read=read,
    outcomes={"paths": lambda setting: list(released(setting, 0)), "points": lambda setting: list(setting.models)},
)
FEW_WEIGHTS: Final = FEW_SAMPLES.narrowed(
    "Algorithm 1 with multiplicative weights, eps = 1/B",
    {"batches": "eps*B = 1", "one rate": "w = eta"},
    weights_settings,
)
