"""Games with given noises, by rounds: facts and wrong ones, and what other models say of the same games."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from flint import arb

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.given_noises import Given, paid
from dpassay.proofs_check.models.noisy_games import CLIPPED, GAME, GAME_1, GAME_2, LOSS, in_round
from dpassay.proofs_check.models.noisy_paths import after, losses, noise_terms, paths, risk, settings, weights
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model

SETTINGS = [at for algorithm in (1, 2) for at in settings(algorithm)]


@pytest.mark.parametrize("at", SETTINGS, ids=range(len(SETTINGS)))
def test_the_risk_and_the_noise_terms_are_those_by_labels(at: Given) -> None:
    """There a path is of labels, and not of integers."""
    assert risk(at).overlaps(paid(at).risk)
    assert noise_terms(at).overlaps(paid(at).noise)
    assert sum(after(at, 0, ()).values()) == 1
    assert set(after(at, 0, ())) == set(paths(at))


def test_only_who_is_shown_moves() -> None:
    at = next(at for at in settings(2) if at.experts == 2 and at.rounds > 1)
    path = paths(at)[0]
    (z, shown), first = path[0], weights(at, path[:1])
    assert first[shown - 1] < first[2 - shown]
    assert losses(at, 1, z)[shown - 1] > 0
    assert sum(first, arb(0)).overlaps(arb(1))


def test_one_more_index() -> None:
    assert in_round("c(y)*h(y, z) = part(y, z) + c(y)/(T*N)") == "c(t, y)*h(t, y, z) = part(t, y, z) + c(t, y)/(T*N(t))"


@pytest.mark.parametrize("model", [GAME, GAME_1, GAME_2], ids=lambda model: model.name)
def test_the_facts_hold(model: Model) -> None:
    assert set(facts.tested(model)) == set(model.facts)


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (GAME, "x(t, j) <= low/2"),
        (GAME, "-low/2 <= x(t, j)"),
        (GAME, "g*(log(K*T) + low) = 1"),
        (GAME, "Y(t, j) = -g*(lk(t, j) - x(t, j) + log(M) - low)"),
        (GAME, "Y(t, j) = -g*(lk(t, j) + x(t, j) + log(M) + low)"),
        (GAME, "Y(t, j) <= 1"),
        (GAME, "sum(at(t, z), z, 1, N(t)) = N(t)"),
        (GAME, "exp(lk(t, j)) = sum(at(t, z)*q(t, j, z), z, 1, N(t))"),
        (GAME, "exp(lm(t)) = sum(w(t + 1, j)*exp(lk(t, j)), j, 1, K)"),
        (GAME, "E((w(t + 1, j) - given(w(t + 1, j)))**2, after(t - 1)) = 0"),
        (GAME, "log(w(2, j)) = -log(K)"),
        (GAME, "kl(t, j) = E(lk(t, j) - lk(t, s), after(t - 1))"),
        (GAME, f"{CLIPPED} = E(lm(t) - lk(t, s), after(t - 1))"),
        (GAME, "risk = E(sum(sum(f(t, s, y)*(lf(t, s, y) - log(ph(t, y))), y, 1, M), t, 1, T))/T"),
        (GAME, "noise = sum(sum(E(w(t, j))*x(t, j), j, 1, K), t, 1, T) + sum(x(t, s), t, 1, T)"),
        (GAME, "ph(t, y) = sum(h(t, y, z)*mix(t, z), z, 1, N(t))"),
        (GAME_1, "a**2*T = 2*K*log(K)"),
        (GAME_1, f"E({LOSS}, pick(t)) = sum(w(t + 1, k)*Y(t, k), k, 1, K)"),
        (GAME_1, f"log(w(t + 1, j)) = log(w(t, j)) + a*Y(t, j) - log(E(exp(a*{LOSS}), pick(t)))"),
        (GAME_1, f"log(w(t + 1, j)) = log(w(t, j)) - a*Y(t, j) - log(E(exp(-2*a*{LOSS}), pick(t)))"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))


def test_the_noises_of_a_setting() -> None:
    for at in SETTINGS:
        assert max(abs(x) for row in at.noises for x in row) in {Fraction(9, 10), Fraction(99, 100)}
