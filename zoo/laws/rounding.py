"""The law of `zoo/targets/rounding.py` in steps of 1/16; of the other target only an event is known (`events.py`)."""

from __future__ import annotations

from dpassay.exact import DiscreteGaussianLaw

LAWS = {"kept_on_lattice": lambda data: DiscreteGaussianLaw(16 * data, 64**2)}
