"""The least deltas of the reports of Algorithm 1 enclose those of the exact laws, and the cells of a grid are near."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import exp

import pytest

from dpassay.exact import Real, as_real, decide, hockey_stick_divergence, log
from dpassay.exact.real import maximum
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.label_clipping import likelihood
from dpassay.proofs_check.models.private_vectors import (
    CORRECTED,
    PRINTED,
    VECTORS,
    WIDTH,
    Reported,
    chance,
    enclosed,
    laws,
    printed_settings,
    seen,
    settings,
)
from dpassay.proofs_check.models.rounded_reports import cells, grid, place, scale, weights
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference.private_wma import Parameters

SINGLE = [at for at in (*settings(), *printed_settings()) if len(at.hypotheses) == 1 and at.rounds > 1]
TWO = next(at for at in settings() if len(at.hypotheses) == 2)


@pytest.mark.parametrize("at", SINGLE, ids=str)
@pytest.mark.parametrize("exp_eps", [Fraction(1), Fraction(11, 10)])
def test_the_least_delta_of_one_coordinate(at: Reported, exp_eps: Fraction) -> None:
    p, q = laws(at)[:2]
    exact = as_real(hockey_stick_divergence(p, q, exp_eps)).ball(80)
    assert enclosed(at, 0, 1, log(exp_eps)).ball(80).overlaps(exact)


@pytest.mark.parametrize("at", list(settings())[:-1], ids=str)
def test_it_falls(at: Reported) -> None:
    least = [float(enclosed(at, 0, 1, Fraction(e, 4)).ball(80).mid()) for e in (-8, -1, 0, 1, 8)]
    assert all(a >= b - 1e-3 for a, b in pairwise(least))


def test_a_budget_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="delta"):
        Reported("1,0;0,1", 2, "corrected", Fraction(1), Fraction(1))  # type: ignore[arg-type]  # a class as text


class TestCells:
    """Rounded reports, computed another way."""

    @pytest.mark.parametrize("at", [*SINGLE[:2], TWO], ids=str)
    def test_a_cell_has_what_the_noise_puts_on_it(self, at: Reported) -> None:
        """By the law function of Laplace noise, at the ends of the cells: of each coordinate alone."""
        parameters = at.mechanism()
        b = float(scale(parameters).ball(60).mid())
        for j in range(1, len(at.hypotheses) + 1):
            row, law = grid(parameters, j), weights(parameters, 1)
            center = float(as_real(log(likelihood(at, j, 1))).ball(60).mid())
            ends = [float(row[0].place.ball(60).mid())]
            for cell in row[1:-1]:
                ends.append(2 * float(cell.place.ball(60).mid()) - ends[-1])
            below = [_laplace((end - center) / b) for end in ends]
            wanted = [below[0], *(after - before for before, after in pairwise(below)), 1 - below[-1]]
            for k, mass in enumerate(wanted):
                told = sum(float(weight.ball(60).mid()) for cell, weight in law.items() if cell[j - 1] == k)
                assert told == pytest.approx(mass, abs=1e-12)

    @pytest.mark.parametrize("at", list(settings())[:-1], ids=str)
    @pytest.mark.parametrize("e", [Fraction(0), Fraction(1, 10), Fraction(-1, 4)])
    def test_the_cells_tell_the_labels_apart_nearly_as_well(self, at: Reported, e: Fraction) -> None:
        told = chance(at, 1, (1, 2), e) - as_real(e).exp() * chance(at, 2, (1, 2), e)
        least = enclosed(at, 0, 1, e)
        assert decide(told <= least + Fraction(1, 500))
        assert decide(least <= told + Fraction(1, 50))

    @pytest.mark.parametrize("at", [*SINGLE[:2], TWO], ids=str)
    @pytest.mark.parametrize("e", [Fraction(0), Fraction(1, 10)])
    def test_the_lengths_of_the_cells_bound_what_they_lose(self, at: Reported, e: Fraction) -> None:
        """So a grid that is fine enough is as good as the report, for all labels and at every e."""
        parameters = at.mechanism()
        loss = sum((_longest(parameters, j) for j in range(1, len(at.hypotheses) + 1)), as_real(0)) / scale(parameters)
        less = as_real(e) - 2 * loss
        told = chance(at, 1, (1, 2), less) - less.exp() * chance(at, 2, (1, 2), less)
        assert decide(enclosed(at, 0, 1, e) <= loss.exp() * told + WIDTH)
        more = as_real(e).exp() - less.exp()
        assert decide(told <= chance(at, 1, (1, 2), e) - as_real(e).exp() * chance(at, 2, (1, 2), e) + more)

    def test_one_cell_for_each_part_of_each_coordinate(self) -> None:
        parameters = TWO.mechanism()
        rows = [grid(parameters, j) for j in (1, 2)]
        assert len(cells(parameters)) == len(rows[0]) * len(rows[1])
        assert place(parameters, 2, (0, 1)) is rows[1][1].place
        assert {seen(TWO, (1, 2), Fraction(-9), cell) for cell in cells(parameters)} == {Fraction(1)}


def _longest(parameters: Parameters, j: int) -> Real:
    """The length of the longest cell of a coordinate."""
    row, longest = grid(parameters, j), as_real(0)
    end = row[0].place
    for cell in row[1:-1]:
        longest, end = maximum(longest, 2 * (cell.place - end)), 2 * cell.place - end
    return longest


def _laplace(x: float) -> float:
    return exp(x) / 2 if x < 0 else 1 - exp(-x) / 2


CELLS = "E(seen(y, u, e, w), G({}, w))"
LOSSES = "sum(loss(j, z, x, w), j, 1, K)"


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (VECTORS, "least(y, u, e) + 1/10 <= chance(y, y, u, e, w) - exp(e)*chance(u, y, u, e, w) + 0*w"),
        (VECTORS, "least(y, u, e) <= chance(u, y, u, e, w) - exp(e)*chance(y, y, u, e, w) + 0*w"),
        (VECTORS, "seen(y, u, e, w) <= 0"),
        (VECTORS, f"chance(k, y, u, e, w) = sum(h(y, z)*{CELLS.format('z')}, z, 1, N)"),
        (VECTORS, f"chance(k, y, u, e, w) = sum(own(k, z)*{CELLS.format('z')}, z, 1, N)"),
        (VECTORS, f"E(seen(y, u, e, w)*exp({LOSSES}), G(z, w)) = {CELLS.format('x')}"),
        (VECTORS, f"E(seen(y, u, e, w)*exp(-{LOSSES}), G(z, w)) = {CELLS.format('z')}"),
        (VECTORS, "loss(j, z, x, w) = (gap(j, z, spot(j, w)) - gap(j, x, spot(j, w)))/scale"),
        (VECTORS, "loss(j, z, x, w) = (gap(j, x, spot(j, w)) - gap(j, z, spot(j, w)))/eps"),
        (VECTORS, "E(exp(loss(j, z, x, w)), G(z, w)) = 1"),
        (VECTORS, "E(exp(-loss(j, z, x, w)), G(x, w)) = 1"),
        (VECTORS, "independent(loss(1, z, x, w) + loss(j, z, x, w), j, 1, K, G(z, w))"),
        (CORRECTED, "scale*eps = (2*sqrt(2*K*ll) + sqrt(K*eps))*log(K*T)"),
        (CORRECTED, "scale*eps = (2*sqrt(K*ll) + sqrt(K*eps))*log((K + 1)*T)"),
        (PRINTED, "scale*eps = (2*sqrt(2*K*ll) + sqrt(K*eps))*log((K + 1)*T)"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))
