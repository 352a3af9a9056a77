"""What it takes to verify the certificates of all claims, and to recompute the claims; what their proofs consist of."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks import proofs
from benchmarks.composition import timed
from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.proofs_check.certificates import LEDGER, Record, load, verify
from dpassay.proofs_check.registry import CLAIMS, find

QUICK_CLAIMS: Final = ("LEC-02", "LEC-11b")
SLOWEST: Final = 8
COMMAND: Final = Path(sys.executable).with_name("dpassay")
PROGRESS: Final = re.compile(r"^\[\d+/\d+\] (\S+): (\w+) \(([\d.]+) s\)$", re.MULTILINE)


def tables(pool: Pool, *, quick: bool, ledger: Path = LEDGER) -> list[Table]:
    """Measure, and return the tables."""
    names = QUICK_CLAIMS if quick else tuple(CLAIMS)
    arguments = [*(names if quick else ()), *(() if ledger == LEDGER else ("--ledger", str(ledger)))]
    with pool.console.status("claims: verify"):
        _, verifying = timed(partial(command, "verify", *arguments), 1)
    with pool.console.status("claims: run --check"):
        progress, running = timed(partial(command, "run", "--check", *arguments), 1)
    recomputed = seconds_by_claim(progress)
    assert set(recomputed) == set(names)
    slowest = sorted(names, key=lambda name: -recomputed[name])[:SLOWEST]
    records = {name: load(name, ledger) for name in names}
    rows = [_row(records[name], recomputed[name]) for name in slowest]
    kilobytes = sum((ledger / f"{name}.json").stat().st_size for name in names) / 1e3
    return [
        _commands_table(list(records.values()), kilobytes, verifying, running),
        _slowest_table(rows),
        *proofs.tables(records, verifying),
    ]


def command(*arguments: str) -> str:
    """Run `dpassay claims` in a process of its own, and return its progress; whatever it complains of is an error."""
    done = subprocess.run([COMMAND, "claims", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"dpassay claims {' '.join(arguments)}: exit code {done.returncode}\n{done.stderr}")
    return done.stderr


def seconds_by_claim(progress: str) -> dict[str, float]:
    """Read from the progress of `run` how long each claim took."""
    return {name: float(seconds) for name, _, seconds in PROGRESS.findall(progress)}


def _row(record: Record, recomputing: float) -> tuple[str, ...]:
    findings, verifying = timed(partial(verify, find(record["id"]), record), 1)
    assert not findings
    return str(record["id"]), str(record["verdict"]), f"{recomputing:.1f}", f"{verifying:.2f}"


def _commands_table(records: list[Record], kilobytes: float, verifying: float, running: float) -> Table:
    claims, goals = f"{len(records)}", f"{sum(len(record['goals']) for record in records)}"
    verdicts = Counter(record["verdict"] for record in records).most_common()
    rows = [
        ("dpassay claims verify", claims, goals, f"{kilobytes:,.0f}", f"{verifying:.1f}"),
        ("dpassay claims run --check", claims, goals, "", f"{running:.1f}"),
    ]
    notes = (
        "Wall time of the command in a process of its own, its start included. Verify: the kernel checks the stored "
        "certificates, and rejects the tampered twins. Run: evidence is looked for anew, also for the twins.",
        f"Verdicts: {', '.join(f'{count} {verdict}' for verdict, count in verdicts)}.",
    )
    columns = ("command", "claims", "goals", "kilobytes of certificates", "seconds")
    return Table("Claims: verifying and recomputing", columns, rows, notes)


def _slowest_table(rows: Sequence[tuple[str, ...]]) -> Table:
    notes = ("The slowest to recompute, as `dpassay claims run` reports it. Verifying: in this process.",)
    return Table("Claims: the slowest", ("claim", "verdict", "seconds to recompute", "to verify"), rows, notes)
