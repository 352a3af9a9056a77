"""What an auditor is asked and what it answers: the interface, for functions here and for programs anywhere.

An auditor gets answers of a target on two neighboring inputs and a claim. It says whether the target breaks the claim,
at an error probability that it is given, and may say how large epsilon certainly is. README.md has it for programs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from zoo.cases import Case, Role

ALPHA: Final = 0.05


@dataclass(frozen=True, slots=True)
class Question:
    """One audit that is asked for.

    Attributes:
        case: what is audited; an auditor that is told nothing but answers and claim looks at no more of it than
            ``claimed`` and ``delta``.
        role: which of the two functions; for auditors that run the code.
        answers: on the first and on the second input, equally many: arrays, or lists of answers of any form.
        alpha: the probability of flagging a target that keeps its claim is to be at most this.
        seed: of what the auditor draws itself.
    """

    case: Case
    role: Role
    answers: tuple[Any, Any]
    alpha: float = ALPHA
    seed: int = 0

    @property
    def size(self) -> int:
        """How many answers there are on either input."""
        return len(self.answers[0])


@dataclass(frozen=True, slots=True)
class Answer:
    """What an auditor says.

    Attributes:
        flag: whether the target breaks its claim; None where the auditor cannot tell, and ``note`` says why.
        epsilon_lower: epsilon at the claimed delta is at least this, at the same error probability; None: not said.
        note: anything else, in a line.
        seconds: what the answer took, where it was kept from before and the call did not take as long; None: as long.
    """

    flag: bool | None
    epsilon_lower: float | None = None
    note: str = ""
    seconds: float | None = None


Auditor = Callable[[Question], Answer]


class Broken(Exception):
    """An auditor that does not answer: it ended, took too long, or wrote what is no answer."""
