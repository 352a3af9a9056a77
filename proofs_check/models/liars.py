"""Algorithm 1 on the class of liars, of which one is ahead of the truth before each round.

The truth f*, and copies of it (functions that differ at unused features), say (1/2, 1/2) in every round. For g < T and
s in {0, 1} there is a liar who says the same before round g, gives s the mass 3/4 in round g, and says (1, 0) ever
after. Kind 2 g - 1 + s is that liar, and kind 2 T - 1 the truth with its copies: ``size(j)`` functions are of kind j,
which lies in round ``turn(j)``, that of the truth being T, and says (1, 0) later.

An outcome is the clipped labels of all rounds but the last, in law ``P``. ``seen(t, j)`` is the mass that kind j gives
the label of round t, ``p(t, j)`` its clipped likelihood, ``ahead(t, j)`` is 1 for the liar of round t who gives the
label 3/4, and ``second(n, j)`` the mass of the second label, which owns a share of all integers. ``w(n, j)`` is the
weight of kind j before round n, ``first(n)`` and ``other(n)`` are what is predicted for the labels, and ``kl(n)`` is
KL(f*, p^). The weights of round t are divided by e to the ``norm(t)``; ``tilt`` is eta c, and c' is ``low``.

``risk`` is the KL-risk over labels and noises, ``nats`` and ``leak`` are ln K and
ln(1/delta), ``small`` the probability that a noise is below c', and ``chance`` that
all are. ``noise(t, j)`` is the noise of kind j: that of a liar, and for the truth and its copies the one that moves
their total weight, which is between their least and their largest. Of all noises below c' they are some for which the
risk over the labels is least; which is not known, so that all that depends on them is enclosed, by running the
algorithm with every noise anywhere between -c' and c'. ``met`` is the probability over the noises that the risk over
the labels alone is within (10).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.models.games_of_liars import (
    Constants,
    Liars,
    divergence,
    law,
    likelihood,
    met,
    noise,
    norm,
    predicted,
    real,
    risk,
    says,
    sequences,
    share,
    size,
    turn,
    weights,
)
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


def winning(rounds: int) -> Liars:
    """K = T^8, eps = T^24, and gamma = ln T."""
    return Liars(rounds, rounds**8, Fraction(rounds) ** 24)


def settings() -> Iterator[Liars]:
    """Few rounds and more, with noise that matters and without."""
    yield Liars(3, 5, Fraction(10**6), gamma=Fraction(3))
    yield Liars(3, 6, Fraction(10) ** 9, Fraction(1), gamma=Fraction(1, 2))
    yield Liars(5, 9, Fraction(10) ** 30)
    yield Liars(4, 10**9, Fraction(10) ** 30, gamma=Fraction(3))


def logarithmic_settings() -> Iterator[Liars]:
    """Gamma is ln T."""
    yield Liars(3, 7, Fraction(10**6))
    yield Liars(5, 10**6, Fraction(10) ** 30)
    yield winning(8)


def read(at: Liars) -> dict[str, Any]:
    """K, T, eps and delta."""
    return {"K": Fraction(at.experts), "T": Fraction(at.rounds), "eps": at.epsilon, "delta": at.delta}


def _constant(name: str) -> Named:
    return Named(lambda at: Real(lambda: getattr(Constants(at), name)), range="positive")


SPACE: Final = "labels"
REPORTED: Final = "integer, 1 <= t, t <= T - 1"
ROUND: Final = "integer, 1 <= n, n <= T"
KIND: Final = "integer, 1 <= j, j <= 2*T - 1"
LIARS: Final = Model(
    "Algorithm 1 on the class of liars",
    parameters={
        "K": "integer, 5 <= K, 2*T - 1 <= K",
        "T": "integer, 3 <= T",
        "eps": "real, 0 < eps",
        "delta": "real, 0 < delta, delta <= 1",
    },
    variables={"t": REPORTED, "n": ROUND, "j": KIND, "i": KIND.replace("j", "i")},
    quantities={
        "gamma": Named(lambda at: as_real(log(at.rounds)) if at.gamma is None else at.gamma, range="positive"),
        "nats": Named(lambda at: log(at.experts), range="positive"),
        "leak": Named(lambda at: log(1 / at.delta), range="at least 0"),
        "scale": _constant("scale"),
        "low": _constant("noise"),
        "tilt": _constant("tilt"),
        "small": _constant("one_small"),
        "chance": _constant("all_small"),
        "turn": Named(turn, {"j": KIND}, range="integer"),
        "size": Named(size, {"j": KIND}, range="positive"),
        "P": Named(law, space=SPACE, law=True),
        "seen": Named(
            lambda at, t, j, y: says(at, t, j)[y[t - 1]], {"t": REPORTED, "j": KIND}, SPACE, range="at least 0"
        ),
        "ahead": Named(
            lambda _, t, j, y: Fraction(int(j == 2 * t - 1 + y[t - 1])),
            {"t": REPORTED, "j": KIND},
            SPACE,
            range="at least 0",
        ),
        "second": Named(lambda at, n, j: says(at, n, j)[1], {"n": ROUND, "j": KIND}, range="at least 0"),
        "p": Named(likelihood, {"t": REPORTED, "j": KIND}, SPACE, range="positive"),
        "share": Named(share, {"n": ROUND}),
        "noise": Named(lambda at, _, __: Real(lambda: noise(at)), {"t": REPORTED, "j": KIND}),
        "norm": Named(lambda at, t, y: real(norm(at, y[:t])), {"t": REPORTED}, SPACE),
        "w": Named(
            lambda at, n, j, y: real(weights(at, y[: n - 1])[j - 1]),
            {"n": ROUND, "j": KIND},
            SPACE,
            range="positive",
        ),
        "first": Named(lambda at, n, y: real(predicted(at, y[: n - 1])[0]), {"n": ROUND}, SPACE, range="positive"),
        "other": Named(lambda at, n, y: real(predicted(at, y[: n - 1])[1]), {"n": ROUND}, SPACE, range="positive"),
        "kl": Named(lambda at, n, y: real(divergence(at, y[: n - 1])), {"n": ROUND}, SPACE, range="at least 0"),
        "risk": Named(risk),
        "met": Named(met),
    },
    facts={
        "log K": "nats = log(K)",
        "log 1/delta": "leak = log(1/delta)",
        "scale": "scale = (2*sqrt(2*K*leak) + sqrt(K*eps))*log(K*T)/eps",
        "largest noise": "low = scale*(gamma + log(K) + log(T))",
        "printed rate": "tilt*(log(K*T) + 2*low) = sqrt(2*K*nats/T)",
        "one noise": "small = 1 - exp(-gamma)/(K*T)",
        "independent noises": "log(chance) = K*T*log(small)",
        "sizes": "sum(size(j), j, 1, 2*T - 1) = K",
        "one or more": "1 <= size(j)",
        "before it lies": "[t + 1 <= turn(j)]*(2*seen(t, j) - 1) = 0",
        "it lies": "ahead(t, j)*(4*seen(t, j) - 3) = 0",
        "in its turn": "ahead(t, j)*(turn(j) - t) = 0",
        "ahead or not": "ahead(t, j)**2 = ahead(t, j)",
        "one is ahead": "sum(ahead(t, j), j, 1, 2*T - 1) = 1",
        "after it lies": "[turn(j) + 1 <= n]*second(n, j) = 0",
        "a mass": "second(n, j) <= 1",
        "likelihood": "p(t, j) = (1 - 1/T)*seen(t, j)/2 + 1/(4*T)",
        "half of all": "2*share(n) <= 1",
        "below": "noise(t, j) <= low",
        "above": "-low <= noise(t, j)",
        "first weights": "log(w(1, j)) = log(size(j)) - log(K)",
        "update": "log(w(t + 1, j)) = log(w(t, j)) + tilt*(log(p(t, j)) + noise(t, j)) - norm(t)",
        "weights": "sum(w(n, j), j, 1, 2*T - 1) = 1",
        "prediction": "other(n) = sum(w(n, j)*((1 - 1/T)*second(n, j) + share(n)/T), j, 1, 2*T - 1)",
        "two labels": "first(n) + other(n) = 1",
        "KL": "2*kl(n) = -log(2*first(n)) - log(2*other(n))",
        "noises below c'": "chance*E(sum(kl(n), n, 1, T)) <= risk",
    },
    settings=settings,
    read=read,
    outcomes={SPACE: sequences},
)
AT_LOG_T: Final = LIARS.narrowed(
    "Algorithm 1 on the class of liars, gamma = ln T", {"gamma": "gamma = log(T)"}, logarithmic_settings
)
