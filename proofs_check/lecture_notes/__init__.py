"""Source 004: lecture notes on private PAC learning and multiplicative weights."""

from dpassay.proofs_check.modules import imported

MODULES = imported(__name__, __path__)
