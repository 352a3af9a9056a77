"""SIMA-18"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.local_distribution_learning.columns import NEAR, PARSEVAL, ROOT, by_spread
from dpassay.proofs_check.models.hard_pairs import PAIRS, game
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together, use
from fractions import Fraction
