"""Lemmas that claims of several sources rest on, proved in the same form as claims."""

from dpassay.proofs_check.modules import imported

MODULES = imported(__name__, __path__)
