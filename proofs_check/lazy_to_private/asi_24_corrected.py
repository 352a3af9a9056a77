"""ASI-24-corrected: instead of conditioning, stop the transcript once more than K bits are 1.

Where at most K are, the stopped and the full transcript agree. So P(O) <= P(O, at most K) + P(more), and the first is
an event of the stopped transcripts. The formula adds the probability on the first sequence alone, which is at most the
larger of both. The stopped process has the conditional laws of the full one up to the step at which it stops, so
bounds on rounds given the past, as in ASI-25b and ASI-27-corrected, apply to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from typing import Final

from dpassay.exact import hockey_stick_divergence
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    family,
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.lazy_to_private.chain import (
    is_pair,
    neighboring_pairs,
    pair_of,
    parameters_of,
)
from dpassay.proofs_check.models.stopped_transcripts import STOPPED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside
from dpassay.reference import lazy_to_private
from dpassay.reference.lazy_to_private import Transcript


def _stopped(transcript: Transcript, most: int) -> Transcript:
    """What is seen until the bits zeta_s = 1 are more than ``most``."""
    ones = 0
    for s, zeta in enumerate(transcript.zeta):
        ones += zeta
        if ones > most:
            return Transcript(transcript.x[: s + 1], transcript.y[: s + 1], transcript.zeta[: s + 1])
    return transcript


def _stopping_costs(instance: Instance, share: Fraction) -> bool:
    """delta <= the delta of the stopped transcripts, plus a share of Pr[stopped], at e^eps = 1, 11/10, 5/4."""
    parameters = parameters_of(instance)
    full = [lazy_to_private.state_law(rows, parameters) for rows in pair_of(instance)]
    for most in (0, 1):
        cut = [law.map(lambda transcript, k=most: _stopped(transcript, k)) for law in full]  # type: ignore[misc]
        for t, (a, b) in product((Fraction(1), Fraction(11, 10), Fraction(5, 4)), ((0, 1), (1, 0))):
            stop = full[a].probability(lambda transcript, k=most: sum(transcript.zeta) > k)  # type: ignore[misc]
            if hockey_stick_divergence(full[a], full[b], t) > hockey_stick_divergence(cut[a], cut[b], t) + share * stop:
                return False
    return True


told(
    "asi24-corrected", "delta is at most that of the stopped transcripts, plus the probability to be stopped", is_pair
)(lambda instance: _stopping_costs(instance, Fraction(1)))


told("asi24-unpaid", "delta is at most that of the stopped transcripts", is_pair)(
    lambda instance: _stopping_costs(instance, Fraction(0))
)


@family(
    "few-l2p-pairs", "every twelfth pair of 0/1 matrices with n = 3, d = 2, B = 1 of which one row differs, p = 1/2"
)
def _few_pairs() -> Iterator[Instance]:
    return islice(neighboring_pairs(3, 2, "11/10", "1/2"), 5, None, 12)


@claim(
    "ASI-24-corrected",
    location="Proof of Theorem 3.2, instead of the event E",
    latex=r"(\varepsilon, \delta)\text{-DP of the transcript stopped once } \sum_{\tau \le s} \zeta_\tau > K "
    r"\Rightarrow (\varepsilon, \delta + \max_{P, Q} \Pr[\sum_s \zeta_s > K])\text{-DP of the transcript}",
    text="Instead of conditioning, stop the transcript once more than K bits zeta_s are 1: if the stopped transcripts "
    "are (eps, delta)-indistinguishable, the transcripts are (eps, delta + Pr[more than K])-indistinguishable.",
    adjacency="one_loss",
)
def asi_24_corrected() -> Case:
    """Stopping changes no conditional law before it."""
    return Case(
        checks=(Goal("small games, exactly", exhaustive("asi24-corrected", "few-l2p-pairs")),),
        twins=(Twin("without the probability to be stopped", exhaustive("asi24-unpaid", "few-l2p-pairs")),),
    )


KEPT: Final = "o(l)*[N <= K]"


BOUND: Final = "E(o(l)) <= exp(eps)*E(o(l), Q) + delta + Pr(K < N)"


theorem(
    "ASI-24-corrected",
    STOPPED,
    BOUND,
    Step("at least 0", "0 <= 1 - [N <= K]", arithmetic("[K < N] = 1 - [N <= K]")),
    Step(
        "parts",
        f"o(l) <= {KEPT} + [K < N]",
        arithmetic(("-1", "[K < N] = 1 - [N <= K]"), ("1 - [N <= K]", "at most 1")),
        (),
        ("at least 0",),
    ),
    *(
        Step(
            f"seen, {law}",
            f"E(c(l), {law}) = E({KEPT}, {law})",
            apply("expectation of equals", "not stopped", P=law, X="c(l)", Y=KEPT),
        )
        for law in "PQ"
    ),
    Step(
        "all",
        BOUND,
        arithmetic(
            inside("E(_)", "parts"),
            ("-1", "seen, P"),
            "private",
            ("exp(eps)", "seen, Q"),
            ("exp(eps)", inside("E(o(l)*_, Q)", "at least 0")),
        ),
    ),
)
