"""diffprivlib's trees, recorded: the splits are one draw without data, and the classes of the leaves one call.

A tree draws the class of each leaf that has records, in the order of these leaves, and then those of the empty ones
uniformly. Which leaves are empty depends on the data: so the calls of two inputs would belong to different leaves. They
are recorded leaf by leaf, as permute-and-flip; of counts of 0 this is uniform. What its law depends on is what the
library hands to its mechanism. Splits add no noise: they may hide what the leaves tell, unless they are released.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_cells import noting
from .worker_recorder import Event, site, text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_recorder import Recorder

    Law = Callable[[Any, Any], tuple[str, list[Any], Any, dict[str, str]]]

SPLITS = "diffprivlib splits"
LEAVES = "diffprivlib leaves"


def wrap_forest(recorder: Recorder, modules: dict[str, Any], law_of: Law) -> None:
    """Wrap the tree that all classifiers fit, where it is loaded; ``modules``: those that are, by name."""
    module = modules.get("diffprivlib.models.forest")
    if module is None:
        return
    made: list[Any] = []
    kind, tree = module.PermuteAndFlip, module._FittingTree
    module.PermuteAndFlip = noting(kind, made)

    def law(self: Any, full: list[int]) -> tuple[str, list[Any], Any] | None:
        """Return kind, inputs and unit of all leaves; ``full``: those for which mechanisms were made, in order."""
        count = len(self.classes)
        others = {"epsilon": self.epsilon, "sensitivity": 1, "monotonic": True}  # where all leaves are empty
        known = [law_of(each, None) for each in made or [kind(**others, utility=[0] * count)]]
        if len(made) != len(full) or any(each[2] != known[0][2] for each in known):
            return None
        counts = dict(zip(full, (each[1][0] for each in known)))
        return known[0][0], [counts.get(leaf, (0,) * count) for leaf in leaves_of(self)], known[0][2]

    tree.build = split(tree.build, recorder)
    tree.fit = filled(tree.fit, recorder, made, law)


def leaves_of(tree: Any) -> list[int]:
    """Return the numbers of the leaves."""
    return [node.node_id for node in tree.nodes if node.left_child == tree._TREE_LEAF]


def split(own: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """Return a method that draws the splits, recorded; bounds that are found in the data make the runs part."""

    @wraps(own)
    def build(self: Any) -> Any:
        if not recorder.active:
            return own(self)

        def drawn() -> list[Any]:
            with recorder.paused():
                own(self)
            return [self.nodes]

        named = ("max_depth", "n_features", "bounds")
        parameters = {name: text_of(getattr(self, name)) for name in named}
        self.nodes = recorder.event(Event(SPLITS, parameters, site(), sampling=True), drawn)[0]
        self.node_count = len(self.nodes)
        return self

    return build


def filled(
    own: Callable[..., Any], recorder: Recorder, made: list[Any], law: Callable[[Any, list[int]], Any]
) -> Callable[..., Any]:
    """Return a method that draws the classes of the leaves, recorded."""

    @wraps(own)
    def fit(self: Any, X: Any, y: Any) -> Any:  # noqa: N803  # as the library calls it
        if not recorder.active:
            return own(self, X, y)
        made.clear()
        event = Event("", {"choices": text_of(self.classes)}, site())

        def drawn() -> list[Any]:
            with recorder.paused():
                own(self, X, y)
            return []

        if recorder.replaying:
            drawn()  # for what the library hands to its mechanism
        else:
            recorder.sources.answered(event, drawn)
        found = law(self, np.unique(self.apply(X)).tolist())
        if found is None:
            self.values_ = recorder.call(LEAVES, {}, [text_of([X, y])], lambda: self.values_)
            return self
        event.kind, event.inputs, unit = found
        event.scales = [unit] * len(event.inputs)
        leaves = leaves_of(self)
        answers = recorder.event(event, lambda: self.values_[leaves, 0].argmax(axis=1).tolist())
        self.values_ = np.zeros_like(self.values_)
        self.values_[leaves, 0, answers] = 1
        return self

    return fit
