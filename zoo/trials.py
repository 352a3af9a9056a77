"""The runner: how many samples an auditor needs to find a fault, and what it says of the sibling.

A fault is found at the least size of a grid at which at least nine of ten repetitions flag it. Siblings are drawn at
one size, and each flag is a false alarm. Every trial has a seed of its own that depends on nothing but its place, and
is a line of the file of results as soon as it is done: a run that was ended goes on where it was.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from zoo.auditor import ALPHA, Answer, Auditor, Broken, Question
from zoo.cases import Case, Role

SEED: Final = 20_261_123
POWER: Final = 0.9

Key = tuple[str, str, str, int, int, float]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is tried.

    Attributes:
        smallest: the first size of the grid.
        largest: no size is larger.
        ratio: of a size to the one before.
        repetitions: of a fault at each size.
        sibling_size: of all siblings.
        siblings: repetitions of each.
        seconds: when an auditor has taken as long on a case, nothing larger is tried.
        alpha: the error probability that the auditor is given.
    """

    smallest: int = 250
    largest: int = 64_000
    ratio: float = 2.0
    repetitions: int = 3
    sibling_size: int = 8_000
    siblings: int = 5
    seconds: float = 60.0
    alpha: float = ALPHA

    def __post_init__(self) -> None:
        """Refuse what leaves nothing to try.

        Raises:
            ValueError: a number is out of range.
        """
        if self.largest < self.smallest:
            raise ValueError(f"largest = {self.largest}: expected at least {self.smallest}, the smallest size")
        for name in ("repetitions", "siblings"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} = {getattr(self, name)}: expected a whole number of at least 1")
        if math.isnan(self.seconds):
            raise ValueError("seconds = nan: expected a number")

    def sizes(self) -> list[int]:
        """Return the grid, rounded to whole numbers."""
        found, size = [], float(self.smallest)
        while size <= self.largest * (1 + 1e-9):
            found.append(round(size))
            size *= self.ratio
        return found

    @property
    def enough(self) -> int:
        """So many repetitions have to flag."""
        return math.ceil(POWER * self.repetitions)

    def asks_for(self, trial: Trial) -> bool:
        """Tell whether a trial is one of this effort: a file of results may hold those of a larger one."""
        if trial.alpha != self.alpha:
            return False
        if trial.role == "sibling":
            return trial.size == self.sibling_size and trial.repetition < self.siblings
        return trial.repetition < self.repetitions


QUICK: Final = Effort()
FULL: Final = Effort(250, 1_024_000, 2.0, 20, 32_000, 40, 1_800.0)


@dataclass(frozen=True, slots=True)
class Trial:
    """One audit that was done.

    Attributes:
        flag: None where the auditor could not tell; then ``note`` says why.
        failed: it broke.
        alpha: the error probability that it was given.
    """

    auditor: str
    case: str
    role: str
    size: int
    repetition: int
    flag: bool | None
    epsilon_lower: float | None
    seconds: float
    note: str = ""
    failed: bool = False
    alpha: float = ALPHA

    @property
    def key(self) -> Key:
        """What it was, without what came of it."""
        return self.auditor, self.case, self.role, self.size, self.repetition, self.alpha


@dataclass
class Results:
    """All trials of a file, by what they were; without a file they are kept in memory alone."""

    path: Path | None = None
    trials: dict[Key, Trial] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read what is there; a last line that is broken off is done again."""
        if self.path is None or not self.path.exists():
            return
        text = self.path.read_text(encoding="utf-8")
        if not text.endswith("\n"):
            text = text[: text.rfind("\n") + 1]
            self.path.write_text(text, encoding="utf-8")
        for line in text.splitlines():
            trial = Trial(**json.loads(line))
            self.trials[trial.key] = trial

    def add(self, trial: Trial) -> None:
        """Keep a trial."""
        self.trials[trial.key] = trial
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(trial)) + "\n")


@dataclass(frozen=True, slots=True)
class Runner:
    """One auditor, tried on cases."""

    name: str
    auditor: Auditor
    effort: Effort
    results: Results

    def trial(self, case: Case, role: Role, size: int, repetition: int) -> Trial:
        """Do a trial, unless it is done."""
        key = (self.name, case.name, role, size, repetition, self.effort.alpha)
        if key not in self.results.trials:
            self.results.add(self._tried(case, role, size, repetition))
        return self.results.trials[key]

    def _tried(self, case: Case, role: Role, size: int, repetition: int) -> Trial:
        seed = (SEED, zlib.crc32(case.name.encode()), int(role == "sibling"), size, repetition)
        question = Question(case, role, case.draw(role, size, seed), self.effort.alpha, zlib.crc32(repr(seed).encode()))
        start, failed = perf_counter(), False
        try:
            said = self.auditor(question)
        except Broken as error:
            said, failed = Answer(None, note=" ".join(str(error).split())), True
        except Exception as error:  # whatever an auditor does is a result
            said, failed = Answer(None, note=f"{type(error).__name__}: {' '.join(str(error).split())}"[:200]), True
        seconds = perf_counter() - start if said.seconds is None else said.seconds
        found = said.flag, said.epsilon_lower, seconds, said.note, failed, self.effort.alpha
        return Trial(self.name, case.name, role, size, repetition, *found)

    def run(self, case: Case, tell: Callable[[str], None] = lambda _line: None) -> None:
        """Try a case: its sibling, and its fault at larger and larger sizes."""
        siblings = [self.trial(case, "sibling", self.effort.sibling_size, k) for k in range(self.effort.siblings)]
        if not any(trial.flag is not None for trial in siblings):
            first = self.trial(case, "fault", self.effort.sibling_size, 0)
            if first.flag is None:
                tell(summary_line(summary(self.name, case.name, list(self.results.trials.values()), self.effort)))
                return
        spent = 0.0
        for size in self.effort.sizes():
            hits, misses = 0, 0
            while misses <= self.effort.repetitions - self.effort.enough and hits + misses < self.effort.repetitions:
                trial = self.trial(case, "fault", size, hits + misses)
                spent += trial.seconds
                hits, misses = hits + bool(trial.flag), misses + (not trial.flag)
            if hits >= self.effort.enough or spent > self.effort.seconds:
                break
        tell(summary_line(summary(self.name, case.name, list(self.results.trials.values()), self.effort)))


# What came of it


@dataclass(frozen=True, slots=True)
class Summary:
    """What an auditor did on a case.

    Attributes:
        found: the size at which the fault was found; None: at none that was tried.
        tried: the largest size that was tried.
        seconds: of the audits at the last size, the longest; 0 where there were none.
        usual: seconds of an audit at the size at which the fault was found: the median; None: it was not found.
        alarms: how many siblings were flagged.
        siblings: of how many.
        bounds: what was certified of siblings.
        why: why it cannot tell, where it cannot.
    """

    auditor: str
    case: str
    found: int | None
    tried: int
    seconds: float
    alarms: int
    siblings: int
    bounds: tuple[float, ...]
    why: str
    usual: float | None = None


def summary(auditor: str, case: str, trials: Sequence[Trial], effort: Effort) -> Summary:
    """Return what the trials of an auditor on a case say."""
    mine = [trial for trial in trials if (trial.auditor, trial.case) == (auditor, case) and effort.asks_for(trial)]
    faults = [trial for trial in mine if trial.role == "fault"]
    siblings = [trial for trial in mine if trial.role == "sibling" and trial.flag is not None]
    by_size: Mapping[int, list[Trial]] = {size: [t for t in faults if t.size == size] for size in effort.sizes()}
    hits = {size: sum(bool(trial.flag) for trial in found) for size, found in by_size.items()}
    found = next((size for size, count in hits.items() if count >= effort.enough), None)
    tried = max((size for size, each in by_size.items() if each), default=0)
    silent = [trial.note for trial in mine if trial.flag is None]
    return Summary(
        auditor,
        case,
        found,
        tried,
        max((trial.seconds for trial in by_size.get(tried, [])), default=0.0),
        sum(bool(trial.flag) for trial in siblings),
        len(siblings),
        tuple(trial.epsilon_lower for trial in siblings if trial.epsilon_lower is not None),
        silent[0] if silent and found is None and len(silent) == len(mine) else "",
        None if found is None else median(trial.seconds for trial in by_size[found]),
    )


def summary_line(found: Summary) -> str:
    """Return a summary as a line."""
    if found.why:
        return f"{found.auditor}: {found.case}: cannot tell: {found.why}"
    size = f"{found.found:,}" if found.found is not None else f"not by {found.tried:,}"
    bound = f", sibling's bound at most {max(found.bounds):.3f}" if found.bounds else ""
    alarms = f"{found.alarms} of {found.siblings} siblings flagged"
    return f"{found.auditor}: {found.case}: {size}, {found.seconds:.2f} s an audit, {alarms}{bound}"
