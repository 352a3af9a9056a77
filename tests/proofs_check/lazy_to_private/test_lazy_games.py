"""What the claims on the regret of lazy-to-private compute, against Algorithm 1 coin by coin, and the printed sums."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest

from dpassay.exact import as_real
from dpassay.proofs_check import registry
from dpassay.proofs_check.kernel.finite import PROPERTIES
from dpassay.proofs_check.lazy_to_private import asi_12b, lazy_games
from tests.proofs_check.lazy_to_private.every_coin import batch_laws, courses_of, marginal

assert registry.CLAIMS  # which registers all properties
EXACT: list[dict[str, Any]] = [
    {"losses": [["1", "0"], ["0", "1"], ["1", "1"]], "batch": 1, "exp_learning_rate": "3/2", "fake_switch": "1/3"},
    {"losses": [["1", "0"], ["1", "0"], ["0", "1"], ["0", "1"]], "batch": 2, "exp_learning_rate": "4"},
    {"losses": [["1", "0", "0"], ["0", "0", "1"]], "batch": 1, "exp_learning_rate": "2", "fake_switch": "1/5"},
]


def loss_coin_by_coin(instance: dict[str, Any]) -> Fraction:
    losses, batch = instance["losses"], instance["batch"]
    total = Fraction(0)
    for course, chance in courses_of(instance, losses).items():
        total += chance * sum(int(losses[t][course.x[t // batch]]) for t in range(len(losses)))
    return total


def loss_of_weights(instance: dict[str, Any]) -> Fraction:
    """Multiplicative weights alone: the laws of batches of one round."""
    laws = batch_laws({**instance, "batch": 1}, instance["losses"])
    rows = instance["losses"]
    return sum(
        (p * int(v) for law, row in zip(laws, rows, strict=True) for p, v in zip(law, row, strict=True)), Fraction(0)
    )


def best(instance: dict[str, Any]) -> int:
    return min(sum(int(row[x]) for row in instance["losses"]) for x in range(len(instance["losses"][0])))


@pytest.mark.parametrize("instance", EXACT)
def test_losses_and_regrets(instance: dict[str, Any]) -> None:
    played, alone = loss_coin_by_coin(instance), loss_of_weights(instance)
    assert lazy_games.loss_of_l2p(instance) == played
    assert lazy_games.loss_of_mw(instance) == alone
    assert lazy_games.least_loss(instance) == best(instance)
    assert lazy_games.regret_of(instance) == played - best(instance)
    assert lazy_games.excess_of(instance) == played - alone


@pytest.mark.parametrize("instance", EXACT)
def test_marginals_are_those_of_the_starts_of_the_batches(instance: dict[str, Any]) -> None:
    law, starts = courses_of(instance, instance["losses"]), batch_laws(instance, instance["losses"])
    for s, start in enumerate(starts):
        found = marginal(law, lambda course, s=s: course.x[s])
        assert [found.get(x, 0) for x in range(len(start))] == start
    assert PROPERTIES["asi-marginals"].holds(instance)


def two_experts(eta: mpmath.mpf, rows: list[tuple[int, int]], batch: int) -> tuple[mpmath.mpf, mpmath.mpf]:
    """The losses of L2P, whose batches are drawn from the law of their start, and of multiplicative weights."""

    def share(t: int) -> mpmath.mpf:
        """That of expert 0 after t rounds."""
        ahead = sum(row[0] - row[1] for row in rows[:t])
        return 1 / (1 + mpmath.exp(eta * ahead))

    def paid(start: Any) -> mpmath.mpf:
        return mpmath.fsum(share(start(t)) * a + (1 - share(start(t))) * b for t, (a, b) in enumerate(rows))

    return paid(lambda t: t // batch * batch), paid(lambda t: t)


@pytest.mark.parametrize(("half", "eta"), [(2, "1/50000"), (8, "1/1024"), (3, "1/10")])
def test_alternating_batches(half: int, eta: str) -> None:
    instance = {
        "losses": lazy_games.alternating(half),
        "batch": half,
        "learning_rate": eta,
        "fake_switch": "1/2",
        "delta1": "1/3",
        "constant": "7",
    }
    rows = [(1, 0)] * half + [(0, 1)] * half
    with mpmath.workdps(40):
        rate = mpmath.mpf(1) / int(eta[2:])
        lazy, alone = two_experts(rate, rows, half)
        of_11, of_11b = (PROPERTIES[name].numbers(instance) for name in ("asi11", "asi11b"))  # type: ignore[misc]
        assert float(of_11["the excess regret"]) == pytest.approx(float(lazy - alone), rel=1e-12)
        assert of_11["C T B^2 eta^2"] == 7 * 2 * half**3 * Fraction(eta) ** 2
        assert float(of_11b["Reg_T"]) == pytest.approx(float(lazy - half), rel=1e-12)
        assert float(of_11b["Reg_T({mu_t})"]) == pytest.approx(float(alone - half), rel=1e-12)


def test_one_batch() -> None:
    instance = {"losses": [["1", "0"]] * 2, "batch": 2, "learning_rate": "1/50", "constant": "3"}
    with mpmath.workdps(40):
        lazy, alone = two_experts(mpmath.mpf(1) / 50, [(1, 0)] * 2, 2)
        numbers = PROPERTIES["asi12"].numbers(instance)  # type: ignore[misc]
        assert float(numbers["E[I_s sum (l_i(x_s) - l_i(z_i))]"]) == pytest.approx(float(lazy - alone), rel=1e-12)
        assert numbers["C B^3 eta^2"] == Fraction(3 * 8, 2500)


@pytest.mark.parametrize("instance", EXACT[1:2])
def test_the_coupling_that_fails_least(instance: dict[str, Any]) -> None:
    """Laws 1/2 and 4/5 on expert 1 differ by 3/10: the batch adds 3/10, within B times that, not within a third."""
    one = {**instance, "losses": [["1", "0"], ["1", "0"]]}
    assert lazy_games.excess_of(one) == Fraction(3, 10)
    assert PROPERTIES["asi12-corrected"].holds(one)
    assert not PROPERTIES["asi12-third"].holds(one)


def test_the_sum_of_lemma_34() -> None:
    instance = {"rounds": 12, "batch": 3, "learning_rate": "1/10", "delta1": "2/5", "fake_switch": "7/10"}
    assert PROPERTIES["asi12b"].applies(instance)
    numbers = PROPERTIES["asi12b"].numbers(instance)  # type: ignore[misc]
    large = float(mpmath.log(mpmath.mpf(5) / 2))
    terms = [3 * (3 * (s - 1)) * (2 / 0.1 + large / 0.7) * float(mpmath.e) * 3 for s in (1, 2, 3, 4)]
    assert float(next(iter(numbers.values()))) == pytest.approx(sum(terms), rel=1e-12)


@pytest.mark.parametrize(("p", "q"), [([1, 1], [3, 1]), ([1, 2, 3], [3, 2, 1]), ([4, 1], [4, 1])])
def test_total_variation_by_events(p: list[int], q: list[int]) -> None:
    instance = {"p": p, "q": q, "learning_rate": "1/10", "delta0": "1"}
    first, second = ([Fraction(w, sum(law)) for w in law] for law in (p, q))
    events = [
        sum((first[i] - second[i] for i in range(len(p)) if event >> i & 1), Fraction(0))
        for event in range(1 << len(p))
    ]
    numbers = PROPERTIES["asi13b"].numbers(instance)  # type: ignore[misc]
    assert numbers["the total variation"] == max(events)
    assert numbers["2 eta"] == Fraction(1, 5)


@pytest.mark.parametrize(("p", "applies"), [([21, 20], True), ([23, 20], False)])
def test_the_least_delta_of_a_pair(p: list[int], applies: bool) -> None:
    """At e^eta = 21/20 the excess over (20, 21) is 0 for (21, 20), up to 1/820, and above eta for a law far off."""
    instance = {"p": p, "q": [20, 21] if applies else [1, 40], "exp_learning_rate": "21/20"}
    assert PROPERTIES["asi13"].applies(instance) is applies


@pytest.mark.parametrize(("losses", "holds"), [([["1", "0"], ["1", "1"]], True), ([["0", "1"], ["0", "1"]], True)])
def test_expectations_of_a_batch(losses: list[list[str]], holds: bool) -> None:
    """B TV is 2 TV: with the losses of one expert alone the difference is all of it."""
    instance = {"p": [1, 0], "q": [0, 1], "losses": losses}
    assert PROPERTIES["asi12c"].holds(instance) is holds
    assert PROPERTIES["asi12c-half"].holds(instance) is (losses[0] != losses[1])


# The printed parameters


@pytest.mark.parametrize(("k", "experts", "rate"), [(100, 2, "statement"), (1000, 10**6, "proof"), (50, 4, "proof")])
def test_printed_parameters(k: int, experts: int, rate: str) -> None:
    instance = {"k": k, "experts": experts, "delta_power": 2, "rate": rate, "constant": "1"}
    with mpmath.workdps(30):
        rounds, nats, eps = mpmath.mpf(k) ** 4, mpmath.log(experts), 1 / mpmath.mpf(k)
        large = mpmath.log(rounds**3)
        start = rounds ** mpmath.mpf("-0.25") * nats ** mpmath.mpf("0.75")
        eta = min(start, eps) ** (mpmath.mpf(2) / 3) / mpmath.cbrt(rounds) / (large if rate == "proof" else 1)
        lost = rounds / 4 * mpmath.tanh(k * eta / 2)
        claimed = mpmath.sqrt(rounds * nats) + mpmath.cbrt(rounds) * nats * large / eps ** (mpmath.mpf(2) / 3)
        first = eta * rounds + nats / eta + rounds * k**2 * eta**2
        of_33 = PROPERTIES["asi33" if rate == "statement" else "asi33b"].numbers(instance)  # type: ignore[misc]
        of_34, of_35 = (PROPERTIES[name].numbers(instance) for name in ("asi34", "asi35"))  # type: ignore[misc]
        assert float(of_33["Reg_T"]) == pytest.approx(float(lost), rel=1e-12)
        assert float(of_33["the claimed order"]) == pytest.approx(float(claimed), rel=1e-12)
        assert float(of_34["eta T + log d/eta + T B^2 eta^2"]) == pytest.approx(float(first), rel=1e-12)
        assert float(of_35["sqrt(T log d)"]) == pytest.approx(float(mpmath.sqrt(rounds * nats)), rel=1e-12)


@pytest.mark.parametrize("t", [2, 100, 10**4])
def test_the_third_line(t: int) -> None:
    with mpmath.workdps(30):
        rounds, nats = mpmath.mpf(t) ** 6, mpmath.log(2)
        start = rounds ** mpmath.mpf("-0.25") * nats ** mpmath.mpf("0.75")
        large = mpmath.log(rounds**2)
        eta = start ** (mpmath.mpf(2) / 3) / mpmath.cbrt(rounds) / large
        third = (rounds * start) ** (mpmath.mpf(2) / 3) + mpmath.cbrt(rounds) * (nats * large + 1)
        numbers = PROPERTIES["asi34b"].numbers({"t": t, "constant": "1"})  # type: ignore[misc]
        assert float(numbers["log d/eta"]) == pytest.approx(float(nats / eta), rel=1e-12)
        assert float(numbers["the third line"]) == pytest.approx(float(third), rel=1e-12)


@pytest.mark.parametrize(("n", "j"), [(1, 1), (10, 2), (10**4, 5)])
def test_linear_losses_on_an_interval(n: int, j: int) -> None:
    """Batches of slope 1/sqrt(log T) by turns: every other one costs its slope times the mean, by quadrature."""
    numbers = PROPERTIES["asi38"].numbers({"n": n, "j": j, "constant": "1"})  # type: ignore[misc]
    with mpmath.workdps(30):
        rounds = mpmath.mpf(2 * j * n) ** 4
        large, eps = mpmath.log(rounds) + j, rounds ** mpmath.mpf("-0.25")
        eta = eps ** (mpmath.mpf(2) / 3) / mpmath.cbrt(rounds) / large
        weight = max(mpmath.sqrt(rounds), mpmath.sqrt(mpmath.log(rounds)) / eta)
        beta = eta**2 * weight / 20
        slope = 1 / mpmath.sqrt(mpmath.log(rounds))
        gained = slope * mean_of(beta * n * slope, beta * weight)
        claimed = mpmath.sqrt(rounds) + mpmath.cbrt(rounds) * mpmath.sqrt(mpmath.log(rounds)) * large / eps ** (
            mpmath.mpf(2) / 3
        )
        assert float(numbers["Reg_T"]) == pytest.approx(float(rounds / 2 * gained), rel=1e-9)
        assert float(numbers["the claimed order"]) == pytest.approx(float(claimed), rel=1e-12)


def mean_of(tilt: mpmath.mpf, curvature: mpmath.mpf) -> mpmath.mpf:
    """Under the density in proportion to e^(tilt x - curvature x^2) on [-1/2, 1/2], by quadrature."""

    def weight(x: mpmath.mpf) -> mpmath.mpf:
        return mpmath.exp(tilt * x - curvature * x * x)

    half = mpmath.mpf(1) / 2
    return mpmath.quad(lambda x: x * weight(x), [-half, 0, half]) / mpmath.quad(weight, [-half, 0, half])


@pytest.mark.parametrize(("slopes", "radius"), [(0, "1/2"), (-3, "1"), (2, "2"), (0, "20")])
def test_one_more_linear_loss(slopes: int, radius: str) -> None:
    """How far it moves the law: the least share of L^2/(2 lambda) at which the property holds, by quadrature."""
    instance = {"beta": "1", "lambda": "1/2", "L": "1", "R": radius, "delta0": "1/10", "slopes": slopes}
    with mpmath.workdps(20):
        end = mpmath.mpf(Fraction(radius).numerator) / Fraction(radius).denominator
        means = []
        for k in (slopes, slopes + 1):
            weight = lambda x, k=k: mpmath.exp(-k * x - x * x / 2)  # noqa: E731
            means.append(
                mpmath.quad(lambda x, w=weight: x * w(x), [-end, 0, end]) / mpmath.quad(weight, [-end, 0, end])
            )
        moved = means[0] - means[1]
    assert PROPERTIES["asi38-corrected"].holds(instance) is bool(moved <= 1)
    assert PROPERTIES["asi38-corrected-less"].holds(instance) is bool(moved <= mpmath.mpf("0.9"))


def test_the_learning_rate() -> None:
    assert float(lazy_games.eta_of({"exp_learning_rate": "3/2"}).as_real()) == pytest.approx(float(mpmath.log(1.5)))
    assert as_real(lazy_games.eta_of({"learning_rate": "1/7"})).bounds(64)[0] <= Fraction(1, 7)
    assert float(asi_12b.exp_one()) == pytest.approx(float(mpmath.e))
