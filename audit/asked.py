"""What an audit is asked for, read as a user gives it: the plan, the targets, a grid of them, and the report's name.

Everything is checked here, before anything runs: what is wrong is a ``ValueError`` of one line that names the argument.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Final

from dpassay.audit.answers.batches import MOST_WORKERS, Workers
from dpassay.audit.answers.enumerated import DEFAULT_BRANCHES, DEFAULT_LEFTOVER, MOST_BRANCHES
from dpassay.audit.answers.environments import Notify, TargetSpec, find_target, prepare
from dpassay.audit.answers.outcome import Failure, Origin, Samples
from dpassay.audit.answers.request import MOST_SAMPLES
from dpassay.audit.answers.runner import DEFAULT_FIRST_TIME_LIMIT, DEFAULT_MEMORY_LIMIT, DEFAULT_TIME_LIMIT
from dpassay.audit.answers.watching import Progress
from dpassay.audit.assess import Assessment, Claim, Plan, Resolved, Subject, assess, claim_of
from dpassay.audit.exactly import ExactPlan
from dpassay.audit.plan import KINDS, read_evidence
from dpassay.audit.reports.sentences import parameter_texts
from dpassay.audit.sources import Source, fitting
from dpassay.exact import as_fraction, as_integer, require
from dpassay.exact.entrance import explain_failures
from dpassay.reference import MECHANISMS, Mechanism, data_text, mechanism

__all__ = [
    "Request",
    "as_whole",
    "assessed",
    "attempted",
    "read_exact_plan",
    "read_plan",
    "read_requests",
    "report_name",
]

Pair = tuple[object, object]

DEFAULT_SAMPLES: Final = 200_000
DEFAULT_ALPHA: Final = "0.01"
DEFAULT_MEBIBYTES: Final = DEFAULT_MEMORY_LIMIT >> 20

LEAST_MEBIBYTES: Final = 256
"""An interpreter that has imported numpy takes less than this."""

MOST_MEBIBYTES: Final = 1 << 32
MOST_SEED: Final = 1 << 128
LEAST_ALPHA: Final = Fraction(1, 10**100)
MOST_AUDITS: Final = 1_000
"""The audits of one run."""

LONGEST_NAME: Final = 120
_DIGEST: Final = 8
_SHOWN: Final = 60
_PLAIN: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._=,+")


# Numbers


def shown(value: object) -> str:
    """Return a value for a message: a text in quotes, nothing longer than a line has room for."""
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


def as_whole(value: object, name: str, least: int, most: int) -> int:
    """Return a whole number in a range, from an int or a text such as "200000" or "2e5"."""
    expected = f"a whole number from {least} to {most}"
    try:
        number = as_integer(value, name)
    except ValueError:
        raise ValueError(f"{name} = {shown(value)}: expected {expected}") from None
    require(least <= number <= most, name, shown(value), expected)
    return number


def _as_share(value: object, name: str, least: Fraction) -> Fraction:
    """Return a number in [least, 1); a float is read as it is printed."""
    expected = f"a number in ({'0' if least == 0 else f'{float(least):g}'}, 1)"
    try:
        number = as_fraction(str(value) if isinstance(value, float) else value, name)
    except ValueError:
        raise ValueError(f"{name} = {shown(value)}: expected {expected}") from None
    require(least < number < 1 and float(number) < 1, name, shown(value), expected)
    return number


def _as_seconds(value: object, name: str) -> float:
    try:
        seconds = float(value) if isinstance(value, int | float | str) else math.nan
    except (ValueError, OverflowError):
        seconds = math.nan
    require(seconds > 0, name, shown(value), "a number of seconds above 0")
    return seconds


def read_plan(
    *,
    samples: object = DEFAULT_SAMPLES,
    alpha: object = DEFAULT_ALPHA,
    seed: object = 0,
    delta: object = None,
    evidence: str | Sequence[str] = KINDS,
    sequential: bool = False,
    python: str | None = None,
    time_limit: object = DEFAULT_TIME_LIMIT,
    memory_limit: object = DEFAULT_MEBIBYTES,
    workers: object = None,
    scheduler: str | None = None,
) -> Plan:
    """Return the plan of an audit from numbers or texts.

    Args:
        samples: outputs on each input.
        alpha: the probability of flagging a correct implementation.
        seed: of the target's generator and of the simulations.
        delta: of the claim, where the guarantee is a concentrated one.
        evidence: the kinds to look for, a sequence or a text with commas.
        sequential: stop as soon as the answers are enough against the law; ``samples`` is then the most.
        python: the interpreter to run the target under; None for our own.
        time_limit: seconds for all draws.
        memory_limit: MiB of address space.
        workers: draw in batches, so many at a time; None: one process draws everything, unless there is a scheduler.
        scheduler: the address of the scheduler of a Dask cluster, whose workers draw.

    Raises:
        ValueError: a number is outside its domain.
    """
    require(python != "", "python", "''", "the path of an interpreter")
    seconds = _as_seconds(time_limit, "time_limit")
    return Plan(
        samples=as_whole(samples, "samples", 4, MOST_SAMPLES),
        alpha=float(_as_share(alpha, "alpha", LEAST_ALPHA)),
        seed=as_whole(seed, "seed", 0, MOST_SEED),
        delta=None if delta is None else _as_share(delta, "delta", Fraction(0)),
        evidence=read_evidence(evidence),
        sequential=sequential,
        python=python,
        time_limit=seconds,
        first_time_limit=min(DEFAULT_FIRST_TIME_LIMIT, seconds),
        memory_limit=as_whole(memory_limit, "memory_limit", LEAST_MEBIBYTES, MOST_MEBIBYTES) << 20,
        workers=_read_workers(workers, scheduler),
    )


def _read_workers(count: object, scheduler: str | None) -> Workers | None:
    """Return who draws in batches; None where nobody is asked for."""
    if scheduler is None:
        return None if count is None else Workers(as_whole(count, "workers", 1, MOST_WORKERS))
    require(count is None, "workers", shown(count), "nothing beside a scheduler, whose cluster has its own")
    require("://" in scheduler, "scheduler", shown(scheduler), "an address such as tcp://127.0.0.1:8786")
    return Workers(scheduler=scheduler)


def read_exact_plan(
    plan: Plan, branches: object = DEFAULT_BRANCHES, leftover: object = DEFAULT_LEFTOVER, tolerance: object = 0
) -> ExactPlan:
    """Return the plan of an exact audit: what it shares with another, and its own limits.

    Args:
        plan: of the delta, the interpreter and the limits.
        branches: how many to go into on each input, at most.
        leftover: the mass that may be left.
        tolerance: what is added to the claimed delta.

    Raises:
        ValueError: a number is outside its domain.
    """
    return ExactPlan(
        branches=as_whole(branches, "branches", 1, MOST_BRANCHES),
        leftover=_as_share(leftover, "leftover", Fraction(0)),
        tolerance=Fraction(0) if str(tolerance) == "0" else _as_share(tolerance, "tolerance", Fraction(0)),
        delta=plan.delta,
        python=plan.python,
        time_limit=plan.time_limit,
        first_time_limit=plan.first_time_limit,
        memory_limit=plan.memory_limit,
    )


# What is audited


@dataclass(frozen=True, slots=True)
class Request:
    """One audit that is asked for."""

    subject: Subject
    plan: Plan

    @property
    def name(self) -> str:
        """What its reports are called."""
        return report_name(self.subject, self.plan)


def read_requests(
    target: Source,
    mechanism_name: object,
    parameters: Mapping[str, Sequence[object]],
    pairs: Sequence[Pair | None],
    plan: Plan,
    *,
    environments: Path | None = None,
    notify: Notify | None = None,
) -> list[Request]:
    """Return the audits of a target: one for each combination of its parameters' values and each pair of inputs.

    A built-in target brings its mechanism, its parameters and its interpreter, whose environment is made if need be.
    The error budget of the plan is that of the whole run: the audits share it evenly.

    Args:
        target: "path/to/file.py:function", "package.module:function" or the name of a built-in target; or a program,
            or a recording.
        mechanism_name: the mechanism that it claims to be, as ``dpassay.reference.mechanism`` takes it; None for a
            built-in target, which has its own.
        parameters: of the mechanism, each with its values.
        pairs: of neighboring inputs; None for the worst pair.
        plan: what they have in common.
        environments: where the environments of built-in targets are; by default in the user's cache folder.
        notify: told of the making of an environment.

    Raises:
        ValueError: an argument does not fit, or the environment cannot be made.
    """
    row = find_target(target) if isinstance(target, str) and ":" not in target else None
    if row is not None:
        _refuse_what_a_row_has(row, mechanism_name, parameters, plan)
        subjects = [Subject(row.target, row.mechanism, row.parameters, pair, row.name) for pair in pairs]
    else:
        require(mechanism_name is not None, "mechanism", "nothing", "the name of a mechanism (--mechanism NAME)")
        plan = fitting(plan, target, len(pairs))
        subjects = _grid(target, mechanism(mechanism_name), parameters, pairs)
    plan = replace(plan, alpha=plan.alpha / len(subjects))
    require(plan.alpha > LEAST_ALPHA, "alpha", plan.alpha, f"more than {float(LEAST_ALPHA):g} for each audit")
    for subject in subjects:
        _check(subject, plan)
    _refuse_twice([report_name(subject, plan) for subject in subjects])
    plan = plan if row is None else replace(plan, python=_interpreter(row, environments, notify))
    return [Request(subject, plan) for subject in subjects]


def _refuse_what_a_row_has(
    row: TargetSpec, mechanism_name: object, parameters: Mapping[str, Sequence[object]], plan: Plan
) -> None:
    fits = mechanism_name is None or str(mechanism_name).lower() == row.mechanism
    require(fits, "mechanism", shown(mechanism_name), f"nothing: {row.name} is built in, as {row.mechanism}")
    expected = f"nothing: {row.name} is built in, with parameters of its own"
    require(not parameters, "param", ", ".join(parameters), expected)
    expected = f"nothing: {row.name} is built in, with an environment of its own"
    require(plan.python is None, "python", shown(plan.python), expected)


def _grid(
    target: Source,
    spec: Mechanism,
    parameters: Mapping[str, Sequence[object]],
    pairs: Sequence[Pair | None],
) -> list[Subject]:
    size = math.prod(map(len, parameters.values())) * len(pairs)
    require(0 < size <= MOST_AUDITS, "param", f"{size} audits", f"1 to {MOST_AUDITS} audits in one run")
    combinations = [dict(zip(parameters, values, strict=True)) for values in product(*parameters.values())]
    own = spec if spec.NAME not in MECHANISMS else None
    return [Subject(target, spec.NAME, chosen, pair, own=own) for chosen in combinations for pair in pairs]


def _check(subject: Subject, plan: Plan) -> tuple[Resolved, Claim]:
    """Refuse what the mechanism does not take, before an environment is made or a process started."""
    with _range_errors(subject):
        resolved = subject.resolve()
        return resolved, claim_of(resolved.mechanism.guarantee(resolved.parameters), plan.delta)


@contextmanager
def _range_errors(subject: Subject) -> Iterator[None]:
    """Say of parameters that are too large or too small for doubles which they are."""
    try:
        yield
    except (OverflowError, ZeroDivisionError) as error:
        given = ", ".join(f"{name} = {shown(data_text(value))}" for name, value in subject.parameters.items())
        raise ValueError(f"parameters = {given}: expected numbers in the range of a double ({error})") from None


def _refuse_twice(names: Sequence[str]) -> None:
    """Refuse an audit that is asked for twice: its reports would be written over each other."""
    twice = next((name for name in names if names.count(name) > 1), "")
    require(not twice, "param", twice, "each value of a parameter and each pair of inputs once")


def _interpreter(row: TargetSpec, root: Path | None, notify: Notify | None) -> str:
    environment = prepare([row.environment], root, notify)[row.environment]
    expected = f"one that can be installed: {' '.join((environment.problem or '').split())}"
    require(environment.python is not None, "environment", row.environment, expected)
    return str(environment.python)


# Running


def assessed(request: Request, progress: Progress | None = None) -> Assessment:
    """Run an audit; ``ValueError`` for numbers that the comparison with the exact law cannot be made with."""
    with _range_errors(request.subject):
        return assess(request.subject, request.plan, progress)


def attempted(request: Request, progress: Progress | None = None) -> Assessment:
    """Run one audit of several: what `assessed` refuses could not run, and does not stop the others.

    The samples, which the report does not need, are not kept.
    """
    try:
        result = assessed(request, progress)
    except (ValueError, ArithmeticError) as error:
        return _refused(request, str(error))
    drawn = replace(result.drawn, arrays=()) if isinstance(result.drawn, Samples) else result.drawn
    return replace(result, drawn=drawn)


def _refused(request: Request, message: str) -> Assessment:
    resolved, claim = _check(request.subject, request.plan)
    failure, shares = Failure("setup", message, 0.0, 0, Origin()), request.plan.split(KINDS)
    return Assessment(request.subject, resolved, request.plan, claim, shares, failure, None, (f"setup: {message}",))


# Names


def report_name(subject: Subject, plan: Plan) -> str:
    """Return the name of the reports, without an ending: what was audited, as what, with which parameters and inputs.

    It is made of letters, digits and "-._=,+", and of at most ``LONGEST_NAME`` characters. Where that loses something
    a digest stands at its end: two audits of one target that differ in mechanism, parameters or inputs differ in name.
    """
    texts = parameter_texts(subject)
    if plan.delta is not None:
        texts["claimed-delta"] = str(plan.delta)
    texts = {} if subject.built_in else texts
    if subject.data is not None:
        texts |= dict(zip(("data", "neighbor"), map(data_text, subject.data), strict=True))
    plain = subject.built_in or f"{plain_target(subject.target)}-as-{subject.mechanism_name}"
    words = [plain, *(f"{name}={text}" for name, text in texts.items())]
    return bounded_name("-".join(words))


def plain_target(target: Source) -> str:
    """Return the name of a target in names of files: of a function in a file without its folders."""
    if not isinstance(target, str):
        return target.stem
    place, _, function = target.rpartition(":")
    module = Path(place).stem if place.endswith(".py") else place
    return f"{module}-{function}"


def bounded_name(text: str) -> str:
    """Return a text as a file name; what is replaced or cut off is told apart by a digest."""
    plain = "".join(c if c in _PLAIN else "_" for c in text).lstrip(".")
    if plain == text and len(plain) <= LONGEST_NAME:
        return plain
    digest = sha256(text.encode(errors="backslashreplace")).hexdigest()[:_DIGEST]
    return f"{plain[: LONGEST_NAME - _DIGEST - 1]}-{digest}"


explain_failures(__name__)
