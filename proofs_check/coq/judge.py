"""The whole second check: write the folder, compile it, and tell of every theorem what Coq says."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from dpassay.proofs_check.coq.assumptions import forbidden
from dpassay.proofs_check.coq.coqc import Answer, answers, compiled
from dpassay.proofs_check.coq.files import LIBRARY, PRELUDES, File, everything, files, levels, prelude
from dpassay.proofs_check.coq.theorem import CoqTheorem

EVERYTHING = "Everything"


@dataclass(frozen=True, slots=True)
class Judgment:
    """What Coq says: of each theorem by its name, twins among them; ``faults`` are of the whole, and there are none."""

    answers: dict[str, Answer]
    faults: tuple[str, ...]


def write(folder: Path, theorems: Iterable[CoqTheorem]) -> list[File]:
    """Write the folder; return the files of theorems in it."""
    written = files(theorems)
    names = [*PRELUDES, *(file.name for file in written), EVERYTHING]
    texts = {name: prelude(name) for name in PRELUDES} | {file.name: file.text for file in written}
    texts[EVERYTHING] = everything(_true(written))
    for name, text in texts.items():
        (folder / f"{name}.v").write_text(text, encoding="utf-8")
    listed = [f"{name}.v" for name in names if not name.startswith("Twins_of_")]
    (folder / "_CoqProject").write_text("\n".join([f"-Q . {LIBRARY}", *listed, ""]), encoding="utf-8")
    return written


def _true(written: Iterable[File]) -> list[File]:
    return [file for file in written if not file.theorems[0].twin]


def judge(folder: Path, written: Sequence[File], preludes: Iterable[str] = PRELUDES) -> Judgment:
    """Compile the folder with all processors; a theorem that Coq refuses is taken out, and the others stand."""
    faults = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for level in levels(preludes):
            for name, (done, told) in zip(level, pool.map(partial(compiled, folder), level), strict=True):
                faults += [] if done else [f"{name}.v: {' '.join(told.split())}"]
        if faults:
            return Judgment({}, tuple(faults))
        said = dict(pair for found in pool.map(lambda file: _file(folder, file), written) for pair in found.items())
    kept = [file for file in _true(written) if (folder / f"{file.name}.vo").is_file()]
    return Judgment(said, tuple(_on_axioms(folder, [_accepted(file, said) for file in kept])))


def _file(folder: Path, file: File) -> dict[str, Answer]:
    """Ask about the theorems of a file: all at once, and where Coq refuses that, one by one."""
    (folder / f"{file.name}.vo").unlink(missing_ok=True)
    if not file.theorems[0].twin and compiled(folder, file.name)[0]:
        return {theorem.name: Answer(True) for theorem in file.theorems}
    said = {theorem.name: answer for theorem, answer in answers(folder, file.theorems)}
    rest = _accepted(file, said)
    if rest.theorems and not rest.theorems[0].twin:
        (folder / f"{file.name}.v").write_text(rest.text, encoding="utf-8")
        done, told = compiled(folder, file.name)
        if not done:
            return {name: Answer(False, f"not together with the others: {told}") for name in said}
    return said


def _accepted(file: File, said: dict[str, Answer]) -> File:
    return File(file.name, tuple(theorem for theorem in file.theorems if said[theorem.name].accepted))


def _on_axioms(folder: Path, kept: Sequence[File]) -> list[str]:
    """What is wrong with the axioms on which the accepted theorems rest."""
    (folder / f"{EVERYTHING}.v").write_text(everything(kept), encoding="utf-8")
    done, said = compiled(folder, EVERYTHING)
    if not done:
        return [f"{EVERYTHING}.v: {' '.join(said.split())}"]
    return [f"a theorem rests on {name}, an axiom that is not allowed" for name in forbidden(said)]
