"""Source 003: private online learning via lazy algorithms."""

from dpassay.proofs_check.modules import imported

MODULES = imported(__name__, __path__)
