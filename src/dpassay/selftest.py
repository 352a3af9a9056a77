"""A quick check of an installation: `python -m dpassay.selftest` needs no checkout and no network.

Each check holds something right against what it must be, and something wrong beside it, which has to be rejected. The
exit code is 0 where all of them pass, and 1 where one fails.
"""

from __future__ import annotations

import copy
import importlib
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from dpassay import __version__

MECHANISM: Final = "randomized_response"
GIVEN: Final = {"epsilon": "1", "categories": "3"}
SAMPLES: Final = 20_000
CERTIFICATES: Final = ("LEC-17", "LEC-13")
"""A refuted claim and a proved one: a counterexample and a proof for the kernel."""

TARGET: Final = '''"""Randomized response, right and wrong."""
import numpy as np

def right(data, *, size, rng, epsilon, categories):
    honest = rng.random(size) < 1 / (1 + (categories - 1) * np.exp(-epsilon))
    return np.where(honest, data, (data + rng.integers(1, categories, size)) % categories)

def wrong(data, *, size, rng, epsilon, categories):
    return right(data, size=size, rng=rng, epsilon=2 * epsilon, categories=categories)
'''


class SelfTestError(Exception):
    """Something is not what it must be; the message says what."""


def expect(what: str, is_so: bool) -> None:
    """Raise unless something is so."""
    if not is_so:
        raise SelfTestError(what)


def exact_laws() -> str:
    """Every mechanism has a law at its example, and its guarantee holds between neighbors, and at no epsilon below."""
    from dpassay.exact import exp, hockey_stick_divergence
    from dpassay.properties.guarantees import holds
    from dpassay.reference import MECHANISMS

    for name, spec in MECHANISMS.items():
        first, second = next(iter(spec.neighbors(spec.example)))
        laws = [spec.law(data, spec.example) for data in (first, second)]
        expect(f"the guarantee of {name} holds", holds(laws[0], laws[1], spec.guarantee(spec.example)))
    spec = MECHANISMS[MECHANISM]
    p, q = (spec.law(data, spec.Parameters.read(GIVEN)) for data in (0, 1))
    # (e^epsilon - t) / (e^epsilon + k - 1) at t = 1 and t = e^epsilon, with epsilon = 1 and k = 3.
    expect("the divergence is (e - 1) / (e + 2)", hockey_stick_divergence(p, q, 1) == (exp(1) - 1) / (exp(1) + 2))
    expect("nothing is left at epsilon", hockey_stick_divergence(p, q, exp(1)) == 0)
    expect("something is left below it", hockey_stick_divergence(p, q, exp(Fraction(99, 100))) != 0)
    return f"{len(MECHANISMS)} mechanisms"


def implementations() -> str:
    """The fast implementations of a few mechanisms follow their laws; one with twice the budget does not."""
    from dpassay.properties.contracts import CONTRACTS

    names = (MECHANISM, "discrete_laplace", "exponential")
    fast = {name: getattr(importlib.import_module(f"dpassay.fast.{name}"), name) for name in names}
    for name in names:
        result = CONTRACTS[name].check_one("law", fast[name], samples=SAMPLES)
        expect(f"{name} follows its law: {result.detail}", result.status == "passed")

    def doubled(data: Any, *, size: int, rng: Any, epsilon: float, categories: int) -> Any:
        return fast[MECHANISM](data, size=size, rng=rng, epsilon=2 * epsilon, categories=categories)

    result = CONTRACTS[MECHANISM].check_one("law", doubled, samples=SAMPLES)
    expect("twice the budget is noticed", result.status == "failed")
    return f"{len(names)} implementations"


def certificates() -> str:
    """The kernel accepts certificates of the ledger, and none that is tampered with."""
    from dpassay.proofs_check.certificates import LEDGER, load, strays, verdicts, verify
    from dpassay.proofs_check.content_hash import files_of, ledger_hash
    from dpassay.proofs_check.registry import CLAIMS

    for name in CERTIFICATES:
        record = load(name)
        expect(f"{name} verifies", verify(CLAIMS[name], record) == [])
        tampered = {**copy.deepcopy(record), "verdict": "open"}
        expect(f"{name} with another verdict does not", verify(CLAIMS[name], tampered) != [])
    expect("every claim has a record, and every record a claim", len(verdicts()) == len(CLAIMS) and not strays())
    return f"{len(CLAIMS)} records, ledger {ledger_hash(files_of(LEDGER))[:16]}"


def audits() -> str:
    """An audit in a process of its own passes a right target and flags a wrong one, and writes both reports."""
    from dpassay.audit import audit

    with tempfile.TemporaryDirectory(prefix="dpassay-selftest-") as folder:
        path = Path(folder) / "target.py"
        path.write_text(TARGET, encoding="utf-8")
        for function, verdict in (("right", "consistent"), ("wrong", "violation")):
            result = audit(f"{path}:{function}", MECHANISM, GIVEN, samples=SAMPLES)
            expect(f"the {function} target is told to be so: {result.verdict}", result.verdict == verdict)
            result.save(Path(folder) / function)
            kinds = {report.suffix for report in (Path(folder) / function).iterdir()}
            expect(f"the reports are there: {sorted(kinds)}", {".html", ".json"} <= kinds)
    return "2 targets"


CHECKS: Final[dict[str, Callable[[], str]]] = {
    "exact laws": exact_laws,
    "implementations": implementations,
    "certificates": certificates,
    "audits": audits,
}


def main(checks: dict[str, Callable[[], str]] = CHECKS) -> int:
    """Run the checks, a line each; return the exit code."""
    failed = 0
    for name, check in checks.items():
        begun = time.monotonic()
        try:
            told = f"ok: {check()}"
        except Exception as error:  # whatever is wrong with an installation is to be told
            failed += 1
            told = f"FAILED: {' '.join(f'{type(error).__name__}: {error}'.split())}"
        print(f"{name}: {told} ({time.monotonic() - begun:.1f} s)", flush=True)
    print(f"dpassay {__version__}: {len(checks) - failed} of {len(checks)} checks passed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
