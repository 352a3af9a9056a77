"""Algorithms 1 and 2 as players of the game: users that publish noisy log-likelihoods, and the learner that reads them.

Source: Sima, Wu, Milenkovic and Szpankowski, "Online Distribution Learning with Local Private Constraints", Algorithms
1 and 2. The reports are real, so a game with them is played (``distribution_game.play``), not enumerated; its
predictions are enclosures. The exact risk of the first two rounds is in ``two_round_risk``.

The parameters of a round are those of its table: label clipping depends on the feature.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from dpassay.analysis.distribution_game import Report, Reports
from dpassay.analysis.label_laws import Prediction, Table
from dpassay.exact import Coins, Real
from dpassay.exact.entrance import explain_failures
from dpassay.reference import privatized_likelihood as shared


class Algorithm(Protocol):
    """The module of one of the two algorithms: ``private_exp3`` or ``private_wma``."""

    def sample(self, data: int, parameters: Any, rng: Coins) -> Any:
        """Draw one report exactly."""

    def losses(self, report: Any, parameters: Any, gamma: object = None) -> Sequence[Real]:
        """Return the vector of losses that the report stands for."""

    def step_size(self, parameters: Any) -> Real:
        """eta."""


@dataclass(frozen=True)
class Privatized:
    """Users and learner of one algorithm; ``parameters`` gives the parameters of a round from its table."""

    algorithm: Algorithm
    parameters: Callable[[Table], Any]
    gamma: object = None

    def sample(self, t: int, label: int, table: Table, rng: Coins) -> Report:  # noqa: ARG002  # one signature for all
        """Draw the report of a label."""
        return cast("Report", self.algorithm.sample(label, self.parameters(table), rng))

    def weights(self, tables: tuple[Table, ...], reports: Reports) -> tuple[Real, ...]:
        """Return w^t, line 8, from the tables of the rounds 1, ..., t and the reports before it; not normalized."""
        weights = shared.initial_weights(self.parameters(tables[-1]))
        for table, report in zip(tables[:-1], reports, strict=True):
            at = self.parameters(table)
            weights = shared.update(
                weights, self.algorithm.losses(report, at, self.gamma), self.algorithm.step_size(at)
            )
        return weights

    def predict(self, tables: tuple[Table, ...], reports: Reports) -> Prediction:
        """Return p^_t, lines 5 and 6."""
        return shared.prediction(self.weights(tables, reports), self.parameters(tables[-1]))


explain_failures(__name__)
