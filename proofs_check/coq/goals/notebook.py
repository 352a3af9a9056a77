"""The lemmas on the way to a theorem: each is on an interval, has a name, and is shown once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from dpassay.proofs_check.coq.goals.duties import duties
from dpassay.proofs_check.coq.goals.formulas import Formula
from dpassay.proofs_check.coq.goals.intervals import Interval
from dpassay.proofs_check.coq.goals.script import Script, lemma
from dpassay.proofs_check.coq.goals.signs import ABOVE, BELOW, Signs
from dpassay.proofs_check.coq.goals.writing import for_all, relation, variable

EASY: Final = (["lra."], [ABOVE, "lra."], [BELOW, "lra."])
"""Proofs that need no lemma."""


class Resisting(Exception):
    """No proof is found, and why."""


@dataclass(slots=True)
class Notebook:
    """Lemmas on formulas in one variable, whose names begin with that of the theorem that they are for."""

    theorem: str
    name: str
    lemmas: list[str] = field(default_factory=list)
    known: dict[str, str] = field(default_factory=dict)

    @property
    def written(self) -> str:
        """The variable as Coq reads it."""
        return variable(self.name)

    def write(self, interval: Interval, conclusion: str, script: Script) -> str:
        """Write a lemma for all points of an interval; return its name."""
        premises = for_all([self.name], *interval.premises(self.written))
        return self.write_fact(premises + conclusion, self.intro(interval) + script)

    def write_fact(self, statement: str, script: Script) -> str:
        """Write a lemma; return its name, or that of one that says the same."""
        if statement not in self.known:
            self.known[statement] = f"{self.theorem}_{len(self.lemmas) + 1}"
            self.lemmas.append(lemma(self.known[statement], statement, script))
        return self.known[statement]

    def intro(self, interval: Interval) -> Script:
        """The beginning of a proof on an interval."""
        return [f"intros {' '.join([self.written, *interval.names()])}."]

    def applied(self, label: str) -> str:
        """Use a lemma at the variable, where the premises of its interval follow from those that are there."""
        return f"apply ({label} {self.written}); lra."

    def shown(self, interval: Interval, part: Formula, sign: str) -> str:
        """A sentence that shows how a part of a formula compares with 0, by a lemma if that takes more than a word."""
        script = Signs(self.name, interval).show(part, sign)
        if script is None:
            raise Resisting(f"no proof is found of {relation(part, sign)}")
        return "lra." if script in EASY else self.applied(self.write(interval, relation(part, sign), script))

    def definedness(self, interval: Interval, *formulas: Formula) -> Script:
        """Put into the context that formulas are defined."""
        lines: Script = []
        for k, (part, sign) in enumerate(duties(*formulas), start=1):
            lines.append(f"assert (Defined{k} : {relation(part, sign)}) by ({self.shown(interval, part, sign)[:-1]}).")
            if sign == ">":
                lines.append(f"pose proof (Rgt_not_eq _ _ Defined{k}) as Nonzero{k}.")
        return lines
