"""What an audit by replay says: its verdict in a sentence, its cost, and what is trusted."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.audit.answers.outcome import Failure
from dpassay.audit.pipelines.assess import ReplayAssessment
from dpassay.audit.pipelines.laws import LAWS, Loss
from dpassay.audit.pipelines.traces import Replays
from dpassay.exact import decimal_text
from dpassay.exact.entrance import explain_failures

__all__ = ["cost_json", "replay_headline", "trusted"]

DIGITS: Final = 5


def replay_headline(found: ReplayAssessment) -> str:
    """Return the verdict in one sentence."""
    if isinstance(found.found, Failure):
        return f"COULD NOT RUN: {found.found.kind}: {found.found.message}"
    if found.verdict == "violation":
        first = next(each for each in found.findings if each.certain)
        return f"VIOLATION: {first.words}."
    if found.verdict == "undecided":
        return f"UNDECIDED: {found.findings[0].words}."
    return (
        f"NO VIOLATION FOUND (that is not a proof of privacy): in {len(found.found.pairs)} replays the calls and the "
        f"releases agree, and {cost_words(found)}."
    )


def cost_words(found: ReplayAssessment) -> str:
    """Return what the trace costs, in words."""
    cost = found.cost
    if cost is None or cost.most is None:
        return "no inputs differ"
    low, high = (loss_text(each) for each in (cost.low, cost.high))
    if cost.of == "delta":
        bound = f"at most {high}" if cost.fixed and cost.high is not None else f"at least {low}"
        return f"the trace has {cost.how}: {bound}{_stated_words(found)}"
    return f"the trace costs {cost.of} = {low}" + ("" if cost.fixed else " at least")


def _stated_words(found: ReplayAssessment) -> str:
    """Return what a statement allows there, and whether the trace is dominated."""
    if found.cost is None or found.claim.statement is None:
        return ""
    kept = "" if found.cost.open else ", and dominates each of its calls"
    return f"; what is stated has at most {loss_text(found.cost.limit / (1 + found.claim.tolerance))}{kept}"


def loss_text(loss: Loss) -> str:
    """Return a loss as a decimal."""
    return "infinite" if loss is None else decimal_text(loss, DIGITS)


def cost_json(found: ReplayAssessment) -> dict[str, Any] | None:
    """Return the cost in plain JSON types."""
    cost = found.cost
    if cost is None:
        return None
    return {
        "low": _number(cost.low),
        "high": None if cost.high is None else _number(cost.high),
        "fixed": cost.fixed,
        "how": cost.how,
        "words": cost_words(found),
    }


def _number(loss: Loss) -> dict[str, Any]:
    exact = str(loss) if isinstance(loss, Fraction) and len(str(loss)) <= 80 else None
    return {"exact": exact, "decimal": "infinite" if loss is None else decimal_text(loss)}


def trusted(found: ReplayAssessment) -> list[str]:
    """Return what the verdict rests on, a sentence each."""
    if isinstance(found.found, Failure):
        return []
    kinds = _kinds(found.found)
    laws = ", ".join(LAWS[kind].words for kind in kinds) or "none"
    lines = [f"The laws of the primitives: {laws}. `dpassay audit` tests them."]
    doubles = [LAWS[kind].words for kind in _kinds(found.found, ours=False) if LAWS[kind].in_doubles]
    if doubles:
        lines.append(
            f"Noise is added in doubles ({', '.join(doubles)}): the law that is trusted is that on the reals, and "
            "what the low bits of the sum tell is not counted."
        )
    lines.append("What is held to the claim is the trace: who sees less than all answers may learn less.")
    if found.cost is not None and found.cost.fixed and found.cost.most is not None:
        tried = len(found.found.pairs)
        lines.append(f"The inputs of the calls were the same for all {tried} sequences of answers that were tried.")
    return lines


def _kinds(found: Replays, *, ours: bool = True) -> list[str]:
    """Return the kinds whose inputs differ; without ``ours`` those of samplers of dpassay are left out."""
    asked = (call.asked for pair in found.pairs for call in pair.calls if call.rows)
    kinds = (each.kind for each in asked if ours or "sampler" not in each.parameters)
    return [kind for kind in dict.fromkeys(kinds) if kind in LAWS]


explain_failures(__name__)
