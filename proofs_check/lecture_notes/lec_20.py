"""LEC-20: the transcript of multiplicative weights is 2 a T-differentially private.

Lecture notes, Section 2, after the proof of Theorem 2. Given the earlier choices each choice is 2 a-private (LEC-19),
so the log of the ratio of a transcript's probabilities is a sum of T terms at most 2 a. It holds where rewards depend
on choices, too.

LEC-20-sharp: the first choice does not depend on the rewards, so 2 a (T - 1) suffices; that is the supremum over K.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpassay.exact import PrivacyLoss
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lecture_notes.neighboring_games import growth_of, is_pair, neighbors_of, one_or_all_others
from dpassay.proofs_check.models.adaptive_experts import ADAPTIVE, one_against_all
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use
from dpassay.reference import multiplicative_weights


@claim(
    "LEC-20",
    location="Section 2, after the proof of Theorem 2",
    latex=r"MW \text{ is } 2\alpha T\text{-differentially private}",
    text="The transcript of T choices is 2 alpha T-differentially private.",
    adjacency="one_loss",
    assumed=("the reward matrix is fixed in advance, as a database is",),
)
def lec_20() -> Case:
    """Independent choices."""
    return Case(
        checks=(Goal("small games, exactly", exhaustive("lec20", "neighboring-games")),),
        twins=(Twin("2 alpha (T - 2)", exhaustive("lec20-sharper", "neighboring-games")),),
        remarks=(
            "The first choice does not count: LEC-20-sharp.",
            "Where rewards depend on choices the choices are not independent, but each is 2 alpha-private given the "
            "earlier ones, and the factors multiply all the same.",
        ),
    )


@claim(
    "LEC-20-sharp",
    location="Section 2, after the proof of Theorem 2",
    latex=r"MW \text{ is } 2\alpha (T - 1)\text{-differentially private}",
    text="The transcript of T choices is 2 alpha (T - 1)-differentially private.",
    adjacency="one_loss",
    assumed=("the reward matrix is fixed in advance, as a database is",),
)
def lec_20_sharp() -> Case:
    """The first choice is uniform, whatever the rewards are."""
    return Case(
        checks=(Goal("small games, exactly", exhaustive("lec20-sharp", "neighboring-games")),),
        sharper=(
            Goal(
                "it is approached: 9/10 of the factor is exceeded with many experts",
                counterexample("lec20-too-sharp"),
                Hunt("lec20-too-sharp", lambda: (one_or_all_others(k, 3, "2") for k in range(2, 200))),
            ),
        ),
        twins=(Twin("2 alpha (T - 2)", exhaustive("lec20-sharper", "neighboring-games")),),
        remarks=(
            "The constant is tight, the supremum over K; for T >= 2 it is not attained.",
            "It holds where rewards depend on choices, too.",
        ),
    )


def transcript_ratios(instance: Instance) -> list[Any]:
    """The largest ratio of the probabilities of a transcript, in both directions."""
    first, second, parameters = neighbors_of(instance)
    losses = [multiplicative_weights.transcript_loss(*pair, parameters) for pair in ((first, second), (second, first))]
    return [loss.profile.max_ratio if isinstance(loss, PrivacyLoss) else loss.max_ratio for loss in losses]


def _transcript_is_private(instance: Instance, rounds_counted: int, share: Fraction = Fraction(1)) -> bool:
    power = growth_of(instance) ** (2 * (len(instance["rewards"]) - rounds_counted))
    return all(at_most(ratio, share * power) for ratio in transcript_ratios(instance))


told("lec20", "the transcript's law changes by at most the factor e^(2 alpha T)", is_pair)(
    lambda instance: _transcript_is_private(instance, 0)
)
told("lec20-sharp", "... e^(2 alpha (T - 1))", is_pair)(lambda instance: _transcript_is_private(instance, 1))
told("lec20-sharper", "... e^(2 alpha (T - 2))", is_pair)(lambda instance: _transcript_is_private(instance, 2))
told("lec20-too-sharp", "... 9/10 of e^(2 alpha (T - 1))", is_pair)(
    lambda instance: _transcript_is_private(instance, 1, Fraction(9, 10))
)


W, W2 = (f"sum(choice(t, i)*log({w}(t, i)), i, 1, K)" for w in ("w", "w2"))
MOVED = "choice(t, i)*(2*a + log(w2(t, i)))"
LAWS = {"P": "P", "P2": "P2", "p": "p", "p2": "p2", "event": "event"}
theorem(
    "LEC-20: of one round",
    ADAPTIVE,
    f"{W} <= 2*a + {W2}",
    Step("one", "w(t, i) <= exp(2*a)*w2(t, i)", apply("LEC-19: of one expert")),
    Step(
        "all",
        f"{W} <= 2*a + {W2}",
        arithmetic(inside("sum(choice(t, i)*log(_), i, 1, K)", "one"), ("2*a", "one choice")),
    ),
)
PRIVATE = "E(event) <= exp(2*a*T)*E(event, P2)"
theorem(
    "LEC-20",
    ADAPTIVE,
    PRIVATE,
    Step("round", f"{W} <= 2*a + {W2}", apply("LEC-20: of one round")),
    Step(
        "all",
        PRIVATE,
        apply(
            "basic composition",
            "laws",
            "transcript",
            "transcript, second rule",
            "round",
            T="T",
            l=f"t: {W}",
            l2=f"t: {W2}",
            eps="t: 2*a",
            **LAWS,
        ),
    ),
)

# The first choice does not count


def _until(logs: str, last: str) -> str:
    return f"sum({logs}, t, 1, {last})"


def _last(name: str, logs: str) -> Step:
    """The rounds until u + 1 are those until u, and round u + 1."""
    return Step(
        name,
        f"{_until(logs, 'u + 1')} = {_until(logs, 'u')} + {logs.replace('(t, ', '(u + 1, ')}",
        apply("last term", f=f"t: {logs}", low="1", high="u + 1"),
    )


SO_FAR = f"{_until(W, 'u')} <= 2*a*(u - 1) + {_until(W2, 'u')}"
FIRST, FIRST2 = (f"sum(choice(1, i)*log({w}(1, i)), i, 1, K)" for w in ("w", "w2"))
SHARP = "E(event) <= exp(2*a*(T - 1))*E(event, P2)"
theorem(
    "LEC-20-sharp",
    ADAPTIVE,
    SHARP,
    Step("round", f"{W} <= 2*a + {W2}", apply("LEC-20: of one round")),
    Step("uniform", "w(1, i) <= w2(1, i)", arithmetic("first", ("-1", "first, second rule"))),
    _last("next", W),
    _last("next, second rule", W2),
    Step(
        "and so on",
        f"{_until(W, 'u + 1')} <= 2*a*u + {_until(W2, 'u + 1')}",
        arithmetic(SO_FAR, "next", ("-1", "next, second rule"), use("round", t="u + 1")),
        (SO_FAR,),
    ),
    Step(
        "logs",
        f"{_until(W, 'T')} <= 2*a*(T - 1) + {_until(W2, 'T')}",
        apply(
            "induction",
            inside("sum(choice(1, i)*log(_), i, 1, K)", "uniform"),
            "and so on",
            low="1",
            high="T",
            f=f"u: {_until(W, 'u')}",
            g=f"u: 2*a*(u - 1) + {_until(W2, 'u')}",
        ),
    ),
    Step(
        "transcripts",
        "log(p) <= 2*a*(T - 1) + log(p2)",
        arithmetic("logs", "transcript", ("-1", "transcript, second rule")),
    ),
    Step("all", SHARP, apply("privacy of events", "laws", "transcripts", e="2*a*(T - 1)", **LAWS)),
)
refuted(
    "LEC-20-sharp: with 19/20 of the factor",
    ADAPTIVE,
    "E(event) <= 19/20*exp(2*a*(T - 1))*E(event, P2)",
    setting=one_against_all(30, Fraction(2)),
)
