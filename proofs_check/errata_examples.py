"""Where a claim fails, to be checked by hand: the example with what everything in it is, and the numbers there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from dpassay.proofs_check.claim import Claim
from dpassay.proofs_check.errata_markdown import escaped, table, with_code
from dpassay.proofs_check.example_words import Words, name_of, words_of
from dpassay.proofs_check.failing import Failure
from dpassay.proofs_check.goal_texts import numbers_of, statement_text, value_text
from dpassay.proofs_check.proof.register import find

COMPARED: Final = {"<=": "at most", "<": "below", "=": "equal to"}
LONGEST_SIDE: Final = 160
LONGEST_ENTRY: Final = 160
EMPTY: Final = ("None", "()", "{}")


def instance(entry: Claim, statement: Mapping[str, Any], evidence: Mapping[str, Any]) -> Iterator[str]:
    """Yield the instance that a certificate holds, and the numbers there."""
    prefix = entry.source.prefix
    words = words_of(prefix, name_of(prefix, entry.id, statement["property"]))
    told = escaped(statement_text(statement).removeprefix("not always: "))
    rows = [(escaped(name), *_entry(words, name, value_text(value))) for name, value in evidence["instance"].items()]
    yield f"Tested: {told}. It is false" + (f" at\n\n{table(rows)}" if rows else ".")
    if numbers := numbers_of(statement, evidence):
        yield f"where the numbers are\n\n{table((escaped(name), escaped(text)) for name, text in numbers.items())}"
    yield from _told(words)


def _told(words: Words) -> Iterator[str]:
    if words.told:
        yield f"By hand: {with_code(words.told)}"


def _entry(words: Words, name: str, value: str) -> tuple[str, str]:
    """Return an entry and what it is; a long one is told by its words alone."""
    return escaped(value) if len(value) <= LONGEST_ENTRY else "", with_code(words.entries.get(name, ""))


def formula(entry: Claim, root: Mapping[str, Any], failing: Failure) -> Iterator[str]:
    """Yield a claim as a formula, at an instance of the model that it is about."""
    words = words_of(entry.source.prefix, entry.id)
    where = f", where `{'` and `'.join(root['where'])}`" if root["where"] else ""
    short = "".join(f", with `{letter} = {text}`" for letter, text in _used(root).items())
    yield f"**As a formula** of {root['model']}: `{root['formula']}`{where}{short}."
    rows = list(_rows(words, failing))
    left, right = failing.left, failing.right
    begun = f"It is false at\n\n{table(rows)}\n\nwhere " if rows else "It is false: "
    sides = f"{_side(left)} is not {COMPARED[failing.operator]} {_side(right)}".rstrip(",")
    yield f"{begun}{sides}."
    meant = list(_meant(words, failing))
    if meant:
        yield f"Here\n\n{table(meant)}"
    if definitions := [text for text, _ in _defined(words, failing)]:
        yield "By definition " + ", ".join(f"`{text}`" for text in definitions) + "."
    yield from _told(words)
    yield from _besides(root["fails_at"])


def _used(root: Mapping[str, Any]) -> dict[str, str]:
    """Return the abbreviations that a formula and its conditions use, or that these use."""
    let: Mapping[str, str] = root["let"]
    found, waiting = dict[str, str](), [root["formula"], *root["where"]]
    while waiting:
        text = waiting.pop()
        for name, meaning in let.items():
            if name not in found and re.search(rf"\b{re.escape(_base(name))}\b", text):
                found[name] = meaning
                waiting.append(meaning)
    return {name: let[name] for name in let if name in found}


def shown_names(failing: Failure) -> list[str]:
    """Return the letters of a failure that are shown, and the quantities in the formula."""
    return [*failing.letters, *(name for name in failing.named if name not in failing.letters)]


def shown_entries(failing: Failure) -> dict[str, str]:
    """Return the entries of a setting that are shown; those that are rules have no text."""
    return {name: value for name, value in failing.setting[1].items() if value not in EMPTY}


def _rows(words: Words, failing: Failure) -> Iterator[tuple[str, str, str]]:
    """The letters, and the entries of the setting."""
    for name, value in failing.letters.items():
        yield f"`{name}`", escaped(value), with_code(words.names.get(name, ""))
    for name, value in shown_entries(failing).items():
        yield escaped(name), *_entry(words, name, value)


def _meant(words: Words, failing: Failure) -> Iterator[tuple[str, str]]:
    """The quantities of the formula, and the values of those that have one."""
    written = {_base(text): text for text in words.names}
    values = {name: value for name, value in failing.quantities.items() if name not in _side_texts(failing)}
    for name in dict.fromkeys([*failing.named, *(name for _, names in _defined(words, failing) for name in names)]):
        if name in written and name not in failing.letters:
            own = [f"`{text}` is {escaped(value)}" for text, value in values.items() if _base(text) == name]
            yield f"`{written[name]}`", "; ".join([with_code(words.names[written[name]]), *own])


def _defined(words: Words, failing: Failure) -> list[tuple[str, tuple[str, ...]]]:
    """Return the definitions in which everything has words."""
    known = {_base(text) for text in words.names}
    return [(text, names) for text, names in failing.definitions if known.issuperset(names)]


def _side_texts(failing: Failure) -> tuple[str, str]:
    return failing.left[0], failing.right[0]


def _base(text: str) -> str:
    """Return the name of a quantity, without what it is of."""
    return text.partition("(")[0]


def _side(side: tuple[str, str]) -> str:
    """Return a side of a relation, with its value where it is not written out."""
    text, value = side
    if value in (text, "?"):
        return f"`{text}`"
    return f"{escaped(value)}, which is `{text}`," if len(text) <= LONGEST_SIDE else escaped(value)


def _besides(more: Mapping[str, str]) -> Iterator[str]:
    """For which theorem a claim fails at every constant, and what its right side bounds."""
    if "for no constant" in more:
        by = find(more["for no constant"])
        wherever = f", where `{'` and `'.join(by.where)}`" if by.where else ""
        yield f"It fails for every constant, by the theorem `{by.id}`: `{by.formula}`{wherever}."
    if "bounded" in more:
        yield f"What the right side bounds: `{more['bounded']}`."
