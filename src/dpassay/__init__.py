"""Differential privacy, assayed: exact laws of mechanisms, and how far an implementation is from them.

The rooms of the package each answer one question:

* `dpassay.exact`: how does one compute with laws and divergences without an error?
* `dpassay.reference`: what is the exact output law of a mechanism, and what privacy does it guarantee?
* `dpassay.analysis`: what follows from the laws: regret, risk, bounds, and parameters that keep a budget?
* `dpassay.fast`: how would one run the mechanism in production?
* `dpassay.properties`: what must every implementation of the mechanism satisfy?
* `dpassay.audit`: does this implementation satisfy it?
* `dpassay.cli`: the same from the command line.

Importing `dpassay` itself imports none of them, so that each room costs only what it needs.
"""

__version__ = "0.1.0"

__all__ = ["__version__"]
