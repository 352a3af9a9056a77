"""The folder of Coq files: the preludes, the theorems in files by source, the twins, and one file over all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final

from dpassay.proofs_check.coq.theorem import CoqTheorem

LIBRARY: Final = "Dpassay"
"""The logical name of the folder: `coqc -Q . Dpassay`."""
HERE: Final = Path(__file__).parent
PRELUDES: Final = tuple(sorted(path.stem for path in HERE.glob("*.v")))
HEAD: Final = f"From {LIBRARY} Require Import {{}}.\nOpen Scope R_scope.\n"
FULL: Final = 200
"""The theorems of a file: to start Coq takes a second, and the processors want several files."""
REQUIRED: Final = re.compile(rf"From {LIBRARY} Require (?:Import |Export )?([\w\s]+)\.")


@dataclass(frozen=True, slots=True)
class File:
    """A file of Coq, with the theorems that it holds."""

    name: str
    theorems: tuple[CoqTheorem, ...]

    @property
    def text(self) -> str:
        """The file."""
        return "\n\n".join([head(self.theorems[0]), *(theorem.text for theorem in self.theorems)]) + "\n"


def head(theorem: CoqTheorem) -> str:
    """What a file with a theorem begins with."""
    return HEAD.format(" ".join(theorem.preludes or imported()))


def imported() -> tuple[str, ...]:
    """The preludes that every theorem may use: those that no rule or lemma of a proof is proved in."""
    return tuple(name for name in PRELUDES if not name.startswith(("Rules", "Lemmas")))


def prelude(name: str) -> str:
    """The text of a prelude."""
    return (HERE / f"{name}.v").read_text(encoding="utf-8")


def levels(wanted: Iterable[str] = PRELUDES) -> Iterator[list[str]]:
    """Some preludes, each after those that it requires, and these; those of a list can be compiled together."""
    needs: dict[str, set[str]] = {}
    waiting = list(wanted)
    for name in waiting:
        needs[name] = {word for found in REQUIRED.findall(prelude(name)) for word in found.split()}
        waiting += needs[name] - set(waiting)
    done: set[str] = set()
    while len(done) < len(needs):
        ready = sorted(name for name in needs if name not in done and needs[name] <= done)
        if not ready:
            raise ValueError(f"preludes {sorted(needs.keys() - done)}: expected no circle, and that all are there")
        yield ready
        done.update(ready)


def required(written: Iterable[File]) -> set[str]:
    """The preludes that some files require."""
    return {word for file in written for found in REQUIRED.findall(file.text) for word in found.split()}


def files(theorems: Iterable[CoqTheorem]) -> list[File]:
    """Cut theorems into files, those of a source one after the other, and apart from them their twins."""
    return [
        File(f"{name}_{number}", tuple(chunk))
        for name, group in groupby(sorted(theorems, key=_place), key=_place)
        for number, chunk in enumerate(_chunks(list(group)), start=1)
    ]


def _place(theorem: CoqTheorem) -> str:
    """The name of its files, such as `LEC_goals` or `Twins_of_LEC_steps`: theorems of a kind use the same preludes."""
    source = re.match(r"[A-Z]+(?=-\d)", theorem.claim)
    name = f"{source[0] if source else 'Shared'}_{theorem.part.split()[0]}s"
    return f"Twins_of_{name}" if theorem.twin else name


def _chunks(theorems: Sequence[CoqTheorem]) -> Iterator[Sequence[CoqTheorem]]:
    for start in range(0, len(theorems), FULL):
        yield theorems[start : start + FULL]


def everything(accepted: Sequence[File]) -> str:
    """A file that uses every theorem of some files once, and prints on what axioms they rest.

    Where a theorem has premises that are all proved, it is used with these.
    """
    names = {theorem.name: f"{file.name}.{theorem.name}" for file in accepted for theorem in file.theorems}
    lines = [f"From {LIBRARY} Require {file.name}." for file in accepted]
    for file in accepted:  # each apart, as Coq cannot read ten thousand in one
        lines += _used(f"all_of_{file.name}", [_whole(theorem, names) for theorem in file.theorems])
    lines += _used("everything", [f"all_of_{file.name}" for file in accepted])
    return "\n".join([*lines, "Print Assumptions everything.", ""])


def _whole(theorem: CoqTheorem, names: Mapping[str, str]) -> str:
    proved = [names[name] for name in theorem.premises if name in names]
    return " ".join([names[theorem.name], *(proved if len(proved) == len(theorem.premises) else [])])


def _used(name: str, terms: Iterable[str]) -> list[str]:
    return [f"Definition {name} : True :=", *(f"  let _ := {term} in" for term in terms), "  I."]
