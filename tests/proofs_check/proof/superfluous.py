"""Proofs that cite, or hold, more than they need: a debt of tidiness, which takes nothing from what is proved."""

from __future__ import annotations

from typing import Final

CITED: Final = frozenset(
    (
        "SIMA-03-corrected: for small eps",
        "SIMA-08: in M and eps",
        "SIMA-08: total variations",
        "SIMA-13",
        "SIMA-15",
        "SIMA-18-corrected",
        "SIMA-22",
        "SIMA-24-sharp: the best rate",
        "SIMA-31-corrected",
        "SIMA-31: one hypothesis",
        "SIMA-31: two hypotheses or more",
        "SIMA-32",
        "SIMA-32b",
        "SIMA-33-corrected",
        "SIMA-35",
        "SIMA-35a-corrected",
        "SIMA-38: the risk",
        "SIMA-40",
        "SIMA-44",
        "SIMA-44: the median trick",
        "SIMA-45",
        "SIMA-46-corrected",
        "SIMA-49-corrected",
        "a shown loss, to second order",
        "noisy log-likelihoods are private",
        "one expert has no regret",
        "regret of exponential weights",
        "regret with the rate of Lemma 1",
        "risk of the mean",
        "some of the noises",
        "the corrected sensitivity is positive",
        "the errors of a test",
    )
)
"""Theorems in which some step cites what it does not need."""
HELD: Final = frozenset(
    (
        "SIMA-03-corrected: for small eps",
        "SIMA-04-corrected",
        "SIMA-04: for no constant",
        "SIMA-08b",
        "SIMA-10b-corrected: at 1",
        "SIMA-31: two hypotheses or more",
        "SIMA-35",
        "SIMA-35a-corrected",
        "SIMA-38",
        "SIMA-38: the risk",
        "SIMA-42",
        "SIMA-43",
        "SIMA-44: the median trick",
        "far from the first",
        "far from the second",
        "no report is less likely",
        "risk of Algorithm 1",
        "risk of Algorithm 2",
        "risk of the mean",
        "the reports are laws",
    )
)
"""Theorems with a step that no other one uses."""
