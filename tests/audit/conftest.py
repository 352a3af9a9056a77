"""What the tests of reports share: the audits, and their reports as they are read back."""

import json
from typing import Any

import pytest

from dpassay.audit.assess import Assessment, Plan, Subject, assess
from dpassay.audit.reports import report
from tests.audit.report_cases import CASES, NOON, SAMPLES, TARGETS


@pytest.fixture(scope="session")
def audits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Assessment]:
    file = tmp_path_factory.mktemp("targets") / "targets.py"
    file.write_text(TARGETS)
    plan = Plan(samples=SAMPLES, seed=5)
    return {name: assess(Subject(f"{file}:{name}", *case[:2]), plan) for name, case in CASES.items()}


@pytest.fixture(scope="session")
def reports(audits: dict[str, Assessment]) -> dict[str, dict[str, Any]]:
    """What is read back from the text of the file; an infinity or a NaN in it is an error."""

    def refuse(word: str) -> None:
        raise AssertionError(word)

    texts = {name: report.dumps(report.to_json(audit, created=NOON)) for name, audit in audits.items()}
    return {name: json.loads(text, parse_constant=refuse) for name, text in texts.items()}
