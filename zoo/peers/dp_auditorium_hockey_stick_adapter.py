"""DP-Auditorium: its hockey-stick tester with its own network and training, in both orders, half of alpha each.

It trains on one half of the answers and bounds delta on the other. Its packages import a search for inputs that is not
used: their folders are known here, and nothing else of them.
"""

import importlib.util
import os
import sys
import types
from typing import Any

import numpy as np

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
SPEC = importlib.util.find_spec("dp_auditorium")
for part in ("", "configs", "testers"):
    name = f"dp_auditorium.{part}".rstrip(".")
    package = types.ModuleType(name)
    package.__path__ = [f"{folder}/{part}" for folder in (SPEC.submodule_search_locations if SPEC else None) or ()]
    sys.modules[name] = package

import tensorflow as tf  # noqa: E402
from dp_auditorium.configs.privacy_property import ApproximateDp  # noqa: E402
from dp_auditorium.configs.property_tester_config import HockeyStickPropertyTesterConfig  # noqa: E402
from dp_auditorium.testers import hockey_stick_tester as tester_module  # noqa: E402
from lines import Answer, serve  # noqa: E402


def audit(question: dict[str, Any], first: Any, second: Any) -> Answer:
    """Return whether the property is rejected, and the larger bound of delta."""
    tf.keras.utils.set_random_seed(question["seed"] % 2**32)
    answers = [np.asarray(values, dtype=np.float64) for values in (first, second)]
    claim = ApproximateDp(question["epsilon"], question["delta"])
    bounds = []
    for p, q in (answers, answers[::-1]):
        config = HockeyStickPropertyTesterConfig(tester_module.make_default_hs_training_config(), claim)
        tester = tester_module.HockeyStickPropertyTester(config, tester_module.make_default_hs_base_model())
        bounds.append(float(tester.estimate_lower_bound(p, q, question["alpha"] / 2)))
    flag = any(bound > question["delta"] for bound in bounds)
    return {"flag": flag, "note": f"delta at least {max(0.0, *bounds):.3g}"}


if __name__ == "__main__":
    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    serve(audit, nan=False)
