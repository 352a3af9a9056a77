"""An event from a classifier: the answers that it takes for those on one of the inputs.

Where nothing is known of the laws, the log-odds of a classifier that tells the two inputs apart estimate the log of
their likelihood ratio, and the best events are those where it is large (Neyman and Pearson). It is fitted on the first
half of the training answers; its threshold is chosen on the second. What it has learned by heart does no harm: the
answers that certify have no part in either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpassay.audit.evidence.codes import Event, Floats, Mask
from dpassay.audit.evidence.cuts import Cuts, cuts_of
from dpassay.audit.evidence.events import Choice
from dpassay.audit.evidence.features import contains
from dpassay.audit.evidence.search import search
from dpassay.audit.evidence.table import Table
from dpassay.exact.entrance import explain_failures

__all__ = ["check_installed", "choosing_by_classifier"]

NAME = "classifier"
SCORE = "the classifier's score"


def check_installed() -> None:
    """Refuse to go on without the library; ``ValueError`` names the extra."""
    if find_spec("sklearn") is None:
        raise ValueError("evidence = 'classifier': expected scikit-learn to be installed: pip install 'dpassay[learn]'")


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """The log-odds of a fitted classifier.

    Attributes:
        model: scikit-learn's.
        places: the columns of a table that it looks at.
    """

    model: Any
    places: tuple[int, ...]

    def of(self, samples: NDArray[Any]) -> Floats:
        """Return the score of each answer, shape (n,) or (n, k) -> (n,)."""
        with _one_thread():
            return np.asarray(self.model.decision_function(_numbers(samples, self.places)), dtype=np.float64)


def choosing_by_classifier(
    table: Table, *, delta: float, alpha: float, seed: int
) -> Callable[[NDArray[Any], NDArray[Any]], Choice]:
    """Return what fits a classifier to training answers and chooses an event by its score.

    Args:
        table: which columns there are; answers as a whole are left to other events.
        delta: of the guarantee.
        alpha: the error probability.
        seed: of the classifier.
    """
    places = tuple(place for place, column in enumerate(table.columns) if column.sort == "number")

    def choose(train_p: NDArray[Any], train_q: NDArray[Any]) -> Choice:
        halves = [np.array_split(train, 2) for train in (train_p, train_q)]
        scores = fitted(halves[0][0], halves[1][0], places, seed)
        judged = [scores.of(later) for _, later in halves]
        feature = Cuts(cuts_of(np.concatenate(judged)), SCORE)
        # Answers that it tells apart have scores of their own: promises need not change little between these.
        event, direction = search(judged[0], judged[1], [feature], delta=delta, alpha=alpha, is_smooth=False)

        def inside(samples: NDArray[Any]) -> Mask:
            return contains(event.predicate, scores.of(samples))

        said = Event(NAME, event.description, {**event.predicate, "kind": NAME})
        return Choice(said, direction, inside)

    return choose


def fitted(first: NDArray[Any], second: NDArray[Any], places: tuple[int, ...], seed: int) -> Scores:
    """Return a classifier that tells answers on the first input from those on the second."""
    from sklearn.ensemble import HistGradientBoostingClassifier  # an extra

    check_installed()
    samples = np.concatenate([_numbers(first, places), _numbers(second, places)])
    labels = np.repeat([1, 0], [len(first), len(second)])
    model = HistGradientBoostingClassifier(max_iter=60, max_leaf_nodes=15, random_state=seed % (1 << 32))
    with _one_thread():
        return Scores(model.fit(samples, labels), places)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Compute in one thread: several of them wait for one another where a machine is busy."""
    from threadpoolctl import threadpool_limits  # comes with scikit-learn

    with threadpool_limits(limits=1):
        yield


def _numbers(samples: NDArray[Any], places: tuple[int, ...]) -> Floats:
    """Return the columns that are numbers, shape (n, k); infinities are the largest doubles."""
    array = np.asarray(samples, dtype=np.float64)
    rows = array[:, None] if array.ndim == 1 else array[:, list(places)]
    return np.clip(rows, -np.finfo(np.float64).max, np.finfo(np.float64).max)


explain_failures(__name__)
