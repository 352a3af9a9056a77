"""DP-Auditorium: its histogram tester, in both directions, with half of alpha each.

Whole numbers in a range of at most 1,000 are taken as they are; else 100 bins lie between quantiles of a tenth of the
answers, which are not used again.


Its packages import a search for inputs and two deep-learning libraries, which the histogram has no use for: their
folders are known here, and nothing else of them.
"""

import importlib.util
import sys
import types
from typing import Any

import numpy as np

SPEC = importlib.util.find_spec("dp_auditorium")
for part in ("", "configs", "testers"):
    name = f"dp_auditorium.{part}".rstrip(".")
    package = types.ModuleType(name)
    package.__path__ = [f"{folder}/{part}" for folder in (SPEC.submodule_search_locations if SPEC else None) or ()]
    sys.modules[name] = package

from dp_auditorium.configs.privacy_property import ApproximateDp  # noqa: E402
from dp_auditorium.configs.property_tester_config import HistogramPropertyTesterConfig  # noqa: E402
from dp_auditorium.testers.histogram_tester import HistogramTester  # noqa: E402
from lines import Answer, serve  # noqa: E402

MOST = 1_000
BINS = 100


def audit(question: dict[str, Any], first: Any, second: Any) -> Answer:
    """Return whether the property is rejected, and the larger bound of delta."""
    claim = ApproximateDp(question["epsilon"], question["delta"])
    both = np.concatenate([first, second])
    whole = both.dtype.kind == "i" and int(both.max()) - int(both.min()) < MOST
    low, high = float(both.min()), float(both.max())
    if whole:
        first, second = first - int(low), second - int(low)
    else:
        tenth = len(first) // 10
        low, high = (
            float(each) for each in np.quantile(np.concatenate([first[:tenth], second[:tenth]]), (0.001, 0.999))
        )
        first, second = first[tenth:], second[tenth:]
    size = int(high - low) + 1 if whole else BINS
    config = HistogramPropertyTesterConfig(bool(whole), size, low, high, claim)
    tester = HistogramTester(config)
    bounds = [tester.estimate_lower_bound(p, q, question["alpha"] / 2) for p, q in ((first, second), (second, first))]
    flag = any(tester.reject_property(bound) and bound > question["delta"] for bound in bounds)
    return {"flag": bool(flag), "note": f"delta at least {max(bounds):.3g}"}


if __name__ == "__main__":
    serve(audit, rows=False, nan=False)
