"""The page of accountants: how far each is from the truth and how long it takes, as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import dpassay
from dpassay.audit.answers.accountants import TABLE
from dpassay.audit.answers.environments import load_requirements
from dpassay.audit.reports.accounting import Asked, Line, accounting_command, lines_of, violation_text
from dpassay.exact.entrance import explain_failures

__all__ = ["page"]

HEAD: Final = """# Accountants of others, against the exact privacy loss

`{command}` writes this page (dpassay {version}, {count} compositions).
Each accountant is asked, in an environment of its own, for delta and for epsilon of composed mechanisms, alone and
mixed, and every answer is held against certified bounds on the truth. An upper bound below the truth is wrong, and so
is a lower bound above it.

* **wrong**: answers that are certainly on the wrong side of the truth, by more than rounding, of all.
* **epsilon / truth**: the least, the median and the largest multiple of the true epsilon; 1 is exact.
* **s**: what composing and the longest answer took, the median and the largest, on the machine that wrote this.

"""

COLUMNS: Final = ("accountant", "installed as", "its answers are", "wrong", "epsilon / truth", "s", "known")


def page(asked: Sequence[Asked]) -> str:
    """Return the page."""
    lines = lines_of(asked)
    rows = [COLUMNS, ("---",) * len(COLUMNS), *map(_row, lines)]
    command = accounting_command(asked) + " --write docs/accountants.md"
    count = len({each.composition.name for each in asked})
    head = HEAD.format(command=command, version=dpassay.__version__, count=count)
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in rows)
    return f"{head}{table}\n\n## What is known of each\n{''.join(map(_details, lines))}"


def _row(line: Line) -> tuple[str, ...]:
    accountant, ratios, seconds = line.accountant, line.ratios, line.seconds
    requirements = load_requirements(TABLE).get(accountant.environment, ())
    return (
        f"[`{accountant.name}`](#{accountant.name.replace('.', '')})",
        f"`{requirements[0]}`" if requirements else accountant.environment,
        {"upper": "upper bounds", "lower": "lower bounds"}.get(accountant.side, "estimates"),
        f"{line.counts['violation']} of {sum(line.counts.values())}",
        "none" if ratios is None else " ".join(f"{ratio:.4f}" for ratio in ratios),
        "none" if seconds is None else " ".join(f"{taken:.1f}" for taken in seconds),
        "wrong" if accountant.expect == "flag" else "right",
    )


def _details(line: Line) -> str:
    accountant = line.accountant
    told = [f"### {accountant.name}", f"Says: {accountant.claim}", f"Known: {accountant.why}"]
    told += [
        f"The worst of {len(line.violations)} violations: {violation_text(asked, finding)}."
        for asked, finding in line.violations[:1]
    ]
    return "".join(f"\n{text.strip()}\n" for text in told)


explain_failures(__name__)
