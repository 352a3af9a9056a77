"""What a goal of a claim states, how its certificate shows it, and the numbers in it, in words and decimals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import groupby
from string import Formatter
from typing import Any, Final

from dpassay.exact import Dist, LogForm, decimal_text
from dpassay.exact.decimals import LONGEST_EXACT, exact_decimal, exact_text
from dpassay.exact.expnumber import ExpNumber
from dpassay.proofs_check.kernel import KINDS
from dpassay.proofs_check.kernel.finite import FAMILIES, PROPERTIES

LONGEST_FORM: Final = 100
LONGEST_VALUE: Final = 60
LONGEST_ENTRY: Final = 17
LONGEST_RUN: Final = 3

STEPS: Final = {
    "balls": "ball arithmetic",
    "taylor": "Taylor series",
    "derivative": "monotonicity",
    "rational": "Sturm's theorem",
    "signs": "rules of signs",
    "interior": "continuity at the ends",
    "factor": "positive factors",
    "sum": "sums of terms",
    "split": "cases",
    "reciprocal": "x = 1/u",
}
"""The steps of evidence for an inequality, by their names in certificates."""


def numbers_of(statement: Mapping[str, Any], evidence: Mapping[str, Any]) -> dict[str, str]:
    """Evaluate what a property compares at the stored instance, as text; empty where it gives no numbers."""
    told = PROPERTIES.get(statement.get("property", ""))
    if told is None or told.numbers is None or "instance" not in evidence:
        return {}
    return {name: number_text(value) for name, value in told.numbers(evidence["instance"]).items()}


def number_text(value: object) -> str:
    """A number in decimals, and exactly where that is short; a law as it is."""
    if isinstance(value, Dist):
        return "{" + ", ".join(f"{outcome}: {weight}" for outcome, weight in value.items()) + "}"
    decimal = decimal_text(value)
    exact = exact_text(value, LONGEST_FORM if isinstance(value, LogForm | ExpNumber) else LONGEST_EXACT)
    return decimal if exact in (None, decimal) else f"{exact} = {decimal}"


def value_text(value: object, longest: int = LONGEST_VALUE) -> str:
    """An entry of an instance: long lists are cut, and fractions of many digits are rounded, behind a "~"."""
    if isinstance(value, Mapping):
        return _cut([f"{name}: {value_text(inner, longest)}" for name, inner in value.items()], ", ", longest)
    if not isinstance(value, list):
        return _entry_text(value)
    if any(isinstance(inner, list) for inner in value):
        return _cut([f"({value_text(row, longest // 2)})" for row in value], ", ", longest)
    return _cut([_entry_text(inner) for inner in value], ", ", longest) or "none"


def _entry_text(value: object) -> str:
    text = str(value)
    return (
        f"~{decimal_text(Fraction(text), 6)}"
        if len(text) > LONGEST_ENTRY and re.fullmatch(r"-?\d+/\d+", text)
        else text
    )


def _cut(parts: list[str], comma: str, longest: int) -> str:
    """Join what fits, what repeats told once, and tell how much there is."""
    shown = [text for part, run in groupby(parts) for text in _repeated(part, len(list(run)))]
    total = len(shown)
    while len(shown) > 1 and len(comma.join(shown)) > longest:
        shown.pop()
    return comma.join(shown) + (f"{comma}... ({len(parts)} in all)" if len(shown) < total else "")


def _repeated(part: str, times: int) -> list[str]:
    return [f"{times} times {part}"] if times > LONGEST_RUN else [part] * times


def formula_text(text: str) -> str:
    """A formula with powers as people write them."""
    return re.sub(r"\((\w+)\)\^\((\w+)\)", r"\1^\2", text.replace("**", "^"))


def interval_text(text: str) -> str:
    """An interval, its ends as decimals where those are short."""
    return re.sub(r"-?\d+/\d+", lambda found: exact_decimal(Fraction(found[0]), 9) or str(Fraction(found[0])), text)


def statement_text(statement: Mapping[str, Any]) -> str:
    """Say in a line what a goal states."""
    kind = KINDS.get(statement["kind"])
    entries = {name: ENTRY_TEXTS.get(name, str)(value) for name, value in statement.items()}
    return str(statement["kind"]) if kind is None else kind.words.format(**entries)


def evidence_text(statement: Mapping[str, Any], evidence: Any) -> str:
    """Say in a line how the certificate of a goal shows it."""
    kind = KINDS.get(statement["kind"])
    if kind is None:
        return str(statement["kind"])
    wanted = [name for _, name, _, _ in Formatter().parse(kind.shown) if name]
    return kind.shown.format(**{name: EVIDENCE_TEXTS[name](evidence) for name in wanted})


def _where_text(conditions: Iterable[str]) -> str:
    listed = ", ".join(f"{formula_text(text)} >= 0" for text in conditions)
    return f" where {listed}" if listed else ""


def _box_text(box: Mapping[str, Iterable[str]]) -> str:
    return ", ".join(f"{name} in {interval_text(f'[{low}, {high}]')}" for name, (low, high) in box.items())


def _words(known: Mapping[str, Any], name: str) -> str:
    return str(known[name].words) if name in known else name


ENTRY_TEXTS: Final[dict[str, Callable[[Any], str]]] = {
    **dict.fromkeys(("left", "right", "expression"), formula_text),
    "interval": interval_text,
    "where": _where_text,
    "box": _box_text,
    "family": partial(_words, FAMILIES),
    "property": partial(_words, PROPERTIES),
}
"""How entries of statements are said; others, as they are."""


def _terms_text(terms: Iterable[Mapping[str, Any]]) -> str:
    """The sum of a non-negativity certificate."""
    return " + ".join(_term_text(term) for term in terms) or "0"


def _term_text(term: Mapping[str, Any]) -> str:
    powers = Counter(term.get("factors", []))
    factors = [_grouped(factor) + (f"^{times}" if times > 1 else "") for factor, times in powers.items()]
    factors += [f"{_grouped(term['square'])}^2"] if "square" in term else []
    weight = [] if str(term["weight"]) == "1" and factors else [str(term["weight"])]
    return "*".join([*weight, *factors])


def _grouped(text: str) -> str:
    return text if text.isalnum() else f"({formula_text(text)})"


def _steps(node: object) -> Iterator[str]:
    if isinstance(node, Mapping):
        if "by" in node:
            yield str(node["by"])
        for value in node.values():
            yield from _steps(value)
    elif isinstance(node, list):
        for value in node:
            yield from _steps(value)


def _leaves(node: Any) -> int:
    return _leaves(node["low"]) + _leaves(node["high"]) if isinstance(node, Mapping) else 1


EVIDENCE_TEXTS: Final[dict[str, Callable[[Any], str]]] = {
    "terms": lambda evidence: _terms_text(evidence["terms"]),
    "steps": lambda evidence: ", ".join(dict.fromkeys(STEPS.get(step, step) for step in _steps(evidence))),
    "leaves": lambda evidence: str(_leaves(evidence)),
    "instances": lambda evidence: str(evidence["instances"]),
    "instance": lambda evidence: ", ".join(f"{k} = {value_text(v)}" for k, v in evidence["instance"].items()),
}
"""What evidence consists of, for people."""
