"""The target on one dataset, called for one answer with whatever it takes of the oracle's coins."""

from __future__ import annotations

import inspect
import random
from contextlib import suppress
from operator import index
from typing import TYPE_CHECKING, Any

from .worker_drawing import fresh
from .worker_faults import Fault, described, described_value, trace_of
from .worker_forms import canonical, one_answer, raised
from .worker_sources import whole
from .worker_target import accepted, decoded, offered
from .worker_tree import Stop

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_oracle import Oracle

LONGEST = 40
"""Characters of an argument in a message."""


class Target:
    """The target on one dataset, called for one answer."""

    def __init__(self, function: Callable[..., Any], request: dict[str, Any], dataset: int, oracle: Oracle) -> None:
        self.function = function
        self.data = request["datasets"][dataset]
        self.oracle = oracle
        values = offered(request["parameters"])
        own = named(function)
        names = accepted(function, {**values, "coin": None} if "coin" in own else values)
        self.arguments = {name: values[name] for name in names if name in values}
        self.takes = names
        self.wants_random = "rng" in own and "random.Random" in str(own["rng"].annotation).replace("numpy.random", "")

    def coin(self, *given: Any, **named: Any) -> Any:
        """Toss a coin for the target, with as many faces as it asks for: the plain callable."""
        size = 0
        if len(given) == 1 and not named:
            with suppress(TypeError):
                size = index(given[0])
        if size < 1:
            words = [plain(value) for value in given] + [f"{name}={plain(value)}" for name, value in named.items()]
            call = f"coin({', '.join(words)})"
            self.oracle.refuse(
                f"the target calls {call}{{at}}: expected coin(n), uniform on range(n), with n at least 1"
            )
        return whole(self.oracle, "coin()", size)

    def answer(self, generator: Any) -> tuple[str, BaseException | None]:
        """Return the text of the answer, or of what was raised; must be called while a run is under way."""
        arguments = dict(self.arguments)
        if "rng" in self.takes:
            arguments["rng"] = random.Random() if self.wants_random else generator
        if "coin" in self.takes:
            arguments["coin"] = self.coin
        data = fresh(decoded(self.data))
        try:
            if "size" in self.takes:
                return canonical(one_answer(self.function(data, size=1, **arguments))), None
            return canonical(self.function(data, **arguments)), None
        except (Fault, Stop):
            raise
        except MemoryError as error:
            raise Fault("memory", f"the target ran out of memory: {described(error)}", trace_of(error)) from None
        except SystemExit as error:
            message = f"the target called sys.exit({described_value(error.code)})"
            raise Fault("exit", message, trace_of(error)) from None
        except Exception as error:
            return raised(error), error


def plain(value: Any) -> str:
    """Return a number or a text as it is written; of anything else, whose text may ask for coins, the type."""
    known = value is None or type(value) in (bool, int, float, str)
    return repr(value)[:LONGEST] if known else type(value).__name__


def named(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """Return the parameters that a target has by name."""
    try:
        return dict(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return {}
