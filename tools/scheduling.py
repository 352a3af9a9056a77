"""How tests are dealt out to processes: a group, or all cases of one function, at a time."""

from __future__ import annotations

from xdist.scheduler import LoadGroupScheduling  # type: ignore[import-untyped]


class ByFunction(LoadGroupScheduling):  # type: ignore[misc]
    """Like ``--dist loadgroup``, but without going through all that is done after each test.

    Cases of one function stay together: there are fewer units to deal out, and what a function computes once for all of
    its cases is computed in one process.
    """

    def _split_scope(self, nodeid: str) -> str:
        scope: str = super()._split_scope(nodeid)
        return scope.partition("[")[0] if scope == nodeid else scope

    def _pending_of(self, workload: dict[str, dict[str, bool]]) -> int:
        for done in [scope for scope, unit in workload.items() if all(unit.values())]:
            del workload[done]
        pending: int = super()._pending_of(workload)
        return pending
