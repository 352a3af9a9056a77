"""Source 000: online distribution learning with local privacy constraints."""

from dpassay.proofs_check.modules import imported

MODULES = imported(__name__, __path__)
