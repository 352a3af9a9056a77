"""A script that shows a violation without anything of ours: two tables, the noise of both runs, and numbers to expect.

It stands in for the generators: with the noise of the script the two runs release the same, and the densities of the
noise have a ratio that the script computes anew. It is run before it is shown; where it does not show what it says, as
where noise comes from a library's own primitives, there is none.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from dpassay.audit.answers.outcome import Failure
from dpassay.audit.pipelines.assess import ReplayAssessment
from dpassay.audit.pipelines.cost import call_loss
from dpassay.audit.pipelines.laws import LAWS, Loss
from dpassay.audit.pipelines.search.schemas import Schema
from dpassay.audit.pipelines.told import evidence
from dpassay.audit.pipelines.traces import Replay
from dpassay.exact import as_fraction, as_real
from dpassay.exact.entrance import explain_failures

__all__ = ["checked_script", "script", "shows"]

TEMPLATE: Final = Path(__file__).with_name("script.txt")
COMPUTED: Final = ("laplace", "normal", "laplace at two scales", "normal at two scales")
"""Kinds whose loss the script computes of the numbers."""
SECONDS: Final = 30.0


def checked_script(found: ReplayAssessment, schema: Schema) -> str | None:
    """Return a script of an audit that shows its first certain violation; None where no script does."""
    text = script(found, schema)
    return text if text is not None and shows(text, found.plan.python) else None


def script(found: ReplayAssessment, schema: Schema) -> str | None:
    """Return the script, as it has not been run; None where the noise of the runs is not known."""
    certain = [each for each in found.findings if each.certain and each.replay is not None]
    if isinstance(found.found, Failure) or not certain:
        return None
    finding = certain[0]
    chosen = found.found.pairs[0] if finding.replay is None else finding.replay
    if finding.kind == "cost":
        chosen = max(found.found.pairs, key=lambda each: _loss(each)[0]) if _loss(chosen)[0] < math.inf else chosen
    if None in chosen.given:
        return None
    expected, others, words = _loss(chosen)
    order = (0, 1) if chosen.recorded == 0 else (1, 0)
    contents = [json.loads(found.claim.pair[side].text) for side in order]
    tables = [table_text(each["table"] if schema.calls else each, schema) for each in contents]
    parts, names = finding.kind != "cost", ("FIRST", "SECOND") if order == (0, 1) else ("SECOND", "FIRST")
    said = {
        "HEAD": f"Two neighboring tables on which {found.claim.target.rpartition(':')[2]} breaks its claim.",
        "TARGET": repr(_absolute(found.claim.target)),
        "PARAMETERS": repr(_plain(found.claim.parameters)),
        "FIRST": tables[0],
        "SECOND": tables[1],
        "CALLS": repr(contents[0]["calls"] if schema.calls else None),
        "GIVEN1": repr(chosen.given[0]),
        "GIVEN2": repr(chosen.given[1]),
        "EXPECTED": repr("parts" if parts else expected),
        "EVIDENCE": repr(evidence(found.claim, found.found, found.plan.fresh, names)),
        "OTHERSWORDS": words or "none",
        "OTHERS": repr(0.0 if parts else others),
        "CLAIM": found.claim.words.replace('"', ""),
    }
    text = TEMPLATE.read_text(encoding="utf-8")
    for name, value in said.items():
        text = text.replace(f"@{name}@", value)
    return text


def _absolute(target: str) -> str:
    place, _, name = target.rpartition(":")
    return f"{Path(place).absolute()}:{name}" if place.endswith(".py") else target


def _plain(parameters: Mapping[str, object]) -> dict[str, object]:
    """Return parameters as a target gets them: numbers for what is a rational."""
    found: dict[str, object] = {}
    for name, value in parameters.items():
        try:
            exact = as_fraction(value, name)
            found[name] = int(exact) if exact.denominator == 1 else float(exact)
        except ValueError:
            found[name] = value
    return found


def table_text(content: Any, schema: Schema) -> str:
    """Return a table as an expression of Python's."""
    names = list(schema.columns)
    if schema.form == "frame":
        return f'importlib.import_module("pandas").DataFrame({content!r}, columns={names!r})'
    if schema.form != "array":
        return repr(content)
    rows = [row[0] for row in content] if len(names) == 1 else content
    return f"np.array({rows!r})" if rows else f"np.zeros({0 if len(names) == 1 else (0, len(names))!r})"


def _loss(replay: Replay) -> tuple[float, float, str]:
    """Return the loss of a replay, that of calls which the script cannot compute, and these in words."""
    total, others, words = 0.0, 0.0, []
    for call in replay.calls:
        if not call.rows or call.asked.kind not in LAWS:
            continue
        loss = _float(call_loss(call))
        total += loss
        if call.asked.kind not in COMPUTED:
            others += loss
            words.append(f"{call.asked.kind} at line {call.asked.site.line}: {loss:.9g}")
    return total, others, ", ".join(words[:3])


def _float(loss: Loss) -> float:
    if loss is None:
        return math.inf
    return float(loss) if isinstance(loss, Fraction) else float(as_real(loss))


def shows(text: str, python: str | None = None) -> bool:
    """Tell whether a script ends well: with the numbers that it expects."""
    with TemporaryDirectory(prefix="dpassay-") as folder:
        path = Path(folder) / "counterexample.py"
        path.write_text(text, encoding="utf-8")
        try:
            command = [python or sys.executable, str(path)]
            done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False, stdin=subprocess.DEVNULL)
        except (OSError, subprocess.TimeoutExpired):
            return False
    return done.returncode == 0


explain_failures(__name__)
