"""jax-privacy: the Clopper-Pearson bound of its auditing over thresholds of the answer, corrected by Bonferroni.

Each input is taken for the held-in one in turn, with half of alpha; rules are above and below a threshold.
"""

from typing import Any

from jax_privacy import auditing
from lines import Answer, serve


def audit(question: dict[str, Any], first: Any, second: Any) -> Answer:
    """Return the larger bound of the two orders."""
    share, bounds = question["alpha"] / 2, []
    for scores, others in ((first, second), (second, first)):
        auditor = auditing.CanaryScoreAuditor(scores, others)
        bounds.append(auditor.epsilon_clopper_pearson(share, question["delta"], one_sided=False))
    bound = float(max(bounds))
    return {"flag": bound > question["epsilon"], "epsilon_lower": bound}


if __name__ == "__main__":
    serve(audit, rows=False, nan=False)
