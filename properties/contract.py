"""What any implementation of a mechanism must satisfy: named checks that pass, fail with a reason, or are skipped.

A check's id is ``mechanism::check``. The checks of ``PRIVACY`` hold the target against its law, and the law against its
guarantee; all others are hygiene: what a target takes, returns and refuses.

Seeds are fixed, so a verdict on a target that draws from the generator it is given is reproducible. Only the check
``law`` can fail by chance: on a correct target it does so with probability at most alpha, over the choice of the seed.
A target that passes has not been shown to be private: ``dpassay audit`` certifies what can be certified. Targets run
inside this process and without a time limit.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from hypothesis.strategies import SearchStrategy
from numpy.typing import NDArray

from dpassay.exact import Law, Undecided, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.kinds import kind_of
from dpassay.properties.batches import cells_of, law_of, law_violation, repeated_test
from dpassay.properties.drawn import check_profile, for_all, settings_of
from dpassay.properties.guarantees import holds
from dpassay.properties.run import Case, NotApplicable, Run, Violation, check_form, run_of
from dpassay.properties.target import Target, accepted, call, is_seeded, offered, plain
from dpassay.reference import EXPONENTIALS, Mechanism, MechanismParameters, mechanism, nearest

__all__ = [
    "ALPHA",
    "EXAMPLES",
    "PRIVACY",
    "SAMPLES",
    "Check",
    "CheckResult",
    "Contract",
    "DataStrategy",
    "Pairs",
    "ParametersStrategy",
    "Status",
    "Subject",
    "subject_of",
]

Status: TypeAlias = Literal["passed", "failed", "skipped"]
Subject: TypeAlias = Literal["privacy", "hygiene"]
ParametersStrategy: TypeAlias = Callable[[], SearchStrategy[Any]]
DataStrategy: TypeAlias = Callable[[Any], SearchStrategy[Any]]
Pairs: TypeAlias = Callable[[Any], SearchStrategy[tuple[Any, Any]]]

ALPHA: Final = 1e-6
SAMPLES: Final = 20_000
EXAMPLES: Final = 25
"""How many drawn inputs ``any_parameters`` and ``guarantee`` look at, besides the named cases."""

PRIVACY: Final = ("law", "guarantee", "any_parameters")
"""The checks that are about privacy; a target that fails only others may still be private."""


@dataclass(frozen=True)
class CheckResult:
    """What one check found.

    Attributes:
        id: ``mechanism::check``.
        status: "passed", "failed" or "skipped".
        detail: one line: why it failed or was skipped, or what was looked at.
        p_value: where the check is a test, the smallest p-value of a case times the number of cases; else None.
        at: where a check failed on one input, or on a pair of them: the parameters and these data; else None.
    """

    id: str
    status: Status
    detail: str
    p_value: float | None = None
    at: tuple[MechanismParameters, tuple[Any, ...]] | None = None

    @property
    def subject(self) -> Subject:
        """What the check is about."""
        return subject_of(self.id)

    def __str__(self) -> str:
        return f"{self.id} {self.status}: {self.detail}"


def subject_of(check_id: str) -> Subject:
    """Return what a check, named by its id, is about."""
    return "privacy" if check_id.rpartition("::")[2] in PRIVACY else "hygiene"


Check: TypeAlias = "Callable[[Run], tuple[str, float | None]]"


@dataclass(frozen=True)
class Contract:
    """The contract of one mechanism.

    Attributes:
        mechanism: the mechanism; its name, the path of its file or its module will do.
        parameters: returns a strategy for exact parameters.
        data: given parameters, returns a strategy for exact data.
        neighbors: given parameters, returns a strategy for pairs of neighboring data.
        cases: where the law is tested.
        bad: for each argument, values that a target must reject by raising.
    """

    mechanism: Mechanism
    parameters: ParametersStrategy
    data: DataStrategy
    neighbors: Pairs
    cases: tuple[Case, ...]
    bad: Mapping[str, tuple[object, ...]]

    def __post_init__(self) -> None:
        """Take a mechanism in any form: its name, its file, its module."""
        object.__setattr__(self, "mechanism", mechanism(self.mechanism))

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all checks."""
        return tuple(f"{self.mechanism.NAME}::{name}" for name in self._checks())

    def check(
        self, target: Target, *, alpha: float = ALPHA, seed: int = 0, samples: int = SAMPLES, skip: Iterable[str] = ()
    ) -> list[CheckResult]:
        """Run all checks but those in ``skip`` (ids, with or without the mechanism's name).

        Args:
            target: the implementation.
            alpha: the probability that a correct target fails; shared by all cases of the law test.
            seed: where the generators come from.
            samples: the number of samples in a batch of the law test, at each case.
            skip: checks not to run.

        Raises:
            ValueError: an argument is out of its domain, or ``skip`` names no check.
        """
        skipped = {self.full_id(name) for name in skip}
        run = run_of(target, alpha, seed, samples)
        return [
            CheckResult(name, "skipped", "skipped on request") if name in skipped else self._outcome(name, run)
            for name in self.ids
        ]

    def require(
        self, target: Target, *, alpha: float = ALPHA, seed: int = 0, samples: int = SAMPLES, skip: Iterable[str] = ()
    ) -> None:
        """Run all checks; raise ``AssertionError`` with one line for each that failed."""
        results = self.check(target, alpha=alpha, seed=seed, samples=samples, skip=skip)
        failures = [result for result in results if result.status == "failed"]
        if failures:
            lines = "".join(f"\n  {failure.id}: {failure.detail}" for failure in failures)
            raise Violation(f"{len(failures)} of {len(results)} checks failed:{lines}")

    def check_one(
        self,
        name: str,
        target: Target,
        *,
        alpha: float = ALPHA,
        seed: int = 0,
        samples: int = SAMPLES,
        profile: str = "",
    ) -> CheckResult:
        """Run one check by its id, with or without the mechanism's name.

        ``profile`` names a Hypothesis profile: how many inputs are drawn, where a check draws any.
        """
        check_profile(profile)
        return self._outcome(self.full_id(name), run_of(target, alpha, seed, samples, profile))

    def full_id(self, name: str) -> str:
        """Return the id of a check named with or without its mechanism; ``ValueError`` where there is none."""
        full = name if "::" in name else f"{self.mechanism.NAME}::{name}"
        require(full in self.ids, "check", repr(name), f"one of {', '.join(self.ids)}{nearest(full, list(self.ids))}")
        return full

    def _checks(self) -> dict[str, Check]:
        checks: dict[str, Check] = {
            "law": self._law,
            "guarantee": self._guarantee,
            "any_parameters": self._any_parameters,
            "shape": self._shape,
            "size_zero": lambda run: self._size(run, 0),
            "size_one": lambda run: self._size(run, 1),
            "dtype": self._dtype,
            "determinism": self._determinism,
        }
        return checks | {f"rejects_{name}": self._rejects(name) for name in self.bad}

    def _outcome(self, full: str, run: Run) -> CheckResult:
        try:
            detail, p_value = self._checks()[full.partition("::")[2]](run)
        except Violation as violation:
            return CheckResult(full, "failed", str(violation), violation.p_value, violation.at)
        except NotApplicable as reason:
            return CheckResult(full, "skipped", str(reason))
        except Undecided as reason:
            return CheckResult(full, "skipped", f"undecided: {reason}")
        return CheckResult(full, "passed", detail, p_value)

    def _first_input(self) -> tuple[MechanismParameters, Any]:
        return next(iter(self.inputs()))

    def inputs(self) -> list[tuple[MechanismParameters, Any]]:
        """Return the parameters and the data of each case, read."""
        return list(self._inputs)

    @cached_property
    def _inputs(self) -> list[tuple[MechanismParameters, Any]]:
        read = [(self.mechanism.Parameters.read(case.parameters), case.data) for case in self.cases]
        return [(parameters, self.mechanism.check_data(data, parameters)) for parameters, data in read]

    # The law

    def _law(self, run: Run) -> tuple[str, float | None]:
        level, smallest = run.alpha / len(self.cases), 1.0
        for index, (case, (parameters, data)) in enumerate(zip(self.cases, self.inputs(), strict=True)):
            cells = cells_of(self.mechanism.law, parameters, data, run.samples)
            p_value, last = repeated_test(run, index, (parameters, data), cells, level)
            smallest = min(smallest, p_value * len(self.cases))
            if p_value <= level:
                raise law_violation(case, cells, last, smallest).on(parameters, data)
        return f"{len(self.cases)} cases, alpha = {run.alpha:g}", smallest

    # The guarantee

    def _guarantee(self, run: Run) -> tuple[str, float | None]:
        """Check that the exact law, which the target must follow, gives what is published."""
        for parameters, _ in self.inputs():
            for pair in self.mechanism.neighbors(parameters):
                self.check_pair(parameters, pair)
        pairs = self.parameters().flatmap(lambda p: self.neighbors(p).map(lambda pair: (p, pair)))
        chosen = settings_of(run.profile, EXAMPLES)
        for_all(pairs, lambda drawn: self.check_pair(*drawn), chosen)
        return f"the worst pairs of {len(self.cases)} cases and {chosen.max_examples} drawn pairs, exactly", None

    def check_pair(
        self, parameters: MechanismParameters, pair: tuple[Any, Any], law: Callable[..., Law] | None = None
    ) -> None:
        """Raise unless the guarantee holds for a pair of neighbors, under the reference's law or under another one."""
        law_of = law or self.mechanism.law
        first, second = (law_of(data, parameters) for data in pair)
        guarantee = self.mechanism.guarantee(parameters)
        if not holds(first, second, guarantee):
            told = f"{guarantee} does not hold between {pair[0]} and {pair[1]} for {parameters}"
            raise Violation(told).on(parameters, *pair)

    # Form

    def _shape(self, run: Run) -> tuple[str, float | None]:
        for index, (parameters, data) in enumerate(self.inputs()):
            form = _form(law_of(self.mechanism.law, parameters, data))
            check_form(run.draw_from((run.seed, index), parameters, data, 7), 7, form)
        return f"shape {(7, *form)} at {len(self.cases)} cases", None

    def _size(self, run: Run, size: int) -> tuple[str, float | None]:
        if not accepted(run.target)("size"):
            raise NotApplicable("the target returns one answer a call")
        parameters, data = self._first_input()
        form = _form(law_of(self.mechanism.law, parameters, data))
        for asked in (size, np.int64(size)):
            check_form(run.draw_from(run.seed, parameters, data, asked), size, form)
        return f"shape {(size, *form)}", None

    def _dtype(self, run: Run) -> tuple[str, float | None]:
        parameters, data = self._first_input()
        real = kind_of(law_of(self.mechanism.law, parameters, data)).is_real
        dtype = run.draw(parameters, data, 7).dtype
        if dtype.kind not in ("f" if real else "iu"):
            raise Violation(f"the target returned dtype {dtype}: expected {'floats' if real else 'integers'}")
        return f"dtype {dtype}", None

    def _determinism(self, run: Run) -> tuple[str, float | None]:
        if not is_seeded(run.target):
            raise NotApplicable("the target is unseeded")
        parameters, data = self._first_input()
        rng = np.random.default_rng(run.seed)
        first, again, other = (run.draw(parameters, data, 1_000, key) for key in (0, 0, 1))
        successive = [np.asarray(run.draw_from(rng, parameters, data, 1_000)) for _ in range(2)]
        if not _equal(first, again):
            raise Violation("equal generators gave different outputs: expected all randomness to come from rng")
        if _equal(first, other) or _equal(*successive):
            raise Violation("different states of the generator gave equal outputs: expected draws from rng")
        return "equal generators give equal outputs, different ones different outputs", None

    def _any_parameters(self, run: Run) -> tuple[str, float | None]:
        inputs = self.parameters().flatmap(lambda p: self.data(p).map(lambda data: (p, data)))
        chosen = settings_of(run.profile, EXAMPLES)
        for_all(inputs, lambda drawn: self._check_support(run, *drawn), chosen)
        return f"{chosen.max_examples} drawn inputs", None

    def _check_support(self, run: Run, parameters: MechanismParameters, data: object) -> None:
        outputs, law = run.draw_from(run.seed, parameters, data, 5), law_of(self.mechanism.law, parameters, data)
        check_form(outputs, 5, _form(law))
        wrong = [value for value in np.asarray(outputs).tolist() if not _possible(value, law)]
        if wrong:
            told = f"the law never gives {wrong[0]} for data = {plain(data)}, {offered(parameters)}"
            raise Violation(told).on(parameters, data)

    # Bad input

    def _rejects(self, name: str) -> Check:
        def check(run: Run) -> tuple[str, float | None]:
            if name != "data" and not accepted(run.target)(name):
                raise NotApplicable(f"the target takes no argument {name!r}")
            for value in self.bad[name]:
                self._must_raise(run, name, value)
            return f"{len(self.bad[name])} bad values", None

        return check

    def _must_raise(self, run: Run, name: str, value: object) -> None:
        parameters, exact = self._first_input()
        given = {key: each for key, each in offered(parameters).items() if EXPONENTIALS.get(key) != name}
        values = {"data": plain(exact), "size": 3, **given, name: value}
        data, size = values.pop("data"), values.pop("size")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # where warnings are errors, a warning is no rejection
                result = call(run.target, data, size, run.seed, values)
        except Exception:
            return
        raise Violation(f"{name} = {value!r} was accepted, with the outcome {_shown(result)}: expected an exception")


def _form(law: Law) -> tuple[int, ...]:
    """Return the shape of one output: () for a number, (k,) for a row of k numbers."""
    return kind_of(law).form(law)


def _equal(first: NDArray[Any], second: NDArray[Any]) -> bool:
    """Tell whether two outputs are equal; NaN equals itself here."""
    return bool(np.array_equal(first, second, equal_nan=first.dtype.kind == "f"))


def _possible(value: Any, law: Law) -> bool:
    """Tell whether a law can give an output: a finite number, or a row of such, that its kind says it can."""
    numbers = value if isinstance(value, list) else [value]
    try:
        row = tuple(Fraction(*number.as_integer_ratio()) for number in numbers)
    except (AttributeError, OverflowError, ValueError):  # no number, an infinity, NaN
        return False
    return kind_of(law).is_possible(law, row if isinstance(value, list) else row[0])


def _shown(result: object) -> str:
    return " ".join(repr(result).split())[:80]


explain_failures(__name__)
