"""ASI-22b and ASI-22c: composition of mechanisms that are private as long as the history is in both good sets.

Condition (2) and Lemma 3.8, read so that under each secret bit the history is in either good set with probability at
least 1 - lambda (ASI-22b), or in both of them (ASI-22c). Stop the process, visibly, at the first history that is not in
both good sets: the stopped process is an adaptive composition of mechanisms that are private at every history, so any
guarantee (e, c) for such holds of it. Where it never stops both processes agree. So P(S) <= P(S, never stopped) +
P(stopped) <= e^e Q(S) + c + P(stopped): no factor e^e falls on the probability of stopping. That is sum lambda in
ASI-22c, which is true for any guarantee; and at most 2 sum lambda in ASI-22b, which is true as printed, because basic
composition is a guarantee, with a smaller epsilon and a smaller delta than those printed (ASI-04).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lazy_to_private.asi_04 import DEFINED, LOGS, ROOTS, SAMPLES, D
from dpassay.proofs_check.lazy_to_private.two_rounds import all_two_rounds
from dpassay.proofs_check.models.stopped_histories import BOTH, EACH, GOOD
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, together, use
from dpassay.proofs_check.shared_lemmas.comparisons import parts


@claim(
    "ASI-22b",
    location="Condition (2) and Lemma 3.8, with both good sets likely under both bits",
    latex=r"\Pr_b[Y_{[i-1]} \in G_{i-1}(D^{b'})] \ge 1 - \lambda_i\ \forall b, b' \Rightarrow \delta = 1 - "
    r"(1-\tilde\delta)\prod_t(1-\delta_t) + 2\sum_t\lambda_t",
    text="The same where under each secret bit the history is in either good set with probability at least 1 - "
    "lambda_i.",
    corrected_by="ASI-22c",
)
def asi_22b() -> Case:
    """True, by another argument."""
    return Case(
        checks=(Goal("two rounds, exactly", exhaustive("asi22b", "two-rounds")),),
        broken_steps=(
            Goal(
                "total variation above lambda",
                counterexample("asi22b-step"),
                Hunt("asi22b-step", all_two_rounds),
            ),
        ),
        remarks=(
            "The proof says that switching mechanisms off moves the transcript by at most sum lambda_t in total "
            "variation; the intersection of two good sets can be missed with probability 2 lambda. And moving both "
            "transcripts by lambda costs (1 + e^eps) lambda by basic composition, not 2 lambda.",
        ),
        twins=(Twin("with lambda", exhaustive("asi22b-half", "two-rounds")),),
    )


@claim(
    "ASI-22c",
    location="Condition (2) and Lemma 3.8, with lambda for the intersection of the good sets",
    latex=r"\Pr_b[Y_{[i-1]} \in \cap_{b'} G_{i-1}(D^{b'})] \ge 1 - \lambda_i \Rightarrow (\varepsilon^*, \delta^* + "
    r"\sum_t \lambda_t)\text{-DP}",
    text="If under each secret bit the history is in both good sets with probability at least 1 - lambda_i, the "
    "composition is (eps*, delta* + sum lambda_t)-private.",
)
def asi_22c() -> Case:
    """One lambda is enough."""
    return Case(
        checks=(Goal("two rounds, exactly", exhaustive("asi22c", "two-rounds")),),
        twins=(Twin("with 99/100 lambda", exhaustive("asi22c-less", "two-rounds")),),
    )


LAMBDA: Final = "sum(lam(i), i, 1, T)"
HERE, THERE = "E(event(l)*w(k))", "E(event(l)*w(3 - k))"


AT_MOST_1: Final = (
    Step("at most 1", "event(l) <= 1", apply("zero or one", "an event", x="event(l)")),
    Step("alive at most 1", "alive <= 1", apply("zero or one", "alive or not", x="alive")),
)


def _stopped(lam: str, cost: str, miss: str) -> Step:
    """From a bound on how often it stops at each history: how often it stops."""
    return Step(
        "stopped here",
        f"E((1 - alive)*w(k)) <= {cost}",
        apply(
            "union bound under a density",
            "stopped",
            miss,
            P="P",
            y="1 - alive",
            w="w(k)",
            m=f"i: 1 - {GOOD}",
            lam=f"i: {lam}",
            T="T",
        ),
    )


def stopping(lam: str, cost: str, miss: str, factor: str, more: str) -> tuple[Step, ...]:
    """From a guarantee for what never stops, and a bound on how often it stops: that for the whole process."""
    return (
        _stopped(lam, cost, miss),
        Step("alive left", "0 <= (1 - alive)*w(k)", arithmetic(("w(k)", "alive at most 1"))),
        Step(
            "split",
            "event(l)*w(k) <= event(l)*alive*sw(k, T) + (1 - alive)*w(k)",
            arithmetic(("(1 - alive)*w(k)", "at most 1"), ("-event(l)", "never stopped")),
            (),
            ("alive left",),
        ),
        Step(
            "here",
            f"{HERE} <= E(event(l)*alive*sw(k, T) + (1 - alive)*w(k))",
            apply(
                "expectation grows",
                "split",
                P="P",
                X="event(l)*w(k)",
                Y="event(l)*alive*sw(k, T) + (1 - alive)*w(k)",
            ),
        ),
        Step(
            "back",
            "event(l)*alive*sw(3 - k, T) <= event(l)*w(3 - k)",
            arithmetic(("event(l)", use("never stopped", k="3 - k")), ("event(l)*w(3 - k)", "alive at most 1")),
        ),
        Step(
            "there",
            f"E(event(l)*alive*sw(3 - k, T)) <= {THERE}",
            apply("expectation grows", "back", P="P", X="event(l)*alive*sw(3 - k, T)", Y="event(l)*w(3 - k)"),
        ),
        Step(
            "whole",
            f"{HERE} <= {factor}*{THERE} + {more} + {cost}",
            arithmetic("here", "stopped here", "never stopping", (factor, "there")),
        ),
    )


theorem(
    "ASI-22c",
    BOTH,
    f"{HERE} <= exp(e)*{THERE} + c + {LAMBDA}",
    *AT_MOST_1,
    Step(
        "never stopping",
        "E(event(l)*alive*sw(k, T)) <= exp(e)*E(event(l)*alive*sw(3 - k, T)) + c",
        arithmetic(use("guarantee", a="0")),
    ),
    *stopping("lam(i)", LAMBDA, "both", "exp(e)", "c"),
)
SCALED: Final = "exp(A)*sw(3 - k, T)"
STICK: Final = f"[{SCALED} < sw(k, T)]*(sw(k, T) - {SCALED})"
LEAST: Final = "1 - keep(T)"
theorem(
    "ASI-22b",
    EACH,
    f"{HERE} <= exp(A + root)*{THERE} + 1 - (1 - d)*keep(T) + 2*{LAMBDA}",
    *AT_MOST_1,
    Step(
        "basic",
        f"E({STICK}) <= {LEAST}",
        apply(
            "approximate composition",
            *("start", use("start", k="3 - k"), "next", use("next", k="3 - k"), "known", use("known", k="3 - k")),
            *("law", "unit", "private", "a probability", "all kept", "kept"),
            P="P",
            after="t: after(t)",
            p="t: sp(k, t)",
            q="t: sp(3 - k, t)",
            w="t: sw(k, t)",
            v="t: sw(3 - k, t)",
            eps="t: eps(t)",
            delta="t: delta(t)",
            keep="t: keep(t)",
            T="T",
        ),
    ),
    Step("compared", parts("sw(k, T)", SCALED), apply("what is above", x="sw(k, T)", y=SCALED)),
    Step("above", f"0 <= {STICK}", together("compared")),
    Step("above alive", f"0 <= alive*({STICK})", arithmetic(("alive", "above"))),
    Step("below", f"0 <= (1 - [{SCALED} < sw(k, T)])*({SCALED} - sw(k, T))", together("compared")),
    Step(
        "visible",
        f"event(l)*alive*(sw(k, T) - {SCALED}) <= {STICK}",
        arithmetic(
            ("event(l)*alive", "below"),
            (f"alive*({STICK})", "at most 1"),
            (STICK, "alive at most 1"),
        ),
        (),
        ("above", "above alive"),
    ),
    Step(
        "never stopping",
        f"E(event(l)*alive*sw(k, T)) <= exp(A)*E(event(l)*alive*sw(3 - k, T)) + {LEAST}",
        arithmetic(inside("E(_)", "visible"), "basic"),
    ),
    # how often it stops
    Step("good at most 1", "g(h, i) <= 1", apply("zero or one", use("good or not", k="h"), x="g(h, i)")),
    Step("missed", "0 <= (1 - g(1, i))*w(k)", arithmetic(("w(k)", use("good at most 1", h="1")))),
    Step(
        "either",
        f"(1 - {GOOD})*w(k) <= (1 - g(1, i))*w(k) + (1 - g(2, i))*w(k)",
        arithmetic(("(1 - g(1, i))*w(k)", use("good at most 1", h="2"))),
        (),
        ("missed",),
    ),
    Step(
        "rarely",
        f"E((1 - {GOOD})*w(k)) <= 2*lam(i)",
        arithmetic(inside("E(_)", "either"), use("each", h="1"), use("each", h="2")),
    ),
    *stopping("2*lam(i)", f"2*{LAMBDA}", "rarely", "exp(A)", LEAST),
    # both numbers are less than those printed
    *LOGS,
    Step("root", "0 <= root", arithmetic(("r1", "[r2 < r1] = 1 - [r1 <= r2]")), (), DEFINED),
    Step("more", "exp(A) <= exp(A + root)", apply("exp grows", "root", A="A", B="A + root"), (), DEFINED),
    Step("likely", f"0 <= {THERE}", apply("expectation grows", P="P", X="0", Y="event(l)*w(3 - k)")),
    Step(
        "all",
        f"{HERE} <= exp(A + root)*{THERE} + 1 - (1 - d)*keep(T) + 2*{LAMBDA}",
        arithmetic("whole", (THERE, "more")),
        (),
        (*DEFINED, "likely"),
    ),
    variables=D,
    let=ROOTS,
    samples=SAMPLES,
)
