"""`python -m dpassay.selftest`: what it says, and that it can fail. test_wheel.py runs it from an installed wheel."""

from __future__ import annotations

import re
from typing import Any

import pytest

from dpassay import __version__, selftest


def test_a_check_that_fails_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    def broken() -> str:
        selftest.expect("one is\ntwo", is_so=False)
        return "never"

    def crashed() -> str:
        raise ImportError("no flint")

    assert selftest.main({"fine": lambda: "all", "odd": broken, "worse": crashed}) == 1
    lines = [re.sub(r"\(\d+\.\d s\)", "(s)", line) for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        "fine: ok: all (s)",
        "odd: FAILED: SelfTestError: one is two (s)",
        "worse: FAILED: ImportError: no flint (s)",
        f"dpassay {__version__}: 1 of 3 checks passed",
    ]


def test_checks_that_pass_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert selftest.main({"fine": lambda: "all"}) == 0
    assert capsys.readouterr().out.endswith(f"dpassay {__version__}: 1 of 1 checks passed\n")


def test_a_guarantee_that_does_not_hold_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpassay.properties.guarantees.holds", lambda *_: False)
    with pytest.raises(selftest.SelfTestError, match="the guarantee of randomized_response holds"):
        selftest.exact_laws()


def test_an_implementation_of_another_law_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def uniform(data: Any, *, size: int, rng: Any, epsilon: float, categories: int) -> Any:
        return rng.integers(0, categories, size)

    monkeypatch.setattr("dpassay.fast.randomized_response.randomized_response", uniform)
    with pytest.raises(selftest.SelfTestError, match="randomized_response follows its law"):
        selftest.implementations()


@pytest.mark.parametrize(("accepted", "told"), [(False, "LEC-17 verifies"), (True, "LEC-17 with another verdict")])
def test_a_kernel_that_is_broken_is_found(accepted: bool, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    findings = [] if accepted else ["rejected"]
    monkeypatch.setattr("dpassay.proofs_check.certificates.verify", lambda *_: findings)
    with pytest.raises(selftest.SelfTestError, match=told):
        selftest.certificates()


@pytest.mark.parametrize(("verdict", "told"), [("violation", "the right target"), ("consistent", "the wrong target")])
def test_an_audit_that_says_one_thing_always_is_found(verdict: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Result:
        def __init__(self) -> None:
            self.verdict = verdict

        def save(self, folder: Any) -> None:
            folder.mkdir()
            for kind in ("html", "json"):
                (folder / f"report.{kind}").touch()

    monkeypatch.setattr("dpassay.audit.audit", lambda *_, **__: Result())
    with pytest.raises(selftest.SelfTestError, match=told):
        selftest.audits()
