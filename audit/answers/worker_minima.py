"""diffprivlib's logistic regression, recorded: the minimum of a perturbed objective is one call of a primitive.

The library draws a vector, adds it to a function and looks for the minimum, which alone is released: which vector it
was depends on the data as well. What its law depends on are the records, each the features, a 1 where there is an
intercept, and all of it times the sign of the label; and budget, penalty and norm. How many steps the search took is
not recorded. What is called in another way is recorded as it comes, vector by vector.
"""

from __future__ import annotations

import inspect
from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_noise import seen_arguments
from .worker_recorder import Event, by_name, exact

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_recorder import Recorder

MINIMUM = "minimum of a logistic loss"
CURVATURE = Fraction(1, 4)


def wrap_minima(recorder: Recorder, module: Any, everywhere: Callable[[Any, Any], None]) -> None:
    """Wrap the function that finds the minimum for one class."""
    own = module._logistic_regression_path
    everywhere(own, found_by(own, recorder))


def wrap_names(recorder: Recorder, module: Any) -> None:
    """Do not record how joblib names its pools of processes, which is by chance and meets no data."""
    own = module.uuid4

    def uuid4() -> Any:
        with recorder.paused():
            return own()

    module.uuid4 = uuid4


def found_by(own: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """Return a function that finds the minimum, recorded."""
    signature = inspect.signature(own)
    code = own.__code__

    @wraps(own)
    def path(*args: Any, **kwargs: Any) -> Any:
        args, kwargs = seen_arguments(args, kwargs)
        law = law_of(by_name(signature, args, kwargs)) if recorder.active else None
        if law is None:
            return own(*args, **kwargs)
        records, unit = law
        made: list[Any] = []

        def drawn() -> list[Any]:
            with recorder.paused():
                made[:] = own(*args, **kwargs)
            return [tuple(made[0][0].tolist())]

        place = (code.co_filename, code.co_firstlineno, code.co_name)
        (answer,) = recorder.event(Event(MINIMUM, {}, place, [records], scales=[unit]), drawn)
        if not made:
            drawn()
        return np.array([answer]), *made[1:]

    return path


def law_of(said: dict[str, Any]) -> tuple[tuple[Any, ...], tuple[Any, ...]] | None:
    """Return records and unit of the law; None where there are several penalties, or numbers of another form."""
    features, labels, penalties = said["X"], said["y"], np.ravel(said["Cs"])
    if type(features) is not np.ndarray or features.ndim != 2 or isinstance(said["Cs"], int) or len(penalties) != 1:
        return None
    norm, intercept = said["data_norm"], int(said["fit_intercept"])
    if intercept:
        norm = np.sqrt(norm**2 + 1)
    chosen = np.unique(labels)[1] if said["pos_class"] is None else said["pos_class"]
    signs = np.where(np.asarray(labels) == chosen, 1.0, -1.0)
    columns = np.hstack([features, np.ones((len(features), intercept))]) * signs[:, None]
    records = tuple(tuple(map(exact, row)) for row in columns.tolist())
    given = {"epsilon": said["epsilon"], "penalty": 1.0 / penalties[0], "curvature": CURVATURE, "norm": norm}
    unit = {name: exact(value) for name, value in given.items()}
    return records, tuple(each for pair in [*unit.items(), ("intercept", intercept)] for each in pair)
