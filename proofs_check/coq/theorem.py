"""What Coq is asked: a theorem with its proof, a tampered one that it has to refuse, or why there is no theorem."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from dpassay.exact import require

IDENTIFIER: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
FORBIDDEN: Final = re.compile(
    r"\b(Admitted|admit|Axioms?|Parameters?|Conjecture|Hypothes[ei]s|Variables?|give_up|bypass_check|Unset|Drop)\b"
)
"""Words that would have Coq accept what is not proved."""


@dataclass(frozen=True, slots=True)
class CoqTheorem:
    """A theorem to be compiled, which stands by itself: nothing that it cites is outside of the preludes.

    Attributes:
        name: its name in Coq, which no other theorem has.
        claim: the id of the claim, or of the lemma, that it belongs to.
        part: which goal or step of the claim it says, such as "goal 1" or "step round".
        words: what it says, for a reader; a comment in the file.
        statement: the proposition.
        proof: the tactics between `Proof.` and `Qed.`.
        lemmas: sentences that come before it; every name that they give begins with ``name`` and "_".
        twin: whether it is a tampered statement, false and with the proof of the true one, which Coq has to refuse.
        preludes: the preludes that it uses; where none is named, all but those that rules and lemmas are proved in.
        premises: the names of the theorems whose statements its own begins with, as premises.
    """

    name: str
    claim: str
    part: str
    words: str
    statement: str
    proof: str
    lemmas: tuple[str, ...] = ()
    twin: bool = False
    preludes: tuple[str, ...] = ()
    premises: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a name that Coq does not read, and what would have Coq believe without proof."""
        require(IDENTIFIER.fullmatch(self.name) is not None, "name", self.name, "an identifier of Coq")
        for text in (self.statement, self.proof, *self.lemmas):
            found = FORBIDDEN.search(text)
            require(found is None, "theorem", self.name, f"no {found and found[0]!r} in it")

    @property
    def text(self) -> str:
        """The sentences of Coq."""
        head = f"(* {self.claim}, {self.part}: {comment(self.words)} *)"
        said = f"Theorem {self.name} :\n  {self.statement}."
        return "\n".join([head, *self.lemmas, said, f"Proof.\n  {self.proof.strip()}\nQed."])


@dataclass(frozen=True, slots=True)
class Resists:
    """A part of a claim that is not written for Coq, or that Coq is not expected to accept yet, and why."""

    claim: str
    part: str
    reason: str


Entry: TypeAlias = CoqTheorem | Resists


def comment(words: str) -> str:
    """Words as they can stand in a comment of Coq: no end of it, no quotation mark without a second one."""
    return words.replace("(*", "( *").replace("*)", "* )").replace('"', "'")


def identifier(*parts: str) -> str:
    """A name for Coq from an id and more, such as `LEC_14_goal_1`; different parts give different names.

    A letter or digit stands for itself, "-" and " " for an underscore, and any other sign for its code.
    """
    return "_".join("".join(_sign(sign) for sign in part) for part in parts)


def _sign(sign: str) -> str:
    if sign.isascii() and sign.isalnum():
        return sign
    return "_" if sign in "- " else f"_u{ord(sign):x}_"
