"""Our audits and those of others on the same answers, one after the other."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from zoo.cases import Case
from zoo.environments import Missing, Peer, command_of, peers
from zoo.ours import OURS
from zoo.page import page
from zoo.programs import Program
from zoo.trials import Effort, Results, Runner
from zoo.truths import FILE as TRUTHS

Tell = Callable[[str], None]


def compare(  # noqa: PLR0917  # all of them are named where it is called
    cases: Sequence[Case],
    effort: Effort,
    results: Results,
    environments: Path,
    checkouts: Mapping[str, Path],
    tell: Tell,
    others: Mapping[str, Peer] | None = None,
) -> str:
    """Run all auditors that can be run, and return the page.

    Raises:
        ValueError: a checkout is of no auditor of the table.
    """
    table = peers() if others is None else others
    clones = sorted({peer.clone_name for peer in table.values() if peer.clone_name})
    for name in checkouts:
        if name not in clones:
            raise ValueError(f"checkout = {name!r}: expected one of {', '.join(clones)}")
    for name, auditor in OURS.items():
        _run(Runner(name, auditor, effort, results), cases, tell)
    missing: dict[str, str] = {}
    for name, peer in table.items():
        try:
            command, variables = command_of(peer, environments, checkouts)
        except Missing as error:
            missing[f"{name} {peer.version}"] = str(error)
            tell(f"{name}: {error}")
            continue
        with Program(command, max(60.0, effort.seconds), variables) as program:
            _run(Runner(_label(peer), program, effort, results), cases, tell)
    ran = [*OURS, *(_label(peer) for name, peer in table.items() if f"{name} {peer.version}" not in missing)]
    heads = {name: name.removeprefix("dpassay-") for name in OURS}
    heads |= {_label(peer): peer.short or peer.name for peer in table.values()}
    return page(cases, ran, results, effort, missing, sibling_epsilons(), heads)


def _label(peer: Peer) -> str:
    return f"{peer.name} {peer.version}"


def _run(runner: Runner, cases: Sequence[Case], tell: Tell) -> None:
    for case in cases:
        runner.run(case, tell)


def sibling_epsilons() -> dict[str, float]:
    """Return the true epsilon of each sibling."""
    rows = json.loads(TRUTHS.read_text(encoding="utf-8"))["faults"]
    return {row["name"]: float(row["sibling"]["epsilon"]["decimal"]) for row in rows}
