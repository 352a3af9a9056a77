"""What every report says of how it came about."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest

from dpassay.audit.answers.outcome import Failure, Origin, Samples
from dpassay.audit.answers.program import Program
from dpassay.audit.answers.recording import read_recording
from dpassay.audit.reports import provenance

ORIGIN = Origin("noise", "2.1", "3.12", "2.0", seeded=True, sources=(("noise.py", "ab" * 32),))
DRAWN = Samples((np.zeros(4), np.ones(4)), 0, 1.5, ORIGIN, stdout="said", shortfall="too late")
FAILED = Failure("raised", "no luck", 0.5, 3, ORIGIN, traceback="at 1")
RECORDING = read_recording([np.zeros(5), np.ones(6)])


def test_a_moment_is_told_in_utc() -> None:
    noon = datetime(2026, 11, 5, 12, tzinfo=UTC)
    assert provenance.moment(noon) == "2026-11-05T12:00:00+00:00"
    assert provenance.moment(noon.astimezone(timezone(timedelta(hours=2)))) == provenance.moment(noon)
    assert provenance.moment(None) > provenance.moment(noon - timedelta(days=365))


@pytest.mark.parametrize(
    ("target", "kind"), [("noise.py:f", "function"), (Program(("./noise",)), "program"), (RECORDING, "recording")]
)
def test_where_answers_come_from(target: object, kind: str) -> None:
    said = provenance.source(target, ORIGIN)  # type: ignore[arg-type]
    assert said["kind"] == kind
    assert said["files"] == [{"name": "noise.py", "sha256": "ab" * 32}]
    assert bool(said["words"]) == (kind == "recording")
    assert len(provenance.not_tested(target)) == 4 + (kind == "recording")  # type: ignore[arg-type]


def test_recorded_answers_are_named_with_their_hashes() -> None:
    said = provenance.recorded_words(RECORDING)
    assert f"5 in first.npy (sha256 {RECORDING.parts[0].sha256[:16]}) and 6 in second.npy" in said
    assert "these are arrays, as numpy.save writes them" in said
    assert said.endswith("was not checked")


def test_the_run_and_its_failure() -> None:
    assert provenance.failure(DRAWN) is None
    assert provenance.failure(FAILED) == {"kind": "raised", "message": "no luck", "drawn": 3, "traceback": "at 1"}
    drawn, failed = provenance.run(DRAWN), provenance.run(FAILED)
    assert (drawn["seconds"], drawn["stdout"], drawn["shortfall"], drawn["seeded"]) == (1.5, "said", "too late", True)
    assert (failed["seconds"], failed["shortfall"]) == (0.5, "")


def test_versions_of_both_sides() -> None:
    said = provenance.versions(ORIGIN)
    assert said["target"] == {"distribution": "noise", "version": "2.1", "python": "3.12", "numpy": "2.0"}
    assert said["numpy"] == np.__version__
